//! Launch attributes, which a client sends and a command reads.

use std::fmt::Display;
use std::str::FromStr;

use anyhow::Result;
use serde::de::{DeserializeOwned, Error as _};
use serde::{Deserialize, Deserializer};
use serde_json::Value as Json;
use z8000_debugger::command::Interpreter;

/// The attributes with which a client launches a program: those common to all programs, and those of the command.
#[derive(Debug, Clone)]
pub struct Attributes(pub(crate) Json);

impl Attributes {
    /// Reads attributes; unknown ones are ignored.
    ///
    /// # Errors
    ///
    /// An attribute is missing or has the wrong type; the error names it.
    pub fn read<T: DeserializeOwned>(&self) -> Result<T> {
        let read = serde_path_to_error::deserialize(&self.0);
        read.map_err(|error| match error.path().iter().next() {
            Some(_) => anyhow::anyhow!("launch.{error}"),
            None => anyhow::anyhow!("launch: {error}"),
        })
    }
}

/// Reads an optional attribute given as a string, such as `4MHz`; `None` for null.
///
/// # Errors
///
/// The value is neither a string nor null, or the string is invalid.
pub fn from_text<'de, D, T>(deserializer: D) -> Result<Option<T>, D::Error>
where
    D: Deserializer<'de>,
    T: FromStr<Err: Display>,
{
    let text = Option::<String>::deserialize(deserializer)?;
    text.map(|text| text.parse().map_err(D::Error::custom)).transpose()
}

/// Creates a session from launch attributes.
pub type Launch<'l> = dyn Fn(&Attributes) -> Result<Interpreter> + 'l;
