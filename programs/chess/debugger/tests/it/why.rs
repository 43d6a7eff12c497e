//! What became of a move, held against the complete list of events.
//!
//! The judge reads the list by the numbers of the plies and the names of the moves alone, and knows no tree.

use std::fs;

use anyhow::{Context, Result};
use bcp_chess::{Move, Position};
use bcp_debugger::{Answer, CHESS, Happening, Inquiry, Places, Reason, Watcher, Why, debugged};
use bcp_driver::{Limits, Program, Progress, Search};
use bcp_reference::search::{Event, Listed};
use z8000::board::Memory;
use z8000_debugger::command::Interpreter;
use z8000_debugger::session::Session;

const DEPTH: u8 = 4;

/// Every fifteenth position of Win at Chess, twenty in all, and those of the findings.
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

/// All events of a search, and the best line of its last iteration.
pub(crate) fn events(position: &Position, depth: u8) -> Result<(Vec<Happening>, Vec<Move>)> {
    let program = Program::built_in()?;
    let limits = Limits { depth, ..Limits::default() };
    let mut search = Search::start(&program, position, limits)?;
    let places = Places::find(&|name| program.symbol(name), search.memory()).context("places")?;
    let mut list = Vec::new();
    let mut watcher = Watcher::new(&places, search.instructions(), |told, _: &_, _: &Memory| {
        list.push(told)
    });
    while let Progress::Iteration(_) = search.next_with(&mut watcher)? {}
    let tree = bcp_driver::StoredTree::find(&|name| program.symbol(name)).context("a tree")?;
    let mut at = position.clone();
    let mut line = Vec::new();
    for text in tree.best_line(search.memory()) {
        let Some(m) = at.move_from_text(&text) else { break };
        at = at.play(m).context("a legal move")?;
        line.push(m);
    }
    Ok((list, line))
}

/// What the list says became of a move.
#[derive(Debug, PartialEq, Eq)]
enum Fate {
    NotListed,
    /// Its score, and the best value then.
    NotEligible(Option<(i16, i16)>),
    Worse(i16, i16),
    NotReached,
    Best(i16),
}

/// The events of the last visit to the position behind a path, and the number of events up to its end. The list ends
/// there.
fn last_visit<'e>(list: &'e [Happening], path: &[Move]) -> Option<(usize, Vec<&'e Happening>)> {
    let k = path.len();
    let mut line: Vec<Move> = Vec::new();
    let mut scoring = false;
    let (mut begun, mut visit, mut found) = (false, Vec::new(), None);
    for (index, told) in list.iter().enumerate() {
        let ply = usize::from(told.ply);
        let entered = matches!(told.event, Event::Node { .. }) && ply == k && line == path && !scoring;
        if begun
            && (ply < k
                || matches!(told.event, Event::Iteration { .. })
                || k == 0 && matches!(told.event, Event::RootPass))
        {
            found = Some((index + 1, std::mem::take(&mut visit)));
            begun = false;
        }
        if begun || entered {
            begun = true;
            visit.push(told);
        }
        match told.event {
            Event::Search { m, .. } | Event::Try { m, .. } => {
                line.truncate(ply);
                line.push(m);
            }
            Event::Test { .. } => scoring = true,
            _ => {}
        }
        if matches!(
            told.event,
            Event::Node { .. } | Event::Search { .. } | Event::Try { .. } | Event::Value { .. }
        ) {
            scoring = false;
        }
    }
    found
}

