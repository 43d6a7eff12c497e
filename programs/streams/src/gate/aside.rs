//! Temporary files in which new contents are written before they replace a file.
//!
//! A process that is killed leaves its temporary file behind. Its name, such as `.out.bin.z8000-1.part`, follows from
//! the name of the target file. The next process that writes the same file removes it.

use std::ffi::OsStr;
use std::fs::{self, File, TryLockError};
use std::io::{self, ErrorKind};
use std::path::Path;

use tempfile::{Builder, NamedTempFile};

use super::known::check_no_input;
use super::place::folder;
use crate::text::plain;

/// The maximum number of bytes of a file's name that its temporary files' names contain: file systems allow some 255.
const NAME: usize = 200;

/// The maximum number of temporary files for one file.
const MOST: usize = 10_000;

/// Creates a temporary file next to another one, with the permissions of the file that it will replace, or those of a
/// new file. It is locked until it is closed, and has the first number that no other process uses.
pub(super) fn aside(path: &Path, known: Option<&fs::Metadata>) -> io::Result<NamedTempFile> {
    let folder = folder(path);
    let name = shortened(path.file_name().unwrap_or_default());
    for number in 1..=MOST {
        let name = format!(".{name}.z8000-{number}.part");
        remove_abandoned(&folder.join(&name));
        let mut builder = Builder::new();
        builder.prefix(&name).rand_bytes(0);
        #[cfg(unix)]
        builder.permissions(std::os::unix::fs::PermissionsExt::from_mode(0o666));
        match builder.tempfile_in(folder) {
            Ok(aside) if is_locked(aside.as_file(), aside.path()) => {
                // The umask applies only to new files.
                #[cfg(unix)]
                known.map_or(Ok(()), |known| aside.as_file().set_permissions(known.permissions()))?;
                #[cfg(not(unix))]
                let _ = known;
                return Ok(aside);
            }
            // Another process removes the file: the name no longer belongs to us.
            Ok(aside) => drop(aside.keep()),
            Err(error) if error.kind() == ErrorKind::AlreadyExists => {}
            Err(error) => return Err(plain(error)),
        }
    }
    Err(io::Error::other("too many processes write this file"))
}

/// Returns a file's name as it appears in the names of its temporary files.
fn shortened(name: &OsStr) -> String {
    // Each byte that is not UTF-8 becomes three bytes.
    let name = name.to_string_lossy();
    let most = if name.len() <= NAME { NAME } else { NAME / 4 };
    name.chars().take(most).collect()
}

/// Removes the temporary file that a killed process has left. A failure is ignored.
fn remove_abandoned(path: &Path) {
    let is_file = fs::symlink_metadata(path).is_ok_and(|known| known.is_file());
    // The lock also shows that no process on another machine is writing the file.
    if is_file
        && check_no_input(path).is_ok()
        && let Ok(file) = File::open(path)
        && file.try_lock().is_ok()
        && is_at(&file, path)
    {
        let _ = fs::remove_file(path);
    }
}

/// Locks a new file. Returns false if another process has locked it first, to remove it. If the file system has no
/// locks, the file counts as locked.
fn is_locked(file: &File, path: &Path) -> bool {
    !matches!(file.try_lock(), Err(TryLockError::WouldBlock)) && is_at(file, path)
}

/// Returns true if a path still leads to the file that was opened there.
#[cfg(unix)]
fn is_at(file: &File, path: &Path) -> bool {
    use std::os::unix::fs::MetadataExt;
    let place = |known: fs::Metadata| (known.dev(), known.ino());
    let opened = file.metadata().map(place).ok();
    opened.is_some() && opened == fs::symlink_metadata(path).map(place).ok()
}

#[cfg(not(unix))]
fn is_at(_: &File, path: &Path) -> bool {
    path.exists()
}
