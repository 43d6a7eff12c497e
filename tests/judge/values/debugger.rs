//! Values of the debugger.

use z8000::isa::Places;
use z8000_asm::{Memory, Options, assemble};
use z8000_debugger::breakpoint::{Breakpoint, Breakpoints, Kind};
use z8000_debugger::command::Interpreter;
use z8000_debugger::expression::{Expression, Place, Test, Value, Width};
use z8000_debugger::origin::Wanted;
use z8000_debugger::profile::{Profiler, Report};
use z8000_debugger::program::{Program, Unit};
use z8000_debugger::session::{Goal, Recording, Replay, Session, Trail};

use super::one_of;
use crate::random::{Any, Random, any};

const SOURCE: &str = "\t.word 0,0x4000,start\n\
    start:\tldk r1,#5\nloop:\tcall part\n\tdjnz r1,loop\n\thalt\n\
    part:\tinc value,#1\n\tpush @r15,r1\n\tpop r2,@r15\n\tret\n\
    \t.data\nvalue:\t.word 5\n";

/// Expressions, some of which cannot be evaluated.
const EXPRESSIONS: [&str; 10] = [
    "r1",
    "value",
    "*value",
    "r1 + 1",
    "pc",
    "loop == pc",
    "-1",
    "r1 / 0",
    "flags",
    "rr14 - part * 0x7fffffffffffffff",
];

one_of! {
    Unit: Unit::Statement, Unit::Line, Unit::Instruction;
}

impl Any for Program {
    fn any(_: &mut Random) -> Self {
        let sources = Memory::new([("a.s", SOURCE)]);
        let assembly = assemble(&sources, "a.s", &Options::default()).expect("the source is sound");
        Self::assembled(&assembly, &sources, None).expect("the source is sound")
    }
}

impl Any for Session {
    fn any(r: &mut Random) -> Self {
        let mut session = Self::new(any(r), any(r));
        for _ in 0..r.below(20) {
            match r.below(5) {
                0 => drop(session.back(r.below(10) as u64)),
                1 => drop(session.seek(r.below(50) as u64)),
                2 => session.set(any(r), any(r)),
                _ => drop(session.step_unit(any(r), any(r), &mut |_| false)),
            }
        }
        session
    }
}

impl Any for Interpreter {
    fn any(r: &mut Random) -> Self {
        Self::new(any(r), None)
    }
}

impl Any for Expression {
    fn any(r: &mut Random) -> Self {
        Self::new(r.of::<&str>(&EXPRESSIONS), &any(r))
            .or_else(|_| Self::new("1", &any(r)))
            .expect("a number")
    }
}

impl Any for Test {
    fn any(r: &mut Random) -> Self {
        Self::new(&any(r))
    }
}

impl Any for Value {
    fn any(r: &mut Random) -> Self {
        Self { number: any(r), width: Width::Wide }
    }
}

impl Any for Place {
    fn any(r: &mut Random) -> Self {
        match r.below(10) {
            0 => Self::Word(any(r)),
            1 => Self::Byte(any(r)),
            2 => Self::Long(any(r)),
            3 => Self::Quad(any(r)),
            4 => Self::Pc,
            5 => Self::Stack,
            6 => Self::Fcw,
            7 => Self::Flag(any(r)),
            _ => Self::Memory { program: any(r), address: any(r), bytes: any(r) },
        }
    }
}

impl Any for Kind {
    fn any(r: &mut Random) -> Self {
        if r.one_in(2) {
            Self::Code(any(r))
        } else {
            Self::Range(any(r), any(r))
        }
    }
}

impl Any for Breakpoint {
    fn any(r: &mut Random) -> Self {
        Self::passing(any(r), any(r))
    }
}

impl Any for Breakpoints {
    fn any(r: &mut Random) -> Self {
        let mut all = Self::default();
        for _ in 0..r.below(4) {
            all.add(any(r), String::any(r));
        }
        all
    }
}

impl Any for Goal {
    fn any(r: &mut Random) -> Self {
        Self::to(any(r))
    }
}

impl Any for Profiler {
    fn any(r: &mut Random) -> Self {
        Session::any(r).profile(any(r))
    }
}

impl Any for Report {
    fn any(r: &mut Random) -> Self {
        Profiler::any(r).report()
    }
}

impl Any for Recording {
    fn any(r: &mut Random) -> Self {
        Session::any(r).recording()
    }
}

impl Any for Replay {
    fn any(r: &mut Random) -> Self {
        Session::any(r).past(any(r))
    }
}

impl Any for Places {
    fn any(r: &mut Random) -> Self {
        Self(any(r))
    }
}

impl Any for Wanted {
    fn any(r: &mut Random) -> Self {
        match r.below(2) {
            0 => Self::Cpu(any(r)),
            _ => Self::Memory { program: any(r), from: any(r), bytes: any(r) },
        }
    }
}

impl Any for Trail {
    fn any(r: &mut Random) -> Self {
        let mut trail = Self::default();
        let _ = Session::any(r).origin((any(r), any(r)), 1, None, &mut trail, &mut |_| false);
        trail
    }
}
