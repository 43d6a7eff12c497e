//! What happened to a move, compared with the complete list of events.
//!
//! The judge derives it only from the plies and moves in the list, without a tree.

use std::fs;

use anyhow::{Context, Result};
use bcp_chess::{Move, Position};
use bcp_debugger::{Answer, Happening, Inquiry, Places, Reason, Watcher};
use bcp_driver::{Limits, Program, Progress, Search};
use bcp_reference::search::{Event, Listed, Readings};
use z8000::machine::World;

const DEPTH: u8 = 4;

/// Returns twenty positions, every fifteenth of Win at Chess, and those in which errors were found.
pub(crate) fn positions() -> Vec<Position> {
    let file = concat!(env!("CARGO_MANIFEST_DIR"), "/../suite/positions/win-at-chess.csv");
    let text = fs::read_to_string(file).expect("the positions");
    let fens = text
        .lines()
        .skip(1)
        .step_by(15)
        .map(|line| line.split(',').nth(3).expect("a FEN"));
    let positions: Vec<Position> = fens.map(|fen| Position::from_fen(fen).expect(fen)).collect();
    assert_eq!(positions.len(), 20);
    positions
}

/// Returns all events of a search, and the best line of its last iteration.
pub(crate) fn events(position: &Position, depth: u8) -> Result<(Vec<Happening>, Vec<Move>)> {
    events_of(&Program::built_in()?, position, depth)
}

/// Returns the same for another version of the program; the simple one keeps no line.
pub(crate) fn events_of(program: &Program, position: &Position, depth: u8) -> Result<(Vec<Happening>, Vec<Move>)> {
    let limits = Limits { depth, ..Limits::default() };
    let mut search = Search::start(program, position, limits)?;
    let places = Places::find(&|name| program.symbol(name), search.memory()).context("places")?;
    let mut list = Vec::new();
    let mut push = |told, _: &_, _: &World| list.push(told);
    let mut watcher = Watcher::new(&places, search.instructions(), &mut push);
    while let Progress::Iteration(_) = search.next_with(&mut watcher)? {}
    let tree = bcp_driver::StoredTree::find(&|name| program.symbol(name));
    let mut at = position.clone();
    let mut line = Vec::new();
    for text in tree.map_or_else(Vec::new, |tree| tree.best_line(search.memory())) {
        let Some(m) = at.move_from_text(&text) else { break };
        at = at.play(m).context("a legal move")?;
        line.push(m);
    }
    Ok((list, line))
}

/// The fate of a move according to the program's list.
#[derive(Debug, PartialEq, Eq)]
enum Fate {
    NotListed,
    /// The score of the move, and the best value at that time; false if another move has overtaken it since.
    NotEligible((i16, i16), bool),
    Worse(i16, i16),
    NotReached,
    Best(i16),
}

/// The events at the position after a path: those of earlier visits, those of the last visit, and the index in the list
/// at which that ends.
#[derive(Default)]
struct Visits<'e> {
    earlier: Vec<&'e Happening>,
    last: Vec<&'e Happening>,
    end: usize,
}

impl<'e> Visits<'e> {
    fn of(list: &'e [Happening], path: &[Move]) -> Option<Self> {
        let k = path.len();
        let (mut line, mut visits): (Vec<Move>, Self) = <_>::default();
        let (mut is_scoring, mut begun) = (false, false);
        for (index, told) in list.iter().enumerate() {
            let ply = usize::from(told.ply);
            let entered =
                matches!(told.event, Event::Node { .. }) && ply == k && line.get(..k) == Some(path) && !is_scoring;
            if begun && (ply < k || matches!(told.event, Event::Iteration { .. })) {
                (begun, visits.end) = (false, index + 1);
            }
            if entered && !begun {
                begun = true;
                visits.earlier.append(&mut visits.last);
            }
            if begun && ply == k {
                visits.last.push(told);
            }
            match told.event {
                Event::Search { m, .. } | Event::Try { m, .. } => {
                    line.truncate(ply);
                    line.push(m);
                }
                _ => {}
            }
            match told.event {
                Event::Test { .. } => is_scoring = true,
                Event::Node { .. } | Event::Search { .. } | Event::Try { .. } | Event::Value { .. } => {
                    is_scoring = false
                }
                _ => {}
            }
        }
        (visits.end > 0).then_some(visits)
    }
}

