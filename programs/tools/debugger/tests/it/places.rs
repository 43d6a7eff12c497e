//! Registers, flags, conditions and memory in expressions: each is named, read and changed.

use z8000::cpu::Model;
use z8000_debugger::command::Interpreter;
use z8000_debugger::expression::{Place, Value, Width};
use z8000_debugger::machine::Address;
use z8000_debugger::session::Session;

use crate::common::{HEAD, program};
use crate::small::Small;

fn session() -> Session {
    let mut session = Session::new(program(&format!("{HEAD}start: halt\n")), 4_000_000);
    for n in 0..16 {
        session.set(Place::Word(n), contents(n.into()));
    }
    session
}

/// The word register N contains N8N9h, with its number as a digit.
fn contents(n: i64) -> i64 {
    n << 12 | 0x800 | n << 4 | 9
}

/// Returns the word registers of which a register consists, and how many bytes of the first are omitted before and
/// after it.
fn register(prefix: &str, n: i64) -> Option<Vec<(i64, u32)>> {
    let words = |count: i64| (n..n + count).map(|n| (n, 16)).collect();
    match prefix {
        "r" if n < 16 => Some(words(1)),
        "rr" if n < 16 && n % 2 == 0 => Some(words(2)),
        "rq" if n < 16 && n % 4 == 0 => Some(words(4)),
        "rh" | "rl" if n < 8 => Some(vec![(n, 8)]),
        _ => None,
    }
}

#[test]
fn each_register_is_read_and_changed_by_its_name() {
    for prefix in ["r", "rr", "rq", "rh", "rl"] {
        for n in 0..=20 {
            let name = format!("{prefix}{n}");
            let mut interpreter = Interpreter::new(session(), None);
            let value = interpreter.session.evaluate(&name);
            let Some(words) = register(prefix, n) else {
                assert!(value.is_err(), "{name}");
                continue;
            };
            let byte = |word: i64| if prefix == "rh" { word >> 8 } else { word & 0xFF };
            let all = words.iter().fold(0_i64, |sum, (n, bits)| match bits {
                8 => byte(contents(*n)),
                _ => sum << 16 | contents(*n),
            });
            assert_eq!(value.map(|value| value.number), Ok(all), "{name}");
            assert_eq!(
                interpreter.session.evaluate(&name.to_uppercase()).map(|it| it.number),
                Ok(all),
                "{name}"
            );
            assert!(
                interpreter.session.evaluate(&format!("{prefix}0{n}")).is_err(),
                "{prefix}0{n}"
            );
            // Each word gets one digit of the value.
            let new: i64 = if words[0].1 == 8 {
                0x5A
            } else {
                words.iter().fold(0, |sum, (n, _)| sum << 16 | (n + 0x4321))
            };
            interpreter
                .execute(&format!("set {name} = {new}"), &mut |_| false)
                .expect(&name);
            for n in 0..16 {
                let before = contents(n);
                let expected = match words.iter().find(|(word, _)| *word == n) {
                    None => before,
                    Some((_, 16)) => n + 0x4321,
                    Some(_) if prefix == "rh" => 0x5A00 | before & 0xFF,
                    Some(_) => before & 0xFF00 | 0x5A,
                };
                assert_eq!(
                    i64::from(interpreter.session.cpu().register(n as usize)),
                    expected,
                    "r{n} after {name}"
                );
            }
            // A recording contains the name.
            let recording = serde_json::to_value(interpreter.session.recording()).expect("JSON");
            assert_eq!(
                recording["changes"][16]["set"],
                serde_json::json!({ "place": name, "value": new })
            );
        }
    }
    for name in ["r", "rr", "rq", "rh", "rl", "rx1", "r+1", "q0", "r-1", "r1_"] {
        assert!(session().evaluate(name).is_err(), "{name}");
    }
}

/// The bits of FCW according to the manual.
const FLAGS: [(&str, u16); 12] = [
    ("seg", 0x8000),
    ("system", 0x4000),
    ("epa", 0x2000),
    ("vie", 0x1000),
    ("nvie", 0x0800),
    ("c", 0x80),
    ("z", 0x40),
    ("s", 0x20),
    ("v", 0x10),
    ("p", 0x10),
    ("da", 8),
    ("h", 4),
];

