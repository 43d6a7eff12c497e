//! The Z8530 and Z8030 serial communications controllers, and their predecessor, the Z80-SIO: two channels in
//! asynchronous mode.
//! A character is sent at once, unless the chip clocks its channel. The modem lines are active, unless a script or a
//! wire sets them.
//! says otherwise.

mod half;
mod lines;

use z8000::machine::{Channel, Device, Physical};
use z8000::save::{Archive, SaveError};

use half::{Half, NEVER, PINS, Reset};

const A: usize = 0;
const B: usize = 1;

/// The bit of WR5 that enables the transmitter.
const SENDS: u8 = 0x08;

/// The interrupt sources of a channel, the most urgent first, as bits of RR3 for channel B; those of A are three bits
/// higher.
const RECEIVED: u8 = 4;
const SENT: u8 = 2;
const EXTERNAL: u8 = 1;

/// Bits of RR0: a character is available; the generator is at zero or, in a SIO, an interrupt is pending; the transmit
/// buffer is empty; nothing is being sent. The others show pins.
const HAS_COME: u8 = 0x01;
const ZERO: u8 = 0x02;
const EMPTY: u8 = 0x04;
const UNDERRUN: u8 = 0x40;

/// Bits of RR1: a character was lost because the receiver was full; the next character has a framing error.
const OVERRUN: u8 = 0x20;
const FRAMING: u8 = 0x40;

/// Bits of WR9: the vector includes status, no vector, disable lower chain, master interrupt enable, and status in the
/// upper bits.
const STATUS_INCLUDED: u8 = 0x01;
const NO_VECTOR: u8 = 0x02;
const LOWER_OFF: u8 = 0x04;
const ENABLED: u8 = 0x08;
const STATUS_HIGH: u8 = 0x10;

/// The bits of WR15 that exist.
const EXISTING: u8 = 0xFA;

/// Bit 2 of WR1 of channel B of a SIO: the vector includes status.
const STATUS_AFFECTS: u8 = 0x04;

/// The first of the directly addressed registers of a Z8030: those of channel B, followed by those of channel A.
pub(crate) const DIRECT: u16 = 4;

/// The number of registers of a Z8030: four, and those directly addressed.
pub(crate) const REGISTERS: u16 = 32;

/// A serial line of the chip.
pub(crate) struct Line {
    pub(crate) channel: Channel,
    /// The channel that it is wired to, as with a null modem.
    pub(crate) to: Option<usize>,
    /// Processor clocks per pulse at the clock pin, as a fraction; `None` if the chip does not clock the channel.
    pub(crate) pulse: Option<(u64, u64)>,
}

/// The chip. Registers 0 to 3 are control of B, data of B, control of A, and data of A; for a SIO, they are data of A,
/// data of B, control of A, and control of B.
#[derive(Debug, Clone)]
pub(crate) struct Scc {
    channels: [Channel; 2],
    halves: [Half; 2],
    /// WR2 and WR9, which both channels share.
    vector: u8,
    master: u8,
    /// The interrupts under service, as in RR3.
    served: u8,
    is_sio: bool,
    /// The channel that each channel is wired to.
    wires: [Option<usize>; 2],
    /// For each channel, the processor clocks per pulse at its clock pin, as a fraction; `None` if the chip does not
    /// clock it.
    clocks: [Option<(u64, u64)>; 2],
    /// Processor clocks per chip clock.
    ratio: u64,
    due: u64,
}

/// Returns the highest bit that is set.
fn highest(bits: u8) -> Option<u8> {
    bits.checked_ilog2().map(|bit| 1 << bit)
}

impl Scc {
    pub(crate) fn new(ratio: u64, [a, b]: [Line; 2]) -> Self {
        let mut chip = Self {
            channels: [a.channel, b.channel],
            halves: [Half::new(), Half::new()],
            vector: 0,
            master: 0,
            served: 0,
            is_sio: false,
            wires: [a.to, b.to],
            clocks: [a.pulse, b.pulse],
            ratio,
            due: NEVER,
        };
        chip.listen();
        for to in chip.wires.into_iter().flatten() {
            chip.channels[to].set_lines(0);
            (chip.halves[to].pins, chip.halves[to].latched) = (0, 0);
        }
        chip
    }

