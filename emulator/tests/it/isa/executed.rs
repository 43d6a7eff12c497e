//! Words that no assembler generates: the processor must execute them as the decoder predicts.

use z8000::cpu::{Cpu, Event, Fcw, Model};
use z8000::isa::{Address, Executed, Mode, Operation, decode, decode_as_executed};

use crate::ram::{Ram, Xorshift};

const AT: u16 = 0x4000;

/// The observable effects of an instruction: registers, flags, PC, and memory accesses other than those to its own
/// words.
#[derive(Debug, PartialEq)]
struct Outcome {
    registers: [u16; 16],
    fcw: Fcw,
    pc: u16,
    event: Event,
    log: Vec<(u16, u16, bool)>,
}

/// Runs one instruction from a random state; `None` if it accesses its own words.
fn run(words: &[u16], mode: Mode, seed: u64, ram: &Ram) -> Option<Outcome> {
    let mut random = Xorshift(seed);
    let mut ram = ram.clone();
    ram.set(AT, words);
    ram.log.clear();
    let mut cpu = Cpu::new(Model::Z8001);
    let segmented = if mode == Mode::Segmented {
        Fcw::SEG
    } else {
        Fcw::empty()
    };
    cpu.set_fcw((Fcw::SYSTEM | Fcw::EPA | segmented).bits() | random.next() as u16 & 0xFC);
    for number in 0..16 {
        // Small numbers keep block instructions and shifts short.
        cpu.set_register(number, (random.next() & 0x7F | 1) as u16 | ((number as u16) << 9));
    }
    cpu.set_pc(AT);
    let step = cpu.step(&mut ram);
    let own = |at: u16| (AT..AT + 8).contains(&at);
    let touched = ram.log.iter().filter(|access| own(access.0)).count();
    (touched <= words.len()).then(|| Outcome {
        registers: std::array::from_fn(|number| cpu.register(number)),
        fcw: cpu.fcw(),
        pc: cpu.pc(),
        event: step.event,
        log: ram.log.into_iter().filter(|access| !own(access.0)).collect(),
    })
}

#[test]
fn odd_encodings_do_what_the_decoder_says() {
    let mut random = Xorshift(0x2357);
    let mut ram = Ram::new();
    ram.bytes.fill_with(|| random.next() as u8);
    let (mut compared, mut lengths) = (0, 0);
    while compared < 20_000 {
        let number = random.next();
        let mode = [Mode::Nonsegmented, Mode::Segmented][(random.next() & 1) as usize];
        let words: [u16; 4] = std::array::from_fn(|n| (number >> (16 * n)) as u16);
        let here = Address::flat(AT);
        let Ok(Executed { instruction, canonical }) = decode_as_executed(&words, here, mode) else {
            continue;
        };
        assert_eq!(canonical, decode(&words, here, mode).is_ok(), "{words:04x?}");
        let words = &words[..usize::from(instruction.length) / 2];
        // LDA shows address bits that nothing else uses.
        if canonical || instruction.form.operation == Operation::Lda {
            continue;
        }
        let seed = random.next();
        let Some(outcome) = run(words, mode, seed, &ram) else {
            continue;
        };
        let jumped = outcome.pc != AT + u16::from(instruction.length);
        lengths += u32::from(!jumped);
        if let Ok(written) = instruction.form.encode(instruction.values(), here, mode) {
            assert_eq!(written.len(), words.len(), "{instruction}");
            let expected = run(&written, mode, seed, &ram);
            assert_eq!(Some(outcome), expected, "{words:04x?} as {instruction} in {mode:?}");
            compared += 1;
        }
    }
    assert!(lengths > 15_000, "only {lengths}");
}

/// The 1984 compilers generated such instructions: the byte is only in one half of its word.
#[test]
fn a_byte_may_stand_in_one_half_only() {
    let executed = decode_as_executed(&[0x0A08, 0x000D], Address::flat(0), Mode::Nonsegmented).expect("it is run");
    assert_eq!(executed.instruction.to_string(), "cpb rl0,#0xd");
    assert_eq!((executed.instruction.length, executed.canonical), (4, false));
}

#[test]
fn what_the_processor_takes() {
    let cases: [(&[u16], Mode, &str); 9] = [
        (&[0x1403, 0, 1], Mode::Nonsegmented, "ldl rr2,#0x1"),
        (&[0x1453], Mode::Nonsegmented, "ldl rr2,@r5"),
        (&[0x1453], Mode::Segmented, "ldl rr2,@rr4"),
        (&[0xA61F], Mode::Nonsegmented, "bitb rh1,#15"),
        (&[0xB319, 0x0023], Mode::Nonsegmented, "sla r1,#35"),
        (&[0xB211, 0x00F0], Mode::Nonsegmented, "srlb rh1,#16"),
        (&[0x6101, 0x8112, 0x3456], Mode::Segmented, "ld r1,0x81003456"),
        (&[0x7C03], Mode::Nonsegmented, "di "),
        (&[0x3101, 0xFFFE], Mode::Nonsegmented, "ldr r1,0x2"),
    ];
    for (words, mode, text) in cases {
        let executed = decode_as_executed(words, Address::flat(0), mode).expect("it is run");
        assert_eq!(executed.instruction.to_string(), text, "{words:04x?}");
        assert_eq!(usize::from(executed.instruction.length), 2 * words.len(), "{text}");
    }
    let undefined = decode_as_executed(&[0x9D00], Address::flat(0), Mode::Nonsegmented);
    assert_eq!(
        undefined,
        decode(&[0x9D00], Address::flat(0), Mode::Nonsegmented).map(|_| unreachable!())
    );
}
