//! A game: its tags, initial position, moves with comments, and outcome.

use std::fmt;

use thiserror::Error;

use crate::full_fen::Fen;
use crate::moves::Move;

/// The Seven Tag Roster without the result, each with the value that means unknown.
pub(super) const ROSTER: [(&str, &str); 6] = [
    ("Event", "?"),
    ("Site", "?"),
    ("Date", "????.??.??"),
    ("Round", "?"),
    ("White", "?"),
    ("Black", "?"),
];

/// The tags whose values a game stores elsewhere.
const DERIVED: [&str; 3] = ["Result", "FEN", "SetUp"];

/// A game of legal moves. It is displayed in the export format of PGN, followed by an empty line.
///
/// # Example
/// ```
/// use bcp_chess::pgn::{Game, Outcome};
///
/// let mut game = Game::default();
/// for san in ["f3", "e5", "g4", "Qh4#"] {
///     let m = game.end().position.move_from_san(san)?;
///     game.play(m)?;
/// }
/// game.outcome = Outcome::BlackWins;
/// assert!(game.to_string().ends_with("\n1. f3 e5 2. g4 Qh4# 0-1\n\n"));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Game {
    /// Names and values in the order in which they are written, starting with the roster.
    tags: Vec<(String, String)>,
    start: Fen,
    end: Fen,
    comment: Option<String>,
    moves: Vec<PlayedMove>,
    /// The text after the moves, from a null move on; empty if there is none.
    pub(super) rest: String,
    /// The outcome of the game.
    pub outcome: Outcome,
}

/// A move of a game.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct PlayedMove {
    /// The move.
    pub m: Move,
    /// Numeric annotation glyphs: `!` is 1, `?` is 2, `!!` is 3, `??` is 4, `!?` is 5, `?!` is 6.
    pub glyphs: Vec<u8>,
    /// The comment, with single spaces between words and never empty; `None` if there is none.
    pub comment: Option<String>,
    /// Variations that replace the move, each as it is written between its parentheses. Their moves need not be legal.
    pub variations: Vec<String>,
}

/// The outcome of a game.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
pub enum Outcome {
    /// White has won.
    WhiteWins,
    /// Black has won.
    BlackWins,
    /// The game is drawn.
    Draw,
    /// The game is unfinished, or its outcome is unknown.
    #[default]
    Unknown,
}

/// A move that is not legal in the position in which it was to be played.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Error)]
#[error("{0} is not legal in the final position of the game")]
pub struct NotLegal(pub Move);

impl Outcome {
    /// Reads an outcome in PGN: `1-0`, `0-1`, `1/2-1/2` (also `1/2`) or `*`; `None` for any other string.
    ///
    /// # Example
    /// ```
    /// use bcp_chess::pgn::Outcome;
    ///
    /// assert_eq!(Outcome::from_text("1/2-1/2"), Some(Outcome::Draw));
    /// assert_eq!(Outcome::from_text("draw"), None);
    /// ```
    pub fn from_text(text: &str) -> Option<Self> {
        match text {
            "1-0" => Some(Self::WhiteWins),
            "0-1" => Some(Self::BlackWins),
            "1/2-1/2" | "1/2" => Some(Self::Draw),
            "*" => Some(Self::Unknown),
            _ => None,
        }
    }
}

impl fmt::Display for Outcome {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::WhiteWins => "1-0",
            Self::BlackWins => "0-1",
            Self::Draw => "1/2-1/2",
            Self::Unknown => "*",
        })
    }
}

impl Default for Game {
    /// Returns a game from the usual initial position, without moves.
    fn default() -> Self {
        Self::from_start(Fen::start())
    }
}

impl Game {
    /// Creates a game without moves from a position. The tags `Event`, `Site`, `Date`, `Round`, `White` and `Black`
    /// have the values that mean unknown.
    pub fn from_start(start: Fen) -> Self {
        Self {
            tags: ROSTER
                .map(|(name, value)| (name.to_string(), value.to_string()))
                .to_vec(),
            end: start.clone(),
            start,
            comment: None,
            moves: Vec::new(),
            rest: String::new(),
            outcome: Outcome::default(),
        }
    }

    /// Returns a game with the same tags and initial position, but without moves, comments and outcome.
    pub fn unplayed(&self) -> Self {
        Self { tags: self.tags.clone(), ..Self::from_start(self.start.clone()) }
    }

    /// Returns the value of a tag; `None` if it is not set. `Result`, `FEN` and `SetUp` are not stored as tags: see
    /// [`Game::outcome`] and [`Game::start`].
    pub fn tag(&self, name: &str) -> Option<&str> {
        self.tags().find_map(|(known, value)| (known == name).then_some(value))
    }

    /// Returns the tags as pairs of name and value: the Seven Tag Roster, then the others in the order in which they
    /// were set.
    pub fn tags(&self) -> impl Iterator<Item = (&str, &str)> {
        self.tags.iter().map(|(name, value)| (name.as_str(), value.as_str()))
    }

