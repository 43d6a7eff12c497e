//! The engine, which mediates between the GUI and the program.
//!
//! Only one search runs at a time. `stop`, `ponderhit`, `isready`, `uci`, `debug` and `quit` are executed immediately;
//! every other command that arrives during a search is queued until after `bestmove`.

use std::collections::VecDeque;
use std::sync::Arc;
use std::sync::mpsc::Sender;
use std::time::{Duration, Instant};

use anyhow::{Context, Result};
use bcp_chess::{Colour, End, Fen, Move};
use bcp_reference::constants::MAX_DEPTH;
use bcp_reference::search::Readings;

use super::command::{Command, Go, ParsedLine};
use super::deadline::Deadline;
use super::game::Game;
use super::instead;
use super::job::{Answer, Event, Job, Order};
use super::report;
use super::search::Search;
use super::settings::{Settings, shown};
use super::time::{Budget, Own, plan};

/// Milliseconds for a move if the time that `go` gives is not understood.
const MISUNDERSTOOD: i64 = 1000;

/// A name that GUIs show in full, without reordering its parts: short, and without a comma.
const NAME: &str = concat!("id name BCP ", env!("CARGO_PKG_VERSION"), " rebuilt");

/// The state of the engine: the game, the settings and the running search.
#[derive(Debug)]
pub(super) struct Engine {
    jobs: Sender<Job>,
    settings: Settings,
    /// True if the readings are listed among the options.
    lists_readings: bool,
    game: Game,
    /// Why the last position cannot be used; `None` if it can be.
    unusable: Option<String>,
    /// Commands that wait for the end of the search, oldest first, with their times of arrival.
    queue: VecDeque<(Instant, Command)>,
    /// When the last search was answered: a queued `go` counts its time from then.
    answered: Instant,
    /// True if the GUI sends nothing more or has sent `quit`: whatever remains is answered at once.
    is_closing: bool,
    /// True if skipped words are reported.
    debug: bool,
    search: Option<Search>,
    /// Number of searches so far; the last search has this number.
    searches: u64,
    /// Number of `readyok` answers that are still to be sent.
    owed: usize,
    /// Readings with which the program was last prepared, and the number of preparations that it has yet to report.
    readings: Option<Readings>,
    preparing: usize,
}

impl Engine {
    /// Creates an engine at the beginning of a game, and starts preparing the program.
    pub(super) fn new(jobs: Sender<Job>, lists_readings: bool) -> Result<Self> {
        let mut engine = Self {
            jobs,
            settings: Settings::default(),
            lists_readings,
            game: Game::new(Fen::start()),
            unusable: None,
            queue: VecDeque::new(),
            answered: Instant::now(),
            is_closing: false,
            debug: false,
            search: None,
            searches: 0,
            owed: 0,
            readings: None,
            preparing: 0,
        };
        engine.prepare()?;
        Ok(engine)
    }

    /// Requests that the program be prepared with the current readings, unless it is.
    fn prepare(&mut self) -> Result<()> {
        let readings = self.settings.readings;
        if self.readings == Some(readings) {
            return Ok(());
        }
        self.readings = Some(readings);
        self.preparing += 1;
        self.give(Job::Prepare(readings))
    }

    /// Returns the next moment at which the clock must be checked; `None` without a time limit.
    pub(super) fn next_look(&self) -> Option<Instant> {
        self.search.as_ref()?.next_look()
    }

    /// Stops a search whose time is over, or answers instead of it.
    pub(super) fn look_at_the_clock(&mut self) -> Result<()> {
        let Some(search) = &mut self.search else { return Ok(()) };
        let now = Instant::now();
        if search.stop_at.is_some_and(|at| at <= now) {
            search.stop_at = None;
            search.deadline.set();
        }
        if search.next_look().is_some_and(|at| at <= now) {
            search.has_ended = true;
            self.answer()?;
        }
        self.work_off()
    }

    /// Returns true if the GUI expects no further answer.
    pub(super) const fn is_over(&self) -> bool {
        self.is_closing && self.search.is_none()
    }

