//! The layout of a machine's memory, as used by native code.

use z8000::bus::{Space, Status};
use z8000::run::{Banked, Code};

use crate::error::NoCompiler;

/// Segments per address space.
pub(crate) const SEGMENTS: usize = 128;

const SPACES: [Space; 4] = [Space::Instruction, Space::Program, Space::Data, Space::Stack];

/// Number of maps: one for each address space in each mode.
const MAPS: usize = 2 * SPACES.len();

/// The bank of each segment.
type Map = [u16; SEGMENTS];

/// The banks of a machine by address space and segment.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Layout {
    /// The maps. All bank numbers in them are below `banks`.
    maps: Box<[Map; MAPS]>,
    banks: usize,
    /// The banks to which native code may store without a check: they contain no code and are entirely RAM.
    plain: Vec<bool>,
    /// Set if a program seldom changes.
    fixed: bool,
}

/// Returns the index of the map for an address space.
const fn map(space: Space, system: bool) -> usize {
    2 * space as usize + system as usize
}

impl Layout {
    /// Returns the layout of a machine's memory.
    ///
    /// # Errors
    ///
    /// The machine maps a segment to a bank that does not exist.
    pub(crate) fn of(memory: &mut dyn Banked) -> Result<Self, NoCompiler> {
        let mut maps = Box::new([[0; SEGMENTS]; MAPS]);
        let banks = memory.banks().len();
        for space in SPACES {
            for system in [false, true] {
                for (segment, entry) in maps[map(space, system)].iter_mut().enumerate() {
                    let bank = memory.bank(Status { space, system }, segment as u8);
                    let number = u16::try_from(bank).ok().filter(|_| bank < banks);
                    *entry = number.ok_or_else(|| NoCompiler(format!("bank {bank} does not exist in the machine")))?;
                }
            }
        }
        let fixed = matches!(memory.code(), Code::Fixed { .. });
        let marks = memory.banks_and_marks().1;
        let mut plain: Vec<bool> = (0..banks)
            .map(|bank| fixed || marks.get(bank).is_some_and(|marks| marks.iter().all(|mark| *mark == 0)))
            .collect();
        for code in SPACES.iter().filter(|space| space.is_program()) {
            for number in [map(*code, false), map(*code, true)] {
                for bank in maps[number] {
                    plain[usize::from(bank)] &= fixed;
                }
            }
        }
        Ok(Self { maps, banks, plain, fixed })
    }

    /// Returns true if a program seldom changes, and its code is never forgotten.
    #[cfg(target_family = "wasm")]
    pub(crate) const fn is_fixed(&self) -> bool {
        self.fixed
    }

    pub(crate) const fn banks(&self) -> usize {
        self.banks
    }

    /// Returns the map of an address space, whose address never changes.
    pub(crate) fn map(&self, space: Space, system: bool) -> &Map {
        &self.maps[map(space, system)]
    }

    pub(crate) fn bank(&self, space: Space, system: bool, segment: u8) -> usize {
        self.map(space, system)[usize::from(segment) % SEGMENTS].into()
    }

    /// Returns true if stores to a bank need no check.
    pub(crate) fn is_plain(&self, bank: usize) -> bool {
        self.plain.get(bank).copied().unwrap_or_default()
    }
}
