//! Hints for lines written for another assembler.

use z8000::isa::{Operation, names};

use super::statement::Statement;
use crate::directive;
use crate::fault::Fault;
use crate::lexer::Kind;

/// Adds a suggestion to the fault if a line is written for another assembler; otherwise, returns the fault as an error.
pub(super) fn hinted(fault: Fault, it: &Statement<'_>) -> Result<Fault, Fault> {
    if let Some(ours) = ours(it.name) {
        return Ok(fault.label(format!("write `{ours}`")).fix(it.span.clone(), ours));
    }
    if let Some(condition) = condition(it.name) {
        return Ok(fault.label(format!("write `jr {condition},target`")));
    }
    match hint(it) {
        Some(hint) => Ok(fault.label(hint)),
        None => Err(fault),
    }
}

/// The words of this assembler, each with those of other assemblers and processors; `.` marks directives that others
/// write without it.
const WORDS: &str = include_str!("foreign.txt");

/// Words that begin statements of PLZ/ASM.
const OF_PLZ: [&str; 7] = ["internal", "procedure", "proc", "module", "do", "od", "fi"];

/// Returns this assembler's word for one of another assembler or processor.
fn ours(name: &str) -> Option<String> {
    let name = name.to_ascii_lowercase();
    let mut rows = WORDS.lines().filter_map(|row| row.split_once(": "));
    let (ours, _) = rows.find(|(_, others)| others.split(' ').any(|other| other == name))?;
    Some(if ours == "." {
        format!(".{name}")
    } else {
        ours.to_owned()
    })
}

/// Returns the condition of a jump in another processor's syntax, such as `jne` or `bhi`.
fn condition(name: &str) -> Option<&'static str> {
    const WORDS: [(&str, &str); 11] = [
        ("e", "eq"),
        ("a", "ugt"),
        ("hi", "ugt"),
        ("ae", "uge"),
        ("cc", "nc"),
        ("b", "ult"),
        ("cs", "c"),
        ("be", "ule"),
        ("ls", "ule"),
        ("g", "gt"),
        ("l", "lt"),
    ];
    let name = name.to_ascii_lowercase();
    let asked = name.strip_prefix(['j', 'b'])?;
    let others = WORDS.iter().find(|(other, _)| *other == asked).map(|(_, ours)| *ours);
    let ours = names::CONDITIONS.iter().flat_map(|names| names.iter());
    others.or_else(|| ours.copied().find(|name| *name == asked))
}

const PLZ: &str = "if this is PLZ/ASM, use `--syntax plz`";

fn is_of_plz(name: &str) -> bool {
    OF_PLZ.iter().any(|known| known.eq_ignore_ascii_case(name))
}

fn hint(it: &Statement<'_>) -> Option<String> {
    let first = it.arguments.first().map(|token| &token.kind);
    Some(match first {
        Some(Kind::Name(name)) if name.eq_ignore_ascii_case("equ") => format!("write `.equ {}, value`", it.name),
        Some(Kind::Name(name)) if name.eq_ignore_ascii_case("macro") => format!("write `.macro {}`", it.name),
        Some(Kind::Name(name)) if is_of_plz(name) => PLZ.to_owned(),
        _ if is_of_plz(it.name) => PLZ.to_owned(),
        Some(Kind::Name(name)) if Operation::from_mnemonic(name).is_some() || directive::find(name).is_some() => {
            format!("a label needs a colon: `{}:`", it.name)
        }
        _ if it.line.follows => "comments begin with `!`; `;` separates statements".to_owned(),
        _ => return None,
    })
}
