//! The events of a search, compared with the test's own boards and checked for consistency.

use std::cell::RefCell;

use bcp_chess::{Move, Position};
use bcp_reference::search::{Event, Observer, Readings, Searcher, Version};

/// Positions with few pieces, three of Win at Chess (1, 16 and 96), and the depth for each.
const POSITIONS: [(&str, u8); 10] = [
    // Rxb4 saves the rook from the bishop, but leaves the back rank: Rc1 mates.
    ("2r5/6pk/6bp/8/1p6/8/5PPP/1R4K1 w - -", 4),
    ("8/7p/5k2/5p2/p1p2P2/Pr1pPK2/1P1R3P/8 b - -", 3),
    ("R7/P4k2/8/8/8/8/r7/6K1 w - -", 3),
    ("6k1/6p1/8/7Q/8/8/rr6/7K w - -", 4),
    ("1k6/5RP1/1P6/1K6/6r1/8/8/8 w - -", 3),
    ("5k2/6pp/p1qN4/1p1p4/3P4/2PKP2Q/PP3r2/3R4 b - -", 3),
    ("4k3/8/8/3pP3/8/8/8/4K2R w K d6", 3),
    ("2rr3k/pp3pp1/1nnqbN1p/3pN3/2pP4/2P3Q1/PPB4P/R4RK1 w - -", 5),
    ("r4rk1/ppp2ppp/2n5/2bqp3/8/P2PB3/1PP1NPPP/R2Q1RK1 w - -", 4),
    ("r1b4k/ppp2Bb1/6Pp/3pP3/1qnP1p1Q/8/PPP3P1/1K1R3R w - -", 6),
];

/// An observer that plays the reported moves on its own boards, and records the searches that have begun.
struct Boards {
    boards: RefCell<Vec<Position>>,
    /// The bounds of each search that has no value yet.
    begun: RefCell<Vec<(i16, i16)>>,
    /// The number of such searches at each move.
    before: RefCell<Vec<usize>>,
    /// The number of boards at each value.
    ended: RefCell<Vec<usize>>,
}

impl Boards {
    fn balance(&self) -> i16 {
        self.boards.borrow().last().expect("the root").balance()
    }

    fn begin(&self, low: i16, high: i16) {
        self.begun.borrow_mut().push((low, high));
    }
}

impl Observer for Boards {
    fn event(&self, event: Event) {
        match event {
            Event::Node { low, high, material, .. } | Event::Captures { low, high, material } => {
                assert_eq!(material, self.balance(), "{event:?}");
                self.begin(low, high);
            }
            Event::Capture { m, gain } => {
                let boards = self.boards.borrow();
                let board = boards.last().expect("the root");
                assert!(board.moves().contains(&m), "{event:?} in {}", board.to_fen());
                assert_eq!(gain, board.gain(m), "{event:?}");
            }
            _ => {}
        }
    }

    fn xt1v(&self, low: i16, high: i16) {
        self.begin(low, high);
    }

    fn value(&self, value: i16) {
        let (low, high) = self.begun.borrow_mut().pop().expect("a search");
        // Fail-hard, except for a draw, which is 0 whatever the bounds.
        assert!(
            (low..=high).contains(&value) || value == 0,
            "{value} of {low} to {high}"
        );
        self.ended.borrow_mut().push(self.boards.borrow().len());
    }

    fn make(&self, m: Option<Move>) {
        let mut next = self.boards.borrow().last().expect("the root").clone();
        match m {
            Some(m) => {
                assert!(next.moves().contains(&m), "{m} in {}", next.to_fen());
                next.make(m);
            }
            None => {
                next.make_null();
            }
        }
        self.boards.borrow_mut().push(next);
        self.before.borrow_mut().push(self.begun.borrow().len());
    }

    fn unmake(&self) {
        self.boards.borrow_mut().pop();
        assert!(!self.boards.borrow().is_empty(), "the root stays");
        // The searches after a move have their values before it is undone.
        assert_eq!(self.before.borrow_mut().pop(), Some(self.begun.borrow().len()));
    }
}

