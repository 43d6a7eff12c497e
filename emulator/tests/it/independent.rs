//! Every row of the instruction table has expected clocks and flags from another source. The processor is generated
//! from the rows, so that a wrong value in a row also changes the processor; only these tests detect it.

use std::collections::BTreeMap;

use z8000::isa::{FORMS, FlagSet, Form, Kind, Operand, Operation};

use crate::{instructions, measured};

#[test]
fn every_form_has_the_clocks_that_were_printed() {
    let printed = include_str!("printed-clocks.tsv").lines();
    let mut printed: Vec<String> = printed
        .filter(|line| !line.starts_with('#'))
        .map(|line| {
            let columns: Vec<&str> = line.split(" | ").map(str::trim).collect();
            columns.join(" | ")
        })
        .collect();
    let mut rows: Vec<String> = FORMS
        .iter()
        .map(|form| {
            let [nonsegmented, short, long] =
                [form.clocks.nonsegmented, form.clocks.short, form.clocks.long].map(|formula| formula.to_string());
            if nonsegmented == short && short == long {
                format!("{form} | {nonsegmented}")
            } else {
                format!("{form} | {nonsegmented} | {short} | {long}")
            }
        })
        .collect();
    printed.sort();
    rows.sort();
    let wrong: Vec<_> = rows.iter().filter(|row| !printed.contains(row)).collect();
    assert!(
        wrong.is_empty(),
        "rows with other clocks than printed-clocks.tsv: {wrong:#?}"
    );
    assert_eq!(rows, printed);
}

/// Returns true for operations whose flags are not tested.
fn is_exempt(operation: Operation) -> bool {
    use Operation as O;
    match operation {
        // These operations trap, or are for a unit that is not connected.
        O::Sc | O::Bpt | O::Brk | O::Ext0e | O::Ext0f | O::Ext4e | O::Ext4f | O::Ext8e | O::Ext8f => true,
        // Every instruction calculated by hand is followed by a HALT.
        O::Halt => true,
        _ => false,
    }
}

/// Returns the operation, and whether it loads a control register; all forms with the same key change the same flags.
fn key(form: &Form) -> (Operation, bool) {
    let control = |operand: &Operand| matches!(operand.kind, Kind::Control | Kind::ControlByte);
    (form.operation, form.operands.first().is_some_and(control))
}

#[test]
fn every_operation_is_expected_to_change_the_flags_of_its_rows() {
    let measured = measured::lines().filter_map(|line| {
        let changed = line.fcw_out? ^ line.fcw_in;
        Some((measured::instruction(&line).form, changed))
    });
    let mut seen = BTreeMap::new();
    for (form, changed) in measured.chain(instructions::changed_flags()) {
        *seen.entry(key(form)).or_insert(FlagSet::empty()) |= FlagSet::from_bits_truncate(changed as u8);
    }
    let mut wrong = Vec::new();
    for form in FORMS.iter().filter(|form| !is_exempt(form.operation)) {
        match seen.get(&key(form)) {
            None => wrong.push(format!("{form}: no expectation")),
            Some(&seen) if seen != form.flags => {
                wrong.push(format!(
                    "{form}: the row names {:?}, expected to change {seen:?}",
                    form.flags
                ));
            }
            Some(_) => {}
        }
    }
    assert!(wrong.is_empty(), "{wrong:#?}");
}
