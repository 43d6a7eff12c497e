//! Creates and attaches the devices of a description.

use std::io;
use std::path::Path;

use z8000::machine::{At, Conflict, Device, Key, Line, Machine, Modes};

use crate::connection::Clock;
use crate::description::{Description, Io};
use crate::device::{Cio, Ctc, Disk, Hdc, Ide, Latch, Pio, Reti, Scc, Sectors, cio, opened, scc};
use crate::error::Error;

/// Bytes of the register block of a disk: four words.
const WORDS: u16 = 8;

/// The kinds of devices in the order of the daisy chain, highest priority first.
const RANKS: [&str; 11] = [
    "serial", "scc", "sio", "cio", "ctc", "pio", "timer", "key", "hdc", "reti", "disk",
];

/// Registers with their addresses; `None` if the description does not give valid ones.
type Row = Option<Vec<(At, u16)>>;

/// The addresses of a device's registers: they start at a port or a memory address, and answer only in the given I/O
/// spaces or processor modes.
struct Places {
    port: Option<u16>,
    address: Option<u32>,
    io: Io,
    mode: Modes,
}

impl Places {
    /// Creates places that start at a port.
    const fn at_port(port: u16, io: Io) -> Self {
        Self { port: Some(port), address: None, io, mode: Modes::All }
    }

    /// Returns consecutive registers. `None` unless exactly one of port and address is given, or if a mode restricts a
    /// port, or an I/O space restricts an address.
    fn row(&self, step: u16, count: u16) -> Row {
        let at_port = match self.io {
            Io::All => At::Port,
            Io::Standard => At::Standard,
            Io::Special => At::Special,
        };
        let in_memory = match self.mode {
            Modes::All => At::Memory,
            Modes::System => At::System,
            Modes::Normal => At::Normal,
        };
        let place = |n: u16| match (self.port, self.address) {
            (Some(_), _) if self.mode != Modes::All => None,
            (_, Some(_)) if self.io != Io::All => None,
            (Some(port), None) => port.checked_add(n.checked_mul(step)?).map(at_port),
            (None, Some(address)) => address.checked_add(u32::from(n) * u32::from(step)).map(in_memory),
            _ => None,
        };
        (0..count).map(|n| Some((place(n)?, n))).collect()
    }
}

/// Creates the `Places` of a table that has the keys `port`, `address`, `io` and `mode`.
macro_rules! places {
    ($table:expr) => {
        Places {
            port: $table.port,
            address: $table.address,
            io: $table.io,
            mode: $table.mode,
        }
    };
}

/// Renumbers registers to start at `first` instead of 0.
fn from(first: u16, row: Row) -> Row {
    Some(row?.into_iter().map(|(at, n)| (at, first + n)).collect())
}

/// A machine during the attachment of the devices of its description.
struct Attaching<'d> {
    description: &'d Description,
    machine: &'d mut Machine,
}

impl Attaching<'_> {
    /// Adds the device of the `n`th table of a kind, with its interrupt line and its place in the daisy chain.
    fn add<D: Device + 'static>(
        &mut self,
        (table, n): (&str, usize),
        device: D,
        registers: Row,
        (line, chain): (Option<Line>, i16),
    ) -> Result<(), Error> {
        let end = self.description.end();
        let beyond =
            |(at, _): &&(At, u16)| matches!(at, At::Memory(at) | At::System(at) | At::Normal(at) if *at >= end);
        let managed = !self.description.mmu.is_empty() || self.description.banks.is_some();
        let in_one_mode = |(at, _): &(At, u16)| matches!(at, At::System(_) | At::Normal(_));
        let rank = RANKS.iter().position(|kind| *kind == table).unwrap_or(RANKS.len());
        let place = (chain, rank as u8);
        let wrong = |what: &str| Err(Conflict::new(table, Some(n), what));
        let added = match registers {
            None => wrong(
                "specify the first register as either `port` or `address`; `io` needs a port, `mode` an address, and all \
                 registers must fit in that space",
            ),
            Some(registers) => match registers.iter().find(beyond) {
                Some((at, _)) => wrong(&format!("{at} is past {end:#x}, the end of the address space")),
                None if managed && registers.iter().any(in_one_mode) => {
                    wrong("with memory management, all memory is physical: remove `mode`")
                }
                None => {
                    let line = line.map(Line::interrupt);
                    self.machine.add(table, n, Box::new(device), registers, line, place)
                }
            },
        };
        added.map_err(|conflict| self.description.located(conflict))
    }

    /// Returns the processor clocks per count of a chip; an error if `count` is 0.
    fn ratio(&self, (table, n): (&str, usize), count: u16) -> Result<u64, Error> {
        let what = "`count`, the number of clock cycles per count, is 0; it must be between 1 and 65,535";
        let wrong = || self.description.located(Conflict::new(table, Some(n), what));
        if count == 0 { Err(wrong()) } else { Ok(count.into()) }
    }

    /// Opens an image, for writing if requested, and passes it to `make`.
    fn open<T>(
        &self,
        image: &Path,
        writable: bool,
        make: impl FnOnce(io::Result<Sectors>) -> io::Result<T>,
    ) -> Result<T, Error> {
        let reach = &self.description.reach;
        let (path, allowed) = match writable {
            true => reach.output(image)?,
            false => (reach.file(image)?, false),
        };
        make(Sectors::open(&path, writable, allowed)).map_err(Error::file("open", &path))
    }
}

