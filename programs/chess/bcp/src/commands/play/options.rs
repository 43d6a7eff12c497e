//! The options of a game: the sides played by humans, and the program's time and depth.

use std::fmt;
use std::str::FromStr;
use std::time::{SystemTime, UNIX_EPOCH};

use bcp_chess::Colour;
use bcp_driver::{Player, Time, time_control};
use bcp_reference::constants::MAX_DEPTH;
use clap::{Args, ValueEnum, value_parser};
use z8000::machine::Clock;

use crate::commands::options::seconds;

/// The sides that humans play; the program plays the others.
#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
pub(super) enum Colours {
    /// You play White, and the program plays Black.
    White,
    /// You play Black, and the program plays White.
    Black,
    /// People play both sides.
    Both,
    /// The program plays both sides.
    None,
}

impl Colours {
    /// Returns true if a human plays this side.
    pub(super) const fn has(self, colour: Colour) -> bool {
        match self {
            Self::White => matches!(colour, Colour::White),
            Self::Black => matches!(colour, Colour::Black),
            Self::Both => true,
            Self::None => false,
        }
    }

    /// Returns the value for one side.
    pub(super) const fn one(colour: Colour) -> Self {
        match colour {
            Colour::White => Self::White,
            Colour::Black => Self::Black,
        }
    }
}

/// Time control of the program.
#[derive(Debug, Clone, Copy, Args)]
pub(super) struct Level {
    /// Z8000 seconds for each of the program's moves.
    #[arg(long, value_name = "S", default_value = "30", value_parser = seconds)]
    pub(super) seconds: f64,
    /// Z8000 seconds for all of the program's moves. The program allocates this time itself.
    #[arg(long, value_name = "S", value_parser = seconds, conflicts_with = "seconds")]
    pub(super) game_seconds: Option<f64>,
    /// Clock rate of the emulated Z8000.
    #[arg(long, default_value = "4MHz")]
    pub(super) clock: Clock,
    /// Run at the speed of a real Z8000. By default, the program runs as fast as the host allows.
    #[arg(long)]
    pub(super) real_time: bool,
    /// Maximum iteration depth.
    #[arg(long, value_name = "PLIES", default_value_t = MAX_DEPTH, value_parser = value_parser!(u8).range(1..=i64::from(MAX_DEPTH)))]
    pub(super) depth: u8,
    /// Choose moves without the positional score.
    #[arg(long)]
    pub(super) no_positional: bool,
    /// Seed for the random choice among nearly equal moves. With 0, the program is deterministic and does not use its
    /// openings.
    #[arg(long, value_name = "N", default_value = "random")]
    pub(super) seed: Seed,
}

/// The seed for choosing between nearly equal moves, given or drawn.
#[derive(Debug, Clone, Copy)]
pub(super) struct Seed(pub(super) u16);

impl FromStr for Seed {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        if text == "random" {
            let since = SystemTime::now().duration_since(UNIX_EPOCH).unwrap_or_default();
            return Ok(Self((since.as_micros() % u128::from(u16::MAX)) as u16 + 1));
        }
        let seed = text
            .parse()
            .map_err(|_| format!("expected a number from 0 to {}, found `{text}`", u16::MAX));
        seed.map(Self)
    }
}

impl Level {
    /// Returns the time of a game in the program's ticks; `None` if each move has its own time.
    pub(super) fn game_ticks(&self, player: &Player) -> Option<u32> {
        self.game_seconds.map(|seconds| player.ticks(seconds, self.clock))
    }

    /// Returns the time for the next move, where `left` is the remaining time of the game.
    pub(super) fn time(&self, left: u32, player: &Player) -> Time {
        match self.game_seconds {
            None => Time::Move(player.ticks(self.seconds, self.clock)),
            Some(_) => Time::Game { ticks: left, moves: 0 },
        }
    }

    /// Returns the PGN tag `TimeControl`, in seconds of the Z8000.
    pub(super) fn time_control(&self) -> String {
        match self.game_seconds {
            None => time_control(1, self.seconds),
            Some(seconds) => time_control(0, seconds),
        }
    }
}

impl fmt::Display for Level {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.game_seconds {
            None => write!(f, "{} Z8000 seconds per move", self.seconds)?,
            Some(seconds) => write!(f, "{seconds} Z8000 seconds for the game")?,
        }
        write!(f, " at {}", self.clock)?;
        if self.depth < MAX_DEPTH {
            write!(f, ", to depth {}", self.depth)?;
        }
        if self.no_positional {
            f.write_str(", without the positional score")?;
        }
        if self.real_time {
            f.write_str(", in real time")?;
        }
        if self.seed.0 > 0 {
            write!(f, ", seed {}", self.seed.0)?;
        }
        Ok(())
    }
}
