//! Declarations: types, procedures, variables with their values, and names from other modules.

use std::ops::Range;

use crate::directive::directive;
use crate::fault::{Fault, Rule};
use crate::syntax::expression::{Code, quoted};
use crate::syntax::plz::kind::Type;
use crate::syntax::plz::translator::{Part, Translator};
use crate::syntax::scan::{Kind, Token};

/// Returns the directive for a number of this many bytes.
const fn of_bytes(bytes: u8) -> &'static str {
    match bytes {
        1 => ".byte",
        2 => ".word",
        _ => ".long",
    }
}

impl<'a> Translator<'_, 'a> {
    /// Converts `name ... type`, `name procedure` or `name label`.
    pub(super) fn declaration(&mut self) -> Result<(), Fault> {
        let mut names: Vec<&Token<'a>> = Vec::new();
        loop {
            self.cursor.skip_lines();
            let span = self.cursor.span();
            let Some(token) = self.cursor.peek() else {
                return Err(Fault::new(span, "expected a type"));
            };
            if token.is("procedure") || token.is("label") || self.is_type(token) {
                break;
            }
            let (Some(_), true) = (token.name(), names.len() < 1000) else {
                return Err(Fault::new(span, "expected a name and a type"));
            };
            if directive(crate::syntax::Syntax::Plz, token.name().unwrap_or_default()).is_some() {
                return Err(Fault::new(span, "expected a type before this directive"));
            }
            names.push(token);
            self.cursor.at += 1;
            self.cursor.take(":");
            self.cursor.take(",");
        }
        match self.part {
            Part::Externals if !self.in_body => self.externals(&names),
            Part::Types if !self.in_body => self.name_type(&names),
            _ if self.cursor.is("procedure") => self.procedure(&names),
            _ => self.data(&names),
        }
    }

    /// Converts the declarations of names that another module defines.
    pub(super) fn externals(&mut self, names: &[&Token<'a>]) -> Result<(), Fault> {
        let is_code = self.cursor.is("procedure") || self.cursor.is("label");
        let size = match is_code {
            true => {
                self.cursor.at += 1;
                None
            }
            false => self.read_type(0)?.size(),
        };
        for token in names {
            let name = token.name().unwrap_or_default();
            if let Some(size) = size {
                self.names.sizes.insert(name.to_owned(), size);
            }
            self.writer.named(".extern ", name, &token.span);
            self.writer.end();
        }
        Ok(())
    }

    /// Declares a type with a name.
    fn name_type(&mut self, names: &[&Token<'a>]) -> Result<(), Fault> {
        let of = self.read_type(0)?;
        for name in names.iter().filter_map(|token| token.name()) {
            self.names.declare(name, &of);
            self.types.insert(name.to_owned(), of.clone());
        }
        Ok(())
    }

    /// Converts `name procedure` to a label.
    fn procedure(&mut self, names: &[&Token<'a>]) -> Result<(), Fault> {
        self.cursor.at += 1;
        let [token] = names else {
            let span = names.first().map_or(0..0, |name| name.span.clone());
            return Err(Fault::new(span, "a procedure must have exactly one name"));
        };
        self.enter_for(&token.span, true);
        self.code_here(&token.span);
        self.export(token);
        let name = token.name().unwrap_or_default();
        self.writer.label(name, &token.span, &(token.span.end..token.span.end));
        self.writer.end();
        self.procedures.push((name.to_owned(), token.span.clone()));
        self.names.scope += 1;
        Ok(())
    }

    /// Shares a name with other objects if it is declared as global.
    fn export(&mut self, token: &Token<'a>) {
        if self.part == Part::Globals {
            self.writer.named(".global ", &self.names.symbol(token), &token.span);
            self.writer.end();
        }
    }

    /// Converts variables of a type, with or without values. Variables among statements remain there.
    pub(super) fn data(&mut self, names: &[&Token<'a>]) -> Result<(), Fault> {
        let at = names.first().map_or(self.cursor.span(), |token| token.span.clone());
        if self.cursor.is("label") {
            self.cursor.at += 1;
            return Ok(());
        }
        if !self.in_body {
            self.enter_for(&at, false);
        }
        let span = self.cursor.span();
        let of = self.read_type(0)?;
        if of.unit() > 1 {
            self.writer.even(&at);
        }
        let has_values = self.values_follow();
        let most = names.len().max(1);
        for index in 0..most {
            if let Some(token) = names.get(index) {
                self.variable(token, &of);
            }
            if has_values && index + 1 == most {
                self.values(names.last().copied(), &of)?;
            } else {
                self.space(&of, &span, names.is_empty())?;
            }
        }
        self.writer.end();
        Ok(())
    }

    /// Consumes `:=`, which may be on the next line; returns true if it follows.
    fn values_follow(&mut self) -> bool {
        let at = self.cursor.at;
        self.cursor.skip_lines();
        if self.cursor.take(":=").is_some() {
            return true;
        }
        self.cursor.at = at;
        false
    }

    fn variable(&mut self, token: &Token<'a>, of: &Type) {
        self.names.declare(token.name().unwrap_or_default(), of);
        self.export(token);
        let end = token.span.end;
        self.writer.label(&self.names.symbol(token), &token.span, &(end..end));
    }

    /// Reserves space for a variable without a value.
    fn space(&mut self, of: &Type, span: &Range<usize>, begins: bool) -> Result<(), Fault> {
        let Some(size) = of.size() else {
            let message = "an array without initial values requires an element count";
            return Err(Fault::new(span.clone(), message));
        };
        if begins {
            self.writer.begin(span.start);
        }
        self.writer.add(&format!(".space {size}"), span);
        self.writer.end();
        self.writer.grow(Some(size));
        Ok(())
    }

    /// Converts the values of a variable, in brackets or not.
    fn values(&mut self, name: Option<&Token<'a>>, of: &Type) -> Result<(), Fault> {
        let units = of.units();
        let mut list = List { units, unit: of.unit(), index: 0, bytes: 0, line: None, last: None };
        self.cursor.skip_lines();
        let mut depth: usize = 0;
        let first = self.cursor.span();
        loop {
            let span = self.cursor.span();
            if depth > 0 {
                self.must_go_on(&first)?;
            }
            let Some(token) = self.cursor.peek() else {
                return Err(Fault::new(first, "expected a value"));
            };
            match token.kind {
                Kind::Sign("[") => depth += 1,
                Kind::Sign("]") => {
                    depth = depth.saturating_sub(1);
                    self.cursor.at += 1;
                    if depth == 0 {
                        break;
                    }
                    continue;
                }
                Kind::Sign(",") | Kind::NewLine => {}
                Kind::Sign("...") => {
                    self.cursor.at += 1;
                    self.repeat(&mut list, &span)?;
                    continue;
                }
                _ => {
                    self.value(&mut list)?;
                    if depth == 0 {
                        break;
                    }
                    continue;
                }
            }
            self.cursor.at += 1;
        }
        self.writer.end();
        self.rest(name, of, &list)
    }

    /// Converts one value; a string of bytes counts as several.
    fn value(&mut self, list: &mut List) -> Result<(), Fault> {
        let Some(token) = self.cursor.peek() else {
            return Ok(());
        };
        let unit = list
            .unit()
            .ok_or_else(|| Fault::new(token.span.clone(), "more values than elements"))?;
        if let (Kind::Text(text), 1) = (&token.kind, unit)
            && !self.cursor.second().is_some_and(|next| next.is("+") || next.is("-"))
        {
            if list
                .units
                .as_ref()
                .is_some_and(|units| units.len() < list.index + text.len())
            {
                return Err(Fault::new(
                    token.span.clone(),
                    "the string has more characters than the array has elements",
                ));
            }
            self.cursor.at += 1;
            let code = Code::new(quoted(text), token.span.clone());
            self.item_of_list(list, ".ascii", &code);
            list.take(text.len());
            list.last = text.last().map(|byte| (1, byte.to_string()));
            return Ok(());
        }
        let value = self.cursor.expression(&self.names)?;
        let value = cut(value, unit);
        self.item_of_list(list, of_bytes(unit), &value);
        list.last = Some((unit, value.text()));
        list.take(1);
        Ok(())
    }

    /// Writes a value, in the current list if that has the same directive.
    fn item_of_list(&mut self, list: &mut List, directive: &'static str, value: &Code) {
        let span = value.span();
        let line = self.writer.line(span.start);
        if list.line == Some((line, directive)) {
            self.writer.between(",", span.start);
        } else {
            if list.line.is_some() || self.writer.is_other_line(line) {
                self.writer.end();
            }
            self.writer.add(directive, &(span.start..span.start));
            self.writer.between(" ", span.start);
            list.line = Some((line, directive));
        }
        self.writer.code(value);
    }

    /// Converts `...`, which repeats the last value for the remaining elements.
    fn repeat(&mut self, list: &mut List, span: &Range<usize>) -> Result<(), Fault> {
        let left = list.units.as_ref().map(|units| units.len().saturating_sub(list.index));
        let (Some(left), Some((unit, last))) = (left, list.last.clone()) else {
            let message = "`...` requires a value before it, and an element count for the array";
            return Err(Fault::new(span.clone(), message));
        };
        self.writer.statement(&format!(".rept {left}"), span);
        self.writer.statement(&format!("{} {last}", of_bytes(unit)), span);
        self.writer.statement(".endr", span);
        list.line = None;
        list.take(left);
        Ok(())
    }

    /// Reserves space for elements without a value.
    fn rest(&mut self, name: Option<&Token<'a>>, of: &Type, list: &List) -> Result<(), Fault> {
        let left: i64 = match &list.units {
            Some(units) => units.iter().skip(list.index).map(|unit| i64::from(*unit)).sum(),
            None => of.size().map_or(0, |size| size - list.bytes),
        };
        if left > 0 {
            let at = self.cursor.last_end();
            self.writer.statement(&format!(".space {left}"), &(at..at));
        }
        let bytes = list.bytes + left.max(0);
        if let Some(name) = name.and_then(Token::name) {
            self.names.sizes.insert(name.to_owned(), bytes);
        }
        self.writer.grow(Some(bytes));
        Ok(())
    }
}

/// Returns a number cut to its lowest bytes, as in Zilog's assembler.
fn cut(value: Code, bytes: u8) -> Code {
    let fits = |number: &i64| -1 << (8 * bytes - 1) <= *number && *number < 1 << (8 * bytes);
    match value.value.is_none_or(|number| fits(&number)) {
        true => value,
        false => value.cut((1 << (8 * bytes)) - 1),
    }
}

/// A list of values that is being read.
struct List {
    /// The size of each number, if the type has a fixed number of them.
    units: Option<Vec<u8>>,
    /// The size of each number if `units` is `None`.
    unit: u8,
    index: usize,
    bytes: i64,
    /// The source line and the directive of the list that is being written.
    line: Option<(usize, &'static str)>,
    /// The size and the text of the last value.
    last: Option<(u8, String)>,
}

impl List {
    /// Returns the size of the next number, unless there are too many.
    fn unit(&self) -> Option<u8> {
        match &self.units {
            Some(units) => units.get(self.index).copied(),
            None => Some(self.unit),
        }
    }

    fn take(&mut self, count: usize) {
        for _ in 0..count {
            self.bytes += i64::from(self.unit().unwrap_or(0));
            self.index += 1;
        }
    }
}

/// Returns the predefined type with a name.
fn simple(name: &str) -> Option<Type> {
    Some(match name.to_ascii_lowercase().as_str() {
        "byte" | "short_integer" => Type::Number(1),
        "word" | "integer" => Type::Number(2),
        "long" | "long_integer" => Type::Number(4),
        _ => return None,
    })
}

/// Maximum nesting depth of types.
const DEPTH: usize = 16;

impl Translator<'_, '_> {
    pub(super) fn is_type(&self, token: &Token<'_>) -> bool {
        token.name().is_some_and(|name| {
            simple(name).is_some()
                || name.eq_ignore_ascii_case("array")
                || name.eq_ignore_ascii_case("record")
                || self.types.contains_key(name)
        })
    }

    pub(super) fn read_type(&mut self, depth: usize) -> Result<Type, Fault> {
        self.cursor.skip_lines();
        let span = self.cursor.span();
        let fault = |message: &str| Err(Fault::new(span.clone(), message));
        if depth == DEPTH {
            return Err(Fault::new(span, "the type is nested too deeply").rule(Rule::Limit));
        }
        let Some(name) = self.cursor.next().and_then(Token::name) else {
            return fault("expected a type");
        };
        if let Some(simple) = simple(name) {
            return Ok(simple);
        }
        if name.eq_ignore_ascii_case("array") {
            return self.array(depth);
        }
        if name.eq_ignore_ascii_case("record") {
            return self.record(depth);
        }
        match self.types.get(name) {
            Some(known) => Ok(known.clone()),
            None => fault("expected a type: byte, word, long, array, record or the name of a type"),
        }
    }

    /// Consumes an opening bracket; returns its position.
    fn open(&mut self) -> Result<Range<usize>, Fault> {
        let span = self.cursor.span();
        self.cursor.expect("[")?;
        Ok(span)
    }

    /// Returns an error at an open bracket if the next token begins or ends a part of a module, or at the end of the
    /// file.
    fn must_go_on(&self, open: &Range<usize>) -> Result<(), Fault> {
        const WORDS: [&str; 10] = [
            "constant",
            "end",
            "entry",
            "external",
            "global",
            "internal",
            "local",
            "module",
            "procedure",
            "type",
        ];
        let is_word = |token: &Token<'_>| WORDS.iter().any(|word| token.is(word));
        let has_name = self.cursor.second().is_some_and(|next| next.is("procedure"));
        match self.cursor.peek().is_none_or(is_word) || has_name {
            true => Err(Fault::new(open.clone(), "no matching `]`")),
            false => Ok(()),
        }
    }

    /// Parses `[count ... type]`.
    fn array(&mut self, depth: usize) -> Result<Type, Fault> {
        let open = self.open()?;
        let mut counts = Vec::new();
        loop {
            self.cursor.skip_lines();
            self.must_go_on(&open)?;
            if self.cursor.peek().is_some_and(|token| self.is_type(token)) {
                break;
            }
            let span = self.cursor.span();
            if self.cursor.take("*").is_some() {
                counts.push(None);
            } else {
                let count = self.cursor.expression(&self.names)?;
                let number = match count.value {
                    Some(number) => number,
                    None if !self.names.known => {
                        self.names.is_open = true;
                        0
                    }
                    None => {
                        return Err(Fault::new(
                            count.span(),
                            "expected a number that is known at this point",
                        ));
                    }
                };
                if !(0..=0x100_0000).contains(&number) {
                    return Err(Fault::new(
                        span,
                        format!("an array can have 0 to 0x1000000 elements; got {number}"),
                    ));
                }
                counts.push(Some(number));
            }
            self.cursor.take(",");
        }
        let of = self.read_type(depth + 1)?;
        self.cursor.skip_lines();
        if self.cursor.take("]").is_none() {
            return Err(Fault::new(open, "no matching `]`"));
        }
        let counts = counts.into_iter().rev();
        Ok(counts.fold(of, |of, count| Type::Array(count, Box::new(of))))
    }

    /// Parses `[field ... type ...]`.
    fn record(&mut self, depth: usize) -> Result<Type, Fault> {
        let open = self.open()?;
        let mut fields = Vec::new();
        let mut offset: i64 = 0;
        loop {
            self.cursor.skip_lines();
            if self.cursor.take("]").is_some() {
                return Ok(Type::Record(fields));
            }
            let mut names = Vec::new();
            self.must_go_on(&open)?;
            while let Some(token) = self.cursor.peek()
                && !self.is_type(token)
            {
                let Some(name) = token.name() else {
                    return Err(Fault::new(token.span.clone(), "expected the name of a field"));
                };
                names.push(name.to_owned());
                self.cursor.at += 1;
                self.cursor.take(",");
                self.cursor.skip_lines();
                self.must_go_on(&open)?;
            }
            let span = self.cursor.span();
            let of = self.read_type(depth + 1)?;
            let Some(size) = of.size() else {
                return Err(Fault::new(span, "an array field requires an element count"));
            };
            for name in names {
                // Words and long words begin at even offsets in a record.
                offset += i64::from(of.unit() > 1) & offset;
                fields.push((name, offset, of.clone()));
                offset = offset.saturating_add(size);
            }
        }
    }
}
