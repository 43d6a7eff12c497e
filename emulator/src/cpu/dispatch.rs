//! From a row of the instruction table to the function that carries it out.
//!
//! Each function is made for one operation, operand size and addressing mode, so that a step
//! neither decodes operands nor asks for the mode. The table of functions is a constant, parallel
//! to [`FORMS`].

use super::addressing::{
    Base, BaseIndex, Direct, Immediate, Indexed, Indirect, Register, Relative,
};
use super::ops::{
    arithmetic, bits, block, control, extended, io, load, logic, multi_micro, rotate,
};
use super::size::{Byte, Long, Word};
use super::timing::Timing;
use super::{Cpu, Fcw, Model, Trap};
use crate::bus::Bus;
use crate::isa::{Clocks, FORM_COUNT, FORMS, Form, Kind, Operation};

/// Carries out an instruction whose first word (and second, where the pattern has two) was
/// fetched; returns its clocks.
pub(super) type Run<B> = fn(&mut Cpu, &mut B, u16, Timing) -> u32;

/// What a step needs to know about a form.
pub(super) struct Entry<B> {
    pub(super) run: Run<B>,
    pub(super) timing: Timing,
    /// Whether there is more to do than to run it.
    pub(super) attention: bool,
    pub(super) second_word: bool,
    pub(super) reserved: bool,
    extended: bool,
    system_call: bool,
    /// The trap in normal mode.
    privileged: Option<Trap>,
    /// Clocks in segmented mode, with a short address where there is one.
    pub(super) segmented: Timing,
    /// Clocks that a long address takes more.
    pub(super) long: u16,
}

impl<B> Entry<B> {
    /// The trap that this instruction goes into instead of running.
    pub(super) fn trap(&self, fcw: Fcw) -> Option<Trap> {
        if self.system_call {
            Some(Trap::SystemCall)
        } else if self.extended && !fcw.contains(Fcw::EPA) {
            Some(Trap::ExtendedInstruction)
        } else {
            self.privileged.filter(|_| !fcw.contains(Fcw::SYSTEM))
        }
    }

    /// Clocks of a trap, as measured: those of SC. A Z8001 saves and loads its segment number in
    /// every mode.
    pub(super) const fn trap_clocks(model: Model) -> u32 {
        match model {
            Model::Z8001 => SYSTEM_CALL.short.clocks(0),
            Model::Z8002 => SYSTEM_CALL.nonsegmented.clocks(0),
        }
    }
}

/// Clocks of SC.
const SYSTEM_CALL: Clocks = {
    let mut index = 0;
    while !matches!(FORMS[index].operation, Operation::Sc) {
        index += 1;
    }
    FORMS[index].clocks
};

struct Table<B>(std::marker::PhantomData<B>);

impl<B: Bus> Table<B> {
    const ENTRIES: [Entry<B>; FORM_COUNT] = {
        let mut entries = [const { entry::<B>(&FORMS[0]) }; FORM_COUNT];
        let mut index = 0;
        while index < FORM_COUNT {
            entries[index] = entry(&FORMS[index]);
            index += 1;
        }
        entries
    };
}

/// The functions for a kind of bus, parallel to [`FORMS`].
#[inline(always)]
pub(super) const fn table<'a, B: Bus + 'a>() -> &'a [Entry<B>; FORM_COUNT] {
    &Table::<B>::ENTRIES
}

impl<B> Clone for Entry<B> {
    fn clone(&self) -> Self {
        *self
    }
}

impl<B> Copy for Entry<B> {}

const fn entry<B: Bus>(form: &Form) -> Entry<B> {
    let second_word = form.pattern.words() == 2;
    let extended = is_extended(form.operation);
    let reserved = matches!(form.operation, Operation::Bpt);
    let system_call = matches!(form.operation, Operation::Sc);
    let [short, long] = [form.clocks.short.clocks(0), form.clocks.long.clocks(0)];
    Entry {
        run: function(form),
        timing: Timing::new(form.clocks.nonsegmented),
        attention: second_word || form.privileged || extended || reserved || system_call,
        second_word,
        reserved,
        extended,
        system_call,
        privileged: match (form.privileged, form.operation) {
            (false, _) => None,
            // As measured on a Z8001.
            (true, Operation::Mset) => Some(Trap::ExtendedInstruction),
            (true, _) => Some(Trap::PrivilegedInstruction),
        },
        segmented: Timing::new(form.clocks.short),
        long: (long - short) as u16,
    }
}

