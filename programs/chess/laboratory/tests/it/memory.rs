//! Null-window searches compared with minimax, with Stockman's SSS* and with the published bounds.

use std::collections::HashSet;

use bcp_chess::hash::nth;
use bcp_laboratory::chess::Chess;
use bcp_laboratory::conspiracy::{RandomTree, Shape};
use bcp_laboratory::game::{INFINITY, Value};
use bcp_laboratory::memory::{Driver, Memory, mtd};
use bcp_laboratory::{ChessLike, Counted, Game, Limits, Statistics};

use crate::null_move::position;
use crate::stockman::stockman;

/// A tree in which all positions have the same number of moves; the values of its leaves are random or given.
#[derive(Clone, Debug)]
struct Uniform {
    width: usize,
    depth: usize,
    /// The value of each leaf for the first player, from left to right.
    leaves: Vec<Value>,
    path: Vec<usize>,
    /// The evaluated leaves, in order.
    evaluated: Vec<Vec<usize>>,
}

impl Uniform {
    fn new(width: usize, depth: usize, leaf: impl FnMut(usize) -> Value) -> Self {
        Self {
            width,
            depth,
            leaves: (0..width.pow(depth as u32)).map(leaf).collect(),
            path: Vec::new(),
            evaluated: Vec::new(),
        }
    }

    fn random(seed: u64, width: usize, depth: usize, values: u64) -> Self {
        Self::new(width, depth, |leaf| (nth(seed, leaf as u64) % values) as Value)
    }

    fn minimax(&self, from: usize, size: usize, max: bool) -> Value {
        if size == 1 {
            return self.leaves[from];
        }
        let part = size / self.width;
        let values = (0..self.width).map(|move_| self.minimax(from + move_ * part, part, !max));
        if max { values.max() } else { values.min() }.expect("a move")
    }

    fn value(&self) -> Value {
        self.minimax(0, self.leaves.len(), true)
    }
}

impl Game for Uniform {
    type Move = usize;

    fn moves(&mut self, moves: &mut Vec<usize>) {
        if self.path.len() < self.depth {
            moves.extend(0..self.width);
        }
    }

    fn make(&mut self, m: usize) {
        self.path.push(m);
    }

    fn unmake(&mut self) {
        self.path.pop();
    }

    fn make_null(&mut self) -> bool {
        panic!("no null moves here");
    }

    fn unmake_null(&mut self) {}

    fn evaluate(&mut self) -> Value {
        0
    }

    fn terminal(&mut self) -> Option<Value> {
        if self.path.len() < self.depth {
            return None;
        }
        self.evaluated.push(self.path.clone());
        let value = self.leaves[self.path.iter().fold(0, |leaf, &m| leaf * self.width + m)];
        Some(if self.path.len().is_multiple_of(2) {
            value
        } else {
            -value
        })
    }

    fn without_moves(&mut self) -> Value {
        panic!("every position has moves");
    }
}

impl ChessLike for Uniform {
    fn key(&self) -> u64 {
        self.path.iter().fold(0, |key, &m| nth(key, m as u64))
    }

    fn has_moved(&self) -> bool {
        !self.path.is_empty()
    }
}

/// Returns the value that a search finds, and the leaves that it evaluates.
fn search(tree: &Uniform, driver: Driver) -> (Value, Vec<Vec<usize>>) {
    let mut game = tree.clone();
    let (value, _) = driver.value(&mut game, &mut driver.memory(), 50, tree.depth as i32);
    (value, game.evaluated.clone())
}

fn forest() -> impl Iterator<Item = Uniform> {
    let shapes = [
        (2, 1),
        (2, 2),
        (3, 2),
        (2, 3),
        (3, 3),
        (2, 4),
        (3, 4),
        (2, 5),
        (2, 6),
        (4, 4),
    ];
    shapes
        .into_iter()
        .flat_map(|(width, depth)| (0..40).map(move |seed| (width, depth, seed)))
        .flat_map(|(width, depth, seed)| [3, 1_000_000].map(|values| Uniform::random(seed, width, depth, values)))
}

#[test]
fn all_have_the_value_of_minimax() {
    for tree in forest() {
        for driver in Driver::ALL {
            assert_eq!(search(&tree, driver).0, tree.value(), "{driver:?} {tree:?}");
        }
    }
}

/// SSS* is alpha-beta with memory, called from above: Stockman's original evaluates the same leaves in the same order.
#[test]
fn sss_is_stockmans() {
    for tree in forest() {
        let (value, leaves) = stockman(&mut tree.clone(), tree.depth as u32);
        assert_eq!(search(&tree, Driver::Sss), (value, leaves), "{tree:?}");
    }
}

