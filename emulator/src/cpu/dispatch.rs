//! From a row of the instruction table to the function that carries it out.
//!
//! Each function is made for one operation, operand size and addressing mode, so that a step
//! neither decodes operands nor asks for the mode. The table of functions is a constant, parallel
//! to [`FORMS`].

use super::Cpu;
use super::addressing::{Base, BaseIndex, Direct, Immediate, Indexed, Indirect, Register, Relative};
use super::ops::{arithmetic, bits, block, control, extended, io, load, logic, multi_micro, rotate};
use super::size::{Byte, Long, Word};
use super::timing::Timing;
use crate::bus::Bus;
use crate::isa::{FORM_COUNT, FORMS, Form, Kind, Operation};

/// Carries out an instruction whose first word (and second, where the pattern has two) was
/// fetched. It is given PC behind what was fetched, and says where PC then is: so PC goes from step
/// to step in a register of the host, and no step waits for the last one's PC to come back from
/// memory.
pub(super) type Run<B> = fn(&mut Cpu, &mut B, u16, Timing, u16) -> Ran;

/// What an instruction did.
#[derive(Debug, Clone, Copy)]
pub(super) struct Ran {
    pub(super) clocks: u32,
    pub(super) pc: u16,
}

/// Makes a function of an operation, which finds PC in its place.
macro_rules! run {
    ($operation:expr) => {
        |cpu, bus, word, timing, pc| {
            cpu.pc = pc;
            let clocks = $operation(cpu, bus, word, timing);
            Ran { clocks, pc: cpu.pc }
        }
    };
}

/// A form's function and its clocks without segmented mode: all that a step needs in most cases.
pub(super) struct Entry<B> {
    pub(super) run: Run<B>,
    pub(super) timing: Timing,
}

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
    Entry {
        run: function(form),
        timing: Timing::new(form.clocks.nonsegmented),
    }
}

/// Chooses the function by the kind of an operand that can be read.
macro_rules! by_source {
    ($kind:expr, $family:ident::$function:ident, $size:ty $(, $more:ty)*) => {
        match $kind {
            Kind::Byte | Kind::Word | Kind::Long => run!($family::$function::<B, $size, Register $(, $more)*>),
            Kind::Immediate8 | Kind::Immediate16 | Kind::Immediate32 => {
                run!($family::$function::<B, $size, Immediate $(, $more)*>)
            }
            Kind::Indirect => run!($family::$function::<B, $size, Indirect $(, $more)*>),
            Kind::Direct => run!($family::$function::<B, $size, Direct $(, $more)*>),
            Kind::Indexed => run!($family::$function::<B, $size, Indexed $(, $more)*>),
            Kind::Base => run!($family::$function::<B, $size, Base $(, $more)*>),
            Kind::BaseIndex => run!($family::$function::<B, $size, BaseIndex $(, $more)*>),
            Kind::Relative16 => run!($family::$function::<B, $size, Relative $(, $more)*>),
            _ => panic!("an operand that can be read"),
        }
    };
}

/// Chooses the function by the kind of an operand that can be written.
macro_rules! by_target {
    ($kind:expr, $family:ident::$function:ident, $size:ty) => {
        match $kind {
            Kind::Byte | Kind::Word | Kind::Long => run!($family::$function::<B, $size, Register>),
            Kind::Indirect => run!($family::$function::<B, $size, Indirect>),
            Kind::Direct => run!($family::$function::<B, $size, Direct>),
            Kind::Indexed => run!($family::$function::<B, $size, Indexed>),
            Kind::Base => run!($family::$function::<B, $size, Base>),
            Kind::BaseIndex => run!($family::$function::<B, $size, BaseIndex>),
            Kind::Relative16 => run!($family::$function::<B, $size, Relative>),
            _ => panic!("an operand that can be written"),
        }
    };
}

/// Chooses the function by the kind of an operand in memory.
macro_rules! by_place {
    ($kind:expr, $family:ident::$function:ident $(, $size:ty)?) => {
        match $kind {
            Kind::Indirect => run!($family::$function::<B $(, $size)?, Indirect>),
            Kind::Direct => run!($family::$function::<B $(, $size)?, Direct>),
            Kind::Indexed => run!($family::$function::<B $(, $size)?, Indexed>),
            Kind::Base => run!($family::$function::<B $(, $size)?, Base>),
            Kind::BaseIndex => run!($family::$function::<B $(, $size)?, BaseIndex>),
            Kind::Relative16 => run!($family::$function::<B $(, $size)?, Relative>),
            _ => panic!("an operand in memory"),
        }
    };
}