const fn is_extended(operation: Operation) -> bool {
    use Operation::{Brk, Ext0e, Ext0f, Ext4e, Ext4f, Ext8e, Ext8f};
    matches!(
        operation,
        Brk | Ext0e | Ext0f | Ext4e | Ext4f | Ext8e | Ext8f
    )
}

/// Chooses the function by the kind of an operand that can be read.
macro_rules! by_source {
    ($kind:expr, $family:ident::$function:ident, $size:ty $(, $more:ty)*) => {
        match $kind {
            Kind::Byte | Kind::Word | Kind::Long => $family::$function::<B, $size, Register $(, $more)*>,
            Kind::Immediate8 | Kind::Immediate16 | Kind::Immediate32 => {
                $family::$function::<B, $size, Immediate $(, $more)*>
            }
            Kind::Indirect => $family::$function::<B, $size, Indirect $(, $more)*>,
            Kind::Direct => $family::$function::<B, $size, Direct $(, $more)*>,
            Kind::Indexed => $family::$function::<B, $size, Indexed $(, $more)*>,
            Kind::Base => $family::$function::<B, $size, Base $(, $more)*>,
            Kind::BaseIndex => $family::$function::<B, $size, BaseIndex $(, $more)*>,
            Kind::Relative16 => $family::$function::<B, $size, Relative $(, $more)*>,
            _ => panic!("an operand that can be read"),
        }
    };
}

/// Chooses the function by the kind of an operand that can be written.
macro_rules! by_target {
    ($kind:expr, $family:ident::$function:ident, $size:ty) => {
        match $kind {
            Kind::Byte | Kind::Word | Kind::Long => $family::$function::<B, $size, Register>,
            Kind::Indirect => $family::$function::<B, $size, Indirect>,
            Kind::Direct => $family::$function::<B, $size, Direct>,
            Kind::Indexed => $family::$function::<B, $size, Indexed>,
            Kind::Base => $family::$function::<B, $size, Base>,
            Kind::BaseIndex => $family::$function::<B, $size, BaseIndex>,
            Kind::Relative16 => $family::$function::<B, $size, Relative>,
            _ => panic!("an operand that can be written"),
        }
    };
}

/// Chooses the function by the kind of an operand in memory.
macro_rules! by_place {
    ($kind:expr, $family:ident::$function:ident $(, $size:ty)?) => {
        match $kind {
            Kind::Indirect => $family::$function::<B $(, $size)?, Indirect>,
            Kind::Direct => $family::$function::<B $(, $size)?, Direct>,
            Kind::Indexed => $family::$function::<B $(, $size)?, Indexed>,
            Kind::Base => $family::$function::<B $(, $size)?, Base>,
            Kind::BaseIndex => $family::$function::<B $(, $size)?, BaseIndex>,
            Kind::Relative16 => $family::$function::<B $(, $size)?, Relative>,
            _ => panic!("an operand in memory"),
        }
    };
}

/// Chooses the function of a multiplication or division by the kind of the other factor.
macro_rules! by_factor {
    ($kind:expr, $function:ident) => {
        match $kind {
            Kind::Word | Kind::Long => arithmetic::$function::<B, Register>,
            Kind::Immediate16 | Kind::Immediate32 => arithmetic::$function::<B, Immediate>,
            Kind::Indirect => arithmetic::$function::<B, Indirect>,
            Kind::Direct => arithmetic::$function::<B, Direct>,
            Kind::Indexed => arithmetic::$function::<B, Indexed>,
            _ => panic!("an operand of a multiplication or division"),
        }
    };
}

