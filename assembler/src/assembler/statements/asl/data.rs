//! Data of a source for AS.

use super::parts::Parts;
use crate::assembler::statements::state::Reading;
use crate::fault::Fault;
use crate::syntax::asl::Expressions;
use crate::syntax::expression::{Code, Cursor, quoted};
use crate::syntax::scan::Token;
use crate::syntax::writer::Writer;

/// The limit on the items of one line.
const ITEMS: usize = 0x10000;

/// The limit on the nesting of `dup`.
const DEPTH: usize = 8;

/// An item of data.
#[derive(Clone)]
enum Item {
    Text(Vec<u8>, Code),
    Number(Code),
    Float(Code),
    /// Room for one number.
    Space,
}

/// Items with a limit on their number.
type Items = Result<Vec<Item>, Fault>;

/// Reads items until a bracket or the end of the line.
fn items(cursor: &mut Cursor<'_, '_>, grammar: &Expressions<'_>, size: u8) -> Items {
    let mut list = Vec::new();
    loop {
        item(cursor, grammar, size, &mut list)?;
        if list.len() > ITEMS {
            return Err(Fault::new(
                cursor.span(),
                format!("a line can have at most {ITEMS} numbers"),
            ));
        }
        if cursor.take(",").is_none() {
            return Ok(list);
        }
    }
}

fn item(cursor: &mut Cursor<'_, '_>, grammar: &Expressions<'_>, size: u8, list: &mut Vec<Item>) -> Result<(), Fault> {
    let before = cursor.at;
    let span = cursor.span();
    if cursor.take("?").is_some() {
        list.push(Item::Space);
        return Ok(());
    }
    let sign = cursor.take("-").map_or("", |_| "-");
    let is_float = |name: &&str| name.starts_with(|first: char| first.is_ascii_digit());
    if let Some(digits) = cursor.peek().and_then(Token::name).filter(is_float) {
        cursor.at += 1;
        list.push(Item::Float(Code::new(format!("{sign}{digits}"), span)));
        return Ok(());
    }
    cursor.at = before;
    // Characters between apostrophes are one number if they have room.
    let number = cursor.peek().and_then(Token::name);
    let number = number.filter(|name| name.starts_with('\'') && (3..=usize::from(size) + 2).contains(&name.len()));
    if number.is_none()
        && let Some(text) = grammar.text(cursor)
    {
        if cursor.peek().is_none() || cursor.is(",") || cursor.is(")") {
            list.push(Item::Text(text?, Code::new("", span)));
            return Ok(());
        }
        cursor.at = before;
    }
    grammar.is_address.set(false);
    let code = cursor.expression(grammar)?;
    let code = if grammar.linear && grammar.is_address.get() {
        code.linear()
    } else {
        code
    };
    if cursor.take("dup").is_none() {
        list.push(Item::Number(code));
        return Ok(());
    }
    if grammar.depth == DEPTH {
        return Err(Fault::new(code.span(), "`dup` is nested too deeply"));
    }
    let grammar = &grammar.inner();
    let count = code.value.and_then(|count| usize::try_from(count).ok());
    let count =
        count.ok_or_else(|| Fault::new(code.span(), "expected a number that is known here, and not negative"))?;
    let mut inner = Vec::new();
    match cursor.take("(") {
        None => item(cursor, grammar, size, &mut inner)?,
        Some(_) => {
            inner = items(cursor, grammar, size)?;
            cursor.expect(")")?;
        }
    }
    let room = (ITEMS + 1).checked_div(inner.len()).unwrap_or_default();
    for _ in 0..count.min(room) {
        list.extend(inner.iter().cloned());
    }
    Ok(())
}

impl Reading<'_> {
    /// Numbers and strings of some bytes each.
    pub(super) fn data_of_asl(&mut self, it: Parts<'_>, directive: &str, size: u8) -> Result<(), Fault> {
        let tokens = it.tokens();
        // In AS `$` is the address of the first number.
        let here = tokens.iter().skip(1).any(|token| token.name() == Some("$")) && tokens.len() > 1;
        let here = here.then(|| format!("here.{}", self.names.number()));
        let list = self.with_expressions(it, |grammar| {
            let here = here
                .clone()
                .map_or(grammar.here.clone(), |label| match &self.names.phase {
                    Some(phase) => format!("({label}-{}+({}))", phase.label, phase.address),
                    None => label,
                });
            let grammar = Expressions { here, linear: grammar.linear && size == 4, ..grammar.inner() };
            let mut cursor = Cursor::new(&tokens, it.end());
            let list = items(&mut cursor, &grammar, size)?;
            match cursor.peek() {
                None => Ok(list),
                Some(more) => Err(Fault::new(more.span.clone(), "expected a comma or the end of the line")),
            }
        })?;
        let is_space = |item: &Item| matches!(item, Item::Space);
        if list.iter().any(is_space) && !list.iter().all(is_space) {
            return Err(it.fault("a line has either numbers or `?`"));
        }
        let mut writer = self.labelled(it);
        if let Some(here) = here {
            writer.left(&format!("{here}:"), &it.fields.operation);
        }
        let mut at = 0;
        while let Some(first) = list.get(at) {
            let same = |other: &&Item| std::mem::discriminant(*other) == std::mem::discriminant(first);
            let count = list[at..].iter().take_while(same).count();
            self.write_items(it, &mut writer, (directive, size), &list[at..at + count]);
            at += count;
        }
        self.emit(it, writer)
    }

    /// Writes items of one kind.
    fn write_items(&self, it: Parts<'_>, writer: &mut Writer<'_>, (directive, size): (&str, u8), list: &[Item]) {
        let operation = &it.fields.operation;
        if !writer.is_open() {
            writer.begin(operation.start);
        }
        let mut is_first = true;
        let mut write = |writer: &mut Writer<'_>, name: &str, code: &Code| {
            match is_first {
                true => writer.add(&format!("{name} "), operation),
                false => writer.between(",", code.span().start),
            }
            is_first = false;
            writer.list(std::slice::from_ref(code));
        };
        for item in list {
            match item {
                Item::Text(text, place) if size == 1 => write(writer, ".ascii", &Code::new(quoted(text), place.span())),
                Item::Text(text, place) => {
                    for byte in text {
                        write(writer, directive, &Code::new(byte.to_string(), place.span()));
                    }
                }
                Item::Float(code) if size == 4 => write(writer, ".float", code),
                Item::Float(code) => write(writer, ".double", code),
                Item::Number(code) => write(writer, directive, code),
                Item::Space => {}
            }
        }
        if let Some(Item::Space) = list.first() {
            writer.add(&format!(".org .+{}", list.len() * usize::from(size)), operation);
        }
        writer.end();
    }
}
