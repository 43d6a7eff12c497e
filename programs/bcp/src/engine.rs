//! The Z8000 program behind its serial port: commands go in, lines come out.

use anyhow::{Context, Result, anyhow, bail};
use z8000::machine::{Board, Memory, NoProbe, Probe, Stop};

use crate::program::Program;

/// Clocks that setting a position and complaining about a command may take.
const PATIENCE: u64 = 100_000_000;

/// A running program.
#[derive(Debug)]
pub(crate) struct Engine {
    board: Board,
    /// Clocks when the last search was asked for.
    asked: u64,
}

/// A line of the search.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Iteration {
    /// Depth, from 0.
    pub(crate) depth: u8,
    /// Value in pawns, for the side to play.
    pub(crate) value: i16,
    /// Best move as from, to, promotion; none when no move beats the null move.
    pub(crate) best: Option<String>,
    /// Nodes counted since the search began.
    pub(crate) nodes: u32,
    /// Clocks since the search was asked for.
    pub(crate) cycles: u64,
}

/// What a search says next.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) enum Answer {
    /// An iteration is complete.
    Iteration(Iteration),
    /// The search has ended by itself.
    Done,
    /// The limit of clocks is reached.
    Limit,
}

impl Engine {
    pub(crate) fn new(program: &Program) -> Self {
        Self {
            board: program.board(),
            asked: 0,
        }
    }

    /// Sets a position.
    pub(crate) fn set_position(&mut self, fen: &str) -> Result<()> {
        let fields: Vec<&str> = fen.split_whitespace().take(4).collect();
        self.send(&format!("p {}", fields.join(" ")));
        let limit = self.board.clocks() + PATIENCE;
        match self.line(limit, &mut NoProbe)?.as_deref() {
            Some("ok") => Ok(()),
            Some(answer) => bail!("the program refuses the position `{fen}`: {answer}"),
            None => bail!("the program does not answer to a position"),
        }
    }

    /// Asks for a search to a depth.
    pub(crate) fn search(&mut self, depth: u8) {
        self.asked = self.board.clocks();
        self.send(&format!("g {depth}"));
    }

    /// The memories of the board.
    pub(crate) const fn memory(&self) -> &Memory {
        self.board.memory()
    }

    /// Clocks since the board was made.
    pub(crate) fn clocks(&self) -> u64 {
        self.board.clocks()
    }

    /// Clocks since the search was asked for.
    pub(crate) fn cycles(&self) -> u64 {
        self.board.clocks() - self.asked
    }

    /// Runs the search on to its next line, or until it has taken so many clocks in all.
    pub(crate) fn next(&mut self, cycles: u64) -> Result<Answer> {
        self.next_with(cycles, &mut NoProbe)
    }

    /// The same with a probe that sees every instruction.
    pub(crate) fn next_with<P: Probe>(&mut self, cycles: u64, probe: &mut P) -> Result<Answer> {
        let limit = self.asked.saturating_add(cycles);
        let Some(line) = self.line(limit, probe)? else {
            return Ok(Answer::Limit);
        };
        if line == "done" {
            return Ok(Answer::Done);
        }
        let cycles = self.cycles();
        iteration(&line, cycles)
            .map(Answer::Iteration)
            .with_context(|| format!("the program answers `{line}` to a search"))
    }

    /// Counts the leaves of the tree of legal moves, within a limit of clocks.
    pub(crate) fn perft(&mut self, depth: u8, cycles: u64) -> Result<Option<u64>> {
        self.asked = self.board.clocks();
        self.send(&format!("n {depth}"));
        let limit = self.asked.saturating_add(cycles);
        let Some(line) = self.line(limit, &mut NoProbe)? else {
            return Ok(None);
        };
        line.parse()
            .map(Some)
            .map_err(|_| anyhow!("the program answers `{line}` to a count of moves"))
    }

    fn send(&mut self, line: &str) {
        self.board.serial().send(format!("{line}\n").as_bytes());
    }

    /// The next line; none if the clocks come to a limit before. What the program has sent of a
    /// line by then stays where it is.
    fn line<P: Probe>(&mut self, limit: u64, probe: &mut P) -> Result<Option<String>> {
        match self.board.run_with(limit, true, probe)? {
            Stop::Line => {
                let line = self.board.serial().take_output();
                Ok(Some(String::from_utf8_lossy(&line).trim_end().to_owned()))
            }
            Stop::ClockLimit | Stop::Probe => Ok(None),
            Stop::Halted => bail!("the program has halted"),
            Stop::WantsInput => bail!("the program waits for a command instead of answering"),
        }
    }
}

/// Reads `DEPTH VALUE MOVE NODES`.
fn iteration(line: &str, cycles: u64) -> Option<Iteration> {
    let mut words = line.split(' ');
    let iteration = Iteration {
        depth: words.next()?.parse().ok()?,
        value: words.next()?.parse().ok()?,
        best: Some(words.next()?).filter(|word| *word != "-").map(str::to_owned),
        nodes: words.next()?.parse().ok()?,
        cycles,
    };
    words.next().is_none().then_some(iteration)
}

#[cfg(test)]
mod tests {
    use bcp_reference::search::Readings;

    use super::*;

    #[test]
    fn lines_are_read_and_nonsense_is_not() {
        let read = iteration("3 -2 e7e8q 1234", 99).expect("an iteration");
        assert_eq!((read.depth, read.value, read.nodes), (3, -2, 1234));
        assert_eq!(read.best.as_deref(), Some("e7e8q"));
        assert_eq!(iteration("0 0 - 1", 0).expect("an iteration").best, None);
        for line in ["", "1", "1 2 - x", "1 2 - 3 4", "error depth"] {
            assert_eq!(iteration(line, 0), None, "{line}");
        }
    }

    #[test]
    fn the_program_answers_on_the_board() {
        let program = Program::new(None, false, &Readings::default()).expect("the program assembles");
        let mut engine = Engine::new(&program);
        assert!(engine.set_position("8/8/8/8/8/8/8/8 w - -").is_err());
        engine
            .set_position("6k1/5ppp/8/8/8/8/5PPP/R5K1 w - -")
            .expect("a position");
        engine.search(3);
        let mut last = None;
        while let Answer::Iteration(iteration) = engine.next(u64::MAX).expect("a line") {
            last = Some(iteration);
        }
        // Ra8 mates, which depth 0 already sees.
        assert_eq!(last.map(|iteration| iteration.value), Some(126));
    }
}
