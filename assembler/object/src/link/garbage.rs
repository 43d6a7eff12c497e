//! Finding unused sections, in order to omit them.

use super::plan::{Piece, Plan};
use super::symbols::{Global, Symbols};

/// Removes the pieces that cannot be reached from the roots or from pieces that the script keeps. Returns the removed
/// pieces.
pub(super) fn sweep(plan: &mut Plan, symbols: &Symbols, roots: &[Global]) -> Vec<usize> {
    let piece_at = |(object, section, _): (usize, usize, u32)| plan.of_object[object].get(section).copied();
    let piece_of = |global: Global| match plan.commons.get(&global) {
        Some((piece, _)) => Some(*piece),
        None => symbols.place_of(global).and_then(piece_at),
    };
    let mut used = vec![false; plan.pieces.len()];
    let kept = (0..plan.pieces.len()).filter(|piece| plan.pieces[*piece].keep);
    let mut open: Vec<usize> = kept.collect();
    open.extend(roots.iter().filter_map(|root| piece_of(*root)));
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
            open.extend(match symbols.global_of(piece.object, relocation.target) {
                Some(global) => piece_of(global),
                None => symbols.place_in(piece.object, relocation.target).and_then(piece_at),
            });
        }
    }
    let takes_room = |piece: &Piece| piece.output.is_some() && piece.size > 0;
    let unused = (0..used.len()).filter(|piece| !used[*piece] && takes_room(&plan.pieces[*piece]));
    let unused: Vec<usize> = unused.collect();
    for piece in &unused {
        plan.pieces[*piece].output = None;
    }
    unused
}
