//! Compares rows of the instruction table with the processor: flags, clocks, and written registers and addresses.
//!
//! Every form runs from random states. The test calculates operands and clocks from the row independently.

mod case;
mod world;

use z8000::cpu::{Event, Fcw, Model};
use z8000::isa::{FORMS, FlagSet, Form, Formula, Kind, Mode, Operand, Operation};
use z8000_vectors::cycle::Timed;

use crate::heard::Heard;
use crate::ram::Xorshift;
use case::Case;

/// The number of random states per form, model and mode.
const STATES: usize = 200;

const MACHINES: [(Model, Mode); 3] = [
    (Model::Z8002, Mode::Nonsegmented),
    (Model::Z8001, Mode::Nonsegmented),
    (Model::Z8001, Mode::Segmented),
];

/// Returns true if an instruction may change more of FCW than its flags.
fn changes_control(form: &Form) -> bool {
    use Operation as O;
    matches!(form.operation, O::Ei | O::Di | O::Iret | O::Ldps | O::Ldctl)
}

/// Returns true if PC may change to an address other than that of the next instruction.
fn jumps(operation: Operation) -> bool {
    use Operation as O;
    matches!(
        operation,
        O::Call | O::Calr | O::Dbjnz | O::Djnz | O::Iret | O::Jp | O::Jr | O::Ldps | O::Ret
    )
}

fn is_extended(operation: Operation) -> bool {
    use Operation as O;
    matches!(
        operation,
        O::Brk | O::Ext0e | O::Ext0f | O::Ext4e | O::Ext4f | O::Ext8e | O::Ext8f
    )
}

/// The results in all states of one form.
#[derive(Default)]
struct Observations {
    flags: u16,
    registers: bool,
    bytes: bool,
}

/// Runs a form from a random state, and checks all properties that hold in every state.
fn check(form: &'static Form, model: Model, mode: Mode, random: &mut Xorshift, seen: &mut Observations) {
    let (case, mut cpu) = Case::new(form, model, mode, random);
    let world = case.world.clone();
    if is_extended(form.operation) {
        // The row describes the trap; with a unit, the template determines the instruction, and the row only gives the
        // flags.
        cpu.set_fcw((case.fcw | Fcw::EPA).bits());
    }
    let mut timed = Timed::new(world, Heard::default());
    let step = timed.step(&mut cpu);
    let Timed { bus: world, listener: heard, .. } = timed;
    let registers: [u16; 16] = std::array::from_fn(|n| cpu.register(n));
    let context = format!(
        "{} ({model:?}), registers {:04x?}, {:?}",
        case.instruction, case.registers, case.fcw
    );

    heard.check(step.clocks, usize::from(case.instruction.length) / 2, &context);
    let changed = (cpu.fcw().bits() ^ case.fcw.bits()) & 0xFC;
    assert_eq!(
        changed & !u16::from(form.flags.bits()),
        0,
        "flags that the row does not name: {context}"
    );
    seen.flags |= changed;
    if is_extended(form.operation) {
        return;
    }
    if !changes_control(form) {
        assert_eq!(cpu.fcw().bits() & !0xFC, case.fcw.bits() & !0xFC, "FCW: {context}");
    }
    if !jumps(form.operation) {
        let next = case.at.offset.wrapping_add(case.instruction.length.into());
        assert_eq!((cpu.pc_segment(), cpu.pc()), (case.at.segment, next), "PC: {context}");
    }
    let event = if form.operation == Operation::Halt {
        Event::Halted
    } else {
        Event::Retired
    };
    assert_eq!(
        (step.event, step.clocks),
        (event, case.clocks(&registers)),
        "clocks: {context}"
    );

    let allowed = case.written_registers();
    for n in 0..16 {
        let changed = registers[n] ^ case.registers[n];
        assert_eq!(changed & !allowed[n], 0, "R{n}: {context}");
        seen.registers |= changed != 0;
    }
    assert_eq!(
        world.written,
        case.written_bytes(&registers),
        "memory and ports: {context}"
    );
    seen.bytes |= !world.written.is_empty();
}

/// Returns false for forms that trap or stop in every state, which have their own test.
fn runs(form: &Form) -> bool {
    !matches!(form.operation, Operation::Sc | Operation::Bpt)
}

#[test]
fn a_row_says_what_the_processor_does() {
    for (index, form) in FORMS.iter().enumerate().filter(|(_, form)| runs(form)) {
        let mut random = Xorshift(0x2357_1986 ^ (index as u64) << 32);
        let mut seen = Observations::default();
        for (model, mode) in MACHINES {
            for _ in 0..STATES {
                check(form, model, mode, &mut random, &mut seen);
            }
        }
        let flags = FlagSet::from_bits_truncate(seen.flags as u8);
        assert_eq!(flags, form.flags, "flags that {form} changed, and those of its row");
        let writes = |is_register: bool| {
            let written = |operand: &Operand| operand.written && is_register == names_register(operand.kind);
            form.operands.iter().any(written)
        };
        let moves = form.operands.iter().any(|operand| operand.step != 0);
        assert!(seen.registers || !writes(true) && !moves, "{form} writes a register");
        let control = form
            .operands
            .iter()
            .any(|operand| matches!(operand.kind, Kind::Control | Kind::ControlByte));
        assert!(
            seen.bytes || !writes(false) || control,
            "{form} writes to memory or a port"
        );
    }
}

fn names_register(kind: Kind) -> bool {
    matches!(kind, Kind::Byte | Kind::Word | Kind::Long | Kind::Quad | Kind::Pointer)
}

#[test]
fn the_row_of_an_instruction_that_traps_has_the_clocks_of_the_trap() {
    for form in FORMS
        .iter()
        .filter(|form| is_extended(form.operation) || form.operation == Operation::Sc)
    {
        for (model, mode) in MACHINES {
            let mut random = Xorshift(0x2357);
            let (case, mut cpu) = Case::new(form, model, mode, &mut random);
            cpu.set_fcw((case.fcw - Fcw::EPA).bits());
            let step = cpu.step(&mut case.world.clone());
            let clocks = match model {
                Model::Z8002 => form.clocks.nonsegmented,
                // A Z8001 saves its segment number in every mode.
                Model::Z8001 => form.clocks.short,
            };
            assert!(matches!(step.event, Event::Trapped(_)), "{form}");
            assert_eq!(Formula::Fixed(step.clocks as u16), clocks, "{form}");
        }
    }
}
