//! Reading and writing files.

use std::fs;
use std::io;
use std::path::Path;

use anyhow::{Context, Result};
use z8000_asm::{Assembly, Files, Options, assemble};

/// Reads a file.
pub(crate) fn read(path: &Path) -> Result<Vec<u8>> {
    fs::read(path).with_context(|| format!("cannot read {}", path.display()))
}

/// Writes a file aside and puts it in place when it is complete. What is there and is no plain
/// file, as `/dev/stdout`, is written to as it is.
pub(crate) fn write(path: &Path, contents: &[u8]) -> Result<()> {
    if fs::metadata(path).is_ok_and(|known| !known.is_file()) || path.is_symlink() {
        return fs::write(path, contents)
            .with_context(|| format!("cannot write {}", path.display()));
    }
    let name = path
        .file_name()
        .with_context(|| format!("{} is not the name of a file", path.display()))?;
    let mut aside = name.to_os_string();
    aside.push(".part");
    let aside = path.with_file_name(aside);
    fs::write(&aside, contents)
        .and_then(|()| fs::rename(&aside, path))
        .with_context(|| {
            let _ = fs::remove_file(&aside);
            format!("cannot write {}", path.display())
        })
}

/// Assembles a file, with what it includes looked for beside it.
pub(crate) fn assembled(path: &Path, options: &Options) -> Result<Assembly> {
    read(path)?;
    let (files, main) = Files::beside(path);
    assemble(&files, &main, options)
        .map_err(|errors| anyhow::anyhow!("{} does not assemble\n{errors}", path.display()))
}

/// Whether the reader of our output has gone, which is no fault.
pub(crate) fn is_broken_pipe(error: &anyhow::Error) -> bool {
    error
        .downcast_ref::<io::Error>()
        .is_some_and(|error| error.kind() == io::ErrorKind::BrokenPipe)
}