/// Returns the first register of a chip and the number of registers: all of them if they are addressed directly, or the
/// four through which a pointer selects the others.
const fn reached(direct: bool, first: u16, count: u16) -> (u16, u16) {
    if direct { (first, count) } else { (0, 4) }
}

/// Connects chip outputs to the serial channels that they clock.
fn connect_clocks(description: &Description, machine: &mut Machine) -> Result<(), Error> {
    let channels = description.lines().filter(|(table, ..)| *table != "serial");
    for (channel, (table, n, line)) in channels.enumerate() {
        if let Some(clock @ Clock::Output(_)) = &line.clock {
            let devices = machine.world_mut().devices_mut();
            let to = (table, n, channel % 2);
            if !clock.output().is_some_and(|output| devices.connect_clock([output, to])) {
                let what = "`clock` must be hertz, or the output of a chip of the description: `ctc N 0` to `2` or `cio N 1` to `3`";
                return Err(description.located(Conflict::new(table, Some(n), what)));
            }
        }
    }
    Ok(())
}

/// Attaches the chips, keys and disks of the description.
pub(crate) fn attach(description: &Description, machine: &mut Machine) -> Result<(), Error> {
    let mut to = Attaching { description, machine };
    let reach = &description.reach;
    for (n, chip) in description.scc.iter().enumerate() {
        let (first, count) = reached(chip.direct, scc::DIRECT, scc::REGISTERS);
        let device = Scc::new(
            to.ratio(("scc", n), chip.count)?,
            [chip.a.line(reach)?, chip.b.line(reach)?],
        );
        let registers = from(first, places!(chip).row(chip.step, count));
        to.add(("scc", n), device, registers, (chip.interrupt, chip.chain))?;
    }
    for (n, chip) in description.sio.iter().enumerate() {
        let registers = places!(chip).row(chip.step, 4);
        let device = Scc::sio([chip.a.line(reach)?, chip.b.line(reach)?]);
        to.add(("sio", n), device, registers, (chip.interrupt, chip.chain))?;
    }
    for (n, chip) in description.cio.iter().enumerate() {
        let (first, count) = reached(chip.direct, cio::DIRECT, cio::REGISTERS);
        let device = Cio::new(to.ratio(("cio", n), chip.count)?, chip.pins);
        let registers = from(first, places!(chip).row(chip.step, count));
        to.add(("cio", n), device, registers, (chip.interrupt, chip.chain))?;
    }
    for (n, chip) in description.ctc.iter().enumerate() {
        let device = Ctc::new(to.ratio(("ctc", n), chip.count)?, chip.pulses.map(u64::from));
        let registers = places!(chip).row(chip.step, 4);
        to.add(("ctc", n), device, registers, (chip.interrupt, chip.chain))?;
    }
    for (n, chip) in description.pio.iter().enumerate() {
        let registers = places!(chip).row(chip.step, 4);
        to.add(("pio", n), Pio::new(chip.pins), registers, (chip.interrupt, chip.chain))?;
    }
    for (n, key) in description.key.iter().enumerate() {
        let device = Key::new(key.character, key.identifier.unwrap_or(0));
        to.add(("key", n), device, Some(Vec::new()), (Some(key.interrupt), 0))?;
    }
    for (n, hdc) in description.hdc.iter().enumerate() {
        let identifier = hdc.identifier.unwrap_or(0);
        let device = to.open(&hdc.image, hdc.writable, |sectors| {
            Hdc::new(sectors?, hdc.block, identifier)
        })?;
        let registers = Places::at_port(hdc.port, hdc.io).row(1, 2);
        to.add(("hdc", n), device, registers, (Some(hdc.interrupt), hdc.chain))?;
    }
    for (n, reti) in description.reti.iter().enumerate() {
        to.add(("reti", n), Reti, places!(reti).row(1, 1), (None, 0))?;
    }
    for (n, disk) in description.disk.iter().enumerate() {
        let device = to.open(&disk.image, disk.writable, |sectors| Disk::new(sectors?))?;
        to.add(
            ("disk", n),
            device,
            Places::at_port(disk.port, disk.io).row(1, WORDS),
            (None, 0),
        )?;
    }
    for (n, ide) in description.ide.iter().enumerate() {
        let card = to.open(&ide.image, ide.writable, |sectors| opened(sectors, ide.optional))?;
        let registers = places!(ide).row(ide.step, 8);
        to.add(("ide", n), Ide::new(card), registers, (None, 0))?;
    }
    for (n, latch) in description.latch.iter().enumerate() {
        let registers = places!(latch).row(latch.step, latch.size);
        to.add(("latch", n), Latch::new(latch.size, latch.value), registers, (None, 0))?;
    }
    connect_clocks(description, machine)
}
