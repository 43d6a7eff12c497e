//! The searches, run on a game.

use bcp_chess::Position;

use super::kinds::{Proof, Quiescence, TracedGame, Windows};
use super::request::{Request, SearchError, SearchResult};
use super::rows::{Run, SearchRow};
use crate::chess::{Chess, Evaluation as Board};
use crate::conspiracy::{Evaluator, Plain, ROOT, Search, Threat};
use crate::counted::{Counted, Limits};
use crate::game::{ChessLike, Game, Value};
use crate::null_move::{Searcher, Settings};
use crate::proof::{Examined, Question, Win, df_pn};
use crate::quiescence::{Captures, Evaluate, SeeFinish, Static, Tactics, order};
use crate::review::{version1_calls, version2_calls};
use crate::trace::{Names, Recorder, San, Trace};

/// A search that is about to be run, with its trace and the names of its moves.
pub(super) struct Task<'r, N> {
    pub(super) trace: Trace,
    pub(super) request: &'r Request,
    pub(super) names: N,
}

/// Runs a search of a chess position.
pub(super) fn chess(
    row: &SearchRow,
    trace: Trace,
    position: &Position,
    request: &Request,
) -> Result<SearchResult, SearchError> {
    let chess = Chess::from(position);
    let names = San::new(position.clone(), Into::into);
    let task = Task { trace, request, names };
    Ok(match row.run {
        Run::Windows(search) => task.windows(chess, search),
        Run::Conspiracy => task.conspiracy(chess.with_evaluation(Board::Material), Threat),
        Run::Proof(_) if request.depth == 0 => return Err(SearchError::NoMoves),
        Run::Proof(search) => {
            let mate = Win::mate(task.watched(chess, Limits::default()), request.depth as u32);
            task.proof(mate, search, |mate| &mate.game)
        }
        Run::Quiescence(_) | Run::Pseudocode { .. } => {
            let Task { trace, request, .. } = task;
            let names = San::new(position.clone(), |m| m);
            old_chess(row.run, Task { trace, request, names }, position)
        }
    })
}

/// Runs a search on the board of the 1986 program.
fn old_chess(run: Run, task: Task<'_, San<bcp_chess::Move>>, position: &Position) -> SearchResult {
    let Run::Quiescence(search) = run else {
        return task.pseudocode(position, matches!(run, Run::Pseudocode { second: true }));
    };
    let game = Tactics::new(position.clone());
    match search.order(task.request, true) {
        1 => task.quiescence(game, search, &mut Static),
        times => task.quiescence(game, search, &mut order(SeeFinish(Captures), times - 2)),
    }
}

