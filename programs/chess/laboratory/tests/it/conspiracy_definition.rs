//! Conspiracy numbers compared with their definition: every set of leaves, changed in every possible way.

use bcp_laboratory::Game;
use bcp_laboratory::conspiracy::{
    Bounds, NodeId, Plain, ROOT, Search, Side, Strategy, Tree, WrittenTree, alpha_beta, basic, best_move,
    best_successor,
};
use bcp_laboratory::game::{INFINITY, Value};
use proptest::prelude::*;
use proptest::strategy::Strategy as Generator;

/// All values that leaves have in these tests, and the infinite ones.
const VALUES: [Value; 7] = [-INFINITY, -2, -1, 0, 1, 2, INFINITY];
/// Maximum number of leaves in a tree: there are 8^5 ways to change them.
const LEAVES: usize = 5;

/// Generates a tree in the notation of [`WrittenTree`].
fn texts() -> impl Generator<Value = String> {
    let leaf = (-2..=2, prop::bool::weighted(0.15))
        .prop_map(|(value, over)| format!("{value}{}", if over { "!" } else { "" }));
    let after = |below: BoxedStrategy<String>| {
        (-2..=2, prop::collection::vec(below, 1..4)).prop_map(|(value, below)| format!("{value}({})", below.join(" ")))
    };
    after(leaf.prop_recursive(3, 8, 3, move |below| after(below.boxed())).boxed())
}

/// Returns the tree grown to all positions of the text.
fn grown(text: &str, conspirators: usize) -> Search<WrittenTree, Plain> {
    let game: WrittenTree = text.parse().expect("a tree");
    let mut moves = std::collections::VecDeque::from([game.clone()]);
    let mut search = Search::new(game, Plain, conspirators);
    let mut id = ROOT;
    // Nodes are numbered ply by ply, because they are expanded in this order.
    while let Some(mut game) = moves.pop_front() {
        let mut list = Vec::new();
        game.moves(&mut list);
        if !list.is_empty() {
            search.expand(id);
        }
        for m in list {
            let mut after = game.clone();
            after.make(m);
            moves.push_back(after);
        }
        id += 1;
    }
    search
}

/// Collects the leaves from left to right.
fn leaves(tree: &Tree<usize>, id: NodeId, found: &mut Vec<NodeId>) {
    if tree.is_leaf(id) {
        found.push(id);
    }
    tree.successors(id).for_each(|successor| leaves(tree, successor, found));
}

/// Computes plain minimax with other values for some leaves.
fn minimax(tree: &Tree<usize>, id: NodeId, changed: &[Option<Value>]) -> Value {
    if tree.is_leaf(id) {
        return changed[id].unwrap_or(tree.value(id));
    }
    let values = tree.successors(id).map(|id| minimax(tree, id, changed));
    match tree.turn(id) {
        Side::Max => values.max(),
        Side::Min => values.min(),
    }
    .expect("successors")
}

/// Returns for each of [`VALUES`] the size of the smallest sets of leaves that can give it to the root, and all leaves
/// in such sets.
fn by_definition(tree: &Tree<usize>) -> Vec<Option<(usize, Vec<NodeId>)>> {
    let mut all = Vec::new();
    leaves(tree, ROOT, &mut all);
    let open: Vec<NodeId> = all.into_iter().filter(|&id| tree.is_open(id)).collect();
    let mut smallest: Vec<Option<(usize, Vec<NodeId>)>> = vec![None; VALUES.len()];
    let mut changed = vec![None; tree.len()];
    let ways = VALUES.len() + 1;
    for way in 0..ways.pow(open.len() as u32) {
        let mut rest = way;
        let mut set = Vec::new();
        for &leaf in &open {
            changed[leaf] = (rest % ways).checked_sub(1).map(|value| VALUES[value]);
            rest /= ways;
            if changed[leaf].is_some() {
                set.push(leaf);
            }
        }
        let value = minimax(tree, ROOT, &changed);
        let place = VALUES.iter().position(|&one| one == value);
        let known = &mut smallest[place.expect("a known value")];
        match known {
            Some((size, members)) if *size == set.len() => members.extend(set),
            Some((size, _)) if *size < set.len() => {}
            _ => *known = Some((set.len(), set)),
        }
    }
    smallest
}

