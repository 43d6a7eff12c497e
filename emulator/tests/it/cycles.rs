//! Bus cycles with their clocks. The lengths of cycles are from the manual of the Y8002, which adds an idle clock to
//! the cycle before it; the rest is calculated by hand from the manual.

use z8000::bus::{Bus, Location, Space, Status};
use z8000::cpu::{Cpu, Fcw, Interrupt, Model};
use z8000::isa::{Address, FORMS, Form, Mode, Operation, decode};
use z8000_vectors::cycle::{Purpose, Timed};

use crate::heard::Heard;
use crate::ram::{Ram, Xorshift};

const NOP: u16 = 0x8D07;
const SYSTEM: u16 = Fcw::SYSTEM.bits();

/// Returns a processor with code at 0200h, whose registers are 1000h, 1100h and so on, and whose counter R3 is 2.
fn machine(model: Model, code: &[u16]) -> (Cpu, Timed<Ram, Heard>) {
    let mut ram = Ram::new();
    ram.set(0x0200, code);
    let mut cpu = Cpu::new(model);
    (0..16).for_each(|n| cpu.set_register(n, 0x1000 + 0x0100 * n as u16));
    cpu.set_register(3, 2);
    cpu.set_pc(0x0200);
    (cpu, Timed::new(ram, Heard::default()))
}

/// Returns the length of each cycle up to the beginning of the next one; the last one extends to the end of the
/// instruction.
fn lengths(model: Model, code: &[u16]) -> Vec<u32> {
    let (mut cpu, mut timed) = machine(model, code);
    let step = timed.step(&mut cpu);
    let mut begins: Vec<u32> = timed.listener.0.iter().map(|cycle| cycle.clock).collect();
    begins.push(step.clocks);
    begins.windows(2).map(|pair| pair[1] - pair[0]).collect()
}

