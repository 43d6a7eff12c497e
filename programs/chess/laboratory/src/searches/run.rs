//! Runs the searches on a game, and collects their results.

use bcp_chess::{Move, Position};

use std::sync::atomic::Ordering;

use super::kinds::{Proof, Quiescence, TracedGame, Windows};
use super::request::{Request, SearchError, SearchResult};
use super::rows::{Run, SearchRow};
use crate::chess::{Chess, Evaluation as Board};
use crate::conspiracy::{Evaluator, Plain, ROOT, Search, Threat};
use crate::counted::{Counted, Limits};
use crate::game::{ChessLike, Game, Value};
use crate::null_move::{Searcher, Settings, TABLE_BITS};
use crate::proof::{Answer, Examined, Question, Win, answer as tree_answer, df_pn};
use crate::quiescence::{Captures, Evaluate, SeeFinish, Static, Tactics, order};
use crate::review::{version1_calls, version2_calls};
use crate::trace::{Names, Recorder, San, Step, Trace};

/// A search that is about to be run, with its trace and the names of its moves.
pub(super) struct Task<'r, N> {
    pub(super) trace: Trace,
    pub(super) request: &'r Request<'r>,
    pub(super) names: N,
}

/// Runs a search of a chess position.
pub(super) fn chess(
    row: &SearchRow,
    trace: Trace,
    position: &Position,
    request: &Request<'_>,
) -> Result<SearchResult<Move>, SearchError> {
    let chess = Chess::from(position);
    let names = San::new(position.clone(), Into::into);
    let task = Task { trace, request, names };
    Ok(match row.run {
        Run::Windows(search) => task.windows(chess, search).map(Into::into),
        Run::Conspiracy => task
            .conspiracy(chess.with_evaluation(Board::Material), Threat)
            .map(Into::into),
        Run::Proof(_) if request.depth == 0 => return Err(SearchError::NoMoves),
        Run::Proof(search) => {
            let mate = Win::mate(task.watched(chess, Limits::default()), request.depth as u32);
            task.proof(mate, search, |mate| &mut mate.game).map(Into::into)
        }
        Run::Quiescence(_) | Run::Pseudocode { .. } => {
            let Task { trace, request, .. } = task;
            let names = San::new(position.clone(), |m| m);
            old_chess(row.run, Task { trace, request, names }, position)
        }
    })
}

/// Runs a search on the board of the reconstruction.
fn old_chess(run: Run, task: Task<'_, San<Move>>, position: &Position) -> SearchResult<Move> {
    let Run::Quiescence(search) = run else {
        return task.pseudocode(position, matches!(run, Run::Pseudocode { second: true }));
    };
    let game = Tactics::new(position.clone());
    match search.order(task.request, true) {
        1 => task.quiescence(game, search, &mut Static),
        times => task.quiescence(game, search, &mut order(SeeFinish(Captures), times - 2)),
    }
}

impl<'r, M: Copy + Eq, N: Names<Move = M>> Task<'r, N> {
    /// Runs a search of any game.
    pub(super) fn any<G: ChessLike<Move = M>>(self, row: &SearchRow, game: G) -> Result<SearchResult<M>, SearchError> {
        Ok(match row.run {
            Run::Windows(search) => self.windows(game, search),
            Run::Quiescence(_) if !game.has_null() => return Err(SearchError::NoPass(row.name)),
            Run::Quiescence(search) => {
                let times = search.order(self.request, false).saturating_sub(1);
                self.quiescence(game, search, &mut order(Static, times))
            }
            Run::Conspiracy => self.conspiracy(game, Plain),
            Run::Pseudocode { .. } => return Err(SearchError::ChessAlone(row.name)),
            Run::Proof(search) => {
                let won = Win::new(self.watched(game, Limits::default()), self.request.depth as u32);
                self.proof(won, search, |won| &mut won.game)
            }
        })
    }

    /// Runs a search of `bcp-lab compare`, with its table and its order of moves.
    pub(super) fn fast<G: ChessLike<Move = M>>(
        self,
        game: G,
        settings: Settings,
    ) -> Result<SearchResult<M>, SearchError> {
        let request = self.request;
        if request.depth == 0 {
            return Err(SearchError::NoMoves);
        }
        // Allocating a table larger than the number of positions takes longer than a small search.
        let bits = match request.positions {
            0 => TABLE_BITS,
            positions => TABLE_BITS.min(positions.ilog2() as u8 + 2),
        };
        let searcher = Searcher::with_table(game, settings, self.limits(), bits);
        let mut searcher = searcher.recording(request.most, request.captures);
        let last = searcher.deepen(request.depth.clamp(1, 30) as u8).pop();
        let game = &mut searcher.game;
        let value = match last {
            Some(last) => Some(last.value),
            None if game.interrupted => None,
            None => Some(game.terminal().unwrap_or_else(|| game.without_moves())),
        };
        let mut found = self.called(game, value);
        found.depth = last.map(|last| last.depth.into());
        Ok(found)
    }

