//! A part of a run: every N-th position, for one machine of many.

use std::fmt;
use std::str::FromStr;

use anyhow::{Result, bail, ensure};
use serde::{Deserialize, Serialize};

/// Part `index` (from 1) of `count`.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(try_from = "String", into = "String")]
pub struct Shard {
    index: u32,
    count: u32,
}

/// A shard as the command line names it.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum ShardChoice {
    /// `3/40`.
    Given(Shard),
    /// `auto/40`: the index stands in the environment.
    Index(u32),
    /// `auto`: index and count stand in the environment.
    Both,
}

impl Shard {
    /// Whether the item with this place in the whole run, from 0, is in the shard.
    pub const fn holds(self, place: usize) -> bool {
        place % self.count as usize == self.index as usize - 1
    }

    /// The shard, of `count`, that holds a place.
    pub const fn of(place: usize, count: u32) -> Self {
        Self {
            index: (place % count as usize) as u32 + 1,
            count,
        }
    }

    /// Into how many shards the run is split.
    pub const fn count(self) -> u32 {
        self.count
    }

    fn new(index: u32, count: u32) -> Result<Self> {
        ensure!(
            (1..=count).contains(&index),
            "shard {index} of {count} does not exist; use 1/{count} to {count}/{count}"
        );
        Ok(Self { index, count })
    }
}

impl FromStr for Shard {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        let wrong = || format!("`{text}` is not a shard; write 3/40 for the third of forty");
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

impl TryFrom<String> for Shard {
    type Error = String;

    fn try_from(text: String) -> Result<Self, String> {
        text.parse()
    }
}

impl From<Shard> for String {
    fn from(shard: Shard) -> Self {
        shard.to_string()
    }
}

impl FromStr for ShardChoice {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        if text == "auto" {
            return Ok(Self::Both);
        }
        let Some(count) = text.strip_prefix("auto/") else {
            return text.parse().map(Self::Given);
        };
        match count.parse() {
            Ok(count @ 1..) => Ok(Self::Index(count)),
            _ => Err(format!("`{text}` names no number of shards: write auto/40")),
        }
    }
}

impl ShardChoice {
    /// The shard, with what is missing taken from the environment of a Slurm array or of GNU parallel.
    ///
    /// # Errors
    ///
    /// The environment does not say which shard it is.
    pub fn find(self) -> Result<Shard> {
        self.find_in(&|name| std::env::var(name).ok())
    }

    fn find_in(self, variable: &dyn Fn(&str) -> Option<String>) -> Result<Shard> {
        if let Self::Given(shard) = self {
            return Ok(shard);
        }
        let (slurm, parallel) = ("SLURM_ARRAY_TASK_ID", "PARALLEL_SEQ");
        let number = |name: &str| -> Result<u32> {
            let text = variable(name).unwrap_or_default();
            match text.parse() {
                Ok(number) => Ok(number),
                Err(_) => bail!("--shard auto: {name} is `{text}`, no number"),
            }
        };
        match (variable(slurm), variable(parallel), self) {
            (Some(_), Some(_), _) => {
                bail!("--shard auto: both {slurm} and {parallel} are set; write --shard I/N")
            }
            (None, None, _) => {
                bail!("--shard auto: neither {slurm} nor {parallel} is set; write --shard I/N")
            }
            // The whole array may have been given with any first number and step.
            (Some(_), None, Self::Both) => {
                let (id, count) = (number(slurm)?, number("SLURM_ARRAY_TASK_COUNT")?);
                let (first, last) = (number("SLURM_ARRAY_TASK_MIN")?, number("SLURM_ARRAY_TASK_MAX")?);
                ensure!(
                    first <= id && id <= last && last - first + 1 == count,
                    "--shard auto: the array has gaps; write --array=1-N and --shard auto/N"
                );
                Shard::new(id - first + 1, count)
            }
            // The number itself, so that single tasks can be given to the queue again.
            (Some(_), None, Self::Index(count)) => Shard::new(number(slurm)?, count),
            (None, Some(_), Self::Index(count)) => Shard::new(number(parallel)?, count),
            (None, Some(_), _) => {
                bail!("--shard auto: GNU parallel does not say how many jobs there are; write auto/N")
            }
            (_, _, Self::Given(shard)) => Ok(shard),
        }
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
                let holders: Vec<_> = shards.iter().filter(|shard| shard.holds(place)).collect();
                assert_eq!(holders, [&Shard::of(place, count)]);
            }
        }
        for text in ["", "3", "0/4", "5/4", "1/0", "a/b", "-1/4", "1/4/2"] {
            assert!(text.parse::<Shard>().is_err(), "{text}");
        }
        for text in ["auto/0", "auto/", "auto/x", "automatic"] {
            assert!(text.parse::<ShardChoice>().is_err(), "{text}");
        }
    }

    /// What the environment makes of a choice.
    fn found(choice: &str, variables: &[(&str, &str)]) -> Option<String> {
        let choice: ShardChoice = choice.parse().expect("a choice");
        let variable = |name: &str| {
            let known = variables.iter().find(|(known, _)| *known == name);
            known.map(|(_, value)| (*value).to_owned())
        };
        choice.find_in(&variable).ok().map(|shard| shard.to_string())
    }

    #[test]
    fn the_environment_names_the_shard() {
        let array = |id, count, first, last| {
            [
                ("SLURM_ARRAY_TASK_ID", id),
                ("SLURM_ARRAY_TASK_COUNT", count),
                ("SLURM_ARRAY_TASK_MIN", first),
                ("SLURM_ARRAY_TASK_MAX", last),
            ]
        };
        assert_eq!(found("auto", &array("0", "40", "0", "39")).as_deref(), Some("1/40"));
        assert_eq!(found("auto", &array("12", "3", "10", "12")).as_deref(), Some("3/3"));
        // Tasks 7 and 9 given to the queue again are no whole array.
        assert_eq!(found("auto", &array("7", "2", "7", "9")), None);
        assert_eq!(found("auto/40", &array("7", "2", "7", "9")).as_deref(), Some("7/40"));
        assert_eq!(found("auto/40", &array("0", "40", "0", "39")), None);
        let parallel = [("PARALLEL_SEQ", "5")];
        assert_eq!(found("auto/8", &parallel).as_deref(), Some("5/8"));
        assert_eq!(found("auto", &parallel), None);
        assert_eq!(found("auto/4", &parallel), None);
        assert_eq!(found("auto/8", &[]), None);
        assert_eq!(found("2/8", &parallel).as_deref(), Some("2/8"));
        let both = [("PARALLEL_SEQ", "5"), ("SLURM_ARRAY_TASK_ID", "5")];
        assert_eq!(found("auto/8", &both), None);
    }
}
