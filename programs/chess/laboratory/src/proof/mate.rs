//! Mates in chess.

use std::fmt;
use std::str::FromStr;

use super::{Answer, Examined, Question, Win, df_pn, exhaustive, pn, pn2};
use crate::Limits;
use crate::chess::{Chess, PackedMove};

/// A method that answers a question.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Method {
    /// Proof-number search.
    Pn,
    /// PN2: proof-number search that evaluates leaves by a second, temporary tree.
    Pn2,
    /// Depth-first proof-number search.
    DfPn,
    /// An exhaustive search of all moves.
    Exhaustive,
}

impl Method {
    /// All methods.
    pub const ALL: [Self; 4] = [Self::Pn, Self::Pn2, Self::DfPn, Self::Exhaustive];

    /// Answers a question.
    pub fn answer<Q: Question>(self, question: &mut Examined<'_, Q>) -> Answer<Q::Move> {
        match self {
            Self::Pn => pn(question),
            Self::Pn2 => pn2(question),
            Self::DfPn => df_pn(question),
            Self::Exhaustive => exhaustive(question),
        }
    }
}

impl fmt::Display for Method {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(match self {
            Self::Pn => "pn",
            Self::Pn2 => "pn2",
            Self::DfPn => "df-pn",
            Self::Exhaustive => "exhaustive",
        })
    }
}

impl FromStr for Method {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        let found = Self::ALL.into_iter().find(|method| method.to_string() == text);
        found.ok_or_else(|| format!("unknown mate search `{text}`: expected pn, pn2, df-pn or exhaustive"))
    }
}

/// The result of a search for a mate.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct MateResult {
    /// The number of moves in the shortest mate; `None` if there is no mate within the limit, or if the search was
    /// ended.
    pub moves: Option<u32>,
    /// The first move of the mate, `None` if no mate was found; if several moves mate equally fast, the move that the
    /// search chose.
    pub first: Option<PackedMove>,
    /// The number of positions examined, including those in the searches for shorter mates.
    pub positions: u64,
    /// True if a limit ended the search.
    pub ended: bool,
}

/// Searches for a mate in 1, 2, ... moves, up to `most`. The limits apply to all these searches together.
pub fn shortest_mate(chess: &Chess, most: u32, method: Method, limits: Limits<'_>) -> MateResult {
    let mut found = MateResult { moves: None, first: None, positions: 0, ended: false };
    for moves in 1..=most {
        let left = Limits { nodes: limits.nodes.saturating_sub(found.positions), ..limits };
        let mut question = Examined::new(Win::mate(chess.clone(), moves), left);
        let Answer { answer, line } = method.answer(&mut question);
        found.positions += question.positions;
        if answer == Some(true) {
            (found.moves, found.first) = (Some(moves), line.first().copied());
            break;
        }
        found.ended = answer.is_none() || limits.nodes != 0 && found.positions >= limits.nodes;
        if found.ended {
            break;
        }
    }
    found
}
