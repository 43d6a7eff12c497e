//! The stages of the assembler, run in order by [`examine`].

mod encode;
mod options;
mod place;
mod program;
mod result;
mod statements;

pub use options::{Examination, Options};
use program::Program;

use z8000_object::Processor;

use crate::assembly::Assembly;
use crate::diagnostic::Diagnostics;
use crate::fault::Fault;
use crate::layout::Starts;
use crate::reader::Reader;
use crate::source::Sources;
use crate::syntax::Dialect;

/// Maximum number of times that a source is read until all subsections begin where they were assumed to.
const READINGS: usize = 32;

/// Assembles a file and the files that it includes.
///
/// # Errors
///
/// All errors in the source.
///
/// # Example
///
/// ```
/// use z8000_asm::{Memory, Options, assemble};
///
/// let sources = Memory::new([("main.s", "start:\tldk r1,#5\n\tjr strat\n\tldk r2,#16\n")]);
/// let errors = assemble(&sources, "main.s", &Options::default()).unwrap_err();
/// assert_eq!(errors.list.len(), 2);
/// assert_eq!(errors.list[0].message, "symbol `strat` is not defined");
/// assert_eq!(errors.list[0].notes, ["did you mean `start`?"]);
/// ```
pub fn assemble(sources: &dyn Sources, main: &str, options: &Options) -> Result<Assembly, Diagnostics> {
    let Examination { assembly, errors } = examine(sources, main, options);
    match errors.list.is_empty() {
        true => Ok(assembly),
        false => Err(errors),
    }
}

/// Assembles a file and the files that it includes, skipping lines with errors. For editors, in which a source is
/// rarely complete.
///
/// # Example
///
/// ```
/// use z8000_asm::{Memory, Options, examine};
///
/// let sources = Memory::new([("main.s", "start:\tldk r1,#5\n\tadd r1,\n")]);
/// let found = examine(&sources, "main.s", &Options::default());
/// assert_eq!(found.assembly.symbols["start"].value, 0);
/// assert_eq!(found.errors.list[0].line, 2);
/// ```
pub fn examine(sources: &dyn Sources, main: &str, options: &Options) -> Examination {
    let statements = read(sources, main, options);

    // Layout: every piece gets its address, unless a linker assigns it.
    let placed = place::place(statements, options);

    // Bytes: the statements that were waiting for symbols are encoded.
    let encoded = encode::encode(placed);

    // Result: symbols, lines and bytes; relocations for a linker; and errors and warnings in the order of the source.
    result::examination(encoded, options)
}

/// Reads a file and those that it includes, repeatedly until all subsections begin where they were assumed to.
fn read<'s>(sources: &'s dyn Sources, main: &str, options: &Options) -> Program<'s> {
    let dialect = Dialect::new(options.syntax, options.processor == Processor::Z8001);
    let mut starts = Starts::default();
    let mut readings = 1;
    loop {
        // Source: lines, with includes, macros and repetitions expanded as they are reached.
        let lines = Reader::new(sources, dialect);

        // Statements: lengths do not depend on values, so each statement gets its place in a piece immediately. It also
        // gets its bytes, unless it uses a symbol that is defined later.
        let mut statements = statements::read(lines, main, options, starts);
        if let Some(message) = dialect.refusal() {
            statements
                .report
                .outside(&statements.reader, "", Fault::new(0..0, message));
            return statements;
        }

        // The start of a subsection is known only at the end of the source. If another start was assumed, the source is
        // read again.
        match statements.layout.moved() {
            None => return statements,
            Some(moved) if readings < READINGS => starts = moved,
            Some(_) => {
                let message =
                    "the start of a subsection depends on itself, or on too many alignments in other subsections";
                statements
                    .report
                    .outside(&statements.reader, "", Fault::new(0..0, message));
                return statements;
            }
        }
        readings += 1;
    }
}

/// Converts a source for AS to statements of GNU as with their comments.
pub(crate) fn rewritten(
    sources: &dyn Sources,
    main: &str,
    options: &Options,
) -> Result<Vec<(String, Option<String>)>, Diagnostics> {
    let mut program = read(sources, main, options);
    match program.report.has_errors() {
        true => Err(program.report.take_errors()),
        false => Ok(program.rewritten),
    }
}
