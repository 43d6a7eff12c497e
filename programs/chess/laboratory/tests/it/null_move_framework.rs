//! The framework of the null-move searches compared with plain minimax, on trees of random values.

use std::collections::{BTreeMap, BTreeSet};

use bcp_chess::hash::mix;
use bcp_laboratory::conspiracy::WrittenTree;
use bcp_laboratory::game::{INFINITY, Value};
use bcp_laboratory::null_move::{Searcher, Settings};
use bcp_laboratory::trace::{Each, Trace};
use bcp_laboratory::{ChessLike, Game, Limits};

const MATE: Value = 100_000;
const MOVES: u64 = 6;

/// Enough for the positions of these games; a larger table would take longer to clear than they take to search.
const TABLE: u8 = 13;

/// A game in which each move is a number, and the position is the sum of the moves' effects: as in chess, the same
/// moves in another order lead to the same position.
#[derive(Clone, Debug)]
pub(crate) struct Sums {
    seed: u64,
    position: u64,
    played: Vec<u64>,
}

impl Sums {
    pub(crate) fn new(seed: u64) -> Self {
        Self { seed, position: 0, played: Vec::new() }
    }

    fn luck(&self, question: u64) -> u64 {
        mix(self.seed ^ mix(self.key() ^ mix(question)))
    }

    /// Lists moves; there are at most two captures, and fewer with each move played.
    fn list(&self, captures: bool) -> Vec<u64> {
        let ends = self.luck(1).is_multiple_of(40);
        let is_capture = |m: u64| self.luck(100 + m).is_multiple_of(2 + self.played.len() as u64) && m < 3;
        let exists = |m: u64| !ends && !self.luck(200 + m).is_multiple_of(4);
        (1..=MOVES)
            .filter(|m| exists(*m) && is_capture(*m) == captures)
            .collect()
    }
}

impl Game for Sums {
    type Move = u64;

    fn moves(&mut self, moves: &mut Vec<u64>) {
        self.captures(moves);
        self.quiets(moves);
    }

    fn make(&mut self, m: u64) {
        // The moves of the two sides add up separately, like those of chess pieces.
        let side = self.played.len() as u64 & 1;
        self.position = self.position.wrapping_add(mix(1000 * side + m));
        self.played.push(m);
    }

    fn unmake(&mut self) {
        let m = self.played.pop().expect("a move was made");
        let side = self.played.len() as u64 & 1;
        self.position = self.position.wrapping_sub(mix(1000 * side + m));
    }

    fn make_null(&mut self) -> bool {
        self.make(0);
        true
    }

    fn unmake_null(&mut self) {
        self.unmake();
    }

    fn evaluate(&mut self) -> Value {
        (self.luck(2) % 201) as Value - 100
    }

    fn terminal(&mut self) -> Option<Value> {
        (self.luck(3).is_multiple_of(50) && !self.played.is_empty()).then_some(0)
    }

    fn without_moves(&mut self) -> Value {
        if self.in_check() {
            self.played.len() as Value - MATE
        } else {
            0
        }
    }
}

impl ChessLike for Sums {
    const MATES: Value = MATE - 1000;
    const HISTORY_SIZE: usize = MOVES as usize + 1;

    fn key(&self) -> u64 {
        // Positions at different plies must differ: otherwise a table that is filled at one depth would serve another.
        mix(self.position) ^ mix(self.played.len() as u64)
    }

    fn has_moved(&self) -> bool {
        self.played.last().is_some_and(|&m| m != 0)
    }

    fn in_check(&self) -> bool {
        self.luck(4).is_multiple_of(5)
    }

    fn captures(&mut self, moves: &mut Vec<u64>) {
        moves.extend(self.list(true));
    }

    fn quiets(&mut self, moves: &mut Vec<u64>) {
        moves.extend(self.list(false));
    }

    fn is_legal(&self, m: u64) -> bool {
        self.list(true).contains(&m) || self.list(false).contains(&m)
    }

    fn mvv_lva(&self, m: u64) -> i32 {
        self.list(true).contains(&m) as i32
    }

    fn history_index(&self, m: u64) -> usize {
        m as usize
    }

    fn target(&self, m: u64) -> usize {
        m as usize
    }

    fn material(&self) -> Value {
        0
    }

    fn pieces(&self) -> [u32; 2] {
        [1, 1]
    }
}

/// Returns the minimax value, computed without bounds in the simplest and slowest way.
fn minimax(game: &mut Sums, depth: i32) -> Value {
    if let Some(value) = game.terminal() {
        return value;
    }
    if depth <= 0 && !game.in_check() {
        return quiescence(game);
    }
    let mut moves = Vec::new();
    game.moves(&mut moves);
    let child = |m| {
        game.make(m);
        let value = -minimax(game, depth.max(1) - 1);
        game.unmake();
        value
    };
    let best = moves.into_iter().map(child).max();
    best.unwrap_or_else(|| game.without_moves())
}

