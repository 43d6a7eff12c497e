//! The answer to a question about a move, as data.

use bcp_chess::{Colour, Move, Position};
use bcp_reference::search::Listed;
use serde_json::{Value as Json, json};
use strum::IntoStaticStr;

/// What the search found about a move during one visit to a position. All values are in pawns, for the side that plays
/// at the root of the search; [`Value`](bcp_driver::Value) has their meaning.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Answer {
    /// The root of the search.
    pub root: Position,
    /// The moves from the root to the position.
    pub path: Vec<Move>,
    /// The position in which the move would be played.
    pub position: Position,
    /// The move in question.
    pub m: Move,
    /// The iteration of the visit; `None` if the rules alone give the answer.
    pub iteration: Option<u8>,
    /// Plies between the position and the capture search; `None` in the capture search.
    pub depth: Option<u8>,
    /// True if the visit is over, so no better value can be found.
    pub over: bool,
    /// The best choice of the visit so far, and its value; `None` if the search left the position before it had a
    /// value.
    pub best: Option<(Rival, i16)>,
    /// True if the value of `best` has ended the visit, so that it may be better.
    pub is_bound: bool,
    /// Why the search plays the move or does not.
    pub reason: Reason,
    /// The number of instructions executed before the decisive event, for the debugger's `goto`. `None` if there is no
    /// such event yet, or if the rules alone give the answer.
    pub at: Option<u64>,
}

/// Why the search plays a move or does not.
#[derive(Debug, Clone, PartialEq, Eq, IntoStaticStr)]
#[strum(serialize_all = "kebab-case")]
pub enum Reason {
    /// The move is illegal: `by` would take the king.
    Illegal {
        /// The reply that takes the king.
        by: Move,
    },
    /// The move was not listed or not tried, because it gains too little.
    NotListed {
        /// The moves that were listed; `None` in the capture search.
        listed: Option<Listed>,
        /// The immediate gain of the move, in pawns.
        gain: i16,
        /// The minimum gain, in pawns, of a move that would have been tried.
        needed: i16,
    },
    /// The move was tested, and the null move refutes it: the other side can ignore it.
    NotEligible {
        /// The move's value if the other side passes, or a bound that is no better than `best`.
        score: i16,
        /// The value that the move had to beat: the best value when it was tested or, if its score was better than
        /// that, the best of the visit.
        best: i16,
        /// The source of `best`.
        by: Rival,
        /// The captures after the null move.
        line: Vec<Move>,
        /// The iteration in which the move was tested.
        iteration: u8,
    },
    /// The move was searched, and an alternative is at least as good.
    Worse {
        /// The value of the move; unless `led`, only an upper bound on it for the side that plays the move.
        value: i16,
        /// The best value when the search of the move ended.
        best: i16,
        /// The source of `best`.
        by: Rival,
        /// The other side's answer.
        reply: Reply,
        /// True if the move was the best for a while, so its value is exact.
        led: bool,
    },
    /// The search left the position before it reached the move.
    NotReached {
        /// The cause of the cut-off.
        by: CutOff,
        /// The value that caused the cut-off.
        value: i16,
    },
    /// The move is the best.
    Best {
        /// The value of the move.
        value: i16,
        /// The value of the null move or of standing pat; `None` if it is not known.
        pass: Option<i16>,
        /// The other side's answer.
        reply: Reply,
        /// True if the move caused a cut-off.
        enough: bool,
    },
    /// The search has not reached the move, or has not finished with it.
    Open,
}

/// The alternative that a move must beat.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Rival {
    /// Another move in the position.
    Move(Move),
    /// The null move or, in the capture search, standing pat.
    Pass,
    /// A value that the side to play can obtain elsewhere in the tree.
    Elsewhere,
}

