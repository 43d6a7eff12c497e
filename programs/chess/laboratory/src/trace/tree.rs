//! The tree of a trace: one list of calls or nodes, for every kind of search.

use std::borrow::Cow;

use serde::{Deserialize, Serialize};

use crate::game::{INFINITY, Value};
use crate::proof::{NEVER, Numbers};

/// A complete trace. `docs/reference/lab-trace.md` describes every field.
///
/// # Example
/// ```
/// use bcp_laboratory::searches::{Request, Search};
/// use bcp_laboratory::trace::{FORMAT, Trace};
///
/// let search: Search = "pvs".parse()?;
/// let request = Request { depth: 1, ..Request::default() };
/// let trace: Trace = search.run_tree("0(4 3)", &request)?.trace;
/// // The root and a call for each move.
/// assert_eq!((trace.format, trace.nodes.len()), (FORMAT, 3));
/// assert_eq!(trace.nodes[2].moves, ["2"]);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, PartialEq, Eq, Default, Debug, Serialize, Deserialize)]
pub struct Trace {
    /// Always [`FORMAT`].
    #[serde(skip_deserializing, default = "format")]
    pub format: &'static str,
    /// Always [`VERSION`]; other versions have other fields.
    pub version: u32,
    /// The name of the search.
    pub search: String,
    /// The options of the search in human-readable form, such as a depth.
    pub settings: String,
    /// The position: FEN, or a written tree.
    pub position: String,
    /// The unit of the values in human-readable form; `None` for a written tree, for example.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub unit: Option<Cow<'static, str>>,
    /// The number of calls or nodes that were not recorded, without the calls below omitted calls.
    pub left_out: u64,
    /// The calls or nodes. Each comes after its parent.
    pub nodes: Vec<Node>,
}

/// The name of the format.
pub const FORMAT: &str = "bcp-lab-trace";

/// The version of the format.
pub const VERSION: u32 = 1;

/// A call of a search, or a node of a grown tree.
#[derive(Clone, PartialEq, Eq, Default, Debug, Serialize, Deserialize)]
pub struct Node {
    /// The index in the list of the calling node or, in a grown tree, of the predecessor; `None` if there is none.
    pub parent: Option<usize>,
    /// The moves that lead from the parent to this node, `null` for a null move; empty if a position is searched again.
    pub moves: Vec<String>,
    /// The position in FEN; `None` in other games than chess.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub fen: Option<String>,
    /// The position as HTML, on a page of a game that draws it.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub html: Option<String>,
    /// The time at which the node appears: the number of beginnings and ends of calls before it or, in a grown tree, of
    /// expansions.
    pub at: u32,
    /// The window of a call; an infinite bound is `None`.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub window: Option<[Option<Value>; 2]>,
    /// The proof and disproof numbers at which a depth-first search leaves the position; an infinite number is `None`.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub thresholds: Option<[Option<u32>; 2]>,
    /// Plies left; `None` in a search that does not count them.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub depth: Option<i32>,
    /// What is known about the node, and since when.
    pub known: Vec<NodeState>,
    /// The reason why the call or node ended, such as `cut-off`, if it is known; `unfinished` for a call that has not
    /// ended.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub end: Option<Cow<'static, str>>,
    /// The number of listed moves that were not tried because of a cut-off, if there are any.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub untried: Option<u32>,
}

/// What is known about a node from a given time.
#[derive(Clone, PartialEq, Eq, Default, Debug, Serialize, Deserialize)]
pub struct NodeState {
    /// The time, counted as in [`Node::at`].
    pub at: u32,
    /// The value: for a call, from the point of view of the side to play; for a node of a grown tree, from that of the
    /// side to play at the root. `None` in a search for a proof.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub value: Option<Value>,
    /// The minimum and maximum possible values; an infinite value is `None`.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub range: Option<[Option<Value>; 2]>,
    /// Proof and disproof numbers; an infinite number is `None`.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub numbers: Option<[Option<u32>; 2]>,
}

impl Trace {
    /// Returns a trace without nodes.
    pub fn new(search: impl Into<String>, settings: impl Into<String>, position: impl Into<String>) -> Self {
        Self {
            format: FORMAT,
            version: VERSION,
            search: search.into(),
            settings: settings.into(),
            position: position.into(),
            unit: None,
            left_out: 0,
            nodes: Vec::new(),
        }
    }
}

fn format() -> &'static str {
    FORMAT
}

/// Returns the proof and disproof numbers; an infinite one is `None`.
pub(super) fn finite(Numbers { proof, disproof }: Numbers) -> [Option<u32>; 2] {
    [proof, disproof].map(|count| (count != NEVER).then_some(count))
}

/// Returns the bounds; an infinite one is `None`.
pub(super) fn bounds((lower, upper): (Value, Value)) -> [Option<Value>; 2] {
    [lower, upper].map(|bound| (bound.abs() < INFINITY).then_some(bound))
}
