//! Encoding statements that use symbols defined later in the source.

use z8000_object::MapPlace;

use super::program::Program;
use crate::fault::Fault;
use crate::output::Output;
use crate::value::Unsettled;

/// Encodes the statements that were waiting for symbols.
pub(super) fn encode(mut program: Program<'_>) -> Program<'_> {
    let waits = std::mem::take(&mut program.waiting);
    let Program { reader, report, symbols, layout, relocations, records, .. } = &mut program;
    let mut output = Output::new(reader.dialect.syntax());
    for waiting in waits {
        if report.is_full() {
            break;
        }
        report.statement = waiting.statement;
        let MapPlace { file, line, .. } = waiting.line.origin;
        symbols.place.set(Some((file, line)));
        let record = &mut records[waiting.record];
        let here = symbols.settled(layout.address(record.place));
        output.clear();
        match waiting.content.encode(here, symbols, &mut output) {
            Ok(()) => {
                layout.put(record.place, &output.bytes);
                relocations.extend(output.fixups_at(record.place));
            }
            Err(Unsettled::Fault(fault)) => report.error(reader, &waiting.line, *fault),
            // The error in the symbol's definition is reported instead.
            Err(Unsettled::Later) if !symbols.wrong.borrow().is_empty() => {}
            Err(Unsettled::Later) => {
                let fault = Fault::new(waiting.line.span(), "cannot evaluate a value on this line");
                report.error(reader, &waiting.line, fault);
            }
        }
        record.clocks = waiting.content.clocks(symbols);
        report.advise(reader, &waiting.line, || {
            waiting.content.advice(&waiting.line, here, symbols)
        });
    }
    for ((statement, line), fault) in symbols.wrong.take() {
        report.statement = statement;
        report.error(reader, &line, fault);
    }
    program
}
