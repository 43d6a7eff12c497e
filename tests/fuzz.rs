//! What must hold for any input: the bodies of the fuzz targets in `fuzz/`, which `tests/fuzz.rs`
//! also runs for a short while.

use z8000_asm::{Disassembly, Memory, Options, Section, assemble};

/// More text than this says nothing new.
const LONGEST: usize = 0x1_0000;

/// Any text assembles or has errors, which can be printed; so can listing, map and image.
///
/// # Panics
///
/// If one of it cannot.
pub fn source(bytes: &[u8]) {
    let text = String::from_utf8_lossy(&bytes[..bytes.len().min(LONGEST)]);
    let sources = Memory::new([("fuzz.s", &*text)]);
    match assemble(&sources, "fuzz.s", &Options::default()) {
        Ok(assembly) => {
            let texts = [
                assembly.warnings.to_string(),
                assembly.listing(),
                assembly.line_map(),
                assembly.symbol_file(),
                assembly.intel_hex(Section::Text),
            ];
            assert!(texts.iter().skip(1).take(2).all(|text| !text.is_empty()));
        }
        Err(errors) => assert!(!errors.to_string().is_empty()),
    }
}

/// What the disassembler makes of any bytes assembles to them again. The first byte chooses the
/// processor, the second an entry, if it is not 0.
///
/// # Panics
///
/// If it does not.
pub fn words(bytes: &[u8]) {
    let [processor, entry, rest @ ..] = bytes else {
        return;
    };
    let rest = &rest[..rest.len().min(0x8000)];
    let disassembly = Disassembly {
        bytes: rest.to_vec(),
        segmented: processor & 1 != 0,
        entries: Some(2 * u16::from(*entry)).filter(|at| *at != 0).into_iter().collect(),
        ..Disassembly::default()
    };
    let text = disassembly.text();
    let sources = Memory::new([("fuzz.s", text.as_str())]);
    let assembly = assemble(&sources, "fuzz.s", &Options::default()).unwrap_or_else(|errors| panic!("{errors}"));
    assert_eq!(assembly.image(Section::Text), rest);
}
