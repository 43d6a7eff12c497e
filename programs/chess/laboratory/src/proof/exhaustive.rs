//! All moves, in their order, until the question is answered.

use super::{Answer, Examined, Question};

/// Tries the moves one after the other; a position is left when its answer is known.
pub fn exhaustive<Q: Question>(question: &mut Examined<'_, Q>) -> Answer<Q::Move> {
    let mut moves = Vec::new();
    if let Some(answer) = question.look(&mut moves) {
        return Answer::of(answer, None);
    }
    let wanted = question.proves();
    for m in moves {
        if question.ended {
            return Answer::NONE;
        }
        question.make(m);
        let below = exhaustive(question).answer;
        question.unmake();
        match below {
            None => return Answer::NONE,
            Some(answer) if answer == wanted => return Answer::of(wanted, Some(m)),
            Some(_) => {}
        }
    }
    Answer::of(!wanted, None)
}
