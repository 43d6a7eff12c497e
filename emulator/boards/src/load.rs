//! Loading programs into a machine.

use z8000_object::{FormatError, Kind, LineMap, Object, Processor as For, Section};

use crate::description::Processor;
use crate::error::Error;
use crate::image::{program, sections};
use crate::machine::Machine;

impl Machine {
    /// Loads a program: COFF, x.out, Intel HEX, S-records, or plain bytes from address 0 of the program memory on. Returns
    /// its line map; plain bytes have none.
    ///
    /// # Errors
    ///
    /// If the file is damaged, not linked, for another processor, or lies where no memory is.
    pub fn load_file(&mut self, name: &str, bytes: &[u8]) -> Result<Option<LineMap>, Error> {
        let Some(object) = program(name, bytes)? else {
            self.load(&[Section::at(name, Kind::Code, 0, bytes.to_vec())])?;
            return Ok(None);
        };
        let damaged = |error: FormatError| Error::Image { name: name.to_owned(), reason: error.into() };
        let map = object.line_map().map_err(damaged)?;
        let is_segmented = object.processor == For::Z8001;
        self.load_object(name, object)?;
        self.segmented = is_segmented;
        Ok(Some(map))
    }

    /// Loads a program of that name, which starts in non-segmented mode where the description does not say how.
    ///
    /// # Errors
    ///
    /// If it is not linked, for another processor, or lies where no memory is.
    pub fn load_object(&mut self, name: &str, object: Object) -> Result<(), Error> {
        let (processor, entry) = (object.processor, object.entry);
        let sections = sections(name, object)?;
        if processor == For::Z8001 && self.description().processor == Processor::Z8002 {
            return Err(Error::Segmented(name.to_owned()));
        }
        self.load(&sections)?;
        self.entry = entry.unwrap_or(self.entry);
        Ok(())
    }

    /// Loads sections of a program that have bytes. Without another entry, it begins at the lowest of its code.
    ///
    /// # Errors
    ///
    /// If one lies where no memory is, or two lie at the same place.
    pub fn load(&mut self, sections: &[Section]) -> Result<(), Error> {
        self.check_overlaps(sections)?;
        for section in sections {
            let program = section.kind == Kind::Code;
            if !self.core.world.banks.load(program, section.load, &section.bytes) {
                return Err(Error::NoMemory {
                    name: section.name.clone(),
                    at: section.load,
                    size: section.bytes.len(),
                    space: if program { "code" } else { "data" },
                });
            }
        }
        let code = sections.iter().filter(|section| section.kind == Kind::Code);
        let places = code.map(|section| section.load..section.load + section.bytes.len() as u32);
        self.code = places.collect();
        self.entry = self.code.iter().map(|place| place.start).min().unwrap_or(0);
        Ok(())
    }

    /// Code and data may be at the same address where they have memories of their own.
    fn check_overlaps(&self, sections: &[Section]) -> Result<(), Error> {
        let end = |section: &Section| u64::from(section.load) + section.bytes.len() as u64;
        for (n, second) in sections.iter().enumerate() {
            for first in &sections[..n] {
                let at = first.load.max(second.load);
                let meet = u64::from(at) < end(first).min(end(second));
                let same = (first.kind == Kind::Code) == (second.kind == Kind::Code);
                if meet && (same || self.core.world.banks.is_shared(at)) {
                    let [first, second] = [first, second].map(|section| section.name.clone());
                    return Err(Error::Overlap { first, second, at });
                }
            }
        }
        Ok(())
    }
}
