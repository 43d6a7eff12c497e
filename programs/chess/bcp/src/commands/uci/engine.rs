//! The engine between the GUI and the program.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc::Sender;
use std::time::{Duration, Instant};

use anyhow::{Context, Result};
use bcp_chess::{Colour, Fen, Move};
use bcp_reference::constants::MAX_DEPTH;
use bcp_reference::search::Readings;

use super::command::{Command, Go, ParsedLine};
use super::game::Game;
use super::job::{Answer, Event, Job, Order};
use super::report;
use super::settings::{Settings, shown};
use super::time::{Budget, Own, plan};

/// The time that the program may take to answer when it is told to stop.
const PATIENCE: Duration = Duration::from_secs(1);

/// Milliseconds for a move if `go` gives the time in words that are not understood.
const MISUNDERSTOOD: i64 = 1000;

/// The engine.
#[derive(Debug)]
pub(super) struct Engine {
    jobs: Sender<Job>,
    settings: Settings,
    game: Game,
    /// True if skipped words are reported.
    debug: bool,
    search: Option<Search>,
    /// Searches so far.
    searches: u64,
    /// The number of times that `readyok` has yet to be sent.
    owed: usize,
    /// Readings that the program was last made ready with, and the number of times that it has yet to report this.
    readings: Option<Readings>,
    preparing: usize,
}

/// A search that the GUI waits for.
#[derive(Debug)]
struct Search {
    id: u64,
    stop: Arc<AtomicBool>,
    infinite: bool,
    /// The GUI has not yet said whether the move on which we ponder is played.
    pondering: bool,
    budget: Budget,
    /// The moments at which the program is told to answer, and at which we stop waiting for it.
    stop_at: Option<Instant>,
    give_up_at: Option<Instant>,
    /// The program is ready, and thinks.
    has_begun: bool,
    /// The answer as it is so far; none before the first iteration.
    answer: Option<Answer>,
    /// A legal move, in case the program fails; none if there is none.
    legal: Option<Move>,
    has_ended: bool,
}

impl Search {
    /// Returns true if the GUI expects no answer yet, even if the search has ended.
    const fn must_wait(&self) -> bool {
        self.infinite || self.pondering
    }

    /// The next moment to look at the clock. A search that has found no move yet is waited for.
    fn deadline(&self) -> Option<Instant> {
        let give_up_at = self.give_up_at.filter(|_| self.answer.is_some());
        [self.stop_at, give_up_at].into_iter().flatten().min()
    }

    /// Starts its clock, if the program thinks and the GUI does not ponder.
    fn start_clock(&mut self, now: Instant) {
        if !self.has_begun || self.pondering || self.stop.load(Ordering::Relaxed) {
            return;
        }
        let at = |time: Option<Duration>| time.and_then(|time| now.checked_add(time));
        self.stop_at = at(self.budget.stop);
        self.give_up_at = at(self.budget.give_up);
    }

    /// The GUI wants the answer.
    fn must_answer(&mut self) {
        self.infinite = false;
        self.pondering = false;
        self.stop.store(true, Ordering::Relaxed);
        self.stop_at = None;
        self.give_up_at = Instant::now().checked_add(PATIENCE);
    }
}