#[test]
fn cycles_have_the_lengths_of_the_manual() {
    let cases: &[(&str, &[u16], &[u32])] = &[
        ("ADD R0,R1", &[0x8110], &[4]),
        ("INC 2000h,#1", &[0x6900, 0x2000], &[3, 3, 4, 3]),
        ("COM @R1", &[0x0D10], &[5, 4, 3]),
        ("TSET @R1", &[0x0D16], &[5, 3, 3]),
        ("LDL RR2,@R1", &[0x1412], &[4, 3, 4]),
        ("LDL 2000h(R1),RR2", &[0x5D12, 0x2000], &[3, 6, 3, 3]),
        ("ADDL RR2,2000h", &[0x5602, 0x2000], &[3, 3, 3, 6]),
        ("PUSHL @R15,2000h", &[0x51F0, 0x2000], &[3, 4, 3, 4, 3, 4]),
        ("POP 2000h,@R15", &[0x57F0, 0x2000], &[3, 5, 5, 3]),
        ("EX R0,2000h(R1)", &[0x6D10, 0x2000], &[3, 5, 5, 3]),
        ("CP 2000h(R1),#5", &[0x4D11, 0x2000, 0x0005], &[3, 4, 5, 3]),
        // In the manual, an internal operation follows the fetches.
        ("LDM 2000h,R0,#2", &[0x5C09, 0x0001, 0x2000], &[3, 4, 6, 3, 4]),
        ("CPSI @R2,@R1,R3,EQ", &[0xBB12, 0x0326], &[4, 5, 5, 11]),
        ("OUTI @R2,@R1,R3", &[0x3B12, 0x0328], &[4, 5, 4, 8]),
        ("INIR @R2,@R1,R3", &[0x3B10, 0x0320], &[4, 5, 5, 5, 5, 7]),
        ("TRIB @R4,@R6,R3", &[0xB840, 0x0360], &[4, 5, 5, 4, 7]),
        ("CALL 2000h", &[0x5F00, 0x2000], &[3, 5, 4]),
        // Three words are saved; after seven idle clocks come FCW and PC.
        ("SC #1", &[0x7F01], &[7, 3, 4, 10, 5, 4]),
        // No internal operation follows the last cycle: the printed clocks leave no room for one.
        ("ADD R0,@R1", &[0x0110], &[4, 3]),
        ("ADD R0,2000h", &[0x4100, 0x2000], &[3, 3, 3]),
        ("ADD R0,2000h(R1)", &[0x4110, 0x2000], &[3, 4, 3]),
        ("LD R0,@R1", &[0x2110], &[4, 3]),
        ("LD R0,2000h", &[0x6100, 0x2000], &[3, 3, 3]),
        ("LD R0,2000h(R1)", &[0x6110, 0x2000], &[3, 4, 3]),
        ("LD @R1,R0", &[0x2F10], &[5, 3]),
        ("LD 2000h,R0", &[0x6F00, 0x2000], &[3, 5, 3]),
        ("LD 2000h(R1),R0", &[0x6F10, 0x2000], &[3, 6, 3]),
        ("LDL @R1,RR2", &[0x1D12], &[5, 3, 3]),
        ("LDL 2000h,RR2", &[0x5D02, 0x2000], &[3, 5, 3, 3]),
        ("LD @R1,#5", &[0x0D15, 0x0005], &[4, 4, 3]),
        ("LD 2000h,#5", &[0x4D05, 0x2000, 0x0005], &[3, 4, 4, 3]),
        ("LD 2000h(R1),#5", &[0x4D15, 0x2000, 0x0005], &[3, 4, 5, 3]),
        ("CP @R1,#5", &[0x0D11, 0x0005], &[4, 4, 3]),
        ("CP 2000h,#5", &[0x4D01, 0x2000, 0x0005], &[3, 4, 4, 3]),
        ("LD R0,#5", &[0x2100, 0x0005], &[4, 3]),
        ("CLR @R1", &[0x0D18], &[5, 3]),
        ("CLR 2000h", &[0x4D08, 0x2000], &[3, 5, 3]),
        ("CLR 2000h(R1)", &[0x4D18, 0x2000], &[3, 6, 3]),
        ("TEST @R1", &[0x0D14], &[5, 3]),
        ("TEST 2000h", &[0x4D04, 0x2000], &[3, 5, 3]),
        ("TEST 2000h(R1)", &[0x4D14, 0x2000], &[3, 6, 3]),
        ("TSET 2000h", &[0x4D06, 0x2000], &[3, 5, 3, 3]),
        ("NEG @R1", &[0x0D12], &[5, 4, 3]),
        ("NEG 2000h", &[0x4D02, 0x2000], &[3, 5, 4, 3]),
        ("NEG 2000h(R1)", &[0x4D12, 0x2000], &[3, 6, 4, 3]),
        ("EX R0,@R1", &[0x2D10], &[4, 5, 3]),
        ("EX R0,2000h", &[0x6D00, 0x2000], &[3, 4, 5, 3]),
        ("INC @R1,#1", &[0x2910], &[4, 4, 3]),
        ("INC 2000h(R1),#1", &[0x6910, 0x2000], &[3, 4, 4, 3]),
        ("SET @R1,#1", &[0x2511], &[4, 4, 3]),
        ("SET 2000h,#1", &[0x6501, 0x2000], &[3, 3, 4, 3]),
        ("PUSH @R15,R0", &[0x93F0], &[6, 3]),
        ("PUSH @R15,@R1", &[0x13F1], &[5, 5, 3]),
        ("PUSH @R15,2000h", &[0x53F0, 0x2000], &[3, 4, 4, 3]),
        ("PUSH @R15,2000h(R1)", &[0x53F1, 0x2000], &[3, 4, 4, 3]),
        ("PUSHL @R15,RR2", &[0x91F2], &[6, 3, 3]),
        ("PUSHL @R15,@R1", &[0x11F1], &[5, 3, 5, 3, 4]),
        ("POP R0,@R15", &[0x97F0], &[5, 3]),
        ("POP @R1,@R15", &[0x17F1], &[4, 5, 3]),
        ("LDR R0,0206h", &[0x3100, 0x0002], &[4, 7, 3]),
        ("LDR 0206h,R0", &[0x3300, 0x0002], &[4, 7, 3]),
        ("LDM R0,@R1,#2", &[0x1C11, 0x0001], &[4, 6, 3, 4]),
        ("LDPS @R1", &[0x3910], &[4, 3, 5]),
        ("CALL @R1", &[0x1F10], &[7, 3]),
        ("CALL 2000h(R1)", &[0x5F10, 0x2000], &[3, 6, 4]),
        ("CALR 0200h", &[0xD001], &[6, 4]),
        ("RET", &[0x9E08], &[7, 3]),
        ("IRET", &[0x7B00], &[3, 3, 3, 4]),
        ("IN R0,@R1", &[0x3D10], &[6, 4]),
        ("OUT @R1,R0", &[0x3F10], &[6, 4]),
        ("IN R0,2000h", &[0x3B04, 0x2000], &[4, 4, 4]),
        ("CPI R0,@R1,R3,EQ", &[0xBB10, 0x0306], &[4, 5, 11]),
        ("CPIR R0,@R1,R3,NOV", &[0xBB14, 0x0304], &[4, 5, 9, 11]),
        ("LDIR @R2,@R1,R3", &[0xBB11, 0x0320], &[4, 5, 4, 5, 4, 7]),
    ];
    let found: Vec<_> = cases
        .iter()
        .map(|&(text, code, _)| (text, lengths(Model::Z8002, code)))
        .collect();
    let expected: Vec<_> = cases
        .iter()
        .map(|&(text, _, lengths)| (text, lengths.to_vec()))
        .collect();
    assert_eq!(found, expected);
    // A Z8001 also saves the segment.
    assert_eq!(lengths(Model::Z8001, &[0x7F01]), [7, 3, 3, 4, 10, 5, 3, 4]);
}

