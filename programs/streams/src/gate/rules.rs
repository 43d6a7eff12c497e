//! What is permitted to a path, by its origin.

/// Where a path comes from.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum By {
    /// An option or an argument.
    Option,
    /// A name that a command uses if no option names a file, such as `a.out`.
    Default,
    /// A linker script that names the file.
    Script,
    /// The description of a machine that names the file.
    Description,
    /// The name of a member of an archive.
    Archive,
    /// A program that runs under CP/M-8000.
    Guest,
    /// An environment variable that names a terminal's history file.
    Environment,
}

/// A reason not to write directly to the path of an output.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Hazard {
    /// A symbolic link.
    Link,
    /// The path leads outside the origin's folder.
    Outside,
    /// A name on the path begins with `.` or `-`.
    Hidden,
    /// A pipe or a device.
    Stream,
    /// The disk is full.
    Full,
    /// The same command reads the file, possibly under another name.
    Input,
    /// The file is write-protected.
    Protected,
    /// Another process writes the file at the same time.
    Writer,
}

/// The reaction to a hazard.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Answer {
    /// The file is written.
    Written,
    /// Nothing is written.
    Refused,
    /// The file is written if the user names it with `--allow`.
    Allowed,
    /// The output waits for a reader.
    Awaited,
    /// The file and the reason are reported, with status 1; a file that existed stays as it was.
    Reported,
    /// One of the two writers wins; no reader sees a mixture.
    Whole,
    /// The origin cannot name such a path.
    Impossible,
}

use Answer::{Allowed, Awaited, Impossible, Refused, Reported, Whole, Written};

/// The hazards, in the order of the columns of [`RULES`], with their names.
pub const HAZARDS: [(Hazard, &str); 8] = [
    (Hazard::Link, "a symbolic link"),
    (Hazard::Outside, "outside its folder"),
    (Hazard::Hidden, "`.x`, `-x`"),
    (Hazard::Stream, "a pipe, a device"),
    (Hazard::Full, "a full disk"),
    (Hazard::Input, "an input"),
    (Hazard::Protected, "write-protected"),
    (Hazard::Writer, "a second writer"),
];

/// The answer of the gate to each hazard: a row for each origin with its name, a column for each hazard. The origin's
/// folder is anywhere for an option; the current one for a default, a script and an archive; its own for a description;
/// its drive for a guest. A description replaces a file only if `--allow` names it.
#[rustfmt::skip]
pub const RULES: [(By, &str, [Answer; 8]); 7] = [
    (By::Option,      "an option",             [Written, Written,    Written,    Awaited, Reported, Refused, Refused, Whole]),
    (By::Default,     "a default (`a.out`)",   [Refused, Impossible, Impossible, Refused, Reported, Refused, Refused, Whole]),
    (By::Script,      "a linker script",       [Refused, Refused,    Written,    Refused, Reported, Refused, Refused, Whole]),
    (By::Description, "a machine description", [Refused, Allowed,    Refused,    Refused, Reported, Refused, Refused, Refused]),
    (By::Archive,     "an archive",            [Refused, Impossible, Refused,    Refused, Reported, Refused, Refused, Whole]),
    (By::Guest,       "a guest of CP/M-8000",  [Refused, Impossible, Refused,    Refused, Reported, Written, Refused, Whole]),
    (By::Environment, "the environment",       [Written, Written,    Written,    Refused, Reported, Refused, Refused, Whole]),
];

impl By {
    /// Returns the answer to a hazard for outputs of this origin.
    pub fn answer(self, hazard: Hazard) -> Answer {
        let row = RULES.iter().find(|(by, ..)| *by == self).map(|(_, _, row)| row);
        let column = HAZARDS.iter().position(|(known, _)| *known == hazard);
        row.zip(column).map_or(Refused, |(row, column)| row[column])
    }

    /// Returns true if a hazard prevents outputs of this origin.
    pub(super) fn refuses(self, hazard: Hazard) -> bool {
        matches!(self.answer(hazard), Refused | Impossible)
    }
}
