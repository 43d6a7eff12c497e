//! The words of a line: the assembler's tokens, and the meaning of each in its context.

use std::collections::BTreeMap;
use std::ops::Range;

use z8000::isa::{Kind as OperandKind, Operation, forms_of, names};
use z8000_asm::lexer::{Kind as TokenKind, Sign, Token, tokens};
use z8000_asm::{LinePart, Syntax, directive, is_register, line_parts};

use crate::document::Document;

/// The role of a word in a line.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub(crate) enum Kind {
    /// A label in its definition.
    Label,
    /// A symbol in its assignment: `.equ name, value` or `name = value`.
    Constant,
    /// A macro in its definition.
    MacroName,
    /// The mnemonic of an instruction.
    Instruction,
    Directive,
    /// A call of a macro, or an unknown word at the beginning of a statement.
    Call,
    /// The name of a register.
    Register,
    /// A condition, a flag, an interrupt or a control register.
    Special,
    /// The name of a symbol that is used.
    Symbol,
    /// A parameter in a macro's body: `
    /// ame`.
    Parameter,
    /// A local label in its definition: `1:`.
    LocalLabel,
    /// A use of a local label: `1b`.
    Local,
    /// A number or a character.
    Number,
    /// A string in quotation marks.
    Text,
    Comment,
}

impl Kind {
    /// Returns true if the word defines a symbol.
    pub(crate) const fn defines(self) -> bool {
        matches!(self, Self::Label | Self::Constant)
    }

    /// Returns true if the word is, or may be, the name of a symbol or a macro.
    pub(crate) const fn is_name(self) -> bool {
        matches!(
            self,
            Self::Label | Self::Constant | Self::MacroName | Self::Call | Self::Symbol
        )
    }
}

/// A word, and its bytes in the line.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Word {
    pub(crate) kind: Kind,
    /// The range of its bytes in the line.
    pub(crate) span: Range<usize>,
}

/// The macros of a program by their names in lower case, each with its original spelling and the line that defines it.
/// They take precedence over instructions of the same name.
pub(crate) type Macros = BTreeMap<String, (String, String)>;

/// The maximum length in bytes of a line whose words are determined: longer ones are not meant to be read.
const LONGEST: usize = 10_000;

/// Returns the words of a line in the dialect of GNU as; `in_comment` says whether a comment is open. A character that
/// begins no token is skipped, as in the body of a macro.
pub(crate) fn words(line: &str, in_comment: &mut bool, macros: &Macros) -> Vec<Word> {
    let mut list = Vec::new();
    let mut statement = Vec::new();
    if line.len() > LONGEST {
        let _ = line_parts(line, in_comment);
        return list;
    }
    for part in line_parts(line, in_comment) {
        match part {
            LinePart::Code(range) => read(line, range, &mut statement),
            LinePart::Comment(span) => list.push(Word { kind: Kind::Comment, span }),
            LinePart::Separator(_) => sort(line, &std::mem::take(&mut statement), macros, &mut list),
        }
    }
    sort(line, &statement, macros, &mut list);
    list.sort_by_key(|word| word.span.start);
    list
}

/// Returns the words of the requested lines of a document, with line numbers from 0.
pub(crate) fn words_of(document: &Document, macros: &Macros, is_wanted: impl Fn(&str) -> bool) -> Vec<(usize, Word)> {
    let mut open = false;
    let mut list = Vec::new();
    for (number, line) in document.lines().enumerate() {
        // A line in which a comment begins affects the following lines.
        if open || is_wanted(line) || line.contains("/*") {
            list.extend(words(line, &mut open, macros).into_iter().map(|word| (number, word)));
        }
    }
    list
}

/// Returns the word at a byte of a line, or the word that ends there.
pub(crate) fn word_at(words: &[Word], byte: usize) -> Option<&Word> {
    let inside = words.iter().find(|word| word.span.contains(&byte));
    let is_comment = |word: &&Word| word.kind == Kind::Comment;
    let before = words.iter().find(|word| word.span.end == byte && !is_comment(word));
    inside.filter(|word| !is_comment(word)).or(before).or(inside)
}

/// Returns true if an operand is a condition.
pub(crate) const fn is_condition(kind: OperandKind) -> bool {
    matches!(kind, OperandKind::Condition | OperandKind::BranchCondition)
}

/// Adds the tokens of a part of a line.
fn read<'l>(line: &'l str, part: Range<usize>, list: &mut Vec<Token<'l>>) {
    let (mut at, mut end) = (part.start, part.end);
    while at < part.end {
        match tokens(&line[at..end]) {
            Ok(found) => {
                list.extend(
                    found
                        .into_iter()
                        .map(|token| Token { span: at + token.span.start..at + token.span.end, ..token }),
                );
                // The next character does not begin a token, so it is skipped.
                at = end + line[end..].chars().next().map_or(1, char::len_utf8);
                end = part.end;
            }
            Err(fault) if fault.span.start > 0 && at + fault.span.start < end => end = at + fault.span.start,
            Err(fault) => {
                let next = at + fault.span.end.max(1);
                at = (next..=end).find(|next| line.is_char_boundary(*next)).unwrap_or(end);
                end = part.end;
            }
        }
    }
}

