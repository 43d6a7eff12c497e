//! Atomic file replacement.

use std::fs::{self, File};
use std::io::{self, BufWriter, Write};
use std::path::Path;

use anyhow::{Context, Result, ensure};
use tempfile::Builder;

/// Writes a file, the whole of it or nothing; see [`replace`].
///
/// # Errors
///
/// Those of [`replace`], with the name of the file.
pub fn write(path: &Path, contents: &[u8]) -> Result<()> {
    replace(path, |out| out.write_all(contents)).with_context(|| format!("cannot write {}", path.display()))
}

/// Writes a file that can be made again from others, as a compiler's: the whole of it or nothing, but without waiting
/// for the disk. After a failure of power, it may have to be made again.
///
/// # Errors
///
/// Those of [`replace`], with the name of the file.
pub fn make(path: &Path, contents: &[u8]) -> Result<()> {
    let made = put(path, false, |out| out.write_all(contents));
    made.with_context(|| format!("cannot write {}", path.display()))
}

/// Checks that a file can be written to a place, before hours are spent on what it will hold.
///
/// # Errors
///
/// It is a folder, or the folder for it does not exist.
pub fn check(path: &Path) -> Result<()> {
    let reason = "no such folder, or a folder itself";
    let possible = folder(path).is_dir() && !path.is_dir();
    ensure!(possible, "cannot write {}: {reason}", path.display());
    Ok(())
}

/// The folder of a file.
fn folder(path: &Path) -> &Path {
    let folder = path.parent().filter(|folder| *folder != Path::new(""));
    folder.unwrap_or(Path::new("."))
}

/// Writes a file aside, under a name that nobody else has, and renames it when all of it is on the disk: nobody finds
/// half of it. What exists and is not a plain file, as `/dev/stdout` or a link, is written to as it is.
///
/// # Errors
///
/// The path does not end in a name, `contents` fails, or the file cannot be written. What stood at the path before is
/// then still there, and nothing beside it.
pub fn replace(path: &Path, contents: impl FnOnce(&mut dyn Write) -> io::Result<()>) -> io::Result<()> {
    put(path, true, contents)
}

/// Replaces a file; if it has to last, waits until it is on the disk.
fn put(path: &Path, lasting: bool, contents: impl FnOnce(&mut dyn Write) -> io::Result<()>) -> io::Result<()> {
    let known = fs::symlink_metadata(path);
    if known.as_ref().is_ok_and(|known| !known.is_file()) {
        let mut out = BufWriter::new(File::create(path)?);
        contents(&mut out)?;
        return out.flush();
    }
    if path.file_name().is_none() {
        return Err(io::Error::new(
            io::ErrorKind::InvalidInput,
            "this is not the name of a file",
        ));
    }
    let mut aside = BufWriter::new(builder(known.ok()).tempfile_in(folder(path)).map_err(without_path)?);
    contents(&mut aside).map_err(without_path)?;
    let aside = aside.into_inner().map_err(|error| without_path(error.into_error()))?;
    if lasting {
        aside.as_file().sync_all()?;
    }
    aside.persist(path).map_err(|error| error.error)?;
    Ok(())
}

/// An error of the system without the path of the temporary file, which means nothing to a reader.
fn without_path(error: io::Error) -> io::Error {
    match error.to_string().split_once(" at path ") {
        Some((reason, _)) => io::Error::new(error.kind(), reason),
        None => error,
    }
}

/// Makes files with the rights of the one that is replaced, or those of any new file.
fn builder(known: Option<fs::Metadata>) -> Builder<'static, 'static> {
    #[cfg_attr(not(unix), expect(unused_mut, reason = "rights are those of Unix"))]
    let mut builder = Builder::new();
    #[cfg(unix)]
    {
        use std::os::unix::fs::PermissionsExt;
        builder.permissions(known.map_or_else(|| fs::Permissions::from_mode(0o666), |known| known.permissions()));
    }
    #[cfg(not(unix))]
    drop(known);
    builder
}

#[cfg(test)]
mod tests {
    use tempfile::TempDir;

    use super::*;

    fn names(folder: &TempDir) -> Vec<String> {
        let entries = fs::read_dir(folder).expect("the folder");
        let name = |entry: io::Result<fs::DirEntry>| entry.expect("an entry").file_name();
        let mut names: Vec<String> = entries
            .map(|entry| name(entry).to_string_lossy().into_owned())
            .collect();
        names.sort();
        names
    }

    #[test]
    fn a_file_is_replaced_in_whole_or_not_at_all() {
        let folder = TempDir::new().expect("a folder");
        // Another program's file of the same kind is left alone.
        let other = folder.path().join("out.bin.part");
        fs::write(&other, "not ours").expect("a file");
        let path = folder.path().join("out.bin");
        for text in ["first", "and the second"] {
            replace(&path, |out| out.write_all(text.as_bytes())).expect("written");
            assert_eq!(fs::read_to_string(&path).expect("the file"), text);
        }
        let failed = replace(&path, |out| {
            out.write_all(b"half")?;
            Err(io::Error::other("the rest is missing"))
        });
        assert_eq!(failed.expect_err("it fails").to_string(), "the rest is missing");
        assert_eq!(fs::read_to_string(&path).expect("the file"), "and the second");
        assert_eq!(fs::read_to_string(&other).expect("the other file"), "not ours");
        assert_eq!(names(&folder), ["out.bin", "out.bin.part"]);
    }

    #[test]
    fn a_path_without_a_name_and_a_folder_are_errors() {
        let folder = TempDir::new().expect("a folder");
        let missing = folder.path().join("missing").join("file");
        for path in [Path::new(".."), folder.path(), &missing] {
            assert!(replace(path, |out| out.write_all(b"x")).is_err(), "{path:?}");
        }
        assert_eq!(names(&folder), [""; 0]);
    }

    #[cfg(unix)]
    #[test]
    fn a_link_stays_a_link_and_rights_stay() {
        use std::os::unix::fs::{PermissionsExt, symlink};

        let folder = TempDir::new().expect("a folder");
        let (file, link) = (folder.path().join("file"), folder.path().join("link"));
        fs::write(&file, "old").expect("a file");
        symlink(&file, &link).expect("a link");
        replace(&link, |out| out.write_all(b"new")).expect("written");
        assert!(link.is_symlink());
        assert_eq!(fs::read_to_string(&file).expect("the file"), "new");

        let mode = |path: &Path| fs::metadata(path).expect("a file").permissions().mode() & 0o777;
        let fresh = folder.path().join("fresh");
        replace(&fresh, |out| out.write_all(b"x")).expect("written");
        assert_eq!(mode(&fresh), mode(&file), "a new file has the rights of any new file");
        fs::set_permissions(&fresh, fs::Permissions::from_mode(0o640)).expect("rights");
        replace(&fresh, |out| out.write_all(b"y")).expect("written");
        assert_eq!(mode(&fresh), 0o640);
    }
}
