//! The processor against measurements of a real chip: a selection that is part of the repository, `measured.tsv`.

use std::collections::BTreeMap;

use z8000::isa::{Address, Instruction, Mode, decode};
use z8000::vectors::{Options, Outcome, Vector, check};

/// A line of the selection.
pub(crate) struct Measured {
    number: usize,
    text: &'static str,
    vector: Vector,
}

impl Measured {
    /// The instruction with which the code begins. Those behind it, if any, change no flags.
    pub(crate) fn instruction(&self) -> Instruction {
        let segmented = self.vector.mode == "seg";
        let mode = if segmented { Mode::Segmented } else { Mode::Nonsegmented };
        decode(&self.vector.code, Address::flat(self.vector.pc), mode).expect("an instruction")
    }

    /// FCW bits that changed; `None` if the results were not measured.
    pub(crate) fn changed(&self) -> Option<u16> {
        self.vector.fcw_out.map(|after| after ^ self.vector.fcw_in)
    }
}

/// All lines of the selection, whose head describes its columns.
pub(crate) fn lines() -> Vec<Measured> {
    let lines = include_str!("measured.tsv").lines().enumerate();
    lines
        .filter(|(_, line)| !line.starts_with('#'))
        .map(|(index, line)| Measured {
            number: index + 1,
            text: line,
            vector: vector(line).unwrap_or_else(|| panic!("line {} is not a measurement: {line}", index + 1)),
        })
        .collect()
}

fn vector(line: &str) -> Option<Vector> {
    let columns: Vec<&str> = line.split('|').map(str::trim).collect();
    // A `|` encloses short addresses in the first column.
    let (_, columns) = columns.split_last_chunk::<6>()?;
    let [code, fcw_in, before, fcw_out, after, clocks] = *columns;
    let fcw_in = hex(fcw_in)?;
    let fcw_out = if fcw_out == "?" { None } else { Some(hex(fcw_out)?) };
    let segmented = fcw_in & 0x8000 != 0;
    let before = State::parse(before)?;
    let after = State::parse(after)?;
    let mut vector = Vector {
        name: line.into(),
        description: String::new(),
        mode: if segmented { "seg" } else { "nonseg" }.into(),
        code: code.split(' ').map(hex).collect::<Option<_>>()?,
        tail: if segmented {
            vec![0x5E08, 0x8000, 0x00C0]
        } else {
            vec![0x5E08, 0x00C0]
        },
        pc: 0x0200,
        regs_in: [0; 16],
        fcw_in,
        mem_in: before.memory,
        io_in: before.ports,
        io_seq: before.sequences,
        regs_out: Vec::new(),
        fcw_out,
        flags_set: Vec::new(),
        flags_clear: Vec::new(),
        mem_out: after.memory,
        io_out: after.ports,
        masked: Vec::new(),
        cycles: if clocks == "?" {
            None
        } else {
            Some(clocks.parse().ok()?)
        },
        bus: Vec::new(),
    };
    for (n, value) in before.registers {
        *vector.regs_in.get_mut(n)? = value;
    }
    if fcw_out.is_some() {
        vector.regs_out = vector.regs_in.map(Some).into();
        for (n, value) in after.registers {
            *vector.regs_out.get_mut(n)? = Some(value);
        }
    }
    Some(vector)
}

/// Registers, and words of memory and ports by the names that vectors have for them.
#[derive(Default)]
struct State {
    registers: Vec<(usize, u16)>,
    memory: BTreeMap<String, u16>,
    ports: BTreeMap<String, u16>,
    sequences: BTreeMap<String, Vec<u16>>,
}

impl State {
    fn parse(text: &str) -> Option<Self> {
        let mut state = Self::default();
        for item in text.split(' ').filter(|&item| !matches!(item, "-" | "?")) {
            let (place, words) = item.split_once('=')?;
            let (kind, place) = place.split_at_checked(1)?;
            let first = usize::from_str_radix(place, if kind == "M" { 16 } else { 10 }).ok()?;
            let words: Vec<u16> = words.split(',').map(hex).collect::<Option<_>>()?;
            let places = words.iter().copied().enumerate();
            match kind {
                "R" => state.registers.extend(places.map(|(n, word)| (first + n, word))),
                "M" => state
                    .memory
                    .extend(places.map(|(n, word)| (format!("{:04x}", first + 2 * n), word))),
                "P" => state
                    .ports
                    .extend(places.map(|(n, word)| ((first + n).to_string(), word))),
                "S" => drop(state.sequences.insert(first.to_string(), words)),
                _ => return None,
            }
        }
        Some(state)
    }
}

fn hex(text: &str) -> Option<u16> {
    u16::from_str_radix(text, 16).ok()
}

#[test]
fn the_processor_does_what_a_chip_did() {
    let options = Options {
        masks: false,
        bus: false,
    };
    let mut failed = Vec::new();
    for line in lines() {
        assert!(
            line.text.starts_with(&line.instruction().to_string()),
            "line {}: {}",
            line.number,
            line.text
        );
        if let Outcome::Failed(differences) = check(&line.vector, options) {
            failed.push(format!(
                "line {}: {}: {}",
                line.number,
                line.text,
                differences.join(", ")
            ));
        }
    }
    assert!(failed.is_empty(), "measured.tsv: {failed:#?}");
}