    fn limits(&self) -> Limits<'r> {
        Limits { nodes: self.request.positions, stop: self.request.stop }
    }

    fn watched<G: Game<Move = M>>(&self, game: G, limits: Limits<'r>) -> TracedGame<'r, G> {
        Counted::new(game, limits).recording(self.request.most, self.request.captures)
    }

    fn windows<G: ChessLike<Move = M>>(self, game: G, search: Windows) -> SearchResult<M> {
        let mut game = self.watched(game, self.limits());
        let value = search.value(&mut game, self.request.depth);
        let value = (!game.interrupted).then_some(value);
        self.called(&mut game, value)
    }

    fn quiescence<G: Game<Move = M>>(
        self,
        game: G,
        search: Quiescence,
        evaluation: &mut impl Evaluate<TracedGame<'r, G>>,
    ) -> SearchResult<M> {
        let mut game = Counted::new(game, self.limits()).recording(self.request.most, true);
        let value = search.value(&mut game, evaluation, self.request);
        let value = (!game.interrupted).then_some(value);
        self.called(&mut game, value)
    }

    /// Returns the result of a search that records its calls.
    fn called<G: Game<Move = M>>(self, game: &mut TracedGame<'_, G>, value: Option<Value>) -> SearchResult<M> {
        let (positions, ended) = (game.statistics.nodes, game.interrupted);
        let found = SearchResult { value, positions, ended, ..SearchResult::of(self.trace) };
        match game.recorder.take() {
            Some(recorder) => found.with_calls(recorder, self.names),
            None => found,
        }
    }

    fn conspiracy<G: Game<Move = M>, E: Evaluator<G>>(mut self, game: G, evaluator: E) -> SearchResult<M> {
        let Request { conspirators, most, positions, .. } = *self.request;
        let most = match positions {
            0 => most,
            positions => most.min(positions as usize),
        };
        let mut search = Search::new(game, evaluator, conspirators.unwrap_or(usize::MAX));
        let stopped = || self.request.stop.is_some_and(|stop| stop.load(Ordering::Relaxed));
        let trace = self
            .trace
            .with_conspiracy(&mut search, conspirators, most, stopped, &mut self.names);
        let tree = search.tree();
        SearchResult {
            value: Some(tree.value(ROOT)),
            positions: tree.len() as u64,
            ended: tree.len() >= most || stopped(),
            ..SearchResult::of(trace)
        }
        .with_line(tree.line(), self.names)
    }

    /// Answers a question about a game, which the caller keeps.
    fn proof<Q: Question<Move = M>, G: Game<Move = M>>(
        mut self,
        question: Q,
        search: Proof,
        game: impl Fn(&mut Q) -> &mut TracedGame<'r, G>,
    ) -> SearchResult<M> {
        let mut question = Examined::new(question, self.limits());
        let (trace, Answer { answer, line }) = if let Proof::DepthFirst = search {
            let answer = df_pn(&mut question);
            let recorder = game(&mut question.question).recorder.take();
            let trace = recorder.map(|recorder| self.trace.with_calls(recorder, &mut self.names));
            (trace.unwrap_or_default(), answer)
        } else {
            let grow = |tree: &mut _, question: &mut _| search.grow(tree, question);
            let most = self.request.most;
            let (trace, tree) = self.trace.with_proof(&mut question, most, &mut self.names, grow);
            (trace, tree_answer(&tree, &mut question))
        };
        SearchResult {
            answer,
            positions: question.positions,
            ended: answer.is_none(),
            ..SearchResult::of(trace)
        }
        .with_line(line, self.names)
    }
}

impl<N: Names<Move = Move>> Task<'_, N> {
    fn pseudocode(self, position: &Position, second: bool) -> SearchResult<Move> {
        let Request { depth, positions, most, captures, stop, .. } = *self.request;
        let recorder = Recorder::new(most, captures);
        let limits = Limits { nodes: positions, stop };
        let (calls, last) = if second {
            version2_calls(position.clone(), depth as u8, limits, recorder)
        } else {
            version1_calls(position.clone(), depth as u8, limits, recorder)
        };
        let ended = calls.is_open();
        SearchResult {
            value: last.map(|(_, value, _)| value),
            depth: last.map(|(depth, _, _)| depth.into()),
            positions: last.map_or(0, |(_, _, nodes)| nodes),
            ended,
            ..SearchResult::of(self.trace)
        }
        .with_calls(calls, self.names)
    }
}

impl<M: Copy> SearchResult<M> {
    /// Returns the result of a search that has found nothing.
    fn of(trace: Trace) -> Self {
        Self {
            value: None,
            answer: None,
            line: Vec::new(),
            moves: Vec::new(),
            depth: None,
            positions: 0,
            ended: false,
            trace,
        }
    }

    /// Adds the calls of a search, and the line that explains its value.
    fn with_calls(self, recorder: Recorder<M>, mut names: impl Names<Move = M>) -> Self {
        let line = self.value.map_or_else(Vec::new, |value| recorder.line(value));
        let trace = self.trace.with_calls(recorder, &mut names);
        Self { trace, ..self }.with_line(line, names)
    }

    /// Adds a line.
    fn with_line(self, moves: Vec<M>, mut names: impl Names<Move = M>) -> Self {
        let steps: Vec<Step<M>> = moves.iter().copied().map(Step::Move).collect();
        let (line, _) = names.after(&[], &steps);
        Self { line, moves, ..self }
    }
}
