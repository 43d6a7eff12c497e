//! The messages between the threads: jobs for the thread that runs the program, and events for the thread that writes.

use std::sync::Arc;
use std::time::Instant;

use anyhow::Result;
use bcp_chess::{Move, Position};
use bcp_driver::{Iteration, Player, Time, opening_move};
use bcp_reference::search::Readings;

use super::deadline::Deadline;
use super::game::History;
use super::settings::Settings;
use super::time::Own;

/// A job for the thread that runs the program.
#[derive(Debug)]
pub(super) enum Job {
    /// Prepare the program for searches with these readings.
    Prepare(Readings),
    Search(Box<Order>),
}

/// A requested search.
#[derive(Debug)]
pub(super) struct Order {
    /// The number of the search, which is part of every message about it.
    pub(super) id: u64,
    pub(super) deadline: Arc<Deadline>,
    pub(super) history: History,
    pub(super) settings: Settings,
    pub(super) own: Own,
    pub(super) deepest: u8,
    /// Once this many nodes are counted, no further iteration begins.
    pub(super) nodes: Option<u64>,
    /// The moves that may be chosen; all if empty.
    pub(super) among: Vec<Move>,
    /// True if a move is requested, false if the result of a search is.
    pub(super) in_game: bool,
}

/// A best move, and the expected reply.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct Answer {
    pub(super) best: Move,
    pub(super) reply: Option<Move>,
}

impl Answer {
    /// Returns the first two moves of a variation; `None` if it is empty.
    pub(super) fn of(variation: &[Move]) -> Option<Self> {
        let (best, reply) = (*variation.first()?, variation.get(1).copied());
        Some(Self { best, reply })
    }
}

/// An event for the engine.
#[derive(Debug)]
pub(super) enum Event {
    /// A line from the GUI, and its time of arrival.
    Said(String, Instant),
    /// A line from the GUI that is too long.
    TooLong,
    /// The GUI sends nothing more.
    Closed,
    /// The program is prepared, or cannot be.
    Ready(Result<()>),
    /// A line about a search, to be printed.
    Info(u64, String),
    /// The provisional answer to a search.
    Found(u64, Answer),
    /// A search has ended; without an answer if nobody waits any more.
    End(u64, Result<Option<Answer>>),
}

impl Order {
    /// Returns true if this move may be chosen.
    pub(super) fn may_choose(&self, m: Move) -> bool {
        self.among.is_empty() || self.among.contains(&m)
    }

    /// Returns a move from the program's opening book, if such a move may be played without a search.
    pub(super) fn opening(&self, position: &Position) -> Option<Move> {
        let asked = self.in_game && self.settings.openings && !self.settings.tactics;
        opening_move(position).filter(|m| asked && self.may_choose(*m))
    }

    /// Returns true if no further iteration may begin because of the number of nodes.
    pub(super) fn has_enough(&self, iteration: &Iteration) -> bool {
        self.nodes.is_some_and(|nodes| u64::from(iteration.nodes) >= nodes)
    }

    /// Returns the program's own time limit, in its ticks.
    pub(super) fn time(&self, player: &Player) -> Time {
        let ticks = |seconds| player.ticks(seconds, self.settings.clock);
        match self.own {
            Own::Unlimited => Time::Unlimited,
            Own::Move(seconds) => Time::Move(ticks(seconds)),
            Own::Game { seconds, moves } => Time::Game { ticks: ticks(seconds), moves },
        }
    }
}
