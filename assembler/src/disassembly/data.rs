//! The targets of jumps, and the data that instructions use.

use rustc_hash::{FxHashMap, FxHashSet};

use super::operands::Access;
use super::program::Space;

/// The target of a jump.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) enum Aim {
    /// It is not known.
    Unknown,
    /// To one of these, which may stand in a table.
    Addresses(Vec<u32>, Option<FoundTable>),
    /// Back to the caller, and so many bytes further; `None` if it is not known how many.
    Return(Option<i16>),
}

/// A table, and the memory and address where it was found.
pub(super) type FoundTable = (Space, u32, JumpTable);

/// A table of addresses of code.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct JumpTable {
    /// Bytes from one entry to the next.
    pub(super) step: u16,
    /// Entries.
    pub(super) count: u32,
    /// Segment of the targets, where an entry is an offset; `None` where it is a segmented address.
    pub(super) segment: Option<u8>,
}

/// Something in memory that an instruction reads or writes, or the address of which it takes.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct Thing {
    /// Bytes of an element: 1, 2 or 4.
    pub(super) size: u8,
    /// Elements that are known to be used.
    pub(super) count: u32,
    /// True if more elements may follow.
    pub(super) open: bool,
    /// True if it is a string.
    pub(super) text: bool,
}

/// The data of a program.
#[derive(Debug, Default)]
pub(super) struct Data {
    pub(super) things: FxHashMap<(Space, u32), Thing>,
    /// Instructions in which a number is an address.
    pub(super) pointers: FxHashSet<u32>,
}

impl Data {
    /// An instruction uses memory.
    pub(super) fn access(&mut self, access: &Access) {
        if let Some(source) = access.source {
            self.pointer(source);
        }
        // Fields of a structure in a list are no list of fields.
        let is_list = access.step == u16::from(access.size) || access.step == 1;
        let new = Thing {
            size: access.size,
            count: if is_list { access.count.unwrap_or(1) } else { 1 },
            open: access.count.is_none() && is_list,
            text: false,
        };
        self.things
            .entry((access.space, access.address))
            .and_modify(|known| {
                known.size = known.size.max(new.size);
                known.count = known.count.max(new.count);
                known.open |= new.open;
            })
            .or_insert(new);
    }

    /// The number in an instruction is an address.
    pub(super) fn pointer(&mut self, instruction: u32) {
        self.pointers.insert(instruction);
    }

    /// There is a string.
    pub(super) fn text(&mut self, space: Space, address: u32) {
        let thing = self.things.entry((space, address)).or_insert(Thing {
            size: 1,
            count: 1,
            open: true,
            text: false,
        });
        thing.text = true;
    }

    /// Returns true if something begins at an address.
    pub(super) fn begins(&self, space: Space, address: u32) -> bool {
        self.things.contains_key(&(space, address))
    }
}