fn quiescence(game: &mut Sums) -> Value {
    let mut best = game.evaluate();
    for m in game.list(true) {
        game.make(m);
        best = best.max(-quiescence(game));
        game.unmake();
    }
    best
}

/// Returns the values of the moves of the root.
fn root_values(game: &mut Sums, depth: i32) -> Vec<(u64, Value)> {
    let mut moves = Vec::new();
    game.moves(&mut moves);
    let value = |m| {
        game.make(m);
        let value = -minimax(game, depth - 1);
        game.unmake();
        (m, value)
    };
    moves.into_iter().map(value).collect()
}

#[test]
fn full_width_is_minimax() {
    for seed in 0..60 {
        let mut searcher = Searcher::with_table(Sums::new(seed), Settings::FULL_WIDTH, Limits::default(), TABLE);
        for iteration in searcher.deepen(6) {
            let values = root_values(&mut Sums::new(seed), iteration.depth.into());
            let best = values.iter().map(|(_, value)| *value).max();
            assert_eq!(Some(iteration.value), best, "{seed}: {iteration:?}");
            assert!(
                values.contains(&(iteration.best, iteration.value)),
                "{seed}: {iteration:?}"
            );
        }
        assert!(!searcher.game.interrupted);
    }
}

/// By hand. The first move is worth 1. After the second, the other side is better off passing, with -5, than with its
/// moves, -9 and -8: the null move's value raises its alpha, and remains the best.
#[test]
fn a_null_move_that_does_not_fail_high_may_raise_alpha() {
    assert_eq!(of_tree("r1", "0(6(1 2) 5(9 8))", 2), 8);
    assert_eq!(of_tree("r1+raise", "0(6(1 2) 5(9 8))", 2), 5);
}

/// By hand. After the second move, the other side is 500 ahead, more than the margin of a ply, and so does not see that
/// both its moves lose 600. If it is only 99 ahead, it does.
#[test]
fn an_evaluation_far_above_the_bound_fails_high() {
    for (tree, full, pruned) in [
        ("0(0(0 1) -500(600 700))", 600, 0),
        ("0(0(0 1) -99(600 700))", 600, 600),
    ] {
        assert_eq!(of_tree("none", tree, 2), full, "{tree}");
        assert_eq!(of_tree("none+futility", tree, 2), pruned, "{tree}");
    }
}

/// By hand. After the second move, the other side has three moves that seem good at first, and lose two plies later:
/// three are enough for multi-cut, two are not.
#[test]
fn three_moves_that_fail_high_are_a_multi_cut() {
    let seems_good = "-9(-9(9))";
    let moves = |count| format!("0(0(0(0(0))) 0({}))", vec![seems_good; count].join(" "));
    for count in [2, 3, 4] {
        assert_eq!(of_tree("none", &moves(count), 4), 9, "{count}");
        assert_eq!(
            of_tree("none+multicut", &moves(count), 4),
            if count < 3 { 9 } else { 0 },
            "{count}"
        );
    }
}

/// By hand. Six plies deep, the second move wins 600; a search that is four plies shallower sees the other side ahead
/// after it, by more than a pawn or by less.
#[test]
fn a_shallow_search_far_above_the_bound_fails_high() {
    let tree = |ahead: Value| format!("0(0(0(0(0(0(0))))) 0(-{ahead}(-{ahead}(-{ahead}(-{ahead}(600))))))");
    for (ahead, pruned) in [(500, 0), (99, 600)] {
        assert_eq!(of_tree("none", &tree(ahead), 6), 600, "{ahead}");
        assert_eq!(of_tree("none+probcut", &tree(ahead), 6), pruned, "{ahead}");
    }
}

/// By hand. After the second move, the other side is ahead, and loses whatever is played. A null move with R = 1 sees
/// one ply of that. If it is two pawns ahead, R is 2, and the null move sees nothing.
#[test]
fn an_evaluation_two_pawns_above_the_bound_makes_r_greater() {
    for (ahead, value) in [(199, 300), (200, 0)] {
        let tree = format!("0(0(0(0(0))) -{ahead}(300(300(300))))");
        assert_eq!(of_tree("r1", &tree, 4), 300, "{ahead}");
        assert_eq!(of_tree("r1+surplus", &tree, 4), value, "{ahead}");
    }
}

fn of_tree(search: &str, tree: &str, depth: u8) -> Value {
    let tree: WrittenTree = tree.parse().expect("a tree");
    let settings = search.parse().expect("a search");
    let mut searcher = Searcher::with_table(tree, settings, Limits::default(), TABLE);
    searcher.deepen(depth).pop().expect("an iteration").value
}

