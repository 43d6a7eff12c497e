//! The growing tree agrees with what the program stores and prints.

use anyhow::{Context, Result};
use bcp_chess::{Move, Position};
use bcp_debugger::{Fate, Growth, Happening, Level, Order, Places, Watcher};
use bcp_driver::{Iteration, Limits, Program, Progress, Search, SearchPath};
use bcp_reference::search::Event;
use z8000::machine::World;

/// The position of `docs/explanation/null-move-quiescence.md`, where it is worked out by hand.
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

/// Passes the events of a search to a `Growth`, and calls `seen` after each event.
fn grow(position: &Position, depth: u8, mut seen: impl FnMut(&Growth, &Happening, &World)) -> Result<Vec<Iteration>> {
    let program = Program::built_in()?;
    let limits = Limits { depth, ..Limits::default() };
    let mut search = Search::start(&program, position, limits)?;
    let places = Places::find(&|name| program.symbol(name), search.memory()).context("places")?;
    let mut growth = Growth::new(position.clone());
    let mut take = |told: Happening, _: &_, memory: &World| {
        growth.take(&told);
        seen(&growth, &told, memory);
    };
    let mut watcher = Watcher::new(&places, search.instructions(), &mut take);
    let mut iterations = Vec::new();
    while let Progress::Iteration(iteration) = search.next_with(&mut watcher)? {
        iterations.push(iteration);
    }
    Ok(iterations)
}

/// Formats each move of a level, such as `Nc7+ Best 3: Kd7 Nxa8`.
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
    // Only captures: White can stand pat with -2, and Nxd6+ is recaptured.
    assert_eq!(captures.len(), 1);
    assert_eq!(
        (captures[0].order, captures[0].pass, captures[0].value),
        (Order::First, Some(-2), Some(-2))
    );
    assert_eq!(told(&captures[0]), ["Nxd6+ Worse -2: exd6"]);
    // One ply from the horizon, only a capture can be better than a pass.
    assert_eq!(told(&near[0]), ["Nxd6+ Worse -2: exd6"]);
    // Of thirteen moves, two threaten something, and one of these is good.
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

/// Only the last move of a position can be the current one. The others are settled, and their work ended before the
/// next move began.
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

/// Returns the last branch of a level in comparable form.
fn branch(level: &Level) -> (Move, Fate, Option<i16>, Option<i16>, u64) {
    let last = level.branches.last().expect("a branch");
    (last.m, last.fate, last.score, last.value, last.work)
}

