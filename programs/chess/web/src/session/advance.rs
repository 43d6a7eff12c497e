//! Moving a session to another moment. A long run is a task that is executed in slices, and the page is polled in
//! between.

use anyhow::{Context, Result, anyhow, bail, ensure};
use bcp_debugger::Why;
use serde_json::{Map, Value as Json};
use z8000_debugger::command::Outcome;
use z8000_debugger::profile::Profiler;
use z8000_debugger::session::{Goal, Moment, Reason, Replay};

use super::{Growing, Session};
use crate::protocol::{Answer, Since, Slice, Stop};

/// A task that is executed in slices.
#[derive(Debug)]
pub(crate) enum Task {
    /// Run the session until something stops it.
    Run,
    /// Go to a moment in the future, in instructions since the beginning.
    Seek(u64),
    /// Go to a moment in the future, in clocks since the beginning.
    SeekClocks(u64),
    /// Execute a debugger command; `None` once it has begun.
    Command(Option<String>),
    /// Execute the command `why`, which follows the search without moving the session.
    Why(Box<Why>),
    /// Run the past again with a profiler.
    Profile(Box<(Replay, Profiler)>),
    /// Grow the tree to the moment of the session.
    Grow,
    /// Let the program choose its move in the game.
    Think,
    /// Search a position of a run.
    Solve,
}

/// Minimum and maximum number of instructions in a slice, whatever the worker requests.
const LEAST: f64 = 1.0;
const MOST: f64 = 1e8;

/// The largest integer below which JSON represents all integers exactly.
const LARGEST: f64 = 9_007_199_254_740_991.0;

/// Number of instructions by which the tree grows after a slice of a run; growing takes several times as long as
/// running.
const GROWS: u64 = 1 << 20;

/// Assumed clocks of an instruction, a high estimate: a run to a number of clocks approaches it in such steps. A block
/// instruction can take more, so that the run ends later.
const CLOCKS: u64 = 64;

/// Checks that a number in a request is an integer.
fn whole(what: &str, number: f64) -> Result<u64> {
    ensure!(
        (0.0..=LARGEST).contains(&number) && number.fract() == 0.0,
        "expected a non-negative whole number of {what}, found {number}"
    );
    Ok(number as u64)
}

impl Session {
    /// Returns the task of going to a moment.
    ///
    /// # Errors
    ///
    /// Neither moment is given, or clocks are counted from a search that has not begun.
    pub(crate) fn seek(&mut self, instruction: Option<f64>, clocks: Option<f64>) -> Result<Task> {
        match (instruction, clocks) {
            (Some(instruction), None) => Ok(Task::Seek(whole("instructions", instruction)?)),
            (None, Some(clocks)) => {
                let clocks = whole("clocks", clocks)?;
                ensure!(
                    self.root.is_some(),
                    "`clocks` is relative to the start of a search: open a position first"
                );
                Ok(Task::SeekClocks(clocks))
            }
            _ => bail!("set either `instruction` or `clocks`, not both"),
        }
    }

    /// Checks that a command can be executed here.
    ///
    /// # Errors
    ///
    /// The command is unknown, or makes no sense in a page.
    pub(crate) fn check(&self, line: &str) -> Result<()> {
        let word = line
            .split_whitespace()
            .next()
            .context("missing command; `help` lists all commands")?;
        let name = self.interpreter.command(word)?.name;
        ensure!(name != "quit", "`quit` is not available here: close the page instead");
        Ok(())
    }

    /// Returns the task for a command that was checked.
    ///
    /// # Errors
    ///
    /// The command is `why`, and the move or the ply is invalid.
    pub(crate) fn task(&self, line: String) -> Result<Task> {
        let words: Vec<&str> = line.split_whitespace().collect();
        let is_why = words.first().is_some_and(|word| {
            self.interpreter
                .command(word)
                .is_ok_and(|command| command.name == "why")
        });
        let (m, ply) = match words[..] {
            [_, m] if is_why => (m, None),
            [_, m, ply] if is_why && ply.parse::<usize>().is_ok() => (m, ply.parse().ok()),
            _ => return Ok(Task::Command(Some(line))),
        };
        let question = Why::ask(&self.interpreter.session, m, ply).map_err(|error| anyhow!("{error}"))?;
        Ok(Task::Why(Box::new(question)))
    }

