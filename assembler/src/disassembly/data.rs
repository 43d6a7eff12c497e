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
    /// It is not known.
    Unknown,
    /// To one of these, which may be in a table.
    Addresses(Vec<u32>, Option<FoundTable>),
    /// Back to the caller, plus a number of bytes; `None` if the number is not known.
    Return(Option<i16>),
}

/// A table, and the memory and address where it was found.
pub(super) type FoundTable = (Space, u32, JumpTable);

/// A table of addresses.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct JumpTable {
    /// Bytes from one entry to the next.
    pub(super) step: u16,
    /// Entries.
    pub(super) count: u32,
    /// Segment of the targets, if an entry is an offset; `None` if it is a segmented address.
    pub(super) segment: Option<u8>,
    /// The memory of the targets.
    pub(super) to: Space,
}

/// Something in memory that an instruction reads or writes, or takes the address of.
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
    /// Instructions in which a number is an address, and of which memory.
    pub(super) pointers: FxHashMap<u32, Space>,
    /// Instructions in which the address of an operand is one, and of which memory.
    pub(super) bases: FxHashMap<u32, Space>,
}

impl Data {
    /// Notes that an instruction uses memory.
    pub(super) fn access(&mut self, access: &Access) {
        if let Some(source) = access.source {
            self.pointer(source, access.space);
        }
        // Fields of a structure in a list are not a list of fields.
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

    /// Notes that the number in an instruction is an address of a memory.
    pub(super) fn pointer(&mut self, instruction: u32, space: Space) {
        self.pointers.insert(instruction, space);
    }

    /// Notes a string.
    pub(super) fn text(&mut self, space: Space, address: u32) {
        let thing = self
            .things
            .entry((space, address))
            .or_insert(Thing { size: 1, count: 1, open: true, text: false });
        thing.text = true;
    }

    /// Returns true if something begins at an address.
    pub(super) fn begins(&self, space: Space, address: u32) -> bool {
        self.things.contains_key(&(space, address))
    }
}

/// The place where a routine continues in its caller.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum Exit {
    /// A number of bytes after the call: 0 for a plain return, more if data follows the call.
    Behind(i16),
    /// After a string that follows the call and ends with a zero.
    BehindText,
}

/// A call that continues when it is known how its routine returns.
#[derive(Debug, Clone)]
pub(super) struct PendingReturn {
    /// Address after the call.
    pub(super) next: u32,
    /// The state there.
    pub(super) state: State,
    /// The routine that calls.
    pub(super) routine: u32,
}

impl PendingReturn {
    /// The same when the routine returns in a mode; `None` if that is not known.
    pub(super) fn in_mode(&self, mode: Option<Mode>) -> Self {
        let mut pending = self.clone();
        pending.state.mode = mode.unwrap_or(pending.state.mode);
        pending
    }
}

/// A routine: its exits, and the calls that wait for them.
#[derive(Debug, Default)]
pub(super) struct Routine {
    /// With the mode in which it leaves, if that is known.
    pub(super) exits: BTreeMap<Exit, Option<Mode>>,
    /// By the addresses after the calls.
    pub(super) waiting: BTreeMap<u32, PendingReturn>,
    /// Routines that jump into it, and so return as it does.
    joined_by: BTreeSet<u32>,
    /// True if some of its paths are not known: it may return.
    pub(super) open: bool,
}

/// The routines, by the addresses of their entries.
#[derive(Debug, Default)]
pub(super) struct Routines(pub(super) FxHashMap<u32, Routine>);

impl Routines {
    pub(super) fn of(&mut self, entry: u32) -> &mut Routine {
        self.0.entry(entry).or_default()
    }

    /// Notes that a routine jumps into the code of another, whose exits it then has too.
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

    /// Notes an exit of a routine, and returns the calls that waited for it.
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

    /// Notes that not every path of a routine is known.
    pub(super) fn set_open(&mut self, entry: u32) {
        let mut entries = vec![entry];
        while let Some(entry) = entries.pop() {
            let routine = self.of(entry);
            if !std::mem::replace(&mut routine.open, true) {
                entries.extend(&routine.joined_by);
            }
        }
    }

    /// Routines that calls wait for and that may return although no return was found.
    pub(super) fn may_return(&self) -> Vec<u32> {
        let is_open = |routine: &Routine| routine.open && routine.exits.is_empty() && !routine.waiting.is_empty();
        let open = self.0.iter().filter(|(_, routine)| is_open(routine));
        let mut entries: Vec<u32> = open.map(|(&entry, _)| entry).collect();
        entries.sort_unstable();
        entries
    }
}
