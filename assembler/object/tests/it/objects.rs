//! Objects in memory: their parts, changes to them, and several joined into one.

use z8000_object::link::{Input, Options, combine, link};
use z8000_object::{
    Binding, Field, Kind, LineMap, MapExpansion, MapPlace, MapSection, Object, Processor, Relocation, Section, Symbol,
    Target, Value, is_stack, xout,
};

use super::notation::{self, shown};

/// Returns the only object of a string.
fn object(text: &str) -> Object {
    notation::objects(text).remove(0)
}

#[test]
fn symbols_that_are_removed_leave_those_that_relocations_need() {
    let text = "object a.o z8002\nsection .text code\none:\n5f00 <word there> 6101 <word two>\ntwo:\nthree:\n\
                section .data data\nfour::\n<word [.text]+2>\nabsolute five 5\ncommon six 6 2\nweak seven";
    let removed = |remove: fn(&Symbol) -> bool| {
        let mut object = object(text);
        object.remove_symbols(remove);
        object
    };
    assert_eq!(removed(|_| false), object(text));
    let without_local = "object a.o z8002\nsection .text code\n5f00 <word there> 6101 <word two>\ntwo:\n\
                         section .data data\nfour::\n<word [.text]+2>\nabsolute five 5\ncommon six 6 2\nweak seven";
    assert_eq!(
        removed(|symbol| symbol.binding == Binding::Local),
        object(without_local)
    );
    let needed = "object a.o z8002\nsection .text code\n5f00 <word there> 6101 <word two>\ntwo:\nsection .data data\n\
                  <word [.text]+2>";
    assert_eq!(removed(|_| true), object(needed));
}

#[test]
fn sections_that_are_removed_take_their_symbols_along() {
    let text = "object a.o z8002\nsection .a data\nin_a:\nsection .data data\nin_data::\n01\nsection .text code\n\
                start::\n<word [.data]+1> <word in_data> <word there>\nsection .b data\nin_b::\n<word [.a]>\n\
                absolute five 5\nsection .c data\n<word in_data>";
    let retained = |removed: &[&str]| {
        let mut object = object(text);
        let result = object.retain_sections(|section| !removed.contains(&&*section.name));
        result.map(|()| object).map_err(|error| error.to_string())
    };
    assert_eq!(retained(&[]), Ok(object(text)));
    let without = "object a.o z8002\nsection .data data\nin_data::\n01\nsection .text code\n\
                   start::\n<word [.data]+1> <word in_data> <word there>\nabsolute five 5\nsection .c data\n<word in_data>";
    assert_eq!(retained(&[".a", ".b"]), Ok(object(without)));
    for (removed, expected) in [
        (&[".a"][..], "cannot remove section `.a`: section `.b` refers to it"),
        (
            &[".data", ".c"],
            "cannot remove section `.data`: section `.text` refers to it",
        ),
        (
            &[".data", ".text"],
            "cannot remove section `.data`: section `.c` refers to it",
        ),
    ] {
        assert_eq!(retained(removed), Err(expected.to_owned()), "{removed:?}");
    }
    // References from a section that is removed as well, and from an undefined symbol, retain nothing.
    assert_eq!(
        retained(&[".data", ".text", ".c", ".b"]).map(|object| shown(&object)),
        Ok(
            "a.o z8002\nsection .a data align 2 size 0\nsymbol in_a local .a+0\nsymbol there global undefined\n\
            symbol five global 5\n"
                .to_owned()
        )
    );
}

