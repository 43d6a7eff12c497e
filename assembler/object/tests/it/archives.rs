//! Archives, and the members that a link takes from them.

use z8000_object::archive::{self, Archive, Kind, Member};
use z8000_object::link::{Input, Library, Options, Orphans, Script, Unresolved, link};
use z8000_object::{Processor, coff};

use super::notation;

/// Returns the header of an archive member, which has 60 bytes.
fn header(name: &str, date: &str, size: &str) -> String {
    format!("{name:<16}{date:<12}0     0     644     {size:<10}`\n")
}

/// Returns an archive: each member has its header and its contents, padded to an even length.
fn file(members: &[(String, &[u8])]) -> Vec<u8> {
    let mut bytes = b"!<arch>\n".to_vec();
    for (header, contents) in members {
        bytes.extend(header.bytes());
        bytes.extend(*contents);
        bytes.resize(bytes.len().next_multiple_of(2), b'\n');
    }
    bytes
}

fn names(archive: &Archive) -> Vec<(String, Vec<u8>, u64)> {
    let members = archive.members.iter();
    members
        .map(|member| (member.name.clone(), member.bytes.to_vec(), member.date))
        .collect()
}

/// Names of GNU and BSD archives: in the header, in the table of long names and before the contents; with and without
/// dates.
#[test]
fn names_are_read_where_they_are() {
    let long = b"a_long_member_name.o/\nanother one\nlast";
    let bytes = file(&[
        (header("//", "", "38"), long),
        (header("short.o/", "123", "1"), b"a"),
        (header("plain.o", "", "2"), b"bb"),
        (header("/0", "4", "3"), b"ccc"),
        (header("/22", "x", "1"), b"d"),
        (header("/34", "5", "1"), b"e"),
        (header("#1/6", "6", "9"), b"bsd.o\0fff"),
        (header("", "7", "0"), b""),
    ]);
    let archive = archive::read(&bytes).expect("an archive");
    let member = |name: &str, bytes: &[u8], date| (name.to_owned(), bytes.to_vec(), date);
    let expected = [
        member("short.o", b"a", 123),
        member("plain.o", b"bb", 0),
        member("a_long_member_name.o", b"ccc", 4),
        member("another one", b"d", 0),
        member("last", b"e", 5),
        member("bsd.o", b"fff", 6),
        member("", b"", 7),
    ];
    assert_eq!(
        (archive.kind, names(&archive), archive.index),
        (Kind::Unix, expected.to_vec(), None)
    );
    for magic in [&b"!<arch>\n"[..], b"!<thin>\n", &[0xFF, 0x65]] {
        assert!(archive::is_archive(magic), "{magic:?}");
    }
    assert!(!archive::is_archive(b"!<arch>") && !archive::is_archive(&[0xFF, 0x64]));
}

/// The index contains a count, the offsets of the members and their names; here, the members are at 8 + 60 + 26 and 62
/// bytes later.
#[test]
fn indexes_are_read() {
    let index = |count: u8, places: [u32; 2], names: &[u8]| {
        let mut bytes = vec![0, 0, 0, count];
        places.iter().for_each(|place| bytes.extend(place.to_be_bytes()));
        bytes.extend(names);
        bytes
    };
    let read = |name: &str, index: &[u8]| {
        let bytes = file(&[
            (header(name, "0", &index.len().to_string()), index),
            (header("a.o/", "0", "2"), b"aa"),
            (header("b.o/", "0", "1"), b"b"),
        ]);
        let archive = archive::read(&bytes).map_err(|error| error.to_string())?;
        let index = archive.index.map(|index| {
            index
                .iter()
                .map(|(name, member)| format!("{name}:{member}"))
                .collect::<Vec<_>>()
        });
        Ok::<_, String>((archive.members.len(), index.map(|index| index.join(" "))))
    };
    let good = index(2, [94, 156], b"one\0two\0\0\0\0\0\0\0");
    for name in ["/", "__.SYMDEF"] {
        assert_eq!(read(name, &good[..26]), Ok((2, Some("one:0 two:1".to_owned()))));
    }
    let wrong = Err("the index would extend past the end of the archive: the file is truncated or damaged".to_owned());
    for bad in [
        index(3, [94, 156], b"one\0two\0\0\0\0\0\0\0"),
        index(2, [95, 156], b"one\0two\0\0\0\0\0\0\0"),
        index(2, [94, 156], b"one\xFF\xFF\xFF\xFF\xFF\xFF\xFF\xFF\xFF\xFF\xFF"),
        vec![0, 0, 1],
    ] {
        let mut bad = bad;
        bad.truncate(26);
        if bad.len() > 4 {
            bad.resize(26, 0xFF);
        }
        assert_eq!(read("/", &bad), wrong, "{bad:?}");
    }
    // A second index is an ordinary member, which here is not valid.
    let bytes = file(&[(header("a.o/", "0", "2"), b"aa"), (header("/", "0", "2"), b"bb")]);
    assert!(archive::read(&bytes).is_err());
}

