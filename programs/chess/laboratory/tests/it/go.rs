//! Go compared with a second implementation of its rules, and its problems compared with full-width search.

use std::collections::BTreeSet;

use bcp_laboratory::game::{Game, Value};
use bcp_laboratory::quiescence::{
    BestMoves, Captures, Deepening, Evaluate, FullWidth, Quiesce, QuiesceD, Static, Tactical,
};
use bcp_laboratory::{Counted, Limits};

use crate::common::Random;
use crate::go_game::PROBLEMS;
use crate::go_game::board::{Go, GoMove};
use crate::go_game::text::GoError;

/// A board as rows of letters, the top row first: an implementation of the rules without bit sets.
#[derive(Clone, PartialEq, Eq)]
struct Plain(Vec<Vec<char>>);

impl Plain {
    fn of(go: &Go) -> Self {
        Self(go.to_string().lines().map(|row| row.chars().collect()).collect())
    }

    fn beside(&self, (row, column): (usize, usize)) -> Vec<(usize, usize)> {
        let last = self.0.len() - 1;
        let mut list = Vec::new();
        if row > 0 {
            list.push((row - 1, column));
        }
        if row < last {
            list.push((row + 1, column));
        }
        if column > 0 {
            list.push((row, column - 1));
        }
        if column < last {
            list.push((row, column + 1));
        }
        list
    }

    fn at(&self, (row, column): (usize, usize)) -> char {
        self.0[row][column]
    }

    /// Returns the stones of a group, and whether it has a liberty.
    fn group(&self, point: (usize, usize)) -> (BTreeSet<(usize, usize)>, bool) {
        let mut group = BTreeSet::from([point]);
        let mut open = vec![point];
        let mut free = false;
        while let Some(point) = open.pop() {
            for next in self.beside(point) {
                free |= self.at(next) == '.';
                if self.at(next) == self.at(point) && group.insert(next) {
                    open.push(next);
                }
            }
        }
        (group, free)
    }

    /// Returns the board after a stone, and the number of stones it captures; `None` if it would have no liberty.
    fn play(&self, point: (usize, usize), own: char) -> Option<(Self, usize)> {
        let mut next = self.clone();
        next.0[point.0][point.1] = own;
        let mut taken = 0;
        for beside in self.beside(point) {
            let stone = next.at(beside);
            if stone == '.' || stone == own {
                continue;
            }
            let (group, free) = next.group(beside);
            if !free {
                taken += group.len();
                for (row, column) in group {
                    next.0[row][column] = '.';
                }
            }
        }
        next.group(point).1.then_some((next, taken))
    }
}

/// Random games on small boards: every list of moves, every board and every number of prisoners is compared.
#[test]
fn random_games_follow_the_rules() {
    let mut random = Random(19);
    let mut captures = 0;
    for game in 0..60 {
        let size = 2 + game % 4;
        let mut go = Go::empty(size).expect("a size there is");
        let mut boards = vec![Plain::of(&go)];
        for _ in 0..80 {
            let own = if go.black_to_play() { 'X' } else { 'O' };
            let before = boards.last().expect("the empty board").clone();
            let mut expected = Vec::new();
            for row in 0..usize::from(size) {
                for column in 0..usize::from(size) {
                    if before.0[row][column] != '.' {
                        continue;
                    }
                    let played = before.play((row, column), own);
                    if let Some((next, taken)) = played.filter(|(next, _)| !boards.contains(next)) {
                        let letter = b"abcdefghj"[column] as char;
                        expected.push((format!("{letter}{}", usize::from(size) - row), next, taken));
                    }
                }
            }
            let mut moves = Vec::new();
            go.moves(&mut moves);
            assert_eq!(moves.pop(), Some(GoMove::Pass));
            let mut names: Vec<String> = moves.iter().map(|&m| go.move_text(m)).collect();
            names.sort();
            expected.sort_by(|a, b| a.0.cmp(&b.0));
            assert!(names.iter().eq(expected.iter().map(|(name, _, _)| name)), "{go}");
            check_captures(&mut go, &expected);
            let Some((name, next, taken)) = expected.get(random.below(expected.len().max(1))) else {
                break;
            };
            let named = moves.iter().find(|&&m| go.move_text(m) == *name);
            let m = *named.expect("a name");
            let (balance, text) = (go.evaluate(), go.to_string());
            go.make(m);
            go.unmake();
            assert_eq!((go.evaluate(), go.to_string()), (balance, text));
            go.make(m);
            assert!(Plain::of(&go) == *next);
            assert_eq!(go.evaluate(), -balance - *taken as Value);
            captures += taken;
            boards.push(next.clone());
        }
    }
    assert!(captures > 100, "{captures}");
}