#[test]
fn every_symbol_has_its_address() {
    let mut object = object(
        "object a.o z8001\nsection .text code\n0102\nplace:\nabsolute five 5\ncommon six 6 2\nweak nothing\nabove:",
    );
    object.sections[0].address = 0x3_0000;
    let last = object.symbols.len() - 1;
    object.symbols[last].value = Value::Place { section: 1, offset: 0 };
    let addresses: Vec<Option<i64>> = object.symbols.iter().map(|symbol| object.address_of(symbol)).collect();
    assert_eq!(addresses, [Some(0x3_0002), Some(5), Some(6), None, None]);
    assert_eq!(object.section(".text").map(|section| section.size), Some(2));
    assert_eq!(object.section(".data"), None);
    assert!(!object.is_relocatable());
    assert!(
        self::object("object a.o z8001\nsection .text code\n01\nsection .data data\n<word [.text]>").is_relocatable()
    );
}

#[test]
fn sections_begin_with_usual_values() {
    let mut section = Section::at(".data", Kind::Data, 0x1000, vec![0, 37, 1]);
    let expected = Section {
        name: ".data".to_owned(),
        kind: Kind::Data,
        address: 0x1000,
        load: 0x1000,
        alignment: 2,
        size: 3,
        bytes: vec![0, 37, 1],
        relocations: Vec::new(),
    };
    assert_eq!(section, expected);
    let at = |offset| Relocation { offset, field: Field::Word, target: Target::Symbol(0), addend: 0 };
    section.relocations = [2, 4, 4, 6].map(at).to_vec();
    for (range, expected) in [
        (0..2, &[][..]),
        (0..3, &[2]),
        (2..4, &[2]),
        (3..5, &[4, 4]),
        (4..7, &[4, 4, 6]),
        (6..6, &[]),
        (7..9, &[]),
    ] {
        let found: Vec<u32> = section
            .relocations_in(&range)
            .map(|relocation| relocation.offset)
            .collect();
        assert_eq!(found, expected, "{range:?}");
    }
    let zero = Symbol { name: "*ABS*".into(), value: Value::Absolute(0), binding: Binding::Local };
    assert_eq!(Symbol::zero(), zero);
}

#[test]
fn names_say_what_they_are() {
    for (name, kind) in [
        (".text", Kind::Code),
        (".init", Kind::Code),
        (".fini", Kind::Code),
        (".rodata", Kind::Constants),
        (".rdata", Kind::Constants),
        (".bss", Kind::Space),
        (".data", Kind::Data),
        (".text.main", Kind::Data),
    ] {
        assert_eq!(Kind::of(name), kind, "{name}");
    }
    for (name, expected) in [
        ("stack", true),
        ("_stack", true),
        ("__stack_top", true),
        ("stacktop__", true),
        ("stack_end", true),
        ("check_stack", false),
        ("stack_size", false),
        ("", false),
    ] {
        assert_eq!(is_stack(name), expected, "{name}");
    }
    let processors = [false, true].map(Processor::of);
    assert_eq!(processors, [Processor::Z8002, Processor::Z8001]);
    assert_eq!(processors.map(|processor| processor.to_string()), ["Z8002", "Z8001"]);
    for (section, name) in [
        (".text", "text"),
        (".data", "data"),
        (".bss", "bss"),
        (".vec", ".vec"),
        ("text", "text"),
    ] {
        assert_eq!(LineMap::section_name(section), name);
    }
    let map = LineMap {
        sections: [("text", false), (".vec", true)]
            .map(|(name, code)| MapSection { name: name.to_owned(), code })
            .to_vec(),
        ..LineMap::default()
    };
    // Without a list, only `text` is code.
    let rows = [("text", false, true), (".vec", true, false), ("data", false, false)];
    for (name, listed, alone) in rows {
        assert_eq!(
            (map.is_code(name), LineMap::default().is_code(name)),
            (listed, alone),
            "{name}"
        );
    }
}

/// The number of bytes of each field, and whether its value counts from the end of its instruction.
#[test]
fn fields_have_lengths() {
    for (field, length, is_relative) in [
        (Field::Byte, 1, false),
        (Field::LowNibble, 1, false),
        (Field::HighNibble, 1, false),
        (Field::Word, 2, false),
        (Field::Long, 4, false),
        (Field::Segmented, 4, false),
        (Field::Short, 2, false),
        (Field::Relative8, 1, true),
        (Field::Relative7, 1, true),
        (Field::Relative12, 2, true),
        (Field::Relative16, 2, true),
    ] {
        assert_eq!(
            (field.length(), field.is_relative()),
            (length, is_relative),
            "{field:?}"
        );
    }
}

