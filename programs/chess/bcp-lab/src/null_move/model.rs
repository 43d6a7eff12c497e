//! `bcp-lab model`: the number of nodes in a perfectly ordered tree, predicted from the shares of null moves that fail
//! high.

use std::process::ExitCode;

use anyhow::{Context, Result, ensure};
use bcp_laboratory::null_move::{Model, Settings};
use clap::Args;
use cli::grouped;

use super::compare::{Depths, distinct};
use super::table::{TitledTable, more, over};

#[derive(Args)]
pub(crate) struct Arguments {
    /// Share of fail-high nodes at which the null move also fails high, 0 to 1. Specify one share for all searches, or
    /// one share per search, in order.
    #[arg(long, value_name = "LIST", value_delimiter = ',', required = true, value_parser = share)]
    share: Vec<f64>,
    /// Searches to compare: none, r1 to r4, verified or rN+verify. The last search is the baseline for the others.
    #[arg(long, value_name = "SEARCH", value_delimiter = ',', default_value = "r2,r3,verified")]
    search: Vec<Settings>,
    /// Depths to compare, 1 to 30: a number, list or range, such as `8`, `8,9` or `8-10`.
    #[arg(long, value_name = "PLIES", default_value = "8-11")]
    depth: Depths,
    /// Number of moves in each position, 1 to 255.
    #[arg(long, value_name = "N", default_value_t = 35, value_parser = clap::value_parser!(u8).range(1..))]
    branching: u8,
}

fn share(text: &str) -> Result<f64, String> {
    let share = text.parse().ok().filter(|share| (0.0..=1.0).contains(share));
    share.ok_or_else(|| "expected a share from 0 to 1, such as 0.84".to_owned())
}

pub(crate) fn model(arguments: &Arguments) -> Result<ExitCode> {
    let Arguments { share, search: searches, depth: depths, branching } = arguments;
    distinct(searches)?;
    ensure!(
        share.len() == 1 || share.len() == searches.len(),
        "--share has {} numbers for {} searches: specify one for each, or one for all",
        share.len(),
        searches.len()
    );
    let shares = share.iter().cycle();
    let models = searches.iter().zip(shares).map(|(search, share)| {
        let model = Model::new(*search, f64::from(*branching), *share);
        model.with_context(|| format!("{search} has no model: choose from none, r1 to r4, verified and rN+verify"))
    });
    let models: Vec<Model> = models.collect::<Result<_>>()?;
    let (last, _) = models.split_last().context("--search is empty")?;

    let names = || searches.iter().map(ToString::to_string);
    let against = names().next_back().unwrap_or_default();
    let mut nodes = TitledTable::new(format!("Nodes, and increase over {against}"), "depth", names());
    let mut growth = TitledTable::new("Growth per ply".to_owned(), "depth", names());
    nodes.row(
        "share",
        share.iter().cycle().take(models.len()).map(ToString::to_string),
    );
    for &depth in &depths.0 {
        let cell = |model: &Model| {
            let ratio = model.nodes(depth) / last.nodes(depth);
            let compared = if model == last { "-".to_owned() } else { more(ratio) };
            over(count(model.nodes(depth)), &compared)
        };
        nodes.row(depth.to_string(), models.iter().map(cell));
        let grown = |model: &Model| format!("{:.2}", model.nodes(depth) / model.nodes(depth - 1));
        growth.row(depth.to_string(), models.iter().map(grown));
    }
    cli::print(format_args!("{nodes}\n{growth}"))?;
    Ok(ExitCode::SUCCESS)
}

/// A number of nodes, in full if it is exact.
fn count(nodes: f64) -> String {
    if nodes < 1e15 {
        grouped(nodes.round() as u64)
    } else {
        format!("{nodes:.3e}")
    }
}

#[cfg(test)]
mod tests {
    use super::count;

    /// A floating-point number has 53 bits, and so is exact below 2^53, nine times 10^15.
    #[test]
    fn numbers_are_in_full_while_they_are_exact() {
        let rows = [
            (0.0, "0"),
            (1_234.4, "1,234"),
            (1_234.5, "1,235"),
            (1e15 - 1.0, "999,999,999,999,999"),
            (1e15, "1.000e15"),
            (2.0406e18, "2.041e18"),
        ];
        for (nodes, text) in rows {
            assert_eq!(count(nodes), text);
        }
    }
}
