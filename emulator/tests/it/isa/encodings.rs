//! Agreement with GNU as and GNU objdump on the files in the folder that Z8000_SHARED names.

use std::process::Command;

use serde_json::Value as Json;
use z8000::isa::{Address, Instruction, Mode, decode, names};

use crate::shared::{folder, lines, read};

fn words(line: &Json) -> Vec<u16> {
    let bytes = line["bytes"].as_str().expect("bytes");
    let word = |at| u16::from_str_radix(&bytes[at..at + 4], 16).expect("hexadecimal");
    (0..bytes.len()).step_by(4).map(word).collect()
}

/// Returns an instruction's text in a uniform spelling, and its numbers separately.
fn normal(text: &str, here: i64) -> (String, Vec<i64>) {
    let (mut rest, mut numbers) = (String::new(), Vec::new());
    let text = text.replace(".+", "!").replace(".-", "!-").replace('.', "!0");
    let is_delimiter = |c: char| " ,()@#|<>!".contains(c);
    for token in text.split_inclusive(is_delimiter) {
        let word = token.trim_end_matches(is_delimiter);
        let delimiter = &token[word.len()..];
        let relative = rest.ends_with('!');
        match number(word) {
            Some(number) if relative => {
                rest.pop();
                numbers.push(here + number);
                rest.push('0');
            }
            Some(number) => {
                numbers.push(number);
                rest.push('0');
            }
            None => rest.push_str(&canonical(word)),
        }
        rest.push_str(delimiter);
    }
    (rest.replace(" t,", " ").replace("ret t", "ret"), numbers)
}

fn number(word: &str) -> Option<i64> {
    if let Some(character) = word.strip_prefix('\'') {
        return character.bytes().next().map(i64::from);
    }
    let (sign, digits) = word.strip_prefix('-').map_or((1, word), |digits| (-1, digits));
    let value = match digits.strip_prefix("0x") {
        // objdump sign-extends numbers to 64 bits.
        Some(digits) => u64::from_str_radix(digits, 16).map(u64::cast_signed),
        None => digits.parse(),
    };
    value.ok().map(|value| sign * value)
}

/// Replaces conditions and control registers by their first names; flags and mnemonics do not change.
fn canonical(word: &str) -> String {
    // objdump writes some conditions with both names.
    let word = word.split('/').next().unwrap_or(word);
    let condition = (word.len() > 1).then(|| names::condition(word)).flatten();
    let control = names::control(word).and_then(names::control_name);
    let name = condition
        .map(|code| names::CONDITIONS[usize::from(code)][0])
        .or(control);
    match word {
        "z" => "eq".into(),
        _ => name.unwrap_or(word).to_string(),
    }
}

/// Returns true if the spelling is the same, and the numbers are the same in the width of their field.
fn same_text(found: &Instruction, expected: &str, here: i64) -> bool {
    let ordered = |text: &str| match text.split_once(' ') {
        // The names of a set may be in any order.
        Some((name @ ("ei" | "setflg" | "resflg" | "comflg"), set)) => {
            let mut set: Vec<&str> = set.split(',').map(|f| if f == "p" { "v" } else { f }).collect();
            set.sort_unstable();
            format!("{name} {}", set.join(","))
        }
        _ => text.to_string(),
    };
    let (found, expected) = (ordered(&found.to_string()), ordered(expected));
    let ((text, numbers), (other, others)) = (normal(&found, here), normal(&expected, here));
    let same = |(a, b): (&i64, &i64)| [0, 1 << 8, 1 << 16, 1 << 32].contains(&(a - b));
    text == other && numbers.len() == others.len() && numbers.iter().zip(&others).all(same)
}

fn encoded_again(found: &Instruction, at: Address) -> Vec<u16> {
    let words = found.form.encode(found.values(), at, found.mode);
    words.unwrap_or_else(|error| panic!("{found}: {error}")).to_vec()
}

#[test]
#[ignore = "needs the encodings of GNU as and objdump: set Z8000_SHARED"]
fn encodings_of_gnu_as() {
    let folder = folder("isa");
    for (file, mode, text) in [
        ("enc-z8002.jsonl", Mode::Nonsegmented, "asm"),
        ("enc-z8001.jsonl", Mode::Segmented, "asm"),
        ("enc-z8001-short.jsonl", Mode::Segmented, ""),
    ] {
        let mut lines = read(&folder.join(file));
        let all = lines.len();
        lines.retain(|line| !is_right_shift_by_nothing(line));
        assert!(all - lines.len() <= SHIFTS, "{} shifts by nothing", all - lines.len());
        for line in &lines {
            let (here, words) = (line["pc"].as_u64().unwrap_or(0x1000) as u16, words(line));
            let at = match mode {
                Mode::Nonsegmented => Address::flat(here),
                Mode::Segmented => Address::segmented(0, here),
            };
            let found = decode(&words, at, mode).unwrap_or_else(|error| panic!("{line}: {error}"));
            assert_eq!(encoded_again(&found, at), words, "{line}");
            // One word has another name as well.
            let expected = line[text].as_str().filter(|text| *text != "ext0f #12");
            if let Some(expected) = expected {
                let image = if mode == Mode::Segmented { 1 << 31 } else { 0 };
                let here = i64::from(here) + image;
                assert!(same_text(&found, expected, here), "{line}: {found}");
            }
        }
        println!("{file}: {} lines", lines.len());
    }
}

