//! Operations: what an instruction does, one for each mnemonic.

use std::fmt;

macro_rules! operations {
    ($($($name:ident),+ : $summary:literal;)+) => {
        /// What an instruction does, with its operand size: one variant for each mnemonic.
        #[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
        pub enum Operation {
            $($(
                #[doc = concat!("`", stringify!($name), "`: ", $summary, ".")]
                $name,
            )+)+
        }

        impl Operation {
            /// All of them, in the order of the enumeration.
            pub const ALL: &[Self] = &[$($(Self::$name,)+)+];

            const MNEMONICS: &[&str] = &[$($({
                const LOWER: [u8; stringify!($name).len()] = lower(stringify!($name));
                as_str(&LOWER)
            },)+)+];

            const SUMMARIES: &[&str] = &[$($({ stringify!($name); $summary },)+)+];
        }
    };
}

operations! {
    // Load, store.
    Clr, Clrb:                                "clear";
    Ex, Exb:                                  "exchange";
    Ld, Ldb, Ldl:                             "load";
    Lda:                                      "load address";
    Ldar:                                     "load address relative";
    Ldk:                                      "load constant";
    Ldm:                                      "load multiple";
    Ldr, Ldrb, Ldrl:                          "load relative";
    Pop, Popl:                                "pop from a stack";
    Push, Pushl:                              "push on a stack";

    // Arithmetic.
    Adc, Adcb:                                "add with carry";
    Add, Addb, Addl:                          "add";
    Cp, Cpb, Cpl:                             "compare";
    Dab:                                      "decimal adjust";
    Dec, Decb:                                "decrement";
    Div, Divl:                                "divide";
    Exts, Extsb, Extsl:                       "extend sign";
    Inc, Incb:                                "increment";
    Mult, Multl:                              "multiply";
    Neg, Negb:                                "negate";
    Sbc, Sbcb:                                "subtract with carry";
    Sub, Subb, Subl:                          "subtract";

    // Logic.
    And, Andb:                                "and";
    Com, Comb:                                "complement";
    Or, Orb:                                  "or";
    Tcc, Tccb:                                "test condition code";
    Test, Testb, Testl:                       "test";
    Xor, Xorb:                                "exclusive or";

    // Bits.
    Bit, Bitb:                                "test bit";
    Res, Resb:                                "reset bit";
    Set, Setb:                                "set bit";
    Tset, Tsetb:                              "test and set";

    // Rotation, shift.
    Rl, Rlb:                                  "rotate left";
    Rlc, Rlcb:                                "rotate left through carry";
    Rldb:                                     "rotate digit left";
    Rr, Rrb:                                  "rotate right";
    Rrc, Rrcb:                                "rotate right through carry";
    Rrdb:                                     "rotate digit right";
    Sda, Sdab, Sdal:                          "shift arithmetic by a register";
    Sdl, Sdlb, Sdll:                          "shift logical by a register";
    Sla, Slab, Slal:                          "shift left arithmetic";
    Sll, Sllb, Slll:                          "shift left logical";
    Sra, Srab, Sral:                          "shift right arithmetic";
    Srl, Srlb, Srll:                          "shift right logical";

    // Blocks.
    Cpd, Cpdb:                                "compare and decrement";
    Cpdr, Cpdrb:                              "compare, decrement and repeat";
    Cpi, Cpib:                                "compare and increment";
    Cpir, Cpirb:                              "compare, increment and repeat";
    Cpsd, Cpsdb:                              "compare strings and decrement";
    Cpsdr, Cpsdrb:                            "compare strings, decrement and repeat";
    Cpsi, Cpsib:                              "compare strings and increment";
    Cpsir, Cpsirb:                            "compare strings, increment and repeat";
    Ldd, Lddb:                                "load and decrement";
    Lddr, Lddrb:                              "load, decrement and repeat";
    Ldi, Ldib:                                "load and increment";
    Ldir, Ldirb:                              "load, increment and repeat";
    Trdb:                                     "translate and decrement";
    Trdrb:                                    "translate, decrement and repeat";
    Trib:                                     "translate and increment";
    Trirb:                                    "translate, increment and repeat";
    Trtdb:                                    "translate, test and decrement";
    Trtdrb:                                   "translate, test, decrement and repeat";
    Trtib:                                    "translate, test and increment";
    Trtirb:                                   "translate, test, increment and repeat";

    // Input, output.
    In, Inb:                                  "input";
    Ind, Indb:                                "input and decrement";
    Indr, Indrb:                              "input, decrement and repeat";
    Ini, Inib:                                "input and increment";
    Inir, Inirb:                              "input, increment and repeat";
    Otdr, Otdrb:                              "output, decrement and repeat";
    Otir, Otirb:                              "output, increment and repeat";
    Out, Outb:                                "output";
    Outd, Outdb:                              "output and decrement";
    Outi, Outib:                              "output and increment";
    Sin, Sinb:                                "special input";
    Sind, Sindb:                              "special input and decrement";
    Sindr, Sindrb:                            "special input, decrement and repeat";
    Sini, Sinib:                              "special input and increment";
    Sinir, Sinirb:                            "special input, increment and repeat";
    Sotdr, Sotdrb:                            "special output, decrement and repeat";
    Sotir, Sotirb:                            "special output, increment and repeat";
    Sout, Soutb:                              "special output";
    Soutd, Soutdb:                            "special output and decrement";
    Souti, Soutib:                            "special output and increment";

    // Control.
    Call:                                     "call subroutine";
    Calr:                                     "call subroutine relative";
    Comflg:                                   "complement flags";
    Dbjnz, Djnz:                              "decrement and jump if not zero";
    Di:                                       "disable interrupts";
    Ei:                                       "enable interrupts";
    Halt:                                     "halt";
    Iret:                                     "return from interrupt";
    Jp:                                       "jump";
    Jr:                                       "jump relative";
    Ldctl, Ldctlb:                            "load control register";
    Ldps:                                     "load program status";
    Mbit:                                     "test multi-micro bit";
    Mreq:                                     "multi-micro request";
    Mres:                                     "multi-micro reset";
    Mset:                                     "multi-micro set";
    Nop:                                      "no operation";
    Resflg:                                   "reset flags";
    Ret:                                      "return from subroutine";
    Sc:                                       "system call";
    Setflg:                                   "set flags";

    // Extended.
    Bpt:                                      "breakpoint of debuggers, a reserved word to the chip";
    Brk:                                      "break of simulators, an extended instruction to the chip";
    Ext0e, Ext0f, Ext4e, Ext4f, Ext8e, Ext8f: "extended instruction";
}

