//! Changes to files and folders other than their contents.

use std::fs::{self, File, OpenOptions};
use std::io;
use std::path::Path;
use std::time::SystemTime;

use super::known::{Named, check, check_no_input, check_writable, is_output};
use super::place::folder;
use crate::text::plain;

/// Locks the folder of a file, where the system can, until the returned value is dropped: two processes that read a
/// file and then replace it take turns.
pub fn alone(path: &Path) -> Option<impl Drop + use<>> {
    struct Folder(#[allow(dead_code, reason = "it is closed when it is dropped")] File);
    impl Drop for Folder {
        fn drop(&mut self) {
            let _ = self.0.unlock();
        }
    }
    let folder = File::open(folder(path)).ok()?;
    folder.lock().ok()?;
    Some(Folder(folder))
}

/// Creates a folder, and the folders that contain it if they do not exist.
///
/// # Errors
///
/// The system refuses it.
pub fn make_folder(path: &Path) -> io::Result<()> {
    fs::create_dir_all(path).map_err(plain)
}

/// Removes a file.
///
/// # Errors
///
/// The rules of its origin, or the system, refuse it.
pub fn remove(named: Named<'_>) -> io::Result<()> {
    check(named)?;
    fs::remove_file(named.path).map_err(plain)
}

/// Removes an output after an error, so that make does not use that of an earlier run: if it was registered, is no
/// input, and is a regular file that is not write-protected and that the user may write.
pub fn remove_output(path: &Path) {
    let is_file = fs::symlink_metadata(path).is_ok_and(|about| about.is_file());
    let is_writable = || check_writable(path).is_ok() && OpenOptions::new().write(true).open(path).is_ok();
    if is_file && is_output(path) && check_no_input(path).is_ok() && is_writable() {
        // If the file cannot be removed, only the error that led here is reported.
        let _ = fs::remove_file(path);
    }
}

/// Renames a file; the new name must be free.
///
/// # Errors
///
/// The rules of the origin refuse a name, or the system refuses to rename the file.
pub fn rename(from: Named<'_>, to: Named<'_>) -> io::Result<()> {
    check(to)?;
    if to.path.symlink_metadata().is_ok() {
        return Err(io::ErrorKind::AlreadyExists.into());
    }
    fs::rename(from.path, to.path).map_err(plain)
}

/// Protects a file from being written, or removes the protection.
///
/// # Errors
///
/// The system refuses it.
pub fn set_read_only(path: &Path, read_only: bool) -> io::Result<()> {
    let mut rights = path.symlink_metadata()?.permissions();
    #[cfg(unix)]
    {
        use std::os::unix::fs::PermissionsExt;
        let mode = rights.mode();
        rights.set_mode(if read_only { mode & !0o222 } else { mode | 0o200 });
    }
    #[cfg(not(unix))]
    rights.set_readonly(read_only);
    fs::set_permissions(path, rights).map_err(plain)
}

/// Lets everyone who can read a file execute it. Has no effect on anything but a regular file, and on systems other
/// than Unix.
///
/// # Errors
///
/// The system refuses it.
pub fn make_executable(path: &Path) -> io::Result<()> {
    let about = path.metadata().map_err(plain)?;
    #[cfg(unix)]
    if about.is_file() {
        use std::os::unix::fs::PermissionsExt;
        let mut rights = about.permissions();
        rights.set_mode(rights.mode() | (rights.mode() & 0o444) >> 2);
        fs::set_permissions(path, rights).map_err(plain)?;
    }
    #[cfg(not(unix))]
    let _ = about;
    Ok(())
}

/// Sets the modification time of a file.
///
/// # Errors
///
/// The system refuses it.
pub fn set_modified(path: &Path, time: SystemTime) -> io::Result<()> {
    File::options()
        .write(true)
        .open(path)
        .and_then(|file| file.set_modified(time))
        .map_err(plain)
}
