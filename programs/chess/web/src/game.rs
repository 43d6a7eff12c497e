//! A game against the program, on its own board.

use anyhow::{Context, Result, bail, ensure};
use bcp_chess::{Colour, Fen, Move as Played};
use bcp_driver::{
    Choices, Ending, Iteration, Player, PlayerAnswer, Program, Record, RecordedMove, StoredTree, Tags, Time, Value,
};
use bcp_reference::constants::MAX_DEPTH;
use z8000::machine::Clock;

use crate::chess::{fact, named, reported, standing};
use crate::protocol::{Answer, Game as Shown, GameMove, Iteration as Line, Level, Person, Slice, Thought};
use crate::session::frequency;

/// Clocks of a slice in which nothing else limits them, at least and at most.
const LEAST: f64 = 1000.0;
const MOST: f64 = 1e9;

/// Seconds that a level can have.
const SECONDS: std::ops::RangeInclusive<f64> = 0.01..=100_000.0;

/// A game.
#[derive(Debug)]
pub(crate) struct Game {
    player: Player,
    tree: Option<StoredTree>,
    choices: Option<Choices>,
    record: Record<Thought>,
    person: Person,
    level: Level,
    hertz: u64,
    /// Ticks left of the time for the game, for white and black.
    left: [u32; 2],
    thinking: bool,
    /// The iterations of the program's current search, or of its last one.
    lines: Vec<Line>,
    last: Option<Iteration>,
    /// Clocks since the program was requested to move.
    cycles: Option<u64>,
    /// Why the moves that it was to begin with are not all there.
    fault: Option<String>,
}

impl Game {
    /// A game that begins with a position and some moves, up to the first that is not legal.
    ///
    /// # Errors
    ///
    /// The text is not a position, or the level is nonsense.
    pub(crate) fn new(
        program: &Program,
        fen: Option<&str>,
        moves: &[String],
        person: Person,
        level: Level,
        hertz: Option<f64>,
    ) -> Result<Self> {
        check(level)?;
        let hertz = frequency(hertz)?;
        let start = match fen {
            None => Fen::start(),
            Some(fen) => Fen::from_text(fen).with_context(|| format!("invalid position `{fen}`"))?,
        };
        let mut game = Self {
            player: Player::new(program)?,
            tree: StoredTree::find(&|name| program.symbol(name)),
            choices: Choices::find(&|name| program.symbol(name)),
            record: Record::new(start),
            person,
            level,
            hertz,
            left: [0; 2],
            thinking: false,
            lines: Vec::new(),
            last: None,
            cycles: None,
            fault: None,
        };
        game.left = [game.game_ticks(); 2];
        game.record.set_up(&mut game.player)?;
        for (number, text) in (1..).zip(moves) {
            if let Err(error) = game.play(text) {
                game.fault = Some(format!("the game stops before half-move {number}: {error:#}"));
                break;
            }
        }
        Ok(game)
    }

    /// The answer that shows the game.
    pub(crate) fn answer(&self) -> Answer {
        Answer::Game { game: Box::new(self.shown()) }
    }

    fn shown(&self) -> Shown {
        let position = &self.record.now().position;
        let over = self.record.ending.is_some();
        let legal = if over { Vec::new() } else { position.legal_moves() };
        Shown {
            fen: self.record.now().to_string(),
            start: self.record.start().to_string(),
            side: position.side_to_play().into(),
            person: self.person,
            level: self.level,
            hertz: self.hertz,
            moves: self.record.plies().iter().map(shown_move).collect(),
            legal: legal.iter().map(ToString::to_string).collect(),
            thinking: self.thinking,
            iterations: self.lines.clone(),
            seconds: self.cycles.map(|cycles| self.seconds(cycles)),
            left: self.seconds_left(),
            ending: self.record.ending.map(Into::into),
            fault: self.fault.clone(),
        }
    }

