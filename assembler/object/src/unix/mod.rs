//! Objects and programs of two Unix systems for the Z8000: s.out and a.out of ZEUS and WEGA, and l.out of Coherent.
//! They are read but never written.

pub(crate) mod coherent;
pub(crate) mod zeus;

use crate::model::{Kind, Object, Section, Value};

/// A symbol's place: in the section of its kind that holds the address, or that ends there.
fn place(object: &Object, kinds: &[Kind], address: u32) -> Value {
    let holds = |section: &Section| {
        let end = section.address.saturating_add(section.size);
        kinds.contains(&section.kind) && (section.address..=end).contains(&address)
    };
    let sections = object.sections.iter();
    let section = sections
        .clone()
        .rposition(holds)
        .or_else(|| object.sections.iter().position(holds));
    match section {
        Some(section) => Value::Place { section, offset: address - object.sections[section].address },
        None => Value::Absolute(address.into()),
    }
}
