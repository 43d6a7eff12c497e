//! Following a program from its entries while keeping track of the known contents of the registers.
//!
//! The instructions from a jump target to the next jump are a run; the first one is its leader. A run is analysed again
//! when its leader is reached with registers that differ from those known before; in the end, what is known is true on
//! every path. Each analysis finds targets of jumps and accesses to memory.

use std::collections::{BTreeMap, BTreeSet};

use rustc_hash::{FxHashMap, FxHashSet};
use z8000::isa::{Mode, Operation, names};

use super::code::Code;
use super::data::{Aim, Data, Exit, JumpTable, PendingReturn, Routines};
use super::found::FoundInstruction;
use super::hints::{Hints, Inline};
use super::operands::{Step, condition, target};
use super::program::{Program, Space, is_text, number};
use super::state::{Parameter, State};
use super::value::Value;

/// Maximum number of instructions in a run.
const LONGEST_RUN: usize = 64;

/// The state at the beginning of a run.
#[derive(Debug, Clone)]
pub(super) struct Leader {
    pub(super) state: State,
    /// The entry of the routine that it belongs to.
    pub(super) routine: u32,
}

/// Bytes that the program copies to addresses at which it has no contents.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub(super) struct Copied {
    pub(super) to: u32,
    pub(super) from: u32,
    pub(super) bytes: u32,
}

/// Follows a program from its entries, and records all that it finds.
pub(super) struct Flow<'p> {
    pub(super) program: &'p Program,
    pub(super) hints: &'p Hints,
    pub(super) code: Code<'p>,
    pub(super) leaders: FxHashMap<u32, Leader>,
    work: Vec<u32>,
    pub(super) routines: Routines,
    /// For each target of a jump or call, the instructions that contain it.
    pub(super) sources: FxHashMap<u32, BTreeSet<u32>>,
    /// Jumps and calls through a register with unknown contents.
    pub(super) unresolved: BTreeSet<u32>,
    /// Tables of code addresses.
    pub(super) tables: BTreeMap<(Space, u32), JumpTable>,
    pub(super) data: Data,
    /// Numbers that may be code addresses.
    pub(super) candidates: FxHashSet<u32>,
    /// Pairs of a jump and a caller whose state was tried for it.
    pub(super) tried: FxHashSet<(u32, u32)>,
    /// For each address checked so far, true if it looks like the beginning of code.
    pub(super) plausible: FxHashMap<(u32, Mode), bool>,
    /// The segment of the program status area.
    pub(super) area_segment: u8,
    /// The blocks that the program copies before it uses them.
    pub(super) copied: BTreeSet<Copied>,
    /// For instructions that load the number of elements of a block move: the first address, the address after the last
    /// byte, and the size of an element in bytes.
    pub(super) lengths: BTreeMap<u32, (u32, u32, u32)>,
    /// Even numbers that may be addresses, each with the instructions that contain it.
    pub(super) written: BTreeMap<u32, BTreeSet<u32>>,
    /// Registers in which routines receive addresses, each with the memory that these refer to.
    pub(super) parameters: BTreeMap<Parameter, Space>,
    /// Instructions whose number is passed to a routine, with the register.
    pub(super) passed: BTreeSet<(Parameter, u32)>,
    /// Registers that a routine passes on unchanged: the receiving register, and the original one.
    pub(super) forwarded: BTreeSet<(Parameter, Parameter)>,
    /// Notes for the user, by the addresses that they are about.
    pub(super) notes: BTreeMap<u32, String>,
}

impl<'p> Flow<'p> {
    pub(super) fn new(program: &'p Program, hints: &'p Hints) -> Self {
        Self {
            program,
            hints,
            code: Code::new(program),
            leaders: FxHashMap::default(),
            work: Vec::new(),
            routines: Routines::default(),
            sources: FxHashMap::default(),
            unresolved: BTreeSet::new(),
            tables: BTreeMap::new(),
            data: Data::default(),
            candidates: FxHashSet::default(),
            tried: FxHashSet::default(),
            plausible: FxHashMap::default(),
            area_segment: 0,
            copied: BTreeSet::new(),
            lengths: BTreeMap::new(),
            written: BTreeMap::new(),
            parameters: BTreeMap::new(),
            passed: BTreeSet::new(),
            forwarded: BTreeSet::new(),
            notes: BTreeMap::new(),
        }
    }

