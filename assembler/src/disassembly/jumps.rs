//! Finding the targets of jumps through registers and tables.

use z8000::isa::{Kind, Mode, Operation, Value as Given, names};

use super::code::Mark;
use super::data::{Aim, Exit, FoundTable, JumpTable};
use super::flow::Flow;
use super::found::FoundInstruction;
use super::operands::{Location, condition, target};
use super::program::{Space, operands};
use super::state::{STACK, State};
use super::value::{Table, Value};

/// Maximum number of entries in a table.
const MOST_ENTRIES: u32 = 1024;
/// Maximum number of instructions that are tried from one place.
const PATIENCE: usize = 64;
/// Maximum distance in bytes from the beginning of a routine to the jump whose target it looks up.
const REACH: u32 = 48;

impl Flow<'_> {
    /// Returns the aim of a jump or call whose target is in a register or a table.
    pub(super) fn aim(&mut self, found: &FoundInstruction, state: &State) -> Aim {
        let here = self.program.isa_address(found.address).segment;
        for (operand, value) in operands(&found.executed.instruction) {
            match (operand.kind, value) {
                (Kind::Indirect, Given::Register(number)) => {
                    return self.aim_of_register(state, number, here);
                }
                (Kind::Indexed, _) => {
                    let location = self.step(found, false).location(state, operand, value);
                    return location.map_or(Aim::Unknown, |location| self.aim_into_list(&location, state.mode));
                }
                _ => {}
            }
        }
        Aim::Unknown
    }

    fn aim_of_register(&mut self, state: &State, number: u8, here: u8) -> Aim {
        if let Some((segment, table)) = state.entries(number, here) {
            return self.aim_of_table(segment, table, state.mode);
        }
        let (segment, offset) = match state.mode {
            Mode::Nonsegmented => (Some(here), state.word(number)),
            Mode::Segmented => (super::value::segment(state.word(number & 14)), state.word(number | 1)),
        };
        self.aim_of_word(offset, segment.unwrap_or(here), state.mode)
    }

    /// Returns the aim of a jump to an address with this offset.
    pub(super) fn aim_of_word(&mut self, offset: Value, segment: u8, mode: Mode) -> Aim {
        let base = u32::from(segment) << 16;
        match offset {
            Value::Return(distance) => Aim::Return(distance),
            Value::Entry(table) => self.aim_of_table(Some(segment), table, mode),
            Value::Span(span) => match span.number() {
                Some(number) => {
                    if let Some(source) = span.source {
                        self.data.pointer(source, Space::Program);
                    }
                    Aim::Addresses(vec![base | u32::from(number)], None)
                }
                None => Aim::Unknown,
            },
            Value::Based { .. } | Value::Stack(_) | Value::Status(_) => Aim::Unknown,
        }
    }

    /// Returns the aim of a jump into a table of jumps.
    fn aim_into_list(&self, location: &Location, mode: Mode) -> Aim {
        let Some(segment) = location.segment else {
            return Aim::Unknown;
        };
        let base = u32::from(segment) << 16;
        let Some((start, step, count)) = location.offset.words() else {
            return Aim::Unknown;
        };
        let step = u32::from(step.max(2) & !1);
        let mut targets = Vec::new();
        for number in 0..count.unwrap_or(MOST_ENTRIES).min(MOST_ENTRIES) {
            let at = base | u32::from(start.wrapping_add((step * number) as u16));
            let Some(found) = self.code.decode(at, mode) else { break };
            // If the index has no known limit, the table extends as far as there are jumps.
            let jump = matches!(found.operation(), Operation::Jp | Operation::Jr) && u32::from(found.length) <= step;
            if count.is_none() && !jump {
                break;
            }
            targets.push(at);
        }
        if targets.is_empty() {
            Aim::Unknown
        } else {
            Aim::Addresses(targets, None)
        }
    }

    /// Returns the aim of a jump to one of the addresses in a table.
    fn aim_of_table(&mut self, segment: Option<u8>, table: Table, mode: Mode) -> Aim {
        let space = table.space;
        let size = if segment.is_some() { 2 } else { 4 };
        let step = u32::from(table.step.max(size));
        let start = table.start;
        let mut targets = Vec::new();
        // From the nearest target, the bytes are code rather than table entries.
        let mut end = u32::MAX;
        for number in 0..table.count.unwrap_or(MOST_ENTRIES).min(MOST_ENTRIES) {
            let at = table.start.wrapping_add(step * number);
            let ends = space == Space::Program && (at >= end || self.code.is_claimed(at));
            let known = number > 0 && table.count.is_none() && self.data.begins(space, at);
            if ends || known {
                break;
            }
            let Some(target) = self.program.entry(space, at, segment) else {
                break;
            };
            let sound = match table.count {
                Some(2..) => self.can_be_code(target, mode),
                _ => self.can_be_code(target, mode) && self.is_plausible(target, mode),
            };
            if !sound {
                break;
            }
            if target > at {
                end = end.min(target);
            }
            targets.push(target);
        }
        if targets.is_empty() {
            return Aim::Unknown;
        }
        let count = targets.len() as u32;
        let table = JumpTable { step: step as u16, count, segment, to: Space::Program };
        Aim::Addresses(targets, Some((space, start, table)))
    }

    /// Records a table of addresses used by a jump.
    pub(super) fn keep_table(&mut self, (space, start, table): FoundTable) {
        let known = self.tables.entry((space, start)).or_insert(table);
        if known.count < table.count {
            *known = table;
        }
        if space == Space::Program {
            let size = if table.segment.is_some() { 2 } else { 4 };
            for number in 0..table.count {
                self.code.set_data(start + u32::from(table.step) * number, size);
            }
        }
    }

    /// Returns true if an instruction begins, or may begin, at an address.
    pub(super) fn can_be_code(&self, address: u32, mode: Mode) -> bool {
        address.is_multiple_of(2)
            && match self.code.mark(address) {
                Some(Mark::Instruction(_)) => true,
                Some(Mark::Free) => self.code.decode(address, mode).is_some(),
                _ => false,
            }
    }

    /// Follows jumps through registers that depend on the caller, as in a routine that looks up its target in a table
    /// passed by the caller. Each caller is tried. Returns true if anything was found.
    pub(super) fn ask_callers(&mut self) -> bool {
        let jumps: Vec<u32> = self.unresolved.iter().copied().collect();
        let mut progress = false;
        for jump in jumps {
            for head in self.heads(jump) {
                let sources: Vec<u32> = self.sources.get(&head).into_iter().flatten().copied().collect();
                for source in sources {
                    if self.tried.insert((head, source)) {
                        progress |= self.ask(head, source);
                    }
                }
            }
        }
        progress
    }

    /// Returns the leaders from which a jump is reached after a few instructions.
    fn heads(&self, jump: u32) -> Vec<u32> {
        let from = jump.saturating_sub(REACH).max(jump & 0xFFFF_0000);
        let near = (from..=jump).step_by(2);
        near.filter(|at| self.sources.contains_key(at) && self.leaders.contains_key(at))
            .collect()
    }

    /// Tries the state in which one caller reaches the code.
    fn ask(&mut self, head: u32, source: u32) -> bool {
        let Some((state, routine)) = self.state_at(source) else {
            return false;
        };
        let operation = self.code.get(source).map(FoundInstruction::operation);
        let calls = matches!(operation, Some(Operation::Call | Operation::Calr));
        let after = if calls {
            State::unknown(state.mode)
        } else {
            state.after_call()
        };
        let mut waiting = vec![(head, state)];
        let mut progress = false;
        for _ in 0..PATIENCE {
            let Some((at, here)) = waiting.pop() else { break };
            let aim = self.try_one(at, here, &mut waiting);
            if self.are_plausible(&aim, after.mode) {
                self.go(&aim, &after, routine);
                progress = true;
            }
        }
        progress
    }

    /// Tries one instruction, and adds its successors to `waiting`. Returns the aim of a jump through a register.
    fn try_one(&mut self, at: u32, mut here: State, waiting: &mut Vec<(u32, State)>) -> Aim {
        use Operation as O;
        let Some(found) = self.code.get(at).copied() else {
            return Aim::Unknown;
        };
        here.mode = found.mode();
        match found.operation() {
            O::Jp | O::Jr => {
                let condition = condition(found.executed.instruction.values());
                if condition != names::ALWAYS {
                    waiting.push((found.next(), here.where_holds(condition ^ 8)));
                }
                let taken = here.where_holds(condition);
                match target(&found.executed.instruction) {
                    Some(to) => waiting.push((to, taken)),
                    None => return self.aim(&found, &taken),
                }
            }
            O::Call | O::Calr | O::Ret | O::Iret | O::Halt | O::Djnz | O::Dbjnz | O::Ldps | O::Sc => {}
            _ => {
                self.step(&found, true).apply(&mut here);
                waiting.push((found.next(), here));
            }
        }
        Aim::Unknown
    }

    /// Returns true if all targets that were looked up for a caller look like code. They may not, because not every
    /// caller of such a routine passes a table.
    fn are_plausible(&mut self, aim: &Aim, mode: Mode) -> bool {
        match aim {
            Aim::Addresses(targets, _) => targets.iter().all(|&target| self.is_plausible(target, mode)),
            _ => false,
        }
    }

    /// Follows LDPS: PC is in the word after FCW.
    pub(super) fn loads_status(&mut self, found: &FoundInstruction, state: &State) {
        for (operand, value) in operands(&found.executed.instruction) {
            let location = self.step(found, false).location(state, operand, value);
            if let Some(Location { segment: Some(segment), offset, .. }) = location
                && let Some(offset) = offset.known()
            {
                let at = u32::from(segment) << 16 | u32::from(offset);
                self.status(self.program.space(Space::Data), at, state.mode);
                self.status(Space::Program, at, state.mode);
            }
        }
    }

    /// Follows IRET: to the FCW and PC that the program has pushed on the stack, or back to what was interrupted.
    pub(super) fn returns_from_trap(&mut self, found: &FoundInstruction, state: &State, routine: u32) {
        let here = self.program.isa_address(found.address).segment;
        if let Value::Stack(top) = state.word(STACK as u8) {
            let slot = |word: i16| state.slot(top.wrapping_add(2 * word));
            let (segment, offset) = match state.mode {
                Mode::Nonsegmented => (Some(here), slot(2)),
                Mode::Segmented => (super::value::segment(slot(2)), slot(3)),
            };
            let mode = match slot(1) {
                Value::Status(mode) => Some(mode),
                fcw => fcw.known().map(|fcw| self.mode_of(fcw)),
            };
            if let (Some(mode), Some(segment), Value::Span(_)) = (mode, segment, offset)
                && let aim @ Aim::Addresses(..) = self.aim_of_word(offset, segment, mode)
            {
                return self.go(&aim, &State::unknown(mode), routine);
            }
        }
        self.leave(routine, Exit::Behind(0), None);
    }

    /// Follows new program status: FCW and PC; on a Z8001, a reserved word and FCW, then segment and offset.
    fn status(&mut self, space: Space, at: u32, form: Mode) {
        let (first, segment, size) = match form {
            Mode::Nonsegmented => (2, Some(self.program.isa_address(at).segment), 4),
            Mode::Segmented => (4, None, 8),
        };
        let fcw = self.program.word(space, (at + first).saturating_sub(2)).unwrap_or(0);
        let mode = self.mode_of(fcw);
        if let Some(to) = self.program.entry(space, at + first, segment)
            && to != 0
            && self.can_be_code(to, mode)
        {
            let step = size as u16;
            self.tables
                .entry((space, at + first))
                .or_insert(JumpTable { step, count: 1, segment, to: Space::Program });
            if space == Space::Program {
                self.code.set_data(at, size);
            }
            self.enter(to, mode);
        }
    }

    /// Follows the reset vector: FCW and PC at the beginning of the memory.
    pub(super) fn reset(&mut self) {
        match self.program.mode {
            Mode::Nonsegmented => self.status(Space::Program, 2, Mode::Nonsegmented),
            Mode::Segmented => self.status(Space::Program, 0, Mode::Segmented),
        }
    }

    /// Follows LDCTL PSAP: the program status area, with the handlers of traps and interrupts.
    pub(super) fn status_area(&mut self, found: &FoundInstruction, state: &State) {
        let [Given::Control(control), Given::Register(from)] = *found.executed.instruction.values() else {
            return;
        };
        let Some(number) = state.word(from).known() else { return };
        let named = |name| names::control(name) == Some(control);
        if named("psapseg") {
            self.area_segment = (number >> 8) as u8 & 0x7F;
        }
        if !named("psapoff") {
            return;
        }
        let start = self.original(u32::from(self.area_segment) << 16 | u32::from(number));
        let (step, segment) = self.program.code_address();
        for entry in 1..=7 {
            self.status(Space::Program, start + entry * 2 * u32::from(step), self.program.mode);
        }
        // For vectored interrupts, one FCW is followed by a PC for each vector.
        let table = Table {
            space: Space::Program,
            start: start + 15 * u32::from(step),
            step,
            count: None,
        };
        let fcw = self.program.word(Space::Program, table.start.wrapping_sub(2));
        let mode = self.mode_of(fcw.unwrap_or(0));
        if let Aim::Addresses(targets, found) = self.aim_of_table(segment, table, mode) {
            if let Some(found) = found {
                self.keep_table(found);
            }
            for to in targets {
                self.enter(to, mode);
            }
        }
    }
}