    /// Handles an event.
    pub(super) fn hear(&mut self, event: Event) -> Result<()> {
        match event {
            Event::Said(line, when) => self.read(&line, when)?,
            Event::TooLong => say(report::string("ignoring a line that is too long"))?,
            Event::Closed => self.close()?,
            Event::Ready(ready) => self.ready(ready)?,
            Event::Info(id, text) if self.search(id).is_some() => say(text)?,
            Event::Info(..) => {}
            Event::Found(id, answer) => {
                if let Some(search) = self.search(id) {
                    search.answer = Some(answer);
                }
            }
            Event::End(id, end) => self.end(id, end)?,
        }
        self.work_off()
    }

    /// Executes queued commands until a search is running.
    fn work_off(&mut self) -> Result<()> {
        loop {
            let command = match self.search {
                Some(_) => self.interruption(),
                None => self.queue.pop_front(),
            };
            match command {
                Some((when, command)) => self.obey(command, when)?,
                None => return Ok(()),
            }
        }
    }

    /// Removes from the queue a `stop` or `ponderhit` for the current search: one that came before the next `go`.
    fn interruption(&mut self) -> Option<(Instant, Command)> {
        let mut waiting = self
            .queue
            .iter()
            .take_while(|(_, command)| !matches!(command, Command::Go(_)));
        let at = waiting.position(|(_, command)| matches!(command, Command::Stop | Command::PonderHit))?;
        self.queue.remove(at)
    }

    /// Ends the session: a pending answer is sent at once.
    fn close(&mut self) -> Result<()> {
        self.is_closing = true;
        self.say_ready()?;
        self.dismiss()
    }

    /// Returns the search with this number if it is still running.
    fn search(&mut self, id: u64) -> Option<&mut Search> {
        self.search.as_mut().filter(|search| search.id == id)
    }

    fn ready(&mut self, ready: Result<()>) -> Result<()> {
        self.preparing -= 1;
        if let Err(error) = ready {
            self.readings = None;
            say(report::string(&format!("{error:#}")))?;
        }
        if self.preparing == 0 {
            self.say_ready()?;
        }
        Ok(())
    }

    /// Sends each `readyok` that is owed.
    fn say_ready(&mut self) -> Result<()> {
        (0..std::mem::take(&mut self.owed)).try_for_each(|_| say("readyok"))
    }

    fn end(&mut self, id: u64, end: Result<Option<Answer>>) -> Result<()> {
        let Some(search) = self.search(id) else { return Ok(()) };
        search.has_ended = true;
        search.stop_at = None;
        search.give_up_at = None;
        match end {
            Ok(answer) => search.answer = answer.or(search.answer),
            Err(error) => {
                self.readings = None;
                say(report::string(&format!("{error:#}")))?;
            }
        }
        self.answer_if_wanted()
    }

    /// Reads a line of the GUI: urgent commands are executed at once, and the others are queued.
    fn read(&mut self, line: &str, when: Instant) -> Result<()> {
        let ParsedLine { command, skipped } = ParsedLine::read(line);
        if self.debug && !skipped.is_empty() {
            say(report::string(&format!("skipped: {}", skipped.join(" "))))?;
        }
        let running = self.search.as_ref().filter(|search| !search.is_dismissed);
        match (command, running) {
            // After the end of the session, commands have no effect.
            (None | Some(Command::Register), _) => {}
            (Some(_), _) if self.is_closing => {}
            (Some(Command::Uci), _) => introduce(self.lists_readings)?,
            (Some(Command::Debug(on)), _) => self.debug = on,
            (Some(Command::IsReady), _) => self.is_ready()?,
            (Some(Command::Quit), _) => self.close()?,
            (Some(Command::Stop), Some(_)) => self.dismiss()?,
            (Some(Command::PonderHit), Some(_)) => self.ponder_hit(when)?,
            (Some(command), _) => self.queue.push_back((when, command)),
        }
        Ok(())
    }

