//! `bcp profile` and `bcp solve` agree about a search.

use crate::program::Program;

const BCP: Program = Program("");

const FEN: &str = "6k1/5pp1/7p/8/8/q7/5PPP/R2Q2K1 w - -";

#[test]
fn clocks_and_nodes_are_those_of_a_plain_run() {
    let position = format!("--fen '{FEN}' --depth 2");
    let solved = BCP.json(&format!("solve {position}"));
    let profiled = BCP.json(&format!("profile {position}"));
    let last = solved["iterations"].as_array().and_then(|list| list.last());
    let last = last.expect("an iteration");
    assert_eq!(profiled["nodes"], last["nodes"]);
    assert_eq!(profiled["depth"], last["depth"]);
    // The program prints "done" after its last iteration.
    let (clocks, cycles) = (profiled["clocks"].as_u64(), last["cycles"].as_u64());
    let (clocks, cycles) = (clocks.expect("clocks"), cycles.expect("cycles"));
    assert!((cycles..cycles + 2_000).contains(&clocks), "{clocks} {cycles}");
    let routines = profiled["routines"].as_array().expect("routines");
    let exclusive = routines.iter().filter_map(|row| row["exclusive"].as_u64());
    assert_eq!(exclusive.sum::<u64>(), clocks);
    let row = |name: &str| {
        let found = routines.iter().find(|row| row["routine"] == name);
        found.unwrap_or_else(|| panic!("no row of {name}"))
    };
    assert_eq!(row("it2v")["calls"], 1);
    assert!(row("t1v")["calls"].as_u64() > Some(1));
}

#[test]
fn the_table_the_lines_and_the_files_are_written() {
    let folder = std::env::temp_dir().join(format!("bcp-profile-{}", std::process::id()));
    std::fs::create_dir_all(&folder).expect("a folder");
    let (folded, listing) = (folder.join("f.folded"), folder.join("l.lst"));
    let files = format!("--folded '{}' --listing '{}'", folded.display(), listing.display());
    let output = BCP.run(&format!("profile --fen '{FEN}' --depth 1 --lines 3 {files}"));
    let said = String::from_utf8_lossy(&output.stdout).into_owned();
    assert!(output.status.success(), "{output:?}");
    for part in ["listcapts", "Z8000 seconds at 4 MHz", "depth 1 complete", "tree.s:"] {
        assert!(said.contains(part), "{part}: {said}");
    }
    let folded = std::fs::read_to_string(folded).expect("folded stacks");
    assert!(folded.contains("commands;it2v;t2v"), "{folded}");
    let listing = std::fs::read_to_string(listing).expect("a listing");
    assert!(listing.contains("\nt1v.s\n"));
    std::fs::remove_dir_all(folder).expect("the folder goes");
    let wrong = BCP.run("profile 301");
    assert_eq!(wrong.status.code(), Some(1));
}
