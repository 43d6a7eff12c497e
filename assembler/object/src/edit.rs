//! Changing objects: what copying a part of them means.

use std::collections::HashSet;

use thiserror::Error;

use crate::model::{Object, Relocation, Section, Symbol, Target, Value};

/// A relocation that stays needs what is to go.
#[derive(Debug, Clone, PartialEq, Eq, Error)]
#[error("the section {removed} cannot go: {user} refers to it")]
pub struct InUse {
    /// The section that was to go.
    pub removed: String,
    /// The section with the relocation.
    pub user: String,
}

impl Object {
    /// The address or value of a symbol; none if it is undefined. The size of common space.
    #[must_use]
    pub fn address_of(&self, symbol: &Symbol) -> Option<i64> {
        match symbol.value {
            Value::Undefined => None,
            Value::Common { size, .. } => Some(size.into()),
            Value::Absolute(value) => Some(value),
            Value::Place { section, offset } => {
                let section = self.sections.get(section)?;
                Some(i64::from(section.address) + i64::from(offset))
            }
        }
    }

    /// Removes symbols that no relocation needs.
    pub fn remove_symbols(&mut self, remove: impl Fn(&Symbol) -> bool) {
        let relocations = self.sections.iter().flat_map(|section| &section.relocations);
        let needed: HashSet<usize> = relocations
            .filter_map(|relocation| match relocation.target {
                Target::Symbol(symbol) => Some(symbol),
                Target::Section(_) => None,
            })
            .collect();
        let mut next = 0;
        let kept: Vec<Option<usize>> = (0..)
            .zip(&self.symbols)
            .map(|(index, symbol)| {
                let stays = needed.contains(&index) || !remove(symbol);
                next += usize::from(stays);
                stays.then_some(next.wrapping_sub(1))
            })
            .collect();
        self.renumber(&kept);
    }

    /// Keeps the symbols with a new number.
    fn renumber(&mut self, kept: &[Option<usize>]) {
        let mut numbers = kept.iter();
        self.symbols.retain(|_| numbers.next().is_some_and(Option::is_some));
        for relocation in self.sections.iter_mut().flat_map(|section| &mut section.relocations) {
            if let Target::Symbol(symbol) = &mut relocation.target
                && let Some(Some(new)) = kept.get(*symbol)
            {
                *symbol = *new;
            }
        }
    }

    /// Keeps some of the sections, and the symbols that do not lie in the others.
    ///
    /// # Errors
    ///
    /// A section that stays refers to one that goes.
    pub fn retain_sections(&mut self, keep: impl Fn(&Section) -> bool) -> Result<(), InUse> {
        let mut next = 0;
        let kept: Vec<Option<usize>> = self
            .sections
            .iter()
            .map(|section| {
                let stays = keep(section);
                next += usize::from(stays);
                stays.then_some(next.wrapping_sub(1))
            })
            .collect();
        if next == self.sections.len() {
            return Ok(());
        }
        for (section, stays) in self.sections.iter().zip(&kept) {
            if stays.is_some() {
                self.check_relocations(section, &kept)?;
            }
        }
        let mut stays = kept.iter();
        self.sections.retain(|_| stays.next().is_some_and(Option::is_some));
        let moved = |section: usize| kept.get(section).copied().flatten();
        for relocation in self.sections.iter_mut().flat_map(|section| &mut section.relocations) {
            if let Target::Section(section) = &mut relocation.target {
                *section = moved(*section).unwrap_or(*section);
            }
        }
        let mut next = 0;
        let mut symbols = Vec::new();
        for symbol in &mut self.symbols {
            let stays = match &mut symbol.value {
                Value::Place { section, .. } => match moved(*section) {
                    Some(new) => {
                        *section = new;
                        true
                    }
                    None => false,
                },
                _ => true,
            };
            next += usize::from(stays);
            symbols.push(stays.then_some(next.wrapping_sub(1)));
        }
        self.renumber(&symbols);
        Ok(())
    }

    /// Whether what a section refers to stays.
    fn check_relocations(&self, section: &Section, kept: &[Option<usize>]) -> Result<(), InUse> {
        let target = |relocation: &Relocation| match relocation.target {
            Target::Section(section) => Some(section),
            Target::Symbol(symbol) => match self.symbols.get(symbol)?.value {
                Value::Place { section, .. } => Some(section),
                _ => None,
            },
        };
        for removed in section.relocations.iter().filter_map(target) {
            if kept.get(removed).is_some_and(Option::is_none) {
                return Err(InUse {
                    removed: self.sections[removed].name.clone(),
                    user: section.name.clone(),
                });
            }
        }
        Ok(())
    }
}
