//! Reading and writing files.

use std::fs;
use std::io::{self, Write};
use std::path::Path;

use anyhow::{Context, Result};
use z8000_asm::{Assembly, Files, Options, assemble, replace_file};

/// Reads a file.
pub(crate) fn read(path: &Path) -> Result<Vec<u8>> {
    fs::read(path).with_context(|| format!("cannot read {}", path.display()))
}

/// Writes a file, the whole of it or nothing.
pub(crate) fn write(path: &Path, contents: &[u8]) -> Result<()> {
    replace_file(path, |out| out.write_all(contents)).with_context(|| format!("cannot write {}", path.display()))
}

/// Assembles a file, with what it includes looked for beside it.
pub(crate) fn assembled(path: &Path, options: &Options) -> Result<Assembly> {
    read(path)?;
    let (files, main) = Files::beside(path);
    assemble(&files, &main, options).map_err(|errors| anyhow::anyhow!("{} does not assemble\n{errors}", path.display()))
}

/// Whether the reader of the output has closed it, which is not a failure.
pub(crate) fn is_broken_pipe(error: &anyhow::Error) -> bool {
    error
        .downcast_ref::<io::Error>()
        .is_some_and(|error| error.kind() == io::ErrorKind::BrokenPipe)
}
