//! Tests the placement of code in the host's memory.

#![allow(clippy::disallowed_methods, reason = "tests make the files that they need")]

use std::collections::BTreeSet;

use z8000::cpu::OFFSETS;
use z8000::machine::Stop;

use super::*;
use crate::{Habits, Translator};

#[path = "../../tests/it/board.rs"]
mod board;

/// The number of loops in the program.
const LOOPS: usize = 64;

#[test]
fn traces_share_pages() {
    let source = format!(
        "start:\n{}\thalt\n",
        "\tld r1,#300\n1:\tinc r2,#1\n\tdjnz r1,1b\n".repeat(LOOPS)
    );
    let engine = Translator::with(Habits::ASSURED).expect("a host with a compiler");
    let mut board = board::board(&source, Some(Box::new(engine)));
    assert_eq!(board.run(u64::MAX), Ok(Stop::Halted));
    assert_eq!(board.cpu().register(2), 300 * LOOPS as u16);

    // While the code exists, no memory of the process can be both written and executed.
    #[cfg(target_os = "linux")]
    for map in std::fs::read_to_string("/proc/self/maps").expect("Linux").lines() {
        let rights = map.split(' ').nth(1).expect("the rights");
        assert!(!(rights.contains('w') && rights.contains('x')), "{map}");
    }

    let programs = PROGRAMS.lock().expect("nobody has panicked");
    let is_it = |key: &&(Key, Arc<Cache>)| key.0.0 == board.world().banks().bytes()[0x1_0000..];
    let (_, cache) = programs.iter().find(is_it).expect("its code");
    let mode = Mode { segmented: false, system: true };
    let table = cache.tables(mode).of(0);
    let traces: Vec<usize> = (0..OFFSETS)
        .filter_map(|index| table.code(index))
        .map(Code::address)
        .collect();
    let pages: BTreeSet<usize> = traces.iter().map(|address| address / 4096).collect();
    assert!(traces.len() >= LOOPS, "{} traces", traces.len());
    assert!(
        pages.len() <= traces.len() / 4,
        "{} traces in {} pages",
        traces.len(),
        pages.len()
    );
}
