//! The serial communications controller Z8530, with its two channels in asynchronous mode.
//!
//! Characters take no time: what is sent is out at once, and what has come is there. The modem's lines are active.

use z8000::save::{Archive, SaveError};

use super::{Channel, Device};

const A: usize = 0;
const B: usize = 1;

/// Sources of interrupts of a channel, the most urgent first, as bits of RR3 for channel B; those of A are three higher.
const RECEIVED: u8 = 4;
const SENT: u8 = 2;
const EXTERNAL: u8 = 1;

/// Bits of RR0: a character has come, the transmitter is empty, DCD, CTS, nothing is being sent.
const HAS_COME: u8 = 0x01;
const EMPTY: u8 = 0x04;
const LINES: u8 = 0x28;
const UNDERRUN: u8 = 0x40;

/// Bits of WR9: the status is in the vector, no vector, lower chips are kept from interrupting, all interrupts, the status
/// is in the upper bits.
const STATUS_INCLUDED: u8 = 0x01;
const NO_VECTOR: u8 = 0x02;
const ENABLED: u8 = 0x08;
const STATUS_HIGH: u8 = 0x10;

/// A channel's registers.
#[derive(Debug, Clone, Default)]
struct Half {
    written: [u8; 16],
    pointer: u8,
    /// An interrupt of the first character is to come.
    first: bool,
    /// The transmitter has become empty, and nobody has taken note of it.
    sent: bool,
}

/// The chip. Registers 0 to 3 are control of B, data of B, control of A, data of A.
#[derive(Debug, Clone, Default)]
pub(crate) struct Scc {
    channels: [Channel; 2],
    halves: [Half; 2],
    /// WR2 and WR9, which both channels share.
    vector: u8,
    master: u8,
    /// The interrupts that are being served, as in RR3.
    served: u8,
}

/// The channel of a register, and whether it is for data.
const fn split(register: u16) -> (usize, bool) {
    (if register & 2 == 0 { B } else { A }, register & 1 != 0)
}

/// The highest bit that is set.
fn highest(bits: u8) -> Option<u8> {
    bits.checked_ilog2().map(|bit| 1 << bit)
}

impl Scc {
    fn receives(&self, n: usize) -> bool {
        self.halves[n].written[3] & 1 != 0 && self.channels[n].has_come()
    }

    /// The interrupts that are pending, as in RR3.
    fn pending(&self) -> u8 {
        let of = |n: usize| {
            let half = &self.halves[n];
            let receive = match half.written[1] >> 3 & 3 {
                1 => half.first,
                2 => true,
                _ => false,
            };
            let received = receive && self.receives(n);
            let sent = half.sent && half.written[1] & 2 != 0;
            (u8::from(received) * RECEIVED) | (u8::from(sent) * SENT)
        };
        of(A) << 3 | of(B)
    }

    /// The most urgent interrupt that none of those being served holds back.
    fn urgent(&self) -> Option<u8> {
        highest(self.pending()).filter(|bit| highest(self.served).is_none_or(|served| *bit > served))
    }

    /// The vector with the status of an interrupt in it.
    fn vector_of(&self, bit: Option<u8>) -> u8 {
        let status = match bit {
            Some(bit) => {
                let (channel, bit) = if bit >= 8 { (4, bit >> 3) } else { (0, bit) };
                channel
                    | match bit {
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
            0 | 4 => {
                let enabled = written[3] & 1 != 0;
                let come = self.channels[n].look() && enabled;
                LINES | UNDERRUN | EMPTY | (u8::from(come) * HAS_COME)
            }
            1 | 5 => 0x07,
            2 | 6 if n == A => self.vector,
            2 | 6 => self.vector_of(self.urgent()),
            3 | 7 if n == A => self.pending(),
            8 => self.receive(n),
            12 => written[12],
            9 | 13 => written[13],
            11 | 15 => written[15],
            _ => 0,
        }
    }

    fn receive(&mut self, n: usize) -> u8 {
        self.halves[n].first = false;
        self.channels[n].take()
    }

    fn transmit(&mut self, n: usize, value: u8) {
        let written = self.halves[n].written;
        if written[14] & 0x10 != 0 {
            self.channels[n].serial.send(&[value]);
        } else if written[5] & 8 != 0 {
            self.channels[n].put(value);
        }
        self.halves[n].sent = true;
    }

    fn set_control(&mut self, n: usize, value: u8) {
        match std::mem::take(&mut self.halves[n].pointer) {
            0 => self.command(n, value),
            2 => self.vector = value,
            8 => self.transmit(n, value),
            9 => self.set_master(value),
            register => {
                let half = &mut self.halves[n];
                half.written[usize::from(register)] = value;
                half.first |= register == 1 && value >> 3 & 3 == 1;
            }
        }
        self.listen();
    }

    /// WR0: which register is next, and a command.
    fn command(&mut self, n: usize, value: u8) {
        self.halves[n].pointer = value & 7;
        match value >> 3 & 7 {
            1 => self.halves[n].pointer |= 8,
            4 => self.halves[n].first = true,
            5 => self.halves[n].sent = false,
            7 => self.served ^= highest(self.served).unwrap_or(0),
            _ => {}
        }
    }

    /// WR9: resets, and the control of interrupts.
    fn set_master(&mut self, value: u8) {
        let reset: &[usize] = match value >> 6 {
            0 => &[],
            1 => &[B],
            2 => &[A],
            _ => &[A, B],
        };
        for &n in reset {
            self.halves[n] = Half::default();
            self.served &= if n == A { !0x38 } else { !0x07 };
        }
        self.master = if value >> 6 == 3 { 0 } else { value & 0x3F };
    }

    /// Says which channels interrupt when a character comes.
    fn listen(&mut self) {
        for (channel, half) in self.channels.iter_mut().zip(&self.halves) {
            let receives = half.written[3] & 1 != 0 && matches!(half.written[1] >> 3 & 3, 1 | 2);
            channel.listens = receives && self.master & ENABLED != 0;
        }
    }
}

impl Device for Scc {
    fn kind(&self) -> &'static str {
        "scc"
    }

    fn read(&mut self, register: u16) -> u8 {
        match split(register) {
            (n, true) => self.receive(n),
            (n, false) => self.control(n),
        }
    }

    fn write(&mut self, register: u16, value: u8) {
        match split(register) {
            (n, true) => self.transmit(n, value),
            (n, false) => self.set_control(n, value),
        }
    }

    fn requests(&self) -> bool {
        self.master & ENABLED != 0 && self.urgent().is_some()
    }

    fn may_request(&self) -> bool {
        self.channels.iter().any(|channel| channel.listens)
    }

    fn serves(&self) -> bool {
        self.served != 0
    }

    fn acknowledge(&mut self) -> u16 {
        let urgent = self.urgent();
        let vector = match self.master {
            master if master & NO_VECTOR != 0 => 0xFF,
            master if master & STATUS_INCLUDED != 0 => self.vector_of(urgent),
            _ => self.vector,
        };
        self.served |= urgent.unwrap_or(0);
        0xFF00 | u16::from(vector)
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
        }
        for byte in [&mut self.vector, &mut self.master, &mut self.served] {
            archive.byte(byte)?;
        }
        Ok(())
    }
}
