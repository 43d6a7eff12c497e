//! Which search of the family: how a null move is tried, and what else is done with it.

use std::fmt;
use std::str::FromStr;

use thiserror::Error;

/// The greatest reduction that can be asked for.
pub const MAX_REDUCTION: u8 = 4;
/// The greatest depth of the layer of null-move quiescence that can be asked for.
pub const MAX_LAYER: u8 = 8;

/// A search of the family. Its text is what the commands take: a base, and options that change it, as in `r2+double`.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Settings {
    /// How much less deep the search behind a null move is.
    pub reduction: Reduction,
    /// What happens when a null move fails high.
    pub fail_high: FailHigh,
    /// A null move only for a side that has as much material as it needs (Kaissa).
    pub ahead: bool,
    /// One null move on each path, instead of as many as there may be.
    pub once: bool,
    /// Two null moves in a row, which together change nothing but the depth, instead of one.
    pub double: bool,
    /// A null move may fall short of the bound by a bonus for the tempo.
    pub variable_bound: bool,
    /// One ply more where a null move is answered by a mate.
    pub mate_threat: bool,
    /// One ply more where the threat that answers a null move is the one of two plies before.
    pub same_threat: bool,
    /// Null moves also for a side that has nothing but its king and pawns.
    pub pawn_endings: bool,
    /// Depth of the layer of null-move quiescence between the full-width search and the captures; 0 for none.
    pub layer: u8,
}

/// How much less deep the search behind a null move is than the one behind another move.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Reduction {
    /// There are no null moves.
    NoNullMoves,
    /// Always by so many plies, up to [`MAX_REDUCTION`]. The usual name is R.
    Fixed(u8),
    /// By three plies high in the tree and two low in it (Heinz).
    Adaptive,
}

/// What happens when a null move fails high.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum FailHigh {
    /// The node is cut off.
    Cut,
    /// The node is searched one ply less deep, and null moves cut off below it only (David and Netanyahu).
    Reduce,
    /// The node is cut off if a search without a null move here, as shallow as the null move's, fails high too (Plenkner).
    Confirm,
}

/// Why a text is not the name of a search.
#[derive(Clone, PartialEq, Eq, Debug, Error)]
pub enum SettingsError {
    /// The base is unknown.
    #[error(
        "{0:?} is no search: write none, r1 to r{MAX_REDUCTION}, adaptive, verified, kaissa, goetsch-campbell, donninger or \
         nmqs, and options behind it as in r2+double"
    )]
    Base(String),
    /// An option is unknown.
    #[error(
        "{0:?} is no option of a search: write verify, plenkner, ahead, once, double, bound, mate, threat, pawns or \
         layer1 to layer{MAX_LAYER}"
    )]
    Option(String),
    /// An option makes no sense without null moves.
    #[error("{0:?} changes what null moves do, and none has none")]
    NoNullMoves(String),
}

impl Settings {
    /// Full width: no null moves at all.
    pub const FULL_WIDTH: Self = Self {
        reduction: Reduction::NoNullMoves,
        fail_high: FailHigh::Cut,
        ahead: false,
        once: false,
        double: false,
        variable_bound: false,
        mate_threat: false,
        same_threat: false,
        pawn_endings: false,
        layer: 0,
    };

    /// Standard null-move pruning: Figure 1 of the paper.
    pub const fn standard(reduction: u8) -> Self {
        Self {
            reduction: Reduction::Fixed(reduction),
            ..Self::FULL_WIDTH
        }
    }

    /// Verified null-move pruning: Figure 3 of the paper.
    pub const VERIFIED: Self = Self {
        fail_high: FailHigh::Reduce,
        ..Self::standard(3)
    };

    fn base(name: &str) -> Option<Self> {
        Some(match name {
            "none" => Self::FULL_WIDTH,
            "adaptive" => Self {
                reduction: Reduction::Adaptive,
                ..Self::FULL_WIDTH
            },
            "verified" => Self::VERIFIED,
            "kaissa" => Self {
                ahead: true,
                ..Self::standard(0)
            },
            "goetsch-campbell" => Self::standard(1),
            "donninger" => Self::standard(2),
            "nmqs" => Self {
                layer: 2,
                ..Self::FULL_WIDTH
            },
            _ => Self::standard(number(name, "r", MAX_REDUCTION)?),
        })
    }