/// The word and byte forms differ in bit 8 of the instruction. A block instruction may end earlier on words than on
/// bytes.
#[test]
fn an_instruction_has_the_same_cycles_for_a_byte_and_for_a_word() {
    let mut random = Xorshift(0x8000);
    let mut compared = 0;
    let is_single = |form: &&Form| form.operands.iter().all(|operand| operand.step == 0);
    for form in FORMS.iter().filter(is_single) {
        let name = format!("{}b", form.operation);
        if Operation::from_mnemonic(&name).is_none() {
            continue;
        }
        for _ in 0..100 {
            let word: [u16; 4] = std::array::from_fn(|n| {
                let any = if n < 2 { random.next() as u16 } else { 5 };
                if n < form.pattern.words() {
                    any & !form.pattern.mask(n) | form.pattern.value(n)
                } else {
                    any
                }
            });
            let byte = [word[0] & !0x0100, word[1], word[2], word[3]];
            let [word_form, byte_form] =
                [word, byte].map(|words| decode(&words, Address::flat(0x0200), Mode::Nonsegmented));
            if let (Ok(whole), Ok(half)) = (word_form, byte_form)
                && std::ptr::eq(whole.form, form)
                && half.form.operation.mnemonic() == name
                && whole.form.operands.len() == half.form.operands.len()
                && half.length == whole.length
            {
                let [word, byte] = [word, byte].map(|code| lengths(Model::Z8002, &code));
                assert_eq!(word, byte, "{whole} and {half}");
                compared += 1;
                break;
            }
        }
    }
    // Nearly all rows for words have a corresponding row for bytes.
    assert!(compared > 100, "only {compared}");
}

/// ST3 to ST0 from the manual's table of status codes, and the clocks from its figures: three for memory accesses and
/// internal operations, one more for a port, and for an acknowledgement five more wait states and two for the daisy
/// chain.
#[test]
fn each_purpose_has_its_lines_and_its_clocks() {
    let memory = |space| Purpose::Memory(Status { space, system: true });
    let rows = [
        (Purpose::Internal, 0b0000, 3),
        (Purpose::Refresh, 0b0001, 3),
        (Purpose::Port { special: false }, 0b0010, 4),
        (Purpose::Port { special: true }, 0b0011, 4),
        (Purpose::Acknowledge(Interrupt::SegmentTrap), 0b0100, 10),
        (Purpose::Acknowledge(Interrupt::NonMaskable), 0b0101, 10),
        (Purpose::Acknowledge(Interrupt::NonVectored), 0b0110, 10),
        (Purpose::Acknowledge(Interrupt::Vectored), 0b0111, 10),
        (memory(Space::Data), 0b1000, 3),
        (memory(Space::Stack), 0b1001, 3),
        (memory(Space::Program), 0b1100, 3),
        (memory(Space::Instruction), 0b1101, 3),
        (Purpose::Unit, 0b1110, 4),
    ];
    for (purpose, lines, clocks) in rows {
        assert_eq!((purpose.lines(), purpose.clocks()), (lines, clocks), "{purpose:?}");
    }
}

/// Returns the status lines of the cycles of an instruction in a mode, and whether the processor is in system mode in
/// each cycle.
fn lines(model: Model, fcw: u16, code: &[u16]) -> (Vec<u8>, Vec<bool>) {
    let (mut cpu, mut timed) = machine(model, code);
    cpu.set_fcw(fcw);
    (0..16).for_each(|n| cpu.set_register(n, 0x1000 + 0x0100 * n as u16));
    cpu.set_register(3, 2);
    let _ = timed.step(&mut cpu);
    let memory = |purpose| match purpose {
        Purpose::Memory(status) => status.system,
        _ => true,
    };
    let cycles = timed.listener.0.iter().map(|cycle| cycle.purpose);
    (
        cycles.clone().map(Purpose::lines).collect(),
        cycles.map(memory).collect(),
    )
}

