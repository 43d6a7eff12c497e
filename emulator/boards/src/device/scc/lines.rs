//! The serial lines of an SCC or SIO: characters, errors, breaks, and modem control lines.

use z8000::machine::{BREAK, CTS, DCD};

use super::half::{Half, NEVER};
use super::{A, B, ENABLED, SENDS, Scc};

/// Bits of WR3: receiver enable, and auto enables, by which CTS enables the transmitter and DCD the receiver.
const RECEIVES: u8 = 0x01;
const AUTO_ENABLES: u8 = 0x20;

/// Bits of WR5: RTS, send break, and DTR.
const RTS: u8 = 0x02;
const SENDS_BREAK: u8 = 0x10;
const DTR: u8 = 0x80;

/// The flag of a waiting character that is being sent.
const SENT: u16 = 0x100;

impl Scc {
    pub(super) fn receives(&self, n: usize) -> bool {
        self.is_enabled(n, 3, RECEIVES, DCD) && self.channels[n].has_come()
    }

    /// Returns true if the receiver or transmitter is enabled, by a bit of a register and, with auto enables, also by a
    /// pin.
    pub(super) fn is_enabled(&self, n: usize, register: usize, bit: u8, pin: u8) -> bool {
        let Half { written, pins, .. } = &self.halves[n];
        written[register] & bit != 0 && (written[3] & AUTO_ENABLES == 0 || pins & pin != 0)
    }

    /// Returns true if the next character has an error that causes a special receive condition.
    pub(super) fn is_special(&self, n: usize) -> bool {
        self.channels[n].is_overrun() || self.channels[n].is_misframed()
    }

    /// Returns the bits of RR0 that are latched. In a SIO, all are.
    pub(super) const fn watched(&self, n: usize) -> u8 {
        if self.is_sio { 0xFF } else { self.halves[n].written[15] }
    }

    /// Passes output levels to the other ends of wires, and updates the input pins.
    pub(super) fn sense(&mut self) {
        for n in [A, B] {
            if let Some(to) = self.wires[n] {
                let written = self.halves[n].written[5];
                let pins = [(SENDS_BREAK, BREAK), (RTS, CTS), (DTR, DCD)];
                let active = pins.into_iter().filter(|(bit, _)| written & bit != 0);
                self.channels[to].set_lines(active.map(|(_, line)| line).sum());
            }
        }
        for n in [A, B] {
            let receives = self.halves[n].written[3] & RECEIVES != 0;
            let pins = self.channels[n].lines() & if receives { !0 } else { !BREAK };
            let watched = self.watched(n);
            self.halves[n].sense(pins, watched);
            self.send_waiting(n);
        }
    }

    /// Sends the character that waits for the transmitter to be enabled.
    pub(super) fn send_waiting(&mut self, n: usize) {
        if self.is_enabled(n, 5, SENDS, CTS)
            && let Some(waiting) = self.halves[n].waiting.take_if(|waiting| *waiting & SENT == 0)
        {
            self.transmit(n, waiting as u8);
        }
    }

    pub(super) fn receive(&mut self, n: usize) -> u8 {
        let mode = self.halves[n].written[1] >> 3 & 3;
        self.halves[n].first = false;
        // In the mode that interrupts on the first character and on errors, the receiver keeps a character with an
        // error.
        self.halves[n].locked |= !self.is_sio && mode & 1 != 0 && self.is_special(n);
        if self.halves[n].locked {
            return self.channels[n].peek();
        }
        self.channels[n].take()
    }

    /// Resets the error of the receiver.
    pub(super) fn forgive(&mut self, n: usize) {
        self.channels[n].forgive();
        if std::mem::take(&mut self.halves[n].locked) {
            self.channels[n].take();
        }
    }

    pub(super) fn transmit(&mut self, n: usize, value: u8) {
        if !self.is_enabled(n, 5, SENDS, CTS) {
            self.halves[n].waiting = Some(value.into());
            return;
        }
        let timed = self.clocks[n].is_some();
        // A character written while the buffer is full is lost.
        if timed && self.halves[n].waiting.is_some() {
            return;
        }
        if self.wires[n].is_none() {
            self.channels[n].put(value);
        }
        self.halves[n].sent = !timed;
        if timed {
            self.halves[n].waiting = Some(SENT | u16::from(value));
            self.due = 0;
        } else {
            self.deliver(n, value);
        }
    }

    /// Sends the characters whose time has come, in channels clocked by the chip.
    pub(super) fn shift(&mut self, clocks: u64) {
        for n in [A, B] {
            let mut start = clocks;
            let chip = self.chip();
            let frame = self.clocks[n].map_or(NEVER, |pin| self.halves[n].frame(true, pin, chip));
            loop {
                let half = &mut self.halves[n];
                if let Some(sending) = half.sending {
                    if half.until == NEVER {
                        half.until = clocks.saturating_add(frame);
                    }
                    if half.until > clocks {
                        break;
                    }
                    (start, half.sending) = (half.until, None);
                    self.deliver(n, sending as u8);
                }
                let half = &mut self.halves[n];
                let Some(next) = half.waiting.take_if(|waiting| *waiting & SENT != 0) else {
                    break;
                };
                (half.sending, half.until, half.sent) = (Some(next & 0xFF), start.saturating_add(frame), true);
            }
        }
    }

    /// Returns the processor clocks per clock of the baud rate generators; a SIO has no generators of its own.
    fn chip(&self) -> Option<u64> {
        (!self.is_sio).then_some(self.ratio)
    }

    /// Passes a character to the other end of a channel's line.
    fn deliver(&mut self, n: usize, value: u8) {
        let written = self.halves[n].written;
        // In local loopback, the receiver gets the character as well as the line.
        if !self.is_sio && written[14] & 0x10 != 0 && written[3] & 1 != 0 {
            self.channels[n].loop_back(value);
        }
        if let Some(to) = self.wires[n] {
            self.channels[to].receive(&[value]);
            self.due = 0;
        }
    }

    /// Sets which channels interrupt when a character arrives, and how fast characters arrive.
    pub(super) fn listen(&mut self) {
        let chip = self.chip();
        for ((channel, half), clock) in self.channels.iter_mut().zip(&self.halves).zip(self.clocks) {
            if let Some(pin) = clock {
                channel.set_pace(half.frame(false, pin, chip));
            }
            let mode = half.written[1] >> 3 & 3;
            let receives = half.written[3] & 1 != 0 && (mode == 1 || mode == 2 || self.is_sio && mode == 3);
            channel.listens = receives && self.master & ENABLED != 0;
        }
    }
}
