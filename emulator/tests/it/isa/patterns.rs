//! Bit patterns, as the manual writes them.

use z8000::isa::{Field, Pattern};

#[test]
fn reads_fixed_bits_and_fields() {
    let text = "1011 1011 SSSS 1000 0000 rrrr dddd cccc";
    let pattern = Pattern::parse(text);
    assert_eq!(pattern.to_string(), text);
    assert_eq!(pattern.words(), 2);
    assert_eq!((pattern.mask(0), pattern.value(0)), (0xFF0F, 0xBB08));
    assert_eq!((pattern.mask(1), pattern.value(1)), (0xF000, 0x0000));
    let field = pattern.field(b'r').expect("r is a field");
    assert_eq!((field.word, field.shift, field.width, field.nonzero), (1, 8, 4, false));
    assert_eq!(field.get(0x0A00), 10);
    assert!(pattern.field(b's').expect("s is a field").nonzero);
    assert!(pattern.field(b'x').is_none());
}

#[test]
fn capitals_exclude_zero() {
    let pattern = Pattern::parse("0000 0001 SSSS dddd");
    assert!(pattern.matches(0, 0x0110));
    assert!(!pattern.matches(0, 0x010F));
    assert!(!pattern.matches(0, 0x0210));
}

#[test]
fn a_field_may_be_narrow() {
    let pattern = Pattern::parse("1011 0011 dddd 00n0");
    assert_eq!(pattern.field(b'n').map(Field::mask), Some(2));
    assert_eq!(
        Pattern::parse("1110 cccc pppp pppp").field(b'p').map(Field::mask),
        Some(0xFF)
    );
}
