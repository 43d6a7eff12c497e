//! The folders in which an origin may name files.

use std::ffi::OsStr;
use std::fs;
use std::io;
use std::path::{Path, PathBuf};

/// Returns the folder that contains a file; `.` for a name without a folder.
pub fn folder(path: &Path) -> &Path {
    let folder = path.parent().filter(|folder| *folder != Path::new(""));
    folder.unwrap_or(Path::new("."))
}

/// Returns the path itself, or where it leads if it is a symbolic link to a file or to a file's future place.
pub(super) fn target(path: &Path) -> io::Result<PathBuf> {
    // The maximum number of links followed, as on Linux.
    const LINKS: usize = 40;
    let mut path = path.to_owned();
    for _ in 0..LINKS {
        if path.file_name().is_none() {
            let message = "not a valid file name";
            return Err(io::Error::new(io::ErrorKind::InvalidInput, message));
        }
        match fs::read_link(&path) {
            Ok(next) => path = folder(&path).join(next),
            Err(_) => return Ok(path),
        }
    }
    Err(io::Error::other("too many symbolic links"))
}

/// The result of resolving a path that stays within permitted folders.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Found {
    /// True if the file, or a folder on the path below the permitted folder, is a symbolic link.
    pub links: bool,
    /// True if a name on the path below the permitted folder begins with `.` or `-`.
    pub hidden: bool,
    /// True if the path itself is permitted, not only a folder that contains it.
    pub named: bool,
}

/// Finds a file, or its future place, in a folder or among other permitted folders and files. Links are followed before
/// the path is compared with these.
///
/// # Errors
///
/// The place does not exist, or is outside; in the latter case, the inner error is the place without links.
pub fn within(own: &Path, allowed: &[PathBuf], path: &Path) -> io::Result<Result<Found, PathBuf>> {
    let place = place(path)?;
    let allowed = allowed.iter().filter_map(|path| self::place(path).ok());
    let roots = fs::canonicalize(or_here(own)).into_iter().chain(allowed);
    let roots: Vec<_> = roots.filter(|root| place.starts_with(root)).collect();
    let Some(root) = roots.first() else {
        return Ok(Err(place));
    };
    let named = roots.contains(&place);
    let below = place.strip_prefix(root).unwrap_or(&place);
    let names = below.components().map(|name| name.as_os_str()).chain(place.file_name());
    let mut parts = path.ancestors().filter(|part| *part != Path::new(""));
    let is_below = |part: &Path| self::place(folder(part)).is_ok_and(|folder| folder.starts_with(root));
    Ok(Ok(Found {
        hidden: names.into_iter().any(is_hidden),
        links: parts.any(|part| part.is_symlink() && (named || is_below(part))),
        named,
    }))
}

/// Returns true if a name is hidden, or could be an option of a command.
pub(super) fn is_hidden(name: &OsStr) -> bool {
    matches!(name.as_encoded_bytes(), [b'.' | b'-', ..])
}

/// Returns the path of a file without links, whether or not it exists.
fn place(path: &Path) -> io::Result<PathBuf> {
    match path.file_name() {
        // A link that leads nowhere would be followed when the file is created, so it must have a target.
        Some(name) if fs::symlink_metadata(path).is_err() => Ok(fs::canonicalize(folder(path))?.join(name)),
        _ => fs::canonicalize(or_here(path)),
    }
}

/// Returns the current folder for an empty path.
fn or_here(folder: &Path) -> &Path {
    if folder == Path::new("") {
        Path::new(".")
    } else {
        folder
    }
}
