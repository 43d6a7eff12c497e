//! Tables as JSON contain the same figures as tables as text.

use std::fs;
use std::path::Path;

use serde_json::Value;

use crate::commands::folder;

/// Returns the output of a command as text and as JSON.
fn both(folder: &Path, line: &str) -> (String, Value) {
    let printed = |line: &str| {
        let output = crate::commands::z8k(folder, line);
        assert!(output.status.success(), "{line}: {output:?}");
        String::from_utf8(output.stdout).expect("a text")
    };
    let json = printed(&format!("{line} --format json"));
    (printed(line), serde_json::from_str(&json).expect("JSON"))
}

/// The clocks are those in `profile.rs`, from the manual.
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
