//! Games by [`Rules`] that are difficult for searches: null moves only in some positions, and hashes that many
//! positions share.

use std::hash::{Hash, Hasher};

use bcp_chess::hash::mix;
use bcp_laboratory::game::{Game, INFINITY};
use bcp_laboratory::rules::{Fault, check};
use bcp_laboratory::searches::{Request, Search, SearchResult};
use bcp_laboratory::trace::Each;
use bcp_laboratory::{Rules, RulesGame};

fn run<R: Rules<Move = u8>>(search: &str, game: R, depth: i32) -> SearchResult<u8> {
    let search: Search = search.parse().expect(search);
    let names = Each::new(|m: u8| m.to_string());
    let request = Request { depth, order: Some(1), ..Request::default() };
    search.run(RulesGame::new(game), "", names, &request).expect("a search")
}

/// Every search whose value equals minimax if no null move misleads it.
const EXACT: [&str; 9] = [
    "minimax",
    "pvs",
    "alpha-beta",
    "alpha-beta-memory",
    "mtd",
    "sss",
    "dual",
    "fast:none",
    "fast:none+no-moves",
];

/// Two moves in a row, 0 to 1 to 2. For the first player the positions are worth 0, 50 and 60. The second position has
/// no null move, as in check.
#[derive(Clone, PartialEq, Eq, Hash)]
struct Check {
    place: u8,
    first: bool,
}

impl Rules for Check {
    type Move = u8;

    fn moves(&self) -> Vec<u8> {
        (self.place < 2).then_some(self.place + 1).into_iter().collect()
    }

    fn play(&self, place: u8) -> Self {
        Self { place, first: !self.first }
    }

    fn evaluate(&self) -> i32 {
        let value = [0, 50, 60][usize::from(self.place)];
        if self.first { value } else { -value }
    }

    fn pass(&self) -> Option<Self> {
        (self.place != 1).then_some(Self { first: !self.first, ..*self })
    }
}

/// By hand: the only reply leads to 60, and no other value is possible, because neither side may pass before it.
#[test]
fn a_position_without_a_pass_is_not_passed() {
    let root = Check { place: 0, first: true };
    let null_moves = [
        "standard",
        "verified",
        "extended",
        "quiesce",
        "quiesce-d",
        "nested",
        "fast:r2",
        "fast:none+layer2",
    ];
    for name in EXACT.into_iter().chain(null_moves) {
        assert_eq!(run(name, root.clone(), 2).value, Some(60), "{name}");
    }
    // In Fig. 5 the range contains every value that is possible beyond the horizon: passing is worth 0, and no more is
    // certain.
    let text = run("quiesce-d", root, 2).trace.text();
    assert!(text.contains("= 60 [0, inf]"), "{text}");
}

/// A randomly generated game of `depth` moves, in which some positions have no null move.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
struct Drawn {
    seed: u64,
    depth: u8,
    passed: bool,
}

impl Drawn {
    fn next(&self, by: u8) -> Self {
        Self {
            seed: mix(self.seed ^ mix(by.into())),
            depth: self.depth - 1,
            passed: false,
        }
    }
}

impl Rules for Drawn {
    type Move = u8;

    fn moves(&self) -> Vec<u8> {
        (0..(self.seed >> 8) as u8 % 4 * self.depth.min(1)).collect()
    }

    fn play(&self, m: u8) -> Self {
        self.next(m)
    }

    fn evaluate(&self) -> i32 {
        (mix(self.seed) % 41) as i32 - 20
    }

    fn pass(&self) -> Option<Self> {
        let passes = !self.passed && !(self.seed >> 16).is_multiple_of(3);
        passes.then(|| Self { passed: true, seed: mix(!self.seed), ..*self })
    }
}

/// Fig. 3 without bounds: a side that may pass can also take the value of the null move.
fn quiescence(game: &Drawn) -> i32 {
    let passed = game.pass().map(|passed| -passed.evaluate());
    let moves = game.moves().into_iter().map(|m| -quiescence(&game.play(m)));
    moves.chain(passed).max().unwrap_or_else(|| game.evaluate())
}

#[test]
fn quiescence_passes_where_it_may() {
    let mut passes = 0;
    for seed in 0..500 {
        let game = Drawn { seed: mix(seed), depth: 5, passed: false };
        if !game.moves().iter().any(|&m| game.play(m).pass().is_some()) {
            continue;
        }
        passes += 1;
        let value = Some(quiescence(&game));
        for name in ["quiesce", "quiesce-d"] {
            assert_eq!(run(name, game.clone(), 9).value, value, "{seed} {name}");
        }
    }
    assert!(passes > 100, "{passes}");
}

/// Tic-tac-toe in which all positions have the same hash.
#[derive(Clone, PartialEq, Eq)]
struct OneHash(u16, u16);

impl Hash for OneHash {
    fn hash<H: Hasher>(&self, _state: &mut H) {}
}

impl Rules for OneHash {
    type Move = u8;

    fn moves(&self) -> Vec<u8> {
        let free = |place: &u8| (self.0 | self.1) >> place & 1 == 0 && self.evaluate() == 0;
        (0..9).filter(free).collect()
    }

    fn play(&self, place: u8) -> Self {
        Self(self.1, self.0 | 1 << place)
    }

    fn evaluate(&self) -> i32 {
        let rows = [0o7, 0o70, 0o700, 0o111, 0o222, 0o444, 0o421, 0o124];
        -i32::from(rows.iter().any(|row| self.1 & row == *row))
    }
}