#[test]
fn damaged_archives_say_what_is_wrong() {
    let message = |bytes: &[u8]| archive::read(bytes).expect_err("damaged").to_string();
    let one = |header: String, contents: &[u8]| message(&file(&[(header, contents)]));
    let past =
        |part: &str| format!("{part} would extend past the end of the archive: the file is truncated or damaged");
    let damaged = "the member header at byte 8 is damaged";
    assert_eq!(message(b"text"), "not an archive");
    assert_eq!(
        message(b"!<thin>\n"),
        "thin archives are not supported: create the archive without `T`"
    );
    assert_eq!(message(b"!<arch>\nshort"), past("a header"));
    assert_eq!(one(header("a/", "0", "3"), b"a"), past("a member"));
    assert_eq!(one(header("a/", "0", "x"), b"a"), damaged);
    assert_eq!(one(header("a/", "0", "1").replace('`', "'"), b"a"), damaged);
    assert_eq!(one(header("/x", "0", "1"), b"a"), damaged);
    assert_eq!(one(header("#1/x", "0", "1"), b"a"), damaged);
    assert_eq!(one(header("#1/2", "0", "1"), b"a"), damaged);
    assert_eq!(one(header("/5", "0", "1"), b"a"), past("the name of a member"));
    // Nothing may follow the last member except its padding.
    let good = file(&[(header("a/", "0", "2"), b"ab")]);
    assert_eq!(message(&[&good[..], b"x"].concat()), past("a header"));
    let cut =
        archive::write(Kind::Cpm, &[Member { name: "a".to_owned(), bytes: b"abcd", date: 0 }]).expect("an archive");
    assert_eq!(
        message(&cut[..2 + 26 + 3]),
        "a member of the archive would extend past the end of the file: the file is truncated, or its header is damaged"
    );
    // Less than a header, a header without a name and the end of a text file all end the archive.
    for rest in [&[0; 25][..], &[0; 26], &[0x1A; 40]] {
        let bytes = [&[0xFF, 0x65][..], rest].concat();
        assert_eq!(archive::read(&bytes).map(|archive| archive.members.len()), Ok(0));
    }
}

/// Archives with names that do not fit into the header, and with the symbols that other objects can use, are read back.
#[test]
fn archives_come_back() {
    let object = notation::objects(
        "object a.o z8002\nsection .text code\nstart::\nown:\nweak_one:?\n<word there>\ncommon c 6 2\nabsolute five 5\nweak w",
    );
    let object = coff::write(&object[0]).expect("an object");
    let member = |name: &str, bytes, date| Member { name: name.to_owned(), bytes, date };
    let members = [
        member("fifteen_chars.o", &b"odd"[..], 5),
        member("sixteen_chars__o", b"even", 1),
        member("with/slash", b"", 2),
        member("seventeen_chars.o", b"x", 3),
        member("a.o", &object, 999_999_999_999),
    ];
    let bytes = archive::write(Kind::Unix, &members).expect("an archive");
    let read = archive::read(&bytes).expect("the archive");
    assert_eq!(read.members, members);
    let index = ["start", "weak_one", "c", "five"].map(|name| (name, 4));
    assert_eq!(read.index, Some(index.to_vec()));
    // Without objects the archive has no index, and without long names no table of names.
    let bytes = archive::write(Kind::Unix, &members[..1]).expect("an archive");
    assert_eq!(bytes.len(), 8 + 60 + 4);
}