    /// Sets another level, from the program's next move on.
    ///
    /// # Errors
    ///
    /// It is nonsense.
    pub(crate) fn set_level(&mut self, level: Level) -> Result<Answer> {
        check(level)?;
        self.level = level;
        self.left = [self.game_ticks(); 2];
        Ok(self.answer())
    }

    /// Plays a person's move.
    ///
    /// # Errors
    ///
    /// It is not legal, or the game is over.
    pub(crate) fn play(&mut self, text: &str) -> Result<Answer> {
        self.going_on()?;
        let position = &self.record.now().position;
        let m = match position.move_from_text(text) {
            Some(m) => m,
            None => position.move_from_san(text)?,
        };
        self.record.play(&mut self.player, m, None)?;
        Ok(self.answer())
    }

    /// Asks the program for a move.
    ///
    /// # Errors
    ///
    /// The game is over, or the program does not take the level.
    pub(crate) fn think(&mut self) -> Result<()> {
        self.going_on()?;
        let (time, depth) = match self.level {
            Level::Move { per_move } => {
                let ticks = self.player.ticks(per_move, self.clock()?);
                (Time::Move(ticks), MAX_DEPTH)
            }
            Level::Game { moves, .. } => {
                let left = self.left[self.turn() as usize];
                (Time::Game { ticks: left, moves }, MAX_DEPTH)
            }
            Level::Depth { depth } => (Time::Unlimited, depth),
        };
        self.player.set_time(time)?;
        self.player.ask_for_move(depth);
        (self.thinking, self.cycles, self.last) = (true, Some(0), None);
        self.lines.clear();
        Ok(())
    }

    /// Tells the program to answer.
    pub(crate) fn hurry(&mut self) {
        self.player.stop();
    }

    /// Lets the program think for a slice.
    ///
    /// # Errors
    ///
    /// The program fails.
    pub(crate) fn advance(&mut self, slice: Slice) -> Result<Answer> {
        let begun = self.player.console().cycles();
        let most = slice.clocks.unwrap_or(slice.instructions * 10.0).clamp(LEAST, MOST) as u64;
        let until = begun.saturating_add(most);
        loop {
            let said = self.player.thought(until);
            self.cycles = Some(self.player.console().cycles());
            match said.inspect_err(|_| self.thinking = false)? {
                Some(PlayerAnswer::Line(iteration)) => self.note(&iteration),
                Some(PlayerAnswer::Move(m)) => {
                    self.answered(m)?;
                    return Ok(self.answer());
                }
                None => {
                    let clocks = self.player.console().cycles() - begun;
                    return Ok(Answer::Busy { instructions: clocks / 10, clocks });
                }
            }
        }
    }

    /// Takes moves back, to the person's last one.
    ///
    /// # Errors
    ///
    /// There is none.
    pub(crate) fn take_back(&mut self) -> Result<Answer> {
        let own = |side| self.person == Person::None || self.person.plays(side);
        ensure!(self.record.take_back(own), "you have no move to take back");
        self.record.set_up(&mut self.player)?;
        self.lines.clear();
        self.cycles = None;
        Ok(self.answer())
    }

    /// The side to play gives up, or the person if the program is to play.
    ///
    /// # Errors
    ///
    /// The game is over.
    pub(crate) fn resign(&mut self) -> Result<Answer> {
        self.going_on()?;
        let side = match self.person {
            Person::White => Colour::White,
            Person::Black => Colour::Black,
            Person::Both | Person::None => self.turn(),
        };
        self.record.ending = Some(Ending::Resignation(side));
        Ok(self.answer())
    }

    /// The game as PGN.
    ///
    /// # Errors
    ///
    /// The date is not one.
    pub(crate) fn pgn(&self, date: Option<&str>) -> Result<Answer> {
        let game = self.record.pgn(&Tags {
            date,
            is_person: |side| self.person.plays(side),
            clock: self.clock()?,
            time_control: &time_control(self.level),
            level: None,
        })?;
        Ok(Answer::Pgn { text: game.to_string() })
    }

