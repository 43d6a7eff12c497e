//! Lines written for another assembler.

use z8000::isa::{Operation, names};

use super::state::Statement;
use crate::directive;
use crate::fault::Fault;
use crate::lexer::Kind;

/// Adds what to write instead, if a line is written for another assembler; otherwise returns the fault.
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

/// Words of other assemblers and processors, and ours.
const WORDS: [(&[&str], &str); 16] = [
    (&["db", "defb", "dc.b"], ".byte"),
    (&["dw", "defw", "dc.w"], ".word"),
    (&["dl", "defl", "dc.l"], ".long"),
    (&["ds", "defs"], ".space"),
    (&["mov", "move", "movw"], "ld"),
    (&["movb"], "ldb"),
    (&["movl"], "ldl"),
    (&["cmp"], "cp"),
    (&["cmpb"], "cpb"),
    (&["jmp"], "jp"),
    (&["bra"], "jr"),
    (&["bsr"], "calr"),
    (&["jsr"], "call"),
    (&["rts"], "ret"),
    (&["hlt"], "halt"),
    (&["not"], "com"),
];

/// Directives that others write without a dot.
const WITHOUT_DOT: [&str; 12] = [
    "org", "end", "include", "equ", "byte", "word", "long", "ascii", "text", "data", "bss", "extern",
];

/// Our word for one of another assembler or processor.
fn ours(name: &str) -> Option<String> {
    let name = name.to_ascii_lowercase();
    if WITHOUT_DOT.contains(&&*name) {
        return Some(format!(".{name}"));
    }
    let found = WORDS.iter().find(|(others, _)| others.contains(&&*name));
    found.map(|(_, ours)| (*ours).to_owned())
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
        _ if it.line.follows => "comments begin with `!`; `;` separates statements".to_owned(),
        _ => return None,
    })
}