/// A link takes the members that define missing symbols or common space, and those that these members need; a damaged
/// member is reported once.
#[test]
fn members_are_taken_if_they_are_missed() {
    let objects = notation::objects(
        "object one.o z8002\nsection .text code\none::\n0001 <word two> <word lost>\n\
         object two.o z8002\nsection .text code\ntwo::\n0002\n\
         object unused.o z8002\nsection .text code\nunused::\n0003\n\
         object space.o z8002\nsection .data data\nroom::\n0004",
    );
    let files: Vec<Vec<u8>> = objects
        .iter()
        .map(|object| coff::write(object).expect("an object"))
        .collect();
    let mut members: Vec<Member> = objects
        .iter()
        .zip(&files)
        .map(|(object, bytes)| Member { name: object.name.clone(), bytes, date: 0 })
        .collect();
    let whole = archive::write(Kind::Unix, &members).expect("an archive");
    let main = "object main.o z8002\nsection .text code\n_start::\n<word one>\ncommon room 8 2";
    let linked = |library: &[u8], main: &str| {
        let mut inputs: Vec<Input> = notation::objects(main).into_iter().map(Input::Object).collect();
        inputs.push(Input::Archive(Library::read("lib.a", library).expect("an archive")));
        let options = Options {
            script: Script::standard(Processor::Z8002),
            unresolved: Unresolved::Ignored,
            map: true,
            ..Options::default()
        };
        link(inputs, &options).map_err(|errors| errors.to_string())
    };
    let taken = |library: &[u8], main: &str| {
        let map = linked(library, main).expect("a program").map.expect("a map");
        let lines = map.lines().filter(|line| line.starts_with("lib.a(")).map(str::to_owned);
        lines.collect::<Vec<_>>()
    };
    let all = ["lib.a(one.o)", "lib.a(two.o)", "lib.a(space.o)"];
    let mut found = taken(&whole, main);
    found.sort();
    let mut sorted = all.to_vec();
    sorted.sort_unstable();
    assert_eq!(found, sorted);
    // An archive of CP/M has no index, so the linker makes one.
    let cpm = archive::write(Kind::Cpm, &members).expect("an archive");
    assert_eq!(taken(&cpm, main).len(), 3);
    let weak = "object main.o z8002\nsection .text code\n_start::\n0000\nweak one";
    assert_eq!(taken(&whole, weak), Vec::<String>::new());
    // The index then refers to a member that is no longer an object.
    let place = whole
        .windows(2)
        .position(|bytes| bytes == [0x80, 0x00])
        .expect("an object");
    let mut damaged = whole.clone();
    damaged[place + 18] = 0x52;
    let error = linked(&damaged, main).expect_err("damaged");
    assert_eq!(
        error,
        "lib.a(one.o): the flags 0x520c in the header specify neither the Z8001 nor the Z8002"
    );
    members.truncate(0);
    assert!(archive::write(Kind::Unix, &members).is_ok_and(|bytes| bytes == b"!<arch>\n"));
}

