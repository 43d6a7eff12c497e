//! Files that are replaced completely, or generated.

use std::fs;
use std::io::{self, Write as _};
use std::path::Path;

use streams::gate::{self, Shared};
use streams::{check_writable, make, replace};
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
    // Another program's temporary file is not touched.
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
    // A file is replaced completely or not at all through a link, too.
    let failed = replace(&link, |out| {
        out.write_all(b"half")?;
        Err(io::Error::other("the rest is missing"))
    });
    assert!(failed.is_err());
    assert_eq!(fs::read_to_string(&file).expect("the file"), "new");
    // A link from another folder to a file that does not exist yet.
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

#[test]
fn what_a_killed_process_has_left_is_removed() {
    let folder = TempDir::new().expect("a folder");
    let put = |name: &str| fs::write(folder.path().join(name), "half").expect("a file");
    put(".out.bin.z8000-1.part");
    // Files of other programs, and temporary files of other targets.
    let others = [
        ".out.bin.1.part",
        ".out.bin.part",
        ".out.bin.z8000-1",
        ".out.z8000-1.part",
        "out.bin.z8000-1.part",
    ];
    others.iter().for_each(|name| put(name));
    replace(&folder.path().join("out.bin"), |out| {
        assert!(names(&folder).contains(&".out.bin.z8000-1.part".to_owned()));
        out.write_all(b"x")
    })
    .expect("written");
    let mut expected = others.to_vec();
    expected.push("out.bin");
    expected.sort_unstable();
    assert_eq!(names(&folder), expected);
}

#[test]
fn files_that_others_write_are_not_removed() {
    let folder = TempDir::new().expect("a folder");
    let path = folder.path().join("out.bin");
    let lives = folder.path().join(".out.bin.z8000-1.part");
    fs::write(&lives, "half").expect("a file");
    let locked = fs::File::open(&lives).expect("the file");
    locked.lock().expect("a lock");
    replace(&path, |out| {
        // Another write, while the second is in progress.
        make(&path, b"third")?;
        out.write_all(b"second")
    })
    .expect("written");
    assert_eq!(names(&folder), [".out.bin.z8000-1.part", "out.bin"]);
    assert_eq!(fs::read_to_string(&lives).expect("the file"), "half");
    assert_eq!(fs::read_to_string(&path).expect("the file"), "second");
}

/// Each writer finds temporary files of the others, some of which are just being renamed.
#[test]
fn many_write_one_file() {
    let folder = TempDir::new().expect("a folder");
    let path = folder.path().join("out.bin");
    std::thread::scope(|scope| {
        for writer in 0..8_u8 {
            let path = &path;
            scope.spawn(move || {
                for _ in 0..100 {
                    make(path, &[writer; 3000]).expect("written");
                }
            });
        }
    });
    let bytes = fs::read(&path).expect("the file");
    assert_eq!(bytes, [bytes[0]; 3000]);
    assert_eq!(names(&folder), ["out.bin"]);
}

#[cfg(unix)]
#[test]
fn links_of_such_names_are_left_alone() {
    let folder = TempDir::new().expect("a folder");
    let (path, link) = (
        folder.path().join("out.bin"),
        folder.path().join(".out.bin.z8000-1.part"),
    );
    fs::write(folder.path().join("other"), "other").expect("a file");
    std::os::unix::fs::symlink("other", &link).expect("a link");
    make(&path, b"x").expect("written");
    assert!(link.is_symlink());
    assert_eq!(
        fs::read_to_string(folder.path().join("other")).expect("the file"),
        "other"
    );
}

/// A protected file is not even replaced by root, who may write everything.
#[test]
fn a_protected_file_is_not_replaced() {
    let folder = TempDir::new().expect("a folder");
    let path = folder.path().join("file");
    fs::write(&path, "old").expect("a file");
    let rights = |readonly| {
        let mut rights = fs::metadata(&path).expect("a file").permissions();
        rights.set_readonly(readonly);
        fs::set_permissions(&path, rights).expect("rights");
    };
    rights(true);
    #[cfg_attr(not(unix), expect(unused_mut, reason = "a link needs a right there"))]
    let mut paths = vec![path.clone()];
    #[cfg(unix)]
    {
        paths.push(folder.path().join("link"));
        std::os::unix::fs::symlink("file", &paths[1]).expect("a link");
    }
    for path in &paths {
        let refused = [
            check_writable(path),
            make(path, b"new"),
            replace(path, |out| out.write_all(b"new")),
        ];
        for refused in refused {
            let error = refused.expect_err("it is protected");
            assert_eq!(error.kind(), io::ErrorKind::PermissionDenied);
            assert!(error.to_string().starts_with("it is write-protected"), "{error}");
        }
    }
    assert_eq!(fs::read_to_string(&path).expect("the file"), "old");
    assert_eq!(names(&folder).len(), paths.len());
    rights(false);
    make(&path, b"new").expect("written");
    assert_eq!(fs::read_to_string(&path).expect("the file"), "new");
}

