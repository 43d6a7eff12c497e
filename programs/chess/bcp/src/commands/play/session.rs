//! The course of a game: the players, input and output.

use std::io::{IsTerminal, stdout};
use std::path::Path;
use std::sync::atomic::Ordering;

use anyhow::{Context, Result, bail};
use bcp_chess::{Colour, Effort, Move};
use bcp_driver::{
    Choices, EFFORT, Ending, Player, PlayerAnswer, Record, Tags, Thinking, Value, opening_move, side_name,
};
use bcp_reference::search::Player as Settings;
use cli::print_line;

use super::archive::{Archive, today};
use super::board::Look;
use super::command::{Command, TypedLine, help, read};
use super::input::{Input, Line};
use super::options::{Colours, Level};
use super::scoresheet;
use super::thought::{Iterations, Thought};

/// Printed below the greeting.
const HINT: &str = "\nType a move, such as e4, Nf3 or e7e8q, or `help`.";

/// Terminal sequence that returns to the beginning of the line and clears it.
const ANEW: &str = "\r\x1b[K";

/// Printed when a game is over.
const WHAT_NOW: &str = "Type `new` for another game, `undo`, `save FILE` or `quit`.";

/// How a session ended.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum End {
    /// The input ended or the user quit.
    Finished,
    /// The user pressed Ctrl-C.
    Interrupted,
}

/// A sequence of games.
#[derive(Debug)]
pub(super) struct Session {
    player: Player,
    level: Level,
    record: Record<Thought>,
    /// The date on which the game began, for PGN.
    date: String,
    people: Colours,
    look: Look,
    /// The side at the bottom of the board.
    view: Colour,
    input: Input,
    /// Ticks left for the game, for white and for black.
    left: [u32; 2],
    /// True if the board has changed since it was shown.
    changed: bool,
    /// Addresses at which the program keeps the results of an unfinished iteration.
    pub(super) choices: Option<Choices>,
    /// True if the program's thoughts are not shown.
    pub(super) quiet: bool,
    /// True if values and times are written into the PGN as machine-readable marks.
    pub(super) eval: bool,
    /// The file to which each game is saved when it ends.
    pub(super) archive: Option<Archive>,
    /// Other files to which the current game has been saved.
    copies: Vec<Archive>,
    /// The iterations of the program's last search.
    iterations: Iterations,
}

impl Session {
    /// Sets up a game.
    ///
    /// # Errors
    ///
    /// The program rejects the position or the level.
    pub(super) fn new(
        mut player: Player,
        level: Level,
        record: Record<Thought>,
        people: Colours,
        look: Look,
        input: Input,
    ) -> Result<Self> {
        player.set_player(Settings { lines: 1, weighing: !level.no_positional, seed: level.seed.0 })?;
        let view = match people {
            Colours::Black => Colour::Black,
            _ => Colour::White,
        };
        let mut session = Self {
            left: [level.game_ticks(&player).unwrap_or_default(); 2],
            player,
            level,
            record,
            date: today(),
            people,
            look,
            view,
            input,
            changed: true,
            choices: None,
            quiet: false,
            eval: false,
            archive: None,
            copies: Vec::new(),
            iterations: Iterations::default(),
        };
        session.set_up()?;
        Ok(session)
    }

    /// Plays until the user ends the session.
    ///
    /// # Errors
    ///
    /// The program fails, or its output cannot be written.
    pub(super) fn run(&mut self) -> Result<End> {
        self.greet()?;
        loop {
            if std::mem::take(&mut self.changed) {
                self.show_board()?;
                self.say_ending()?;
            }
            if self.record.ending.is_some() && self.people == Colours::None {
                return Ok(End::Finished);
            }
            if self.record.ending.is_none() && !self.people.has(self.turn()) {
                if !self.answer()? {
                    return Ok(End::Interrupted);
                }
                continue;
            }
            let prompt = self.prompt();
            let line = self.input.next(&prompt)?;
            if let Line::Text(text) = &line
                && !self.input.terminal
            {
                // Echoes the input, so that the output reads like a session even if the input is piped.
                print_line(text)?;
            } else if !matches!(line, Line::Text(_)) {
                print_line("")?;
            }
            match line {
                Line::Text(text) => match read(&text, &self.record.now().position) {
                    Ok(TypedLine::Command(Command::Quit)) => return Ok(End::Finished),
                    Ok(TypedLine::Nothing) => {}
                    Ok(TypedLine::Move(m)) if self.record.ending.is_none() => self.play(m, None)?,
                    Ok(TypedLine::Move(_)) => self.say_over()?,
                    Ok(TypedLine::Command(command)) => {
                        if !self.obey(command)? {
                            return Ok(End::Interrupted);
                        }
                    }
                    Err(_) if self.record.ending.is_some() => self.say_over()?,
                    Err(sentence) => self.say(&sentence)?,
                },
                Line::TooLong => {
                    self.say("That line is too long. Type a move, such as e4, Nf3 or e7e8q, or `help`.")?
                }
                Line::End => return Ok(End::Finished),
                Line::Interrupt => return Ok(End::Interrupted),
            }
        }
    }

