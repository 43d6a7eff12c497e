//! Version 2 of the pseudocode compared with version 1.

use std::sync::LazyLock;

use bcp_chess::Position;
use bcp_laboratory::review::{Version2, readings};
use bcp_reference::constants::{MATES, WIN};
use bcp_reference::search::{Iteration, Searcher, Version};

use crate::common::win_at_chess;

const DEPTH: u8 = 3;

/// The test positions, each with its number and version 1's iterations to depth 3, shared by all comparisons.
pub(crate) static VERSION_1: LazyLock<Vec<(String, Position, Vec<Iteration>)>> = LazyLock::new(|| {
    let searched = win_at_chess().into_iter().map(|(number, position, _)| {
        let mut searcher = Searcher::new(position.clone())
            .version(Version::Simple)
            .readings(readings());
        let iterations = searcher.search(DEPTH).collect();
        (number, position, iterations)
    });
    searched.collect()
});

/// Unless it remembers mates, the table changes only the order of moves.
#[test]
fn without_remembered_mates_both_versions_have_the_same_values() {
    for (number, position, theirs) in VERSION_1.iter() {
        let ours = Version2::new(position.clone(), 0, None).forgetting_mates().it2v(DEPTH);
        let values = ours.iter().map(|i| i.value);
        assert!(
            values.eq(theirs.iter().map(|i| i.value)),
            "position {number}: {ours:?}, {theirs:?}"
        );
    }
}

/// A remembered mate in one is found where version 1 considers only captures, so some values differ: in 28 of the 300
/// positions, at some depth up to 3.
#[test]
fn remembered_mates_change_few_values() {
    let mut different = Vec::new();
    for (number, position, theirs) in VERSION_1.iter() {
        let ours = Version2::new(position.clone(), 0, None).it2v(DEPTH);
        let differ = ours.iter().zip(theirs).any(|(ours, theirs)| ours.value != theirs.value);
        if differ || ours.len() != theirs.len() {
            different.push(number);
        }
    }
    assert_eq!(different.len(), 28, "{different:?}");
}

#[test]
fn positions_by_hand() {
    // A mate in two, found when the mating move is beyond the horizon; version 1 finds it at the same depth.
    let values = |fen: &str| -> Vec<i16> {
        let position = Position::from_fen(fen).expect(fen);
        Version2::new(position, 0, None)
            .it2v(4)
            .iter()
            .map(|i| i.value)
            .collect()
    };
    assert_eq!(values("7k/8/8/8/8/8/R7/1R4K1 w - -"), [10, 10, WIN]);
    assert_eq!(values("6k1/5ppp/8/8/8/8/5PPP/R5K1 w - -"), [WIN]);
    // Black is mated, which shows only when its moves are requested.
    assert_eq!(values("R5k1/5ppp/8/8/8/8/8/K7 b - -"), [-2, -WIN]);
    assert!(
        values("6k1/6p1/8/7Q/8/8/rr6/7K w - -").contains(&0),
        "a perpetual check"
    );
}

/// With "internal iterative deepening" and a table, there are fewer nodes than in version 1 from depth 2.
#[test]
fn the_table_saves_nodes() {
    let (mut ours, mut theirs) = (0, 0);
    for (_, position, found) in VERSION_1.iter().take(40) {
        let iterations = Version2::new(position.clone(), 0, None).it2v(DEPTH);
        ours += iterations.last().map_or(0, |last| last.nodes);
        theirs += found.last().map_or(0, |last| u64::from(last.nodes));
    }
    assert!(ours < theirs, "{ours} {theirs}");
    // The number is the same on every machine.
    assert_eq!(ours, 61_228);
}

#[test]
fn a_limit_of_nodes_ends_a_search() {
    let (_, position, _) = win_at_chess().swap_remove(9);
    let all = Version2::new(position.clone(), 0, None).it2v(4);
    let some = Version2::new(position, 1000, None).it2v(4);
    assert!(some.len() < all.len() && !some.is_empty());
    assert_eq!(all[..some.len()], some[..]);
    assert!(some.iter().all(|i| i.value.abs() < MATES));
}
