//! The Z80-PIO parallel port: two 8-bit ports.
//!
//! Nothing strobes its pins, so the handshake modes transfer data but cause no interrupts; a port in bit mode
//! interrupts when its pins begin to match the programmed condition.

use z8000::machine::Device;
use z8000::save::{Archive, SaveError};

/// Bits of the interrupt control word: enable, all pins must match (AND), high level, mask follows.
const ENABLED: u8 = 0x80;
const ALL: u8 = 0x40;
const HIGH: u8 = 0x20;
const MASK_FOLLOWS: u8 = 0x10;

/// Bit mode; the mode after a reset is input.
const BITS: u8 = 3;
const OUTPUT: u8 = 0;
const INPUT: u8 = 1;

/// How the next control byte is interpreted.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
enum Next {
    #[default]
    Control,
    Inputs,
    Mask,
}

/// One of the two ports.
#[derive(Debug, Clone, Copy, Default)]
struct Port {
    mode: u8,
    next: Next,
    /// In bit mode, the pins that are inputs; the pins that are not monitored; and the interrupt control word.
    inputs: u8,
    mask: u8,
    interrupts: u8,
    vector: u8,
    output: u8,
    matches: bool,
    pending: bool,
    served: bool,
}

impl Port {
    /// Creates a port as after a reset, which does not change the vector.
    fn with(vector: u8) -> Self {
        Self { mode: INPUT, inputs: 0xFF, mask: 0xFF, vector, ..Self::default() }
    }

    const fn read(&self, pins: u8) -> u8 {
        match self.mode {
            OUTPUT => self.output,
            BITS => pins & self.inputs | self.output & !self.inputs,
            _ => pins,
        }
    }

    fn control(&mut self, value: u8) {
        match std::mem::replace(&mut self.next, Next::Control) {
            Next::Inputs => self.inputs = value,
            Next::Mask => self.mask = value,
            Next::Control if value & 1 == 0 => self.vector = value,
            Next::Control => match value & 0x0F {
                0x0F => {
                    self.mode = value >> 6;
                    if self.mode == BITS {
                        self.next = Next::Inputs;
                    }
                }
                0x07 => {
                    self.interrupts = value;
                    if value & MASK_FOLLOWS != 0 {
                        (self.next, self.pending) = (Next::Mask, false);
                    }
                }
                0x03 => self.interrupts = self.interrupts & !ENABLED | value & ENABLED,
                _ => {}
            },
        }
    }

    /// Compares the monitored pins with the condition. Nothing matches while a mask is expected.
    fn compare(&mut self, pins: u8) {
        let watched = !self.mask;
        let level = if self.interrupts & HIGH != 0 {
            self.read(pins)
        } else {
            !self.read(pins)
        };
        let found = level & watched;
        let all = self.interrupts & ALL != 0;
        let is_met = if all {
            watched != 0 && found == watched
        } else {
            found != 0
        };
        let matches = self.mode == BITS && self.next == Next::Control && self.interrupts & ENABLED != 0 && is_met;
        self.pending |= matches && !self.matches;
        self.matches = matches;
    }
}

/// The chip. Its registers are data of A, data of B, control of A, and control of B.
#[derive(Debug, Clone)]
pub(crate) struct Pio {
    ports: [Port; 2],
    pins: [u8; 2],
}

impl Pio {
    pub(crate) fn new(pins: [u8; 2]) -> Self {
        Self { ports: [Port::with(0); 2], pins }
    }

    fn urgent(&self) -> Option<usize> {
        let free = self.ports.iter().take_while(|port| !port.served);
        let asks = |port: &Port| port.pending && port.interrupts & ENABLED != 0;
        free.enumerate().find(|(_, port)| asks(port)).map(|(n, _)| n)
    }
}

impl Device for Pio {
    fn kind(&self) -> &'static str {
        "pio"
    }

    fn read(&mut self, register: u16) -> u8 {
        let n = usize::from(register & 1);
        // The control registers cannot be read.
        if register & 2 == 0 {
            self.ports[n].read(self.pins[n])
        } else {
            0xFF
        }
    }

    fn write(&mut self, register: u16, value: u8) {
        let n = usize::from(register & 1);
        let port = &mut self.ports[n];
        if register & 2 == 0 {
            port.output = value;
        } else {
            port.control(value);
        }
        port.compare(self.pins[n]);
    }

    fn reset(&mut self) {
        self.ports = self.ports.map(|port| Port::with(port.vector));
    }

    fn requests(&self) -> bool {
        self.urgent().is_some()
    }

    fn serves(&self) -> bool {
        self.ports.iter().any(|port| port.served)
    }

    fn acknowledge(&mut self) -> u16 {
        let Some(n) = self.urgent() else { return 0xFFFF };
        let port = &mut self.ports[n];
        (port.pending, port.served) = (false, true);
        0xFF00 | u16::from(port.vector)
    }

    fn returns(&mut self) -> bool {
        let served = self.ports.iter_mut().find(|port| port.served);
        served.map(|port| port.served = false).is_some()
    }

    fn archive(&mut self, archive: &mut Archive<'_>) -> Result<(), SaveError> {
        for port in &mut self.ports {
            let offset = archive.at();
            let mut next = port.next as u8;
            archive.byte(&mut next)?;
            port.next = match next {
                0 => Next::Control,
                1 => Next::Inputs,
                _ => Next::Mask,
            };
            archive.byte(&mut port.mode)?;
            archive.sense(offset, next <= 2 && port.mode <= 3)?;
            let Port { inputs, mask, interrupts, vector, output, .. } = port;
            for byte in [inputs, mask, interrupts, vector, output] {
                archive.byte(byte)?;
            }
            for flag in [&mut port.matches, &mut port.pending, &mut port.served] {
                archive.flag(flag)?;
            }
        }
        Ok(())
    }
}
