//! Writing the lines that report a search to the GUI.

use std::fmt::Write as _;
use std::sync::mpsc::Sender;
use std::time::{Duration, Instant};

use bcp_chess::{Move, Position};
use bcp_driver::Iteration;
use bcp_reference::constants::{MATES, WIN};
use z8000::machine::Clock;

use super::job::{Answer, Event};

/// The reports of a running search. If the receiver has gone, it is about to end.
#[derive(Debug)]
pub(super) struct Report<'a> {
    events: &'a Sender<Event>,
    id: u64,
    clock: Clock,
    position: Position,
    since: Instant,
    /// The first moves of the last best line that was sent.
    pub(super) named: Option<Answer>,
}

impl<'a> Report<'a> {
    /// Reports that the search of a position begins, with this clock of the Z8000.
    pub(super) fn begin(events: &'a Sender<Event>, id: u64, clock: Clock, position: Position) -> Self {
        let since = Instant::now();
        let _ = events.send(Event::Began(id, since));
        Self { events, id, clock, position, since, named: None }
    }

    /// Sends one of the best lines of an iteration, the best being number 1. Its first moves are the answer as it
    /// is so far.
    pub(super) fn line(&mut self, iteration: &Iteration, number: usize, moves: &[Move]) {
        let doubt = iteration.doubt(&self.position, moves.first().copied());
        let score = match doubt {
            None => score(iteration.value),
            Some(_) => pawns(iteration.value),
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

/// A value in hundredths of a pawn.
fn pawns(value: i16) -> String {
    format!("cp {}", 100 * i32::from(value))
}

/// A value in hundredths of a pawn, or the moves to a mate, below 0 if the other side mates.
fn score(value: i16) -> String {
    let plies = (WIN - value.abs()).max(1);
    match value {
        MATES.. => format!("mate {}", (plies + 1) / 2),
        value if value <= -MATES => format!("mate -{}", (plies + 1) / 2),
        value => pawns(value),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn pawns_and_mates() {
        for (value, text) in [
            (0, "cp 0"),
            (-3, "cp -300"),
            (9, "cp 900"),
            // 126 mates with this move, 125 is mated after it, 124 mates with the move after this one.
            (126, "mate 1"),
            (-125, "mate -1"),
            (124, "mate 2"),
            (-123, "mate -2"),
            (94, "mate 17"),
            (93, "cp 9300"),
            (127, "mate 1"),
        ] {
            assert_eq!(score(value), text);
        }
    }

    #[test]
    fn a_line_has_all_that_the_protocol_knows() {
        let position = bcp_chess::Fen::start().position;
        let best = position.move_from_text("e2e4");
        let iteration = Iteration { depth: 3, value: 1, best, nodes: 5000, cycles: 12_000_000 };
        let moves: Vec<Move> = best.into_iter().collect();
        assert_eq!(
            info(&iteration, 2, &score(1), &moves, Duration::from_millis(20)),
            "info depth 3 multipv 2 score cp 100 nodes 5000 nps 250000 time 20 pv e2e4"
        );
        let line = info(&iteration, 1, &score(1), &[], Duration::ZERO);
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
