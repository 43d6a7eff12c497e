//! Lines that are written for another assembler.

use z8000::isa::{Operation, names};

use super::state::Statement;
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
    if let Some(instruction) = of_another_processor(it.name) {
        return Ok(fault
            .label(format!("write `{instruction}`"))
            .fix(it.span.clone(), instruction));
    }
    if let Some(condition) = condition(it.name) {
        return Ok(fault.label(format!("write `jr {condition},target`")));
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

/// The Z8000's word for an instruction that other processors have.
fn of_another_processor(name: &str) -> Option<&'static str> {
    const WORDS: [(&str, &str); 14] = [
        ("mov", "ld"),
        ("move", "ld"),
        ("movb", "ldb"),
        ("movw", "ld"),
        ("movl", "ldl"),
        ("cmp", "cp"),
        ("cmpb", "cpb"),
        ("jmp", "jp"),
        ("bra", "jr"),
        ("bsr", "calr"),
        ("jsr", "call"),
        ("rts", "ret"),
        ("hlt", "halt"),
        ("not", "com"),
    ];
    let found = WORDS.iter().find(|(other, _)| name.eq_ignore_ascii_case(other));
    found.map(|(_, ours)| *ours)
}

/// The condition of a jump as other processors write it, such as `jne` or `bhi`.
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
