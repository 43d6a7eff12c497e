//! Records a trace while the program runs.

use alloc::collections::BTreeSet;
use alloc::vec::Vec;
use core::cell::Cell;

use super::numbers::{Arena, Number, Slot};
use super::recorder::{Address, Decision, Recorder, State};
use super::rows::WRITE;
use super::{Exit, Place, Step, Trace};
use crate::cpu::{Flags, is_ordinary};
use crate::isa::{self, FORMS, FlagSet, Form, Operation};

/// The segment and offset of an instruction.
type At = (u8, u16);

/// A program that runs while its trace is recorded.
pub trait Follow {
    /// Returns true if addresses have a segment number.
    fn segmented(&self) -> bool;
    /// Returns the segment and offset of the next instruction.
    fn pc(&self) -> (u8, u16);
    /// Reads a word of program memory at a segment and an offset.
    fn word(&self, at: (u8, u16)) -> u16;
    /// Notes that the trace depends on this many words of program memory from a segment and an offset.
    fn depends(&self, at: (u8, u16), words: usize);
    /// Returns true if a trace may contain the instruction at a segment and an offset.
    fn follows(&self, at: (u8, u16)) -> bool;
    /// Returns true if some stores must be executed by the interpreter, such as those that may change the program. The
    /// trace then has a [`Step::Guard`] before each.
    fn watches(&self) -> bool;
    /// Executes the next instruction. Returns true if a trace may continue after it.
    fn step(&mut self) -> bool;
}

/// The number of steps after which a trace takes no further instruction. Few traces reach it; fifty LDM would be seven
/// hundred stores, which take long to compile.
const LONG: usize = 160;

/// Executes at most `most` instructions and records their trace. Returns `None`, without executing anything, if only
/// the interpreter can execute the first one.
pub fn record(program: &mut impl Follow, most: u32) -> Option<Trace> {
    let arena = Arena::default();
    let mut maker = Maker::new(&arena, program);
    while maker.instructions < most && maker.steps.len() < LONG && maker.instruction(program) {}
    if maker.instructions == 0 {
        return None;
    }
    let repeats = maker.end.is_none() && program.pc() == maker.start;
    let end = maker
        .end
        .take()
        .unwrap_or_else(|| maker.exit(program, &maker.recorder.state, 0));
    let (steps, instructions, most_clocks) = (maker.steps, maker.instructions, maker.most_clocks.get());
    drop(maker.recorder);
    let terms = arena.into_terms();
    Some(Trace { terms, steps, end, repeats, most_clocks, instructions })
}

/// Records a trace.
struct Maker<'r> {
    recorder: Recorder<'r>,
    start: At,
    /// The state of the processor at the start.
    before: State<'r>,
    steps: Vec<Step>,
    /// The exit at the end; `None` if the trace ends at the next instruction.
    end: Option<Exit>,
    clocks: u32,
    /// Clocks of the longest path so far.
    most_clocks: Cell<u32>,
    instructions: u32,
    /// Address of the last instruction.
    from: u16,
    /// The return addresses of the calls that the trace is in.
    returns: Vec<At>,
    /// The instructions that the trace contains, each with the return address of its call.
    been: BTreeSet<(At, Option<At>)>,
}

/// The effect of an instruction if its decision takes one of the two paths.
struct Outcome<'r> {
    state: State<'r>,
    steps: Vec<Step>,
    clocks: u32,
    decision: Option<Decision<'r>>,
}

impl<'r> Maker<'r> {
    fn new(arena: &'r Arena, program: &impl Follow) -> Self {
        let recorder = Recorder::new(arena, program.segmented());
        Self {
            before: recorder.state.clone(),
            recorder,
            start: program.pc(),
            steps: Vec::new(),
            end: None,
            clocks: 0,
            most_clocks: Cell::new(0),
            instructions: 0,
            from: 0,
            returns: Vec::new(),
            been: BTreeSet::new(),
        }
    }

