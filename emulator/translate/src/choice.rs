//! Which engine is to run a program.

use std::fmt;
use std::str::FromStr;

use thiserror::Error;
use z8000::machine::Engine;

use crate::engine::Translator;
use crate::habits::Habits;
use crate::portable::Portable;

/// Why there is no native code on this host.
#[derive(Debug, Clone, PartialEq, Eq, Error)]
#[error("there is no compiler for this host: {0}; take the engine `portable` or `interpreter`")]
pub struct NoCompiler(pub(crate) String);

/// An engine, by name.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum Choice {
    /// Compiled where the host can, and otherwise portable.
    #[default]
    Best,
    /// Traces as native code.
    Compiled,
    /// Traces as lists of operations, on any host.
    Portable,
    /// One instruction at a time.
    Interpreter,
}

impl Choice {
    /// The engine for a board; none for the interpreter.
    ///
    /// # Errors
    ///
    /// If native code is asked for, and there is no compiler for this host, or none was built in.
    pub fn engine(self) -> Result<Option<Box<dyn Engine>>, NoCompiler> {
        self.with(Habits::default())
    }

    /// The same with habits of one's own.
    ///
    /// # Errors
    ///
    /// As [`engine`](Self::engine).
    pub fn with(self, habits: Habits) -> Result<Option<Box<dyn Engine>>, NoCompiler> {
        match self {
            Self::Interpreter => Ok(None),
            Self::Compiled => compiled(habits).map(Some),
            Self::Portable => Ok(Some(portable(habits))),
            Self::Best => Ok(Some(compiled(habits).unwrap_or_else(|_| portable(habits)))),
        }
    }
}

fn portable(habits: Habits) -> Box<dyn Engine> {
    Box::new(Translator::<Portable>::new(habits))
}

#[cfg(feature = "native")]
fn compiled(habits: Habits) -> Result<Box<dyn Engine>, NoCompiler> {
    use crate::native::Native;
    Native::host()?;
    Ok(Box::new(Translator::<Native>::new(habits)))
}

#[cfg(not(feature = "native"))]
fn compiled(_: Habits) -> Result<Box<dyn Engine>, NoCompiler> {
    Err(NoCompiler("it was left out when this program was built".to_owned()))
}

impl FromStr for Choice {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        match text {
            "best" => Ok(Self::Best),
            "compiled" => Ok(Self::Compiled),
            "portable" => Ok(Self::Portable),
            "interpreter" => Ok(Self::Interpreter),
            _ => Err(format!(
                "`{text}` is not an engine: write compiled, portable, interpreter or best"
            )),
        }
    }
}

impl fmt::Display for Choice {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::Best => "best",
            Self::Compiled => "compiled",
            Self::Portable => "portable",
            Self::Interpreter => "interpreter",
        })
    }
}
