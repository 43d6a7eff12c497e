//! Depth-first proof-number search (Nagai 2002): the same order of expansion, with a table instead of the tree.

use std::collections::HashMap;

use super::line::line;
use super::numbers::{NEVER, add};
use super::{Answer, Examined, Numbers, Question};
use crate::game::Note;

/// The capacity of the table; when it is full, positions without an answer are removed.
const CAPACITY: usize = 1 << 22;

/// Answers a question by depth-first proof-number search.
///
/// The search stays below a position as long as the most-proving leaf is there. Two thresholds, one for each number of
/// the position, detect when it is not. When the search leaves a position, it stores the numbers in the table.
pub fn df_pn<Q: Question>(question: &mut Examined<'_, Q>) -> Answer<Q::Move> {
    let mut table = HashMap::new();
    let unlimited = Numbers { proof: NEVER, disproof: NEVER };
    let (numbers, best) = DfPn { question, table: &mut table }.visit(unlimited);
    let answer = numbers.answer();
    if answer != Some(question.proves()) {
        return Answer { answer, line: Vec::new() };
    }
    // Answered positions are still in the table.
    let line = line(question, best.into_iter().collect(), |question| {
        let (_, best) = DfPn { question, table: &mut table }.below(unlimited);
        best.into_iter().collect()
    });
    Answer { answer, line }
}

struct DfPn<'q, 'a, Q: Question> {
    question: &'q mut Examined<'a, Q>,
    table: &'q mut HashMap<(u64, u32), Numbers>,
}

/// A move of a position that is being searched, and what is known about the position after it.
struct Successor<M> {
    m: M,
    key: (u64, u32),
    numbers: Numbers,
}

impl<Q: Question> DfPn<'_, '_, Q> {
    /// Searches below the position until one of its numbers reaches its threshold. Returns the numbers, and the move
    /// with which the side to play needs the fewest leaves.
    fn visit(&mut self, threshold: Numbers) -> (Numbers, Option<Q::Move>) {
        self.question.note(Note::Prove(threshold));
        let found = self.below(threshold);
        self.question.note(Note::Proved(found.0));
        found
    }

    fn below(&mut self, threshold: Numbers) -> (Numbers, Option<Q::Move>) {
        let mut moves = Vec::new();
        if let Some(answer) = self.question.look(&mut moves) {
            return (Numbers::answered(answer), None);
        }
        let proves = self.question.proves();
        let mut successors: Vec<_> = moves.into_iter().map(|m| self.successor(m)).collect();
        loop {
            for successor in &mut successors {
                // The position may have been reached on another path meanwhile.
                if let Some(&known) = self.table.get(&successor.key) {
                    successor.numbers = known;
                }
            }
            let numbers = Numbers::of_moves(proves, successors.iter().map(|successor| successor.numbers));
            let (best, second) = easiest(&successors, proves);
            let reached = numbers.proof >= threshold.proof || numbers.disproof >= threshold.disproof;
            if reached || self.question.ended {
                self.keep(self.question.key(), numbers);
                return (numbers, Some(successors[best].m));
            }
            let below = limits(threshold, numbers, successors[best].numbers, second, proves);
            self.question.make(successors[best].m);
            let (numbers, _) = self.visit(below);
            self.keep(successors[best].key, numbers);
            self.question.unmake();
            successors[best].numbers = numbers;
        }
    }

    /// Returns a move with the known numbers of the position after it.
    fn successor(&mut self, m: Q::Move) -> Successor<Q::Move> {
        self.question.make(m);
        let key = self.question.key();
        let numbers = match self.table.get(&key) {
            Some(&known) => known,
            None => {
                let numbers = self.question.numbers(&mut Vec::new());
                self.keep(key, numbers);
                numbers
            }
        };
        self.question.unmake();
        Successor { m, key, numbers }
    }

    fn keep(&mut self, key: (u64, u32), numbers: Numbers) {
        if self.table.len() >= CAPACITY {
            self.table.retain(|_, numbers| numbers.answer().is_some());
            if self.table.len() >= CAPACITY / 2 {
                self.table.clear();
            }
        }
        self.table.insert(key, numbers);
    }
}

/// Returns the index of the successor with which the side to play needs the fewest leaves, the first of equals, and the
/// number of leaves that the second best needs.
fn easiest<M>(successors: &[Successor<M>], proves: bool) -> (usize, u32) {
    let (mut best, mut least, mut second) = (0, NEVER, NEVER);
    for (at, successor) in successors.iter().enumerate() {
        let needs = successor.numbers.easy(proves);
        if at == 0 || needs < least {
            (best, second, least) = (at, least, needs);
        } else {
            second = second.min(needs);
        }
    }
    (best, second)
}

/// Returns the thresholds for the easiest successor: it remains the easiest while it needs no more leaves than the
/// second best, and its other number may grow by what is left of its position's threshold.
fn limits(threshold: Numbers, numbers: Numbers, best: Numbers, second: u32, proves: bool) -> Numbers {
    let easy = threshold.easy(proves).min(add(second, 1));
    let hard = match threshold.hard(proves) {
        NEVER => NEVER,
        limit => limit - numbers.hard(proves) + best.hard(proves),
    };
    let (proof, disproof) = if proves { (easy, hard) } else { (hard, easy) };
    Numbers { proof, disproof }
}
