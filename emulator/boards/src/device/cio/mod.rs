//! The Z8036/Z8536 counter and parallel I/O unit (CIO): two bit ports, half a port, and three counters. Its registers
//! are accessed directly, as in the Z8036, or through a pointer, as in the Z8536.
//!
//! Pins that nothing drives keep their levels; output pins have the levels written by the program. The counters' pins
//! and handshakes are not connected.

mod counter;

use z8000::machine::{Device, Physical};
use z8000::save::{Archive, SaveError};

use counter::Counter;

/// Register addresses.
const MASTER_INTERRUPT: u8 = 0x00;
const MASTER_CONFIGURATION: usize = 0x01;
const VECTORS: usize = 0x02;
const PORT_STATUS: usize = 0x08;
const COUNTER_STATUS: usize = 0x0A;
const DATA: usize = 0x0D;
const COUNTS: usize = 0x10;
const CONSTANTS: usize = 0x16;
const MODES: usize = 0x1C;
const CURRENT_VECTOR: usize = 0x1F;
const PORTS: usize = 0x20;

/// The number of registers, and the bits of the pointer, which can also select addresses without a register.
pub(crate) const REGISTERS: u16 = 0x30;
const POINTER: u8 = 0x3F;

/// The registers of a port, relative to its first: mode, data path polarity, data direction, and the polarity,
/// transition and mask registers of the pattern.
const MODE: usize = 0;
const INVERTED: usize = 2;
const INPUTS: usize = 3;
const POLARITY: usize = 5;
const TRANSITIONS: usize = 6;
const MASK: usize = 7;

/// Bits of the master interrupt control.
const ENABLED: u8 = 0x80;
const LOWER_OFF: u8 = 0x40;
const NO_VECTOR: u8 = 0x20;
const RESET: u8 = 0x01;

/// Bits of a source's command and status register: interrupt under service, enabled, pending, and error.
const SERVED: u8 = 0x80;
const ALLOWED: u8 = 0x40;
const PENDING: u8 = 0x20;
const MISSED: u8 = 0x10;

/// The port's pattern has matched again while its interrupt was pending; and the bit that makes this an error.
const AGAIN_LATER: u8 = 0x01;
const ERRORS: u8 = 0x01;

/// A bit of a port's status: the output register is empty. It is always set without a handshake.
const EMPTY: u8 = 0x08;

/// Bits of a counter's mode: continuous, output enabled, external count, retriggerable; and the square-wave duty cycle.
const AGAIN: u8 = 0x80;
const OUTPUT: u8 = 0x40;
const BY_PIN: u8 = 0x20;
const RETRIGGERS: u8 = 0x04;
const SQUARE: u8 = 2;

/// How counters 1 and 2 are linked: the end of the first triggers the second, or the second counts the ends of the
/// first.
const STARTS: u8 = 2;
const COUNTED: u8 = 3;

/// The interrupt sources, ports A and B and counters 1 to 3, from the most urgent.
const URGENCY: [usize; 5] = [4, 0, 3, 1, 2];

/// The control register, whose pointer selects all others; and the first directly addressed register.
const CONTROL: u16 = 3;
pub(crate) const DIRECT: u16 = 4;

/// The chip. Registers 0 to 3 are the data of ports C, B and A, and control; from [`DIRECT`], all registers follow.
#[derive(Debug, Clone)]
pub(crate) struct Cio {
    /// The register values as written by the program.
    written: [u8; 0x30],
    /// The status of each interrupt source.
    sources: [u8; 5],
    counters: [Counter; 3],
    /// For ports A and B: the bits that match, whether the pattern matches, and the pin levels at the last comparison.
    matching: [u8; 2],
    matches: [bool; 2],
    seen: [u8; 2],
    resets: bool,
    pointer: u8,
    /// True if the next control byte is for the register that the pointer selects.
    selected: bool,
    due: u64,
    /// True if the program has written a register since the last update.
    changed: bool,
    /// Processor clocks per count.
    ratio: u64,
    /// The levels of the pins of ports A, B and C that nothing drives.
    pins: [u8; 3],
}

impl Cio {
    pub(crate) fn new(ratio: u64, pins: [u8; 3]) -> Self {
        Self {
            written: [0; 0x30],
            sources: [0; 5],
            counters: [Counter::default(); 3],
            matching: [0; 2],
            matches: [false; 2],
            seen: [pins[0], pins[1]],
            resets: true,
            pointer: MASTER_INTERRUPT,
            selected: false,
            due: u64::MAX,
            changed: false,
            ratio,
            pins,
        }
    }

    /// Returns a register of a port, 0 to 2; port C has only a data path and a direction register.
    const fn port(&self, port: usize, register: usize) -> u8 {
        self.written[match port {
            2 => 0x03 + register,
            _ => PORTS + 8 * port + register,
        }]
    }

