//! Checks the values of a description, and whether they are consistent.

use std::ops::RangeInclusive;

use z8000::cpu::Model;
use z8000::machine::{Conflict, Kind, Line, Modes, PAGE, Spaces};

use crate::description::{Description, Memory};

/// The speeds of serial lines, in bits per second.
const BAUDS: RangeInclusive<u32> = 50..=1_000_000;

/// The highest possible first port of a disk, which has four word ports.
const LAST_DISK: u16 = 0xFFF8;

/// Bytes of the two command blocks of the Commodore 900's disk controller.
const BLOCKS: u32 = 32;

/// The highest possible first port of the bank registers.
const LAST_BANKS: u16 = 0xFFFA;

/// Returns an error about a table, or about the table of this kind with a number.
fn wrong(table: &str, number: Option<usize>, what: &str) -> Result<(), Conflict> {
    Err(Conflict::new(table, number, what))
}

impl Description {
    pub(crate) fn check(&self) -> Result<(), Conflict> {
        if self.memory.is_empty() {
            return wrong("memory", None, "a machine needs memory: add a [[memory]] section");
        }
        if self.banks.is_some() && self.processor == Model::Z8001 {
            return wrong("banks", None, "banked memory requires the processor Z8002");
        }
        if let Some(banks) = &self.banks
            && (banks.home > 7 || banks.port > LAST_BANKS)
        {
            let what = format!(
                "`home` must be a bank from 0 to 7, and `port`, the first of six ports, must be at most {LAST_BANKS:#x}"
            );
            return wrong("banks", None, &what);
        }
        let managed = !self.mmu.is_empty() || self.banks.is_some();
        self.parts().check_places(self.end())?;
        for (n, memory) in self.memory.iter().enumerate() {
            memory.check(n, managed)?;
        }
        for (n, unit) in self.mmu.iter().enumerate() {
            if self.processor == Model::Z8002 {
                return wrong("mmu", Some(n), "a Z8010 requires the processor Z8001");
            }
            if unit.select & 0xFE == 0 {
                let what = format!(
                    "`select`, the port bits that select the unit, is {:#x}; it must be between 0x02 and 0xfe",
                    unit.select
                );
                return wrong("mmu", Some(n), &what);
            }
            if self.mmu[..n].iter().any(|other| other.select == unit.select) {
                let what = format!(
                    "`select` is {:#x}, like that of an earlier unit: they need different bits",
                    unit.select
                );
                return wrong("mmu", Some(n), &what);
            }
        }
        if managed && !self.mirror.is_empty() {
            let what = "remove the mirror, because the memory management units map all memory";
            return wrong("mirror", Some(0), what);
        }
        for (i, (table, n, line)) in self.lines().enumerate() {
            let wrong = |what: &str| wrong(table, Some(n), what);
            let file = line.input.is_some() || line.output.is_some();
            if [line.standard, file, line.tcp.is_some(), line.to.is_some()]
                .into_iter()
                .filter(|used| *used)
                .count()
                > 1
            {
                return wrong("specify only one connection: `standard = true`, `input` and `output`, `tcp`, or `to`");
            }
            let used = |port| self.lines().take(i).any(|(_, _, other)| other.tcp == Some(port));
            if let Some(port) = line.tcp.filter(|port| *port == 0 || used(*port)) {
                let what = "it must be between 1 and 65,535, and different for each serial port";
                return wrong(&format!("`tcp` is {port}; {what}"));
            }
            if line.baud() != 0 && !BAUDS.contains(&line.baud()) {
                return wrong(&format!(
                    "`baud` is {}; it must be from {} to {} bits per second, or 0 for a whole line at once",
                    line.baud(),
                    BAUDS.start(),
                    BAUDS.end()
                ));
            }
            if line.clock.is_some() && line.baud.is_some() {
                return wrong("`clock` lets the program set the speed: remove `baud`");
            }
            if line.overrun && (table == "serial" || line.baud() == 0) {
                return wrong("`overrun` needs a channel of a chip, and a `baud` above 0");
            }
            if table == "serial" && (line.script.is_some() || line.clock.is_some() || line.to.is_some()) {
                return wrong("`script`, `clock` and `to` need a channel of a chip");
            }
            if line.script.is_some() && (line.input.is_some() || line.is_connected() && line.output.is_none()) {
                return wrong("`script` is the source of what is received: remove every other connection but `output`");
            }
            if table != "serial" && line.status.or(line.data).is_some() {
                return wrong(&format!(
                    "remove `status` and `data`, because the channels of an {} have no ports of their own",
                    table.to_uppercase()
                ));
            }
            let [status, data] = line.ports();
            if status | 1 == data | 1 {
                return wrong("`status` and `data` must be in different words");
            }
        }
        if self.lines().filter(|(_, _, line)| line.standard).count() > 1 {
            return wrong("serial", None, "only one serial port can use standard input and output");
        }
        self.check_start()?;
        self.check_requests()?;
        self.check_ports()
    }

    /// Returns the end of the physical address space.
    pub(crate) fn end(&self) -> u32 {
        match (self.processor, self.mmu.is_empty()) {
            (Model::Z8002, _) if self.banks.is_some() => 0x8_0000,
            (Model::Z8002, _) => 0x1_0000,
            (Model::Z8001, true) => 0x80_0000,
            (Model::Z8001, false) => 0x100_0000,
        }
    }

