//! The counter and parallel I/O unit Z8036, as the bus of a Z8536 reaches it: two bit ports, half a one, three counters.
//!
//! Pins that nothing drives are high or low for good, so that patterns match by levels. The counters' own pins are not
//! connected; neither are handshakes.

use z8000::save::{Archive, SaveError};

use super::Device;

/// Registers by their addresses.
const MASTER_INTERRUPT: u8 = 0x00;
const MASTER_CONFIGURATION: usize = 0x01;
const PORT_STATUS: usize = 0x08;
const COUNTER_STATUS: usize = 0x0A;
const DATA: usize = 0x0D;
const COUNTS: usize = 0x10;
const CONSTANTS: usize = 0x16;
const MODES: usize = 0x1C;
const CURRENT_VECTOR: usize = 0x1F;
const PORTS: usize = 0x20;

/// Registers of a port from its first one on: mode, data path, direction, and the pattern's polarity, transitions and
/// mask.
const MODE: usize = 0;
const INVERTED: usize = 2;
const INPUTS: usize = 3;
const POLARITY: usize = 5;
const TRANSITIONS: usize = 6;
const MASK: usize = 7;

/// Bits of the master interrupt control.
const ENABLED: u8 = 0x80;
const NO_VECTOR: u8 = 0x20;
const RESET: u8 = 0x01;

/// Bits of a source's status: it is being served, enabled, pending, and has come once too often.
const SERVED: u8 = 0x80;
const ALLOWED: u8 = 0x40;
const PENDING: u8 = 0x20;
const MISSED: u8 = 0x10;

/// The sources of interrupts, ports A and B and counters 1 to 3, by urgency.
const URGENCY: [usize; 5] = [4, 0, 3, 1, 2];

/// A counter.
#[derive(Debug, Clone, Copy, Default)]
struct Counter {
    /// Its value at a clock.
    value: u64,
    since: u64,
    /// It was started and is not at its end.
    runs: bool,
    /// It runs, and neither gate nor configuration stop it.
    counts: bool,
    gate: bool,
    /// It is to be started.
    trigger: bool,
    /// The value that stays to be read, until its lower half is.
    held: Option<u16>,
    holds: bool,
}

impl Counter {
    /// Counts up to a clock. Returns how often it has come to its end.
    fn pass(&mut self, clocks: u64, ratio: u64, constant: u64, again: bool) -> u64 {
        if !self.counts {
            return 0;
        }
        let elapsed = clocks.saturating_sub(self.since) / ratio;
        self.since += elapsed * ratio;
        if elapsed < self.value {
            self.value -= elapsed;
            return 0;
        }
        let over = elapsed - self.value;
        self.runs = again;
        self.value = if again { constant - over % constant } else { 0 };
        if again { 1 + over / constant } else { 1 }
    }
}

/// The chip. Registers 0 to 3 are the data of ports C, B and A, and control.
#[derive(Debug, Clone)]
pub(crate) struct Cio {
    /// Registers that are nothing but what was written.
    written: [u8; 0x30],
    /// Statuses of the sources.
    sources: [u8; 5],
    counters: [Counter; 3],
    /// True for each of ports A and B whose pattern matches.
    matches: [bool; 2],
    resets: bool,
    pointer: u8,
    /// The next byte is for the register that the pointer selects.
    selected: bool,
    due: u64,
    /// Clocks of the processor for one count.
    ratio: u64,
    /// Levels of the pins of ports A, B and C that nothing drives.
    pins: [u8; 3],
}

impl Cio {
    pub(crate) fn new(ratio: u64, pins: [u8; 3]) -> Self {
        Self {
            written: [0; 0x30],
            sources: [0; 5],
            counters: [Counter::default(); 3],
            matches: [false; 2],
            resets: true,
            pointer: MASTER_INTERRUPT,
            selected: false,
            due: u64::MAX,
            ratio,
            pins,
        }
    }

    fn reset(&mut self) {
        *self = Self { due: 0, ..Self::new(self.ratio, self.pins) };
    }

    /// The first register of a port, 0 to 2, in `written`; port C has data path and direction alone.
    const fn port(&self, port: usize, register: usize) -> u8 {
        self.written[match port {
            2 => 0x03 + register,
            _ => PORTS + 8 * port + register,
        }]
    }

    /// The byte that the processor reads at a port.
    const fn input(&self, port: usize) -> u8 {
        let inputs = self.port(port, INPUTS);
        let pins = self.pins[port] ^ self.port(port, INVERTED);
        let byte = pins & inputs | self.written[DATA + port] & !inputs;
        if port == 2 { byte | 0xF0 } else { byte }
    }

    /// The time constant of a counter; 0 stands for 65,536.
    fn constant(&self, n: usize) -> u64 {
        let at = CONSTANTS + 2 * n;
        match u16::from_be_bytes([self.written[at], self.written[at + 1]]) {
            0 => 0x1_0000,
            constant => constant.into(),
        }
    }