    /// Returns the byte that the processor reads from a port.
    const fn input(&self, port: usize) -> u8 {
        let inputs = self.port(port, INPUTS);
        let pins = self.pins[port] ^ self.port(port, INVERTED);
        let byte = pins & inputs | self.written[DATA + port] & !inputs;
        if port == 2 { byte | 0xF0 } else { byte }
    }

    /// Returns the time constant of a counter; a register value of 0 means 65,536.
    fn constant(&self, n: usize) -> u64 {
        let at = CONSTANTS + 2 * n;
        match u16::from_be_bytes([self.written[at], self.written[at + 1]]) {
            0 => 0x1_0000,
            constant => constant.into(),
        }
    }

    /// Returns true if the master configuration enables a counter.
    const fn enables(&self, n: usize) -> bool {
        self.written[MASTER_CONFIGURATION] & (0x40 >> n) != 0
    }

    fn current(&mut self, register: usize) -> u8 {
        let n = (register - COUNTS) / 2;
        let counter = &mut self.counters[n];
        let [high, low] = counter.held.unwrap_or(counter.value as u16).to_be_bytes();
        if register & 1 == 0 {
            return high;
        }
        (counter.held, counter.holds) = (None, false);
        low
    }

    fn get(&mut self, register: usize) -> u8 {
        match register {
            _ if self.resets => u8::from(register == 0) * RESET,
            0x02..0x05 if self.written[0] & ENABLED != 0 => self.vector_with_status(register - VECTORS),
            0x08..0x0A => {
                let port = register - PORT_STATUS;
                let status = EMPTY | u8::from(self.matches[port]) << 1 | self.written[register] & ERRORS;
                self.sources[port] & !AGAIN_LATER | status
            }
            0x0A..0x0D => {
                let n = register - COUNTER_STATUS;
                let Counter { gate, runs, holds, .. } = self.counters[n];
                self.sources[n + 2] | u8::from(holds) << 3 | u8::from(gate) << 2 | u8::from(runs)
            }
            0x0D..0x10 => self.input(register - DATA),
            0x10..0x16 => self.current(register),
            CURRENT_VECTOR => self.pending().map_or(0xFF, |source| self.vector(source)),
            _ => self.written.get(register).copied().unwrap_or(0xFF),
        }
    }

    fn set(&mut self, register: usize, value: u8) {
        (self.due, self.changed) = (0, true);
        match register {
            0 if value & RESET != 0 => self.reset(),
            0 => {
                self.resets = false;
                self.written[0] = value;
            }
            _ if self.resets || register >= self.written.len() => {}
            0x08..0x0A => {
                self.command(register - PORT_STATUS, value);
                self.written[register] = value;
            }
            0x0A..0x0D => {
                let n = register - COUNTER_STATUS;
                self.command(n + 2, value);
                let counter = &mut self.counters[n];
                counter.gate = value & 4 != 0;
                counter.trigger |= value & 2 != 0;
                counter.holds |= value & 8 != 0;
            }
            // The upper half of a byte written to port C protects bits of the lower half.
            0x0F => self.written[DATA + 2] = self.written[DATA + 2] & value >> 4 | value & !(value >> 4) & 0x0F,
            0x10..0x16 | CURRENT_VECTOR => {}
            _ => self.written[register] = value,
        }
    }

    /// Executes the command in the upper bits of a byte written to a source's command and status register.
    fn command(&mut self, source: usize, value: u8) {
        let status = &mut self.sources[source];
        match value >> 5 {
            1 => *status &= !(SERVED | PENDING | MISSED),
            2 => *status |= SERVED,
            3 => *status &= !SERVED,
            4 => *status |= PENDING,
            5 => *status &= !(PENDING | MISSED),
            6 => *status |= ALLOWED,
            7 => *status &= !ALLOWED,
            _ => {}
        }
        if *status & (PENDING | AGAIN_LATER) == AGAIN_LATER {
            *status = *status & !AGAIN_LATER | PENDING | MISSED;
        }
    }

    /// Returns the most urgent enabled source that is pending, regardless of those under service.
    fn pending(&self) -> Option<usize> {
        let wanted = ALLOWED | PENDING;
        URGENCY.into_iter().find(|&n| self.sources[n] & wanted == wanted)
    }

    /// Returns the most urgent pending source, unless an interrupt of equal or higher priority is under service.
    fn urgent(&self) -> Option<usize> {
        let until = URGENCY.iter().position(|&n| self.sources[n] & SERVED != 0);
        let free = &URGENCY[..until.unwrap_or(URGENCY.len())];
        self.pending().filter(|source| free.contains(source))
    }

