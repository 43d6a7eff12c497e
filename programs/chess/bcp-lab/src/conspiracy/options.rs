//! Options shared by several subcommands.

use bcp_laboratory::conspiracy::Strategy;
use clap::builder::RangedU64ValueParser;
use clap::{Args, ValueEnum};

/// The tree sizes to show.
#[derive(Args)]
pub(super) struct Sizes {
    /// Tree sizes at which to show results, each 1 to 1000000 nodes, such as `100,1000`. A search ends at the largest
    /// size.
    #[arg(long, value_name = "LIST", value_delimiter = ',', default_value = "100,300,1000,3000,10000",
          value_parser = RangedU64ValueParser::<usize>::new().range(1..=1_000_000))]
    pub(super) sizes: Vec<usize>,
}

impl Sizes {
    pub(super) fn most(&self) -> usize {
        self.sizes.iter().copied().max().unwrap_or(1)
    }
}

/// The limit on conspiracies.
#[derive(Args)]
pub(super) struct Threshold {
    /// Maximum number of leaves in a conspiracy, 1 to 1000. By default, conspiracies of all sizes are considered,
    /// smaller ones first.
    #[arg(long, value_name = "N", value_parser = RangedU64ValueParser::<usize>::new().range(1..=1000))]
    pub(super) conspirators: Option<usize>,
}

impl Threshold {
    pub(super) fn most(&self) -> usize {
        self.conspirators.unwrap_or(usize::MAX)
    }
}

/// A strategy for making the best move certain.
#[derive(Clone, Copy, ValueEnum)]
pub(super) enum StrategyName {
    /// Prove that the best move is as good as it appears.
    ProveBest,
    /// Prove that the other moves are worse than the best move.
    DisproveRest,
    /// Rule out the larger possible change in value first.
    Further,
}

impl StrategyName {
    /// Returns the name of the option's value on the command line.
    pub(super) fn name(self) -> String {
        let value = self.to_possible_value();
        value.map(|value| value.get_name().to_owned()).unwrap_or_default()
    }
}

impl From<StrategyName> for Strategy {
    fn from(name: StrategyName) -> Self {
        match name {
            StrategyName::ProveBest => Self::ProveBest,
            StrategyName::DisproveRest => Self::DisproveRest,
            StrategyName::Further => Self::Further,
        }
    }
}