    /// Saves the game to the file of `--pgn`, if there is anything to save.
    ///
    /// # Errors
    ///
    /// The file cannot be written.
    pub(super) fn save_at_end(&self) -> Result<()> {
        let text = self.pgn()?;
        let archive = self.archive.as_ref().filter(|_| !self.record.is_empty());
        archive.map_or(Ok(()), |archive| archive.save(&text))
    }

    fn greet(&self) -> Result<()> {
        let (sides, it, hint) = match self.people {
            Colours::White => ("You play White", "The program", HINT),
            Colours::Black => ("You play Black", "The program", HINT),
            Colours::Both => ("You play both sides", "The program", HINT),
            Colours::None => ("The program plays itself", "It", ""),
        };
        let title = "BCP: a reconstruction of Don Beal's chess program of 1986, on an emulated Z8000.";
        self.say(&format!("{title}\n{sides}.\n{it} has {}.{hint}", self.level))
    }

    /// Carries out a command. Returns false if it ends the session.
    fn obey(&mut self, command: Command) -> Result<bool> {
        let over = self.record.ending.is_some();
        match command {
            // For `quit`, the caller ends the session.
            Command::Help | Command::Quit => self.say(&help())?,
            Command::Board => self.show_board()?,
            Command::Flip => {
                self.view = self.view.opponent();
                self.show_board()?;
            }
            Command::Moves => self.say(&self.legal_moves())?,
            Command::Game => self.say(&scoresheet::text(&self.record))?,
            Command::Iterations => self.say(&self.iterations.to_string())?,
            Command::Level => self.say_level()?,
            Command::Time(seconds) => {
                self.level.seconds = seconds;
                self.level.game_seconds = None;
                self.say_level()?;
            }
            Command::Fen => self.say(&self.record.now().to_string())?,
            Command::Pgn => self.say(self.pgn()?.trim_end())?,
            Command::Save(path) => {
                let said = self.save(path.as_deref());
                self.say(&said.unwrap_or_else(|error| format!("{error:#}.")))?;
            }
            Command::Undo => self.undo()?,
            Command::New => self.begin_again()?,
            Command::Go | Command::Hint | Command::Resign | Command::Draw if over => self.say_over()?,
            Command::Go => return self.change_sides(),
            Command::Hint => return self.hint(),
            Command::Resign => self.end(Ending::Resignation(self.turn()))?,
            Command::Draw => self.offer_draw()?,
        }
        Ok(true)
    }

    fn turn(&self) -> Colour {
        self.record.now().position.side_to_play()
    }

    fn say(&self, text: &str) -> Result<()> {
        Ok(print_line(text)?)
    }

    fn say_over(&self) -> Result<()> {
        self.say(&format!("The game is over. {WHAT_NOW}"))
    }

    /// If the game has ended, reports how, and saves it.
    fn say_ending(&self) -> Result<()> {
        let Some(ending) = self.record.ending else {
            return Ok(());
        };
        self.say(&ending.sentence())?;
        if let Some(archive) = &self.archive {
            let saved = self.pgn().and_then(|text| archive.save(&text));
            let path = archive.path.display();
            self.say(&saved.map_or_else(|error| format!("{error:#}."), |()| format!("Saved in {path}.")))?;
        }
        match self.people {
            Colours::None => Ok(()),
            _ => self.say(WHAT_NOW),
        }
    }

