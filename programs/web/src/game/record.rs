//! The moves of a game with what the program thought of them; the game as PGN.

use anyhow::{Result, ensure};
use bcp_chess::{Colour, Fen, Move as Played, pgn};
use bcp_machine::Ending;
use z8000::machine::Clock;

use crate::chess::named;
use crate::protocol::{GameMove, Level, Person, Thought};

/// A move of the game.
#[derive(Debug)]
struct Ply {
    m: Played,
    before: Fen,
    thought: Option<Thought>,
}

/// A game.
#[derive(Debug)]
pub(super) struct Record {
    start: Fen,
    now: Fen,
    plies: Vec<Ply>,
    /// How it has ended; none if it goes on.
    pub(super) ending: Option<Ending>,
}

impl Record {
    /// A game without a move.
    pub(super) fn new(start: Fen) -> Self {
        Self {
            now: start.clone(),
            start,
            plies: Vec::new(),
            ending: None,
        }
    }

    pub(super) const fn start(&self) -> &Fen {
        &self.start
    }

    pub(super) const fn now(&self) -> &Fen {
        &self.now
    }

    /// Its moves.
    pub(super) fn played(&self) -> impl Iterator<Item = Played> {
        self.plies.iter().map(|ply| ply.m)
    }

    /// Its moves as a page shows them.
    pub(super) fn moves(&self) -> Vec<GameMove> {
        let plies = self.plies.iter();
        plies
            .map(|ply| GameMove {
                played: named(&ply.before.position, ply.m),
                side: ply.before.position.side_to_play().into(),
                thought: ply.thought.clone(),
            })
            .collect()
    }

    /// Adds a legal move.
    pub(super) fn push(&mut self, m: Played, thought: Option<Thought>) {
        if let Some(next) = self.now.play(m) {
            let before = std::mem::replace(&mut self.now, next);
            self.plies.push(Ply { m, before, thought });
        }
    }

    /// Takes moves back to the last one of a side of the person, that one too; returns whether there was one.
    pub(super) fn take_back(&mut self, own: impl Fn(Colour) -> bool) -> bool {
        let mine = |ply: &Ply| own(ply.before.position.side_to_play());
        let Some(at) = self.plies.iter().rposition(mine) else {
            return false;
        };
        self.now = self.plies[at].before.clone();
        self.plies.truncate(at);
        self.ending = None;
        true
    }

    /// The game with tags that say what has played it. `date` is `YYYY.MM.DD`.
    ///
    /// # Errors
    ///
    /// The date is not one.
    pub(super) fn pgn(&self, person: Person, level: Level, clock: Clock, date: Option<&str>) -> Result<String> {
        let mut game = pgn::Game::from_start(self.start.clone());
        game.set_tag("Event", "A game with a reconstruction of the 1986 program")?;
        if let Some(date) = date {
            let shape = |(letter, sample): (char, char)| match sample {
                '0' => letter.is_ascii_digit() || letter == '?',
                dot => letter == dot,
            };
            let sample = "0000.00.00";
            ensure!(
                date.len() == sample.len() && date.chars().zip(sample.chars()).all(shape),
                "`{date}` is not a date as PGN has it: YYYY.MM.DD"
            );
            game.set_tag("Date", date)?;
        }
        game.set_tag("Round", "-")?;
        let program = format!("BCP, reconstructed (Z8000 at {clock})");
        for (colour, tag, kind) in [
            (Person::White, "White", "WhiteType"),
            (Person::Black, "Black", "BlackType"),
        ] {
            let human = person == colour || person == Person::Both;
            game.set_tag(tag, if human { "?" } else { &program })?;
            game.set_tag(kind, if human { "human" } else { "program" })?;
        }
        let annotator = concat!(
            "bcp ",
            env!("CARGO_PKG_VERSION"),
            ": a reconstruction, not Beal's own program"
        );
        game.set_tag("Annotator", annotator)?;
        game.set_tag("TimeControl", &time_control(level))?;
        game.set_tag("Time-Unit", &format!("seconds of a Z8000 at {clock}"))?;
        let ended = if self.ending.is_some() {
            "normal"
        } else {
            "unterminated"
        };
        game.set_tag("Termination", ended)?;
        for (ply, at) in self.plies.iter().zip(1..) {
            game.play(ply.m)?;
            let ending = self.ending.filter(|_| at == self.plies.len());
            let said = [ply.thought.as_ref().map(comment), ending.map(Ending::comment)];
            let said: Vec<String> = said.into_iter().flatten().collect();
            if !said.is_empty() {
                game.add_comment(&said.join("; "));
            }
        }
        if let Some(ending) = self.ending {
            if self.plies.is_empty() {
                game.add_comment(&ending.comment());
            }
            game.outcome = ending.result();
        }
        Ok(game.to_string())
    }
}

fn comment(thought: &Thought) -> String {
    let Thought {
        depth,
        written,
        seconds,
        ..
    } = thought;
    format!("depth {depth}, value {written}, {seconds:.2} Z8000 seconds")
}

/// The tag `TimeControl`, in seconds of the Z8000.
fn time_control(level: Level) -> String {
    match level {
        Level::Move { per_move } => format!("1/{per_move}"),
        Level::Game { game, moves: 0 } => game.to_string(),
        Level::Game { game, moves } => format!("{moves}/{game}"),
        Level::Depth { .. } => "-".to_owned(),
    }
}
