//! A game on the board: the program's moves, its opponent's moves, and the openings of the program's public games.

use anyhow::{Context, Result, bail};
use bcp_chess::{Colour, Move, Position, START};
use bcp_reference::game::{Game, Outcome};
use z8000::machine::{Clock, TIMER_CLOCKS};
use z8000::run::NoProbe;

use crate::console::Console;
use crate::iteration::Iteration;
use crate::program::Program;

/// Time for the program's moves, in ticks of its clock; see [`Player::tick`].
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Time {
    /// No limit: the search ends at its maximum depth, or when the game is decided.
    Unlimited,
    /// Time for each move, at least 1 tick.
    Move(u32),
    /// Time for a number of moves, or for the rest of the game if that number is 0; at least 1 tick.
    Game {
        /// Ticks left.
        ticks: u32,
        /// Moves left, up to 65,535.
        moves: u16,
    },
}

/// The longest time that the console accepts.
const MOST_TICKS: u32 = i32::MAX as u32;

/// A message from the program while it is choosing a move.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum PlayerAnswer {
    /// One of the best moves of an iteration; the best comes first.
    Line(Iteration),
    /// The chosen move.
    Move(Move),
}

/// The program as a player of games.
#[derive(Debug)]
pub struct Player {
    console: Console,
    game: Game,
    tick: u64,
    /// Address of the program's remaining time.
    time: u16,
}

impl Player {
    /// Creates a player on a new board, ready to play from the usual starting position.
    ///
    /// # Errors
    ///
    /// The program cannot play: it is the simple version, or one without a clock.
    pub fn new(program: &Program) -> Result<Self> {
        let start = Position::from_fen(START)?;
        let plays = program.symbol("think_command").and(program.symbol("TICK"));
        let tick = plays.context("this program cannot play games: it is the simple version, or has no clock")?;
        let mut player = Self {
            console: Console::new(program),
            game: Game::new(start.clone(), 0),
            tick: u64::from(tick) * TIMER_CLOCKS,
            time: program.address("time")?,
        };
        player.begin(&start, 0)?;
        Ok(player)
    }

    /// Begins a game in a position, `fifty` plies after the last capture or pawn move.
    ///
    /// # Errors
    ///
    /// The program rejects the position.
    pub fn begin(&mut self, position: &Position, fifty: u16) -> Result<()> {
        self.expect(&format!("p {} {fifty}", position.to_fen()), "ok")?;
        self.game = Game::new(position.clone(), fifty);
        Ok(())
    }

    /// Returns the current game.
    pub const fn game(&self) -> &Game {
        &self.game
    }

    /// Returns the number of clocks per tick.
    pub const fn tick(&self) -> u64 {
        self.tick
    }

    /// Converts seconds of a Z8000 with the given clock frequency to whole ticks.
    pub fn ticks(&self, seconds: f64, clock: Clock) -> u32 {
        u32::try_from(clock.clocks(seconds) / self.tick.max(1)).unwrap_or(u32::MAX)
    }

    /// Returns the console, through which the board can be read.
    pub const fn console(&self) -> &Console {
        &self.console
    }

    /// Returns the console, for a caller that continues without the player.
    pub(crate) fn into_console(self) -> Console {
        self.console
    }

    /// Plays a move for either side, and returns the state of the game after it.
    ///
    /// # Errors
    ///
    /// The move is illegal, or the program disagrees about the state of the game.
    pub fn play(&mut self, m: Move) -> Result<Outcome> {
        self.game.play(m)?;
        let outcome = self.game.outcome();
        self.expect(&format!("m {m}"), outcome.word())?;
        Ok(outcome)
    }

    /// Undoes the last move. Returns false if there is none.
    ///
    /// # Errors
    ///
    /// The program does not undo the move.
    pub fn take_back(&mut self) -> Result<bool> {
        let was = self.game.take_back();
        self.expect("u", if was { "ok" } else { "error game" })?;
        Ok(was)
    }

    /// Requests the legal moves, such as `e2e4`, in the order in which the program lists them.
    ///
    /// # Errors
    ///
    /// The program does not answer.
    pub fn legal_moves(&mut self) -> Result<Vec<String>> {
        let list = self.console.ask("l")?;
        Ok(list.split_whitespace().map(str::to_owned).collect())
    }