/// All moves of version 1 are reported: a board that plays them has the right material at each position.
#[test]
fn a_board_can_follow_the_simple_version() {
    for (fen, depth) in POSITIONS {
        let depth = depth.min(3);
        let root = Position::from_fen(fen).expect(fen);
        let boards = Boards {
            boards: RefCell::new(vec![root.clone()]),
            begun: RefCell::default(),
            before: RefCell::default(),
            ended: RefCell::default(),
        };
        let mut search = Searcher::new(root.clone()).version(Version::Simple).observed(&boards);
        assert!(search.search(depth).count() > 0, "{fen}");
        assert_eq!(boards.boards.take(), [root], "{fen}: all moves are taken back");
        assert_eq!(boards.begun.take(), [], "{fen}: each search has a value");
        assert!(boards.ended.take().into_iter().max() > Some(depth.into()), "{fen}");
    }
}

#[derive(Default)]
struct Events(RefCell<Vec<Event>>);

impl Observer for Events {
    fn event(&self, event: Event) {
        self.0.borrow_mut().push(event);
    }
}

/// Returns the events of a search by the stored version.
fn events(fen: &str, depth: u8, changes: &[(&str, i64)]) -> Vec<Event> {
    let mut readings = Readings::default();
    for &(name, value) in changes {
        readings.set(name, value).expect(name);
    }
    let events = Events::default();
    let mut search = Searcher::new(Position::from_fen(fen).expect(fen))
        .readings(readings)
        .observed(&events);
    assert!(search.search(depth).count() > 0, "{fen}");
    events.0.take()
}

/// `NODE_MATES` of `asm/constants.s`: 0 nowhere, 1 where depth one saw a mate, 2 at every node of t2v. Depth one looks last.
#[test]
fn mates_of_nodes_are_sought_where_the_reading_says() {
    for reading in 0..=2 {
        let (mut sought, mut known, mut sought_last) = (0, 0, 0);
        for (fen, depth) in POSITIONS {
            let events = events(fen, depth, &[("NODE_MATES", reading)]);
            for pair in events.windows(2) {
                match pair {
                    [Event::Node { depth: 2.., .. }, Event::MateSearch] => sought += 1,
                    [Event::Node { depth: 1.., .. }, Event::Mate { .. }] => known += 1,
                    [Event::Value { .. } | Event::List { .. }, Event::MateSearch] => sought_last += 1,
                    [Event::Node { depth: 1, .. }, Event::MateSearch] => panic!("depth one looks first: {fen}"),
                    _ => {}
                }
            }
        }
        let found = [sought, known, sought_last].map(|count| count > 0);
        let expected = [[false; 3], [false, true, true], [true; 3]];
        assert_eq!(
            found, expected[reading as usize],
            "{reading}: {sought} {known} {sought_last}"
        );
    }
}

/// A list that ended at an upper bound is dropped when it is needed with a higher one. That takes two iterations with
/// lists: those to depth one have none.
#[test]
fn stored_moves_are_dropped_only_where_there_are_some() {
    let mut dropped = 0;
    for (fen, depth) in POSITIONS {
        let events = events(fen, depth, &[]);
        let second = events
            .iter()
            .position(|event| matches!(event, Event::Iteration { depth: 2, .. }))
            .unwrap_or(events.len());
        let is_dropped = |event: &&Event| matches!(event, Event::Dropped);
        assert_eq!(events[..second].iter().filter(is_dropped).count(), 0, "{fen}");
        dropped += events[second..].iter().filter(is_dropped).count();
    }
    assert!(dropped > 0);
}

