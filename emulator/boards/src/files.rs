//! The reader of the files that a description names.

use std::error::Error;
use std::fmt::Debug;
use std::fs::{self, File};
use std::io::{self, BufRead};
use std::path::Path;
use std::time::Duration;

use crate::come::Come;
use crate::program::Program;

/// Reads the files that a description names.
pub trait Files: Debug + Sync {
    /// Opens a file for reading.
    ///
    /// # Errors
    ///
    /// If it cannot be opened, or must not be; the error does not name it.
    fn open(&self, path: &Path) -> io::Result<File>;

    /// Reads a file.
    ///
    /// # Errors
    ///
    /// If it cannot be read, or must not be; the error does not name it.
    fn contents(&self, path: &Path) -> io::Result<Vec<u8>>;

    /// Waits for characters of the standard input, as long as it takes or for some time; by default, where time is
    /// short, none are there yet.
    ///
    /// # Errors
    ///
    /// If it cannot be read, or the run is to end ([`Interrupted`](io::ErrorKind::Interrupted)).
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

    /// Returns true if a run is to end that waits for a connection.
    fn is_to_end(&self) -> bool {
        false
    }

    /// The linked program in a file of that name; `None` if it is plain bytes.
    ///
    /// # Errors
    ///
    /// If it is not a program that can be loaded; the error names the file.
    fn program(&self, name: &str, bytes: &[u8]) -> Result<Option<Program>, Box<dyn Error + Send + Sync>>;
}

/// Files as the system has them; an image of a memory is its bytes.
#[derive(Debug)]
pub struct Plain;

impl Files for Plain {
    fn open(&self, path: &Path) -> io::Result<File> {
        File::open(path)
    }

    fn contents(&self, path: &Path) -> io::Result<Vec<u8>> {
        fs::read(path)
    }

    fn program(&self, _: &str, _: &[u8]) -> Result<Option<Program>, Box<dyn Error + Send + Sync>> {
        Ok(None)
    }
}