/// Checks that an event changes the levels as documented. Values are for the root's side.
/// `floors` are the lower bounds with which the capture search of each level began.
fn follows(before: &[Level], after: &[Level], floors: &[i16], told: &Happening, root: &Position) {
    let side = root.side_to_play();
    let (event, ply, now) = (told.seen_by(side), usize::from(told.ply), told.instructions);
    let place = format!("{told:?}");
    let [.., last] = after else {
        assert!(matches!(event, Event::RootPass), "{place}");
        return;
    };
    // Each position follows from the one above it by the current move, and a pass if the same side plays again.
    let first = if root.side_to_play() == after[0].position.side_to_play() {
        root.clone()
    } else {
        passed(root)
    };
    assert_eq!(after[0].position, first, "{place}");
    for pair in after.windows(2) {
        let m = pair[0].in_hand().expect("a current move").m;
        let mut position = pair[0].position.clone();
        position.make(m);
        let turn = position.side_to_play() == pair[1].position.side_to_play();
        assert_eq!(
            pair[1].position,
            if turn { position } else { passed(&position) },
            "{place}"
        );
    }
    let at = || &after[ply];
    let count = |levels: &[Level]| levels.iter().map(|level| level.branches.len()).sum::<usize>();
    match event {
        Event::Node { depth, .. } => {
            assert_eq!(
                (last.order, last.position.side_to_play()),
                (Order::Second { depth }, told.side),
                "{place}"
            );
            assert_eq!((last.pass, last.value, last.branches.len()), (None, None, 0), "{place}");
            assert_eq!(
                (last.enough, last.mates, last.takes_king),
                (false, false, false),
                "{place}"
            );
        }
        Event::Pass { value, .. } => {
            assert_eq!((at().pass, at().value), (Some(value), Some(value)), "{place}");
            assert_eq!(at().enough, told.event.is_cut_off(), "{place}");
        }
        Event::Captures { material, .. } => {
            assert_eq!(
                (last.order, last.position.side_to_play()),
                (Order::First, told.side),
                "{place}"
            );
            assert_eq!(
                (last.pass, last.value, last.branches.len()),
                (Some(material), Some(material), 0),
                "{place}"
            );
            let horizon = before.last().is_some_and(|it| it.order == Order::Second { depth: 0 });
            assert_eq!(after.len(), before.len() + usize::from(!horizon), "{place}");
        }
        Event::Capture { m, .. } => {
            assert_eq!(branch(last), (m, Fate::InHand, None, None, 0), "{place}");
            assert_eq!(
                (after.len(), count(after)),
                (before.len(), count(before) + 1),
                "{place}"
            );
        }
        Event::Test { m } | Event::Try { m, .. } => {
            let fate = if matches!(event, Event::Test { .. }) {
                Fate::Tested
            } else {
                Fate::InHand
            };
            assert_eq!(after.len(), ply + 1, "{place}");
            assert_eq!(branch(last), (m, fate, None, None, 0), "{place}");
            assert_eq!(last.branches.last().map(|it| it.at), Some(now), "{place}");
            assert_eq!(last.branches.len(), before[ply].branches.len() + 1, "{place}");
        }
        Event::Score { m, score, .. } => {
            let begun = before[ply].branches.last().expect("a branch").at;
            let fate = if told.event.is_eligible() {
                Fate::Eligible
            } else {
                Fate::Ignored
            };
            assert_eq!(after.len(), ply + 1, "{place}");
            assert_eq!(branch(last), (m, fate, Some(score), None, now - begun), "{place}");
        }
        Event::Search { m, score, depth } => {
            assert_eq!(
                (after.len(), last.order),
                (ply + 1, Order::Second { depth: depth + 1 }),
                "{place}"
            );
            let (found, fate, known, value, _) = branch(last);
            assert_eq!(
                (found, fate, known, value),
                (m, Fate::InHand, Some(score), None),
                "{place}"
            );
            if before[ply].order != last.order {
                // The position was searched one ply less deep to get a list; the results of that search do not count.
                assert_eq!((last.value, last.branches.len()), (last.pass, 1), "{place}");
            }
        }
        Event::Value { m, value, .. } => {
            let begun = before[ply].branches.last().expect("a branch");
            let is_legal = before[ply].position.play(m).is_some();
            let expected = if is_legal {
                (Fate::Worse, Some(value))
            } else {
                (Fate::Illegal, None)
            };
            assert_eq!(after.len(), ply + 1, "{place}");
            assert_eq!(
                branch(last),
                (m, expected.0, begun.score, expected.1, now - begun.at),
                "{place}"
            );
            // The position after the move; deeper positions have already been folded into it.
            if let Some(below) = before.get(ply + 1) {
                let line = last.branches.last().map(|it| it.line.clone());
                assert_eq!(line, Some(below.line()), "{place}");
            }
        }
        Event::Better { m, value, .. } => {
            let best = at().branches.iter().filter(|it| it.fate == Fate::Best);
            assert_eq!(best.map(|it| it.m).collect::<Vec<_>>(), [m], "{place}");
            assert_eq!(
                (at().value, at().enough),
                (Some(value), told.event.is_cut_off()),
                "{place}"
            );
        }
        Event::Quiet { value } => {
            let below = before.last().expect("a level");
            if below.order != Order::First || before.len() == 1 {
                assert_eq!((after.len(), last.value), (before.len(), Some(value)), "{place}");
                return;
            }
            assert_eq!(after.len(), before.len() - 1, "{place}");
            let above = &before[before.len() - 2];
            if above.order != Order::First {
                assert_eq!(
                    (last.value, last.branches.len()),
                    (above.value, above.branches.len()),
                    "{place}"
                );
                assert_eq!(branch(last), branch(above), "{place}");
                return;
            }
            let begun = above.branches.last().expect("a branch");
            let own = if above.position.side_to_play() == side { 1 } else { -1 };
            let (m, fate, _, found, work) = branch(last);
            assert_eq!((m, work), (begun.m, now - begun.at), "{place}");
            if below.takes_king {
                assert_eq!((fate, found, last.value), (Fate::Illegal, None, above.value), "{place}");
            } else if Some(own * value) > above.value.map(|it| floors[before.len() - 2].max(own * it)) {
                assert_eq!(fate, Fate::Best, "{place}");
                assert_eq!((found, last.value), (Some(value), Some(value)), "{place}");
            } else {
                assert_eq!(
                    (fate, found, last.value),
                    (Fate::Worse, Some(value), above.value),
                    "{place}"
                );
            }
        }
        Event::King => assert!(last.takes_king, "{place}"),
        Event::Repetition => assert_eq!(last.value, Some(0), "{place}"),
        Event::Mate { value } => {
            let own = last.position.side_to_play() == told.side;
            match before.last().and_then(Level::in_hand) {
                None if own => assert_eq!((last.mates, last.value), (true, Some(value)), "{place}"),
                Some(_) if !own => assert!(last.branches.last().is_some_and(|it| it.answered_by_mate), "{place}"),
                _ => assert_eq!(
                    (last.mates, last.value),
                    (false, before[before.len() - 1].value),
                    "{place}"
                ),
            }
        }
        Event::Iteration { value, .. } => {
            assert_eq!((after.len(), last.value), (1, Some(value)), "{place}");
            assert!(last.in_hand().is_none_or(|it| it.fate == Fate::Eligible), "{place}");
        }
        Event::List { .. } | Event::MateSearch | Event::Check { .. } | Event::Kept { .. } | Event::Dropped => {
            assert_eq!((after.len(), count(after)), (before.len(), count(before)), "{place}");
        }
        Event::RootPass => unreachable!("no level is left"),
    }
}

fn passed(position: &Position) -> Position {
    let mut position = position.clone();
    position.make_null();
    position
}

#[test]
fn each_event_changes_what_it_is_about_and_nothing_else() -> Result<()> {
    for (fen, depth) in [
        (FORK, 4),
        ("6k1/6p1/8/7Q/8/8/rr6/7K w - -", 5),
        ("r3k3/1P5p/8/8/8/8/p6P/1R2K3 b q -", 3),
        (POSITIONS[1], 3),
        (POSITIONS[4], 3),
        // Moves that are answered by mates.
        ("1k6/5RP1/1P6/1K6/6r1/8/8/8 w - -", 6),
    ] {
        let position = Position::from_fen(fen)?;
        let mut before: Vec<Level> = Vec::new();
        let mut floors = vec![0; 64];
        grow(&position, depth, |growth, told, _| {
            if let Event::Captures { low, .. } = told.event {
                floors[growth.levels().len() - 1] = low;
            }
            follows(&before, growth.levels(), &floors, told, &position);
            before = growth.levels().to_vec();
        })?;
    }
    Ok(())
}