impl Engine {
    /// An engine at the beginning of a game. The program is made ready at once.
    pub(super) fn new(jobs: Sender<Job>) -> Result<Self> {
        let mut engine = Self {
            jobs,
            settings: Settings::default(),
            game: Game::new(Fen::start()),
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

    /// Has the program made ready, if it is not.
    fn prepare(&mut self) -> Result<()> {
        let readings = self.settings.readings;
        if self.readings == Some(readings) {
            return Ok(());
        }
        self.readings = Some(readings);
        self.preparing += 1;
        self.give(Job::Prepare(readings))
    }

    /// The next moment to look at the clock.
    pub(super) fn deadline(&self) -> Option<Instant> {
        self.search.as_ref()?.deadline()
    }

    /// Stops a search whose time is over, or answers in its place.
    pub(super) fn look_at_the_clock(&mut self) -> Result<()> {
        let Some(search) = &mut self.search else { return Ok(()) };
        let now = Instant::now();
        if search.stop_at.is_some_and(|at| at <= now) {
            search.stop_at = None;
            search.stop.store(true, Ordering::Relaxed);
        }
        if search.deadline().is_some_and(|at| at <= now) {
            search.stop.store(true, Ordering::Relaxed);
            search.has_ended = true;
            say("info string the program has not answered in time: this is the best move so far")?;
            self.answer()?;
        }
        Ok(())
    }

    /// Handles an event. Returns false if it is the end.
    pub(super) fn hear(&mut self, event: Event) -> Result<bool> {
        match event {
            Event::Said(line, when) => return self.obey(&line, when),
            Event::TooLong => say("info string a line is too long, and ignored")?,
            Event::Closed => return Ok(false),
            Event::Ready(ready) => self.ready(ready)?,
            Event::Began(id, when) => {
                if let Some(search) = self.search(id) {
                    search.has_begun = true;
                    search.start_clock(when);
                }
            }
            Event::Info(id, text) if self.search(id).is_some() => say(text)?,
            Event::Info(..) => {}
            Event::Found(id, answer) => {
                if let Some(search) = self.search(id) {
                    search.answer = Some(answer);
                }
            }
            Event::End(id, end) => self.end(id, end)?,
        }
        Ok(true)
    }

    /// The search with a number, if it is still running.
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
            for _ in 0..std::mem::take(&mut self.owed) {
                say("readyok")?;
            }
        }
        Ok(())
    }

    fn end(&mut self, id: u64, end: Result<Answer>) -> Result<()> {
        let Some(search) = self.search(id) else { return Ok(()) };
        search.has_ended = true;
        search.stop_at = None;
        search.give_up_at = None;
        match end {
            Ok(answer) => search.answer = Some(answer),
            Err(error) => {
                self.readings = None;
                say(report::string(&format!("{error:#}")))?;
            }
        }
        self.answer_if_wanted()
    }

    /// Obeys a line of the GUI. Returns false if it is the end.
    fn obey(&mut self, line: &str, when: Instant) -> Result<bool> {
        let ParsedLine { command, skipped } = ParsedLine::read(line);
        if self.debug && !skipped.is_empty() {
            say(report::string(&format!("skipped: {}", skipped.join(" "))))?;
        }
        match command {
            None | Some(Command::Register) => {}
            Some(Command::Uci) => introduce()?,
            Some(Command::Debug(on)) => self.debug = on,
            Some(Command::IsReady) => self.is_ready()?,
            Some(Command::SetOption { name, value }) => {
                if let Err(error) = self.settings.set(&name, &value) {
                    say(report::string(&error.to_string()))?;
                }
            }
            Some(Command::NewGame) => self.game = Game::new(Fen::start()),
            Some(Command::Position { fen, moves }) => self.set_position(fen.as_deref(), &moves)?,
            Some(Command::Go(go)) => self.go(go)?,
            Some(Command::Stop) => {
                if let Some(search) = &mut self.search {
                    search.must_answer();
                    self.answer_if_wanted()?;
                }
            }
            Some(Command::PonderHit) => {
                if let Some(search) = self.search.as_mut().filter(|search| search.pondering) {
                    search.pondering = false;
                    search.start_clock(when);
                    self.answer_if_wanted()?;
                }
            }
            Some(Command::Quit) => return Ok(false),
        }
        Ok(true)
    }

