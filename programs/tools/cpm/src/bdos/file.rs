//! Reads and writes records of files.
//!
//! Every call finds the file by the name in its control block, so that a block may be copied or built by hand.

use crate::drive::RECORD;
use crate::fcb::Fcb;
use crate::host::Host;
use crate::outcome::{Answer, Fault};

/// Result at the end of the file, or for a record that was never written.
const NO_DATA: u16 = 1;
const DISK_FULL: u16 = 2;
/// Result for a record in an extent that was never written.
const NO_EXTENT: u16 = 4;
const DIRECTORY_FULL: u16 = 5;
/// Result beyond the end of the largest possible file.
const OUT_OF_RANGE: u16 = 6;

/// Number of records in an extent.
const EXTENT: u32 = 128;
/// Number of extents in the largest possible file.
const MOST_EXTENTS: u32 = 2048;

/// Returns the extent of a random record. The BDOS treats the number of the group of 4,096 records as a signed byte, of
/// which it uses six bits: only some of the records that are too large are rejected.
const fn random_extent(record: u32) -> Option<u32> {
    let module = (record >> 12) as u8 as i8;
    if module > 0x3F {
        return None;
    }
    Some((module as u32 & 0x3F) << 5 | record >> 7 & 0x1F)
}

/// The operation of a call on a record.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Direction {
    Read,
    Write,
}

/// How a call finds the record.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Order {
    Sequential,
    Random,
}

/// Transfers as many records as function 44 has set. If fewer could be transferred, their number is the high byte of
/// the result.
pub(super) fn transfer(host: &mut Host, direction: Direction, order: Order) -> Result<Answer, Fault> {
    let (mut block, drive) = host.block()?;
    if direction == Direction::Write {
        host.writable(drive)?;
    }
    let (dma, random) = (host.bdos.dma, block.random());
    let mut code = 0;
    let mut done = 0;
    for number in 0..u32::from(host.bdos.records) {
        if order == Order::Random {
            block.set_random(random.wrapping_add(number) & 0xFF_FFFF);
        }
        host.bdos.dma = dma.plus((number as usize * RECORD) as u16);
        let result = record(host, &mut block, drive, direction, order);
        code = result.inspect_err(|_| host.bdos.dma = dma)?;
        if code != 0 {
            break;
        }
        done += 1;
    }
    host.bdos.dma = dma;
    block.set_random(random);
    host.put_block(&block);
    let several = host.bdos.records > 1 && code != 0;
    Ok(Answer::Word(if several { done << 8 | code } else { code }))
}

/// Transfers one record. Returns 0, or the code of the reason why it could not.
fn record(host: &mut Host, block: &mut Fcb, drive: usize, direction: Direction, order: Order) -> Result<u16, Fault> {
    let Some(file) = host.named(block, drive)? else {
        return Ok(NO_DATA);
    };
    if direction == Direction::Write {
        host.changeable(drive, file)?;
    }
    let (extent, record) = match order {
        Order::Random => match random_extent(block.random()) {
            Some(extent) => (extent, (block.random() % EXTENT) as u8),
            None => return Ok(OUT_OF_RANGE),
        },
        Order::Sequential if block.record() == EXTENT as u8 => (block.extent() + 1, 0),
        Order::Sequential => (block.extent(), block.record()),
    };
    if extent >= MOST_EXTENTS || record >= EXTENT as u8 {
        return Ok(NO_DATA);
    }
    let volume = host.volume(drive)?;
    if block.is_written() {
        volume.leave(file, block.extent(), extent);
    }
    if volume.contents(file)?.extent(extent).is_none() {
        let missing = match (direction, order) {
            (Direction::Read, Order::Random) if volume.has_extent(file, extent) => NO_DATA,
            (Direction::Read, Order::Random) => NO_EXTENT,
            (Direction::Read, Order::Sequential) => NO_DATA,
            (Direction::Write, _) if volume.add_extent(file, extent)? => 0,
            (Direction::Write, Order::Random) => DIRECTORY_FULL,
            (Direction::Write, Order::Sequential) => NO_DATA,
        };
        if missing != 0 {
            return Ok(missing);
        }
    }
    block.set_extent(extent);
    block.set_record(record);
    let number = extent * EXTENT + u32::from(record);
    match direction {
        Direction::Read => match host.volume(drive)?.contents(file)?.read(number) {
            Some(bytes) => host.processor.memory_mut().write(host.bdos.dma, &bytes),
            None => {
                refresh(host, block, drive, file)?;
                return Ok(NO_DATA);
            }
        },
        Direction::Write => {
            let bytes = host.processor.memory().read(host.bdos.dma);
            if !host.volume(drive)?.write(file, number, &bytes)? {
                return Ok(DISK_FULL);
            }
            block.mark_written();
        }
    }
    refresh(host, block, drive, file)?;
    if order == Order::Sequential {
        block.set_record(record + 1);
    }
    Ok(0)
}

/// Gives a block the record count and the block numbers of its extent's directory entry. An entry may contain several
/// extents: the count is that of the last.
fn refresh(host: &mut Host, block: &mut Fcb, drive: usize, file: usize) -> Result<(), Fault> {
    let extent = block.extent();
    let volume = host.volume(drive)?;
    if let Some(entry) = volume.entry(file, extent) {
        block.set_entry(&entry);
    }
    Ok(())
}

/// 35: sets the random record to the number after the last record in the directory.
pub(super) fn size(host: &mut Host) -> Result<Answer, Fault> {
    let (mut block, drive) = host.block()?;
    let records = match host.named(&block, drive)? {
        Some(file) => host.volume(drive)?.recorded(file)?,
        None => 0,
    };
    block.set_random(records);
    host.put_block(&block);
    Ok(Answer::Word(0))
}

/// 36: sets the random record to the next record that is read or written sequentially.
pub(super) fn set_random(host: &mut Host) -> Result<Answer, Fault> {
    let mut block = Fcb::read(host.processor.memory(), host.processor.address(6));
    block.set_random(block.extent() * EXTENT + u32::from(block.record()));
    host.put_block(&block);
    Ok(Answer::Word(0))
}

/// 44: sets how many records a call transfers, 1 to 128.
pub(super) fn set_records(host: &mut Host) -> Result<Answer, Fault> {
    let count = host.processor.register(7) & 0xFF;
    if !(1..=128).contains(&count) {
        return Ok(Answer::Word(0xFF));
    }
    host.bdos.records = count as u8;
    Ok(Answer::Word(0))
}
