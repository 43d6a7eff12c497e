//! Tests the rule on made-up searches.

use super::*;
use crate::{find, suite};
use bcp_chess::hash::nth;

/// The values of mates in these tests.
const MATES: i16 = 94;
/// The end of the waiting time for a solution found at second 10.
const END: f64 = 10.0 + WATCH;
const RIGHT: &str = "g4f3";
const WRONG: &str = "h5h4";

/// Returns position 12, which Qxf3+ wins, with a claim.
fn position_12(claim: Option<Claim>) -> Problem {
    let suite = suite(None).expect("the positions");
    let problem = find(&suite, 12).expect("position 12").clone();
    Problem { claim, ..problem }
}

/// Returns iterations from depth 1, given by best move, gain and seconds, after a depth 0 without a gain.
fn iterations(problem: &Problem, listed: &[(&str, i16, f64)]) -> Vec<Finding> {
    let iteration = |&(best, gain, seconds): &(&str, i16, f64)| Finding {
        best: problem.position.move_from_text(best),
        value: problem.position.balance() + gain,
        is_mate: gain >= MATES,
        mates_at_once: false,
        seconds,
    };
    std::iter::once(&(WRONG, 0, 0.0)).chain(listed).map(iteration).collect()
}

/// Judges iterations up to a limit. Returns whether the last one within it decided, and the depth of the solution.
fn judged_by(claim: Option<Claim>, listed: &[(&str, i16, f64)], limit: f64) -> (bool, Option<usize>) {
    let problem = position_12(claim);
    let mut judge = Judge::new(&problem);
    let mut decided = false;
    for iteration in iterations(&problem, listed) {
        decided = judge.see(iteration);
    }
    (decided, judge.solution(limit))
}

fn judged(listed: &[(&str, i16, f64)], limit: f64) -> (bool, Option<usize>) {
    judged_by(None, listed, limit)
}

#[test]
fn a_mate_counts_at_once() {
    assert_eq!(judged(&[(RIGHT, MATES + 10, 1.0)], 1.0), (true, Some(1)));
    assert_eq!(judged(&[(WRONG, MATES + 10, 1.0)], 2000.0), (false, None));
}

#[test]
fn two_pawns_count_once_they_are_confirmed() {
    let confirmed = [(WRONG, 3, 1.0), (RIGHT, 2, 2.0), (RIGHT, 1, 3.0)];
    assert_eq!(judged(&confirmed, 3.0), (true, Some(2)));
    // The decision must come before the limit.
    assert_eq!(judged(&confirmed, 2.9), (true, None));
    let left = [(RIGHT, 2, 1.0), (WRONG, 2, 2.0), (RIGHT, 3, 3.0), (RIGHT, 3, 4.0)];
    assert_eq!(judged(&left, 4.0), (true, Some(3)));
    assert_eq!(judged(&[(RIGHT, 2, 1.0)], 2000.0), (false, None));
}

#[test]
fn less_counts_if_it_stays_for_the_watch() {
    let stays = [(RIGHT, 1, 10.0), (RIGHT, 1, 20.0)];
    assert_eq!(judged(&stays, END), (false, Some(1)));
    assert_eq!(judged(&stays, END - 0.1), (false, None));
    // One more iteration must have been completed, however long it takes.
    let slow = [(RIGHT, 1, 10.0), (RIGHT, 1, END + 50.0)];
    assert_eq!(judged(&slow, END + 50.0), (true, Some(1)));
    assert_eq!(judged(&slow[..1], 2000.0), (false, None));
    // Iterations after the waiting time change nothing; earlier ones do.
    let later = |seconds, best, gain| [(RIGHT, 1, 10.0), (RIGHT, 1, 20.0), (best, gain, seconds)];
    assert_eq!(judged(&later(END + 1.0, WRONG, 3), 2000.0), (true, Some(1)));
    assert_eq!(judged(&later(END, WRONG, 3), 2000.0), (false, None));
    assert_eq!(judged(&later(END, RIGHT, 0), 2000.0), (false, None));
    // For a solution that returns, the waiting time begins again.
    let back = [(RIGHT, 1, 10.0), (WRONG, 1, 20.0), (RIGHT, 1, 30.0), (RIGHT, 1, 40.0)];
    assert_eq!(judged(&back, END + 19.0), (false, None));
    assert_eq!(judged(&back, END + 20.0), (false, Some(3)));
}

