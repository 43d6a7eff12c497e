//! The settings and the result of a run of the assembler.

use z8000_object::Processor;

use crate::assembly::Assembly;
use crate::diagnostic::Diagnostics;
use crate::syntax::Syntax;

/// The settings of a run of the assembler.
///
/// # Example
///
/// ```
/// use z8000_asm::{Memory, Options, Processor, assemble};
///
/// let options = Options {
///     processor: Processor::Z8001,
///     symbols: vec![("LIMIT".to_owned(), 3)],
///     ..Options::default()
/// };
/// let sources = Memory::new([("main.s", "\t.word LIMIT\n")]);
/// let assembly = assemble(&sources, "main.s", &options)?;
/// assert_eq!(assembly.image(None)?, [0, 3]);
/// assert_eq!(assembly.processor, Processor::Z8001);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Debug, Clone, Default)]
pub struct Options {
    /// The processor at the beginning of the source; default: the Z8002. `.z8001` and `.z8002` change it.
    pub processor: Processor,
    /// Symbols defined before the first line.
    pub symbols: Vec<(String, i64)>,
    /// Further sources, assembled after the main one as if all were a single source.
    pub further: Vec<String>,
    /// Place all sections in one memory, where they are consecutive unless an `.org` specifies otherwise. By default,
    /// code is in a separate memory.
    pub one_memory: bool,
    /// Generate an object for a linker, which places the sections. Other objects may define the symbols that the source
    /// does not define.
    pub for_linker: bool,
    /// The dialect of the sources; default: that of GNU as.
    pub syntax: Syntax,
    /// Leave every distance to the linker, so that it may shorten segmented addresses; only with `for_linker`.
    pub relaxable: bool,
    /// Treat `.data` as subsections of `.text`, numbered from 1000, which follow the other subsections.
    pub data_in_text: bool,
    /// Limit on the size of the program in bytes, including space; default: 256 MB.
    pub most_bytes: Option<u64>,
    /// Behave like GNU as: give only the warnings that the source requests, and treat any omitted condition code as
    /// always true.
    pub gnu: bool,
}

/// The result of assembling a source that may contain errors.
///
/// # Example
///
/// ```
/// use z8000_asm::{Memory, Options, examine};
///
/// let sources = Memory::new([("main.s", "start:\tldk r1,#5\n\tadd r1,\nend:\tret\n")]);
/// let found = examine(&sources, "main.s", &Options::default());
/// assert_eq!(found.errors.list.len(), 1);
/// assert!(found.assembly.symbols.contains_key("end"));
/// ```
#[derive(Debug, Clone)]
pub struct Examination {
    /// The program assembled from the lines that have no errors. It is complete only if `errors` is empty.
    pub assembly: Assembly,
    /// All errors in the source, in the order of its lines.
    pub errors: Diagnostics,
}