/// Common space of a member defines missing common space and enlarges smaller one; the member itself is not linked.
#[test]
fn common_space_of_members_grows_that_of_others() {
    let member = |size: u32| {
        let object = notation::objects(&format!(
            "object one.o z8002\nsection .text code\n0001\ncommon room {size:x} 4"
        ))
        .remove(0);
        let bytes = coff::write(&object).expect("an object");
        let member = Member { name: "one.o".to_owned(), bytes: &bytes, date: 0 };
        archive::write(Kind::Unix, &[member]).expect("an archive")
    };
    let linked = |library: &[u8], main: &str| {
        let mut inputs: Vec<Input> = notation::objects(main).into_iter().map(Input::Object).collect();
        inputs.push(Input::Archive(Library::read("lib.a", library).expect("an archive")));
        let script =
            Script::read("x", "SECTIONS { .text 0 : { *(.text) } .bss 0x100 : { *(COMMON) } }").expect("a script");
        let linked =
            link(inputs, &Options { script, ..Options::default() }).unwrap_or_else(|errors| panic!("{errors}"));
        let sections = linked.object.sections.iter();
        sections
            .map(|section| (section.name.clone(), section.size))
            .collect::<Vec<_>>()
    };
    let main = "object main.o z8002\nsection .text code\n_start::\n<word room>";
    let sizes = |bss| [(".text".to_owned(), 2), (".bss".to_owned(), bss)];
    assert_eq!(linked(&member(6), main), sizes(6));
    for (own, other, expected) in [(4, 8, 8), (8, 4, 8), (4, 4, 4)] {
        assert_eq!(
            linked(&member(other), &format!("{main}\ncommon room {own} 2")),
            sizes(expected),
            "{own} {other}"
        );
    }
}

/// Archives of a group are searched until none of them provides another member; without a group, each is searched once.
#[test]
fn groups_of_archives_depend_on_each_other() {
    let library = |text: &str| {
        let objects = notation::objects(text);
        let files: Vec<Vec<u8>> = objects
            .iter()
            .map(|object| coff::write(object).expect("an object"))
            .collect();
        let members = objects.iter().zip(&files);
        let members: Vec<Member> = members
            .map(|(object, bytes)| Member { name: object.name.clone(), bytes, date: 0 })
            .collect();
        archive::write(Kind::Unix, &members).expect("an archive")
    };
    let one = library(
        "object a.o z8002\nsection .text code\na::\n<word b>\nobject c.o z8002\nsection .text code\nc::\n<word d>",
    );
    let other =
        library("object b.o z8002\nsection .text code\nb::\n<word c>\nobject d.o z8002\nsection .text code\nd::\n0001");
    let linked = |group: bool| {
        let main = notation::objects("object main.o z8002\nsection .text code\n_start::\n<word a>").remove(0);
        let libraries = [(&one, "one.a"), (&other, "other.a")];
        let libraries = libraries.map(|(bytes, name)| Input::Archive(Library::read(name, bytes).expect("an archive")));
        let mut inputs = Vec::new();
        if group {
            inputs.push(Input::Group(
                [Input::Object(main)].into_iter().chain(libraries).collect(),
            ));
        } else {
            inputs.push(Input::Object(main));
            inputs.extend(libraries);
        }
        let options = Options { script: Script::standard(Processor::Z8002), ..Options::default() };
        link(inputs, &options)
            .map(|linked| linked.object.sections[0].size)
            .map_err(|errors| errors.to_string())
    };
    assert_eq!(linked(true), Ok(10));
    assert_eq!(
        linked(false),
        Err("symbol `c` is not defined; it is used at b.o(.text+0x0)".to_owned())
    );
}

/// Only the shared symbols of a linked program are used: labels as addresses, others as numbers.
#[test]
fn symbols_of_programs_are_used() {
    let mut program = notation::objects(
        "object rom z8001\nsection .text code\n0102\nentry::\nown:\nabsolute five 5\nweak none\nsoft:?",
    )
    .remove(0);
    program.sections[0].address = 0x2_0000;
    program.entry = Some(0x2_0002);
    let main = "object main.o z8001\nsection .text code\n_start::\n<long entry> <long five> <long soft+1>\nweak own";
    let mut inputs: Vec<Input> = notation::objects(main).into_iter().map(Input::Object).collect();
    inputs.push(Input::Symbols(program));
    let script = Script::read("x", "SECTIONS { .text 0x10000 : { *(.text) } }").expect("a script");
    let linked = link(inputs, &Options { script, ..Options::default() }).unwrap_or_else(|errors| panic!("{errors}"));
    let expected = " z8001 entry 10000
section .text code at 10000 align 2 size 12: 820000020000000582000003
symbol _start global .text+0
symbol entry global 131074
symbol five global 5
symbol soft weak 131074
symbol own weak undefined
";
    assert_eq!(notation::shown(&linked.object), expected);
}

