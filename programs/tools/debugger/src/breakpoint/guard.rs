//! The probe that checks for breakpoints while a program runs.
//!
//! A code breakpoint costs one table look-up per instruction, and its condition is evaluated only at its address;
//! expressions and accesses cost more and are checked only if there are any.

use std::collections::HashMap;

use z8000::cpu::{Cpu, Event, Step};
use z8000::run::{Host, Probe};

use super::watch::{READ, WRITE, Watch, WatchedAccess};
use super::{Breakpoint, Kind, On};
use crate::calls::{Level, Taken};
use crate::expression::{Expression, Test, View};
use crate::machine::{Address, Look, Machine, World};

/// What stops a run in addition to breakpoints; all conditions that are set must be met.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub(crate) struct Target {
    /// The addresses at which to stop; empty for any address.
    pub(crate) addresses: Vec<Address>,
    /// The level to which the stack must have shrunk; `None` for any.
    pub(crate) stack: Option<Level>,
    /// Breakpoints of which the first hit stops the run.
    pub(crate) passing: Vec<Breakpoint>,
    /// The instruction after which to stop; `None` for any.
    pub(crate) over: Option<Over>,
    /// True to stop only when the processor is not waiting after HALT.
    pub(crate) awake: bool,
}

/// Follows the processor to the end of an instruction, through the handlers of exceptions that come before it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Over {
    /// The level of the system stack to which a handler returns.
    level: Level,
    /// True in a handler; below, true if its return is the end: the instruction called it, or it came after a HALT.
    inside: bool,
    last: bool,
    done: bool,
}

impl Over {
    /// Begins before an instruction, with the system stack at this level.
    pub(crate) const fn new(level: Level, halted: bool) -> Self {
        Self { level, inside: false, last: halted, done: false }
    }

    /// Follows a step.
    fn follow(&mut self, event: Event, cpu: &Cpu) {
        match event {
            _ if self.inside => {
                self.inside = !self.level.reached(cpu);
                self.done = self.last && !self.inside;
            }
            Event::Interrupted(_) => self.inside = true,
            Event::Trapped(_) => (self.inside, self.last) = (true, true),
            Event::Waited => {}
            _ => self.done = !cpu.is_repeating(),
        }
    }
}

impl Target {
    /// Returns a target that is reached when a stack has shrunk to a level.
    pub(crate) fn at_level(level: Level) -> Self {
        Self { stack: Some(level), ..Self::default() }
    }

    /// Returns a target that is reached at the first hit of one of these breakpoints.
    pub(crate) fn hit(passing: Vec<Breakpoint>) -> Self {
        Self { passing, ..Self::default() }
    }

    /// Returns true if only hits of breakpoints can stop the run.
    pub(crate) fn is_none(&self) -> bool {
        self.addresses.is_empty() && !self.is_slow()
    }

    /// Returns true if the target must be checked after every step.
    fn is_slow(&self) -> bool {
        self.addresses.is_empty() && (self.stack.is_some() || self.over.is_some() || self.awake)
    }

    #[inline]
    pub(crate) fn reached(&self, cpu: &Cpu) -> bool {
        // There is usually no target.
        if self.is_none() {
            return false;
        }
        let is_current = || self.stack.is_none_or(|level| level.is_current(cpu));
        (self.addresses.is_empty() || self.addresses.contains(&Address::of_pc(cpu)) && is_current())
            && self.stack.is_none_or(|level| level.reached(cpu))
            && self.over.as_ref().is_none_or(|over| over.done)
            && !(self.awake && cpu.halted())
    }
}

/// An expression that is evaluated after every instruction.
#[derive(Debug, Clone)]
struct Each {
    /// Index of the breakpoint.
    index: usize,
    expression: Expression,
    /// True if any change counts, not only a change to true.
    any: bool,
    before: i64,
}

impl Each {
    const fn counts(&self, now: i64) -> bool {
        now != self.before && (self.any || now != 0)
    }
}

/// The result of a run: the breakpoints that were hit, before their conditions are evaluated.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub(crate) struct BreakpointHits {
    pub(crate) ids: Vec<u32>,
    pub(crate) seen: Option<WatchedAccess>,
    pub(crate) exception: Option<Taken>,
    pub(crate) target: bool,
}

