//! Follows calls and exceptions during a run.

use z8000::cpu::{Cpu, Event, Fcw, Model, Step};
use z8000::isa::{Operation, Value};
use z8000::run::{Host as _, Probe};

use super::entry::{Entry, Taken, stack, system_stack};
use super::stacks::{Frame, Level, Mode, Stack, Stacks};
use crate::machine::{Address, Look, World};
use crate::program::{Flow, instruction};

/// The frames of a run that is being followed. A `T` is stored for each frame, and for the routine without a frame.
#[derive(Debug, Clone)]
pub(crate) struct Calls<T = ()> {
    normal: Stacks<T>,
    system: Stacks<T>,
    mode: Mode,
    /// R14, R15 and the mode bits of FCW after the last step.
    registers: [u16; 2],
    bits: u16,
    flow: &'static [Flow; 0x1_0000],
}

/// The effect of a step on the frames.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Change {
    /// No effect.
    None,
    /// Another stack or another mode may be in use, or a stack was reset.
    Moved,
    /// The routine has dropped its return address or status, and continues.
    Dropped,
    /// A frame was opened; it starts with a copy of the caller's `T`.
    Entered,
    /// The routine has returned; to an unknown caller if no frame was closed.
    Returned {
        /// True if a frame was closed.
        closed: bool,
    },
}

/// The maximum number of bytes that one instruction pushes or pops, or adds as a short constant.
const NEAR: i16 = 16;

/// The bits of FCW that select the stack pointer.
const MODE: Fcw = Fcw::SEG.union(Fcw::SYSTEM);

impl<T: Copy + Default + PartialEq> Calls<T> {
    /// Starts from the current state of a processor whose past is unknown.
    pub(crate) fn new(cpu: &Cpu) -> Self {
        let stacks = |mode: Mode| Stacks::new(mode.stack(cpu));
        let mut calls = Self {
            normal: stacks(Mode::Normal),
            system: stacks(Mode::System),
            mode: Mode::System,
            registers: [0; 2],
            bits: 0,
            flow: Flow::table(),
        };
        calls.remember(cpu);
        calls
    }

    fn remember(&mut self, cpu: &Cpu) {
        self.mode = Mode::of(cpu);
        self.registers = [14, 15].map(|n| cpu.register(n));
        self.bits = (cpu.fcw() & MODE).bits();
    }

    fn stacks(&mut self, mode: Mode) -> &mut Stacks<T> {
        match mode {
            Mode::Normal => &mut self.normal,
            Mode::System => &mut self.system,
        }
    }

    /// Replaces the current stack with one that was found in memory.
    pub(super) fn put(&mut self, mode: Mode, stack: Stack<T>) {
        self.stacks(mode).now = stack;
    }

    /// Returns the `T` of the running routine.
    #[inline(always)]
    pub(crate) fn kept(&mut self) -> &mut T {
        let now = match self.mode {
            Mode::Normal => &mut self.normal.now,
            Mode::System => &mut self.system.now,
        };
        match now.frames.last_mut() {
            Some(frame) => &mut frame.kept,
            None => &mut now.root,
        }
    }

    /// Returns the kind of flow of the instruction at an address; must be called before the step.
    #[inline(always)]
    pub(crate) fn before(&self, pc: Address, memory: &(impl Look + ?Sized)) -> Flow {
        self.flow[usize::from(memory.word(true, pc))]
    }

    /// Updates the frames; must be called after the step from an address.
    #[inline(always)]
    pub(crate) fn after(
        &mut self,
        pc: Address,
        flow: Flow,
        event: Event,
        cpu: &Cpu,
        memory: &(impl Look + ?Sized),
    ) -> Change {
        let bits = cpu.fcw().bits() & MODE.bits();
        let still = cpu.register(15) == self.registers[1]
            && bits == self.bits
            && (bits & Fcw::SEG.bits() == 0 || cpu.register(14) == self.registers[0]);
        if still && flow == Flow::Next && !matches!(event, Event::Trapped(_) | Event::Interrupted(_)) {
            return Change::None;
        }
        // The instruction at the address has not been executed yet.
        if event == Event::Waited {
            return Change::None;
        }
        let ordinary = flow == Flow::Next && event == Event::Retired;
        if let Some(change) = ordinary.then(|| self.nudged(cpu)).flatten() {
            return change;
        }
        let taken = Taken::at(event, cpu, memory);
        self.changed((pc, flow), taken, cpu, &|| calculates(pc, memory))
    }

    /// Follows a push or a pop; `None` for any other change.
    #[inline(never)]
    fn nudged(&mut self, cpu: &Cpu) -> Option<Change> {
        let distance = cpu.register(15).wrapping_sub(self.registers[1]).cast_signed();
        if (cpu.fcw() & MODE).bits() != self.bits || !(-NEAR..=NEAR).contains(&distance) {
            return None;
        }
        let stacks = self.stacks(self.mode);
        let open = stacks.now.frames.len();
        stacks.moved_by(stack(cpu));
        let closed = stacks.now.frames.len() < open;
        self.registers = [14, 15].map(|n| cpu.register(n));
        Some(if closed { Change::Dropped } else { Change::None })
    }

