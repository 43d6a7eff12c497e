//! The papers' figures as code, compared with the fast searches, and with their definitions.

use std::cell::Cell;
use std::cmp::Reverse;

use bcp_chess::hash::mix;
use bcp_laboratory::chess::Chess;
use bcp_laboratory::figures::quiesce::quiesce;
use bcp_laboratory::figures::quiesce_d::quiesce_d;
use bcp_laboratory::figures::{extended, late, pvs, standard, verified};
use bcp_laboratory::game::{INFINITY, Value};
use bcp_laboratory::null_move::{Searcher, Settings};
use bcp_laboratory::quiescence::{Fat, Quiesce, Static};
use bcp_laboratory::{ChessLike, Counted, Game, Limits};

use crate::null_move::position;
use crate::null_move_framework::Sums;
use crate::quiescence::forest;
use crate::trees::{Tree, leaf, node};

/// A game in which no position recurs and all moves differ, so that tables and histories are useless; captures are
/// listed in the order in which they should be tried. In this game a fast search is equivalent to its figure.
#[derive(Clone)]
struct Forgetful<G> {
    game: G,
    keys: Cell<u64>,
}

impl<G> Forgetful<G> {
    fn new(game: G) -> Self {
        Self { game, keys: Cell::new(0) }
    }
}

impl<G: ChessLike> Game for Forgetful<G> {
    type Move = G::Move;

    fn moves(&mut self, moves: &mut Vec<G::Move>) {
        self.captures(moves);
        self.quiets(moves);
    }

    fn make(&mut self, m: G::Move) {
        self.game.make(m);
    }

    fn unmake(&mut self) {
        self.game.unmake();
    }

    fn make_null(&mut self) -> bool {
        self.game.make_null()
    }

    fn unmake_null(&mut self) {
        self.game.unmake_null();
    }

    fn evaluate(&mut self) -> Value {
        self.game.evaluate()
    }

    fn terminal(&mut self) -> Option<Value> {
        self.game.terminal()
    }

    fn without_moves(&mut self) -> Value {
        self.game.without_moves()
    }
}

impl<G: ChessLike> ChessLike for Forgetful<G> {
    const MATES: Value = G::MATES;
    const HISTORY_SIZE: usize = 1;

    fn key(&self) -> u64 {
        self.keys.set(self.keys.get() + 1);
        mix(self.keys.get())
    }

    fn has_moved(&self) -> bool {
        self.game.has_moved()
    }

    fn in_check(&self) -> bool {
        self.game.in_check()
    }

    fn captures(&mut self, moves: &mut Vec<G::Move>) {
        let before = moves.len();
        self.game.captures(moves);
        moves[before..].sort_by_key(|&m| Reverse(self.game.mvv_lva(m)));
    }

    fn quiets(&mut self, moves: &mut Vec<G::Move>) {
        self.game.quiets(moves);
    }

    fn is_legal(&self, _m: G::Move) -> bool {
        false
    }

    fn mvv_lva(&self, m: G::Move) -> i32 {
        self.game.mvv_lva(m).min(1)
    }

    fn history_index(&self, _m: G::Move) -> usize {
        0
    }

    fn target(&self, m: G::Move) -> usize {
        self.game.target(m)
    }

    fn material(&self) -> Value {
        self.game.material()
    }

    fn pieces(&self) -> [u32; 2] {
        self.game.pieces()
    }
}

type Position<G> = Counted<'static, Forgetful<G>>;

/// A figure: a search with a window and a depth.
type Figure<G> = fn(&mut Position<G>, Value, Value, i32) -> Value;

/// Deepens a figure like the fast searches: the best move of an iteration is tried first in the next. Returns the
/// values and nodes of the iterations.
fn deepen<G: ChessLike>(game: G, depth: i32, figure: Figure<G>) -> Vec<(Value, u64)> {
    let mut game: Position<G> = Counted::new(Forgetful::new(game), Limits::default());
    let mut moves = Vec::new();
    game.moves(&mut moves);
    let mut found = Vec::new();
    if moves.is_empty() {
        return found;
    }
    for depth in 1..=depth {
        let mut alpha = -INFINITY;
        for index in 0..moves.len() {
            game.make(moves[index]);
            let beta = if index == 0 { INFINITY } else { -alpha };
            let mut value = INFINITY;
            if index > 0 {
                value = -figure(&mut game, -alpha - 1, -alpha, depth - 1);
            }
            if value > alpha {
                value = -figure(&mut game, -INFINITY, beta, depth - 1);
            }
            game.unmake();
            if value > alpha {
                alpha = value;
                moves[..=index].rotate_right(1);
            }
        }
        found.push((alpha, game.statistics.nodes));
    }
    found
}

