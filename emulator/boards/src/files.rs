//! Services of the host: reading programs in memory images, and standard input.

use std::error::Error;
use std::fmt::Debug;
use std::io::{self, BufRead};
use std::time::Duration;

use crate::come::Come;
use crate::program::Program;

/// Host services: reads programs in memory images, and standard input.
pub trait Files: Debug + Sync {
    /// Waits for characters from standard input, for at most `patience` or, if it is `None`, without a time limit. By
    /// default, a wait with a time limit returns [`Come::Later`] immediately.
    ///
    /// # Errors
    ///
    /// Standard input cannot be read, or the run is to end ([`Interrupted`](io::ErrorKind::Interrupted)).
    fn input(&self, patience: Option<Duration>) -> io::Result<Come> {
        if patience.is_some() {
            return Ok(Come::Later);
        }
        let mut input = io::stdin().lock();
        let come = input.fill_buf()?.to_vec();
        input.consume(come.len());
        Ok(if come.is_empty() {
            Come::Never
        } else {
            Come::Characters(come)
        })
    }

    /// Returns true if a run that is waiting for a connection must end. Default: false.
    fn is_to_end(&self) -> bool {
        false
    }

    /// Tells the user that a serial port waits for a client, or that a client has connected or disconnected. Default:
    /// does nothing.
    fn tell(&self, what: &str) {
        let _ = what;
    }

    /// Returns the linked program in a file with this name and these contents, or `None` if the file contains raw
    /// bytes.
    ///
    /// # Errors
    ///
    /// The file is not a program that can be loaded; the error contains its name.
    fn program(&self, name: &str, bytes: &[u8]) -> Result<Option<Program>, Box<dyn Error + Send + Sync>>;
}

/// Reads standard input directly; a memory image consists of raw bytes.
#[derive(Debug)]
pub struct Plain;

impl Files for Plain {
    fn program(&self, _: &str, _: &[u8]) -> Result<Option<Program>, Box<dyn Error + Send + Sync>> {
        Ok(None)
    }
}
