//! The choice of an engine by name.

use std::fmt;
use std::str::FromStr;

use z8000::run::Engine;

use crate::error::NoCompiler;
use crate::habits::Habits;

/// An engine, chosen by name.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum Choice {
    /// Compiled if the host supports it, otherwise interpreted; the default.
    #[default]
    Best,
    /// Compiled to native code.
    Compiled,
    /// Interpreted, one instruction at a time.
    Interpreter,
}

impl Choice {
    /// Creates the engine for a machine; `None` for the interpreter.
    ///
    /// # Errors
    ///
    /// Native code is requested, and there is no compiler for this host or in this build.
    pub fn engine(self) -> Result<Option<Box<dyn Engine>>, NoCompiler> {
        self.engine_with(Habits::default())
    }

    /// Like [`engine`](Self::engine), with the given settings.
    ///
    /// # Errors
    ///
    /// As for [`engine`](Self::engine).
    pub fn engine_with(self, habits: Habits) -> Result<Option<Box<dyn Engine>>, NoCompiler> {
        match self {
            Self::Interpreter => Ok(None),
            Self::Compiled => compiled(habits).map(Some),
            Self::Best => Ok(compiled(habits).ok()),
        }
    }
}

/// Creates an engine that compiles, with the given settings.
///
/// # Errors
///
/// There is no compiler for this host, or none was built in.
pub fn compiled(habits: Habits) -> Result<Box<dyn Engine>, NoCompiler> {
    #[cfg(feature = "native")]
    return Ok(Box::new(crate::Translator::with(habits)?));
    #[cfg(not(feature = "native"))]
    {
        let _ = habits;
        Err(NoCompiler("this build does not include the compiler".to_owned()))
    }
}

/// Returns the engine that [`Choice::Best`] selects on this host, for `--version`: `compiled`, or `interpreter` and the
/// reason.
pub fn available() -> String {
    match compiled(Habits::default()) {
        Ok(_) => "compiled".to_owned(),
        Err(reason) => format!("interpreter ({reason})"),
    }
}

impl FromStr for Choice {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        match text {
            "best" => Ok(Self::Best),
            "compiled" => Ok(Self::Compiled),
            "interpreter" => Ok(Self::Interpreter),
            _ => Err(format!(
                "unknown engine `{text}`: expected compiled, interpreter or best"
            )),
        }
    }
}

impl fmt::Display for Choice {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::Best => "best",
            Self::Compiled => "compiled",
            Self::Interpreter => "interpreter",
        })
    }
}