/// The other bits of each field are kept; an address becomes that of segment 0 in its long form.
#[test]
fn fields_are_emptied() {
    let fields = [
        (Field::Byte, "00ffffff"),
        (Field::LowNibble, "f0ffffff"),
        (Field::HighNibble, "0fffffff"),
        (Field::Word, "0000ffff"),
        (Field::Long, "80000000"),
        (Field::Segmented, "80000000"),
        (Field::Short, "0000ffff"),
        (Field::Relative8, "00ffffff"),
        (Field::Relative7, "80ffffff"),
        (Field::Relative12, "f000ffff"),
        (Field::Relative16, "0000ffff"),
    ];
    for (field, expected) in fields {
        for (offset, before) in [(0, ""), (1, "ff")] {
            let mut section = Section::at(".text", Kind::Code, 0, vec![0xFF; 4 + offset as usize]);
            section.relocations = vec![Relocation { offset, field, target: Target::Section(0), addend: 0 }];
            let expected = notation::bytes(&format!("{before}{expected}"));
            assert_eq!(section.unfilled(), expected, "{field:?} at {offset}");
        }
    }
}

/// The line of an expansion is the line of its outermost call; a cycle of expansions ends the search.
#[test]
fn lines_of_expansions_lead_to_their_calls() {
    let place = |line, expansion| MapPlace { file: 0, line, expansion };
    let expansion = |call| MapExpansion { what: "repetition".to_owned(), call };
    let list = [
        expansion(place(1, None)),
        expansion(place(2, Some(0))),
        expansion(place(3, Some(1))),
    ];
    for (from, expected) in [
        (place(9, None), 9),
        (place(9, Some(0)), 1),
        (place(9, Some(2)), 1),
        (place(9, Some(3)), 9),
    ] {
        assert_eq!(from.asked_for(&list).line, expected, "{from:?}");
    }
    let circle = [expansion(place(5, Some(1))), expansion(place(6, Some(0)))];
    assert!([5, 6].contains(&place(9, Some(0)).asked_for(&circle).line));
}

/// Calculated by hand: 12 bytes of code come first; data is aligned to 8; space becomes data where data is added to it.
#[test]
fn objects_are_joined_into_one() {
    let text = "object a.o z8001 relaxable
section .text code
start::
5f00 <segmented there> 6101 <segmented [.text]+4>
own:
section .data data 4
01
section .s space
space 3
section .t data
0a
object b.o z8001 relaxable
section .text code
<word start> <word mine+2> <long [.text]+2> <word nowhere>
section .data data 8
mine:
02
there::
section .s data
0304
section .only constants 1
05
section .t space
space 2
common c 6 2
weak w
absolute five 5
object c.o z8001 relaxable
common c 8 4
weak there
section .data data 1
06
weak_one:?
";
    let joined = |text: &str| {
        let inputs = notation::objects(text).into_iter().map(Input::Object).collect();
        combine(inputs, &Options::default()).map_err(|errors| errors.to_string())
    };
    let expected = " z8001 relaxable
section .text code align 2 size 22: 5f000000000061010000000000000000000000000000
  2 Segmented there+0
  8 Segmented [.text]+4
  12 Word start+0
  14 Word mine+2
  16 Long [.text]+14
  20 Word nowhere+0
section .data data align 8 size 10: 01000000000000000206
section .s data align 2 size 6: 000000000304
section .t data align 2 size 4: 0a000000
section .only constants align 1 size 1: 05
symbol own local .text+12
symbol mine local .data+8
symbol start global .text+0
symbol there global .data+9
symbol nowhere global undefined
symbol c global common 8 4
symbol w weak undefined
symbol five global 5
symbol weak_one weak .data+10
";
    let whole = joined(text).expect("an object");
    assert_eq!(shown(&whole), expected);
    let unlike = text.replacen("b.o z8001 relaxable", "b.o z8001", 1);
    assert!(!joined(&unlike).expect("an object").relaxable);
    let other = "object a.o z8001\nobject b.o z8002";
    assert_eq!(
        joined(other),
        Err("b.o is for the Z8002, but the program is for the Z8001".to_owned())
    );
}

