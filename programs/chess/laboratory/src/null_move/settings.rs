//! The members of the family: how a null move is tried, and how its result is used.

use std::fmt;
use std::str::FromStr;

use serde::{Deserialize, Serialize};
use thiserror::Error;

/// The maximum depth reduction of a null move, in plies.
pub const MAX_REDUCTION: u8 = 4;
/// The maximum depth of the layer of null-move quiescence, in plies.
pub const MAX_LAYER: u8 = 8;

/// A search of the family. As text, it has the form used in the commands: a base and the options that change it, such
/// as `r2+double`. Each boolean field turns on what its description says.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(into = "String", try_from = "String")]
pub struct Settings {
    /// The number of plies by which the search after a null move is reduced.
    pub reduction: Reduction,
    /// What happens when a null move fails high.
    pub fail_high: FailHigh,
    /// A null move is tried only for a side whose material lead is at least beta (Kaissa).
    pub ahead: bool,
    /// True if only one null move is tried per path.
    pub once: bool,
    /// Two consecutive null moves are allowed; their only effect is to reduce the depth.
    pub double: bool,
    /// A null move fails high even if it misses the bound by up to a tempo bonus.
    pub variable_bound: bool,
    /// A node is searched one ply deeper if its null move is answered by a mate.
    pub mate_threat: bool,
    /// A node is searched one ply deeper if its null move is refuted by the same threat as two plies before.
    pub same_threat: bool,
    /// Null moves are also tried for a side that has only its king and pawns.
    pub pawn_endings: bool,
    /// The value of a null move that does not fail high is treated as a lower bound, which raises alpha.
    pub raises: bool,
    /// R increases by one ply for every two pawns by which the evaluation exceeds the bound, up to three plies.
    pub surplus: bool,
    /// Moves of the piece that the refutation of the null move captures are tried first.
    pub escapes: bool,
    /// The iterations are searched with null windows, as in MTD(f).
    pub mtd: bool,
    /// Near the leaves, an evaluation far above the bound fails high (static null move).
    pub futility: bool,
    /// A node fails high if the value of a shallower search exceeds the bound by a margin.
    pub prob_cut: bool,
    /// A node fails high if several moves do so in shallower searches.
    pub multi_cut: bool,
    /// Late moves are first searched one ply less deep.
    pub late: bool,
    /// Depth of the layer of null-move quiescence between the full-width search and the captures; 0 for none.
    pub layer: u8,
    /// The settings that the searches of the family share.
    pub framework: Framework,
}

/// The settings that the searches of the family share. Values other than those in [`Framework::FULL`] serve to show the
/// difference that each makes. Each boolean field turns on what its description says.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Framework {
    /// A position has one entry in the transposition table, whether or not a null move that fails high must be
    /// verified.
    pub flagless: bool,
    /// Table entries cause cut-offs.
    pub cutoffs: bool,
    /// The table remembers moves, which are tried first.
    pub moves: bool,
    /// The history heuristic is used.
    pub history: bool,
    /// A leaf in check is searched one ply deeper.
    pub check_leaves: bool,
    /// The terms of the evaluation.
    pub evaluation: Evaluation,
}

impl Framework {
    /// Everything described in section 4 of the paper.
    pub const FULL: Self = Self {
        flagless: false,
        cutoffs: true,
        moves: true,
        history: true,
        check_leaves: true,
        evaluation: Evaluation::Squares,
    };
}

/// Terms of an evaluation in addition to material.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Evaluation {
    /// The squares of the pieces.
    Squares,
    /// No term: only material is evaluated.
    Material,
    /// The squares of the pieces and, except in check, a bonus for each move by which the side to play has more moves
    /// than its opponent.
    Mobility,
}

/// The number of plies by which the search after a null move is less deep than the search after another move.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Reduction {
    /// Null moves are not tried.
    NoNullMoves,
    /// Reduced by this number of plies, up to [`MAX_REDUCTION`]; usually called R.
    Fixed(u8),
    /// Reduced by three plies with more than eight plies left, or more than six if a side has at least three pieces
    /// other than king and pawns; otherwise, by two (Heinz).
    Adaptive,
    /// Reduced by four plies with more than six plies left; otherwise, by three (David and Netanyahu 2008).
    Steep,
}

