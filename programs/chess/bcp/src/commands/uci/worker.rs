//! The thread that has the program: it searches what it is told to, and says what it finds.

use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc::{Receiver, Sender};

use anyhow::{Context, Result};
use bcp_chess::{Move, Position};
use bcp_driver::{Event as Said, Iteration, Pace, Player, Program, StoredTree, Thinking, Time, variation};
use bcp_reference::search::{Player as Choosing, Readings};
use z8000_translate::Choice;

use super::game::History;
use super::job::{Answer, Event, Job, Order};
use super::report;
use super::settings::MOST_LINES;
use super::tactics;

/// A position with something of everything: captures, checks, mates, a promotion, castling.
const LIVELY: &str = "r3k2r/pPppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPB1PPP/R3K2R w KQkq -";

/// The program, assembled, and at a game.
#[derive(Debug)]
pub(super) struct Table {
    readings: Readings,
    program: Program,
    tree: Option<StoredTree>,
    player: Player,
    /// The game as it knows it.
    told: Option<History>,
}

/// The worker.
#[derive(Debug)]
pub(super) struct Worker {
    pub(super) engine: Choice,
    pub(super) events: Sender<Event>,
    /// None before the first search, and after an error.
    pub(super) table: Option<Table>,
}

impl Table {
    fn new(readings: Readings, engine: Choice) -> Result<Self> {
        let program = Program::new(None, false, &readings)?.run_by(engine)?;
        let mut player = Player::new(&program)?;
        // Where the program spends its time becomes native code now, and not when its clock runs.
        player.begin(&Position::from_fen(LIVELY)?, 0)?;
        player.set_time(Time::Unlimited)?;
        let mut warming = Thinking::start(&mut player, 3, Pace::default());
        while let Said::Line(_) = warming.next(&AtomicBool::new(false))? {}
        Ok(Self {
            readings,
            tree: StoredTree::find(&|name| program.symbol(name)),
            program,
            player,
            told: None,
        })
    }

    /// Tells the program of the game what it does not know yet.
    fn tell(&mut self, history: &History) -> Result<()> {
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
            self.player.play(*m)?;
        }
        self.told = Some(history.clone());
        Ok(())
    }
}

impl Worker {
    /// Works until nobody has anything to do any more, or nobody listens.
    pub(super) fn work(mut self, jobs: &Receiver<Job>) {
        for job in jobs {
            let event = match job {
                Job::Prepare(readings) => Event::Ready(self.table(readings).map(|_| ())),
                Job::Search(order) => Event::End(order.id, self.search(*order)),
            };
            if matches!(event, Event::Ready(Err(_)) | Event::End(_, Err(_))) {
                // Whatever has happened to the program: the next search has a new one.
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
            _ => Table::new(readings, self.engine).context("the program cannot be set up")?,
        };
        Ok(self.table.insert(table))
    }

    fn search(&mut self, mut order: Order) -> Result<Answer> {
        let events = self.events.clone();
        let table = self.table(order.settings.readings)?;
        table.tell(&order.history)?;
        if order.settings.tactics {
            let said = |iteration: &Iteration, moves: &[Move]| {
                say(&events, &order, iteration, 1, moves, Answer::of(moves));
            };
            let position = table.player.game().position().clone();
            let (found, cycles) = tactics::search(&table.program, table.tree.as_ref(), &position, &order, said)?;
            if let Some(found) = found.filter(|found| order.may_choose(found.best)) {
                return Ok(found);
            }
            let text = "this search names no move: the choice among all moves makes one";
            let _ = events.send(Event::Info(order.id, report::string(text)));
            order.own = order.own.without(order.settings.clock.seconds(cycles));
        }
        table.choose(&order, &events)
    }
}

/// Says what one of the best moves of an iteration is, and what the answer would be now.
fn say(
    events: &Sender<Event>,
    order: &Order,
    iteration: &Iteration,
    number: usize,
    moves: &[Move],
    answer: Option<Answer>,
) {
    let mut text = String::new();
    if number == 1 {
        text = report::z8000_seconds(iteration, order.settings.clock) + "\n";
    }
    text += &report::info(iteration, number, moves, order.since.elapsed());
    // If nobody listens any more, the search is about to end.
    let _ = events.send(Event::Info(order.id, text));
    if let (1, Some(answer)) = (number, answer) {
        let _ = events.send(Event::Found(order.id, answer));
    }
}

impl Table {
    /// The choice among the legal moves.
    fn choose(&mut self, order: &Order, events: &Sender<Event>) -> Result<Answer> {
        let settings = &order.settings;
        let lines = match order.among.is_empty() {
            true => settings.lines,
            false => MOST_LINES,
        };
        let weighing = settings.weighing;
        self.player.set_player(Choosing {
            lines,
            weighing,
            seed: 0,
        })?;
        self.player.set_time(order.time(&self.player))?;
        let pace = Pace {
            real_time: settings.real.then_some(settings.clock),
            most: None,
        };
        let mut thinking = Thinking::start(&mut self.player, order.deepest, pace);
        let mut depth = 0;
        let mut answers: Vec<Answer> = Vec::new();
        loop {
            let iteration = match thinking.next(&order.stop)? {
                Said::Line(iteration) => iteration,
                Said::Move(m) => {
                    let of_line = answers.iter().find(|answer| answer.best == m);
                    let first = answers.first().filter(|_| !order.may_choose(m));
                    let unexpected = Answer { best: m, reply: None };
                    return Ok(*of_line.or(first).unwrap_or(&unexpected));
                }
            };
            if iteration.depth != depth {
                depth = iteration.depth;
                answers.clear();
            }
            let Some(best) = iteration.best.filter(|best| order.may_choose(*best)) else {
                continue;
            };
            if answers.len() == settings.lines {
                continue;
            }
            let player = thinking.player();
            let memory = player.console().memory();
            let moves = variation(self.tree.as_ref(), memory, player.game().position(), &iteration);
            let reply = moves.get(1).copied();
            let answer = Answer { best, reply };
            answers.push(answer);
            // What is chosen without tactics is not a line of the tactics.
            if !settings.tactics {
                say(events, order, &iteration, answers.len(), &moves, Some(answer));
            }
            if order.has_enough(&iteration) {
                order.stop.store(true, Ordering::Relaxed);
            }
        }
    }
}
