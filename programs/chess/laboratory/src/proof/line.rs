//! The moves that justify an answer.

use super::{Examined, Question};
use crate::Limits;

/// Returns the moves from the position to the end of the game, given the first ones. `more` returns the moves that
/// follow, as a search chooses them for both sides; none if the answer is evident.
///
/// The positions visited for this are not counted.
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
