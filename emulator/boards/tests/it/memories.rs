//! Compares memories of all kinds in all address spaces with a slow model, and saves every chip in the middle of random
//! accesses.

use std::collections::HashMap;
use std::fs;
use std::path::Path;

use z8000::isa::Mode;
use z8000::machine::{Access, Address, Look as _, Machine, Stop, Text, Watcher};
use z8000::run::NoProbe;
use z8000_boards::{Connected, Description, Section};

use crate::common::{folder, machine, sections};
use crate::devices::RAM;

/// A memory: whether it is RAM, its first address, its size, whether it is in program and in data memory, whether it is
/// in system and in normal mode, and the address that it mirrors, if any.
struct Part(bool, u32, u32, [bool; 2], [bool; 2], Option<u32>);

const ALL: [bool; 2] = [true; 2];
const FIRST: [bool; 2] = [true, false];
const SECOND: [bool; 2] = [false, true];

const PARTS: &[Part] = &[
    Part(true, 0x0_0000, 0x1_0000, ALL, ALL, None),
    Part(false, 0x1_0000, 0x1000, ALL, ALL, None),
    Part(true, 0x1_8000, 0x0800, ALL, ALL, None),
    Part(false, 0x2_0000, 0x1_0000, FIRST, ALL, None),
    Part(true, 0x2_0000, 0xFF00, SECOND, ALL, None),
    Part(true, 0x3_0000, 0x1_0000, ALL, FIRST, None),
    Part(true, 0x3_0000, 0x8000, ALL, SECOND, None),
    Part(true, 0x4_4000, 0x0100, FIRST, SECOND, None),
    Part(false, 0x4_4100, 0x0100, SECOND, FIRST, None),
    Part(true, 0x5_0000, 0x1_0000, ALL, ALL, Some(0x2_0000)),
    Part(true, 0x6_0000, 0x1_0000, ALL, FIRST, Some(0x3_0000)),
    Part(true, 0x7E_0000, 0x2_0000, ALL, ALL, None),
];

/// Returns the description of all parts.
fn text() -> String {
    let mut text = "processor = \"z8001\"\n[start]\nfcw = 0xC000\npc = 0x100\n".to_owned();
    for Part(ram, start, size, [program, data], [system, normal], of) in PARTS {
        text += &match of {
            Some(of) => format!("[[mirror]]\nof = {of}\n"),
            None => format!("[[memory]]\nkind = \"{}\"\n", if *ram { "ram" } else { "rom" }),
        };
        text += &format!("start = {start}\nsize = {size}\n");
        match (program, data) {
            (true, false) => text += "space = \"program\"\n",
            (false, true) => text += "space = \"data\"\n",
            _ => {}
        }
        match (system, normal) {
            (true, false) => text += "mode = \"system\"\n",
            (false, true) => text += "mode = \"normal\"\n",
            _ => {}
        }
    }
    text
}

/// Returns the location of an address according to the model: the part's number, the offset in it, and whether it is
/// RAM.
fn place(at: u32, program: bool, system: bool) -> Option<(usize, u32, bool)> {
    let (number, Part(ram, start, .., of)) =
        PARTS
            .iter()
            .enumerate()
            .find(|(_, Part(_, start, size, [code, data], [privileged, user], _))| {
                let space = if program { *code } else { *data };
                let mode = if system { *privileged } else { *user };
                (*start..start + size).contains(&at) && space && mode
            })?;
    match of {
        Some(of) => place(at - start + of, program, system),
        None => Some((number, at - start, *ram)),
    }
}

/// Returns addresses at the ends of all parts, and of pages.
fn probes() -> Vec<u32> {
    let ends = PARTS.iter().flat_map(|Part(_, start, size, ..)| [*start, start + size]);
    let around = ends.flat_map(|end| [end.wrapping_sub(1), end, end + 1, end + 0xFF, end + 0x100]);
    let mut probes: Vec<u32> = around.filter(|at| *at < 0x80_0000).collect();
    // Addresses of test programs are left out.
    probes.retain(|at| !(0x80..0x2000).contains(at));
    probes.sort_unstable();
    probes.dedup();
    probes
}

fn address(at: u32) -> Address {
    Address::segmented((at >> 16) as u8, at as u16)
}

