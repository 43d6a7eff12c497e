//! Latches: bytes that the program sets, each driving eight lamps.

use z8000::machine::Device;
use z8000::save::{Archive, SaveError};

/// The latches, one per register. Each reads as last written.
#[derive(Debug, Clone)]
pub(crate) struct Latch(Vec<u8>);

impl Latch {
    pub(crate) fn new(size: u16, value: u8) -> Self {
        Self(vec![value; size.into()])
    }
}

impl Device for Latch {
    fn kind(&self) -> &'static str {
        "latch"
    }

    fn read(&mut self, register: u16) -> u8 {
        self.0.get(usize::from(register)).copied().unwrap_or(0xFF)
    }

    fn write(&mut self, register: u16, value: u8) {
        if let Some(latch) = self.0.get_mut(usize::from(register)) {
            *latch = value;
        }
    }

    fn archive(&mut self, archive: &mut Archive<'_>) -> Result<(), SaveError> {
        archive.bytes(&mut self.0)
    }
}
