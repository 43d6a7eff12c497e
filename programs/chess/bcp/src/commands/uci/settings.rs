//! The options that a GUI can set.

use anyhow::{Context, Result, ensure};
use bcp_reference::search::{ReadingError, Readings};
use z8000::machine::Clock;

/// The values of the options that a GUI can set.
#[derive(Debug, Clone, PartialEq)]
pub(super) struct Settings {
    /// Clock rate of the emulated Z8000.
    pub(super) clock: Clock,
    /// True if the emulation runs in real time, because of `Speed` or `UCI_LimitStrength`.
    real: bool,
    limited: bool,
    /// Z8000 seconds for each move; 0 to use the time of `go`.
    pub(super) seconds: u32,
    /// The number of best moves that are reported.
    pub(super) lines: usize,
    /// Milliseconds lost between the GUI and the engine.
    pub(super) overhead: u32,
    /// True if the positional score counts.
    pub(super) weighing: bool,
    /// True if the program plays from its own opening book.
    pub(super) openings: bool,
    /// Seed for choosing between nearly equal moves in games; 0 for no variety.
    pub(super) seed: u16,
    /// True to report the tactics search instead of the choice among all moves.
    pub(super) tactics: bool,
    pub(super) readings: Readings,
}

/// The maximum number of legal moves in a position of a game.
pub(super) const MOST_LINES: usize = 218;

const ABOUT: &str = "A reconstruction of the chess program that Don Beal wrote for the Z8000 in 1986, from his papers \
                     and without his code, on an emulated Z8000";

