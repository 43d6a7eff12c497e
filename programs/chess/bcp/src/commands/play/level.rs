//! How long and how deep the program thinks.

use std::fmt;

use bcp_driver::{Pace, Player, Time};
use bcp_reference::constants::MAX_DEPTH;
use z8000::board::Clock;

/// Time, in Z8000 seconds.
#[derive(Debug, Clone, Copy)]
pub(super) enum Allowance {
    /// For each move.
    Move(f64),
    /// For all moves of a game.
    Game(f64),
}

/// The time that the program has.
#[derive(Debug, Clone, Copy)]
pub(super) struct Level {
    pub(super) allowance: Allowance,
    pub(super) clock: Clock,
    pub(super) real_time: bool,
    pub(super) depth: u8,
    pub(super) positional: bool,
    /// Seed of variety; with 0 there is none, and no openings.
    pub(super) seed: u16,
}

impl Level {
    /// The time of a game in the program's ticks; none if each move has its own.
    pub(super) fn game_ticks(&self, player: &Player) -> Option<u32> {
        match self.allowance {
            Allowance::Game(seconds) => Some(player.ticks(seconds, self.clock)),
            Allowance::Move(_) => None,
        }
    }

    /// The time for the next move, where `left` is what is left of the game's.
    pub(super) fn time(&self, left: u32, player: &Player) -> Time {
        match self.allowance {
            Allowance::Move(seconds) => Time::Move(player.ticks(seconds, self.clock)),
            Allowance::Game(_) => Time::Game { ticks: left, moves: 0 },
        }
    }

    /// How fast the program runs.
    pub(super) fn pace(&self) -> Pace {
        Pace { real_time: self.real_time.then_some(self.clock), most: None }
    }

    /// The tag `TimeControl` of PGN, in seconds of the Z8000.
    pub(super) fn time_control(&self) -> String {
        match self.allowance {
            Allowance::Move(seconds) => format!("1/{seconds}"),
            Allowance::Game(seconds) => seconds.to_string(),
        }
    }
}

impl fmt::Display for Level {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.allowance {
            Allowance::Move(seconds) => write!(f, "{seconds} Z8000 seconds per move")?,
            Allowance::Game(seconds) => write!(f, "{seconds} Z8000 seconds for the game")?,
        }
        write!(f, " at {}", self.clock)?;
        if self.depth < MAX_DEPTH {
            write!(f, ", to depth {}", self.depth)?;
        }
        if !self.positional {
            f.write_str(", without the positional score")?;
        }
        if self.real_time {
            f.write_str(", in real time")?;
        }
        if self.seed > 0 {
            write!(f, ", seed {}", self.seed)?;
        }
        Ok(())
    }
}
