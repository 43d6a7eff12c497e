//! Folders: which files are visible, what stays outside, and what remains when a program is stopped.

use std::fs;

use tempfile::TempDir;
use z8000_cpm::drive::{Folder, Name, Storage, Volume};

use crate::calls::{CLOSE, Calls, DMA, FIRST, MAKE, NEXT, OPEN, READ, WRITE, in_folder, read, record, result};

/// Returns the names that a folder shows.
fn shown(folder: &TempDir) -> Vec<String> {
    let mut folder = Folder::new(folder.path()).expect("a folder");
    let files = folder.list().expect("the files");
    files.iter().map(|file| file.id.name.to_string()).collect()
}

#[test]
fn names_are_mapped_and_the_same_every_time() {
    let folder = TempDir::new().expect("a folder");
    for name in [
        "hello.c",
        "README",
        "long-file-name.text",
        "long-file-other.text",
        ".hidden",
        "a b.c",
        "x.tar.gz",
    ] {
        fs::write(folder.path().join(name), name).expect("a file");
    }
    fs::create_dir(folder.path().join("SUB")).expect("a folder");
    let names = [
        "A_B~1.C",
        "HELLO.C",
        "LONG-F~1.TEX",
        "LONG-F~2.TEX",
        "README",
        "X_TAR~1.GZ",
    ];
    assert_eq!(shown(&folder), names);
    assert_eq!(shown(&folder), names);
}

#[test]
fn names_that_cp_m_cannot_have_are_shortened() {
    for (names, expected) in [
        (&["a long name.text"][..], &["A_LONG~1.TEX"][..]),
        (&["x.tar.gz"], &["X_TAR~1.GZ"]),
        (&["grün.c"], &["GR_N~1.C"]),
        (&["LONGNA~1.C", "longname1.c"], &["LONGNA~1.C", "LONGNA~2.C"]),
        // Windows drops the full stop at the end.
        #[cfg(unix)]
        (&["makefile."], &["MAKEFI~1"]),
        (&["Hello.C"], &["HELLO.C"]),
    ] {
        let folder = TempDir::new().expect("a folder");
        for name in names {
            fs::write(folder.path().join(name), name).expect("a file");
        }
        assert_eq!(shown(&folder), expected, "{names:?}");
    }
}

/// A number has up to three digits, and the name keeps the rest of eight characters: 999 files can share a beginning.
#[test]
fn the_999th_file_with_a_number_is_the_last_one() {
    let folder = TempDir::new().expect("a folder");
    for number in 1..=1000 {
        fs::write(folder.path().join(format!("long name {number:04}.text")), "").expect("a file");
    }
    let mut names = shown(&folder);
    names.sort();
    let mut expected: Vec<String> = (1..=999)
        .map(|number: u32| {
            let tail = format!("~{number}");
            format!("{}{tail}.TEX", &"LONG_NAM"[..8 - tail.len()])
        })
        .collect();
    expected.sort();
    assert_eq!(names, expected);
}

#[test]
fn a_text_is_filled_up_with_the_end_of_text() {
    let folder = TempDir::new().expect("a folder");
    fs::write(folder.path().join("Hello.TXT"), "Hello").expect("a file");
    let mut host = in_folder(folder.path());
    let mut calls = Calls::default();
    let block = calls.block(0, b"HELLO   TXT");
    let buffer = calls.bytes(&record(0));
    calls.call(DMA, buffer);
    calls.file(OPEN, block);
    let found = calls.file(READ, block);
    let results = calls.run(&mut host).expect("it runs");
    assert_eq!(results[found], 0);
    let mut expected = [0x1A; 128];
    expected[..5].copy_from_slice(b"Hello");
    assert_eq!(read(&host, buffer, 128), expected);
    // The file was not written, and is unchanged.
    assert_eq!(fs::read(folder.path().join("Hello.TXT")).expect("the file"), b"Hello");
}