    /// Returns true if the configuration enables a counter.
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
            _ if self.resets => RESET,
            0x08..0x0A => {
                let status = self.sources[register - PORT_STATUS];
                status | 0x08 | u8::from(self.matches[register - PORT_STATUS]) << 1 | self.written[register] & 1
            }
            0x0A..0x0D => {
                let n = register - COUNTER_STATUS;
                let Counter { gate, runs, holds, .. } = self.counters[n];
                self.sources[n + 2] | u8::from(holds) << 3 | u8::from(gate) << 2 | u8::from(runs)
            }
            0x0D..0x10 => self.input(register - DATA),
            0x10..0x16 => self.current(register),
            CURRENT_VECTOR => self.urgent().map_or(0xFF, |source| self.vector(source)),
            _ => self.written[register],
        }
    }

    fn set(&mut self, register: usize, value: u8) {
        self.due = 0;
        match register {
            0 if value & RESET != 0 => self.reset(),
            0 => {
                self.resets = false;
                self.written[0] = value;
            }
            _ if self.resets => {}
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
            // The upper half of what is written to port C protects bits of the lower one.
            0x0F => self.written[DATA + 2] = self.written[DATA + 2] & value >> 4 | value & !(value >> 4) & 0x0F,
            0x10..0x16 | CURRENT_VECTOR => {}
            _ => self.written[register] = value,
        }
    }

    /// The command in the upper bits of a status.
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
    }

    /// The most urgent source that is pending and none of those being served holds back.
    fn urgent(&self) -> Option<usize> {
        let until = URGENCY.iter().position(|&n| self.sources[n] & SERVED != 0);
        let free = URGENCY.iter().take(until.unwrap_or(URGENCY.len()));
        let wanted = ALLOWED | PENDING;
        free.copied().find(|&n| self.sources[n] & wanted == wanted)
    }

    /// The vector of a source, with its status if that is asked for.
    fn vector(&self, source: usize) -> u8 {
        let includes = self.written[0] & 0x10 >> source.min(2) != 0;
        let base = self.written[2 + source.min(2)];
        match source {
            _ if !includes => base,
            0 | 1 => base & !0x0E | u8::from(self.matches[source]) << 1,
            _ if self.sources[source] & MISSED != 0 => base | 0x06,
            _ => base & !0x06 | (4 - source as u8) << 1,
        }
    }

    /// Returns true if the pattern of a port matches.
    fn pattern(&self, port: usize) -> bool {
        let enabled = self.written[MASTER_CONFIGURATION] & if port == 0 { 0x04 } else { 0x80 } != 0;
        let watched = self.port(port, MASK) & !self.port(port, TRANSITIONS);
        let equal = !(self.input(port) ^ self.port(port, POLARITY)) & watched;
        enabled
            && match self.port(port, MODE) >> 1 & 3 {
                0 => false,
                1 => watched != 0 && equal == watched,
                _ => equal != 0,
            }
    }

    /// Sets a source pending, so many times.
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
        if register < 3 {
            return self.input(2 - usize::from(register));
        }
        self.selected = false;
        self.get(usize::from(self.pointer))
    }

    fn write(&mut self, register: u16, value: u8) {
        if register < 3 {
            self.set(DATA + 2 - usize::from(register), value);
        } else if self.resets || std::mem::take(&mut self.selected) {
            self.set(usize::from(self.pointer), value);
        } else {
            // The counters are looked at, so that what is read next is up to date.
            (self.pointer, self.selected, self.due) = (value % 0x30, true, 0);
        }
    }

    fn due(&self) -> u64 {
        self.due
    }

    fn look(&mut self, clocks: u64) {
        for n in 0..self.counters.len() {
            let (constant, ratio) = (self.constant(n), self.ratio);
            let again = self.written[MODES + n] & 0x80 != 0;
            let times = self.counters[n].pass(clocks, ratio, constant, again);
            self.note(n + 2, times);
            let enabled = self.enables(n);
            let counter = &mut self.counters[n];
            if std::mem::take(&mut counter.trigger) && enabled {
                (counter.runs, counter.value, counter.since) = (true, constant, clocks);
            }
            let counts = counter.runs && counter.gate && enabled;
            if counts && !counter.counts {
                counter.since = clocks;
            }
            counter.counts = counts;
            if counter.holds {
                counter.held.get_or_insert(counter.value as u16);
            }
        }
        for port in 0..2 {
            let matches = self.pattern(port);
            let always = self.port(port, MODE) >> 1 & 3 == 3;
            if matches && (always || !self.matches[port]) {
                self.sources[port] |= PENDING;
            }
            self.matches[port] = matches;
        }
        let ends = self.counters.iter().filter(|counter| counter.counts);
        let ends = ends.map(|counter| counter.since + counter.value * self.ratio);
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
        self.sources.iter().any(|status| status & SERVED != 0)
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

    fn archive(&mut self, archive: &mut Archive<'_>) -> Result<(), SaveError> {
        let at = archive.at();
        archive.bytes(&mut self.written)?;
        archive.bytes(&mut self.sources)?;
        for counter in &mut self.counters {
            archive.count(&mut counter.value)?;
            archive.count(&mut counter.since)?;
            archive.flag(&mut counter.runs)?;
            archive.flag(&mut counter.counts)?;
            archive.flag(&mut counter.gate)?;
            archive.flag(&mut counter.trigger)?;
            archive.flag(&mut counter.holds)?;
            archive.optional_word(&mut counter.held)?;
            let ends = !counter.counts || counter.value > 0;
            let possible = counter.value <= 0x1_0000 && counter.since <= u64::MAX / 2 && ends;
            archive.sense(at, possible)?;
        }
        for flag in self.matches.iter_mut().chain([&mut self.resets, &mut self.selected]) {
            archive.flag(flag)?;
        }
        archive.byte(&mut self.pointer)?;
        self.pointer %= 0x30;
        archive.count(&mut self.due)
    }
}
