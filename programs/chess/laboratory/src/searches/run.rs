//! The traces of the searches.

use bcp_chess::Position;

use super::request::{Request, TraceError};
use super::rows::{Evaluation, Row, Run, Watched, Windows, limits};
use crate::chess::{Chess, Evaluation as Board};
use crate::conspiracy::{Evaluator, Plain, Search, Threat, WrittenTree};
use crate::counted::{Counted, Limits};
use crate::game::{ChessLike, Game, INFINITY};
use crate::null_move::{Searcher, Settings};
use crate::proof::{Examined, Mate, df_pn};
use crate::quiescence::{Captures, SeeFinish, Static, Tactics};
use crate::trace::{Names, Places, San, Trace};

/// The trace of a search of a tree.
pub(super) fn tree(row: &Row, trace: Trace, tree: WrittenTree, request: &Request) -> Result<Trace, TraceError> {
    Ok(match row.run {
        Run::Windows { tree: search, .. } => windows(trace, tree, request, search, &mut Places),
        Run::Quiescence { tree: search, .. } => {
            let mut evaluation: Evaluation<WrittenTree> = Box::new(Static);
            quiescence(trace, tree, request, &mut Places, |game| {
                search(game, &mut evaluation, request);
            })?
        }
        Run::Conspiracy => conspiracy(trace, tree, Plain, request, &mut Places),
        Run::Pseudocode(_) => return Err(TraceError::ChessAlone(row.name)),
        Run::Proof(_) | Run::DepthFirstProof => return Err(TraceError::Mates(row.name)),
    })
}

/// The trace of a search of a chess position.
pub(super) fn chess(row: &Row, trace: Trace, position: &Position, request: &Request) -> Result<Trace, TraceError> {
    let chess = Chess::from(position);
    let mut names = San::new(position.clone(), Into::into);
    let mut own_names = San::new(position.clone(), |m| m);
    Ok(match row.run {
        Run::Windows { chess: search, .. } => windows(trace, chess, request, search, &mut names),
        // On the board of the 1986 program.
        Run::Quiescence { chess: search, .. } => {
            let mut evaluation: Evaluation<Tactics> = match request.order {
                1 => Box::new(Static),
                _ => Box::new(SeeFinish(Captures)),
            };
            quiescence(trace, Tactics::new(position.clone()), request, &mut own_names, |game| {
                search(game, &mut evaluation, request);
            })?
        }
        Run::Pseudocode(search) => {
            let calls = search(position.clone(), request.depth as u8, request.most, request.captures);
            trace.with_calls(&calls, &mut own_names)
        }
        Run::Conspiracy => {
            let game = chess.with_evaluation(Board::Material);
            conspiracy(trace, game, Threat, request, &mut names)
        }
        Run::Proof(_) | Run::DepthFirstProof if request.depth == 0 => return Err(TraceError::NoMoves),
        Run::Proof(grow) => {
            let mut question = Examined::new(Mate::new(chess, request.depth as u32), limits(request));
            trace.with_proof(&mut question, request.most, &mut names, grow)
        }
        Run::DepthFirstProof => {
            let counted = Counted::new(chess, Limits::default()).recording(request.most, true);
            let mut question = Examined::new(Mate::new(counted, request.depth as u32), limits(request));
            df_pn(&mut question);
            with_calls(trace, &question.question.game, &mut names)
        }
    })
}

/// The trace of a search of `bcp lab compare`, with its table and its order of moves.
pub(super) fn fast<G: ChessLike>(
    trace: Trace,
    game: G,
    settings: Settings,
    request: &Request,
    names: &mut impl Names<Move = G::Move>,
) -> Trace {
    let mut searcher = Searcher::new(game, settings, Limits::default()).recording(request.most, request.captures);
    searcher.deepen(request.depth.clamp(1, 30) as u8);
    with_calls(trace, &searcher.game, names)
}

fn windows<G: ChessLike>(
    trace: Trace,
    game: G,
    request: &Request,
    search: Windows<G>,
    names: &mut impl Names<Move = G::Move>,
) -> Trace {
    let mut counted = Counted::new(game, Limits::default()).recording(request.most, request.captures);
    search(&mut counted, -INFINITY, INFINITY, request.depth);
    with_calls(trace, &counted, names)
}

fn quiescence<G: Game>(
    trace: Trace,
    game: G,
    request: &Request,
    names: &mut impl Names<Move = G::Move>,
    search: impl FnOnce(&mut Watched<G>),
) -> Result<Trace, TraceError> {
    let mut counted = Counted::new(game, limits(request)).recording(request.most, true);
    search(&mut counted);
    if counted.interrupted {
        return Err(TraceError::Endless(request.positions()));
    }
    Ok(with_calls(trace, &counted, names))
}

fn with_calls<G: Game>(trace: Trace, game: &Watched<G>, names: &mut impl Names<Move = G::Move>) -> Trace {
    match &game.recorder {
        Some(recorder) => trace.with_calls(recorder, names),
        None => trace,
    }
}

fn conspiracy<G: Game, E: Evaluator<G>>(
    trace: Trace,
    game: G,
    evaluator: E,
    request: &Request,
    names: &mut impl Names<Move = G::Move>,
) -> Trace {
    let conspirators = request.conspirators;
    let mut search = Search::new(game, evaluator, conspirators.unwrap_or(usize::MAX));
    trace.with_conspiracy(&mut search, conspirators, request.most, names)
}
