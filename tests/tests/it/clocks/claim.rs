//! The headers of the routines and macros in `asm/`, and their claims about clocks.

use std::fmt;
use std::fs;
use std::path::Path;

use z8000_tests::files;

/// Maximum number of marks in one claim.
pub(crate) const MOST_MARKS: usize = 8;

/// The clocks that a header claims, from the first instruction to the return or the macro's end; called routines are
/// included. `asm/bcp.s` explains the notation.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) enum Figure {
    /// The same clocks for every run: a base, plus or minus some clocks for each pass of a marked line.
    Exact {
        /// True if called routines are excluded.
        own: bool,
        base: i64,
        /// Index of a mark, and clocks for each pass of its line.
        each: Vec<(usize, i64)>,
        /// Runs that pass one of these marks are excluded, whether in the routine or in one that it calls.
        unless: Vec<usize>,
    },
    /// The mean of all runs.
    Mean(u64),
}

/// A header and its claim.
#[derive(Debug, Clone)]
pub(crate) struct Claim {
    pub(crate) file: String,
    /// Line of the label or of the macro's name, from 1.
    pub(crate) line: u32,
    pub(crate) name: String,
    pub(crate) is_macro: bool,
    /// The marks named in the figures.
    pub(crate) marks: Vec<String>,
    pub(crate) figures: Vec<Figure>,
    /// The registers that the routine returns, and the others that it changes, according to the header.
    changes: String,
}

impl Claim {
    /// Returns true if the exact figures exclude runs that pass a mark.
    pub(crate) fn excludes(&self, mark: usize) -> bool {
        let excluded = |figure: &Figure| matches!(figure, Figure::Exact { unless, .. } if unless.contains(&mark));
        self.figures.iter().any(excluded)
    }
}

/// Returns the registers that a routine may change, one bit each: those that its header names under `out` and `uses`,
/// and for "as another routine" those of the other one.
pub(crate) fn changes(claims: &[Claim], claim: &Claim) -> u16 {
    let words: Vec<&str> = claim
        .changes
        .split([' ', ',', ';'])
        .filter(|word| !word.is_empty())
        .collect();
    let mut registers = 0;
    for (index, word) in words.iter().enumerate() {
        let next = words.get(index + 1);
        if let Some(other) = next
            .filter(|_| *word == "as")
            .and_then(|name| claims.iter().find(|other| other.name == **name))
        {
            registers |= changes(claims, other);
        }
        let (first, last) = word.split_once('-').unwrap_or((word, word));
        let number = |name: &str| {
            name.trim_start_matches(['R', 'H', 'L'])
                .parse::<u16>()
                .ok()
                .filter(|_| name.starts_with('R'))
        };
        if let (Some(first), Some(last)) = (number(first), number(last)) {
            let last = last + u16::from(word.starts_with("RR"));
            registers |= (first..=last).fold(0, |bits, register| bits | 1 << register);
        }
    }
    if claim.changes.contains("all registers but R15") {
        0x7FFF
    } else {
        registers
    }
}

impl fmt::Display for Claim {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}:{} {}", self.file, self.line, self.name)
    }
}

/// Returns the mark in a line, as in `ld r5,next(r1)  ! [capture] unlink the captured piece`.
pub(crate) fn mark(line: &str) -> Option<&str> {
    let (code, comment) = line.split_once("! [")?;
    let (mark, _) = comment.split_once(']')?;
    (!code.trim().is_empty()).then_some(mark)
}

/// Reads all headers in a folder's sources; returns the claims, and the faults found.
pub(crate) fn read(folder: &Path) -> (Vec<Claim>, Vec<String>) {
    let (mut claims, mut faults) = (Vec::new(), Vec::new());
    for path in files(folder, "s") {
        let text = fs::read_to_string(&path).expect("a source");
        let file = path.file_name().unwrap_or_default().to_string_lossy().into_owned();
        let lines: Vec<&str> = text.lines().collect();
        let mut begin = 0;
        while begin < lines.len() {
            let length = lines[begin..].iter().take_while(|line| line.starts_with('!')).count();
            let (comment, below) = (
                &lines[begin..begin + length],
                lines.get(begin + length).copied().unwrap_or_default(),
            );
            match header(&file, comment, below) {
                Ok(Some(claim)) => claims.push(Claim { line: (begin + length + 1) as u32, ..claim }),
                Ok(None) => {}
                Err(fault) => faults.push(format!("{file}:{}: {fault}", begin + 1)),
            }
            begin += length.max(1);
        }
    }
    (claims, faults)
}