#[test]
fn memories_are_where_their_description_has_them() {
    let (mut machine, _) = machine(&text(), Path::new("")).debugged();
    let mut model: HashMap<(usize, u32), u8> = HashMap::new();
    let mut value = 0_u8;
    let modes = [0xC000, 0x8000, 0x4000, 0].map(|fcw| (fcw, fcw & 0x4000 != 0));
    for (fcw, system) in modes {
        machine.cpu_mut().set_fcw(fcw);
        let mode = if fcw & 0x8000 == 0 {
            Mode::Nonsegmented
        } else {
            Mode::Segmented
        };
        assert_eq!(machine.mode(), mode);
        for at in probes() {
            for program in [false, true] {
                let found = place(at, program, system);
                assert_eq!(
                    machine.holds(program, address(at)),
                    found.is_some(),
                    "{at:x} {program} {system}"
                );
                value = value.wrapping_add(1);
                machine.store(program, address(at), &[value]);
                if let Some((part, offset, _)) = found {
                    model.insert((part, offset), value);
                }
            }
        }
    }
    for (fcw, system) in modes {
        machine.cpu_mut().set_fcw(fcw);
        for at in probes() {
            for program in [false, true] {
                let expected = place(at, program, system).map_or(0xFF, |(part, offset, _)| model[&(part, offset)]);
                assert_eq!(
                    machine.byte(program, address(at)),
                    expected,
                    "{at:x} {program} {system}"
                );
            }
        }
    }
    // Bytes beyond the end of a segment are dropped.
    machine.store(false, address(0x7E_FFFF), &[0x11, 0x22]);
    assert_eq!(machine.byte(false, address(0x7E_FFFF)), 0x11);
    assert_ne!(machine.byte(false, address(0x7F_0000)), 0x22);
}

/// A program stores and loads every byte and every word: ROM keeps its contents, and unmapped addresses contain
/// nothing.
#[test]
fn a_program_stores_into_ram_alone() {
    for words in [false, true] {
        for (fcw, system) in [(0xC000, true), (0x8000, false)] {
            let mut machine = machine(&text(), Path::new(""));
            let mut probes = probes();
            if words {
                probes.iter_mut().for_each(|at| *at &= !1);
                probes.dedup();
            }
            // LD R0,#value and LD address,R0, or LDB RL0,#value and LDB address,RL0; then a load of the address into
            // R1.
            let mut code = Vec::new();
            for (n, at) in (1_u16..).zip(&probes) {
                let [segment, offset] = [0x8000 | (at >> 16 << 8) as u16, *at as u16];
                let store = if words {
                    [0x2100, n, 0x6F00, segment, offset]
                } else {
                    [0x2100, n, 0x6E08, segment, offset]
                };
                code.extend(store);
            }
            let bytes: Vec<u8> = code.iter().flat_map(|word: &u16| word.to_be_bytes()).collect();
            assert!(bytes.len() < 0x1F00);
            machine.load(&[Section::code("stores", 0x100, bytes)]).expect("memory");
            machine.start().expect("code");
            let (mut machine, _) = machine.debugged();
            let mut model: HashMap<(usize, u32), u8> = HashMap::new();
            machine.cpu_mut().set_fcw(fcw);
            let before: Vec<u8> = probes.iter().map(|&at| machine.byte(false, address(at))).collect();
            machine.advance(2 * probes.len() as u32, &mut NoProbe).expect("it runs");
            for (n, &at) in (1_u16..).zip(&probes) {
                let bytes = if words {
                    vec![(at, (n >> 8) as u8), (at | 1, n as u8)]
                } else {
                    vec![(at, n as u8)]
                };
                for (at, byte) in bytes {
                    if let Some((part, offset, true)) = place(at, false, system) {
                        model.insert((part, offset), byte);
                    }
                }
            }
            for (&at, before) in probes.iter().zip(before) {
                let expected = match place(at, false, system) {
                    None => 0xFF,
                    Some((part, offset, _)) => model.get(&(part, offset)).copied().unwrap_or(before),
                };
                assert_eq!(machine.byte(false, address(at)), expected, "{at:x} {words} {system}");
            }
        }
    }
}

