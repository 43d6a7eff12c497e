//! Program flow and processor control.

use super::super::direct::Direct;
use super::super::execution::{Execution, Row};
use super::super::size::{Byte, Size, Word};
use super::super::timing::Course;
use super::super::value::{Flags, Value};
use super::super::verbs::{BitOf, Verbs};
use super::super::{Fcw, Model};
use crate::bus::Bus;

impl<M: Verbs, R: Row> Execution<M, R> {
    /// Executes JP and JR.
    pub(crate) fn jump(&mut self) -> Course {
        let (_, target) = self.locate::<1>();
        let holds = self.on.holds(self.field::<0>());
        let taken = self.on.decide(holds);
        if taken {
            self.on.jump(target);
        }
        Course::branch(taken)
    }

    /// Executes CALL and CALR.
    pub(crate) fn call(&mut self) {
        let (_, target) = self.locate::<0>();
        self.on.push_pc();
        self.on.jump(target);
    }

    /// Executes RET.
    pub(crate) fn return_from_subroutine(&mut self) -> Course {
        let holds = self.on.holds(self.field::<0>());
        let taken = self.on.decide(holds);
        if taken {
            self.on.pop_pc();
        }
        Course::branch(taken)
    }

    /// Executes DJNZ and DBJNZ.
    pub(crate) fn decrement_and_jump<S: Size>(&mut self) {
        let count = (self.get::<S, 0>() - 1.into()) & S::MASK;
        self.put::<S, 0>(count);
        if self.on.decide(!count.is_zero()) {
            let (_, target) = self.locate::<1>();
            self.on.jump(target);
        }
    }

    pub(crate) fn no_operation(&mut self) {}

    /// Executes SETFLG.
    pub(crate) fn set_named_flags(&mut self) {
        self.change_named_flags(|_| true.into());
    }

    /// Executes RESFLG.
    pub(crate) fn reset_named_flags(&mut self) {
        self.change_named_flags(|_| false.into());
    }

    /// Executes COMFLG: complements the named flags and, as measured, always H.
    pub(crate) fn complement_flags(&mut self) {
        self.change_named_flags(|flag| !flag);
    }

    /// Changes the named flags: C, Z, S and P/V have a bit each. H is always included if the row allows it to change.
    fn change_named_flags(&mut self, change: impl Fn(BitOf<M>) -> BitOf<M>) {
        let (named, before) = (self.field::<0>(), self.on.flags());
        let changed = |bit, flag| if named & bit == 0 { flag } else { change(flag) };
        let (s, v) = (changed(2, before.s), changed(1, before.v));
        self.set_flags(Flags {
            c: changed(8, before.c),
            z: changed(4, before.z),
            s,
            v,
            d: before.d,
            h: change(before.h),
            less: s ^ v,
        });
    }
}

impl<B: Bus + ?Sized, R: Row> Execution<Direct<'_, B>, R> {
    /// Executes EI.
    pub(crate) fn enable_interrupts(&mut self) {
        self.on.cpu.fcw |= self.named_interrupts();
    }

    /// Executes DI.
    pub(crate) fn disable_interrupts(&mut self) {
        self.on.cpu.fcw -= self.named_interrupts();
    }

    /// Returns the named interrupts; a bit that is 0 names its interrupt.
    fn named_interrupts(&self) -> Fcw {
        let mut named = Fcw::empty();
        named.set(Fcw::VIE, self.field::<0>() & 2 == 0);
        named.set(Fcw::NVIE, self.field::<0>() & 1 == 0);
        named
    }

    pub(crate) fn halt(&mut self) {
        self.on.cpu.halted = true;
        self.on.cpu.unusual = true;
    }

    /// Executes IRET: pops an identifier, FCW and PC.
    pub(crate) fn return_from_interrupt(&mut self) {
        let _identifier = self.on.pop_word();
        let fcw = self.on.pop_word();
        self.on.pop_pc();
        self.on.cpu.set_fcw(fcw.0 as u16);
    }

    /// Executes LDPS: loads FCW and PC from memory. In segmented mode, a reserved word precedes them.
    pub(crate) fn load_program_status(&mut self) {
        let (status, at) = self.locate::<0>();
        let long = self.on.cpu.segmented();
        let fcw = if long { at.plus(2) } else { at };
        self.on
            .cpu
            .load_status_from(self.on.bus, status, fcw, fcw.plus(2), long);
    }

    /// Executes LDCTL control,Rs.
    pub(crate) fn store_control(&mut self) {
        let value = self.get::<Word, 1>().0 as u16;
        match self.field::<0>() {
            2 => self.on.cpu.set_fcw(value),
            3 => self.on.cpu.refresh = value,
            4 if self.on.cpu.model == Model::Z8001 => self.on.cpu.psap[0] = value,
            5 => self.on.cpu.psap[1] = value & 0xFF00,
            6 if self.on.cpu.model == Model::Z8001 => self.on.cpu.other_stack[0] = value,
            7 => self.on.cpu.other_stack[1] = value,
            _ => {}
        }
    }

    /// Executes LDCTL Rd,control.
    pub(crate) fn load_control(&mut self) {
        let value = match self.field::<1>() {
            2 => self.on.cpu.fcw.bits(),
            3 => self.on.cpu.refresh,
            4 => self.on.cpu.psap[0],
            5 => self.on.cpu.psap[1],
            6 => self.on.cpu.other_stack[0],
            7 => self.on.cpu.other_stack[1],
            _ => 0,
        };
        self.put::<Word, 0>(u32::from(value).into());
    }

    /// Executes LDCTLB FLAGS,Rbs.
    pub(crate) fn store_flags(&mut self) {
        let value = self.get::<Byte, 1>().0 as u16;
        self.set_flags(Fcw::from_bits_truncate(value).into());
    }

    /// Executes LDCTLB Rbd,FLAGS.
    pub(crate) fn load_flags(&mut self) {
        let flags = self.on.cpu.fcw & Fcw::FLAGS;
        self.put::<Byte, 0>(u32::from(flags.bits()).into());
    }
}
