//! File names, the sizes of disks, and the contents of files.

use std::fmt;

use z8000_cpm::drive::{Attributes, Contents, Geometry, Name, RECORD};

#[test]
fn names_are_read_as_they_are_typed() {
    let name = Name::parse("hello.c").expect("a name");
    assert_eq!(&name.0, b"HELLO   C  ");
    assert_eq!(name.to_string(), "HELLO.C");
    assert_eq!(Name::parse("A").expect("a name").to_string(), "A");
    for wrong in ["", ".c", "toolongname", "a.long", "a.b.c", "..", "a b", "a/b", "é"] {
        assert_eq!(Name::parse(wrong), None, "{wrong}");
    }
}

/// A writer that fails after a number of pieces.
struct Short(usize);

impl fmt::Write for Short {
    fn write_str(&mut self, _: &str) -> fmt::Result {
        self.0 = self.0.checked_sub(1).ok_or(fmt::Error)?;
        Ok(())
    }
}

#[test]
fn a_name_is_written_whole_or_not_at_all() {
    let name = Name::parse("hello.c").expect("a name");
    let outcomes = [0, 1, 2, 3].map(|pieces| fmt::write(&mut Short(pieces), format_args!("{name}")).is_ok());
    assert_eq!(outcomes, [false, false, false, true]);
}

#[test]
fn attributes_are_the_upper_bits() {
    let bytes = *b"HELLO   \xC3OM";
    assert_eq!(Attributes::of(&bytes), Attributes(Attributes::READ_ONLY));
    let name = Name::in_block(&bytes);
    assert_eq!(&name.0, b"HELLO   COM");
    assert_eq!(Attributes(Attributes::READ_ONLY).on(name), bytes);
}

#[test]
fn a_question_mark_is_any_character() {
    let all = Name(*b"???????????");
    let pattern = Name(*b"A?      ???");
    let (one, other) = (Name(*b"AB      C  "), Name(*b"ABC     C  "));
    assert!(all.matches(&one) && pattern.matches(&one) && !pattern.matches(&other));
    assert_eq!(Name(*b"X?      BAK").filled(&one), Name(*b"XB      BAK"));
}

/// CP/M's own example of a disk: 8 inches, 243 blocks of 1 KB, 64 entries. And an 8 MB disk, calculated by hand.
#[test]
fn parameter_blocks_are_those_of_the_manual() {
    let floppy = Geometry {
        block_size: 1024,
        blocks: 243,
        entries: 64,
        track: 26,
        reserved_tracks: 2,
        limited: true,
    };
    assert_eq!(
        floppy.parameter_block(),
        [0, 26, 3, 7, 0, 0, 0, 242, 0, 63, 0xC0, 0, 0, 0, 0, 2]
    );
    let disk = Geometry { block_size: 4096, blocks: 2040, entries: 512, ..floppy };
    assert_eq!((disk.entry_extents(), disk.directory_blocks()), (2, 4));
    assert_eq!(&disk.parameter_block()[2..12], [5, 31, 1, 0, 7, 0xF7, 1, 0xFF, 0xF0, 0]);
}

#[test]
fn holes_are_not_there() {
    let mut file = Contents::empty(16);
    file.write(300, &[7; RECORD]);
    assert_eq!((file.records(), file.block_count()), (301, 1));
    assert_eq!(file.extent(1), None);
    assert_eq!(file.read(300), Some([7; RECORD]));
    // The block of record 300 begins at 288: the part before record 300 reads as zeros.
    assert_eq!(file.read(288), Some([0; RECORD]));
    assert_eq!(file.read(287), None);
    assert_eq!(file.read(301), None);
    assert_eq!(file.read(128), None);
    assert_eq!(file.read(384), None);
}

#[test]
fn a_full_extent_has_128_records() {
    let file = Contents::whole(256, 16, None);
    assert_eq!((file.extents(), file.extent(1)), (2, Some(128)));
    let file = Contents::whole(257, 16, None);
    assert_eq!((file.extents(), file.extent(2), file.block_count()), (3, Some(1), 17));
    assert_eq!(Contents::whole(0, 16, None).extent(0), Some(0));
}
