//! The search as a sequence of events, and its observers.
//!
//! This search reports its own events; `bcp-debugger` reports the same events of the Z8000 program, using only its
//! registers and memory. Values are in pawns, for the side to play at the event.

use std::cell::Cell;

use bcp_chess::Move;
use serde::{Serialize, Serializer};

/// An event of a search.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize)]
#[serde(tag = "event", rename_all = "kebab-case")]
pub enum Event {
    /// The search reaches a position of the second-order search, `t2v`, or a position at the horizon, where the depth
    /// is 0.
    Node {
        /// Plies left before the capture search.
        depth: u8,
        /// The lower bound: what the side to play can get elsewhere.
        low: i16,
        /// The upper bound: what the other side can get elsewhere.
        high: i16,
        /// Material of the side to play, minus that of the other.
        material: i16,
    },
    /// The position has occurred on the path before, so it is a draw.
    Repetition,
    /// The side to play makes the null move.
    Pass {
        /// The null move's value, known from the score of the move that led here.
        value: i16,
        /// The upper bound; a value that reaches it ends the node.
        high: i16,
    },
    /// The side to play at the root is about to pass.
    RootPass,
    /// A list of moves is about to be made.
    List {
        /// The moves that are listed.
        moves: Listed,
    },
    /// A move is about to be scored by what it wins if the other side passes.
    Test {
        /// The move to be scored.
        #[serde(rename = "move", serialize_with = "text")]
        m: Move,
    },
    /// A legal move has been scored.
    Score {
        /// The scored move.
        #[serde(rename = "move", serialize_with = "text")]
        m: Move,
        /// The move's value if the other side passes, between the best so far and the upper bound.
        score: i16,
        /// The best value so far; a move that scores more is eligible.
        best: i16,
    },
    /// An eligible move is about to be searched.
    Search {
        /// The move to be searched.
        #[serde(rename = "move", serialize_with = "text")]
        m: Move,
        /// The move's score.
        score: i16,
        /// Plies left after the move.
        depth: u8,
    },
    /// A move is about to be tried one ply from the horizon.
    Try {
        /// The move to be tried.
        #[serde(rename = "move", serialize_with = "text")]
        m: Move,
        /// The move's immediate gain in pawns.
        gain: i16,
    },
    /// A move has been searched or tried, and its value is known.
    Value {
        /// The move whose value is known.
        #[serde(rename = "move", serialize_with = "text")]
        m: Move,
        /// The move's value; the best so far if the move is not legal.
        value: i16,
        /// The best value so far.
        best: i16,
    },
    /// A move is better than the best so far.
    Better {
        /// The better move.
        #[serde(rename = "move", serialize_with = "text")]
        m: Move,
        /// The move's value.
        value: i16,
        /// The best value before the move.
        before: i16,
        /// The upper bound; a value that reaches it ends the node.
        high: i16,
    },
    /// The capture search (`t1v`) reaches a position.
    Captures {
        /// The lower bound.
        low: i16,
        /// The upper bound.
        high: i16,
        /// Material of the side to play, minus that of the other: the value of the position if the side stands pat.
        material: i16,
    },
    /// The capture search is about to try a capture, or a promotion to a queen.
    Capture {
        /// The capture or the promotion.
        #[serde(rename = "move", serialize_with = "text")]
        m: Move,
        /// The move's immediate gain in pawns.
        gain: i16,
    },
    /// The king can be taken: the previous move was illegal, or it was a null move in check.
    King,
    /// The capture search of a position ends.
    Quiet {
        /// The value of the position.
        value: i16,
    },
    /// The search for a mate in one (`matev`) begins.
    MateSearch,
    /// A check was given and is about to be tested for mate.
    Check {
        /// The checking move.
        #[serde(rename = "move", serialize_with = "text")]
        m: Move,
    },
    /// The side to play can mate.
    Mate {
        /// The value of the mate, which is greater the nearer it is to the root.
        value: i16,
    },
    /// An eligible move is about to go into the stored tree.
    Kept {
        /// False if no entry was free; the move is then forgotten with the node.
        stored: bool,
    },
    /// The stored moves after a position are forgotten.
    Dropped,
    /// An iteration ends.
    Iteration {
        /// The depth of the iteration.
        depth: u8,
        /// The value of the root.
        value: i16,
    },
}

/// The moves that go into a list.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize)]
#[serde(rename_all = "kebab-case")]
pub enum Listed {
    /// The eligible moves, which threaten something.
    Eligible,
    /// One ply from the horizon: only captures, since only they can be better than passing.
    Captures,
    /// One ply from the horizon: all moves, since passing loses material.
    All,
}

