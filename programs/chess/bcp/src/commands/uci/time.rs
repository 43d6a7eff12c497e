//! Allocating time for choosing a move.

use std::time::Duration;

use super::command::Go;
use super::settings::Settings;

/// The assumed number of remaining moves if the GUI does not give it.
const MOVES_TO_COME: u32 = 30;

/// The minimum time for a move, unless less is left.
const LEAST: Duration = Duration::from_millis(5);

/// How late the program may answer once it is told to, or with hardly any time left; it needs a millisecond.
pub(super) const LATE: Duration = Duration::from_millis(30);

/// The longest time that is taken into account, in milliseconds: a year.
const LONGEST: u64 = 366 * 24 * 3600 * 1000;

/// Time limits by the host's clock, from the moment at which the program's time begins.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub(super) struct Budget {
    /// Time until the program is told to answer.
    pub(super) stop: Option<Duration>,
    /// Time until waiting for the program's answer ends.
    pub(super) give_up: Option<Duration>,
}

/// The time that the program manages itself, in Z8000 seconds.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(super) enum Own {
    Unlimited,
    Move(f64),
    /// Time for a number of moves; for the rest of the game if the number is 0.
    Game {
        seconds: f64,
        moves: u16,
    },
}

impl Own {
    /// Returns the remaining time of a move after `seconds`.
    pub(super) fn without(self, seconds: f64) -> Self {
        match self {
            Self::Move(all) => Self::Move((all - seconds).max(0.0)),
            other => other,
        }
    }
}

/// The time that is left on a clock of a game.
#[derive(Debug, Clone, Copy)]
struct Remaining {
    left: Duration,
    increment: Duration,
    moves: Option<u32>,
    overhead: Overhead,
}

/// The time lost between the GUI and the engine.
#[derive(Debug, Clone, Copy)]
struct Overhead(Duration);

impl Overhead {
    /// Subtracts the overhead from a time, but not more than half of it.
    fn off(self, time: Duration) -> Duration {
        time - self.0.min(time / 2)
    }

    /// Returns the last moment of a time, at which the best move so far is sent even if the program has not answered.
    fn last_moment(self, time: Duration) -> Duration {
        time.saturating_sub(self.0 / 4)
    }
}

impl Remaining {
    /// Returns the number of moves among which the time is divided.
    fn moves(self) -> u32 {
        self.moves.unwrap_or(MOVES_TO_COME)
    }

    /// Returns the time that a move may take: its share of the time left, and the increment, less the time to answer.
    fn share(self) -> Duration {
        let spendable = self.overhead.off(self.left);
        let share = (spendable / self.moves() + self.increment).saturating_sub(self.overhead.0);
        share.min(spendable).max(LEAST).min(self.left)
    }

    /// Returns when to stop waiting for a program that was told to stop: before the last moment. If nothing can be
    /// lost, waiting continues.
    fn give_up(self, stop: Duration) -> Duration {
        match self.left < LEAST {
            true => LATE,
            false => (stop + LATE).min(self.overhead.last_moment(self.left).max(self.left / 2)),
        }
    }
}

/// Converts a time of the GUI; a negative one becomes 0.
fn time(milliseconds: i64) -> Duration {
    Duration::from_millis(u64::try_from(milliseconds).unwrap_or(0).min(LONGEST))
}

/// Returns the time to think, for white (0) or black (1): by the host's clock, and by the program's own.
pub(super) fn plan(go: &Go, side: usize, settings: &Settings) -> (Budget, Own) {
    if go.infinite {
        return (Budget::default(), Own::Unlimited);
    }
    let overhead = Overhead(Duration::from_millis(settings.overhead.into()));
    let move_time = go.move_time.map(time);
    let clock = go.time[side].map(|left| Remaining {
        left: time(left),
        increment: time(go.increment[side].unwrap_or(0)),
        moves: go
            .moves_to_go
            .and_then(|moves| u32::try_from(moves).ok())
            .filter(|moves| *moves > 0),
        overhead,
    });
    let searches_to_an_end = go.depth.is_some() || go.nodes.is_some() || go.mate.is_some();
    let in_z8000_seconds = settings.seconds > 0 && !searches_to_an_end;
    let share = |clock: Remaining| match in_z8000_seconds {
        true => overhead.off(clock.left) / 2,
        false => clock.share(),
    };
    let stop = [move_time.map(|time| overhead.off(time)), clock.map(share)];
    let of_move = |time: Duration| overhead.last_moment(time).max(LATE);
    let give_up = [move_time.map(of_move), clock.map(|clock| clock.give_up(share(clock)))];
    let budget = Budget {
        stop: stop.into_iter().flatten().min(),
        give_up: give_up.into_iter().flatten().min(),
    };
    let own = match (move_time, clock) {
        _ if in_z8000_seconds => Own::Move(settings.seconds.into()),
        // The time of a ponder move counts from the ponder hit; the clock of the host keeps it.
        _ if !settings.is_real() || go.ponder => Own::Unlimited,
        (Some(time), _) => Own::Move(overhead.off(time).as_secs_f64()),
        (None, Some(clock)) => {
            let to_come = clock.increment.saturating_mul(clock.moves() - 1);
            Own::Game {
                seconds: overhead.off(clock.left).saturating_add(to_come).as_secs_f64(),
                moves: clock.moves.map_or(0, |moves| u16::try_from(moves).unwrap_or(u16::MAX)),
            }
        }
        (None, None) => Own::Unlimited,
    };
    (budget, own)
}