    /// Executes a command from the queue.
    fn obey(&mut self, command: Command, when: Instant) -> Result<()> {
        match command {
            Command::SetOption { name, value } => match self.settings.set(&name, &value) {
                Ok(()) => Ok(()),
                Err(error) => say(report::string(&error.to_string())),
            },
            Command::NewGame => {
                self.game = Game::new(Fen::start());
                Ok(())
            }
            Command::Position { fen, moves } => self.set_position(fen.as_deref(), &moves),
            Command::Go(go) => self.go(go, when),
            // If no search is running, it has already answered by itself.
            Command::Stop => self.dismiss(),
            Command::PonderHit => self.ponder_hit(when),
            // These are executed when they arrive, and never queued.
            Command::Uci | Command::Debug(_) | Command::IsReady | Command::Register | Command::Quit => Ok(()),
        }
    }

    /// Notes that the expected move was played: pondering becomes an ordinary search.
    fn ponder_hit(&mut self, when: Instant) -> Result<()> {
        if let Some(search) = self.search.as_mut().filter(|search| search.pondering) {
            search.ponder_hit(when);
        }
        self.answer_if_wanted()
    }

    /// Makes the current search, if there is one, answer now.
    fn dismiss(&mut self) -> Result<()> {
        if let Some(search) = &mut self.search {
            search.dismiss();
        }
        self.answer_if_wanted()
    }

    /// Answers `isready`: at once during a search, otherwise as soon as the program is prepared.
    fn is_ready(&mut self) -> Result<()> {
        if self.search.is_none() {
            self.prepare()?;
            if self.preparing > 0 {
                self.owed += 1;
                return Ok(());
            }
        }
        say("readyok")
    }

    fn give(&self, job: Job) -> Result<()> {
        self.jobs.send(job).context("the search thread has exited")
    }

    fn set_position(&mut self, fen: Option<&str>, moves: &[String]) -> Result<()> {
        self.unusable = self.game_from(fen, moves)?.err().map(|error| error.to_string());
        match &self.unusable {
            None => Ok(()),
            Some(reason) => say(report::string(&format!("cannot use the position: {reason}"))),
        }
    }

    /// Sets up a position and plays moves from there. The inner result is an error if that is impossible.
    fn game_from(&mut self, fen: Option<&str>, moves: &[String]) -> Result<Result<()>> {
        let (start, repairs) = match fen.map_or_else(|| Ok((Fen::start(), Vec::new())), Fen::repaired) {
            Ok(start) => start,
            Err(error) => return Ok(Err(error.into())),
        };
        for repair in repairs {
            say(report::string(&repair))?;
        }
        Ok(self.game.set(start, moves))
    }

    /// Answers a `go` for which nothing can be searched; `report` gives the reason.
    fn go_without(&mut self, go: &Go, report: impl std::fmt::Display) -> Result<()> {
        self.begin(go, Budget::default(), Vec::new(), Instant::now());
        say(report)?;
        self.answer_if_wanted()
    }

    /// Begins the search of some moves, requested by `go` at time `when`; without a legal move it is already over.
    fn begin(&mut self, go: &Go, budget: Budget, among: Vec<Move>, when: Instant) -> Arc<Deadline> {
        self.searches += 1;
        let deadline = Arc::new(Deadline::default());
        let mut search = Search {
            id: self.searches,
            deadline: Arc::clone(&deadline),
            infinite: go.infinite,
            pondering: go.ponder,
            budget,
            stop_at: None,
            give_up_at: None,
            answer: None,
            has_ended: among.is_empty(),
            among,
            is_dismissed: false,
        };
        if self.is_closing {
            search.dismiss();
        } else if !search.pondering {
            search.start_clock(when.max(self.answered));
        }
        self.search = Some(search);
        deadline
    }

