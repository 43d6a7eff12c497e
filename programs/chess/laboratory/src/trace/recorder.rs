//! The calls of a search, recorded as they are made.

use super::line::{Lines, Step};
use super::names::Names;
use super::tree::{Node, NodeState, Trace, bounds, finite};
use crate::game::{INFINITY, Value};
use crate::proof::Numbers;
use crate::trace::{Note, Reason};

/// A call of a search, or a visit of a depth-first proof-number search.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Call<M> {
    /// The moves that lead here from the position of the parent call; empty if the same position is searched again.
    pub steps: Vec<Step<M>>,
    /// The node of the call in a trace, without the names of the moves and without the position.
    pub node: Node,
}

/// A recorded call that has not ended yet.
#[derive(Clone, Debug)]
struct OpenCall {
    /// Index of the call in the list.
    call: usize,
    /// Length of the path at the beginning of the call.
    from: usize,
    window: (Value, Value),
    range: Option<(Value, Value)>,
    reason: Option<Reason>,
}

/// A recorder of the calls of a search, in the order in which they begin.
#[derive(Clone, Debug)]
pub struct Recorder<M> {
    /// The calls so far.
    pub calls: Vec<Call<M>>,
    path: Vec<Step<M>>,
    open: Vec<OpenCall>,
    lines: Lines<M>,
    most: usize,
    captures: bool,
    /// Number of open calls within one that is not recorded, including it.
    hidden: u32,
    /// The number of calls omitted because of the limit, without the calls below them.
    pub left_out: u64,
    /// The number of moves of the current list that have not been tried; 0 if moves are not counted.
    pub untried: u32,
    clock: u32,
}

impl<M: Copy> Recorder<M> {
    /// Returns a recorder of up to `most` calls; those of the capture search beyond the horizon are included only if
    /// `captures` is set.
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

    /// Records that the search makes a move or a null move.
    pub fn step(&mut self, step: Step<M>) {
        self.path.push(step);
    }

    /// Records that the search undoes the last step.
    pub fn step_back(&mut self) {
        self.path.pop();
    }

    /// Receives a note from the search.
    pub fn note(&mut self, note: Note) {
        match note {
            Note::Enter { alpha, beta, .. } => self.lines.enter(self.path.len(), (alpha, beta)),
            Note::Leave(value) => self.lines.leave(&self.path, value),
            _ => {}
        }
        match note {
            Note::Enter { alpha, beta, depth } => self.begin((alpha, beta), depth, None),
            Note::Prove(thresholds) => self.begin((-INFINITY, INFINITY), 0, Some(thresholds)),
            Note::Leave(value) => self.finish(Some(value), None),
            Note::Proved(numbers) => self.finish(None, Some(numbers)),
            Note::Because(reason) => {
                if let Some(open) = self.current() {
                    open.reason = Some(reason);
                }
            }
            Note::Range(least, greatest) => {
                if let Some(open) = self.current() {
                    open.range = Some((least, greatest));
                }
            }
        }
    }

    /// Returns the moves that explain a value of the root. They end where passing, a table or an evaluation determines
    /// the value.
    pub fn line(&self, value: Value) -> Vec<M> {
        self.lines.explaining(value)
    }

    /// Returns true if a call has not ended yet.
    pub fn is_open(&self) -> bool {
        !self.open.is_empty()
    }

    fn tick(&mut self) -> u32 {
        self.clock += 1;
        self.clock - 1
    }

    fn begin(&mut self, window: (Value, Value), depth: i32, thresholds: Option<Numbers>) {
        let horizon = |open: &mut OpenCall| open.reason == Some(Reason::Horizon);
        if self.hidden > 0 || !self.captures && self.current().is_some_and(horizon) {
            self.hidden += 1;
            return;
        }
        if self.calls.len() >= self.most {
            self.hidden += 1;
            self.left_out += 1;
            return;
        }
        let (parent, from) = self.open.last().map_or((None, 0), |open| (Some(open.call), open.from));
        let counts_plies = thresholds.is_none();
        let node = Node {
            parent,
            at: self.tick(),
            window: counts_plies.then(|| bounds(window)),
            thresholds: thresholds.map(finite),
            depth: counts_plies.then_some(depth),
            end: Some("unfinished".into()),
            ..Node::default()
        };
        self.open.push(OpenCall {
            call: self.calls.len(),
            from: self.path.len(),
            window,
            range: None,
            reason: None,
        });
        let steps = self.path.get(from..).unwrap_or_default().to_vec();
        self.calls.push(Call { steps, node });
    }

    fn finish(&mut self, value: Option<Value>, numbers: Option<Numbers>) {
        if self.hidden > 0 {
            self.hidden -= 1;
            return;
        }
        let (at, untried) = (self.tick(), self.untried);
        let Some(open) = self.open.pop() else {
            return;
        };
        let node = &mut self.calls[open.call].node;
        let (range, numbers) = (open.range.map(bounds), numbers.map(finite));
        node.known.push(NodeState { at, value, range, numbers });
        node.end = value.map(|value| open.end(value).into());
        node.untried = (value.is_some() && open.reason.is_none() && untried > 0).then_some(untried);
    }

    /// Returns the innermost open call, if it is recorded.
    fn current(&mut self) -> Option<&mut OpenCall> {
        self.open.last_mut().filter(|_| self.hidden == 0)
    }
}

impl OpenCall {
    /// Returns the reason why the call ends with a value.
    fn end(&self, value: Value) -> &'static str {
        let (alpha, beta) = self.window;
        match self.reason {
            Some(Reason::GameOver) => "game over",
            Some(Reason::NoMoves) => "no moves",
            Some(Reason::Horizon) => "horizon",
            Some(Reason::NullMove) => "null move",
            Some(Reason::Pruned) => "pruned",
            Some(Reason::Table) => "table",
            None if value >= beta => "cut-off",
            None if value <= alpha => "fails low",
            None => "exact",
        }
    }
}

impl Trace {
    /// Returns the same trace with the calls of a search, or the visits of a depth-first proof-number search.
    #[must_use]
    pub fn with_calls<N: Names>(mut self, recorder: Recorder<N::Move>, names: &mut N) -> Self {
        self.left_out = recorder.left_out;
        let steps = recorder.calls.iter().filter(|_| N::NEED_PATH);
        let paths: Vec<_> = steps.map(|call| (call.node.parent, call.steps.clone())).collect();
        for Call { steps, node } in recorder.calls {
            // The moves from the root to the call, which are needed to name the next ones.
            let mut above = Vec::new();
            let mut parent = node.parent.filter(|_| N::NEED_PATH);
            while let Some((next, steps)) = parent.map(|parent| &paths[parent]) {
                above.extend(steps.iter().rev().copied());
                parent = *next;
            }
            above.reverse();
            let (moves, fen) = names.after(&above, &steps);
            self.nodes.push(Node { moves, fen, ..node });
        }
        self
    }
}
