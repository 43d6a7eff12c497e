//! The events of the program agree with those of the search in Rust, and have the documented JSON form.

use std::cell::RefCell;

use anyhow::{Context, Result};
use bcp_chess::{Colour, Position, START};
use bcp_debugger::Happening;
use bcp_driver::Program;
use bcp_reference::search::{Event, Observer, Readings, Searcher, Version};
use serde_json::json;

use crate::why::events_of;

type Changes = &'static [(&'static str, i64)];

/// Positions, depths and changed readings that together cause every kind of event.
const SEARCHES: &[(&str, u8, Changes)] = &[
    // The fork of the article.
    ("r3k3/4p3/3p4/1N6/8/8/6PP/6K1 w - -", 4, &[]),
    // A perpetual check, which repeats the root.
    ("6k1/6p1/8/7Q/8/8/rr6/7K w - -", 6, &[]),
    // An en passant capture, castling, promotions of both sides.
    ("4k3/8/8/3pP3/8/8/8/4K2R w K d6", 4, &[]),
    ("r3k3/1P5p/8/8/8/8/p6P/1R2K3 b q -", 3, &[]),
    // Positions 1, 16 and 96 of Win at Chess.
    ("2rr3k/pp3pp1/1nnqbN1p/3pN3/2pP4/2P3Q1/PPB4P/R4RK1 w - -", 4, &[]),
    ("r4rk1/ppp2ppp/2n5/2bqp3/8/P2PB3/1PP1NPPP/R2Q1RK1 w - -", 4, &[]),
    ("r1b4k/ppp2Bb1/6Pp/3pP3/1qnP1p1Q/8/PPP3P1/1K1R3R w - -", 6, &[]),
    // Mates in two are found, and the tree soon fills.
    (
        "2rr3k/pp3pp1/1nnqbN1p/3pN3/2pP4/2P3Q1/PPB4P/R4RK1 w - -",
        5,
        &[("TREE_ENTRIES", 100), ("HORIZON_MATES", 2), ("NULL_MATES", 2)],
    ),
    (
        "r4rk1/ppp2ppp/2n5/2bqp3/8/P2PB3/1PP1NPPP/R2Q1RK1 w - -",
        4,
        &[("TREE_ENTRIES", 100), ("PRUNING", 0), ("NODE_MATES", 1)],
    ),
];

#[derive(Default)]
struct Events(RefCell<Vec<Event>>);

impl Observer for Events {
    fn event(&self, event: Event) {
        self.0.borrow_mut().push(event);
    }
}

fn of_the_reference(position: &Position, depth: u8, readings: &Readings, version: Version) -> Vec<Event> {
    let events = Events::default();
    let search = Searcher::new(position.clone()).version(version).readings(*readings);
    search.observed(&events).search(depth).for_each(drop);
    events.0.take()
}

/// The moves made so far, derived only from the names of events: plies on the path, and whose turn it is.
#[derive(Default)]
struct Made {
    /// Number of moves of the second-order search.
    path: u16,
    /// Number of unfinished positions of the capture search.
    captures: usize,
    /// True after the root's null move.
    passed: bool,
}

impl Made {
    /// Returns the ply of an event, and whether the root's side is to play there; then applies the event.
    fn take(&mut self, event: Event) -> (u16, bool) {
        match event {
            Event::Value { .. } => self.path -= 1,
            Event::Captures { .. } => self.captures += 1,
            Event::Node { .. } if self.path == 0 => self.passed = false,
            _ => {}
        }
        let ply = self.path;
        let taken = self.captures.saturating_sub(1);
        let checks = usize::from(matches!(event, Event::Check { .. }));
        let moves = usize::from(ply) + taken + checks + usize::from(self.passed);
        match event {
            Event::Search { .. } | Event::Try { .. } => self.path += 1,
            Event::Quiet { .. } => self.captures -= 1,
            Event::RootPass => self.passed = true,
            _ => {}
        }
        (ply, moves.is_multiple_of(2))
    }
}

fn kind(event: Event) -> String {
    json!(event)["event"].as_str().expect("a name").to_owned()
}

