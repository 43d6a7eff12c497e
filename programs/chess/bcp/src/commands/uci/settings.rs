//! The options that a GUI can set.

use anyhow::{Context, Error, Result, bail, ensure};
use bcp_reference::search::{ReadingError, Readings};
use z8000::board::Clock;

/// Values of the options.
#[derive(Debug, Clone, PartialEq)]
pub(super) struct Settings {
    /// Clock of the Z8000.
    pub(super) clock: Clock,
    /// A second of the Z8000 takes a second.
    pub(super) real: bool,
    /// Seconds of the Z8000 for each move, in place of the time of `go`; 0 for that.
    pub(super) seconds: u32,
    /// How many of the best moves are reported.
    pub(super) lines: usize,
    /// Milliseconds that go by between the GUI and the engine.
    pub(super) overhead: u32,
    /// True if the positional score counts.
    pub(super) weighing: bool,
    /// True if it plays its own openings.
    pub(super) openings: bool,
    /// The seed of variety in games, 0 for none.
    pub(super) seed: u16,
    /// The bare tactics search in place of the choice among all moves.
    pub(super) tactics: bool,
    pub(super) readings: Readings,
}

/// More moves than these no position of a game has.
pub(super) const MOST_LINES: usize = 218;

const ABOUT: &str = "A reconstruction of the chess program that Don Beal wrote for the Z8000 in 1986, from his papers \
                     and without his code, on an emulated Z8000";

