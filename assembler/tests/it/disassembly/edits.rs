//! Programs with variables in their image and beyond it behave the same after a routine is inserted into their
//! disassembly.

use z8000::bus::{Bus, Location, Status};
use z8000::cpu::{Cpu, End, Model, Until};
use z8000::isa::Mode;
use z8000_asm::disassembly::{Disassembly, Hints, Options};

use super::{built, one_memory};

const PROGRAMS: u32 = 200;
const SEED: u32 = 1987;

/// The address of the word of a memory-mapped device.
const DEVICE: u16 = 0xFF10;

/// 64 KB of memory for code and data, and the bytes written to the device.
struct Memory(Vec<u8>, Vec<u8>);

impl Bus for Memory {
    fn read_byte(&mut self, _: Status, at: Location) -> u8 {
        self.0[usize::from(at.offset())]
    }

    fn write_byte(&mut self, _: Status, at: Location, value: u8) {
        if at.offset() & !1 == DEVICE {
            self.1.push(value);
        } else {
            self.0[usize::from(at.offset())] = value;
        }
    }
}

fn output(image: &[u8], model: Model) -> Vec<u8> {
    let mut bytes = image.to_vec();
    bytes.resize(0x1_0000, 0);
    let mut memory = Memory(bytes, Vec::new());
    let mut cpu = Cpu::new(model);
    cpu.reset(&mut memory);
    let run = cpu.run(&mut memory, &Until::clocks(1_000_000));
    assert_eq!(run.end, End::Halted);
    memory.1
}

/// A repeatable sequence of pseudo-random numbers.
struct Draw(u32);

impl Draw {
    fn below(&mut self, end: u32) -> u32 {
        self.0 = self.0.wrapping_mul(1_664_525).wrapping_add(1_013_904_223);
        (self.0 >> 16) % end
    }
}

/// Returns a program that computes with words in its image, and with words, bytes and arrays beyond it; segmented for a
/// Z8001. In its parts, `%` is replaced by their number, and `$` by a small number. A low address next to a register is
/// more likely the offset of a field.
fn source(draw: &mut Draw, model: Model) -> String {
    const PARTS: [&str; 6] = [
        "ld r1,v%\ninc r1,#$\nld b%,r1\nadd r1,b%\nld v%,r1\nld d,r1\n",
        "ldk r3,#0\nl%: ld a%(r3),r3\ninc a%(r3),#$\ninc r3,#2\ncp r3,#20\njr ne,l%\nld r2,a%+6\nld d,r2\n",
        "ld r4,#b%\nld @r4,#0x77$\ninc @r4,#$\nld r5,@r4\nld d,r5\n",
        "ld r2,#v%\nld r3,#a%\nldk r4,#2\nldir @r3,@r2,r4\nld r1,a%\nadd r1,a%+2\nld d,r1\n",
        "ldb rl1,b%\naddb rl1,#$\nldb b%+1,rl1\nld r1,b%\nld d,r1\n",
        "call s%\nld r1,b%\nld d,r1\n",
    ];
    const SEGMENTED: [&str; 2] = [
        "ldl rr4,#b%\nld @rr4,#0x77$\ninc @rr4,#$\nld r6,@rr4\nld d,r6\n",
        "ldl rr2,#v%\nldl rr4,#a%\nldk r6,#2\nldir @rr4,@rr2,r6\nld r1,a%\nadd r1,a%+2\nld d,r1\n",
    ];
    let is_segmented = model == Model::Z8001;
    let mut code = String::from(match is_segmented {
        true => "\t.z8001\n\t.word 0,0xc000\n\t.long start\nstart:\tldl rr14,#0xfe00\n",
        false => "\t.word 0,0x4000,start\nstart:\tld r15,#0xfe00\n",
    });
    let (mut routines, mut data) = (String::new(), String::new());
    let mut space = format!("\t.space {}\n", 2 * draw.below(40));
    for number in 0..4 + draw.below(8) {
        let part = draw.below(PARTS.len() as u32) as usize;
        let part = match part {
            2 | 3 if is_segmented => SEGMENTED[part - 2],
            _ => PARTS[part],
        };
        let small = (1 + draw.below(9)).to_string();
        let numbered = |text: &str| text.replace('%', &number.to_string()).replace('$', &small);
        code += &numbered(part);
        routines += &numbered("s%: ld r6,b%\ninc r6,#3\nld b%,r6\nret\n");
        data += &numbered(&format!(
            "v%: .word {},{}\n",
            draw.below(0x1_0000),
            draw.below(0x1_0000)
        ));
        space += &numbered(&format!("b%: .space 2\na%: .space {}\n", 20 + 2 * draw.below(4)));
    }
    format!(
        "d = {DEVICE:#x}\n{code}\thalt\n{routines}{data}.Lend:\n\t.bss\n\t.org 0x100+((.Lend-0xff)&-2&(.Lend>0x100))\n{space}"
    )
}

#[test]
fn edited_programs_run_as_before() {
    let mut draw = Draw(SEED);
    for number in 0..PROGRAMS {
        let model = if number % 2 == 0 { Model::Z8002 } else { Model::Z8001 };
        let source = source(&mut draw, model);
        let [image, _] = built(&source);
        let expected = output(&image, model);
        assert!(!expected.is_empty(), "{source}");
        let options = Options { reset: true, ..Options::default() };
        let mut program = one_memory(&image);
        program.entries.clear();
        if model == Model::Z8001 {
            program.mode = Mode::Segmented;
        }
        let text = Disassembly::new(program, &Hints::default(), options)
            .expect("a program")
            .text;
        assert_eq!(built(&text)[0], image, "{text}");
        // The routine is inserted before any instruction, whose line contains the address and the words.
        let lines: Vec<&str> = text.lines().collect();
        let is_code = |line: &&str| line.split_once("! ").is_some_and(|(_, end)| end.contains("  "));
        let places: Vec<usize> = (0..lines.len()).filter(|at| is_code(&lines[*at])).collect();
        let place = places[draw.below(places.len() as u32) as usize];
        let routine = format!(
            "\tjp more\n\tldk r0,#0\n\t.fill {},2,0x8d07\n\tret\nmore:",
            1 + draw.below(45)
        );
        let edited = [&lines[..place], &[&*routine], &lines[place..]].concat().join("\n") + "\n";
        let [changed, _] = built(&edited);
        assert_ne!(changed, image, "{edited}");
        assert_eq!(output(&changed, model), expected, "{number}\n{source}\n{edited}");
    }
}
