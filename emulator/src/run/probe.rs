//! Observers of a run.

use super::host::Host;
use crate::cpu::{Cpu, Step};

/// Observes a run of a machine. The default, [`NoProbe`], costs nothing.
pub trait Probe<H: Host> {
    /// True if it has to see every instruction. If not, an [`Engine`](super::Engine) may run the machine.
    const WATCHES: bool = true;

    /// Called before each instruction, with the clocks since the machine was made.
    fn instruction(&mut self, clocks: u64, cpu: &Cpu, host: &H);

    /// Called before each instruction, and before [`instruction`](Self::instruction). Returns true if the run stops
    /// here, which by default it never does.
    #[inline(always)]
    fn stops(&mut self, clocks: u64, cpu: &Cpu, host: &H) -> bool {
        let _ = (clocks, cpu, host);
        false
    }

    /// Executes the instruction. A probe that observes memory accesses puts a bus of its own in front of the memory; it
    /// must not change what the memory answers.
    #[inline(always)]
    fn step(&mut self, cpu: &mut Cpu, host: &mut H) -> Step {
        host.step(cpu)
    }
}

/// The probe that observes nothing.
#[derive(Debug, Clone, Copy, Default)]
pub struct NoProbe;

impl<H: Host> Probe<H> for NoProbe {
    const WATCHES: bool = false;

    #[inline(always)]
    fn instruction(&mut self, _: u64, _: &Cpu, _: &H) {}
}
