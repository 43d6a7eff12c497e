//! Traces of chess positions.

use anyhow::{Result, bail};
use bcp_chess::Position;

use super::Arguments;
use super::search::{self, Name};
use crate::Limits;
use crate::chess::{Chess, Evaluation};
use crate::conspiracy::{Search, Threat};
use crate::figures::quiesce::quiesce;
use crate::figures::quiesce_d::quiesce_d;
use crate::game::INFINITY;
use crate::proof::{Examined, Mate};
use crate::quiescence::{Captures, Evaluate, SeeFinish, Static, Tactics};
use crate::trace::{San, Trace};

/// The trace of a search of a position.
pub(super) fn trace(arguments: &Arguments, position: &Position) -> Result<Trace> {
    let Arguments { search, depth, .. } = *arguments;
    let most = arguments.nodes as usize;
    let settings = match search {
        Name::Quiesce => format!("order {}", arguments.order),
        Name::QuiesceD => format!("order {} depth {depth}", arguments.order),
        Name::Conspiracy => arguments
            .conspirators
            .map_or_else(|| "deepened".to_owned(), |most| format!("conspirators {most}")),
        Name::Pn if depth == 0 => bail!("a mate needs a move: --depth 1 or more"),
        Name::Pn => format!("mate in {depth}"),
        _ => format!("depth {depth}"),
    };
    let trace = Trace::new(search.to_string(), settings, position.to_fen());
    let chess = Chess::from(position);
    let mut names = San::new(position.clone(), Into::into);
    Ok(match search {
        Name::Quiesce | Name::QuiesceD => quiescence(arguments, position, trace)?,
        Name::Conspiracy => {
            let conspirators = arguments.conspirators.map(|most| most as usize);
            let game = chess.with_evaluation(Evaluation::Material);
            let mut search = Search::new(game, Threat, conspirators.unwrap_or(usize::MAX));
            trace.with_conspiracy(&mut search, conspirators, most, &mut names)
        }
        Name::Pn => {
            let mut question = Examined::new(Mate::new(chess, depth as u32), Limits::default());
            trace.with_proof(&mut question, most, &mut names)
        }
        _ => match search.calls(chess, depth, most, arguments.captures) {
            Some((calls, left_out)) => trace.with_calls(&calls, left_out, &mut names),
            None => trace,
        },
    })
}

/// QUIESCE and QUIESCE-D, on the board of the 1986 program.
fn quiescence(arguments: &Arguments, position: &Position, trace: Trace) -> Result<Trace> {
    let game = Tactics::new(position.clone());
    let run = search::quiescence(game, arguments.nodes as usize, |game| {
        let mut evaluate: Box<dyn Evaluate<_>> = match arguments.order {
            1 => Box::new(Static),
            _ => Box::new(SeeFinish(Captures)),
        };
        if arguments.search == Name::Quiesce {
            quiesce(game, &mut evaluate, -INFINITY, INFINITY);
        } else {
            quiesce_d(game, &mut evaluate, -INFINITY, INFINITY, arguments.depth as u32);
        }
    });
    let (calls, left_out) = run?;
    Ok(trace.with_calls(&calls, left_out, &mut San::new(position.clone(), |m| m)))
}
