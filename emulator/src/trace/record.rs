//! Making a trace while the program runs.

use std::collections::HashSet;

use super::numbers::{Arena, Num, Yes};
use super::recorder::{Address, Decision, Recorder, State};
use super::rows::WRITE;
use super::{Exit, Step, Trace};
use crate::cpu::{Flags, is_ordinary};
use crate::isa::{self, FORMS, FlagSet, Operation};

/// A program that runs while a trace of it is made.
pub trait Follow {
    /// Whether addresses have a segment number.
    fn segmented(&self) -> bool;
    /// Segment and offset of the next instruction.
    fn pc(&self) -> (u8, u16);
    /// A word of program memory at an offset in the segment of PC.
    fn word(&self, at: u16) -> u16;
    /// Whether a trace may contain the instruction at PC, and go on behind the one before it.
    fn follows(&self) -> bool;
    /// Executes the next instruction. Returns whether a trace may go on.
    fn step(&mut self) -> bool;
}

/// Executes instructions and makes a trace of them, of `most` at most. None if the first is one that only the
/// interpreter carries out; then nothing has been executed.
pub fn record(program: &mut impl Follow, most: u32) -> Option<Trace> {
    let arena = Arena::default();
    let mut maker = Maker::new(&arena, program);
    while maker.instructions < most && maker.instruction(program) {}
    if maker.instructions == 0 {
        return None;
    }
    let repeats = maker.end.is_none() && program.pc() == maker.start;
    let end = maker.end.take().unwrap_or_else(|| maker.exit(&maker.recorder.state, 0));
    let (steps, instructions) = (maker.steps, maker.instructions);
    let most_clocks = maker.most_clocks.max(end.clocks);
    drop(maker.recorder);
    let (terms, tests) = arena.into_parts();
    Some(Trace {
        terms,
        tests,
        steps,
        end,
        repeats,
        most_clocks,
        instructions,
    })
}

/// A trace that is being made.
struct Maker<'r> {
    recorder: Recorder<'r>,
    start: (u8, u16),
    /// The processor at the start.
    before: State<'r>,
    steps: Vec<Step>,
    /// The end, where it is not simply where the trace has come to.
    end: Option<Exit>,
    clocks: u32,
    most_clocks: u32,
    instructions: u32,
    /// Address of the last instruction.
    from: u16,
    /// Where the calls return to that the trace is in.
    returns: Vec<(u8, u16)>,
    /// Where the trace has been, and in which call.
    been: HashSet<((u8, u16), Option<(u8, u16)>)>,
}

/// What an instruction does if its decision goes one way.
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
            most_clocks: 0,
            instructions: 0,
            from: 0,
            returns: Vec::new(),
            been: HashSet::new(),
        }
    }

    /// Writes the next instruction down and executes it. Returns whether the trace goes on.
    fn instruction(&mut self, program: &mut impl Follow) -> bool {
        let at = program.pc();
        self.recorder.state.pc = at.1;
        self.recorder.state.segment = at.0;
        let first = self.instructions == 0;
        let again = !self.been.insert((at, self.returns.last().copied()));
        if !first && (at == self.start || again || !program.follows()) {
            return false;
        }
        let words: [u16; 4] = std::array::from_fn(|n| program.word(at.1.wrapping_add(2 * n as u16)));
        let Some(index) = isa::form_index(words[0], words[1]).filter(|&index| is_ordinary(index)) else {
            return false;
        };
        let state = self.recorder.state.clone();
        let Some(taken) = self.outcome(index, words, &state, true) else {
            return false;
        };
        let other = match taken.decision {
            Some(_) => match self.outcome(index, words, &state, false) {
                Some(other) => Some(other),
                None => return false,
            },
            None => None,
        };
        let goes_on = program.step();
        let next = program.pc();
        self.instructions += 1;
        self.from = at.1;
        if matches!(FORMS[index].operation, Operation::Call | Operation::Calr) {
            self.returns.push((at.0, taken.state.pc));
        }
        let chosen = match other {
            None => {
                self.steps.extend(taken.steps);
                (taken.state, taken.clocks)
            }
            Some(other) => self.choose(taken, other, next),
        };
        self.go(chosen, next) && goes_on
    }

    /// What an instruction does. None if it is left to the interpreter.
    fn outcome(&mut self, index: usize, words: [u16; 4], state: &State<'r>, answer: bool) -> Option<Outcome<'r>> {
        let recorder = &mut self.recorder;
        recorder.state.clone_from(state);
        recorder.answer = answer;
        let [first, following @ ..] = words;
        recorder.begin(following, FORMS[index].pattern.words() == 2);
        let clocks = WRITE[index](recorder, first);
        let steps = std::mem::take(&mut recorder.steps);
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

    /// Goes the way that the program went, with an exit for the other one.
    fn choose(&mut self, yes: Outcome<'r>, no: Outcome<'r>, next: (u8, u16)) -> (State<'r>, u32) {
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
        let exit = self.exit(&other.state, other.clocks);
        self.most_clocks = self.most_clocks.max(exit.clocks);
        self.steps.extend(went.steps);
        self.steps.push(Step::Leave {
            when: when.truth,
            steps: other.steps.split_off(before),
            exit,
        });
        self.steps.extend(behind);
        (went.state, went.clocks)
    }

    /// Goes on behind an instruction. Returns whether the trace does.
    fn go(&mut self, (state, clocks): (State<'r>, u32), next: (u8, u16)) -> bool {
        let destination = state.destination();
        let exit = self.exit(&state, clocks);
        self.clocks += clocks;
        self.recorder.state = state;
        self.recorder.state.pc = next.1;
        self.recorder.state.segment = next.0;
        self.recorder.state.target = None;
        if destination.known().is_some() {
            return true;
        }
        // A return goes on in the caller, if that is where it leads.
        if self.returns.pop() != Some(next) {
            self.end = Some(exit);
            return false;
        }
        self.most_clocks = self.most_clocks.max(exit.clocks);
        self.steps.push(Step::Leave {
            when: (!destination.is(next)).truth,
            steps: Vec::new(),
            exit,
        });
        true
    }

    /// The way out behind an instruction that took so many clocks.
    fn exit(&self, state: &State<'r>, clocks: u32) -> Exit {
        let Address { upper, offset } = state.destination();
        let changed = |now: &Num<'r>, then: &Num<'r>| now.number != then.number;
        let registers = (0..16)
            .filter(|&n| changed(&state.registers[n], &self.before.registers[n]))
            .map(|n| (n as u8, state.registers[n].number))
            .collect();
        let flags = each(&state.flags)
            .into_iter()
            .zip(each(&self.before.flags))
            .filter(|(now, then)| now.1.truth != then.1.truth)
            .map(|((flag, now), _)| (u16::from(flag.bits()), now.truth))
            .collect();
        Exit {
            registers,
            flags,
            upper: upper.number,
            pc: offset.number,
            from: self.from,
            clocks: self.clocks + clocks,
            instructions: self.instructions,
        }
    }
}

/// The flags, each with its bit.
fn each<'r>(flags: &Flags<Yes<'r>>) -> [(FlagSet, Yes<'r>); 6] {
    [
        (FlagSet::C, flags.c),
        (FlagSet::Z, flags.z),
        (FlagSet::S, flags.s),
        (FlagSet::PV, flags.v),
        (FlagSet::DA, flags.d),
        (FlagSet::H, flags.h),
    ]
}
