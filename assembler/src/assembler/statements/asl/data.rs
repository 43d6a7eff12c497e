//! Data in sources for AS.

use std::ops::Range;

use super::parts::Parts;
use crate::assembler::program::Program;
use crate::fault::{Fault, Rule};
use crate::syntax::asl::Expressions;
use crate::syntax::expression::{Code, Cursor, quoted};
use crate::syntax::scan::Token;

/// Maximum number of items per line.
const ITEMS: usize = 0x10000;

/// Maximum nesting depth of `dup`.
const DEPTH: usize = 8;

/// An item of data: the directive of GNU as for it, empty for reserved space of one number, and the directive's text.
type Item<'d> = (&'d str, Code);

/// Parses the items of a line or of parentheses.
struct Reader<'d> {
    directive: &'d str,
    size: u8,
}

impl<'d> Reader<'d> {
    /// Parses items up to a parenthesis or the end of the line.
    fn items(&self, cursor: &mut Cursor<'_, '_>, grammar: &Expressions<'_>) -> Result<Vec<Item<'d>>, Fault> {
        let mut list = Vec::new();
        loop {
            list.extend(self.item(cursor, grammar)?);
            if list.len() > ITEMS {
                let message = format!("a line can have at most {ITEMS} numbers");
                return Err(Fault::new(cursor.span(), message));
            }
            if cursor.take(",").is_none() {
                return Ok(list);
            }
        }
    }

    fn item(&self, cursor: &mut Cursor<'_, '_>, grammar: &Expressions<'_>) -> Result<Vec<Item<'d>>, Fault> {
        let (before, span) = (cursor.at, cursor.span());
        if cursor.take("?").is_some() {
            return Ok(vec![("", Code::new("", span))]);
        }
        let sign = cursor.take("-").map_or("", |_| "-");
        let is_float = |name: &&str| name.starts_with(|first: char| first.is_ascii_digit());
        if let Some(digits) = cursor.peek().and_then(Token::name).filter(is_float) {
            cursor.at += 1;
            let directive = if self.size == 4 { ".float" } else { ".double" };
            return Ok(vec![(directive, Code::new(format!("{sign}{digits}"), span))]);
        }
        cursor.at = before;
        // Characters in single quotes are one number if it has room for them.
        let room = 3..=usize::from(self.size) + 2;
        let number = cursor.peek().and_then(Token::name);
        let number = number.filter(|name| name.starts_with('\'') && room.contains(&name.len()));
        if number.is_none()
            && let Some(text) = grammar.text(cursor)
        {
            if cursor.peek().is_none() || cursor.is(",") || cursor.is(")") {
                return Ok(self.text(&grammar.names.coded(&text?, &span)?, &span));
            }
            cursor.at = before;
        }
        grammar.is_address.set(false);
        let code = cursor.expression(grammar)?;
        if cursor.take("dup").is_none() {
            let linear = grammar.linear && grammar.is_address.get();
            return Ok(vec![(self.directive, if linear { code.linear() } else { code })]);
        }
        if grammar.depth > DEPTH {
            return Err(Fault::new(code.span(), "`dup` is nested too deeply").rule(Rule::Limit));
        }
        let count = code.value.and_then(|count| usize::try_from(count).ok());
        let count =
            count.ok_or_else(|| Fault::new(code.span(), "expected a number that is known here, and not negative"))?;
        let grammar = &grammar.inner();
        let inner = if cursor.take("(").is_none() {
            self.item(cursor, grammar)?
        } else {
            let inner = self.items(cursor, grammar)?;
            cursor.expect(")")?;
            inner
        };
        let room = (ITEMS + 1).checked_div(inner.len()).unwrap_or_default();
        Ok(vec![inner; count.min(room)].concat())
    }

    /// Converts a string: for byte data, to a string; otherwise, to a number for each byte.
    fn text(&self, text: &[u8], span: &Range<usize>) -> Vec<Item<'d>> {
        match self.size {
            1 => vec![(".ascii", Code::new(quoted(text), span.clone()))],
            _ => text
                .iter()
                .map(|byte| (self.directive, Code::new(byte.to_string(), span.clone())))
                .collect(),
        }
    }
}

impl Program<'_> {
    /// Converts numbers and strings with items of `size` bytes.
    pub(super) fn data_of_asl(&mut self, it: Parts<'_>, directive: &str, size: u8) -> Result<(), Fault> {
        let tokens = it.tokens();
        // In AS, `$` is the address of the first item.
        let here = tokens.iter().skip(1).any(|token| token.name() == Some("$"));
        let here = here.then(|| format!("here.{}", self.names.number()));
        let list = self.arguments_of(it, 0, |cursor, grammar| {
            let own = match (here.clone(), &self.names.phase) {
                (None, _) => grammar.here.clone(),
                (Some(label), None) => label,
                (Some(label), Some(phase)) => format!("({label}-{}+({}))", phase.label, phase.address),
            };
            let linear = grammar.linear && size == 4;
            let grammar = Expressions { here: own, linear, ..grammar.inner() };
            let list = Reader { directive, size }.items(cursor, &grammar)?;
            match cursor.peek() {
                None => Ok(list),
                Some(more) => Err(Fault::new(more.span.clone(), "expected a comma or the end of the line")),
            }
        })?;
        let is_space = |item: &Item<'_>| item.0.is_empty();
        if list.iter().any(is_space) && !list.iter().all(is_space) {
            return Err(it.fault("a line has either numbers or `?`"));
        }
        let operation = &it.fields.operation;
        let mut writer = self.labelled(it);
        if let Some(here) = here {
            writer.left(&format!("{here}:"), operation);
        }
        for run in list.chunk_by(|one, other| one.0 == other.0) {
            if !writer.is_open() {
                writer.begin(operation.start);
            }
            match run[0].0 {
                "" => writer.add(&format!(".org .+{}", run.len() * usize::from(size)), operation),
                directive => {
                    writer.add(&format!("{directive} "), operation);
                    writer.list(run.iter().map(|item| &item.1));
                }
            }
            writer.end();
        }
        self.emit(it, writer)
    }
}
