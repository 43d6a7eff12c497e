//! The figures of the conspiracy paper: its trees, reconstructed, and what its text says about them.
//!
//! The drawings themselves are lost in our copy. The text determines all that matters in the trees; the values that it
//! leaves open are chosen here, with a remark.

use bcp_laboratory::Game;
use bcp_laboratory::conspiracy::{NodeId, Plain, ROOT, Search, Side, Tree, WrittenTree, basic, deepened};
use bcp_laboratory::game::{INFINITY, Value};

type Written = Search<WrittenTree, Plain>;

fn written(text: &str) -> Written {
    let game = text.parse().expect("a tree");
    Search::new(game, Plain, usize::MAX)
}

/// Returns a tree grown to all positions of the text.
fn whole(text: &str, moves: &[&[usize]]) -> Written {
    let mut search = written(text);
    for path in moves {
        let leaf = node(search.tree(), path);
        search.expand(leaf);
    }
    search
}

/// Returns the node reached by the moves with these indices.
fn node(tree: &Tree<usize>, path: &[usize]) -> NodeId {
    path.iter().fold(ROOT, |id, &place| tree.successors(id).start + place)
}

fn range(tree: &Tree<usize>, conspirators: usize) -> (i32, i32) {
    (tree.v_min(ROOT, conspirators), tree.v_max(ROOT, conspirators))
}

/// D = 5, and E, F and G are less, E more than F and G: their values are chosen.
#[test]
fn figure_1() {
    let search = whole("0(0(5 4) 0(3 2))", &[&[], &[0], &[1]]);
    let tree = search.tree();
    assert_eq!(tree.value(ROOT), 4);
    assert_eq!(tree.needed(ROOT, 5), Some(1), "E");
    assert_eq!(tree.needed(ROOT, 6), Some(2), "D and E, or F and G");
}

/// E, F and G are 3, 2 and 4; the minimum of H, I and J is 0, that of K, L and M is 1. The other values are chosen.
#[test]
fn figure_2() {
    let search = whole("0(0(3 2 4) 0(0 2 1) 0(1 2 3))", &[&[], &[0], &[1], &[2]]);
    let tree = search.tree();
    assert_eq!(tree.value(ROOT), 2);
    assert_eq!(range(tree, 1), (1, 3));
    assert_eq!(range(tree, 2), (0, 4));
    assert_eq!(range(tree, 3), (-INFINITY, INFINITY));
    // "Increasing the root value above 3", "below 1", and so on.
    let needed: Vec<_> = [3, 4, 5, 1, 0, -1]
        .iter()
        .map(|&value| tree.needed(ROOT, value))
        .collect();
    assert_eq!(needed, [1, 2, 3, 1, 2, 3].map(Some));
}

/// The game of Figs. 3 to 9, as far as its tree grows. The root, A, has the moves B, C and D; B captures a pawn.
///
/// The names are in the order of expansion. Ten nodes lie between the successors of D and O, the first successor of E;
/// L is the leftmost below D, so C has four successors. That R is 2, and that a reply to Q captures a pawn, follows
/// from the ranges of Fig. 8 and from the "two choices" that B leaves to max in Fig. 9; the choice between S and T, and
/// between O and P, is arbitrary.
const GAME: &str = "0(\
    1(\
        0(\
            3( 0( 0(0 0 0) 0(0 0 0) 0(0 0 0) ) 3 3 ) \
            0(0 0 0) \
            0(-1 0 0)\
        ) \
        1( 2(2 2 2) 1(1 1 1) 1(1 1 1) ) \
        1(1 1 1)\
    ) \
    0(-1 0 0 0) \
    0(0 0 0)\
)";

/// Paths to the nodes that the text names; a path consists of the indices of the moves.
const B: &[usize] = &[0];
const C: &[usize] = &[1];
const D: &[usize] = &[2];
const E: &[usize] = &[0, 0];
const F: &[usize] = &[0, 1];
const G: &[usize] = &[0, 2];
const L: &[usize] = &[2, 0];
const O: &[usize] = &[0, 0, 0];
const P: &[usize] = &[0, 0, 1];
const Q: &[usize] = &[0, 0, 2];
const R: &[usize] = &[0, 1, 0];
const S: &[usize] = &[0, 1, 1];
const T: &[usize] = &[0, 1, 2];
const X: &[usize] = &[0, 0, 0, 0];

const THRESHOLD: usize = 2;

/// Expands leaves, and checks that the procedure chooses each of them.
fn grow(search: &mut Written, paths: &[&[usize]]) {
    for path in paths {
        let next = basic(search.tree(), THRESHOLD, 0).expect("not done");
        assert_eq!(search.tree().path(next), *path);
        search.expand(next);
    }
}

