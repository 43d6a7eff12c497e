//! The moves of a game with the program's thoughts on them, and the game as PGN.

use std::fmt::Display;

use anyhow::{Result, ensure};
use bcp_chess::{Colour, Fen, Move, pgn};
use bcp_reference::constants::FIFTY_MOVES;
use z8000::machine::Clock;

use crate::ending::Ending;
use crate::player::Player;

/// A game in progress. `T` records the program's thoughts on a move; its alternate `Display` is the comment in the PGN.
#[derive(Debug)]
pub struct Record<T> {
    start: Fen,
    now: Fen,
    plies: Vec<RecordedMove<T>>,
    /// The ending; `None` if the game continues.
    pub ending: Option<Ending>,
}

/// A move of the game.
#[derive(Debug, Clone)]
pub struct RecordedMove<T> {
    /// The move that was played.
    pub m: Move,
    /// The position in which the move was played.
    pub before: Fen,
    /// The program's thoughts; `None` if a human chose the move.
    pub thought: Option<T>,
    /// A further comment for the PGN.
    remark: Option<&'static str>,
}

/// Players and times for the tags of PGN.
#[derive(Debug, Clone, Copy)]
pub struct Tags<'a, P> {
    /// `YYYY.MM.DD`; `None` leaves the date open.
    pub date: Option<&'a str>,
    /// A function that returns true if a human plays the given side.
    pub is_person: P,
    /// Clock rate of the Z8000.
    pub clock: Clock,
    /// The value of the tag `TimeControl`, in seconds of the Z8000.
    pub time_control: &'a str,
    /// The value of the tag `Level`, the level of play in words; `None` omits the tag.
    pub level: Option<&'a str>,
}

impl<T> Record<T> {
    /// Creates a game without moves, from a given position.
    pub fn new(start: Fen) -> Self {
        Self { now: start.clone(), start, plies: Vec::new(), ending: None }
    }

    /// Returns the position in which the game began.
    pub const fn start(&self) -> &Fen {
        &self.start
    }

    /// Returns the current position.
    pub const fn now(&self) -> &Fen {
        &self.now
    }

    /// Returns the moves, with the positions in which they were played and the thoughts on them.
    pub fn plies(&self) -> &[RecordedMove<T>] {
        &self.plies
    }

    /// Returns the moves, without positions and thoughts.
    pub fn moves(&self) -> impl Iterator<Item = Move> {
        self.plies.iter().map(|ply| ply.m)
    }

    /// Returns true if the game has neither moves nor an ending, so there is nothing to save.
    pub fn is_empty(&self) -> bool {
        self.plies.is_empty() && self.ending.is_none()
    }

    /// Sets up the program's game: the initial position of this game, followed by its moves.
    ///
    /// # Errors
    ///
    /// The program rejects the position or a move.
    pub fn set_up(&mut self, player: &mut Player) -> Result<()> {
        let fifty = self.start.halfmoves.min(FIFTY_MOVES.into()) as u16;
        player.begin(&self.start.position, fifty)?;
        for m in self.moves() {
            player.play(m)?;
        }
        let game = player.game();
        self.ending = Ending::of(game.outcome(), game.position());
        Ok(())
    }

    /// Plays a legal move in this game and in the program's.
    ///
    /// # Errors
    ///
    /// The program rejects the move.
    pub fn play(&mut self, player: &mut Player, m: Move, thought: Option<T>) -> Result<()> {
        let outcome = player.play(m)?;
        self.push(m, thought);
        self.ending = Ending::of(outcome, player.game().position());
        Ok(())
    }

    /// Adds a legal move. An illegal move leaves the game unchanged.
    fn push(&mut self, m: Move, thought: Option<T>) {
        if let Some(next) = self.now.play(m) {
            let before = std::mem::replace(&mut self.now, next);
            self.plies.push(RecordedMove { m, before, thought, remark: None });
        }
    }

    /// Sets a remark for the PGN comment on the last move; does nothing if there is no move.
    pub fn remark(&mut self, text: &'static str) {
        if let Some(last) = self.plies.last_mut() {
            last.remark = Some(text);
        }
    }

