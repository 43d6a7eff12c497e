//! An iteration of a search, as stored in results.

use bcp_chess::Position;
use bcp_suite::Finding;
use serde::{Deserialize, Serialize};

use crate::facts::Value;

/// An iteration of a search. As JSON, described in `docs/reference/results-json.md`.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct IterationRecord {
    /// Depth of the iteration in plies, from 0.
    pub depth: u8,
    /// Value in pawns, for the side to play.
    pub value: i16,
    /// Best move in SAN; `None` if no move beats the null move. For a mate in one, the first of `mates`.
    #[serde(rename = "move")]
    pub best: Option<String>,
    /// The moves that mate, found by the host, if the program sees a mate in one, for which it names no move.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub mates: Vec<String>,
    /// Nodes counted since the search began.
    pub nodes: u32,
    /// Clocks since the search was requested.
    pub cycles: u64,
    /// Instructions since the board was switched on, up to the end of the line that the program prints.
    pub instructions: u64,
    /// Z8000 seconds that `cycles` take.
    pub seconds: f64,
    /// The principal variation in SAN, as far as it is in the stored tree.
    pub variation: Vec<String>,
    /// Nodes of the stored tree whose list of eligible moves is complete and not empty.
    pub lists: u32,
    /// Total number of moves in these lists.
    pub listed: u32,
}

impl IterationRecord {
    /// Returns the iteration as the judge needs it.
    pub fn finding(&self, position: &Position) -> Finding {
        let named = self.mates.is_empty().then_some(self.best.as_ref()).flatten();
        Finding {
            best: named.and_then(|best| position.move_from_san(best).ok()),
            value: self.value,
            is_mate: Value(self.value).is_mate(),
            mates_at_once: !self.mates.is_empty(),
            seconds: self.seconds,
        }
    }

    /// Formats the principal variation; `None` if it has no move.
    pub fn line(&self) -> Option<String> {
        Some(self.variation.join(" ")).filter(|line| !line.is_empty())
    }
}
