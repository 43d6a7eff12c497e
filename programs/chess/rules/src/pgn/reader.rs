//! Reads games in the import format, which people and programs write.

use std::io::BufRead;
use std::iter::Peekable;

use super::error::{PgnError, PgnErrorKind};
use super::game::{Game, Outcome, push_words};
use super::tokens::{PlacedToken, Token, Tokens};
use crate::full_fen::Fen;
use crate::notation::SanError;

/// Reads the games of a file one by one; only one game is in memory.
///
/// An error contains the part of the game before it. The item after an error is the next game, which begins after the
/// next result or at the next tags. Only an error of the file itself ends the iteration. Lines may end in LF, CR LF or
/// CR. A line that is not UTF-8 is treated as Latin-1.
///
/// A game needs no tags, and no result if tags or the end of the file follow. The tag `Result` determines the outcome
/// unless it is `*`; then the result after the moves does. A comment after the result belongs to the game if it begins
/// on the same line or the next; other comments before tags are skipped.
///
/// # Example
/// ```
/// use bcp_chess::pgn::Reader;
///
/// let file = "1. e4 e5 2. Ke3 1-0\n\n1. d4 d5 1/2-1/2\n";
/// let games: Vec<_> = Reader::new(file.as_bytes()).collect();
/// // White's king cannot go to e3; the next game is read all the same.
/// assert!(games[0].as_ref().is_err_and(|error| (error.game, error.line) == (1, 1)));
/// let before = games[0].as_ref().err().and_then(|error| error.before.as_ref());
/// assert!(before.is_some_and(|game| game.moves().len() == 2));
/// assert!(games[1].as_ref().is_ok_and(|game| game.moves().len() == 2));
/// ```
#[derive(Debug)]
pub struct Reader<R: BufRead> {
    tokens: Peekable<Tokens<R>>,
    /// The number of games begun so far.
    count: u64,
    /// True if only tags of the game have been read so far.
    is_in_tags: bool,
    /// True if the rest of the file could not be read.
    is_lost: bool,
}

/// The line of an error in the file, and the error's kind.
type LocatedError = (u64, PgnErrorKind);

/// What the tags say that is not stored as tags.
#[derive(Default)]
struct Heading {
    tags: Vec<(String, String)>,
    comments: Vec<String>,
    fen: Option<(u64, String)>,
    outcome: Outcome,
}

impl<R: BufRead> Reader<R> {
    /// Creates a reader at the beginning of its input.
    pub fn new(input: R) -> Self {
        Self {
            tokens: Tokens::new(input).peekable(),
            count: 0,
            is_in_tags: true,
            is_lost: false,
        }
    }

    /// Reads a game, or as much of it as precedes an error.
    fn game(&mut self, comments: Vec<String>) -> Result<Game, (LocatedError, Option<Box<Game>>)> {
        let nothing = |error: LocatedError| (error, None);
        let heading = self.heading(comments).map_err(nothing)?;
        let start = match heading.fen {
            None => Fen::start(),
            Some((line, text)) => Fen::from_text(&text).map_err(|error| nothing((line, error.into())))?,
        };
        let mut game = Game::from_start(start);
        for (name, value) in &heading.tags {
            game.read_tag(name, value);
        }
        for comment in &heading.comments {
            game.add_comment(comment);
        }
        let read = self.movetext(&mut game);
        game.outcome = match heading.outcome {
            Outcome::Unknown => *read.as_ref().unwrap_or(&game.outcome),
            known => known,
        };
        match read {
            Ok(_) => Ok(game),
            Err(error) => Err((error, Some(Box::new(game)))),
        }
    }

    /// Reads tags, with the comments before, between and after them.
    fn heading(&mut self, comments: Vec<String>) -> Result<Heading, LocatedError> {
        let mut heading = Heading { comments, ..Heading::default() };
        let mut has_event = false;
        let belongs = |token: &PlacedToken, has_event: bool| match token {
            (_, Ok(Token::Tag { name, .. })) => name != "Event" || !has_event,
            token => is_comment(token),
        };
        while let Some((line, token)) = self.tokens.next_if(|token| belongs(token, has_event)) {
            match token {
                Ok(Token::Tag { name, value }) => {
                    has_event |= name == "Event";
                    heading.take(line, name, value)?;
                }
                Ok(Token::Comment(text)) => heading.comments.push(text),
                _ => {}
            }
        }
        Ok(heading)
    }

