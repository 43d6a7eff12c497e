//! Writing the lines that report a search to the GUI.

use std::fmt::Write as _;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc::Sender;
use std::time::{Duration, Instant};

use bcp_chess::{Effort, Move, Position};
use bcp_driver::{EFFORT, Iteration, Mate, Value};
use z8000::machine::Clock;

use super::job::{Answer, Event, Order};

/// The time that the proof of a mate may take, and how much of it once the GUI wants the answer.
const PATIENT: Duration = Duration::from_millis(100);
const HURRIED: Duration = Duration::from_millis(20);

/// The reports of a running search. If the receiver has gone, it is about to end.
#[derive(Debug)]
pub(super) struct Report<'a> {
    events: &'a Sender<Event>,
    id: u64,
    clock: Clock,
    position: Position,
    /// Set if the GUI wants the answer.
    stop: Arc<AtomicBool>,
    since: Instant,
    /// The first moves of the last best line that was sent.
    pub(super) named: Option<Answer>,
}

impl<'a> Report<'a> {
    /// Reports that the search of a position begins, as the GUI has ordered it.
    pub(super) fn begin(events: &'a Sender<Event>, order: &Order, position: Position) -> Self {
        let since = Instant::now();
        let _ = events.send(Event::Began(order.id, since));
        Self {
            events,
            id: order.id,
            clock: order.settings.clock,
            position,
            stop: order.stop.clone(),
            since,
            named: None,
        }
    }

    /// Sends one of the best lines of an iteration, the best being number 1. Its first moves are the answer as it
    /// is so far.
    pub(super) fn line(&mut self, iteration: &Iteration, number: usize, moves: &[Move]) {
        let value = Value(iteration.value);
        let doubt = self.mate(iteration, moves.first().copied());
        let doubt = doubt.and_then(|mate| mate.doubt(&self.position, &value.console()));
        let score = match doubt {
            None => value.uci(),
            Some(_) => value.centipawns(),
        };
        let mut lines = vec![info(iteration, number, &score, moves, self.since.elapsed())];
        if number == 1 {
            // Polyglot shows a message with the depth of the line before it.
            lines.push(z8000_seconds(iteration, self.clock));
        }
        lines.extend(doubt.map(|doubt| string(&doubt)));
        let _ = self.events.send(Event::Info(self.id, lines.join("\n")));
        if let (1, Some(answer)) = (number, Answer::of(moves)) {
            self.named = Some(answer);
            let _ = self.events.send(Event::Found(self.id, answer));
        }
    }

    /// The mate that an iteration announces. The proof ends soon after the GUI wants the answer.
    fn mate(&self, iteration: &Iteration, first: Option<Move>) -> Option<Mate> {
        let since = Instant::now();
        let is_over = || {
            let most = if self.stop.load(Ordering::Relaxed) {
                HURRIED
            } else {
                PATIENT
            };
            since.elapsed() >= most
        };
        iteration.mate(&self.position, first, Effort { positions: EFFORT, is_over: &is_over })
    }

    /// Sends a human-readable message.
    pub(super) fn string(&self, text: &str) {
        let _ = self.events.send(Event::Info(self.id, string(text)));
    }
}

/// An `info` line: one of the best moves of an iteration, the first being number 1.
fn info(iteration: &Iteration, number: usize, score: &str, variation: &[Move], time: Duration) -> String {
    let Iteration { depth, nodes, .. } = *iteration;
    let milliseconds = time.as_millis();
    let per_second = u128::from(nodes) * 1000 / milliseconds.max(1);
    let mut line =
        format!("info depth {depth} multipv {number} score {score} nodes {nodes} nps {per_second} time {milliseconds}");
    if !variation.is_empty() {
        line += " pv";
    }
    for m in variation {
        let _ = write!(line, " {m}");
    }
    line
}

/// The time that the Z8000 needs for an iteration and those before it.
fn z8000_seconds(iteration: &Iteration, clock: Clock) -> String {
    let seconds = clock.seconds(iteration.cycles);
    let text = format!("Z8000: {seconds:.2} s at {clock} to iteration {}", iteration.depth);
    string(&text)
}

/// The words that begin another part of an `info` line. Polyglot reads them so even after `string`.
const KEYWORDS: &str = "cpuload currline currmove currmovenumber depth hashfull multipv nodes nps pv refutation score \
                        sbhits seldepth string tbhits time wdl";

/// A human-readable message on one line. None of its words is a keyword by itself.
pub(super) fn string(text: &str) -> String {
    let mut line = "info string".to_owned();
    for word in text.split_whitespace() {
        let quote = if KEYWORDS.split(' ').any(|keyword| keyword == word) {
            "`"
        } else {
            ""
        };
        let _ = write!(line, " {quote}{word}{quote}");
    }
    line
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_line_has_all_that_the_protocol_knows() {
        let position = bcp_chess::Fen::start().position;
        let best = position.move_from_text("e2e4");
        let iteration = Iteration { depth: 3, value: 1, best, nodes: 5000, cycles: 12_000_000 };
        let moves: Vec<Move> = best.into_iter().collect();
        assert_eq!(
            info(&iteration, 2, "cp 100", &moves, Duration::from_millis(20)),
            "info depth 3 multipv 2 score cp 100 nodes 5000 nps 250000 time 20 pv e2e4"
        );
        let line = info(&iteration, 1, "cp 100", &[], Duration::ZERO);
        assert!(line.ends_with("nps 5000000 time 0"), "{line}");
        let clock = "4MHz".parse().expect("a frequency");
        assert_eq!(
            z8000_seconds(&iteration, clock),
            "info string Z8000: 3.00 s at 4 MHz to iteration 3"
        );
        assert_eq!(string("two\nlines "), "info string two lines");
        assert_eq!(string("no depth, time no"), "info string no depth, `time` no");
    }
}
