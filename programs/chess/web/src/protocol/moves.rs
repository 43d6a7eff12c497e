//! Moves and sides.

use serde::Serialize;
use ts_rs::TS;

/// A move.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, TS)]
pub struct Move {
    /// In coordinates: `e2e4`, `e7e8q`.
    #[serde(rename = "move")]
    pub coordinates: String,
    /// In SAN, where it is legal at its place.
    pub san: Option<String>,
}

/// A side.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, TS)]
#[serde(rename_all = "camelCase")]
pub enum Side {
    /// White.
    White,
    /// Black.
    Black,
}

impl From<bcp_chess::Colour> for Side {
    fn from(colour: bcp_chess::Colour) -> Self {
        match colour {
            bcp_chess::Colour::White => Self::White,
            bcp_chess::Colour::Black => Self::Black,
        }
    }
}
