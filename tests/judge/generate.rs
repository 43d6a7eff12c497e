//! Writes calls of functions by the types of their arguments.

use std::collections::BTreeSet;
use std::fmt::Write as _;

use crate::surface::Function;

/// Returns the paths that a source of the judge calls.
pub fn called(source: &str) -> BTreeSet<String> {
    let text: String = source.split_whitespace().collect();
    let paths = |start: &'static str, end: [char; 2]| {
        text.split(start)
            .skip(1)
            .filter_map(move |rest| Some(rest.split_once(end)?.0.to_owned()))
            .collect::<Vec<_>>()
    };
    let calls = paths("call!(judge,", ['(', ')'])
        .into_iter()
        .chain(paths(".call(\"", ['"', '"']))
        .chain(paths(".inside(\"", ['"', '"']));
    calls.collect()
}

/// The types of which random values can be created, by crate; `*` stands for all types.
const KNOWN: [(&str, &str); 8] = [
    (
        "*",
        "u8 u16 u32 u64 i8 i16 i32 i64 usize isize bool f64 char String str Path PathBuf",
    ),
    (
        "z8000",
        "Places Interrupts Field Pattern Kind Mode Instruction Value Clock Devices Text Model Space Status Location Address Cpu State Z8010 Descriptor Machine World Channel Operation Form Fcw Interrupt \
         Memory Parts Line Unit Mirror Port TimerPart Repetition",
    ),
    (
        "bcp_chess",
        "Colour Kind Square Special Move Position Fen Game Piece Margin",
    ),
    (
        "z8000_object",
        "Object Section Symbol Relocation Field Processor LineMap MapLine MapPlace MapExpansion Packer Script Options Input Range",
    ),
    (
        "z8000_asm",
        "Fault Rule ClockSum Diagnostic Piece Assembly Section AddressSpace LineRecord LineClocks SectionInfo Syntax Object Relocation Hints",
    ),
    ("bcp_reference", "Position Move Game Readings Outcome Version"),
    (
        "z8000_debugger",
        "Program Session Interpreter Expression Test Value Place Kind Breakpoint Breakpoints Goal Profiler Report \
         Recording Replay Trail Wanted Fcw Unit Address Counts Cpu LineMap Machine Clock",
    ),
    (
        "bcp_laboratory",
        "Side Method Branching Fat Nested PackedMove Chess Bounds Limits Settings Numbers RandomTree Statistics Trace \
         Position",
    ),
];

/// Expressions for arguments of types that need a special form.
const WRITTEN: [(&str, &str); 10] = [
    ("Option < Remarks >", "None"),
    ("& str", "&any::<String>(r)"),
    ("& 'static str", "any::<String>(r).leak()"),
    ("& Path", "&any::<std::path::PathBuf>(r)"),
    ("Option < & str >", "any::<Option<String>>(r).as_deref()"),
    ("impl Into < String >", "any::<String>(r)"),
    ("impl Into < Address >", "any::<z8000::machine::Address>(r)"),
    (
        "& mut Tick < '_ >",
        "&mut { let mut left = 50; move |_| { left -= 1; left > 0 } }",
    ),
    ("& dyn Look", "&any::<z8000::machine::Machine>(r)"),
    ("View < '_ >", "any::<z8000_debugger::session::Session>(r).view()"),
];

/// Returns true if any value of a type can be created.
fn is_known(path: &str, kind: &str) -> bool {
    if WRITTEN.iter().any(|(written, _)| *written == kind) {
        return true;
    }
    if ["impl ", "dyn ", "Fn", " fn ", "& '"]
        .iter()
        .any(|part| kind.contains(part))
        || kind.starts_with("fn ")
    {
        return false;
    }
    let of = path.split("::").next().unwrap_or_default();
    let plain = kind.replace("z8000 ::", "z8000::");
    let words = plain
        .split([' ', '<', '>', '[', ']', '&', ';', '\'', '(', ')', ','])
        .filter(|word| {
            !word.is_empty() && !["mut", "Vec", "Option", "_"].contains(word) && word.parse::<u32>().is_err()
        });
    let mut words = words.map(|word| word.rsplit("::").next().unwrap_or(word));
    words.all(|word| {
        KNOWN
            .iter()
            .any(|(name, list)| (*name == "*" || *name == of) && list.split_whitespace().any(|known| known == word))
    })
}

/// Returns an expression that creates an argument of a type.
fn argument(kind: &str) -> String {
    if let Some((_, expression)) = WRITTEN.iter().find(|(written, _)| *written == kind) {
        return (*expression).to_owned();
    }
    let (before, rest) = match kind.strip_prefix("& mut ") {
        Some(rest) => ("&mut ", rest),
        None => kind.strip_prefix("& ").map_or(("", kind), |rest| ("&", rest)),
    };
    match rest
        .strip_prefix('[')
        .filter(|inner| !inner.contains(';') && !before.is_empty())
    {
        Some(inner) => {
            let inner = inner.trim_end_matches(']').trim();
            let inner = if inner.chars().next().is_some_and(char::is_lowercase) {
                inner
            } else {
                "_"
            };
            format!("{before}any::<Vec<{inner}>>(r)[..]")
        }
        // The type of a method's receiver must be written; other types are inferred.
        _ if rest.contains("::") && !rest.contains(' ') => format!("{before}any::<{rest}>(r)"),
        _ => format!("{before}any(r)"),
    }
}

/// Returns source code that calls the functions whose arguments can be created at random, except those that `left`
/// selects.
pub fn calls(functions: &[Function], left: impl Fn(&str) -> bool) -> String {
    let mut text = String::new();
    let mut paths = Vec::new();
    for function in functions.iter().filter(|function| !left(&function.path)) {
        let path = &function.path;
        let Some(kinds) = &function.arguments else { continue };
        if !kinds.iter().all(|kind| is_known(path, kind)) {
            continue;
        }
        let arguments: Vec<String> = kinds.iter().map(|kind| argument(kind)).collect();
        let call = format!("{path}({})", arguments.join(", "));
        let number = paths.len();
        let _ = match function.iterates {
            true => writeln!(
                text,
                "        {number} => {{ judge.call(\"{path}\", || {call}.take(1 << 20).for_each(drop)); }}"
            ),
            false => writeln!(text, "        {number} => {{ touch!(judge, {call}); }}"),
        };
        paths.push(path);
    }
    format!(
        "pub const PATHS: &[&str] = &{paths:?};\n\npub fn one(number: usize, judge: &mut Judge, r: &mut Random) {{\n    \
         match number {{\n{text}        _ => {{}}\n    }}\n}}\n"
    )
}
