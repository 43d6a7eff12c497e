//! Traces as machine code of this host.

mod code;
mod compiler;
mod context;
mod emit;
mod uses;

use std::collections::VecDeque;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Mutex, PoisonError};

use z8000::machine::Running;
use z8000::trace::Trace;

use crate::cache::{Programs, Store};
use crate::choice::NoCompiler;
use code::{Code, Entrance};
use compiler::Compiler;
use context::{Context, Count};

/// Machine code of a program's traces. It goes from one to the next by itself.
#[derive(Debug)]
pub(crate) struct Native {
    entrance: Entrance,
    missing: Code,
    /// For each even offset, the address of the code that continues there.
    table: Box<[AtomicUsize]>,
    compiler: Mutex<Compiler>,
}

static PROGRAMS: Mutex<Programs<Native>> = Mutex::new(VecDeque::new());

impl Native {
    /// Whether there is a compiler for this host.
    ///
    /// # Errors
    ///
    /// If there is none.
    pub(crate) fn host() -> Result<(), NoCompiler> {
        Compiler::host().map(|_| ())
    }

    fn code(&self, index: usize) -> Code {
        Code::from_address(self.table[index].load(Ordering::Acquire))
    }
}

impl Store for Native {
    fn new() -> Result<Self, NoCompiler> {
        let mut compiler = Compiler::new()?;
        let missing = compiler.missing()?;
        Ok(Self {
            entrance: compiler.entrance()?,
            missing,
            table: (0..0x8000).map(|_| AtomicUsize::new(missing.address())).collect(),
            compiler: Mutex::new(compiler),
        })
    }

    fn has(&self, index: usize) -> bool {
        self.code(index) != self.missing
    }

    fn put(&self, index: usize, trace: &Trace) -> bool {
        let mut compiler = self.compiler.lock().unwrap_or_else(PoisonError::into_inner);
        match compiler.trace(trace) {
            Ok(code) => {
                self.table[index].store(code.address(), Ordering::Release);
                true
            }
            Err(_) => false,
        }
    }

    fn run(&self, on: &mut Running<'_>, limit: u64) -> u16 {
        let code = self.code(usize::from(on.cpu.pc() >> 1));
        let (program, data) = on.memory.banks();
        let mut context = Context {
            registers: std::array::from_fn(|n| on.cpu.register(n)),
            flags: std::array::from_fn(|bit| (on.cpu.fcw().bits() >> bit & 1) as u8),
            pc: on.cpu.pc().into(),
            count: Count::NONE,
            limit: Count::limit(limit.saturating_sub(*on.clocks)),
            table: self.table.as_ptr(),
            program: program.as_ptr(),
            data: data.as_mut_ptr(),
        };
        self.entrance.call(&mut context, code);
        for (n, register) in context.registers.into_iter().enumerate() {
            on.cpu.set_register(n, register);
        }
        let flags = context.flags.iter().rev();
        on.cpu
            .set_flags(flags.fold(0, |flags, flag| flags << 1 | u16::from(*flag)));
        on.cpu.set_pc(context.pc as u16);
        *on.clocks += context.count.clocks();
        *on.instructions += context.count.instructions();
        (context.pc >> 16) as u16
    }

    fn programs() -> &'static Mutex<Programs<Self>> {
        &PROGRAMS
    }
}
