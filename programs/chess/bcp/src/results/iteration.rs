//! An iteration of a search, as stored in results.

use bcp_chess::Position;
use bcp_driver::Value;
use bcp_suite::Finding;
use serde::{Deserialize, Serialize};

/// An iteration of a search. As JSON, described in `docs/reference/results-json.md`.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub(crate) struct IterationRecord {
    /// Depth of the iteration in plies, from 0.
    pub(crate) depth: u8,
    /// Value in pawns, for the side to play.
    pub(crate) value: i16,
    /// Best move in SAN; `None` if no move beats the null move. For a mate in one, the first of `mates`.
    #[serde(rename = "move")]
    pub(crate) best: Option<String>,
    /// The moves that mate, found by the host, if the program sees a mate in one, for which it names no move.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub(crate) mates: Vec<String>,
    /// Nodes counted since the search began.
    pub(crate) nodes: u32,
    /// Clocks since the search was requested.
    pub(crate) cycles: u64,
    /// Instructions since the board was switched on, up to the end of the line that the program prints.
    pub(crate) instructions: u64,
    /// Z8000 seconds that `cycles` take.
    pub(crate) seconds: f64,
    /// The principal variation in SAN, as far as it is in the stored tree.
    pub(crate) variation: Vec<String>,
    /// Nodes of the stored tree whose list of eligible moves is complete and not empty.
    pub(crate) lists: u32,
    /// Total number of moves in these lists.
    pub(crate) listed: u32,
}

impl IterationRecord {
    /// Returns the iteration as the judge needs it.
    pub(crate) fn finding(&self, position: &Position) -> Finding {
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
    pub(crate) fn line(&self) -> Option<String> {
        Some(self.variation.join(" ")).filter(|line| !line.is_empty())
    }
}
