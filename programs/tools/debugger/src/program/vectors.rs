//! Finds the handlers to which the vectors of a program lead.

use std::collections::{BTreeSet, HashMap};

use z8000::cpu::{Cpu, Fcw, Model};
use z8000::isa::{Instruction, Operation, Value, names};

use super::flow::instruction;
use super::image::Program;
use crate::machine::{Address, Look};

/// Numbers of the entries of the program status area, from the first trap to the vectored interrupt, which has a table
/// of PCs.
const ENTRIES: std::ops::RangeInclusive<u16> = 1..=7;

/// Returns the handlers in the program status area at the start, and in each area whose address the program loads as a
/// constant. An entry is used if its FCW selects system mode and its PC is that of an instruction.
pub(super) fn handlers(program: &Program, code: &[Address]) -> BTreeSet<Address> {
    let memory = &program.subject;
    // Without lines it is not yet known which vectors lead to instructions, and where a table of PCs ends.
    let mut lines: BTreeSet<Address> = BTreeSet::new();
    if program.instruction_lines().next().is_some() {
        lines.extend(code);
    }
    let known = |at: &Address| match lines.is_empty() {
        true => at.offset() != 0 && program.subject.may_run(*at) && instruction(memory, *at).is_some(),
        false => lines.contains(at),
    };
    let model = program.subject.cpu().model();
    let mut all = BTreeSet::new();
    for area in areas(program.subject.cpu(), memory, code) {
        for entry in ENTRIES {
            let long = model == Model::Z8001;
            let fcw = area.plus(if long { 8 * entry + 2 } else { 4 * entry });
            let bits = memory.word(true, fcw);
            if bits & Fcw::SYSTEM.bits() == 0 || (bits & Fcw::SEG.bits() != 0) != long {
                continue;
            }
            let size = if long { 4 } else { 2 };
            let most = if entry == *ENTRIES.end() && !lines.is_empty() {
                0x200 / size
            } else {
                1
            };
            let targets = (0..most).map(|n| pc(memory, fcw.plus(2 + size * n), long));
            all.extend(targets.take_while(known));
        }
    }
    all
}

/// Reads the PC at an address.
fn pc(memory: &dyn Look, at: Address, long: bool) -> Address {
    let word = memory.word(true, at);
    if long {
        Address::segmented((word >> 8) as u8, memory.word(true, at.plus(2)))
    } else {
        Address::flat(word)
    }
}

/// Returns the program status areas: the one in use at the start, and those whose addresses instructions load.
fn areas(cpu: &Cpu, memory: &dyn Look, code: &[Address]) -> BTreeSet<Address> {
    let area = |[segment, offset]: [u16; 2]| match cpu.model() {
        Model::Z8001 => Address::segmented((segment >> 8) as u8, offset & 0xFF00),
        Model::Z8002 => Address::flat(offset & 0xFF00),
    };
    let mut psap = cpu.psap();
    let mut areas = BTreeSet::from([area(psap)]);
    // The last constant loaded into each register, in the order of addresses.
    let mut constants: HashMap<u8, u16> = HashMap::new();
    for &at in code {
        let Some(found) = instruction(memory, at) else {
            continue;
        };
        match loads(&found) {
            Some(Load::Constant(register, value)) => {
                constants.insert(register, value);
            }
            Some(Load::Control(control, register)) => {
                let Some(value) = constants.get(&register) else {
                    continue;
                };
                match names::control_name(control) {
                    Some("psapseg") => psap[0] = *value,
                    Some("psapoff") => {
                        psap[1] = *value;
                        areas.insert(area(psap));
                    }
                    _ => {}
                }
            }
            None => {}
        }
    }
    areas
}

/// The value that an instruction loads into a register.
enum Load {
    /// A constant into the register with this number.
    Constant(u8, u16),
    /// A register into a control register; the fields are the numbers of both.
    Control(u8, u8),
}

fn loads(instruction: &Instruction) -> Option<Load> {
    let values = instruction.values();
    match (instruction.form.operation, values) {
        (Operation::Ld, [Value::Register(register), Value::Immediate(value)]) => {
            Some(Load::Constant(*register, *value as u16))
        }
        (Operation::Ldk, [Value::Register(register), Value::Immediate(value)]) => {
            Some(Load::Constant(*register, *value as u16))
        }
        (Operation::Ldctl, [Value::Control(control), Value::Register(register)]) => {
            Some(Load::Control(*control, *register))
        }
        _ => None,
    }
}