    fn say_level(&self) -> Result<()> {
        let left = |colour: Colour| {
            let ticks = u64::from(self.left[colour as usize]);
            let seconds = self.level.clock.seconds(ticks * self.player.tick());
            format!("\nIt has {seconds:.2} Z8000 seconds left for {}.", side_name(colour))
        };
        let sides = [Colour::White, Colour::Black].into_iter();
        let left: String = match self.level.game_seconds {
            Some(_) => sides.filter(|side| !self.people.has(*side)).map(left).collect(),
            None => String::new(),
        };
        self.say(&format!("The program has {}.{left}", self.level))
    }

    fn prompt(&self) -> String {
        match self.record.ending {
            Some(_) => "over> ".to_owned(),
            None => format!("{} {}> ", side_name(self.turn()), self.record.now().fullmoves),
        }
    }

    fn show_board(&self) -> Result<()> {
        let board = self
            .look
            .draw(&self.record.now().position, self.view, self.record.moves().last());
        // The escape sequences in the board are our own, so they are passed unchanged.
        Ok(cli::pass(format!("\n{board}\n").as_bytes())?)
    }

    /// Formats the legal moves in SAN, alphabetically, in lines for a terminal.
    fn legal_moves(&self) -> String {
        let position = &self.record.now().position;
        let moves = position.legal_moves();
        let mut moves: Vec<String> = moves.into_iter().filter_map(|m| position.san(m)).collect();
        moves.sort_unstable();
        if moves.is_empty() {
            return "There are no legal moves: the game is over.".to_owned();
        }
        let lines: Vec<String> = moves.chunks(10).map(|line| line.join(" ")).collect();
        lines.join("\n")
    }

    /// Sets the program's game to the state of ours.
    fn set_up(&mut self) -> Result<()> {
        self.record.set_up(&mut self.player)?;
        self.changed = true;
        Ok(())
    }

    /// Plays a legal move.
    fn play(&mut self, m: Move, thought: Option<Thought>) -> Result<()> {
        let answers = thought.is_some();
        self.record.play(&mut self.player, m, thought)?;
        // If the program answers next, the board is shown only after its answer.
        self.changed = self.record.ending.is_some() || answers || self.people == Colours::Both;
        Ok(())
    }

    /// Lets the program play. Returns false if it was interrupted.
    fn answer(&mut self) -> Result<bool> {
        let Some((m, mut thought)) = self.think(true)? else {
            return Ok(false);
        };
        if self.eval {
            thought.marks = Some(thought.marks(self.turn()));
        }
        let now = self.record.now();
        let dots = if self.turn() == Colour::White { "." } else { "..." };
        let san = now.position.san(m).context("the program played an illegal move")?;
        let thoughts = if self.quiet {
            String::new()
        } else {
            format!(" ({thought})")
        };
        self.say(&format!("The program plays {}{dots} {san}{thoughts}", now.fullmoves))?;
        self.play(m, Some(thought))?;
        Ok(true)
    }

    /// Lets the program choose a move, and shows its progress on a terminal; `None` if the game must end. If `counts`
    /// is true, the time is taken from the game's time.
    fn think(&mut self, counts: bool) -> Result<Option<(Move, Thought)>> {
        let (side, clock, quiet) = (self.turn() as usize, self.level.clock, self.quiet);
        let position = &self.record.now().position;
        if let Some(m) = opening_move(position).filter(|_| self.level.seed.0 > 0) {
            return Ok(Some((m, Thought::default())));
        }
        self.player.set_time(self.level.time(self.left[side], &self.player))?;
        // On a terminal, one line is updated in place.
        let live = !quiet && stdout().is_terminal();
        self.iterations = Iterations::default();
        let signals = self.input.begin_thinking();
        let real_time = self.level.real_time.then_some(clock);
        let mut thinking = Thinking::start(&mut self.player, self.level.depth, real_time);
        let mut last = None;
        let m = loop {
            match thinking.next(&signals.stop)? {
                PlayerAnswer::Move(m) => break m,
                PlayerAnswer::Line(line) => {
                    last = Some(line);
                    let said = self.iterations.add(&line, position, clock);
                    if live {
                        cli::pass(format!("{ANEW}{said}").as_bytes())?;
                    }
                }
            }
        };
        let seconds = clock.seconds(thinking.cycles());
        let found = self
            .choices
            .and_then(|choices| choices.found(thinking.player(), m, last));
        if live {
            cli::pass(ANEW.as_bytes())?;
        } else if self.input.terminal && signals.stop.load(Ordering::SeqCst) {
            // The terminal has shown ^C, and the cursor is still on that line.
            print_line("")?;
        }
        if self.input.end_thinking() {
            return Ok(None);
        }
        if counts && self.level.game_seconds.is_some() {
            self.left[side] = self.player.time_left();
        }
        let mate = found.and_then(|found| found.mate(position, Some(m), Effort::of(EFFORT)));
        let doubt = mate.filter(|mate| !mate.is_proved()).map(|mate| mate.note(position));
        Ok(Some((m, Thought { found, doubt, seconds, marks: None })))
    }

