//! The random trees of Table 1.

use crate::lab::Game;
use crate::lab::game::Value;

/// The increment and the finaliser of SplitMix64, a generator whose every output is a hash of its place in the sequence.
const GOLDEN: u64 = 0x9e37_79b9_7f4a_7c15;

fn mix(mut z: u64) -> u64 {
    z = (z ^ (z >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
    z = (z ^ (z >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
    z ^ (z >> 31)
}

/// A game whose static values are a random walk: each is that of the position before it, plus a random whole number from
/// -n to n, where n falls by one with every ply, down to 1 at the last.
///
/// Everything about a position is a hash of the seed and of the moves that lead to it, so it does not matter in which order
/// positions are looked at. Moves are listed best first, by the static values that they lead to; equals in the
/// order of their numbers.
#[derive(Clone, Debug)]
pub struct RandomTree {
    branching: u32,
    depth: u32,
    /// The positions from the root to the current one.
    path: Vec<Position>,
}

#[derive(Clone, Copy, Debug)]
struct Position {
    hash: u64,
    /// The static value, as the first player sees it.
    value: Value,
    /// Whether it is the second player's turn.
    second: bool,
}

impl Position {
    /// The same value as the side to play sees it.
    const fn own(self) -> Value {
        if self.second { -self.value } else { self.value }
    }
}

impl RandomTree {
    /// The root of a tree with so many moves in each position, which ends after so many plies.
    pub fn new(seed: u64, branching: u32, depth: u32) -> Self {
        let root = Position {
            hash: mix(seed.wrapping_add(GOLDEN)),
            value: 0,
            second: false,
        };
        Self {
            branching,
            depth,
            path: vec![root],
        }
    }

    /// Plies from the root to the current position.
    fn ply(&self) -> u32 {
        self.path.len() as u32 - 1
    }

    fn current(&self) -> Position {
        *self.path.last().expect("the root is never left")
    }

    fn after(&self, m: u32) -> Position {
        let before = self.current();
        let place = GOLDEN.wrapping_mul(u64::from(m) + 1);
        let hash = mix(before.hash.wrapping_add(place));
        // The paper's n = 7 - d, where its trees are six plies deep and d is the ply of the position.
        let n = Value::try_from(self.depth - self.ply()).unwrap_or(Value::MAX);
        Position {
            hash,
            value: before.value + uniform(mix(hash.wrapping_add(GOLDEN)), n),
            second: !before.second,
        }
    }
}

/// A number from -n to n. The remainder favours some numbers by less than one part in 2^50.
fn uniform(hash: u64, n: Value) -> Value {
    let numbers = 2 * i64::from(n) + 1;
    (hash % numbers as u64) as Value - n
}

impl Game for RandomTree {
    type Move = u32;

    fn moves(&mut self, moves: &mut Vec<u32>) {
        if self.ply() >= self.depth {
            return;
        }
        let first = moves.len();
        moves.extend(0..self.branching);
        moves[first..].sort_by_cached_key(|&m| self.after(m).own());
    }

    fn make(&mut self, m: u32) {
        let position = self.after(m);
        self.path.push(position);
    }

    fn unmake(&mut self) {
        self.path.pop();
    }

    fn make_null(&mut self) {
        let mut position = self.current();
        position.second = !position.second;
        self.path.push(position);
    }

    fn unmake_null(&mut self) {
        self.path.pop();
    }

    fn evaluate(&mut self) -> Value {
        self.current().own()
    }

    fn terminal(&mut self) -> Option<Value> {
        (self.ply() >= self.depth).then(|| self.current().own())
    }

    fn without_moves(&mut self) -> Value {
        self.current().own()
    }
}
