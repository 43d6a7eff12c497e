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

/// The file itself, if a path is a symbolic link to it, or to its future place.
pub(super) fn target(path: &Path) -> io::Result<PathBuf> {
    // As many links as Linux follows.
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

/// Where a file is that is in one of some folders.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Found {
    /// A folder of the path below that folder is a link, or the file itself.
    pub links: bool,
    /// A name of the path below that folder begins with `.` or `-`.
    pub hidden: bool,
    /// The path itself is allowed, not only a folder that contains it.
    pub named: bool,
}

/// Finds a file, or the place for it, in a folder or in other folders and files that are allowed. Links are followed
/// before the path is compared with them.
///
/// # Errors
///
/// The place does not exist, or is outside; the inner error is the place without links.
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

/// Returns true if a name is hidden, or is an option to commands of the host.
pub(super) fn is_hidden(name: &OsStr) -> bool {
    matches!(name.as_encoded_bytes(), [b'.' | b'-', ..])
}

/// The path of a file without links, whether it exists or not.
fn place(path: &Path) -> io::Result<PathBuf> {
    match path.file_name() {
        // A link that leads to nothing would be followed when the file is made, so it has to lead to something.
        Some(name) if fs::symlink_metadata(path).is_err() => Ok(fs::canonicalize(folder(path))?.join(name)),
        _ => fs::canonicalize(or_here(path)),
    }
}

/// The current folder, where the path of a folder is empty.
fn or_here(folder: &Path) -> &Path {
    if folder == Path::new("") {
        Path::new(".")
    } else {
        folder
    }
}