    fn hint(&mut self) -> Result<bool> {
        let Some((m, thought)) = self.think(false)? else {
            return Ok(false);
        };
        let san = self.record.now().position.san(m).unwrap_or_default();
        self.say(&format!("The program would play {san} ({thought})."))?;
        Ok(true)
    }

    /// Lets the program play this move, and the user take the other side.
    fn change_sides(&mut self) -> Result<bool> {
        let turn = self.turn();
        if !self.answer()? {
            return Ok(false);
        }
        self.record.remark("sides change");
        self.people = Colours::one(turn.opponent());
        self.view = turn.opponent();
        self.say(&format!("You now play {}.", side_name(turn.opponent())))?;
        Ok(true)
    }

    fn undo(&mut self) -> Result<()> {
        if let Some(Ending::Resignation(_) | Ending::Agreement) = self.record.ending {
            self.record.ending = None;
            self.changed = true;
            return self.say("The game continues.");
        }
        if self.record.take_back(|side| self.people.has(side)) {
            self.set_up()
        } else {
            self.say("You have no move to take back.")
        }
    }

    fn end(&mut self, ending: Ending) -> Result<()> {
        self.record.ending = Some(ending);
        self.say_ending()
    }

    fn offer_draw(&mut self) -> Result<()> {
        if self.people == Colours::Both {
            return self.end(Ending::Agreement);
        }
        let thought = self.record.last_thought(self.turn().opponent());
        match thought.and_then(|thought| thought.found) {
            None => self.say("The program has not evaluated the game yet. Play a move, then offer a draw."),
            Some(found) if found.value <= 0 => self.end(Ending::Agreement),
            Some(found) => {
                let value = Value(found.value).console();
                self.say(&format!(
                    "The program declines: its value is {value}. Play on, or type `resign`."
                ))
            }
        }
    }

    fn begin_again(&mut self) -> Result<()> {
        let text = self.pgn()?;
        if let Some(archive) = &mut self.archive
            && !self.record.is_empty()
            && let Err(error) = archive.close(&text)
        {
            return self.say(&format!("{error:#}. Type `save` with another file, or `quit`."));
        }
        self.copies.clear();
        self.record = Record::new(self.record.start().clone());
        self.date = today();
        self.left = [self.level.game_ticks(&self.player).unwrap_or_default(); 2];
        self.set_up()
    }

    fn pgn(&self) -> Result<String> {
        let game = self.record.pgn(&Tags {
            date: Some(&self.date),
            is_person: |side| self.people.has(side),
            clock: self.level.clock,
            time_control: &self.level.time_control(),
            level: Some(&self.level.to_string()),
        })?;
        Ok(game.to_string())
    }

    /// Saves the game, and returns a message that names the file.
    fn save(&mut self, path: Option<&Path>) -> Result<String> {
        let text = self.pgn()?;
        let archive = match path {
            None => self.archive.as_ref(),
            Some(path) => {
                let known = |archive: &&Archive| archive.is_at(path);
                if !self.archive.iter().chain(&self.copies).any(|archive| known(&archive)) {
                    self.copies.push(Archive::open(path)?);
                }
                self.archive.iter().chain(&self.copies).find(known)
            }
        };
        let Some(archive) = archive else {
            bail!("Type `save` and a file name, such as `save game.pgn`");
        };
        archive.save(&text)?;
        Ok(format!("Saved in {}.", archive.path.display()))
    }
}
