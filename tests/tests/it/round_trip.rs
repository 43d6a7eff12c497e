//! The assembler and the disassembler reverse each other, and the assembler handles invalid input.

use z8000::isa::{Address, Mode, disassemble};
use z8000_asm::{AddressSpace, Memory, Options, assemble};
use z8000_tests::{Random, assembled};

#[test]
fn disassembled_words_assemble_to_themselves() {
    let mut random = Random(1986);
    let mut instructions = 0;
    for _ in 0..25 {
        let words: Vec<u16> = (0..8_000).map(|_| random.bits() as u16).collect();
        let mut source = String::from("\t.z8002\n");
        let mut at = 0;
        while at < words.len() {
            let here = Address::flat(2 * at as u16);
            let known = disassemble(&words[at..], here, Mode::Nonsegmented);
            instructions += usize::from(known.is_some());
            let (text, length) = known.unwrap_or_else(|| (format!(".word {:#06x}", words[at]), 2));
            source += &format!("\t{text}\n");
            at += length / 2;
        }
        let assembly = assembled(&source, &Options::default());
        let bytes: Vec<u8> = words.iter().flat_map(|word| word.to_be_bytes()).collect();
        assert_eq!(
            assembly.image(Some(AddressSpace::Program)).expect("a small program"),
            bytes
        );
    }
    assert!(instructions >= 100_000, "only {instructions} instructions");
}

/// Fragments of the language, which are combined at random; a tilde separates them.
const PIECES: &str = "ld~ldb~jr~jp~call~inc~sla~sra~ldm~setflg~ei~in~cpir~ret~ ~ ~\t~,~,~#~@~(~)~|~<<~>>~%~+~-~*~/~=~:~r1~\
    rr2~rq4~rl0~r16~rr3~1~0~0x7fff~-1~99999999999~1b~1f~x~.~\\~\\@~\"~'~!~/*~*/~\n~\n~.macro x\n~\
    .endm\n~.rept 3\n~.endr\n~.if x\n~.endif\n~.org 5\n";

#[test]
fn nonsense_is_refused_and_never_more_than_that() {
    let mut random = Random(300);
    let pieces: Vec<&str> = PIECES.split('~').collect();
    let mut refused = 0;
    for _ in 0..20_000 {
        let mut source = String::new();
        for _ in 0..random.below(30) {
            if random.below(20) == 0 {
                source.push(char::from(random.bits() as u8));
            } else {
                source += pieces[random.below(pieces.len())];
            }
        }
        let sources = Memory::new([("nonsense.s", source.as_str())]);
        if let Err(errors) = assemble(&sources, "nonsense.s", &Options::default()) {
            assert!(!errors.to_string().is_empty());
            refused += 1;
        }
    }
    assert!(refused > 10_000, "only {refused} of 20000 were refused");
}