/// An access is to the stack if its address is in R15, or in RR14 in segmented mode; the words of the program are in
/// program memory.
#[test]
fn accesses_are_to_the_stack_through_its_pointer_and_else_to_data() {
    const SEGMENTED: u16 = SYSTEM | Fcw::SEG.bits();
    let rows: &[(&str, u16, &[u16], &[u8])] = &[
        ("ld r0,@r15", SYSTEM, &[0x21F0], &[13, 9]),
        ("ld r0,@r14", SYSTEM, &[0x21E0], &[13, 8]),
        ("ld r0,@r1", SYSTEM, &[0x2110], &[13, 8]),
        ("ld @r15,r0", SYSTEM, &[0x2FF0], &[13, 9]),
        ("ld r0,r15(#2)", SYSTEM, &[0x31F0, 2], &[13, 12, 9]),
        ("ld r0,r14(#2)", SYSTEM, &[0x31E0, 2], &[13, 12, 8]),
        ("ld r0,r15(r1)", SYSTEM, &[0x71F0, 0x0100], &[13, 12, 9]),
        ("ld r0,2000h(r15)", SYSTEM, &[0x61F0, 0x2000], &[13, 12, 8]),
        ("ld r0,2000h", SYSTEM, &[0x6100, 0x2000], &[13, 12, 8]),
        ("ldr r0,0206h", SYSTEM, &[0x3100, 2], &[13, 12, 12]),
        ("push @r1,r0", SYSTEM, &[0x9310], &[13, 8]),
        ("push @r15,@r1", SYSTEM, &[0x13F1], &[13, 8, 9]),
        ("pop @r1,@r15", SYSTEM, &[0x17F1], &[13, 9, 8]),
        ("ldm r0,@r15,#2", SYSTEM, &[0x1CF1, 1], &[13, 12, 9, 9]),
        ("ldi @r15,@r1,r3", SYSTEM, &[0xBB11, 0x03F8], &[13, 12, 8, 9]),
        ("call 2000h", SYSTEM, &[0x5F00, 0x2000], &[13, 12, 9]),
        ("ret", SYSTEM, &[0x9E08], &[13, 9]),
        ("in r0,@r15", SYSTEM, &[0x3DF0], &[13, 2]),
        ("sin r0,2000h", SYSTEM, &[0x3B05, 0x2000], &[13, 12, 3]),
        ("ldps 2000h", SYSTEM, &[0x7900, 0x2000], &[13, 12, 8, 8]),
        ("ldps @r15", SYSTEM, &[0x39F0], &[13, 9, 9]),
        // SC: three words to the stack, two from the program status area.
        ("sc #1", SYSTEM, &[0x7F01], &[13, 9, 9, 9, 12, 12]),
        ("ld r0,@rr14", SEGMENTED, &[0x21E0], &[13, 9]),
        ("ld r0,@rr12", SEGMENTED, &[0x21C0], &[13, 8]),
        ("call @rr2", SEGMENTED, &[0x1F20], &[13, 9, 9]),
        ("ret", SEGMENTED, &[0x9E08], &[13, 9, 9]),
        ("sc #1", SEGMENTED, &[0x7F01], &[13, 9, 9, 9, 9, 12, 12, 12]),
    ];
    for &(text, fcw, code, expected) in rows {
        let model = if fcw == SEGMENTED { Model::Z8001 } else { Model::Z8002 };
        let (found, system) = lines(model, fcw, code);
        assert_eq!(found, expected, "{text}");
        assert!(system.iter().all(|&system| system), "{text}");
        if !matches!(found[1], 2 | 3) && !text.starts_with("ldps") && !text.starts_with("sin") {
            // Normal mode gives the same cycles, except for a trap, which is handled in system mode.
            let (normal, system) = lines(model, fcw & !SYSTEM, code);
            assert_eq!(normal, expected, "{text} in normal mode");
            let trap = text.starts_with("sc");
            assert!(!system[0] && system[1..].iter().all(|&system| system == trap), "{text}");
        }
    }
}

#[test]
fn an_interrupt_is_acknowledged_first() {
    let (mut cpu, mut timed) = machine(Model::Z8002, &[]);
    cpu.set_fcw(SYSTEM | Fcw::VIE.bits());
    cpu.request(Interrupt::Vectored, 0x12);
    assert_eq!(timed.step(&mut cpu).clocks, 33);
    let first = timed.listener.0[0];
    // ST3 to ST0 of VI. The identifier is on the data lines; the cycle has ten clocks.
    assert_eq!(
        (first.clock, first.purpose.lines(), first.data, first.write),
        (0, 0b0111, 0x12, false)
    );
    let rest: Vec<_> = timed.listener.0[1..]
        .iter()
        .map(|cycle| (cycle.clock >= 10, cycle.purpose.lines()))
        .collect();
    assert_eq!(rest, [(true, 9), (true, 9), (true, 9), (true, 12), (true, 12)]);
}