    /// Creates a Z80-SIO. It has no master interrupt enable, so its interrupts are always enabled.
    pub(crate) fn sio(lines: [Line; 2]) -> Self {
        Self { is_sio: true, master: ENABLED, ..Self::new(1, lines) }
    }

    /// Returns the channel of a register, and true for a data register.
    const fn split(&self, register: u16) -> (usize, bool) {
        if self.is_sio {
            (if register & 1 == 0 { A } else { B }, register & 2 == 0)
        } else {
            (if register & 2 == 0 { B } else { A }, register & 1 != 0)
        }
    }

    /// Returns the channel of a directly addressed register, and sets the channel's pointer to it, except for data.
    const fn point(&mut self, register: u16) -> usize {
        let (n, register) = if register < DIRECT + 16 {
            (B, register - DIRECT)
        } else {
            (A, register - DIRECT - 16)
        };
        if self.halves[n].pointer == 0 {
            self.halves[n].pointer = register as u8 & 15;
        }
        n
    }

    /// Returns the pending interrupts, as in RR3.
    fn pending(&self) -> u8 {
        let of = |n: usize| {
            let half = &self.halves[n];
            let receive = match half.written[1] >> 3 & 3 {
                1 => half.first || self.is_special(n),
                2 => true,
                // The SIO mode that ignores parity errors; in this mode, an SCC interrupts only on errors.
                3 => self.is_sio || self.is_special(n),
                _ => false,
            };
            let received = receive && self.receives(n);
            let sent = half.sent && half.written[1] & 2 != 0;
            let changed = half.changed && half.notes_changes();
            (u8::from(received) * RECEIVED) | (u8::from(sent) * SENT) | (u8::from(changed) * EXTERNAL)
        };
        of(A) << 3 | of(B)
    }

    /// Returns the most urgent pending interrupt that is more urgent than all interrupts under service.
    fn urgent(&self) -> Option<u8> {
        highest(self.pending()).filter(|bit| highest(self.served).is_none_or(|served| *bit > served))
    }

    /// Returns the vector, modified by the status of an interrupt.
    fn vector_of(&self, bit: Option<u8>) -> u8 {
        let status = match bit {
            Some(bit) => {
                let (n, bit) = if bit >= 8 { (A, bit >> 3) } else { (B, bit) };
                let channel = if n == A { 4 } else { 0 };
                channel
                    | match bit {
                        // A special receive condition.
                        RECEIVED if self.is_special(n) => 3,
                        RECEIVED => 2,
                        EXTERNAL => 1,
                        _ => 0,
                    }
            }
            None => 3,
        };
        if self.master & STATUS_HIGH == 0 {
            self.vector & !0x0E | status << 1
        } else {
            let turned = status >> 2 & 1 | status & 2 | (status & 1) << 2;
            self.vector & !0x70 | turned << 4
        }
    }

    fn control(&mut self, n: usize) -> u8 {
        let register = std::mem::take(&mut self.halves[n].pointer);
        let written = self.halves[n].written;
        match register {
            0 => self.states(n),
            4 if !self.is_sio => self.states(n),
            1 => self.errors(n),
            2 if self.is_sio => match n {
                B if self.has_status() => self.vector_of(highest(self.pending())),
                B => self.vector,
                _ => 0,
            },
            _ if self.is_sio => 0,
            5 => self.errors(n),
            2 | 6 if n == A => self.vector,
            // Independent of interrupts under service: a program that polls finds the source here.
            2 | 6 => self.vector_of(highest(self.pending())),
            3 | 7 if n == A => self.pending(),
            8 => self.receive(n),
            12 => written[12],
            9 | 13 => written[13],
            11 | 15 => written[15] & EXISTING,
            _ => 0,
        }
    }

    /// Returns RR1: all sent, character lost, framing error.
    fn errors(&self, n: usize) -> u8 {
        let (channel, half) = (&self.channels[n], &self.halves[n]);
        let sent = half.sending.is_none() && half.waiting.is_none();
        0x06 | u8::from(sent)
            | (u8::from(channel.is_overrun()) * OVERRUN)
            | (u8::from(channel.is_misframed()) * FRAMING)
    }

