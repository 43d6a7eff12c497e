//! Compares the table of conditions in `docs/tutorial/z8000.md` with the processor.

use std::collections::BTreeSet;
use std::fs;

use z8000::cpu::Fcw;
use z8000::isa::names::CONDITIONS;
use z8000_tests::repository;

/// Evaluates a condition in the words of the page for values of C, Z, S and P/V.
fn holds(words: &str, [c, z, s, v]: [bool; 4]) -> bool {
    match words {
        "Z" => z,
        "not Z" => !z,
        "C" => c,
        "not C" => !c,
        "C or Z" => c || z,
        "not (C or Z)" => !(c || z),
        "S ≠ V" => s != v,
        "S = V" => s == v,
        "Z, or S ≠ V" => z || s != v,
        "not Z, and S = V" => !z && s == v,
        "S" => s,
        "not S" => !s,
        "V" => v,
        "not V" => !v,
        "never" => false,
        always if always.starts_with("always") => true,
        other => panic!("`{other}` is not a rule"),
    }
}

#[test]
fn conditions_hold_where_the_page_says_so() {
    let page = fs::read_to_string(repository("docs/tutorial/z8000.md")).expect("the page");
    let table = page
        .lines()
        .skip_while(|line| !line.starts_with("| condition |"))
        .skip(2);
    let mut seen = BTreeSet::new();
    for row in table.take_while(|line| line.starts_with('|')) {
        let cells: Vec<&str> = row.split('|').map(str::trim).collect();
        let names: BTreeSet<&str> = cells[1].split('`').skip(1).step_by(2).collect();
        let code = (CONDITIONS.iter())
            .position(|all| all.iter().copied().collect::<BTreeSet<_>>() == names)
            .unwrap_or_else(|| panic!("{names:?} are not the names of a condition"));
        for flags in 0..16u16 {
            let on = |flag| flags & flag != 0;
            let fcw = Fcw::from_bits_retain(flags << 4);
            let expected = holds(cells[2], [on(8), on(4), on(2), on(1)]);
            assert_eq!(fcw.holds(code as u16), expected, "{row} with flags {flags:04b}");
        }
        assert!(seen.insert(code), "{row} twice");
    }
    assert_eq!(seen.len(), CONDITIONS.len());
}
