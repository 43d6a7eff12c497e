//! Macros, functions and other names defined by the lines read so far, in addition to the assembler's symbols.

use std::cell::RefCell;
use std::collections::{HashMap, HashSet};
use std::ops::Range;
use std::rc::Rc;

use super::line::Body;
use crate::fault::Fault;

#[derive(Debug)]
pub(crate) struct Macro {
    /// The parameters, each with its default value.
    pub(crate) parameters: Vec<(String, String)>,
    pub(crate) body: Body,
    /// True if labels in the macro are not local to a call.
    pub(crate) is_global: bool,
    /// True if the label of a call is passed as the parameter `__LABEL__`.
    pub(crate) takes_label: bool,
}

/// A function: its parameters, and its expression.
#[derive(Debug)]
pub(crate) struct Function {
    pub(crate) parameters: Vec<String>,
    pub(crate) text: String,
}

/// A structure, possibly still being declared.
#[derive(Debug, Clone, Default)]
pub(crate) struct Structure {
    pub(crate) name: String,
    /// The string between the structure's name and those of its fields.
    pub(crate) separator: &'static str,
    pub(crate) fields: Vec<(String, i64)>,
    pub(crate) is_union: bool,
    /// The start in the enclosing structure, and the length, both in bytes.
    pub(crate) start: u32,
    pub(crate) length: u32,
}

/// A `PHASE`: the label at its beginning, and the address that code is assembled for.
#[derive(Debug, Clone)]
pub(crate) struct Phase {
    pub(crate) label: String,
    pub(crate) address: String,
}

/// The names defined in a source.
#[derive(Debug, Default)]
pub(crate) struct Names {
    /// The first spelling of each name, because case is ignored.
    spellings: RefCell<HashMap<String, String>>,
    pub(crate) registers: HashMap<String, String>,
    pub(crate) strings: HashMap<String, Vec<u8>>,
    pub(crate) functions: HashMap<String, Rc<Function>>,
    pub(crate) macros: HashMap<String, Rc<Macro>>,
    pub(crate) structures: HashMap<String, Rc<Structure>>,
    /// Structures that are being declared, the innermost last.
    pub(crate) open: Vec<Structure>,
    pub(crate) phase: Option<Phase>,
    /// For each open `SWITCH`, the number of conditions around it, and its value.
    pub(crate) switches: Vec<(usize, String)>,
    /// For each bit, its operand and number as text, and true if it is in a byte.
    pub(crate) bits: HashMap<String, (String, bool)>,
    /// The codes of the characters that `CHARSET` changed; `None` for those that it removed.
    pub(crate) characters: HashMap<u8, Option<u8>>,
    /// Names that stand for addresses.
    pub(crate) labels: HashSet<String>,
    /// The last label, to which names beginning with a dot belong.
    pub(crate) last: String,
    /// The number of labels so far; names with `$$` belong to the last one.
    pub(crate) count: usize,
    /// The numbers of nameless labels `+` and `-` so far.
    pub(crate) forwards: usize,
    pub(crate) backwards: usize,
    /// The number of generated names so far.
    pub(crate) made: usize,
    /// The value of the last name in an `ENUM`.
    pub(crate) enumerated: i64,
    /// True after `SUPMODE ON`.
    pub(crate) is_privileged: bool,
    pub(crate) processor: &'static str,
}

impl Names {
    /// Creates an empty table; the processor is a Z8001 if the run begins in segmented mode.
    pub(crate) fn of(segmented: bool) -> Self {
        Self { processor: if segmented { "Z8001" } else { "Z8002" }, ..Self::default() }
    }

    pub(crate) fn symbol(&self, name: &str) -> String {
        let name = match name.strip_prefix("$$") {
            Some(temporary) => format!("{temporary}.T{}", self.count),
            None if name.starts_with('.') => format!("{}{name}", self.last),
            None => name.to_owned(),
        };
        let mut spellings = self.spellings.borrow_mut();
        spellings.entry(name.to_ascii_lowercase()).or_insert(name).clone()
    }

    /// Returns the symbol for a nameless label in an operand, such as `-` or `++`.
    pub(crate) fn nameless(&self, signs: &str) -> Option<String> {
        match signs.as_bytes().first()? {
            b'-' => Some(format!("back.{}", (self.backwards + 1).checked_sub(signs.len())?)),
            _ => Some(format!("ahead.{}", self.forwards + signs.len() - 1)),
        }
    }

    /// Makes a label the one to which temporary names belong.
    pub(crate) fn follow(&mut self, name: &str) {
        if !name.starts_with(['.', '$']) {
            name.clone_into(&mut self.last);
            self.count += 1;
        }
    }

    /// Returns the codes of a string's characters.
    pub(crate) fn coded(&self, text: &[u8], span: &Range<usize>) -> Result<Vec<u8>, Fault> {
        let code = |byte: &u8| self.characters.get(byte).map_or(Some(*byte), |code| *code);
        let codes: Option<Vec<u8>> = text.iter().map(code).collect();
        codes.ok_or_else(|| Fault::new(span.clone(), "`charset` removed a character of this string"))
    }

    /// Returns a new number for a generated name.
    pub(crate) const fn number(&mut self) -> usize {
        self.made += 1;
        self.made
    }
}