/// Chooses between the form that counts a bit in a register and the others.
macro_rules! bit {
    ($form:expr, $by:ident, $plain:ident, $dynamic:ident, $size:ty) => {
        if matches!($form.operands[1].kind, Kind::Word) {
            bits::$dynamic::<B, $size>
        } else {
            $by!($form.operands[0].kind, bits::$plain, $size)
        }
    };
}

/// A block instruction: iteration, size, downwards, repeating.
macro_rules! block {
    ($iteration:ident $(<$special:literal>)?, $size:ty, $down:literal, $repeat:literal) => {
        block::block::<B, $size, block::$iteration $(<$special>)?, $down, $repeat>
    };
}

/// The function of a form.
const fn function<B: Bus>(form: &Form) -> Run<B> {
    use Operation as O;
    let kinds = form.operands;
    match form.operation {
        O::Ld => load_or_store::<B, Word>(form),
        O::Ldb => load_or_store::<B, Byte>(form),
        O::Ldl => load_or_store::<B, Long>(form),
        O::Ldr => load_or_store::<B, Word>(form),
        O::Ldrb => load_or_store::<B, Byte>(form),
        O::Ldrl => load_or_store::<B, Long>(form),
        O::Clr => by_target!(kinds[0].kind, load::clr, Word),
        O::Clrb => by_target!(kinds[0].kind, load::clr, Byte),
        O::Ex => by_target!(kinds[1].kind, load::ex, Word),
        O::Exb => by_target!(kinds[1].kind, load::ex, Byte),
        O::Lda | O::Ldar => by_place!(kinds[1].kind, load::lda),
        O::Ldk => load::ldk::<B>,
        O::Ldm => match kinds[0].kind {
            Kind::Word => by_place!(kinds[1].kind, load::load_multiple),
            kind => by_place!(kind, load::store_multiple),
        },
        O::Pop => by_target!(kinds[0].kind, load::pop, Word),
        O::Popl => by_target!(kinds[0].kind, load::pop, Long),
        O::Push => by_source!(kinds[1].kind, load::push, Word),
        O::Pushl => by_source!(kinds[1].kind, load::push, Long),
        _ => arithmetic_or_logic(form),
    }
}

/// LD and its kin: to a register, or from one or immediate data to memory.
const fn load_or_store<B: Bus, S: super::size::Size>(form: &Form) -> Run<B> {
    match (form.operands[0].kind, form.operands[1].kind) {
        (Kind::Byte, Kind::ImmediateByte) => load::load_short_byte::<B>,
        (Kind::Byte | Kind::Word | Kind::Long, kind) => by_source!(kind, load::load, S),
        (kind, Kind::Byte | Kind::Word | Kind::Long) => by_target!(kind, load::store, S),
        (kind, _) => by_place!(kind, load::store_immediate, S),
    }
}

