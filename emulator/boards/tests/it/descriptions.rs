//! Invalid descriptions: the error says what is wrong and where.

use std::error::Error;
use std::fs;
use std::path::Path;

use z8000_boards::{Connected, Description};

use crate::common::folder;

/// Returns the error with which a description is refused.
fn refusal(text: &str) -> String {
    match Description::read(text, Path::new("")).and_then(Connected::new) {
        Ok(_) => panic!("it is accepted: {text}"),
        Err(error) => error.to_string(),
    }
}

const RAM: &str = "[[memory]]\nkind = \"ram\"\nsize = 0x10000\n";

/// Each error is one sentence, with the line of the key or the table.
#[test]
fn the_line_is_named() {
    for (text, said) in [
        (
            "processor = \"z8002\"\n[[memory]]\nkind = \"ram\"\nstart = 0x8000\nsize = 0x100\n",
            "line 2: memory 1: there is no program memory at 0, from where a reset reads FCW and PC: add some there, or a \
             table `[start]` with `reset` or `pc`",
        ),
        (
            "[[memory]]\nkind = \"ram\"\nsize = 0x100\n\n[start]\nreset = 0x200\n",
            "line 6: start: `reset` is 0x200, where there is no program memory: add some there, or set `pc`",
        ),
        (
            "[[memory]]\nkind = \"ram\"\nsize = 0x100\n[[serial]]\n[[serial]]\nstatus = 0xff03\ndata = 0xff05\n",
            "line 5: serial 2: port 0xff03 is already used by another device",
        ),
        (
            "[[memory]]\nkind = \"ram\"\nsize = 0x100\n[[serial]]\nbaud = -1\n",
            "line 5: invalid value: integer `-1`, expected u32",
        ),
        (
            "[[memory]]\nkind = \"ram\"\nsize = 0x100\n[[serial]]\nbaud = 1000000000\n",
            "line 5: serial 1: `baud` is 1000000000; it must be from 50 to 1000000 bits per second, or 0 for a whole line \
             at once",
        ),
        (
            "[[memory]]\nkind = \"ram\"\nsize = 0x100\n[[scc]]\nport = 1\n[scc.b]\nbaud = 49\n",
            "line 7: scc 1: `baud` is 49; it must be from 50 to 1000000 bits per second, or 0 for a whole line at once",
        ),
    ] {
        assert_eq!(refusal(text), said, "{text}");
    }
}

