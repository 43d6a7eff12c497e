//! Links from the report to moments of a search, displayed by the page in the browser.

use std::str::FromStr;

use anyhow::{Result, ensure};
use bcp_driver::Program;
use bcp_suite::BUILT_IN;

use crate::results::{IterationRecord, Provenance, Record, sha256};

/// The relative or absolute address of the page in the browser, as the report's links contain it.
#[derive(Debug, Clone)]
pub(crate) struct Page(String);

impl FromStr for Page {
    type Err = &'static str;

    fn from_str(address: &str) -> Result<Self, Self::Err> {
        match address {
            "" => Err("missing page address; specify, for example, index.html"),
            address if address.contains('#') => {
                Err("remove `#` and everything after it, because the report adds its own")
            }
            address => Ok(Self(address.to_owned())),
        }
    }
}

impl Page {
    /// Checks that the moments of a run exist on the page: links contain only numbers of positions and counts of
    /// instructions, and the page has only the built-in positions and the built-in program.
    ///
    /// # Errors
    ///
    /// The run used other positions or another program.
    pub(crate) fn check(&self, run: &Provenance) -> Result<()> {
        let hint = "remove --page to generate the report without links";
        ensure!(
            run.suite == sha256(BUILT_IN.as_bytes()),
            "the results are for positions other than those on the page {}; {hint}",
            self.0
        );
        ensure!(
            run.program == sha256(&Program::built_in()?.image()),
            "the results are for a program other than the one on the page {}; {hint}",
            self.0
        );
        Ok(())
    }

    /// Returns the address of the page without a moment.
    pub(super) fn address(&self) -> &str {
        &self.0
    }

    /// Returns a link to the moment at which a position was solved, or to the beginning of its search if it was not.
    pub(super) fn solution(&self, record: &Record) -> String {
        let number = record.result.number;
        match record.reported().filter(|_| record.result.solved) {
            Some(iteration) => self.end(number, iteration),
            None => format!("{}#position={number}", self.0),
        }
    }

    /// Returns a link to the end of an iteration.
    pub(super) fn end(&self, number: u32, iteration: &IterationRecord) -> String {
        format!("{}#position={number}&instruction={}", self.0, iteration.instructions)
    }
}