const fn arithmetic_or_logic<B: Bus>(form: &Form) -> Run<B> {
    use Operation as O;
    use arithmetic::{Adc, Add, Sbc, Sub};
    use logic::{And, Or, Xor};
    let kinds = form.operands;
    match form.operation {
        O::Add => by_source!(kinds[1].kind, arithmetic::binary, Word, Add),
        O::Addb => by_source!(kinds[1].kind, arithmetic::binary, Byte, Add),
        O::Addl => by_source!(kinds[1].kind, arithmetic::binary, Long, Add),
        O::Adc => arithmetic::binary::<B, Word, Register, Adc>,
        O::Adcb => arithmetic::binary::<B, Byte, Register, Adc>,
        O::Sub => by_source!(kinds[1].kind, arithmetic::binary, Word, Sub),
        O::Subb => by_source!(kinds[1].kind, arithmetic::binary, Byte, Sub),
        O::Subl => by_source!(kinds[1].kind, arithmetic::binary, Long, Sub),
        O::Sbc => arithmetic::binary::<B, Word, Register, Sbc>,
        O::Sbcb => arithmetic::binary::<B, Byte, Register, Sbc>,
        O::Cp | O::Cpb | O::Cpl => compare(form),
        O::Inc => by_target!(kinds[0].kind, arithmetic::inc, Word),
        O::Incb => by_target!(kinds[0].kind, arithmetic::inc, Byte),
        O::Dec => by_target!(kinds[0].kind, arithmetic::dec, Word),
        O::Decb => by_target!(kinds[0].kind, arithmetic::dec, Byte),
        O::Neg => by_target!(kinds[0].kind, arithmetic::neg, Word),
        O::Negb => by_target!(kinds[0].kind, arithmetic::neg, Byte),
        O::Dab => arithmetic::dab::<B>,
        O::Exts => arithmetic::exts::<B, Long, Word>,
        O::Extsb => arithmetic::exts::<B, Word, Byte>,
        O::Extsl => arithmetic::extsl::<B>,
        O::Mult => by_factor!(kinds[1].kind, mult),
        O::Multl => by_factor!(kinds[1].kind, multl),
        O::Div => by_factor!(kinds[1].kind, div),
        O::Divl => by_factor!(kinds[1].kind, divl),
        O::And => by_source!(kinds[1].kind, arithmetic::binary, Word, And),
        O::Andb => by_source!(kinds[1].kind, arithmetic::binary, Byte, And),
        O::Or => by_source!(kinds[1].kind, arithmetic::binary, Word, Or),
        O::Orb => by_source!(kinds[1].kind, arithmetic::binary, Byte, Or),
        O::Xor => by_source!(kinds[1].kind, arithmetic::binary, Word, Xor),
        O::Xorb => by_source!(kinds[1].kind, arithmetic::binary, Byte, Xor),
        O::Com => by_target!(kinds[0].kind, logic::com, Word),
        O::Comb => by_target!(kinds[0].kind, logic::com, Byte),
        O::Test => by_source!(kinds[0].kind, logic::test, Word),
        O::Testb => by_source!(kinds[0].kind, logic::test, Byte),
        O::Testl => by_source!(kinds[0].kind, logic::test, Long),
        O::Tset => by_target!(kinds[0].kind, logic::tset, Word),
        O::Tsetb => by_target!(kinds[0].kind, logic::tset, Byte),
        O::Tcc => logic::tcc::<B, Word>,
        O::Tccb => logic::tcc::<B, Byte>,
        O::Bit => bit!(form, by_source, bit, bit_dynamic, Word),
        O::Bitb => bit!(form, by_source, bit, bit_dynamic, Byte),
        O::Set => bit!(form, by_target, set, set_dynamic, Word),
        O::Setb => bit!(form, by_target, set, set_dynamic, Byte),
        O::Res => bit!(form, by_target, res, res_dynamic, Word),
        O::Resb => bit!(form, by_target, res, res_dynamic, Byte),
        _ => rotation_or_control(form),
    }
}

/// CP: of a register with anything, or of memory with immediate data.
const fn compare<B: Bus>(form: &Form) -> Run<B> {
    use arithmetic::Cp;
    match (form.operands[0].kind, form.operands[1].kind) {
        (Kind::Byte, kind) => by_source!(kind, arithmetic::binary, Byte, Cp),
        (Kind::Word, kind) => by_source!(kind, arithmetic::binary, Word, Cp),
        (Kind::Long, kind) => by_source!(kind, arithmetic::binary, Long, Cp),
        (kind, Kind::Immediate8) => by_place!(kind, arithmetic::compare_memory, Byte),
        (kind, _) => by_place!(kind, arithmetic::compare_memory, Word),
    }
}

