//! The fields of file headers, each with every value that matters: the tests make files from the descriptions of the
//! formats.

mod coff;
mod xout;

use z8000_object::file::{self, Format, ReadError};

use crate::notation::shown;

/// Builds a file of big-endian numbers.
#[derive(Default, Clone)]
pub(super) struct Big(pub(super) Vec<u8>);

impl Big {
    pub(super) fn word(mut self, value: u16) -> Self {
        self.0.extend(value.to_be_bytes());
        self
    }

    pub(super) fn long(mut self, value: u32) -> Self {
        self.0.extend(value.to_be_bytes());
        self
    }

    pub(super) fn bytes(mut self, bytes: &[u8]) -> Self {
        self.0.extend(bytes);
        self
    }

    /// Appends a name, padded with zeros.
    pub(super) fn name(mut self, name: &str, length: usize) -> Self {
        self.0.extend(name.as_bytes());
        self.0.resize(self.0.len() + length - name.len(), 0);
        self
    }
}

/// Returns the lines of a description that begin with a word, without that word.
pub(super) fn lines<'t>(text: &'t str, word: &str) -> Vec<&'t str> {
    text.lines()
        .filter_map(|line| line.strip_prefix(word))
        .map(str::trim)
        .collect()
}

pub(super) fn read(bytes: &[u8]) -> Result<String, String> {
    file::read("f", bytes)
        .map(|object| shown(&object))
        .map_err(|error| error.to_string())
}

#[test]
fn files_are_recognised_by_their_first_bytes() {
    let zeus = [0xE6, 0xE7].map(|kind| [kind, 7, 0, 0, 0, 8]);
    let segmented = "a segmented object or program of ZEUS (s.out)";
    let flat = "a non-segmented object or program of ZEUS (a.out)";
    let rows: [(&[u8], Option<Format>, Option<&str>); 24] = [
        (b"", None, None),
        (b"start: nop", None, None),
        (&[0x80, 0], Some(Format::Coff), None),
        (&[0x80, 1], None, None),
        (&[0xEE, 3], Some(Format::Xout), None),
        (b":0", Some(Format::Hex), None),
        (b":F", Some(Format::Hex), None),
        (b":G", None, None),
        (b":", None, None),
        (b"S0", Some(Format::Srec), None),
        (b"S9", Some(Format::Srec), None),
        (b"S:", None, None),
        (b"S", None, None),
        (&zeus[0], None, Some(segmented)),
        (&zeus[1], None, Some(flat)),
        (&[0xE7, 5, 0, 0x0F, 1, 0], None, Some(flat)),
        (&[0xE7, 0x11, 0, 0, 0, 1], None, Some(flat)),
        (&[0xE7, 6, 0, 0, 0, 1], None, None),
        (&[0xE7, 7, 0, 0x10, 0, 1], None, None),
        (&[0xE7, 7, 0, 0, 0, 0], None, None),
        (
            &[7, 1, 0, 0, 4, 0],
            None,
            Some("an object or program of Coherent (l.out)"),
        ),
        (&[7, 1, 0, 0, 5, 0], None, None),
        (b"\x7FELF\x02\x01\x01", None, Some("an ELF file")),
        (b"\x7FEL", None, None),
    ];
    for (bytes, format, foreign) in rows {
        assert_eq!(
            (file::format(bytes), file::foreign(bytes)),
            (format, foreign),
            "{bytes:x?}"
        );
        if format.is_none() {
            let error = foreign.map_or(ReadError::Unknown, ReadError::Foreign);
            assert_eq!(file::read("f", bytes), Err(error.clone()), "{bytes:x?}");
        }
    }
    // The machine is at 18: 62 for x86-64, 183 for AArch64.
    for (machine, expected) in [
        (62, "an ELF file for x86-64"),
        (183, "an ELF file for AArch64"),
        (8, "an ELF file"),
    ] {
        let mut elf = b"\x7FELF".to_vec();
        elf.resize(20, 0);
        elf[18] = machine;
        assert_eq!(file::foreign(&elf), Some(expected));
    }
    let formats = [Format::Coff, Format::Xout, Format::Hex, Format::Srec];
    assert_eq!(
        formats.map(|format| format.to_string()),
        ["coff-z8k", "xout", "ihex", "srec"]
    );
    // A given format is used, whatever the bytes are.
    for format in formats {
        assert!(file::read_as("f", b"start: nop", format).is_err(), "{format}");
    }
}

/// All of a memory image is code; the program begins at the image's entry, unless that is 0.
#[test]
fn images_are_loaded_as_code() {
    let section = "section .sec1 code at 100 align 1 size 2: 8d07\n";
    for (bytes, entry) in [
        (
            &b":020100008D0769\n:0400000500000100F6\n:00000001FF\n"[..],
            " entry 100",
        ),
        (b":020100008D0769\n:00000001FF\n", ""),
        (b"S10501008D0765\nS9030100FB\n", " entry 100"),
        (b"S10501008D0765\nS9030000FC\n", ""),
    ] {
        let program = file::read_program("f", bytes).expect("a program");
        assert_eq!(shown(&program), format!("f z8002{entry}\n{section}"));
    }
    // A file in another format is read as usual.
    let data = coff::coff_file(0x2204, &[(".data", 0, 0, 2, 0x40)], &[], &[]);
    assert_eq!(
        file::read_program("f", &data),
        z8000_object::coff::read("f", &data).map_err(ReadError::from)
    );
}
