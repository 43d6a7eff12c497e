//! The program's move in a position of a game, and how often it agrees with the move played.

use std::fmt;

use anyhow::{Context, Result};
use bcp_chess::pgn::Game;
use bcp_chess::{Colour, Move};
use bcp_driver::{Choices, Iteration, Player, PlayerAnswer, Program, Thinking, Time};
use bcp_reference::constants::MAX_DEPTH;
use bcp_reference::search::Player as Settings;
use bcp_suite::interrupt::Interrupt;
use serde::Serialize;
use z8000::machine::Clock;

use super::class::Class;
use super::games::Place;

/// The program, with the settings for asking it.
#[derive(Debug)]
pub(super) struct Asker {
    pub(super) program: Program,
    /// Z8000 seconds for a move.
    pub(super) seconds: f64,
    pub(super) clock: Clock,
    /// True if the positional score counts.
    pub(super) weighing: bool,
}

/// The program's move at a place.
#[derive(Debug)]
pub(super) struct Reply {
    pub(super) place: Place,
    pub(super) chosen: Move,
    /// The iteration that chose it; `None` if nothing was searched.
    pub(super) found: Option<Iteration>,
    /// Z8000 seconds until it answered.
    pub(super) seconds: f64,
}

impl Asker {
    /// Asks for the move at a place of a game; `None` if interrupted.
    pub(super) fn ask(&self, game: &Game, place: &Place, interrupt: &Interrupt) -> Result<Option<Reply>> {
        let mut player = self.player(game, place)?;
        let mut thinking = Thinking::start(&mut player, MAX_DEPTH, None);
        let mut last = None;
        let chosen = loop {
            match thinking.next(interrupt.as_ref())? {
                PlayerAnswer::Line(line) => last = Some(line),
                PlayerAnswer::Move(m) => break m,
            }
        };
        if interrupt.requested() {
            return Ok(None);
        }
        let choices = Choices::find(&|name| self.program.symbol(name));
        Ok(Some(Reply {
            place: place.clone(),
            chosen,
            found: choices.and_then(|choices| choices.found(thinking.player(), chosen, last)),
            seconds: self.clock.seconds(thinking.cycles()),
        }))
    }

    /// A player who has played the game so far.
    fn player(&self, game: &Game, place: &Place) -> Result<Player> {
        let mut player = Player::new(&self.program)?;
        let start = game.start();
        player.begin(&start.position, u16::try_from(start.halfmoves).unwrap_or(u16::MAX))?;
        for played in &game.moves()[..place.ply] {
            player
                .play(played.m)
                .with_context(|| format!("the program rejected the game's move {}", played.m))?;
        }
        player.set_player(Settings { weighing: self.weighing, ..Settings::default() })?;
        player.set_time(Time::Move(player.ticks(self.seconds, self.clock)))?;
        Ok(player)
    }
}

impl Reply {
    /// Returns true if the program plays the move that was played.
    pub(super) fn agrees(&self) -> bool {
        self.chosen == self.place.played
    }

    /// The number of the move with its side, as in `12.` and `12...`.
    pub(super) fn number(&self) -> String {
        let dots = match self.place.before.position.side_to_play() {
            Colour::White => ".",
            Colour::Black => "...",
        };
        format!("{}{dots}", self.place.before.fullmoves)
    }

    /// A move at this place, in SAN.
    pub(super) fn san(&self, m: Move) -> String {
        self.place.before.position.san(m).unwrap_or_else(|| m.to_string())
    }
}

/// A number of moves, and how many of them the program also plays. It is displayed as a sentence without a verb.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize)]
pub(super) struct Agreement {
    same: usize,
    pub(super) moves: usize,
}

impl Agreement {
    /// The agreement in these moves.
    pub(super) fn among<'a>(replies: impl Iterator<Item = &'a Reply>) -> Self {
        replies.fold(Self { same: 0, moves: 0 }, |sum, reply| Self {
            same: sum.same + usize::from(reply.agrees()),
            moves: sum.moves + 1,
        })
    }

    /// The agreement in the moves of a game.
    pub(super) fn of_game(replies: &[Reply], game: usize) -> Self {
        Self::among(replies.iter().filter(|reply| reply.place.game == game))
    }

    /// The agreement in the moves of a class.
    pub(super) fn of_class(replies: &[Reply], class: Class) -> Self {
        Self::among(replies.iter().filter(|reply| reply.place.class == class))
    }

    /// The share of the moves that are the same, in per cent.
    pub(super) fn per_cent(self) -> f64 {
        100.0 * self.same as f64 / self.moves.max(1) as f64
    }
}

impl fmt::Display for Agreement {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { same, moves } = self;
        write!(f, "{same} of {moves} moves")
    }
}