/// What happens when a null move fails high.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum FailHigh {
    /// The node is cut off.
    Cut,
    /// The depth of the node is reduced by the first number of plies. Below the node, null moves cause cut-offs or, if
    /// there is a second number, reduce the depth by that many plies. David and Netanyahu use one ply and cut-offs;
    /// section 5 of their paper has the other combinations.
    Reduce(u8, Option<u8>),
    /// The node is cut off if a search without a null move, to the same depth as the null-move search, also fails high
    /// (Plenkner); if no depth is left, it is cut off at once.
    Confirm,
    /// The depth of the node is reduced by four plies whenever a null move fails high; if none are left, only captures
    /// are searched (David and Netanyahu 2008).
    Shorten,
}

impl FailHigh {
    /// Verification as in Figure 3 of the paper.
    pub const VERIFY: Self = Self::Reduce(1, None);
}

/// The reason why a string is not the name of a search.
#[derive(Clone, PartialEq, Eq, Debug, Error)]
#[non_exhaustive]
pub enum SettingsError {
    /// The base is unknown.
    #[error("unknown search {0:?}: expected {bases}, optionally followed by options, as in r2+double (r2+x lists \
             them); other searches, such as pvs and alpha-beta, are available in `bcp-lab trace`", bases = base_names())]
    Base(String),
    /// An option is unknown.
    #[error("unknown search option {0:?}: expected {options}", options = option_names())]
    Option(String),
    /// An option makes no sense without null moves.
    #[error("the option {0:?} affects null moves, but the search `none` makes no null moves")]
    NoNullMoves(String),
}

/// A search to which options can be added: its name, its description, and its settings. Standard null-move pruning,
/// `r1` to `r4`, is handled separately.
type Base = (&'static str, &'static str, Settings);

/// A variation of null-move pruning: its name, its description, and its change. A variation is defined by this row and
/// by its code in the search: the parser, the name, the errors and the help of the commands are made from the row.
type Variation = (&'static str, &'static str, fn(&mut Settings));

#[rustfmt::skip]
const BASES: [Base; 5] = [
    ("none", "full-width search without null moves", Settings::FULL_WIDTH),
    ("adaptive", "null-move pruning, R = 3 high in the tree and R = 2 near the leaves (Heinz)", Settings::ADAPTIVE),
    ("verified", "verified null-move pruning, R = 3 (David and Netanyahu)", Settings::VERIFIED),
    ("extended", "extended null-move reductions (David and Netanyahu 2008)", Settings::EXTENDED),
    ("kaissa", "null-move pruning, R = 0, for a side with enough material", Settings::KAISSA),
];

/// Names of searches in other programs, and their names here.
const ALIASES: [(&str, &str); 3] = [("goetsch-campbell", "r1"), ("donninger", "r2"), ("nmqs", "none+layer2")];

