//! Structures in sources for AS.

use std::rc::Rc;

use super::parts::Parts;
use crate::assembler::program::Program;
use crate::fault::Fault;
use crate::syntax::asl::Structure;

impl Program<'_> {
    /// Executes `name STRUCT` or `name UNION`.
    pub(super) fn open_structure(&mut self, it: Parts<'_>) -> Result<(), Fault> {
        if it.label().is_empty() {
            return Err(it.fault(format!("expected a name before `{}`", it.operation())));
        }
        let separator = if it.rest().eq_ignore_ascii_case("dots") {
            "."
        } else {
            "_"
        };
        let (name, start) = match self.names.open.last() {
            Some(outer) => (
                format!("{}{}{}", outer.name, outer.separator, it.label()),
                self.layout.known_here(),
            ),
            None => (it.label().to_owned(), 0),
        };
        if self.names.open.is_empty() {
            self.emit_text(it, ".struct 0")?;
        }
        let is_union = it.operation().eq_ignore_ascii_case("union");
        self.names
            .open
            .push(Structure { name, separator, start, is_union, ..Structure::default() });
        Ok(())
    }

    /// Executes `ENDSTRUCT`.
    pub(super) fn close_structure(&mut self, it: Parts<'_>) -> Result<(), Fault> {
        let Some(mut structure) = self.names.open.pop() else {
            return Err(it.fault(format!("`{}` outside a structure", it.operation())));
        };
        if !structure.is_union {
            structure.length = self.layout.known_here().saturating_sub(structure.start);
        }
        let length = self
            .names
            .symbol(&format!("{}{}len", structure.name, structure.separator));
        self.emit_text(it, &format!(".equiv {length},{}", structure.length))?;
        if self.names.open.is_empty() {
            let name = structure.name.to_ascii_lowercase();
            self.names.structures.insert(name, Rc::new(structure));
            return self.emit_text(it, ".text");
        }
        let end = structure.start.saturating_add(structure.length);
        if let Some(outer) = self.names.open.last_mut() {
            let prefix = structure.name[outer.name.len()..].to_owned();
            let fields = structure.fields.into_iter();
            outer
                .fields
                .extend(fields.map(|(field, at)| (format!("{prefix}{field}"), at)));
        }
        self.emit_text(it, &format!(".struct {end}"))
    }

    /// In a union, returns to its start for the next field.
    pub(super) fn grow_union(&mut self, it: Parts<'_>) -> Result<(), Fault> {
        let here = self.layout.known_here();
        match self.names.open.last_mut() {
            Some(union) if union.is_union && here != union.start => {
                union.length = union.length.max(here.saturating_sub(union.start));
                let start = union.start;
                self.emit_text(it, &format!(".struct {start}"))
            }
            _ => Ok(()),
        }
    }

    /// Records a label in a structure as a field; returns its full name. `None` outside structures.
    pub(super) fn field(&mut self, label: &str) -> Option<String> {
        let at = i64::from(self.layout.known_here());
        let open = self.names.open.last_mut()?;
        let suffix = format!("{}{label}", open.separator);
        let name = format!("{}{suffix}", open.name);
        open.fields.push((suffix, at));
        Some(name)
    }

    /// Executes `name structure`: reserves space for a structure.
    pub(super) fn instance(&mut self, it: Parts<'_>, structure: &Structure) -> Result<(), Fault> {
        let is_inner = !self.names.open.is_empty();
        let mut writer = self.labelled(it);
        let label = match self.names.open.last() {
            Some(open) => format!("{}{}{}", open.name, open.separator, it.label()),
            None => it.label().to_owned(),
        };
        let base = self.names.symbol(&label);
        for (suffix, offset) in structure.fields.iter().filter(|_| !label.is_empty()) {
            let name = self.names.symbol(&format!("{label}{suffix}"));
            writer.left(&format!("\t.equiv {name},{base}+{offset}"), &it.fields.operation);
            if is_inner {
                self.field(&format!("{}{suffix}", it.label()));
            }
        }
        writer.left(&format!("\t.org .+{}", structure.length), &it.fields.operation);
        self.emit(it, writer)
    }
}