    /// Sets the time for the following moves.
    ///
    /// # Errors
    ///
    /// The program does not accept the time.
    pub fn set_time(&mut self, time: Time) -> Result<()> {
        let ticks = |ticks: u32| ticks.clamp(1, MOST_TICKS);
        let command = match time {
            Time::Unlimited => "t 0".to_owned(),
            Time::Move(time) => format!("t {}", ticks(time)),
            Time::Game { ticks: time, moves } => format!("t {} {moves}", ticks(time)),
        };
        self.expect(&command, "ok")
    }

    /// Returns the time left, in ticks of the program's own clock. If the time is per move, this is always the full
    /// time for a move; if it is unlimited, 0.
    pub fn time_left(&self) -> u32 {
        self.console.memory().data_long(self.time)
    }

    /// Sets how many of the best moves are reported, whether the positional score counts, and the random seed for
    /// variety.
    ///
    /// # Errors
    ///
    /// The program does not accept a setting.
    pub fn set_player(&mut self, player: bcp_reference::search::Player) -> Result<()> {
        self.expect(&format!("k {}", player.lines), "ok")?;
        self.expect(&format!("w {}", u8::from(player.weighing)), "ok")?;
        self.expect(&format!("v {}", player.seed), "ok")
    }

    /// Requests a move after at most `deepest` iterations; [`thought`](Self::thought) returns the answer. The game must
    /// not be over.
    pub fn ask_for_move(&mut self, deepest: u8) {
        self.console.send(&format!("b {deepest}"));
    }

    /// Tells the program to answer now. It does so as soon as it has a move.
    pub fn stop(&mut self) {
        self.console.interrupt("s");
    }

    /// Waits for the program's next answer, up to `cycles` clocks since the request; `None` if the limit is reached.
    ///
    /// # Errors
    ///
    /// The program fails, or sends neither an iteration nor a move.
    pub fn thought(&mut self, cycles: u64) -> Result<Option<PlayerAnswer>> {
        let Some(line) = self.console.line(cycles, &mut NoProbe)? else {
            return Ok(None);
        };
        let position = self.game.position();
        let said = match line.strip_prefix("move ") {
            Some(text) => position.move_from_text(text).map(PlayerAnswer::Move),
            None => Iteration::read(&line, position, self.console.cycles()).map(PlayerAnswer::Line),
        };
        let wrong = || format!("expected a move from the program, found `{line}`");
        Ok(Some(said.with_context(wrong)?))
    }

    fn expect(&mut self, command: &str, expected: &str) -> Result<()> {
        let answer = self.console.ask(command)?;
        if answer != expected {
            bail!("expected the answer `{expected}` to `{command}` from the program, found `{answer}`");
        }
        Ok(())
    }
}

/// BCP's side in its public games, and the moves while the game follows an opening. It is not known whether the 1986
/// program had an opening book, but it has played these moves.
const OPENINGS: [(Colour, &str); 3] = [
    // Cray Blitz - BCP, 1983.
    (Colour::Black, "e2e4 c7c5 g1f3 g8f6 e4e5 f6d5"),
    // Nona - BCP, 1986.
    (Colour::Black, "d2d4 g8f6 c2c4 g7g6 b1c3 d7d5 g1f3 f8g7"),
    // BCP - Sun Phoenix, 1986.
    (Colour::White, "e2e4 e7e6 d2d4 d7d5 e4e5 c7c5 c2c3 d8b6 g1f3"),
];

/// Returns BCP's move in a position of its openings, regardless of how the game reached it; `None` in other positions.
pub fn opening_move(position: &Position) -> Option<Move> {
    let wanted = placed(position);
    OPENINGS.iter().find_map(|(side, line)| {
        let mut at = Position::from_fen(START).ok()?;
        for text in line.split(' ') {
            let m = at.move_from_text(text)?;
            if at.side_to_play() == *side && placed(&at) == wanted {
                return Some(m);
            }
            at = at.play(m)?;
        }
        None
    })
}

/// Returns the fields of a FEN without the last, the en passant square, which does not matter in these lines.
fn placed(position: &Position) -> String {
    let fen = position.to_fen();
    fen.rsplit_once(' ').map(|(fields, _)| fields.to_owned()).unwrap_or(fen)
}