#[test]
fn each_flag_is_a_bit_of_fcw() {
    for (name, bit) in FLAGS {
        let mut session = Small::new(Model::Z8001).session(".z8001\n.text\n.word 0,0xc000,0x8000,start\nstart: halt\n");
        for fcw in [0, 0xF8FC, bit, 0xF8FC & !bit] {
            session.set(Place::Fcw, fcw.into());
            assert_eq!(session.evaluate("fcw").map(|it| it.number), Ok(fcw.into()));
            let value = session.evaluate(&format!("fcw.{name}")).expect(name);
            assert_eq!(
                (value.number, value.width),
                ((fcw & bit != 0).into(), Width::Bit),
                "{name} of {fcw:04x}"
            );
            let mut interpreter = Interpreter::new(session.clone(), None);
            for (set, expected) in [(1, fcw | bit), (0, fcw & !bit), (-1, fcw | bit)] {
                interpreter
                    .execute(&format!("set fcw.{name} = {set}"), &mut |_| false)
                    .expect(name);
                assert_eq!(interpreter.session.cpu().fcw().bits(), expected, "{name} of {fcw:04x}");
            }
        }
    }
}

/// A flag with two names is recorded by the first; memory by its numeric address.
#[test]
fn a_recording_names_each_place() {
    let mut interpreter = Interpreter::new(Session::new(program(&format!("{HEAD}start: halt\n")), 4_000_000), None);
    let rows = [
        ("fcw.c", "fcw.c"),
        ("fcw.z", "fcw.z"),
        ("fcw.s", "fcw.s"),
        ("fcw.v", "fcw.v"),
        ("fcw.p", "fcw.v"),
        ("fcw.da", "fcw.da"),
        ("fcw.h", "fcw.h"),
        ("fcw.system", "fcw.system"),
        ("fcw.epa", "fcw.epa"),
        ("fcw.vie", "fcw.vie"),
        ("fcw.nvie", "fcw.nvie"),
        ("fcw", "fcw"),
        ("pc", "pc"),
        ("sp", "r15"),
        ("byte(0x1001)", "byte(4097)"),
        ("word(0x1002)", "word(4098)"),
        ("[0x1004]", "word(4100)"),
        ("slong(start)", "long(6)"),
        ("pbyte(7)", "pbyte(7)"),
        ("pword(8)", "pword(8)"),
        ("plong(8)", "plong(8)"),
    ];
    for (name, _) in rows {
        interpreter
            .execute(&format!("set {name} = 0"), &mut |_| false)
            .expect(name);
    }
    let recording = serde_json::to_value(interpreter.session.recording()).expect("JSON");
    let places = recording["changes"].as_array().expect("changes").iter();
    let places: Vec<_> = places
        .map(|change| change["set"]["place"].as_str().expect("a place"))
        .collect();
    assert_eq!(places, rows.map(|(_, place)| place));
}

/// The letters of the flags, in order.
#[test]
fn registers_show_the_flags_that_are_set() {
    let mut interpreter = Interpreter::new(
        Small::new(Model::Z8001).session(".z8001\n.text\n.word 0,0xc000,0x8000,start\nstart: halt\n"),
        None,
    );
    for (fcw, flags) in [
        (0, "-"),
        (0x8000, "SEG"),
        (0x4000, "SYS"),
        (0x2000, "EPA"),
        (0x1000, "VIE"),
        (0x0800, "NVIE"),
        (0x80, "C"),
        (0x40, "Z"),
        (0x20, "S"),
        (0x10, "V"),
        (8, "DA"),
        (4, "H"),
        (0xF8FC, "SEG SYS EPA VIE NVIE C Z S V DA H"),
    ] {
        interpreter.session.set(Place::Fcw, fcw);
        let data = interpreter
            .execute("registers", &mut |_| false)
            .expect("registers")
            .data;
        assert_eq!((&data["flags"], &data["fcw"]), (&flags.into(), &fcw.into()));
    }
}

/// When a condition code is true, by its definition in the manual, for each combination of C, Z, S and V.
#[test]
fn conditions_hold_as_the_manual_says() {
    let mut session = session();
    for flags in 0..16_i64 {
        session.set(Place::Fcw, 0x4000 | flags << 4);
        let [c, z, s, v] = [3, 2, 1, 0].map(|bit| flags >> bit & 1 != 0);
        for (names, holds) in [
            (&["lt"][..], s != v),
            (&["le"], z || s != v),
            (&["gt"], !(z || s != v)),
            (&["ge"], s == v),
            (&["ule"], c || z),
            (&["ugt"], !(c || z)),
            (&["ult", "c"], c),
            (&["uge", "nc"], !c),
            (&["eq", "z"], z),
            (&["ne", "nz"], !z),
            (&["mi"], s),
            (&["pl"], !s),
            (&["ov", "pe"], v),
            (&["nov", "po"], !v),
        ] {
            for name in names {
                let value = session.evaluate(&format!("cc.{name}")).map(|value| value.number);
                assert_eq!(value, Ok(holds.into()), "{name} of C {c}, Z {z}, S {s}, V {v}");
            }
        }
    }
    assert!(session.evaluate("cc.xx").is_err());
}