/// Chooses the function of a multiplication or division by the kind of the other factor.
macro_rules! by_factor {
    ($kind:expr, $function:ident) => {
        match $kind {
            Kind::Word | Kind::Long => run!(arithmetic::$function::<B, Register>),
            Kind::Immediate16 | Kind::Immediate32 => run!(arithmetic::$function::<B, Immediate>),
            Kind::Indirect => run!(arithmetic::$function::<B, Indirect>),
            Kind::Direct => run!(arithmetic::$function::<B, Direct>),
            Kind::Indexed => run!(arithmetic::$function::<B, Indexed>),
            _ => panic!("an operand of a multiplication or division"),
        }
    };
}

/// Chooses between the form that counts a bit in a register and the others.
macro_rules! bit {
    ($form:expr, $by:ident, $plain:ident, $dynamic:ident, $size:ty) => {
        if matches!($form.operands[1].kind, Kind::Word) {
            run!(bits::$dynamic::<B, $size>)
        } else {
            $by!($form.operands[0].kind, bits::$plain, $size)
        }
    };
}

/// A block instruction: iteration, size, downwards, repeating.
macro_rules! block {
    ($iteration:ident $(<$special:literal>)?, $size:ty, $down:literal, $repeat:literal) => {
        run!(block::block::<B, $size, block::$iteration $(<$special>)?, $down, $repeat>)
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
        O::Ldk => run!(load::ldk::<B>),
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
        (Kind::Byte, Kind::ImmediateByte) => run!(load::load_short_byte::<B>),
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
        O::Adc => run!(arithmetic::binary::<B, Word, Register, Adc>),
        O::Adcb => run!(arithmetic::binary::<B, Byte, Register, Adc>),
        O::Sub => by_source!(kinds[1].kind, arithmetic::binary, Word, Sub),
        O::Subb => by_source!(kinds[1].kind, arithmetic::binary, Byte, Sub),
        O::Subl => by_source!(kinds[1].kind, arithmetic::binary, Long, Sub),
        O::Sbc => run!(arithmetic::binary::<B, Word, Register, Sbc>),
        O::Sbcb => run!(arithmetic::binary::<B, Byte, Register, Sbc>),
        O::Cp | O::Cpb | O::Cpl => compare(form),
        O::Inc => by_target!(kinds[0].kind, arithmetic::inc, Word),
        O::Incb => by_target!(kinds[0].kind, arithmetic::inc, Byte),
        O::Dec => by_target!(kinds[0].kind, arithmetic::dec, Word),
        O::Decb => by_target!(kinds[0].kind, arithmetic::dec, Byte),
        O::Neg => by_target!(kinds[0].kind, arithmetic::neg, Word),
        O::Negb => by_target!(kinds[0].kind, arithmetic::neg, Byte),
        O::Dab => run!(arithmetic::dab::<B>),
        O::Exts => run!(arithmetic::exts::<B, Long, Word>),
        O::Extsb => run!(arithmetic::exts::<B, Word, Byte>),
        O::Extsl => run!(arithmetic::extsl::<B>),
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
        O::Tcc => run!(logic::tcc::<B, Word>),
        O::Tccb => run!(logic::tcc::<B, Byte>),
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
        O::Rl => run!(rotate::rotate::<B, Word, Left>),
        O::Rlb => run!(rotate::rotate::<B, Byte, Left>),
        O::Rlc => run!(rotate::rotate::<B, Word, LeftThroughCarry>),
        O::Rlcb => run!(rotate::rotate::<B, Byte, LeftThroughCarry>),
        O::Rr => run!(rotate::rotate::<B, Word, Right>),
        O::Rrb => run!(rotate::rotate::<B, Byte, Right>),
        O::Rrc => run!(rotate::rotate::<B, Word, RightThroughCarry>),
        O::Rrcb => run!(rotate::rotate::<B, Byte, RightThroughCarry>),
        O::Rldb => run!(rotate::rldb::<B>),
        O::Rrdb => run!(rotate::rrdb::<B>),
        O::Sla | O::Sra => run!(rotate::shift::<B, Word, true>),
        O::Slab | O::Srab => run!(rotate::shift::<B, Byte, true>),
        O::Slal | O::Sral => run!(rotate::shift::<B, Long, true>),
        O::Sll | O::Srl => run!(rotate::shift::<B, Word, false>),
        O::Sllb | O::Srlb => run!(rotate::shift::<B, Byte, false>),
        O::Slll | O::Srll => run!(rotate::shift::<B, Long, false>),
        O::Sda => run!(rotate::shift_dynamic::<B, Word, true>),
        O::Sdab => run!(rotate::shift_dynamic::<B, Byte, true>),
        O::Sdal => run!(rotate::shift_dynamic::<B, Long, true>),
        O::Sdl => run!(rotate::shift_dynamic::<B, Word, false>),
        O::Sdlb => run!(rotate::shift_dynamic::<B, Byte, false>),
        O::Sdll => run!(rotate::shift_dynamic::<B, Long, false>),
        O::Jp => by_place!(kinds[1].kind, control::jp),
        O::Jr => run!(control::jr::<B>),
        O::Call => by_place!(kinds[0].kind, control::call),
        O::Calr => run!(control::calr::<B>),
        O::Ret => run!(control::ret::<B>),
        O::Djnz => run!(control::djnz::<B, Word>),
        O::Dbjnz => run!(control::djnz::<B, Byte>),
        O::Setflg => run!(control::setflg::<B>),
        O::Resflg => run!(control::resflg::<B>),
        O::Comflg => run!(control::comflg::<B>),
        O::Ei => run!(control::ei::<B>),
        O::Di => run!(control::di::<B>),
        O::Halt => run!(control::halt::<B>),
        O::Iret => run!(control::iret::<B>),
        O::Ldps => by_place!(kinds[0].kind, control::ldps),
        O::Ldctl => match kinds[0].kind {
            Kind::Control => run!(control::ldctl_to::<B>),
            _ => run!(control::ldctl_from::<B>),
        },
        O::Ldctlb => match kinds[0].kind {
            Kind::ControlByte => run!(control::ldctlb_to::<B>),
            _ => run!(control::ldctlb_from::<B>),
        },
        O::Mbit => run!(multi_micro::mbit::<B>),
        O::Mreq => run!(multi_micro::mreq::<B>),
        O::Mres => run!(multi_micro::mres::<B>),
        O::Mset => run!(multi_micro::mset::<B>),
        O::Nop => run!(control::nop::<B>),
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
        O::Ext0e | O::Ext4e => run!(extended::internal::<B>),
        O::Brk | O::Ext0f | O::Ext4f => run!(extended::memory::<B>),
        O::Ext8e => run!(extended::flags::<B>),
        O::Ext8f => run!(extended::registers::<B>),
        // A trap and a reserved word, which a step does not run.
        O::Sc | O::Bpt => run!(control::nop::<B>),
        _ => panic!("every operation has a function"),
    }
}

const fn port<B: Bus>(form: &Form) -> Run<B> {
    use Operation as O;
    let direct = matches!(form.operands[0].kind, Kind::Port) || matches!(form.operands[1].kind, Kind::Port);
    match (form.operation, direct) {
        (O::In, false) => run!(io::input::<B, Word>),
        (O::Inb, false) => run!(io::input::<B, Byte>),
        (O::Out, false) => run!(io::output::<B, Word>),
        (O::Outb, false) => run!(io::output::<B, Byte>),
        (O::In, true) => run!(io::input_direct::<B, Word, false>),
        (O::Inb, true) => run!(io::input_direct::<B, Byte, false>),
        (O::Out, true) => run!(io::output_direct::<B, Word, false>),
        (O::Outb, true) => run!(io::output_direct::<B, Byte, false>),
        (O::Sin, true) => run!(io::input_direct::<B, Word, true>),
        (O::Sinb, true) => run!(io::input_direct::<B, Byte, true>),
        (O::Sout, true) => run!(io::output_direct::<B, Word, true>),
        (O::Soutb, true) => run!(io::output_direct::<B, Byte, true>),
        _ => panic!("special ports are direct"),
    }
}
