//! Writing the lines that report a search to the GUI.

use std::cell::OnceCell;
use std::fmt::Write as _;
use std::sync::Arc;
use std::sync::mpsc::Sender;
use std::time::{Duration, Instant};

use bcp_chess::{Effort, Move, Position};
use bcp_driver::{EFFORT, Iteration, Mate, Value};
use z8000::machine::Clock;

use super::deadline::Deadline;
use super::instead;
use super::job::{Answer, Event, Order};

/// Time limits for proving the mates of an iteration: before the program must answer, and after that.
const PATIENT: Duration = Duration::from_millis(100);
const HURRIED: Duration = Duration::from_millis(20);

/// Reports a running search. If the receiver is gone, the search is about to end.
#[derive(Debug)]
pub(super) struct Report<'a> {
    events: &'a Sender<Event>,
    id: u64,
    clock: Clock,
    position: Position,
    deadline: Arc<Deadline>,
    since: Instant,
    /// The time of this iteration's first line, and the first moment at which the program had to answer.
    began: Instant,
    hurried: OnceCell<Instant>,
    /// The first two moves of the best line that was sent last.
    pub(super) named: Option<Answer>,
    /// The last message about a mate that is not proved.
    doubt: Option<String>,
}

impl<'a> Report<'a> {
    /// Reports that the search of a position begins.
    pub(super) fn begin(events: &'a Sender<Event>, order: &Order, position: Position) -> Self {
        let since = Instant::now();
        Self {
            events,
            id: order.id,
            clock: order.settings.clock,
            position,
            deadline: Arc::clone(&order.deadline),
            since,
            began: since,
            hurried: OnceCell::new(),
            named: None,
            doubt: None,
        }
    }

    /// Sends one of the best lines of an iteration, the best being number 1. Its first moves become the provisional
    /// answer.
    pub(super) fn line(&mut self, iteration: &Iteration, number: usize, moves: &[Move]) {
        if number == 1 {
            self.began = Instant::now();
        }
        let value = Value(iteration.value);
        let mate = self.mate(iteration, moves.first().copied());
        let score = mate.as_ref().map_or_else(|| value.centipawns(), Mate::uci);
        let doubt = mate.and_then(|mate| mate.doubt(&self.position, &value.console()));
        let mut lines = vec![info(iteration, number, &score, moves, self.since.elapsed())];
        if number == 1 {
            // Polyglot shows a message with the depth of the preceding line.
            lines.push(z8000_seconds(iteration, self.clock));
        }
        if let Some(doubt) = doubt.filter(|doubt| self.doubt.as_ref() != Some(doubt)) {
            lines.push(string(&doubt));
            self.doubt = Some(doubt);
        }
        let _ = self.events.send(Event::Info(self.id, lines.join("\n")));
        if let (1, Some(answer)) = (number, Answer::of(moves)) {
            self.named = Some(answer);
            let _ = self.events.send(Event::Found(self.id, answer));
        }
    }

    /// Returns the mate that an iteration announces. Its proof ends soon after the program must answer.
    fn mate(&self, iteration: &Iteration, first: Option<Move>) -> Option<Mate> {
        let is_over = || {
            let hurries = || self.hurried.get_or_init(Instant::now).elapsed() >= HURRIED;
            self.began.elapsed() >= PATIENT || self.deadline.has_come() && hurries()
        };
        iteration.mate(&self.position, first, Effort { positions: EFFORT, is_over: &is_over })
    }

    /// Reports a move that is played without a search, and why.
    pub(super) fn unsearched(&self, m: Move, why: &str) {
        let iteration = instead::iteration(&self.position, &[m]);
        let lines = iteration.map(|iteration| unsearched(&iteration, why, self.since.elapsed()));
        let _ = self.events.send(Event::Info(self.id, lines.unwrap_or_default()));
    }

    /// Sends a human-readable message.
    pub(super) fn string(&self, text: &str) {
        let _ = self.events.send(Event::Info(self.id, string(text)));
    }
}

/// Formats the lines that report a move that the program has not searched, and why.
pub(super) fn unsearched(iteration: &Iteration, why: &str, time: Duration) -> String {
    let score = Value(iteration.value).centipawns();
    let line = info(iteration, 1, &score, iteration.best.as_slice(), time);
    format!("{}\n{line}", string(why))
}

/// Formats an `info` line for one of the best moves of an iteration, the first being number 1.
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

/// Formats the time that the Z8000 needs for an iteration and all before it.
fn z8000_seconds(iteration: &Iteration, clock: Clock) -> String {
    let seconds = clock.seconds(iteration.cycles);
    let text = format!("Z8000: {seconds:.2} s at {clock} to iteration {}", iteration.depth);
    string(&text)
}

/// Words that begin another part of an `info` line. Polyglot treats them so even after `string`.
const KEYWORDS: &str = "cpuload currline currmove currmovenumber depth hashfull multipv nodes nps pv refutation score \
                        sbhits seldepth string tbhits time wdl";

/// Formats a human-readable message as one line in which no word is a keyword by itself.
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