/// Data memory at 1000h: 80 01 7f fe. Program memory at 2: 40 00 00 06.
#[test]
fn memory_is_read_in_each_width() {
    let mut session = session();
    let at = |bytes, address: u16| Place::Memory { program: false, address: Address::flat(address), bytes };
    session.set(at(4, 0x1000), 0x8001_7FFE);
    session.set(at(2, 0xFFFE), 0x1234);
    for (text, value) in [
        ("byte(0x1000)", 0x80),
        ("sbyte(0x1000)", -0x80),
        ("byte(0x1001)", 1),
        ("sbyte(0x1001)", 1),
        ("word(0x1000)", 0x8001),
        ("word(0x1001)", 0x8001),
        ("sword(0x1000)", -0x7FFF),
        ("sword(0x1002)", 0x7FFE),
        ("long(0x1000)", 0x8001_7FFE),
        ("slong(0x1000)", 0x8001_7FFE - (1 << 32)),
        ("long(0x1002)", 0x7FFE_0000),
        ("long(0xfffe)", 0x1234 << 16),
        ("pbyte(2)", 0x40),
        ("psbyte(5)", 6),
        ("pword(2)", 0x4000),
        ("psword(4)", 6),
        ("plong(2)", 0x4000_0006),
        ("pslong(2)", 0x4000_0006),
        ("s(word(0x1000))", -0x7FFF),
        ("s(byte(0x1000) + 0)", 0x80),
        ("[0x1000]", 0x8001),
        ("address(0x11000)", 0x1000),
        ("address(-1)", 0xFFFF),
        ("pc", 6),
        ("sp", contents(15)),
        ("clocks * 3 + instructions", 0),
    ] {
        assert_eq!(session.evaluate(text).map(|value| value.number), Ok(value), "{text}");
    }
    for name in ["spbyte(0)", "quad(0)", "ppword(0)", "ssword(0)", "bit(0)", "words(0)"] {
        assert!(session.evaluate(name).is_err(), "{name}");
    }
    // Only the bytes of the place are changed, and those of a word are at an even address.
    for (bytes, address, value, row) in [
        (1, 0x2001, 0xAB, [0, 0xAB, 0, 0, 0, 0]),
        (1, 0x2002, -1, [0, 0, 0xFF, 0, 0, 0]),
        (2, 0x2002, 0x1234, [0, 0, 0x12, 0x34, 0, 0]),
        (2, 0x2003, 0x1234, [0, 0, 0x12, 0x34, 0, 0]),
        (4, 0x2000, 0x1234_5678, [0x12, 0x34, 0x56, 0x78, 0, 0]),
        (4, 0x2003, -2, [0, 0, 0xFF, 0xFF, 0xFF, 0xFE]),
    ] {
        for program in [false, true] {
            let mut session = session.clone();
            session.set(Place::Memory { program, address: Address::flat(address), bytes }, value);
            let read = |space| [0, 1, 2, 3, 4, 5].map(|n| session.look().byte(space, Address::flat(0x2000 + n)));
            assert_eq!((read(program), read(!program)), (row, [0; 6]), "{bytes} at {address:x}");
        }
    }
}

#[test]
fn values_are_shown_by_their_width() {
    for (number, width, text, signed) in [
        (0, Width::Bit, "0", 0),
        (1, Width::Bit, "1", 1),
        (0x7F, Width::Byte, "0x7f = 127", 127),
        (0x80, Width::Byte, "0x80 = 128 = -128", -128),
        (0, Width::Byte, "0x00 = 0", 0),
        (0x7FFF, Width::Word, "0x7fff = 32767", 32767),
        (0x8000, Width::Word, "0x8000 = 32768 = -32768", -32768),
        (0, Width::Word, "0x0000 = 0", 0),
        (0x7FFF_FFFF, Width::Long, "0x7fffffff = 2147483647", 0x7FFF_FFFF),
        (
            0x8000_0000,
            Width::Long,
            "0x80000000 = 2147483648 = -2147483648",
            -0x8000_0000,
        ),
        (0x5_1234, Width::Address, "<<5>>0x1234 = 0x51234 = 332340", 0x5_1234),
        (0x80_0000, Width::Address, "0x800000 = 8388608", 0x80_0000),
        (0, Width::Wide, "0x0 = 0", 0),
        (-1, Width::Wide, "-0x1 = -1", -1),
        (0xFFFF, Width::Wide, "0xffff = 65535", 0xFFFF),
        (
            i64::MIN,
            Width::Wide,
            "-0x8000000000000000 = -9223372036854775808",
            i64::MIN,
        ),
    ] {
        let value = Value { number, width };
        assert_eq!((value.to_string().as_str(), value.signed()), (text, signed));
    }
}

