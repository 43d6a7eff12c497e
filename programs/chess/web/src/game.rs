//! A game against the program, on its own board.

use anyhow::{Context, Result, bail, ensure};
use bcp_chess::{Colour, Fen, Move as Played, pgn};
use bcp_driver::{
    Choices, Ending, Iteration, Player, PlayerAnswer, Program, Record, RecordedMove, StoredTree, Tags, Time, Value,
};
use bcp_reference::constants::MAX_DEPTH;
use z8000::machine::Clock;

use crate::chess::{fact, named, reported, standing};
use crate::protocol::{Answer, Game as Shown, GameMove, Iteration as Line, Person, Slice, Thought};
use crate::session::HERTZ;

/// The minimum and maximum clocks of a slice that only its instructions limit.
const LEAST: f64 = 1000.0;
const MOST: f64 = 1e9;

/// The range of seconds for a move.
const SECONDS: std::ops::RangeInclusive<f64> = 0.01..=100_000.0;

/// A game against the program on a board of its own.
#[derive(Debug)]
pub(crate) struct Game {
    player: Player,
    /// The game that was read from PGN, if any.
    source: Option<pgn::Game>,
    tree: Option<StoredTree>,
    choices: Option<Choices>,
    record: Record<Thought>,
    /// The draw that a human may claim.
    claim: Option<Ending>,
    person: Person,
    /// Z8000 seconds for each of the program's moves.
    seconds: f64,
    thinking: bool,
    /// The iterations of the program's current search, or else of its last one.
    lines: Vec<Line>,
    last: Option<Iteration>,
    /// Clocks since the program was asked for a move; `None` before the first request.
    cycles: Option<u64>,
    /// Why some of the moves with which the game should have begun are missing.
    fault: Option<String>,
}

impl Game {
    /// Creates a game from a position and some moves, up to the first illegal one.
    ///
    /// # Errors
    ///
    /// The text is not a position, or the time is out of range.
    pub(crate) fn new(
        program: &Program,
        fen: Option<&str>,
        source: Option<pgn::Game>,
        moves: &[String],
        person: Person,
        seconds: f64,
    ) -> Result<Self> {
        check(seconds)?;
        let start = match (&source, fen) {
            (Some(source), _) => source.start().clone(),
            (None, None) => Fen::start(),
            (None, Some(fen)) => Fen::from_text(fen).with_context(|| format!("invalid position `{fen}`"))?,
        };
        let mut game = Self {
            player: Player::new(program)?,
            source: None,
            tree: StoredTree::find(&|name| program.symbol(name)),
            choices: Choices::find(&|name| program.symbol(name)),
            record: Record::new(start),
            claim: None,
            person,
            seconds,
            thinking: false,
            lines: Vec::new(),
            last: None,
            cycles: None,
            fault: None,
        };
        game.record.set_up(&mut game.player)?;
        for played in source.iter().flat_map(pgn::Game::moves) {
            game.record.play(&mut game.player, played.m, None)?;
        }
        game.source = source;
        for (number, text) in (1..).zip(moves) {
            if let Err(error) = game.put(text) {
                game.fault = Some(format!("the game stops before half-move {number}: {error:#}"));
                break;
            }
        }
        game.offer();
        Ok(game)
    }

