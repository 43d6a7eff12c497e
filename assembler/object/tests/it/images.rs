//! Memory images: Intel HEX, S-records and flat files.

use z8000_object::image::{flat, hex, srec};
use z8000_object::{Kind, Object, Section};

/// Returns an image from the names, addresses and bytes of its sections.
fn image(sections: &[(&str, u32, &[u8])], entry: u32) -> Object {
    let section = |&(name, at, bytes): &(&str, u32, &[u8])| Section {
        alignment: 1,
        ..Section::at(name, Kind::Data, at, bytes.to_vec())
    };
    Object {
        name: "a".to_owned(),
        sections: sections.iter().map(section).collect(),
        entry: Some(entry),
        ..Object::default()
    }
}

/// Examples of records as Intel (types 00 to 05) and Motorola (S0 to S9) print them.
#[test]
fn records_are_read() {
    let hex = hex::read(
        "a",
        b":0B0010006164647265737320676170A7\n:020000021200EA\n:0300000001020304F3\r\n:0400000300003800C1\n\
          :020000040003F7\n:01000000AA55\n:00000001FF\nrest\n",
    );
    assert!(hex.is_err(), "a record with one byte too many");
    let hex = hex::read(
        "a",
        b":0B0010006164647265737320676170A7\n:020000021200EA\r\n:03000000010203F7\n:0400000300003800C1\n\
          :020000040003F7\n:01000000AA55\n:00000001FF\nrest\n",
    );
    let sections: [(&str, u32, &[u8]); 3] = [
        (".sec1", 0x10, b"address gap"),
        (".sec2", 0x12000, &[1, 2, 3]),
        (".sec3", 0x30000, &[0xAA]),
    ];
    assert_eq!(hex, Ok(image(&sections, 0x3800)));
    let srec = srec::read(
        "a",
        b"S00F000068656C6C6F202020202000003C\nS11F00007C0802A6900100049421FFF07C6C1B787C8C23783C6000003863000026\n\
          S2060200000102F4\nS5030001FB\nS9030000FC\n",
    );
    assert_eq!(srec.as_ref().map(|image| image.sections.len()), Ok(2), "{srec:?}");
    let image = srec.expect("records");
    assert_eq!(image.sections[0].bytes.len(), 28);
    assert_eq!(
        (image.sections[1].load, &image.sections[1].bytes[..]),
        (0x20000, &[1, 2][..])
    );
    assert_eq!(image.entry, Some(0));
}

/// Returns a record of Intel HEX or an S-record, with the checksum calculated here.
fn record(mark: &str, bytes: &[u8]) -> String {
    let sum = bytes.iter().fold(0_u8, |sum, byte| sum.wrapping_add(*byte));
    let last = if mark == ":" { sum.wrapping_neg() } else { !sum };
    let digits: String = bytes.iter().chain([&last]).map(|byte| format!("{byte:02X}")).collect();
    format!("{mark}{digits}\n")
}

#[test]
fn records_that_are_wrong_are_named_by_their_lines() {
    let hex = |bytes: &[u8]| hex::read("a", record(":", bytes).as_bytes()).map_err(|error| error.to_string());
    let wrong = |message: &str| Err(format!("line 1: {message}"));
    for (bytes, message) in [
        (&[0, 0][..], "the record is too short"),
        (&[2, 0, 0, 0, 1], "the record specifies 2 bytes, but 1 follow"),
        (&[1, 0, 0, 0, 1, 2], "the record specifies 1 bytes, but 2 follow"),
        (&[0, 0, 0, 6], "unknown record type 06"),
        (&[1, 0, 0, 2, 0], "a record of type 02 cannot have 1 bytes"),
        (&[2, 0, 0, 3, 0, 0], "a record of type 03 cannot have 2 bytes"),
        (&[3, 0, 0, 4, 0, 0, 0], "a record of type 04 cannot have 3 bytes"),
        (&[5, 0, 0, 5, 0, 0, 0, 0, 0], "a record of type 05 cannot have 5 bytes"),
    ] {
        assert_eq!(hex(bytes), wrong(message), "{bytes:?}");
    }
    let srec =
        |mark: &str, bytes: &[u8]| srec::read("a", record(mark, bytes).as_bytes()).map_err(|error| error.to_string());
    assert_eq!(srec("S4", &[3, 0, 0]), wrong("unknown record type `S4`"));
    assert_eq!(
        srec("S1", &[4, 0, 0]),
        wrong("the record specifies 4 bytes, but 3 follow")
    );
    assert_eq!(
        srec("S1", &[2, 0, 0]),
        wrong("the record specifies 2 bytes, but 3 follow")
    );
    assert_eq!(srec("S1", &[2, 0]), wrong("the record is too short"));
    assert_eq!(srec("S2", &[3, 0, 0]), wrong("the record is too short"));
    assert_eq!(srec("S1", &[]), wrong("the record is too short"));
    for (text, message) in [
        (&b":0000000"[..], "expected an even number of hexadecimal digits"),
        (b":00000001FE", "the record's checksum is fe; expected ff"),
        (b":000000010G", "expected hexadecimal digits"),
        (b"00000001FF", "expected a colon at the start of the record"),
    ] {
        let read = hex::read("a", text).map_err(|error| error.to_string());
        assert_eq!(read, wrong(message));
    }
    for (text, message) in [
        (&b"S9030000FD"[..], "the record's checksum is fd; expected fc"),
        (b"T9030000FC", "expected `S` and a digit at the start of the record"),
        (b"S", "expected `S` and a digit at the start of the record"),
    ] {
        let read = srec::read("a", text).map_err(|error| error.to_string());
        assert_eq!(read, wrong(message));
    }
    let second = hex::read("a", b"\n \n:zz\n").map_err(|error| error.to_string());
    assert_eq!(second, Err("line 3: expected hexadecimal digits".to_owned()));
}