    /// Sets a tag. Control characters in the value become spaces.
    ///
    /// # Errors
    /// The name is not valid for a tag, or the value of this tag follows from the game.
    ///
    /// # Example
    /// ```
    /// use bcp_chess::pgn::{Game, TagError};
    ///
    /// let mut game = Game::default();
    /// game.set_tag("White", "Morphy")?;
    /// assert_eq!(game.tag("White"), Some("Morphy"));
    /// assert_eq!(game.set_tag("Result", "1-0"), Err(TagError::Derived("Result".to_string())));
    /// # Ok::<(), TagError>(())
    /// ```
    pub fn set_tag(&mut self, name: &str, value: &str) -> Result<(), TagError> {
        if name.is_empty() || !name.chars().all(is_legal_letter) {
            return Err(TagError::Name(name.to_string()));
        }
        if DERIVED.contains(&name) {
            return Err(TagError::Derived(name.to_string()));
        }
        self.read_tag(name, value);
        Ok(())
    }

    /// Sets a tag read from a file. Its name may contain characters that only other programs allow.
    pub(super) fn read_tag(&mut self, name: &str, value: &str) {
        let value = value.replace(char::is_control, " ");
        match self.tags.iter_mut().find(|(known, _)| known == name) {
            Some((_, old)) => *old = value,
            None => self.tags.push((name.to_string(), value)),
        }
    }

    /// Returns the initial position.
    pub const fn start(&self) -> &Fen {
        &self.start
    }

    /// Returns the position after the last move.
    pub const fn end(&self) -> &Fen {
        &self.end
    }

    /// Returns the comment before the first move; `None` if there is none.
    pub fn comment(&self) -> Option<&str> {
        self.comment.as_deref()
    }

    /// Returns the moves in order.
    pub fn moves(&self) -> &[PlayedMove] {
        &self.moves
    }

    /// Plays a move at the end of the game.
    ///
    /// # Errors
    /// The move is illegal; the game is unchanged.
    pub fn play(&mut self, m: Move) -> Result<(), NotLegal> {
        self.end = self.end.play(m).ok_or(NotLegal(m))?;
        self.rest.clear();
        self.moves
            .push(PlayedMove { m, glyphs: Vec::new(), comment: None, variations: Vec::new() });
        Ok(())
    }

    /// Removes all moves except the first `length` ones.
    pub fn truncate(&mut self, length: usize) {
        if length < self.moves.len() {
            self.rest.clear();
        }
        self.moves.truncate(length);
        let mut moves = self.moves.iter();
        let end = moves.try_fold(self.start.clone(), |at, played| at.play(played.m));
        self.end = end.unwrap_or_else(|| self.start.clone());
    }

    /// Appends to the comment on the last move, or on the game if there is no move. Whitespace and control characters
    /// become single spaces, and a closing brace, which would end the comment, becomes `)`.
    pub fn add_comment(&mut self, text: &str) {
        self.add_comment_after(self.moves.len(), text);
    }

    /// Appends to the comment after a number of moves.
    ///
    /// # Example
    /// ```
    /// use bcp_chess::pgn::Reader;
    ///
    /// let mut game = Reader::new("1. e4 {best} e5 *".as_bytes()).next().expect("a game")?;
    /// game.add_comment_after(1, "by test");
    /// assert_eq!(game.moves()[0].comment.as_deref(), Some("best by test"));
    /// # Ok::<(), bcp_chess::pgn::PgnError>(())
    /// ```
    pub fn add_comment_after(&mut self, length: usize, text: &str) {
        let last = length.checked_sub(1).and_then(|last| self.moves.get_mut(last));
        let place = last.map_or(&mut self.comment, |last| &mut last.comment);
        push_words(place.get_or_insert_default(), text);
        place.take_if(|comment| comment.is_empty());
    }

    /// Adds a variation to the last move; does nothing if there is no move.
    pub(super) fn add_variation(&mut self, text: String) {
        if let Some(last) = self.moves.last_mut() {
            last.variations.push(text);
        }
    }

    /// Adds an annotation glyph to the last move; does nothing if there is no move.
    pub fn add_glyph(&mut self, glyph: u8) {
        if let Some(last) = self.moves.last_mut() {
            last.glyphs.push(glyph);
        }
    }
}

/// Appends the words of a comment that contains no closing brace.
pub(super) fn push_words(comment: &mut String, text: &str) {
    let tidy = text.replace('}', ")").replace(char::is_control, " ");
    for word in tidy.split_whitespace() {
        if !comment.is_empty() {
            comment.push(' ');
        }
        *comment += word;
    }
}

/// The reason why a tag cannot be set.
#[derive(Clone, PartialEq, Eq, Debug, Error)]
#[non_exhaustive]
pub enum TagError {
    /// The tag's name is empty or contains characters that PGN does not allow.
    #[error("invalid tag name {0:?}; use letters, digits and _")]
    Name(String),
    /// The tag's value follows from the game.
    #[error("the tag {0} is derived from the game; change the game's result or starting position instead")]
    Derived(String),
}

/// Returns true for a character that PGN allows in a tag's name.
const fn is_legal_letter(letter: char) -> bool {
    letter.is_ascii_alphanumeric() || letter == '_'
}

/// Returns true for a character that occurs in tags' names in files.
pub(super) fn is_name_letter(letter: char) -> bool {
    letter.is_ascii_alphanumeric() || "_+#=:-".contains(letter)
}
