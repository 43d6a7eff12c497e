//! Proofs of mates from the rules alone, to check mates that another search announces.
//!
//! The search is depth-first proof-number search with a table (Nagai 2002). It tries all moves of both sides, so that it
//! can also refute: by a stalemate, or by a defence. A question has a fixed number of moves, which each move of the
//! winner reduces; so no line repeats a position, and draws by repetition and by the fifty-move rule do not count.

use rustc_hash::FxHashMap;

use super::moves::Move;
use super::position::Position;

/// The limits of a proof.
#[derive(Clone, Copy)]
pub struct Effort<'a> {
    /// The maximum number of positions whose moves are listed.
    pub positions: u32,
    /// Returns true to abandon the proof. It is called every [`LOOK`](Effort::LOOK) positions.
    pub is_over: &'a dyn Fn() -> bool,
}

impl Effort<'_> {
    /// Positions between two calls of `is_over`, which take less than a millisecond.
    pub const LOOK: u32 = 64;

    /// Returns an effort that is limited only by a number of positions.
    pub const fn of(positions: u32) -> Self {
        Self { positions, is_over: &|| false }
    }
}

/// The verdict of the rules on an announced mate.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Proof {
    /// The mate is forced, whatever the defence.
    Proved,
    /// There is no mate within the given number of moves.
    Refuted(Refutation),
    /// The mate was neither proved nor refuted within this number of positions.
    Open(u32),
}

/// The reason why there is no mate.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Refutation {
    /// The first move stalemates the other side.
    Stalemate,
    /// This move prevents the mate, after the first move or, for the side that is said to be mated, instead of it.
    Defence(Move),
    /// No move mates, or the side that is said to be mated is stalemated.
    NoMove,
}

impl Position {
    /// Proves or refutes that the side to play mates within `moves` moves, by one move or, if `first` is `None`, by any.
    ///
    /// # Example
    /// ```
    /// use bcp_chess::{Effort, Position, Proof, Refutation};
    ///
    /// let position = Position::from_fen("8/5P1k/5K2/8/8/8/8/7B w - -")?;
    /// // A queen leaves Black no move: stalemate. A rook leaves one, and mates on h8.
    /// let prove = |san| position.move_from_san(san).map(|m| position.prove_mate(Some(m), 2, Effort::of(1000)));
    /// assert_eq!(prove("f8=Q"), Ok(Proof::Refuted(Refutation::Stalemate)));
    /// assert_eq!(prove("f8=R"), Ok(Proof::Proved));
    /// # Ok::<(), bcp_chess::FenError>(())
    /// ```
    pub fn prove_mate(&self, first: Option<Move>, moves: u8, effort: Effort<'_>) -> Proof {
        let after = match first {
            _ if moves == 0 => None,
            None => return Prover::new(self, effort).prove(Node { winner: true, moves }, |_| Refutation::NoMove),
            Some(first) => self.play(first),
        };
        let Some(after) = after else {
            return Proof::Refuted(Refutation::NoMove);
        };
        Prover::new(&after, effort).prove(Node { winner: false, moves: moves - 1 }, |prover| {
            prover
                .defence(moves - 1)
                .map_or(Refutation::Stalemate, Refutation::Defence)
        })
    }

    /// Proves or refutes that the side to play is mated, or is within `moves` moves of the other side. See
    /// [`Position::prove_mate`].
    pub fn prove_mated(&self, moves: u8, effort: Effort<'_>) -> Proof {
        Prover::new(self, effort).prove(Node { winner: false, moves }, |prover| {
            prover.defence(moves).map_or(Refutation::NoMove, Refutation::Defence)
        })
    }
}

/// The question that is asked about the position on the board.
#[derive(Clone, Copy)]
struct Node {
    /// True if the winner is to play.
    winner: bool,
    /// The number of moves that the winner has left.
    moves: u8,
}

