//! Replacing files atomically.

use std::fs::{self, File, OpenOptions};
use std::io::{self, BufWriter, Seek, Write};
use std::path::Path;

use tempfile::NamedTempFile;

use super::aside::aside;
use super::known::{Named, check};
use super::place::target;
use super::read::waited;
use crate::text::plain;

/// Writes a temporary file beside the target, and gives it the target's name once it is completely on disk: no reader
/// sees half a file. Permissions, owner and links are preserved: if the path is a symbolic link, the file that it
/// refers to is replaced, and a file that has several names or another owner is overwritten in place. Anything that is
/// not a regular file, such as `/dev/stdout`, is written directly.
///
/// # Errors
///
/// The rules of the path's origin refuse it, it does not end in a name, `contents` fails, or the file cannot be written. In
/// these cases, the previous file still exists, and no temporary file is left. Only a file that had to be overwritten
/// in place can be damaged; the error then names the temporary file that has the complete contents.
pub fn replace<'p>(
    named: impl Into<Named<'p>>,
    contents: impl FnOnce(&mut dyn Write) -> io::Result<()>,
) -> io::Result<()> {
    put(named.into(), true, contents)
}

/// Writes a file that can be generated again, such as a compiler's output: completely or not at all, but without
/// waiting for the disk. After a power failure, the file may have to be generated again.
///
/// # Errors
///
/// The same as for [`replace`].
pub fn make<'p>(named: impl Into<Named<'p>>, contents: &[u8]) -> io::Result<()> {
    put(named.into(), false, |out| out.write_all(contents))
}

/// Replaces a file. If `lasting` is true, waits until it is on disk.
fn put(named: Named<'_>, lasting: bool, contents: impl FnOnce(&mut dyn Write) -> io::Result<()>) -> io::Result<()> {
    let (path, known) = (named.path, check(named)?);
    if known.as_ref().is_some_and(|known| !known.is_file()) {
        let mut out = BufWriter::new(waited(path, |path| File::create(path))?);
        let written = contents(&mut out).and_then(|()| out.flush());
        return written.map_err(|error| match error.kind() {
            // The shell's pipes, which a reader may leave, have names such as /dev/stdout, which are links.
            io::ErrorKind::BrokenPipe if !path.is_symlink() => io::Error::other("its reader has closed the pipe"),
            _ => plain(error),
        });
    }
    let path = &target(path)?;
    let mut aside = BufWriter::new(aside(path, known.as_ref())?);
    contents(&mut aside).map_err(plain)?;
    let aside = aside.into_inner().map_err(|error| plain(error.into_error()))?;
    if lasting {
        aside.as_file().sync_all().map_err(plain)?;
    }
    match known {
        Some(known) if is_bound(&known, &aside.as_file().metadata()?) => write_over(path, aside, lasting),
        _ => aside.persist(path).map(drop).map_err(|error| plain(error.error)),
    }
}

/// Returns true if a file cannot be replaced by a new one, because it has other names or another owner, which the new
/// one would not have.
#[cfg(unix)]
fn is_bound(known: &fs::Metadata, new: &fs::Metadata) -> bool {
    use std::os::unix::fs::MetadataExt;
    known.nlink() > 1 || (known.uid(), known.gid()) != (new.uid(), new.gid())
}

#[cfg(not(unix))]
fn is_bound(_: &fs::Metadata, _: &fs::Metadata) -> bool {
    false
}

/// Overwrites a file with a temporary file. If that fails halfway, the temporary file is kept.
fn write_over(path: &Path, mut aside: NamedTempFile, lasting: bool) -> io::Result<()> {
    let mut out = OpenOptions::new().write(true).open(path).map_err(plain)?;
    let mut copy = || {
        aside.rewind()?;
        // First written, then truncated, so that disk space already allocated is not lost.
        let length = io::copy(aside.as_file_mut(), &mut out)?;
        out.set_len(length)?;
        if lasting { out.sync_all() } else { Ok(()) }
    };
    let Err(error) = copy() else {
        return Ok(());
    };
    let kind = error.kind();
    let (_, kept) = aside.keep().map_err(|error| error.error)?;
    let message = format!("{}; the complete output is in {}", plain(error), kept.display());
    Err(io::Error::new(kind, message))
}