#[test]
fn what_is_wrong_is_named() {
    for (text, part) in [
        ("", "memory: a machine needs memory"),
        ("processor = \"z80\"", "unknown variant `z80`"),
        ("speed = 4", "unknown field `speed`"),
        ("[[memory]]\nkind = \"ram\"", "missing field `size`"),
        ("[[memory]]\nkind = \"ram\"\nsize = -1", "invalid value"),
        (
            "[[memory]]\nkind = \"ram\"\nsize = 100",
            "memory 1: `start` and `size` must be multiples of 0x100",
        ),
        (
            "[[memory]]\nkind = \"ram\"\nsize = 0",
            "memory 1: `start` and `size` must be multiples of 0x100",
        ),
        (
            "[[memory]]\nkind = \"ram\"\nsize = 0x20000",
            "memory 1: the memory extends past 0x10000",
        ),
        (
            "[[memory]]\nkind = \"ram\"\nstart = 0xffffff00\nsize = 0xffffff00",
            "memory 1: the memory extends past 0x10000",
        ),
        (
            "processor = \"z8001\"\n[[memory]]\nkind = \"ram\"\nstart = 0x7f0000\nsize = 0x20000",
            "past 0x800000",
        ),
        (
            "[[memory]]\nkind = \"ram\"\nsize = 0x8000\n[[memory]]\nkind = \"rom\"\nstart = 0x7f00\nsize = 0x8000",
            "memory 2: overlaps another memory at 0x7f00",
        ),
        (
            "[[memory]]\nkind = \"ram\"\nsize = 0x8000\n\
             [[memory]]\nkind = \"ram\"\nstart = 0x8000\nsize = 0x8000\nspace = \"data\"",
            "memory 1: in segment 0, RAM shared by several spaces",
        ),
        (
            "[[memory]]\nkind = \"rom\"\nsize = 0x100\nimage = \"no-such-file\"",
            "cannot read no-such-file",
        ),
    ] {
        let said = refusal(text);
        assert!(said.contains(part), "{said}\nfor {text}");
    }
    for (text, part) in [
        ("[[mmu]]\nselect = 2", "mmu 1: a Z8010 requires the processor Z8001"),
        (
            "[[serial]]\nstandard = true\ntcp = 9000",
            "serial 1: specify only one connection",
        ),
        (
            "[[scc]]\nport = 1\n[scc.a]\nto = \"b\"\ntcp = 9000",
            "scc 1: specify only one connection",
        ),
        ("[[scc]]\nport = 1\n[scc.a]\nto = \"c\"", "unknown variant `c`"),
        (
            "[[serial]]\nto = \"a\"",
            "serial 1: `script`, `clock` and `to` need a channel of a chip",
        ),
        (
            "[[sio]]\nport = 1\n[sio.b]\nscript = \"a\"\nstandard = true",
            "sio 1: `script` is the source of what is received: remove every other connection but `output`",
        ),
        ("[[sio]]\nport = 1\n[sio.b]\nclock = -1", "expected hertz"),
        (
            "[[sio]]\nport = 1\n[sio.b]\nclock = 9600\nbaud = 9600",
            "line 7: sio 1: `clock` lets the program set the speed: remove `baud`",
        ),
        (
            "[[ctc]]\nport = 9\n[[sio]]\nport = 1\n[sio.b]\nclock = \"ctc 1 3\"",
            "line 9: sio 1: `clock` must be hertz, or the output of a chip of the description",
        ),
        (
            "[[cio]]\nport = 9\n[[sio]]\nport = 1\n[sio.b]\nclock = \"cio 1 0\"",
            "`clock` must be",
        ),
        ("[[sio]]\nport = 1\n[sio.b]\nclock = \"ctc 1 0\"", "`clock` must be"),
        (
            "[[scc]]\nport = 1\n[scc.a]\nscript = \"no-such-file\"",
            "cannot read no-such-file",
        ),
        (
            "[[serial]]\n[[serial]]",
            "serial 2: port 0xff01 is already used by another device",
        ),
        (
            "[[serial]]\nstatus = 3\ndata = 2",
            "serial 1: `status` and `data` must be in different words",
        ),
        ("[[timer]]\ninterrupt = \"irq\"", "unknown variant `irq`"),
        ("[[disk]]\nimage = \"no-such-disk\"", "cannot open no-such-disk"),
        (
            "[[disk]]\nimage = \"none\"\nport = 0x21",
            "disk 1: `port`, the first of four word ports, is 0x21; it must be an even number up to 0xfff8",
        ),
        (
            "[[disk]]\nimage = \"none\"\nport = 0xFFFA",
            "disk 1: `port`, the first of four word ports, is 0xfffa; it must be an even",
        ),
        ("[start]\nfcw = 0xC000", "start: `fcw` sets SEG"),
        (
            "[start]\npc = 3",
            "start: `pc` is 0x3; it must be an even address up to 0xffff",
        ),
        (
            "[start]\nstack = 0x20000",
            "start: `stack` is 0x20000; it must be an even address",
        ),
        ("[start]\nfcw = 0x10000", "invalid value"),
    ] {
        let said = refusal(&format!("{RAM}{text}"));
        assert!(said.contains(part), "{said}\nfor {text}");
    }
    for (text, part) in [
        (
            "[[scc]]",
            "scc 1: specify the first register as either `port` or `address`",
        ),
        (
            "[[latch]]\nport = 3\nio = \"special\"\n[[sio]]\nport = 1",
            "latch 1: special port 0x0003 is already used by another device",
        ),
        (
            "[[latch]]\nport = 3\nmode = \"normal\"",
            "latch 1: specify the first register",
        ),
        (
            "[[latch]]\naddress = 3\nio = \"special\"",
            "latch 1: specify the first register",
        ),
        ("[[latch]]\nport = 3\nio = \"memory\"", "unknown variant `memory`"),
        (
            "[[latch]]\naddress = 3\nmode = \"normal\"\n[banks]\nport = 0",
            "latch 1: with memory management, all memory is physical: remove `mode`",
        ),
        (
            "[[latch]]\nport = 0xffff\nsize = 2",
            "latch 1: specify the first register",
        ),
        (
            "[[scc]]\nport = 1\n[[latch]]\nport = 7",
            "latch 1: port 0x0007 is already used by another device",
        ),
        (
            "[[scc]]\nport = 1\n[scc.b]\nstatus = 9",
            "scc 1: remove `status` and `data`, because the channels of an SCC have no ports",
        ),
        (
            "[[cio]]\nport = 1\ncount = 0",
            "cio 1: `count`, the number of clock cycles per count, is 0; it must be",
        ),
        (
            "[[ide]]\nport = 1\nimage = \"no-such-card\"",
            "cannot open no-such-card",
        ),
        (
            "[[serial]]\nstandard = true\n[[scc]]\nport = 1\n[scc.a]\nstandard = true",
            "only one serial port",
        ),
        (
            "[[mirror]]\nstart = 0x8000\nsize = 0x10000\nof = 0",
            "mirror 1: `start`, `size`",
        ),
        ("[start]\nreset = 0\npc = 2", "start: `reset` loads FCW and PC"),
        (
            "[banks]\nport = 0xFFE0\nhome = 4",
            "banks: `home` is bank 4, which has no memory",
        ),
        (
            "[banks]\nport = 0xFFFE",
            "banks: `home` must be a bank from 0 to 7, and `port`, the first of six ports, must be at most 0xfffa",
        ),
        (
            "[[hdc]]\nport = 0x500\nblock = 0xFFF0\nimage = \"none\"",
            "hdc 1: `block` is 0xfff0, where there are not 32 bytes of RAM",
        ),
        (
            "[[sio]]\nport = 1\n[sio.a]\noverrun = true\nbaud = 0",
            "sio 1: `overrun` needs a channel of a chip, and a `baud` above 0",
        ),
        ("[[serial]]\noverrun = true", "serial 1: `overrun` needs a channel"),
        (
            "[[sio]]\nport = 1\n[sio.a]\ndata = 3",
            "sio 1: remove `status` and `data`",
        ),
        ("[[ctc]]\nport = 1\ncount = 0", "ctc 1: `count`"),
        ("[[scc]]\nport = 1\ncount = 0", "scc 1: `count`"),
        (
            "[[sio]]\nport = 1\n[[pio]]\nport = 7",
            "pio 1: port 0x0007 is already used by another device",
        ),
        (
            "[[scc]]\nport = 0xFFE0\ndirect = true",
            "scc 1: specify the first register",
        ),
        (
            "[[latch]]\naddress = 0x10000",
            "latch 1: address 0x10000 is past 0x10000, the end of the address space",
        ),
        (
            "[[latch]]\nport = 1\nsize = 0",
            "latch 1: `size`, the number of registers",
        ),
        (
            "[[timer]]\ninterrupt = \"vi\"",
            "timer 1: specify `identifier`: its lower byte is the vector",
        ),
        (
            "[[hdc]]\nport = 1\nblock = 0\nimage = \"none\"\ninterrupt = \"vi\"",
            "hdc 1: specify `identifier`",
        ),
        (
            "[[key]]\ncharacter = 3\ninterrupt = \"vi\"",
            "key 1: specify `identifier`",
        ),
        (
            "[[scc]]\nport = 1\n[scc.b]\ntcp = 0",
            "`tcp` is 0; it must be between 1 and",
        ),
        (
            "[[serial]]\ntcp = 4000\n[[scc]]\nport = 1\n[scc.a]\ntcp = 4000",
            "line 9: scc 1: `tcp` is 4000; it must be between 1 and 65,535, and different for each",
        ),
    ] {
        let said = refusal(&format!("{RAM}{text}"));
        assert!(said.contains(part), "{said}\nfor {text}");
    }
    let said = refusal("processor = \"z8001\"\n[[memory]]\nkind = \"ram\"\nsize = 0x100\n[[mmu]]\nselect = 1");
    let z8001 = "processor = \"z8001\"\n[[memory]]\nkind = \"ram\"\nsize = 0x100\n";
    let twice = refusal(&format!("{z8001}[[mmu]]\nselect = 2\n[[mmu]]\nselect = 2"));
    assert!(
        twice.contains("mmu 2: `select` is 0x2, like that of an earlier unit: they need different bits"),
        "{twice}"
    );
    let odd = refusal(&format!("{z8001}[[timer]]\ninterrupt = \"vi\"\nidentifier = 3"));
    assert!(
        odd.contains("timer 1: `identifier` is 0x3; the vectors of a Z8001 have even"),
        "{odd}"
    );
    let banked = refusal(&format!("{z8001}[banks]\nport = 0"));
    assert!(banked.contains("requires the processor Z8002"), "{banked}");
    assert!(
        said.contains("mmu 1: `select`, the port bits that select the unit, is 0x1; it must be between 0x02 and 0xfe"),
        "{said}"
    );
}

