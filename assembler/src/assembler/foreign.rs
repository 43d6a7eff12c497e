//! Lines that are written for another assembler.

use z8000::isa::Operation;

use super::Statement;
use crate::directive;
use crate::fault::Fault;
use crate::lexer::Kind;

/// Adds what to write instead, where a line is written for another assembler; or else gives the fault back.
pub(super) fn hinted(fault: Fault, it: &Statement<'_>) -> Result<Fault, Fault> {
    if let Some(directive) = written(it.name) {
        return Ok(fault
            .label(format!("write `{directive}`"))
            .fix(it.span.clone(), directive));
    }
    match hint(it) {
        Some(hint) => Ok(fault.label(hint)),
        None => Err(fault),
    }
}

/// The directive for a word of other assemblers.
fn written(name: &str) -> Option<String> {
    let name = name.to_ascii_lowercase();
    Some(match name.as_str() {
        "db" | "defb" | "dc.b" => ".byte".to_owned(),
        "dw" | "defw" | "dc.w" => ".word".to_owned(),
        "dl" | "defl" | "dc.l" => ".long".to_owned(),
        "ds" | "defs" => ".space".to_owned(),
        "org" | "end" | "include" | "equ" | "byte" | "word" | "long" | "ascii" | "text" | "data" | "bss" | "extern" => {
            format!(".{name}")
        }
        _ => return None,
    })
}

fn hint(it: &Statement<'_>) -> Option<String> {
    let first = it.arguments.first().map(|token| &token.kind);
    Some(match first {
        Some(Kind::Name(name)) if name.eq_ignore_ascii_case("equ") => format!("write `.equ {}, value`", it.name),
        Some(Kind::Name(name)) if Operation::from_mnemonic(name).is_some() || directive::find(name).is_some() => {
            format!("a label needs a colon: `{}:`", it.name)
        }
        _ if it.line.follows => "comments begin with `!`; `;` parts statements".to_owned(),
        _ => return None,
    })
}