#[cfg(test)]
mod tests {
    use super::super::command::{Command, ParsedLine};
    use super::*;

    fn planned(line: &str, side: usize, settings: &Settings) -> (Option<u128>, Option<u128>, Own) {
        let Some(Command::Go(go)) = ParsedLine::read(line).command else {
            panic!("{line} is a search");
        };
        let (budget, own) = plan(&go, side, settings);
        let milliseconds = |time: Option<Duration>| time.map(|time| time.as_millis());
        (milliseconds(budget.stop), milliseconds(budget.give_up), own)
    }

    fn set(name: &str, value: &str) -> Settings {
        let mut settings = Settings::default();
        settings.set(name, value).expect("an option");
        settings
    }

    #[test]
    fn the_host_keeps_the_time_of_a_fast_program() {
        let fast = Settings::default();
        for (line, stop, give_up) in [
            ("go infinite wtime 1000", None, None),
            ("go depth 5", None, None),
            ("go", None, None),
            ("go btime 5", None, None),
            ("go movetime 1000", Some(960), Some(990)),
            ("go movetime 20", Some(10), Some(30)),
            ("go movetime 0", Some(0), Some(30)),
            ("go movetime -5", Some(0), Some(30)),
            // (60000 - 40) / 30 - 40
            ("go wtime 60000 btime 1", Some(1958), Some(1988)),
            ("go wtime 60040 winc 500 movestogo 20", Some(3460), Some(3490)),
            // The increment has not been added yet.
            ("go wtime 100 winc 5000", Some(60), Some(90)),
            ("go wtime 1040 movestogo 1", Some(960), Some(990)),
            ("go wtime 1040 movestogo 0 depth 3", Some(5), Some(35)),
            ("go wtime 50", Some(5), Some(35)),
            ("go wtime 3", Some(3), Some(30)),
            ("go wtime 0", Some(0), Some(30)),
            ("go wtime -100", Some(0), Some(30)),
            ("go wtime 60000 movetime 100", Some(60), Some(90)),
            (
                "go wtime 9223372036854775807 winc 9223372036854775807",
                Some(31_622_400_000 - 40),
                Some(31_622_399_990),
            ),
        ] {
            assert_eq!(planned(line, 0, &fast), (stop, give_up, Own::Unlimited), "{line}");
        }
        assert_eq!(planned("go wtime 1 btime 30040", 1, &fast).0, Some(960));
        let far = set("Move Overhead", "1000");
        for (line, stop, give_up) in [
            ("go movetime 3000", Some(2000), Some(2750)),
            // (61000 - 1000) / 30 + 3000 - 1000
            ("go wtime 61000 winc 3000", Some(4000), Some(4030)),
        ] {
            assert_eq!(planned(line, 0, &far), (stop, give_up, Own::Unlimited), "{line}");
        }
    }

    #[test]
    fn the_program_keeps_its_own_time() {
        let real = set("Speed", "real");
        let game = |seconds, moves| Own::Game { seconds, moves };
        for (line, stop, own) in [
            ("go movetime 1040", Some(1000), Own::Move(1.0)),
            ("go wtime 60040", Some(1960), game(60.0, 0)),
            ("go wtime 60040 winc 1000 movestogo 11", Some(6414), game(70.0, 11)),
            ("go ponder wtime 60040", Some(1960), Own::Unlimited),
            ("go depth 3", None, Own::Unlimited),
        ] {
            let (found, _, found_own) = planned(line, 0, &real);
            assert_eq!((found, found_own), (stop, own), "{line}");
        }
        let seconds = set("Z8000Seconds", "180");
        for (line, stop, own) in [
            ("go", None, Own::Move(180.0)),
            ("go ponder", None, Own::Move(180.0)),
            ("go movetime 1040", Some(1000), Own::Move(180.0)),
            ("go wtime 60040", Some(30_000), Own::Move(180.0)),
            ("go depth 3", None, Own::Unlimited),
            ("go infinite", None, Own::Unlimited),
        ] {
            let (found, _, found_own) = planned(line, 0, &seconds);
            assert_eq!((found, found_own), (stop, own), "{line}");
        }
    }
}
