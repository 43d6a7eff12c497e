//! The comparison with measurements: the possible parts of a vector, and each kind of difference.

#![allow(
    clippy::disallowed_methods,
    clippy::disallowed_types,
    reason = "tests make the files that they need"
)]

use z8000_vectors::{BusCycle, Options, Outcome, Vector, check, parse};

/// Options that compare everything.
const ALL: Options = Options { masks: false, bus: true };

/// Returns a vector that agrees, with code in non-segmented system mode.
fn vector(code: &[u16]) -> Vector {
    Vector {
        name: "test".into(),
        mode: "nonseg".into(),
        code: code.into(),
        // JP 00C0h.
        tail: vec![0x5E08, 0x00C0],
        pc: 0x0200,
        fcw_in: 0x4000,
        ..Vector::default()
    }
}

fn map<T>(items: impl IntoIterator<Item = (&'static str, T)>) -> std::collections::BTreeMap<String, T> {
    items
        .into_iter()
        .map(|(name, value)| (name.to_owned(), value))
        .collect()
}

/// Returns the differences; empty if there are none.
fn differences(vector: &Vector, options: Options) -> Vec<String> {
    match check(vector, options) {
        Outcome::Passed => Vec::new(),
        Outcome::Failed(differences) => differences,
    }
}

/// Returns a vector for ADD R0,R1 with 7FFFh + 1, which sets S and V. It takes 4 clocks, excluding the jump.
fn addition() -> Vector {
    let mut registers = [0; 16];
    (registers[0], registers[1]) = (0x7FFF, 1);
    let mut after = registers.map(Some);
    after[0] = Some(0x8000);
    Vector {
        regs_in: registers,
        regs_out: after.into(),
        fcw_out: Some(0x4030),
        cycles: Some(4),
        ..vector(&[0x8110])
    }
}

#[test]
fn each_result_is_compared() {
    assert_eq!(check(&addition(), ALL), Outcome::Passed);
    type Change = fn(&mut Vector);
    let rows: &[(Change, &str)] = &[
        (
            |vector| vector.regs_out[0] = Some(0x8001),
            "R0 is 8000, but 8001 on the real chip",
        ),
        (
            |vector| vector.regs_out[15] = Some(2),
            "R15 is 0000, but 0002 on the real chip",
        ),
        (|vector| vector.regs_out[0] = None, ""),
        (|vector| vector.regs_out.truncate(0), ""),
        (
            |vector| vector.fcw_out = Some(0x40B0),
            "flag C is 0000, but 0001 on the real chip",
        ),
        (
            |vector| vector.fcw_out = Some(0x4070),
            "flag Z is 0000, but 0001 on the real chip",
        ),
        (
            |vector| vector.fcw_out = Some(0x4010),
            "flag S is 0001, but 0000 on the real chip",
        ),
        (
            |vector| vector.fcw_out = Some(0x4020),
            "flag V is 0001, but 0000 on the real chip",
        ),
        (
            |vector| vector.fcw_out = Some(0x4038),
            "flag DA is 0000, but 0001 on the real chip",
        ),
        (
            |vector| vector.fcw_out = Some(0x4034),
            "flag H is 0000, but 0001 on the real chip",
        ),
        (
            |vector| vector.fcw_out = Some(0x6030),
            "FCW is 4000, but 6000 on the real chip",
        ),
        (
            |vector| vector.fcw_out = Some(0x4031),
            "FCW is 4000, but 4001 on the real chip",
        ),
        (
            |vector| vector.cycles = Some(5),
            "took 4 clocks, but the real chip took 5",
        ),
        (|vector| vector.cycles = None, ""),
        (
            |vector| vector.mem_out = map([("0x0C00", 1)]),
            "memory 0x0C00 is 0000, but 0001 on the real chip",
        ),
        (
            |vector| vector.io_out = map([("3", 1)]),
            "port 3 is 0000, but 0001 on the real chip",
        ),
        // HALT ends the run before the jump.
        (
            |vector| (vector.code, vector.fcw_out, vector.cycles) = (vec![0x8110, 0x7A00], None, None),
            "PC is 0204, but 00c0 on the real chip",
        ),
        (
            |vector| (vector.code, vector.fcw_out, vector.cycles) = (vec![0x8110, 0x9D00], None, None),
            "PC is 0202, but 00c0 on the real chip",
        ),
    ];
    for (change, expected) in rows {
        let mut vector = addition();
        change(&mut vector);
        let expected: Vec<_> = Some(*expected).filter(|text| !text.is_empty()).into_iter().collect();
        assert_eq!(differences(&vector, ALL), expected);
    }
}

/// Flags may be stated individually. Results that the architecture leaves undefined are compared only without masks.
#[test]
fn flags_are_stated_by_name_and_masked() {
    let names = |names: &str| names.split_whitespace().map(str::to_owned).collect::<Vec<_>>();
    let stated = |set: &str, clear: &str| Vector {
        fcw_out: None,
        flags_set: names(set),
        flags_clear: names(clear),
        ..addition()
    };
    let text = |flag: &str, is: u8| format!("flag {flag} is 000{is}, but 000{} on the real chip", 1 - is);
    for (set, clear, expected) in [
        ("S V", "C Z DA H", vec![]),
        ("", "", vec![]),
        ("C Z", "", vec![text("C", 0), text("Z", 0)]),
        (
            "DA H",
            "S V",
            vec![text("S", 1), text("V", 1), text("DA", 0), text("H", 0)],
        ),
    ] {
        assert_eq!(differences(&stated(set, clear), ALL), expected, "{set}, {clear}");
    }
    let mut wrong = stated("C", "S");
    wrong.regs_out[1] = Some(7);
    let all = [
        "R1 is 0001, but 0007 on the real chip".to_owned(),
        text("C", 0),
        text("S", 1),
    ];
    for (masked, left) in [
        ("", &[0, 1, 2][..]),
        ("R1", &[1, 2]),
        ("R10 flag_CC flag_Z", &[0, 1, 2]),
        ("flag_C", &[0, 2]),
        ("R1 flag_S flag_C", &[]),
    ] {
        wrong.masked = names(masked);
        assert_eq!(differences(&wrong, ALL), all);
        let left: Vec<_> = left.iter().map(|&n| all[n].clone()).collect();
        assert_eq!(
            differences(&wrong, Options { masks: true, bus: true }),
            left,
            "{masked}"
        );
    }
}

/// The test machine has 8 KB in two banks selected by bit 0 of the segment, and twelve registers, six of them in the
/// special space.
#[test]
fn memory_and_ports_are_those_of_the_test_machine() {
    // In segmented mode: LD R0,<<0>>0C00h; LD <<1>>0C02h,R0; LDB RL2,<<3>>1C03h, which is the same bank; LDB <<2>>1C05h,RL2.
    let code = [
        0x6100, 0x8000, 0x0C00, 0x6F00, 0x8100, 0x0C02, 0x600A, 0x8300, 0x1C03, 0x6E0A, 0x8200, 0x1C05,
    ];
    let mut memory = Vector {
        mode: "seg".into(),
        tail: vec![0x5E08, 0x8000, 0x00C0],
        fcw_in: 0xC000,
        mem_in: map([("0x0c00", 0x1234), ("1c02", 0xFFFF), ("0C04", 0xABCD)]),
        mem_out: map([("0x1C02", 0x1234), ("0x0c04", 0xAB34), ("0c00", 0x1234)]),
        regs_out: [Some(0x1234), None, Some(0x0034)].into(),
        ..vector(&code)
    };
    assert_eq!(differences(&memory, ALL), [""; 0]);
    memory.mem_out = map([("0x1C02", 0x1235), ("0x0c04", 0xABCD)]);
    let expected = [
        "memory 0x0c04 is ab34, but abcd on the real chip",
        "memory 0x1C02 is 1234, but 1235 on the real chip",
    ];
    assert_eq!(differences(&memory, ALL), expected);

    // IN R0,0102h; OUT 0104h,R0; INB RL2,0107h; INB RH2,0106h; OUTB 0108h,RL2; OUTB 010Bh,RL2; SIN R3,0102h; SOUT 010Ah,R3;
    // IN R4,010Ch and IN R5,00FEh, where no port is.
    let code = [
        0x3B04, 0x0102, 0x3B06, 0x0104, 0x3AA4, 0x0107, 0x3A24, 0x0106, 0x3AA6, 0x0108, 0x3AA6, 0x010B, 0x3B35, 0x0102,
        0x3B37, 0x010A, 0x3B44, 0x010C, 0x3B54, 0x00FE,
    ];
    let ports = Vector {
        io_in: map([
            ("1", 0x1111),
            ("3", 0x3344),
            ("4", 0x5566),
            ("5", 0x7788),
            ("7", 0x2222),
            ("x", 9),
        ]),
        io_out: map([
            ("1", 0x1111),
            ("2", 0x1111),
            ("4", 0x4466),
            ("5", 0x7744),
            ("11", 0x2222),
        ]),
        regs_out: [
            Some(0x1111),
            None,
            Some(0x3344),
            Some(0x2222),
            Some(0xFFFF),
            Some(0xFFFF),
        ]
        .into(),
        ..vector(&code)
    };
    assert_eq!(differences(&ports, ALL), [""; 0]);
    // A port that does not exist.
    let nowhere = Vector { io_out: map([("12", 0xFFFF), ("port", 0xFFFF)]), ..ports };
    assert_eq!(differences(&nowhere, ALL), [""; 0]);

    // Words are read in turn, and the last one is repeated: INI @R2,@R1,R3 reads four times.
    let mut registers = [0; 16];
    (registers[1], registers[2], registers[3]) = (0x0102, 0x0C00, 4);
    let sequence = Vector {
        regs_in: registers,
        io_seq: map([("1", vec![1, 2, 3])]),
        mem_out: map([("0C00", 1), ("0C02", 2), ("0C04", 3), ("0C06", 3)]),
        ..vector(&[0x3B10, 0x0320])
    };
    assert_eq!(differences(&sequence, ALL), [""; 0]);
}

/// The lists begin after the first fetch, and end with the fetch at the end, whose data are ignored.
#[test]
fn bus_cycles_are_compared_one_by_one() {
    let cycle = |addr, data, rw: &str, io: &str, st| BusCycle { addr, data, rw: rw.into(), io: io.into(), st };
    // OUTB 0103h,RL0; LD 0C00h,R0; LDB RL1,0C01h.
    let code = [0x3A86, 0x0103, 0x6F00, 0x0C00, 0x6009, 0x0C01];
    let mut registers = [0; 16];
    registers[0] = 0x1234;
    let good = Vector {
        regs_in: registers,
        bus: vec![
            cycle(0x0202, 0x0103, "R", "M", Some(0b1100)),
            // A byte is on both halves of the data lines; only its own half is compared.
            cycle(0x0103, 0xEE34, "W", "I", Some(0b0010)),
            cycle(0x0204, 0x6F00, "R", "M", Some(0b1101)),
            cycle(0x0206, 0x0C00, "R", "M", None),
            cycle(0x0C00, 0x1234, "W", "M", Some(0b1011)),
            cycle(0x0208, 0x6009, "R", "M", Some(0b1101)),
            cycle(0x020A, 0x0C01, "R", "M", Some(0b1100)),
            cycle(0x0C01, 0xEE34, "R", "M", Some(0b1000)),
            cycle(0x020C, 0x5E08, "R", "M", Some(0b1101)),
            cycle(0x020E, 0x00C0, "R", "M", Some(0b1100)),
            cycle(0x00C0, 0xEEEE, "R", "M", Some(0b1101)),
        ],
        ..vector(&code)
    };
    assert_eq!(differences(&good, ALL), [""; 0]);
    type Change = fn(&mut Vec<BusCycle>);
    let rows: &[(Change, Option<usize>)] = &[
        (|bus| bus[0].addr = 0x0204, Some(0)),
        (|bus| bus[0].data = 0x0104, Some(0)),
        (|bus| bus[0].st = Some(0b1101), Some(0)),
        (|bus| bus[1].rw = "R".into(), Some(1)),
        (|bus| bus[1].io = "M".into(), Some(1)),
        (|bus| bus[1].data = 0xEE35, Some(1)),
        (|bus| bus[1].data = 0xEF34, None),
        // Status lines are compared only for fetches.
        (|bus| bus[1].st = Some(0b0011), None),
        (|bus| bus[2].st = Some(0b1100), Some(2)),
        (|bus| bus[4].st = Some(0b1001), None),
        (|bus| bus[4].st = Some(0b1100), Some(4)),
        (|bus| bus[4].io = "I".into(), Some(4)),
        (|bus| bus[7].data = 0xEE35, Some(7)),
        (|bus| bus[9].addr = 0, Some(9)),
        (|bus| bus[10].addr = 0, None),
        (|bus| drop(bus.pop()), Some(9)),
        (|bus| bus.push(bus[10].clone()), Some(10)),
        // Bus cycles that were not measured.
        (|bus| bus.clear(), None),
    ];
    for (n, (change, at)) in rows.iter().enumerate() {
        let mut vector = good.clone();
        change(&mut vector.bus);
        let found = differences(&vector, ALL);
        assert_eq!(found.len(), usize::from(at.is_some()), "{n}: {found:?}");
        if let (Some(at), Some(text)) = (at, found.first()) {
            assert!(text.starts_with(&format!("bus cycle {at} is ")), "{n}: {text}");
            assert!(text.ends_with(" on the real chip"), "{text}");
        }
        assert_eq!(
            differences(&vector, Options { masks: false, bus: false }),
            [""; 0],
            "{n}"
        );
    }
}

/// A program that does not end is stopped.
#[test]
fn a_vector_that_does_not_end_fails() {
    // A JR to itself.
    let found = differences(&vector(&[0xE8FF]), ALL);
    assert_eq!(found, ["PC is 0200, but 00c0 on the real chip"]);
}

#[test]
fn lines_are_parsed_or_named() {
    let line = r#"{"name":"n","mode":"nonseg","code":[33040],"tail":[24072,192],"pc":512,"regs_in":[1,2,0,0,0,0,0,0,0,0,0,0,0,0,0,5],"fcw_in":16384,"regs_out":[3,null],"fcw_out":null,"cycles":4,"bus":[{"addr":1,"data":2,"rw":"R","io":"M","st":null}]}"#;
    let text = format!("\n{line}\n   \n{line}\n");
    let vectors = parse(&text).expect("two vectors");
    assert_eq!(vectors.len(), 2);
    let vector = &vectors[1];
    assert_eq!(
        (vector.name.as_str(), vector.mode.as_str(), vector.pc),
        ("n", "nonseg", 0x0200)
    );
    assert_eq!(
        (&vector.code[..], &vector.tail[..], vector.fcw_in),
        (&[0x8110][..], &[0x5E08, 0xC0][..], 0x4000)
    );
    assert_eq!((vector.regs_in[1], vector.regs_in[15]), (2, 5));
    assert_eq!(
        (&vector.regs_out[..], vector.fcw_out, vector.cycles),
        (&[Some(3), None][..], None, Some(4))
    );
    let cycle = BusCycle { addr: 1, data: 2, rw: "R".into(), io: "M".into(), st: None };
    assert_eq!(
        (&vector.bus[..], vector.mem_in.len(), vector.masked.len()),
        (&[cycle][..], 0, 0)
    );
    let error = parse(&format!("{text}{{}}\n")).expect_err("no vector");
    assert_eq!((error.line, error.to_string()), (5, "line 5".into()));
    assert!(std::error::Error::source(&error).is_some());
    assert!(parse("").expect("nothing").is_empty());
}