#[test]
fn figures_3_to_9() {
    let mut search = written(GAME);
    search.expand(ROOT);
    // Fig. 3: the root is expanded.
    let tree = search.tree();
    assert_eq!(tree.value(ROOT), 1);
    assert_eq!(tree.needed(ROOT, -1), Some(3));
    assert_eq!(range(tree, 2), (0, INFINITY));
    assert_eq!(tree.needed(ROOT, INFINITY), Some(1));
    // Fig. 4
    grow(&mut search, &[B]);
    let tree = search.tree();
    assert_eq!(range(tree, 2), (0, INFINITY));
    assert_eq!(tree.needed(node(tree, C), INFINITY), Some(1));
    assert_eq!(tree.needed(node(tree, D), INFINITY), Some(1));
    // Fig. 5
    grow(&mut search, &[C, D]);
    let tree = search.tree();
    assert_eq!(tree.value(ROOT), 0);
    assert_eq!(tree.needed(ROOT, 1), Some(1), "E");
    assert_eq!(tree.needed(ROOT, 2), Some(3));
    assert_eq!(tree.needed(ROOT, -1), Some(2), "E and L");
    assert_eq!(tree.needed(ROOT, -2), Some(3));
    assert_eq!(range(tree, 2), (-1, 1));
    let below_d = tree.strategy_leaf(node(tree, D), -1);
    assert_eq!(below_d, Some(node(tree, L)));
    // Fig. 6
    grow(&mut search, &[E]);
    let tree = search.tree();
    assert_eq!(range(tree, 2), (-1, 3));
    assert_eq!(tree.needed(ROOT, 3), Some(2), "F and G");
    // Fig. 7
    grow(&mut search, &[F, G]);
    let tree = search.tree();
    assert_eq!(tree.needed(node(tree, B), -1), Some(3));
    assert_eq!(tree.needed(ROOT, -1), Some(4));
    assert_eq!(tree.needed(ROOT, 0), Some(1), "O");
    assert_eq!(range(tree, 2), (0, 3));
    // Fig. 8
    grow(&mut search, &[R, S, T]);
    let tree = search.tree();
    assert_eq!(tree.needed(node(tree, F), 3), Some(3));
    assert_eq!(tree.needed(node(tree, B), 3), Some(4));
    assert_eq!(range(tree, 2), (0, 2));
    assert_eq!(tree.value(ROOT), 1);
    // The paper does not count the expansion of the root.
    assert_eq!(tree.expanded, 9 + 1);
    grow(&mut search, &[O]);
    assert_eq!(search.tree().value(ROOT), 0);
    assert_eq!(search.tree().v_max(ROOT, 2), 2);
    // Fig. 9
    let below_x = [0, 1, 2].map(|place| [X, &[place]].concat());
    grow(&mut search, &[X, &below_x[0], &below_x[1], &below_x[2], P, Q]);
    let tree = search.tree();
    assert_eq!(basic(tree, THRESHOLD, 0), None);
    assert_eq!(tree.expanded, 16 + 1);
    assert_eq!(tree.value(ROOT), 0);
    assert_eq!(tree.needed(ROOT, 1), Some(3));
    assert_eq!(tree.needed(ROOT, -1), Some(3));
    assert_eq!(tree.needed(node(tree, X), 1), Some(3));
    for quiet in [C, D, P, Q] {
        assert!(tree.needed(node(tree, quiet), 1) >= Some(3), "{quiet:?}");
    }
}

/// If the sequences are only as long as the threshold needs, the tree that grows is the same.
#[test]
fn short_sequences_suffice() {
    let game = GAME.parse::<WrittenTree>().expect("a tree");
    let mut short = Search::new(game, Plain, THRESHOLD);
    let mut long = written(GAME);
    short.expand(ROOT);
    long.expand(ROOT);
    while let Some(leaf) = basic(long.tree(), THRESHOLD, 0) {
        assert_eq!(basic(short.tree(), THRESHOLD, 0), Some(leaf));
        short.expand(leaf);
        long.expand(leaf);
    }
    assert_eq!(basic(short.tree(), THRESHOLD, 0), None);
    assert_eq!(short.tree().expanded, 17);
}

/// With iterative deepening, the value is made certain against one conspirator before two are considered.
#[test]
fn the_deepened_procedure_ends_with_the_same_value() {
    let game = GAME.parse::<WrittenTree>().expect("a tree");
    let mut search = Search::new(game, Plain, THRESHOLD);
    while let Some(leaf) = deepened(search.tree(), 0) {
        search.expand(leaf);
    }
    let tree = search.tree();
    assert_eq!(range(tree, THRESHOLD), (0, 0));
    let mut leaves = (0..tree.len()).filter(|&id| tree.is_leaf(id));
    assert!(leaves.all(|id| tree.is_open(id)), "more is to be written");
}