    /// Reads moves up to the result, to the next tags, or to the end of the file.
    fn movetext(&mut self, game: &mut Game) -> Result<Outcome, LocatedError> {
        let mut variations = Variations::default();
        // A tag begins the next game.
        let is_of_game = |token: &PlacedToken| !matches!(token, (_, Ok(Token::Tag { .. })));
        while let Some((line, token)) = self.tokens.next_if(is_of_game) {
            let token = token.map_err(|kind| (line, kind))?;
            self.is_in_tags = false;
            if variations.take(&token, line, game)? {
                continue;
            }
            match token {
                Token::Comment(text) => game.add_comment(&text),
                Token::Glyph(glyph) => game.add_glyph(glyph),
                Token::Word(word) => {
                    if let Err(kind) = play(game, &word) {
                        if matches!(kind, PgnErrorKind::Move { reason: SanError::Null(_), .. }) {
                            self.rest(game, (line, Token::Word(word)))?;
                        }
                        return Err((line, kind));
                    }
                }
                Token::Outcome(outcome) => {
                    self.closing_comments(game, line);
                    return Ok(outcome);
                }
                Token::Open | Token::Close | Token::Tag { .. } => {}
            }
        }
        match variations.begun {
            Some(line) if !variations.plies.is_empty() => Err((line, PgnErrorKind::Variation)),
            _ => Ok(Outcome::Unknown),
        }
    }

    /// Reads a game from a null move on, as the text of a variation, and its outcome.
    fn rest(&mut self, game: &mut Game, (line, null): (u64, Token)) -> Result<(), LocatedError> {
        let mut rest = Variations {
            plies: vec![next_ply(game)],
            is_interrupted: true,
            ..Variations::default()
        };
        rest.take(&null, line, game)?;
        let is_of_rest = |token: &Token, depth: usize| match token {
            Token::Tag { .. } => false,
            Token::Close | Token::Outcome(_) => depth > 1,
            _ => true,
        };
        while let Some((line, Ok(token))) = self
            .tokens
            .next_if(|(_, token)| token.as_ref().is_ok_and(|token| is_of_rest(token, rest.plies.len())))
        {
            rest.take(&token, line, game)?;
        }
        if let Some((_, Ok(Token::Outcome(outcome)))) = self.tokens.peek() {
            game.outcome = *outcome;
        }
        game.rest = rest.text;
        Ok(())
    }

    /// Reads comments directly after the result.
    fn closing_comments(&mut self, game: &mut Game, line: u64) {
        let is_close = |token: &PlacedToken| token.0 <= line + 1 && is_comment(token);
        while let Some((_, Ok(Token::Comment(text)))) = self.tokens.next_if(is_close) {
            game.add_comment(&text);
        }
    }

    /// Skips the rest of a game: up to its result, or to the tags of the next one.
    fn recover(&mut self) {
        let mut depth = 0_u64;
        let mut is_in_tags = self.is_in_tags;
        while let Some((_, token)) = self.tokens.peek() {
            match token {
                Ok(Token::Tag { name, .. }) if name == "Event" || !is_in_tags => return,
                Ok(Token::Outcome(_)) if depth == 0 => {
                    self.tokens.next();
                    return;
                }
                Err(PgnErrorKind::Io(_)) => return,
                Ok(Token::Open) => depth = depth.saturating_add(1),
                Ok(Token::Close) => depth = depth.saturating_sub(1),
                Ok(Token::Word(_)) => is_in_tags = false,
                _ => {}
            }
            self.tokens.next();
        }
    }
}

impl<R: BufRead> Iterator for Reader<R> {
    type Item = Result<Game, PgnError>;

    fn next(&mut self) -> Option<Self::Item> {
        let mut comments = Vec::new();
        if self.is_lost {
            return None;
        }
        while let Some((_, Ok(Token::Comment(text)))) = self.tokens.next_if(is_comment) {
            comments.push(text);
        }
        if let (_, Ok(Token::Tag { .. })) = self.tokens.peek()? {
            comments.clear();
        }
        self.count += 1;
        self.is_in_tags = true;
        let game = self.count;
        Some(self.game(comments).map_err(|((line, kind), before)| {
            match kind {
                PgnErrorKind::Io(_) => self.is_lost = true,
                _ => self.recover(),
            }
            PgnError { game, line, kind, before }
        }))
    }
}

