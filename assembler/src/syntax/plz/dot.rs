//! Directives of `cas`, which begin with a dot, and data between instructions, such as `wval`.

use super::translator::Translator;
use crate::directive::Directive;
use crate::fault::Fault;
use crate::syntax::expression::{Code, quoted};
use crate::syntax::name::Rewrite;
use crate::syntax::scan::{Kind, Token};
use crate::syntax::writer::Parity;

impl<'a> Translator<'_, 'a> {
    /// Converts a directive whose name has been consumed.
    pub(super) fn dot(&mut self, row: &Directive, token: &Token<'a>) -> Result<(), Fault> {
        match row.rewrite() {
            Rewrite::Nothing => {
                self.cursor.skip_line();
                Ok(())
            }
            Rewrite::Mode(segmented) => {
                self.segmented = segmented;
                self.writer.statement(row.gnu(), &token.span);
                Ok(())
            }
            Rewrite::Psec => {
                let name = self.cursor.peek().filter(|name| name.name().is_some());
                self.cursor.at += usize::from(name.is_some());
                self.psec = name.and_then(Token::name).map(str::to_owned);
                Ok(())
            }
            Rewrite::Area(flags) => {
                self.area(row, token, flags);
                Ok(())
            }
            Rewrite::Shared => self.shared(token),
            Rewrite::Numbers(bytes) => self.numbers(row.gnu(), bytes, token),
            Rewrite::Addresses if self.segmented => self.numbers(".long", 4, token),
            Rewrite::Addresses => self.numbers(".word", 2, token),
            _ => {
                self.numbers(row.gnu(), 2, token)?;
                if row.gnu() == ".even" {
                    self.writer.parity = Parity::Even;
                }
                Ok(())
            }
        }
    }

    /// Converts `.code`, `.data` and `.bss`, which enter the section named by `.psec`, unless it has the same name.
    fn area(&mut self, row: &Directive, token: &Token<'a>, flags: &str) {
        let own = row.gnu().trim_start_matches('.');
        let section = match &self.psec {
            Some(name) if name != own => format!(".section {name}"),
            _ => row.gnu().to_owned(),
        };
        self.writer.enter(&section);
        self.write_area(&token.span, Some(flags));
    }

    /// Converts `.comm size, name`.
    fn shared(&mut self, token: &Token<'a>) -> Result<(), Fault> {
        let size = self.cursor.expression(&self.names)?;
        self.cursor.expect(",")?;
        let span = self.cursor.span();
        let name = self.cursor.next().and_then(Token::name);
        let name = name.ok_or_else(|| Fault::new(span.clone(), "expected a name"))?;
        self.writer.begin(token.span.start);
        match size.value {
            Some(0) => self.writer.add(&format!(".extern {name}"), &span),
            _ => {
                self.writer.add(".comm ", &token.span);
                self.writer.tight(name, &span);
                self.writer.tight(",", &span);
                self.writer.tight(&size.text(), &size.span());
            }
        }
        self.writer.end();
        Ok(())
    }

    /// Converts numbers of `bytes` bytes; bytes may include strings.
    fn numbers(&mut self, directive: &str, bytes: u8, token: &Token<'a>) -> Result<(), Fault> {
        if !self.writer.is_open() {
            self.writer.begin(token.span.start);
        }
        self.writer.add(directive, &token.span);
        let mut first = true;
        while !self.is_statement_end() {
            let span = self.cursor.span();
            if !first {
                self.writer.between(",", span.start);
            }
            first = false;
            let value = self.value_or_text(directive, bytes)?;
            self.writer.code(&value);
            self.cursor.take(",");
        }
        self.writer.end();
        if bytes == 1 {
            self.writer.grow(None);
        }
        Ok(())
    }

    fn value_or_text(&mut self, directive: &str, bytes: u8) -> Result<Code, Fault> {
        match self.cursor.peek() {
            Some(Token { kind: Kind::Text(text), span }) if directive == ".ascii" || bytes == 1 && text.len() > 1 => {
                self.cursor.at += 1;
                let numbers = || text.iter().map(u8::to_string).collect::<Vec<_>>().join(",");
                let written = if directive == ".ascii" { quoted(text) } else { numbers() };
                Ok(Code::new(written, span.clone()))
            }
            _ => self.cursor.expression(&self.names),
        }
    }
}
