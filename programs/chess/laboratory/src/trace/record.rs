//! A trace as it is written: one list of calls or nodes, whatever the search.

use serde::Serialize;

use super::{Call, Names, Reason, Recorder, Step};
use crate::game::{INFINITY, Value};

/// The whole of a trace. `docs/reference/lab-trace.md` describes every field.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
pub struct Trace {
    /// Always [`FORMAT`].
    pub format: &'static str,
    /// Always [`VERSION`]; another number has other fields.
    pub version: u32,
    /// The search, by its name.
    pub search: String,
    /// What it was asked for besides: a depth, for example.
    pub settings: String,
    /// The position: FEN, or a written tree.
    pub position: String,
    /// Calls that were not written down, with all below them.
    pub left_out: u64,
    /// The calls or nodes; each comes after its parent.
    pub nodes: Vec<Node>,
}

/// The name of the format.
pub const FORMAT: &str = "bcp-lab-trace";

/// The version of the format.
pub const VERSION: u32 = 1;

/// A call of a search, or a node of a tree that is grown.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
pub struct Node {
    /// The place of the one above it in the list; none for the first.
    pub parent: Option<usize>,
    /// The moves that lead to it from there, `null` for a null move; none where a position is searched again.
    pub moves: Vec<String>,
    /// The position in FEN, if it is one of chess.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub fen: Option<String>,
    /// When it appears.
    pub at: u32,
    /// The window of a call, without infinite bounds.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub window: Option<[Option<Value>; 2]>,
    /// The proof and the disproof number at which a depth-first search leaves the position, without infinite ones.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub thresholds: Option<[Option<u32>; 2]>,
    /// Plies left, in a search that counts them.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub depth: Option<i32>,
    /// What is known of it, from when on.
    pub known: Vec<Known>,
    /// Why it ended, if it did.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub end: Option<&'static str>,
}

/// What is known of a node from a time on.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
pub struct Known {
    /// The time.
    pub at: u32,
    /// The value: of a call for the side to play, of a node of a grown tree for the side to play at the root.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub value: Option<Value>,
    /// The least and the greatest that the value can be, without infinite ones.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub range: Option<[Option<Value>; 2]>,
    /// Proof and disproof number, without infinite ones.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub numbers: Option<[Option<u32>; 2]>,
}

impl Trace {
    /// A trace without nodes.
    pub fn new(search: impl Into<String>, settings: impl Into<String>, position: impl Into<String>) -> Self {
        Self {
            format: FORMAT,
            version: VERSION,
            search: search.into(),
            settings: settings.into(),
            position: position.into(),
            left_out: 0,
            nodes: Vec::new(),
        }
    }

    /// The same with the calls of a search.
    #[must_use]
    pub fn with_calls<M: Copy>(mut self, recorder: &Recorder<M>, names: &mut impl Names<Move = M>) -> Self {
        self.left_out = recorder.left_out();
        // The moves from the root to each call, to name the next ones.
        let mut paths: Vec<Vec<Step<M>>> = Vec::new();
        for call in recorder.calls() {
            let above = call.parent.map_or_else(Vec::new, |parent| paths[parent].clone());
            let (moves, fen) = names.after(&above, &call.steps);
            paths.push([above, call.steps.clone()].concat());
            self.nodes.push(Node {
                parent: call.parent,
                moves,
                fen,
                at: call.time.0,
                window: Some(bounds(call.window)),
                thresholds: None,
                depth: Some(call.depth),
                known: call.value.map(|value| known(call, value)).into_iter().collect(),
                end: call.value.map(|value| end(call, value)),
            });
        }
        self
    }
}

fn known<M>(call: &Call<M>, value: Value) -> Known {
    Known {
        at: call.time.1,
        value: Some(value),
        range: call.range.map(bounds),
        numbers: None,
    }
}

/// Bounds without infinite ones.
pub(super) fn bounds((lower, upper): (Value, Value)) -> [Option<Value>; 2] {
    [lower, upper].map(|bound| (bound.abs() < INFINITY).then_some(bound))
}

fn end<M>(call: &Call<M>, value: Value) -> &'static str {
    let (alpha, beta) = call.window;
    match call.reason {
        Some(Reason::GameOver) => "game over",
        Some(Reason::NoMoves) => "no moves",
        Some(Reason::Horizon) => "horizon",
        Some(Reason::NullMove) => "null move",
        Some(Reason::Table) => "table",
        None if value >= beta => "cut-off",
        None if value <= alpha => "fails low",
        None => "exact",
    }
}
