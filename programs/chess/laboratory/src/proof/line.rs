//! The moves that justify an answer.

use super::{Examined, Question};
use crate::Limits;

/// The moves from the position to the end of the game, of which the first are known. `more` returns the next ones after
/// these, as a search chooses them for both sides; none where the answer is evident.
///
/// The positions that this takes are not counted.
pub(super) fn line<'a, Q: Question>(
    question: &mut Examined<'a, Q>,
    known: Vec<Q::Move>,
    mut more: impl FnMut(&mut Examined<'a, Q>) -> Vec<Q::Move>,
) -> Vec<Q::Move> {
    let (limits, positions, ended) = (question.limits, question.positions, question.ended);
    question.limits = Limits { nodes: 0, ..limits };
    question.ended = false;
    let (mut line, mut next) = (Vec::new(), known);
    while !question.ended && !next.is_empty() {
        next.iter().for_each(|&m| question.make(m));
        line.append(&mut next);
        next = more(question);
    }
    line.iter().for_each(|_| question.unmake());
    (question.limits, question.positions, question.ended) = (limits, positions, ended);
    line
}
