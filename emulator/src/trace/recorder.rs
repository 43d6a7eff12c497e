//! The recording version of the verbs, on which operations work while a trace is recorded.

use alloc::vec::Vec;
use core::cell::Cell;

use super::numbers::{Arena, Num, Slot, Term, Yes};
use super::stored::StoredWords;
use super::{Place, Step};
use crate::bus::{Space, Status};
use crate::cpu::{Flags, Verbs};
use crate::isa::{FlagSet, Form};

/// The current state of the recorded processor, in terms of its state at the start.
#[derive(Clone)]
pub(super) struct State<'r> {
    pub(super) registers: [Num<'r>; 16],
    pub(super) flags: Flags<Yes<'r>>,
    /// The offset of the next word to fetch.
    pub(super) pc: u16,
    /// The segment of PC.
    pub(super) segment: u8,
    /// The target if the instruction has jumped; `None` to continue at the next instruction.
    pub(super) target: Option<Address<'r>>,
    /// The number of loads so far.
    pub(super) loads: u32,
    /// The words stored so far, for use by later loads.
    pub(super) stored: StoredWords<'r>,
}

/// An address: the upper word of a register pair, and the offset.
#[derive(Clone, Copy)]
pub(crate) struct Address<'r> {
    pub(super) upper: Num<'r>,
    pub(super) offset: Num<'r>,
}

impl<'r> Address<'r> {
    /// Creates an address with an offset in a known segment.
    fn near(segment: u8, offset: Num<'r>) -> Self {
        Self { upper: (0x8000 | u32::from(segment) << 8).into(), offset }
    }

    fn segment(&self) -> Num<'r> {
        self.upper >> 8 & 0x7F
    }

    /// Returns the segment and the offset if both are known.
    pub(super) fn known(&self) -> Option<(u8, u16)> {
        Some((self.segment().known()? as u8, self.offset.known()? as u16 & !1))
    }

    /// Returns whether the address equals this segment and offset.
    pub(super) fn is(&self, (segment, offset): (u8, u16)) -> Yes<'r> {
        // One comparison of both parts, except for known ones.
        let pair = |segment: Num<'r>, offset: Num<'r>| segment << 16 | offset;
        let here = pair(self.segment(), self.offset);
        here.equal(pair(u32::from(segment).into(), u32::from(offset).into()))
    }
}

impl<'r> State<'r> {
    /// Returns the address at which the program continues. PC is even.
    pub(super) fn destination(&self) -> Address<'r> {
        match self.target {
            Some(Address { upper, offset }) => Address { upper, offset: offset & 0xFFFE },
            None => Address::near(self.segment, u32::from(self.pc).into()),
        }
    }
}

/// A decision of an instruction between two paths.
#[derive(Clone, Copy)]
pub(super) struct Decision<'r> {
    pub(super) way: Yes<'r>,
    /// The number of steps recorded before the decision.
    pub(super) steps: usize,
}

/// The processor on which operations work while a trace is recorded.
pub(crate) struct Recorder<'r> {
    arena: &'r Arena,
    segmented: bool,
    pub(super) state: State<'r>,
    pub(super) steps: Vec<Step>,
    /// The words of the instruction after its first one, and how many of them were fetched.
    following: [u16; Form::MAX_WORDS - 1],
    fetched: usize,
    pub(super) second: u16,
    /// The path to take at the next decision.
    pub(super) answer: bool,
    pub(super) decision: Option<Decision<'r>>,
    /// True if the instruction has read flags.
    asked: Cell<bool>,
    /// True if only the interpreter can execute the instruction.
    pub(super) refused: bool,
}

impl<'r> Recorder<'r> {
    /// Creates a recorder in the state at the start of a trace.
    pub(super) fn new(arena: &'r Arena, segmented: bool) -> Self {
        let registers = core::array::from_fn(|n| arena.number(Term::Start(Slot::Register(n as u8)), 0xFFFF));
        let flag = |set: FlagSet| arena.flag(set.bits().into());
        let (s, v) = (flag(FlagSet::S), flag(FlagSet::PV));
        let flags = Flags {
            c: flag(FlagSet::C),
            z: flag(FlagSet::Z),
            s,
            v,
            d: flag(FlagSet::DA),
            h: flag(FlagSet::H),
            less: s ^ v,
        };
        Self {
            arena,
            segmented,
            state: State {
                registers,
                flags,
                pc: 0,
                segment: 0,
                target: None,
                loads: 0,
                stored: StoredWords::default(),
            },
            steps: Vec::new(),
            following: [0; Form::MAX_WORDS - 1],
            fetched: 0,
            second: 0,
            answer: false,
            decision: None,
            asked: Cell::new(false),
            refused: false,
        }
    }

    /// Returns the number of words of the instruction.
    pub(super) const fn words(&self) -> usize {
        1 + self.fetched
    }

    pub(super) fn depends_on_flags(&self) -> bool {
        self.asked.get()
    }

