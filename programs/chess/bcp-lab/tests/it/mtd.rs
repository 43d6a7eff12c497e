//! `bcp-lab mtd` as a user sees it.

use crate::program::Program;

const MTD: Program = Program("mtd");

#[test]
fn all_searches_have_one_value() {
    for arguments in [
        "--trees 10 --branching 4 --depth 5",
        "--trees 10 --branching 4 --depth 5 --as-drawn",
        "--game chess --positions 1-5 --depth 3",
    ] {
        let json = MTD.json(arguments);
        let rows = json["rows"].as_array().expect("a list");
        assert_eq!(rows.len(), 6);
        for row in rows {
            assert_eq!(row["same_value"], row["searched"], "{row}");
        }
        let table = MTD.printed(&format!("{arguments} --jobs 1"));
        assert!(table.contains("100.0 %"), "{table}");
    }
}

#[test]
fn bad_input_is_refused_with_what_is_allowed() {
    MTD.check("--depth 0", 2, &["between 1 and 10"]);
    MTD.check("--branching 21", 2, &["between 1 and 20"]);
    MTD.check("--game go", 2, &["trees, chess"]);
    MTD.check("--positions 1", 1, &["--game chess"]);
}
