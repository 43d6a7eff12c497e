//! Why no form of an instruction takes its operands; and what assembles but is probably not what was meant.

use std::ops::Range;

use z8000::isa::{Form, Kind, Mode, Operation, forms_of, names};

use crate::fault::{Fault, similar};
use crate::instruction::Instruction;
use crate::operand::{Operand, Shape, in_words, is_number, matches};
use crate::register::Register;
use crate::symbols::Symbols;

/// With more forms than this, a list of them helps nobody.
const FORMS: usize = 4;

/// The fault of operands that no form of an operation takes.
pub(crate) fn mismatch(operation: Operation, mnemonic: Range<usize>, operands: &[Operand<'_>], mode: Mode) -> Fault {
    let forms = forms_of(operation);
    let misfits: Vec<(&Form, usize)> = forms
        .iter()
        .filter_map(|form| matches(form, operands, mode).err().map(|index| (form, index)))
        .collect();
    let furthest = misfits.iter().map(|misfit| misfit.1).max().unwrap_or(0);
    let note = (forms.len() <= FORMS).then(|| shapes(forms, mode));
    let wanted: Vec<&Form> = misfits
        .iter()
        .filter(|misfit| misfit.1 == furthest)
        .map(|misfit| misfit.0)
        .collect();
    let Some(operand) = operands.get(furthest) else {
        let message = format!("`{operation}` needs more operands");
        let label = sentence(&kinds(&wanted, furthest, operands, mode));
        return Fault::new(mnemonic.end..mnemonic.end, message)
            .label(format!("{label} is missing"))
            .note(note);
    };
    if forms.iter().all(|form| form.operands.len() <= furthest) {
        return Fault::new(operand.span.clone(), format!("`{operation}` takes fewer operands")).note(note);
    }
    let message = format!(
        "`{operation}` cannot take {} as operand {}",
        operand.shape.in_words(),
        furthest + 1
    );
    let label = hint(operand, furthest, forms, mode).unwrap_or_else(|| {
        let mut list = kinds(&wanted, furthest, operands, mode);
        // For a register of the wrong size, the right size is all that matters.
        let size = list
            .iter()
            .position(|words| words.contains("register") && !words.contains("control"));
        if let (Shape::Register(_), Some(size)) = (&operand.shape, size) {
            list = vec![list[size]];
        }
        match &list[..] {
            [] => String::new(),
            list => format!("{} is expected", sentence(list)),
        }
    });
    Fault::new(operand.span.clone(), message).label(label).note(note)
}

/// Finds a mistake that can be told apart from a wrong choice of operands.
fn hint(operand: &Operand<'_>, index: usize, forms: &[Form], mode: Mode) -> Option<String> {
    match (operand.shape.pointer(), mode) {
        (Some(Register::Long(_)), Mode::Nonsegmented) => {
            let message = "pointers are register pairs in segmented mode only: use a word register, or `segm` first";
            return Some(message.to_owned());
        }
        (Some(Register::Word(_)), Mode::Segmented) => {
            return Some("in segmented mode pointers are register pairs: `rr2`".to_owned());
        }
        _ => {}
    }
    if operand
        .shape
        .index()
        .is_some_and(|index| !matches!(index, Register::Word(_)))
    {
        return Some("the index must be a word register: `r2`".to_owned());
    }
    match &operand.shape {
        Shape::Address(place) if index == 0 => {
            let wrong = place.offset.name()?;
            let first = forms.first()?.operands.first()?.kind;
            let conditions = names::CONDITIONS.iter().flat_map(|names| names.iter().copied());
            matches!(first, Kind::BranchCondition | Kind::Condition)
                .then(|| similar(wrong, conditions))
                .flatten()
        }
        Shape::Address(place) if place.offset.is_number() => {
            let takes_data = forms.iter().any(|form| {
                let kind = form.operands.get(index).map(|operand| operand.kind);
                kind.is_some_and(is_number)
            });
            takes_data.then(|| "a number has `#` before it; without it, it is an address".to_owned())
        }
        _ => None,
    }
}

/// The kinds that the forms take as an operand, each once, in words.
fn kinds(forms: &[&Form], index: usize, operands: &[Operand<'_>], mode: Mode) -> Vec<&'static str> {
    let mut list = Vec::new();
    for form in forms {
        // A condition that is left out moves the operands.
        let left_out = form.operands.len() > operands.len()
            && form
                .operands
                .first()
                .is_some_and(|operand| operand.kind == Kind::BranchCondition)
            && index > 0;
        if let Some(operand) = form.operands.get(index + usize::from(left_out)) {
            let words = in_words(operand.kind, mode);
            if !list.contains(&words) {
                list.push(words);
            }
        }
    }
    list
}

/// A list as it is read: `a, b or c`.
fn sentence(list: &[&str]) -> String {
    match list {
        [] => String::new(),
        [one] => (*one).to_owned(),
        [first @ .., last] => format!("{} or {last}", first.join(", ")),
    }
}

/// The forms of an operation as the manual writes them.
fn shapes(forms: &[Form], mode: Mode) -> String {
    let mut list: Vec<String> = forms.iter().map(|form| form.written(mode)).collect();
    list.dedup();
    format!("it is written {}", list.join("; "))
}

/// The word registers that an operand stands for: the first, and how many.
fn registers(operand: &Operand<'_>) -> Option<(u8, u8)> {
    let (Shape::Register(register) | Shape::Indirect(register)) = &operand.shape else {
        return None;
    };
    Some(match *register {
        Register::Byte(number) => (number % 8, 1),
        Register::Word(number) => (number, 1),
        Register::Long(number) => (number, 2),
        Register::Quad(number) => (number, 4),
    })
}

fn overlap((a, a_count): (u8, u8), (b, b_count): (u8, u8)) -> bool {
    a < b + b_count && b < a + a_count
}

impl Instruction<'_> {
    /// The fault of registers that the manual forbids together, if there is one.
    pub(crate) fn forbidden(&self) -> Option<Fault> {
        let counted = self.is_block();
        let stack = matches!(
            self.form.operation,
            Operation::Push | Operation::Pushl | Operation::Pop | Operation::Popl
        );
        let digits = matches!(self.form.operation, Operation::Rldb | Operation::Rrdb);
        if !counted && !stack && !digits {
            return None;
        }
        if digits {
            let [link, source] = &self.operands[..] else {
                return None;
            };
            return (link.shape == source.shape).then(|| {
                let message = "the two registers of a digit rotation must differ";
                Fault::new(source.span.clone(), message)
            });
        }
        for (index, operand) in self.operands.iter().enumerate() {
            let Some(these) = registers(operand) else {
                continue;
            };
            let clash = self.operands[..index]
                .iter()
                .filter_map(registers)
                .any(|others| overlap(these, others));
            if clash {
                let message = "the registers of this instruction must not overlap";
                return Some(Fault::new(operand.span.clone(), message));
            }
            if self.translates() && overlap(these, (1, 1)) {
                let message = "a translation changes RH1, so R1 cannot be one of its registers";
                return Some(Fault::new(operand.span.clone(), message));
            }
        }
        None
    }

    /// Of a bit number above 7 of a byte, the chip takes the lower three bits.
    pub(crate) fn doubtful_bit(&self, symbols: &Symbols) -> Option<Fault> {
        let index = self
            .form
            .operands
            .iter()
            .position(|operand| operand.kind == Kind::ByteBit)?;
        let Shape::Immediate(number) = &self.operands.get(index)?.shape else {
            return None;
        };
        let bit = number.value(symbols).ok()?.number;
        (bit > 7).then(|| {
            let message = format!(
                "a byte has bits 0 to 7: of {bit} the chip takes the lower three bits, {}",
                bit & 7
            );
            Fault::new(number.span.clone(), message)
        })
    }

    /// A word or a long word at an odd address: the chip reads or writes the one before it. Most likely a `#` is missing.
    pub(crate) fn odd_address(&self, symbols: &Symbols) -> Option<Fault> {
        let kinds = || self.form.operands.iter().map(|operand| operand.kind);
        let in_memory = kinds().position(|kind| kind == Kind::Direct)?;
        let moves_words = kinds().any(|kind| matches!(kind, Kind::Word | Kind::Long));
        let Shape::Address(place) = &self.operands.get(in_memory)?.shape else {
            return None;
        };
        let address = place.offset.value(symbols).ok()?.number;
        (moves_words && self.form.operation != Operation::Lda && address & 1 != 0).then(|| {
            let message = format!("a word stands at an even address, and {address} is odd");
            Fault::new(place.offset.span.clone(), message).label("a number begins with `#`")
        })
    }

    /// Returns true if it is a block instruction: two pointers, or a pointer and a register, and a counter.
    fn is_block(&self) -> bool {
        self.form.pattern.words() == 2
            && self.form.operands.len() >= 3
            && self.form.operands[..2]
                .iter()
                .any(|operand| matches!(operand.kind, Kind::Indirect | Kind::PortIndirect))
            && self.form.operands[2].kind == Kind::Word
    }

    fn translates(&self) -> bool {
        self.form.operation.mnemonic().starts_with("tr")
    }

    /// Returns true if it is a JP that JR could do in two bytes less, from one address to another.
    pub(crate) fn could_be_short(&self, at: i64, mode: Mode, target: i64) -> bool {
        let direct = self
            .form
            .operands
            .get(1)
            .is_some_and(|operand| operand.kind == Kind::Direct);
        // A jump ahead gets nearer by what it gets shorter.
        let saved = self.length(mode) as i64 - 2;
        let distance = target - at - 2;
        let distance = if target > at { distance - saved } else { distance };
        self.form.operation == Operation::Jp && direct && (-256..=254).contains(&distance)
    }
}
