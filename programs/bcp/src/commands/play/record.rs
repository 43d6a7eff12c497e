//! The moves of a game, with what the program thought of them; the game as PGN.

use anyhow::Result;
use bcp_chess::{Colour, Fen, Move, pgn};
use bcp_machine::{Ending, Iteration, written};

use super::Colours;
use super::date::today;
use super::level::Level;

/// What the program found when it chose a move.
#[derive(Debug, Clone, Copy)]
pub(super) struct Thought {
    /// Its last complete iteration.
    pub(super) last: Iteration,
    /// The move is not that of the last complete iteration but of the one that was broken off.
    pub(super) deeper: bool,
    /// Z8000 seconds until it answered.
    pub(super) seconds: f64,
}

/// A move of the game.
#[derive(Debug, Clone)]
struct Ply {
    m: Move,
    before: Fen,
    /// None if a person chose it.
    thought: Option<Thought>,
    /// The program played it for somebody, who then changed sides.
    changed: bool,
}

/// A game.
#[derive(Debug)]
pub(super) struct Record {
    start: Fen,
    now: Fen,
    plies: Vec<Ply>,
    /// How it has ended; none if it goes on.
    pub(super) ending: Option<Ending>,
    date: String,
}

impl Record {
    /// A game without a move.
    pub(super) fn new(start: Fen) -> Self {
        Self {
            now: start.clone(),
            start,
            plies: Vec::new(),
            ending: None,
            date: today(),
        }
    }

    /// Where it began.
    pub(super) const fn start(&self) -> &Fen {
        &self.start
    }

    /// The position now.
    pub(super) const fn now(&self) -> &Fen {
        &self.now
    }

    /// Its moves.
    pub(super) fn moves(&self) -> impl Iterator<Item = Move> {
        self.plies.iter().map(|ply| ply.m)
    }

    /// Whether it has anything to save.
    pub(super) fn is_empty(&self) -> bool {
        self.plies.is_empty() && self.ending.is_none()
    }

    /// Adds a legal move.
    pub(super) fn push(&mut self, m: Move, thought: Option<Thought>) {
        // A move that is not legal here was refused before.
        if let Some(next) = self.now.play(m) {
            let before = std::mem::replace(&mut self.now, next);
            self.plies.push(Ply {
                m,
                before,
                thought,
                changed: false,
            });
        }
    }

    /// Notes that sides changed with the last move.
    pub(super) fn note_change(&mut self) {
        if let Some(last) = self.plies.last_mut() {
            last.changed = true;
        }
    }

    /// Takes moves back to the last one of a side that people play, that one too; returns whether there was one.
    pub(super) fn take_back(&mut self, people: Colours) -> bool {
        let own = |ply: &Ply| people.has(ply.before.position.side_to_play());
        let Some(at) = self.plies.iter().rposition(own) else {
            return false;
        };
        self.now = self.plies[at].before.clone();
        self.plies.truncate(at);
        self.ending = None;
        true
    }

    /// What the program thought when it chose the last move of a side; none if it has not.
    pub(super) fn last_thought(&self, colour: Colour) -> Option<&Thought> {
        let of = |ply: &&Ply| ply.before.position.side_to_play() == colour;
        self.plies.iter().rev().find(of)?.thought.as_ref()
    }

    /// The game, with tags that say what played it.
    ///
    /// # Errors
    ///
    /// None: the tags have names that PGN allows, and the moves are legal.
    pub(super) fn pgn(&self, people: Colours, level: &Level) -> Result<pgn::Game> {
        let mut game = pgn::Game::from_start(self.start.clone());
        game.set_tag("Event", "A game with a reconstruction of the 1986 program")?;
        game.set_tag("Date", &self.date)?;
        game.set_tag("Round", "-")?;
        let program = format!("BCP, reconstructed (Z8000 at {})", level.clock);
        for (colour, tag, kind) in [
            (Colour::White, "White", "WhiteType"),
            (Colour::Black, "Black", "BlackType"),
        ] {
            let person = people.has(colour);
            game.set_tag(tag, if person { "?" } else { &program })?;
            game.set_tag(kind, if person { "human" } else { "program" })?;
        }
        let annotator = concat!(
            "bcp ",
            env!("CARGO_PKG_VERSION"),
            ": a reconstruction, not Beal's own program"
        );
        game.set_tag("Annotator", annotator)?;
        game.set_tag("TimeControl", &level.time_control())?;
        game.set_tag("Time-Unit", &format!("seconds of a Z8000 at {}", level.clock))?;
        game.set_tag("Level", &level.to_string())?;
        let termination = if self.ending.is_some() {
            "normal"
        } else {
            "unterminated"
        };
        game.set_tag("Termination", termination)?;
        for (ply, at) in self.plies.iter().zip(1..) {
            game.play(ply.m)?;
            let ending = self.ending.filter(|_| at == self.plies.len());
            let said = [
                ply.thought.as_ref().map(Thought::text),
                ply.changed.then(|| "sides change".to_owned()),
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

impl Thought {
    /// Depth, value and time.
    pub(super) fn text(&self) -> String {
        let Iteration { depth, value, .. } = self.last;
        let deeper = if self.deeper {
            ", the move from the next depth"
        } else {
            ""
        };
        let value = written(value);
        format!(
            "depth {depth}, value {value}{deeper}, {:.2} Z8000 seconds",
            self.seconds
        )
    }
}
