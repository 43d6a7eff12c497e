//! The reference documents exactly the BDOS functions that exist.

use std::fs;
use std::path::Path;

use z8000_cpm::FUNCTIONS;

#[test]
fn the_reference_has_every_function() {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../../docs/reference/cpm.md");
    let text = fs::read_to_string(path).expect("the reference");
    let (_, rest) = text.split_once("## SC #2: BDOS").expect("the calls");
    let (table, _) = rest.split_once("Every other number").expect("the end of the table");
    let cells = table.lines().filter_map(|line| line.strip_prefix("| "));
    let numbers = cells.filter_map(|line| line.split(" |").next());
    let numbers = numbers
        .flat_map(|cell| cell.split(", "))
        .filter_map(|number| number.parse().ok());
    let documented: Vec<u16> = numbers.collect();
    let known: Vec<u16> = FUNCTIONS.iter().map(|function| function.number).collect();
    assert_eq!(documented, known);
}