    /// Returns RR0, the status of the transmitter, the receiver and the external lines.
    fn states(&mut self, n: usize) -> u8 {
        // A program that polls the transmitter is not waiting for a character.
        let sends = self.halves[n].sending.is_some();
        let come = (sends || self.channels[n].look()) && self.receives(n);
        let watched = self.watched(n);
        let asks = self.is_sio && n == A && self.pending() != 0;
        let half = &mut self.halves[n];
        // If the interrupt is disabled when the transmitter becomes empty (by now at the latest), it is not remembered.
        half.sent &= half.written[1] & 2 != 0;
        (PINS & (half.pins & !watched | half.latched & watched))
            | (u8::from(!half.resumed) * UNDERRUN)
            | (u8::from(half.waiting.is_none()) * EMPTY)
            | (u8::from(half.zero || asks) * ZERO)
            | (u8::from(come) * HAS_COME)
    }

    /// Returns true if vectors include the status of their interrupt.
    const fn has_status(&self) -> bool {
        if self.is_sio {
            self.halves[B].written[1] & STATUS_AFFECTS != 0
        } else {
            self.master & STATUS_INCLUDED != 0
        }
    }

    fn set_control(&mut self, n: usize, value: u8) {
        self.due = 0;
        match std::mem::take(&mut self.halves[n].pointer) {
            0 => self.command(n, value),
            2 if !self.is_sio || n == B => self.vector = value,
            2 => {}
            8 => self.transmit(n, value),
            9 => self.set_master(value),
            register => {
                let half = &mut self.halves[n];
                half.written[usize::from(register)] = value;
                half.first |= register == 1 && value >> 3 & 3 == 1;
                if register == 5 {
                    half.resumed &= self.is_sio || value & SENDS != 0;
                    self.send_waiting(n);
                }
            }
        }
        self.listen();
    }

    /// Writes WR0: selects the next register, and executes a command.
    fn command(&mut self, n: usize, value: u8) {
        self.halves[n].pointer = value & 7;
        self.halves[n].resumed |= value >> 6 == 3;
        match (value >> 3 & 7, self.is_sio) {
            (1, false) => self.halves[n].pointer |= 8,
            (1, true) | (3, false) => self.abort(n),
            (2, _) => self.note_changes(n),
            (3, true) => self.reset_channel(n, Reset::Channel),
            (4, _) => self.halves[n].first = true,
            (5, _) => self.halves[n].sent = false,
            (6, _) => self.forgive(n),
            (7, is_sio) if n == A || !is_sio => self.end_service(),
            _ => {}
        }
    }

    /// Executes the command that resets the external status interrupt.
    fn note_changes(&mut self, n: usize) {
        let watched = self.watched(n);
        self.halves[n].note(watched);
    }

    /// Sends an abort, which sets the transmit underrun latch and thus changes the external status.
    const fn abort(&mut self, n: usize) {
        let half = &mut self.halves[n];
        let watched = half.written[15] & UNDERRUN != 0 && half.notes_changes();
        half.changed |= half.resumed && watched;
        half.resumed = false;
    }

    fn end_service(&mut self) {
        self.served ^= highest(self.served).unwrap_or(0);
    }

    /// Resets a channel. Characters in its receiver are lost.
    fn reset_channel(&mut self, n: usize, reset: Reset) {
        if self.is_sio {
            let power_on = Half::new().written;
            self.halves[n].clear(power_on);
        } else {
            self.halves[n].reset(reset);
        }
        self.channels[n].clear();
        // Resetting channel A of a SIO also resets the interrupt priority logic.
        self.served &= match n {
            A if self.is_sio => 0,
            A => !0x38,
            _ => !0x07,
        };
    }

    /// Writes WR9: a reset command, and the interrupt control bits, which are set in either case.
    fn set_master(&mut self, value: u8) {
        let (channels, reset): (&[usize], Reset) = match value >> 6 {
            0 => (&[], Reset::Channel),
            1 => (&[B], Reset::Channel),
            2 => (&[A], Reset::Channel),
            _ => (&[A, B], Reset::Hardware),
        };
        channels.iter().for_each(|&n| self.reset_channel(n, reset));
        self.master = value & 0x1F;
    }
}