impl BreakpointHits {
    pub(crate) fn is_empty(&self) -> bool {
        self.ids.is_empty() && !self.target
    }
}

/// Values for what is checked at an address.
mod place {
    /// There is nothing to check.
    pub(super) const NONE: u16 = 0;
    /// A run stops at the address.
    pub(super) const STOP: u16 = 1;
    /// The first number of a test: a run stops at the address if the test with the number is true.
    pub(super) const TESTS: u16 = 2;
}

/// The probe that checks for breakpoints and for a target.
#[derive(Debug, Clone)]
pub(crate) struct Guard {
    /// The check at each address: see [`place`].
    places: Vec<u16>,
    /// The prepared conditions of addresses.
    tests: Vec<Test>,
    /// The indexes of the code breakpoints at each address, in order.
    code: HashMap<Address, Vec<usize>>,
    /// The indexes of all other breakpoints.
    others: Vec<usize>,
    segmented: bool,
    /// The breakpoints of the user, followed by those of the target.
    breakpoints: Vec<Breakpoint>,
    /// The number of the user's breakpoints.
    own: usize,
    target: Target,
    each: Vec<Each>,
    watch: Option<Watch>,
    /// The clocks of the next clock breakpoint, or the limit.
    clock: u64,
    /// The clocks at which a run ends in any case.
    limit: u64,
    /// The clocks at the last checked instruction.
    clocks: u64,
    /// True if a breakpoint waits for exceptions; below, the last exception.
    awaits_exceptions: bool,
    exception: Option<Taken>,
    /// True if more than the address must be checked after every instruction.
    slow: bool,
    /// True at the first instruction of a run, before which nothing is checked.
    fresh: bool,
    instructions: u64,
}

impl Guard {
    /// Creates a guard for breakpoints and a target, starting from the current state of the machine.
    pub(crate) fn new(breakpoints: &[Breakpoint], mut target: Target, subject: &Machine) -> Self {
        let own = breakpoints.iter().filter(|breakpoint| breakpoint.enabled).cloned();
        let mut list: Vec<Breakpoint> = own.collect();
        let own = list.len();
        list.append(&mut target.passing);
        let mut guard = Self {
            places: vec![place::NONE; Address::count(subject.has_segments())],
            tests: Vec::new(),
            code: HashMap::new(),
            others: Vec::new(),
            segmented: subject.has_segments(),
            breakpoints: list,
            own,
            target,
            each: Vec::new(),
            watch: None,
            clock: u64::MAX,
            limit: u64::MAX,
            clocks: subject.clocks(),
            awaits_exceptions: false,
            exception: None,
            slow: false,
            fresh: true,
            instructions: subject.instructions(),
        };
        for address in guard.target.addresses.clone() {
            guard.mark(address, address);
        }
        guard.slow = guard.target.is_slow();
        for index in 0..guard.breakpoints.len() {
            guard.prepare(index, subject);
        }
        guard.next_clock();
        guard
    }

    /// Adds a limit in clocks at which the run stops.
    pub(crate) fn limited(mut self, clocks: u64) -> Self {
        self.limit = clocks;
        self.next_clock();
        self
    }

    /// Returns true if there is nothing to check.
    pub(crate) fn is_idle(&self) -> bool {
        self.breakpoints.is_empty() && self.target.is_none()
    }

    fn prepare(&mut self, index: usize, subject: &Machine) {
        match &self.breakpoints[index].kind {
            Kind::Code(addresses) => {
                let condition = self.breakpoints[index].condition.clone();
                for address in addresses.clone() {
                    self.code.entry(address).or_default().push(index);
                    self.mark_if(address, condition.as_ref());
                }
                return;
            }
            Kind::Range(from, to) => {
                let (from, to) = (*from, *to);
                self.mark(from, to.max(from));
            }
            Kind::Access { program, from, to, on } => {
                let bits = match on {
                    On::Read => READ,
                    On::Write | On::Change => WRITE,
                    On::Access => READ | WRITE,
                };
                self.slow = true;
                self.watch
                    .get_or_insert_with(|| Watch::new(self.segmented))
                    .add(*program, *from, *to, bits);
            }
            Kind::When(expression) | Kind::Changes(expression) => {
                let any = matches!(self.breakpoints[index].kind, Kind::Changes(_));
                let before = number(expression, subject.into(), any);
                self.each
                    .push(Each { index, expression: expression.clone(), any, before });
                self.slow = true;
            }
            Kind::Exception(..) => (self.slow, self.awaits_exceptions) = (true, true),
            Kind::Clock(_) => {}
        }
        self.others.push(index);
    }