#[test]
fn two_pawns_within_the_watch_take_its_place() {
    let more = [(RIGHT, 1, 10.0), (RIGHT, 1, 20.0), (RIGHT, 2, 500.0), (RIGHT, 2, 605.0)];
    assert_eq!(judged(&more, 605.0), (true, Some(3)));
    let late = [(RIGHT, 1, 10.0), (RIGHT, 1, 20.0), (RIGHT, 2, 500.0), (RIGHT, 2, 615.0)];
    assert_eq!(judged(&late, 2000.0), (true, Some(1)));
}

#[test]
fn a_move_that_saves_something_counts_if_nothing_is_gained_meanwhile() {
    let saves = [(RIGHT, -2, 1.0), (WRONG, 0, 2.0), (RIGHT, 0, 10.0), (RIGHT, 0, 20.0)];
    assert_eq!(judged(&saves, END), (false, Some(3)));
    // The solution is worth less at first: the waiting time begins when it has its final value.
    let grows = [(RIGHT, -1, 5.0), (RIGHT, 0, 10.0), (RIGHT, 0, 20.0)];
    assert_eq!(judged(&grows, 2000.0), (false, Some(2)));
    // The final gain is not confirmed, so that a waiting time begins.
    let gains = [(RIGHT, 0, 10.0), (RIGHT, 0, 20.0), (RIGHT, 1, 300.0), (RIGHT, 1, 400.0)];
    assert_eq!(judged(&gains, 299.0 + WATCH), (false, None));
    assert_eq!(judged(&gains, 300.0 + WATCH), (false, Some(3)));
}

#[test]
fn a_claim_takes_the_place_of_two_pawns() {
    let knight = Some(Claim::Pawns(3));
    let two = [(RIGHT, 2, 1.0), (RIGHT, 2, 2.0)];
    assert_eq!(judged_by(knight, &two, 2.0), (false, None));
    assert_eq!(judged_by(knight, &two, 1.0 + WATCH), (false, Some(1)));
    let three = [(RIGHT, 2, 1.0), (RIGHT, 3, 2.0), (RIGHT, 3, 3.0)];
    assert_eq!(judged_by(knight, &three, 3.0), (true, Some(2)));
    let pawn = [(RIGHT, 1, 1.0), (RIGHT, 1, 2.0)];
    assert_eq!(judged_by(Some(Claim::Pawns(1)), &pawn, 2.0), (true, Some(1)));
    let mate = [(RIGHT, 9, 1.0), (RIGHT, 9, 2.0), (RIGHT, MATES, 3.0)];
    assert_eq!(judged_by(Some(Claim::Mate), &mate, 3.0), (true, Some(3)));
}

/// Two rooks on an open file in front of the back rank: depth 0 has a value but no move.
#[test]
fn a_mate_in_one_solves_where_a_solution_mates() {
    for (best, avoid, solved) in [
        ("Ra8", "", true),
        // The other rook mates as well: the program does not report which mate it has seen.
        ("Rb8", "", true),
        ("h3", "", false),
        ("", "h3", true),
        ("", "Ra8", true),
        ("", "Ra8 Rb8", false),
    ] {
        let problem = Problem::of_result(1, "6k1/5ppp/8/8/8/8/5PPP/RR4K1 w - -", best, avoid).expect("a problem");
        let judged = |mates_at_once| {
            let mut judge = Judge::new(&problem);
            judge.see(Finding { best: None, value: 126, is_mate: true, mates_at_once, seconds: 0.1 });
            judge.solution(0.1)
        };
        assert_eq!(judged(true), solved.then_some(0), "{best} {avoid}");
        // A longer mate, or anything else without a move, solves nothing.
        assert_eq!(judged(false), None, "{best} {avoid}");
    }
}

