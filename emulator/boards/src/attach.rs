//! Creates and attaches the devices of a description.

use std::path::Path;

use z8000::machine::{At, Conflict, Device, Key, Line, Machine};

use crate::description::Description;
use crate::device::{Cio, Ctc, Disk, Hdc, Ide, Latch, Pio, Reti, Scc, Sectors, cio, opened, scc};
use crate::error::Error;

/// Bytes of the registers of a disk's four words.
const WORDS: u16 = 8;

/// The kinds of devices in the order of the daisy chain.
const RANKS: [&str; 11] = [
    "serial", "scc", "sio", "cio", "ctc", "pio", "timer", "key", "hdc", "reti", "disk",
];

/// Registers with their places, if these exist.
type Row = Option<Vec<(At, u16)>>;

/// Consecutive registers from a port or an address; `None` if both are given, or neither.
fn row(port: Option<u16>, address: Option<u32>, step: u16, count: u16) -> Row {
    let place = |n: u16| match (port, address) {
        (Some(port), None) => Some(At::Port(port.checked_add(n.checked_mul(step)?)?)),
        (None, Some(address)) => address.checked_add(u32::from(n) * u32::from(step)).map(At::Memory),
        _ => None,
    };
    (0..count).map(|n| Some((place(n)?, n))).collect()
}

/// The same, numbered from another one than 0.
fn from(first: u16, row: Row) -> Row {
    Some(row?.into_iter().map(|(at, n)| (at, first + n)).collect())
}

/// Clocks of the processor for one of a chip.
fn ratio(table: &str, n: usize, count: u16) -> Result<u64, Conflict> {
    match count {
        0 => Err(Conflict::new(
            table,
            Some(n),
            "`count`, the number of clock cycles per count, is 0; it must be between 1 and 65,535",
        )),
        count => Ok(count.into()),
    }
}

/// Attaches the chips, keys and disks.
pub(crate) fn attach(description: &Description, machine: &mut Machine) -> Result<(), Error> {
    let end = description.end();
    let image = |path: &Path, writable: bool| {
        let reach = &description.reach;
        let (path, allowed) = if writable {
            reach.output(path)?
        } else {
            (reach.file(path)?, false)
        };
        let sectors = Sectors::open(&path, writable, allowed);
        Ok::<_, Error>((path, sectors))
    };
    let mut add = |table: &str, n: usize, device: Box<dyn Device>, registers: Row, line: Option<Line>, chain| {
        let what = "specify the first register as either `port` or `address`; all registers must fit in that space";
        let registers = registers.ok_or_else(|| Conflict::new(table, Some(n), what))?;
        let beyond = |(at, _): &&(At, u16)| matches!(at, At::Memory(address) if *address >= end);
        if let Some((at, _)) = registers.iter().find(beyond) {
            let what = format!("{at} is past {end:#x}, the end of the address space");
            return Err(Conflict::new(table, Some(n), &what));
        }
        let rank = RANKS.iter().position(|kind| *kind == table).unwrap_or(RANKS.len());
        machine.add(
            table,
            n,
            device,
            registers,
            line.map(Line::interrupt),
            (chain, rank as u8),
        )
    };
    let mut add = |table: &str, n: usize, device: Box<dyn Device>, registers: Row, line: Option<Line>, chain| {
        let added = add(table, n, device, registers, line, chain);
        added.map_err(|conflict| description.located(conflict))
    };
    let ratio =
        |table: &str, n: usize, count: u16| ratio(table, n, count).map_err(|conflict| description.located(conflict));
    for (n, scc) in description.scc.iter().enumerate() {
        let (first, count) = if scc.direct {
            (scc::DIRECT, scc::REGISTERS)
        } else {
            (0, 4)
        };
        let registers = from(first, row(scc.port, scc.address, scc.step, count));
        let device = Box::new(Scc::new(ratio("scc", n, scc.count)?, [scc.a.baud, scc.b.baud]));
        add("scc", n, device, registers, scc.interrupt, scc.chain)?;
    }
    for (n, sio) in description.sio.iter().enumerate() {
        let registers = row(sio.port, sio.address, sio.step, 4);
        add(
            "sio",
            n,
            Box::new(Scc::sio([sio.a.baud, sio.b.baud])),
            registers,
            sio.interrupt,
            sio.chain,
        )?;
    }
    for (n, cio) in description.cio.iter().enumerate() {
        let (first, count) = if cio.direct {
            (cio::DIRECT, cio::REGISTERS)
        } else {
            (0, 4)
        };
        let registers = from(first, row(cio.port, cio.address, cio.step, count));
        let device = Box::new(Cio::new(ratio("cio", n, cio.count)?, cio.pins));
        add("cio", n, device, registers, cio.interrupt, cio.chain)?;
    }
    for (n, ctc) in description.ctc.iter().enumerate() {
        let registers = row(ctc.port, ctc.address, ctc.step, 4);
        let device = Box::new(Ctc::new(ratio("ctc", n, ctc.count)?, ctc.pulses.map(u64::from)));
        add("ctc", n, device, registers, ctc.interrupt, ctc.chain)?;
    }
    for (n, pio) in description.pio.iter().enumerate() {
        let registers = row(pio.port, pio.address, pio.step, 4);
        add(
            "pio",
            n,
            Box::new(Pio::new(pio.pins)),
            registers,
            pio.interrupt,
            pio.chain,
        )?;
    }
    for (n, key) in description.key.iter().enumerate() {
        let device = Key::new(key.character, key.identifier.unwrap_or(0));
        add("key", n, Box::new(device), Some(Vec::new()), Some(key.interrupt), 0)?;
    }
    for (n, hdc) in description.hdc.iter().enumerate() {
        let (path, opened) = image(&hdc.image, hdc.writable)?;
        let device = opened.and_then(|sectors| Hdc::new(sectors, hdc.block, hdc.identifier.unwrap_or(0)));
        let device = device.map_err(Error::file("open", &path))?;
        let (registers, line) = (row(Some(hdc.port), None, 1, 2), Some(hdc.interrupt));
        add("hdc", n, Box::new(device), registers, line, hdc.chain)?;
    }
    for (n, reti) in description.reti.iter().enumerate() {
        add("reti", n, Box::new(Reti), row(reti.port, reti.address, 1, 1), None, 0)?;
    }
    for (n, disk) in description.disk.iter().enumerate() {
        let (path, opened) = image(&disk.image, disk.writable)?;
        let device = opened.and_then(Disk::new).map_err(Error::file("open", &path))?;
        let registers = row(Some(disk.port), None, 1, WORDS);
        add("disk", n, Box::new(device), registers, None, 0)?;
    }
    for (n, ide) in description.ide.iter().enumerate() {
        let (path, card) = image(&ide.image, ide.writable)?;
        let card = opened(card, ide.optional).map_err(Error::file("open", &path))?;
        let registers = row(ide.port, ide.address, ide.step, 8);
        add("ide", n, Box::new(Ide::new(card)), registers, None, 0)?;
    }
    for (n, latch) in description.latch.iter().enumerate() {
        let registers = row(latch.port, latch.address, latch.step, latch.size);
        let device = Box::new(Latch::new(latch.size, latch.value));
        add("latch", n, device, registers, None, 0)?;
    }
    Ok(())
}
