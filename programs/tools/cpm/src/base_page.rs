//! The base page, which tells a program about itself.

use z8000::bus::Location;
use z8000::machine::World;

use crate::memory::pair;

/// The size of the base page in bytes.
pub(crate) const SIZE: u32 = 0x100;
/// Offset of the drive from which the program was loaded, 1 for A.
pub(crate) const DRIVE: u16 = 0x24;
/// Offset of the file control block for the second word of the command tail.
pub(crate) const SECOND_FCB: u16 = 0x38;
/// Offset of the file control block for the first word of the command tail.
pub(crate) const FIRST_FCB: u16 = 0x5C;
/// Offset of the command tail, which begins with a length byte; it is later the default DMA buffer.
pub(crate) const TAIL: u16 = 0x80;

/// The fields at the beginning of the base page: physical addresses, and sizes in bytes.
pub(crate) struct BasePage {
    pub(crate) low: Location,
    pub(crate) high: Location,
    pub(crate) text: (Location, u32),
    pub(crate) data: (Location, u32),
    pub(crate) bss: (Location, u32),
    /// Number of free bytes between bss and stack.
    pub(crate) free: u32,
}

impl BasePage {
    /// Writes the page; everything after these fields becomes 0.
    pub(crate) fn write(&self, memory: &mut World, at: Location) {
        memory.write(at, &[0; SIZE as usize]);
        let longs = [
            pair(self.low),
            pair(self.high),
            pair(self.text.0),
            self.text.1,
            pair(self.data.0),
            self.data.1,
            pair(self.bss.0),
            self.bss.1,
            self.free,
        ];
        for (number, long) in longs.into_iter().enumerate() {
            memory.set_long(at.plus(4 * number as u16), long);
        }
    }
}
