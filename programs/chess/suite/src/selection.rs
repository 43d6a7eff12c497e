//! Selections of positions by number, as a user types them.

use std::collections::BTreeSet;
use std::fmt::Display;
use std::ops::RangeInclusive;

use anyhow::{Result, ensure};

/// Numbers of positions, such as `1-20`, `5` or `1,5,7-9`.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Selection(Vec<RangeInclusive<u32>>);

impl std::str::FromStr for Selection {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        let number = |text: &str| {
            let number = text.trim().parse::<u32>().ok().filter(|number| *number > 0);
            number.ok_or_else(|| format!("invalid position number `{text}`; write, for example, 1-20 or 1,5,7-9"))
        };
        ranges(text, number).map(Self)
    }
}

/// Parses ranges of numbers, such as `1,5,7-9`; `number` parses one number.
///
/// # Errors
///
/// The same as for `number`, or a range is empty.
pub fn ranges<N: Copy + PartialOrd + Display>(
    text: &str,
    number: impl Fn(&str) -> Result<N, String>,
) -> Result<Vec<RangeInclusive<N>>, String> {
    let range = |part: &str| {
        if part.contains("..") {
            return Err(format!("write the range as {}", part.replace("..", "-")));
        }
        let (first, last) = part.split_once('-').unwrap_or((part, part));
        let missing = match (first.trim().is_empty(), last.trim().is_empty()) {
            (true, true) => Some("missing number"),
            (true, false) => Some("missing first number"),
            (false, true) => Some("missing last number"),
            (false, false) => None,
        };
        if let Some(missing) = missing {
            return Err(format!("`{text}`: {missing}; write, for example, 1-20 or 1,5,7-9"));
        }
        let (first, last) = (number(first)?, number(last)?);
        if first > last {
            return Err(format!("the range {first}-{last} is empty"));
        }
        Ok(first..=last)
    };
    text.split(',').map(range).collect()
}

impl Selection {
    /// Returns the numbers in ascending order, without duplicates.
    ///
    /// # Errors
    ///
    /// A number is above `last`.
    pub fn numbers(&self, last: u32) -> Result<BTreeSet<u32>> {
        for end in self.0.iter().map(RangeInclusive::end) {
            ensure!(*end <= last, "position {end} does not exist; the last is {last}");
        }
        Ok(self.0.iter().cloned().flatten().collect())
    }

    /// Formats numbers, which must be ascending, as a selection: `1,5,7-9`.
    pub fn text(numbers: impl IntoIterator<Item = u32>) -> String {
        let mut ranges: Vec<(u32, u32)> = Vec::new();
        for number in numbers {
            match ranges.last_mut() {
                Some((_, end)) if *end + 1 == number => *end = number,
                _ => ranges.push((number, number)),
            }
        }
        let text = |(first, end): (u32, u32)| match end - first {
            0 => first.to_string(),
            _ => format!("{first}-{end}"),
        };
        ranges.into_iter().map(text).collect::<Vec<_>>().join(",")
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_and_back() {
        for (text, short) in [("7-9,1,8", "1,7-9"), ("5", "5"), ("2,1,4,3", "1-4")] {
            let selection: Selection = text.parse().expect("a selection");
            assert_eq!(Selection::text(selection.numbers(9).expect("numbers")), short);
        }
        for text in ["", "0", "x", "5-3", "1-"] {
            assert!(text.parse::<Selection>().is_err(), "{text}");
        }
        let open = "1-".parse::<Selection>().expect_err("it has no end");
        assert!(open.starts_with("`1-`: missing last number"), "{open}");
        let beyond: Selection = "9-11".parse().expect("a selection");
        assert!(beyond.numbers(10).is_err());
    }
}
