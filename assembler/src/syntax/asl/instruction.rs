//! Converting instructions for AS, in which registers determine the size of the operation.

use z8000::isa::Operation;

use super::grammar::Expressions;
use crate::fault::{Fault, Rule};
use crate::register::is_register;
use crate::syntax::expression::{Code, Cursor, Grammar, counts, port};
use crate::syntax::scan::{Kind, Token};

/// Names of conditions that GNU as does not know, and its own names.
const CONDITIONS: [(&str, &str); 6] = [
    ("zr", "z"),
    ("cy", "c"),
    ("lle", "ule"),
    ("llt", "ult"),
    ("lgt", "ugt"),
    ("lge", "uge"),
];

/// Names of control registers that GNU as does not know, and its own names.
const CONTROL: [(&str, &str); 2] = [("psap", "psapoff"), ("nsp", "nspoff")];

/// Instructions for flags.
const FLAGS: [&str; 3] = ["comflg", "setflg", "resflg"];

/// Instructions with operands relative to the instruction's address.
const RELATIVE: [&str; 8] = ["jr", "calr", "djnz", "dbjnz", "ldr", "ldrb", "ldrl", "ldar"];

/// Returns the operation for a mnemonic with registers of a size.
fn sized(name: &str, size: Option<char>) -> String {
    let name = match (name, size) {
        // In these instructions, the sizes of result and operand differ.
        ("exts", Some('w')) => return "extsb".to_owned(),
        ("exts", Some('q')) | ("extsl", _) => return "extsl".to_owned(),
        ("mult" | "div", Some('q')) => return format!("{name}l"),
        ("exts" | "mult" | "div", _) => return name.to_owned(),
        ("djnz", Some('b')) => "dbjnz".to_owned(),
        (_, Some(letter @ ('b' | 'l'))) => format!("{name}{letter}"),
        _ => return name.to_owned(),
    };
    let base = &name[..name.len() - 1];
    if Operation::from_mnemonic(&name).is_some() {
        name
    } else {
        base.to_owned()
    }
}

pub(crate) fn is_instruction(name: &str) -> bool {
    Operation::from_mnemonic(name).is_some()
}

/// Returns true if AS treats an instruction as privileged.
pub(crate) fn is_privileged(name: &str) -> bool {
    let known = [
        "halt", "iret", "mbit", "mres", "mset", "mreq", "ldctl", "ldctlb", "ldps", "ei", "di",
    ];
    known.contains(&name) || is_port(name, 0) || is_port(name, 1)
}

/// Returns the instruction and its operands in the syntax of GNU as.
pub(crate) fn operands(
    name: &str,
    tokens: &[Token<'_>],
    grammar: &Expressions<'_>,
    end: usize,
) -> Result<(String, Vec<Code>), Fault> {
    let name = name.to_ascii_lowercase();
    let mut list = Vec::new();
    let mut size = None;
    for (index, field) in fields(tokens).into_iter().enumerate() {
        let last = field.last().map_or(end, |last| last.span.end);
        if let [only] = field {
            size = size.or_else(|| grammar.register(only).and_then(|register| letter(&register)));
        }
        grammar.is_address.set(false);
        let code = operand(&name, index, field, last, grammar)?;
        list.extend(code.map(|code| {
            let code = port(&name, relative(&name, index, code, grammar));
            let is_immediate = code.parts.first().is_some_and(|(text, _)| text == "#");
            let code = far(code, grammar);
            let is_linear = grammar.linear && is_immediate && grammar.is_address.get();
            if is_linear { code.linear() } else { code }
        }));
    }
    if let ("ex" | "exb", [first, second]) = (&*name, &list[..])
        && !is_register(&first.text())
        && is_register(&second.text())
    {
        list.swap(0, 1);
    }
    match list.len() {
        1 if counts(&name) => list.push(Code::new("#1", end..end)),
        // An omitted condition is always true.
        3 if name.starts_with("cp") => list.push(Code::new("t", end..end)),
        1 if name.starts_with("tcc") => list.insert(0, Code::new("t", list[0].span())),
        1 if name == "sc" && !list[0].text().starts_with('#') => list = vec![list.remove(0).immediate()],
        _ => {}
    }
    Ok((sized(&name, size), list))
}

/// Returns the tokens between commas outside brackets.
fn fields<'t, 'a>(tokens: &'t [Token<'a>]) -> Vec<&'t [Token<'a>]> {
    let mut depth = 0;
    let mut is_comma = |token: &Token<'_>| {
        depth += i32::from(token.is("(")) - i32::from(token.is(")"));
        depth == 0 && token.is(",")
    };
    match tokens {
        [] => Vec::new(),
        _ => tokens.split(&mut is_comma).collect(),
    }
}