    /// During a search the answer does not wait for anything.
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
        self.jobs.send(job).context("the thread of the search has ended")
    }

    fn set_position(&mut self, fen: Option<&str>, moves: &[String]) -> Result<()> {
        let start = match fen.map(Fen::from_text) {
            None => Fen::start(),
            Some(Ok(start)) => start,
            Some(Err(error)) => return say(report::string(&format!("the position stays as it was: {error}"))),
        };
        match self.game.set(start, moves) {
            Ok(()) => Ok(()),
            Err(error) => say(report::string(&error.to_string())),
        }
    }

    fn go(&mut self, mut go: Go) -> Result<()> {
        if self.search.is_some() {
            return say("info string a search is under way, and `go` is ignored: send `stop` first");
        }
        if !go.skipped.is_empty() {
            let mut text = format!("`go` has words that are not understood: {}", go.skipped.join(" "));
            if !go.is_limited() {
                go.move_time = Some(MISUNDERSTOOD);
                text += &format!("; the move is searched for {MISUNDERSTOOD} ms");
            }
            say(report::string(&text))?;
        }
        let position = self.game.position();
        let side = usize::from(position.side_to_play() == Colour::Black);
        let is_mated = position.in_check();
        let legal = position.legal_moves();
        let named = |m: &&Move| go.search_moves.iter().any(|text| *text == m.to_string());
        let among: Vec<Move> = legal.iter().filter(named).copied().collect();
        let is_legal = |text: &&String| legal.iter().any(|m| m.to_string() == **text);
        if among.is_empty() && !go.search_moves.is_empty() {
            say("info string no move of `searchmoves` is legal: all are searched")?;
        } else if let Some(text) = go.search_moves.iter().find(|text| !is_legal(text)) {
            say(report::string(&format!(
                "`{text}` of `searchmoves` is not a legal move, and left out"
            )))?;
        }
        let first = among.first().or(legal.first()).copied();
        let (budget, own) = plan(&go, side, &self.settings);
        self.searches += 1;
        let stop = Arc::new(AtomicBool::new(false));
        self.search = Some(Search {
            id: self.searches,
            stop: Arc::clone(&stop),
            infinite: go.infinite,
            pondering: go.ponder,
            budget,
            stop_at: None,
            give_up_at: None,
            has_begun: false,
            answer: None,
            legal: first,
            has_ended: first.is_none(),
        });
        if first.is_none() {
            return self.no_move(is_mated);
        }
        self.readings = Some(self.settings.readings);
        self.search_for(&go, own, stop, among)
    }

    fn search_for(&self, go: &Go, own: Own, stop: Arc<AtomicBool>, among: Vec<Move>) -> Result<()> {
        let deepest = i64::from(MAX_DEPTH);
        let order = Order {
            id: self.searches,
            stop,
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

    /// The side to play has no move.
    fn no_move(&mut self, is_mated: bool) -> Result<()> {
        let (word, score) = if is_mated {
            ("mate", "mate 0")
        } else {
            ("stalemate", "cp 0")
        };
        say(format_args!(
            "info string {word}: there is no legal move\ninfo depth 0 score {score}"
        ))?;
        self.answer_if_wanted()
    }

    fn answer_if_wanted(&mut self) -> Result<()> {
        let is_wanted = |search: &Search| search.has_ended && !search.must_wait();
        match self.search.as_ref().is_some_and(is_wanted) {
            true => self.answer(),
            false => Ok(()),
        }
    }

    /// Answers; from now on nothing more is reported about the search.
    fn answer(&mut self) -> Result<()> {
        let Some(search) = self.search.take() else {
            return Ok(());
        };
        let legal = search.legal.map(|best| Answer { best, reply: None });
        let Some(Answer { best, reply }) = search.answer.or(legal) else {
            return say("bestmove 0000");
        };
        match reply {
            None => say(format_args!("bestmove {best}")),
            Some(reply) => say(format_args!("bestmove {best} ponder {reply}")),
        }
    }
}

fn introduce() -> Result<()> {
    let version = env!("CARGO_PKG_VERSION");
    say(format_args!(
        "id name BCP {version}, a reconstruction of the program of 1986"
    ))?;
    say("id author the authors of this reconstruction, after Don Beal's papers; it is not his code")?;
    for line in shown() {
        say(line)?;
    }
    say("uciok")
}

fn say(text: impl std::fmt::Display) -> Result<()> {
    Ok(cli::print_line(text)?)
}
