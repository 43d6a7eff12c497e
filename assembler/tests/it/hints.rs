//! Hints for the disassembler.

use z8000::isa::Mode;
use z8000_asm::AddressSpace as Space;
use z8000_asm::disassembly::{Form, Hints, Inline, Symbol, SystemCall};

#[test]
fn every_hint_is_read() {
    let text = "# a comment\n\nentry 0x100 start\nname d:0x20 count\ntext 0x200..0x210\ntable 528..532\n\
                comment 0x104 reads a line\nnoreturn 0x300\nnoreturn sc 2 r5=0\ninline 0x400 text\ninline 0x500 2\n\
                mode 0x600 segmented\nmode 0x610..0x620 nonsegmented\nmode sc 1 segmented\n\
                service 12 0x50c print\naddress 0x700 d:0x30\n";
    let hints = Hints::parse(text).expect("hints");
    assert_eq!(hints.entries, [0x100]);
    let names = [
        Symbol { name: "start".to_owned(), space: Space::Program, address: 0x100 },
        Symbol { name: "count".to_owned(), space: Space::Data, address: 0x20 },
        Symbol { name: "print".to_owned(), space: Space::Program, address: 0x50C },
    ];
    assert_eq!(hints.names, names);
    let ranges = [
        (Space::Program, 0x200..0x210, Form::Text),
        (Space::Program, 528..532, Form::Table),
    ];
    assert_eq!(hints.ranges, ranges);
    assert_eq!(hints.comments, [(Space::Program, 0x104, "reads a line".to_owned())]);
    assert_eq!(hints.endless, [0x300]);
    assert_eq!(hints.endless_calls, [SystemCall { code: 2, register: Some((5, 0)) }]);
    let modes = [(0x600..0x601, Mode::Segmented), (0x610..0x620, Mode::Nonsegmented)];
    assert_eq!(hints.modes, modes);
    assert_eq!(hints.call_modes, [(1, Mode::Segmented)]);
    assert_eq!(hints.services, [(12, 0x50C)]);
    assert_eq!(hints.addresses, [(Space::Program, 0x700), (Space::Data, 0x30)]);
    assert_eq!(hints.inline, [(0x400, Inline::Text), (0x500, Inline::Bytes(2))]);
    // Names, and hints about routines and system calls, may refer to addresses outside the program.
    let places = [
        (Space::Program, 0x100..0x101, 3),
        (Space::Program, 0x200..0x210, 5),
        (Space::Program, 528..532, 6),
        (Space::Program, 0x104..0x105, 7),
        (Space::Program, 0x600..0x601, 12),
        (Space::Program, 0x610..0x620, 13),
        (Space::Program, 0x50C..0x50D, 15),
        (Space::Program, 0x700..0x701, 16),
        (Space::Data, 0x30..0x31, 16),
    ];
    assert_eq!(hints.places, places);
}

/// Ranges that only touch, repeated hints, and the highest possible numbers are accepted.
#[test]
fn hints_that_agree_are_accepted() {
    for text in [
        "data 0..4\ntext 4..8",
        "data 0..4\ndata 2..8",
        "data 0..4\ntext d:0..4",
        "data 0..4\nentry 4",
        "data d:0..4\nentry 2",
        "code 0..4\nentry 2",
        "entry 2\ncode 0..4",
        "entry 4\ndata 0..4",
        "mode 0..4 segmented\nmode 4 nonsegmented",
        "mode 4 segmented\nmode 0..8 segmented",
        "mode sc 1 segmented\nmode sc 1 segmented\nmode sc 2 nonsegmented",
        "inline 4 2\ninline 4 2\ninline 6 text",
        "inline 4 0x7fff",
        "service 255 4\nservice 255 4\nservice 0 6",
        "noreturn sc 255 r15=0xffff",
        "table 0..0x800000",
    ] {
        assert!(Hints::parse(text).is_ok(), "{text}");
    }
}

#[test]
fn what_is_no_hint_is_refused_with_its_line() {
    let cases = [
        ("\nfoo 1", "line 2: unknown hint `foo`"),
        ("code 5", "expected a range"),
        ("code 5..5", "must be after its start"),
        ("table 0..0x800001", "extends past 0x800000"),
        ("entry 3", "even addresses"),
        ("entry 0xx", "expected an address or a number"),
        ("name 4 r5", "invalid label name"),
        ("name 4 ", "invalid label name"),
        ("noreturn sc 256", "expected a system call"),
        ("noreturn sc 2 r16=0", "expected a system call"),
        (
            "code 0x10..0x20\ndata 0x18..0x30",
            "line 2: `data 0x18..0x30` contradicts line 1",
        ),
        ("data 0..8\nentry 4", "line 2: `entry 4` contradicts line 1"),
        ("entry 4\n\ndata 0..8", "line 3: `data 0..8` contradicts line 1"),
        (
            "mode 4 segmented\nmode 2..6 nonsegmented",
            "line 2: `mode 2..6 nonsegmented` contradicts line 1",
        ),
        (
            "inline 4 2\ninline 4 text",
            "line 2: `inline 4 text` contradicts an earlier hint",
        ),
        (
            "mode sc 1 segmented\nmode sc 1 nonsegmented",
            "line 2: `mode sc 1 nonsegmented` contradicts an earlier hint",
        ),
        ("mode sc 256 segmented", "expected a system call from 0 to 255"),
        (
            "service 1 4\nservice 1 6",
            "line 2: `service 1 6` contradicts an earlier hint",
        ),
        ("data 0..8\nservice 1 4", "line 2: `service 1 4` contradicts line 1"),
        ("service 1 3", "even addresses"),
        ("address x", "expected an address or a number"),
        ("mode 4", "expected `segmented` or `nonsegmented`"),
        ("mode 8..4 segmented", "must be after its start"),
        ("inline 4 40000", "`40000` is too large: at most 0x7fff bytes"),
        ("inline 4 0x8000", "`0x8000` is too large: at most 0x7fff bytes"),
        ("service 256 4", "expected a system call from 0 to 255; found `256`"),
        (
            "noreturn sc 2 r5=65536",
            "expected a system call, such as `noreturn sc 2 r5=0`; found `2 r5=65536`",
        ),
        ("noreturn sc 2 5=0", "expected a system call, such as"),
        ("noreturn sc 2 r5", "expected a system call, such as"),
        (
            "code 0..6\nmode 0..4 segmented\nmode 3 nonsegmented",
            "line 3: `mode 3 nonsegmented` contradicts line 2",
        ),
        ("data 0..4\ntext 3..8", "line 2: `text 3..8` contradicts line 1"),
    ];
    for (text, expected) in cases {
        let message = Hints::parse(text).expect_err(text).to_string();
        assert!(message.contains(expected), "{text}: {message}");
    }
}
