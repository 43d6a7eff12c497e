//! Disk images compared with those of cpmtools, if it is installed.

use std::fs;
use std::path::Path;
use std::process::Command;

use tempfile::TempDir;
use z8000_cpm::drive::{Image, Layout};

use crate::calls::{Calls, host, record};

/// The layout of a card, which is also our default: cpmtools creates images as short as possible.
const DISKDEFS: &str = "diskdef card\n  seclen 128\n  tracks 512\n  sectrk 128\n  blocksize 4096\n  maxdir 512\n  skew 0\n  \
                        boottrk 2\n  os 2.2\nend\n";

/// Runs a command of cpmtools in a folder; `None` if it is not installed.
fn tool(folder: &Path, name: &str, arguments: &[&str]) -> Option<String> {
    let output = Command::new(name).args(arguments).current_dir(folder).output().ok()?;
    let said = String::from_utf8_lossy(&[output.stdout, output.stderr].concat()).into_owned();
    assert!(output.status.success(), "{name} {arguments:?}: {said}");
    Some(said)
}

/// Returns numbered records.
fn sample(records: u32) -> Vec<u8> {
    (0..records * 128).map(|at| (at / 128 * 7 + at) as u8).collect()
}

#[test]
fn cpmtools_and_we_agree() {
    let folder = TempDir::new().expect("a folder");
    let path = folder.path();
    fs::write(path.join("diskdefs"), DISKDEFS).expect("a file");
    if tool(path, "mkfs.cpm", &["-f", "card", "disk"]).is_none() {
        // Images written by hand are compared in any case.
        let notice = "cpmtools is not installed: images are NOT compared with its own";
        std::io::Write::write_all(&mut std::io::stderr(), format!("{notice}\n").as_bytes()).expect("standard error");
        return;
    }
    fs::write(path.join("theirs.dat"), sample(300)).expect("a file");
    tool(path, "cpmcp", &["-f", "card", "disk", "theirs.dat", "0:theirs.dat"]);

    let image = Image::open(&path.join("disk"), Layout::default()).expect("an image");
    let mut host = host(image);
    let mut calls = Calls::default();
    let theirs = calls.block(0, b"THEIRS  DAT");
    let ours = calls.block(0, b"OURS    DAT");
    let buffer = calls.bytes(&record(0));
    calls.call(26, buffer);
    calls.file(15, theirs);
    calls.file(22, ours);
    for _ in 0..300 {
        calls.file(20, theirs);
        calls.file(21, ours);
    }
    let end = calls.file(20, theirs);
    calls.file(16, ours);
    // A file of another user, and one that is created and deleted.
    let gone = calls.block(0, b"GONE    DAT");
    calls.file(22, gone);
    calls.file(16, gone);
    calls.file(19, gone);
    calls.call(32, 5);
    calls.file(22, gone);
    calls.file(21, gone);
    let results = calls.run(&mut host).expect("it runs");
    assert_eq!(results[end], 1);

    tool(path, "cpmcp", &["-f", "card", "disk", "0:ours.dat", "back.dat"]);
    assert!(fs::read(path.join("back.dat")).expect("the file") == sample(300));
    let listed = tool(path, "cpmls", &["-f", "card", "disk"]).unwrap_or_default();
    let names: Vec<&str> = listed.lines().collect();
    assert_eq!(names, ["0:", "ours.dat", "theirs.dat", "", "5:", "gone.dat"]);
    tool(path, "fsck.cpm", &["-f", "card", "-n", "disk"]);
}
