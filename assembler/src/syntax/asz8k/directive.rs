//! Directives of asz8k.

use super::grammar::{Expressions, with_parameters};
use super::translator::{Common, Line, Translator, parameters};
use crate::fault::Fault;
use crate::syntax::expression::{Code, Cursor, quoted};
use crate::syntax::name::Rewrite;
use crate::syntax::scan::{Kind, Token};
use crate::syntax::writer::Parity;

impl<'a> Translator<'a> {
    pub(super) fn directive(&mut self, it: Line<'_, 'a>, cursor: &mut Cursor<'_, 'a>) -> Result<(), Fault> {
        match it.row.rewrite() {
            Rewrite::Define => self.define(it, cursor)?,
            Rewrite::Section => self.section(it.named()?, it.operation),
            Rewrite::Common => self.common(it.named()?),
            Rewrite::Macro => self.define_macro(it.named()?, it.operation),
            Rewrite::Numbers(size) => self.numbers(it, size, cursor)?,
            Rewrite::Space => self.space(it, cursor)?,
            Rewrite::Align => {
                self.simple(it, cursor)?;
                self.writer.grow(None);
            }
            Rewrite::EndMacro => {
                self.simple(it, cursor)?;
                self.writer.parity = self.outside.pop().unwrap_or(Parity::Unknown);
            }
            Rewrite::Nothing => {
                self.label(it.label);
                self.writer.end();
                return Ok(());
            }
            Rewrite::Text => self.text(it, cursor)?,
            Rewrite::Statement if it.row.gnu() == ".struct" => {
                self.enter("");
                self.begin(it.label, it.operation);
                self.writer.add(".struct 0", &it.operation.span);
            }
            Rewrite::Statement => {
                self.end_common();
                self.begin_renamed(it);
                self.writer.end();
                return Ok(());
            }
            _ => {
                self.simple(it, cursor)?;
                // If the parity is even before and after a block, it is even regardless of how often the block is
                // repeated.
                if it.row.gnu() == ".org" || self.writer.parity != Parity::Even {
                    self.writer.grow(None);
                }
            }
        }
        self.writer.end();
        match cursor.peek() {
            Some(more) => Err(Fault::new(more.span.clone(), "expected the end of the line")),
            None => Ok(()),
        }
    }

    /// Begins the statement with the corresponding directive of GNU as.
    fn begin_renamed(&mut self, it: Line<'_, 'a>) {
        self.begin(it.label, it.operation);
        self.writer.add(it.row.gnu(), &it.operation.span);
    }

    /// Converts a directive that is followed by expressions.
    fn simple(&mut self, it: Line<'_, 'a>, cursor: &mut Cursor<'_, 'a>) -> Result<(), Fault> {
        self.begin_renamed(it);
        while cursor.peek().is_some() {
            let value = cursor.expression(&Expressions)?;
            self.writer.code(&value);
            self.comma(cursor, &value.span());
        }
        Ok(())
    }

    /// Converts `name .equ value` and `name .set value`.
    fn define(&mut self, it: Line<'_, 'a>, cursor: &mut Cursor<'_, 'a>) -> Result<(), Fault> {
        let name = it.named()?;
        self.writer.begin_left(name.span.start);
        self.writer.tight(&format!("\t{}\t", it.row.gnu()), &it.operation.span);
        self.writer
            .tight(&with_parameters(name.name().unwrap_or_default()), &name.span);
        self.writer.between(", ", cursor.span().start);
        let value = cursor.expression(&Expressions)?;
        self.writer.code(&value);
        Ok(())
    }

    /// Continues in a section.
    fn enter(&mut self, name: &str) {
        self.end_common();
        self.writer.enter(name);
    }

    fn section(&mut self, name: &Token<'a>, operation: &Token<'a>) {
        let own = name.name().unwrap_or_default();
        self.enter(own);
        let text = match own {
            "__text" => ".text".to_owned(),
            "__data" => ".data".to_owned(),
            "__bss" => ".bss".to_owned(),
            other => format!(".section {other}"),
        };
        self.writer.begin_left(name.span.start);
        self.writer
            .tight(&format!("\t{text}"), &(name.span.start..operation.span.end));
    }

