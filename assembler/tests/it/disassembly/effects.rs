//! The effects of instructions on the possible values of registers, as far as a jump or a table reveals them.

use z8000_asm::disassembly::Options;

use super::{built, checked, one_memory};

/// A jump through a register leads to the addresses that the instructions before it determine, and nowhere else.
#[test]
fn instructions_have_their_effects() {
    let rows = include_str!("effects.tsv").lines();
    for (lines, value) in rows.filter_map(|row| row.split_once('\t')) {
        let jump = if lines.contains("jp") { "" } else { "jp @r1" };
        let source = format!(
            "{}\n{jump}\n.org 0x70\n.rept 72\nret\n.endr\n",
            lines.replace(';', "\n")
        );
        let [bytes, _] = built(&source);
        let found = checked(one_memory(&bytes), "", Options::default()).instructions;
        let reached: Vec<String> = found
            .iter()
            .filter(|at| **at >= 0x70)
            .map(|at| format!("{at:x}"))
            .collect();
        let expected: Vec<&str> = [value].into_iter().filter(|value| *value != "-").collect();
        assert_eq!(reached, expected, "{lines}");
    }
}

/// Returns the values that a register may have after some lines, according to the manual, if it may have any value
/// before.
fn left(lines: &str, register: &str) -> Vec<u16> {
    let mut numbers: Vec<u16> = (0..=u16::MAX).collect();
    let mut compared = 0;
    for line in lines.split(';') {
        let (operation, operands) = line.split_once(' ').expect("an operation");
        let (first, second) = operands.split_once(',').unwrap_or((operands, ""));
        let number = |text: &str| -> u16 {
            let text = text.trim_start_matches('#');
            match text.strip_prefix("0x") {
                Some(digits) => u16::from_str_radix(digits, 16).expect("a number"),
                None => text.parse().expect("a number"),
            }
        };
        let byte = first.starts_with("rl") || first.starts_with("rh");
        match operation {
            "cp" | "cpb" => compared = number(second),
            "test" => compared = 0,
            "jr" => numbers.retain(|value| {
                // Every jump leaves the sequence.
                let value = if byte { value & 0xFF } else { *value };
                let (signed, other) = (value.cast_signed(), compared.cast_signed());
                !match first {
                    "ugt" => value > compared,
                    "nc" => value >= compared,
                    "c" => value < compared,
                    "ule" => value <= compared,
                    "gt" => signed > other,
                    "ge" => signed >= other,
                    "lt" => signed < other,
                    "le" => signed <= other,
                    "mi" => signed < 0,
                    other => panic!("{other}"),
                }
            }),
            _ => {
                for value in &mut numbers {
                    *value = match operation {
                        "and" => *value & number(second),
                        "andb" => *value & (0xFF00 | number(second)),
                        "clrb" => *value & 0xFF,
                        "add" if second == register => value.wrapping_add(*value),
                        "add" | "inc" => value.wrapping_add(number(second)),
                        "sub" | "dec" => value.wrapping_sub(number(second)),
                        "sla" | "sll" => *value << number(second),
                        "mult" => value.wrapping_mul(number(second)),
                        other => panic!("{other}"),
                    };
                }
            }
        }
    }
    numbers.sort_unstable();
    numbers.dedup();
    numbers
}

/// In a table of 64 addresses, the disassembler follows those that the index can select, however the index was
/// computed.
#[test]
fn tables_have_the_entries_of_their_indexes() {
    let rows = "cp r7,#5;jr ugt,out;add r7,r7|cp r7,#5;jr nc,out;add r7,r7|cp r7,#5;jr gt,out;cp r7,#0;jr lt,out;add r7,r7|\
        cp r7,#5;jr ge,out;test r7;jr mi,out;sla r7,#1|cp r7,#3;jr c,out;cp r7,#6;jr ugt,out;sub r7,#3;add r7,r7|\
        cp r7,#6;jr ugt,out;cp r7,#3;jr c,out;sub r7,#3;add r7,r7|cp r7,#3;jr ule,out;cp r7,#6;jr nc,out;sub r7,#4;add r7,r7|\
        dec r7,#1;cp r7,#4;jr ugt,out;add r7,r7|sub r7,#0x41;cp r7,#5;jr ugt,out;sla r7,#1|and r7,#7;add r7,r7|\
        and r7,#7;sla r7,#2|and r7,#7;sll r7,#3|and r7,#3;mult rr6,#6|and r7,#6|and r7,#0xc|and r7,#0x18|and r7,#0x40|\
        and r7,#3;inc r7,#2;add r7,r7|and r7,#3;add r7,#4;add r7,r7|and r7,#7;add r7,r7;add r7,#0x10|\
        and r7,#0xe;add r7,#0x60|and r7,#3;sla r7,#1;inc r7,#16|cp r7,#4;jr ugt,out;sla r7,#3|\
        cp r7,#4;jr ge,out;cp r7,#1;jr lt,out;dec r7,#1;sla r7,#1|cp r7,#4;jr le,out;cp r7,#9;jr gt,out;sub r7,#5;sla r7,#1|\
        cp r7,#20;jr ugt,out;cp r7,#15;jr c,out;sla r7,#1|clrb rh7;cpb rl7,#5;jr ugt,out;add r7,r7|\
        clrb rh7;cpb rl7,#6;jr nc,out;sla r7,#1|andb rl7,#3;clrb rh7;add r7,r7|cp r7,#31;jr ugt,out;mult rr6,#4|\
        cp r7,#2;jr ugt,out;mult rr6,#10|cp r7,#2;jr ugt,out;add r7,r7;add r7,r7|and r7,#3;dec r7,#3;add r7,#5;add r7,r7|\
        cp r7,#63;jr ugt,out;add r7,r7|cp r7,#0;jr ugt,out;add r7,r7|cp r7,#1;jr c,out;cp r7,#1;jr ugt,out;add r7,r7";
    for lines in rows.split('|') {
        // Each target is a RET, which only the table refers to.
        let table: String = (0..64)
            .map(|number| format!(".word {:#x}\n", 0x300 + 4 * number))
            .collect();
        let source = format!(
            "{}\nld r1,table(r7)\njp @r1\nout: ret\n.org 0x200,0x0f\ntable:\n{table}.org 0x300,0x0f\n.rept 64\nret\n.word 0x0f0f\n.endr\n",
            lines.replace(';', "\n")
        );
        let [bytes, _] = built(&source);
        let found = checked(one_memory(&bytes), "", Options::default()).instructions;
        let reached: Vec<u32> = found.into_iter().filter(|at| *at >= 0x300).collect();
        let expected: Vec<u32> = left(lines, "r7")
            .iter()
            .map(|offset| 0x300 + 2 * u32::from(*offset))
            .collect();
        assert_eq!(reached, expected, "{lines}");
    }
}
