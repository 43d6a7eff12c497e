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
    /// Thinking time for a move, in Z8000 seconds.
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
    /// The iteration that chose the move; `None` if nothing was searched.
    pub(super) found: Option<Iteration>,
    /// Z8000 seconds until the program's answer.
    pub(super) seconds: f64,
}

impl Asker {
    /// Asks the program for its move at a place of a game; `None` if interrupted.
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

    /// Returns a player of the program that has played the game up to this place.
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
    /// Returns true if the program's move is the one that was played.
    pub(super) fn agrees(&self) -> bool {
        self.chosen == self.place.played
    }

    /// Formats the number of the move with its side, as in `12.` and `12...`.
    pub(super) fn number(&self) -> String {
        let dots = match self.place.before.position.side_to_play() {
            Colour::White => ".",
            Colour::Black => "...",
        };
        format!("{}{dots}", self.place.before.fullmoves)
    }

    /// Formats a move at this place in SAN.
    pub(super) fn san(&self, m: Move) -> String {
        self.place.before.position.san(m).unwrap_or_else(|| m.to_string())
    }
}

/// How many moves were examined, and how many of them the program also plays. It is displayed as a phrase without a
/// verb.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize)]
pub(super) struct Agreement {
    same: usize,
    pub(super) moves: usize,
}

impl Agreement {
    /// Counts the agreement in these replies.
    pub(super) fn among<'a>(replies: impl Iterator<Item = &'a Reply>) -> Self {
        replies.fold(Self { same: 0, moves: 0 }, |sum, reply| Self {
            same: sum.same + usize::from(reply.agrees()),
            moves: sum.moves + 1,
        })
    }

    /// Counts the agreement in the moves of one game.
    pub(super) fn of_game(replies: &[Reply], game: usize) -> Self {
        Self::among(replies.iter().filter(|reply| reply.place.game == game))
    }

    /// Counts the agreement in the moves of one class.
    pub(super) fn of_class(replies: &[Reply], class: Class) -> Self {
        Self::among(replies.iter().filter(|reply| reply.place.class == class))
    }

    /// Returns the share of moves that agree, in per cent.
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
