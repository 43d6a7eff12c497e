//! A part of a run: every N-th position, for one of many machines.

use std::fmt;
use std::str::FromStr;

use anyhow::{Result, ensure};

/// A shard of a run, such as `3/40`: every 40th item, starting with the third.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Shard {
    index: u32,
    count: u32,
}

impl Shard {
    /// Returns true if the shard includes the item with this index, from 0, in the whole run.
    pub const fn holds(self, place: usize) -> bool {
        place % self.count as usize == self.index as usize - 1
    }

    fn new(index: u32, count: u32) -> Result<Self> {
        ensure!(
            (1..=count).contains(&index),
            "invalid shard {index}/{count}; expected 1/{count} to {count}/{count}"
        );
        Ok(Self { index, count })
    }
}

impl FromStr for Shard {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        let wrong = || format!("invalid shard `{text}`; write, for example, 3/40 for the third of forty");
        let (index, count) = text.split_once('/').ok_or_else(wrong)?;
        let number = |text: &str| text.parse::<u32>().map_err(|_| wrong());
        Self::new(number(index)?, number(count)?).map_err(|error| error.to_string())
    }
}

impl fmt::Display for Shard {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}/{}", self.index, self.count)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_place_is_in_one_shard() {
        for count in [1, 3, 40] {
            let shards: Vec<Shard> = (1..=count)
                .map(|index| format!("{index}/{count}").parse().expect("a shard"))
                .collect();
            for place in 0..100 {
                let holders: Vec<String> = shards
                    .iter()
                    .filter(|shard| shard.holds(place))
                    .map(Shard::to_string)
                    .collect();
                assert_eq!(holders, [format!("{}/{count}", place as u32 % count + 1)]);
            }
        }
        for text in ["", "3", "0/4", "5/4", "1/0", "a/b", "-1/4", "1/4/2"] {
            assert!(text.parse::<Shard>().is_err(), "{text}");
        }
    }
}
