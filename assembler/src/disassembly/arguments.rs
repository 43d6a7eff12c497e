//! Addresses that a routine passes to another: in a register that the other routine uses as an address, or on the stack
//! as the return address of the other routine.

use z8000::isa::{Kind, Operation, Value as Given};

use super::code::Mark;
use super::flow::{Flow, Leader};
use super::found::FoundInstruction;
use super::operands::is_stack;
use super::program::{Space, operands};
use super::state::{STACK, State};
use super::value::{SMALLEST, Value};

impl Flow<'_> {
    /// Records the registers that an instruction uses as addresses and that still contain the routine's arguments.
    pub(super) fn parameters(&mut self, found: &FoundInstruction, state: &State, routine: u32) {
        let space = match found.operation() {
            Operation::Jp | Operation::Call => Space::Program,
            _ => self.program.space(Space::Data),
        };
        for (operand, value) in operands(&found.executed.instruction) {
            let ((Kind::Indirect, Given::Register(number))
            | (Kind::Base, Given::Base(number, _))
            | (Kind::BaseIndex, Given::BaseIndex(number, _))) = (operand.kind, value)
            else {
                continue;
            };
            let register = self.step(found, false).offset_register(number);
            if state.is_passed(register) && !is_stack(number) {
                self.parameters.insert((routine, register), space);
            }
        }
    }

    /// Records the values that a routine passes to another in registers.
    pub(super) fn passes(&mut self, state: &State, routine: u32, callee: u32) {
        for register in 0..STACK as u8 {
            match state.word(register) {
                Value::Span(span) if span.number().is_some_and(|number| number >= SMALLEST / 4) => {
                    let source = span.source.map(|source| ((callee, register), source));
                    self.passed.extend(source);
                }
                _ if state.is_passed(register) => {
                    self.forwarded.insert(((callee, register), (routine, register)));
                }
                _ => {}
            }
        }
    }

    /// Treats numbers that are passed as addresses as addresses.
    pub(super) fn prove_parameters(&mut self) {
        loop {
            let known = self.parameters.len();
            for (callee, caller) in &self.forwarded {
                if let Some(&space) = self.parameters.get(callee) {
                    self.parameters.entry(*caller).or_insert(space);
                }
            }
            if known == self.parameters.len() {
                break;
            }
        }
        for (parameter, source) in self.passed.clone() {
            if let Some(&space) = self.parameters.get(&parameter) {
                self.data.pointer(source, space);
            }
        }
    }

    /// Returns true if an instruction computes an address from the one that it contains. The index may then be the
    /// pointer, and a small number a distance.
    pub(super) fn computes(&self, found: &FoundInstruction) -> bool {
        matches!(found.operation(), Operation::Lda | Operation::Ldar)
            && found.executed.instruction.values().iter().any(|value| match value {
                Given::Address(address) => !address.short && address.offset != 0,
                Given::Indexed(address, _) => !address.short && address.offset >= SMALLEST,
                Given::Target(_) => true,
                _ => false,
            })
    }

    /// Handles a jump or the end of a run. A routine may end in another one, which receives the contents of the
    /// registers and returns to code addresses on the stack.
    pub(super) fn leads(&mut self, state: &State, routine: u32, to: u32) {
        let is_entry = |leader: &Leader| leader.routine == to && to != routine;
        if self.leaders.get(&to).is_some_and(is_entry) {
            self.passes(state, routine, to);
        }
        self.returns_to(state, routine);
    }

    /// Records numbers on the stack as code addresses when a routine leaves without a call: it, or the routine that it
    /// jumps to, returns there.
    pub(super) fn returns_to(&mut self, state: &State, routine: u32) {
        let Value::Stack(top) = state.word(STACK as u8) else {
            return;
        };
        for (distance, value) in state.pushed() {
            let Value::Span(span) = value else { continue };
            let Some((number, source)) = span.number().zip(span.source).filter(|_| distance >= top) else {
                continue;
            };
            let at = source & 0xFFFF_0000 | u32::from(number);
            let is_code = match self.code.mark(at) {
                Some(Mark::Instruction(_)) => at.is_multiple_of(2),
                Some(Mark::Free) => self.is_plausible(at, state.mode),
                _ => false,
            };
            if is_code && number >= SMALLEST {
                self.data.pointer(source, Space::Program);
                let mut after = state.after_call();
                after.mode = self.code.get(at).map_or(after.mode, FoundInstruction::mode);
                self.edge(at, &after, routine);
            }
        }
    }
}