    /// Marks a range of addresses at which the run must stop for a closer check.
    fn mark(&mut self, from: Address, to: Address) {
        if let Some(places) = self.places.get_mut(from.linear()..=to.linear()) {
            places.fill(place::STOP);
        }
    }

    /// Marks an address at which the run must stop for a closer check if a condition is true.
    fn mark_if(&mut self, at: Address, condition: Option<&Expression>) {
        let Some(place) = self.places.get_mut(at.linear()) else {
            return;
        };
        // Instructions are not counted during a run, so the run stops, and the condition is evaluated then.
        let condition = condition.filter(|condition| !condition.asks_for_instructions());
        match (*place, condition) {
            (place::STOP, _) => {}
            (place::NONE, Some(condition)) => {
                let number = u16::try_from(self.tests.len() + usize::from(place::TESTS));
                // If there are too many tests for a number, the run stops, and the condition is evaluated then.
                *place = number.unwrap_or(place::STOP);
                if number.is_ok() {
                    self.tests.push(Test::new(condition));
                }
            }
            (number, Some(condition)) => {
                let test = &mut self.tests[usize::from(number - place::TESTS)];
                let known = std::mem::replace(test, Test::Any(Vec::new()));
                *test = known.or(Test::new(condition));
            }
            (_, None) => *place = place::STOP,
        }
    }

    fn next_clock(&mut self) {
        let later = self.others.iter().filter_map(|index| {
            let Kind::Clock(clock) = self.breakpoints[*index].kind else {
                return None;
            };
            (clock > self.clocks).then_some(clock)
        });
        self.clock = later.min().unwrap_or(u64::MAX).min(self.limit);
    }

    /// Returns, only once, what the run has reached in its current state. Called after a stop, and after a run that has
    /// ended for another reason.
    pub(crate) fn found(&mut self, subject: &Machine) -> BreakpointHits {
        if self.fresh {
            return BreakpointHits::default();
        }
        let (pc, clocks) = (subject.pc(), subject.clocks());
        let view = View::from(subject);
        let mut found = BreakpointHits {
            target: self.target.reached(subject.cpu()),
            exception: self.exception.take(),
            ..BreakpointHits::default()
        };
        let seen = self.watch.as_mut().map(|watch| std::mem::take(&mut watch.seen));
        let seen = seen.unwrap_or_default();
        let changed = self.changed(view);
        let begins = subject.cpu().begins_instruction();
        let code = self.code.get(&pc).filter(|_| begins).map_or(&[][..], Vec::as_slice);
        let mut candidates = [code, &self.others].concat();
        candidates.sort_unstable();
        for index in candidates {
            let breakpoint = &self.breakpoints[index];
            let hit = match &breakpoint.kind {
                Kind::Code(_) => true,
                Kind::Range(from, to) => begins && (from..=to).contains(&&pc),
                Kind::Access { program, from, to, on } => {
                    let last = (*from, *to);
                    let of_it =
                        |seen: &&WatchedAccess| seen.program == *program && touches(seen, last) && counts(seen, *on);
                    let access = seen.iter().find(of_it);
                    found.seen = found.seen.or(access.copied());
                    access.is_some()
                }
                Kind::When(_) | Kind::Changes(_) => changed.contains(&index),
                Kind::Clock(clock) => self.clocks < *clock && clocks >= *clock,
                Kind::Exception(class, number) => found.exception.is_some_and(|taken| class.has(taken, *number)),
            };
            if hit && index < self.own {
                found.ids.push(breakpoint.id);
            } else if hit {
                found.target |= breakpoint.holds(view);
            }
        }
        self.clocks = clocks;
        self.next_clock();
        self.fresh = true;
        found
    }

    /// Returns the indexes of the breakpoints whose expression has changed so that it triggers them.
    fn changed(&mut self, view: View<'_>) -> Vec<usize> {
        let mut list = Vec::new();
        for each in &mut self.each {
            let now = number(&each.expression, view, each.any);
            if each.counts(now) {
                list.push(each.index);
            }
            each.before = now;
        }
        list
    }