/// Every type of record: addresses of 16, 24 and 32 bits, paragraphs of 16 bytes, and entries.
#[test]
fn every_type_of_record_is_read() {
    let text: String = [
        record(":", &[1, 0, 0x10, 0, 0xA0]),
        record(":", &[1, 0, 0x11, 0, 0xA1]),
        record(":", &[2, 0, 0, 2, 0x12, 0x34]),
        record(":", &[1, 0, 0x10, 0, 0xA2]),
        record(":", &[2, 0, 0, 4, 0x12, 0x34]),
        record(":", &[1, 0, 0x10, 0, 0xA3]),
        record(":", &[4, 0, 0, 3, 0x12, 0x34, 0x56, 0x78]),
    ]
    .concat();
    let expected = [
        (".sec1", 0x10, &[0xA0, 0xA1][..]),
        (".sec2", 0x1_2350, &[0xA2]),
        (".sec3", 0x1234_0010, &[0xA3]),
    ];
    assert_eq!(hex::read("a", text.as_bytes()), Ok(image(&expected, 0x1_79B8)));
    let entry = record(":", &[4, 0, 0, 5, 0x12, 0x34, 0x56, 0x78]);
    assert_eq!(
        hex::read("a", entry.as_bytes()).map(|image| image.entry),
        Ok(Some(0x1234_5678))
    );
    let text: String = [
        record("S0", &[3, 0, 0]),
        record("S1", &[4, 0x12, 0x34, 0xA0]),
        record("S2", &[5, 0x12, 0x34, 0x56, 0xA1]),
        record("S3", &[6, 0x12, 0x34, 0x56, 0x78, 0xA2]),
        record("S5", &[3, 0, 3]),
        record("S6", &[4, 0, 0, 3]),
    ]
    .concat();
    let sections = [
        (".sec1", 0x1234, &[0xA0][..]),
        (".sec2", 0x12_3456, &[0xA1]),
        (".sec3", 0x1234_5678, &[0xA2]),
    ];
    for (mark, bytes, entry) in [
        ("S9", &[3, 0x12, 0x34][..], 0x1234),
        ("S8", &[4, 0x12, 0x34, 0x56], 0x12_3456),
        ("S7", &[5, 0x12, 0x34, 0x56, 0x78], 0x1234_5678),
    ] {
        let text = format!("{text}{}", record(mark, bytes));
        assert_eq!(srec::read("a", text.as_bytes()), Ok(image(&sections, entry)), "{mark}");
    }
}

