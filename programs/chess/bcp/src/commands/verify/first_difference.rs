//! The first node at which two searches part.
//!
//! Both are watched at the entries of t1v, t2v, matev and mated, with bounds, material and depth.
//! The Z8000 side is watched from outside: a probe looks at the program counter and the registers.

use std::fmt;

use anyhow::{Context, Result};
use bcp_chess::Position;
use bcp_driver::{Limits, Program, Progress, Search, SearchPath};
use bcp_reference::search::Observer;
use z8000::board::Memory;
use z8000::cpu::Cpu;
use z8000::run::Probe;

use crate::commands::options::Variant;

/// A routine is entered.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Event {
    T2v { depth: u8, lv: i16, uv: i16, mb: i16 },
    T1v { lv: i16, uv: i16, mb: i16 },
    Matev,
    Mated,
}

impl fmt::Display for Event {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::T2v { depth, lv, uv, mb } => {
                write!(f, "t2v depth {depth}, bounds {lv} to {uv}, material {mb}")
            }
            Self::T1v { lv, uv, mb } => write!(f, "t1v bounds {lv} to {uv}, material {mb}"),
            Self::Matev => f.write_str("matev"),
            Self::Mated => f.write_str("mated"),
        }
    }
}

/// Collects the events of the reference.
#[derive(Default)]
struct Collector(Vec<Event>);

impl Observer for Collector {
    fn t2v(&mut self, depth: u8, lv: i16, uv: i16, mb: i16) {
        self.0.push(Event::T2v { depth, lv, uv, mb });
    }

    fn t1v(&mut self, lv: i16, uv: i16, mb: i16) {
        self.0.push(Event::T1v { lv, uv, mb });
    }

    fn matev(&mut self) {
        self.0.push(Event::Matev);
    }

    fn mated(&mut self) {
        self.0.push(Event::Mated);
    }
}

/// Compares the events of the Z8000 program with those expected.
struct Comparer {
    /// Where t2v, t1v, matev and mated begin.
    entries: [u16; 4],
    path: SearchPath,
    expected: Vec<Event>,
    seen: usize,
    difference: Option<(Event, String)>,
}

impl Comparer {
    fn event(&self, cpu: &Cpu) -> Option<Event> {
        let pc = cpu.pc();
        let register = |n| cpu.register(n) as i16;
        let (lv, uv, mb) = (register(8), register(9), register(10));
        let depth = cpu.register(6) as u8;
        let entered = self.entries.iter().position(|entry| *entry == pc)?;
        let events = [
            Event::T2v { depth, lv, uv, mb },
            Event::T1v { lv, uv, mb },
            Event::Matev,
            Event::Mated,
        ];
        Some(events[entered])
    }
}

impl Probe<Memory> for Comparer {
    fn instruction(&mut self, _: u64, cpu: &Cpu, memory: &Memory) {
        let Some(event) = self.event(cpu).filter(|_| self.difference.is_none()) else {
            return;
        };
        if self.expected.get(self.seen) == Some(&event) {
            self.seen += 1;
        } else {
            self.difference = Some((event, self.path.moves(memory).join(" ")));
        }
    }
}

/// Searches a position again to the depth at which the results differ, and reports the first node at which the two part.
pub(crate) fn first_difference(program: &Program, variant: Variant, position: &Position, depth: u8) -> Result<String> {
    let mut searcher = variant.searcher(position.clone(), Collector::default());
    searcher.search(depth).for_each(drop);
    let mut comparer = Comparer {
        entries: [
            program.address("t2v")?,
            program.address("t1v")?,
            program.address("matev")?,
            program.address("mated")?,
        ],
        path: SearchPath::find(&|name| program.symbol(name)).context("the program keeps no search path")?,
        expected: std::mem::take(&mut searcher.observer_mut().0),
        seen: 0,
        difference: None,
    };
    let limits = Limits {
        depth,
        ..Limits::default()
    };
    let mut search = Search::start(program, position, limits)?;
    while comparer.difference.is_none() {
        if !matches!(search.next_with(&mut comparer)?, Progress::Iteration(_)) {
            break;
        }
    }
    Ok(comparer.report())
}

impl Comparer {
    fn report(&self) -> String {
        let end = || "the end of the search".to_owned();
        let expected = self.expected.get(self.seen).map_or_else(end, Event::to_string);
        let (event, moves) = match &self.difference {
            Some((event, moves)) => (event.to_string(), moves.as_str()),
            None => (end(), ""),
        };
        format!(
            "  first different entry, number {}, after the moves [{moves}]:\n    Z8000      {event}\n    reference  {expected}",
            self.seen + 1
        )
    }
}