    /// Returns the answer that shows the game.
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
            moves: self.moves(),
            legal: legal.iter().map(ToString::to_string).collect(),
            thinking: self.thinking,
            iterations: self.lines.clone(),
            seconds: self.cycles.map(seconds),
            ending: self.record.ending.map(Into::into),
            claim: self.claim.map(Into::into),
            fault: self.fault.clone(),
        }
    }

    /// Returns the moves of the game as the page shows them.
    fn moves(&self) -> Vec<GameMove> {
        let plies = self.record.plies();
        let mut moves: Vec<GameMove> = plies.iter().map(shown_move).collect();
        for (shown, played) in moves.iter_mut().zip(self.kept()) {
            (shown.glyphs, shown.comment, shown.variations) =
                (played.glyphs.clone(), played.comment.clone(), played.variations.clone());
        }
        moves
    }

    /// Returns the moves of the game that was read, as far as they agree with this game.
    fn kept(&self) -> impl Iterator<Item = &pgn::PlayedMove> {
        let moves = self.source.iter().flat_map(pgn::Game::moves).zip(self.record.plies());
        moves
            .take_while(|(played, ply)| played.m == ply.m)
            .map(|(played, _)| played)
    }

    /// Sets the time for the program's following moves.
    ///
    /// # Errors
    ///
    /// The time is out of range.
    pub(crate) fn set_seconds(&mut self, seconds: f64) -> Result<Answer> {
        check(seconds)?;
        self.seconds = seconds;
        Ok(self.answer())
    }

    /// Plays a human's move.
    ///
    /// # Errors
    ///
    /// The move is illegal, or the game is over.
    pub(crate) fn play(&mut self, text: &str) -> Result<Answer> {
        self.going_on()?;
        self.put(text)?;
        self.offer();
        Ok(self.answer())
    }

    /// Plays a legal move, even if a draw could have been claimed.
    fn put(&mut self, text: &str) -> Result<()> {
        let position = &self.record.now().position;
        let m = match position.move_from_text(text) {
            Some(m) => m,
            None => position.move_from_san(text)?,
        };
        self.record.play(&mut self.player, m, None)
    }

    /// Offers a claimable draw to a human who plays both sides; the program claims its draws itself.
    fn offer(&mut self) {
        let game = self.player.game();
        let rules = match self.record.ending {
            Some(Ending::Repetition) if game.stood(game.position().key()) >= 4 => Some(Ending::Fivefold),
            Some(Ending::Fifty) if self.record.now().halfmoves >= 150 => Some(Ending::SeventyFive),
            _ => None,
        };
        self.record.ending = rules.or(self.record.ending);
        let both = self.person == Person::Both;
        let claimed = |ending: &mut Ending| matches!(ending, Ending::Repetition | Ending::Fifty);
        self.claim = self.record.ending.take_if(|ending| both && claimed(ending));
    }

    /// Claims the draw that can be claimed.
    ///
    /// # Errors
    ///
    /// No draw can be claimed.
    pub(crate) fn claim(&mut self) -> Result<Answer> {
        let claim = self.claim.take().context("no draw can be claimed here")?;
        self.record.ending = Some(claim);
        Ok(self.answer())
    }

    /// Asks the program for a move.
    ///
    /// # Errors
    ///
    /// The game is over, or the program rejects the time.
    pub(crate) fn think(&mut self) -> Result<()> {
        self.going_on()?;
        self.player
            .set_time(Time::Move(self.player.ticks(self.seconds, clock()?)))?;
        self.player.ask_for_move(MAX_DEPTH);
        (self.thinking, self.cycles, self.last) = (true, Some(0), None);
        self.lines.clear();
        Ok(())
    }

    /// Tells the program to answer now.
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

    /// Undoes moves up to and including the human's last one.
    ///
    /// # Errors
    ///
    /// There is no such move.
    pub(crate) fn take_back(&mut self) -> Result<Answer> {
        let own = |side| self.person == Person::None || self.person.plays(side);
        ensure!(self.record.take_back(own), "you have no move to take back");
        self.record.set_up(&mut self.player)?;
        self.offer();
        self.lines.clear();
        self.cycles = None;
        Ok(self.answer())
    }

    /// Resigns for the side to play, or for the human if the program is to play.
    ///
    /// # Errors
    ///
    /// The game is over.
    pub(crate) fn resign(&mut self) -> Result<Answer> {
        self.going_on()?;
        let side = match self.person {
            Person::White => Colour::White,
            Person::Black => Colour::Black,
            Person::Both | Person::None => self.record.now().position.side_to_play(),
        };
        self.record.ending = Some(Ending::Resignation(side));
        self.claim = None;
        Ok(self.answer())
    }

    /// Returns the game as PGN, with further comments: before the first move, and after each move.
    ///
    /// # Errors
    ///
    /// The date is invalid.
    pub(crate) fn pgn(&self, date: Option<&str>, comments: &[String]) -> Result<Answer> {
        let mut game = match &self.source {
            Some(source) => self.continued(source.clone())?,
            None => self.record.pgn(&Tags {
                date,
                is_person: |side| self.person.plays(side),
                clock: clock()?,
                time_control: &bcp_driver::time_control(1, self.seconds),
                level: None,
            })?,
        };
        for (length, comment) in comments.iter().enumerate() {
            game.add_comment_after(length, comment);
        }
        Ok(Answer::Pgn { text: game.to_string() })
    }

    /// Returns the game that was read, with the moves that have been played since.
    fn continued(&self, mut game: pgn::Game) -> Result<pgn::Game> {
        let plies = self.record.plies();
        let length = self.kept().count();
        if length < game.moves().len().max(plies.len()) || matches!(self.record.ending, Some(Ending::Resignation(_))) {
            game.outcome = self.record.ending.map_or(pgn::Outcome::Unknown, Ending::result);
        }
        game.truncate(length);
        for ply in &plies[length..] {
            game.play(ply.m)?;
            let thought = ply.thought.as_ref().map(Thought::to_string);
            game.add_comment(&thought.unwrap_or_default());
        }
        Ok(game)
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

    fn note(&mut self, iteration: &Iteration) {
        let position = &self.record.now().position;
        let memory = self.player.console().memory();
        let line = reported(iteration, position, self.tree.as_ref(), memory, HERTZ, None);
        self.lines.push(line);
        self.last = Some(*iteration);
    }

    /// Plays the program's move, and stores what the program found.
    fn answered(&mut self, m: Played) -> Result<()> {
        self.thinking = false;
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
                seconds: seconds(self.cycles.unwrap_or(0)),
            }
        });
        self.record.play(&mut self.player, m, thought)?;
        self.offer();
        Ok(())
    }
}

fn clock() -> Result<Clock> {
    HERTZ.to_string().parse().map_err(anyhow::Error::msg)
}

fn seconds(clocks: u64) -> f64 {
    clocks as f64 / HERTZ as f64
}

/// Returns a move of the game as the page shows it.
fn shown_move(ply: &RecordedMove<Thought>) -> GameMove {
    GameMove {
        played: named(&ply.before.position, ply.m),
        side: ply.side().into(),
        before: ply.before.to_string(),
        glyphs: Vec::new(),
        comment: None,
        variations: Vec::new(),
        thought: ply.thought.clone(),
    }
}

/// Checks that the time for a move is in range.
fn check(seconds: f64) -> Result<()> {
    ensure!(
        SECONDS.contains(&seconds),
        "the time for a move is {seconds} seconds; it must be between 0.01 and 100,000"
    );
    Ok(())
}
