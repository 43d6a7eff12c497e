//! The state of one pass through the script.

use rustc_hash::FxHashSet;

use super::placed::{Area, Base, Layout, Val};
use super::plan::Plan;
use super::script::{Expression, Places};
use super::symbols::Symbols;

/// A pass through the script, which assigns addresses.
pub(super) struct Pass<'a> {
    pub(super) plan: &'a Plan,
    pub(super) symbols: &'a Symbols,
    /// The files and lines of the script.
    pub(super) script: &'a Places,
    /// The result of the previous pass, for addresses that this one has not assigned yet.
    pub(super) old: &'a Layout,
    pub(super) new: Layout,
    /// For each section, whether this pass has assigned its address.
    pub(super) done: Vec<bool>,
    pub(super) dot: u64,
    /// The value of `.` for symbols after an omitted section that has an explicit address.
    pub(super) dot_of_symbols: Option<u64>,
    pub(super) section: Option<usize>,
    /// The bytes for filling the gaps in the section.
    pub(super) fill: Vec<u8>,
    /// The sections that were empty in the first pass, in which nothing is omitted: as in GNU ld, a section that then
    /// contains only alignment is kept. `None` in the first pass.
    pub(super) empty: Option<&'a [bool]>,
    /// The symbols defined by a `PROVIDE`.
    pub(super) provided: FxHashSet<String>,
    pub(super) errors: Vec<String>,
}

impl Pass<'_> {
    pub(super) fn error(&mut self, line: u32, message: impl Into<String>) {
        self.errors.push(self.script.error(line, message).to_string());
    }

    /// Returns the addresses of a section in this pass, or if it has none yet, in the previous one.
    pub(super) fn area(&self, section: usize) -> Area {
        let is_known = self.done[section] || self.section == Some(section);
        let layout = if is_known { &self.new } else { self.old };
        layout.sections[section].area
    }

    /// Returns the address to which a value with this base is relative.
    pub(super) fn origin(&self, base: Base) -> u64 {
        match base {
            Base::Section(section) => self.area(section).address,
            Base::Number | Base::Absolute => 0,
        }
    }

    /// Returns a value as an absolute number, regardless of where it is used.
    pub(super) fn absolute(&self, val: Val) -> u64 {
        val.value.wrapping_add(self.origin(val.base))
    }

    /// Evaluates an expression; reports an error and returns `None` if that fails.
    pub(super) fn evaluate(&mut self, expression: &Expression, line: u32) -> Option<Val> {
        let value = self.value(expression);
        value.map_err(|message| self.error(line, message)).ok()
    }

    /// Evaluates an expression to an absolute number.
    pub(super) fn number(&mut self, expression: &Expression, line: u32) -> u64 {
        let val = self.evaluate(expression, line);
        val.map_or(0, |val| self.absolute(val))
    }
}