/// Stockman's theorem: SSS* evaluates only leaves that alpha-beta evaluates. And no search needs fewer leaves than a
/// proof of both bounds: w^ceil(d/2) + w^floor(d/2) - 1 (Knuth and Moore).
#[test]
fn sss_dominates_alpha_beta_and_nothing_beats_the_minimal_tree() {
    for tree in forest() {
        let (_, alpha_beta) = search(&tree, Driver::AlphaBeta);
        let all: HashSet<_> = alpha_beta.iter().collect();
        for driver in Driver::ALL {
            let (_, leaves) = search(&tree, driver);
            assert!(leaves.len() >= minimal(&tree), "{driver:?} {tree:?}");
            let distinct: HashSet<_> = leaves.iter().collect();
            if driver == Driver::Sss {
                assert!(distinct.is_subset(&all), "{tree:?}");
            }
            if driver != Driver::AlphaBeta {
                assert_eq!(distinct.len(), leaves.len(), "{driver:?} evaluates a leaf twice");
            }
        }
    }
}

fn minimal(tree: &Uniform) -> usize {
    let power = |plies: usize| tree.width.pow(plies as u32);
    power(tree.depth.div_ceil(2)) + power(tree.depth / 2) - 1
}

/// If the best move is always the first, alpha-beta and MTD(f) with the right guess evaluate the minimal tree.
#[test]
fn the_best_order_needs_the_minimal_tree() {
    for (width, depth) in [(2, 1), (2, 4), (3, 3), (3, 4), (4, 3), (2, 7)] {
        // Each deviation costs the side that makes it something, and more if it is nearer to the root.
        let cost = |mut leaf: usize| {
            let mut value = 0;
            for ply in (0..depth).rev() {
                let step = (leaf % width) as Value * 10_i32.pow((depth - ply) as u32);
                value += if ply % 2 == 0 { -step } else { step };
                leaf /= width;
            }
            value
        };
        let tree = Uniform::new(width, depth, cost);
        assert_eq!(tree.value(), 0);
        assert_eq!(search(&tree, Driver::AlphaBeta).1.len(), minimal(&tree));
        let mut game = tree.clone();
        let found = mtd(&mut game, &mut Memory::default(), 0, depth as i32);
        assert_eq!(found, (0, 2), "one window from each side");
        assert_eq!(game.evaluated.len(), minimal(&tree));
    }
}

#[test]
fn mcallesters_trees_have_the_same_value_for_all() {
    for as_drawn in [true, false] {
        for number in 0..10 {
            let shape = Shape { branching: 5, depth: 5, as_drawn };
            let tree = RandomTree::new(1, number, shape);
            let of = |driver: Driver| {
                let mut game = Counted::new(tree.clone(), Limits::default());
                driver.value(&mut game, &mut driver.memory(), 0, 5).0
            };
            let expected = bcp_laboratory::conspiracy::alpha_beta(&mut tree.clone(), 5, -INFINITY, INFINITY);
            assert_eq!(Driver::ALL.map(of), [expected; 5]);
        }
    }
}

/// Up to depth 3, a repetition cannot make the stored bounds wrong.
#[test]
fn chess_has_the_same_value_for_all() {
    for name in ["W1", "W2", "W5", "W20", "W70", "Z1", "Z5"] {
        let chess = Chess::from(&position(name).0);
        for depth in 1..=3 {
            let of = |driver: Driver| {
                let mut game = chess.clone();
                driver.value(&mut game, &mut driver.memory(), 17, depth).0
            };
            let values = Driver::ALL.map(of);
            assert!(
                values.iter().all(|&value| value == values[0]),
                "{name} {depth}: {values:?}"
            );
        }
    }
}

/// A list ends with its position, and counts as cut off if moves are left. A remembered move is tried before there is a
/// list: if none follows, that move has caused a cut-off, and counts as a list of one.
#[test]
fn lists_are_counted_by_what_was_tried_of_them() {
    for (listed, moves_tried, counts) in [
        (None, 0, [0, 0, 0]),
        (None, 1, [1, 1, 1]),
        (None, 2, [1, 2, 1]),
        (Some(3), 0, [1, 0, 1]),
        (Some(3), 2, [1, 2, 1]),
        (Some(3), 3, [1, 3, 0]),
        (Some(0), 0, [1, 0, 0]),
    ] {
        let mut game = Counted::new(Uniform::random(1, 3, 3, 10), Limits::default());
        game.make(0);
        if let Some(moves) = listed {
            game.open_list(moves);
        }
        for m in 0..moves_tried {
            game.make(m);
            game.unmake();
        }
        game.unmake();
        let Statistics { nodes, lists, tried, cutoffs, .. } = game.statistics;
        assert_eq!(nodes, 2 + moves_tried as u64);
        assert_eq!([lists, tried, cutoffs], counts, "{listed:?} {moves_tried}");
    }
}
