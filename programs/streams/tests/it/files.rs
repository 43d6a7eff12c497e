//! Files that are replaced in whole, or made once.

use std::fs;
use std::io;
use std::path::Path;

use streams::{create, replace};
use tempfile::TempDir;

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
fn a_file_that_is_there_is_not_made() {
    let folder = TempDir::new().expect("a folder");
    let path = folder.path().join("file");
    create(&path, b"one").expect("written");
    let error = create(&path, b"two").expect_err("it is there");
    assert_eq!(error.kind(), io::ErrorKind::AlreadyExists);
    assert_eq!(fs::read_to_string(&path).expect("the file"), "one");
    assert_eq!(names(&folder), ["file"]);
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
    // Behind a link, too, the file is replaced in whole or not at all.
    let failed = replace(&link, |out| {
        out.write_all(b"half")?;
        Err(io::Error::other("the rest is missing"))
    });
    assert!(failed.is_err());
    assert_eq!(fs::read_to_string(&file).expect("the file"), "new");
    // A link to where nothing is yet, from another folder.
    let nowhere = folder.path().join("nowhere");
    fs::create_dir(folder.path().join("in")).expect("a folder");
    symlink("../later", folder.path().join("in/link")).expect("a link");
    symlink("in/link", &nowhere).expect("a link");
    replace(&nowhere, |out| out.write_all(b"later")).expect("written");
    assert_eq!(
        fs::read_to_string(folder.path().join("later")).expect("the file"),
        "later"
    );
    let circle = folder.path().join("circle");
    symlink("circle", &circle).expect("a link");
    assert!(replace(&circle, |out| out.write_all(b"x")).is_err());

    let mode = |path: &Path| fs::metadata(path).expect("a file").permissions().mode() & 0o777;
    let fresh = folder.path().join("fresh");
    replace(&fresh, |out| out.write_all(b"x")).expect("written");
    assert_eq!(mode(&fresh), mode(&file), "a new file has the rights of any new file");
    fs::set_permissions(&fresh, fs::Permissions::from_mode(0o640)).expect("rights");
    replace(&fresh, |out| out.write_all(b"y")).expect("written");
    assert_eq!(mode(&fresh), 0o640);
}

#[cfg(unix)]
#[test]
fn other_names_of_a_file_stay_its_names() {
    let folder = TempDir::new().expect("a folder");
    let (one, other) = (folder.path().join("one"), folder.path().join("other"));
    fs::write(&one, "a long text that was there").expect("a file");
    fs::hard_link(&one, &other).expect("a link");
    replace(&one, |out| out.write_all(b"short")).expect("written");
    for path in [&one, &other] {
        assert_eq!(fs::read_to_string(path).expect("the file"), "short");
    }
    assert_eq!(names(&folder), ["one", "other"]);
}