    fn set(&mut self, option: &str) -> Result<(), SettingsError> {
        let wrong = || SettingsError::Option(option.to_owned());
        if let Some(depth) = number(option, "layer", MAX_LAYER) {
            self.layer = depth;
            return Ok(());
        }
        if self.reduction == Reduction::NoNullMoves && OPTIONS.contains(&option) {
            return Err(SettingsError::NoNullMoves(option.to_owned()));
        }
        match option {
            "verify" => self.fail_high = FailHigh::Reduce,
            "plenkner" => self.fail_high = FailHigh::Confirm,
            "ahead" => self.ahead = true,
            "once" => self.once = true,
            "double" => self.double = true,
            "bound" => self.variable_bound = true,
            "mate" => self.mate_threat = true,
            "threat" => self.same_threat = true,
            "pawns" => self.pawn_endings = true,
            _ => return Err(wrong()),
        }
        Ok(())
    }
}

/// The options that null moves are needed for.
const OPTIONS: [&str; 9] = [
    "verify", "plenkner", "ahead", "once", "double", "bound", "mate", "threat", "pawns",
];

/// The number from 1 to `last` that a text has behind its beginning.
fn number(text: &str, beginning: &str, last: u8) -> Option<u8> {
    let number = text.strip_prefix(beginning)?.parse().ok()?;
    (1..=last).contains(&number).then_some(number)
}

impl FromStr for Settings {
    type Err = SettingsError;

    fn from_str(text: &str) -> Result<Self, SettingsError> {
        let mut parts = text.split('+');
        let base = parts.next().unwrap_or_default();
        let mut settings = Self::base(base).ok_or_else(|| SettingsError::Base(base.to_owned()))?;
        for option in parts {
            settings.set(option)?;
        }
        Ok(settings)
    }
}

impl fmt::Display for Settings {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let mut rest = *self;
        let reduction = Self {
            reduction: self.reduction,
            ..Self::FULL_WIDTH
        };
        match self.reduction {
            Reduction::NoNullMoves => f.write_str("none")?,
            Reduction::Adaptive => f.write_str("adaptive")?,
            Reduction::Fixed(0) => {
                f.write_str("kaissa")?;
                rest.ahead = false;
            }
            Reduction::Fixed(3) if self.fail_high == FailHigh::Reduce => {
                f.write_str("verified")?;
                rest.fail_high = FailHigh::Cut;
            }
            Reduction::Fixed(reduction) => write!(f, "r{reduction}")?,
        }
        debug_assert_eq!(rest.reduction, reduction.reduction);
        let options = [
            (rest.fail_high == FailHigh::Reduce, "verify"),
            (rest.fail_high == FailHigh::Confirm, "plenkner"),
            (rest.ahead, "ahead"),
            (rest.once, "once"),
            (rest.double, "double"),
            (rest.variable_bound, "bound"),
            (rest.mate_threat, "mate"),
            (rest.same_threat, "threat"),
            (rest.pawn_endings, "pawns"),
        ];
        for (_, name) in options.into_iter().filter(|(is_on, _)| *is_on) {
            write!(f, "+{name}")?;
        }
        if rest.layer > 0 {
            write!(f, "+layer{}", rest.layer)?;
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_and_back() {
        for text in [
            "none",
            "r1",
            "r4",
            "adaptive",
            "verified",
            "kaissa",
            "none+layer2",
            "r2+verify+double",
            "verified+pawns",
            "r3+plenkner+ahead+once+double+bound+mate+threat+pawns+layer8",
        ] {
            let settings: Settings = text.parse().expect("a search");
            assert_eq!(settings.to_string(), text);
        }
        for (text, same) in [
            ("r3+verify", "verified"),
            ("goetsch-campbell", "r1"),
            ("donninger", "r2"),
            ("nmqs", "none+layer2"),
        ] {
            assert_eq!(text.parse::<Settings>(), same.parse());
        }
    }

    #[test]
    fn wrong_names_are_refused() {
        for text in ["", "r0", "r5", "r", "R2", "r2+", "r2+layer9", "r2+x", "none+double"] {
            let error = text.parse::<Settings>().expect_err(text);
            assert!(!error.to_string().is_empty());
        }
    }
}