/// Memory ends at 0x800000; space without contents may exceed it.
#[test]
fn joined_sections_end_with_the_memory() {
    let joined = |kind, first, second| {
        let of = |size| Object {
            name: "a.o".to_owned(),
            sections: vec![Section { size, alignment: 1, ..Section::at(".x", kind, 0, Vec::new()) }],
            ..Object::default()
        };
        let whole = combine(
            vec![Input::Object(of(first)), Input::Object(of(second))],
            &Options::default(),
        );
        whole
            .map(|object| object.sections[0].size)
            .map_err(|errors| errors.to_string())
    };
    for kind in [Kind::Space, Kind::Data] {
        assert_eq!(joined(kind, 0x7F_FFFF, 1), Ok(0x80_0000));
        assert_eq!(
            joined(kind, 0x7F_FFFF, 2),
            Err("section `.x` would extend to 0x800000, beyond the address space".to_owned())
        );
    }
}

/// The addend of a jump is the largest possible number, so that the distance is out of range.
#[test]
fn distances_beyond_all_numbers_are_refused() {
    for field in [Field::Relative7, Field::Relative8, Field::Relative12, Field::Relative16] {
        let mut object = object("object a.o z8002\nsection .text code\n_start::\n8d07 8d07\nweak x");
        let addend = -i64::MAX;
        object.sections[0].relocations = vec![Relocation { offset: 2, field, target: Target::Symbol(1), addend }];
        let errors = link(vec![Input::Object(object)], &Options::default())
            .expect_err("no distance")
            .to_string();
        assert!(
            errors.contains("out of range") || errors.contains("cannot reach"),
            "{errors}"
        );
    }
}

/// Offsets and addends at the ends of their types.
#[test]
fn relocations_beyond_all_numbers_are_refused() {
    for (offset, addend) in [(u32::MAX, 0), (0, i64::MAX), (u32::MAX, i64::MIN)] {
        let relocation = Relocation { offset, field: Field::Word, target: Target::Section(0), addend };
        let of = |relocations| {
            let text = Section { relocations, ..Section::at(".text", Kind::Code, 0, vec![0; 4]) };
            Object { sections: vec![text], ..Object::default() }
        };
        let inputs = vec![Input::Object(of(Vec::new())), Input::Object(of(vec![relocation]))];
        assert_eq!(
            combine(inputs, &Options::default()).is_err(),
            addend == i64::MAX,
            "{offset:#x} {addend}"
        );
        let mut program = of(vec![relocation]);
        program
            .sections
            .insert(0, Section::at(".data", Kind::Data, 0, vec![0; 4]));
        program.sections[1].address = 4;
        program.sections[1].relocations[0].target = Target::Section(1);
        for entry in [None, Some(0)] {
            xout::write(&Object { entry, ..program.clone() }).expect_err("no such place");
        }
    }
}

/// An addend that no address can have is refused, also where addresses become shorter.
#[test]
fn addends_do_not_overflow() {
    let relaxed = Options { relax: true, ..Options::default() };
    for addend in [i64::MIN, i64::MAX] {
        let mut object =
            object("object a.o z8001 relaxable\nsection .text code\n5f00 <segmented own>\nown:\n8d07 <long own>\n");
        object.sections[0].relocations[1].addend = addend;
        assert!(link(vec![Input::Object(object)], &relaxed).is_err(), "{addend}");
    }
}