    /// Checks that banks and command blocks are in memory, and that vectored interrupts have valid identifiers.
    fn check_requests(&self) -> Result<(), Conflict> {
        let holds = |at: u32, size: u32, ram: bool| {
            let within = |memory: &Memory| memory.start <= at && at + size <= memory.start + memory.size;
            let mut memories = self.memory.iter().filter(|memory| !ram || memory.kind == Kind::Ram);
            memories.any(within)
        };
        if let Some(banks) = &self.banks
            && !holds(u32::from(banks.home) << 16, PAGE, false)
        {
            let what = format!("`home` is bank {}, which has no memory at its start", banks.home);
            return wrong("banks", None, &what);
        }
        for (n, hdc) in self.hdc.iter().enumerate() {
            if hdc.block > 0xFF_FFFF || !holds(hdc.block, BLOCKS, true) {
                let what = format!("`block` is {:#x}, where there are not {BLOCKS} bytes of RAM", hdc.block);
                return wrong("hdc", Some(n), &what);
            }
        }
        let timers = self.timer.iter().map(|timer| (timer.interrupt, timer.identifier));
        let disks = self.hdc.iter().map(|hdc| (hdc.interrupt, hdc.identifier));
        let keys = self.key.iter().map(|key| (key.interrupt, key.identifier));
        let timers = timers.enumerate().map(|timer| ("timer", timer));
        let disks = disks.enumerate().map(|disk| ("hdc", disk));
        let keys = keys.enumerate().map(|key| ("key", key));
        for (table, (n, (line, identifier))) in timers.chain(disks).chain(keys) {
            let what = match identifier {
                _ if line != Line::Vi => continue,
                None => "specify `identifier`: its lower byte is the vector of the interrupt".to_owned(),
                Some(odd) if self.processor == Model::Z8001 && odd & 1 != 0 => {
                    format!("`identifier` is {odd:#x}; the vectors of a Z8001 have even identifiers")
                }
                Some(_) => continue,
            };
            return Err(Conflict::new(table, Some(n), &what));
        }
        Ok(())
    }

    fn check_start(&self) -> Result<(), Conflict> {
        let reset = self.start.as_ref().map_or(Some(0), |start| start.reset);
        let holds = |at: u32| {
            let sees = |memory: &Memory| memory.space != Spaces::Data && memory.mode != Modes::Normal;
            let within = |start: u32, size: u32| start <= at && at - start < size;
            let mut memories = self.memory.iter().filter(|memory| sees(memory));
            memories.any(|memory| within(memory.start, memory.size))
                || self.mirror.iter().any(|mirror| within(mirror.start, mirror.size))
        };
        if let Some(reset) = reset.filter(|reset| self.banks.is_none() && !holds(*reset)) {
            return Err(match self.start {
                Some(_) => {
                    let what =
                        format!("`reset` is {reset:#x}, where there is no program memory: add some there, or set `pc`");
                    Conflict::new("start", None, &what)
                }
                None => {
                    let what = "there is no program memory at 0, from where a reset reads FCW and PC: add some there, or a \
                                table `[start]` with `reset` or `pc`";
                    Conflict::new("memory", Some(0), what)
                }
            });
        }
        let Some(start) = &self.start else {
            return Ok(());
        };
        if start.reset.is_some() && (start.fcw, start.pc, start.stack) != (None, None, None) {
            let what = "`reset` loads FCW and PC from memory: remove `fcw`, `pc` and `stack`";
            return wrong("start", None, what);
        }
        let segmented = start.fcw.is_some_and(|fcw| fcw & 0x8000 != 0);
        if self.processor == Model::Z8002 && segmented {
            return wrong(
                "start",
                None,
                "`fcw` sets SEG (0x8000), but a Z8002 has no segmented mode",
            );
        }
        let highest = if self.processor == Model::Z8002 {
            0xFFFF
        } else {
            0x7F_FFFF
        };
        for (key, value) in [("reset", start.reset), ("pc", start.pc), ("stack", start.stack)] {
            if let Some(value) = value.filter(|value| *value > highest || value & 1 != 0) {
                let what = format!(
                    "`{key}` is {value:#x}; it must be an even address up to {highest:#x} (segment * 0x10000 + offset)"
                );
                return wrong("start", None, &what);
            }
        }
        Ok(())
    }

    fn check_ports(&self) -> Result<(), Conflict> {
        if let Some(n) = self.latch.iter().position(|latch| latch.size == 0) {
            return wrong("latch", Some(n), "`size`, the number of registers, must not be 0");
        }
        for (n, disk) in self.disk.iter().enumerate() {
            if disk.port & 1 != 0 || disk.port > LAST_DISK {
                let what = format!(
                    "`port`, the first of four word ports, is {:#x}; it must be an even number up to {LAST_DISK:#x}",
                    disk.port
                );
                return wrong("disk", Some(n), &what);
            }
        }
        Ok(())
    }
}

impl Memory {
    fn check(&self, n: usize, managed: bool) -> Result<(), Conflict> {
        let wrong = |what: &str| wrong("memory", Some(n), what);
        if self.odd.is_some() && self.image.is_none() {
            return wrong(
                "`odd` contains only the bytes at odd addresses: specify the file with the bytes at even addresses as `image`",
            );
        }
        if managed && (self.space != Spaces::All || self.mode != Modes::All) {
            return wrong("with memory management, all memory is physical: remove `space` and `mode`");
        }
        Ok(())
    }
}
