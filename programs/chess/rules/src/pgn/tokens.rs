//! The tokens of a game: tags, comments, glyphs, brackets, words and results.

use std::io::BufRead;

use super::error::PgnErrorKind;
use super::game::{Outcome, is_name_letter};
use super::lines::Lines;
use crate::notation::SIGNS;

/// A token of a game's text.
#[derive(Debug)]
pub(super) enum Token {
    Tag {
        name: String,
        value: String,
    },
    Comment(String),
    Glyph(u8),
    Open,
    Close,
    /// A word that is expected to be a move.
    Word(String),
    Outcome(Outcome),
}

/// A token, or an error in its place, with the number of its line.
pub(super) type PlacedToken = (u64, Result<Token, PgnErrorKind>);

/// Reads the tokens of a file. Each token takes at least one character, whatever the file contains.
#[derive(Debug)]
pub(super) struct Tokens<R> {
    lines: Lines<R>,
    /// The current line and, below, the number of its bytes that have been processed.
    line: String,
    at: usize,
}

/// The character that ends a text file in CP/M and DOS.
const END_OF_TEXT: char = '\u{1a}';

/// The first of the figurines that some programs use for letters: king to pawn of White, then of Black.
const FIRST_FIGURINE: char = '\u{2654}';
const LAST_FIGURINE: char = '\u{265f}';

/// The variation selector after a figurine, which prevents its display as an emoji.
const PLAIN: char = '\u{fe0e}';

/// The maximum length of a word in PGN.
const LONGEST: usize = 255;

/// The number of characters of a broken line that a message shows.
const SHOWN: usize = 60;

impl<R: BufRead> Iterator for Tokens<R> {
    type Item = PlacedToken;

    fn next(&mut self) -> Option<PlacedToken> {
        loop {
            match self.rest().chars().next() {
                None => match self.advance() {
                    Ok(true) => {}
                    Ok(false) => return None,
                    Err(error) => return Some((self.lines.count, Err(error))),
                },
                Some(first) => {
                    let line = self.lines.count;
                    if let Some(token) = self.token(first).transpose() {
                        return Some((line, token));
                    }
                }
            }
        }
    }
}

impl<R: BufRead> Tokens<R> {
    pub(super) const fn new(input: R) -> Self {
        Self { lines: Lines::new(input), line: String::new(), at: 0 }
    }

    /// Reads the token that begins with a character; `None` if the character has no meaning by itself.
    fn token(&mut self, first: char) -> Result<Option<Token>, PgnErrorKind> {
        let token = match first {
            '%' if self.at == 0 => {
                self.take_line();
                return Ok(None);
            }
            ';' => {
                let comment = self.take_line()[1..].to_string();
                return Ok(Some(Token::Comment(comment)));
            }
            '{' => return self.comment().map(|text| Some(Token::Comment(text))),
            '[' => return self.tag().map(Some),
            '$' => return self.glyph().map(Some),
            '!' | '?' => return Ok(self.mark()),
            _ if is_word_letter(first) => return self.word(),
            '(' => Some(Token::Open),
            ')' => Some(Token::Close),
            '*' => Some(Token::Outcome(Outcome::Unknown)),
            '.' | '\u{2026}' | '\u{feff}' | END_OF_TEXT => None,
            _ if SIGNS.contains(first) => None,
            _ if first.is_whitespace() => None,
            _ => {
                self.at += first.len_utf8();
                return Err(PgnErrorKind::Character(first));
            }
        };
        self.at += first.len_utf8();
        Ok(token)
    }

    fn rest(&self) -> &str {
        self.line.get(self.at..).unwrap_or_default()
    }

    /// Consumes and returns the rest of the line.
    fn take_line(&mut self) -> &str {
        let at = std::mem::replace(&mut self.at, self.line.len());
        self.line.get(at..).unwrap_or_default()
    }

    /// Consumes and returns the next `length` bytes of the line.
    fn take(&mut self, length: usize) -> &str {
        let at = self.at;
        self.at += length;
        self.line.get(at..self.at).unwrap_or_default()
    }

    /// Reads the next line; false at the end of the file.
    fn advance(&mut self) -> Result<bool, PgnErrorKind> {
        let line = self.lines.next()?;
        let is_there = line.is_some();
        self.line = line.unwrap_or_default();
        self.at = 0;
        Ok(is_there)
    }

    /// Reads a comment in braces. An unterminated comment extends at most to the next game: an empty line and an
    /// `Event` tag.
    fn comment(&mut self) -> Result<String, PgnErrorKind> {
        self.take(1);
        let mut text = String::new();
        loop {
            if let Some(length) = self.rest().find('}') {
                text += self.take(length);
                self.take(1);
                return Ok(text);
            }
            text += self.take_line();
            text.push('\n');
            let is_blank = self.line.trim().is_empty();
            if !self.advance()? || is_blank && self.line.starts_with("[Event ") {
                return Err(PgnErrorKind::Comment);
            }
        }
    }

