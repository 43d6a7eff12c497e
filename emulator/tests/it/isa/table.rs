//! Every first word belongs to one form or one named hole, and decoding loses no information.

use std::collections::HashSet;

use z8000::isa::{
    Address, BY_SECOND_WORD, DecodeError, FORMS, Form, Mode, Operation, UNDEFINED, decode, form_index,
    form_index_table, forms_of,
};

use super::reference::generator::holes::{HOLES, hole};

const MODES: [Mode; 2] = [Mode::Nonsegmented, Mode::Segmented];

/// Returns second words: all that a block or shift instruction may have, and the ones next to them.
fn second_words() -> impl Iterator<Item = u16> {
    let low = 0..=0xFFF;
    low.chain((0..16).map(|bit| 1 << bit))
        .chain(0xFFC0..=0xFFFF)
        .chain([0x8000, 0xABAB])
}

fn candidates(first: u16) -> Vec<&'static Form> {
    FORMS.iter().filter(|form| form.pattern.matches(0, first)).collect()
}

/// Returns true if no second word belongs to both.
fn distinguished(one: &Form, other: &Form) -> bool {
    let fixed = one.pattern.mask(1) & other.pattern.mask(1);
    (one.pattern.value(1) ^ other.pattern.value(1)) & fixed != 0
}

#[test]
fn forms_do_not_overlap() {
    for first in 0..=0xFFFF {
        match candidates(first)[..] {
            [] | [_] => {}
            [one, other] if distinguished(one, other) => {}
            // One word among the extended instructions has its own name.
            [brk, _] if brk.operation == Operation::Brk => {}
            ref forms => panic!("{first:04x} begins {forms:?}"),
        }
    }
}

#[test]
fn every_first_word_is_a_form_or_one_hole() {
    for first in 0..=0xFFFF {
        let holes = HOLES.iter().filter(|hole| hole.contains(first)).count();
        let expected = usize::from(candidates(first).is_empty());
        assert_eq!(holes, expected, "holes of {first:04x}");
        assert_eq!(hole(first).is_some(), form_index(first, 0).is_none(), "{first:04x}");
    }
}

#[test]
fn lookup_agrees_with_the_patterns() {
    for first in 0..=0xFFFF {
        let entry = form_index_table()[usize::from(first)];
        let shared = entry != UNDEFINED && entry & BY_SECOND_WORD != 0;
        for form in candidates(first) {
            let second = form.pattern.value(1);
            let found = form_index(first, second).map(|index| FORMS[index].operation);
            let named = found == Some(Operation::Brk);
            assert!(named || found == Some(form.operation), "{first:04x} {second:04x}");
            assert!(shared || named || form_index(first, !second) == form_index(first, second));
        }
    }
}

#[test]
fn decoding_and_encoding_again_gives_the_same_words() {
    let tails = [[0x1234, 0x5678], [0x8100, 0xFFFE], [0x5A5A, 0x0000]];
    let at = Address::flat(0x4000);
    let mut decoded = 0_u64;
    let mut forms = HashSet::new();
    for mode in MODES {
        for first in 0..=0xFFFF {
            let both = candidates(first).iter().any(|form| form.pattern.words() == 2);
            let mut check = |words: [u16; 4]| {
                if let Ok(instruction) = decode(&words, at, mode) {
                    let again = instruction.form.encode(instruction.values(), at, mode);
                    let length = usize::from(instruction.length / 2);
                    assert_eq!(again.as_deref(), Ok(&words[..length]), "{instruction}");
                    decoded += 1;
                    assert!(
                        [true, false]
                            .iter()
                            .any(|&short| { instruction.form.length(mode, short) == 2 * length })
                    );
                    forms.insert(std::ptr::from_ref(instruction.form));
                }
            };
            for [second, third] in tails {
                check([first, second, third, 0x0042]);
            }
            if both {
                second_words().for_each(|second| check([first, second, 0x8100, 0x1234]));
            }
        }
    }
    println!("{decoded} instructions decoded and encoded again");
    assert_eq!(forms.len(), FORMS.len(), "every form has been decoded");
}

/// The bytes that contain the operands, as drawn in the manual.
#[test]
fn operands_are_in_their_bytes() {
    let (nonsegmented, segmented) = (Mode::Nonsegmented, Mode::Segmented);
    let rows: [(&[u16], Mode, bool, &[usize]); 13] = [
        // LDB RH1,#5 is C1 05, LDK R1,#5 is BD 15, JR Z,8 is E6 08: a register, a number, a condition.
        (&[0xC105], nonsegmented, false, &[0, 1]),
        (&[0xBD15], nonsegmented, false, &[1, 1]),
        (&[0xE608], nonsegmented, false, &[0, 1]),
        // DJNZ R1,.. is F1 8x, and CALR D0 00, with the distance in both bytes.
        (&[0xF181], nonsegmented, false, &[0, 1]),
        (&[0xD010], nonsegmented, false, &[0]),
        // LD R1,#7 is 21 01 00 07; LD 1000h,R1 has its address first; in LDL RR0,#7, the number has two words.
        (&[0x2101, 7], nonsegmented, false, &[1, 2]),
        (&[0x6F01, 0x1000], nonsegmented, false, &[2, 1]),
        (&[0x1400, 0, 7], nonsegmented, false, &[1, 2]),
        // LDM R3,@R4,#2 is 1C 41 03 01; in LDM R3,1000h,#2, the address follows.
        (&[0x1C41, 0x0301], nonsegmented, false, &[2, 1, 3]),
        (&[0x5C01, 0x0301, 0x1000], nonsegmented, false, &[2, 4, 3]),
        // LD 1000h,#7 is 4D 05 10 00 00 07, with two words for a long segmented address, and one for a short one.
        (&[0x4D05, 0x1000, 7], nonsegmented, false, &[2, 4]),
        (&[0x4D05, 0x8100, 0x1000, 7], segmented, false, &[2, 6]),
        (&[0x4D05, 0x0110, 7], segmented, true, &[2, 4]),
    ];
    for (words, mode, short, expected) in rows {
        let instruction = decode(words, Address::default(), mode).expect("an instruction");
        let bytes: Vec<usize> = (0..expected.len())
            .map(|operand| instruction.form.byte_of(operand, mode, short))
            .collect();
        assert_eq!(bytes, expected, "{instruction}");
        assert_eq!(instruction.form.length(mode, short), 2 * words.len(), "{instruction}");
        assert_eq!(usize::from(instruction.length), 2 * words.len(), "{instruction}");
    }
}

#[test]
fn truncated_input_is_not_undefined_input() {
    let at = Address::default();
    let long = [0x5C11, 0x0405, 0x8100, 0x1234];
    assert_eq!(decode(&long, at, Mode::Segmented).map(|ldm| ldm.length), Ok(8));
    for length in 0..4 {
        let error = decode(&long[..length], at, Mode::Segmented);
        assert_eq!(error, Err(DecodeError::Truncated(length)));
    }
    assert_eq!(
        decode(&[0x3601], at, Mode::Segmented),
        Err(DecodeError::Undefined(0x3601))
    );
}

#[test]
fn forms_of_an_operation_are_all_its_forms() {
    let total: usize = Operation::ALL.iter().map(|&operation| forms_of(operation).len()).sum();
    assert_eq!(total, FORMS.len());
    for &operation in Operation::ALL {
        assert!(!forms_of(operation).is_empty(), "{operation}");
        assert!(forms_of(operation).iter().all(|form| form.operation == operation));
    }
}

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
