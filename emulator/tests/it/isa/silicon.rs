//! Agreement of the table's flags and clocks with measurements of a Z8001.

use serde_json::Value as Json;
use z8000::isa::{Address, Formula, Instruction, Mode, decode};

use crate::shared::{folder, read};

/// The minimum numbers of measurements of flags, and of clocks, with a single instruction; the others do not test the
/// table. Clocks that depend on the operands are only compared with those of the processor.
const FLAGS: u32 = 1680;
const CLOCKS: u32 = 109;

/// Returns the instruction of a measurement with a single instruction.
fn only_instruction(line: &Json) -> Option<Instruction> {
    let code = line["code"].as_array()?.iter();
    let words: Vec<u16> = code.map(|word| word.as_u64().expect("a word") as u16).collect();
    let segmented = line["fcw_in"].as_u64()? & 0x8000 != 0;
    let mode = if segmented { Mode::Segmented } else { Mode::Nonsegmented };
    let found = decode(&words, Address::flat(0x200), mode).ok()?;
    (usize::from(found.length) == 2 * words.len()).then_some(found)
}

#[test]
#[ignore = "needs the chip's measurements: set Z8000_SHARED"]
fn only_the_flags_of_the_table_change() {
    let folder = folder("silicon");
    let mut checked = 0;
    for line in ["nonseg.jsonl", "seg.jsonl"]
        .iter()
        .flat_map(|file| read(&folder.join(file)))
    {
        let (Some(found), Some(after)) = (only_instruction(&line), line["fcw_out"].as_u64()) else {
            continue;
        };
        let before = line["fcw_in"].as_u64().expect("fcw_in");
        let changed = (before ^ after) as u8 & 0xFC;
        assert_eq!(changed & !found.form.flags.bits(), 0, "{found}: {line}");
        checked += 1;
    }
    println!("flags of {checked} measurements");
    assert!(checked >= FLAGS, "only {checked} are of one instruction");
}

#[test]
#[ignore = "needs the chip's measurements: set Z8000_SHARED"]
fn clocks_are_those_measured() {
    let folder = folder("silicon");
    let mut checked = 0;
    for line in read(&folder.join("timing.jsonl")) {
        let (Some(found), Some(clocks)) = (only_instruction(&line), line["cycles"].as_u64()) else {
            continue;
        };
        let fits = match found.form.clocks.nonsegmented {
            Formula::Fixed(expected) => clocks == u64::from(expected),
            Formula::Branch { taken, not_taken } => [taken, not_taken].map(u64::from).contains(&clocks),
            Formula::Linear { base, per } => {
                clocks > u64::from(base) && (clocks - u64::from(base)).is_multiple_of(per.into())
            }
            Formula::Multiply { .. } | Formula::Divide { .. } => continue,
        };
        assert!(fits, "{found} took {clocks} clocks");
        checked += 1;
    }
    println!("clocks of {checked} measurements");
    assert!(checked >= CLOCKS, "only {checked} are of one instruction");
}