    /// Returns the vector of a source, with its status if the program has requested that.
    fn vector(&self, source: usize) -> u8 {
        let group = source.min(2);
        let includes = self.written[0] & 0x10 >> group != 0;
        let base = self.written[VECTORS + group];
        if includes { self.with_status(base, source) } else { base }
    }

    /// Returns a vector as the program reads it while interrupts are enabled: with the status of the sources that share
    /// it.
    fn vector_with_status(&self, group: usize) -> u8 {
        let base = self.written[VECTORS + group];
        let counters = URGENCY.into_iter().filter(|&n| n >= 2);
        let mut waiting = counters.filter(|&n| self.sources[n] & PENDING != 0);
        match group {
            2 => waiting.next().map_or(base, |source| self.with_status(base, source)),
            port => self.with_status(base, port),
        }
    }

    fn with_status(&self, base: u8, source: usize) -> u8 {
        match source {
            0 | 1 => {
                let by_priority = self.port(source, MODE) >> 1 & 3 == 3;
                let status = match self.matching[source].checked_ilog2() {
                    _ if !by_priority => self.port_status(source),
                    Some(bit) => (bit as u8) << 1,
                    None => 0,
                };
                base & !0x0E | status
            }
            _ if self.sources[source] & MISSED != 0 => base | 0x06,
            _ => base & !0x06 | (4 - source as u8) << 1,
        }
    }

    /// Returns bits 3 to 1 of a port's status, or 0 after an error.
    fn port_status(&self, port: usize) -> u8 {
        let fine = self.sources[port] & MISSED == 0;
        u8::from(fine) * (EMPTY | u8::from(self.matches[port]) << 1)
    }

    /// Returns the bits of a port that match the pattern, by level or by transition.
    fn matching(&self, port: usize) -> u8 {
        let [mask, polarity, transitions] = [MASK, POLARITY, TRANSITIONS].map(|register| self.port(port, register));
        let now = self.input(port);
        let changed = now ^ self.seen[port];
        let level = mask & !transitions & !(now ^ polarity);
        let any = transitions & !mask & changed;
        let edge = transitions & mask & changed & !(now ^ polarity);
        level | any | edge
    }

    /// Compares a port with its pattern after a write; nothing else changes the pins.
    fn compare(&mut self, port: usize) {
        let matching = self.matching(port);
        let watched = self.port(port, MASK) | self.port(port, TRANSITIONS);
        let enabled = self.written[MASTER_CONFIGURATION] & if port == 0 { 0x04 } else { 0x80 } != 0;
        let matches = enabled
            && match self.port(port, MODE) >> 1 & 3 {
                0 => false,
                1 => watched != 0 && matching == watched,
                _ => matching != 0,
            };
        let always = self.port(port, MODE) >> 1 & 3 == 3;
        if matches && (always || !self.matches[port]) {
            let errs = !always && self.written[PORT_STATUS + port] & ERRORS != 0;
            let status = &mut self.sources[port];
            *status |= PENDING | (u8::from(errs && *status & PENDING != 0) * AGAIN_LATER);
        }
        self.matches[port] = matches;
        // The vector of an interrupt caused by an edge must identify the bit.
        if matches || self.sources[port] & PENDING == 0 {
            self.matching[port] = matching;
        } else {
            self.matching[port] &= self.port(port, TRANSITIONS);
        }
        self.seen[port] = self.input(port);
    }

    /// Returns true if a counter counts clocks, rather than the ends of another counter or pulses at its pin.
    const fn is_clocked(&self, n: usize) -> bool {
        let linked = n == 1 && self.written[MASTER_CONFIGURATION] & 3 == COUNTED;
        self.written[MODES + n] & BY_PIN == 0 && !linked
    }

    /// Marks a source as pending. If it already was, records an error.
    fn note(&mut self, source: usize, times: u64) {
        let status = &mut self.sources[source];
        if times > 1 || times == 1 && *status & PENDING != 0 {
            *status |= MISSED;
        }
        *status |= u8::from(times > 0) * PENDING;
    }
}

