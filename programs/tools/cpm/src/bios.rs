//! The BIOS, called by SC #3 with a function number in R3 and arguments in RR4 and RR6. The result is returned in RR6.
//!
//! There are no sectors, so disk functions are not implemented.

use crate::host::Host;
use crate::memory::{SEGMENT, SPLIT_PROGRAM, SPLIT_SEGMENT, SYSTEM_SEGMENT, location};
use crate::outcome::{Answer, Fault, Stop};
use crate::processor::REGIONS;

/// Executes a BIOS call.
pub(crate) fn call(host: &mut Host) -> Result<Answer, Fault> {
    let (number, first, second) = (
        host.processor.register(3),
        host.processor.pair(4),
        host.processor.pair(6),
    );
    let answer = function(host, number, first, second)?;
    if let Answer::Long(long) = answer {
        host.processor.set_pair(6, long);
    }
    Ok(answer)
}

/// Executes a BIOS function with its arguments.
pub(crate) fn function(host: &mut Host, number: u16, first: u32, second: u32) -> Result<Answer, Fault> {
    Ok(match number {
        // Cold and warm start end the program.
        0 | 1 => Answer::Stop(Stop::Ended),
        // Console status, input, output.
        2 => Answer::Long(if host.has_character()? { 0xFF } else { 0 }),
        3 => match host.character()? {
            Ok(byte) => Answer::Long(byte.into()),
            Err(answer) => answer,
        },
        4 => {
            host.put_raw(first as u8)?;
            Answer::Long(0)
        }
        // List and auxiliary output, auxiliary input.
        5 => {
            host.listing.extend(&[first as u8]);
            Answer::Long(0)
        }
        6 => Answer::Long(0),
        7 => Answer::Long(0x1A),
        // List status: the list device is always ready.
        15 => Answer::Long(0xFF),
        18 => Answer::Long(regions(host)),
        19 => Answer::Long(host.bdos.io_byte.into()),
        20 => {
            host.bdos.io_byte = first as u8;
            Answer::Long(0)
        }
        // Flush: buffers are always written at once.
        21 => Answer::Long(0),
        22 => {
            let vector = host.bdos.exceptions.get_mut(first as u16 as usize);
            Answer::Long(vector.map_or(0, |vector| std::mem::replace(vector, second)))
        }
        _ => return Err(host.lacks(format!("BIOS function {number}"))),
    })
}

/// Writes the memory region table, and returns its address. The table contains a count, then address and length of each
/// region: for programs with one space; for the instructions of those with two; for their data; and for the same
/// instructions as data.
fn regions(host: &mut Host) -> u32 {
    let at = location(u32::from(SYSTEM_SEGMENT) << 24 | u32::from(REGIONS));
    host.processor.memory_mut().set_word(at, 4);
    for (number, segment) in [SEGMENT, SPLIT_SEGMENT, SPLIT_SEGMENT, SPLIT_PROGRAM]
        .into_iter()
        .enumerate()
    {
        let region = at.plus(2 + 8 * number as u16);
        host.processor.memory_mut().set_long(region, u32::from(segment) << 24);
        host.processor.memory_mut().set_long(region.plus(4), 0x1_0000);
    }
    u32::from(SYSTEM_SEGMENT) << 24 | u32::from(REGIONS)
}