#[cfg(unix)]
#[test]
fn nothing_outside_is_read_or_written() {
    use std::os::unix::fs::symlink;

    let outer = TempDir::new().expect("a folder");
    let secret = outer.path().join("secret");
    fs::write(&secret, "secret").expect("a file");
    let folder = outer.path().join("drive");
    fs::create_dir(&folder).expect("a folder");
    symlink(&secret, folder.join("link")).expect("a link");
    symlink(outer.path(), folder.join("3")).expect("a link");
    symlink("/dev/null", folder.join("null.dev")).expect("a link");
    let mut host = in_folder(&folder);
    let mut calls = Calls::default();
    let names = [
        b"LINK       ",
        b"NULL    DEV",
        b"..         ",
        b"../SECRE T ",
        b"/ETC/   PAS",
        b"A\0B        ",
        b"           ",
        b"../        ",
        b".SECRET    ",
        b"-RF     -RF",
    ];
    let made: Vec<[usize; 3]> = names
        .iter()
        .map(|name| {
            let block = calls.block(0, name);
            [
                calls.file(OPEN, block),
                calls.file(MAKE, block),
                calls.file(CLOSE, block),
            ]
        })
        .collect();
    // The folder of user 3 is a link.
    calls.call(crate::calls::USER, 3);
    let block = calls.block(0, b"SECRET     ");
    let user = [calls.file(OPEN, block), calls.file(MAKE, block)];
    let results = calls.run(&mut host).expect("it runs");
    for (name, call) in names.iter().zip(made) {
        let name = String::from_utf8_lossy(*name);
        assert_eq!((results[call[0]], results[call[1]]), (0xFF, 0xFF), "{name}");
    }
    assert_eq!(user.map(|call| results[call]), [0xFF, 0xFF]);
    assert_eq!(fs::read(&secret).expect("the file"), b"secret");
    let names = |folder: &std::path::Path| fs::read_dir(folder).expect("the folder").count();
    assert_eq!((names(outer.path()), names(&folder)), (2, 3));
}

#[test]
fn a_program_that_is_ended_leaves_no_partial_file() {
    let folder = TempDir::new().expect("a folder");
    fs::write(folder.path().join("old.txt"), "as it was").expect("a file");
    let mut host = in_folder(folder.path());
    let mut calls = Calls::default();
    let (old, new, done) = (
        calls.block(0, b"OLD     TXT"),
        calls.block(0, b"NEW     TXT"),
        calls.block(0, b"DONE    TXT"),
    );
    let bytes = calls.bytes(&record(b'x'));
    calls.call(DMA, bytes);
    for block in [old, new, done] {
        calls.file(MAKE, block);
        calls.file(WRITE, block);
    }
    calls.file(CLOSE, done);
    // Function 27 does not exist in CP/M-8000.
    calls.call(27, 0);
    let fault = calls.fault(&mut host);
    assert!(
        fault.starts_with("BDOS function 27 is not implemented\nPC 08:"),
        "{fault}"
    );
    assert_eq!(host.abandon(), ["A:OLD.TXT", "A:NEW.TXT"]);
    let read = |name: &str| fs::read(folder.path().join(name)).ok();
    assert_eq!(read("old.txt").as_deref(), Some(&b"as it was"[..]));
    assert_eq!(read("new.txt"), None);
    assert_eq!(read("done.txt").as_deref(), Some(&record(b'x')[..]));
}

#[test]
fn a_read_only_drive_is_not_written() {
    let folder = TempDir::new().expect("a folder");
    let mut host = in_folder(folder.path());
    let storage = Folder::new(folder.path()).expect("a folder");
    host.mount(0, Volume::new(Box::new(storage), true).expect("a drive"));
    let mut calls = Calls::default();
    let block = calls.block(0, b"NEW     TXT");
    let vector = calls.call(29, 0);
    calls.file(MAKE, block);
    let fault = calls.fault(&mut host);
    assert!(
        fault.starts_with("BDOS error: drive A is read-only (function 22)"),
        "{fault}"
    );
    assert_eq!(result(&host, vector), 1);
    assert_eq!(fs::read_dir(folder.path()).expect("the folder").count(), 0);
}

#[test]
fn a_drive_that_does_not_exist_ends_the_program() {
    let folder = TempDir::new().expect("a folder");
    let mut host = in_folder(folder.path());
    for (drive, message) in [(5, "drive E does not exist"), (200, "drive number 199 does not exist")] {
        let mut calls = Calls::default();
        let block = calls.block(drive, b"NEW     TXT");
        calls.file(OPEN, block);
        let fault = calls.fault(&mut host);
        assert!(fault.contains(message), "{fault}");
    }
}

