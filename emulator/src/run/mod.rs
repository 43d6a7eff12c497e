//! The main loop of a host: a processor, its connections, and possibly an engine.
//!
//! [`Cpu::run`](crate::cpu::Cpu::run) runs a processor on a bus. A machine has more: devices that request interrupts at
//! certain times, a console for whose input a program may wait, limits, and possibly an [`Engine`] that runs the
//! program faster. A [`Runner`] combines all this in one loop, which is the same for every engine, so that state,
//! clocks, output and stopping points do not depend on the engine. A machine implements two traits:
//!
//! * [`Host`]: the machine without its processor. It executes instructions, and has devices that depend on the clock:
//!   the loop stops to serve them when they are due.
//! * [`Banked`]: memory in which an [`Engine`] can run a program. A machine without it is interpreted.
//!
//! The [`World`](crate::machine::World) of a machine is a host. This example has a device that interrupts every 1,000
//! clocks:
//!
//! ```
//! use z8000::bus::{Bus, Location, Status};
//! use z8000::cpu::{Cpu, Interrupt, Interrupts, Model, Step};
//! use z8000::run::{Goal, Host, RunEnd, Runner};
//!
//! struct Machine {
//!     memory: [u8; 0x1_0000],
//!     next: u64,
//!     taken: bool,
//! }
//!
//! impl Bus for Machine {
//!     fn read_byte(&mut self, _: Status, at: Location) -> u8 {
//!         self.memory[usize::from(at.offset())]
//!     }
//!     fn write_byte(&mut self, _: Status, at: Location, value: u8) {
//!         self.memory[usize::from(at.offset())] = value;
//!     }
//!     // Any output takes the request back.
//!     fn output_word(&mut self, _: u16, _: bool, _: u16) {
//!         self.taken = true;
//!     }
//! }
//!
//! impl Host for Machine {
//!     fn step(&mut self, cpu: &mut Cpu) -> Step {
//!         cpu.step(self)
//!     }
//!     fn due(&self) -> u64 {
//!         if self.taken { 0 } else { self.next }
//!     }
//!     fn look(&mut self, clocks: u64, cpu: &mut Cpu) {
//!         if std::mem::take(&mut self.taken) {
//!             cpu.withdraw(Interrupt::NonVectored);
//!         }
//!         if self.next <= clocks {
//!             self.next += 1000;
//!             cpu.request(Interrupt::NonVectored, 0);
//!         }
//!     }
//!     fn awaited(&self) -> Interrupts {
//!         Interrupt::NonVectored.into()
//!     }
//! }
//!
//! let mut machine = Machine { memory: [0; 0x1_0000], next: 1000, taken: false };
//! let mut put = |at: usize, words: &[u16]| {
//!     for (n, word) in words.iter().enumerate() {
//!         machine.memory[at + 2 * n..][..2].copy_from_slice(&word.to_be_bytes());
//!     }
//! };
//! put(2, &[0x4000, 0x40]); // FCW and PC after reset
//! put(0x18, &[0x4000, 0x60]); // and of the interrupt
//! put(0x40, &[0x7C06, 0x7A00, 0xE8FE]); // ei nvi; halt; jr to the halt
//! put(0x60, &[0xA930, 0x3B06, 0, 0x7B00]); // inc r3; out #0,r0; iret
//!
//! let mut runner = Runner::new(Cpu::new(Model::Z8002));
//! runner.cpu.reset(&mut machine);
//! runner.cpu.set_register(15, 0x8000);
//! let goal = Goal { clocks: 10_500, slices: Some(0), ..Goal::default() };
//! assert_eq!(runner.run(&mut machine, &goal), RunEnd::Clocks);
//! assert_eq!(runner.cpu.register(3), 10);
//! ```

mod engine;
mod goal;
mod host;
mod runner;
mod running;

pub use engine::{Engine, Work};
pub use goal::{Goal, RunEnd, SLICE};
pub use host::{Bank, Banked, Code, Host, Marks, WORD, word_of};
pub use runner::{Outside, Runner};
pub use running::{EngineStop, NoProbe, Probe, Running};