    fn go(&mut self, mut go: Go, when: Instant) -> Result<()> {
        if let Some(reason) = &self.unusable {
            let text = format!("not searching, because the position cannot be used: {reason}");
            return self.go_without(&go, report::string(&text));
        }
        if !go.skipped.is_empty() {
            let mut text = format!("ignoring unknown words in `go`: {}", go.skipped.join(" "));
            if !go.is_limited() {
                go.move_time = Some(MISUNDERSTOOD);
                text += &format!("; searching for {MISUNDERSTOOD} ms");
            }
            say(report::string(&text))?;
        }
        let position = self.game.position();
        let side = usize::from(position.side_to_play() == Colour::Black);
        let end = position.end();
        let legal = position.legal_moves();
        let named = |m: &&Move| go.search_moves.iter().any(|text| *text == m.to_string());
        let among: Vec<Move> = legal.iter().filter(named).copied().collect();
        let is_legal = |text: &&String| legal.iter().any(|m| m.to_string() == **text);
        if among.is_empty() && !go.search_moves.is_empty() {
            say(report::string("no move in `searchmoves` is legal: searching all moves"))?;
        } else if let Some(text) = go.search_moves.iter().find(|text| !is_legal(text)) {
            say(report::string(&format!(
                "ignoring illegal move `{text}` in `searchmoves`"
            )))?;
        }
        if let Some(end) = end {
            let score = match end {
                End::Checkmate => "mate 0",
                End::Stalemate => "cp 0",
            };
            let told = report::string(&format!("{end}: no legal moves"));
            return self.go_without(&go, format_args!("{told}\ninfo depth 0 score {score}"));
        }
        let (budget, own) = plan(&go, side, &self.settings);
        let choice = if among.is_empty() { legal } else { among.clone() };
        let deadline = self.begin(&go, budget, choice, when);
        self.readings = Some(self.settings.readings);
        self.search_for(&go, own, deadline, among)
    }

    fn search_for(&self, go: &Go, own: Own, deadline: Arc<Deadline>, among: Vec<Move>) -> Result<()> {
        let deepest = i64::from(MAX_DEPTH);
        let order = Order {
            id: self.searches,
            deadline,
            history: self.game.history(),
            settings: self.settings.clone(),
            own,
            deepest: go.depth.map_or(MAX_DEPTH, |depth| depth.clamp(1, deepest) as u8),
            nodes: go.nodes.map(|nodes| u64::try_from(nodes).unwrap_or(0)),
            among,
            in_game: go.is_of_a_game(),
        };
        self.give(Job::Search(Box::new(order)))
    }

    fn answer_if_wanted(&mut self) -> Result<()> {
        match self.search.as_ref().is_some_and(Search::is_answerable) {
            true => self.answer(),
            false => Ok(()),
        }
    }

    /// Sends the answer; nothing more is reported about the search.
    fn answer(&mut self) -> Result<()> {
        let Some(search) = self.search.take() else {
            return Ok(());
        };
        search.deadline.pass();
        let answer = search.answer.or_else(|| self.answer_instead(&search));
        let said = match answer {
            None => say("bestmove 0000"),
            Some(Answer { best, reply: None }) => say(format_args!("bestmove {best}")),
            Some(Answer { best, reply: Some(reply) }) => say(format_args!("bestmove {best} ponder {reply}")),
        };
        self.answered = Instant::now();
        said
    }

    /// The answer to a search in which the program has found none; `None` if there is no legal move.
    fn answer_instead(&self, search: &Search) -> Option<Answer> {
        let iteration = instead::iteration(self.game.position(), &search.among)?;
        let why = "the program has no move yet: this one loses nothing to the next capture, or least";
        // If the output is closed, printing the next line reports it.
        let _ = say(report::unsearched(&iteration, why, Duration::ZERO));
        iteration.best.map(|best| Answer { best, reply: None })
    }
}

fn introduce(lists_readings: bool) -> Result<()> {
    say(NAME)?;
    say("id author the authors of this reconstruction after Don Beal's papers; it is not his code")?;
    for line in shown(lists_readings) {
        say(line)?;
    }
    say("uciok")
}

fn say(text: impl std::fmt::Display) -> Result<()> {
    Ok(cli::print_line(text)?)
}