#[rustfmt::skip]
const VARIATIONS: [Variation; 28] = [
    ("verify", "if a null move fails high, reduce the depth by one ply instead of cutting off", |s| s.fail_high = FailHigh::VERIFY),
    ("reduce2", "if a null move fails high, reduce the depth by two plies; never cut off", |s| s.fail_high = REDUCE_2),
    ("reduce1", "if a null move fails high, reduce the depth by one ply; never cut off", |s| s.fail_high = REDUCE_1),
    ("reduce12", "like +reduce1, but reduce by two plies after the first reduction on a path", |s| s.fail_high = REDUCE_1_2),
    ("plenkner", "cut off only if an ordinary search to the depth of the null-move search also fails high", |s| s.fail_high = FailHigh::Confirm),
    ("shorten", "if a null move fails high, reduce the depth by four plies instead of cutting off", |s| s.fail_high = FailHigh::Shorten),
    ("ahead", "try null moves only for a side with enough material", |s| s.ahead = true),
    ("once", "try only one null move per path", |s| s.once = true),
    ("double", "allow two consecutive null moves", |s| s.double = true),
    ("bound", "allow a null move to miss the bound by a tempo bonus", |s| s.variable_bound = true),
    ("mate", "extend the search by one ply if a null move is answered by mate", |s| s.mate_threat = true),
    ("threat", "extend the search by one ply if the threat is unchanged from two plies earlier", |s| s.same_threat = true),
    ("pawns", "also try null moves for a side with only king and pawns", |s| s.pawn_endings = true),
    ("raise", "let a null move that does not fail high raise the lower bound", |s| s.raises = true),
    ("surplus", "reduce a null move by one more ply for every two pawns above the bound, up to three plies", |s| s.surplus = true),
    ("escape", "first try moves of the piece that the refutation of the null move captures", |s| s.escapes = true),
    ("mtd", "search the root with zero-width windows (MTD(f))", |s| s.mtd = true),
    ("futility", "fail high within three plies of the leaves if the evaluation exceeds the bound by a pawn per ply", |s| s.futility = true),
    ("probcut", "fail high if a search four plies shallower exceeds the bound by a pawn", |s| s.prob_cut = true),
    ("multicut", "fail high if three of ten moves do so in searches two plies shallower", |s| s.multi_cut = true),
    ("late", "search late moves one ply less deeply, and again at full depth if they are better", |s| s.late = true),
    ("flagless", "use the same table entry whether or not verification is due", |s| s.framework.flagless = true),
    ("no-cutoffs", "do not use table entries for cut-offs", |s| s.framework.cutoffs = false),
    ("no-moves", "do not use moves from the table", |s| s.framework.moves = false),
    ("no-history", "do not use the history heuristic", |s| s.framework.history = false),
    ("no-checks", "do not extend the search by a ply at leaves in check", |s| s.framework.check_leaves = false),
    ("material", "evaluate only material", |s| s.framework.evaluation = Evaluation::Material),
    ("mobility", "add mobility to the evaluation", |s| s.framework.evaluation = Evaluation::Mobility),
];

/// The options that also affect a search without null moves.
const FOR_ALL: [&str; 11] = [
    "mtd",
    "futility",
    "probcut",
    "multicut",
    "late",
    "no-cutoffs",
    "no-moves",
    "no-history",
    "no-checks",
    "material",
    "mobility",
];

/// The variants in section 5 of the paper.
const REDUCE_2: FailHigh = FailHigh::Reduce(2, Some(2));
const REDUCE_1: FailHigh = FailHigh::Reduce(1, Some(1));
const REDUCE_1_2: FailHigh = FailHigh::Reduce(1, Some(2));

fn base_names() -> String {
    let bases = BASES.iter().map(|base| base.0);
    let names: Vec<&str> = bases.chain(ALIASES.iter().map(|alias| alias.0)).collect();
    format!("r1 to r{MAX_REDUCTION}, {}", names.join(", "))
}

fn option_names() -> String {
    let names = VARIATIONS.map(|variation| variation.0).join(", ");
    format!("{names}, layer1 to layer{MAX_LAYER}")
}