/// Parses a comment and the line below it; returns `None` if this is not a header with clocks.
fn header(file: &str, comment: &[&str], below: &str) -> Result<Option<Claim>, String> {
    let claimed: Vec<usize> = (0..comment.len())
        .filter(|&n| comment[n].starts_with("! clocks"))
        .collect();
    let introduced = comment
        .first()
        .and_then(|line| line.strip_prefix("! ")?.split_once(" - "));
    let name_below = below
        .strip_prefix("        .macro  ")
        .or_else(|| Some(below.split_once(':')?.0));
    let name_below = name_below.and_then(|text| text.split_whitespace().next());
    let (Some((name, _)), Some(name_below)) = (introduced, name_below) else {
        return if claimed.is_empty() {
            Ok(None)
        } else {
            Err("clocks outside of a header".to_owned())
        };
    };
    let is_macro = below.contains(".macro");
    if name != name_below {
        return Err(format!("the header of `{name}` stands over `{name_below}`"));
    }
    let at = match claimed[..] {
        [] => return Ok(None),
        [at] => at,
        _ => return Err(format!("`{name}` has more than one line of clocks")),
    };
    let more = comment[at + 1..]
        .iter()
        .take_while(|line| line.starts_with("!        "));
    let text = [comment[at]]
        .into_iter()
        .chain(more.copied())
        .map(|line| line[1..].trim())
        .collect::<Vec<_>>()
        .join(" ");
    let mut field = "";
    let mut changes = String::new();
    for line in comment {
        field = if line.starts_with("!  ") {
            field
        } else {
            line[1..].split_whitespace().next().unwrap_or_default()
        };
        if matches!(field, "out" | "uses") {
            changes += line.split("keeps").next().unwrap_or_default();
            changes.push(' ');
        }
    }
    let mut marks = Vec::new();
    let figures = text["clocks".len()..]
        .split(';')
        .map(|text| figure(text.trim(), &mut marks))
        .collect::<Option<_>>();
    let figures = figures.ok_or_else(|| format!("`{name}`: cannot read `{text}`"))?;
    if marks.len() > MOST_MARKS {
        return Err(format!("`{name}` names more than {MOST_MARKS} marks"));
    }
    let (file, name) = (file.to_owned(), name.to_owned());
    Ok(Some(Claim { file, line: 0, name, is_macro, marks, figures, changes }))
}

/// Parses `[own] N{, +N [mark]}{, -N [mark]}{, unless [mark]}` or `mean N`.
fn figure(text: &str, marks: &mut Vec<String>) -> Option<Figure> {
    if let Some(mean) = text.strip_prefix("mean ") {
        return Some(Figure::Mean(number(mean)?.try_into().ok()?));
    }
    let (own, text) = text.strip_prefix("own ").map_or((false, text), |rest| (true, rest));
    let mut parts = text.split(", ");
    let base = number(parts.next()?)?;
    let (mut each, mut unless) = (Vec::new(), Vec::new());
    for part in parts {
        let (before, mark) = part.strip_suffix(']')?.split_once(" [")?;
        let known = marks.iter().position(|known| known == mark);
        let mark = known.unwrap_or_else(|| {
            marks.push(mark.to_owned());
            marks.len() - 1
        });
        match before.split_at_checked(1)? {
            ("+", clocks) => each.push((mark, number(clocks)?)),
            ("-", clocks) => each.push((mark, -number(clocks)?)),
            _ if before == "unless" => unless.push(mark),
            _ => return None,
        }
    }
    Some(Figure::Exact { own, base, each, unless })
}

/// Parses a decimal number with commas between thousands.
fn number(text: &str) -> Option<i64> {
    let digits = text.replace(',', "");
    digits
        .bytes()
        .all(|byte| byte.is_ascii_digit())
        .then(|| digits.parse().ok())?
}
