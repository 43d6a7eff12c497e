//! A machine in the middle of a run, and its next instruction.

use super::engine::Ran;
use super::goal::{Ended, Goal};
use super::host::{Banked, Host};
use crate::cpu::{Cpu, Event, Step};

/// A machine while it is run to a goal: by an engine, if its memory is [`Banked`].
#[derive(Debug)]
pub struct Running<'a, H: ?Sized = dyn Banked + 'a> {
    /// The processor.
    pub cpu: &'a mut Cpu,
    /// The machine without it.
    pub host: &'a mut H,
    /// Clocks since the machine was made.
    pub clocks: &'a mut u64,
    /// Instructions since the machine was made.
    pub instructions: &'a mut u64,
    goal: &'a Goal,
    /// The clocks from which on the loop has something to do.
    until: u64,
    /// The count of instructions at which the slice ends.
    slice: u64,
    /// The characters that were sent before.
    sent: usize,
}

impl<'a, H: Host + ?Sized> Running<'a, H> {
    pub(super) fn new(
        (cpu, clocks, instructions): (&'a mut Cpu, &'a mut u64, &'a mut u64),
        host: &'a mut H,
        goal: &'a Goal,
        until: u64,
    ) -> Self {
        Self {
            slice: instructions.saturating_add(goal.left_in_slice(*instructions)),
            sent: host.output().len(),
            cpu,
            host,
            clocks,
            instructions,
            goal,
            until,
        }
    }

    /// The clocks above which an engine runs nothing by itself: those at which a device is due, or the goal near.
    #[must_use]
    pub fn limit(&self) -> u64 {
        self.until.min(self.host.due())
    }

    /// Returns true if the next step is no instruction: the processor has halted, or accepts an interrupt.
    #[must_use]
    pub fn is_special(&self) -> bool {
        self.cpu.needs_attention() && (self.cpu.halted() || self.cpu.is_interrupted())
    }

    /// Carries out the next instruction, whatever it is, or acknowledges an interrupt.
    ///
    /// # Errors
    ///
    /// Where the engine has to stop, before the instruction or behind it, and why.
    pub fn step(&mut self) -> Result<(), Ran> {
        if *self.instructions >= self.slice {
            return Err(Ran::Slice);
        }
        if *self.clocks >= self.until {
            return Err(Ran::Anywhere);
        }
        let from = self.cpu.pc();
        let step = self.host.step(self.cpu);
        match self.count(from, step) {
            Some(ended) => Err(Ran::Ended(ended)),
            None if self.host.waits_for_input() => Err(Ran::Anywhere),
            None => Ok(()),
        }
    }

    /// Counts a step from an offset, and lets devices look. Returns the end of the run if this is one.
    #[inline(always)]
    pub(super) fn count(&mut self, from: u16, step: Step) -> Option<Ended> {
        *self.clocks += u64::from(step.clocks);
        *self.instructions += 1;
        look(self.host, *self.clocks, self.cpu);
        match step.event {
            Event::Undefined { word } => return Some(Ended::Undefined { word }),
            // A device will go on with it.
            Event::Halted if self.host.is_running() || self.cpu.is_interrupted() => return None,
            Event::Halted => return Some(Ended::Halted),
            Event::Trapped(trap) if self.goal.traps => return Some(Ended::Trapped(trap)),
            Event::Retired | Event::Trapped(_) | Event::Interrupted(_) => {}
        }
        if !self.host.code_range().contains(&self.cpu.pc().into()) {
            return Some(Ended::Outside { from });
        }
        (self.goal.lines && ends_line(self.host, &mut self.sent)).then_some(Ended::Line)
    }
}

/// Lets devices that are due look.
#[inline(always)]
pub(super) fn look<H: Host + ?Sized>(host: &mut H, clocks: u64, cpu: &mut Cpu) {
    if clocks >= host.due() {
        look_now(host, clocks, cpu);
    }
}

#[cold]
fn look_now<H: Host + ?Sized>(host: &mut H, clocks: u64, cpu: &mut Cpu) {
    host.look(clocks, cpu);
    // While requests can come, a repeating instruction stops for them as the chip does, after any iteration.
    cpu.set_iterations(if host.is_running() { 1 } else { u32::MAX });
}

/// Returns true if the host has sent something since there were so many characters, and a line feed last.
pub(super) fn ends_line<H: Host + ?Sized>(host: &H, sent: &mut usize) -> bool {
    let output = host.output();
    let more = output.len() > *sent;
    *sent = output.len().max(*sent);
    more && output.ends_with(b"\n")
}
