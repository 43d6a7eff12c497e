//! Loads programs into a machine.

use z8000::cpu::Model;

use crate::connected::Connected;
use crate::error::Error;
use crate::program::{Program, Section};

impl Connected {
    /// Loads a program, which `name` identifies in errors.
    ///
    /// # Errors
    ///
    /// The program is segmented and the machine has a Z8002, a section is at an address without memory, or two sections
    /// overlap.
    ///
    /// # Example
    ///
    /// ```
    /// use std::path::Path;
    /// use z8000_boards::{Connected, Description, Error, Program, Section};
    ///
    /// let text = "[[memory]]\nkind = \"ram\"\nsize = 0x10000\n";
    /// let mut machine = Connected::new(Description::read(text, Path::new("."))?)?;
    /// let sections = vec![Section::code("halt", 0x100, vec![0x7A, 0])];
    /// let program = Program { sections, entry: None, segmented: true, fcw: 0xC000 };
    /// // A machine has a Z8002 if the description says nothing else.
    /// assert!(matches!(machine.load_linked("halt", &program), Err(Error::Segmented(_))));
    /// # Ok::<(), Error>(())
    /// ```
    pub fn load_linked(&mut self, name: &str, program: &Program) -> Result<(), Error> {
        if program.segmented && self.description.processor == Model::Z8002 {
            return Err(Error::Segmented(name.to_owned()));
        }
        self.load(&program.sections)?;
        self.entry = program.entry.unwrap_or(self.entry);
        self.fcw = program.fcw;
        Ok(())
    }

    /// Loads the given sections of a program. Its entry is the lowest address of their code, or 0 without code.
    ///
    /// # Errors
    ///
    /// A section is at an address without memory, or two sections overlap.
    ///
    /// # Example
    ///
    /// ```
    /// use std::path::Path;
    /// use z8000_boards::{Connected, Description, Error, Section};
    ///
    /// let text = "[[memory]]\nkind = \"ram\"\nsize = 0x1000\n";
    /// let mut machine = Connected::new(Description::read(text, Path::new("."))?)?;
    /// let halt = |start| [Section::code("halt", start, vec![0x7A, 0])];
    /// machine.load(&halt(0x100))?;
    /// assert!(matches!(machine.load(&halt(0x1000)), Err(Error::NoMemory { at: 0x1000, size: 2, .. })));
    /// # Ok::<(), Error>(())
    /// ```
    pub fn load(&mut self, sections: &[Section]) -> Result<(), Error> {
        self.check_overlaps(sections)?;
        for section in sections {
            let loaded = match section.code {
                true => self.machine.load_program(section.start, &section.bytes),
                false => self.machine.load_data(section.start, &section.bytes),
            };
            if !loaded {
                return Err(Error::NoMemory {
                    name: section.name.clone(),
                    at: section.start,
                    size: section.bytes.len(),
                    space: if section.code { "code" } else { "data" },
                });
            }
        }
        let code = sections.iter().filter(|section| section.code);
        let places = code.map(|section| section.start..section.start + section.bytes.len() as u32);
        self.code = places.collect();
        self.entry = self.code.iter().map(|place| place.start).min().unwrap_or(0);
        Ok(())
    }

    /// Checks for overlapping sections. Code and data may have the same address if they are in separate memories.
    fn check_overlaps(&self, sections: &[Section]) -> Result<(), Error> {
        for (n, second) in sections.iter().enumerate() {
            for first in &sections[..n] {
                let at = first.start.max(second.start);
                let meet = u64::from(at) < first.end().min(second.end());
                if meet && (first.code == second.code || self.world().banks().is_shared(at)) {
                    let [first, second] = [first, second].map(|section| section.name.clone());
                    return Err(Error::Overlap { first, second, at });
                }
            }
        }
        Ok(())
    }
}
