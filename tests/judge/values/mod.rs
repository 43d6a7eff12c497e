//! Values of the libraries' types: here the processor's and the machine's.

mod assembler;
mod chess;
mod debugger;
pub mod laboratory;

use z8000::bus::{Location, Space, Status};
use z8000::cpu::{Cpu, Fcw, Interrupt, Interrupts, Model, Repetition, State};
use z8000::isa::{self, FORMS, Form, Operation, Value};
use z8000::machine::{
    self, Address, Channel, Line, Machine, Memory, Mirror, Modes, Parts, Port, Spaces, TimerPart, Unit,
};
use z8000::mmu::{Descriptor, Z8010};

use crate::random::{Any, Random, any};

macro_rules! one_of {
    ($($kind:ty: $($value:expr),+ $(,)?;)*) => {$(
        impl Any for $kind {
            fn any(r: &mut Random) -> Self {
                r.of(&[$($value),+]).clone()
            }
        }
    )*};
}

one_of! {
    Model: Model::Z8001, Model::Z8002;
    Space: Space::Data, Space::Instruction, Space::Program, Space::Stack;
    Interrupt: Interrupt::NonMaskable, Interrupt::Vectored, Interrupt::NonVectored;
    isa::Mode: isa::Mode::Segmented, isa::Mode::Nonsegmented;
    machine::Kind: machine::Kind::Ram, machine::Kind::Rom;
    Spaces: Spaces::All, Spaces::Program, Spaces::Data;
    Modes: Modes::All, Modes::System, Modes::Normal;
    Line: Line::Nmi, Line::Vi, Line::Nvi;
}

pub(crate) use one_of;

macro_rules! of_fields {
    ($($kind:ty { $($field:ident),* })*) => {$(
        impl Any for $kind {
            fn any(r: &mut Random) -> Self {
                Self { $($field: any(r)),* }
            }
        }
    )*};
}

pub(crate) use of_fields;

of_fields! {
    Status { space, system }
    isa::Address { segment, offset, short }
    Repetition { words, iterations }
    State { model, registers, other_stack, fcw, pc_segment, pc, psap, refresh, halted, repeats, requests }
    Mirror { start, size, of, space, mode }
    Unit { select, enabled }
    Port { status, data, baud }
    TimerPart { period, taken, interrupt, identifier, chain }
}

impl Any for Location {
    fn any(r: &mut Random) -> Self {
        Self::new(any(r), any(r))
    }
}

impl Any for Address {
    fn any(r: &mut Random) -> Self {
        if r.one_in(2) {
            Self::flat(any(r))
        } else {
            Self::segmented(any(r), any(r))
        }
    }
}

impl Any for Fcw {
    fn any(r: &mut Random) -> Self {
        Self::from_bits_retain(any(r))
    }
}

impl Any for Operation {
    fn any(r: &mut Random) -> Self {
        *r.of(Self::ALL)
    }
}

impl Any for &'static Form {
    fn any(r: &mut Random) -> Self {
        r.of(&FORMS)
    }
}

impl Any for Form {
    fn any(r: &mut Random) -> Self {
        r.of(&FORMS).clone()
    }
}

impl Any for Value {
    fn any(r: &mut Random) -> Self {
        match r.below(10) {
            0 => Self::Register(any(r)),
            1 => Self::Address(any(r)),
            2 => Self::Indexed(any(r), any(r)),
            3 => Self::Base(any(r), any(r)),
            4 => Self::BaseIndex(any(r), any(r)),
            5 => Self::Target(any(r)),
            6 => Self::Condition(any(r)),
            7 => Self::Flags(any(r)),
            8 => Self::Interrupts(any(r)),
            _ => Self::Immediate(any(r)),
        }
    }
}

impl Any for Cpu {
    fn any(r: &mut Random) -> Self {
        let mut state: State = any(r);
        (state.pc, state.pc_segment, state.psap[1]) = (state.pc & !1, state.pc_segment & 0x7F, state.psap[1] & 0xFF00);
        if state.model == Model::Z8002 {
            (state.pc_segment, state.psap[0], state.fcw) = (0, 0, state.fcw & 0x7FFF);
        }
        if r.one_in(2) {
            state.repeats = None;
        }
        Self::with_state(&state).unwrap_or_else(|_| Self::new(state.model))
    }
}