    /// Returns the task of profiling the past.
    pub(crate) fn profile(&self, since: Option<Since>) -> Task {
        let session = &self.interpreter.session;
        let from = match since.unwrap_or(Since::Start) {
            Since::Start => 0,
            Since::Mark => session.mark().steps,
            Since::Last => session.last().steps,
        };
        Task::Profile(Box::new((session.past(from), session.profiler(from))))
    }

    /// Continues a task for a slice.
    ///
    /// # Errors
    ///
    /// A command failed, which ends the task.
    pub(crate) fn advance(&mut self, task: &mut Task, slice: Slice) -> Result<Answer> {
        let before = self.now();
        let most = slice.instructions.clamp(LEAST, MOST) as u64;
        let stop = match task {
            Task::Run => self.run(most, slice.clocks, u64::MAX),
            Task::Seek(to) => self.go(*to, most),
            Task::SeekClocks(to) => self.go_to_clocks(*to, most)?,
            Task::Command(line) => {
                if let Some(outcome) = self.command(line, most) {
                    return self.said(outcome);
                }
                None
            }
            Task::Why(question) => {
                if let Some(answer) = question.advance(most) {
                    let Json::Object(data) = answer.to_json() else {
                        bail!("the answer is not an object")
                    };
                    return Ok(Answer::Said { text: answer.sentences(), data, state: Box::new(self.state()) });
                }
                ensure!(!question.has_ended(), "the search ends before it reaches this position");
                return Ok(Answer::Busy { instructions: most, clocks: 0 });
            }
            Task::Profile(account) => {
                let (past, profiler) = &mut **account;
                if past.advance(most, profiler) {
                    return Ok(self.profiled(profiler));
                }
                None
            }
            Task::Grow => {
                let before = self.grown();
                if self.grow(most) {
                    return Ok(self.stands());
                }
                return Ok(Answer::Busy { instructions: self.grown().abs_diff(before), clocks: 0 });
            }
            Task::Think | Task::Solve => bail!("the program is busy: wait until it has finished"),
        };
        self.note_lines();
        if stop.is_none() && matches!(task, Task::Run) {
            self.grow(GROWS);
        }
        let now = self.now();
        Ok(stop.map_or_else(
            || Answer::Busy {
                instructions: now.steps.abs_diff(before.steps),
                clocks: now.clocks.abs_diff(before.clocks),
            },
            |stop| self.moved(&stop),
        ))
    }

    /// Runs for a slice. Returns the reason if the session has stopped.
    fn run(&mut self, most: u64, clocks: Option<f64>, until: u64) -> Option<Reason> {
        let session = &mut self.interpreter.session;
        let start = session.now();
        let last = start.steps.saturating_add(most).min(until);
        let clocks = clocks.map_or(u64::MAX, |clocks| start.clocks.saturating_add(clocks.max(1.0) as u64));
        loop {
            let now = session.now();
            if now.steps >= last || now.clocks >= clocks {
                return None;
            }
            let steps = ((clocks - now.clocks) / CLOCKS).max(1);
            let to = now.steps.saturating_add(steps).min(last);
            let stop = session.run(&Goal::Time(to), &mut |_| false);
            if stop != Reason::Done {
                return Some(stop);
            }
        }
    }

    /// Goes to a moment: to one in the past at once, to one in the future in slices.
    fn go(&mut self, to: u64, most: u64) -> Option<Reason> {
        let session = &mut self.interpreter.session;
        if to <= session.furthest() {
            return Some(session.seek(to));
        }
        if session.now().steps < session.furthest() {
            session.seek(session.furthest());
        }
        let stop = self.run(most, None, to);
        let arrived = self.now().steps >= to;
        stop.or_else(|| arrived.then_some(Reason::Done))
    }

