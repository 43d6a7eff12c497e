//! The Zilog Z8000: its instruction set, the processor, and a small machine around it.
//!
//! * [`isa`]: the instruction table, and what is derived from it: decoder, encoder, disassembler, clocks.
//! * [`cpu`]: the processor, which communicates through the [`bus`].
//! * [`save`]: save files.
//! * [`mmu`]: the Z8010 memory management unit.
//! * [`run`]: the main loop of a machine, with devices and engines.
//! * [`machine`]: machines (feature `machine`): memory, devices, and a debugger's view of them.
//! * `trace` (feature `compiler`): sequences of instructions, recorded as the values that they compute, for a
//!   translator.
//!
//! The feature `serde` serialises a processor and its [`State`](cpu::State). The crate needs only `alloc`.
#![doc = include_str!("../README.md")]
#![no_std]

extern crate alloc;

pub mod bus;
pub mod cpu;
pub mod isa;
pub mod machine;
pub mod mmu;
pub mod run;
pub mod save;
#[cfg(feature = "machine")]
mod shared;
#[cfg(feature = "compiler")]
pub mod trace;
