//! First words that do not begin any instruction, by name.

/// A set of first words without an instruction.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct Hole {
    /// The name, a description of a few words.
    pub(crate) name: &'static str,
    /// The high bytes of the words.
    opcodes: &'static [u8],
    /// The possible values of bits 7 to 4, one bit for each value.
    high: u16,
    /// The possible values of bits 3 to 0, one bit for each value.
    low: u16,
}

/// Declares holes, one per line: high bytes, values of bits 7-4, values of bits 3-0, name.
macro_rules! holes {
    ($($opcodes:expr, $high:literal $low:literal $name:ident;)*) => {
        /// All first words that do not begin an instruction, each in one of these sets.
        pub(crate) static HOLES: &[Hole] = &[$(Hole {
            name: $name,
            opcodes: &$opcodes,
            high: nibbles($high),
            low: nibbles($low),
        },)*];
    };
}

const OPCODE: &str = "a reserved operation code";
const EXTENSION: &str = "a reserved extension of the operation code";
const REGISTER_0: &str = "register 0 as an address";
const RESERVED_BITS: &str = "bits that must be zero";

holes! {
    [0x36],                                     "0"   "1-f"     OPCODE;
    [0x36],                                     "1-f" "0-f"     OPCODE;
    [0x38, 0x78, 0x7E, 0x9D, 0x9F, 0xB9, 0xBF], "0-f" "0-f"     OPCODE;

    [0x0C, 0x0D, 0x1C, 0x1D, 0x1E, 0x1F, 0x39], "0"   "0-f"     REGISTER_0;
    [0x28, 0x29, 0x2A, 0x2B, 0x2C, 0x2D],       "0"   "0-f"     REGISTER_0;
    [0x2E, 0x2F, 0xB8, 0xBA, 0xBB],             "0"   "0-f"     REGISTER_0;
    [0x11, 0x13, 0x15, 0x17],                   "0"   "0-f"     REGISTER_0;
    [0x11, 0x13, 0x15, 0x17],                   "1-f" "0"       REGISTER_0;
    [0x51, 0x53, 0x55, 0x57],                   "0"   "0-f"     REGISTER_0;
    [0x91, 0x93, 0x95, 0x97],                   "0"   "0-f"     REGISTER_0;
    [0x70, 0x71, 0x72, 0x73, 0x74, 0x75, 0x77], "0"   "0-f"     REGISTER_0;
    [0x3A, 0x3B],                               "0"   "23ab"    REGISTER_0;

    [0x0C],                                     "1-f" "379a-f"  EXTENSION;
    [0x0D],                                     "1-f" "37a-f"   EXTENSION;
    [0x4C, 0x4D],                               "0-f" "379a-f"  EXTENSION;
    [0x8C],                                     "0-f" "357a-f"  EXTENSION;
    [0x8D],                                     "0-f" "9a-f"    EXTENSION;
    [0x1C],                                     "1-f" "02-7a-f" EXTENSION;
    [0x5C],                                     "0-f" "02-7a-f" EXTENSION;
    [0x9C],                                     "0-f" "0-79a-f" EXTENSION;
    [0x3A, 0x3B],                               "0-f" "c-f"     EXTENSION;
    [0x7B],                                     "0"   "1-7bcef" EXTENSION;
    [0x7B],                                     "1-f" "1-7bcef" EXTENSION;
    [0x7C],                                     "0"   "8-f"     EXTENSION;
    [0xB1],                                     "0-f" "1-689b-f" EXTENSION;
    [0xB2],                                     "0-f" "57df"    EXTENSION;
    [0xB8],                                     "1-f" "13579bdf" EXTENSION;
    [0xBA, 0xBB],                               "1-f" "357bdf"  EXTENSION;

    [0x1F, 0x39],                               "1-f" "1-f"     RESERVED_BITS;
    [0x5F, 0x79, 0xB0],                         "0-f" "1-f"     RESERVED_BITS;
    [0x7A],                                     "0"   "1-f"     RESERVED_BITS;
    [0x7A, 0x7C, 0x9E],                         "1-f" "0-f"     RESERVED_BITS;
    [0x7B],                                     "1-f" "089a"    RESERVED_BITS;
    [0x8D],                                     "1-f" "7"       RESERVED_BITS;
}

/// Returns the hole that contains a first word; `None` if the word begins an instruction.
pub(crate) fn hole(word: u16) -> Option<&'static Hole> {
    HOLES.iter().find(|hole| hole.contains(word))
}

impl Hole {
    /// Returns true if the hole contains a first word.
    pub(crate) fn contains(&self, word: u16) -> bool {
        let [opcode, rest] = word.to_be_bytes();
        let has = |set: u16, nibble: u8| set >> nibble & 1 != 0;
        self.opcodes.contains(&opcode) && has(self.high, rest >> 4) && has(self.low, rest & 15)
    }
}

/// Parses a set of nibbles in ascending order: `"0-79a-f"` contains all except 8.
const fn nibbles(text: &str) -> u16 {
    let text = text.as_bytes();
    let mut set = 0_u16;
    let mut at = 0;
    while at < text.len() {
        let first = nibble(text[at]);
        let range = at + 1 < text.len() && text[at + 1] == b'-';
        at += if range { 2 } else { 0 };
        let last = nibble(text[at]);
        assert!(first <= last && set >> first == 0, "ascending digits and ranges");
        let mut value = first;
        while value <= last {
            set |= 1 << value;
            value += 1;
        }
        at += 1;
    }
    set
}

const fn nibble(digit: u8) -> u8 {
    match digit {
        b'0'..=b'9' => digit - b'0',
        b'a'..=b'f' => digit - b'a' + 10,
        _ => panic!("a hexadecimal digit in lower case"),
    }
}
