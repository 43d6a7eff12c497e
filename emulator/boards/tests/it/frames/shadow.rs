//! A shadow stack: the open calls and exceptions, derived only from a trace of instructions. It knows the locations of
//! the program's stacks, and shares nothing with the debugger.

use std::ops::Range;

use z8000::cpu::{Cpu, Event, Fcw, Interrupt, Model, Trap};
use z8000::machine::{Look as _, Machine};

/// A call or an exception that has not returned.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct Open {
    /// The instruction that caused it: segment * 0x10000 + offset.
    pub(super) from: usize,
    /// The first address of the pushed words.
    pub(super) slot: usize,
    /// The cause of the exception, such as `SC #5`; empty for a call.
    pub(super) exception: String,
    /// The address after the pushed words.
    end: usize,
    /// The stack pointer of the interrupted program, if it used the stack of normal mode.
    normal: Option<usize>,
}

/// Returns the stack pointers of a processor, in system mode and in normal mode. A stack that begins at the end of its
/// segment has the pointer 0, which is 0x10000 here.
fn pointers(cpu: &Cpu) -> [usize; 2] {
    let fcw = cpu.fcw();
    let system = fcw.contains(Fcw::SYSTEM);
    let other = cpu.other_stack();
    let segment = |word: u16| usize::from(word >> 8 & 0x7F) << 16;
    let own = if fcw.contains(Fcw::SEG) {
        segment(cpu.register(14))
    } else {
        usize::from(cpu.pc_segment()) << 16
    };
    let away = if cpu.model() == Model::Z8001 {
        segment(other[0])
    } else {
        0
    };
    let offset = |word: u16| if word == 0 { 0x1_0000 } else { usize::from(word) };
    let (here, there) = (own + offset(cpu.register(15)), away + offset(other[1]));
    if system { [here, there] } else { [there, here] }
}

fn location(cpu: &Cpu) -> usize {
    usize::from(cpu.pc_segment()) << 16 | usize::from(cpu.pc())
}

/// The kind of an executed instruction, as far as the stack is concerned.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Kind {
    Call,
    Return,
    Exception,
    Other,
}

pub(super) struct Shadow {
    machine: Machine,
    /// The stacks; outside these, each segment counts as one stack.
    stacks: Vec<Range<usize>>,
    open: Vec<Vec<Open>>,
}

impl Shadow {
    /// `stacks` contains the address ranges of the program's stacks, each ending at its base.
    pub(super) fn new(machine: Machine, stacks: &[Range<usize>]) -> Self {
        let open = vec![Vec::new(); 2 * (stacks.len() + 128)];
        Self { machine, open, stacks: stacks.to_vec() }
    }

    pub(super) const fn machine(&mut self) -> &mut Machine {
        &mut self.machine
    }

    /// Returns the number of the stack that a pointer is in, for a mode: 0 for system mode and 1 for normal mode.
    fn stack(&self, mode: usize, pointer: usize) -> usize {
        let has = |range: &Range<usize>| range.start < pointer && pointer <= range.end;
        let stack = self.stacks.iter().position(has);
        2 * stack.unwrap_or(self.stacks.len() + ((pointer - 1) >> 16)) + mode
    }

    fn close(&mut self, mode: usize, pointer: usize) {
        let stack = self.stack(mode, pointer);
        self.open[stack].retain(|open| open.end > pointer);
    }

    /// Executes an instruction, and returns its kind; `None` if the machine has halted.
    pub(super) fn step(&mut self) -> Option<Kind> {
        let cpu = self.machine.cpu();
        let (from, segmented) = (location(cpu), cpu.fcw().contains(Fcw::SEG));
        let was_system = cpu.fcw().contains(Fcw::SYSTEM);
        let before = pointers(cpu);
        let at = z8000::machine::Address::of_pc(cpu);
        let word = self.machine.word(true, at);
        let event = self.machine.step(None).expect("the program runs");
        let cpu = self.machine.cpu();
        let pointers = pointers(cpu);
        let own = usize::from(!cpu.fcw().contains(Fcw::SYSTEM));
        let kind = match (event, word) {
            (Event::Halted, _) => return None,
            (Event::Trapped(_) | Event::Interrupted(_), _) => Kind::Exception,
            // CALL @Rd, CALL address, CALR.
            (_, 0x1F00..=0x1FFF | 0x5F00..=0x5FFF | 0xD000..=0xDFFF) => Kind::Call,
            // RET cc, IRET.
            (_, 0x9E00..=0x9E0F | 0x7B00) => Kind::Return,
            _ => Kind::Other,
        };
        match kind {
            Kind::Exception => {
                let size = if cpu.model() == Model::Z8001 { 8 } else { 6 };
                let slot = pointers[0];
                let exception = name(event, self.machine.word(false, address(slot, cpu.model())));
                let normal = (!was_system).then(|| self.stack(1, before[1]));
                self.close(0, slot + size);
                let stack = self.stack(0, slot);
                self.open[stack].push(Open { from, slot, exception, end: slot + size, normal });
            }
            Kind::Call => {
                let size = if segmented { 4 } else { 2 };
                let slot = pointers[own];
                self.close(own, slot + size);
                let stack = self.stack(own, slot);
                let exception = String::new();
                self.open[stack].push(Open { from, slot, exception, end: slot + size, normal: None });
            }
            _ => {
                self.close(own, pointers[own]);
                if was_system && own == 1 {
                    self.close(0, pointers[0]);
                }
            }
        }
        Some(kind)
    }

    /// Returns the open calls and exceptions, the innermost first.
    pub(super) fn chain(&self) -> Vec<Open> {
        let cpu = self.machine.cpu();
        let own = usize::from(!cpu.fcw().contains(Fcw::SYSTEM));
        let mut chain = Vec::new();
        let mut stack = self.stack(own, pointers(cpu)[own]);
        loop {
            let mut normal = None;
            for open in self.open[stack].iter().rev() {
                chain.push(open.clone());
                normal = open.normal;
                if normal.is_some() {
                    break;
                }
            }
            match normal {
                Some(next) => stack = next,
                None => return chain,
            }
        }
    }
}

fn address(number: usize, model: Model) -> z8000::machine::Address {
    z8000::machine::Address::of(number as i64, model == Model::Z8001).expect("an address")
}

fn name(event: Event, identifier: u16) -> String {
    let low = identifier & 0xFF;
    match event {
        Event::Trapped(Trap::SystemCall) => format!("SC #{low}"),
        Event::Trapped(Trap::PrivilegedInstruction) => "privileged instruction trap".to_owned(),
        Event::Trapped(Trap::ExtendedInstruction) => "extended instruction trap".to_owned(),
        Event::Interrupted(Interrupt::Vectored) => format!("VI #{low}"),
        Event::Interrupted(Interrupt::NonVectored) => "NVI".to_owned(),
        Event::Interrupted(Interrupt::NonMaskable) => "NMI".to_owned(),
        Event::Interrupted(Interrupt::SegmentTrap) => "segment trap".to_owned(),
        _ => String::new(),
    }
}
