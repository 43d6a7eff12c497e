//! Traces of trees that are written by hand.

use anyhow::{Result, bail};
use bcp_laboratory::conspiracy::{Plain, Search, WrittenTree};
use bcp_laboratory::figures::quiesce::quiesce;
use bcp_laboratory::figures::quiesce_d::quiesce_d;
use bcp_laboratory::game::INFINITY;
use bcp_laboratory::quiescence::Static;
use bcp_laboratory::quiet::Quiet;
use bcp_laboratory::trace::{Places, Trace};

use super::Arguments;
use super::search::{self, Name};

/// The trace of a search of a tree.
pub(super) fn trace(arguments: &Arguments, text: &str, tree: &WrittenTree) -> Result<Trace> {
    let Arguments { search, depth, .. } = *arguments;
    let most = arguments.nodes as usize;
    let settings = match search {
        Name::Quiesce => String::new(),
        Name::Conspiracy => arguments
            .conspirators
            .map_or_else(|| "deepened".to_owned(), |most| format!("conspirators {most}")),
        Name::Nested => format!("first {} depth {depth}", arguments.nested),
        Name::Pn | Name::Pn2 | Name::DfPn => bail!("{search} looks for mates: a chess position is needed"),
        Name::Version1 | Name::Version2 => bail!("{search} plays chess alone: a position is needed"),
        _ => format!("depth {depth}"),
    };
    let trace = Trace::new(search.to_string(), settings, text);
    Ok(match search {
        Name::Quiesce | Name::QuiesceD | Name::Nested => {
            let recorder = search::quiescence(tree.clone(), most, |game| match search {
                Name::Quiesce => {
                    quiesce(game, &mut Static, -INFINITY, INFINITY);
                }
                Name::QuiesceD => {
                    quiesce_d(game, &mut Static, -INFINITY, INFINITY, depth as u32);
                }
                _ => search::nested(game, depth as u32, arguments.nested),
            })?;
            trace.with_calls(&recorder, &mut Places)
        }
        Name::Conspiracy => {
            let conspirators = arguments.conspirators.map(|most| most as usize);
            let mut search = Search::new(tree.clone(), Plain, conspirators.unwrap_or(usize::MAX));
            trace.with_conspiracy(&mut search, conspirators, most, &mut Places)
        }
        _ => match search.calls(Quiet::new(tree.clone()), depth, most, arguments.captures) {
            Some(recorder) => trace.with_calls(&recorder, &mut Places),
            None => trace,
        },
    })
}