/// Determines the kinds of the tokens of a statement.
fn sort(line: &str, statement: &[Token<'_>], macros: &Macros, list: &mut Vec<Word>) {
    let mut rest = statement;
    let mut push = |kind, span: &Range<usize>| list.push(Word { kind, span: span.clone() });
    // A label ends with a colon in the first word.
    while let Some(first) = rest.first() {
        let behind = &line[first.span.start..];
        let end = behind.find(|one: char| one == ':' || one.is_whitespace());
        let Some(colon) = end.filter(|end| behind[*end..].starts_with(':')) else {
            break;
        };
        let colon = first.span.start + colon;
        let count = rest.iter().take_while(|token| token.span.start < colon).count();
        let ends = rest.get(count).map(|token| &token.kind) == Some(&TokenKind::Sign(Sign::Colon));
        if count == 0 || !ends {
            break;
        }
        for token in &rest[..count] {
            match token.kind {
                TokenKind::Name(_) if is_parameter(line, token) => push(Kind::Parameter, &token.span),
                TokenKind::Name(_) => push(Kind::Label, &token.span),
                TokenKind::Number(_) => push(Kind::LocalLabel, &token.span),
                _ => {}
            }
        }
        rest = &rest[count + 1..];
    }
    let Some((first, operands)) = rest.split_first() else {
        return;
    };
    let TokenKind::Name(name) = first.kind else {
        for token in rest {
            operand(line, token, Kind::Symbol, &mut push);
        }
        return;
    };
    let assigned = matches!(
        operands.first().map(|token| &token.kind),
        Some(TokenKind::Sign(Sign::Assign | Sign::Equal))
    );
    let known = directive(Syntax::Gnu, name);
    let operation = Operation::from_mnemonic(name);
    let kind = if assigned {
        Kind::Constant
    } else if is_parameter(line, first) {
        Kind::Parameter
    } else if macros.contains_key(&name.to_ascii_lowercase()) {
        Kind::Call
    } else if operation.is_some() {
        Kind::Instruction
    } else if known.is_some() {
        Kind::Directive
    } else {
        Kind::Call
    };
    push(kind, &first.span);
    let fields = operands.split(|token| token.kind == TokenKind::Sign(Sign::Comma));
    let fields: Vec<_> = fields.collect();
    for (index, field) in fields.iter().enumerate() {
        let symbol = match (kind, known) {
            (Kind::Directive, Some(row)) if index == 0 && row.defines() => Kind::Constant,
            (Kind::Directive, Some(row)) if index == 0 && row.names.contains(&".macro") => Kind::MacroName,
            (Kind::Instruction, _) if is_special(operation, field, index, fields.len()) => Kind::Special,
            _ => Kind::Symbol,
        };
        for (place, token) in field.iter().enumerate() {
            // The parameters of a macro may follow its name without a comma.
            let symbol = match symbol {
                Kind::MacroName | Kind::Constant if place > 0 => Kind::Symbol,
                symbol => symbol,
            };
            operand(line, token, symbol, &mut push);
        }
    }
}

fn operand(line: &str, token: &Token<'_>, symbol: Kind, push: &mut impl FnMut(Kind, &Range<usize>)) {
    let kind = match &token.kind {
        TokenKind::Name(_) if is_parameter(line, token) => Kind::Parameter,
        TokenKind::Name(".") => return,
        TokenKind::Name(name) if is_register(name) => Kind::Register,
        TokenKind::Name(_) => symbol,
        TokenKind::Number(_) | TokenKind::Wide(_) => Kind::Number,
        TokenKind::Local(..) => Kind::Local,
        TokenKind::Text(_) => Kind::Text,
        TokenKind::Sign(_) => return,
    };
    push(kind, &token.span);
}

/// Returns true if a `\` precedes the token.
fn is_parameter(line: &str, token: &Token<'_>) -> bool {
    line[..token.span.start].ends_with('\\')
}

/// Returns true if an operand is the name of a condition, a flag, an interrupt or a control register, where one is
/// allowed.
fn is_special(operation: Option<Operation>, field: &[Token<'_>], index: usize, count: usize) -> bool {
    let (Some(operation), [Token { kind: TokenKind::Name(name), .. }]) = (operation, field) else {
        return false;
    };
    forms_of(operation).iter().any(|form| {
        let is_list = |kind| matches!(kind, OperandKind::Flags | OperandKind::Interrupts);
        let listed = form.operands.first().is_some_and(|first| is_list(first.kind));
        let at = if listed { 0 } else { index };
        let fits = listed || form.operands.len() == count;
        fits && form.operands.get(at).is_some_and(|operand| match operand.kind {
            kind if is_condition(kind) => names::condition(name).is_some(),
            OperandKind::Flags => names::flag(name).is_some(),
            OperandKind::Interrupts => names::interrupt(name).is_some(),
            OperandKind::Control | OperandKind::ControlByte => names::control(name).is_some(),
            _ => false,
        })
    })
}
