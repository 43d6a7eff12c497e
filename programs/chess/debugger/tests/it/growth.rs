//! The tree that grows with a search, beside what the program keeps and prints.

use anyhow::{Context, Result};
use bcp_chess::Position;
use bcp_debugger::{Fate, Growth, Happening, Level, Order, Places, Watcher};
use bcp_driver::{Iteration, Limits, Program, Progress, Search, SearchPath};
use bcp_reference::search::Event;
use z8000::board::Memory;

/// The position of `docs/explanation/null-move-quiescence.md`, where it is worked through by hand.
const FORK: &str = "r3k3/4p3/3p4/1N6/8/8/6PP/6K1 w - -";

/// Positions 1, 16, 96, 100, 153, 241 and 293 of Win at Chess.
const POSITIONS: [&str; 7] = [
    "2rr3k/pp3pp1/1nnqbN1p/3pN3/2pP4/2P3Q1/PPB4P/R4RK1 w - -",
    "r4rk1/ppp2ppp/2n5/2bqp3/8/P2PB3/1PP1NPPP/R2Q1RK1 w - -",
    "r1b4k/ppp2Bb1/6Pp/3pP3/1qnP1p1Q/8/PPP3P1/1K1R3R w - -",
    "8/k1b5/P4p2/1Pp2p1p/K1P2P1P/8/3B4/8 w - -",
    "2r3k1/q4ppp/p3p3/pnNp4/2rP4/2P2P2/4R1PP/2R1Q1K1 b - -",
    "2rq1rk1/pp3ppp/2n2b2/4NR2/3P4/PB5Q/1P4PP/3R2K1 w - -",
    "1nbq1r1k/3rbp1p/p1p1pp1Q/1p6/P1pPN3/5NP1/1P2PPBP/R4RK1 w - -",
];

/// Feeds a search to a growth, and shows it after each event.
fn grow(position: &Position, depth: u8, mut seen: impl FnMut(&Growth, &Happening, &Memory)) -> Result<Vec<Iteration>> {
    let program = Program::built_in()?;
    let limits = Limits { depth, ..Limits::default() };
    let mut search = Search::start(&program, position, limits)?;
    let places = Places::find(&|name| program.symbol(name), search.memory()).context("places")?;
    let mut growth = Growth::new(position.clone());
    let mut watcher = Watcher::new(
        &places,
        search.instructions(),
        |told: Happening, _: &_, memory: &Memory| {
            growth.take(&told);
            seen(&growth, &told, memory);
        },
    );
    let mut iterations = Vec::new();
    while let Progress::Iteration(iteration) = search.next_with(&mut watcher)? {
        iterations.push(iteration);
    }
    Ok(iterations)
}

/// `Nc7+ Best 3: Kd7 Nxa8`, a move in a line.
fn told(level: &Level) -> Vec<String> {
    let san = |position: &Position, m| position.san(m).unwrap_or_else(|| m.to_string());
    let branches = level.branches.iter().map(|branch| {
        let mut at = level.position.clone();
        let mut text = format!("{} {:?}", san(&at, branch.m), branch.fate);
        if let Some(value) = branch.value {
            text += &format!(" {value}:");
        }
        at.make(branch.m);
        for m in &branch.line {
            text += &format!(" {}", san(&at, *m));
            at.make(*m);
        }
        text
    });
    branches.collect()
}

#[test]
fn the_iterations_of_the_fork_are_those_that_were_worked_out_by_hand() -> Result<()> {
    let position = Position::from_fen(FORK)?;
    let mut ends = Vec::new();
    grow(&position, 2, |growth, happening, _| {
        if matches!(happening.event, Event::Iteration { .. }) {
            ends.push(growth.levels().to_vec());
        }
    })?;
    let [captures, near, second] = ends.as_slice() else {
        panic!("{ends:?}")
    };
    // Captures alone: White can stop with -2, and Nxd6+ is taken back.
    assert_eq!(captures.len(), 1);
    assert_eq!(
        (captures[0].order, captures[0].pass, captures[0].value),
        (Order::First, Some(-2), Some(-2))
    );
    assert_eq!(told(&captures[0]), ["Nxd6+ Worse -2: exd6"]);
    // One ply from the horizon no move can be better than to pass, except a capture.
    assert_eq!(told(&near[0]), ["Nxd6+ Worse -2: exd6"]);
    // Thirteen moves: two threaten something, and one of them is good.
    let [root] = second.as_slice() else { panic!("{second:?}") };
    assert_eq!(
        (root.order, root.pass, root.value),
        (Order::Second { depth: 2 }, Some(-2), Some(3))
    );
    let ignored = root.branches.iter().filter(|branch| branch.fate == Fate::Ignored);
    assert_eq!((root.branches.len(), ignored.count()), (13, 11));
    let searched: Vec<String> = told(root)
        .into_iter()
        .filter(|text| !text.contains("Ignored"))
        .collect();
    assert_eq!(searched, ["Nxd6+ Worse -2: exd6", "Nc7+ Best 3: Kd7 Nxa8"]);
    Ok(())
}

/// Only the last move of a position can be the current one. Each of the others is settled, and had its work before the
/// next one was taken up.
fn follow_each_other(level: &Level, happening: &Happening) {
    for pair in level.branches.windows(2) {
        let [one, next] = pair else { continue };
        assert!(
            !matches!(one.fate, Fate::Tested | Fate::InHand),
            "{:?} of {} at {happening:?}",
            one.fate,
            one.m
        );
        assert!((1..=next.at - one.at).contains(&one.work), "{} at {happening:?}", one.m);
    }
    if let Some(last) = level.branches.last() {
        assert!(
            last.work <= happening.instructions - last.at,
            "{} at {happening:?}",
            last.m
        );
    }
}

#[test]
fn what_has_grown_agrees_with_what_the_program_keeps_and_prints() -> Result<()> {
    let program = Program::built_in()?;
    let path = SearchPath::find(&|name| program.symbol(name)).context("a path")?;
    for fen in POSITIONS {
        let position = Position::from_fen(fen)?;
        let mut ends = Vec::new();
        let iterations = grow(&position, 4, |growth, happening, memory| {
            let levels = growth.levels();
            levels.iter().for_each(|level| follow_each_other(level, happening));
            if matches!(happening.event, Event::Iteration { .. }) {
                let best = levels[0].line().first().map(ToString::to_string);
                ends.push((growth.ended(), best));
            }
            if let Event::Search { depth, .. } = happening.event {
                let level = &levels[usize::from(happening.ply)];
                assert_eq!(level.order, Order::Second { depth: depth + 1 }, "{fen}, {happening:?}");
                assert!(!level.enough, "{fen}, {happening:?}");
            }
            if matches!(happening.event, Event::Node { depth: 1.., .. }) {
                let grown = levels.iter().filter_map(|level| level.in_hand());
                let grown: Vec<String> = grown.map(|branch| branch.m.to_string()).collect();
                assert_eq!(grown, path.moves(memory), "{fen}, {happening:?}");
            }
        })?;
        assert_eq!(ends.len(), iterations.len());
        for (iteration, (ended, best)) in iterations.iter().zip(ends) {
            assert_eq!(ended, Some((iteration.depth, iteration.value)), "{fen}");
            if iteration.depth > 0 {
                let named = iteration.named(&position).map(|m| m.to_string());
                assert_eq!(
                    best.map(|best| best[..4].to_owned()),
                    named.map(|m| m[..4].to_owned()),
                    "{fen}, depth {}",
                    iteration.depth
                );
            }
        }
    }
    Ok(())
}
