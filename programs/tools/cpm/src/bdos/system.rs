//! BDOS functions for drives, memory and programs.

use crate::command::Command;
use crate::fcb::Fcb;
use crate::host::Host;
use crate::memory::{location, pair};
use crate::outcome::{Answer, Fault, Stop};
use crate::program::{LoadError, SEGMENTED_FLAG, SPLIT_FLAG};

/// 8: sets the I/O byte.
pub(super) fn set_io_byte(host: &mut Host) -> Result<Answer, Fault> {
    host.bdos.io_byte = host.processor.register(7) as u8;
    Ok(Answer::Word(0))
}

/// 13: makes drive A the default and all drives writable, and lists folders again.
pub(super) fn reset_disks(host: &mut Host) -> Result<Answer, Fault> {
    host.bdos.login = 0;
    host.bdos.read_only = 0;
    host.bdos.drive = 0;
    for volume in host.drives.iter_mut().flatten() {
        volume.refresh()?;
    }
    Ok(Answer::Word(0))
}

/// 14: selects another default drive.
pub(super) fn select_disk(host: &mut Host) -> Result<Answer, Fault> {
    let drive = host.processor.register(7) as u8;
    host.select(drive)?;
    host.bdos.drive = drive;
    Ok(Answer::Word(0))
}

/// 26: sets the address at which records are transferred.
pub(super) fn set_dma(host: &mut Host) -> Result<Answer, Fault> {
    host.bdos.dma = host.processor.address(6);
    Ok(Answer::Word(0))
}

/// 28: makes the default drive read-only until the next reset.
pub(super) fn protect_disk(host: &mut Host) -> Result<Answer, Fault> {
    host.bdos.read_only |= 1 << host.bdos.drive;
    Ok(Answer::Word(0))
}

/// 29: returns the read-only drives, one bit each.
pub(super) fn read_only_vector(host: &mut Host) -> Result<Answer, Fault> {
    let volumes = host.drives.iter().enumerate();
    let fixed = volumes.filter(|(_, volume)| volume.as_ref().is_some_and(|volume| volume.read_only));
    let fixed = fixed.fold(0, |bits, (drive, _)| bits | 1 << drive);
    Ok(Answer::Word(host.bdos.read_only | fixed))
}

/// 31: copies the disk parameter block of the default drive.
pub(super) fn disk_parameters(host: &mut Host) -> Result<Answer, Fault> {
    let drive = host.drive_of(0)?;
    let block = host.volume(drive)?.geometry().parameter_block();
    let at = host.processor.address(6);
    host.processor.memory_mut().write(at, &block);
    Ok(Answer::Word(0))
}

/// 32: sets the user number, unless the argument is FFh, and returns it.
pub(super) fn user(host: &mut Host) -> Result<Answer, Fault> {
    let number = host.processor.register(7) as u8;
    if number < 16 {
        host.bdos.user = number;
    }
    Ok(Answer::Word(host.bdos.user.into()))
}

/// 37: resets drives to their state before their first use.
pub(super) fn reset_drives(host: &mut Host) -> Result<Answer, Fault> {
    let drives = host.processor.register(7);
    host.bdos.login &= !drives;
    host.bdos.read_only &= !drives;
    Ok(Answer::Word(0))
}

/// 46: stores the number of free records on a drive as a long word at the DMA address.
pub(super) fn free_space(host: &mut Host) -> Result<Answer, Fault> {
    let drive = host.processor.register(7) as u8;
    let drive = host.select(drive)?;
    let volume = host.volume(drive)?;
    let records = volume.free_blocks() * volume.geometry().block_records();
    host.processor.memory_mut().set_long(host.bdos.dma, records);
    Ok(Answer::Word(0))
}

