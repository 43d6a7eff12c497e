//! Targets of jumps, routines with their exits, and the data that instructions use.

use std::collections::btree_map::Entry;
use std::collections::{BTreeMap, BTreeSet};

use rustc_hash::FxHashMap;
use z8000::isa::Mode;

use crate::disassembly::operands::Access;
use crate::disassembly::program::Space;
use crate::disassembly::state::State;

/// The target of a jump.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) enum Aim {
    /// The target is not known.
    Unknown,
    /// The target is one of these addresses, which may be in a table.
    Addresses(Vec<u32>, Option<FoundTable>),
    /// The jump returns to the caller, plus a number of bytes; `None` if the number is not known.
    Return(Option<i16>),
}

/// A table, and the memory and address where it was found.
pub(super) type FoundTable = (Space, u32, JumpTable);

/// A table of addresses to which a jump leads.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct JumpTable {
    /// The number of bytes from one entry to the next.
    pub(super) step: u16,
    /// The number of entries.
    pub(super) count: u32,
    /// The segment of the targets, if an entry is an offset; `None` if it is a segmented address.
    pub(super) segment: Option<u8>,
    /// The memory that contains the targets.
    pub(super) to: Space,
}

/// A data item that an instruction reads or writes, or whose address it takes.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct Thing {
    /// The size of an element in bytes: 1, 2 or 4.
    pub(super) size: u8,
    /// The number of elements known to be used.
    pub(super) count: u32,
    /// True if more elements may follow.
    pub(super) open: bool,
    /// True for a string.
    pub(super) text: bool,
}

#[derive(Debug, Default)]
pub(super) struct Data {
    pub(super) things: FxHashMap<(Space, u32), Thing>,
    /// For instructions in which a number is an address, the memory that it refers to.
    pub(super) pointers: FxHashMap<u32, Space>,
}

impl Data {
    /// Records a memory access by an instruction.
    pub(super) fn access(&mut self, access: &Access) {
        if let Some(source) = access.source {
            self.pointer(source, access.space);
        }
        // The same field of consecutive structures is not an array of fields.
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

    /// Records that the number in an instruction is an address in a memory.
    pub(super) fn pointer(&mut self, instruction: u32, space: Space) {
        self.pointers.insert(instruction, space);
    }

    /// Records a string.
    pub(super) fn text(&mut self, space: Space, address: u32) {
        let thing = self
            .things
            .entry((space, address))
            .or_insert(Thing { size: 1, count: 1, open: true, text: false });
        thing.text = true;
    }

    /// Returns true if a data item begins at an address.
    pub(super) fn begins(&self, space: Space, address: u32) -> bool {
        self.things.contains_key(&(space, address))
    }
}

/// The place in its caller to which a routine returns.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum Exit {
    /// This many bytes after the call: 0 for a plain return, more if data follows the call.
    Behind(i16),
    /// After a zero-terminated string that follows the call.
    BehindText,
}

/// A call that is continued when it is known how its routine returns.
#[derive(Debug, Clone)]
pub(super) struct PendingReturn {
    /// The address after the call.
    pub(super) next: u32,
    /// The state after the call.
    pub(super) state: State,
    /// The routine that contains the call.
    pub(super) routine: u32,
}

impl PendingReturn {
    /// Returns the same call, after its routine has returned in a mode; `None` if that is not known.
    pub(super) fn in_mode(&self, mode: Option<Mode>) -> Self {
        let mut pending = self.clone();
        pending.state.mode = mode.unwrap_or(pending.state.mode);
        pending
    }
}

/// A routine: its exits, and the calls that wait for them.
#[derive(Debug, Default)]
pub(super) struct Routine {
    /// The exits, each with the mode in which the routine then leaves, if that is known.
    pub(super) exits: BTreeMap<Exit, Option<Mode>>,
    /// The calls that wait for an exit, by the addresses after them.
    pub(super) waiting: BTreeMap<u32, PendingReturn>,
    /// Routines that jump into this one, and so return like it.
    joined_by: BTreeSet<u32>,
    /// True if some of its paths are not known, so that it may return.
    pub(super) open: bool,
}

/// The routines, by their entry addresses.
#[derive(Debug, Default)]
pub(super) struct Routines(pub(super) FxHashMap<u32, Routine>);

impl Routines {
    pub(super) fn of(&mut self, entry: u32) -> &mut Routine {
        self.0.entry(entry).or_default()
    }

    /// Records that a routine jumps into the code of another, and so has all exits of that one, too.
    pub(super) fn join(&mut self, one: u32, other: u32) -> Vec<(PendingReturn, Exit)> {
        let mut released = Vec::new();
        if one != other && self.of(other).joined_by.insert(one) {
            let exits = self.of(other).exits.clone();
            for (exit, mode) in exits {
                released.extend(self.exit(one, exit, mode));
            }
            if self.of(other).open {
                self.set_open(one);
            }
        }
        released
    }

    /// Records an exit of a routine, and returns the calls that were waiting for it.
    pub(super) fn exit(&mut self, entry: u32, exit: Exit, mode: Option<Mode>) -> Vec<(PendingReturn, Exit)> {
        let mut released = Vec::new();
        let mut entries = vec![entry];
        while let Some(entry) = entries.pop() {
            let routine = self.of(entry);
            if let Entry::Vacant(vacant) = routine.exits.entry(exit) {
                vacant.insert(mode);
                released.extend(routine.waiting.values().map(|waiting| (waiting.in_mode(mode), exit)));
                entries.extend(&routine.joined_by);
            }
        }
        released
    }

    /// Records that not all paths of a routine are known.
    pub(super) fn set_open(&mut self, entry: u32) {
        let mut entries = vec![entry];
        while let Some(entry) = entries.pop() {
            let routine = self.of(entry);
            if !std::mem::replace(&mut routine.open, true) {
                entries.extend(&routine.joined_by);
            }
        }
    }

    /// Returns the routines that calls wait for and that may return although no return was found.
    pub(super) fn may_return(&self) -> Vec<u32> {
        let is_open = |routine: &Routine| routine.open && routine.exits.is_empty() && !routine.waiting.is_empty();
        let open = self.0.iter().filter(|(_, routine)| is_open(routine));
        let mut entries: Vec<u32> = open.map(|(&entry, _)| entry).collect();
        entries.sort_unstable();
        entries
    }
}