/// Two pawns that mere captures win at depth 0 are not a gain of the search.
#[test]
fn what_captures_alone_win_is_no_gain() {
    let problem = position_12(None);
    let mut judge = Judge::new(&problem);
    for (depth, gain) in [2, 2, 3, 4, 4].into_iter().enumerate() {
        let [_, iteration] = iterations(&problem, &[(RIGHT, gain, depth as f64)])[..] else {
            panic!("two iterations");
        };
        judge.see(iteration);
    }
    assert_eq!(judge.solution(4.0), Some(3));
}

/// Random searches: a decision within a limit remains the same within every later limit, whatever follows.
#[test]
fn no_judgement_depends_on_what_comes_after_it() {
    let problem = position_12(None);
    let mut solved = 0;
    for search in 0..3000 {
        let draw = |at: u64, of: u64| nth(search, at) % of;
        let mut seconds = 0.0;
        let listed: Vec<(&str, i16, f64)> = (0..draw(0, 12))
            .map(|depth| {
                seconds += [0.5, 7.0, 90.0, 400.0][draw(3 * depth + 1, 4) as usize];
                let best = [RIGHT, RIGHT, RIGHT, WRONG][draw(3 * depth + 2, 4) as usize];
                (best, draw(3 * depth + 3, 4) as i16 - 1, seconds)
            })
            .collect();
        let all = iterations(&problem, &listed);
        let mut whole = Judge::new(&problem);
        all.iter().for_each(|&iteration| {
            whole.see(iteration);
        });
        let mut before = None;
        for limit in [1.0, 30.0, 100.0, 300.0, 600.0, 700.0, 1000.0, 2000.0, 5000.0] {
            let mut part = Judge::new(&problem);
            all.iter().filter(|iteration| iteration.seconds <= limit).for_each(|&iteration| {
                part.see(iteration);
            });
            let found = part.solution(limit);
            assert_eq!(found, whole.solution(limit), "{listed:?} within {limit}");
            assert!(before.is_none() || found == before, "{listed:?}: {before:?}, then {found:?}");
            before = found;
        }
        solved += usize::from(before.is_some());
    }
    assert!((1000..2900).contains(&solved), "{solved} of 3000 are solved");
}

/// The other rules, on searches for which the right answers are evident.
#[test]
fn other_rules_decide_by_their_names() {
    let problem = position_12(None);
    let judged = |rule, listed: &[(&str, i16, f64)], limit| {
        let mut judge = Judge::new(&problem);
        iterations(&problem, listed).into_iter().for_each(|iteration| {
            judge.see(iteration);
        });
        judge.solution_by(rule, limit)
    };
    let pawn_by_pawn = [(RIGHT, 1, 1.0), (WRONG, 1, 2.0), (RIGHT, 1, 3.0), (RIGHT, 2, 4.0), (RIGHT, 1, 5.0), (RIGHT, 1, 6.0)];
    for (rule, solution, moment) in [
        (Rule::Pawn, 1, 1.0),
        (Rule::Confirmed(1), 3, 4.0),
        (Rule::Confirmed(2), 4, 5.0),
        (Rule::TwoPawnsOrFour, 4, 4.0),
        (Rule::Watch(2.5), 4, 5.0),
        (Rule::Watch(0.5), 3, 4.0),
    ] {
        assert_eq!(judged(rule, &pawn_by_pawn, moment), Some(solution), "{rule:?}");
        assert_eq!(judged(rule, &pawn_by_pawn, moment - 0.1), None, "{rule:?}");
    }
    let pawns: Vec<_> = (1..6).map(|at| (RIGHT, 1, f64::from(at))).collect();
    assert_eq!(judged(Rule::TwoPawnsOrFour, &pawns, 4.0), Some(1));
    assert_eq!(judged(Rule::TwoPawnsOrFour, &pawns, 3.9), None);
    let mate = [(RIGHT, MATES + 10, 1.0)];
    for (_, rule) in RULES {
        assert_eq!(judged(rule, &mate, 1.0), Some(1), "{rule:?}");
        let wrong = [(WRONG, 3, 1.0), (WRONG, 3, 2.0), (WRONG, 3, 3.0), (WRONG, 3, 2000.0)];
        assert_eq!(judged(rule, &wrong, 9000.0), None, "{rule:?}");
    }
}
