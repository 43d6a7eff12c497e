//! An error in source text, before its file and line number are known.

use std::fmt;
use std::ops::Range;

use thiserror::Error;
use z8000::isa::names;

/// An error in a piece of source text, and its location there.
#[derive(Debug, Clone, PartialEq, Eq, Error)]
#[error("{message}")]
pub struct Fault {
    /// The rule that the text breaks.
    pub rule: Rule,
    /// What is wrong, in one sentence without a full stop.
    pub message: String,
    /// A hint next to the caret; may be empty.
    pub label: String,
    /// The range of bytes that are wrong, at which the caret points.
    pub span: Range<usize>,
    /// A hint below the line, if there is one.
    pub note: Option<String>,
    /// A change that probably corrects the text, if one is known.
    pub fix: Option<Box<Fix>>,
}

/// The rule that a piece of source text breaks: what a caller matches instead of the message.
///
/// # Example
///
/// ```
/// use z8000_asm::{Memory, Options, Rule, assemble};
///
/// let errors = assemble(&Memory::new([("a.s", "\tjr nowhere\n")]), "a.s", &Options::default()).unwrap_err();
/// assert_eq!(errors.list[0].rule, Rule::Undefined);
/// assert_eq!(errors.list[0].rule.to_string(), "undefined");
/// ```
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Default)]
#[non_exhaustive]
pub enum Rule {
    /// Text that is not a statement, and every other error.
    #[default]
    Syntax,
    /// A name in the place of an operation that is neither an instruction, a directive nor a macro.
    UnknownOperation,
    /// Operands that the instruction does not take.
    Operands,
    /// A symbol, or a numbered label, that is not defined.
    Undefined,
    /// A second definition of a name.
    Duplicate,
    /// A number that its field or the address space cannot contain.
    Range,
    /// A value that depends on later lines where it must be known at once.
    Unsettled,
    /// A block of statements whose end is missing, or an end without a beginning.
    Unmatched,
    /// A file that cannot be read.
    File,
    /// A limit on nesting or size, which prevents that a source takes all of the memory.
    Limit,
    /// A message that the source itself requests, as with `.error`.
    Requested,
    /// A label that is never used.
    Unused,
    /// Every other warning: a statement that assembles, but is probably not what was meant, or could be shorter.
    Advice,
    /// An error of the link of the program to which the source belongs; the assembler itself has none.
    Link,
}

impl fmt::Display for Rule {
    /// The name of the rule in lower case, as in `unknown-operation`.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::Syntax => "syntax",
            Self::UnknownOperation => "unknown-operation",
            Self::Operands => "operands",
            Self::Undefined => "undefined",
            Self::Duplicate => "duplicate",
            Self::Range => "range",
            Self::Unsettled => "unsettled",
            Self::Unmatched => "unmatched",
            Self::File => "file",
            Self::Limit => "limit",
            Self::Requested => "requested",
            Self::Unused => "unused",
            Self::Advice => "advice",
            Self::Link => "link",
        })
    }
}

/// A change of a line.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Fix {
    /// The range of bytes of the line to replace.
    pub span: Range<usize>,
    /// The text that replaces them.
    pub text: String,
}

impl Fault {
    /// Creates an error of syntax without a label, a note or a fix.
    pub fn new(span: Range<usize>, message: impl Into<String>) -> Self {
        Self {
            rule: Rule::Syntax,
            message: message.into(),
            label: String::new(),
            span,
            note: None,
            fix: None,
        }
    }

    /// Creates the error of a symbol that is not defined, with a hint at what was probably meant: for most names, the
    /// most similar known one.
    pub fn undefined<'a>(span: Range<usize>, name: &str, known: impl IntoIterator<Item = &'a str>) -> Self {
        let fault = Self::new(span.clone(), format!("symbol `{name}` is not defined")).rule(Rule::Undefined);
        if names::condition(name).is_some() {
            return fault.label("this is a condition code: expected an address after it");
        }
        if z8000_object::is_stack(name) {
            let cure = format!("write `{name} = 0xfffe`, or link with a script that defines it: `z8k ld -T SCRIPT`");
            return fault.label(cure);
        }
        let digits = name.strip_prefix('$').filter(|digits| !digits.is_empty());
        if let Some(digits) = digits.filter(|digits| digits.bytes().all(|byte| byte.is_ascii_hexdigit())) {
            let fault = fault.label("hexadecimal numbers begin with `0x`");
            return fault.fix(span, format!("0x{digits}"));
        }
        fault.similar(name, known)
    }

    /// Sets the rule that is broken.
    #[must_use]
    pub fn rule(mut self, rule: Rule) -> Self {
        self.rule = rule;
        self
    }

    /// Adds a label next to the caret.
    #[must_use]
    pub fn label(mut self, label: impl Into<String>) -> Self {
        self.label = label.into();
        self
    }

    /// Sets the note below the line; `None` for no note.
    #[must_use]
    pub fn note(mut self, note: Option<String>) -> Self {
        self.note = note;
        self
    }

    /// Adds a probable correction: a replacement for a range of bytes.
    #[must_use]
    pub fn fix(mut self, span: Range<usize>, text: impl Into<String>) -> Self {
        self.fix = Some(Box::new(Fix { span, text: text.into() }));
        self
    }

    /// Adds a suggestion: the known name nearest to the wrong one, if one is near enough.
    pub(crate) fn similar<'a>(self, wrong: &str, known: impl IntoIterator<Item = &'a str>) -> Self {
        match nearest(wrong, known) {
            Some(name) => {
                let span = self.span.clone();
                self.note(Some(format!("did you mean `{name}`?"))).fix(span, name)
            }
            None => self,
        }
    }
}

/// Returns `did you mean` and the most similar known name; `None` if all differ in more than three letters, or in more
/// than half of those of `wrong`. Case is ignored.
///
/// # Example
///
/// ```
/// use z8000_asm::similar;
///
/// let known = ["start", "stop"];
/// assert_eq!(similar("strat", known).as_deref(), Some("did you mean `start`?"));
/// assert_eq!(similar("finish", known), None);
/// ```
pub fn similar<'a>(wrong: &str, known: impl IntoIterator<Item = &'a str>) -> Option<String> {
    nearest(wrong, known).map(|name| format!("did you mean `{name}`?"))
}

/// Returns the most similar known name, if at most half of the letters differ and at most 3. Two exchanged letters
/// count as one. Case is ignored.
pub(crate) fn nearest<'a>(wrong: &str, known: impl IntoIterator<Item = &'a str>) -> Option<&'a str> {
    let limit = (wrong.len() / 2).clamp(1, 3);
    let wrong = wrong.to_ascii_lowercase();
    known
        .into_iter()
        .filter(|name| name.len().abs_diff(wrong.len()) <= limit)
        .map(|name| (strsim::osa_distance(&wrong, &name.to_ascii_lowercase()), name))
        .filter(|&(distance, _)| distance <= limit)
        .min()
        .map(|(_, name)| name)
}
