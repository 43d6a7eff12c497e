//! The thread that runs the program: it searches on request, and reports what it finds.

use std::sync::atomic::AtomicBool;
use std::sync::mpsc::{Receiver, Sender};

use anyhow::{Context, Result};
use bcp_chess::{Move, Position};
use bcp_driver::{Choices, Iteration, Player, PlayerAnswer, Program, StoredTree, Thinking, Time, variation};
use bcp_reference::search::{Player as Choosing, Readings};
use z8000_translate::Choice;

use super::deadline::Deadline;
use super::game::History;
use super::job::{Answer, Event, Job, Order};
use super::report::Report;
use super::settings::MOST_LINES;
use super::tactics;

/// A lively position: it has captures, checks, mates, a promotion and castling.
const LIVELY: &str = "r3k2r/pPppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPB1PPP/R3K2R w KQkq -";

/// The program, assembled and playing a game.
#[derive(Debug)]
pub(super) struct Table {
    readings: Readings,
    program: Program,
    tree: Option<StoredTree>,
    player: Player,
    choices: Choices,
    /// The game as the program last received it.
    told: Option<History>,
}

/// Runs the program on request of the engine's thread.
#[derive(Debug)]
pub(super) struct Worker {
    pub(super) engine: Choice,
    pub(super) events: Sender<Event>,
    /// `None` before the first search, and after an error.
    pub(super) table: Option<Table>,
}

impl Table {
    fn new(readings: Readings, engine: Choice) -> Result<Self> {
        let program = Program::new(None, false, &readings)?.run_by(engine)?;
        let mut player = Player::new(&program)?;
        // A short search compiles the hot parts of the program to native code, before its clock runs.
        player.begin(&Position::from_fen(LIVELY)?, 0)?;
        player.set_time(Time::Unlimited)?;
        let mut warming = Thinking::start(&mut player, 3, None);
        while let PlayerAnswer::Line(_) = warming.next(&AtomicBool::new(false))? {}
        Ok(Self {
            readings,
            tree: StoredTree::find(&|name| program.symbol(name)),
            choices: Choices::find(&|name| program.symbol(name))
                .context("the program has no list of candidate moves")?,
            program,
            player,
            told: None,
        })
    }

    /// Sends the program the part of the game that it does not know yet; incompletely if the answer is no longer
    /// expected.
    fn tell(&mut self, history: &History, deadline: &Deadline) -> Result<()> {
        let told = self.told.take();
        let same = |told: &History| told.base == history.base && told.fifty == history.fifty;
        let known = match told {
            Some(told) if same(&told) && history.moves.starts_with(&told.moves) => told.moves.len(),
            _ => {
                self.player.begin(&history.base, history.fifty)?;
                0
            }
        };
        for m in &history.moves[known..] {
            if deadline.is_past() {
                return Ok(());
            }
            self.player.play(*m)?;
        }
        self.told = Some(history.clone());
        Ok(())
    }
}

impl Worker {
    /// Executes jobs until no more can come, or the receiver is gone.
    pub(super) fn work(mut self, jobs: &Receiver<Job>) {
        for job in jobs {
            let event = match job {
                Job::Prepare(readings) => Event::Ready(self.table(readings).map(|_| ())),
                Job::Search(order) => Event::End(order.id, self.search(*order)),
            };
            if matches!(event, Event::Ready(Err(_)) | Event::End(_, Err(_))) {
                // After an error the state of the program is unknown, so the next search starts a new one.
                self.table = None;
            }
            if self.events.send(event).is_err() {
                return;
            }
        }
    }

    fn table(&mut self, readings: Readings) -> Result<&mut Table> {
        let table = match self.table.take() {
            Some(table) if table.readings == readings => table,
            _ => Table::new(readings, self.engine).context("cannot set up the program")?,
        };
        Ok(self.table.insert(table))
    }

    /// Searches as ordered; `None` if the answer is no longer expected.
    fn search(&mut self, mut order: Order) -> Result<Option<Answer>> {
        let events = self.events.clone();
        let table = self.table(order.settings.readings)?;
        table.tell(&order.history, &order.deadline)?;
        if order.deadline.is_past() {
            return Ok(None);
        }
        let position = table.player.game().position().clone();
        let mut report = Report::begin(&events, &order, position.clone());
        if let Some(best) = order.opening(&position) {
            report.unsearched(best, "a move from BCP's games");
            return Ok(Some(Answer { best, reply: None }));
        }
        if order.settings.tactics {
            let said = |iteration: &Iteration, moves: &[Move]| report.line(iteration, 1, moves);
            let (found, cycles) = tactics::search(&table.program, table.tree.as_ref(), &position, &order, said)?;
            if found.is_some_and(|found| order.may_choose(found.best)) {
                return Ok(found);
            }
            report.string("this search found no best move: choosing among all legal moves instead");
            order.own = order.own.without(order.settings.clock.seconds(cycles));
        }
        let answer = table.choose(&order, &mut report)?;
        if answer.is_none() {
            // Otherwise it would continue this search in the next one.
            table.player = Player::new(&table.program)?;
            table.told = None;
        }
        Ok(answer)
    }
}

impl Table {
    /// Chooses among the legal moves: always the first move of the best line that was sent last; `None` if the answer
    /// is no longer expected.
    fn choose(&mut self, order: &Order, report: &mut Report<'_>) -> Result<Option<Answer>> {
        let settings = &order.settings;
        let lines = match order.among.is_empty() {
            true => settings.lines,
            false => MOST_LINES,
        };
        self.player
            .set_player(Choosing { lines, weighing: settings.weighing, seed: settings.seed })?;
        self.player.set_time(order.time(&self.player))?;
        let real_time = settings.is_real().then_some(settings.clock);
        let mut thinking = Thinking::start(&mut self.player, order.deepest, real_time);
        let mut depth = 0;
        let mut number = 0;
        // The best permitted move of the last iteration.
        let mut first = None;
        loop {
            let iteration = match thinking.step(&order.deadline.stop)? {
                Some(PlayerAnswer::Line(iteration)) => iteration,
                Some(PlayerAnswer::Move(m)) => {
                    let allowed = first.filter(|_| !order.may_choose(m));
                    let behind = || self.choices.behind(thinking.player(), m);
                    return Ok(Some(answer(m, allowed.or_else(behind), report)));
                }
                None if order.deadline.is_past() => return Ok(None),
                None => continue,
            };
            if iteration.depth != depth {
                depth = iteration.depth;
                number = 0;
            }
            let is_allowed = iteration.best.is_some_and(|best| order.may_choose(best));
            if !is_allowed || number == settings.lines {
                continue;
            }
            number += 1;
            if number == 1 {
                first = Some(iteration);
            }
            // A move chosen without tactics is not from a line of the tactics search.
            if !settings.tactics {
                let player = thinking.player();
                let memory = player.console().memory();
                let moves = variation(self.tree.as_ref(), memory, player.game().position(), &iteration);
                report.line(&iteration, number, &moves);
            }
            if order.has_enough(&iteration) {
                order.deadline.set();
            }
        }
    }
}

/// Returns the answer with a move, or with the best move of an iteration. If no line has reported it yet, as when an
/// unfinished iteration has changed the choice, a line is sent.
fn answer(m: Move, iteration: Option<Iteration>, report: &mut Report<'_>) -> Answer {
    let best = iteration.and_then(|iteration| iteration.best).unwrap_or(m);
    if let Some(said) = report.named.filter(|said| said.best == best) {
        return said;
    }
    if let Some(iteration) = iteration {
        report.line(&iteration, 1, &[best]);
    }
    Answer { best, reply: None }
}
