//! Memory calls: SC #1. They copy between any two segments, convert a program's address, and transfer control.

use z8000::bus::Location;

use crate::host::Host;
use crate::memory::{SPLIT_PROGRAM, SPLIT_SEGMENT, SYSTEM_SEGMENT, location, pair};
use crate::outcome::{Answer, Fault};
use crate::processor::Resume;

/// Space number that sets the segment of non-segmented programs.
const SET_SEGMENT: u16 = 0xFFFF;
/// Space number that transfers control.
const TRANSFER: u16 = 0xFFFE;
/// High byte of a space number that requests the segment itself, not the one that shows its instructions as data.
const AS_INSTRUCTIONS: u16 = 0xFF00;

/// Executes a memory call: copies RR2 bytes from RR6 to RR4 or, if RR2 is 0, does what R5 specifies.
pub(crate) fn call(host: &mut Host) -> Result<Answer, Fault> {
    let processor = &mut host.processor;
    let length = processor.pair(2);
    if length != 0 {
        let (from, to) = (location(processor.pair(6)), location(processor.pair(4)));
        // Upwards, byte by byte, like the processor; the length of a whole segment is 0 in 16 bits.
        for distance in 0..=(length as u16).wrapping_sub(1) {
            let byte = processor.memory().byte(from.plus(distance));
            processor.memory_mut().set_byte(to.plus(distance), byte);
        }
        return Ok(Answer::Nothing);
    }
    match processor.register(5) {
        SET_SEGMENT => {
            host.user_segment = (processor.register(6) >> 8) as u8;
        }
        TRANSFER => {
            let context = location(processor.pair(6));
            transfer(host, context);
        }
        space => {
            let at = mapped(host, space);
            host.processor.set_pair(6, at);
        }
    }
    Ok(Answer::Nothing)
}

/// Maps an address in a space: data (0) and instructions (1) of the caller, of the system (2, 3), or of the program
/// that was loaded (4, 5).
fn mapped(host: &Host, space: u16) -> u32 {
    let processor = &host.processor;
    let given = processor.pair(6);
    let caller = if processor.segmented() {
        given
    } else {
        u32::from(processor.resume.at.segment()) << 24 | given & 0xFFFF
    };
    // A segmented program (FFh) names its segments itself.
    let program = match host.user_segment {
        0x80.. => given,
        segment => u32::from(segment) << 24 | given & 0xFFFF,
    };
    let instructions = |at: u32| {
        let at = location(at);
        let split = processor.split && at.segment() == SPLIT_SEGMENT && space & AS_INSTRUCTIONS == 0;
        let segment = if split { SPLIT_PROGRAM } else { at.segment() };
        pair(Location::new(segment, at.offset()))
    };
    match space as u8 {
        0 => caller,
        1 => instructions(caller),
        2 | 3 => u32::from(SYSTEM_SEGMENT) << 24 | given & 0xFFFF,
        4 => program,
        5 => instructions(program),
        _ => given,
    }
}

/// Continues with the state in a context block: R0 to R15, an unused word, FCW, segment and offset of PC.
fn transfer(host: &mut Host, context: Location) {
    let processor = &mut host.processor;
    let word = |number: u16| processor.memory().word(context.plus(2 * number));
    let registers: [u16; 16] = std::array::from_fn(|number| word(number as u16));
    let resume = Resume {
        // Programs cannot leave normal mode.
        fcw: word(17) & 0x80FC,
        at: location(processor.memory().long(context.plus(36))),
    };
    for (number, value) in registers.into_iter().enumerate() {
        processor.machine.cpu_mut().set_register(number, value);
    }
    processor.resume = resume;
}
