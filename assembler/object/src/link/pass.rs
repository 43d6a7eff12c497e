//! The state of one pass through the script.

use rustc_hash::FxHashSet;

use super::placed::{Area, Base, Layout, Val};
use super::plan::Plan;
use super::script::{Expression, Places};
use super::symbols::Symbols;

/// One walk through the script.
pub(super) struct Pass<'a> {
    pub(super) plan: &'a Plan,
    pub(super) symbols: &'a Symbols,
    /// The sources of the lines of the script.
    pub(super) script: &'a Places,
    /// The previous pass, for what this one does not know yet.
    pub(super) old: &'a Layout,
    pub(super) new: Layout,
    /// The sections that this pass has been through.
    pub(super) done: Vec<bool>,
    pub(super) dot: u64,
    /// `.` as symbols have it after a section that was omitted although it has its own address.
    pub(super) dot_of_symbols: Option<u64>,
    pub(super) section: Option<usize>,
    /// The bytes that gaps of the section are filled with.
    pub(super) fill: Vec<u8>,
    /// The sections that were empty in the first walk, where nothing is omitted yet: as GNU ld has it, one that only
    /// its alignment filled there stays.
    pub(super) empty: Option<&'a [bool]>,
    /// The symbols that a `PROVIDE` has defined.
    pub(super) provided: FxHashSet<String>,
    pub(super) errors: Vec<String>,
}

impl Pass<'_> {
    pub(super) fn error(&mut self, line: u32, message: impl Into<String>) {
        self.errors.push(self.script.error(line, message).to_string());
    }

    /// The place of a section in this pass, or the previous one.
    pub(super) fn area(&self, section: usize) -> Area {
        let is_known = self.done[section] || self.section == Some(section);
        let layout = if is_known { &self.new } else { self.old };
        layout.sections[section].area
    }

    /// The address of a base.
    pub(super) fn origin(&self, base: Base) -> u64 {
        match base {
            Base::Section(section) => self.area(section).address,
            Base::Number | Base::Absolute => 0,
        }
    }

    /// The value as it is, wherever it is used.
    pub(super) fn absolute(&self, val: Val) -> u64 {
        val.value.wrapping_add(self.origin(val.base))
    }

    /// A value, or none and an error.
    pub(super) fn evaluate(&mut self, expression: &Expression, line: u32) -> Option<Val> {
        let value = self.value(expression);
        value.map_err(|message| self.error(line, message)).ok()
    }

    /// A value that is used as it is.
    pub(super) fn number(&mut self, expression: &Expression, line: u32) -> u64 {
        let val = self.evaluate(expression, line);
        val.map_or(0, |val| self.absolute(val))
    }
}