fn few_leaves(text: &str) -> bool {
    let search = grown(text, usize::MAX);
    let mut found = Vec::new();
    leaves(search.tree(), ROOT, &mut found);
    found.len() <= LEAVES
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 1000, failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn numbers_are_those_of_the_definition(text in texts().prop_filter("too many leaves", |text| few_leaves(text))) {
        let search = grown(&text, usize::MAX);
        let tree = search.tree();
        for (value, smallest) in VALUES.into_iter().zip(by_definition(tree)) {
            let size = smallest.as_ref().map(|(size, _)| *size);
            prop_assert_eq!(tree.needed(ROOT, value), size, "to {} in {}", value, text);
            // The expected leaf is the leftmost one in a smallest set, not the one with the lowest number.
            let mut all = Vec::new();
            leaves(tree, ROOT, &mut all);
            let leftmost = smallest.filter(|(size, _)| *size > 0)
                .and_then(|(_, members)| all.into_iter().find(|leaf| members.contains(leaf)));
            prop_assert_eq!(tree.strategy_leaf(ROOT, value), leftmost, "for {} in {}", value, text);
        }
        // The ranges of likely values: those that at most this number of conspirators can reach.
        let needed = |value| tree.needed(ROOT, value);
        for conspirators in 0..=LEAVES {
            let mut reached = VALUES.into_iter().filter(|&value| needed(value).is_some_and(|n| n <= conspirators));
            prop_assert_eq!(tree.v_min(ROOT, conspirators), reached.next().expect("the value itself"));
            prop_assert_eq!(tree.v_max(ROOT, conspirators), reached.next_back().unwrap_or(tree.value(ROOT)));
        }
    }

    #[test]
    fn shortened_sequences_are_right_as_far_as_they_go(text in texts(), conspirators in 0usize..4) {
        let (short, long) = (grown(&text, conspirators), grown(&text, usize::MAX));
        for id in 0..long.tree().len() {
            for n in 0..=conspirators {
                prop_assert_eq!(short.tree().v_max(id, n), long.tree().v_max(id, n));
                prop_assert_eq!(short.tree().v_min(id, n), long.tree().v_min(id, n));
            }
        }
    }

    #[test]
    fn growing_ends_with_the_value_of_the_game(text in texts()) {
        let mut game: WrittenTree = text.parse().expect("a tree");
        let value = alpha_beta(&mut game, 99, -INFINITY, INFINITY);
        let mut search = Search::new(game.clone(), Plain, usize::MAX);
        while let Some(leaf) = basic(search.tree(), usize::MAX, 0) {
            search.expand(leaf);
        }
        prop_assert_eq!(search.tree().value(ROOT), value);
        for strategy in [Strategy::ProveBest, Strategy::DisproveRest, Strategy::Further] {
            let mut search = Search::new(game.clone(), Plain, usize::MAX);
            while let Some(leaf) = best_move(search.tree(), strategy) {
                search.expand(leaf);
            }
            let tree = search.tree();
            if tree.is_leaf(ROOT) {
                continue;
            }
            let best = best_successor(tree, usize::MAX).expect("settled");
            let mut moves = tree.path(best);
            let m = moves.pop().expect("a move of the root");
                game.make(m);
            prop_assert_eq!(-alpha_beta(&mut game, 99, -INFINITY, INFINITY), value, "{}", text);
            game.unmake();
        }
    }
}

#[test]
fn a_leaf_is_changed_by_itself() {
    let leaf = Bounds::leaf(3);
    assert_eq!((leaf.at(0), leaf.at(1)), (3, INFINITY));
    assert_eq!(leaf.needed(3), Some(0));
    assert_eq!(leaf.needed(4), Some(1));
}

#[test]
fn a_finished_game_is_not_changed() {
    let end = Bounds::finished(3);
    assert_eq!((end.at(0), end.at(9)), (3, 3));
    assert_eq!((end.needed(3), end.needed(4)), (Some(0), None));
}

#[test]
fn finished_games_limit_their_predecessors() {
    let mixed = [Bounds::leaf(1), Bounds::finished(2), Bounds::leaf(5)];
    // The opponent can always choose the finished game.
    let theirs = Bounds::together(&mixed);
    assert_eq!((theirs.at(0), theirs.at(1)), (1, 2));
    assert_eq!((theirs.needed(2), theirs.needed(3)), (Some(1), None));
    // The player need not choose it.
    let mine = Bounds::alone(&mixed);
    assert_eq!((mine.at(0), mine.at(1)), (5, INFINITY));
    let won = Bounds::alone(&[Bounds::leaf(1), Bounds::finished(2)]);
    assert_eq!((won.at(0), won.at(1)), (2, INFINITY));
}

#[test]
fn a_shortened_sequence_is_right_as_far_as_it_goes() {
    let mut bounds = Bounds::stepwise([1, 2, 2, 7]);
    bounds.shorten(1);
    assert_eq!((bounds.at(1), bounds.at(2), bounds.len()), (2, INFINITY, 2));
}
