//! The devices of a description.

use z8000::cpu::Interrupt;

use crate::description::{Description, wrong};
use crate::device::{
    At, Cio, Ctc, Device, Disk, Hdc, Ide, Latch, Pio, Reti, Scc, Sectors, Serial, Timer, cio, opened, scc,
};
use crate::error::Error;
use crate::world::World;

/// Bytes of the registers of a timer's two words, and of a disk's four.
const PERIOD: u16 = 0;
const TAKEN: u16 = 2;
const WORDS: u16 = 8;

/// Consecutive registers from a port or an address; `None` if both are given, or neither.
fn row(port: Option<u16>, address: Option<u32>, step: u16, count: u16) -> Option<Vec<(At, u16)>> {
    let place = |n: u16| match (port, address) {
        (Some(port), None) => Some(At::Port(port.checked_add(n.checked_mul(step)?)?)),
        (None, Some(address)) => address.checked_add(u32::from(n) * u32::from(step)).map(At::Memory),
        _ => None,
    };
    (0..count).map(|n| Some((place(n)?, n))).collect()
}

/// The same of a chip of which each register has its own, numbered from another one on.
fn direct(registers: Option<Vec<(At, u16)>>, first: u16) -> Option<Vec<(At, u16)>> {
    Some(registers?.into_iter().map(|(at, n)| (at, first + n)).collect())
}

/// Attaches the devices, in the order of their daisy chain.
pub(crate) fn attach(description: &Description, world: &mut World) -> Result<(), Error> {
    let files = description.reach.files;
    let mut places = Vec::new();
    let mut add = |table: &str, n: usize, device: Box<dyn Device>, registers: Option<Vec<(At, u16)>>, line, chain| {
        places.push(chain);
        let what = "specify the first register as either `port` or `address`; all registers must fit in that space";
        let registers = registers.ok_or_else(|| wrong(table, Some(n), what))?;
        let attached = world.attach(device, registers, line);
        attached.map_err(|at| wrong(table, Some(n), &format!("{at} is already used by another device")))
    };
    for (n, serial) in description.serial.iter().enumerate() {
        let registers = serial.ports().into_iter().map(At::Port).zip(0..).collect();
        add("serial", n, Box::<Serial>::default(), Some(registers), None, 0)?;
    }
    let no_count = "`count`, the number of clock cycles per count, is 0; it must be between 1 and 65,535";
    for (n, scc) in description.scc.iter().enumerate() {
        if scc.count == 0 {
            return Err(wrong("scc", Some(n), no_count));
        }
        let registers = if scc.direct {
            direct(row(scc.port, scc.address, scc.step, scc::REGISTERS), scc::DIRECT)
        } else {
            row(scc.port, scc.address, scc.step, 4)
        };
        let line = scc.interrupt.map(|line| line.interrupt());
        add(
            "scc",
            n,
            Box::new(Scc::new(scc.count.into())),
            registers,
            line,
            scc.chain,
        )?;
    }
    for (n, sio) in description.sio.iter().enumerate() {
        let registers = row(sio.port, sio.address, sio.step, 4);
        let line = sio.interrupt.map(|line| line.interrupt());
        add("sio", n, Box::new(Scc::sio()), registers, line, sio.chain)?;
    }
    for (n, cio) in description.cio.iter().enumerate() {
        if cio.count == 0 {
            return Err(wrong("cio", Some(n), no_count));
        }
        let registers = if cio.direct {
            direct(row(cio.port, cio.address, cio.step, cio::REGISTERS), cio::DIRECT)
        } else {
            row(cio.port, cio.address, cio.step, 4)
        };
        let line = cio.interrupt.map(|line| line.interrupt());
        add(
            "cio",
            n,
            Box::new(Cio::new(cio.count.into(), cio.pins)),
            registers,
            line,
            cio.chain,
        )?;
    }
    for (n, ctc) in description.ctc.iter().enumerate() {
        if ctc.count == 0 {
            return Err(wrong("ctc", Some(n), no_count));
        }
        let registers = row(ctc.port, ctc.address, ctc.step, 4);
        let line = ctc.interrupt.map(|line| line.interrupt());
        let device = Ctc::new(ctc.count.into(), ctc.pulses.map(u64::from));
        add("ctc", n, Box::new(device), registers, line, ctc.chain)?;
    }
    for (n, pio) in description.pio.iter().enumerate() {
        let registers = row(pio.port, pio.address, pio.step, 4);
        let line = pio.interrupt.map(|line| line.interrupt());
        add("pio", n, Box::new(Pio::new(pio.pins)), registers, line, pio.chain)?;
    }
    for (n, timer) in description.timer.iter().enumerate() {
        let word = |port: u16, register| [0, 1].map(|half| (At::Port(port & 0xFFFE | half), register + half));
        let registers = [word(timer.period, PERIOD), word(timer.taken, TAKEN)].concat();
        let line = timer.interrupt.interrupt();
        let device = Timer::new(line == Interrupt::NonMaskable, timer.identifier);
        add("timer", n, Box::new(device), Some(registers), Some(line), timer.chain)?;
    }
    for (n, hdc) in description.hdc.iter().enumerate() {
        let path = description.reach.file(&hdc.image)?;
        let opened = Sectors::open(files, &path, hdc.writable);
        let device = opened.and_then(|sectors| Hdc::new(sectors, hdc.block, hdc.identifier));
        let device = device.map_err(Error::file("open", &path))?;
        let line = hdc.interrupt.interrupt();
        add(
            "hdc",
            n,
            Box::new(device),
            row(Some(hdc.port), None, 1, 2),
            Some(line),
            hdc.chain,
        )?;
    }
    for (n, reti) in description.reti.iter().enumerate() {
        let registers = row(reti.port, reti.address, 1, 1);
        add("reti", n, Box::new(Reti), registers, None, 0)?;
    }
    for (n, disk) in description.disk.iter().enumerate() {
        let path = description.reach.file(&disk.image)?;
        let opened = Sectors::open(files, &path, disk.writable).and_then(Disk::new);
        let device = opened.map_err(Error::file("open", &path))?;
        add(
            "disk",
            n,
            Box::new(device),
            row(Some(disk.port), None, 1, WORDS),
            None,
            0,
        )?;
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
        add(
            "latch",
            n,
            Box::new(Latch::new(latch.size, latch.value)),
            registers,
            None,
            0,
        )?;
    }
    world.arrange(&places);
    Ok(())
}
