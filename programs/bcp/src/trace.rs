//! The first node at which two searches part.
//!
//! Both are watched at the entries of t1v, t2v, matev and mated, with bounds, material and depth.
//! The Z8000 side is watched from outside: a probe looks at the program counter and the registers.

use std::fmt;

use anyhow::Result;
use bcp_reference::board::Position;
use bcp_reference::search::Observer;
use z8000::cpu::Cpu;
use z8000::machine::{Memory, Probe};

use crate::engine::{Answer, Engine};
use crate::options::Variant;
use crate::program::Program;

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
    t2v: u16,
    t1v: u16,
    matev: u16,
    mated: u16,
    ply: u16,
    path: u16,
    expected: Vec<Event>,
    seen: usize,
    difference: Option<(Event, String)>,
}

/// Offset of the move in a record of the path, and the size of a record: `PLY_MOVE` and
/// `PLY_SIZE` of `asm/constants.s`.
struct Record {
    played: u16,
    size: u16,
}

impl Comparer {
    fn event(&self, cpu: &Cpu) -> Option<Event> {
        let pc = cpu.pc();
        let register = |n| cpu.register(n) as i16;
        let (lv, uv, mb) = (register(8), register(9), register(10));
        if pc == self.t1v {
            Some(Event::T1v { lv, uv, mb })
        } else if pc == self.t2v {
            let depth = cpu.register(6) as u8;
            Some(Event::T2v { depth, lv, uv, mb })
        } else if pc == self.matev {
            Some(Event::Matev)
        } else if pc == self.mated {
            Some(Event::Mated)
        } else {
            None
        }
    }

    /// The moves from the root to the node, as the path records have them.
    fn moves(&self, memory: &Memory, record: &Record) -> String {
        let last = memory.data_word(self.ply);
        let squares = |at: u16| {
            let square = |at: u16| {
                let number = memory.data_word(at);
                let file = char::from(b'a' + (number & 7) as u8);
                format!("{file}{}", (number >> 4).wrapping_sub(2))
            };
            square(at) + &square(at.wrapping_add(2))
        };
        let count = last.wrapping_sub(self.path) / record.size.max(1);
        let moves: Vec<String> = (0..count.min(64))
            .map(|n| squares(self.path.wrapping_add(n * record.size).wrapping_add(record.played)))
            .collect();
        moves.join(" ")
    }
}

/// A comparer and the shape of the path's records.
struct Watch {
    comparer: Comparer,
    record: Record,
}

impl Probe for Watch {
    fn instruction(&mut self, _: u64, cpu: &Cpu, memory: &Memory) {
        let comparer = &mut self.comparer;
        if comparer.difference.is_some() {
            return;
        }
        let Some(event) = comparer.event(cpu) else {
            return;
        };
        if comparer.expected.get(comparer.seen) == Some(&event) {
            comparer.seen += 1;
        } else {
            let moves = comparer.moves(memory, &self.record);
            comparer.difference = Some((event, moves));
        }
    }
}

/// Searches a position again to the depth at which the results differ, and tells the first node
/// at which the two part.
pub(crate) fn first_difference(program: &Program, variant: Variant, fen: &str, depth: u8) -> Result<String> {
    let position = Position::from_fen(fen)?;
    let mut searcher = variant.searcher(position, Collector::default());
    searcher.search(depth).for_each(drop);
    let mut watch = Watch {
        comparer: Comparer {
            t2v: program.address("t2v")?,
            t1v: program.address("t1v")?,
            matev: program.address("matev")?,
            mated: program.address("mated")?,
            ply: program.address("ply")?,
            path: program.address("path")?,
            expected: std::mem::take(&mut searcher.observer_mut().0),
            seen: 0,
            difference: None,
        },
        record: Record {
            played: program.address("PLY_MOVE")?,
            size: program.address("PLY_SIZE")?,
        },
    };
    let mut engine = Engine::new(program);
    engine.set_position(fen)?;
    engine.search(depth);
    while watch.comparer.difference.is_none() {
        match engine.next_with(u64::MAX, &mut watch)? {
            Answer::Iteration(_) => {}
            Answer::Done | Answer::Limit => break,
        }
    }
    Ok(told(&watch.comparer))
}

fn told(comparer: &Comparer) -> String {
    let expected = comparer.expected.get(comparer.seen);
    let expected = expected.map_or_else(|| "the end of the search".to_owned(), Event::to_string);
    let (event, moves) = match &comparer.difference {
        Some((event, moves)) => (event.to_string(), moves.as_str()),
        None => ("the end of the search".to_owned(), ""),
    };
    format!(
        "  first different entry, number {}, after the moves [{moves}]:\n    Z8000      {event}\n    reference  {expected}",
        comparer.seen + 1
    )
}