/// S-records use the smallest address width that fits the last byte and the entry; each record contains up to 16 bytes.
#[test]
fn records_are_as_wide_as_needed() {
    for (at, entry, expected) in [
        (0xFFFE, 0, "S105FFFE0102FA\nS9030000FC\n"),
        (0xFFFF, 0, "S20600FFFF0102F8\nS804000000FB\n"),
        (0, 0x1_0000, "S2060000000102F6\nS804010000FA\n"),
        (0xFF_FFFE, 0, "S206FFFFFE0102FA\nS804000000FB\n"),
        (0xFF_FFFF, 0, "S30700FFFFFF0102F8\nS70500000000FA\n"),
    ] {
        let text = srec::write(&image(&[("a", at, &[1, 2])], entry), "");
        let (_, rest) = text.split_once('\n').expect("a name");
        // `record` calculates the checksums.
        let sums: String = rest
            .lines()
            .map(|line| {
                let bytes: Vec<u8> = (2..line.len() - 2)
                    .step_by(2)
                    .map(|at| u8::from_str_radix(&line[at..at + 2], 16).expect("a byte"))
                    .collect();
                record(&line[..2], &bytes)
            })
            .collect();
        assert_eq!(rest, sums);
        let without =
            |text: &str| -> Vec<String> { text.lines().map(|line| line[..line.len() - 2].to_owned()).collect() };
        assert_eq!(without(rest), without(expected), "{at:x} {entry:x}");
    }
    for (length, rows) in [(15, 1), (16, 1), (17, 2), (32, 2), (33, 3)] {
        let program = image(&[("a", 0x100, &vec![7; length])], 0);
        assert_eq!(srec::write(&program, "").lines().count(), rows + 2, "{length}");
        let contents = [(0x100, &program.sections[0].bytes[..])];
        assert_eq!(hex::write(contents, None).lines().count(), rows + 1, "{length}");
    }
    let name = "n".repeat(50);
    assert_eq!(
        srec::write(&Object::default(), &name).lines().next().map(str::len),
        Some(2 + 2 * (1 + 2 + 40 + 1))
    );
}

/// A flat file may have at most 256 MB.
#[test]
fn flat_files_have_a_limit() {
    let size = |first: u32, last: u32| flat::write(&image(&[("a", first, &[1]), ("b", last, &[2])], 0), 0, None);
    assert_eq!(
        size(5, 5 + 0x0FFF_FFFF).map(|bytes| bytes.len() as u64),
        Ok(flat::LARGEST)
    );
    assert_eq!(
        size(5, 5 + 0x1000_0000).map_err(|error| error.to_string()),
        Err(
            "the range 0x5 to 0x10000006 exceeds 256 MB, the limit for a flat file: use Intel HEX or S-records, which \
             store no gaps"
                .to_owned()
        )
    );
}

#[test]
fn images_survive_their_formats() {
    let forty: Vec<u8> = (0..40).collect();
    let image = image(&[(".sec1", 0x1FFFE, &forty), (".sec2", 0x7F_0000, &[1])], 0x20000);
    let contents = image.sections.iter().map(|section| (section.load, &section.bytes[..]));
    let text = hex::write(contents, image.entry);
    // Two bytes up to the end of the segment, then a new upper half of the address.
    assert!(text.starts_with(":020000040001F9\n:02FFFE000001"), "{text}");
    assert_eq!(hex::read("a", text.as_bytes()), Ok(image.clone()));
    let text = srec::write(&image, "name");
    assert!(text.starts_with("S00700006E616D6557\nS21401FFFE"), "{text}");
    assert_eq!(srec::read("a", text.as_bytes()), Ok(image.clone()));
    let flat = flat::write(&image, 0xFF, None).expect("a flat file");
    assert_eq!(flat.len(), 0x7F_0001 - 0x1_FFFE);
    assert_eq!((flat[39], flat[40], flat[flat.len() - 1]), (39, 0xFF, 1));
}

/// Gaps and the rest of the file are filled; where sections overlap, the later one wins; a section without bytes is
/// omitted.
#[test]
fn flat_files_are_filled() {
    let program = image(
        &[
            ("a", 0x104, &[4, 5]),
            ("b", 0x100, &[0, 1]),
            ("c", 0x105, &[6]),
            ("none", 0, &[]),
        ],
        0x100,
    );
    for (pad_to, expected) in [
        (None, &[0, 1, 0xFF, 0xFF, 4, 6][..]),
        (Some(0x102), &[0, 1, 0xFF, 0xFF, 4, 6]),
        (Some(0x108), &[0, 1, 0xFF, 0xFF, 4, 6, 0xFF, 0xFF]),
    ] {
        assert_eq!(
            flat::write(&program, 0xFF, pad_to).as_deref(),
            Ok(expected),
            "{pad_to:?}"
        );
    }
    for (pad_to, length) in [(None, 0), (Some(0), 0), (Some(2), 2)] {
        let empty = flat::write(&Object::default(), 0xFF, pad_to);
        assert_eq!(empty, Ok(vec![0xFF; length]), "{pad_to:?}");
    }
}