/// A Z8002 whose modes share their program memory, their data memory, both or neither: each mode fetches, loads and
/// stores in its own memory.
#[test]
fn modes_of_a_z8002_have_their_memories() {
    let own = |space: &str, is_shared: bool| {
        let memory = format!("[[memory]]\nkind = \"ram\"\nsize = 0x10000\nspace = \"{space}\"\n");
        if is_shared {
            return memory;
        }
        ["system", "normal"]
            .map(|mode| format!("{memory}mode = \"{mode}\"\n"))
            .concat()
    };
    for (program, data) in [(true, true), (true, false), (false, true), (false, false)] {
        let text = own("program", program) + &own("data", data);
        let (mut machine, _) = machine(&text, Path::new("")).debugged();
        for (fcw, mark) in [(0x4000, 0x11), (0, 0x22)] {
            machine.cpu_mut().set_fcw(fcw);
            // LD R1,#mark; LD R2,4000h; LD 4002h,R1; JR to itself.
            let code = [0x21, 1, mark, mark, 0x61, 2, 0x40, 0, 0x6F, 1, 0x40, 2, 0xE8, 0xFF];
            machine.store(true, Address::flat(0x100), &code);
            machine.store(false, Address::flat(0x4000), &[mark, mark, 0, 0]);
        }
        for (fcw, mark) in [(0x4000, 0x11), (0, 0x22)] {
            machine.cpu_mut().set_fcw(fcw);
            machine.cpu_mut().set_pc(0x100);
            machine.advance(20, &mut NoProbe).expect("it runs");
            // Shared memory contains the value that was stored last.
            let [fetched, loaded] = [program, data].map(|is_shared| if is_shared { 0x2222 } else { mark * 0x101 });
            let registers = [1, 2].map(|n| machine.cpu().register(n));
            assert_eq!(registers, [fetched, loaded], "{fcw:x}, {program} {data}");
            let stored = machine.byte(false, Address::flat(0x4002));
            assert_eq!(u16::from(stored), fetched & 0xFF, "{fcw:x}, {program} {data}");
        }
    }
}

/// The description of all chips.
const CHIPS: &str = "
[[scc]]
port = 0x01
interrupt = \"vi\"
[scc.a]
input = \"in\"
[[cio]]
port = 0x11
interrupt = \"vi\"
pins = [0x5A, 0xC3, 0xFF]
[[ide]]
port = 0x21
image = \"card\"
[[sio]]
port = 0x31
interrupt = \"vi\"
[[ctc]]
port = 0x39
interrupt = \"vi\"
pulses = [700, 0, 900, 0]
[[pio]]
port = 0x41
interrupt = \"vi\"
pins = [0x0F, 0xF0]
[[reti]]
port = 0x49
[[latch]]
port = 0x4B
size = 2
[[hdc]]
port = 0x50
block = 0x8000
image = \"card\"
";

/// A program that endlessly writes and reads bytes of random ports up to 5Fh, with numbers from R1.
const SCRIBBLER: &str = "
        .org 0x100
next:   mult rr0,#25173
        add r1,#13849
        clr r2
        ldb rl2,rh1
        and r2,#0x5F
        set r2,#0
        mult rr0,#25173
        add r1,#13849
        bit r1,#14
        jr z,1f
        outb @r2,rh1
        jr next
1:      inb rl4,@r2
        add r5,r4
        jr next
";

#[test]
fn every_chip_goes_on_from_its_save_file() {
    let (here, there) = (folder("chips-here"), folder("chips-there"));
    for folder in [&here, &there] {
        fs::write(folder.join("in"), "one\ntwo\nthree\n").expect("a file");
        fs::write(folder.join("card"), vec![7; 8 * 512]).expect("a file");
    }
    let text = format!("{RAM}{CHIPS}");
    let mut machine = machine(&text, &here);
    machine.load(&sections(SCRIBBLER)).expect("memory for it");
    machine.start().expect("a start");
    let mut saved = machine.save().expect("a state");
    let mut different = 0;
    for moment in 0..300_u64 {
        let description = Description::read(&text, &there).expect("a description");
        let mut other = Connected::restore(description, &saved).expect("a machine");
        assert!(other.save().expect("a state") == saved, "moment {moment}");
        let limit = machine.clocks() + 1 + (moment * 7919) % 9000;
        let ends = [&mut machine, &mut other].map(|machine| machine.run(limit).expect("it runs"));
        assert_eq!(ends[0], ends[1], "moment {moment}");
        assert_eq!(machine.cpu(), other.cpu(), "moment {moment}");
        let now = machine.save().expect("a state");
        assert!(now == other.save().expect("a state"), "moment {moment}");
        different += usize::from(now != saved);
        saved = now;
    }
    assert!(different > 250, "{different}");
    assert!(machine.clocks() > 500_000, "{}", machine.clocks());
}

