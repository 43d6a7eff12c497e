//! What became of a move: for programs.

use bcp_chess::{Colour, Move, Position};
use bcp_reference::search::Listed;
use serde_json::{Value as Json, json};

/// What the search has made of a move in one visit to a position. All values are in pawns, for the side that plays at the
/// root of the search; from `MATES` on they are mates.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Answer {
    /// The root of the search.
    pub root: Position,
    /// The moves from the root to the position.
    pub path: Vec<Move>,
    /// The position in which the move would be played.
    pub position: Position,
    /// The move that was asked about.
    pub m: Move,
    /// The iteration of the visit; `None` if the rules alone answer.
    pub iteration: Option<u8>,
    /// Plies that are searched from the position before the captures; `None` in the capture search.
    pub depth: Option<u8>,
    /// True if the visit is over: nothing can be found any more that is better than the best so far.
    pub over: bool,
    /// The best of the visit so far, and its value; `None` where the position was left before anything had one.
    pub best: Option<(Rival, i16)>,
    /// What became of the move.
    pub reason: Reason,
    /// Instructions before the event that decided it: `goto` of the debugger goes there. `None` if the rules alone
    /// answer.
    pub at: Option<u64>,
}

/// What became of a move.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Reason {
    /// The rules forbid it: this move would take the king.
    Illegal {
        /// The move of the other side.
        by: Move,
    },
    /// It was not in the list: only captures that gain enough are, or nothing was to be gained by the rest.
    NotListed {
        /// The moves in the list; `None` in the capture search.
        listed: Option<Listed>,
        /// Pawns that the move gains at once.
        gain: i16,
        /// Pawns that a move had to gain.
        needed: i16,
    },
    /// It was tested, and the null move refutes it: the other side can ignore it.
    NotEligible {
        /// Its value if the other side passes, or a bound that is no better than `best`.
        score: i16,
        /// The best value when it was tested, or last compared.
        best: i16,
        /// What has that value.
        by: Rival,
        /// The captures behind the pass.
        line: Vec<Move>,
        /// The iteration in which it was tested.
        iteration: u8,
    },
    /// It was searched, and another is as good or better.
    Worse {
        /// Its value, at most, for its side.
        value: i16,
        /// The best value when it came back.
        best: i16,
        /// What has that value.
        by: Rival,
        /// The answer of the other side.
        reply: Reply,
        /// True if it was the best for a while: its value is exact then.
        led: bool,
    },
    /// The position was left before its turn.
    NotReached {
        /// What was enough.
        by: CutOff,
        /// The value that was enough.
        value: i16,
    },
    /// It is the best.
    Best {
        /// Its value.
        value: i16,
        /// The value of the null move.
        pass: Option<i16>,
        /// The answer of the other side.
        reply: Reply,
        /// True if the search left the position for it.
        enough: bool,
    },
    /// The search ends before it has come to the move.
    Open,
}

/// What a move has to be better than.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Rival {
    /// Another move of the position.
    Move(Move),
    /// The null move; in the capture search, to stop taking.
    Pass,
    /// What its side has elsewhere in the tree.
    Elsewhere,
}

/// What the other side does about a move that was searched.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Reply {
    /// Its best line.
    Line(Vec<Move>),
    /// A mate in one.
    Mate(Move),
    /// It can pass.
    Pass,
    /// Nothing: the captures end at once.
    Quiet,
    /// Nothing: the move mates.
    Mated,
    /// The position has been on the path before.
    Draw,
    /// It need not look: it has a nearer mate elsewhere.
    Elsewhere,
}

/// What ends a visit before all moves have had their turn.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum CutOff {
    /// A move.
    Move(Move),
    /// The null move.
    Pass,
    /// The side to play can stop taking.
    StandPat,
    /// The side to play mates with this move.
    Mate(Move),
    /// The king can be taken: the move before was not legal.
    King,
    /// A draw: the position has been on the path before.
    Repetition,
    /// A nearer mate is known elsewhere.
    Elsewhere,
}

impl Reason {
    /// The name of the reason in JSON.
    #[must_use]
    pub const fn name(&self) -> &'static str {
        match self {
            Self::Illegal { .. } => "illegal",
            Self::NotListed { .. } => "not-listed",
            Self::NotEligible { .. } => "not-eligible",
            Self::Worse { .. } => "worse",
            Self::NotReached { .. } => "not-reached",
            Self::Best { .. } => "best",
            Self::Open => "open",
        }
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
    const fn name(self) -> &'static str {
        match self {
            Self::Move(_) => "move",
            Self::Pass => "pass",
            Self::StandPat => "stand-pat",
            Self::Mate(_) => "mate",
            Self::King => "king",
            Self::Repetition => "repetition",
            Self::Elsewhere => "elsewhere",
        }
    }

    const fn played(self) -> Option<Move> {
        match self {
            Self::Move(m) | Self::Mate(m) => Some(m),
            _ => None,
        }
    }
}

impl Reply {
    pub(super) const fn name(&self) -> &'static str {
        match self {
            Self::Line(_) => "line",
            Self::Mate(_) => "mate",
            Self::Pass => "pass",
            Self::Quiet => "quiet",
            Self::Mated => "mated",
            Self::Draw => "repetition",
            Self::Elsewhere => "elsewhere",
        }
    }

    /// The moves that are known of it.
    pub(super) fn moves(&self) -> &[Move] {
        match self {
            Self::Line(line) => line,
            Self::Mate(m) => std::slice::from_ref(m),
            _ => &[],
        }
    }
}

impl Answer {
    /// The side that would play the move.
    #[must_use]
    pub fn side(&self) -> Colour {
        self.position.side_to_play()
    }

    /// The answer as JSON: see `docs/reference/debugger.md`. Moves have their squares.
    #[must_use]
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
