//! Answering the page's requests.

use anyhow::{Context, Result};
use bcp_chess::Fen;
use bcp_driver::Program;

use crate::game::Game;
use crate::protocol::{Answer, Request, Slice};
use crate::session::{Session, Task};
use crate::{assemble, laboratory, problems, read, run};

/// The state shared by all requests from the page.
#[derive(Debug, Default)]
pub struct Desk {
    /// The built-in program; `None` until it is first needed.
    program: Option<Program>,
    session: Option<Session>,
    /// The number of sessions opened so far.
    sessions: u32,
    game: Option<Game>,
    run: Option<run::Run>,
    task: Option<Task>,
}

impl Desk {
    /// Creates a desk without an open session.
    pub fn new() -> Self {
        Self::default()
    }

    /// Answers a request. Both request and answer are JSON. If the request is invalid, the answer gives the reason.
    pub fn answer(&mut self, request: &str) -> String {
        let answer = self
            .respond(request)
            .unwrap_or_else(|error| Answer::Error { message: format!("{error:#}"), occupied: false });
        // Cannot fail: the types of an answer can all be written as JSON.
        serde_json::to_string(&answer).unwrap_or_else(|error| format!(r#"{{"kind":"error","message":"{error}"}}"#))
    }

    fn respond(&mut self, request: &str) -> Result<Answer> {
        let mut json = serde_json::Deserializer::from_str(request);
        let request: Request = serde_path_to_error::deserialize(&mut json).context("unknown request")?;
        if self.task.is_some() && request.disturbs() {
            return Ok(Answer::Error {
                message: "a run is in progress: pause it first".to_owned(),
                occupied: true,
            });
        }
        Ok(match request {
            Request::Positions { file } => problems::positions(file)?,
            Request::Fen { fen } => Answer::Fen { fault: Fen::from_text(&fen).err().map(|error| error.to_string()) },
            Request::Read { text } => read::read(&text),
            Request::Prepare { file, positions, seconds } => {
                let run = run::Run::new(file, positions.as_deref(), seconds)?;
                self.run.insert(run).answer()?
            }
            Request::Solve { number } => {
                self.run()?.solve(number)?;
                self.start(Task::Solve)?
            }
            Request::Summary { lines } => run::summary(&lines)?,
            Request::Open(open) => {
                let number = self.sessions + 1;
                let session = Session::open(number, &open, self.program()?)?;
                self.begin(session)
            }
            Request::Load { source, input } => match Session::load(self.sessions + 1, &source, input.as_deref())? {
                Ok(session) => self.begin(session),
                Err(errors) => Answer::Assembled(errors),
            },
            Request::Assemble { source } => Answer::Assembled(assemble::report(&source)),
            Request::Search { search, position, depth, calls } => laboratory::search(&search, &position, depth, calls)?,
            Request::Run => self.start(Task::Run)?,
            Request::Seek { instruction, clocks } => {
                let task = self.session()?.seek(instruction, clocks)?;
                self.start(task)?
            }
            Request::Command { line } => {
                self.session()?.check(&line)?;
                let task = self.session()?.task(line)?;
                self.start(task)?
            }
            Request::Follow { tree } => {
                self.session()?.follow(tree);
                self.session()?.stands()
            }
            Request::Grow => self.start(Task::Grow)?,
            Request::Advance(slice) => self.advance(slice)?,
            Request::Interrupt => self.interrupt()?,
            Request::State => self.session()?.stands(),
            Request::Sources => self.session()?.sources(),
            Request::Memory { space, address, length } => self.session()?.memory(space, address, length)?,
            Request::Tree { entry } => self.session()?.tree(entry)?,
            Request::Profile { since } => {
                let task = self.session()?.profile(since);
                self.start(task)?
            }
            Request::NewGame { fen, pgn, moves, person, seconds } => {
                let source = pgn.map(|text| read::game(&text)).transpose()?;
                let game = Game::new(self.program()?, fen.as_deref(), source, &moves, person, seconds)?;
                self.game.insert(game).answer()
            }
            Request::Level { seconds } => self.game()?.set_seconds(seconds)?,
            Request::Move { text } => self.game()?.play(&text)?,
            Request::Think => {
                self.game()?.think()?;
                self.start(Task::Think)?
            }
            Request::TakeBack => self.game()?.take_back()?,
            Request::Resign => self.game()?.resign()?,
            Request::Claim => self.game()?.claim()?,
            Request::Game => self.game()?.answer(),
            Request::Pgn { date, comments } => self.game()?.pgn(date.as_deref(), &comments)?,
        })
    }

    fn program(&mut self) -> Result<&Program> {
        if self.program.is_none() {
            self.program = Some(Program::built_in()?);
        }
        self.program.as_ref().context("no program is loaded")
    }

    fn session(&mut self) -> Result<&mut Session> {
        self.session
            .as_mut()
            .context("nothing is open: first open a position or load a program")
    }

    fn game(&mut self) -> Result<&mut Game> {
        self.game.as_mut().context("there is no game: start one first")
    }

    fn run(&mut self) -> Result<&mut run::Run> {
        self.run.as_mut().context("no run of positions is prepared")
    }

    fn begin(&mut self, session: Session) -> Answer {
        self.sessions += 1;
        self.session.insert(session).opened()
    }

    /// Starts a long task, and runs its first slice.
    fn start(&mut self, task: Task) -> Result<Answer> {
        if !matches!(task, Task::Think | Task::Solve) {
            self.session()?;
        }
        self.task = Some(task);
        Ok(Answer::Busy { instructions: 0, clocks: 0 })
    }

    fn advance(&mut self, slice: Slice) -> Result<Answer> {
        let mut task = self.task.take().context("no run is in progress")?;
        let answer = match &mut task {
            Task::Think => self.game()?.advance(slice)?,
            Task::Solve => self.run()?.advance(slice)?,
            task => self.session()?.advance(task, slice)?,
        };
        if matches!(answer, Answer::Busy { .. }) {
            self.task = Some(task);
        }
        Ok(answer)
    }

    /// Ends the current task. If the program is thinking, it is told to answer, and continues until it has.
    fn interrupt(&mut self) -> Result<Answer> {
        match self.task.take().context("no run is in progress")? {
            Task::Think => {
                self.game()?.hurry();
                self.start(Task::Think)
            }
            Task::Solve => Ok(Answer::Solved { line: None }),
            task => Ok(self.session()?.interrupted(task)),
        }
    }
}
