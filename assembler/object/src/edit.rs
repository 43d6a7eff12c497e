//! Editing objects: removing symbols and sections.

use std::collections::HashSet;

use crate::bytes::FormatError;
use crate::model::{Object, Relocation, Section, Symbol, Target, Value};

impl Object {
    /// Returns the address or value of a symbol, or the size of a common symbol; `None` if the symbol is undefined.
    ///
    /// # Example
    ///
    /// ```
    /// use z8000_object::{Binding, Kind, Object, Section, Symbol, Value};
    ///
    /// let sections = vec![Section::at(".data", Kind::Data, 0x1000, vec![0; 8])];
    /// let object = Object { sections, ..Object::default() };
    /// let symbol = |value| Symbol { name: "x".into(), value, binding: Binding::Global };
    /// assert_eq!(object.address_of(&symbol(Value::Place { section: 0, offset: 6 })), Some(0x1006));
    /// assert_eq!(object.address_of(&symbol(Value::Undefined)), None);
    /// ```
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

    /// Removes the symbols that `remove` selects, except those that relocations need.
    ///
    /// # Example
    ///
    /// ```
    /// use z8000_object::{Binding, Object, Symbol, Value};
    ///
    /// let symbol = |name: &str, binding| Symbol { name: name.into(), value: Value::Absolute(1), binding };
    /// let symbols = vec![symbol("own", Binding::Local), symbol("shared", Binding::Global)];
    /// let mut object = Object { symbols, ..Object::default() };
    /// object.remove_symbols(|symbol| symbol.binding == Binding::Local);
    /// assert_eq!(object.symbols, [symbol("shared", Binding::Global)]);
    /// ```
    pub fn remove_symbols(&mut self, remove: impl Fn(&Symbol) -> bool) {
        if !self.symbols.iter().any(&remove) {
            return;
        }
        let relocations = self.sections.iter().flat_map(|section| &section.relocations);
        let needed: HashSet<usize> = relocations
            .filter_map(|relocation| match relocation.target {
                Target::Symbol(symbol) => Some(symbol),
                Target::Section(_) => None,
            })
            .collect();
        let symbols = self.symbols.iter().enumerate();
        let kept = numbered(symbols.map(|(index, symbol)| needed.contains(&index) || !remove(symbol)));
        self.keep_symbols(&kept);
    }

    /// Removes the symbols whose new index is `None`, and renumbers the others.
    fn keep_symbols(&mut self, kept: &[Option<usize>]) {
        retain(&mut self.symbols, kept);
        for relocation in self.sections.iter_mut().flat_map(|section| &mut section.relocations) {
            if let Target::Symbol(symbol) = &mut relocation.target {
                renumber(symbol, kept);
            }
        }
    }

    /// Keeps only the sections that `keep` selects; symbols in the other sections are removed.
    ///
    /// # Errors
    ///
    /// A section that is kept refers to a removed one.
    ///
    /// # Example
    ///
    /// ```
    /// use z8000_object::{Kind, Object, Section};
    ///
    /// let section = |name| Section::at(name, Kind::Data, 0, vec![0; 2]);
    /// let mut object = Object { sections: vec![section(".data"), section(".note")], ..Object::default() };
    /// object.retain_sections(|section| section.name != ".note")?;
    /// assert_eq!(object.sections.len(), 1);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn retain_sections(&mut self, keep: impl Fn(&Section) -> bool) -> Result<(), FormatError> {
        let kept = numbered(self.sections.iter().map(keep));
        for (section, _) in self.sections.iter().zip(&kept).filter(|(_, kept)| kept.is_some()) {
            self.check_relocations(section, &kept)?;
        }
        retain(&mut self.sections, &kept);
        for relocation in self.sections.iter_mut().flat_map(|section| &mut section.relocations) {
            if let Target::Section(section) = &mut relocation.target {
                renumber(section, &kept);
            }
        }
        let stays = |(section, _)| kept.get(section).is_some_and(Option::is_some);
        let symbols = numbered(self.symbols.iter().map(|symbol| symbol.place().is_none_or(stays)));
        self.keep_symbols(&symbols);
        for symbol in &mut self.symbols {
            if let Value::Place { section, .. } = &mut symbol.value {
                renumber(section, &kept);
            }
        }
        Ok(())
    }

    /// Checks that the sections to which a section refers are kept.
    fn check_relocations(&self, section: &Section, kept: &[Option<usize>]) -> Result<(), FormatError> {
        let target = |relocation: &Relocation| match relocation.target {
            Target::Section(section) => Some(section),
            Target::Symbol(symbol) => Some(self.symbols.get(symbol)?.place()?.0),
        };
        for removed in section.relocations.iter().filter_map(target) {
            if kept.get(removed).is_some_and(Option::is_none) {
                let (removed, user) = (&self.sections[removed].name, &section.name);
                let message = format!("cannot remove section `{removed}`: section `{user}` refers to it");
                return Err(FormatError(message));
            }
        }
        Ok(())
    }
}

/// Returns the new index of each item of a list, `None` for removed items.
fn numbered(stays: impl Iterator<Item = bool>) -> Vec<Option<usize>> {
    let mut numbers = 0..;
    stays.map(|stays| if stays { numbers.next() } else { None }).collect()
}

fn retain<T>(list: &mut Vec<T>, kept: &[Option<usize>]) {
    let mut kept = kept.iter();
    list.retain(|_| kept.next().is_some_and(Option::is_some));
}

fn renumber(number: &mut usize, kept: &[Option<usize>]) {
    if let Some(Some(new)) = kept.get(*number) {
        *number = *new;
    }
}
