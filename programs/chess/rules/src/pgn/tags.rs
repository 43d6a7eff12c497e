//! The tag pairs of a game.

use thiserror::Error;

/// The Seven Tag Roster without the result, and what stands for a value that is not known.
const ROSTER: [(&str, &str); 6] = [
    ("Event", "?"),
    ("Site", "?"),
    ("Date", "????.??.??"),
    ("Round", "?"),
    ("White", "?"),
    ("Black", "?"),
];

/// The tags whose values a game has elsewhere.
const DERIVED: [&str; 3] = ["Result", "FEN", "SetUp"];

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

/// Names and values in the order in which they are written. The roster is always there.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) struct Tags(Vec<(String, String)>);

impl Tags {
    pub(super) fn new() -> Self {
        Self(
            ROSTER
                .map(|(name, value)| (name.to_string(), value.to_string()))
                .to_vec(),
        )
    }

    pub(super) fn get(&self, name: &str) -> Option<&str> {
        self.all().find_map(|(known, value)| (known == name).then_some(value))
    }

    pub(super) fn all(&self) -> impl Iterator<Item = (&str, &str)> {
        self.0.iter().map(|(name, value)| (name.as_str(), value.as_str()))
    }

    /// Those of the roster.
    pub(super) fn roster(&self) -> impl Iterator<Item = (&str, &str)> {
        self.all().take(ROSTER.len())
    }

    /// Those that are not in the roster.
    pub(super) fn others(&self) -> impl Iterator<Item = (&str, &str)> {
        self.all().skip(ROSTER.len())
    }

    pub(super) fn set(&mut self, name: &str, value: &str) -> Result<(), TagError> {
        if name.is_empty() || !name.chars().all(is_name_letter) {
            return Err(TagError::Name(name.to_string()));
        }
        if DERIVED.contains(&name) {
            return Err(TagError::Derived(name.to_string()));
        }
        let value = value.replace(char::is_control, " ");
        match self.0.iter_mut().find(|(known, _)| known == name) {
            Some((_, old)) => *old = value,
            None => self.0.push((name.to_string(), value)),
        }
        Ok(())
    }
}

/// A character of a tag's name.
pub(super) fn is_name_letter(letter: char) -> bool {
    letter.is_ascii_alphanumeric() || "_+#=:-".contains(letter)
}
