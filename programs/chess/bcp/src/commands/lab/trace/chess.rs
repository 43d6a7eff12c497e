//! Traces of chess positions.

use anyhow::{Result, bail};
use bcp_chess::Position;
use bcp_laboratory::Limits;
use bcp_laboratory::chess::{Chess, Evaluation};
use bcp_laboratory::conspiracy::{Search, Threat};
use bcp_laboratory::figures::quiesce::quiesce;
use bcp_laboratory::figures::quiesce_d::quiesce_d;
use bcp_laboratory::game::INFINITY;
use bcp_laboratory::proof::{Examined, Mate};
use bcp_laboratory::quiescence::{Captures, Evaluate, SeeFinish, Static, Tactics};
use bcp_laboratory::review::{version1_calls, version2_calls};
use bcp_laboratory::trace::{ProofRecorder, San, Trace};

use super::Arguments;
use super::search::{self, Name};

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
        Name::Nested => format!("first {} depth {depth}", arguments.nested),
        Name::Pn | Name::Pn2 | Name::DfPn if depth == 0 => bail!("a mate needs a move: --depth 1 or more"),
        Name::Pn | Name::Pn2 | Name::DfPn => format!("mate in {depth}"),
        _ => format!("depth {depth}"),
    };
    let trace = Trace::new(search.to_string(), settings, position.to_fen());
    let chess = Chess::from(position);
    let limits = Limits {
        nodes: search::POSITIONS_A_CALL * u64::from(arguments.nodes),
        stop: None,
    };
    let mut names = San::new(position.clone(), Into::into);
    Ok(match search {
        Name::Quiesce | Name::QuiesceD | Name::Nested => quiescence(arguments, position, trace)?,
        Name::Version1 | Name::Version2 => {
            let (position, depth) = (position.clone(), depth as u8);
            let names = &mut San::new(position.clone(), |m| m);
            let recorder = match search {
                Name::Version1 => version1_calls(position, depth, most, arguments.captures),
                _ => version2_calls(position, depth, most, arguments.captures),
            };
            trace.with_calls(&recorder, names)
        }
        Name::Conspiracy => {
            let conspirators = arguments.conspirators.map(|most| most as usize);
            let game = chess.with_evaluation(Evaluation::Material);
            let mut search = Search::new(game, Threat, conspirators.unwrap_or(usize::MAX));
            trace.with_conspiracy(&mut search, conspirators, most, &mut names)
        }
        Name::Pn => {
            let mut question = Examined::new(Mate::new(chess, depth as u32), limits);
            trace.with_proof(&mut question, most, &mut names)
        }
        Name::Pn2 => {
            let mut question = Examined::new(Mate::new(chess, depth as u32), limits);
            trace.with_second_proof(&mut question, most, &mut names)
        }
        Name::DfPn => {
            let mate = ProofRecorder::new(Mate::new(chess, depth as u32), most);
            trace.with_depth_first_proof(mate, limits, &mut names)
        }
        _ => match search.calls(chess, depth, most, arguments.captures) {
            Some(recorder) => trace.with_calls(&recorder, &mut names),
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
        match arguments.search {
            Name::Quiesce => {
                quiesce(game, &mut evaluate, -INFINITY, INFINITY);
            }
            Name::QuiesceD => {
                quiesce_d(game, &mut evaluate, -INFINITY, INFINITY, arguments.depth as u32);
            }
            _ => search::nested(game, arguments.depth as u32, arguments.nested),
        }
    });
    Ok(trace.with_calls(&run?, &mut San::new(position.clone(), |m| m)))
}