/// How numbers become addresses: with a segment, in plain form or as in a register pair; in non-segmented mode, in the
/// segment of PC.
#[test]
fn numbers_are_addresses_in_the_segment_of_pc_or_their_own() {
    let source = ".z8001\n.text\n.word 0,0xc000,0x8300,0x100\n.org 0x30100\nstart: halt\n";
    let mut session = Small::new(Model::Z8001).session(source);
    session.set(Place::Long(14), 0x8200_7000);
    session.set(Place::Long(2), 0x8100_1000);
    for (fcw, text, value) in [
        (0xC000, "address(0x1000)", 0x1000),
        (0xC000, "address(0x5ffff)", 0x5_FFFF),
        (0xC000, "address(rr2)", 0x1_1000),
        (0xC000, "address(<<127>>0xffff)", 0x7F_FFFF),
        (0xC000, "<<127>>0xffff + 1", 0x80_0000),
        // Bits that are not part of an address are ignored.
        (0xC000, "address(<<127>>0xffff + 1)", 0),
        (0xC000, "sp", 0x2_7000),
        (0xC000, "pc", 0x3_0100),
        (0x4000, "address(0x1000)", 0x3_1000),
        (0x4000, "address(0xffff)", 0x3_FFFF),
        (0x4000, "address(0x10000)", 0x1_0000),
        (0x4000, "address(rr2)", 0x1_1000),
        (0x4000, "address(-1)", 0x7F_FFFF),
        (0x4000, "sp", 0x3_7000),
    ] {
        session.set(Place::Fcw, fcw);
        assert_eq!(
            session.evaluate(text).map(|value| value.number),
            Ok(value),
            "{text} with FCW {fcw:04x}"
        );
    }
    for text in [
        "<<128>>0",
        "<<1>>0x10000",
        "<<1>>",
        "<<1",
        "<<-1>>0",
        "<<1>0",
        "<<r1>>0",
    ] {
        let error = session.evaluate(text).expect_err(text).to_string();
        assert!(
            error.starts_with("expected an address <<SEGMENT>>OFFSET"),
            "{text}: {error}"
        );
    }
    // SP and PC of a Z8001 accept addresses of both forms.
    let mut interpreter = Interpreter::new(session, None);
    let mut set = |line: &str| {
        interpreter
            .execute(line, &mut |_| false)
            .map_err(|error| error.to_string())
            .map(|answer| answer.text)
    };
    set("set fcw = 0xc000").expect("FCW");
    assert_eq!(
        set("set sp = <<4>>0x6000").as_deref(),
        Ok("sp = <<4>>0x6000 = 0x46000 = 286720")
    );
    assert_eq!(
        set("print rr14").as_deref(),
        Ok("rr14 = 0x84006000 = 2214617088 = -2080350208")
    );
    assert_eq!(
        set("set sp = 0x81002000").as_deref(),
        Ok("sp = <<1>>0x2000 = 0x12000 = 73728")
    );
    assert_eq!(
        set("set pc = 0x85000010").as_deref(),
        Ok("pc = <<5>>0x0010 = 0x50010 = 327696")
    );
    assert_eq!(
        set("set pc = <<5>>0x11"),
        Err("`pc = <<5>>0x11`: 0x50011 is odd: instructions must begin at even addresses".to_owned())
    );
    assert_eq!(
        set("set sp = 0x800000"),
        Err("`sp = 0x800000`: 0x800000 is not an address: expected <<0>>0 to <<127>>0xffff".to_owned())
    );
    set("set fcw = 0x4000").expect("FCW");
    set("set r14 = 0x1234").expect("R14");
    // In non-segmented mode, SP is only R15.
    assert_eq!(
        set("set sp = <<2>>0x5000").as_deref(),
        Ok("sp = <<5>>0x5000 = 0x55000 = 348160")
    );
    assert_eq!(set("print r14").as_deref(), Ok("r14 = 0x1234 = 4660"));
}
