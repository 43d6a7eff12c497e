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
    /// Be ready to search with these readings.
    Prepare(Readings),
    Search(Box<Order>),
    /// Count the leaves of the tree of legal moves of a position at a depth.
    Count(u64, Arc<Deadline>, Box<Position>, u8),
}

/// A requested search.
#[derive(Debug)]
pub(super) struct Order {
    /// Its number, which is in every message about it.
    pub(super) id: u64,
    pub(super) deadline: Arc<Deadline>,
    pub(super) history: History,
    pub(super) settings: Settings,
    pub(super) own: Own,
    pub(super) deepest: u8,
    /// The number of nodes at which an iteration is the last one.
    pub(super) nodes: Option<u64>,
    /// The moves that may be chosen; all if there are none.
    pub(super) among: Vec<Move>,
    /// True if a move is requested, and not the result of a search.
    pub(super) in_game: bool,
}

/// A move, and the expected answer.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct Answer {
    pub(super) best: Move,
    pub(super) reply: Option<Move>,
}

impl Answer {
    /// The first two moves of a variation.
    pub(super) fn of(variation: &[Move]) -> Option<Self> {
        let (best, reply) = (*variation.first()?, variation.get(1).copied());
        Some(Self { best, reply })
    }
}

/// An event for the engine.
#[derive(Debug)]
pub(super) enum Event {
    /// A line of the GUI, and the time at which it came.
    Said(String, Instant),
    /// A line that is too long.
    TooLong,
    /// The GUI sends nothing more.
    Closed,
    /// The program is ready, or cannot be made ready.
    Ready(Result<()>),
    /// A line about a search, to be printed.
    Info(u64, String),
    /// The answer to a search as it is so far.
    Found(u64, Answer),
    /// All moves are counted: a text.
    Counted(u64, String),
    /// A search has ended; without an answer if it counts moves, or if nobody waits any more.
    End(u64, Result<Option<Answer>>),
}

impl Order {
    /// Returns true if a move is among those that may be chosen.
    pub(super) fn may_choose(&self, m: Move) -> bool {
        self.among.is_empty() || self.among.contains(&m)
    }

    /// The move that the program knows from its own games, if one may be played without a search.
    pub(super) fn opening(&self, position: &Position) -> Option<Move> {
        let asked = self.in_game && self.settings.openings && !self.settings.tactics;
        opening_move(position).filter(|m| asked && self.may_choose(*m))
    }

    /// Returns true if an iteration is the last one by its number of nodes.
    pub(super) fn has_enough(&self, iteration: &Iteration) -> bool {
        self.nodes.is_some_and(|nodes| u64::from(iteration.nodes) >= nodes)
    }

    /// The program's own time, in its ticks.
    pub(super) fn time(&self, player: &Player) -> Time {
        let ticks = |seconds| player.ticks(seconds, self.settings.clock);
        match self.own {
            Own::Unlimited => Time::Unlimited,
            Own::Move(seconds) => Time::Move(ticks(seconds)),
            Own::Game { seconds, moves } => Time::Game { ticks: ticks(seconds), moves },
        }
    }
}