/// The other side's answer to a move that was searched.
#[derive(Debug, Clone, PartialEq, Eq, IntoStaticStr)]
#[strum(serialize_all = "kebab-case")]
pub enum Reply {
    /// The best line.
    Line(Vec<Move>),
    /// A mate in one.
    Mate(Move),
    /// The null move.
    Pass,
    /// No capture: the capture search ends at once.
    Quiet,
    /// No reply: the move mates.
    Mated,
    /// No reply: the position has occurred on the path before, so it is a draw.
    #[strum(serialize = "repetition")]
    Draw,
    /// No reply was sought: the other side has a nearer mate elsewhere.
    Elsewhere,
}

/// The reason why a visit ends before all moves have been tried.
#[derive(Debug, Clone, Copy, PartialEq, Eq, IntoStaticStr)]
#[strum(serialize_all = "kebab-case")]
pub enum CutOff {
    /// A move.
    Move(Move),
    /// The null move.
    Pass,
    /// Standing pat by the side to play.
    StandPat,
    /// The side to play mates with this move.
    Mate(Move),
    /// The king can be taken, since the previous move was illegal.
    King,
    /// A draw: the position has occurred on the path before.
    Repetition,
    /// A nearer mate is known elsewhere.
    Elsewhere,
}

impl Reason {
    /// Returns the name of the reason in JSON.
    pub fn name(&self) -> &'static str {
        self.into()
    }
}

impl Rival {
    fn name(self) -> String {
        match self {
            Self::Move(m) => m.to_string(),
            Self::Pass => "pass".to_owned(),
            Self::Elsewhere => "elsewhere".to_owned(),
        }
    }
}

impl CutOff {
    fn name(self) -> &'static str {
        self.into()
    }

    const fn played(self) -> Option<Move> {
        match self {
            Self::Move(m) | Self::Mate(m) => Some(m),
            _ => None,
        }
    }
}

impl Reply {
    pub(super) fn name(&self) -> &'static str {
        self.into()
    }

    /// Returns the known moves of the reply.
    pub(super) fn moves(&self) -> &[Move] {
        match self {
            Self::Line(line) => line,
            Self::Mate(m) => std::slice::from_ref(m),
            _ => &[],
        }
    }
}

impl Answer {
    /// Returns the side that would play the move.
    pub fn side(&self) -> Colour {
        self.position.side_to_play()
    }

    /// Formats the answer as JSON; see `docs/reference/debugger-chess.md`. Moves are given by their squares.
    pub fn to_json(&self) -> Json {
        let text = |m: &Move| m.to_string();
        let texts = |line: &[Move]| line.iter().map(text).collect::<Vec<_>>();
        let mut json = json!({
            "move": text(&self.m),
            "san": self.position.san(self.m),
            "path": texts(&self.path),
            "ply": self.path.len(),
            "side": self.side().name(),
            "for": self.root.side_to_play().name(),
            "iteration": self.iteration,
            "depth": self.depth,
            "over": self.over,
            "best": self.best.map(|(m, value)| json!({ "move": m.name(), "value": value })),
            "reason": self.reason.name(),
            "instructions": self.at,
            "text": self.sentences(),
        });
        let facts = match &self.reason {
            Reason::Illegal { by } => json!({ "by": text(by) }),
            Reason::NotListed { listed, gain, needed } => json!({ "listed": listed, "gain": gain, "needed": needed }),
            Reason::NotEligible { score, best, by: m, line, iteration } => json!({
                "score": score, "than": m.name(), "than-value": best, "line": texts(line), "tested": iteration,
            }),
            Reason::Worse { value, best, by: m, reply, led } => json!({
                "value": value, "than": m.name(), "than-value": best, "reply": reply.name(), "line": texts(reply.moves()),
                "led": led,
            }),
            Reason::NotReached { by, value } => json!({
                "by": by.name(), "by-move": by.played().as_ref().map(text), "value": value,
            }),
            Reason::Best { value, pass, reply, enough } => json!({
                "value": value, "pass": pass, "reply": reply.name(), "line": texts(reply.moves()), "enough": enough,
            }),
            Reason::Open => json!({}),
        };
        if let (Json::Object(json), Json::Object(facts)) = (&mut json, facts) {
            json.extend(facts);
        }
        json
    }
}
