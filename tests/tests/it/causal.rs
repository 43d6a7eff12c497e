//! The times at which the 300 positions are solved, from their stored iterations: for every limit, the result depends
//! only on the iterations before it.

use std::collections::BTreeMap;

use bcp_reference::constants::MATES;
use bcp_suite::{Finding, Judge, Problem, Suite};
use serde_json::Value;
use z8000_tests::{documents::read, repository};

/// Limits in seconds; the highest is that of Table 1.
const LIMITS: [f64; 6] = [100.0, 300.0, 600.0, 1000.0, 1500.0, 2000.0];
const HERTZ: f64 = 4e6;

/// Returns the iterations of each position; none of the positions is a mate in one.
fn iterations(problems: &[Problem]) -> BTreeMap<u32, Vec<Finding>> {
    let text = read(&repository("docs/results/iterations.csv")).expect("the iterations");
    let mut all: BTreeMap<u32, Vec<Finding>> = BTreeMap::new();
    for row in text.lines().skip(1) {
        let cells: Vec<&str> = row.split(',').collect();
        let [number, _, value, best, _, cycles] = cells[..] else {
            panic!("{row}: six cells");
        };
        let number: u32 = number.parse().expect(row);
        let value = value.parse().expect(row);
        let problem = problems.iter().find(|problem| problem.number == number).expect(row);
        all.entry(number).or_default().push(Finding {
            best: (!best.is_empty()).then(|| problem.position.move_from_san(best).expect(row)),
            value,
            is_mate: value >= MATES,
            mates_at_once: false,
            seconds: cycles.parse::<f64>().expect(row) / HERTZ,
        });
    }
    all
}

#[test]
fn no_time_changes_and_no_solution_is_lost_when_the_limit_rises() {
    let problems = Suite::load(None)
        .expect("the positions")
        .by_the_book()
        .without_claims()
        .problems;
    let iterations = iterations(&problems);
    assert_eq!(iterations.len(), 300);
    let mut solved = [0; LIMITS.len()];
    let mut last = BTreeMap::new();
    for problem in &problems {
        let all = &iterations[&problem.number];
        let mut before = None;
        for (limit, solved) in LIMITS.iter().zip(&mut solved) {
            // A search that ends at the limit has only these iterations.
            let mut judge = Judge::new(problem);
            all.iter()
                .filter(|iteration| iteration.seconds <= *limit)
                .for_each(|iteration| {
                    judge.see(*iteration);
                });
            let found = judge.solution(*limit).map(|at| all[at].seconds);
            assert!(
                before.is_none() || found == before,
                "position {} at {limit} s",
                problem.number
            );
            before = found;
            *solved += usize::from(found.is_some());
        }
        last.insert(problem.number, before);
    }
    println!("{solved:?} solved within {LIMITS:?} s");
    let stored = read(&repository("docs/results/table1.json")).expect("the results");
    let stored: Value = serde_json::from_str(&stored).expect("JSON");
    for position in stored["entries"]["table1"]["result"]["positions"]
        .as_array()
        .expect("positions")
    {
        let number = position["number"].as_u64().expect("a number") as u32;
        assert_eq!(position["seconds"].as_f64(), last[&number], "position {number}");
    }
}
