//! A mate that the program announces, and what the rules of chess say about it.

use bcp_chess::{Colour, Effort, Move, Position, Proof, Refutation};

use super::value::{Meaning, Value};

/// Positions that a proof may visit if nothing else limits it: at most about half a second.
pub const EFFORT: u32 = 100_000;

/// Positions that a proof may visit for one sentence among many.
pub const BRIEF: u32 = 5_000;

/// The maximum number of moves within which such a sentence seeks a mate if the program captures the king.
const KING: u8 = 4;

/// An announced mate of either side.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Mate {
    value: Value,
    first: Option<Move>,
    /// Number of moves of the winner from the root to the mate.
    moves: u8,
    proof: Proof,
}

impl Mate {
    /// Proves or refutes the mate that an iteration of this depth announces for the root; `None` if it announces none.
    /// `first` is the move to which the value belongs; if it is `None`, any move may mate. A mate of unknown length
    /// ends at most one move after the horizon.
    pub fn announced(
        value: Value,
        depth: u8,
        position: &Position,
        first: Option<Move>,
        effort: Effort<'_>,
    ) -> Option<Self> {
        let prove = |moves| match value.is_mate() {
            true => position.prove_mate(first, moves, effort),
            false => position.prove_mated(moves, effort),
        };
        let (moves, proof) = match value.meaning() {
            Meaning::Pawns(_) => return None,
            Meaning::Mate { .. } => {
                let moves = u8::try_from(value.moves(0)?).ok()?;
                (moves, prove(moves))
            }
            Meaning::King { .. } => shortest(depth / 2 + 1, prove),
        };
        Some(Self { value, first, moves, proof })
    }

    /// Returns true if the rules confirm the mate.
    pub const fn is_proved(&self) -> bool {
        matches!(self.proof, Proof::Proved)
    }

    /// Formats the mate as a UCI score: the moves to the mate, negative if the other side mates; in hundredths of a
    /// pawn if the rules do not confirm the mate.
    pub fn uci(&self) -> String {
        match (self.is_proved(), self.value.is_mate()) {
            (false, _) => self.value.centipawns(),
            (true, true) => format!("mate {}", self.moves),
            (true, false) => format!("mate -{}", self.moves),
        }
    }

    /// Returns the verdict of the rules: `proved`, `believed` or `refuted`.
    pub const fn word(&self) -> &'static str {
        match self.proof {
            Proof::Proved => "proved",
            Proof::Open(_) => "believed",
            Proof::Refuted(_) => "refuted",
        }
    }

    /// Returns the mark after the value: empty if the rules confirm the mate, else " (believed)" or " (refuted)".
    pub const fn mark(&self) -> &'static str {
        mark(&self.proof)
    }

    /// Describes the verdict of the rules: "proved", "not proved within 100,000 positions", "refuted: f8=Q is
    /// stalemate, which the program does not recognise".
    pub fn note(&self, position: &Position) -> String {
        match &self.proof {
            Proof::Proved if matches!(self.value.meaning(), Meaning::King { .. }) => {
                format!("proved: mate in {}", self.moves)
            }
            Proof::Proved => "proved".to_owned(),
            Proof::Open(positions) => format!("not proved within {} positions", grouped(*positions)),
            Proof::Refuted(why) => format!("refuted: {}", self.reason(*why, position)),
        }
    }

    /// Returns a sentence, without its full stop, about a mate that the rules do not confirm; `None` if they do. `said`
    /// is the value in the notation of the interface.
    pub fn doubt(&self, position: &Position, said: &str) -> Option<String> {
        let but = match &self.proof {
            Proof::Proved => return None,
            Proof::Open(_) => format!("which is {}", self.note(position)),
            Proof::Refuted(why) => format!("but {}", self.reason(*why, position)),
        };
        Some(format!("the program reports {said}, {but}"))
    }

    fn reason(&self, why: Refutation, position: &Position) -> String {
        let san = |position: &Position, m| position.san(m).unwrap_or_default();
        let first = self.first.map(|m| (san(position, m), position.play(m)));
        let moves = self.moves;
        match (why, first) {
            (Refutation::Stalemate, Some((first, _))) => {
                format!("{first} is stalemate, which the program does not recognise")
            }
            (Refutation::Defence(m), Some((first, Some(after)))) if self.value.is_mate() => {
                format!("{first} {} prevents a mate in {moves}", san(&after, m))
            }
            (Refutation::Defence(m), _) => format!("{} prevents a mate in {moves}", san(position, m)),
            _ if self.value.is_mate() => format!("no move mates in {moves}"),
            _ => "there is no mate".to_owned(),
        }
    }
}

/// Returns the fewest moves, up to `most`, in which a mate is proved, with the proof; without a mate, `most` and the
/// result for it.
fn shortest(most: u8, prove: impl Fn(u8) -> Proof) -> (u8, Proof) {
    let mut last = (0, prove(0));
    for moves in 1..=most {
        if last.1 == Proof::Proved {
            break;
        }
        last = (moves, prove(moves));
    }
    last
}

/// Formats a value as a sentence about a position, `ply` plies after the root: [`Value::outcome`], with the verdict of
/// the rules on a mate. It is proved within [`BRIEF`] positions, or marked with " (believed)" or, if it is refuted, "
/// (refuted)". For the capture of a king, the sentence gives the number of moves to the corresponding mate.
pub fn outcome_at(value: Value, root: Colour, about: &str, ply: usize, position: &Position) -> String {
    let said = value.outcome(root, about, ply);
    let Some(winner) = value.winner(root) else { return said };
    let prove = |moves| match winner == position.side_to_play() {
        true => position.prove_mate(None, moves, Effort::of(BRIEF)),
        false => position.prove_mated(moves, Effort::of(BRIEF)),
    };
    match value.moves(ply) {
        Some(moves) => format!("{said}{}", mark(&prove(u8::try_from(moves).unwrap_or(u8::MAX)))),
        None => match shortest(KING, prove) {
            (moves, Proof::Proved) => format!("{said} (by the rules, mate in {moves})"),
            _ => format!("{said} (believed)"),
        },
    }
}

const fn mark(proof: &Proof) -> &'static str {
    match proof {
        Proof::Proved => "",
        Proof::Open(_) => " (believed)",
        Proof::Refuted(_) => " (refuted)",
    }
}

/// Formats a number below a million with a comma between its thousands.
fn grouped(number: u32) -> String {
    match number {
        ..1000 => number.to_string(),
        _ => format!("{},{:03}", number / 1000, number % 1000),
    }
}