#[test]
fn events_are_those_of_the_reference_each_with_its_ply_and_side() -> Result<()> {
    let mut kinds = std::collections::BTreeSet::new();
    for &(fen, depth, changes) in SEARCHES {
        let position = Position::from_fen(fen)?;
        let mut readings = Readings::default();
        for &(name, value) in changes {
            readings.set(name, value)?;
        }
        let program = Program::new(None, false, &readings)?;
        let (list, _) = events_of(&program, &position, depth)?;
        let expected = of_the_reference(&position, depth, &readings, Version::Stored);
        for (told, expected) in list.iter().zip(&expected) {
            assert_eq!(told.event, *expected, "{fen}, instruction {}", told.instructions);
        }
        assert_eq!(list.len(), expected.len(), "{fen}");
        let mut made = Made::default();
        for told in &list {
            let (ply, is_roots) = made.take(told.event);
            let root = position.side_to_play();
            let side = if is_roots { root } else { root.opponent() };
            assert_eq!((told.ply, told.side), (ply, side), "{fen}, {told:?}");
        }
        assert!(list.windows(2).all(|pair| pair[0].instructions < pair[1].instructions));
        kinds.extend(list.iter().map(|told| kind(told.event)));
    }
    assert_eq!(
        kinds.into_iter().collect::<Vec<_>>().join(" "),
        "better capture captures check dropped iteration kept king list mate mate-search node pass quiet repetition \
         root-pass score search test try value"
    );
    Ok(())
}

/// The simple version has no list, score or entry; of the reference's events, only the shared ones are compared.
#[test]
fn events_of_the_simple_version_are_those_of_the_reference() -> Result<()> {
    let program = Program::new(None, true, &Readings::default())?;
    for &(fen, depth, _) in &SEARCHES[..5] {
        let position = Position::from_fen(fen)?;
        let depth = depth.min(2);
        let (list, _) = events_of(&program, &position, depth)?;
        let expected = of_the_reference(&position, depth, &Readings::default(), Version::Simple);
        let (mut boards, mut tried) = (vec![position.clone()], Vec::new());
        for told in &list {
            let ply = usize::from(told.ply);
            match told.event {
                Event::Try { m, gain } => {
                    // An illegal move has no value.
                    boards.truncate(ply + 1);
                    tried.truncate(ply);
                    let board = boards.last().context("a board")?;
                    assert_eq!(gain, board.gain(m), "{fen}, {told:?}");
                    let mut next = board.clone();
                    next.make(m);
                    boards.push(next);
                    tried.push(m);
                }
                Event::Value { m, .. } => assert_eq!(tried.get(ply), Some(&m), "{fen}, {told:?}"),
                _ => {}
            }
        }
        let shared = list.iter().filter(|told| {
            !matches!(
                told.event,
                Event::Try { .. } | Event::Pass { .. } | Event::Better { .. } | Event::Repetition
            )
        });
        for (told, expected) in shared.clone().zip(&expected) {
            assert_eq!(told.event, *expected, "{fen}, instruction {}", told.instructions);
        }
        assert_eq!(shared.count(), expected.len(), "{fen}");
    }
    Ok(())
}

/// docs/reference/debugger-chess.md names the JSON fields of an event. Values are for the root's side; the bounds of
/// the other side's window are exchanged.
#[test]
fn events_are_objects_with_the_values_of_the_root() -> Result<()> {
    let m = Position::from_fen(START)?.move_from_text("e2e4").context("a move")?;
    for (event, own, others) in [
        (
            Event::Node { depth: 2, low: -3, high: 7, material: 1 },
            json!({ "event": "node", "depth": 2, "low": -3, "high": 7, "material": 1 }),
            json!({ "event": "node", "depth": 2, "low": -7, "high": 3, "material": -1 }),
        ),
        (
            Event::Captures { low: -3, high: 7, material: 1 },
            json!({ "event": "captures", "low": -3, "high": 7, "material": 1 }),
            json!({ "event": "captures", "low": -7, "high": 3, "material": -1 }),
        ),
        (
            Event::Better { m, value: 4, before: 2, high: 6 },
            json!({ "event": "better", "move": "e2e4", "value": 4, "before": 2, "high": 6 }),
            json!({ "event": "better", "move": "e2e4", "value": -4, "before": -2, "high": -6 }),
        ),
        (
            Event::Capture { m, gain: 3 },
            json!({ "event": "capture", "move": "e2e4", "gain": 3 }),
            json!({ "event": "capture", "move": "e2e4", "gain": 3 }),
        ),
        (
            Event::MateSearch,
            json!({ "event": "mate-search" }),
            json!({ "event": "mate-search" }),
        ),
    ] {
        for (side, root, expected) in [
            (Colour::White, Colour::White, &own),
            (Colour::Black, Colour::Black, &own),
            (Colour::White, Colour::Black, &others),
            (Colour::Black, Colour::White, &others),
        ] {
            let told = Happening { instructions: 70_000, ply: 3, side, event };
            let mut expected = expected.clone();
            let names = [side, root].map(|colour| if colour == Colour::White { "white" } else { "black" });
            for (field, value) in [("side", names[0]), ("for", names[1])] {
                expected[field] = value.into();
            }
            (expected["instructions"], expected["ply"]) = (70_000.into(), 3.into());
            assert_eq!(told.to_json(root), expected);
        }
    }
    Ok(())
}