    fn common(&mut self, name: &Token<'a>) {
        self.enter("");
        self.common = Some(Common {
            name: name.name().unwrap_or_default().to_owned(),
            span: name.span.clone(),
            sizes: Vec::new(),
        });
    }

    /// Writes the open common section, whose size is now known.
    pub(super) fn end_common(&mut self) {
        if let Some(Common { name, span, sizes }) = self.common.take() {
            let size = if sizes.is_empty() { "0" } else { &sizes.join("+") };
            self.writer.left(&format!("\t.comm\t{name}, {size}"), &span);
        }
    }

    fn define_macro(&mut self, name: &Token<'a>, operation: &Token<'a>) {
        let own = name.name().unwrap_or_default();
        let definitions = self.macros.entry(own).or_default();
        if !self.defined.insert(own) {
            // Each definition has its own parameters; GNU as requires that the previous macro is removed.
            if definitions.len() > 1 {
                definitions.pop_front();
            }
            self.writer.left(&format!("\t.purgem\t{own}"), &name.span);
        }
        let list = definitions.front().map(|used| parameters(used)).unwrap_or_default();
        self.writer.begin_left(name.span.start);
        self.writer.tight("\t.macro\t", &operation.span);
        self.writer.tight(own, &name.span);
        let blank = if list.is_empty() { "" } else { " " };
        self.writer
            .tight(&format!("{blank}{}", list.join(", ")), &operation.span);
        self.outside.push(self.writer.parity);
        self.writer.grow(None);
    }

    /// Converts a directive with a string.
    fn text(&mut self, it: Line<'_, 'a>, cursor: &mut Cursor<'_, 'a>) -> Result<(), Fault> {
        let span = cursor.span();
        let Some(Kind::Text(bytes)) = cursor.next().map(|token| &token.kind) else {
            return Err(Fault::new(span, "expected a string in quotation marks"));
        };
        self.begin_renamed(it);
        self.writer.add(&quoted(bytes), &span);
        Ok(())
    }

    /// Converts bytes, words or long words; bytes may include strings.
    fn numbers(&mut self, it: Line<'_, 'a>, size: u8, cursor: &mut Cursor<'_, 'a>) -> Result<(), Fault> {
        if size > 1 {
            self.writer.even(&it.operation.span);
        }
        self.begin(it.label, it.operation);
        if cursor.peek().is_none() {
            return Err(Fault::new(cursor.span(), "expected a number"));
        }
        let mut bytes = 0;
        // Whether the current list consists of strings or numbers; `None` if it has not begun.
        let mut strings = None;
        while let Some(token) = cursor.peek() {
            let text = match &token.kind {
                Kind::Text(text) if size == 1 && self.is_string(token) => Some(text),
                _ => None,
            };
            if strings != Some(text.is_some()) {
                if strings.is_some() {
                    self.writer.begin_left(token.span.start);
                    self.writer.tight("\t", &token.span);
                }
                let name = if text.is_some() { ".ascii" } else { it.row.gnu() };
                match strings {
                    None => self.writer.add(name, &it.operation.span),
                    Some(_) => self.writer.tight(&format!("{name} "), &it.operation.span),
                }
                strings = Some(text.is_some());
            } else {
                self.writer.tight(",", &token.span);
            }
            let value = match text {
                Some(text) => {
                    cursor.at += 1;
                    bytes += text.len() as i64;
                    Code::new(quoted(text), token.span.clone())
                }
                None => {
                    bytes += i64::from(size);
                    cursor.expression(&Expressions)?
                }
            };
            self.writer.code(&value);
            cursor.take(",");
        }
        self.writer.grow(Some(bytes));
        Ok(())
    }

    /// Returns true if a token is a string rather than a character.
    fn is_string(&self, token: &Token<'_>) -> bool {
        self.writer.text(&token.span).starts_with('"')
    }

    fn space(&mut self, it: Line<'_, 'a>, cursor: &mut Cursor<'_, 'a>) -> Result<(), Fault> {
        if self.common.is_some() {
            let size = cursor.expression(&Expressions)?;
            if let Some(common) = &mut self.common {
                common.sizes.push(size.whole().text());
            }
            return Ok(());
        }
        self.begin_renamed(it);
        let size = cursor.expression(&Expressions)?;
        self.writer.code(&size);
        self.writer.grow(size.value);
        Ok(())
    }
}
