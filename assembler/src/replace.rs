//! Files that are written: the whole of one, or nothing.

use std::fs::{self, File};
use std::io::{self, BufWriter, Write};
use std::path::Path;

/// Writes a file aside, under its name and `.part`, and puts it in place when all of it is on the
/// disk, so that nobody finds half of it. What is there and is no plain file, as `/dev/stdout` or a
/// link, is written to as it is.
///
/// # Errors
///
/// When the path does not end in a name, when `contents` fails, or when the file cannot be written.
/// What stood at the path before is then still there, and nothing beside it.
pub fn replace_file(path: &Path, contents: impl FnOnce(&mut BufWriter<File>) -> io::Result<()>) -> io::Result<()> {
    let known = fs::symlink_metadata(path);
    if known.is_ok_and(|known| !known.is_file()) {
        let mut out = BufWriter::new(File::create(path)?);
        contents(&mut out)?;
        return out.flush();
    }
    let name = path
        .file_name()
        .ok_or_else(|| io::Error::new(io::ErrorKind::InvalidInput, "this is not the name of a file"))?;
    let mut aside = name.to_os_string();
    aside.push(".part");
    let aside = path.with_file_name(aside);
    let written = written(&aside, contents).and_then(|()| fs::rename(&aside, path));
    if written.is_err() {
        // The error that is told is the first one.
        let _ = fs::remove_file(&aside);
    }
    written
}

fn written(path: &Path, contents: impl FnOnce(&mut BufWriter<File>) -> io::Result<()>) -> io::Result<()> {
    let mut out = BufWriter::new(File::create(path)?);
    contents(&mut out)?;
    out.into_inner().map_err(io::IntoInnerError::into_error)?.sync_all()
}

#[cfg(test)]
mod tests {
    use std::path::PathBuf;

    use super::*;

    /// An empty folder of this test run.
    fn folder(name: &str) -> PathBuf {
        let folder = std::env::temp_dir().join(format!("z8000-{name}-{}", std::process::id()));
        let _ = fs::remove_dir_all(&folder);
        fs::create_dir_all(&folder).expect("a folder");
        folder
    }

    fn names(folder: &Path) -> Vec<String> {
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
        let folder = folder("replace");
        let path = folder.join("out.bin");
        for text in ["first", "and the second"] {
            replace_file(&path, |out| out.write_all(text.as_bytes())).expect("written");
            assert_eq!(fs::read_to_string(&path).expect("the file"), text);
        }
        let failed = replace_file(&path, |out| {
            out.write_all(b"half")?;
            Err(io::Error::other("the rest is missing"))
        });
        assert_eq!(failed.expect_err("it fails").to_string(), "the rest is missing");
        assert_eq!(fs::read_to_string(&path).expect("the file"), "and the second");
        assert_eq!(names(&folder), ["out.bin"]);
        fs::remove_dir_all(&folder).expect("the folder goes");
    }

    #[test]
    fn a_path_without_a_name_and_a_folder_are_errors() {
        let folder = folder("no-name");
        for path in [Path::new(".."), &folder, &folder.join("missing").join("file")] {
            assert!(replace_file(path, |out| out.write_all(b"x")).is_err(), "{path:?}");
        }
        assert_eq!(names(&folder), [""; 0]);
        fs::remove_dir_all(&folder).expect("the folder goes");
    }

    #[cfg(unix)]
    #[test]
    fn a_link_stays_a_link() {
        let folder = folder("link");
        let (file, link) = (folder.join("file"), folder.join("link"));
        fs::write(&file, "old").expect("a file");
        std::os::unix::fs::symlink(&file, &link).expect("a link");
        replace_file(&link, |out| out.write_all(b"new")).expect("written");
        assert!(link.is_symlink());
        assert_eq!(fs::read_to_string(&file).expect("the file"), "new");
        fs::remove_dir_all(&folder).expect("the folder goes");
    }
}