impl Device for Cio {
    fn kind(&self) -> &'static str {
        "cio"
    }

    fn read(&mut self, register: u16) -> u8 {
        match register {
            0..3 => return self.input(2 - usize::from(register)),
            CONTROL => {}
            direct => return self.get(usize::from(direct - DIRECT) % self.written.len()),
        }
        self.selected = false;
        self.get(usize::from(self.pointer))
    }

    fn write(&mut self, register: u16, value: u8) {
        if register < 3 {
            self.set(DATA + 2 - usize::from(register), value);
        } else if register >= DIRECT {
            self.set(usize::from(register - DIRECT) % self.written.len(), value);
        } else if self.resets || std::mem::take(&mut self.selected) {
            self.set(usize::from(self.pointer), value);
        } else {
            // Update the counters, so that the next read returns current values.
            (self.pointer, self.selected, self.due) = (value & POINTER, true, 0);
        }
    }

    fn reset(&mut self) {
        *self = Self { due: 0, changed: true, ..Self::new(self.ratio, self.pins) };
    }

    fn due(&self) -> u64 {
        self.due
    }

    fn look(&mut self, clocks: u64, _: &mut Physical<'_>) {
        let mut before = 0;
        for n in 0..self.counters.len() {
            let (constant, ratio, mode) = (self.constant(n), self.ratio, self.written[MODES + n]);
            let link = if n == 1 {
                self.written[MASTER_CONFIGURATION] & 3
            } else {
                0
            };
            let again = mode & AGAIN != 0;
            let clocked = self.is_clocked(n);
            let times = match &mut self.counters[n] {
                counter if clocked => counter.pass(clocks, ratio, constant, again),
                counter if counter.counts && link == COUNTED => counter.count(before, constant, again),
                _ => 0,
            };
            self.note(n + 2, times);
            let enabled = self.enables(n);
            let counter = &mut self.counters[n];
            let triggered = std::mem::take(&mut counter.trigger) || link == STARTS && before > 0;
            if triggered && enabled && (!counter.runs || mode & RETRIGGERS != 0) {
                (counter.runs, counter.value, counter.since) = (true, constant, clocks);
            }
            let counts = counter.runs && counter.gate && enabled;
            if counts && !counter.counts {
                counter.since = clocks;
            }
            counter.counts = counts;
            counter.holds &= enabled;
            if counter.holds {
                counter.held.get_or_insert(counter.value as u16);
            }
            before = times;
        }
        if std::mem::take(&mut self.changed) {
            (0..2).for_each(|port| self.compare(port));
        }
        let ends = (0..3).filter(|&n| self.counters[n].counts && self.is_clocked(n));
        let ends = ends.map(|n| self.counters[n].since + self.counters[n].value * self.ratio);
        self.due = ends.min().unwrap_or(u64::MAX);
    }

    fn requests(&self) -> bool {
        self.written[0] & ENABLED != 0 && self.urgent().is_some()
    }

    fn may_request(&self) -> bool {
        let mut counters = self.counters.iter().zip(&self.sources[2..]);
        self.written[0] & ENABLED != 0 && counters.any(|(counter, status)| counter.counts && status & ALLOWED != 0)
    }

    fn serves(&self) -> bool {
        self.written[0] & LOWER_OFF != 0 || self.sources.iter().any(|status| status & SERVED != 0)
    }

    fn acknowledge(&mut self) -> u16 {
        let Some(source) = self.urgent() else { return 0xFFFF };
        let vector = self.vector(source);
        self.sources[source] |= SERVED;
        if self.written[0] & NO_VECTOR != 0 {
            return 0xFFFF;
        }
        0xFF00 | u16::from(vector)
    }

    /// Returns the period of a continuous counter's output in processor clocks: one countdown with pulses, two with a
    /// square wave.
    fn period(&self, output: usize) -> u64 {
        let mode = self.written[MODES + output];
        let sends =
            self.counters[output].counts && self.is_clocked(output) && mode & (AGAIN | OUTPUT) == AGAIN | OUTPUT;
        let rounds = if mode & 3 == SQUARE { 2 } else { 1 };
        u64::from(sends) * rounds * self.constant(output) * self.ratio
    }

    fn archive(&mut self, archive: &mut Archive<'_>) -> Result<(), SaveError> {
        let at = archive.at();
        archive.bytes(&mut self.written)?;
        archive.bytes(&mut self.sources)?;
        for counter in &mut self.counters {
            archive.count(&mut counter.value)?;
            archive.count(&mut counter.since)?;
            let Counter { runs, counts, gate, trigger, holds, .. } = counter;
            for flag in [runs, counts, gate, trigger, holds] {
                archive.flag(flag)?;
            }
            archive.optional_word(&mut counter.held)?;
            let ends = !counter.counts || counter.value > 0;
            let possible = counter.value <= 0x1_0000 && counter.since <= u64::MAX / 2 && ends;
            archive.sense(at, possible)?;
        }
        archive.bytes(&mut self.matching)?;
        archive.bytes(&mut self.seen)?;
        for flag in self.matches.iter_mut().chain([&mut self.resets, &mut self.selected]) {
            archive.flag(flag)?;
        }
        archive.byte(&mut self.pointer)?;
        self.pointer &= POINTER;
        archive.count(&mut self.due)?;
        archive.flag(&mut self.changed)
    }
}
