//! Tables as JSON have the figures of the tables as text.

use std::fs;
use std::path::Path;

use serde_json::Value;

use crate::commands::{folder, says};

/// What a command prints in both forms.
fn both(folder: &Path, line: &str) -> (String, Value) {
    let printed = |line: &str| {
        let output = crate::commands::z8k(folder, line);
        assert!(output.status.success(), "{line}: {output:?}");
        String::from_utf8(output.stdout).expect("a text")
    };
    let json = printed(&format!("{line} --format json"));
    (printed(line), serde_json::from_str(&json).expect("JSON"))
}

#[test]
fn sizes_are_those_of_the_table() {
    let folder = folder("json-size");
    let source = "\t.text\nstart:\tldk r1,#5\n\tret\n\t.data\n\t.word 1,2,3\n\t.bss\n\t.space 40\n";
    fs::write(folder.join("a.s"), source).expect("a file");
    says(&folder, "as a.s -o a.o", 0, "");
    says(&folder, "ar rcs l.a a.o", 0, "");
    // LDK and RET are a word each.
    let (table, json) = both(&folder, "size a.o");
    let row: Vec<&str> = table.lines().nth(1).expect("a row").split_whitespace().collect();
    assert_eq!(row, ["4", "6", "40", "50", "32", "a.o"]);
    for (name, cell) in ["text", "data", "bss", "total"].iter().zip(row) {
        assert_eq!(json[0][name].to_string(), cell, "{name}");
    }
    assert_eq!(json[0]["file"], "a.o");
    assert_eq!(json[0]["sections"][0]["section"], ".text");
    assert_eq!(both(&folder, "size l.a").1[0]["member"], "a.o");
}

/// The clocks are those of `profile.rs`, from the manual.
#[test]
fn a_profile_has_the_clocks_of_the_table() {
    let folder = folder("json-profile");
    let program = "\t.text\n\t.word 0,0x4000,start\nstart:\tld r15,#0x8000\n\tcall work\n\thalt\n\
                   ! work - does nothing.\nwork:\tnop\n\tret\n";
    fs::write(folder.join("a.s"), program).expect("a file");
    let (table, json) = both(&folder, "profile a.s");
    assert!(table.contains("44 clocks, 0.00 Z8000 seconds"), "{table}");
    assert_eq!(
        (&json["clocks"], &json["clock_hz"]),
        (&Value::from(44), &Value::from(4_000_000))
    );
    let routine = |name: &str| {
        let rows = json["routines"].as_array().expect("rows");
        rows.iter()
            .find(|row| row["routine"] == name)
            .expect("a routine")
            .clone()
    };
    assert_eq!(
        (&routine("start")["inclusive"], &routine("start")["exclusive"]),
        (&Value::from(44), &Value::from(27))
    );
    assert_eq!(
        (&routine("work")["calls"], &routine("work")["exclusive"]),
        (&Value::from(1), &Value::from(17))
    );
    let (_, top) = both(&folder, "profile a.s --top 1");
    assert_eq!(top["routines"].as_array().map(Vec::len), Some(1));
}