/// 47: replaces this program by another one. The command line is at the DMA address, either after a byte with its
/// length or terminated by a zero.
pub(super) fn chain(host: &mut Host) -> Result<Answer, Fault> {
    let bytes: [u8; 128] = host.processor.memory().read(host.bdos.dma);
    let text = match bytes[0] {
        length @ ..0x20 => &bytes[1..=usize::from(length)],
        // The text ends at a zero or, if its length is 32 or more, at a zero or the end of the buffer.
        length if usize::from(length) < 127 && bytes[1..=usize::from(length)].iter().all(|byte| *byte >= 0x20) => {
            &bytes[1..=usize::from(length)]
        }
        _ => bytes.split(|byte| *byte == 0).next().unwrap_or_default(),
    };
    let line: String = text.iter().map(|byte| char::from(byte & 0x7F)).collect();
    Ok(Command::parse(&line).map_or(Answer::Stop(Stop::Ended), Answer::Chain))
}

/// 48: writes the closed files.
pub(super) fn flush(host: &mut Host) -> Result<Answer, Fault> {
    for volume in host.drives.iter_mut().flatten() {
        volume.finish()?;
    }
    Ok(Answer::Word(0))
}

/// 50: calls the BIOS, with the function number in a word, and two long words.
pub(super) fn direct_bios(host: &mut Host) -> Result<Answer, Fault> {
    let at = host.processor.address(6);
    let memory = host.processor.memory();
    let (function, first, second) = (memory.word(at), memory.long(at.plus(2)), memory.long(at.plus(6)));
    match crate::bios::function(host, function, first, second)? {
        Answer::Long(long) => Ok(Answer::Word(long as u16)),
        other => Ok(other),
    }
}

/// 59: loads a program. The argument points to the address of its open file control block, two addresses, and space for
/// the addresses of base page and stack, and flags. The second address is replaced by that of the first instruction.
pub(super) fn load(host: &mut Host) -> Result<Answer, Fault> {
    let at = host.processor.address(6);
    let block = location(host.processor.memory().long(at));
    let block = Fcb::read(host.processor.memory(), block);
    let drive = host.drive_of(block.drive())?;
    let Some(file) = host.named(&block, drive)? else {
        return Ok(Answer::Word(3));
    };
    let bytes = host.volume(drive)?.contents(file)?.bytes();
    let loaded = match host.processor.load(&bytes) {
        Ok(loaded) => loaded,
        Err(LoadError::Memory { .. }) => return Ok(Answer::Word(2)),
        Err(_) => return Ok(Answer::Word(1)),
    };
    let memory = host.processor.memory_mut();
    let flags = if loaded.split { SPLIT_FLAG } else { 0 } | if loaded.segmented { SEGMENTED_FLAG } else { 0 };
    memory.set_long(at.plus(4), pair(loaded.start));
    memory.set_long(at.plus(12), pair(loaded.page));
    memory.set_long(at.plus(16), pair(loaded.stack));
    memory.set_word(at.plus(20), flags);
    if !loaded.segmented {
        host.user_segment = loaded.start.segment();
    }
    Ok(Answer::Word(0))
}

/// 61: sets an exception vector, and returns the previous one: the argument's block contains a number, the new address,
/// and space for the old one. Exceptions are never raised: what would raise one ends the program.
pub(super) fn set_exception(host: &mut Host) -> Result<Answer, Fault> {
    let at = host.processor.address(6);
    let memory = host.processor.memory_mut();
    let (number, vector) = (usize::from(memory.word(at)), memory.long(at.plus(2)));
    // 2 to 11 are traps, 32 to 39 system calls, of which the system reserves those of BDOS and BIOS.
    let known = match number {
        2..=11 | 32 | 33 | 36..=39 => host.bdos.exceptions.get_mut(number),
        _ => None,
    };
    let Some(known) = known else {
        return Ok(Answer::Word(0xFFFF));
    };
    memory.set_long(at.plus(6), std::mem::replace(known, vector));
    Ok(Answer::Word(0))
}

/// 63: gets or sets the memory limits: a word whose bit 0 requests setting, then the lowest and the highest address.
pub(super) fn limits(host: &mut Host) -> Result<Answer, Fault> {
    let at = host.processor.address(6);
    let memory = host.processor.memory_mut();
    if memory.word(at) & 1 != 0 {
        host.bdos.limits = (memory.long(at.plus(2)), memory.long(at.plus(6)));
    } else {
        memory.set_long(at.plus(2), host.bdos.limits.0);
        memory.set_long(at.plus(6), host.bdos.limits.1);
    }
    Ok(Answer::Word(0))
}
