//! The stacks of a program, and the frames on each.

use z8000::cpu::{Cpu, Fcw, Model};

use super::entry::{Entry, stack, system_stack};
use crate::machine::Address;

/// A routine that has not returned yet. The owner stores a `T` for it.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct Frame<T = ()> {
    pub(crate) entry: Entry,
    /// The call, the instruction that trapped, or the instruction before which an interrupt came.
    pub(crate) from: Address,
    /// The address to which the call or exception led.
    pub(crate) start: Address,
    /// The address of the pushed words; below, their size in bytes.
    pub(crate) slot: Address,
    pub(crate) bytes: u16,
    /// The modes before and after.
    pub(crate) modes: [Mode; 2],
    pub(crate) kept: T,
}

impl<T> Frame<T> {
    /// Returns the stack pointer before the routine was entered.
    pub(crate) fn stack_before(&self, cpu: &Cpu) -> Address {
        match self.modes {
            [Mode::Normal, Mode::System] => Mode::Normal.stack(cpu),
            _ => self.slot.plus(self.bytes),
        }
    }
}

/// The two modes, each of which has a stack.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Mode {
    Normal,
    System,
}

impl Mode {
    #[inline(always)]
    pub(crate) fn of(cpu: &Cpu) -> Self {
        if cpu.fcw().contains(Fcw::SYSTEM) {
            Self::System
        } else {
            Self::Normal
        }
    }

    /// Returns the mode's stack pointer. While the processor is in system mode, normal mode is assumed to be segmented.
    pub(crate) fn stack(self, cpu: &Cpu) -> Address {
        let [segment, offset] = cpu.other_stack();
        match (self, cpu.model()) {
            (mode, _) if mode == Self::of(cpu) => stack(cpu),
            (Self::System, _) => system_stack(cpu),
            (Self::Normal, Model::Z8001) => Address::segmented((segment >> 8) as u8, offset),
            (Self::Normal, Model::Z8002) => Address::flat(offset),
        }
    }
}

/// A level of a stack, which is reached when the stack pointer is there or nearer to the base.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct Level {
    mode: Mode,
    base: Address,
    depth: u16,
}

impl Level {
    /// Returns true if the processor uses the stack of this level's mode.
    pub(crate) fn is_current(&self, cpu: &Cpu) -> bool {
        self.mode == Mode::of(cpu)
    }

    /// Returns true if the stack has shrunk to the level. Another stack never reaches it.
    pub(crate) fn reached(&self, cpu: &Cpu) -> bool {
        let stack = self.mode.stack(cpu);
        stack.segment() == self.base.segment() && depth(self.base, stack) <= self.depth
    }
}

/// Returns the number of bytes from an address to the base of its stack, possibly around the end of the segment.
const fn depth(base: Address, at: Address) -> u16 {
    base.offset().wrapping_sub(at.offset())
}

/// A stack: its base, its stack pointer, and the frames on it, outermost first.
#[derive(Debug, Clone)]
pub(crate) struct Stack<T> {
    base: Address,
    pointer: Address,
    pub(super) frames: Vec<Frame<T>>,
    /// The `T` of the routine without a frame.
    pub(super) root: T,
}

impl<T: Copy + Default> Stack<T> {
    /// Creates an empty stack.
    fn new(base: Address) -> Self {
        Self { base, pointer: base, frames: Vec::new(), root: T::default() }
    }

    /// Creates a stack on which these frames were found.
    pub(super) fn found(base: Address, pointer: Address, frames: Vec<Frame<T>>) -> Self {
        Self { base, pointer, frames, root: T::default() }
    }

    /// Returns true if an address is between the stack pointer and the base.
    fn has(&self, at: Address) -> bool {
        at.segment() == self.base.segment() && depth(self.base, at) <= depth(self.base, self.pointer)
    }