    /// Records the next instruction and executes it. Returns true if the trace continues.
    fn instruction(&mut self, program: &mut impl Follow) -> bool {
        let at = program.pc();
        self.recorder.state.pc = at.1;
        self.recorder.state.segment = at.0;
        let first = self.instructions == 0;
        let again = !self.been.insert((at, self.returns.last().copied()));
        if !first && (at == self.start || again || !program.follows(at)) {
            return false;
        }
        let Some((index, words)) = ordinary_instruction(program, at) else {
            return false;
        };
        let state = self.recorder.state.clone();
        let Some(taken) = self.outcome(index, words, &state, true) else {
            return false;
        };
        program.depends(at, self.recorder.words());
        let other = match taken.decision {
            Some(_) => match self.outcome(index, words, &state, false) {
                Some(other) => Some(other),
                None => return false,
            },
            None => None,
        };
        let guard = self.guard(program, &state, &taken.steps);
        if other.is_some() && guard.is_some() {
            // An instruction that both stores and decides is not recorded.
            self.recorder.state = state;
            return false;
        }
        let goes_on = program.step();
        let next = program.pc();
        self.instructions += 1;
        self.from = at.1;
        match FORMS[index].operation {
            Operation::Call | Operation::Calr => self.returns.push((at.0, taken.state.pc)),
            // A return to an address pushed by the trace itself ends the call here; other returns are handled in `go`.
            Operation::Ret if taken.state.destination().known() == Some(next) => {
                self.returns.pop();
            }
            _ => {}
        }
        let chosen = match other {
            None => {
                let stores = taken.steps.iter().position(is_store).unwrap_or(taken.steps.len());
                let mut steps = taken.steps;
                self.steps.extend(steps.drain(..stores).chain(guard));
                self.steps.extend(steps);
                (taken.state, taken.clocks)
            }
            Some(other) => self.choose(program, taken, other, next),
        };
        self.go(program, chosen, next) && goes_on
    }

    /// Returns the effects of an instruction, one for each path of its decision; `None` if only the interpreter can
    /// execute it.
    fn outcome(
        &mut self,
        index: usize,
        words: [u16; Form::MAX_WORDS],
        state: &State<'r>,
        answer: bool,
    ) -> Option<Outcome<'r>> {
        let recorder = &mut self.recorder;
        recorder.state.clone_from(state);
        recorder.answer = answer;
        let clocks = carry_out(recorder, index, words);
        let steps = core::mem::take(&mut recorder.steps);
        if recorder.refused {
            recorder.state.clone_from(state);
            return None;
        }
        Some(Outcome {
            state: recorder.state.clone(),
            steps,
            clocks,
            decision: recorder.decision,
        })
    }

    /// Returns the guard of an instruction with these steps, if it needs one.
    fn guard(&self, program: &impl Follow, before: &State<'r>, steps: &[Step]) -> Option<Step> {
        let place = |step: &Step| match step {
            Step::Store { at, .. } => Some(*at),
            _ => None,
        };
        let at: Vec<Place> = steps.iter().filter_map(place).collect();
        (program.watches() && !at.is_empty()).then(|| Step::Guard { at, exit: self.exit(program, before, 0) })
    }

    /// Follows the path that the program took, with an exit for the other one.
    fn choose(&mut self, program: &impl Follow, yes: Outcome<'r>, no: Outcome<'r>, next: At) -> (State<'r>, u32) {
        let Some(Decision { way, steps: before }) = yes.decision else {
            unreachable!("two outcomes come from a decision")
        };
        let leads = |outcome: &Outcome<'r>| outcome.state.destination().known().is_none_or(|known| known == next);
        let surely = |outcome: &Outcome<'r>| outcome.state.destination().known() == Some(next);
        let (when, mut went, mut other) = if surely(&yes) || !surely(&no) && leads(&yes) {
            (!way, yes, no)
        } else {
            (way, no, yes)
        };
        let behind = went.steps.split_off(before);
        let exit = self.exit(program, &other.state, other.clocks);
        self.steps.extend(went.steps);
        self.steps
            .push(Step::Leave { when: when.number(), steps: other.steps.split_off(before), exit });
        self.steps.extend(behind);
        (went.state, went.clocks)
    }

    /// Continues after an instruction. Returns true if the trace does.
    fn go(&mut self, program: &impl Follow, (state, clocks): (State<'r>, u32), next: At) -> bool {
        let destination = state.destination();
        if destination.known() != Some(next) {
            let exit = self.exit(program, &state, clocks);
            // A known destination is where the trace continues, even if the program continued elsewhere this time: it
            // may have returned to an address stored where there is no RAM. Otherwise, a return continues in the caller
            // if it leads there.
            if destination.known().is_some() || self.returns.pop() != Some(next) {
                self.end = Some(exit);
                return false;
            }
            self.steps
                .push(Step::Leave { when: (!destination.is(next)).number(), steps: Vec::new(), exit });
        }
        self.clocks += clocks;
        self.recorder.state = State { pc: next.1, segment: next.0, target: None, ..state };
        true
    }

    /// Returns the exit after an instruction that took this many clocks.
    ///
    /// Flags that the program no longer tests are omitted. Between the exit and the last instruction that replaces such
    /// a flag, nothing else can test it either: the clocks of this section are included in the longest path, and a
    /// trace runs only if its longest path is within the limit.
    fn exit(&self, program: &impl Follow, state: &State<'r>, clocks: u32) -> Exit {
        let clocks = self.clocks + clocks;
        let (replaced, until) = match state.destination().known() {
            Some((segment, offset)) if segment == state.segment => replaced_flags(program, segment, offset),
            _ => (FlagSet::empty(), 0),
        };
        self.most_clocks.set(self.most_clocks.get().max(clocks + until));
        let replaced = replaced.bits().into();
        let Address { upper, offset } = state.destination();
        let changed = (slots(state).zip(slots(&self.before)))
            .filter(|(now, then)| now.1 != then.1 && !now.0.is_flag_of(replaced))
            .map(|(now, _)| now)
            .collect();
        Exit {
            changed,
            replaced,
            upper: upper.number(),
            pc: offset.number(),
            from: self.from,
            clocks,
            instructions: self.instructions,
        }
    }
}