/// Single steps give the same result as a run, with or without a watcher; copies are in the same state.
#[test]
fn every_chip_is_the_same_in_single_steps() {
    let folder = folder("chips-steps");
    fs::write(folder.join("in"), "one\n").expect("a file");
    fs::write(folder.join("card"), vec![7; 8 * 512]).expect("a file");
    let machine = || {
        let mut machine = machine(&format!("{RAM}{CHIPS}"), &folder);
        machine.load(&sections(SCRIBBLER)).expect("memory for it");
        machine.start().expect("a start");
        machine.debugged().0
    };
    let [mut run, mut stepped, mut watched] = [machine(), machine(), machine()];
    run.advance(20_000, &mut NoProbe).expect("it runs");
    let mut seen = Seen::default();
    for _ in 0..20_000 {
        stepped.step(None).expect("it runs");
        watched.step(Some(&mut seen)).expect("it runs");
    }
    let saved = |machine: &Machine| machine.save().expect("a state");
    for other in [&stepped, &watched] {
        assert_eq!((other.clocks(), other.steps()), (run.clocks(), 20_000));
        assert_eq!(other.cpu(), run.cpu());
        assert!(saved(other) == saved(&run));
    }
    let mut copy = run.clone();
    let state = saved(&copy);
    assert!(state == saved(&run) && state != saved(&machine()));
    copy.store(false, Address::flat(0x7000), &[1]);
    assert!(saved(&copy) != state);
}

/// The writes reported to a watcher.
#[derive(Default)]
struct Seen(Vec<Access>);

impl Watcher for Seen {
    fn sees(&mut self, access: Access) {
        if access.write {
            self.0.push(access);
        }
    }
}

/// A controller that stores by itself is reported as the writer of each byte.
#[test]
fn a_disk_controller_is_seen_to_store() {
    let folder = folder("hdc-seen");
    fs::write(
        folder.join("disk"),
        (0..512_u16).map(|n| n as u8 | 1).collect::<Vec<u8>>(),
    )
    .expect("a disk");
    let disk = "[[hdc]]\nport = 0x500\nblock = 0x2000\nimage = \"disk\"\n";
    let ram = RAM
        .replace("size = 0x10000", "size = 0x20000")
        .replace("[start]", "[start]\nfcw = 0x4000");
    seen_to_store(&folder, &format!("{RAM}{disk}"), "", "0x0030", 0x3000);
    // The sector is stored in segment 1 of a Z8001.
    let z8001 = format!("processor = \"z8001\"\n{ram}{disk}");
    seen_to_store(&folder, &z8001, "", "0x0130", 0x1_3000);
    // The sector is stored in the seventh chunk of memory, which a bank unit maps to the second chunk of the home bank.
    let banked = format!("{ram}{disk}[banks]\nport = 0xFFE0\nhome = 0\n");
    let shown = "ldb rl0,#6\n soutb 0xFFE4,rl0\n ldb rl0,#2\n soutb 0xFFE3,rl0\n";
    seen_to_store(&folder, &banked, shown, "0x0181", 0x4100);
}

/// Runs a program that reads a sector to an address, whose upper two bytes are given, after some other instructions.
/// `address` is the address at which the program sees the sector.
fn seen_to_store(folder: &Path, text: &str, before: &str, upper: &str, address: usize) {
    let source = " .org 0x100\n BEFORE ld r0,#0x0800\n ld 0x2000,r0\n ld r0,#0x100\n ld 0x2004,r0\n ld r0,#UPPER\n ld 0x2006,r0\n \
                  ldb rl0,#0xFF\n ldb 0x200C,rl0\n ld r0,#1\n out #0x500,r0\n nop\n halt\n";
    let mut machine = machine(text, folder);
    machine
        .load(&sections(&source.replace("BEFORE", before).replace("UPPER", upper)))
        .expect("memory");
    machine.start().expect("a start");
    let (mut machine, _) = machine.debugged();
    let mut seen = Seen::default();
    while machine.step(Some(&mut seen)) != Ok(z8000::cpu::Event::Halted) {}
    let stored: Vec<_> = seen.0.iter().filter(|access| access.device.is_some()).collect();
    assert!(
        stored
            .iter()
            .all(|access| access.device == Some("hdc") && access.bytes == 1 && access.write)
    );
    // The sector is stored at 3000h, then the result; copying a number that is 0 changes nothing.
    let sector: Vec<_> = stored.iter().filter(|access| access.number >= address).collect();
    assert_eq!(sector.len(), 512);
    for (n, access) in sector.iter().enumerate() {
        assert_eq!(
            (access.number, access.value, access.before),
            (address + n, u16::from(n as u8 | 1), 0)
        );
    }
    let result = stored.iter().find(|access| access.number == 0x200C);
    assert_eq!(result.map(|access| (access.value, access.before)), Some((0x80, 0xFF)));
    let own = seen.0.iter().filter(|access| access.device.is_none());
    assert_eq!(
        own.map(|access| access.number).collect::<Vec<_>>(),
        [0x2000, 0x2004, 0x2006, 0x200C]
    );
}

