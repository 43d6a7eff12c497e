//! Properties that are true for any program, tested with random instructions from random states.

use std::collections::HashSet;

use z8000::bus::{Bus, Location, Space, Status};
use z8000::cpu::{Cpu, Event, Fcw, Model};
use z8000::isa::{Address, Mode, disassemble};
use z8000_asm::{AddressSpace, Options};
use z8000_tests::{Random, assembled};

/// Minimum number of instructions that are executed.
const INSTRUCTIONS: u32 = 1_000_000;

/// The words of an instruction, at most four, padded with zeros.
type Words = [u16; 4];

/// A memory of 64 KB for all spaces and segments; reading a port returns its number.
struct Ram(Vec<u8>);

impl Bus for Ram {
    fn read_byte(&mut self, _: Status, at: Location) -> u8 {
        self.0[usize::from(at.offset())]
    }
    fn read_word(&mut self, _: Status, at: Location) -> u16 {
        let at = usize::from(at.offset() & 0xFFFE);
        u16::from_be_bytes([self.0[at], self.0[at + 1]])
    }
    fn write_byte(&mut self, _: Status, at: Location, value: u8) {
        self.0[usize::from(at.offset())] = value;
    }
    fn write_word(&mut self, _: Status, at: Location, value: u16) {
        let at = usize::from(at.offset() & 0xFFFE);
        self.0[at..at + 2].copy_from_slice(&value.to_be_bytes());
    }
    fn input_byte(&mut self, port: u16, _: bool) -> u8 {
        port as u8
    }
    fn input_word(&mut self, port: u16, _: bool) -> u16 {
        port
    }
    fn output_byte(&mut self, _: u16, _: bool, _: u8) {}
    fn output_word(&mut self, _: u16, _: bool, _: u16) {}
}

/// Returns the words at PC, without recorded accesses.
fn words_at(ram: &mut Ram, pc: u16) -> Words {
    let status = Status { space: Space::Program, system: true };
    std::array::from_fn(|n| {
        let at = Location::new(0, pc.wrapping_add(2 * n as u16));
        ram.read_word(status, at)
    })
}

/// Runs streams on one model; returns the different instructions that were executed in each mode.
fn run(model: Model, random: &mut Random) -> [HashSet<Words>; 2] {
    let mut seen = [HashSet::new(), HashSet::new()];
    let mut retired = 0;
    while retired < INSTRUCTIONS / 2 {
        let mut ram = Ram((0..0x1_0000).map(|_| random.bits() as u8).collect());
        let mut cpu = Cpu::new(model);
        for _ in 0..10_000 {
            let number = random.bits();
            // Small numbers keep most of the block instructions short.
            cpu.set_register((number & 15) as usize, (number >> 4 & 0x3F) as u16);
            if number >> 32 & 15 == 0 {
                cpu.set_fcw((number >> 40) as u16);
                cpu.set_pc((number >> 16) as u16);
            }
            let segmented = cpu.fcw().contains(Fcw::SEG);
            let mut words = words_at(&mut ram, cpu.pc());
            let step = cpu.step(&mut ram);
            assert!(step.clocks > 0, "{step:?}");
            match step.event {
                Event::Retired => {
                    retired += 1;
                    let mode = [Mode::Nonsegmented, Mode::Segmented][usize::from(segmented)];
                    if let Some((_, length)) = disassemble(&words, Address::flat(0), mode) {
                        words[length / 2..].fill(0);
                        seen[usize::from(segmented)].insert(words);
                    }
                }
                Event::Halted | Event::Waited => cpu.reset(&mut ram),
                Event::Undefined { .. } => cpu.set_pc(random.bits() as u16),
                Event::Trapped(_) | Event::Interrupted(_) => {}
            }
        }
    }
    seen
}

/// Checks that disassembled instructions assemble to the same words.
fn reassemble(instructions: &[Words], mode: Mode) {
    let processor = match mode {
        Mode::Nonsegmented => ".z8002",
        Mode::Segmented => ".z8001",
    };
    let mut source = format!("\t{processor}\n");
    let mut expected: Vec<u8> = Vec::new();
    for words in instructions {
        let here = Address::flat(expected.len() as u16);
        let (text, length) = disassemble(words, here, mode).expect("it was carried out");
        source += &format!("\t{text}\n");
        match words {
            // LDB Rbd,#data has a short form, which assemblers choose instead.
            [0x2000..=0x200F, data, ..] => {
                expected.extend([0xC0 | words[0] as u8 & 15, *data as u8]);
            }
            _ => expected.extend(words[..length / 2].iter().flat_map(|word| word.to_be_bytes())),
        }
    }
    let assembly = assembled(&source, &Options::default());
    let image = assembly.image(Some(AddressSpace::Program)).expect("a small program");
    let differs = image.iter().zip(&expected).position(|(a, b)| a != b);
    let around = |bytes: &[u8], at: usize| bytes[at & !1..(at + 8).min(bytes.len())].to_vec();
    if let Some(at) = differs {
        panic!(
            "at {at:#x}: {:02x?}, not {:02x?}",
            around(&image, at),
            around(&expected, at)
        );
    }
    assert_eq!(image.len(), expected.len());
}

#[test]
fn random_streams_run_and_their_instructions_are_what_the_disassembler_prints() {
    let mut random = Random(0x1986_2357);
    let mut different = 0;
    for model in [Model::Z8001, Model::Z8002] {
        let seen = run(model, &mut random);
        for (seen, mode) in seen.iter().zip([Mode::Nonsegmented, Mode::Segmented]) {
            let mut instructions: Vec<Words> = seen.iter().copied().collect();
            instructions.sort_unstable();
            different += instructions.len();
            for part in instructions.chunks(8_000) {
                reassemble(part, mode);
            }
        }
    }
    println!("{INSTRUCTIONS} instructions and more, {different} different ones");
    assert!(different > 100_000, "only {different} different ones");
}
