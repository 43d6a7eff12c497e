//! A search by its name.

use std::fmt;
use std::str::FromStr;

use bcp_chess::Position;

use super::request::{Request, TraceError};
use super::rows::{ROWS, Row, Run};
use super::run;
use crate::chess::Chess;
use crate::conspiracy::WrittenTree;
use crate::null_move::Settings;
use crate::trace::{Places, San, Trace};

/// A search that can be traced.
#[derive(Clone, Copy, Debug)]
pub struct Search(Kind);

#[derive(Clone, Copy, Debug)]
enum Kind {
    Row(&'static Row),
    /// A search of `bcp lab compare`; the last iteration of it.
    Fast(Settings),
}

/// The prefix to the name of a search of `bcp lab compare`.
const FAST: &str = "fast:";

impl Search {
    /// Returns all names with their meanings, one per line.
    pub fn help() -> String {
        let lines = ROWS.iter().map(|row| format!("  {}: {}\n", row.name, row.summary));
        lines.collect::<String>() + "  fast:NAME: a search of `bcp lab compare`, as fast:r2 or fast:verified+double\n"
    }

    /// Traces a search of a tree that is written down, as [`WrittenTree`] reads it.
    ///
    /// # Errors
    ///
    /// The tree cannot be read, the search plays chess alone, or it does not come to an end.
    pub fn trace_tree(&self, text: &str, request: &Request) -> Result<Trace, TraceError> {
        let tree: WrittenTree = text.parse()?;
        let trace = Trace::new(self.to_string(), self.settings(request, false), text);
        match self.0 {
            Kind::Row(row) => run::tree(row, trace, tree, request),
            Kind::Fast(settings) => Ok(run::fast(trace, tree, settings, request, &mut Places)),
        }
    }

    /// Traces a search of a chess position.
    ///
    /// # Errors
    ///
    /// A mate in no moves is asked for, or the search does not come to an end.
    pub fn trace_chess(&self, position: &Position, request: &Request) -> Result<Trace, TraceError> {
        let trace = Trace::new(self.to_string(), self.settings(request, true), position.to_fen());
        match self.0 {
            Kind::Row(row) => run::chess(row, trace, position, request),
            Kind::Fast(settings) => {
                let mut names = San::new(position.clone(), Into::into);
                Ok(run::fast(trace, Chess::from(position), settings, request, &mut names))
            }
        }
    }

    /// Returns the options of the search, for people.
    fn settings(&self, request: &Request, chess: bool) -> String {
        let depth = || format!("depth {}", request.depth);
        let Kind::Row(row) = self.0 else {
            return depth();
        };
        match row.run {
            Run::Windows { .. } | Run::Pseudocode(_) => depth(),
            Run::Quiescence { orders, settings, .. } => {
                let order = (chess && orders).then(|| format!("order {}", request.order));
                let parts = order.into_iter().chain([settings(request)]);
                parts.filter(|part| !part.is_empty()).collect::<Vec<_>>().join(" ")
            }
            Run::Conspiracy => request
                .conspirators
                .map_or_else(|| "deepened".to_owned(), |most| format!("conspirators {most}")),
            Run::Proof(_) | Run::DepthFirstProof => format!("mate in {}", request.depth),
        }
    }
}

impl fmt::Display for Search {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.0 {
            Kind::Row(row) => f.write_str(row.name),
            Kind::Fast(settings) => write!(f, "{FAST}{settings}"),
        }
    }
}

impl FromStr for Search {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        if let Some(settings) = text.strip_prefix(FAST) {
            let settings: Settings = settings.parse().map_err(|error| format!("{error}"))?;
            return Ok(Self(Kind::Fast(settings)));
        }
        let row = ROWS.iter().find(|row| row.name == text);
        row.map(|row| Self(Kind::Row(row))).ok_or_else(|| {
            let names: Vec<&str> = ROWS.iter().map(|row| row.name).collect();
            let names = names.join(", ");
            format!("`{text}` is not a search: write {names}, or fast: and a search of `bcp lab compare`")
        })
    }
}