    fn tag(&mut self) -> Result<Token, PgnErrorKind> {
        match split_tag(self.rest()) {
            Some((token, length)) => {
                self.take(length);
                Ok(token)
            }
            None => Err(PgnErrorKind::Tag(self.take_line().chars().take(SHOWN).collect())),
        }
    }

    fn glyph(&mut self) -> Result<Token, PgnErrorKind> {
        let digits = span(&self.rest()[1..], |letter| letter.is_ascii_digit());
        let text = self.take(1 + digits);
        let number = text.trim_start_matches('$').parse().ok();
        number
            .map(Token::Glyph)
            .ok_or_else(|| PgnErrorKind::Glyph(text.chars().take(SHOWN).collect()))
    }

    /// Reads marks such as `!?` as a glyph; `None` for those that have no number.
    fn mark(&mut self) -> Option<Token> {
        let length = span(self.rest(), |letter| matches!(letter, '!' | '?'));
        let marks = ["!", "?", "!!", "??", "!?", "?!"];
        let text = self.take(length);
        let number = (1..).zip(marks).find(|(_, mark)| *mark == text);
        number.map(|(number, _)| Token::Glyph(number))
    }

    /// Reads a result, or a word that should be a move; `None` for move numbers, signs of an advantage, and a separate
    /// mark of an en passant capture.
    fn word(&mut self) -> Result<Option<Token>, PgnErrorKind> {
        let rest = self.rest();
        let digits = span(rest, |letter| letter.is_ascii_digit());
        let mut length = span(rest, is_word_letter);
        let is_number = digits == length || rest[digits..].starts_with(|next: char| next.is_ascii_alphabetic());
        if digits > 0 && is_number && &rest[..length] != "0000" {
            self.take(digits);
            return Ok(None);
        }
        length += span_of_mark(&rest[..length], &rest[length..]);
        let text = self.take(length);
        let count = text.chars().count();
        if count > LONGEST {
            return Err(PgnErrorKind::Long(count));
        }
        let plain = text.chars().filter_map(|letter| match letter {
            '\u{2013}' | '\u{2212}' => Some('-'),
            FIRST_FIGURINE..=LAST_FIGURINE => "KQRBN".chars().nth((letter as usize - FIRST_FIGURINE as usize) % 6),
            _ => Some(letter).filter(|letter| *letter != PLAIN),
        });
        let word = plain.collect::<String>().replace('\u{bd}', "1/2");
        if let Some(outcome) = Outcome::from_text(&word) {
            return Ok(Some(Token::Outcome(outcome)));
        }
        let is_sign = word != "--" && word.chars().all(|letter| "+-=/".contains(letter));
        let is_passed_over = is_sign || matches!(word.as_str(), "e.p." | "e.p" | "ep");
        Ok((!is_passed_over).then_some(Token::Word(word)))
    }
}

/// Returns true for a character of moves and results.
fn is_word_letter(letter: char) -> bool {
    let is_figurine = matches!(letter, FIRST_FIGURINE..=LAST_FIGURINE | PLAIN);
    is_figurine || letter.is_ascii_alphanumeric() || "_+#=:-/@\u{2013}\u{2212}\u{d7}\u{bd}".contains(letter)
}

/// Returns the number of bytes at the beginning of a text whose characters satisfy a condition.
fn span(text: &str, is_in: impl Fn(char) -> bool) -> usize {
    text.find(|letter| !is_in(letter)).unwrap_or(text.len())
}

/// Returns the number of bytes after a word that belong to it although their characters end words: `(Q)` and `.p.`.
fn span_of_mark(word: &str, rest: &str) -> usize {
    match *rest.as_bytes() {
        [b'(', kind, b')', ..] if b"QRBNqrbn".contains(&kind) && word.ends_with(|last: char| last.is_ascii_digit()) => {
            3
        }
        [b'.', b'p', b'.', ..] if word.ends_with('e') => 3,
        [b'.', b'p', ..] if word.ends_with('e') => 2,
        _ => 0,
    }
}

/// Parses the tag pair at the beginning of a text, and returns its length, too. A quotation mark in the value needs no
/// backslash unless a bracket follows.
fn split_tag(text: &str) -> Option<(Token, usize)> {
    let inner = text.strip_prefix('[')?.trim_start();
    let (name, rest) = inner.split_at_checked(span(inner, is_name_letter))?;
    let mut rest = rest.trim_start().strip_prefix('"')?;
    let mut value = String::new();
    loop {
        let plain = span(rest, |letter| !matches!(letter, '\\' | '"'));
        value += &rest[..plain];
        rest = &rest[plain..];
        if let Some(behind) = rest.strip_prefix('"') {
            if let Some(end) = behind.trim_start().strip_prefix(']').filter(|_| !name.is_empty()) {
                let name = name.to_string();
                return Some((Token::Tag { name, value }, text.len() - end.len()));
            }
            value.push('"');
            rest = behind;
        } else {
            let behind = rest.strip_prefix('\\')?;
            let escaped = behind.chars().next().filter(|next| matches!(next, '\\' | '"'));
            value.push(escaped.unwrap_or('\\'));
            rest = &behind[usize::from(escaped.is_some())..];
        }
    }
}
