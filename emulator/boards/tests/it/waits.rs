//! Memory with wait states. Clocks are calculated by hand.

use std::path::Path;

use z8000::machine::Stop;
use z8000_boards::{Connected, Description, Section};

use crate::common::machine;

#[test]
fn memory_may_have_wait_states() {
    // ROM with two wait states and RAM with one, in separate segments; another segment has none. The program is in the
    // ROM.
    let text = "processor = \"z8001\"\n[start]\nfcw = 0xC000\npc = 0x100\n\
                [[memory]]\nkind = \"rom\"\nsize = 0x4000\nwaits = 2\n\
                [[memory]]\nkind = \"ram\"\nstart = 0x8000\nsize = 0x1000\nwaits = 1\n\
                [[memory]]\nkind = \"ram\"\nstart = 0x10000\nsize = 0x10000\n\
                [[mirror]]\nstart = 0x20000\nsize = 0x10000\nof = 0\n";
    let run = |text: &str, engine: bool| {
        let mut machine = machine(text, Path::new("."));
        let code = [
            0x69, 0x00, 0x80, 0x00, 0x80, 0x00, // INC <<0>>8000h,#1: 13 + 3, three words, two accesses
            0x69, 0x00, 0x81, 0x00, 0x00, 0x00, // the same in segment 1
            0x69, 0x00, 0x82, 0x00, 0x80, 0x00, // the mirror of the first
            0x7A, 0x00, // HALT: 8, one word
        ];
        machine
            .load(&[Section::code("waits", 0x100, code.to_vec())])
            .expect("memory");
        machine.start().expect("code");
        if engine {
            machine.set_engine(z8000_translate::Choice::Best.engine().expect("an engine"));
        }
        assert_eq!(machine.run(10_000).expect("it halts"), Stop::Halted);
        assert_eq!(
            machine
                .world()
                .banks()
                .bytes()
                .iter()
                .filter(|&&byte| byte == 2)
                .count(),
            1
        );
        (machine.clocks(), machine.takes_engine())
    };
    let clocks = 3 * 16 + 8;
    let waits = 10 * 2 + 2 * 2;
    for engine in [false, true] {
        assert_eq!(run(text, engine), (clocks + waits, false));
        assert_eq!(run(&text.replace("waits = ", "# "), engine), (clocks, true));
    }
}

#[test]
fn a_saved_machine_has_the_wait_states_of_its_description() {
    let text = |waits: u32| format!("[[memory]]\nkind = \"ram\"\nsize = 0x10000\nwaits = {waits}\n");
    let read = |waits| Description::read(&text(waits), Path::new("."));
    let file = machine(&text(1), Path::new(".")).save().expect("a file");
    assert!(Connected::restore(read(1).expect("a description"), &file).is_ok());
    // The error gives the line of the difference.
    for (text, line) in [
        (
            "processor = \"z8001\"\n[[memory]]\nkind = \"ram\"\nsize = 0x10000\nwaits = 1\n",
            "line 1: processor: ",
        ),
        (
            "[[memory]]\nkind = \"ram\"\nsize = 0x10000\nwaits = 1\n[[serial]]\n",
            "line 5: serial: ",
        ),
    ] {
        let other = Description::read(text, Path::new(".")).expect("a description");
        let said = Connected::restore(other, &file)
            .expect_err("another machine")
            .to_string();
        assert!(said.starts_with(line) && !said.contains('\n'), "{said}");
    }
    for other in [0, 2] {
        let restored = Connected::restore(read(other).expect("a description"), &file);
        let said = restored.expect_err("another machine").to_string();
        let expected = "line 1: memory: the save file is from a different machine: its memory differs";
        assert!(said.starts_with(expected), "{said}");
    }
    let error = read(256).expect_err("more than a byte").to_string();
    assert!(error.contains("256"), "{error}");
}