/// Beal's layer without bounds: a side that is not in check can also pass, and gets the value of the captures after
/// that.
fn layered(game: &mut Sums, depth: i32, layer: i32) -> Value {
    if let Some(value) = game.terminal() {
        return value;
    }
    let in_check = game.in_check();
    if depth <= 0 && layer <= 0 && !in_check {
        return quiescence(game);
    }
    let mut moves = Vec::new();
    game.moves(&mut moves);
    if moves.is_empty() {
        return game.without_moves();
    }
    let mut best = -INFINITY;
    if depth <= 0 && !in_check {
        game.make_null();
        best = -quiescence(game);
        game.unmake_null();
    }
    let below = if depth > 0 {
        (depth - 1, layer)
    } else {
        (0, layer.max(1) - 1)
    };
    for m in moves {
        game.make(m);
        best = best.max(-layered(game, below.0, below.1));
        game.unmake();
    }
    best
}

#[test]
fn the_layer_is_minimax_with_null_moves() {
    let settings: Settings = "none+layer2".parse().expect("a search");
    for seed in 0..60 {
        let mut searcher = Searcher::with_table(Sums::new(seed), settings, Limits::default(), TABLE);
        for iteration in searcher.deepen(3) {
            let value = layered(&mut Sums::new(seed), iteration.depth.into(), 2);
            assert_eq!(iteration.value, value, "{seed}: {iteration:?}");
        }
    }
}

/// A game with two moves in every position, in which the first player is always ahead, with given numbers of pieces for
/// the side to play and the other side.
struct Pairs {
    played: Vec<u64>,
    pieces: [u32; 2],
}

impl Game for Pairs {
    type Move = u64;

    fn moves(&mut self, moves: &mut Vec<u64>) {
        moves.extend([1, 2]);
    }

    fn make(&mut self, m: u64) {
        self.played.push(m);
    }

    fn unmake(&mut self) {
        self.played.pop();
    }

    fn make_null(&mut self) -> bool {
        self.make(0);
        true
    }

    fn unmake_null(&mut self) {
        self.unmake();
    }

    fn evaluate(&mut self) -> Value {
        if self.played.len().is_multiple_of(2) { 10 } else { -10 }
    }

    fn terminal(&mut self) -> Option<Value> {
        None
    }

    fn without_moves(&mut self) -> Value {
        0
    }
}

impl ChessLike for Pairs {
    fn key(&self) -> u64 {
        self.played.iter().fold(0, |key, m| mix(key ^ m))
    }

    fn has_moved(&self) -> bool {
        self.played.last().is_some_and(|&m| m != 0)
    }

    fn pieces(&self) -> [u32; 2] {
        self.pieces
    }
}

/// Heinz: three plies if more than eight are left, or more than six and a side has three pieces; two otherwise. David
/// and Netanyahu: four if more than six are left, three otherwise.
#[test]
fn null_moves_are_reduced_by_the_plies_left() {
    type Expected = fn(i32) -> i32;
    let rows: [(&str, [u32; 2], Expected); 7] = [
        ("adaptive", [1, 1], |depth| if depth > 8 { 3 } else { 2 }),
        ("adaptive", [2, 2], |depth| if depth > 8 { 3 } else { 2 }),
        ("adaptive", [3, 1], |depth| if depth > 6 { 3 } else { 2 }),
        ("adaptive", [1, 3], |depth| if depth > 6 { 3 } else { 2 }),
        ("extended", [1, 1], |depth| if depth > 6 { 4 } else { 3 }),
        ("r2", [3, 3], |_| 2),
        ("r3", [1, 1], |_| 3),
    ];
    for (name, pieces, expected) in rows {
        let game = Pairs { played: Vec::new(), pieces };
        let settings = name.parse().expect(name);
        let mut searcher = Searcher::with_table(game, settings, Limits::default(), TABLE).recording(100_000, false);
        searcher.deepen(11);
        let calls = searcher.game.recorder.expect("a record");
        let trace = Trace::new(name, "", "").with_calls(calls, &mut Each::new(|m: u64| m.to_string()));
        // The number of plies that a null move costs in addition to its own, by the number of plies left before it.
        let mut found: BTreeMap<i32, BTreeSet<i32>> = BTreeMap::new();
        for null in trace.nodes.iter().filter(|node| node.moves == ["null"]) {
            let before = null.parent.and_then(|parent| trace.nodes[parent].depth);
            let (before, behind) = before.zip(null.depth).expect("depths");
            found.entry(before).or_default().insert(before - 1 - behind);
        }
        for depth in 1..=10 {
            assert_eq!(
                found.get(&depth),
                Some(&BTreeSet::from([expected(depth)])),
                "{name} {pieces:?}, {depth} left"
            );
        }
    }
}
