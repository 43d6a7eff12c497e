//! Structured statements: `if`, `do`, `exit` and `repeat`, which are converted to labels and `jr`.

use std::ops::Range;

use z8000::isa::names;

use super::kind::{Block, What};
use super::translator::Translator;
use crate::fault::{Fault, Rule};
use crate::syntax::scan::{Kind, Token};

impl<'a> Translator<'_, 'a> {
    /// Returns true if the next token is a keyword of a block, which ends a statement without a condition or operand.
    pub(super) fn is_block_word(&self) -> bool {
        let words = ["then", "else", "fi", "do", "od", "exit", "repeat", "if"];
        !self.blocks.is_empty() && words.iter().any(|word| self.cursor.is(word))
    }

    /// Returns the fault of the innermost open block. The labels of all open blocks are defined, so that jumps to them
    /// cause no further faults.
    pub(super) fn unended_block(&mut self, at: &Range<usize>) -> Option<Fault> {
        let mut fault = None;
        while let Some(block) = self.blocks.pop() {
            let placed = usize::from(matches!(block.kind, What::Do | What::Else));
            if block.kind != What::Label {
                block.labels[placed..].iter().for_each(|label| self.place(*label, at));
            }
            fault = fault.or(Some(block.unended()));
        }
        fault
    }

    /// Converts a structured statement whose first word has been consumed.
    pub(super) fn block(&mut self, token: &Token<'a>, word: &str) -> Result<(), Fault> {
        self.writer.end();
        match word {
            "if" => self.begin_if(token),
            "else" => {
                let mut block = self.close(token, &[What::If])?;
                self.jump("t", block.labels[1], &token.span);
                self.place(block.labels[0], &token.span);
                block.kind = What::Else;
                self.blocks.push(block);
                Ok(())
            }
            "fi" => {
                let block = self.close(token, &[What::If, What::Else])?;
                if block.kind == What::If {
                    self.place(block.labels[0], &token.span);
                }
                self.place(block.labels[1], &token.span);
                Ok(())
            }
            "do" => {
                let label = self.blocks.pop_if(|block| block.kind == What::Label);
                let name = label.map_or_else(String::new, |label| label.name);
                let labels = self.new_labels();
                self.code_here(&token.span);
                self.place(labels[0], &token.span);
                self.blocks.push(Block::new(What::Do, token, labels, &name));
                Ok(())
            }
            "od" => {
                let block = self.close(token, &[What::Do])?;
                self.jump("t", block.labels[0], &token.span);
                self.place(block.labels[1], &token.span);
                Ok(())
            }
            "exit" => self.leave(token, 1),
            "repeat" => self.leave(token, 0),
            _ => {
                let message = format!("no matching `if` for `{word}`");
                Err(Fault::new(token.span.clone(), message).rule(Rule::Unmatched))
            }
        }
    }

    /// Closes the innermost block, which must be of one of these kinds.
    fn close(&mut self, token: &Token<'a>, kinds: &[What]) -> Result<Block, Fault> {
        self.blocks.pop_if(|block| kinds.contains(&block.kind)).ok_or_else(|| {
            let name = token.name().unwrap_or_default();
            Fault::new(token.span.clone(), format!("no matching block for `{name}`")).rule(Rule::Unmatched)
        })
    }

    /// Converts `if condition then`, with `andif` and `orif` between conditions.
    fn begin_if(&mut self, token: &Token<'a>) -> Result<(), Fault> {
        let labels = self.new_labels();
        let mut taken = None;
        self.code_here(&token.span);
        loop {
            let span = self.cursor.span();
            let name = self.cursor.next().and_then(Token::name).unwrap_or_default();
            let Some(code) = names::condition(name) else {
                return Err(Fault::new(span, "expected a condition code"));
            };
            let opposite = names::CONDITIONS[usize::from(code ^ 8)][0];
            let next = self.cursor.span();
            match self.cursor.next().filter(|next| next.kind != Kind::NewLine) {
                Some(next) if next.is("then") => {
                    self.jump(opposite, labels[0], &span);
                    break;
                }
                Some(next) if next.is("andif") => self.jump(opposite, labels[0], &span),
                Some(next) if next.is("orif") => {
                    let label = *taken.get_or_insert_with(|| self.new_labels()[0]);
                    self.jump(name, label, &span);
                }
                _ => return Err(Fault::new(next, "expected `then`")),
            }
        }
        if let Some(label) = taken {
            self.place(label, &token.span);
        }
        self.blocks.push(Block::new(What::If, token, labels, ""));
        Ok(())
    }

    /// Converts `exit` and `repeat`, for the innermost loop or the one named after `from`.
    fn leave(&mut self, token: &Token<'a>, label: usize) -> Result<(), Fault> {
        let mut name = None;
        if self.cursor.is("from") {
            self.cursor.at += 1;
            name = self.cursor.next().and_then(Token::name);
        }
        let is_it = |block: &&Block| block.kind == What::Do && name.is_none_or(|name| block.name == name);
        let found = self.blocks.iter().rev().find(is_it).map(|block| block.labels[label]);
        let found = found.ok_or_else(|| Fault::new(token.span.clone(), "no such enclosing loop"))?;
        self.code_here(&token.span);
        self.jump("t", found, &token.span);
        Ok(())
    }

    fn new_labels(&mut self) -> [usize; 2] {
        self.labels += 2;
        [self.labels - 1, self.labels]
    }

    fn jump(&mut self, condition: &str, label: usize, span: &Range<usize>) {
        self.writer.statement(&format!("jr {condition},.LB{label}"), span);
    }

    fn place(&mut self, label: usize, span: &Range<usize>) {
        self.writer.statement(&format!(".LB{label}:"), span);
    }
}
