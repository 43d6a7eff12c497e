//! The lines printed by the program, and the moments at which it printed them.
//!
//! A session fetches the output of its program at intervals. When a line has arrived, the last interval is run again to
//! find the step at which the line ended, and the state of memory at that step.

use bcp_chess::Position;
use bcp_driver::{Iteration, StoredTree, is_final};
use bcp_suite::{Finding, Judge, Problem};
use z8000::machine::World;
use z8000_debugger::session::{Moment, Session};

use crate::chess::reported;
use crate::protocol::Iteration as Reported;

/// A line printed by the program.
#[derive(Debug)]
struct Line {
    /// The moment directly after its line feed was sent.
    moment: Moment,
    text: String,
    /// The iteration that the line reports, if any, with the facts that the rule of Table 1 needs.
    iteration: Option<(Reported, Finding)>,
}

/// All lines, including those of the future if the session has gone back.
#[derive(Debug, Default)]
pub(super) struct Lines {
    lines: Vec<Line>,
    /// The moment up to which all lines are known.
    known: Moment,
}

impl Lines {
    /// Records the lines that have arrived.
    pub(super) fn update(&mut self, session: &Session, position: &Position) {
        let furthest = session.furthest();
        let now = session.now();
        self.lines.retain(|line| line.moment.steps <= furthest);
        if self.known.steps > furthest {
            self.known = now;
        }
        let sent = session.console().kept().iter().filter(|byte| **byte == b'\n').count();
        if sent > self.until(now.steps).count() {
            self.read(session, position);
        }
        if self.known.steps < now.steps {
            self.known = now;
        }
    }

    /// Runs the unknown interval again.
    fn read(&mut self, session: &Session, position: &Position) {
        let mut past = session.past(self.known.steps);
        let console = String::from_utf8_lossy(session.console().kept());
        while past.next_line() {
            let (moment, world) = (past.now(), past.machine().world());
            let before = self.until(moment.steps.saturating_sub(1)).count();
            let text = console.lines().nth(before).unwrap_or_default().trim().to_owned();
            let iteration = self.iteration(&text, moment, world, session, position);
            self.add(Line { moment, text, iteration });
        }
    }

    fn until(&self, instructions: u64) -> impl Iterator<Item = &Line> {
        self.lines
            .iter()
            .take_while(move |line| line.moment.steps <= instructions)
    }

    /// Returns the clocks at which the search began: when the position was accepted.
    pub(super) fn search_began(&self, now: u64) -> Option<u64> {
        let accepted = self.until(now).find(|line| line.text == "ok")?;
        Some(accepted.moment.clocks)
    }

    /// Returns the iterations reported up to a moment.
    pub(super) fn iterations(&self, now: u64) -> Vec<Reported> {
        self.until(now)
            .filter_map(|line| Some(line.iteration.as_ref()?.0.clone()))
            .collect()
    }

    /// Returns the moments at which all known iterations were reported.
    pub(super) fn ends(&self) -> Vec<u64> {
        let reports = self.lines.iter().filter(|line| line.iteration.is_some());
        reports.map(|line| line.moment.steps).collect()
    }

    /// Returns the moment at which the iteration that solves a problem was reported; `None` if the search has not
    /// reached the moment at which that is decided.
    pub(super) fn solved(&self, problem: &Problem, session: &Session) -> Option<u64> {
        let mut judge = Judge::new(problem);
        let found = self.lines.iter().filter_map(|line| {
            line.iteration
                .as_ref()
                .map(|(reported, finding)| (line.moment, reported.depth, *finding))
        });
        let (mut moments, mut is_over) = (Vec::new(), false);
        for (moment, depth, finding) in found {
            moments.push(moment.steps);
            judge.see(finding);
            is_over = is_final(depth, finding.value);
        }
        // If the search is over, its move remains the best.
        let began = self.search_began(self.known.steps)?;
        let seconds = if is_over {
            f64::INFINITY
        } else {
            session.seconds(self.known.clocks - began)
        };
        moments.get(judge.solution(seconds)?).copied()
    }

    /// Returns true if the search was over at a moment.
    pub(super) fn done(&self, now: u64) -> bool {
        self.until(now).any(|line| line.text == "done")
    }

    /// Adds a line after all earlier ones.
    fn add(&mut self, line: Line) {
        let at = line.moment.steps;
        let index = self.lines.partition_point(|known| known.moment.steps < at);
        if self.lines.get(index).is_none_or(|known| known.moment.steps != at) {
            self.lines.insert(index, line);
        }
    }

    /// Returns what a line reports, if it reports an iteration.
    fn iteration(
        &self,
        text: &str,
        moment: Moment,
        memory: &World,
        session: &Session,
        position: &Position,
    ) -> Option<(Reported, Finding)> {
        let began = self.search_began(moment.steps)?;
        let iteration = Iteration::read(text, position, moment.clocks - began)?;
        let tree = StoredTree::find(&|name| session.program().address(name).ok());
        let finding = Finding {
            best: iteration.best,
            value: iteration.value,
            is_mate: iteration.is_mate(),
            mates_at_once: !iteration.mates(position).is_empty(),
            seconds: session.seconds(iteration.cycles),
        };
        let reported = reported(
            &iteration,
            position,
            tree.as_ref(),
            memory,
            session.clock(),
            Some(moment.steps),
        );
        Some((reported, finding))
    }
}