fn is_comment(token: &PlacedToken) -> bool {
    matches!(token, (_, Ok(Token::Comment(_))))
}

impl Heading {
    fn take(&mut self, line: u64, name: String, value: String) -> Result<(), LocatedError> {
        match name.as_str() {
            // Hand-written files may have `Fen`; if it were ignored, every move would be wrong.
            _ if name.eq_ignore_ascii_case("FEN") => self.fen = Some((line, value)),
            "Result" => self.outcome = Outcome::from_text(value.trim()).unwrap_or_default(),
            "SetUp" => {}
            "Variant" if !is_chess(&value) => return Err((line, PgnErrorKind::Variant(value))),
            _ => self.tags.push((name, value)),
        }
        Ok(())
    }
}

/// Returns true if a value of the tag `Variant` means the usual rules.
fn is_chess(variant: &str) -> bool {
    let usual = ["", "chess", "standard", "normal", "from position"];
    usual.contains(&variant.trim().to_ascii_lowercase().as_str())
}

/// Plays the move that a word names.
fn play(game: &mut Game, word: &str) -> Result<(), PgnErrorKind> {
    let at = game.end();
    let read = at.position.move_from_san(word);
    read.map_err(|reason| PgnErrorKind::Move { number: at.fullmoves, side: at.position.side_to_play(), reason })
        .map(|m| {
            // Cannot fail: the move was found among the legal moves.
            let _ = game.play(m);
        })
}

/// Returns the number of plies before the next move, as if each move had two.
fn next_ply(game: &Game) -> u64 {
    let at = game.end();
    2 * u64::from(at.fullmoves) + at.position.side_to_play() as u64
}

/// The variations of the last move that are being read.
#[derive(Default)]
struct Variations {
    /// The text of the outermost variation so far, in the export format.
    text: String,
    /// The number of plies before the next move, in the current variation and in each variation around it.
    plies: Vec<u64>,
    /// True if a number is needed even before a black move.
    is_interrupted: bool,
    /// The line on which the outermost variation begins.
    begun: Option<u64>,
}

impl Variations {
    /// Processes a token that is part of a variation, or one of its brackets; returns false for any other.
    fn take(&mut self, token: &Token, line: u64, game: &mut Game) -> Result<bool, LocatedError> {
        let was_interrupted = std::mem::replace(&mut self.is_interrupted, true);
        let ply = match (self.plies.last(), token) {
            (None, Token::Open) => {
                self.begun = Some(line);
                next_ply(game)
            }
            (None, Token::Close) => return Err((line, PgnErrorKind::Close)),
            (None, _) => return Ok(false),
            (Some(&ply), _) => ply,
        };
        match token {
            Token::Open => {
                self.push("(");
                // The variation replaces the last move.
                self.plies.push(ply.saturating_sub(1));
            }
            Token::Close => {
                self.plies.pop();
                self.text.push(')');
                if self.plies.is_empty() {
                    let text = std::mem::take(&mut self.text);
                    game.add_variation(text[1..text.len() - 1].to_owned());
                }
            }
            Token::Comment(text) => {
                let mut comment = String::new();
                push_words(&mut comment, text);
                self.push(&format!("{{{comment}}}"));
            }
            Token::Glyph(glyph) => {
                self.is_interrupted = was_interrupted;
                self.push(&format!("${glyph}"));
            }
            Token::Word(word) => {
                self.is_interrupted = false;
                match ply % 2 {
                    0 => self.push(&format!("{}. {word}", ply / 2)),
                    _ if was_interrupted => self.push(&format!("{}... {word}", ply / 2)),
                    _ => self.push(word),
                }
                self.plies.pop();
                self.plies.push(ply + 1);
            }
            Token::Outcome(outcome) => self.push(&outcome.to_string()),
            Token::Tag { .. } => {}
        }
        Ok(true)
    }

    /// Appends a word, separated by a space.
    fn push(&mut self, word: &str) {
        if !self.text.is_empty() && !self.text.ends_with('(') {
            self.text.push(' ');
        }
        self.text += word;
    }
}
