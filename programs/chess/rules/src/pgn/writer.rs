//! Writes games in the export format.

use std::fmt;

use super::game::{Game, ROSTER};
use crate::full_fen::Fen;
use crate::piece::Colour;

/// Lines are shorter than this number of characters.
const COLUMNS: usize = 80;

impl fmt::Display for Game {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for (name, value) in self.tags().take(ROSTER.len()) {
            write_tag(f, name, value)?;
        }
        write_tag(f, "Result", &self.outcome.to_string())?;
        if *self.start() != Fen::start() {
            write_tag(f, "SetUp", "1")?;
            write_tag(f, "FEN", &self.start().to_string())?;
        }
        for (name, value) in self.tags().skip(ROSTER.len()) {
            write_tag(f, name, value)?;
        }
        writeln!(f)?;
        writeln!(f, "{}\n", movetext(self))
    }
}

fn write_tag(f: &mut fmt::Formatter<'_>, name: &str, value: &str) -> fmt::Result {
    writeln!(f, "[{name} \"{}\"]", value.replace('\\', "\\\\").replace('"', "\\\""))
}

/// Formats moves with their numbers, glyphs, comments, and the result, in lines.
fn movetext(game: &Game) -> String {
    let mut text = WrappedText::default();
    text.comment(game.comment());
    let mut at = game.start().clone();
    // A number is written before each white move, and after a comment or a variation.
    let mut interrupted = true;
    for played in game.moves() {
        match at.position.side_to_play() {
            Colour::White => text.word(&format!("{}.", at.fullmoves)),
            Colour::Black if interrupted => text.word(&format!("{}...", at.fullmoves)),
            Colour::Black => {}
        }
        // Always succeeds, because the moves of a game are legal.
        let (Some(san), Some(next)) = (at.position.san(played.m), at.play(played.m)) else {
            break;
        };
        text.word(&san);
        for glyph in &played.glyphs {
            text.word(&format!("${glyph}"));
        }
        text.comment(played.comment.as_deref());
        played
            .variations
            .iter()
            .for_each(|moves| text.words(&format!("({moves})")));
        interrupted = played.comment.is_some() || !played.variations.is_empty();
        at = next;
    }
    text.words(&game.rest);
    text.word(&game.outcome.to_string());
    text.0
}

/// Words wrapped to lines of less than [`COLUMNS`] characters.
#[derive(Default)]
struct WrappedText(String);

impl WrappedText {
    fn word(&mut self, word: &str) {
        if word.is_empty() {
            return;
        }
        let line = self.0.rsplit('\n').next().unwrap_or_default();
        let columns = line.chars().count() + 1 + word.chars().count();
        // A line that begins with % would be skipped by readers.
        if self.0.is_empty() {
        } else if columns < COLUMNS || word.starts_with('%') {
            self.0.push(' ');
        } else {
            self.0.push('\n');
        }
        self.0 += word;
    }

    fn comment(&mut self, text: Option<&str>) {
        if let Some(text) = text {
            self.words(&format!("{{{text}}}"));
        }
    }

    /// Writes words, and commands such as `[%clk 0:01:00]`, which other programs read only if they are on one line.
    fn words(&mut self, text: &str) {
        let mut held = String::new();
        for word in text.split(' ') {
            held += word;
            if held.rfind("[%") <= held.rfind(']') {
                self.word(&std::mem::take(&mut held));
            } else {
                held.push(' ');
            }
        }
        self.word(held.trim_end());
    }
}