impl Any for Z8010 {
    fn any(r: &mut Random) -> Self {
        let mut unit = Self::new(any(r));
        (0..r.below(20)).for_each(|_| unit.write(any(r), any(r)));
        unit
    }
}

impl Any for Descriptor {
    fn any(r: &mut Random) -> Self {
        Z8010::any(r).descriptor(any(r))
    }
}

impl Any for Memory {
    fn any(r: &mut Random) -> Self {
        let pages = |r: &mut Random| {
            if r.one_in(4) {
                any(r)
            } else {
                (r.below(0x800) as u32) << 8
            }
        };
        Self {
            kind: any(r),
            start: pages(r),
            size: pages(r),
            space: any(r),
            mode: any(r),
            waits: any(r),
        }
    }
}

impl Any for Parts {
    fn any(r: &mut Random) -> Self {
        let mut parts = Self::board();
        if r.one_in(2) {
            parts = Self { model: any(r), mirror: any(r), units: any(r), memory: any(r), ..parts };
        }
        if r.one_in(2) {
            (parts.serial, parts.timer, parts.guard) = (any(r), any(r), any(r));
        }
        parts
    }
}

impl Any for Machine {
    fn any(r: &mut Random) -> Self {
        let mut machine = if r.one_in(2) {
            Self::board()
        } else {
            Self::new(any(r)).unwrap_or_else(|_| Self::board())
        };
        for _ in 0..r.below(4) {
            machine.load_program(any(r), &Vec::<u8>::any(r));
        }
        if r.one_in(2) {
            // A program of random words, with its entry.
            let words: Vec<u8> = (0..512).map(|_| r.next() as u8).collect();
            machine.load_program(0, &[&[0, 0, 0x40, 0, 0, 0x10, 0, 0x10], &words[..]].concat());
        }
        machine.reset();
        machine
    }
}

impl Any for machine::World {
    fn any(r: &mut Random) -> Self {
        Machine::any(r).world().clone()
    }
}

impl Any for Channel {
    fn any(r: &mut Random) -> Self {
        let mut channel = Self::new(any(r));
        (0..r.below(5)).for_each(|_| channel.receive(&Vec::<u8>::any(r)));
        channel
    }
}

impl Any for isa::Field {
    fn any(r: &mut Random) -> Self {
        loop {
            let fields = Form::any(r).pattern.fields().to_vec();
            if !fields.is_empty() {
                return *r.of(&fields);
            }
        }
    }
}

impl Any for isa::Pattern {
    fn any(r: &mut Random) -> Self {
        r.of(&FORMS).pattern.clone()
    }
}

impl Any for isa::Kind {
    fn any(r: &mut Random) -> Self {
        loop {
            let operands = r.of(&FORMS).operands;
            if !operands.is_empty() {
                return r.of(operands).kind;
            }
        }
    }
}

impl Any for isa::Instruction {
    fn any(r: &mut Random) -> Self {
        loop {
            if let Ok(instruction) = isa::decode(&[any(r), any(r), any(r), any(r)], any(r), any(r)) {
                return instruction;
            }
        }
    }
}

impl Any for machine::Clock {
    fn any(r: &mut Random) -> Self {
        r.of::<&str>(&["1", "6MHz", "4MHz", "1000000000"])
            .parse()
            .unwrap_or_else(|_| "4MHz".parse().expect("4 MHz"))
    }
}

impl Any for machine::Devices {
    fn any(r: &mut Random) -> Self {
        machine::World::any(r).devices().clone()
    }
}

impl Any for machine::Text {
    fn any(r: &mut Random) -> Self {
        let mut text = Self::default();
        (0..r.below(4)).for_each(|_| text.add(&Vec::<u8>::any(r)));
        text
    }
}

impl Any for Interrupts {
    fn any(r: &mut Random) -> Self {
        Self::from(Interrupt::any(r)).union(Self::NONE)
    }
}