    /// Sets the stack pointer, and closes the frames that are then no longer on the stack.
    fn set(&mut self, pointer: Address) {
        self.pointer = pointer;
        let deep = depth(self.base, pointer);
        let closed = |frame: &Frame<T>| depth(self.base, frame.slot.plus(frame.bytes)) >= deep;
        while self.frames.last().is_some_and(closed) {
            self.frames.pop();
        }
    }

    pub(super) fn push(&mut self, frame: Frame<T>) {
        self.grow(frame.slot);
        self.frames.push(frame);
    }

    /// Moves the stack pointer away from the base. A stack that passes its base has filled its segment, and is about to
    /// overwrite everything on it.
    fn grow(&mut self, pointer: Address) {
        if depth(self.base, pointer) < depth(self.base, self.pointer) {
            self.base = self.pointer;
            self.frames.clear();
        }
        self.pointer = pointer;
    }

    /// Returns a frame, and the level at which it closes.
    pub(super) fn with_level(&self, mode: Mode, index: usize) -> (Frame<T>, Level) {
        let frame = self.frames[index];
        (frame, self.level(mode, frame.slot.plus(frame.bytes)))
    }

    /// Returns the level of an address.
    pub(super) fn level(&self, mode: Mode, at: Address) -> Level {
        Level { mode, base: self.base, depth: depth(self.base, at) }
    }
}

/// The maximum number of stacks that are remembered while another one is in use.
const KEPT: usize = 256;

/// The stacks of a mode: the current one, and those that the program has left.
#[derive(Debug, Clone)]
pub(crate) struct Stacks<T> {
    pub(super) now: Stack<T>,
    left: Vec<Stack<T>>,
}

impl<T: Copy + Default> Stacks<T> {
    pub(super) fn new(base: Address) -> Self {
        Self { now: Stack::new(base), left: Vec::new() }
    }

    /// Handles an instruction that has computed a new stack pointer from the old one.
    pub(super) fn moved_by(&mut self, to: Address) {
        let Stack { base, pointer, .. } = self.now;
        if to.segment() != base.segment() {
            return self.moved_to(to);
        }
        let up = to.offset().wrapping_sub(pointer.offset());
        if up < 0x8000 && up > depth(base, pointer) {
            // The assumed base was not the base.
            self.now.base = to;
            self.now.frames.clear();
        }
        if up >= 0x8000 {
            self.now.grow(to);
        } else {
            self.now.set(to);
        }
    }

    /// Handles a stack pointer that was loaded: the stack was reset, or is another one.
    pub(super) fn moved_to(&mut self, to: Address) {
        if to == self.now.pointer {
            return;
        }
        let left = self.left.iter();
        let exactly = left.clone().position(|stack| stack.pointer == to);
        let within = || left.clone().position(|stack| stack.has(to));
        let other = exactly.or_else(|| (!self.now.has(to)).then(within).flatten());
        let next = match other {
            Some(index) => self.left.remove(index),
            None if self.now.has(to) => return self.now.set(to),
            None => Stack::new(to),
        };
        let left = std::mem::replace(&mut self.now, next);
        self.now.set(to);
        if !left.frames.is_empty() {
            self.left.push(left);
        }
        if self.left.len() > KEPT {
            self.left.remove(0);
        }
    }
}

impl Stack<()> {
    fn keeping<T: Copy>(self, root: T, kept: &impl Fn(&Frame) -> T) -> Stack<T> {
        let with = |frame: Frame| {
            let kept = kept(&frame);
            let Frame { entry, from, start, slot, bytes, modes, .. } = frame;
            Frame { entry, from, start, slot, bytes, modes, kept }
        };
        let frames = self.frames.into_iter().map(with).collect();
        Stack { base: self.base, pointer: self.pointer, frames, root }
    }
}

impl Stacks<()> {
    /// Returns the same stacks with another `T`.
    pub(super) fn keeping<T: Copy>(self, root: T, kept: &impl Fn(&Frame) -> T) -> Stacks<T> {
        let left = self.left.into_iter().map(|stack| stack.keeping(root, kept)).collect();
        Stacks { now: self.now.keeping(root, kept), left }
    }
}