/// The type of an option in the protocol, and the setting that it changes.
enum Kind {
    /// An integer: default, minimum and maximum, and setter.
    Spin(i64, (i64, i64), fn(&mut Settings, i64)),
    Check(bool, fn(&mut Settings, bool)),
    /// A choice of two words: the default, and the word that sets it to true.
    Combo([&'static str; 2], fn(&mut Settings, bool)),
    /// A reading, with its default.
    Reading(i64),
    /// An integer that other engines offer: here it is always 1, for this reason.
    One(&'static str),
    /// A string that cannot be changed.
    About,
}

/// The values of an option of type `check`.
const WORDS: [&str; 2] = ["false", "true"];

/// The options by name, except for the readings.
#[rustfmt::skip]
const OPTIONS: [(&str, Kind); 13] = [
    ("Clock", Kind::Spin(4, (1, 20), |settings, megahertz| settings.clock = clock(megahertz))),
    ("Speed", Kind::Combo(["fast", "real"], |settings, real| settings.real = real)),
    ("Z8000Seconds", Kind::Spin(0, (0, 3600), |settings, seconds| settings.seconds = seconds as u32)),
    ("Move Overhead", Kind::Spin(40, (0, 5000), |settings, overhead| settings.overhead = overhead as u32)),
    ("MultiPV", Kind::Spin(1, (1, MOST_LINES as i64), |settings, lines| settings.lines = lines as usize)),
    ("PositionalScore", Kind::Check(true, |settings, weighing| settings.weighing = weighing)),
    ("OwnBook", Kind::Check(true, |settings, openings| settings.openings = openings)),
    ("Seed", Kind::Spin(0, (0, u16::MAX as i64), |settings, seed| settings.seed = seed as u16)),
    ("Threads", Kind::One("the program runs on one Z8000")),
    ("Hash", Kind::One("the program keeps a tree of 5,000 entries")),
    ("UCI_LimitStrength", Kind::Check(false, |settings, limited| settings.limited = limited)),
    ("Ponder", Kind::Check(false, |_, _| ())),
    ("Search", Kind::Combo(["game", "tactics"], |settings, tactics| settings.tactics = tactics)),
];

impl Default for Settings {
    fn default() -> Self {
        Self {
            clock: clock(4),
            real: false,
            limited: false,
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

fn clock(megahertz: i64) -> Clock {
    let clock = format!("{megahertz}MHz").parse();
    clock.expect("from 1 to 20 MHz it is a frequency, as tests confirm")
}

/// Returns the range of a reading, taken from the error for an impossible value.
fn range(name: &str) -> (i64, i64) {
    match Readings::default().set(name, i64::MIN) {
        Err(ReadingError::Value { from, to, .. }) => (from, to),
        _ => (0, 0),
    }
}

/// Returns all options in the order in which they are listed.
fn options() -> impl Iterator<Item = (&'static str, Kind)> {
    let readings = Readings::default().numbers().into_iter();
    let readings = readings.map(|(name, default)| (name, Kind::Reading(default)));
    OPTIONS
        .into_iter()
        .chain(readings)
        .chain([("UCI_EngineAbout", Kind::About)])
}

/// Formats the options for the GUI, one line for each; the readings only on request.
pub(super) fn shown(readings: bool) -> impl Iterator<Item = String> {
    let spin = |default: i64, (from, to): (i64, i64)| format!("spin default {default} min {from} max {to}");
    let options = options().filter(move |(_, kind)| readings || !matches!(kind, Kind::Reading(_)));
    options.map(move |(name, kind)| {
        let kind = match kind {
            Kind::Spin(default, range, _) => spin(default, range),
            Kind::Check(default, _) => format!("check default {default}"),
            Kind::Combo([default, other], _) => format!("combo default {default} var {default} var {other}"),
            Kind::Reading(default) => spin(default, range(name)),
            Kind::One(_) => spin(1, (1, 1)),
            Kind::About => format!("string default {ABOUT}"),
        };
        format!("option name {name} type {kind}")
    })
}

impl Settings {
    /// Returns true if the emulation runs in real time.
    pub(super) const fn is_real(&self) -> bool {
        self.real || self.limited
    }

    /// Sets an option; its name is case-insensitive.
    ///
    /// # Errors
    ///
    /// There is no such option, or the value is invalid for it. The option is then unchanged.
    pub(super) fn set(&mut self, name: &str, value: &str) -> Result<()> {
        let known = options().find(|(known, _)| known.eq_ignore_ascii_case(name));
        let (name, kind) = known.with_context(|| format!("unknown option `{name}`"))?;
        match kind {
            Kind::Spin(_, range, set) => set(self, number(name, value, range)?),
            Kind::Check(_, set) => set(self, second(name, value, WORDS)?),
            Kind::Combo(words, set) => set(self, second(name, value, words)?),
            Kind::Reading(_) => self.readings.set(name, number(name, value, range(name))?)?,
            Kind::One(reason) => ensure!(value == "1", "{name} has no effect: {reason}"),
            Kind::About => {}
        }
        Ok(())
    }
}

fn number(name: &str, value: &str, (from, to): (i64, i64)) -> Result<i64> {
    let number = value.parse().ok().filter(|number| (from..=to).contains(number));
    number.with_context(|| format!("invalid value `{value}` for {name}: expected a number from {from} to {to}"))
}

/// Returns true if the value is the second of two words, false if it is the first.
fn second(name: &str, value: &str, [one, two]: [&str; 2]) -> Result<bool> {
    let is_second = value.eq_ignore_ascii_case(two);
    ensure!(
        is_second || value.eq_ignore_ascii_case(one),
        "invalid value `{value}` for {name}: expected {one} or {two}"
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
            ("hash", "1"),
            ("uci_limitstrength", "true"),
            ("uci_engineabout", "anything"),
        ] {
            settings.set(name, value).expect("an option");
        }
        let expected = Settings {
            clock: "6MHz".parse().expect("a frequency"),
            real: true,
            limited: true,
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
            ("Hash", "16", "Hash has no effect: the program keeps a tree"),
            ("Version", "simple", "unknown option `Version`"),
            ("", "", "unknown option"),
        ] {
            let error = settings.set(name, value).expect_err(name).to_string();
            assert!(error.contains(reason), "{name} {value}: {error}");
        }
        assert_eq!(settings, expected);
    }

    #[test]
    fn what_is_shown_can_be_set() {
        assert_eq!(shown(false).count(), 14);
        let shown: Vec<String> = shown(true).collect();
        assert_eq!(shown.len(), 24);
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