const fn rotation_or_control<B: Bus>(form: &Form) -> Run<B> {
    use Operation as O;
    use rotate::{Left, LeftThroughCarry, Right, RightThroughCarry};
    let kinds = form.operands;
    match form.operation {
        O::Rl => rotate::rotate::<B, Word, Left>,
        O::Rlb => rotate::rotate::<B, Byte, Left>,
        O::Rlc => rotate::rotate::<B, Word, LeftThroughCarry>,
        O::Rlcb => rotate::rotate::<B, Byte, LeftThroughCarry>,
        O::Rr => rotate::rotate::<B, Word, Right>,
        O::Rrb => rotate::rotate::<B, Byte, Right>,
        O::Rrc => rotate::rotate::<B, Word, RightThroughCarry>,
        O::Rrcb => rotate::rotate::<B, Byte, RightThroughCarry>,
        O::Rldb => rotate::rldb::<B>,
        O::Rrdb => rotate::rrdb::<B>,
        O::Sla | O::Sra => rotate::shift::<B, Word, true>,
        O::Slab | O::Srab => rotate::shift::<B, Byte, true>,
        O::Slal | O::Sral => rotate::shift::<B, Long, true>,
        O::Sll | O::Srl => rotate::shift::<B, Word, false>,
        O::Sllb | O::Srlb => rotate::shift::<B, Byte, false>,
        O::Slll | O::Srll => rotate::shift::<B, Long, false>,
        O::Sda => rotate::shift_dynamic::<B, Word, true>,
        O::Sdab => rotate::shift_dynamic::<B, Byte, true>,
        O::Sdal => rotate::shift_dynamic::<B, Long, true>,
        O::Sdl => rotate::shift_dynamic::<B, Word, false>,
        O::Sdlb => rotate::shift_dynamic::<B, Byte, false>,
        O::Sdll => rotate::shift_dynamic::<B, Long, false>,
        O::Jp => by_place!(kinds[1].kind, control::jp),
        O::Jr => control::jr::<B>,
        O::Call => by_place!(kinds[0].kind, control::call),
        O::Calr => control::calr::<B>,
        O::Ret => control::ret::<B>,
        O::Djnz => control::djnz::<B, Word>,
        O::Dbjnz => control::djnz::<B, Byte>,
        O::Setflg => control::setflg::<B>,
        O::Resflg => control::resflg::<B>,
        O::Comflg => control::comflg::<B>,
        O::Ei => control::ei::<B>,
        O::Di => control::di::<B>,
        O::Halt => control::halt::<B>,
        O::Iret => control::iret::<B>,
        O::Ldps => by_place!(kinds[0].kind, control::ldps),
        O::Ldctl => match kinds[0].kind {
            Kind::Control => control::ldctl_to::<B>,
            _ => control::ldctl_from::<B>,
        },
        O::Ldctlb => match kinds[0].kind {
            Kind::ControlByte => control::ldctlb_to::<B>,
            _ => control::ldctlb_from::<B>,
        },
        O::Mbit => multi_micro::mbit::<B>,
        O::Mreq => multi_micro::mreq::<B>,
        O::Mres => multi_micro::mres::<B>,
        O::Mset => multi_micro::mset::<B>,
        O::Nop => control::nop::<B>,
        _ => block_or_port(form),
    }
}

