//! Suggestions for lines that use another assembler's spelling.

use crate::fault::Fault;

/// Adds a suggestion if the text at a fault is in another assembler's spelling.
pub(super) fn respelled(mut fault: Fault, text: &str) -> Fault {
    if let Some(sign) = text.get(fault.span.clone()).and_then(odd_sign) {
        let (own, code) = (sign.1, u32::from(sign.0));
        fault.note = None;
        fault.fix = None;
        return fault.label(format!("character U+{code:04X}: write {own}"));
    }
    if !fault.label.is_empty() {
        return fault;
    }
    if let Some((start, quoted)) = quoted(text, fault.span.start) {
        let end = fault.span.end.max(fault.span.start + 1).min(text.len());
        fault.span = start..end;
        return fault.label(format!(
            "strings need double quotes: `\"{quoted}\"`; `'A'` is a single character"
        ));
    }
    match hint(&fault, text) {
        Some(hint) => fault.label(hint),
        None => fault,
    }
}

/// Returns a character that looks like another one, and a description of the latter.
fn odd_sign(text: &str) -> Option<(char, &'static str)> {
    text.chars().find_map(|sign| {
        let own = match sign {
            '\u{a0}' | '\u{2000}'..='\u{200b}' | '\u{202f}' | '\u{3000}' => "an ordinary space",
            '\u{2018}' | '\u{2019}' => "`'`",
            '\u{201c}' | '\u{201d}' => "`\"`",
            '\u{2010}'..='\u{2014}' | '\u{2212}' => "`-`",
            _ => return None,
        };
        Some((sign, own))
    })
}

/// Returns the string in single quotes, and its start, if it ends where a character was expected.
fn quoted(text: &str, end: usize) -> Option<(usize, &str)> {
    let before = text.get(..end)?;
    let start = before.rfind('\'').filter(|_| text[end..].starts_with('\''))?;
    let quoted = &before[start + 1..];
    let is_number = before[..start].ends_with(['x', 'X', 'h', 'H', 'b', 'B']);
    (quoted.len() > 1 && !is_number).then_some((start, quoted))
}

/// Returns this assembler's form of a number whose prefix or suffix marks its base in another assembler.
fn number(word: &str) -> Option<String> {
    let lower = word.to_ascii_lowercase();
    let all = |digits: &str, radix| !digits.is_empty() && digits.chars().all(|digit| digit.is_digit(radix));
    let hexadecimal = ["&h", "h'", "x'", "16#", "%", "$"]
        .iter()
        .find_map(|start| lower.strip_prefix(start));
    let hexadecimal = hexadecimal.or_else(|| lower.strip_suffix('h'));
    if let Some(digits) = hexadecimal
        .map(|digits| digits.trim_end_matches('\''))
        .filter(|digits| all(digits, 16))
    {
        return Some(format!("hexadecimal numbers begin with `0x`: `0x{digits}`"));
    }
    let binary = ["b'", "2#", "&b"].iter().find_map(|start| lower.strip_prefix(start));
    let binary = binary.or_else(|| lower.strip_suffix('b').filter(|digits| digits.len() > 2));
    if let Some(digits) = binary
        .map(|digits| digits.trim_end_matches('\''))
        .filter(|digits| all(digits, 2))
    {
        return Some(format!("binary numbers begin with `0b`: `0b{digits}`"));
    }
    let octal = lower.strip_suffix(['o', 'q']).filter(|digits| all(digits, 8))?;
    Some(format!("octal numbers begin with 0: `0{octal}`"))
}

fn hint(fault: &Fault, text: &str) -> Option<String> {
    let at = fault.span.start;
    let (before, rest) = (text.get(..at)?, text.get(at..)?);
    let ends_word = |letter: char| letter.is_whitespace() || ",()#+".contains(letter);
    let start = before.len() - before.rsplit(ends_word).next().map_or(0, str::len);
    let word = text[start..].split(ends_word).next().unwrap_or_default();
    if let Some(hint) = number(word) {
        return Some(hint);
    }
    let first = text.split_whitespace().next().unwrap_or_default();
    let last = before
        .split(ends_word)
        .rfind(|word| !word.is_empty())
        .unwrap_or_default();
    let expects_comma = fault.message == "expected `,`";
    let expects_number = fault.message == "expected an expression";
    Some(match rest.chars().next() {
        Some('/') if rest.starts_with("//") => "comments begin with `!`".to_owned(),
        _ if before.ends_with('/') && rest.starts_with('/') => "comments begin with `!`".to_owned(),
        Some('+') | None if expects_comma && last.starts_with('@') => {
            format!(
                "there is no automatic increment: add `inc {},#1` after this line",
                &last[1..]
            )
        }
        _ if fault.message == "expected a register after `@`" && !rest.starts_with('-') => {
            "`@` needs a register; for the memory at an address, write only the address".to_owned()
        }
        _ if fault.message == "expected a register after `@`" => {
            "there is no automatic decrement: add `dec` before this line".to_owned()
        }
        Some('"') if expects_number && first.starts_with('.') => "for a string, use `.ascii`".to_owned(),
        Some('"') if expects_number => "a character constant needs single quotes: `'A'`".to_owned(),
        Some('?') => "there is no `?` operator: use `.if`".to_owned(),
        Some('^') if expects_number => "write only the name of the address".to_owned(),
        _ if expects_comma => match &*last.to_ascii_lowercase() {
            "low" | "lo" | "lobyte" => "the low byte is `NAME & 0xff`".to_owned(),
            "high" | "hi" | "hibyte" => "the high byte is `NAME >> 8`".to_owned(),
            "offset" | "addr" => "an address is only the name, after `#`".to_owned(),
            "byte" | "word" | "long" | "dword" | "ptr" => {
                "the instruction specifies the size: `ldb`, `ld`, `ldl`".to_owned()
            }
            _ if rest.is_empty() => return None,
            _ => "operands are separated by commas".to_owned(),
        },
        _ => return None,
    })
}