/// An option: its name, and what stands behind `type`.
type Line = (&'static str, String);

impl Default for Settings {
    fn default() -> Self {
        Self {
            clock: "4MHz".parse().expect("a frequency, as tests confirm"),
            real: false,
            seconds: 0,
            lines: 1,
            overhead: 40,
            weighing: true,
            openings: true,
            seed: 0,
            tactics: false,
            readings: Readings::default(),
        }
    }
}

/// The range of a reading: asked for what no reading can be, it says what it can be.
fn range(name: &str) -> (i64, i64) {
    match Readings::default().set(name, i64::MIN) {
        Err(ReadingError::Value { from, to, .. }) => (from, to),
        _ => (0, 0),
    }
}

fn spin(name: &'static str, default: i64, (from, to): (i64, i64)) -> Line {
    (name, format!("spin default {default} min {from} max {to}"))
}

fn check(name: &'static str, default: bool) -> Line {
    (name, format!("check default {default}"))
}

fn combo(name: &'static str, choices: [&str; 2]) -> Line {
    let [default, other] = choices;
    (name, format!("combo default {default} var {default} var {other}"))
}

const CLOCK: (i64, i64) = (1, 20);
const SECONDS: (i64, i64) = (0, 3600);
const LINES: (i64, i64) = (1, MOST_LINES as i64);
const OVERHEAD: (i64, i64) = (0, 5000);
const SEED: (i64, i64) = (0, u16::MAX as i64);

/// All options, in the order in which they are shown.
fn lines() -> Vec<Line> {
    let mut lines = vec![
        spin("Clock", 4, CLOCK),
        combo("Speed", ["fast", "real"]),
        spin("Z8000Seconds", 0, SECONDS),
        spin("Move Overhead", 40, OVERHEAD),
        spin("MultiPV", 1, LINES),
        check("PositionalScore", true),
        check("OwnBook", true),
        spin("Seed", 0, SEED),
        check("Ponder", false),
        combo("Search", ["game", "tactics"]),
    ];
    let readings = Readings::default().numbers();
    lines.extend(readings.map(|(name, value)| spin(name, value, range(name))));
    lines.push(("UCI_EngineAbout", format!("string default {ABOUT}")));
    lines
}

/// Lists the options for the GUI, a line for each.
pub(super) fn shown() -> Vec<String> {
    let line = |(name, kind)| format!("option name {name} type {kind}");
    lines().into_iter().map(line).collect()
}

impl Settings {
    /// Sets an option; its name may be in upper or lower case.
    ///
    /// # Errors
    ///
    /// There is no such option, or it cannot have this value. It then stays as it is.
    pub(super) fn set(&mut self, name: &str, value: &str) -> Result<()> {
        let known = lines().into_iter().find(|(known, _)| known.eq_ignore_ascii_case(name));
        let Some((name, _)) = known else {
            bail!("there is no option `{name}`");
        };
        match name {
            "Clock" => {
                let megahertz = number(name, value, CLOCK)?;
                self.clock = format!("{megahertz}MHz").parse().map_err(Error::msg)?;
            }
            "Speed" => self.real = second(name, value, ["fast", "real"])?,
            "Z8000Seconds" => self.seconds = number(name, value, SECONDS)? as u32,
            "Move Overhead" => self.overhead = number(name, value, OVERHEAD)? as u32,
            "MultiPV" => self.lines = number(name, value, LINES)? as usize,
            "PositionalScore" => self.weighing = second(name, value, ["false", "true"])?,
            "OwnBook" => self.openings = second(name, value, ["false", "true"])?,
            "Seed" => self.seed = number(name, value, SEED)? as u16,
            "Ponder" => {
                second(name, value, ["false", "true"])?;
            }
            "Search" => self.tactics = second(name, value, ["game", "tactics"])?,
            "UCI_EngineAbout" => {}
            reading => self.readings.set(reading, number(reading, value, range(reading))?)?,
        }
        Ok(())
    }
}

fn number(name: &str, value: &str, (from, to): (i64, i64)) -> Result<i64> {
    let number = value.parse().ok().filter(|number| (from..=to).contains(number));
    number.with_context(|| format!("{name} cannot be `{value}`: it is a number from {from} to {to}"))
}

/// Returns true if a value is the second of two words.
fn second(name: &str, value: &str, [one, two]: [&str; 2]) -> Result<bool> {
    let is_second = value.eq_ignore_ascii_case(two);
    ensure!(
        is_second || value.eq_ignore_ascii_case(one),
        "{name} cannot be `{value}`: it is {one} or {two}"
    );
    Ok(is_second)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn options_are_set_and_refused() {
        let mut settings = Settings::default();
        for (name, value) in [
            ("clock", "6"),
            ("SPEED", "Real"),
            ("z8000seconds", "3600"),
            ("move overhead", "5000"),
            ("multipv", "218"),
            ("positionalscore", "FALSE"),
            ("ownbook", "false"),
            ("seed", "65535"),
            ("ponder", "true"),
            ("Search", "tactics"),
            ("null_mates", "2"),
            ("uci_engineabout", "anything"),
        ] {
            settings.set(name, value).expect("an option");
        }
        let expected = Settings {
            clock: "6MHz".parse().expect("a frequency"),
            real: true,
            seconds: 3600,
            lines: 218,
            overhead: 5000,
            weighing: false,
            openings: false,
            seed: 65535,
            tactics: true,
            readings: Readings { null_mates: 2, ..Readings::default() },
        };
        assert_eq!(settings, expected);
        for (name, value, reason) in [
            ("Clock", "0", "from 1 to 20"),
            ("Clock", "x", "from 1 to 20"),
            ("MultiPV", "219", "from 1 to 218"),
            ("Speed", "", "fast or real"),
            ("Ponder", "1", "false or true"),
            ("HORIZON_MATES", "3", "from 1 to 2"),
            ("LIST_ORDER", "99999999999999999999", "from 0 to 9999"),
            ("Version", "simple", "no option `Version`"),
            ("", "", "no option"),
        ] {
            let error = settings.set(name, value).expect_err(name).to_string();
            assert!(error.contains(reason), "{name} {value}: {error}");
        }
        assert_eq!(settings, expected);
    }

    #[test]
    fn what_is_shown_can_be_set() {
        let shown = shown();
        assert_eq!(shown.len(), 19);
        for line in shown {
            let (name, kind) = line["option name ".len()..].split_once(" type ").expect("a type");
            let (_, default) = kind.split_once("default ").expect("a default");
            let default = match kind.split(' ').next() {
                Some("string") => default,
                _ => default.split(' ').next().expect("a word"),
            };
            let mut settings = Settings::default();
            settings.set(name, default).expect("its default");
            assert_eq!(settings, Settings::default(), "{line}");
        }
    }
}