impl Operation {
    /// The mnemonic, in lower case.
    #[must_use]
    pub const fn mnemonic(self) -> &'static str {
        Self::MNEMONICS[self as usize]
    }

    /// What it does, in a few words.
    #[must_use]
    pub const fn summary(self) -> &'static str {
        Self::SUMMARIES[self as usize]
    }

    /// The operation of a mnemonic, in any case.
    #[must_use]
    pub fn from_mnemonic(mnemonic: &str) -> Option<Self> {
        let wanted = key(mnemonic)?;
        SORTED
            .binary_search_by_key(&wanted, |&(key, _)| key)
            .ok()
            .map(|found| SORTED[found].1)
    }
}

impl fmt::Display for Operation {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(self.mnemonic())
    }
}

/// Mnemonics as numbers, in ascending order: a comparison is one instruction.
static SORTED: [(u64, Operation); Operation::ALL.len()] = sorted();

const fn sorted() -> [(u64, Operation); Operation::ALL.len()] {
    let mut list = [(0, Operation::ALL[0]); Operation::ALL.len()];
    let mut length = 0;
    while length < list.len() {
        let operation = Operation::ALL[length];
        let Some(key) = key(operation.mnemonic()) else {
            panic!("a mnemonic has at most eight characters");
        };
        let mut at = length;
        while at > 0 && list[at - 1].0 > key {
            list[at] = list[at - 1];
            at -= 1;
        }
        list[at] = (key, operation);
        length += 1;
    }
    list
}

/// The letters of a mnemonic, in lower case, as one number; none for what is too long to be one.
const fn key(mnemonic: &str) -> Option<u64> {
    let text = mnemonic.as_bytes();
    if text.len() > 8 {
        return None;
    }
    let mut key = 0;
    let mut at = 0;
    while at < text.len() {
        key = key << 8 | text[at].to_ascii_lowercase() as u64;
        at += 1;
    }
    Some(key)
}

const fn lower<const N: usize>(name: &str) -> [u8; N] {
    let mut text = [0; N];
    let mut at = 0;
    while at < N {
        text[at] = name.as_bytes()[at].to_ascii_lowercase();
        at += 1;
    }
    text
}

const fn as_str(text: &[u8]) -> &str {
    match std::str::from_utf8(text) {
        Ok(text) => text,
        Err(_) => panic!("an identifier is UTF-8"),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn mnemonics_are_found_in_any_case() {
        for &operation in Operation::ALL {
            let mnemonic = operation.mnemonic();
            assert_eq!(Operation::from_mnemonic(mnemonic), Some(operation));
            assert_eq!(Operation::from_mnemonic(&mnemonic.to_uppercase()), Some(operation));
        }
        for unknown in ["", "l", "ldx", "sotdrbxx", "sotdrbxxx", "лд"] {
            assert_eq!(Operation::from_mnemonic(unknown), None, "{unknown}");
        }
    }

    #[test]
    fn names_and_summaries() {
        assert_eq!(Operation::Sotdrb.mnemonic(), "sotdrb");
        assert_eq!(Operation::Ext0e.to_string(), "ext0e");
        assert_eq!(Operation::Addb.summary(), "add");
    }
}
