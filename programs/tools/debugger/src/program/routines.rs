//! Routines: the parts of a program that are called.

use std::collections::BTreeSet;

use crate::machine::Address;

/// A routine of the debugged program.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Routine {
    /// The label of the routine, or `sub_` and its address if it has none.
    pub name: String,
    /// Address of the first instruction.
    pub start: Address,
    /// The address after the end, as a number: the start of the next routine, or the end of the program or of the
    /// segment.
    pub end: u32,
}

impl Routine {
    pub(crate) fn contains(&self, at: Address) -> bool {
        self.start <= at && at.linear() < self.end as usize
    }
}

/// The routines of a program, by address.
///
/// # Example
///
/// ```
/// # use z8000_asm::{Memory, Options, assemble};
/// # use z8000_debugger::program::Program;
///
/// let source = "
///         .z8002
///         .word   0, 0x4000, start
/// start:  call    five
///         halt
/// five:   ldk     r1,#5
///         ret
/// ";
/// # let files = Memory::new([("t.s", source)]);
/// # let program = Program::assembled(&assemble(&files, "t.s", &Options::default())?, &files, None)?;
/// let routine = program.routines.at(14).expect("in `five`");
/// assert_eq!((&*routine.name, routine.start), ("five", 12.into()));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Routines {
    /// All routines, ordered by address.
    pub list: Vec<Routine>,
    /// For each routine, the routines that it enters without a call: by a jump, or by running past its end.
    pub(super) leads_to: Vec<BTreeSet<usize>>,
}

impl Routines {
    /// Returns the index of the routine to which an address belongs.
    pub fn index(&self, address: impl Into<Address>) -> Option<usize> {
        let address = address.into();
        let after = self.list.partition_point(|routine| routine.start <= address);
        let index = after.checked_sub(1)?;
        self.list[index].contains(address).then_some(index)
    }

    /// Returns the routine to which an address belongs.
    pub fn at(&self, address: impl Into<Address>) -> Option<&Routine> {
        self.index(address).map(|index| &self.list[index])
    }

    /// Returns true if a routine can reach another without a call, directly or through other routines. `from` and `to`
    /// are indexes; a routine reaches itself.
    pub fn leads(&self, from: usize, to: usize) -> bool {
        let mut seen = BTreeSet::from([from]);
        let mut waiting = vec![from];
        while let Some(index) = waiting.pop() {
            if index == to {
                return true;
            }
            for &next in self.leads_to.get(index).into_iter().flatten() {
                if seen.insert(next) {
                    waiting.push(next);
                }
            }
        }
        false
    }
}
