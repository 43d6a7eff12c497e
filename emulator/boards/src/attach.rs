//! The devices of a description.

use z8000::cpu::Interrupt;

use crate::description::{Description, wrong};
use crate::device::{At, Cio, Device, Disk, Ide, Latch, Scc, Sectors, Serial, Timer, opened};
use crate::error::Error;
use crate::world::World;

/// Bytes of the registers of a timer's two words, and of a disk's four.
const PERIOD: u16 = 0;
const TAKEN: u16 = 2;
const WORDS: u16 = 8;

/// Registers one behind the other, from a port or an address on; none if both are given, or neither.
fn row(port: Option<u16>, address: Option<u32>, step: u16, count: u16) -> Option<Vec<(At, u16)>> {
    let place = |n: u16| match (port, address) {
        (Some(port), None) => Some(At::Port(port.checked_add(n.checked_mul(step)?)?)),
        (None, Some(address)) => address.checked_add(u32::from(n) * u32::from(step)).map(At::Memory),
        _ => None,
    };
    (0..count).map(|n| Some((place(n)?, n))).collect()
}

/// Attaches the devices, in the order of their daisy chain.
pub(crate) fn attach(description: &Description, world: &mut World) -> Result<(), Error> {
    let files = description.reach.files;
    let mut add = |table: &str, n: usize, device: Box<dyn Device>, registers: Option<Vec<(At, u16)>>, line| {
        let what = "specify the first register as either `port` or `address`; all registers must fit in that space";
        let registers = registers.ok_or_else(|| wrong(table, Some(n), what))?;
        let attached = world.attach(device, registers, line);
        attached.map_err(|at| wrong(table, Some(n), &format!("{at} is already used by another device")))
    };
    for (n, serial) in description.serial.iter().enumerate() {
        let registers = serial.ports().into_iter().map(At::Port).zip(0..).collect();
        add("serial", n, Box::<Serial>::default(), Some(registers), None)?;
    }
    for (n, scc) in description.scc.iter().enumerate() {
        let registers = row(scc.port, scc.address, scc.step, 4);
        let line = scc.interrupt.map(|line| line.interrupt());
        add("scc", n, Box::<Scc>::default(), registers, line)?;
    }
    for (n, cio) in description.cio.iter().enumerate() {
        if cio.count == 0 {
            return Err(wrong(
                "cio",
                Some(n),
                "`count`, the clock cycles per count, is 0; it must be between 1 and 65,535",
            ));
        }
        let registers = row(cio.port, cio.address, cio.step, 4);
        let line = cio.interrupt.map(|line| line.interrupt());
        add(
            "cio",
            n,
            Box::new(Cio::new(cio.count.into(), cio.pins)),
            registers,
            line,
        )?;
    }
    for (n, timer) in description.timer.iter().enumerate() {
        let word = |port: u16, register| [0, 1].map(|half| (At::Port(port & 0xFFFE | half), register + half));
        let registers = [word(timer.period, PERIOD), word(timer.taken, TAKEN)].concat();
        let line = timer.interrupt.interrupt();
        let device = Timer::new(line == Interrupt::NonMaskable, timer.identifier);
        add("timer", n, Box::new(device), Some(registers), Some(line))?;
    }
    for (n, disk) in description.disk.iter().enumerate() {
        let path = description.reach.file(&disk.image)?;
        let opened = Sectors::open(files, &path, disk.writable).and_then(Disk::new);
        let device = opened.map_err(Error::file("open", &path))?;
        add("disk", n, Box::new(device), row(Some(disk.port), None, 1, WORDS), None)?;
    }
    for (n, ide) in description.ide.iter().enumerate() {
        let path = description.reach.file(&ide.image)?;
        let card = opened(Sectors::open(files, &path, ide.writable), ide.optional);
        let card = card.map_err(Error::file("open", &path))?;
        let registers = row(ide.port, ide.address, ide.step, 8);
        add("ide", n, Box::new(Ide::new(card)), registers, None)?;
    }
    for (n, latch) in description.latch.iter().enumerate() {
        let registers = row(latch.port, latch.address, latch.step, latch.size);
        add("latch", n, Box::new(Latch::new(latch.size)), registers, None)?;
    }
    Ok(())
}