/// The maximum number of instructions after an exit that are examined for flags that they replace.
const AHEAD: u32 = 8;

/// Returns the flags that a program replaces before it tests a flag, makes a decision, or reaches an instruction that
/// only the interpreter can execute; and the clocks until the last of these flags is replaced.
fn replaced_flags(program: &impl Follow, segment: u8, at: u16) -> (FlagSet, u32) {
    let arena = Arena::default();
    let mut recorder = Recorder::new(&arena, program.segmented());
    recorder.state.segment = segment;
    recorder.state.pc = at;
    let (mut clocks, mut replaced) = (0, (FlagSet::empty(), 0));
    for _ in 0..AHEAD {
        let at = (segment, recorder.state.pc);
        if !program.follows(at) {
            break;
        }
        let Some((index, words)) = ordinary_instruction(program, at) else {
            break;
        };
        clocks += carry_out(&mut recorder, index, words);
        program.depends(at, recorder.words());
        // A store may change the next instruction.
        let stores = program.watches() && recorder.steps.iter().any(is_store);
        if stores || recorder.refused || recorder.decision.is_some() || recorder.depends_on_flags() {
            break;
        }
        let both = replaced.0.union(FORMS[index].flags);
        if both != replaced.0 {
            replaced = (both, clocks);
        }
        match recorder.state.destination().known() {
            Some((to, offset)) if to == segment => recorder.state.pc = offset,
            _ => break,
        }
    }
    replaced
}

const fn is_store(step: &Step) -> bool {
    matches!(step, Step::Store { .. })
}

/// Returns the form and the words of the instruction at an address; `None` if the instruction is not ordinary.
fn ordinary_instruction(program: &impl Follow, (segment, at): At) -> Option<(usize, [u16; Form::MAX_WORDS])> {
    let words: [u16; Form::MAX_WORDS] =
        core::array::from_fn(|n| program.word((segment, at.wrapping_add(2 * n as u16))));
    let index = isa::form_index(words[0], words[1]).filter(|&index| is_ordinary(index))?;
    Some((index, words))
}

/// Records an instruction; returns its clocks.
fn carry_out(recorder: &mut Recorder<'_>, index: usize, [first, following @ ..]: [u16; Form::MAX_WORDS]) -> u32 {
    recorder.begin(following, FORMS[index].pattern.words() == 2);
    WRITE[index](recorder, first)
}

/// Returns all registers and flags with their numbers.
fn slots(state: &State<'_>) -> impl Iterator<Item = (Slot, Number)> {
    let Flags { c, z, s, v, d, h, .. } = state.flags;
    let flags = [
        (FlagSet::C, c),
        (FlagSet::Z, z),
        (FlagSet::S, s),
        (FlagSet::PV, v),
        (FlagSet::DA, d),
        (FlagSet::H, h),
    ];
    let registers = (0..)
        .zip(state.registers)
        .map(|(n, value)| (Slot::Register(n), value.number()));
    registers.chain(flags.map(|(flag, value)| (Slot::Flag(flag.bits().into()), value.number())))
}