/// Returns the fate of a move according to the events at its position.
fn fate(visits: &Visits<'_>, m: Move) -> Fate {
    let here: Vec<Event> = visits.last.iter().map(|told| told.event).collect();
    // A visit that is repeated at greater depth counts from its greatest depth.
    let depth = |event: &Event| {
        if let Event::Search { depth, .. } = event {
            Some(*depth)
        } else {
            None
        }
    };
    let deepest = here.iter().filter_map(depth).max();
    let start = here
        .iter()
        .position(|event| deepest.is_some() && depth(event) == deepest);
    let counting = &here[start.unwrap_or(0)..];
    let value = counting.iter().rev().find_map(|event| match event {
        Event::Value { m: other, value, best } if *other == m => Some((*value, *best)),
        _ => None,
    });
    let best = counting.iter().rev().find_map(|event| match event {
        Event::Better { m, .. } => Some(*m),
        _ => None,
    });
    match value {
        Some((value, _)) if best == Some(m) && !matches!(here.last(), Some(Event::Mate { .. })) => {
            return Fate::Best(value);
        }
        Some((value, best)) => return Fate::Worse(value, best),
        None => {}
    }
    let score = |event: &Event| match event {
        Event::Score { m: other, score, best } if *other == m => Some((*score, *best)),
        _ => None,
    };
    if let Some(score) = counting.iter().rev().find_map(score) {
        return Fate::NotEligible(score, true);
    }
    let passes = here
        .iter()
        .any(|event| matches!(event, Event::Pass { .. }) && event.is_cut_off());
    let mates = here.iter().any(|event| matches!(event, Event::Mate { .. }));
    if passes || mates || counting.iter().any(Event::is_cut_off) || here.len() < 2 {
        return Fate::NotReached;
    }
    let tries = |event: &Event| matches!(event, Event::List { moves: Listed::Captures | Listed::All });
    if here.iter().any(tries) {
        return Fate::NotListed;
    }
    let earlier = visits
        .earlier
        .iter()
        .map(|told| told.event)
        .chain(here)
        .collect::<Vec<_>>();
    let score = earlier.iter().rev().find_map(score).expect("a score");
    Fate::NotEligible(score, score.0 <= score.1)
}

fn told(answer: &Answer) -> Option<Fate> {
    Some(match &answer.reason {
        Reason::NotListed { .. } => Fate::NotListed,
        Reason::NotEligible { score, best, .. } => Fate::NotEligible((*score, *best), true),
        Reason::Worse { value, best, .. } => Fate::Worse(*value, *best),
        Reason::NotReached { .. } => Fate::NotReached,
        Reason::Best { value, .. } => Fate::Best(*value),
        Reason::Illegal { .. } | Reason::Open => return None,
    })
}

/// Converts the values of a fate to those of the root's side, as the answers have them.
fn turned(fate: Fate, is_roots: bool) -> Fate {
    let turn = |value: i16| if is_roots { value } else { -value };
    match fate {
        Fate::NotEligible((score, best), still) => Fate::NotEligible((turn(score), turn(best)), still),
        Fate::Worse(value, best) => Fate::Worse(turn(value), turn(best)),
        Fate::Best(value) => Fate::Best(turn(value)),
        other => other,
    }
}

type Counts = std::collections::BTreeMap<String, u32>;

/// Judges the answers about all moves in the position after a path, and counts the answers by kind.
fn judge(root: &Position, list: &[Happening], path: &[Move], counts: &mut Counts) -> Result<()> {
    let k = path.len();
    let Some(visits) = Visits::of(list, path) else { return Ok(()) };
    let position = path
        .iter()
        .try_fold(root.clone(), |at, m| at.play(*m))
        .context("a line")?;
    for m in position.legal_moves() {
        let mut inquiry = Inquiry::new(root.clone(), path.to_vec(), m).context("a path")?;
        list[..visits.end].iter().for_each(|event| inquiry.take(event));
        let answer = inquiry
            .answer()
            .with_context(|| format!("no answer about {m} in {}", position.to_fen()))?;
        let expected = turned(fate(&visits, m), k.is_multiple_of(2));
        let got = told(&answer);
        let place = format!("{m} at ply {k} of {}: {}", root.to_fen(), answer.sentences());
        match (&got, &expected) {
            (Some(Fate::NotEligible((score, _), _)), Fate::NotEligible((expected, _), false)) => {
                assert_eq!(score, expected, "{place}");
            }
            _ => assert_eq!(got.as_ref(), Some(&expected), "{place}"),
        }
        *counts.entry(format!("{} {k}", answer.reason.name())).or_default() += 1;
    }
    Ok(())
}

/// The simple version scores no move: each is searched, and is worse or the best, unless the visit ended first.
#[test]
fn the_simple_version_answers_too() -> Result<()> {
    let program = Program::new(None, true, &Readings::default())?;
    let mut counts = Counts::new();
    for root in positions().iter().take(6) {
        let (list, _) = events_of(&program, root, 2)?;
        judge(root, &list, &[], &mut counts)?;
    }
    println!("{counts:?}");
    assert!(counts["worse 0"] > 100 && counts["best 0"] > 2, "{counts:?}");
    Ok(())
}

#[test]
fn answers_agree_with_the_complete_list_of_events() -> Result<()> {
    let mut counts = Counts::new();
    for root in positions() {
        let (list, line) = events(&root, DEPTH)?;
        for k in 0..=line.len().min(3) {
            judge(&root, &list, &line[..k], &mut counts)?;
        }
    }
    println!("{counts:?}");
    for name in ["not-listed", "not-eligible", "worse", "not-reached", "best"] {
        assert!(
            counts.iter().any(|(kind, _)| kind.starts_with(name)),
            "{name}: {counts:?}"
        );
    }
    Ok(())
}