/// The ports of a debugged machine are those of the description, in order; the console is the port with standard input
/// and output, otherwise the first unconnected port, otherwise the first port.
#[test]
fn a_debugged_machine_has_its_console() {
    let folder = folder("consoles");
    fs::write(folder.join("in"), "x").expect("a file");
    let serial = |n: u16, rest: &str| {
        format!(
            "[[serial]]\nstatus = {}\ndata = {}\n{rest}\n",
            0xFF01 + 16 * n,
            0xFF03 + 16 * n
        )
    };
    let (open, input) = ("", "input = \"in\"");
    for (ports, console) in [
        (&[][..], None),
        (&[open], Some(0)),
        (&[input], Some(0)),
        (&[input, input, open, open], Some(2)),
        (&[open, "standard = true"], Some(1)),
        (&[input, input], Some(0)),
    ] {
        let text: String = (0..).zip(ports).map(|(n, port)| serial(n, port)).collect();
        let (mut machine, _) = machine(&format!("{RAM}{text}"), &folder).debugged();
        assert_eq!((machine.ports(), machine.console), (ports.len(), console), "{ports:?}");
        assert!(!machine.interrupts(0) && !machine.wants_input() && machine.taken(9) == 0);
        assert_eq!(machine.take_output(9), b"");
        assert!(machine.bytes() > 0x1_0000);
    }
    // A line feed becomes a carriage return if the port's description says so; a line ends after it.
    for (rest, expected) in [("", &b"ab\n"[..]), ("returns = true", b"ab\r")] {
        let (machine, _) = machine(&format!("{RAM}{}", serial(0, rest)), &folder).debugged();
        let mut text = Text::new(machine.returns);
        text.add(b"ab\ncd");
        text.end();
        assert_eq!(
            [text.next(), text.next()],
            [Some(expected.to_vec()), Some(b"cd".to_vec())]
        );
    }
}

/// A machine that halts stops at its halt; one that polls waits at its port until a character arrives.
#[test]
fn a_debugged_machine_waits_where_it_polls() {
    let source = " .org 0x100\n1: inb rl0,0xFF01\n bitb rl0,#0\n jr z,1b\n inb rl1,0xFF03\n outb 0xFF03,rl1\n halt\n";
    let mut machine = machine(&format!("{RAM}[[serial]]\n"), Path::new(""));
    machine.load(&sections(source)).expect("memory");
    machine.start().expect("a start");
    assert_eq!(machine.run(100_000).expect("it runs"), Stop::WantsInput);
    let (mut machine, _) = machine.debugged();
    assert_eq!((machine.wants_input(), machine.takes_at()), (true, vec![0]));
    machine.send(0, b"q");
    assert_eq!((machine.wants_input(), machine.takes_at()), (false, vec![]));
    assert_eq!(machine.advance(1_000, &mut NoProbe), Ok(Some(Stop::Halted)));
    assert_eq!((machine.take_output(0), machine.taken(0)), (b"q".to_vec(), 1));
    assert!(!machine.wants_input());
}

/// A machine does not start if its first sixteen bytes are all 00h or all FFh: if one of them differs, they are code.
#[test]
fn a_machine_starts_where_one_of_sixteen_bytes_differs() {
    for (fill, other, starts) in [
        (0, 1, true),
        (0xFF, 0xFE, true),
        (0xFF, 0, true),
        (0x8D, 0x8D, true),
        (0, 0, false),
        (0xFF, 0xFF, false),
    ] {
        for at in 0..18 {
            let mut bytes = vec![fill; 32];
            bytes[at] = other;
            let mut machine = machine(RAM, Path::new(""));
            machine.load(&[Section::code("bytes", 0x100, bytes)]).expect("memory");
            assert_eq!(
                machine.start().is_ok(),
                starts && (at < 16 || fill == 0x8D),
                "{fill:x} {other:x} {at}"
            );
        }
    }
}