/// From depth 3, and not at the root, a position without a list is first searched one ply less deep (`asm/t2v.s`: "cp
/// r6,#3"), directly, and with the bounds that the null move has raised.
#[test]
fn only_positions_three_plies_deep_are_deepened() {
    let mut deepened = [0; 8];
    for (fen, depth) in POSITIONS {
        let nodes: Vec<Event> = events(fen, depth, &[("NODE_MATES", 0)])
            .into_iter()
            .filter(|event| !matches!(event, Event::Pass { .. }))
            .collect();
        for pair in nodes.windows(2) {
            if let [
                Event::Node { depth, low, high, .. },
                Event::Node { depth: next, low: raised, high: same, .. },
            ] = pair
            {
                assert_eq!((next + 1, high), (*depth, same), "{fen}: {pair:?}");
                assert!(raised >= low, "{fen}: {pair:?}");
                deepened[usize::from(*depth)] += 1;
            }
        }
    }
    assert_eq!(deepened[..3], [0; 3]);
    assert!(deepened[3] > 0 && deepened[4] > 0, "{deepened:?}");
}

/// A node whose moves are being tried, from its side's point of view: its depth, its window, and its best value so far.
struct Window {
    depth: u8,
    low: i16,
    high: i16,
    best: i16,
}

/// At depths up to two, no position is first searched one ply less deep: each node has the window that the node above
/// passes on, each event the best value of its node, and nothing is searched after a cut-off.
#[test]
fn windows_are_passed_on_and_values_are_within_them() {
    for (fen, depth) in POSITIONS {
        let mut nodes: Vec<Window> = Vec::new();
        // The moves being tried, with the nodes above each.
        let mut tried = Vec::new();
        let mut kept = None;
        // True if the value of the node causes a cut-off.
        let mut is_over = false;
        let mut compared = 0;
        for event in events(fen, depth.min(2), &[]) {
            let place = format!("{fen}: {event:?}");
            assert!(
                !is_over || !matches!(event, Event::Test { .. } | Event::Search { .. } | Event::Try { .. }),
                "{place}"
            );
            if let Some(m) = kept {
                let goes = matches!(event, Event::Kept { stored: true });
                assert!(
                    goes || matches!(event, Event::Search { m: next, .. } if next == m),
                    "{place}"
                );
                if !goes {
                    kept = None;
                }
            }
            match event {
                Event::RootPass => nodes.clear(),
                Event::Node { depth, low, high, .. } => {
                    let expected = match nodes.last() {
                        Some(above) if !is_over => (above.depth - 1, -above.high, -above.best),
                        _ => (depth, -127, 127),
                    };
                    assert_eq!((depth, low, high), expected, "{place}");
                    nodes.push(Window { depth, low, high, best: low });
                    is_over = false;
                    compared += 1;
                }
                Event::Pass { value, high } => {
                    let node = nodes.last_mut().expect("a node");
                    assert_eq!(high, node.high, "{place}");
                    node.best = node.low.max(value);
                    is_over = value >= high;
                }
                Event::Score { m, best, score } => {
                    let node = nodes.last().expect("a node");
                    assert_eq!(best, node.best, "{place}");
                    assert!((best..=node.high).contains(&score), "{place}");
                    kept = (score > best).then_some(m);
                }
                Event::Search { m, depth, .. } => {
                    assert_eq!(depth + 1, nodes.last().expect("a node").depth, "{place}");
                    tried.push((m, nodes.len()));
                }
                Event::Try { m, .. } => tried.push((m, nodes.len())),
                Event::Value { m, best, value } => {
                    // The node after the move has ended; an illegal move has no node.
                    let (last, above) = tried.pop().expect("a move");
                    nodes.truncate(above);
                    let node = nodes.last().expect("a node");
                    assert_eq!((last, node.best), (m, best), "{place}");
                    assert!((best..=node.high).contains(&value) || value == 0, "{place}");
                    is_over = false;
                }
                Event::Better { value, before, high, .. } => {
                    let node = nodes.last_mut().expect("a node");
                    assert_eq!((before, high), (node.best, node.high), "{place}");
                    assert!(value > before, "{place}");
                    node.best = value;
                    is_over = value >= high;
                }
                Event::Iteration { .. } => {
                    nodes.clear();
                    is_over = false;
                }
                _ => {}
            }
        }
        assert!(compared > 5, "{fen}");
    }
}
