//! The Zilog Z8000: its instruction set, the processor and a small machine around it.
//!
//! * [`isa`]: the instruction table, and what follows from it: decoder, encoder, disassembler, clocks.
//! * [`cpu`]: the processor, which talks to the world through the [`bus`].
//! * [`machine`]: a board with a Z8002, separate program and data memory and a serial port.
//! * [`mmu`]: the Z8010 memory management unit, and a memory behind such units.
//! * [`trace`]: runs of instructions written down as what they compute, for a translator.
//! * [`vectors`]: measurements of a real chip, to check the processor against.

pub mod bus;
pub mod cpu;
pub mod isa;
pub mod machine;
pub mod mmu;
pub mod trace;
pub mod vectors;
