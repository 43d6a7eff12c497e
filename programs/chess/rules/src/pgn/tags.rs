//! The tag pairs of a game.

use thiserror::Error;

/// The Seven Tag Roster without the result, and what stands for a value that is not known.
pub(super) const ROSTER: [(&str, &str); 6] = [
    ("Event", "?"),
    ("Site", "?"),
    ("Date", "????.??.??"),
    ("Round", "?"),
    ("White", "?"),
    ("Black", "?"),
];

/// The tags whose values a game has elsewhere.
pub(super) const DERIVED: [&str; 3] = ["Result", "FEN", "SetUp"];

/// Why a game cannot have a tag.
#[derive(Clone, PartialEq, Eq, Debug, Error)]
pub enum TagError {
    /// Its name has other characters than PGN allows.
    #[error("{0:?} is not the name of a tag; use letters, digits and any of _ + # = : -")]
    Name(String),
    /// Its value follows from the game.
    #[error("the tag {0} follows from the game; give the game another result or start")]
    Derived(String),
}

/// A character of a tag's name.
pub(super) fn is_name_letter(letter: char) -> bool {
    letter.is_ascii_alphanumeric() || "_+#=:-".contains(letter)
}
