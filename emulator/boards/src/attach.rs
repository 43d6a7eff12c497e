//! Creates and attaches the devices of a description.

use crate::description::{Description, Line, wrong};
use crate::device::{
    At, Cio, Ctc, Device, Disk, Hdc, Ide, Key, Latch, Pio, Reti, Scc, Sectors, Serial, Timer, cio, opened, scc,
};
use crate::error::Error;
use crate::world::World;

/// Bytes of the registers of a timer's two words, and of a disk's four.
const PERIOD: u16 = 0;
const TAKEN: u16 = 2;
const WORDS: u16 = 8;

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
fn ratio(table: &str, n: usize, count: u16) -> Result<u64, Error> {
    match count {
        0 => Err(wrong(
            table,
            Some(n),
            "`count`, the number of clock cycles per count, is 0; it must be between 1 and 65,535",
        )),
        count => Ok(count.into()),
    }
}

/// Attaches the devices, in the order of their daisy chain.
pub(crate) fn attach(description: &Description, world: &mut World) -> Result<(), Error> {
    let (files, end) = (description.reach.files, description.end());
    let mut places = Vec::new();
    let mut add = |table: &str, n: usize, device: Box<dyn Device>, registers: Row, line: Option<Line>, chain| {
        places.push(chain);
        let what = "specify the first register as either `port` or `address`; all registers must fit in that space";
        let registers = registers.ok_or_else(|| wrong(table, Some(n), what))?;
        let beyond = |(at, _): &&(At, u16)| matches!(at, At::Memory(address) if *address >= end);
        if let Some((at, _)) = registers.iter().find(beyond) {
            let what = format!("{at} is past {end:#x}, the end of the address space");
            return Err(wrong(table, Some(n), &what));
        }
        let attached = world.attach(device, registers, line.map(Line::interrupt));
        attached.map_err(|at| wrong(table, Some(n), &format!("{at} is already used by another device")))
    };
    for (n, serial) in description.serial.iter().enumerate() {
        let registers = serial.ports().into_iter().map(At::Port).zip(0..).collect();
        add("serial", n, Box::<Serial>::default(), Some(registers), None, 0)?;
    }
    for (n, scc) in description.scc.iter().enumerate() {
        let (first, count) = if scc.direct {
            (scc::DIRECT, scc::REGISTERS)
        } else {
            (0, 4)
        };
        let registers = from(first, row(scc.port, scc.address, scc.step, count));
        let device = Box::new(Scc::new(ratio("scc", n, scc.count)?));
        add("scc", n, device, registers, scc.interrupt, scc.chain)?;
    }
    for (n, sio) in description.sio.iter().enumerate() {
        let registers = row(sio.port, sio.address, sio.step, 4);
        add("sio", n, Box::new(Scc::sio()), registers, sio.interrupt, sio.chain)?;
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
    for (n, timer) in description.timer.iter().enumerate() {
        let word = |port: u16, register| [0, 1].map(|half| (At::Port(port & 0xFFFE | half), register + half));
        let registers = [word(timer.period, PERIOD), word(timer.taken, TAKEN)].concat();
        let device = Timer::new(timer.interrupt == Line::Nmi, timer.identifier.unwrap_or(0));
        let line = Some(timer.interrupt);
        add("timer", n, Box::new(device), Some(registers), line, timer.chain)?;
    }
    for (n, key) in description.key.iter().enumerate() {
        let device = Key::new(key.character, key.identifier.unwrap_or(0));
        add("key", n, Box::new(device), Some(Vec::new()), Some(key.interrupt), 0)?;
    }
    for (n, hdc) in description.hdc.iter().enumerate() {
        let path = description.reach.file(&hdc.image)?;
        let opened = Sectors::open(files, &path, hdc.writable);
        let device = opened.and_then(|sectors| Hdc::new(sectors, hdc.block, hdc.identifier.unwrap_or(0)));
        let device = device.map_err(Error::file("open", &path))?;
        let (registers, line) = (row(Some(hdc.port), None, 1, 2), Some(hdc.interrupt));
        add("hdc", n, Box::new(device), registers, line, hdc.chain)?;
    }
    for (n, reti) in description.reti.iter().enumerate() {
        add("reti", n, Box::new(Reti), row(reti.port, reti.address, 1, 1), None, 0)?;
    }
    for (n, disk) in description.disk.iter().enumerate() {
        let path = description.reach.file(&disk.image)?;
        let opened = Sectors::open(files, &path, disk.writable).and_then(Disk::new);
        let device = opened.map_err(Error::file("open", &path))?;
        let registers = row(Some(disk.port), None, 1, WORDS);
        add("disk", n, Box::new(device), registers, None, 0)?;
    }
    for (n, ide) in description.ide.iter().enumerate() {
        let path = description.reach.file(&ide.image)?;
        let card = opened(Sectors::open(files, &path, ide.writable), ide.optional);
        let card = card.map_err(Error::file("open", &path))?;
        let registers = row(ide.port, ide.address, ide.step, 8);
        add("ide", n, Box::new(Ide::new(card)), registers, None, 0)?;
    }
    for (n, latch) in description.latch.iter().enumerate() {
        let registers = row(latch.port, latch.address, latch.step, latch.size);
        let device = Box::new(Latch::new(latch.size, latch.value));
        add("latch", n, device, registers, None, 0)?;
    }
    world.arrange(&places);
    Ok(())
}
