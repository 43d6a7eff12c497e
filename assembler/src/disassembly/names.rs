//! Generating names for addresses.

use std::collections::{BTreeMap, HashSet};

use crate::lexer;
use crate::register::is_register;

use super::program::Space;

/// The labels of a program.
#[derive(Debug, Default)]
pub(super) struct Names {
    /// The names, each with true if it was given rather than generated.
    labels: BTreeMap<(Space, u32), (String, bool)>,
    used: HashSet<String>,
    /// Addresses within instructions, each with the next label, relative to which it is written.
    within: BTreeMap<(Space, u32), u32>,
}

impl Names {
    /// Adds a given name. An address keeps the first one, and each name is used only once.
    pub(super) fn give(&mut self, space: Space, address: u32, name: &str) {
        if is_usable(name) && !self.labels.contains_key(&(space, address)) && self.used.insert(name.to_owned()) {
            self.labels.insert((space, address), (name.to_owned(), true));
        }
    }

    /// Returns true if the name of an address was given rather than generated.
    pub(super) fn is_given(&self, space: Space, address: u32) -> bool {
        self.labels.get(&(space, address)).is_some_and(|label| label.1)
    }

    /// Generates a name for an address that has none: a letter and the address.
    pub(super) fn make(&mut self, space: Space, address: u32, letter: char) {
        if self.labels.contains_key(&(space, address)) {
            return;
        }
        let mut name = format!("{letter}{address:04x}");
        while !self.used.insert(name.clone()) {
            name.push('_');
        }
        self.labels.insert((space, address), (name, false));
    }

    /// Lets an address within an instruction, which cannot have a label, be written relative to the label `next`. An
    /// example is the address of a table whose first index is not 0.
    pub(super) fn count_from(&mut self, space: Space, address: u32, next: u32) {
        self.within.insert((space, address), next);
    }

    /// Returns an address as an operand: its label, or the next label minus a distance.
    pub(super) fn operand(&self, space: Space, address: u32) -> Option<String> {
        if let Some(name) = self.get(space, address) {
            return Some(name.to_owned());
        }
        let next = *self.within.get(&(space, address))?;
        Some(format!("{}-{}", self.get(space, next)?, next - address))
    }

    pub(super) fn get(&self, space: Space, address: u32) -> Option<&str> {
        self.labels.get(&(space, address)).map(|label| &*label.0)
    }

    /// Removes the labels of addresses at which no line begins.
    pub(super) fn keep(&mut self, wanted: impl Fn(Space, u32) -> bool) {
        self.labels.retain(|&(space, address), _| wanted(space, address));
    }

    /// Returns the addresses with labels in a range.
    pub(super) fn between(&self, space: Space, from: u32, to: u32) -> impl Iterator<Item = u32> + '_ {
        self.labels
            .range((space, from)..(space, to))
            .map(|(&(_, address), _)| address)
    }
}

/// Returns true if the assembler accepts a name as a label.
pub(super) fn is_usable(name: &str) -> bool {
    let local = name.starts_with(".L") || !name.starts_with('.');
    name.bytes().next().is_some_and(lexer::is_name_start)
        && lexer::name_length(name) == name.len()
        && !is_register(name)
        && !name.eq_ignore_ascii_case("sp")
        && local
}