impl Event {
    /// Returns the event with its values seen from the other side. The value -32768, which no search has but a debugger
    /// may read from memory, is unchanged.
    #[must_use]
    pub const fn turned(mut self) -> Self {
        match &mut self {
            Self::Node { low, high, material, .. } | Self::Captures { low, high, material } => {
                (*low, *high, *material) = (high.wrapping_neg(), low.wrapping_neg(), material.wrapping_neg());
            }
            Self::Pass { value: a, high: b }
            | Self::Score { score: a, best: b, .. }
            | Self::Value { value: a, best: b, .. } => (*a, *b) = (a.wrapping_neg(), b.wrapping_neg()),
            Self::Better { value, before, high, .. } => {
                (*value, *before, *high) = (value.wrapping_neg(), before.wrapping_neg(), high.wrapping_neg())
            }
            Self::Search { score: value, .. }
            | Self::Quiet { value }
            | Self::Mate { value }
            | Self::Iteration { value, .. } => *value = value.wrapping_neg(),
            Self::Repetition
            | Self::RootPass
            | Self::List { .. }
            | Self::Test { .. }
            | Self::Try { .. }
            | Self::Capture { .. }
            | Self::King
            | Self::MateSearch
            | Self::Check { .. }
            | Self::Kept { .. }
            | Self::Dropped => {}
        }
        self
    }

    /// Returns true if the event ends a node because the other side would not allow this line.
    pub const fn is_cut_off(&self) -> bool {
        matches!(*self, Self::Pass { value, high } | Self::Better { value, high, .. } if value >= high)
    }

    /// Returns true if the event shows a move to be eligible.
    pub const fn is_eligible(&self) -> bool {
        matches!(*self, Self::Score { score, best, .. } if score > best)
    }
}

/// Serializes a move as its notation.
fn text<S: Serializer>(m: &Move, serializer: S) -> Result<S::Ok, S::Error> {
    serializer.collect_str(m)
}

/// An observer of a search. By default every method does nothing. Observers keep their state in cells, so that it can
/// be read, and a limit changed, between iterations.
///
/// # Example
/// ```
/// use std::cell::Cell;
/// use bcp_chess::Position;
/// use bcp_reference::search::{Event, Observer, Searcher};
///
/// #[derive(Default)]
/// struct Mates(Cell<u32>);
/// impl Observer for Mates {
///     fn event(&self, event: Event) { self.0.set(self.0.get() + u32::from(matches!(event, Event::Mate { .. }))); }
/// }
/// let mates = Mates::default();
/// let position = Position::from_fen("6k1/5ppp/8/8/8/8/5PPP/R5K1 w - -")?;
/// Searcher::new(position).observed(&mates).search(1).for_each(drop);
/// assert!(mates.0.get() > 0);
/// # Ok::<(), bcp_chess::FenError>(())
/// ```
pub trait Observer {
    /// Receives an event. Events come in the order in which the Z8000 program reaches them. The simple version reports
    /// only nodes, values and iterations, and the events of the capture search and of the search for mates.
    fn event(&self, _event: Event) {}

    /// Called when the simple version begins to evaluate the position after a null move, by the capture tree and mates
    /// in one.
    fn xt1v(&self, _lv: i16, _uv: i16) {}

    /// Called when the search that began last returns its value: a search of the capture tree (`t1v`) or, in the simple
    /// version, also `t2v` or the evaluation after a null move (`xt1v`). Not called if the search is stopped.
    fn value(&self, _value: i16) {}

    /// Called in the capture tree and in the simple version when a move is made; `None` is a null move.
    fn make(&self, _m: Option<Move>) {}

    /// Called when the last move reported by [`Observer::make`] is taken back.
    fn unmake(&self) {}

    /// Called at every position of the second-order search, with the number of nodes counted so far. Return true to
    /// stop the search at once, within the iteration.
    fn stop(&self, _nodes: u32) -> bool {
        false
    }
}

/// An observer that does nothing.
pub(super) struct Unobserved;

impl Observer for Unobserved {}

/// Stops a search after this many counted nodes. The last capture trees may exceed the limit slightly.
#[derive(Clone, Debug)]
pub struct NodeLimit(pub Cell<u32>);

impl Observer for NodeLimit {
    fn stop(&self, nodes: u32) -> bool {
        nodes >= self.0.get()
    }
}