    fn going_on(&self) -> Result<()> {
        if let Some(ending) = self.record.ending {
            bail!(
                "the game is over ({}): take back a move or start a new game",
                ending.comment()
            );
        }
        Ok(())
    }

    fn turn(&self) -> Colour {
        self.record.now().position.side_to_play()
    }

    fn note(&mut self, iteration: &Iteration) {
        let position = &self.record.now().position;
        let memory = self.player.console().memory();
        let line = reported(iteration, position, self.tree.as_ref(), memory, self.hertz, None);
        self.lines.push(line);
        self.last = Some(*iteration);
    }

    /// The program has answered.
    fn answered(&mut self, m: Played) -> Result<()> {
        self.thinking = false;
        if matches!(self.level, Level::Game { .. }) {
            self.left[self.turn() as usize] = self.player.time_left();
        }
        let seconds = self.seconds(self.cycles.unwrap_or(0));
        let position = &self.record.now().position;
        let found = match self.choices {
            Some(choices) => choices.found(&self.player, m, self.last),
            None => self.last,
        };
        let thought = found.map(|found| {
            let fact = fact(&found, position, Some(m));
            Thought {
                depth: found.depth,
                finished: self.last == Some(found),
                after: standing(Value(found.value), position.side_to_play(), 1, fact.proved),
                fact,
                seconds,
            }
        });
        self.record.play(&mut self.player, m, thought)
    }

    fn clock(&self) -> Result<Clock> {
        self.hertz.to_string().parse().map_err(anyhow::Error::msg)
    }

    fn seconds(&self, clocks: u64) -> f64 {
        clocks as f64 / self.hertz as f64
    }

    fn game_ticks(&self) -> u32 {
        match (self.level, self.clock()) {
            (Level::Game { game, .. }, Ok(clock)) => self.player.ticks(game, clock),
            _ => 0,
        }
    }

    /// The time that the program has left for the game, or for the move.
    fn seconds_left(&self) -> Option<f64> {
        let ticks = |ticks: u32| self.seconds(u64::from(ticks) * self.player.tick());
        match self.level {
            Level::Depth { .. } => None,
            Level::Move { per_move } => {
                let spent = self
                    .cycles
                    .filter(|_| self.thinking)
                    .map_or(0.0, |cycles| self.seconds(cycles));
                Some((per_move - spent).max(0.0))
            }
            Level::Game { .. } if self.thinking => Some(ticks(self.player.time_left())),
            Level::Game { .. } => {
                let side = match self.person {
                    Person::White => Colour::Black,
                    Person::Black => Colour::White,
                    Person::Both | Person::None => self.turn(),
                };
                Some(ticks(self.left[side as usize]))
            }
        }
    }
}

/// A move of the game in the form that a page shows.
fn shown_move(ply: &RecordedMove<Thought>) -> GameMove {
    GameMove {
        played: named(&ply.before.position, ply.m),
        side: ply.side().into(),
        before: ply.before.to_string(),
        thought: ply.thought.clone(),
    }
}

/// The tag `TimeControl` of PGN, in seconds of the Z8000.
fn time_control(level: Level) -> String {
    match level {
        Level::Move { per_move } => bcp_driver::time_control(1, per_move),
        Level::Game { game, moves } => bcp_driver::time_control(moves.into(), game),
        Level::Depth { .. } => "-".to_owned(),
    }
}

/// Checks that a level makes sense.
fn check(level: Level) -> Result<()> {
    match level {
        Level::Move { per_move: seconds } | Level::Game { game: seconds, .. } => ensure!(
            SECONDS.contains(&seconds),
            "the level is {seconds} seconds; it must be between 0.01 and 100,000"
        ),
        Level::Depth { depth } => ensure!(
            (1..=MAX_DEPTH).contains(&depth),
            "the depth is {depth}; it must be between 1 and {MAX_DEPTH}"
        ),
    }
    Ok(())
}