impl Settings {
    /// Full-width search, without null moves.
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
        raises: false,
        surplus: false,
        escapes: false,
        mtd: false,
        futility: false,
        prob_cut: false,
        multi_cut: false,
        late: false,
        layer: 0,
        framework: Framework::FULL,
    };

    /// Returns the settings of standard null-move pruning with R = `reduction`: Figure 1 of the paper.
    pub const fn standard(reduction: u8) -> Self {
        Self { reduction: Reduction::Fixed(reduction), ..Self::FULL_WIDTH }
    }

    const ADAPTIVE: Self = Self { reduction: Reduction::Adaptive, ..Self::FULL_WIDTH };

    /// Extended null-move reductions (David and Netanyahu 2008).
    const EXTENDED: Self = Self {
        reduction: Reduction::Steep,
        fail_high: FailHigh::Shorten,
        ..Self::FULL_WIDTH
    };

    const KAISSA: Self = Self { ahead: true, ..Self::standard(0) };

    /// Verified null-move pruning: Figure 3 of the paper.
    pub const VERIFIED: Self = Self { fail_high: FailHigh::VERIFY, ..Self::standard(3) };

    /// Returns true if a null move that fails high never causes a cut-off.
    pub(super) const fn reduces_always(&self) -> bool {
        matches!(self.fail_high, FailHigh::Reduce(_, Some(_)))
    }

    /// Returns true if nodes may fail high without a null move or a full-depth search of a move.
    pub(super) const fn prunes(&self) -> bool {
        self.futility || self.prob_cut || self.multi_cut
    }

    /// Returns the names and descriptions of all searches and options, one per line.
    pub fn help() -> String {
        let row = |name: &str, meaning: &str| format!("  {name}: {meaning}\n");
        let mut help = row(
            &format!("r1 to r{MAX_REDUCTION}"),
            "standard null-move pruning, R = 1 to 4",
        );
        help.extend(BASES.map(|(name, meaning, _)| row(name, meaning)));
        help.extend(ALIASES.map(|(name, same)| row(name, &format!("the same as {same}"))));
        help.extend(VARIATIONS.map(|(name, meaning, _)| row(&format!("+{name}"), meaning)));
        let layer = "search the given number of plies of null-move quiescence before the capture search (Beal)";
        help + &row(&format!("+layer1 to +layer{MAX_LAYER}"), layer)
    }

    fn base(name: &str) -> Option<Self> {
        if let Some((_, same)) = ALIASES.iter().find(|alias| alias.0 == name) {
            return same.parse().ok();
        }
        let base = BASES.iter().find(|base| base.0 == name).map(|base| base.2);
        base.or_else(|| number(name, "r", MAX_REDUCTION).map(Self::standard))
    }

    fn set(&mut self, option: &str) -> Result<(), SettingsError> {
        if let Some(depth) = number(option, "layer", MAX_LAYER) {
            self.layer = depth;
            return Ok(());
        }
        let variation = VARIATIONS.iter().find(|variation| variation.0 == option);
        let (_, _, set) = variation.ok_or_else(|| SettingsError::Option(option.to_owned()))?;
        if self.reduction == Reduction::NoNullMoves && !FOR_ALL.contains(&option) {
            return Err(SettingsError::NoNullMoves(option.to_owned()));
        }
        set(self);
        Ok(())
    }

    /// Returns the options that turn this search into another one; `None` if no options do.
    fn options_to(mut self, other: &Self) -> Option<Vec<String>> {
        let changed = |settings: &Self, set: fn(&mut Self)| {
            let mut changed = *settings;
            set(&mut changed);
            changed
        };
        let mut options = Vec::new();
        for (name, _, set) in VARIATIONS {
            if changed(other, set) == *other && changed(&self, set) != self {
                set(&mut self);
                options.push(name.to_owned());
            }
        }
        if self.layer != other.layer {
            self.layer = other.layer;
            options.push(format!("layer{}", other.layer));
        }
        (self == *other).then_some(options)
    }
}

/// Parses the number from 1 to `last` that follows a prefix.
fn number(text: &str, beginning: &str, last: u8) -> Option<u8> {
    let number = text.strip_prefix(beginning)?.parse().ok()?;
    (1..=last).contains(&number).then_some(number)
}

impl FromStr for Settings {
    type Err = SettingsError;

    fn from_str(text: &str) -> Result<Self, SettingsError> {
        let mut parts = text.split('+').map(str::trim);
        let base = parts.next().unwrap_or_default();
        let mut settings = Self::base(base).ok_or_else(|| SettingsError::Base(base.to_owned()))?;
        for option in parts {
            settings.set(option)?;
        }
        Ok(settings)
    }
}

impl TryFrom<String> for Settings {
    type Error = SettingsError;

    fn try_from(text: String) -> Result<Self, SettingsError> {
        text.parse()
    }
}

impl From<Settings> for String {
    fn from(settings: Settings) -> Self {
        settings.to_string()
    }
}

/// Writes the base that needs the fewest options, followed by these.
impl fmt::Display for Settings {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let standard = match self.reduction {
            Reduction::Fixed(reduction) => Some((format!("r{reduction}"), Self::standard(reduction))),
            Reduction::NoNullMoves | Reduction::Adaptive | Reduction::Steep => None,
        };
        let bases = BASES.iter().map(|base| (base.0.to_owned(), base.2));
        let names = standard.into_iter().chain(bases);
        let names = names.filter_map(|(name, base)| Some((name, base.options_to(self)?)));
        let (base, options) = names.min_by_key(|(_, options)| options.len()).unwrap_or_default();
        f.write_str(&base)?;
        options.iter().try_for_each(|option| write!(f, "+{option}"))
    }
}
