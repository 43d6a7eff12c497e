//! Detection of programs that never end: a machine that returns to an earlier state repeats everything that followed
//! it.
//!
//! From time to time, a copy of the machine runs ahead. If it returns to the state in which it was copied, the machine
//! will do so too, unless a breakpoint or an input character intervenes. So nothing is reported until the run has
//! reached that point.

use z8000::cpu::Cpu;
use z8000::run::Probe;

use crate::breakpoint::{Breakpoint, Kind};
use crate::expression::Expression;
use crate::history::Machine as Timed;
use crate::machine::{Machine, World};

/// Instructions before the first look. Each later one comes after twice as many.
const FIRST: u64 = 1 << 22;

/// The share of the instructions since the beginning of a run for which a copy runs ahead: it is interpreted, at a fraction
/// of the speed of compiled execution.
const SHARE: u64 = 512;

/// Bytes of whole states that one look compares: the processor may come back often where memory does not.
const COMPARED: usize = 8 << 20;

/// A part of a run that repeats forever.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Period {
    /// Its length in steps.
    pub steps: u64,
    /// Its length in clocks.
    pub clocks: u64,
}

/// The search for such a period during a run.
#[derive(Debug)]
pub(super) struct Search {
    from: u64,
    next: u64,
    found: Option<(u64, Period)>,
}

impl Search {
    /// Begins the search at a moment, in instructions, for a run with these breakpoints. A stop by time or by counting
    /// hits has no state to return to.
    pub(super) fn new<'b>(now: u64, until: u64, breakpoints: impl IntoIterator<Item = &'b Breakpoint>) -> Self {
        let able = until == u64::MAX && breakpoints.into_iter().all(is_timeless);
        Self { from: now, next: if able { now + FIRST } else { u64::MAX }, found: None }
    }

    /// Checks a machine, if it is time to. Returns the period once the machine has gone through it.
    pub(super) fn look(&mut self, machine: &Timed) -> Option<Period> {
        let now = machine.now();
        if let Some((end, period)) = self.found.filter(|(end, _)| now >= *end) {
            (self.found, self.next) = (None, end + FIRST);
            return Some(period);
        }
        if self.found.is_none() && now >= self.next {
            let run = now - self.from;
            self.next = now + run;
            self.found = period(&machine.subject, run / SHARE).map(|period| (now + period.steps, period));
        }
        None
    }
}

fn is_timeless(breakpoint: &Breakpoint) -> bool {
    let by_time = match &breakpoint.kind {
        Kind::Clock(_) => true,
        Kind::When(expression) | Kind::Changes(expression) => expression.asks_for_time(),
        _ => false,
    };
    let condition = breakpoint.condition.as_ref();
    let counts = breakpoint.ignore > breakpoint.hits || breakpoint.only.is_some();
    !breakpoint.enabled || !(by_time || counts || condition.is_some_and(Expression::asks_for_time))
}

/// The time after which a machine without input comes back to its state, if that is within a number of instructions.
fn period(subject: &Machine, most: u64) -> Option<Period> {
    let mut ahead = subject.clone();
    let state = state(subject.clone())?;
    let end = ahead.steps() + most;
    for _ in 0..=COMPARED / subject.bytes() {
        let left = (end - ahead.steps()).min(u32::MAX.into()) as u32;
        let mut probe = Return { cpu: subject.cpu().clone(), fresh: true };
        ahead.advance::<dyn Probe<World>>(left, &mut probe).ok()?;
        if ahead.cpu() != subject.cpu() || ahead.steps() >= end {
            return None;
        }
        if self::state(ahead.clone())? == state {
            let steps = ahead.steps() - subject.steps();
            return Some(Period { steps, clocks: ahead.clocks() - subject.clocks() });
        }
    }
    None
}

/// Everything on which the further course of a machine depends.
fn state(mut subject: Machine) -> Option<Vec<u8>> {
    for port in 0..subject.ports() {
        subject.take_output(port);
    }
    subject.state()
}

/// Stops where the processor is as it was.
struct Return {
    cpu: Cpu,
    fresh: bool,
}

impl Probe<World> for Return {
    fn instruction(&mut self, _: u64, _: &Cpu, _: &World) {}

    fn stops(&mut self, _: u64, cpu: &Cpu, _: &World) -> bool {
        !std::mem::take(&mut self.fresh) && cpu.pc() == self.cpu.pc() && *cpu == self.cpu
    }
}