/// Programs that check a disk keep a bit for each block: they report a block that two files share, or that is not on
/// the disk.
#[test]
fn every_file_has_blocks_of_its_own() {
    let folder = TempDir::new().expect("a folder");
    // 4 KB, nothing, and 2 KB plus a byte: two blocks, none, and two.
    for (name, size) in [("a.dat", 4096), ("b.dat", 0), ("c.dat", 2049)] {
        fs::write(folder.path().join(name), vec![1; size]).expect("a file");
    }
    let mut host = in_folder(folder.path());
    let mut calls = Calls::default();
    let pattern = calls.block(0, b"???????????");
    let mut entries = Vec::new();
    for function in [FIRST, NEXT, NEXT] {
        let buffer = calls.bytes(&record(0));
        calls.call(DMA, buffer);
        entries.push((calls.file(function, pattern), buffer));
    }
    let results = calls.run(&mut host).expect("it runs");
    let blocks = entries.into_iter().map(|(call, buffer)| {
        let entry = read(&host, buffer + 32 * results[call], 32);
        let numbers = entry[16..]
            .chunks_exact(2)
            .map(|pair| u16::from_le_bytes([pair[0], pair[1]]));
        numbers.filter(|number| *number != 0).collect::<Vec<_>>()
    });
    // The directory has 512 entries of 32 bytes: blocks 0 to 7.
    assert_eq!(blocks.collect::<Vec<_>>(), [vec![8, 9], vec![], vec![10, 11]]);
}

/// A disk of 8 MB, like a hard disk of the period: block shift and mask for 2 KB, one extent per entry, 4096 blocks,
/// 512 entries in eight blocks.
#[test]
fn a_folder_looks_like_a_disk_of_its_time() {
    let folder = TempDir::new().expect("a folder");
    let mut host = in_folder(folder.path());
    let mut calls = Calls::default();
    let block = calls.bytes(&[0xEE; 16]);
    calls.call(31, block);
    let used = calls.call(24, 0);
    let results = calls.run(&mut host).expect("it runs");
    assert_eq!(
        read(&host, block, 16),
        [0, 128, 4, 15, 0, 0, 0x0F, 0xFF, 0x01, 0xFF, 0xFF, 0, 0, 0, 0, 0]
    );
    // The drive was logged in when the command line was read.
    assert_eq!(results[used], 1);
}

/// In the debugger, writes to a drive are kept in memory, separately for each copy. A file is read only once.
#[test]
fn a_kept_drive_leaves_its_folder_alone() {
    let folder = TempDir::new().expect("a folder");
    for name in ["one", "two", "three"] {
        fs::write(folder.path().join(name), [b'1'; 128]).expect("a file");
    }
    let drive = Volume::new(Box::new(Folder::new(folder.path()).expect("a folder")), false).expect("a drive");
    let mut drive = drive.kept().expect("a drive");
    let find = |drive: &Volume, name: &str| drive.find(0, &Name::parse(name).expect("a name"));
    let (one, two) = (
        find(&drive, "ONE").expect("a file"),
        find(&drive, "TWO").expect("a file"),
    );
    assert_eq!(drive.contents(one).expect("it is read").read(0), Some([b'1'; 128]));
    let mut copy = drive.again();
    assert!(copy.write(one, 0, &[b'2'; 128]).expect("it is written"));
    copy.close(one).expect("it is kept");
    copy.remove(two).expect("it is gone");
    assert_eq!(copy.contents(one).expect("it is read").read(0), Some([b'2'; 128]));
    assert_eq!(find(&copy, "TWO"), None);
    // Neither the other copy nor the folder has changed.
    assert_eq!(drive.contents(one).expect("it is read").read(0), Some([b'1'; 128]));
    assert_eq!(find(&drive, "TWO"), Some(two));
    assert_eq!(fs::read(folder.path().join("one")).expect("a file"), [b'1'; 128]);
    // A change on the host after a file was read is not visible; before that, it is an error.
    fs::write(folder.path().join("one"), [b'3'; 256]).expect("a file");
    fs::write(folder.path().join("three"), [b'3'; 256]).expect("a file");
    assert_eq!(
        drive.again().contents(one).expect("it is read").read(0),
        Some([b'1'; 128])
    );
    let three = find(&drive, "THREE").expect("a file");
    let error = drive.contents(three).expect_err("it has changed").to_string();
    assert_eq!(
        error,
        "THREE: it has changed since the session began; start the session again"
    );
}
