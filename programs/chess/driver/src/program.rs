//! The Z8000 program, assembled from the built-in sources or from a file.

use std::path::{Path, PathBuf};

use anyhow::{Context, Result, anyhow};
use bcp_asm::{MAIN, SOURCES};
use bcp_reference::search::Readings;
use z8000::machine::Machine;
use z8000::run::Engine;
use z8000_asm::{AddressSpace, Assembly, Files, Memory, Options, Sources, assemble};
use z8000_translate::{Choice, Habits};

/// Looks up a symbol of the program and returns its value, an address or a number; `None` if there is no such symbol.
pub type Symbols<'a> = &'a dyn Fn(&str) -> Option<u16>;

/// An assembled program.
#[derive(Debug, Clone)]
pub struct Program {
    assembly: Assembly,
    /// The main source file; `None` for the built-in program.
    main: Option<PathBuf>,
    /// Engine that compiles the program to native code; `None` for the interpreter.
    engine: Option<Box<dyn Engine>>,
}

/// Returns the built-in sources.
fn sources() -> Memory {
    Memory::new(SOURCES.iter().copied())
}

impl Program {
    /// Assembles the built-in program, which is compared with the paper's Table 1.
    ///
    /// # Errors
    ///
    /// An error is possible only if the sources in `asm/` do not assemble.
    pub fn built_in() -> Result<Self> {
        Self::new(None, false, &Readings::default())
    }

    /// Assembles the built-in program or, if given, a main source file; the simple version if `simple` is set.
    /// `readings` settles what the papers leave open.
    ///
    /// # Errors
    ///
    /// A source file cannot be read or does not assemble, or the program does not fit into the board's memory.
    pub fn new(main: Option<&Path>, simple: bool, readings: &Readings) -> Result<Self> {
        let mut symbols = vec![("SIMPLE".to_owned(), i64::from(simple))];
        symbols.extend(readings.numbers().map(|(name, value)| (name.to_owned(), value)));
        let options = Options { symbols, ..Options::default() };
        match main {
            None => Self::assembled(&sources(), MAIN, &options),
            Some(path) => {
                let (files, name) = Files::beside(path);
                let program = Self::assembled(&files, &name, &options)
                    .with_context(|| format!("cannot use the program {}", path.display()))?;
                Ok(Self { main: Some(path.to_owned()), ..program })
            }
        }
    }

    fn assembled(sources: &dyn Sources, main: &str, options: &Options) -> Result<Self> {
        let assembly =
            assemble(sources, main, options).map_err(|errors| anyhow!("{main} does not assemble\n{errors}"))?;
        // The board has 64 KB of program memory and 64 KB of data memory.
        for space in [AddressSpace::Program, AddressSpace::Data] {
            drop(
                assembly
                    .loadable(space)
                    .with_context(|| format!("{main} is not a program for the board"))?,
            );
        }
        Ok(Self { assembly, main: None, engine: Choice::Best.engine_with(Habits::ASSURED)? })
    }

    /// Returns the same program, executed by the given engine.
    ///
    /// # Errors
    ///
    /// Native code is requested, but there is no compiler for this host.
    pub fn run_by(self, engine: Choice) -> Result<Self> {
        Ok(Self { engine: engine.engine_with(Habits::ASSURED)?, ..self })
    }

    /// Returns the assembled program, with its symbols and lines.
    pub const fn assembly(&self) -> &Assembly {
        &self.assembly
    }

    /// Returns the sources from which the program was assembled.
    pub fn sources(&self) -> Box<dyn Sources> {
        match &self.main {
            None => Box::new(sources()),
            Some(path) => Box::new(Files::beside(path).0),
        }
    }

    /// Returns the source files that were read; empty for the built-in program.
    pub fn files(&self) -> Vec<PathBuf> {
        let Some(main) = &self.main else { return Vec::new() };
        let (files, _) = Files::beside(main);
        self.assembly.files.iter().map(|name| files.path(name)).collect()
    }

    /// Returns the folder of the main source file; `None` for the built-in program.
    pub fn folder(&self) -> Option<&Path> {
        self.main.as_deref().and_then(Path::parent)
    }

    /// Returns the engine that executes the program; `None` for the interpreter.
    pub fn engine(&self) -> Option<Box<dyn Engine>> {
        self.engine.clone()
    }

    /// Returns a reset board with the program loaded and its engine set. Its terminal sends commands immediately.
    pub fn board(&self) -> Machine {
        let mut board = Machine::board();
        board.set_baud(0);
        let pieces = |space| self.assembly.loadable(space).into_iter().flatten();
        board.load(pieces(AddressSpace::Program), pieces(AddressSpace::Data));
        board.reset();
        board.set_engine(self.engine.clone());
        board
    }

    /// Returns the initial memory: 64 KB of program, then 64 KB of data.
    pub fn image(&self) -> Vec<u8> {
        const MEMORY: usize = 0x1_0000;
        let mut image = self.assembly.image(Some(AddressSpace::Program)).unwrap_or_default();
        image.resize(MEMORY, 0);
        image.extend(self.assembly.image(Some(AddressSpace::Data)).unwrap_or_default());
        image.resize(2 * MEMORY, 0);
        image
    }

    /// Returns the value of a symbol as a signed number; `None` if there is no such symbol.
    pub fn number(&self, name: &str) -> Option<i64> {
        self.assembly.symbols.get(name).map(|symbol| symbol.value)
    }

    /// Returns the value of a symbol; `None` if there is no such symbol, or if its value is not from 0 to 65,535.
    pub fn symbol(&self, name: &str) -> Option<u16> {
        self.number(name).and_then(|number| u16::try_from(number).ok())
    }

    /// Returns the value of a symbol that the program must have.
    ///
    /// # Errors
    ///
    /// The program has no such symbol with a value from 0 to 65,535.
    pub fn address(&self, name: &str) -> Result<u16> {
        self.symbol(name)
            .ok_or_else(|| anyhow!("the program has no symbol `{name}`"))
    }
}
