//! The values of random expressions.

use std::fs;

use z8000_asm::{Memory, Options, assemble};
use z8000_tests::Random;

use super::tools::{run, work};

/// Binary operators; unary operators and operands follow. `!=` is omitted: in data `!` begins a comment.
const BINARY: [&str; 18] = [
    "*", "/", "%", "<<", ">>", "|", "^", "&", "+", "-", "==", "<>", "<", "<=", ">", ">=", "&&", "||",
];
const UNARY: [&str; 6] = ["", "", "", "-", "~", "+"];
const NUMBERS: [&str; 10] = [
    "0",
    "1",
    "2",
    "3",
    "5",
    "7",
    "63",
    "0xff",
    "0x8000",
    "0x123456789abcdef",
];

/// Number of expressions that are compared.
const EXPRESSIONS: usize = 20_000;

/// Returns an expression with up to eight operands, a few of them in brackets.
fn expression(random: &mut Random) -> String {
    let mut text = String::new();
    let mut open = 0;
    for index in 0..2 + random.below(7) {
        if index > 0 {
            text += [" ", ""][random.below(2)];
            text += BINARY[random.below(BINARY.len())];
            text += " ";
        }
        text += UNARY[random.below(UNARY.len())];
        if random.below(8) == 0 {
            text += "(";
            open += 1;
        }
        text += NUMBERS[random.below(NUMBERS.len())];
        if open > 0 && random.below(3) == 0 {
            text += ")";
            open -= 1;
        }
    }
    text + &")".repeat(open)
}

/// Returns the value of an expression; `None` if it is rejected: for these, GNU as prints a warning and continues with
/// another number.
fn value(expression: &str) -> Option<i64> {
    let source = format!("\t.equ value, {expression}\n");
    match assemble(&Memory::new([("value.s", &*source)]), "value.s", &Options::default()) {
        Ok(assembly) => Some(assembly.symbols["value"].value),
        Err(errors) => {
            let message = &errors.list[0].message;
            let refused = ["division by zero", "the shift count is negative"].contains(&&**message);
            assert!(refused, "{expression}: {message}");
            None
        }
    }
}

#[test]
#[ignore = "needs GNU binutils for z8k-coff on the PATH"]
fn random_expressions_have_the_values_of_gnu_as() {
    let work = work("gnu-expressions");
    let mut random = Random(1986);
    let all = (0..EXPRESSIONS).map(|_| expression(&mut random));
    let drawn: Vec<(String, i64)> = all.filter_map(|text| value(&text).map(|value| (text, value))).collect();
    // The expressions of the table are compared, too.
    let rows = include_str!("../../../../assembler/tests/expressions.tsv").lines();
    let rows = rows.filter_map(|row| row.split_once('\t'));
    let table = rows.map(|(value, text)| (text.to_owned(), value.parse::<i64>().expect("a number")));
    let known: Vec<(String, i64)> = table.chain(drawn.iter().cloned()).collect();
    let source: String = known.iter().map(|(text, _)| format!("\t.quad {text}\n")).collect();
    fs::write(work.join("values.s"), source).expect("a source");
    run(&work, "z8k-coff-as", &["-z8002", "values.s", "-o", "values.o"]).unwrap_or_else(|error| panic!("{error}"));
    let copy = ["-O", "binary", "-j", ".text", "values.o", "values.bin"];
    run(&work, "z8k-coff-objcopy", &copy).unwrap_or_else(|error| panic!("{error}"));
    let gnu = fs::read(work.join("values.bin")).expect("values");
    assert!(gnu.len() >= 8 * known.len());
    for ((text, ours), gnu) in known.iter().zip(gnu.chunks_exact(8)) {
        assert_eq!(&ours.to_be_bytes()[..], gnu, "{text}");
    }
    println!(
        "{} expressions agree with GNU as, {} are refused here",
        known.len(),
        EXPRESSIONS - drawn.len()
    );
    assert!(drawn.len() > EXPRESSIONS / 2);
}
