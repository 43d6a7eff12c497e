//! Matches between searches: games do not depend on the number of jobs, and each opening is played with both colours.

use crate::program::Program;

const MATCH: Program = Program("match");

#[test]
fn a_match_does_not_depend_on_jobs() {
    let table = MATCH.printed("--limit-nodes 500 --jobs 1");
    assert_eq!(table, MATCH.printed("--limit-nodes 500 --jobs 2"));
    assert!(table.starts_with("verified against r2, 500 nodes per move, 50 openings"));
    assert!(table.contains("68.5"), "{table}");
}

/// Both searches play the same game from each opening, once with each colour.
#[test]
fn a_search_is_as_good_as_itself() {
    let table = MATCH.printed("--first r2 --second r2 --limit-nodes 300");
    assert!(table.contains(" 50.0 +- 0.0"), "{table}");
    assert!(!table.contains("paper"), "{table}");
}

#[test]
fn bad_input_is_refused_with_what_is_allowed() {
    for (arguments, part) in [
        ("--limit-nodes 99", "between 100 and 1000000000"),
        ("--depth 0", "between 1 and 30"),
        ("--first r5", "r1 to r4"),
        ("--second verified+x", "unknown search option"),
    ] {
        let output = MATCH.run(arguments);
        let said = String::from_utf8_lossy(&output.stderr).into_owned();
        assert!(!output.status.success(), "{arguments}");
        assert!(said.contains(part), "{arguments}: {said}");
        assert!(output.stdout.is_empty(), "{arguments}");
    }
}