    /// Adds an entry of a routine, for later analysis.
    pub(super) fn enter(&mut self, address: u32, mode: Mode) {
        self.edge(address, &State::entry(mode), address);
    }

    /// Analyses all leaders in the list of work.
    pub(super) fn run(&mut self) {
        while let Some(leader) = self.work.pop() {
            self.look(leader);
        }
    }

    /// Returns the state before an instruction, and its routine.
    pub(super) fn state_at(&self, address: u32) -> Option<(State, u32)> {
        let first = self.code.get(address)?.leader;
        let Leader { mut state, routine } = self.leaders.get(&first)?.clone();
        let mut at = first;
        while at != address {
            let found = *self.code.get(at)?;
            self.step(&found, false).apply(&mut state);
            at = found.next();
            if at < address && self.leaders.contains_key(&at) || at == first {
                return None;
            }
        }
        state.mode = self.code.get(address)?.mode();
        Some((state, routine))
    }

    pub(super) fn step<'f>(&self, found: &'f FoundInstruction, trusting: bool) -> Step<'f>
    where
        'p: 'f,
    {
        Step {
            program: self.program,
            instruction: &found.executed.instruction,
            at: found.address,
            trusting,
        }
    }

    /// Records that the program can reach an address, in some state and in some routine.
    pub(super) fn edge(&mut self, to: u32, state: &State, routine: u32) {
        let to = self.original(to);
        let mode = self.mode_at(to, state.mode);
        if let Some(known) = self.leaders.get_mut(&to) {
            let owner = known.routine;
            let agrees = known.state.mode == mode;
            let changed = agrees && known.state.join(state);
            if !agrees {
                self.record_disagreement(to);
            }
            if changed {
                self.work.push(to);
            }
            self.join(routine, owner);
            return;
        }
        let mut state = state.clone();
        let mut owner = routine;
        if self.code.get(to).is_some()
            && let Some((before, other)) = self.state_at(to)
        {
            // The address is within a run, which now ends before it.
            if to == routine {
                self.leads(&before, other, to);
            }
            state.join(&before);
            owner = other;
        }
        let Some(found) = self.code.at(to, mode) else {
            self.routines.set_open(routine);
            return;
        };
        if found.mode() != mode {
            self.record_disagreement(to);
        }
        state.mode = found.mode();
        self.leaders.insert(to, Leader { state, routine: owner });
        self.work.push(to);
        self.join(routine, owner);
    }

    /// Records that one routine continues in another.
    fn join(&mut self, one: u32, other: u32) {
        let released = self.routines.join(one, other);
        self.release(released);
    }

    /// Analyses a run of instructions.
    fn look(&mut self, leader: u32) {
        let Some(Leader { mut state, routine }) = self.leaders.get(&leader).cloned() else {
            return;
        };
        let mut at = leader;
        for number in 0.. {
            // Long runs are split, so that a jump into one does not cause all of it to be analysed again.
            if at != leader && (number == LONGEST_RUN || self.leaders.contains_key(&at)) {
                self.leads(&state, routine, at);
                self.edge(at, &state, routine);
                return;
            }
            state.mode = self.mode_at(at, state.mode);
            let Some(found) = self.code.at(at, state.mode) else {
                self.routines.set_open(routine);
                return;
            };
            if found.mode() != state.mode {
                self.record_disagreement(at);
                return;
            }
            if let Some(found) = self.code.get_mut(at) {
                found.leader = leader;
            }
            self.observe(&found, &state);
            self.parameters(&found, &state, routine);
            if self.jumps(&found, &state, routine) {
                return;
            }
            let mode = self.mode_after(&found, &state, routine);
            self.step(&found, false).apply(&mut state);
            state.mode = mode;
            at = found.next();
        }
    }

    /// Records memory accesses, and numbers that may be addresses.
    fn observe(&mut self, found: &FoundInstruction, state: &State) {
        self.step(found, false)
            .accesses(state, |access| self.data.access(&access));
        if let Some(number) = number(&found.executed.instruction) {
            let number = found.in_segment(number);
            self.candidates.insert(number);
            self.written.entry(number).or_default().insert(found.address);
        }
        self.record_copy(found, state);
        if matches!(found.operation(), Operation::Ldctl) {
            self.status_area(found, state);
        }
    }

    /// Follows the jumps of an instruction; returns true if it ends the run.
    fn jumps(&mut self, found: &FoundInstruction, state: &State, routine: u32) -> bool {
        use Operation as O;
        let instruction = &found.executed.instruction;
        let values = instruction.values();
        match found.operation() {
            O::Jp | O::Jr => {
                let condition = condition(values);
                if condition != NEVER {
                    self.jump(found, &state.where_holds(condition), routine);
                }
                if condition != names::ALWAYS {
                    self.edge(found.next(), &state.where_holds(condition ^ 8), routine);
                }
            }
            O::Djnz | O::Dbjnz => {
                let mut state = state.clone();
                self.step(found, false).apply(&mut state);
                self.jump(found, &state, routine);
                self.edge(found.next(), &state, routine);
            }
            O::Call | O::Calr => self.call(found, state, routine),
            O::Ret => {
                let condition = condition(values);
                if condition != NEVER {
                    self.returns(state, routine);
                }
                if condition != names::ALWAYS {
                    self.edge(found.next(), state, routine);
                }
            }
            O::Iret => self.returns_from_trap(found, state, routine),
            O::Halt => {
                // After an interrupt, the processor continues; a jump back to HALT means that the program expects this.
                let next = self.code.decode(found.next(), state.mode);
                if next.is_some_and(|next| matches!(next.operation(), O::Jp | O::Jr)) {
                    self.edge(found.next(), &State::unknown(state.mode), routine);
                }
            }
            O::Ldps => self.loads_status(found, state),
            O::Sc => self.system_call(found, state, routine),
            _ => return false,
        }
        true
    }

    /// Follows RET to the address on the stack.
    fn returns(&mut self, state: &State, routine: u32) {
        let top = match state.word(15) {
            Value::Stack(top) if state.mode == Mode::Segmented => state.slot(top.wrapping_add(2)),
            Value::Stack(top) => state.slot(top),
            _ => Value::Return(Some(0)),
        };
        match self.aim_of_word(top, self.program.isa_address(routine).segment, state.mode) {
            Aim::Unknown => {
                self.returns_to(state, routine);
                self.leave(routine, Exit::Behind(0), Some(state.mode));
            }
            aim => self.go(&aim, &state.after_call(), routine),
        }
    }

    /// Follows a jump, or the jump of a call.
    fn jump(&mut self, found: &FoundInstruction, state: &State, routine: u32) {
        match self.goal(found, state) {
            Aim::Unknown => {
                self.unresolved.insert(found.address);
                self.routines.set_open(routine);
                self.returns_to(state, routine);
            }
            aim => {
                if let Aim::Addresses(targets, _) = &aim {
                    targets.iter().for_each(|&to| self.leads(state, routine, to));
                }
                self.go(&aim, state, routine);
            }
        }
    }

    /// Returns the aim of a jump or call, given by its operand or by the state.
    fn goal(&mut self, found: &FoundInstruction, state: &State) -> Aim {
        match target(&found.executed.instruction).filter(|_| !found.is_indexed()) {
            Some(to) => {
                self.sources.entry(to).or_default().insert(found.address);
                Aim::Addresses(vec![to], None)
            }
            None => self.aim(found, state),
        }
    }

    /// Records an exit of a routine, and continues the calls that were waiting for it.
    pub(super) fn leave(&mut self, routine: u32, exit: Exit, mode: Option<Mode>) {
        let released = self.routines.exit(routine, exit, mode);
        self.release(released);
    }

    /// Follows a jump to its targets.
    pub(super) fn go(&mut self, aim: &Aim, state: &State, routine: u32) {
        match aim {
            Aim::Unknown => {}
            Aim::Addresses(targets, table) => {
                if let Some(table) = *table {
                    self.keep_table(table);
                }
                for &to in targets {
                    self.edge(to, state, routine);
                }
            }
            Aim::Return(distance) => {
                let exit = distance.map_or(Exit::BehindText, Exit::Behind);
                self.leave(routine, exit, Some(state.mode));
            }
        }
    }

    fn call(&mut self, found: &FoundInstruction, state: &State, routine: u32) {
        let after = state.after_call();
        let next = found.next();
        match self.goal(found, state) {
            Aim::Addresses(targets, table) => {
                if let Some(table) = table {
                    self.keep_table(table);
                }
                for to in targets {
                    self.passes(state, routine, self.original(to));
                    self.enter(to, state.mode);
                    self.wait(self.original(to), next, after.clone(), routine);
                }
            }
            aim @ Aim::Return(_) => {
                self.go(&aim, state, routine);
                self.edge(next, &after, routine);
            }
            Aim::Unknown => {
                self.unresolved.insert(found.address);
                self.edge(next, &after, routine);
            }
        }
    }

    /// Continues after a call if its routine is known to return; otherwise, lets the call wait for that.
    fn wait(&mut self, entry: u32, next: u32, state: State, routine: u32) {
        if self.hints.endless.contains(&entry) {
            return;
        }
        let waiting = PendingReturn { next, state, routine };
        let inline = self.hints.inline.iter().find(|inline| inline.0 == entry);
        let hinted = inline.map(|(_, inline)| match inline {
            Inline::Bytes(count) => Exit::Behind(count.cast_signed()),
            Inline::Text => Exit::BehindText,
        });
        if let Some(exit) = hinted {
            self.release(vec![(waiting, exit)]);
            return;
        }
        // A routine outside the program is assumed to return.
        if self.code.get(entry).is_none() {
            self.release(vec![(waiting, Exit::Behind(0))]);
            return;
        }
        let callee = self.routines.of(entry);
        let exits: Vec<_> = callee
            .exits
            .iter()
            .map(|(&exit, &mode)| (waiting.in_mode(mode), exit))
            .collect();
        callee.waiting.insert(next, waiting);
        self.release(exits);
    }

    /// Continues calls whose routines are now known to return.
    pub(super) fn release(&mut self, released: Vec<(PendingReturn, Exit)>) {
        for (PendingReturn { next, state, routine }, exit) in released {
            match exit {
                Exit::Behind(distance @ 0..) => {
                    let bytes = distance.unsigned_abs();
                    let to = next & 0xFFFF_0000 | u32::from((next as u16).wrapping_add(bytes));
                    if bytes > 0 {
                        self.code.set_data(next, bytes.into());
                    }
                    self.edge(to, &state, routine);
                }
                // The routine jumps back to the call, or far beyond it.
                Exit::Behind(_) => self.routines.set_open(routine),
                Exit::BehindText => match self.text_length(next) {
                    Some(length) => {
                        let to = next + ((length + 1) & !1);
                        self.code.set_data(next, length);
                        self.data.text(Space::Program, next);
                        self.edge(to, &state, routine);
                    }
                    None => self.routines.set_open(routine),
                },
            }
        }
    }

    /// Returns the length in bytes of a zero-terminated string, including the zero; `None` if there is none.
    fn text_length(&self, address: u32) -> Option<u32> {
        const LONGEST: usize = 1024;
        let bytes = self.program.bytes_at(Space::Program, address)?;
        let end = bytes.iter().take(LONGEST).position(|&byte| byte == 0)?;
        bytes[..end].iter().all(|&byte| is_text(byte)).then_some(end as u32 + 1)
    }
}

/// The condition that is never true.
const NEVER: u8 = 0;
