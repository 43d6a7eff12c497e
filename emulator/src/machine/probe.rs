//! Observers of a run.

use super::memory::Memory;
use crate::cpu::{Cpu, Step};

/// Observes a run. The default, [`NoProbe`], costs nothing.
pub trait Probe {
    /// Whether it has to see every instruction. If not, an [`Engine`](super::Engine) may run the board.
    const WATCHES: bool = true;

    /// Called before each instruction, with the clocks since the board was made.
    fn instruction(&mut self, clocks: u64, cpu: &Cpu, memory: &Memory);

    /// Called before each instruction, and before [`instruction`](Self::instruction): whether the run stops here. By
    /// default it never does.
    #[inline(always)]
    fn stops(&mut self, clocks: u64, cpu: &Cpu, memory: &Memory) -> bool {
        let _ = (clocks, cpu, memory);
        false
    }

    /// Executes the instruction. A probe that observes memory accesses puts a bus of its own in front of the memory; it
    /// must not change what the memory answers.
    #[inline(always)]
    fn step(&mut self, cpu: &mut Cpu, memory: &mut Memory) -> Step {
        memory.step(cpu)
    }
}

/// The probe that observes nothing.
#[derive(Debug, Clone, Copy, Default)]
pub struct NoProbe;

impl Probe for NoProbe {
    const WATCHES: bool = false;

    #[inline(always)]
    fn instruction(&mut self, _: u64, _: &Cpu, _: &Memory) {}
}