/// Returns the letter for the size of a register.
fn letter(register: &str) -> Option<char> {
    Some(match register.get(..2)? {
        "rh" | "rl" => 'b',
        "rr" => 'l',
        "rq" => 'q',
        _ => 'w',
    })
}

/// Converts an operand; `None` if it is omitted.
fn operand(
    name: &str,
    index: usize,
    field: &[Token<'_>],
    end: usize,
    grammar: &Expressions<'_>,
) -> Result<Option<Code>, Fault> {
    let mut cursor = Cursor::new(field, end);
    let code = match field {
        [] => return Ok(None),
        [only]
            if nameless(field, grammar).is_none()
                && let Some(code) = word(name, index, only, grammar) =>
        {
            return Ok(Some(code));
        }
        [first, .., last] | [first @ last] if let Some(symbol) = nameless(field, grammar) => {
            return Ok(Some(Code::new(symbol, first.span.start..last.span.end)));
        }
        [first, slash, last] if first.is("p") && slash.is("/") && last.is("v") && FLAGS.contains(&name) => {
            return Ok(Some(Code::new("p", first.span.start..last.span.end)));
        }
        [bar, ..] if bar.is("|") => return short(field, grammar).map(Some),
        [segment, ..] if segment.is("<<") => return far_address(field, end, grammar).map(Some),
        _ if let Some(open) = distance(field, grammar) => {
            let Some(mut code) = operand(name, index, &field[..open], field[open].span.start, grammar)? else {
                return Ok(None);
            };
            let distance = Cursor::new(&field[open..], end).expression(grammar)?;
            code.parts.push(("+".to_owned(), field[open].span.clone()));
            code.parts.extend(distance.parts);
            code.value = code
                .value
                .zip(distance.value)
                .map(|(code, distance)| code.wrapping_add(distance));
            return Ok(Some(code));
        }
        _ => cursor.operand(grammar)?,
    };
    match cursor.peek() {
        None => Ok(Some(code)),
        Some(more) => match &more.kind {
            Kind::Wrong(message) => Err(Fault::new(more.span.clone(), message.clone())),
            _ => Err(Fault::new(more.span.clone(), "expected a comma or the end of the line")),
        },
    }
}

/// Converts `<<segment>>offset`, possibly with an index.
fn far_address(field: &[Token<'_>], end: usize, grammar: &Expressions<'_>) -> Result<Code, Fault> {
    let mut depth = 0;
    let close = field.iter().position(|token| {
        depth += i32::from(token.is("(")) - i32::from(token.is(")"));
        depth == 0 && token.is(">>")
    });
    let close = close.ok_or_else(|| Fault::new(field[0].span.clone(), "expected `>>` after the segment"))?;
    let segment = Cursor::new(&field[1..close], field[close].span.start).expression(grammar)?;
    let number = segment
        .value
        .ok_or_else(|| Fault::new(segment.span(), "the segment must be known here").rule(Rule::Unsettled))?;
    let mut code = Code::new(format!("<<{number}>>"), field[0].span.start..field[close].span.end);
    code.parts
        .extend(Cursor::new(&field[close + 1..], end).operand(grammar)?.parts);
    Ok(code)
}

/// Returns the position of a distance in brackets, as in `table(-2)`.
fn distance(field: &[Token<'_>], grammar: &Expressions<'_>) -> Option<usize> {
    let (last, rest) = field.split_last()?;
    let open = rest.iter().rposition(|token| token.is("(")).filter(|_| last.is(")"))?;
    let before = &rest[open.checked_sub(1)?];
    let is_operand = match before.kind {
        Kind::Name(name) => !grammar.is_function(name) && grammar.register(before).is_none(),
        Kind::Number(..) => true,
        _ => false,
    };
    let is_register = matches!(&rest[open + 1..], [only] if grammar.register(only).is_some());
    (is_operand && !is_register).then_some(open)
}

/// Converts a number to an address with its segment, unless that is 0.
fn far(code: Code, grammar: &Expressions<'_>) -> Code {
    let first = code.parts.first().map_or("", |(text, _)| text);
    let is_number = !first.starts_with(['#', '@', '|', '<']) && !grammar.is_address.get();
    match code.value {
        Some(value @ 0x1_0000..=0x7F_FFFF) if grammar.segmented && is_number => {
            let index = index(&code).map_or(String::new(), |register| format!("({register})"));
            Code::new(format!("<<{}>>{:#x}{index}", value >> 16, value & 0xFFFF), code.span())
        }
        _ => code,
    }
}

/// Returns the register in brackets at the end of an operand.
fn index(code: &Code) -> Option<&str> {
    match &code.parts[..] {
        [.., (open, _), (register, _), (close, _)] if (&**open, &**close) == ("(", ")") => {
            Some(&**register).filter(|register| is_register(register))
        }
        _ => None,
    }
}

/// Returns the symbol of a nameless label.
fn nameless(field: &[Token<'_>], grammar: &Expressions<'_>) -> Option<String> {
    let sign = ["-", "+", "/"]
        .into_iter()
        .find(|sign| field.iter().all(|token| token.is(sign)))?;
    grammar.names.nameless(&sign.repeat(field.len()))
}

/// Converts a name that is neither a symbol nor a register.
fn word(name: &str, index: usize, token: &Token<'_>, grammar: &Expressions<'_>) -> Option<Code> {
    let own = token.name()?.to_ascii_lowercase();
    let named = |table: &[(&str, &'static str)]| table.iter().find(|(known, _)| *known == own).map(|(_, ours)| *ours);
    let tests =
        ["jp", "jr", "ret", "tcc", "tccb"].contains(&name) && index == 0 || name.starts_with("cp") && index == 3;
    let is_condition = z8000::isa::names::CONDITIONS.iter().any(|names| names.contains(&&*own));
    let text = match name {
        "ldctl" | "ldctlb" => named(&CONTROL).map(str::to_owned).or(Some(own))?,
        "ei" | "di" => own,
        _ if FLAGS.contains(&name) => named(&CONDITIONS).map_or(own, str::to_owned),
        _ if tests => named(&CONDITIONS).map(str::to_owned).or(is_condition.then_some(own))?,
        _ => return None,
    };
    let register = grammar.register(token);
    Some(Code::new(register.unwrap_or(text), token.span.clone()))
}

fn is_port(name: &str, index: usize) -> bool {
    let name = name.strip_prefix('s').unwrap_or(name);
    let takes = ["in", "inb"].contains(&name) || name.starts_with("ini") || name.starts_with("ind");
    let gives = name.starts_with("out") || name.starts_with("oti") || name.starts_with("otd");
    takes && index == 1 || gives && index == 0
}

/// Converts `|address|`, possibly with an index.
fn short(field: &[Token<'_>], grammar: &Expressions<'_>) -> Result<Code, Fault> {
    let close = field.iter().rposition(|token| token.is("|")).unwrap_or_default();
    let (first, rest) = (&field[0], &field[close + 1..]);
    if close == 0 {
        return Err(Fault::new(first.span.clone(), "expected `|` after the address"));
    }
    let (inner, end) = (&field[1..close], field[close].span.start);
    let mut code = Code::new("|", first.span.clone());
    let address = match inner.first().is_some_and(|token| token.is("<<")) {
        true => far_address(inner, end, grammar)?,
        false => far(Cursor::new(inner, end).expression(grammar)?, grammar).whole(),
    };
    code.parts.extend(address.parts);
    code.parts.push(("|".to_owned(), field[close].span.clone()));
    match rest {
        [] => {}
        [open, register, end] if open.is("(") && end.is(")") && grammar.register(register).is_some() => {
            let register = grammar.register(register).unwrap_or_default();
            code.parts
                .push((format!("({register})"), open.span.start..end.span.end));
        }
        [more, ..] => return Err(Fault::new(more.span.clone(), "expected an index")),
    }
    Ok(code)
}

/// Converts a relative operand within `PHASE`, where the instruction's address differs from its location.
fn relative(name: &str, index: usize, code: Code, grammar: &Expressions<'_>) -> Code {
    let Some(phase) = grammar.names.phase.as_ref().filter(|_| RELATIVE.contains(&name)) else {
        return code;
    };
    let text = code.text();
    let is_condition = name == "jr" && index == 0 && is_condition(&text);
    if is_register(&text) || is_condition {
        return code;
    }
    Code::new(format!("({text})-({})+{}", phase.address, phase.label), code.span())
}

fn is_condition(text: &str) -> bool {
    z8000::isa::names::CONDITIONS.iter().any(|names| names.contains(&text))
}
