//! Lines that are written for another assembler.

use z8000::isa::Operation;

use super::Statement;
use crate::directive;
use crate::lexer::Kind;

/// What to write instead, where a line is written for another assembler.
pub(super) fn hint(it: &Statement<'_>) -> Option<String> {
    let first = it.arguments.first().map(|token| &token.kind);
    Some(match it.name.to_ascii_lowercase().as_str() {
        "db" | "defb" | "dc.b" => "write `.byte`".to_owned(),
        "dw" | "defw" | "dc.w" => "write `.word`".to_owned(),
        "dl" | "defl" | "dc.l" => "write `.long`".to_owned(),
        "ds" | "defs" => "write `.space`".to_owned(),
        "org" | "end" | "include" | "equ" | "byte" | "word" | "long" | "ascii" | "text" | "data" | "bss" | "extern" => {
            format!("write `.{}`", it.name.to_ascii_lowercase())
        }
        _ => match first {
            Some(Kind::Name(name)) if name.eq_ignore_ascii_case("equ") => format!("write `.equ {}, value`", it.name),
            Some(Kind::Name(name)) if Operation::from_mnemonic(name).is_some() || directive::find(name).is_some() => {
                format!("a label needs a colon: `{}:`", it.name)
            }
            _ if it.line.follows => "comments begin with `!`; `;` parts statements".to_owned(),
            _ => return None,
        },
    })
}
