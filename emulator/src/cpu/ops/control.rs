//! Program flow and control of the processor.

use super::super::execution::{Execution, Row};
use super::super::size::{Byte, Size, Word};
use super::super::timing::Course;
use super::super::{Fcw, Model};
use crate::bus::Bus;

impl<B: Bus, R: Row> Execution<'_, B, R> {
    /// JP, JR.
    pub(crate) fn jump(&mut self) -> Course {
        let (_, target) = self.locate::<1>();
        let taken = self.cpu.fcw.holds(self.field::<0>());
        if taken {
            self.cpu.jump(target);
        }
        Course::branch(taken)
    }

    /// CALL, CALR.
    pub(crate) fn call(&mut self) {
        let (_, target) = self.locate::<0>();
        self.cpu.push_pc(self.bus);
        self.cpu.jump(target);
    }

    /// RET.
    pub(crate) fn return_from_subroutine(&mut self) -> Course {
        let taken = self.cpu.fcw.holds(self.field::<0>());
        if taken {
            self.cpu.pop_pc(self.bus);
        }
        Course::branch(taken)
    }

    /// DJNZ, DBJNZ.
    pub(crate) fn decrement_and_jump<S: Size>(&mut self) {
        let count = self.get::<S, 0>().wrapping_sub(1) & S::MASK;
        self.put::<S, 0>(count);
        if count != 0 {
            let (_, target) = self.locate::<1>();
            self.cpu.jump(target);
        }
    }

    pub(crate) fn no_operation(&mut self) {}

    /// SETFLG.
    pub(crate) fn set_named_flags(&mut self) {
        self.set_flags(self.cpu.fcw | self.named_flags());
    }

    /// RESFLG.
    pub(crate) fn reset_named_flags(&mut self) {
        self.set_flags(self.cpu.fcw - self.named_flags());
    }

    /// COMFLG: those that are named, and H in any case, as measured.
    pub(crate) fn complement_flags(&mut self) {
        self.set_flags(self.cpu.fcw ^ (self.named_flags() | Fcw::H));
    }

    fn named_flags(&self) -> Fcw {
        Fcw::from_bits_retain(self.field::<0>() << 4)
    }

    /// EI.
    pub(crate) fn enable_interrupts(&mut self) {
        self.cpu.fcw |= self.named_interrupts();
    }

    /// DI.
    pub(crate) fn disable_interrupts(&mut self) {
        self.cpu.fcw -= self.named_interrupts();
    }

    /// A bit that is 0 names the interrupt.
    fn named_interrupts(&self) -> Fcw {
        let mut named = Fcw::empty();
        named.set(Fcw::VIE, self.field::<0>() & 2 == 0);
        named.set(Fcw::NVIE, self.field::<0>() & 1 == 0);
        named
    }

    pub(crate) fn halt(&mut self) {
        self.cpu.halted = true;
        self.cpu.unusual = true;
    }

    /// IRET: FCW and PC from the stack.
    pub(crate) fn return_from_interrupt(&mut self) {
        let _identifier = self.cpu.pop_word(self.bus);
        let fcw = self.cpu.pop_word(self.bus);
        self.cpu.pop_pc(self.bus);
        self.cpu.set_fcw(fcw);
    }

    /// LDPS: FCW and PC from memory. In segmented mode a reserved word comes first.
    pub(crate) fn load_program_status(&mut self) {
        let (status, at) = self.locate::<0>();
        let long = self.cpu.segmented();
        let fcw = if long { at.plus(2) } else { at };
        self.cpu.load_status_from(self.bus, status, fcw, fcw.plus(2), long);
    }

    /// LDCTL control,Rs.
    pub(crate) fn store_control(&mut self) {
        let value = self.get::<Word, 1>() as u16;
        match self.field::<0>() {
            2 => self.cpu.set_fcw(value),
            3 => self.cpu.refresh = value,
            4 if self.cpu.model == Model::Z8001 => self.cpu.psap[0] = value,
            5 => self.cpu.psap[1] = value & 0xFF00,
            6 if self.cpu.model == Model::Z8001 => self.cpu.other_stack[0] = value,
            7 => self.cpu.other_stack[1] = value,
            _ => {}
        }
    }

    /// LDCTL Rd,control.
    pub(crate) fn load_control(&mut self) {
        let value = match self.field::<1>() {
            2 => self.cpu.fcw.bits(),
            3 => self.cpu.refresh,
            4 => self.cpu.psap[0],
            5 => self.cpu.psap[1],
            6 => self.cpu.other_stack[0],
            7 => self.cpu.other_stack[1],
            _ => 0,
        };
        self.put::<Word, 0>(value.into());
    }

    /// LDCTLB FLAGS,Rbs.
    pub(crate) fn store_flags(&mut self) {
        let value = self.get::<Byte, 1>() as u16;
        self.set_flags(Fcw::from_bits_truncate(value));
    }

    /// LDCTLB Rbd,FLAGS.
    pub(crate) fn load_flags(&mut self) {
        let flags = self.cpu.fcw & Fcw::FLAGS;
        self.put::<Byte, 0>(flags.bits().into());
    }
}