impl<M: Copy + Eq, N: Names<Move = M>> Task<'_, N> {
    /// Runs a search of any game.
    pub(super) fn any<G: ChessLike<Move = M>>(self, row: &SearchRow, game: G) -> Result<SearchResult, SearchError> {
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
                self.proof(won, search, |won| &won.game)
            }
        })
    }

    /// Runs a search of `bcp-lab compare`, with its table and its order of moves.
    pub(super) fn fast<G: ChessLike<Move = M>>(self, game: G, settings: Settings) -> Result<SearchResult, SearchError> {
        let request = self.request;
        if request.depth == 0 {
            return Err(SearchError::NoMoves);
        }
        let mut searcher = Searcher::new(game, settings, self.limits()).recording(request.most, request.captures);
        let iterations = searcher.deepen(request.depth.clamp(1, 30) as u8);
        Ok(self.called(&searcher.game, iterations.last().map(|last| last.value)))
    }

    fn limits(&self) -> Limits<'static> {
        Limits { nodes: self.request.positions, stop: self.request.stop }
    }

    fn watched<G: Game<Move = M>>(&self, game: G, limits: Limits<'static>) -> TracedGame<G> {
        Counted::new(game, limits).recording(self.request.most, self.request.captures)
    }

    fn windows<G: ChessLike<Move = M>>(self, game: G, search: Windows) -> SearchResult {
        let mut game = self.watched(game, self.limits());
        let value = search.value(&mut game, self.request.depth);
        self.called(&game, Some(value))
    }

    fn quiescence<G: Game<Move = M>>(
        self,
        game: G,
        search: Quiescence,
        evaluation: &mut impl Evaluate<TracedGame<G>>,
    ) -> SearchResult {
        let mut game = Counted::new(game, self.limits()).recording(self.request.most, true);
        let value = search.value(&mut game, evaluation, self.request);
        self.called(&game, Some(value))
    }

    fn called<G: Game<Move = M>>(self, game: &TracedGame<G>, value: Option<Value>) -> SearchResult {
        let found = SearchResult {
            value: value.filter(|_| !game.interrupted),
            answer: None,
            line: Vec::new(),
            positions: game.statistics.nodes,
            ended: game.interrupted,
            trace: self.trace,
        };
        match &game.recorder {
            Some(recorder) => found.with_calls(recorder, self.names),
            None => found,
        }
    }

    fn conspiracy<G: Game<Move = M>, E: Evaluator<G>>(mut self, game: G, evaluator: E) -> SearchResult {
        let conspirators = self.request.conspirators;
        let most = match self.request.positions {
            0 => self.request.most,
            positions => self.request.most.min(positions as usize),
        };
        let mut search = Search::new(game, evaluator, conspirators.unwrap_or(usize::MAX));
        let trace = self
            .trace
            .with_conspiracy(&mut search, conspirators, most, &mut self.names);
        SearchResult {
            value: Some(search.tree().value(ROOT)),
            answer: None,
            line: trace.grown_line(),
            positions: search.tree().len() as u64,
            ended: search.tree().len() >= most,
            trace,
        }
    }

    /// Answers a question about a game, which it lends.
    fn proof<Q: Question<Move = M>, G: Game<Move = M>>(
        mut self,
        question: Q,
        search: Proof,
        game: impl Fn(&Q) -> &TracedGame<G>,
    ) -> SearchResult {
        let mut question = Examined::new(question, self.limits());
        let trace = if let Proof::DepthFirst = search {
            df_pn(&mut question);
            let recorder = game(&question.question).recorder.as_ref();
            recorder.map(|recorder| self.trace.with_calls(recorder, &mut self.names))
        } else {
            let grow = |tree: &mut _, question: &mut _| search.grow(tree, question);
            Some(
                self.trace
                    .with_proof(&mut question, self.request.most, &mut self.names, grow),
            )
        };
        let trace = trace.unwrap_or_default();
        let answer = trace.answer();
        SearchResult {
            value: None,
            answer,
            line: trace.grown_line(),
            positions: question.positions,
            ended: answer.is_none(),
            trace,
        }
    }
}

impl<N: Names<Move = bcp_chess::Move>> Task<'_, N> {
    fn pseudocode(self, position: &Position, second: bool) -> SearchResult {
        let Request { depth, positions, most, captures, .. } = *self.request;
        let search = if second { version2_calls } else { version1_calls };
        let (calls, last) = search(position.clone(), depth as u8, positions, Recorder::new(most, captures));
        let ended = calls.is_open();
        let found = SearchResult {
            value: last.map(|(value, _)| value).filter(|_| !ended),
            answer: None,
            line: Vec::new(),
            positions: last.map_or(0, |(_, nodes)| nodes),
            ended,
            trace: self.trace,
        };
        found.with_calls(&calls, self.names)
    }
}

impl SearchResult {
    /// The same with the calls of a search, and the line that explains its value.
    fn with_calls<M: Copy>(self, recorder: &Recorder<M>, mut names: impl Names<Move = M>) -> Self {
        let line = self.value.map_or_else(Vec::new, |value| recorder.line(value));
        Self {
            line: names.after(&[], &line).0,
            trace: self.trace.with_calls(recorder, &mut names),
            ..self
        }
    }
}