    /// Begins the instruction at PC. `following` are the words after its first one; `second` is true if its pattern has
    /// two words.
    pub(super) fn begin(&mut self, following: [u16; Form::MAX_WORDS - 1], second: bool) {
        self.state.pc = self.state.pc.wrapping_add(if second { 4 } else { 2 });
        self.state.target = None;
        self.following = following;
        self.second = following[0];
        self.fetched = usize::from(second);
        self.decision = None;
        self.asked.set(false);
        self.refused = false;
    }

    fn place(&self, status: Status, word: bool, at: Address<'r>) -> Place {
        Place {
            space: status.space,
            word,
            upper: at.upper.number(),
            offset: at.offset.number(),
        }
    }

    fn load(&mut self, status: Status, word: bool, at: Address<'r>) -> Num<'r> {
        let at = self.place(status, word, at);
        if let Some(known) = self.state.stored.word(self.arena, &at) {
            return known;
        }
        let load = self.state.loads;
        self.state.loads += 1;
        self.steps.push(Step::Load { load, at });
        self.arena.number(Term::Loaded(load), if word { 0xFFFF } else { 0xFF })
    }

    fn store(&mut self, status: Status, word: bool, at: Address<'r>, value: Num<'r>) {
        // A store to program memory could change this trace.
        self.refused |= status.space.is_program();
        let at = self.place(status, word, at);
        self.state.stored.store(self.arena, at, value);
        let value = value.number();
        self.steps.push(Step::Store { at, value });
    }
}

impl<'r> Verbs for &mut Recorder<'r> {
    type Value = Num<'r>;
    type Address = Address<'r>;

    fn segmented(&self) -> bool {
        self.segmented
    }

    fn status(&self, space: Space) -> Status {
        Status { space, system: true }
    }

    fn pc(&self) -> u16 {
        self.state.pc
    }

    fn fetch(&mut self) -> u16 {
        let word = self.following.get(self.fetched).copied();
        self.fetched += 1;
        self.state.pc = self.state.pc.wrapping_add(2);
        word.unwrap_or_default()
    }

    fn second(&self) -> u16 {
        self.second
    }

    fn register(&self, number: u16) -> Num<'r> {
        self.state.registers[usize::from(number & 15)]
    }

    fn set_register(&mut self, number: u16, value: Num<'r>) {
        self.state.registers[usize::from(number & 15)] = value & 0xFFFF;
    }

    fn flags(&self) -> Flags<Yes<'r>> {
        self.asked.set(true);
        self.state.flags
    }

    fn set_flags(&mut self, changed: FlagSet, flags: Flags<Yes<'r>>) {
        let now = &mut self.state.flags;
        let set = |flag: FlagSet, to: &mut Yes<'r>, from: Yes<'r>| {
            if changed.contains(flag) {
                *to = from;
            }
        };
        set(FlagSet::C, &mut now.c, flags.c);
        set(FlagSet::Z, &mut now.z, flags.z);
        set(FlagSet::S, &mut now.s, flags.s);
        set(FlagSet::PV, &mut now.v, flags.v);
        set(FlagSet::DA, &mut now.d, flags.d);
        set(FlagSet::H, &mut now.h, flags.h);
        let signs = FlagSet::S.union(FlagSet::PV);
        if changed.contains(signs) {
            now.less = flags.less;
        } else if changed.intersects(signs) {
            now.less = now.s ^ now.v;
        }
    }

    fn holds(&self, condition: u16) -> Yes<'r> {
        self.asked.set(true);
        self.state.flags.holds(condition)
    }

    fn decide(&mut self, way: Yes<'r>) -> bool {
        if let Some(known) = way.known() {
            return known;
        }
        // No instruction decides twice; if one did, the interpreter would have to execute it.
        self.refused |= self.decision.is_some();
        let steps = self.steps.len();
        self.decision = Some(Decision { way, steps });
        self.answer
    }

    fn jump(&mut self, target: Address<'r>) {
        // In non-segmented mode, the program stays in its segment.
        self.state.target = Some(if self.segmented {
            target
        } else {
            self.near(target.offset)
        });
    }

    fn near(&self, offset: Num<'r>) -> Address<'r> {
        Address::near(self.state.segment, offset)
    }

    fn far(&self, upper: Num<'r>, offset: Num<'r>) -> Address<'r> {
        Address { upper, offset }
    }

    fn words(&self, at: Address<'r>) -> (Num<'r>, Num<'r>) {
        (at.upper, at.offset)
    }

    fn plus(&self, at: Address<'r>, distance: Num<'r>) -> Address<'r> {
        Address { offset: (at.offset + distance) & 0xFFFF, ..at }
    }

    fn read_byte(&mut self, status: Status, at: Address<'r>) -> Num<'r> {
        self.load(status, false, at)
    }

    fn read_word(&mut self, status: Status, at: Address<'r>) -> Num<'r> {
        self.load(status, true, at)
    }

    fn write_byte(&mut self, status: Status, at: Address<'r>, value: Num<'r>) {
        self.store(status, false, at, value);
    }

    fn write_word(&mut self, status: Status, at: Address<'r>, value: Num<'r>) {
        self.store(status, true, at, value);
    }
}
