//! A mate that the program announces, and what the rules of chess say of it.

use bcp_chess::{Colour, Effort, Move, Position, Proof, Refutation};

use super::value::{Meaning, Value};

/// Positions for a proof where nothing else limits it: about half a second at most.
pub const EFFORT: u32 = 100_000;

/// The same for a mate in one of many sentences.
pub const BRIEF: u32 = 5_000;

/// The most moves in which a king that is taken is sought as a mate in such a sentence.
const KING: u8 = 4;

/// An announced mate of either side.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Mate {
    value: Value,
    first: Option<Move>,
    /// Moves of the winner from the root.
    moves: u8,
    proof: Proof,
}

impl Mate {
    /// Proves or refutes the mate that an iteration of this depth announces for the root; `None` if it announces none.
    /// `first` is the move to which the value belongs; if it is `None`, any move may mate. A mate of unknown length comes
    /// at the latest after the horizon.
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

    /// As a UCI score: the moves to the mate, below 0 if the other side mates; if the rules do not confirm it, hundredths of
    /// a pawn.
    pub fn uci(&self) -> String {
        match (self.is_proved(), self.value.is_mate()) {
            (false, _) => self.value.centipawns(),
            (true, true) => format!("mate {}", self.moves),
            (true, false) => format!("mate -{}", self.moves),
        }
    }

    /// What the rules say, in one word: `proved`, `believed` or `refuted`.
    pub const fn word(&self) -> &'static str {
        match self.proof {
            Proof::Proved => "proved",
            Proof::Open(_) => "believed",
            Proof::Refuted(_) => "refuted",
        }
    }

    /// The mark after the value: empty if the rules confirm the mate, or else " (believed)" or " (refuted)".
    pub const fn mark(&self) -> &'static str {
        mark(&self.proof)
    }

    /// What the rules say in a few words: "proved", "not proved within 100,000 positions", "refuted: f8=Q is
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

    /// A sentence, without its stop, about a mate that the rules do not confirm; `None` if they do. `said` is the value
    /// in the notation of the interface.
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

/// The fewest moves, up to `most`, in which a mate is proved, and the proof; if there is none, what is known of `most`.
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

/// A value as a sentence about a position, `ply` plies after the root: [`Value::outcome`], and what the rules say
/// of a mate. It is proved within [`BRIEF`] positions, or marked with " (believed)" or, if it is refuted, " (refuted)".
/// Of a king that is taken, the sentence says in how many moves this is mate.
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

/// A number below a million with a comma between its thousands.
fn grouped(number: u32) -> String {
    match number {
        ..1000 => number.to_string(),
        _ => format!("{},{:03}", number / 1000, number % 1000),
    }
}