/// A board has up to 89 bits: the key depends on every stone, and on the side to play.
#[test]
fn every_point_counts_in_the_key() {
    let mut go = Go::empty(9).expect("a size there is");
    let mut moves = Vec::new();
    go.moves(&mut moves);
    assert_eq!(moves.len(), 82, "81 points and the pass");
    let mut keys = BTreeSet::from([go.key()]);
    for &first in &moves {
        go.make(first);
        keys.insert(go.key());
        go.make(GoMove::Pass);
        keys.insert(go.key());
        go.unmake();
        // After a pass, the other side plays on the same point.
        for &second in moves.iter().filter(|_| first == GoMove::Pass) {
            go.make(second);
            keys.insert(go.key());
            go.unmake();
        }
        go.unmake();
    }
    // The empty board and the boards with a black stone, for both sides; those with a white stone, for one.
    assert_eq!(keys.len(), 2 + 3 * 81);
}

/// Checks that the captures are the moves that capture stones.
fn check_captures(go: &mut Go, expected: &[(String, Plain, usize)]) {
    let mut captures = Vec::new();
    go.captures(&mut captures);
    let mut found: Vec<(String, Value)> = captures.iter().map(|&(m, gain)| (go.move_text(m), gain)).collect();
    found.sort();
    let taking = expected.iter().filter(|(_, _, taken)| *taken > 0);
    let taking: Vec<_> = taking.map(|(name, _, taken)| (name.clone(), *taken as Value)).collect();
    assert_eq!(found, taking);
}

#[test]
fn two_passes_end_the_game_and_a_null_move_is_no_pass() {
    let mut go = Go::empty(5).expect("a size there is");
    go.make(GoMove::Pass);
    assert_eq!(go.terminal(), None);
    go.make_null();
    go.make(GoMove::Pass);
    assert_eq!(go.terminal(), None);
    go.make(GoMove::Pass);
    assert_eq!(go.terminal(), Some(0));
}

#[test]
fn texts_that_are_no_boards_are_refused() {
    let shape = |row, length, rows| GoError::Shape { row, length, rows };
    for (text, error) in [
        ("... .. ...", shape(2, 2, 3)),
        (".", shape(1, 1, 1)),
        ("..A ... ...", GoError::Point('A')),
        ("XO OX", GoError::Liberties),
    ] {
        let found = Go::from_text(text, true).map(|go| go.to_string());
        assert_eq!(found, Err(error), "{text}");
    }
    assert!(Go::empty(1).is_err() && Go::empty(10).is_err());
}

/// If only prisoners count, quiescence equals the capture search.
#[test]
fn quiesce_over_prisoners_is_the_search_of_captures() {
    let mut random = Random(7);
    for _ in 0..40 {
        let mut go = Go::empty(5).expect("a size there is");
        for _ in 0..16 {
            let mut moves = Vec::new();
            go.moves(&mut moves);
            go.make(moves[random.below(moves.len() - 1)]);
            let captures = Captures.value(&mut go, -1000, 1000);
            assert_eq!(Quiesce(Static).value(&mut go, -1000, 1000), captures, "{go}");
        }
    }
}

/// For each problem: the depth at which full width over captures proves it, and at which the second order finds it.
const DEPTHS: [(&str, u32, Option<u32>); 6] = [
    ("capture", 2, Some(1)),
    ("connection", 2, Some(1)),
    ("double atari", 4, Some(2)),
    ("race", 2, Some(2)),
    ("ladder", 6, Some(6)),
    // The solution surrounds stones and threatens nothing at once: only a third order finds it.
    ("net", 4, None),
];

/// Every solution has the stated gain, and no other move has.
#[test]
fn full_width_proves_the_problems() {
    for (problem, (name, depth, _)) in PROBLEMS.iter().zip(DEPTHS) {
        assert_eq!(problem.name, name);
        let mut game = Go::from_text(problem.board, true).expect(name);
        let mut wide = FullWidth::new(Captures, BestMoves::default());
        let mut moves = Vec::new();
        game.moves(&mut moves);
        let mut best = Vec::new();
        for m in moves {
            game.make(m);
            let bounds = (-problem.gain, 1 - problem.gain);
            let value = -wide.search(&mut game, bounds.0, bounds.1, depth - 1);
            game.unmake();
            if value >= problem.gain {
                best.push(game.move_text(m));
            }
        }
        best.sort();
        assert_eq!(best, problem.solutions, "{name}");
    }
}

/// The node counts are the same on every machine.
#[test]
fn the_second_order_finds_all_but_the_net() {
    for (problem, (name, _, depth)) in PROBLEMS.iter().zip(DEPTHS) {
        let game = Go::from_text(problem.board, true).expect(name);
        let mut game = Counted::new(game, Limits::default());
        let search = QuiesceD::new(Captures, BestMoves::default());
        let iterations: Vec<_> = Deepening::new(&mut game, search, depth.unwrap_or(8)).collect();
        let last = iterations.last().expect("depth 0 at least");
        let best = last.best.map(|m| game.game.move_text(m));
        match depth {
            None => assert_eq!((best, last.fat.value), (None, 0)),
            Some(_) => {
                assert!(best.is_some_and(|best| problem.solutions.contains(&&*best)), "{name}");
                assert_eq!(last.fat.value, problem.gain);
            }
        }
        if name == "ladder" {
            assert_eq!(last.statistics.nodes, 317_789);
        }
    }
}