/// Each setting decides about sections that the script does not mention, and about undefined symbols.
#[test]
fn settings_decide_on_what_is_left() {
    let text =
        "object a.o z8002\nsection .text code\n_start::\n<word there>\nsection .more data\n0102\nsection .none data";
    let linked = |orphans, unresolved| {
        let inputs = notation::objects(text).into_iter().map(Input::Object).collect();
        let script = Script::read("x", "SECTIONS { .text 0 : { *(.text) } }").expect("a script");
        let linked = link(inputs, &Options { script, orphans, unresolved, ..Options::default() });
        linked
            .map(|linked| {
                let names = linked.object.sections.iter().map(|section| section.name.clone());
                (names.collect::<Vec<_>>().join(" "), linked.warnings)
            })
            .map_err(|errors| errors.list.iter().map(ToString::to_string).collect())
    };
    let orphan = "the script does not mention section a.o(.more) (--orphan-handling)".to_owned();
    let undefined = "symbol `there` is not defined; it is used at a.o(.text+0x0)".to_owned();
    let both = ".text .more".to_owned();
    assert_eq!(linked(Orphans::Placed, Unresolved::Ignored), Ok((both.clone(), vec![])));
    assert_eq!(
        linked(Orphans::Warned, Unresolved::Ignored),
        Ok((both.clone(), vec![orphan.clone()]))
    );
    assert_eq!(linked(Orphans::Refused, Unresolved::Ignored), Err(vec![orphan.clone()]));
    assert_eq!(
        linked(Orphans::Discarded, Unresolved::Ignored),
        Ok((".text".to_owned(), vec![]))
    );
    assert_eq!(
        linked(Orphans::Placed, Unresolved::Warned),
        Ok((both, vec![undefined.clone()]))
    );
    assert_eq!(
        linked(Orphans::Placed, Unresolved::Refused),
        Err(vec![undefined.clone()])
    );
    assert_eq!(
        linked(Orphans::Refused, Unresolved::Refused),
        Err(vec![orphan, undefined])
    );
}

/// A section that names no region goes into the first region with a matching letter, and none of its letters after a
/// `!`: `a` and `i`, `l` for everything that is loaded, `x` for code, `w` for data and space.
#[test]
fn attributes_of_regions_choose_sections() {
    let kinds = ["code", "constants", "data", "space"];
    for (attributes, expected) in [
        ("a", [true, true, true, true]),
        ("x", [true, false, false, false]),
        ("w", [false, true, true, true]),
        ("l", [true, true, true, false]),
        ("i", [true, true, true, false]),
        ("r", [false, false, false, false]),
        ("rx", [true, false, false, false]),
        ("RWX", [true, true, true, true]),
        ("a!x", [false, true, true, true]),
        ("a!w", [true, false, false, false]),
        ("!r", [false, false, false, false]),
        ("x!r", [true, false, false, false]),
    ] {
        for (kind, suits) in kinds.into_iter().zip(expected) {
            let contents = if kind == "space" { "space 2" } else { "0102" };
            let inputs = notation::objects(&format!("object a.o z8002\nsection .s {kind}\n{contents}"));
            let script = format!(
                "MEMORY {{ OTHER : o = 0x1000, l = 0x100 ONE ({attributes}) : o = 0x2000, l = 0x100 LAST (a) : o = 0x3000, l = 1k }} \
                 SECTIONS {{ .s : {{ *(.s) }} }}"
            );
            let script = Script::read("x", &script).expect("a script");
            let options = Options { script, entry: Some("0".to_owned()), ..Options::default() };
            let linked = link(inputs.into_iter().map(Input::Object).collect(), &options).expect("a program");
            let address = if suits { 0x2000 } else { 0x3000 };
            assert_eq!(linked.object.sections[0].address, address, "{attributes} {kind}");
            let used: Vec<u64> = linked.memory.iter().map(|memory| memory.used).collect();
            assert_eq!(used, if suits { [0, 2, 0] } else { [0, 0, 2] }, "{attributes} {kind}");
        }
    }
}