#[test]
fn a_disk_has_whole_sectors() {
    let folder = folder("disk-sizes");
    for size in [0, 700] {
        fs::write(folder.join("disk"), vec![0; size]).expect("a file");
        let text = "[[memory]]\nkind = \"ram\"\nsize = 0x100\n[[disk]]\nimage = \"disk\"\n";
        let description = Description::read(text, &folder).expect("a description");
        let error = Connected::new(description).expect_err("no disk");
        let said = error.source().expect("a cause").to_string();
        let part = if size == 0 {
            "it is empty"
        } else {
            "this file has 700 bytes"
        };
        assert!(said.contains(part), "{said}");
    }
}

#[test]
fn a_memory_image_has_bytes() {
    let folder = folder("empty-image");
    fs::write(folder.join("rom"), "").expect("a file");
    let text = "[[memory]]\nkind = \"rom\"\nsize = 0x100\nimage = \"rom\"\n";
    let description = Description::read(text, &folder).expect("a description");
    let error = Connected::new(description).expect_err("no bytes");
    let said = error.source().expect("a cause").to_string();
    assert!(said.contains("it is empty"), "{said}");
}

#[test]
fn the_line_of_a_wrong_key_is_shown() {
    let said = refusal("processor = \"z8002\"\n\n[[memory]]\nknid = \"ram\"\nsize = 0x100\n");
    assert!(said.contains("line 4") && said.contains("knid"), "{said}");
}