/// The fate of a move in a visit, whose events at its own ply are the only ones that count.
fn fate(visit: &[&Happening], before: &[Happening], path: &[Move], m: Move) -> Fate {
    let k = path.len();
    let here: Vec<Event> = visit
        .iter()
        .filter(|told| usize::from(told.ply) == k)
        .map(|told| told.event)
        .collect();
    // A visit that goes deeper step by step counts from where it is deepest.
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
        .position(|event| deepest.is_some() && depth(event) == deepest)
        .unwrap_or(0);
    let last = |wanted: &dyn Fn(&Event) -> bool| here[start..].iter().rposition(wanted).map(|at| at + start);
    let value = last(&|event| matches!(event, Event::Value { m: other, .. } if *other == m));
    let better = last(&|event| matches!(event, Event::Better { m: other, .. } if *other == m));
    let bettered = last(&|event| matches!(event, Event::Better { .. }));
    let mates = here.iter().any(|event| matches!(event, Event::Mate { .. }));
    let is_tried = last(&|event| matches!(event, Event::List { moves: Listed::Captures | Listed::All })).is_some();
    match value.map(|at| here[at]) {
        Some(Event::Value { value, .. }) if better.is_some() && better == bettered && !mates_itself(&here) => {
            return Fate::Best(value);
        }
        Some(Event::Value { value, best, .. }) => return Fate::Worse(value, best),
        _ => {}
    }
    let is_cut_off = here[start..].iter().any(Event::is_cut_off)
        || here[0..1]
            .iter()
            .chain(&here)
            .any(|event| matches!(event, Event::Pass { .. }) && event.is_cut_off());
    let score = |event: &Event| match event {
        Event::Score { m: other, score, best } if *other == m => Some((*score, *best)),
        _ => None,
    };
    // A score of this visit, but not one that a shallower search of it has found, if it was left later.
    let scored = here[start..].iter().rev().find_map(score);
    if let Some(score) = scored {
        return Fate::NotEligible(Some(score));
    }
    if is_cut_off || mates || here.len() < 2 {
        return Fate::NotReached;
    }
    if is_tried {
        return Fate::NotListed;
    }
    let earlier = here.iter().rev().find_map(score);
    let _ = before;
    Fate::NotEligible(earlier)
}

/// A mate that a node has itself; not one of a move that is scored.
fn mates_itself(here: &[Event]) -> bool {
    let mate = here.iter().rposition(|event| matches!(event, Event::Mate { .. }));
    let test = here
        .iter()
        .rposition(|event| matches!(event, Event::Test { .. } | Event::Try { .. }));
    mate.is_some_and(|mate| test.is_none_or(|test| mate > test && here.get(mate + 1).is_none()))
}

fn told(answer: &Answer) -> Option<Fate> {
    Some(match &answer.reason {
        Reason::NotListed { .. } => Fate::NotListed,
        Reason::NotEligible { score, best, .. } => Fate::NotEligible(Some((*score, *best))),
        Reason::Worse { value, best, .. } => Fate::Worse(*value, *best),
        Reason::NotReached { .. } => Fate::NotReached,
        Reason::Best { value, .. } => Fate::Best(*value),
        Reason::Illegal { .. } | Reason::Open => return None,
    })
}

/// A value as the answers have it, for the side at the root.
fn turned(fate: Fate, is_roots: bool) -> Fate {
    let turn = |value: i16| if is_roots { value } else { -value };
    match fate {
        Fate::NotEligible(Some((score, best))) => Fate::NotEligible(Some((turn(score), turn(best)))),
        Fate::Worse(value, best) => Fate::Worse(turn(value), turn(best)),
        Fate::Best(value) => Fate::Best(turn(value)),
        other => other,
    }
}

#[test]
fn answers_agree_with_the_complete_list_of_events() -> Result<()> {
    let mut counts = std::collections::BTreeMap::<String, u32>::new();
    for root in positions() {
        let (list, line) = events(&root, DEPTH)?;
        for k in 0..=line.len().min(3) {
            let path = &line[..k];
            let Some((end, visit)) = last_visit(&list, path) else { continue };
            let position = path
                .iter()
                .try_fold(root.clone(), |at, m| at.play(*m))
                .context("a line")?;
            for m in position.legal_moves() {
                let mut inquiry = Inquiry::new(root.clone(), path.to_vec(), m).context("a path")?;
                list[..end].iter().for_each(|event| inquiry.take(event));
                let answer = inquiry
                    .answer()
                    .with_context(|| format!("no answer about {m} in {}", position.to_fen()))?;
                let expected = turned(fate(&visit, &list[..end], path, m), k % 2 == 0);
                let got = told(&answer);
                let place = format!("{m} at ply {k} of {}: {}", root.to_fen(), answer.sentences());
                match (&got, &expected) {
                    // The list of an earlier iteration is still valid.
                    (Some(Fate::NotEligible(_)), Fate::NotEligible(None)) => {}
                    _ => assert_eq!(got.as_ref(), Some(&expected), "{place}"),
                }
                *counts.entry(format!("{} {k}", answer.reason.name())).or_default() += 1;
            }
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
