//! Reading files.

use std::fs;
use std::path::Path;

use anyhow::{Context, Result};
use z8000_asm::{Assembly, Files, Options, assemble};

/// Reads a file.
pub(crate) fn read(path: &Path) -> Result<Vec<u8>> {
    fs::read(path).with_context(|| format!("cannot read {}", path.display()))
}

/// Assembles a file, with what it includes looked for beside it.
pub(crate) fn assembled(path: &Path, options: &Options) -> Result<Assembly> {
    read(path)?;
    let (files, main) = Files::beside(path);
    assemble(&files, &main, options).map_err(|errors| anyhow::anyhow!("{} does not assemble\n{errors}", path.display()))
}
