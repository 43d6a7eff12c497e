//! Assigning addresses to pieces of sections.

use super::options::Options;
use super::program::Program;
use crate::assembly::LineRecord;
use crate::diagnostic::{Report, Severity};
use crate::fault::{Fault, Rule};
use crate::layout::{Layout, Place};
use crate::placing::MisplacedPiece;
use crate::reader::Reader;
use crate::section::Section;
use crate::symbols::Symbols;

/// Assigns addresses to all pieces, unless a linker does.
pub(super) fn place<'s>(mut program: Program<'s>, options: &Options) -> Program<'s> {
    let Program { reader, report, processor, symbols, layout, records, .. } = &mut program;
    if options.for_linker {
        symbols.settle(Vec::new());
        return program;
    }
    allocate_commons(symbols, layout);
    let addresses = layout.settle(options.one_memory);
    for misplaced in layout.misplaced(options.one_memory, *processor) {
        report_at(report, reader, records, misplaced);
    }
    for record in records {
        record.address = addresses[record.place.piece as usize].saturating_add(record.place.offset);
    }
    symbols.settle(addresses);
    program
}

/// Allocates space for common symbols at the end of `.bss`.
fn allocate_commons(symbols: &mut Symbols, layout: &mut Layout) {
    for (name, size, alignment) in symbols.commons() {
        layout.enter_end(Section::BSS);
        let gap = layout.align(alignment);
        layout.fill(gap, 0);
        let address = layout.here();
        layout.fill(size, 0);
        symbols.allocate(&name, address, Section::BSS);
    }
}

/// Reports a misplaced piece at the line of its first misplaced byte.
fn report_at(report: &mut Report, reader: &Reader<'_>, records: &[LineRecord], misplaced: MisplacedPiece) {
    let MisplacedPiece { piece, offset, message } = misplaced;
    let holds = |record: &LineRecord| {
        let Place { piece: own, offset: start } = record.place;
        own == piece && start <= offset && u64::from(offset) < u64::from(start) + u64::from(record.length)
    };
    let Some(index) = records.iter().position(holds) else {
        return report.outside(reader, "", Fault::new(0..0, message).rule(Rule::Range));
    };
    let LineRecord { origin, ref text, .. } = records[index];
    let start = text.len() - text.trim_start().len();
    let fault = Fault::new(start..text.len(), message);
    report.statement = index;
    report.add(reader, origin, text, fault, Severity::Error);
}