fn minimax(game: &OneHash) -> i32 {
    let values = game.moves().into_iter().map(|m| -minimax(&game.play(m)));
    values.max().unwrap_or_else(|| game.evaluate())
}

#[test]
fn a_hash_can_do_no_harm() {
    for own in 0..9 {
        for other in (0..9).filter(|other| own != *other) {
            let game = OneHash(1 << own, 1 << other);
            let value = minimax(&game);
            for name in EXACT.iter().filter(|name| **name != "minimax") {
                assert_eq!(run(name, game.clone(), 7).value, Some(value), "{own} {other} {name}");
            }
            for name in ["pn", "pn2", "df-pn"] {
                let found = run(name, game.clone(), 7);
                assert_eq!(found.answer, Some(value > 0), "{own} {other} {name}");
                let end = found.moves.iter().fold(game.clone(), |game, &m| game.play(m));
                assert!(
                    value <= 0 || end.evaluate() == -1 && end.moves().is_empty(),
                    "{own} {other} {name}"
                );
            }
        }
    }
}

/// A finished root has a value in every search, and iterations completed before a limit are kept.
#[test]
fn a_finished_root_and_a_limit_leave_a_value() {
    for name in EXACT {
        assert_eq!(run(name, OneHash(0o30, 0o7), 3).value, Some(-1), "{name}");
    }
    let search: Search = "fast:none".parse().expect("a search");
    let request = Request { depth: 9, positions: 2000, ..Request::default() };
    let names = Each::new(|m: u8| m.to_string());
    let found = search
        .run(RulesGame::new(OneHash(0, 0)), "", names, &request)
        .expect("a search");
    assert!(
        found.ended && found.depth.is_some_and(|depth| (1..9).contains(&depth)),
        "{:?}",
        found.depth
    );
    assert_eq!((found.value, found.line.is_empty()), (Some(0), false));
}

/// A heap from which one to three are taken, with one kind of fault.
#[derive(Clone, Debug)]
struct Faulty {
    heap: u32,
    side: bool,
    fault: &'static str,
}

impl PartialEq for Faulty {
    fn eq(&self, other: &Self) -> bool {
        self.heap == other.heap && (self.fault == "side" || self.side == other.side)
    }
}

impl Eq for Faulty {}

impl Hash for Faulty {
    fn hash<H: Hasher>(&self, state: &mut H) {
        self.heap.hash(state);
    }
}

impl Rules for Faulty {
    type Move = u8;

    fn moves(&self) -> Vec<u8> {
        let moves = (1..=3).filter(|m| u32::from(*m) <= self.heap);
        match self.fault {
            "duplicate" if self.heap == 3 => vec![1, 2, 1],
            _ => moves.collect(),
        }
    }

    fn play(&self, m: u8) -> Self {
        Self { heap: self.heap - u32::from(m), side: !self.side, ..self.clone() }
    }

    fn evaluate(&self) -> i32 {
        match self.fault {
            "range" if self.heap == 0 => i32::MIN,
            "side" if self.heap == 2 => i32::from(self.side),
            _ => -i32::from(self.heap == 0),
        }
    }

    fn pass(&self) -> Option<Self> {
        let heap = self.heap.saturating_sub(u32::from(self.fault == "pass"));
        (self.heap > 0).then(|| Self { heap, side: !self.side, ..self.clone() })
    }
}

/// By hand, from a heap of seven: the shortest line to a position in which the fault shows.
#[test]
fn faults_are_found_by_the_shortest_line() {
    let root = |fault| Faulty { heap: 7, side: true, fault };
    let line = |fault| check(root(fault), 1_000).map(|(line, fault)| (line.iter().sum(), line.len(), fault));
    assert_eq!(line(""), None);
    assert_eq!(line("range"), Some((7, 3, Fault::Range)));
    assert_eq!(line("duplicate"), Some((4, 2, Fault::Duplicate)));
    assert_eq!(line("pass"), Some((5, 2, Fault::Pass)));
    assert_eq!(line("side").map(|(_, _, fault)| fault), Some(Fault::Differs));
}

/// The smallest number counts as a loss, and does not wrap around to a win.
#[test]
fn values_out_of_range_do_not_wrap() {
    let root = Faulty { heap: 4, side: true, fault: "range" };
    for name in EXACT {
        assert_eq!(run(name, root.clone(), 4).value, Some(1 - INFINITY), "{name}");
    }
}

/// Neither side can pass in the first four plies.
#[test]
fn a_pass_may_come_late() {
    let root = Drawn { seed: 0, depth: 0, passed: false };
    assert!(!RulesGame::new(root).has_null());
    let late = |from| RulesGame::new(Late { plies: 0, from });
    assert_eq!(
        [late(0), late(4), late(9)].map(|game| game.has_null()),
        [true, true, false]
    );
}

#[derive(Clone, PartialEq, Eq, Hash)]
struct Late {
    plies: u8,
    from: u8,
}

impl Rules for Late {
    type Move = u8;

    fn moves(&self) -> Vec<u8> {
        if self.plies < 6 { vec![0, 1] } else { Vec::new() }
    }

    fn play(&self, _m: u8) -> Self {
        Self { plies: self.plies + 1, ..*self }
    }

    fn evaluate(&self) -> i32 {
        0
    }

    fn pass(&self) -> Option<Self> {
        (self.plies >= self.from).then(|| Self { plies: self.plies + 1, ..*self })
    }
}