const fn block_or_port<B: Bus>(form: &Form) -> Run<B> {
    use Operation as O;
    match form.operation {
        O::Ldi => block!(Move, Word, false, false),
        O::Ldib => block!(Move, Byte, false, false),
        O::Ldir => block!(Move, Word, false, true),
        O::Ldirb => block!(Move, Byte, false, true),
        O::Ldd => block!(Move, Word, true, false),
        O::Lddb => block!(Move, Byte, true, false),
        O::Lddr => block!(Move, Word, true, true),
        O::Lddrb => block!(Move, Byte, true, true),
        O::Cpi => block!(Search, Word, false, false),
        O::Cpib => block!(Search, Byte, false, false),
        O::Cpir => block!(Search, Word, false, true),
        O::Cpirb => block!(Search, Byte, false, true),
        O::Cpd => block!(Search, Word, true, false),
        O::Cpdb => block!(Search, Byte, true, false),
        O::Cpdr => block!(Search, Word, true, true),
        O::Cpdrb => block!(Search, Byte, true, true),
        O::Cpsi => block!(Compare, Word, false, false),
        O::Cpsib => block!(Compare, Byte, false, false),
        O::Cpsir => block!(Compare, Word, false, true),
        O::Cpsirb => block!(Compare, Byte, false, true),
        O::Cpsd => block!(Compare, Word, true, false),
        O::Cpsdb => block!(Compare, Byte, true, false),
        O::Cpsdr => block!(Compare, Word, true, true),
        O::Cpsdrb => block!(Compare, Byte, true, true),
        O::Trib => block!(Translate, Byte, false, false),
        O::Trirb => block!(Translate, Byte, false, true),
        O::Trdb => block!(Translate, Byte, true, false),
        O::Trdrb => block!(Translate, Byte, true, true),
        O::Trtib => block!(TranslateTest, Byte, false, false),
        O::Trtirb => block!(TranslateTest, Byte, false, true),
        O::Trtdb => block!(TranslateTest, Byte, true, false),
        O::Trtdrb => block!(TranslateTest, Byte, true, true),
        O::In | O::Inb | O::Out | O::Outb | O::Sin | O::Sinb | O::Sout | O::Soutb => port(form),
        O::Ini => block!(Input<false>, Word, false, false),
        O::Inib => block!(Input<false>, Byte, false, false),
        O::Inir => block!(Input<false>, Word, false, true),
        O::Inirb => block!(Input<false>, Byte, false, true),
        O::Ind => block!(Input<false>, Word, true, false),
        O::Indb => block!(Input<false>, Byte, true, false),
        O::Indr => block!(Input<false>, Word, true, true),
        O::Indrb => block!(Input<false>, Byte, true, true),
        O::Sini => block!(Input<true>, Word, false, false),
        O::Sinib => block!(Input<true>, Byte, false, false),
        O::Sinir => block!(Input<true>, Word, false, true),
        O::Sinirb => block!(Input<true>, Byte, false, true),
        O::Sind => block!(Input<true>, Word, true, false),
        O::Sindb => block!(Input<true>, Byte, true, false),
        O::Sindr => block!(Input<true>, Word, true, true),
        O::Sindrb => block!(Input<true>, Byte, true, true),
        O::Outi => block!(Output<false>, Word, false, false),
        O::Outib => block!(Output<false>, Byte, false, false),
        O::Otir => block!(Output<false>, Word, false, true),
        O::Otirb => block!(Output<false>, Byte, false, true),
        O::Outd => block!(Output<false>, Word, true, false),
        O::Outdb => block!(Output<false>, Byte, true, false),
        O::Otdr => block!(Output<false>, Word, true, true),
        O::Otdrb => block!(Output<false>, Byte, true, true),
        O::Souti => block!(Output<true>, Word, false, false),
        O::Soutib => block!(Output<true>, Byte, false, false),
        O::Sotir => block!(Output<true>, Word, false, true),
        O::Sotirb => block!(Output<true>, Byte, false, true),
        O::Soutd => block!(Output<true>, Word, true, false),
        O::Soutdb => block!(Output<true>, Byte, true, false),
        O::Sotdr => block!(Output<true>, Word, true, true),
        O::Sotdrb => block!(Output<true>, Byte, true, true),
        O::Ext0e | O::Ext4e => extended::internal::<B>,
        O::Brk | O::Ext0f | O::Ext4f => extended::memory::<B>,
        O::Ext8e => extended::flags::<B>,
        O::Ext8f => extended::registers::<B>,
        // A trap and a reserved word, which a step does not run.
        O::Sc | O::Bpt => control::nop::<B>,
        _ => panic!("every operation has a function"),
    }
}

const fn port<B: Bus>(form: &Form) -> Run<B> {
    use Operation as O;
    let direct =
        matches!(form.operands[0].kind, Kind::Port) || matches!(form.operands[1].kind, Kind::Port);
    match (form.operation, direct) {
        (O::In, false) => io::input::<B, Word>,
        (O::Inb, false) => io::input::<B, Byte>,
        (O::Out, false) => io::output::<B, Word>,
        (O::Outb, false) => io::output::<B, Byte>,
        (O::In, true) => io::input_direct::<B, Word, false>,
        (O::Inb, true) => io::input_direct::<B, Byte, false>,
        (O::Out, true) => io::output_direct::<B, Word, false>,
        (O::Outb, true) => io::output_direct::<B, Byte, false>,
        (O::Sin, true) => io::input_direct::<B, Word, true>,
        (O::Sinb, true) => io::input_direct::<B, Byte, true>,
        (O::Sout, true) => io::output_direct::<B, Word, true>,
        (O::Soutb, true) => io::output_direct::<B, Byte, true>,
        _ => panic!("special ports are direct"),
    }
}
