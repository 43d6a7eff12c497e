//! Direct execution of the verbs, on a processor and its bus.

use super::value::{Flags, Number};
use super::verbs::Verbs;
use super::{Cpu, Fcw};
use crate::bus::{Bus, Location, Space, Status};
use crate::isa::FlagSet;

/// The processor and its bus as the machine on which operations are executed.
pub(crate) struct Direct<'a, B: ?Sized> {
    pub(super) cpu: &'a mut Cpu,
    pub(super) bus: &'a mut B,
}

impl<'a, B: Bus + ?Sized> Direct<'a, B> {
    #[inline(always)]
    pub(super) const fn new(cpu: &'a mut Cpu, bus: &'a mut B) -> Self {
        Self { cpu, bus }
    }
}

impl From<Flags<bool>> for Fcw {
    #[inline(always)]
    fn from(flags: Flags<bool>) -> Self {
        let bits = u16::from(flags.c) << 7
            | u16::from(flags.z) << 6
            | u16::from(flags.s) << 5
            | u16::from(flags.v) << 4
            | u16::from(flags.d) << 3
            | u16::from(flags.h) << 2;
        Self::from_bits_retain(bits)
    }
}

impl From<Fcw> for Flags<bool> {
    #[inline(always)]
    fn from(fcw: Fcw) -> Self {
        let (s, v) = (fcw.contains(Fcw::S), fcw.contains(Fcw::PV));
        Self {
            c: fcw.contains(Fcw::C),
            z: fcw.contains(Fcw::Z),
            s,
            v,
            d: fcw.contains(Fcw::DA),
            h: fcw.contains(Fcw::H),
            less: s != v,
        }
    }
}

impl<B: Bus + ?Sized> Verbs for Direct<'_, B> {
    type Value = Number;
    type Address = Location;

    #[inline(always)]
    fn segmented(&self) -> bool {
        self.cpu.segmented()
    }

    #[inline(always)]
    fn status(&self, space: Space) -> Status {
        self.cpu.status(space)
    }

    #[inline(always)]
    fn pc(&self) -> u16 {
        self.cpu.pc
    }

    #[inline(always)]
    fn fetch(&mut self) -> u16 {
        self.cpu.fetch(self.bus)
    }

    #[inline(always)]
    fn second(&self) -> u16 {
        self.cpu.second
    }

    #[inline(always)]
    fn register(&self, number: u16) -> Number {
        Number(self.cpu.r[usize::from(number & 15)].into())
    }

    #[inline(always)]
    fn set_register(&mut self, number: u16, value: Number) {
        self.cpu.r[usize::from(number & 15)] = value.0 as u16;
    }

    #[inline(always)]
    fn flags(&self) -> Flags<bool> {
        self.cpu.fcw.into()
    }

    #[inline(always)]
    fn set_flags(&mut self, changed: FlagSet, flags: Flags<bool>) {
        let changed = Fcw::from_bits_retain(changed.bits().into());
        self.cpu.fcw = (self.cpu.fcw - changed) | (Fcw::from(flags) & changed);
    }

    #[inline(always)]
    fn holds(&self, condition: u16) -> bool {
        self.cpu.fcw.holds(condition)
    }

    #[inline(always)]
    fn decide(&mut self, way: bool) -> bool {
        way
    }

    #[inline(always)]
    fn jump(&mut self, target: Location) {
        self.cpu.jump(target);
    }

    #[inline(always)]
    fn near(&self, offset: Number) -> Location {
        self.cpu.near(offset.0 as u16)
    }

    #[inline(always)]
    fn far(&self, upper: Number, offset: Number) -> Location {
        Location::from_pair(upper.0 << 16 | offset.0)
    }

    #[inline(always)]
    fn words(&self, at: Location) -> (Number, Number) {
        (Number(at.pair() >> 16), Number(at.offset().into()))
    }

    #[inline(always)]
    fn plus(&self, at: Location, distance: Number) -> Location {
        at.plus(distance.0 as u16)
    }

    #[inline(always)]
    fn read_byte(&mut self, status: Status, at: Location) -> Number {
        Number(self.bus.read_byte(status, at).into())
    }

    #[inline(always)]
    fn read_word(&mut self, status: Status, at: Location) -> Number {
        Number(self.bus.read_word(status, at).into())
    }

    #[inline(always)]
    fn write_byte(&mut self, status: Status, at: Location, value: Number) {
        self.bus.write_byte(status, at, value.0 as u8);
    }

    #[inline(always)]
    fn write_word(&mut self, status: Status, at: Location, value: Number) {
        self.bus.write_word(status, at, value.0 as u16);
    }
}