#[cfg(unix)]
#[test]
fn long_names_need_not_be_utf_8() {
    use std::os::unix::ffi::OsStrExt;
    let folder = TempDir::new().expect("a folder");
    for length in [80, 150, 240] {
        let name = vec![0xE4; length];
        let path = folder.path().join(std::ffi::OsStr::from_bytes(&name));
        replace(&path, |out| out.write_all(b"new")).unwrap_or_else(|error| panic!("{length}: {error}"));
        assert_eq!(fs::read(&path).expect("the file"), b"new");
    }
}

#[test]
fn errors_have_no_numbers() {
    let folder = TempDir::new().expect("a folder");
    let missing = folder.path().join("missing/file");
    let errors = [
        make(&missing, b"x").expect_err("no folder"),
        streams::contents(&missing).expect_err("no file"),
    ];
    for error in errors {
        assert_eq!(error.kind(), io::ErrorKind::NotFound);
        assert!(!error.to_string().contains("os error"), "{error}");
        assert!(!error.to_string().contains(".part"), "{error}");
    }
    for (text, plain) in [
        ("no room (os error 28)", "no room"),
        ("a: b (os error 2); c (os error 13).", "a: b; c."),
        ("see (os error x)", "see (os error x)"),
        ("(os error 2)", "(os error 2)"),
    ] {
        assert_eq!(streams::without_numbers(text), plain);
    }
}

/// Linux creates no files in /proc, and reports that they do not exist.
#[cfg(target_os = "linux")]
#[test]
fn a_folder_that_takes_no_files_is_named_as_the_reason() {
    let error = make(Path::new("/proc/z8000"), b"x").expect_err("no place for files");
    assert_eq!(error.kind(), io::ErrorKind::NotFound, "{error}");
}

/// File systems allow names of up to 255 bytes.
#[test]
fn a_temporary_file_has_the_name_of_its_target_or_the_beginning_of_a_long_one() {
    let folder = TempDir::new().expect("a folder");
    for (length, kept) in [(1, 1), (200, 200), (201, 50), (255, 50)] {
        let name = "n".repeat(length);
        replace(&folder.path().join(&name), |out| {
            let expected = format!(".{}.z8000-1.part", "n".repeat(kept));
            assert!(names(&folder).contains(&expected), "{length}: {:?}", names(&folder));
            out.write_all(b"x")
        })
        .expect("written");
    }
}

#[cfg(unix)]
#[test]
fn what_is_no_regular_file_is_written_as_it_is() {
    use std::io::Read;
    use std::os::fd::AsRawFd;
    let (mut reader, writer) = std::io::pipe().expect("a pipe");
    let path = std::path::PathBuf::from(format!("/dev/fd/{}", writer.as_raw_fd()));
    make(&path, b"one, ").expect("written");
    replace(&path, |out| out.write_all(b"two")).expect("written");
    drop(writer);
    let mut read = String::new();
    reader.read_to_string(&mut read).expect("its bytes");
    assert_eq!(read, "one, two");
    assert!(check_writable(&path).is_ok() && check_writable(Path::new("/dev/null")).is_ok());
}

/// On other systems, an open file cannot be removed.
#[cfg(unix)]
#[test]
fn what_is_written_to_a_removed_file_is_not_lost_silently() {
    let folder = TempDir::new().expect("a folder");
    let path = folder.path().join("out.bin");
    fs::write(&path, "four").expect("a file");
    let mut output = gate::append((&path).into(), 4).expect("an output");
    output.write_all(b", five").expect("written");
    let image = Shared::open(&path, true).expect("an image");
    image.write_at(0, b"F", 0).expect("written");
    fs::rename(&path, folder.path().join("moved.bin")).expect("renamed");
    output.write_all(b", six").expect("written to the new name");
    fs::remove_file(folder.path().join("moved.bin")).expect("removed");
    for failed in [output.write_all(b", seven"), image.write_at(0, b"f", 0)] {
        let said = failed.expect_err("nobody can read it").to_string();
        assert_eq!(said, "it was removed while it was written");
    }
    assert!(gate::failures().iter().any(|(failed, _)| *failed == path));
}
