//! Traces of depth-first proof-number search: each visit of a position is a call, with thresholds in place of a window.

use super::tree::{Known, Node, Trace};
use super::{Names, Step};
use crate::Limits;
use crate::proof::{Examined, NEVER, Numbers, ProofNote, Question, df_pn};

/// A question that writes down the visits of a depth-first search.
#[derive(Clone, Debug)]
pub struct ProofRecorder<Q: Question> {
    question: Q,
    path: Vec<Q::Move>,
    visits: Vec<Visit<Q::Move>>,
    /// The visits that have not ended, each with the length of the path where it began.
    open: Vec<(usize, usize)>,
    most: usize,
    /// Visits within one that is not written down.
    hidden: u32,
    left_out: u64,
    clock: u32,
}

/// A visit of a position.
#[derive(Clone, Debug)]
struct Visit<M> {
    parent: Option<usize>,
    /// The moves from the root.
    path: Vec<M>,
    /// The number of them that lead from the position of the visit above.
    steps: usize,
    thresholds: Numbers,
    began: u32,
    /// The time at which it ended, and its numbers then.
    ended: Option<(u32, Numbers)>,
}

impl<Q: Question> ProofRecorder<Q> {
    /// A question that writes up to `most` visits down.
    pub fn new(question: Q, most: usize) -> Self {
        Self {
            question,
            path: Vec::new(),
            visits: Vec::new(),
            open: Vec::new(),
            most,
            hidden: 0,
            left_out: 0,
            clock: 0,
        }
    }

    fn tick(&mut self) -> u32 {
        self.clock += 1;
        self.clock - 1
    }
}

impl<Q: Question> Question for ProofRecorder<Q> {
    type Move = Q::Move;

    fn proves(&self) -> bool {
        self.question.proves()
    }

    fn look(&mut self, moves: &mut Vec<Q::Move>) -> Option<bool> {
        self.question.look(moves)
    }

    fn make(&mut self, m: Q::Move) {
        self.path.push(m);
        self.question.make(m);
    }

    fn unmake(&mut self) {
        self.question.unmake();
        self.path.pop();
    }

    fn key(&self) -> u64 {
        self.question.key()
    }

    fn note(&mut self, note: ProofNote) {
        match note {
            ProofNote::Enter(_) if self.hidden > 0 => self.hidden += 1,
            ProofNote::Enter(_) if self.visits.len() >= self.most => {
                self.hidden += 1;
                self.left_out += 1;
            }
            ProofNote::Enter(thresholds) => {
                let (parent, from) = self.open.last().map_or((None, 0), |&(above, from)| (Some(above), from));
                let began = self.tick();
                self.open.push((self.visits.len(), self.path.len()));
                self.visits.push(Visit {
                    parent,
                    path: self.path.clone(),
                    steps: self.path.len() - from,
                    thresholds,
                    began,
                    ended: None,
                });
            }
            ProofNote::Leave(_) if self.hidden > 0 => self.hidden -= 1,
            ProofNote::Leave(numbers) => {
                let now = self.tick();
                if let Some((visit, _)) = self.open.pop() {
                    self.visits[visit].ended = Some((now, numbers));
                }
            }
        }
    }
}

impl Trace {
    /// The same with the visits of a depth-first proof-number search, which ends at the limits if not before.
    #[must_use]
    pub fn with_depth_first_proof<Q: Question>(
        mut self,
        question: ProofRecorder<Q>,
        limits: Limits<'_>,
        names: &mut impl Names<Move = Q::Move>,
    ) -> Self {
        let mut question = Examined::new(question, limits);
        df_pn(&mut question);
        let recorder = question.into_question();
        self.left_out = recorder.left_out;
        for visit in recorder.visits {
            let steps: Vec<Step<Q::Move>> = visit.path.into_iter().map(Step::Move).collect();
            let (above, last) = steps.split_at(steps.len() - visit.steps);
            let (moves, fen) = names.after(above, last);
            let known = visit.ended.map(|(at, numbers)| Known {
                at,
                value: None,
                range: None,
                numbers: Some(finite(numbers)),
            });
            self.nodes.push(Node {
                parent: visit.parent,
                moves,
                fen,
                at: visit.began,
                window: None,
                thresholds: Some(finite(visit.thresholds)),
                depth: None,
                known: known.into_iter().collect(),
                end: None,
            });
        }
        self
    }
}

/// Proof and disproof number, without infinite ones.
pub(super) fn finite(Numbers { proof, disproof }: Numbers) -> [Option<u32>; 2] {
    [proof, disproof].map(|count| (count != NEVER).then_some(count))
}
