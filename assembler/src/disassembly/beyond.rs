//! Space beyond the pieces of a program: variables in memory without contents, and words of devices.

use std::collections::BTreeMap;

use z8000::isa::Value;

use super::flow::Flow;
use super::hints::Form;
use super::program::{MEMORY, Piece, Space, linear};
use super::text::SMALLEST_TABLE;

/// The assumed size in bytes of an array of unknown length.
const ARRAY: u32 = 0x100;
/// Variables at less than this distance from each other keep their distance.
const NEAR: u32 = 0x100;
/// An offset of at least this value is more likely a negative distance from a register.
const NEGATIVE: u32 = 0xFF00;

impl Flow<'_> {
    /// Returns the memory that instructions or hints use outside the pieces, as pieces without contents.
    pub(super) fn beyond(&self) -> Vec<Piece> {
        let mut used: BTreeMap<(Space, u32), u32> = BTreeMap::new();
        for (&key, thing) in &self.data.things {
            let known = u32::from(thing.size).saturating_mul(thing.count);
            used.insert(key, if thing.open { ARRAY.max(known) } else { known });
        }
        let data = self.program.space(Space::Data);
        for found in self.code.all().iter().filter(|_| !self.leaders.is_empty()) {
            let instruction = &found.executed.instruction;
            for value in instruction.values().iter().filter(|_| !instruction.jumps()) {
                if let Value::Indexed(address, _) = *value
                    && (SMALLEST_TABLE..NEGATIVE).contains(&address.offset.into())
                {
                    used.entry((data, linear(address))).or_insert(ARRAY);
                }
            }
        }
        for (space, range, form) in &self.hints.ranges {
            if !matches!(form, Form::Code | Form::Table) {
                used.insert((*space, range.start), range.end - range.start);
            }
        }
        let mut pieces: Vec<Piece> = Vec::new();
        // The start of the next piece of the program or of the next segment.
        let mut limit = 0;
        used.retain(|&(space, address), _| !self.program.has(space, address) && address < MEMORY);
        for ((space, address), bytes) in used {
            match pieces.last_mut() {
                Some(last) if last.space == space && address < limit.min(last.address + last.reserved + NEAR) => {
                    last.reserved = last.reserved.max(limit.min(address + bytes) - last.address);
                }
                _ => {
                    let held = self
                        .program
                        .pieces
                        .iter()
                        .filter(|piece| piece.space == space)
                        .map(|piece| piece.address);
                    let segment = (address | 0xFFFF) + 1;
                    limit = held.filter(|held| *held > address).fold(segment, u32::min);
                    let reserved = bytes.min(limit - address);
                    pieces.push(Piece { space, address, reserved, ..Piece::default() });
                }
            }
        }
        pieces
    }
}