    /// Takes moves back up to and including the last move of a side that a human plays. Returns false if there is no
    /// such move.
    pub fn take_back(&mut self, is_person: impl Fn(Colour) -> bool) -> bool {
        let own = |ply: &RecordedMove<T>| is_person(ply.side());
        let Some(at) = self.plies.iter().rposition(own) else {
            return false;
        };
        self.now = self.plies[at].before.clone();
        self.plies.truncate(at);
        self.ending = None;
        true
    }

    /// Returns the program's thoughts on the last move of a side; `None` if the program did not choose that move.
    pub fn last_thought(&self, colour: Colour) -> Option<&T> {
        let last = self.plies.iter().rev().find(|ply| ply.side() == colour);
        last?.thought.as_ref()
    }
}

impl<T: Display> Record<T> {
    /// Converts the game to PGN, with tags for the players and thoughts as comments.
    ///
    /// # Errors
    ///
    /// The date is not valid.
    pub fn pgn(&self, tags: &Tags<'_, impl Fn(Colour) -> bool>) -> Result<pgn::Game> {
        let mut game = pgn::Game::from_start(self.start.clone());
        game.set_tag("Event", "Game played by a reconstruction of the 1986 program")?;
        if let Some(date) = tags.date {
            ensure!(is_date(date), "invalid PGN date `{date}`: expected YYYY.MM.DD");
            game.set_tag("Date", date)?;
        }
        game.set_tag("Round", "-")?;
        let program = format!("BCP, reconstructed (Z8000 at {})", tags.clock);
        for (colour, tag, kind) in [
            (Colour::White, "White", "WhiteType"),
            (Colour::Black, "Black", "BlackType"),
        ] {
            let person = (tags.is_person)(colour);
            game.set_tag(tag, if person { "?" } else { &program })?;
            game.set_tag(kind, if person { "human" } else { "program" })?;
        }
        let annotator = concat!(
            "bcp ",
            env!("CARGO_PKG_VERSION"),
            ": a reconstruction, not Beal's own program"
        );
        game.set_tag("Annotator", annotator)?;
        game.set_tag("TimeControl", tags.time_control)?;
        game.set_tag("TimeUnit", &format!("seconds of a Z8000 at {}", tags.clock))?;
        if let Some(level) = tags.level {
            game.set_tag("Level", level)?;
        }
        let termination = self.ending.map_or("unterminated", |_| "normal");
        game.set_tag("Termination", termination)?;
        for (ply, at) in self.plies.iter().zip(1..) {
            game.play(ply.m)?;
            let ending = self.ending.filter(|_| at == self.plies.len());
            let said = [
                ply.thought.as_ref().map(|thought| format!("{thought:#}")),
                ply.remark.map(str::to_owned),
                ending.map(Ending::comment),
            ];
            game.add_comment(&said.into_iter().flatten().collect::<Vec<_>>().join("; "));
        }
        if let Some(ending) = self.ending {
            if self.plies.is_empty() {
                game.add_comment(&ending.comment());
            }
            game.outcome = ending.result();
        }
        Ok(game)
    }
}

impl<T> RecordedMove<T> {
    /// Returns the side that played the move.
    pub fn side(&self) -> Colour {
        self.before.position.side_to_play()
    }
}

/// Formats the value of the PGN tag `TimeControl`: seconds for a number of moves, or for the whole game if that number
/// is 0. PGN allows only whole seconds: other values become `?`, which means unknown.
pub fn time_control(moves: u32, seconds: f64) -> String {
    match moves {
        _ if seconds.fract() != 0.0 || seconds < 1.0 => "?".to_owned(),
        0 => seconds.to_string(),
        moves => format!("{moves}/{seconds}"),
    }
}

/// Returns true if a string is a PGN date, in which question marks may replace unknown parts.
fn is_date(text: &str) -> bool {
    const SHAPE: &str = "0000.00.00";
    let fits = |(letter, shape): (char, char)| match shape {
        '0' => letter.is_ascii_digit() || letter == '?',
        dot => letter == dot,
    };
    text.len() == SHAPE.len() && text.chars().zip(SHAPE.chars()).all(fits)
}
