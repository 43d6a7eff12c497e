//! Operands that the encoder rejects, and its messages.

use z8000::isa::{Address, EncodeError, Kind, Mode, Operation, Reason, Value, forms_of};

const AT: Address = Address { segment: 0, offset: 0x1000, short: false };

/// Returns the error of encoding the form with operands of these kinds.
fn error(operation: Operation, kinds: &[Kind], values: &[Value], mode: Mode) -> Option<String> {
    let form = forms_of(operation)
        .iter()
        .find(|form| {
            form.operands
                .iter()
                .map(|operand| operand.kind)
                .eq(kinds.iter().copied())
        })
        .expect("the form exists");
    form.encode(values, AT, mode).err().map(|error| error.to_string())
}

fn target(offset: u16) -> Value {
    Value::Target(Address::flat(offset))
}

#[test]
fn numbers_out_of_range() {
    let cases = [
        (Operation::Ld, Kind::Immediate16, -32769, "-32768 to 65535"),
        (Operation::Addb, Kind::Immediate8, 256, "-128 to 255"),
        (Operation::Ldk, Kind::Nibble, 16, "0 to 15"),
        (Operation::Inc, Kind::Count, 0, "1 to 16"),
        (Operation::Bitb, Kind::ByteBit, 16, "0 to 15"),
        (Operation::Rl, Kind::Rotation, 3, "1 to 2"),
        (Operation::Sll, Kind::ShiftLeft, 17, "0 to 16"),
        (Operation::Srlb, Kind::ShiftRight, 9, "1 to 8"),
        (Operation::Sra, Kind::ShiftRight, 0, "1 to 16"),
        (Operation::Srll, Kind::ShiftRight, 33, "1 to 32"),
    ];
    for (operation, kind, number, range) in cases {
        let register = match operation {
            Operation::Addb | Operation::Bitb | Operation::Srlb => Kind::Byte,
            Operation::Srll => Kind::Long,
            _ => Kind::Word,
        };
        let values = [Value::Register(2), Value::Immediate(number)];
        let error = error(operation, &[register, kind], &values, Mode::Nonsegmented);
        let expected = format!("operand 2: {number} is outside the range {range}");
        assert_eq!(error.as_deref(), Some(&*expected));
    }
}

#[test]
fn registers() {
    let long = &[Kind::Long, Kind::Long];
    let indirect = &[Kind::Word, Kind::Indirect];
    let pair = |a, b| [Value::Register(a), Value::Register(b)];
    let plain = Mode::Nonsegmented;
    let misaligned = "register 3 cannot start a group of 2: it is not a multiple of 2";
    assert_eq!(
        error(Operation::Ldl, long, &pair(2, 3), plain),
        Some(format!("operand 2: {misaligned}"))
    );
    assert_eq!(error(Operation::Ld, indirect, &pair(2, 3), plain), None);
    assert!(error(Operation::Ld, indirect, &pair(2, 3), Mode::Segmented).is_some());
    assert!(error(Operation::Ld, indirect, &pair(2, 16), plain).is_some());
    let zero = error(Operation::Ld, indirect, &pair(2, 0), plain).expect("an error");
    assert!(zero.starts_with("operand 2: register 0 cannot be used here"), "{zero}");
}

#[test]
fn relative_targets() {
    let reaches = [
        (Operation::Jr, 0x1000 - 254, 0x1000 + 256),
        (Operation::Calr, 0x1000 - 4092, 0x1000 + 4098),
        (Operation::Djnz, 0x1000 - 252, 0x1000 + 2),
    ];
    for (operation, first, last) in reaches {
        let form = &forms_of(operation)[0];
        let encode = |offset| {
            let values = match operation {
                Operation::Jr => vec![Value::Condition(8), target(offset)],
                Operation::Calr => vec![target(offset)],
                _ => vec![Value::Register(1), target(offset)],
            };
            form.encode(&values, AT, Mode::Nonsegmented).map(|words| words.len())
        };
        assert_eq!((encode(first), encode(last)), (Ok(1), Ok(1)), "{operation}");
        let far = |offset: u16| Reason::TooFar {
            distance: i32::from(offset) - 0x1000,
            min: i32::from(first) - 0x1000,
            max: i32::from(last) - 0x1000,
        };
        let operand = form.operands.len() - 1;
        for offset in [first - 2, last + 2] {
            let reason = far(offset);
            assert_eq!(encode(offset), Err(EncodeError::Operand { operand, reason }));
        }
        let reason = Reason::OddTarget;
        assert_eq!(encode(0xFFF), Err(EncodeError::Operand { operand, reason }));
    }
}

#[test]
fn addresses_and_sets() {
    let short = Address { segment: 1, offset: 0x100, short: true };
    let values = [Value::Register(1), Value::Address(short)];
    let kinds = &[Kind::Word, Kind::Direct];
    assert_eq!(
        error(Operation::Ld, kinds, &values, Mode::Segmented).as_deref(),
        Some("operand 2: segment 1 with offset 0x100 does not fit this form of address")
    );
    let elsewhere = Value::Target(Address::segmented(2, 0x1000));
    assert!(error(Operation::Calr, &[Kind::Relative12], &[elsewhere], Mode::Segmented).is_some());
    assert!(
        error(
            Operation::Setflg,
            &[Kind::Flags],
            &[Value::Flags(0)],
            Mode::Nonsegmented
        )
        .is_some()
    );
    let count = forms_of(Operation::Nop)[0].encode(&values, AT, Mode::Nonsegmented);
    assert_eq!(count, Err(EncodeError::Count { expected: 0, given: 2 }));
    let sort = [Value::Register(1), Value::Immediate(5)];
    assert!(error(Operation::Ld, kinds, &sort, Mode::Nonsegmented).is_some());
}