    /// Goes to the first moment with `clocks` clocks since the search began.
    fn go_to_clocks(&mut self, clocks: u64, most: u64) -> Result<Option<Reason>> {
        let furthest = self.interpreter.session.furthest();
        let Some(to) = self.search_began(furthest).map(|began| began.saturating_add(clocks)) else {
            // The program is still setting up the position.
            let stop = self.run(most.min(1 << 16), None, u64::MAX);
            return match stop.filter(|stop| *stop != Reason::Done) {
                Some(stop) => bail!("the search has not started: {stop}"),
                None => Ok(None),
            };
        };
        let session = &mut self.interpreter.session;
        if session.now().steps < furthest {
            session.seek(furthest);
        }
        let start = session.now();
        let mut from = 0;
        if start.clocks < to {
            let stop = self.run(most, Some((to - start.clocks) as f64), u64::MAX);
            if self.now().clocks < to {
                return Ok(stop);
            }
            from = start.steps;
        }
        self.halve(from, to);
        Ok(Some(Reason::Done))
    }

    /// Goes to the first moment with `clocks` clocks since the beginning, which is between `from` and the present.
    fn halve(&mut self, from: u64, clocks: u64) {
        let session = &mut self.interpreter.session;
        let (mut before, mut after) = (from, session.now().steps);
        while before < after {
            let middle = before + (after - before) / 2;
            session.seek(middle);
            if session.now().clocks < clocks {
                before = middle + 1;
            } else {
                after = middle;
            }
        }
        session.seek(after);
    }

    /// Continues a command. Returns its outcome once it is complete.
    fn command(&mut self, line: &mut Option<String>, most: u64) -> Option<Outcome> {
        self.interpreter.session.set_tick(most);
        let outcome = match line.take() {
            Some(line) => self.interpreter.execute(&line, &mut |_| true),
            None => self.interpreter.go_on(&mut |_| true),
        };
        (!self.interpreter.unfinished()).then_some(outcome)
    }

    fn said(&mut self, outcome: Outcome) -> Result<Answer> {
        self.note_lines();
        let answer = outcome.map_err(|error| anyhow!("{error}"))?;
        Ok(Answer::Said { text: answer.text, data: answer.data, state: Box::new(self.state()) })
    }

    /// Returns the answer for a task that the page has ended.
    pub(crate) fn interrupted(&mut self, task: Task) -> Answer {
        self.note_lines();
        let stop = Reason::Interrupted;
        match task {
            Task::Command(_) | Task::Why(_) => Answer::Said {
                text: stop.to_string(),
                data: Map::from_iter([("reason".to_owned(), stop.word().into())]),
                state: Box::new(self.state()),
            },
            Task::Profile(account) => {
                let (_, profiler) = *account;
                self.profiled(&profiler)
            }
            Task::Grow => self.stands(),
            _ => self.moved(&stop),
        }
    }

    /// Grows the tree. Returns true if it has reached the present, or if the page does not follow it.
    fn grow(&mut self, most: u64) -> bool {
        let Some(root) = &mut self.root else { return true };
        let Some(growing) = &mut root.growing else { return true };
        growing.follow(&self.interpreter.session, &root.lines.ends(), most)
    }

    /// Returns the moment that the tree shows.
    fn grown(&self) -> u64 {
        let growing = self.root.as_ref().and_then(|root| root.growing.as_ref());
        growing.map_or(0, Growing::now)
    }

    fn moved(&self, stop: &Reason) -> Answer {
        let breakpoints = match stop {
            Reason::Breakpoint { ids, .. } => ids.clone(),
            _ => Vec::new(),
        };
        Answer::Moved {
            stop: Stop { reason: stop.word(), text: stop.to_string(), breakpoints },
            state: Box::new(self.state()),
        }
    }

    fn note_lines(&mut self) {
        if let Some(root) = &mut self.root {
            root.lines.update(&self.interpreter.session, &root.position);
        }
    }

    fn now(&self) -> Moment {
        self.interpreter.session.now()
    }

    fn search_began(&self, now: u64) -> Option<u64> {
        self.root.as_ref()?.lines.search_began(now)
    }
}