/// The number of lines in a file with a right shift by 0.
const SHIFTS: usize = 3;

/// Returns true for a right shift by 0, which GNU as encodes as a shift by 256, which is not an instruction.
fn is_right_shift_by_nothing(line: &Json) -> bool {
    let text = line["asm"].as_str().expect("asm");
    text.starts_with("sr") && text.ends_with(",#0")
}

#[test]
#[ignore = "needs the encodings of GNU as and objdump: set Z8000_SHARED"]
fn disassembly_of_gnu_objdump() {
    let folder = folder("isa");
    let unpacked = Command::new("gzip")
        .arg("-dc")
        .arg(folder.join("dis-z8002.jsonl.gz"))
        .output();
    let unpacked = unpacked.expect("gzip runs");
    assert!(unpacked.status.success(), "gzip unpacks dis-z8002.jsonl.gz");
    let lines = lines(&String::from_utf8(unpacked.stdout).expect("UTF-8"));
    let at = Address::flat(0x1000);
    let (mut agreed, mut stricter, mut undefined) = (0, 0, 0);
    for line in &lines {
        let (words, text) = (words(line), line["text"].as_str().expect("text"));
        let found = decode(&words, at, Mode::Nonsegmented);
        match (found, line["undef"].as_bool() == Some(true)) {
            (Ok(found), false) => {
                assert!(same_text(&found, text, 0x1000), "{line}: {found}");
                assert_eq!(encoded_again(&found, at), words, "{line}");
                agreed += 1;
            }
            // objdump has no name for the extended instructions with an address.
            (Ok(found), true) => {
                assert!(found.to_string().starts_with("ext4"), "{line}: {found}");
                undefined += 1;
            }
            (Err(_), true) => undefined += 1,
            (Err(error), false) => {
                assert!(is_lossy(&words, text), "{line}: {error}");
                stricter += 1;
            }
        }
    }
    println!(
        "{} lines: {agreed} alike, {undefined} undefined, {stricter} of which the text loses bits",
        lines.len()
    );
    assert!(
        stricter * 100 <= STRICTER * lines.len(),
        "{stricter} lines are not compared"
    );
    assert!(
        undefined * 100 <= UNDEFINED * lines.len(),
        "{undefined} lines are undefined"
    );
}

/// The maximum numbers of lines in 100 that lose bits, or that are not defined.
const STRICTER: usize = 11;
const UNDEFINED: usize = 6;

/// Returns true if objdump's text omits bits, so that assembling it would not give the same words, or if an operand is
/// missing or is one that the assembler rejects.
fn is_lossy(words: &[u16], text: &str) -> bool {
    let second = words.get(1).copied().unwrap_or(0);
    let [high, low] = second.to_be_bytes();
    let last = words.last().copied().unwrap_or(0).to_be_bytes();
    let mnemonic = text.split(' ').next().unwrap_or(text);
    if text.split([' ', ',', '@']).any(is_misaligned) {
        return true;
    }
    match mnemonic {
        "setflg" | "resflg" | "comflg" => text == mnemonic,
        "ei" | "di" => words[0] & 3 == 3 || words[0] & 8 != 0,
        "ldctl" => text.contains("<invld>") || text.contains("flags"),
        "bitb" | "setb" | "resb" => words[0] & 8 != 0,
        "sllb" | "slab" => high != 0 || low > 8,
        "srlb" | "srab" => high != 0 || !(0xF8..=0xFF).contains(&low),
        "sll" | "sla" => second > 16,
        "srl" | "sra" => second < 0xFFF0,
        "slll" | "slal" => second > 32,
        "srll" | "sral" => second < 0xFFE0,
        _ if mnemonic.ends_with('b') && text.contains('#') => last[0] != last[1],
        _ => false,
    }
}

/// Returns true for a pair or quadruple with an invalid first register, which as rejects.
fn is_misaligned(register: &str) -> bool {
    let number = |prefix| register.strip_prefix(prefix)?.parse::<u8>().ok();
    number("rr").is_some_and(|n| n % 2 != 0) || number("rq").is_some_and(|n| n % 4 != 0)
}