/// Section 7: an endless game in which all static values are 0.
struct Uniform {
    branching: usize,
}

impl Game for Uniform {
    type Move = usize;

    fn moves(&mut self, moves: &mut Vec<usize>) {
        moves.extend(0..self.branching);
    }

    fn make(&mut self, _: usize) {}

    fn unmake(&mut self) {}

    fn make_null(&mut self) -> bool {
        true
    }

    fn unmake_null(&mut self) {}

    fn evaluate(&mut self) -> Value {
        0
    }

    fn terminal(&mut self) -> Option<Value> {
        None
    }

    fn without_moves(&mut self) -> Value {
        unreachable!("there are always moves")
    }
}

#[test]
fn figures_10_and_11() {
    let mut search = Search::new(Uniform { branching: 2 }, Plain, usize::MAX);
    // Fig. 10: A, B, D and E.
    for path in [&[][..], &[0], &[0, 0], &[0, 1]] {
        let leaf = basic(search.tree(), 3, 0).expect("not done");
        assert_eq!(search.tree().path(leaf), path);
        search.expand(leaf);
    }
    // Fig. 11: a leftmost strategy of four plies, with one move for max and all for min.
    while search.tree().v_min(ROOT, 3) < 0 {
        let leaf = basic(search.tree(), 3, 0).expect("not done");
        let path = search.tree().path(leaf);
        assert!(path.iter().step_by(2).all(|&m| m == 0), "{path:?}");
        search.expand(leaf);
    }
    let tree = search.tree();
    assert_eq!(tree.expanded, 10);
    assert_eq!(tree.needed(ROOT, -1), Some(4));
    assert_eq!(range(tree, 3), (0, INFINITY));
    assert_eq!(deepest(tree, Side::Max), Some(4));
}

/// Returns the number of plies from the root to the deepest expanded node at which a player is to move.
fn deepest(tree: &Tree<usize>, side: Side) -> Option<usize> {
    (0..tree.len())
        .filter(|&id| !tree.is_leaf(id) && tree.turn(id) == side)
        .map(|id| tree.path(id).len())
        .max()
}

/// The tree is the union of a strategy for max and one for min, whose depths follow the paper's formula.
#[test]
fn uniform_trees_are_strategies() {
    for (branching, threshold) in [(2, 1), (2, 2), (2, 4), (3, 2), (3, 3), (3, 5), (4, 6), (5, 3)] {
        let mut search = Search::new(Uniform { branching }, Plain, threshold);
        while let Some(leaf) = basic(search.tree(), threshold, 0) {
            search.expand(leaf);
        }
        let tree = search.tree();
        let levels = (threshold - 1) / (branching - 1);
        assert_eq!(deepest(tree, Side::Max), Some(2 * levels));
        assert_eq!(deepest(tree, Side::Min), Some(2 * levels + 1));
        // The nodes at which a player chooses, and at which he must meet every choice, by the number of preceding
        // choices of the opponent.
        let choices =
            |count: std::ops::Range<usize>| -> usize { count.map(|choices| branching.pow(choices as u32)).sum() };
        let max = choices(0..levels + 1) + choices(0..levels);
        let min = choices(1..levels + 2) + choices(0..levels + 1);
        // Both strategies contain the line of leftmost moves.
        let both = 2 * levels + 1;
        assert_eq!(tree.expanded, max + min - both);
    }
}

/// The tree of Fig. 5, whose likely values are [-1, 1] according to the paper, is certain for a Δ of 2: the root and
/// three leaves are expanded. For a Δ of 1 it is not.
#[test]
fn a_range_parameter_ends_the_growth() {
    let text = "0(1(0(3(0(0(0 0 0) 0(0 0 0) 0(0 0 0)) 3 3) 0(0 0 0) 0(-1 0 0)) 1(2(2 2 2) 1(1 1 1) 1(1 1 1)) 1(1 1 1)) \
                0(-1 0 0 0) 0(0 0 0))";
    let expanded = |delta| {
        let mut search = Search::new(text.parse::<WrittenTree>().expect("a tree"), Plain, 2);
        while let Some(leaf) = basic(search.tree(), 2, delta) {
            search.expand(leaf);
        }
        (search.tree().expanded, range(search.tree(), 2))
    };
    assert_eq!(expanded(2), (4, (-1, 1)));
    assert!(expanded(1).0 > 4);
    assert_eq!(expanded(0).0, 17);
}
