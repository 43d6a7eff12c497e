//! Macros, functions and other names that the lines read so far have defined, in addition to the assembler's symbols.

use std::cell::RefCell;
use std::collections::{HashMap, HashSet};
use std::rc::Rc;

use super::line::Body;

/// A macro.
#[derive(Debug)]
pub(crate) struct Macro {
    /// Its parameters, and what they are by default.
    pub(crate) parameters: Vec<(String, String)>,
    pub(crate) body: Body,
    /// Its labels are those of the source.
    pub(crate) is_global: bool,
    /// The label of a call is a parameter, `__LABEL__`.
    pub(crate) takes_label: bool,
}

/// A function: its parameters, and its expression.
#[derive(Debug)]
pub(crate) struct Function {
    pub(crate) parameters: Vec<String>,
    pub(crate) text: String,
}

/// A structure, or one that is being declared.
#[derive(Debug, Clone, Default)]
pub(crate) struct Structure {
    pub(crate) name: String,
    /// Between its name and those of its fields.
    pub(crate) separator: &'static str,
    pub(crate) fields: Vec<(String, i64)>,
    pub(crate) is_union: bool,
    /// Where it begins in the structure around it, and its length.
    pub(crate) start: u32,
    pub(crate) length: u32,
}

/// `PHASE`: the label at its beginning, and the address that it stands for.
#[derive(Debug, Clone)]
pub(crate) struct Phase {
    pub(crate) label: String,
    pub(crate) address: String,
}

/// The names of a source.
#[derive(Debug, Default)]
pub(crate) struct Names {
    /// Each name as it was written first: upper and lower case are the same.
    spellings: RefCell<HashMap<String, String>>,
    pub(crate) registers: HashMap<String, String>,
    pub(crate) strings: HashMap<String, Vec<u8>>,
    pub(crate) functions: HashMap<String, Rc<Function>>,
    pub(crate) macros: HashMap<String, Rc<Macro>>,
    pub(crate) structures: HashMap<String, Rc<Structure>>,
    /// Structures that are being declared, the innermost last.
    pub(crate) open: Vec<Structure>,
    pub(crate) phase: Option<Phase>,
    /// The values that `SWITCH` chooses by, and the conditions around each.
    pub(crate) switches: Vec<(usize, String)>,
    /// Bits: what they are in, their number, and if that is a byte.
    pub(crate) bits: HashMap<String, (String, bool)>,
    /// Names that are addresses.
    pub(crate) labels: HashSet<String>,
    /// The last label, to which names with a dot belong.
    pub(crate) last: String,
    /// The labels so far, to which names with `$$` belong.
    pub(crate) count: usize,
    /// Labels `+` and `-` so far.
    pub(crate) forwards: usize,
    pub(crate) backwards: usize,
    /// Numbers for names that are made.
    pub(crate) made: usize,
    /// The value of the last name of `ENUM`.
    pub(crate) enumerated: i64,
    /// After `SUPMODE ON`.
    pub(crate) is_privileged: bool,
    pub(crate) processor: &'static str,
}

impl Names {
    /// No names yet; the processor is a Z8001 if the run begins in segmented mode.
    pub(crate) fn of(segmented: bool) -> Self {
        Self { processor: if segmented { "Z8001" } else { "Z8002" }, ..Self::default() }
    }

    /// The symbol of a name.
    pub(crate) fn symbol(&self, name: &str) -> String {
        let name = match name.strip_prefix("$$") {
            Some(temporary) => format!("{temporary}.T{}", self.count),
            None if name.starts_with('.') => format!("{}{name}", self.last),
            None => name.to_owned(),
        };
        let mut spellings = self.spellings.borrow_mut();
        spellings.entry(name.to_ascii_lowercase()).or_insert(name).clone()
    }

    /// The symbol of a nameless label, such as `-` or `++`, that an operand names.
    pub(crate) fn nameless(&self, signs: &str) -> Option<String> {
        match signs.as_bytes().first()? {
            b'-' => Some(format!("back.{}", (self.backwards + 1).checked_sub(signs.len())?)),
            _ => Some(format!("ahead.{}", self.forwards + signs.len() - 1)),
        }
    }

    /// Takes a name to which temporary ones belong from now on.
    pub(crate) fn follow(&mut self, name: &str) {
        if !name.starts_with(['.', '$']) {
            name.clone_into(&mut self.last);
            self.count += 1;
        }
    }

    /// A number for a name that is made.
    pub(crate) const fn number(&mut self) -> usize {
        self.made += 1;
        self.made
    }
}
