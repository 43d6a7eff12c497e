//! The settings of a run, and its outcome.

use z8000_object::Processor;

use crate::assembly::Assembly;
use crate::diagnostic::Diagnostics;
use crate::syntax::Syntax;

/// The settings of a run.
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
/// assert_eq!(assembly.image(None), [0, 3]);
/// assert_eq!(assembly.processor, Processor::Z8001);
/// # Ok::<(), z8000_asm::Diagnostics>(())
/// ```
#[derive(Debug, Clone, Default)]
pub struct Options {
    /// The processor to begin with; `.z8001` and `.z8002` choose again.
    pub processor: Processor,
    /// Symbols that are defined before the first line.
    pub symbols: Vec<(String, i64)>,
    /// Sources that follow the main one, as if all were one.
    pub further: Vec<String>,
    /// All sections are in one memory, and follow each other unless an `.org` says otherwise. If not set, code is in a
    /// separate memory.
    pub one_memory: bool,
    /// Make an object: a linker decides where sections go, and other objects may define symbols.
    pub for_linker: bool,
    /// The dialect of the sources.
    pub syntax: Syntax,
    /// Leave every distance to the linker, so that it may shorten segmented addresses.
    pub relaxable: bool,
    /// The limit on the bytes of the program, of contents and space; 256 MB if it is left out.
    pub most_bytes: Option<u64>,
    /// As GNU as does, give no advice, just the warnings that a source wants; and take a condition that is left out
    /// as one that always holds.
    pub gnu: bool,
}

/// The facts of a source, whether or not it assembles.
#[derive(Debug, Clone)]
pub struct Examination {
    /// The result of the lines without errors. It is the program only if there are no errors at all.
    pub assembly: Assembly,
    /// All errors of the source.
    pub errors: Diagnostics,
}