impl Device for Scc {
    fn kind(&self) -> &'static str {
        if self.is_sio { "sio" } else { "scc" }
    }

    fn read(&mut self, register: u16) -> u8 {
        match self.split(register) {
            _ if register >= DIRECT => {
                let n = self.point(register);
                self.control(n)
            }
            (n, true) => self.receive(n),
            (n, false) => self.control(n),
        }
    }

    fn write(&mut self, register: u16, value: u8) {
        match self.split(register) {
            _ if register >= DIRECT => {
                let n = self.point(register);
                self.set_control(n, value);
            }
            (n, true) => self.transmit(n, value),
            (n, false) => self.set_control(n, value),
        }
    }

    fn reset(&mut self) {
        for n in [A, B] {
            self.reset_channel(n, Reset::Hardware);
        }
        self.master &= if self.is_sio {
            ENABLED
        } else {
            STATUS_INCLUDED | NO_VECTOR
        };
        (self.served, self.due) = (0, 0);
        self.listen();
    }

    fn due(&self) -> u64 {
        self.due
    }

    fn senses(&self) -> bool {
        true
    }

    fn look(&mut self, clocks: u64, _: &mut Physical<'_>) {
        self.sense();
        self.shift(clocks);
        self.halves.iter_mut().for_each(|half| half.pass(clocks, self.ratio));
        // A change that is already latched cannot occur again before the program resets it.
        let waiting = self.halves.iter().filter(|half| !half.changed);
        let next = waiting.map(|half| half.next);
        let sending = self.halves.iter().filter(|half| half.sending.is_some());
        self.due = next.chain(sending.map(|half| half.until)).min().unwrap_or(NEVER);
    }

    fn requests(&self) -> bool {
        self.master & ENABLED != 0 && self.urgent().is_some()
    }

    fn may_request(&self) -> bool {
        let ticks = self.master & ENABLED != 0 && self.halves.iter().any(|half| half.period().is_some());
        let scripted = |(channel, half): (&Channel, &Half)| channel.next_signal().is_some() && half.notes_changes();
        let changes = self.channels.iter().zip(&self.halves).any(scripted);
        let sends = self
            .halves
            .iter()
            .any(|half| half.sending.is_some() && half.written[1] & 2 != 0);
        ticks || changes || sends || self.channels.iter().any(|channel| channel.listens)
    }

    fn serves(&self) -> bool {
        self.served != 0 || self.master & LOWER_OFF != 0
    }

    fn returns(&mut self) -> bool {
        let served = self.is_sio && self.served != 0;
        if served {
            self.end_service();
        }
        served
    }

    fn acknowledge(&mut self) -> u16 {
        let urgent = self.urgent();
        let vector = match self.master {
            master if master & NO_VECTOR != 0 => 0xFF,
            _ if self.has_status() => self.vector_of(urgent),
            _ => self.vector,
        };
        self.served |= urgent.unwrap_or(0);
        0xFF00 | u16::from(vector)
    }

    fn clock(&mut self, channel: usize, period: u64) {
        if self.clocks[channel] != Some((period, 1)) {
            self.clocks[channel] = Some((period, 1));
            self.due = 0;
            self.listen();
        }
    }

    fn channels(&self) -> &[Channel] {
        &self.channels
    }

    fn channels_mut(&mut self) -> &mut [Channel] {
        &mut self.channels
    }

    fn archive(&mut self, archive: &mut Archive<'_>) -> Result<(), SaveError> {
        for (channel, half) in self.channels.iter_mut().zip(&mut self.halves) {
            channel.archive(archive)?;
            archive.bytes(&mut half.written)?;
            archive.byte(&mut half.pointer)?;
            half.pointer &= 15;
            archive.flag(&mut half.first)?;
            archive.flag(&mut half.sent)?;
            archive.optional_word(&mut half.waiting)?;
            archive.optional_word(&mut half.sending)?;
            archive.count(&mut half.until)?;
            for flag in [&mut half.changed, &mut half.zero, &mut half.resumed, &mut half.locked] {
                archive.flag(flag)?;
            }
            for byte in [&mut half.pins, &mut half.latched, &mut half.breaks] {
                archive.byte(byte)?;
            }
            archive.count(&mut half.next)?;
        }
        for byte in [&mut self.vector, &mut self.master, &mut self.served] {
            archive.byte(byte)?;
        }
        for (pulse, _) in self.clocks.iter_mut().flatten() {
            archive.count(pulse)?;
        }
        archive.count(&mut self.due)
    }
}
