//! The calls of a search, as they are made.

use super::line::Lines;
use super::step::Step;
use crate::game::{INFINITY, Value};
use crate::proof::Numbers;
use crate::trace::{Note, Reason};

/// A call of a search.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Call<M> {
    /// The call above it, by its number in the list; none for the first.
    pub parent: Option<usize>,
    /// The moves from the position of the call above: none where the same position is searched again.
    pub steps: Vec<Step<M>>,
    /// The window: values between are of interest. The widest where there are thresholds in its place.
    pub window: (Value, Value),
    /// The proof and the disproof number at which a depth-first search for a proof leaves the position.
    pub thresholds: Option<Numbers>,
    /// Plies left; 0 where there are thresholds.
    pub depth: i32,
    /// The value for the side to play; none if the search was ended.
    pub value: Option<Value>,
    /// The least and the greatest that the value can be, where the search says so.
    pub range: Option<(Value, Value)>,
    /// The numbers with which a search for a proof has left the position.
    pub numbers: Option<Numbers>,
    /// The reason why it has ended without a search of its moves.
    pub reason: Option<Reason>,
    /// Moves that were listed and not tried.
    pub untried: u32,
    /// The times of its beginning and its end, counted in beginnings and ends from 0.
    pub time: (u32, u32),
}

/// A record of the calls of a search, in the order in which they begin.
#[derive(Clone, Debug)]
pub struct Recorder<M> {
    /// The calls so far.
    pub calls: Vec<Call<M>>,
    path: Vec<Step<M>>,
    /// The calls that have not ended, each with the length of the path where it began.
    open: Vec<(usize, usize)>,
    lines: Lines<M>,
    most: usize,
    captures: bool,
    /// Calls within one that is not written down.
    hidden: u32,
    /// Calls that would have been one too many, with all below them.
    pub left_out: u64,
    /// Moves of the current list that have not been tried, where somebody counts them.
    pub untried: u32,
    clock: u32,
}

impl<M: Copy> Recorder<M> {
    /// Writes up to `most` calls down, those of captures behind the horizon only if that is wanted.
    pub fn new(most: usize, captures: bool) -> Self {
        Self {
            calls: Vec::new(),
            path: Vec::new(),
            open: Vec::new(),
            lines: Lines::new(),
            most,
            captures,
            hidden: 0,
            left_out: 0,
            untried: 0,
            clock: 0,
        }
    }

    /// Notes that the search plays a move, or a null move.
    pub fn step(&mut self, step: Step<M>) {
        self.path.push(step);
    }

    /// Notes that it takes the last one back.
    pub fn step_back(&mut self) {
        self.path.pop();
    }

    /// Takes a note of the search.
    pub fn note(&mut self, note: Note) {
        match note {
            Note::Enter { alpha, beta, .. } => self.lines.enter(self.path.len(), (alpha, beta)),
            Note::Leave(value) => self.lines.leave(&self.path, value),
            _ => {}
        }
        match note {
            Note::Enter { alpha, beta, depth } => self.begin((alpha, beta), depth, None),
            Note::Prove(thresholds) => self.begin((-INFINITY, INFINITY), 0, Some(thresholds)),
            Note::Leave(value) => self.finish(|call| call.value = Some(value)),
            Note::Proved(numbers) => self.finish(|call| call.numbers = Some(numbers)),
            Note::Because(reason) => {
                if let Some(call) = self.current() {
                    call.reason = Some(reason);
                }
            }
            Note::Range(least, greatest) => {
                if let Some(call) = self.current() {
                    call.range = Some((least, greatest));
                }
            }
        }
    }

    /// Returns the moves that explain a value of the root. They end where doing nothing, a table or an evaluation
    /// decides.
    pub fn line(&self, value: Value) -> Vec<Step<M>> {
        self.lines.explaining(value)
    }

    /// Returns true if a call has not ended.
    pub fn is_open(&self) -> bool {
        !self.open.is_empty()
    }

    fn tick(&mut self) -> u32 {
        self.clock += 1;
        self.clock - 1
    }

    fn begin(&mut self, window: (Value, Value), depth: i32, thresholds: Option<Numbers>) {
        let horizon = |call: &mut Call<M>| call.reason == Some(Reason::Horizon);
        if self.hidden > 0 || !self.captures && self.current().is_some_and(horizon) {
            self.hidden += 1;
            return;
        }
        if self.calls.len() >= self.most {
            self.hidden += 1;
            self.left_out += 1;
            return;
        }
        let (parent, from) = self.open.last().map_or((None, 0), |&(call, from)| (Some(call), from));
        let now = self.tick();
        self.open.push((self.calls.len(), self.path.len()));
        self.calls.push(Call {
            parent,
            steps: self.path[from..].to_vec(),
            window,
            thresholds,
            depth,
            value: None,
            range: None,
            numbers: None,
            reason: None,
            untried: 0,
            time: (now, now),
        });
    }

    fn finish(&mut self, end: impl FnOnce(&mut Call<M>)) {
        if self.hidden > 0 {
            self.hidden -= 1;
            return;
        }
        let now = self.tick();
        if let Some((call, _)) = self.open.pop() {
            let call = &mut self.calls[call];
            end(call);
            (call.time.1, call.untried) = (now, self.untried);
        }
    }

    /// The innermost call that has not ended, if it is written down.
    fn current(&mut self) -> Option<&mut Call<M>> {
        let &(call, _) = self.open.last().filter(|_| self.hidden == 0)?;
        self.calls.get_mut(call)
    }
}
