//! Macros and repetitions in sources for AS, which substitute text.

use std::rc::Rc;

use super::parts::{AGAIN, Parts};
use crate::assembler::program::Program;
use crate::fault::{Fault, Rule};
use crate::reader::Rounds;
use crate::source::Line;
use crate::syntax::asl::{Body, Fields, Macro, Put, arguments, local_labels, replaced, section_names};
use crate::syntax::expression::Cursor;

impl Program<'_> {
    /// Returns the lines up to the `ENDM` that ends a body.
    fn body_of_asl(&mut self, it: Parts<'_>) -> Result<Body, Fault> {
        self.lines_to(it, &["macro", "rept", "irp", "irpc", "while"], "endm")
            .map(|(body, _)| body)
    }

    /// Returns the lines up to the one that ends those of a directive, and that line.
    fn lines_to(&mut self, it: Parts<'_>, begins: &[&str], end: &str) -> Result<(Body, Line), Fault> {
        let mut depth = 0;
        let mut body = Vec::new();
        while let Some(line) = self.reader.next_line() {
            let operation = Fields::new(&line.text).operation;
            let operation = line.text[operation].to_ascii_lowercase();
            if operation == end {
                if depth == 0 {
                    return Ok((body, line));
                }
                depth -= 1;
            }
            depth += usize::from(begins.contains(&&*operation));
            body.push(line);
        }
        Err(it.fault(format!("no matching `{end}`")).rule(Rule::Unmatched))
    }

    /// Executes `SECTION name`: the names that its lines define get other spellings.
    pub(super) fn section_of_asl(&mut self, it: Parts<'_>) -> Result<(), Fault> {
        let (body, last) = self.lines_to(it, &["section"], "endsection")?;
        let ended = &last.text[Fields::new(&last.text).rest];
        if !ended.is_empty() && !ended.eq_ignore_ascii_case(it.rest()) {
            let message = format!("section `{}` is ended as `{ended}`", it.rest());
            return Err(it.fault(message).rule(Rule::Unmatched));
        }
        let locals = self.numbered(section_names(&body));
        let lines = body.iter().map(|line| put_into(line, &locals, Put::Symbols)).collect();
        self.begin(it, lines, Rounds::Times(1))
    }

    /// Executes `name MACRO parameter, parameter=default, ...`.
    pub(super) fn define_asl(&mut self, it: Parts<'_>) -> Result<(), Fault> {
        let body = self.body_of_asl(it)?;
        if it.label().is_empty() {
            return Err(it.fault("expected a name before `macro`"));
        }
        let (options, parameters): (Vec<_>, Vec<_>) =
            arguments(it.rest()).into_iter().partition(|text| text.starts_with('{'));
        let has = |name: &str| {
            options
                .iter()
                .any(|option| option[1..].trim_end_matches('}').eq_ignore_ascii_case(name))
        };
        let parameter = |text: String| match text.split_once('=') {
            Some((name, default)) => (name.trim().to_owned(), default.trim().to_owned()),
            None => (text, String::new()),
        };
        let definition = Macro {
            parameters: parameters.into_iter().map(parameter).collect(),
            is_global: has("globalsymbols"),
            takes_label: has("intlabel"),
            body,
        };
        self.names
            .macros
            .insert(it.label().to_ascii_lowercase(), Rc::new(definition));
        Ok(())
    }

    pub(super) fn call_asl(&mut self, it: Parts<'_>, definition: &Macro) -> Result<(), Fault> {
        let parameters = &definition.parameters;
        let mut values: Vec<Option<String>> = vec![None; parameters.len()];
        let mut given = Vec::new();
        for text in arguments(it.rest()) {
            let is_named = |name: &str| {
                parameters
                    .iter()
                    .position(|(own, _)| own.eq_ignore_ascii_case(name.trim()))
            };
            let named = text
                .split_once('=')
                .and_then(|(name, value)| Some((is_named(name)?, value)));
            match named {
                Some((at, value)) => values[at] = Some(value.trim().to_owned()),
                None => given.push(text),
            }
        }
        if !definition.takes_label && !it.label().is_empty() {
            let writer = self.labelled(it);
            self.emit(it, writer)?;
        }
        let (all, count) = (given.join(","), given.len().to_string());
        let mut positions = given.into_iter();
        let values = values.into_iter().zip(parameters).map(|(value, (_, default))| {
            let value = value.or_else(|| positions.next().filter(|text| !text.is_empty()));
            value.unwrap_or_else(|| default.clone())
        });
        let mut values: Vec<String> = values.collect();
        let mut further: Vec<String> = positions.collect();
        let locals = self.locals(&definition.body, definition.is_global);
        let exact = [
            ("ALLARGS".to_owned(), all),
            ("ARGCOUNT".to_owned(), count),
            ("__LABEL__".to_owned(), it.label().to_owned()),
        ];
        let mut lines = Vec::with_capacity(definition.body.len());
        for line in &definition.body {
            if Fields::new(&line.text).operation.len() == 5 && line.text.trim().eq_ignore_ascii_case("shift") {
                further.push(String::new());
                values.push(further.remove(0));
                values.remove(0);
                continue;
            }
            let own = parameters
                .iter()
                .map(|(name, _)| name.clone())
                .zip(values.iter().cloned());
            let line = put_into(line, &locals, Put::Symbols);
            let line = put_into(&line, &own.collect::<Vec<_>>(), Put::Folded);
            lines.push(put_into(&line, &exact, Put::Exact));
        }
        let level = self.conditions.len();
        self.reader
            .call_with(it.operation(), lines.into(), it.line, &it.fields.operation, level)
    }

    /// Returns the labels of a body, each with its name in one expansion.
    fn locals(&mut self, body: &[Line], is_global: bool) -> Vec<(String, String)> {
        if is_global {
            return Vec::new();
        }
        self.numbered(local_labels(body))
    }

    /// Returns the names, each with its name in one expansion.
    fn numbered(&mut self, names: Vec<String>) -> Vec<(String, String)> {
        let number = if names.is_empty() { 0 } else { self.names.number() };
        names
            .into_iter()
            .map(|name| (name.clone(), format!("{name}.{number}")))
            .collect()
    }

    pub(super) fn repeat_asl(&mut self, it: Parts<'_>, name: &str) -> Result<(), Fault> {
        // The body belongs to this directive even if its arguments are invalid.
        let body = self.body_of_asl(it)?;
        if name == "while" {
            let mut check = it.line.clone();
            check.text = format!("\t{AGAIN}\t{}", it.rest()).into();
            let lines: Body = std::iter::once(check).chain(body).collect();
            return self.begin(it, lines, Rounds::Open);
        }
        let rounds: Vec<Vec<(String, String)>> = match name {
            "rept" => {
                let count = self.values(it)?.first().copied().unwrap_or_default();
                let count = count.max(0) as usize;
                self.reader.allow(count, &it.fields.operation)?;
                vec![Vec::new(); count]
            }
            _ => {
                let mut list = arguments(it.rest()).into_iter();
                let parameter = list.next().unwrap_or_default();
                let values: Vec<String> = match name {
                    "irp" => list.collect(),
                    _ => self.characters(it)?,
                };
                values
                    .into_iter()
                    .map(|value| vec![(parameter.clone(), value)])
                    .collect()
            }
        };
        self.reader
            .allow(rounds.len().saturating_mul(body.len()), &it.fields.operation)?;
        let mut lines = Vec::new();
        for values in rounds {
            let locals = self.locals(&body, false);
            let put = if name == "irp" { Put::Folded } else { Put::Exact };
            let line = |line| put_into(&put_into(line, &locals, Put::Symbols), &values, put);
            lines.extend(body.iter().map(line));
        }
        self.begin(it, lines, Rounds::Times(1))
    }

    /// Returns the characters that the second argument of `IRPC` contains.
    fn characters(&self, it: Parts<'_>) -> Result<Vec<String>, Fault> {
        let tokens = it.tokens();
        let after = tokens
            .iter()
            .position(|token| token.is(","))
            .map_or(0, |comma| comma + 1);
        let mut cursor = Cursor::new(&tokens[after..], it.end());
        let text = self.with_expressions(it, |grammar| grammar.text(&mut cursor));
        match text {
            Some(text) => Ok(text?.into_iter().map(|byte| char::from(byte).to_string()).collect()),
            None => {
                let rest = it.rest().split_once(',').map_or("", |(_, rest)| rest);
                Ok(rest.trim().chars().map(String::from).collect())
            }
        }
    }

    fn begin(&mut self, it: Parts<'_>, lines: Body, rounds: Rounds) -> Result<(), Fault> {
        self.reader.repeat(
            lines.into(),
            rounds,
            it.line,
            &it.fields.operation,
            self.conditions.len(),
        )
    }

    /// Checks the condition of `WHILE` before each iteration.
    pub(super) fn again(&mut self, it: Parts<'_>) -> Result<(), Fault> {
        self.reader.begin_round(&it.fields.operation)?;
        let values = self.values(it);
        if matches!(values.as_deref(), Ok([value, ..]) if *value != 0) {
            return Ok(());
        }
        let level = self.reader.exit().unwrap_or_default();
        self.leave(level);
        values.map(|_| ())
    }
}

/// Returns a line in which parameters are replaced by values.
fn put_into(line: &Line, values: &[(String, String)], put: Put) -> Line {
    let text = match values {
        [] => line.text.clone(),
        _ => replaced(&line.text, values, put).into(),
    };
    Line { text, ..line.clone() }
}
