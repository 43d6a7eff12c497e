//! Loading programs into a machine.

use z8000_object::Processor as For;
use z8000_object::file::{self, ReadError};

use crate::description::Processor;
use crate::error::Error;
use crate::image::{Part, Space, is_image, parts};
use crate::machine::Machine;

impl Machine {
    /// Loads a program: COFF, x.out, Intel HEX, S-records, or plain bytes from address 0 of the program memory on.
    ///
    /// # Errors
    ///
    /// If the file is damaged, not linked, for another processor, or lies where no memory is.
    pub fn load_file(&mut self, name: &str, bytes: &[u8]) -> Result<(), Error> {
        let object = match file::read(name, bytes) {
            Ok(object) => object,
            Err(ReadError::Unknown) => {
                return self.load(&[Part {
                    name: name.to_owned(),
                    at: 0,
                    bytes: bytes.to_vec(),
                    space: Space::Program,
                }]);
            }
            Err(source) => {
                return Err(Error::Image { name: name.to_owned(), source });
            }
        };
        let parts = parts(name, object.clone(), is_image(bytes))?;
        if object.processor == For::Z8001 && self.description().processor == Processor::Z8002 {
            return Err(Error::Segmented(name.to_owned()));
        }
        self.load(&parts)?;
        self.segmented = object.processor == For::Z8001;
        // Intel HEX and S-records that name no entry have 0.
        if let Some(entry) = object.entry.filter(|entry| *entry != 0 || !is_image(bytes)) {
            self.entry = entry;
        }
        Ok(())
    }

    /// Loads parts of a program. Without another entry, it begins at the lowest of its code.
    ///
    /// # Errors
    ///
    /// If one lies where no memory is, or two lie at the same place.
    pub fn load(&mut self, parts: &[Part]) -> Result<(), Error> {
        self.check_overlaps(parts)?;
        for part in parts {
            let program = part.space == Space::Program;
            if !self.core.world_mut().banks.load(program, part.at, &part.bytes) {
                return Err(Error::NoMemory {
                    name: part.name.clone(),
                    at: part.at,
                    size: part.bytes.len(),
                    space: if program { "code" } else { "data" },
                });
            }
        }
        let code = parts.iter().filter(|part| part.space == Space::Program);
        self.code = code.map(|part| part.at..part.at + part.bytes.len() as u32).collect();
        self.entry = self.code.iter().map(|part| part.start).min().unwrap_or(0);
        Ok(())
    }

    /// Code and data may be at the same address where they have memories of their own.
    fn check_overlaps(&self, parts: &[Part]) -> Result<(), Error> {
        let end = |part: &Part| u64::from(part.at) + part.bytes.len() as u64;
        for (n, second) in parts.iter().enumerate() {
            for first in &parts[..n] {
                let at = first.at.max(second.at);
                let meet = u64::from(at) < end(first).min(end(second));
                if meet && (first.space == second.space || self.core.world().banks.is_shared(at)) {
                    let name = |part: &Part| match part.space {
                        _ if first.name != second.name => part.name.clone(),
                        Space::Program => format!("the code of {}", part.name),
                        _ => format!("the data of {}", part.name),
                    };
                    return Err(Error::Overlap { first: name(first), second: name(second), at });
                }
            }
        }
        Ok(())
    }
}