/// The minimum numbers of positions that must be proved for the mate, and for its refutation.
#[derive(Clone, Copy, PartialEq, Eq)]
struct Numbers {
    proof: u32,
    disproof: u32,
}

/// Larger than any sum that is compared.
const INFINITE: u32 = 1 << 28;
const PROVED: Numbers = Numbers { proof: 0, disproof: INFINITE };
const REFUTED: Numbers = Numbers { proof: INFINITE, disproof: 0 };
const ONE: Numbers = Numbers { proof: 1, disproof: 1 };
/// The assumed numbers of replies after a move of the winner that gives no check, before they are listed.
const QUIET: Numbers = Numbers { proof: 24, disproof: 1 };

/// What is known about a position.
#[derive(Clone, Copy)]
struct Known {
    /// The fewest moves in which the mate is proved.
    proved: u8,
    /// One more than the number of moves in which the mate is refuted; 0 if it is not refuted.
    beyond: u8,
    /// The numbers found by the last search and, here, the number of moves for which it was made.
    moves: u8,
    numbers: Numbers,
}

struct Prover<'e> {
    board: Position,
    known: FxHashMap<u64, Known>,
    effort: Effort<'e>,
    /// Number of positions whose moves were listed.
    positions: u32,
    over: bool,
}

impl<'e> Prover<'e> {
    fn new(position: &Position, effort: Effort<'e>) -> Self {
        Self {
            board: position.clone(),
            known: FxHashMap::default(),
            effort,
            positions: 0,
            over: false,
        }
    }

    fn prove(mut self, node: Node, why_not: impl FnOnce(&mut Self) -> Refutation) -> Proof {
        match self.search(node, Numbers { proof: INFINITE, disproof: INFINITE }) {
            PROVED => Proof::Proved,
            REFUTED => Proof::Refuted(why_not(&mut self)),
            _ => Proof::Open(self.positions),
        }
    }

    /// Returns the move that refutes the mate: the first that leads to a refuted position; `None` if there is no move.
    fn defence(&mut self, moves: u8) -> Option<Move> {
        let node = Node { winner: true, moves };
        self.board.legal_moves().into_iter().find(|&m| {
            let undo = self.board.make(m);
            let is_refuted = self.known(self.board.long_key(), node, ONE) == REFUTED;
            self.board.unmake(undo);
            is_refuted
        })
    }

    fn is_spent(&mut self) -> bool {
        let look = self.positions.is_multiple_of(Effort::LOOK);
        self.over = self.over || self.positions >= self.effort.positions || look && (self.effort.is_over)();
        self.over
    }

    /// Searches the position on the board until one of its numbers reaches its limit, or the effort is exhausted.
    fn search(&mut self, node: Node, limits: Numbers) -> Numbers {
        let key = self.board.long_key();
        if self.is_spent() {
            return self.known(key, node, ONE);
        }
        let children = match self.children(node) {
            Ok(children) => children,
            Err(decided) => return self.keep(key, node, decided),
        };
        let next = Node { winner: !node.winner, moves: node.moves - u8::from(node.winner) };
        loop {
            // The winner needs one child, the other side all of them: with the numbers exchanged, both are treated
            // alike.
            let seen = |numbers: Numbers| if node.winner { numbers } else { numbers.exchanged() };
            let (mut best, mut first, mut second, mut sum) = (None, INFINITE, INFINITE, 0u32);
            for child in &children {
                let numbers = seen(self.known(child.key, next, child.guess));
                sum = sum.saturating_add(numbers.disproof).min(INFINITE);
                if numbers.proof < first || best.is_none() {
                    (second, first, best) = (first, numbers.proof, Some((child, numbers)));
                } else {
                    second = second.min(numbers.proof);
                }
            }
            let numbers = seen(Numbers { proof: first, disproof: if first == 0 { INFINITE } else { sum } });
            let Some((child, known)) = best else {
                return self.keep(key, node, seen(REFUTED));
            };
            if numbers.proof >= limits.proof || numbers.disproof >= limits.disproof || self.is_spent() {
                return self.keep(key, node, numbers);
            }
            let own = seen(limits);
            // Slightly more than the second best, so that the search does not alternate between the two.
            let below = Numbers {
                proof: own.proof.min(second.saturating_add(second / 4).saturating_add(1)),
                disproof: (own.disproof.saturating_sub(sum))
                    .saturating_add(known.disproof)
                    .min(INFINITE),
            };
            let undo = self.board.make(child.m);
            self.search(next, seen(below));
            self.board.unmake(undo);
        }
    }

