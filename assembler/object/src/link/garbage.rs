//! Leaving out the sections that nothing uses.

use super::plan::Plan;
use super::symbols::{Global, State, Symbols};
use crate::model::{Target, Value};

/// Takes the pieces out of the program that are not reached from the roots, or from those that the script keeps. Gives
/// those that it has taken out.
pub(super) fn sweep(plan: &mut Plan, symbols: &Symbols, roots: &[Global]) -> Vec<usize> {
    let mut used = vec![false; plan.pieces.len()];
    let mut open: Vec<usize> = (0..plan.pieces.len())
        .filter(|piece| plan.pieces[*piece].keep)
        .collect();
    open.extend(roots.iter().filter_map(|root| piece_of(plan, symbols, *root)));
    while let Some(number) = open.pop() {
        if std::mem::replace(&mut used[number], true) {
            continue;
        }
        let piece = &plan.pieces[number];
        let Some(section) = piece.section else {
            continue;
        };
        let object = &symbols.objects[piece.object];
        for relocation in &object.sections[section].relocations {
            open.extend(target(plan, symbols, piece.object, relocation.target));
        }
    }
    let unused: Vec<usize> = (0..used.len())
        .filter(|piece| !used[*piece] && plan.pieces[*piece].output.is_some() && plan.pieces[*piece].size > 0)
        .collect();
    for piece in &unused {
        plan.pieces[*piece].output = None;
    }
    unused
}

/// The piece that a shared symbol lies in.
fn piece_of(plan: &Plan, symbols: &Symbols, global: Global) -> Option<usize> {
    match symbols.state(global) {
        State::Defined { object, symbol, .. } => match symbols.objects[object].symbols[symbol].value {
            Value::Place { section, .. } => plan.of_object[object].get(section).copied(),
            _ => None,
        },
        State::Common { .. } => plan.commons.get(&global).map(|(piece, _)| *piece),
        State::Undefined | State::WeakUndefined => None,
    }
}

fn target(plan: &Plan, symbols: &Symbols, object: usize, target: Target) -> Option<usize> {
    match target {
        Target::Section(section) => plan.of_object[object].get(section).copied(),
        Target::Symbol(symbol) => match symbols.of_object[object].get(symbol)? {
            Some(global) => piece_of(plan, symbols, *global),
            None => match symbols.objects[object].symbols.get(symbol)?.value {
                Value::Place { section, .. } => plan.of_object[object].get(section).copied(),
                _ => None,
            },
        },
    }
}