#[test]
fn a_halted_processor_performs_internal_operations() {
    let (mut cpu, mut timed) = machine(Model::Z8002, &[0x7A00]);
    let _ = timed.step(&mut cpu);
    assert_eq!(timed.step(&mut cpu).clocks, 3);
    let [fetch, idle] = timed.listener.0[..] else { panic!("two cycles") };
    assert_eq!(
        (fetch.purpose.lines(), idle.purpose, idle.clock),
        (0b1101, Purpose::Internal, 0)
    );
}

#[test]
fn a_suspended_repetition_has_the_same_cycles() {
    // LDIR @R2,@R1,R3, for five words.
    let begins = |deadline| {
        let (mut cpu, mut timed) = machine(Model::Z8002, &[0xBB11, 0x0320]);
        cpu.set_register(3, 5);
        cpu.set_deadline(deadline);
        let mut begins = Vec::new();
        loop {
            let before = timed.clocks();
            let _ = timed.step(&mut cpu);
            begins.extend(timed.listener.0.drain(..).map(|cycle| before + u64::from(cycle.clock)));
            if !cpu.is_repeating() {
                break (begins, timed.clocks());
            }
        }
    };
    assert_eq!(begins(u64::MAX), begins(10));
}

/// A memory with two wait states for data reads.
struct Slow {
    ram: Ram,
    waits: u32,
}

impl Bus for Slow {
    fn read_byte(&mut self, status: Status, at: Location) -> u8 {
        self.ram.read_byte(status, at)
    }
    fn write_byte(&mut self, status: Status, at: Location, value: u8) {
        self.ram.write_byte(status, at, value);
    }
    fn read_word(&mut self, status: Status, at: Location) -> u16 {
        self.waits += if status.space.is_program() { 0 } else { 2 };
        self.ram.read_word(status, at)
    }
    fn wait_states(&mut self) -> u32 {
        std::mem::take(&mut self.waits)
    }
}

#[test]
fn wait_states_lengthen_their_cycles() {
    // INC 2000h,#1; OUT 10h,R0
    let (mut cpu, Timed { bus: ram, listener, .. }) = machine(Model::Z8002, &[0x6900, 0x2000, 0x3B06, 0x0010]);
    let mut timed = Timed::new(Slow { ram, waits: 0 }, listener);
    assert_eq!(timed.step(&mut cpu).clocks, 13 + 2);
    let begins: Vec<_> = timed
        .listener
        .0
        .iter()
        .map(|cycle| (cycle.clock, cycle.waits))
        .collect();
    assert_eq!(begins, [(0, 0), (3, 0), (6, 2), (12, 0)]);
    // The port is accessed after two fetches of four clocks each.
    assert_eq!(timed.step(&mut cpu).clocks, 12);
    let last = timed.listener.0.last().expect("a cycle");
    assert_eq!((last.purpose, last.clock), (Purpose::Port { special: false }, 8));
}

#[test]
fn rows_are_refreshed_at_the_rate_of_the_register() {
    // LDCTL REFRESH,R0; NOPs. Refresh is enabled, every 8 clocks, beginning with row 4.
    let (mut cpu, mut timed) = machine(Model::Z8002, &[0x7D0B, NOP, NOP, NOP, NOP]);
    cpu.set_register(0, 0x8000 | 2 << 9 | 4);
    let mut refreshed = Vec::new();
    let mut ends = Vec::new();
    for _ in 0..5 {
        let before = timed.clocks();
        let _ = timed.step(&mut cpu);
        ends.push(timed.clocks());
        let cycles = timed
            .listener
            .0
            .drain(..)
            .filter(|cycle| cycle.purpose == Purpose::Refresh);
        refreshed.extend(cycles.map(|cycle| (before + u64::from(cycle.clock), cycle.at.offset())));
    }
    // Refresh is due at 15, 23, 31 and 39. At 15 and at 39 a fetch is in progress.
    assert_eq!(refreshed, [(17, 4), (23, 6), (31, 8), (40, 10)]);
    assert_eq!(ends, [7, 14, 27, 37, 47]);
    assert_eq!(cpu.refresh(), 0x8000 | 2 << 9 | 12);
}