#[test]
fn the_documented_example_is_a_description() {
    let document = include_str!("../../../../docs/reference/machine.md");
    let example = document
        .split("```toml\n")
        .nth(1)
        .and_then(|rest| rest.split("```").next());
    Description::read(example.expect("an example"), Path::new("")).expect("it is right");
}

/// Files that a description reads and writes, each at its location, and cards that may be missing.
#[test]
fn a_description_lists_its_files() {
    let folder = folder("listed-files");
    for name in ["rom", "odd", "disk", "hard", "card", "here", "in"] {
        fs::write(folder.join(name), [0; 512]).expect("a file");
    }
    let text = |writable: bool| {
        format!(
            "[[memory]]\nkind = \"ram\"\nstart = 0x8000\nsize = 0x100\n[[memory]]\nkind = \"rom\"\nsize = 0x400\nimage = \"rom\"\nodd = \"odd\"\n\
             [[memory]]\nkind = \"rom\"\nstart = 0x400\nsize = 0x400\n\
             [[serial]]\ninput = \"in\"\noutput = \"out\"\n[[scc]]\nport = 1\n[scc.b]\noutput = \"sent\"\n\
             [[disk]]\nimage = \"disk\"\nwritable = {writable}\n[[hdc]]\nport = 0x500\nblock = 0x8000\nimage = \"hard\"\n\
             writable = {writable}\n[[ide]]\nport = 0x21\nimage = \"card\"\nwritable = {writable}\n\
             [[ide]]\nport = 0x41\nimage = \"here\"\noptional = true\n\
             [[ide]]\nport = 0x61\nimage = \"gone\"\noptional = true\n"
        )
    };
    let names = |paths: Vec<std::path::PathBuf>| {
        let name = |path: std::path::PathBuf| path.file_name().expect("a name").to_string_lossy().into_owned();
        let mut names: Vec<String> = paths.into_iter().map(name).collect();
        names.sort_unstable();
        names.join(" ")
    };
    for (writable, allowed, inputs, outputs) in [
        (false, "disk", "card disk gone hard here in odd rom", "out sent"),
        (true, "", "card disk gone hard here in odd rom", "out sent"),
        (true, "disk", "card gone hard here in odd rom", "disk out sent"),
    ] {
        let mut description = Description::read(&text(writable), &folder).expect("a description");
        description.reach.allowed.push(folder.join(allowed));
        assert_eq!(names(description.inputs().collect()), inputs);
        assert_eq!(names(description.outputs().collect()), outputs);
        let empty: Vec<_> = description.empty_slots().map(Path::to_path_buf).collect();
        assert_eq!(empty, [Path::new("gone")]);
        assert!(description.has_image());
    }
    let plain = Description::read(RAM, Path::new("")).expect("a description");
    assert!(!plain.has_image());
}

/// An invalid script, or one that ends within a line, is refused before the run, and the error gives the line.
#[test]
fn a_wrong_event_is_named() {
    let folder = folder("descriptions-script");
    let text = format!("{RAM}[[scc]]\nport = 1\n[scc.a]\nscript = \"events\"\n");
    for (script, line) in [
        ("10 send\n", 1),
        ("# a comment\n\n10 send 41 0D\n20 send 1FF", 4),
        ("10 send 41\n9 send 42\n", 2),
        ("10 break\n", 1),
        ("10 cts up", 1),
        ("10 ring on", 1),
        ("10", 1),
        ("-1 send 41", 1),
        ("1e3 send 41", 1),
    ] {
        fs::write(folder.join("events"), script).expect("a script");
        let description = Description::read(&text, &folder).expect("a description");
        let said = Connected::new(description).expect_err("it is wrong").to_string();
        let expected =
            format!("events: line {line}: expected a clock, not before that of the previous event, and `send");
        assert!(said.contains(&expected), "{said}\nfor {script}");
    }
}