    /// Returns true if a run must stop before the instruction at an address.
    #[inline(always)]
    fn stops_at(&mut self, at: usize, clocks: u64, cpu: &Cpu, memory: &dyn Look) -> bool {
        if self.fresh {
            self.fresh = false;
            return false;
        }
        let place = self.places[at];
        (place != place::NONE
            && (cpu.begins_instruction()
                && (place == place::STOP || self.holds(place, self.view(clocks, cpu, memory)))
                || self.target.reached(cpu)))
            || clocks >= self.clock
            || (self.slow && self.look(self.view(clocks, cpu, memory)))
    }

    #[inline(always)]
    const fn view<'a>(&self, clocks: u64, cpu: &'a Cpu, memory: &'a dyn Look) -> View<'a> {
        View { cpu, memory, clocks, instructions: self.instructions }
    }

    /// Returns true if the test of an address is true.
    #[inline]
    fn holds(&self, place: u16, view: View<'_>) -> bool {
        self.tests[usize::from(place - place::TESTS)].holds(view)
    }

    /// Records an exception for which a breakpoint waits.
    #[inline(always)]
    fn note(&mut self, event: Event, cpu: &Cpu, memory: &(impl Look + ?Sized)) {
        if !matches!(event, Event::Trapped(_) | Event::Interrupted(_)) {
            return;
        }
        let taken = Taken::at(event, cpu, memory);
        self.exception = taken.filter(|_| self.awaits_exceptions);
        // Accesses by devices are recorded later.
        for seen in self.watch.iter_mut().flat_map(|watch| &mut watch.seen) {
            seen.exception = taken;
        }
    }

    /// Returns true if one of the expensive checks may succeed.
    #[inline(never)]
    fn look(&mut self, view: View<'_>) -> bool {
        let mut stop = self.exception.is_some();
        stop |= self.watch.as_ref().is_some_and(|watch| !watch.seen.is_empty());
        stop |= self.target.is_slow() && self.target.reached(view.cpu);
        for each in &mut self.each {
            let now = number(&each.expression, view, each.any);
            if each.counts(now) {
                // `found` repeats the check and reports the result.
                return true;
            }
            each.before = now;
        }
        stop
    }
}

/// Returns the number to compare: the value if any change counts, otherwise only whether it is true.
fn number(expression: &Expression, view: View<'_>, any: bool) -> i64 {
    // A division by zero counts as 0, because a breakpoint cannot report an error during a run.
    let number = expression.value(view).map_or(0, |value| value.number);
    if any { number } else { i64::from(number != 0) }
}

fn touches(seen: &WatchedAccess, (from, to): (Address, Address)) -> bool {
    let last = seen.address.plus(u16::from(seen.bytes - 1));
    seen.address <= to && last >= from
}

fn counts(seen: &WatchedAccess, on: On) -> bool {
    match on {
        On::Read => !seen.write,
        On::Write => seen.write,
        On::Access => true,
        On::Change => seen.write && seen.before != seen.value,
    }
}

impl Probe<World> for Guard {
    #[inline(always)]
    fn stops(&mut self, clocks: u64, cpu: &Cpu, world: &World) -> bool {
        self.stops_at(Address::of_pc(cpu).linear(), clocks, cpu, &world.seen_by(cpu))
    }

    #[inline(always)]
    fn step(&mut self, cpu: &mut Cpu, world: &mut World) -> Step {
        if !self.slow {
            return world.step(cpu);
        }
        self.instructions += u64::from(cpu.begins_instruction());
        let step = match &mut self.watch {
            Some(watch) => {
                watch.pc = Address::of_pc(cpu);
                world.watched_step(cpu, watch)
            }
            None => world.step(cpu),
        };
        self.note(step.event, cpu, &world.seen_by(cpu));
        if let Some(over) = &mut self.target.over {
            over.follow(step.event, cpu);
        }
        step
    }

    #[inline(always)]
    fn served(&mut self, cpu: &Cpu, world: &mut World) {
        if let Some(watch) = &mut self.watch {
            world.show_transfers(cpu, watch);
        }
    }
}
