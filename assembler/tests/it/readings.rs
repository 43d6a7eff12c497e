//! Every way to group the operators of an expression. A row of a table of expressions must distinguish the right
//! grouping from all others by its value, or be marked as not about the order of operators.

/// Operators, longer ones first. Where an operand is expected, some of them are prefixes.
const OPERATORS: [&str; 31] = [
    "land", "lxor", "lnot", "lor", "mod", "shl", "shr", "<<", ">>", "<>", "!=", "==", "<=", ">=", "&&", "||", "~~",
    "=", "<", ">", "&", "|", "^", "!", "+", "-", "*", "/", "#", "%", "~",
];

const PREFIXES: [&str; 6] = ["lnot", "~~", "~", "!", "+", "-"];

#[derive(Debug, Clone, Copy)]
enum Token<'a> {
    Operand(&'a str),
    Operator(&'a str),
}

fn starts_with<'a>(text: &'a str, names: &[&str]) -> Option<&'a str> {
    let found = names.iter().find(|name| {
        text.get(..name.len())
            .is_some_and(|start| start.eq_ignore_ascii_case(name))
    })?;
    text.get(..found.len())
}

/// Returns the length of a quoted or bracketed string at the start, or 0.
fn enclosed(text: &str) -> usize {
    let (mut depth, mut quote, mut escaped) = (0, None, false);
    for (at, character) in text.char_indices() {
        match (quote, character) {
            (Some(_), _) if escaped => escaped = false,
            (Some(_), '\\') => escaped = true,
            (Some(open), _) if open == character => quote = None,
            (Some(_), _) => {}
            (None, '\'' | '"') => quote = Some(character),
            (None, '(') => depth += 1,
            (None, ')') => depth -= 1,
            (None, _) if depth == 0 => return at,
            (None, _) => {}
        }
    }
    text.len()
}

/// Returns the length of an operand at the start: a name or a number with a bracketed suffix, or a quoted string.
fn operand(text: &str) -> usize {
    let mut at = 0;
    loop {
        let rest = &text[at..];
        let is_exponent = at > 1 && text[..at].contains('.') && text[..at].ends_with(['e', 'E']);
        match rest.chars().next() {
            Some('(' | '\'' | '"') => at += enclosed(rest),
            Some('%' | '$' | '@') if at == 0 => at += 1,
            Some('+' | '-') if is_exponent => at += 1,
            Some(character) if character.is_alphanumeric() || "_.".contains(character) => at += character.len_utf8(),
            _ => return at,
        }
    }
}

fn tokens(expression: &str) -> Vec<Token<'_>> {
    let (mut found, mut rest) = (Vec::new(), expression.trim());
    while !rest.is_empty() {
        let is_due = !matches!(found.last(), Some(Token::Operand(_)));
        let names: &[&str] = if is_due { &PREFIXES } else { &OPERATORS };
        let length = match starts_with(rest, names) {
            Some(operator) => {
                found.push(Token::Operator(operator));
                operator.len()
            }
            None => {
                let length = operand(rest);
                assert!(is_due && length > 0, "`{rest}` of `{expression}` is not read");
                found.push(Token::Operand(&rest[..length]));
                length
            }
        };
        rest = rest[length..].trim_start();
    }
    found
}

/// Returns all groupings, each with all of its brackets.
fn grouped(tokens: &[Token<'_>]) -> Vec<String> {
    let mut found = Vec::new();
    match tokens {
        [Token::Operand(operand)] => found.push((*operand).to_owned()),
        [Token::Operator(prefix), rest @ ..] => {
            found.extend(grouped(rest).iter().map(|rest| format!("({prefix} ({rest}))")));
        }
        _ => {}
    }
    for at in 1..tokens.len().saturating_sub(1) {
        if let [Token::Operand(_), Token::Operator(operator)] = tokens[at - 1..=at] {
            for left in grouped(&tokens[..at]) {
                found.extend(
                    grouped(&tokens[at + 1..])
                        .iter()
                        .map(|right| format!("({left} {operator} {right})")),
                );
            }
        }
    }
    found
}

/// Returns the fault of a row: it does not distinguish its groupings although it is not marked, or it does although it
/// is marked. `value` evaluates an expression, and returns `None` if it is refused.
pub(crate) fn fault<T: PartialEq>(expression: &str, marked: bool, value: impl Fn(&str) -> Option<T>) -> Option<String> {
    let right = value(expression);
    let groupings = grouped(&tokens(expression));
    let fitting: Vec<_> = groupings.iter().filter(|grouping| value(grouping) == right).collect();
    match fitting.len() {
        0 => Some(format!("`{expression}` is none of {groupings:?}")),
        1 if marked => Some(format!("`{expression}` tells its groupings apart, and needs no mark")),
        1 => None,
        _ if marked => None,
        _ => Some(format!("`{expression}` has the same value as each of {fitting:?}")),
    }
}