fn fast<G: ChessLike>(game: G, depth: u8, settings: &str) -> Vec<(Value, u64)> {
    let settings: Settings = settings.parse().expect(settings);
    // All keys differ, so that nothing is ever found in the table, whatever its size.
    let mut searcher = Searcher::with_table(Forgetful::new(game), settings, Limits::default(), 1);
    let iterations = searcher.deepen(depth).into_iter();
    iterations
        .map(|iteration| (iteration.value, iteration.statistics.nodes))
        .collect()
}

/// Returns the figures with the names of the corresponding fast searches.
fn figures<G: ChessLike>() -> [(&'static str, Figure<G>); 5] {
    [
        ("none", pvs::search),
        ("r2", standard::search),
        ("verified", |game, alpha, beta, depth| {
            verified::search(game, alpha, beta, depth, true)
        }),
        ("extended", extended::search),
        ("none+late", late::search),
    ]
}

#[test]
fn figures_are_the_fast_searches_node_for_node_on_chess() {
    for name in ["W1", "W2", "W8", "W20", "W70", "W138", "Z1", "Z2", "Z5", "Z6"] {
        let chess = Chess::from(&position(name).0);
        for (settings, figure) in figures() {
            let depth = if settings.starts_with("none") { 4 } else { 5 };
            let expected = fast(chess.clone(), depth, settings);
            assert_eq!(
                deepen(chess.clone(), depth.into(), figure),
                expected,
                "{name} {settings}"
            );
        }
    }
}

#[test]
fn figures_are_the_fast_searches_node_for_node_on_random_games() {
    for seed in 0..60 {
        for (settings, figure) in figures() {
            let expected = fast(Sums::new(seed), 6, settings);
            assert_eq!(deepen(Sums::new(seed), 6, figure), expected, "{seed} {settings}");
        }
    }
}

/// Returns the value of Fig. 3, computed without bounds.
fn plain(game: &mut Tree, evaluate: &mut dyn FnMut(&mut Tree) -> Value) -> Value {
    game.make_null();
    let mut best = -evaluate(game);
    game.unmake_null();
    let mut moves = Vec::new();
    game.moves(&mut moves);
    for m in moves {
        game.make(m);
        best = best.max(-plain(game, evaluate));
        game.unmake();
    }
    best
}

/// Returns the value of Fig. 5, computed without bounds.
fn plain_d(game: &mut Tree, d: u32) -> Value {
    if d == 0 {
        return game.evaluate();
    }
    game.make_null();
    let mut best = -game.evaluate();
    game.unmake_null();
    let mut moves = Vec::new();
    game.moves(&mut moves);
    for m in moves {
        game.make(m);
        best = best.max(-plain_d(game, d - 1));
        game.unmake();
    }
    best
}

#[test]
fn quiesce_as_printed_is_its_definition() {
    for root in forest() {
        let first = plain(&mut Tree::new(root.clone()), &mut |game| game.evaluate());
        let mut game = Tree::new(root.clone());
        assert_eq!(quiesce(&mut game, &mut Static, -INFINITY, INFINITY), first);
        for lower in -3..3 {
            let value = quiesce(&mut game, &mut Static, lower, lower + 1);
            assert_eq!(value <= lower, first <= lower, "{root:?}");
        }
        // The second order, on top of the library's first order: for a side without moves, other first orders differ,
        // so the definition must use this one.
        let mut first_order = |game: &mut Tree| {
            bcp_laboratory::quiescence::Evaluate::value(&mut Quiesce(Static), game, -INFINITY, INFINITY)
        };
        let second = plain(&mut Tree::new(root.clone()), &mut first_order);
        assert_eq!(quiesce(&mut game, &mut Quiesce(Static), -INFINITY, INFINITY), second);
    }
}

#[test]
fn quiesce_d_as_printed_has_the_value_of_its_definition() {
    for root in forest() {
        for d in 0..=5 {
            let exact = plain_d(&mut Tree::new(root.clone()), d);
            let mut game = Tree::new(root.clone());
            let fat = quiesce_d(&mut game, &mut Static, -INFINITY, INFINITY, d);
            assert_eq!(fat.value, exact, "{root:?} to {d}");
            for lower in -3..3 {
                let value = quiesce_d(&mut game, &mut Static, lower, lower + 1, d).value;
                assert_eq!(value <= lower, exact <= lower, "{root:?} to {d}");
            }
        }
    }
}

/// Every move does harm: the null move yields 0, and the printed upper bound, which excludes it, is -1.
#[test]
fn the_printed_range_leaves_out_the_null_move() {
    let root = node(0, [node(-1, [leaf(-1)]), node(-2, [leaf(-2)])]);
    let fat = quiesce_d(&mut Tree::new(root), &mut Static, -INFINITY, INFINITY, 2);
    let printed = Fat { lower: 0, value: 0, upper: -1 };
    assert_eq!(fat, printed);
}