    #[inline(never)]
    fn changed(
        &mut self,
        (pc, flow): (Address, Flow),
        taken: Option<Taken>,
        cpu: &Cpu,
        calculates: &dyn Fn() -> bool,
    ) -> Change {
        let change = if let Some(taken) = taken {
            let bytes = if cpu.model() == Model::Z8001 { 8 } else { 6 };
            self.enter(
                Entry::Exception(taken),
                pc,
                (system_stack(cpu), bytes),
                Mode::System,
                cpu,
            )
        } else if flow == Flow::Call {
            let bytes = if self.bits & Fcw::SEG.bits() == 0 { 2 } else { 4 };
            self.enter(Entry::Call, pc, (stack(cpu), bytes), self.mode, cpu)
        } else {
            self.moved(flow, cpu, calculates)
        };
        self.remember(cpu);
        change
    }

    fn enter(&mut self, entry: Entry, from: Address, pushed: (Address, u16), mode: Mode, cpu: &Cpu) -> Change {
        let (slot, bytes) = pushed;
        let (kept, modes) = (*self.kept(), [self.mode, Mode::of(cpu)]);
        let stacks = self.stacks(mode);
        stacks.moved_to(slot.plus(bytes));
        let start = Address::of_pc(cpu);
        stacks.now.push(Frame { entry, from, start, slot, bytes, modes, kept });
        Change::Entered
    }

    /// Follows changes of the stack pointers when no routine was entered.
    fn moved(&mut self, flow: Flow, cpu: &Cpu, calculates: &dyn Fn() -> bool) -> Change {
        let (before, now) = (self.mode, Mode::of(cpu));
        let returns = flow == Flow::Return;
        let (frames, kept) = (self.stacks(before).now.frames.len(), *self.kept());
        let to = before.stack(cpu);
        let calculated = returns || calculates();
        if calculated {
            self.stacks(before).moved_by(to);
        } else {
            self.stacks(before).moved_to(to);
        }
        let closed = self.stacks(before).now.frames.len() < frames;
        if now != before {
            self.mode = now;
            self.stacks(now).moved_to(now.stack(cpu));
        }
        // The same routine continues in another mode or on another stack.
        if !returns && *self.kept() == T::default() {
            *self.kept() = kept;
        }
        match (returns, closed && calculated) {
            (true, _) => Change::Returned { closed },
            (false, true) => Change::Dropped,
            (false, false) => Change::Moved,
        }
    }

    /// Follows changes made to a processor from outside.
    pub(crate) fn settle(&mut self, cpu: &Cpu) {
        self.remember(cpu);
        self.stacks(self.mode).moved_to(stack(cpu));
    }

    /// Returns the frames that led to the current routine, innermost first, each with the level at which it closes.
    pub(crate) fn chain(&self) -> Vec<(Frame<T>, Level)> {
        let (system, normal) = (&self.system.now, &self.normal.now);
        let mut list = Vec::new();
        let mut left = system.frames.len();
        // The FCW of a vector may switch to normal mode.
        let mut here = match system.frames.last() {
            Some(frame) if frame.modes[1] == self.mode => Mode::System,
            _ => self.mode,
        };
        while here == Mode::System && left > 0 {
            left -= 1;
            list.push(system.with_level(Mode::System, left));
            here = system.frames[left].modes[0];
        }
        if here == Mode::Normal {
            let indices = (0..normal.frames.len()).rev();
            list.extend(indices.map(|index| normal.with_level(Mode::Normal, index)));
        }
        list
    }

    /// Returns true if the current routine was not entered from a known one.
    pub(crate) fn is_outermost(&self) -> bool {
        let (system, normal) = (&self.system.now.frames, &self.normal.now.frames);
        match self.mode {
            Mode::System => system.is_empty(),
            Mode::Normal => normal.is_empty() && system.last().is_none_or(|frame| frame.modes[1] == Mode::System),
        }
    }

    /// Returns the current level of the stack on which exceptions are saved.
    pub(crate) fn system_level(&self, cpu: &Cpu) -> Level {
        self.system.now.level(Mode::System, system_stack(cpu))
    }

    /// Returns the current level of the current stack.
    pub(crate) fn level(&self, cpu: &Cpu) -> Level {
        let now = match self.mode {
            Mode::Normal => &self.normal.now,
            Mode::System => &self.system.now,
        };
        now.level(self.mode, stack(cpu))
    }
}

/// Returns true if the instruction at an address computes a new stack pointer from the current one.
fn calculates(at: Address, memory: &(impl Look + ?Sized)) -> bool {
    let Some(instruction) = instruction(memory, at) else {
        return false;
    };
    let of_stack = |value: &Value| matches!(value, Value::Register(14 | 15) | Value::Base(14 | 15, _));
    let values = instruction.values();
    match instruction.form.operation {
        Operation::Add | Operation::Sub | Operation::Inc | Operation::Dec | Operation::Push | Operation::Pushl => true,
        Operation::Lda => values.iter().skip(1).any(of_stack),
        // A pop into another register.
        Operation::Pop | Operation::Popl => !values.iter().take(1).any(of_stack),
        _ => false,
    }
}

impl Calls {
    /// Returns the same frames with another `T` for each, and for the routine without a frame.
    pub(crate) fn keeping<T: Copy>(self, root: T, kept: impl Fn(&Frame) -> T) -> Calls<T> {
        let Self { normal, system, mode, registers, bits, flow } = self;
        let [normal, system] = [normal, system].map(|stacks| stacks.keeping(root, &kept));
        Calls { normal, system, mode, registers, bits, flow }
    }
}

impl Probe<World> for Calls {
    #[inline(always)]
    fn step(&mut self, cpu: &mut Cpu, world: &mut World) -> Step {
        let pc = Address::of_pc(cpu);
        let flow = self.before(pc, &world.seen_by(cpu));
        let step = world.step(cpu);
        self.after(pc, flow, step.event, cpu, &world.seen_by(cpu));
        step
    }
}
