//! Yes-or-no questions, and a count of the positions examined.

use std::fmt::Debug;

use super::Numbers;
use crate::Limits;
use crate::game::Note;

/// A question about a game and its current position.
///
/// After a bounded number of moves, whatever they are, the question must have an answer.
pub trait Question {
    /// The type of a move.
    type Move: Copy + Eq + Debug;

    /// Returns true if the side to play wants the answer to be yes. The sides need not take turns.
    fn proves(&self) -> bool;

    /// Returns the answer if the position has one; otherwise, adds its moves, at least one, and returns `None`.
    fn look(&mut self, moves: &mut Vec<Self::Move>) -> Option<bool>;

    /// Plays one of the moves.
    fn make(&mut self, m: Self::Move);

    /// Takes back the last move.
    fn unmake(&mut self);

    /// Returns a key that is equal for positions with the same answer, and almost never for others.
    fn key(&self) -> (u64, u32);

    /// Receives a note from a depth-first search about the position. By default, it is ignored.
    fn note(&mut self, _note: Note) {}
}

/// The result of a search.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Answer<M> {
    /// The answer; `None` if the search was ended before it had one.
    pub answer: Option<bool>,
    /// The moves that justify the answer; empty unless it is the answer that the side to play at the root wants. The
    /// moves of that side lead to the answer, and each reply is the first in the order of the moves.
    pub line: Vec<M>,
}

impl<M> Answer<M> {
    /// The result of a search that was ended before it had an answer.
    pub const NONE: Self = Self { answer: None, line: Vec::new() };
}

/// A question that counts the positions examined, up to a limit.
#[derive(Debug)]
pub struct Examined<'a, Q> {
    /// The question.
    pub question: Q,
    pub(super) limits: Limits<'a>,
    /// The number of positions examined.
    pub positions: u64,
    /// True once a limit has been reached; the search then ends without an answer.
    pub ended: bool,
}

impl<'a, Q: Question> Examined<'a, Q> {
    /// Returns a question that has not been examined yet.
    pub fn new(question: Q, limits: Limits<'a>) -> Self {
        Self { question, limits, positions: 0, ended: false }
    }

    /// Returns the numbers of the position if nothing is known about its moves, and adds these moves.
    pub(super) fn numbers(&mut self, moves: &mut Vec<Q::Move>) -> Numbers {
        let before = moves.len();
        match self.look(moves) {
            Some(answer) => Numbers::answered(answer),
            None => Numbers::leaf(self.proves(), moves.len() - before),
        }
    }
}

impl<Q: Question> Question for Examined<'_, Q> {
    type Move = Q::Move;

    fn proves(&self) -> bool {
        self.question.proves()
    }

    fn look(&mut self, moves: &mut Vec<Q::Move>) -> Option<bool> {
        self.positions += 1;
        self.ended |= self.limits.reached_after(self.positions);
        self.question.look(moves)
    }

    fn make(&mut self, m: Q::Move) {
        self.question.make(m);
    }

    fn unmake(&mut self) {
        self.question.unmake();
    }

    fn key(&self) -> (u64, u32) {
        self.question.key()
    }

    fn note(&mut self, note: Note) {
        self.question.note(note);
    }
}

/// Answers a question by trying all moves one by one, and leaves a position when its answer is known. This search is
/// the baseline for the others.
pub fn exhaustive<Q: Question>(question: &mut Examined<'_, Q>) -> Answer<Q::Move> {
    let mut found = explained(question);
    if found.answer != Some(question.proves()) {
        found.line.clear();
    }
    found
}

/// Answers a question by trying all moves, and returns a line for either answer: if no move helps, it follows the
/// first.
fn explained<Q: Question>(question: &mut Examined<'_, Q>) -> Answer<Q::Move> {
    let mut moves = Vec::new();
    if let Some(answer) = question.look(&mut moves) {
        return Answer { answer: Some(answer), line: Vec::new() };
    }
    let wanted = question.proves();
    let mut line = Vec::new();
    for m in moves {
        if question.ended {
            return Answer::NONE;
        }
        question.make(m);
        let below = explained(question);
        question.unmake();
        if below.answer.is_none() {
            return Answer::NONE;
        }
        if below.answer == Some(wanted) || line.is_empty() {
            line = [vec![m], below.line].concat();
        }
        if below.answer == Some(wanted) {
            return Answer { answer: Some(wanted), line };
        }
    }
    Answer { answer: Some(!wanted), line }
}
