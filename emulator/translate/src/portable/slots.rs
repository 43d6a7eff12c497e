//! Which slot a number of a script lies in: it has one until it is read for the last time.

use super::op::Op;
use super::script::{SLOTS, TEMPORARY};
use super::write::Slot;

/// The operations with the slots that there are; none if they are too few.
///
/// A script only goes ahead, so that a slot is free behind the last operation that reads it.
pub(super) fn assign(ops: &[Op<Slot>]) -> Option<Box<[Op<u8>]>> {
    let last = last_reads(ops);
    let mut free: Vec<u8> = (TEMPORARY..SLOTS).rev().map(|slot| slot as u8).collect();
    let mut taken = vec![0_u8; last.len()];
    let mut assigned = Vec::with_capacity(ops.len());
    for (place, op) in ops.iter().enumerate() {
        let slot_of = |slot: Slot, taken: &[u8]| temporary(slot).map_or(slot as u8, |index| taken[index]);
        let (a, b) = (slot_of(op.a, &taken), slot_of(op.b, &taken));
        let mut done: Vec<usize> = read(op)
            .filter_map(temporary)
            .filter(|&index| last[index] == place)
            .collect();
        done.dedup();
        free.extend(done.into_iter().map(|index| taken[index]));
        let writes = op.code.slots().2;
        if let Some(index) = temporary(op.to).filter(|_| writes) {
            taken[index] = free.pop()?;
            if last[index] == 0 {
                // Nobody reads it.
                free.push(taken[index]);
            }
        }
        let to = slot_of(op.to, &taken);
        assigned.push(Op {
            code: op.code,
            to,
            a,
            b,
            k: op.k,
        });
    }
    Some(assigned.into())
}

/// The slots that an operation reads.
fn read(op: &Op<Slot>) -> impl Iterator<Item = Slot> {
    let (a, b, _) = op.code.slots();
    a.then_some(op.a).into_iter().chain(b.then_some(op.b))
}

/// The index of a slot that is not fixed.
fn temporary(slot: Slot) -> Option<usize> {
    (slot as usize).checked_sub(TEMPORARY)
}

/// For each slot that is not fixed, the last operation that reads it.
fn last_reads(ops: &[Op<Slot>]) -> Vec<usize> {
    let count = ops.iter().filter_map(|op| temporary(op.to)).max();
    let mut last = vec![0; count.map_or(0, |most| most + 1)];
    for (place, op) in ops.iter().enumerate() {
        for index in read(op).filter_map(temporary) {
            last[index] = place;
        }
    }
    last
}
