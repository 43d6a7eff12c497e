//! Addresses: their numbers, their notation, and their limits.

use z8000_debugger::machine::Address;

#[test]
fn numbers_are_linear_or_those_of_register_pairs() {
    let at = |number| Address::of(number, true);
    assert_eq!(at(0x5_1234), Some(Address::segmented(5, 0x1234)));
    assert_eq!(at(0x8500_1234), Some(Address::segmented(5, 0x1234)));
    assert_eq!(at(0x0500_1234), Some(Address::segmented(5, 0x1234)));
    assert_eq!(at(0x1234), Some(Address::segmented(0, 0x1234)));
    assert_eq!(at(0x7F_FFFF), Some(Address::segmented(127, 0xFFFF)));
    for number in [-1, 0x80_0000, 1 << 32] {
        assert_eq!(at(number), None, "{number:#x}");
    }
    assert_eq!(Address::of(0xFFFF, false), Some(Address::flat(0xFFFF)));
    assert_eq!(Address::of(0x1_0000, false), None);
}

#[test]
fn an_address_is_written_as_the_assembler_reads_it() {
    assert_eq!(Address::segmented(5, 0x12).to_string(), "<<5>>0x0012");
    assert_eq!(Address::flat(0x12).to_string(), "0012");
    assert_eq!(format!("{:#06x}", Address::flat(0x12)), "0x0012");
}

#[test]
fn offsets_stay_in_their_segment() {
    let last = Address::segmented(3, 0xFFFE);
    assert_eq!(last.plus(4), Address::segmented(3, 2));
    assert_eq!(last.checked_add(4), None);
    assert_eq!((last.room(), last.linear()), (2, 0x3_FFFE));
}