    /// Returns the moves of the position on the board, or the numbers that decide it at once.
    fn children(&mut self, node: Node) -> Result<Vec<Child>, Numbers> {
        self.positions += 1;
        let mut children = Vec::new();
        let mut has_move = false;
        for m in self.board.moves() {
            // The winner's last move must give check.
            if node.winner && node.moves == 1 && !self.board.may_give_check(m) {
                continue;
            }
            let undo = self.board.make(m);
            let child = if self.board.can_capture_king() {
                None
            } else {
                has_move = true;
                match node.winner {
                    true => self.after_winner(m, node.moves - 1),
                    false => Some(Child { m, key: self.board.long_key(), guess: ONE }),
                }
            };
            self.board.unmake(undo);
            match child {
                Some(child) if child.guess == PROVED => return Err(PROVED),
                child => children.extend(child),
            }
        }
        match has_move {
            _ if node.winner => Ok(children),
            true if node.moves == 0 => Err(REFUTED),
            true => Ok(children),
            false if self.board.in_check() => Err(PROVED),
            false => Err(REFUTED),
        }
    }

    /// Returns the child after a move of the winner, with `left` moves remaining; `None` if the move refutes itself.
    fn after_winner(&mut self, m: Move, left: u8) -> Option<Child> {
        let guess = match (self.board.in_check(), left) {
            (false, 0) => return None,
            (false, _) => QUIET,
            (true, _) => match self.replies(left) {
                0 => PROVED,
                _ if left == 0 => return None,
                replies => Numbers { proof: replies, disproof: 1 },
            },
        };
        Some(Child { m, key: self.board.long_key(), guess })
    }

    /// Returns the number of legal replies or, after the last move, 1 if there is any.
    fn replies(&mut self, left: u8) -> u32 {
        let mut moves = self.board.moves();
        let board = &mut self.board;
        if left == 0 {
            return u32::from(moves.into_iter().any(|m| board.leaves_no_check(m)));
        }
        moves.retain(|&m| board.leaves_no_check(m));
        moves.len() as u32
    }

    /// Returns the numbers of a position, or `guess` if nothing is known.
    fn known(&self, key: u64, node: Node, guess: Numbers) -> Numbers {
        match self.known.get(&key) {
            Some(known) if known.proved <= node.moves => PROVED,
            Some(known) if known.beyond > node.moves => REFUTED,
            Some(known) if known.moves == node.moves => known.numbers,
            _ => guess,
        }
    }

    fn keep(&mut self, key: u64, node: Node, numbers: Numbers) -> Numbers {
        let empty = Known { proved: u8::MAX, beyond: 0, moves: node.moves, numbers };
        let known = self.known.entry(key).or_insert(empty);
        (known.moves, known.numbers) = (node.moves, numbers);
        match numbers {
            PROVED => known.proved = known.proved.min(node.moves),
            REFUTED => known.beyond = known.beyond.max(node.moves.saturating_add(1)),
            _ => {}
        }
        numbers
    }
}

/// A move, and what is known about the position after it.
struct Child {
    m: Move,
    key: u64,
    guess: Numbers,
}

impl Numbers {
    const fn exchanged(self) -> Self {
        Self { proof: self.disproof, disproof: self.proof }
    }
}
