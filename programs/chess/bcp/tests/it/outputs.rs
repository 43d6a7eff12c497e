//! No output over an input: each row of `outputs.txt`, with the input under each of its names.

use std::fs;
use std::os::unix::fs::symlink;

use crate::common::{bcp, folder};

#[test]
fn an_output_is_not_written_over_an_input() {
    let folder = folder("outputs");
    let inputs = [
        ("in.epd", "6k1/5ppp/8/8/8/8/5PPP/R5K1 w - - bm Ra8#;\n"),
        ("in.csv", "name,moves\nFrench,e4 e6\n"),
        ("in.s", "\t.text\n\t.org 0\n\t.word 0,0x4000,start\nstart:\thalt\n"),
    ];
    for (name, text) in inputs {
        fs::write(folder.join(name), text).expect("a file");
    }
    let run = |command: &str| bcp(command).current_dir(&folder).output().expect("bcp runs");
    let solved = run("solve --suite in.epd --out in.jsonl");
    assert!(solved.status.success(), "{solved:?}");
    fs::create_dir(folder.join("kept")).expect("a folder");
    fs::copy(folder.join("in.jsonl"), folder.join("kept/default.jsonl")).expect("a copy");
    let rows = include_str!("outputs.txt").lines();
    for row in rows.filter(|row| row.contains(" | ") && !row.starts_with('#')) {
        let fields: Vec<&str> = row.split('|').map(str::trim).collect();
        let (input, command) = (fields[1], fields[2]);
        if input == "-" {
            continue;
        }
        let file = folder.join(input);
        let before = fs::read(&file).expect("the input");
        let (link, other) = (folder.join("link"), folder.join("other"));
        symlink(&file, &link).expect("a link");
        fs::hard_link(&file, &other).expect("a hard link");
        for out in [input, "link", "other", &file.display().to_string()] {
            let command = command.replace("OUT", out);
            let output = run(&command);
            let said = String::from_utf8_lossy(&output.stderr);
            assert_eq!(fs::read(&file).expect("the input"), before, "{command}: {said}");
            assert!(!output.status.success() && said.contains(out), "{command}: {said}");
            let reasons = [
                "would be written as",
                "are the same file",
                "exists: --resume goes on with it",
            ];
            assert!(reasons.iter().any(|reason| said.contains(reason)), "{command}: {said}");
        }
        fs::remove_file(link).expect("the link");
        fs::remove_file(other).expect("the hard link");
    }
}
