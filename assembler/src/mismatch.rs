//! Explaining why no form of an instruction accepts its operands, and which operands it would accept.

use std::ops::Range;

use z8000::isa::{Form, Kind, Mode, Operation, forms_of, names};

use crate::fault::{Fault, Rule, similar};
use crate::operand::{Operand, Shape, in_words, is_number, matches};
use crate::register::Register;

/// Maximum number of forms in a list, which is no help if it is longer.
const FORMS: usize = 4;

/// Returns the fault for operands that no form of an operation accepts.
pub(crate) fn mismatch(operation: Operation, mnemonic: Range<usize>, operands: &[Operand], mode: Mode) -> Fault {
    let forms = forms_of(operation);
    let misfit = |form: &Form| matches(form, operands, mode, false).err();
    let furthest = forms.iter().filter_map(misfit).max().unwrap_or(0);
    let note = (forms.len() <= FORMS).then(|| shapes(forms, mode));
    let wanted: Vec<&Form> = forms.iter().filter(|form| misfit(form) == Some(furthest)).collect();
    // `push r1`, `pop r1`: other processors have only one stack pointer.
    let of_stack = matches!(operation.mnemonic(), "push" | "pushl" | "pop" | "popl").then_some(operation.mnemonic());
    if let (Some(name), [Operand { shape: Shape::Register(register), span }]) = (of_stack, operands) {
        let stack = if mode == Mode::Segmented { "@rr14" } else { "@r15" };
        let register = match register {
            Register::Long(number) => format!("rr{number}"),
            register => format!("r{}", register.number()),
        };
        let whole = match name.starts_with("push") {
            true => format!("{name} {stack},{register}"),
            false => format!("{name} {register},{stack}"),
        };
        let message = format!("too few operands for `{operation}`");
        return Fault::new(span.clone(), message)
            .rule(Rule::Operands)
            .label(format!("name the stack pointer: `{whole}`"));
    }
    let Some(operand) = operands.get(furthest) else {
        let message = format!("too few operands for `{operation}`");
        let label = sentence(&kinds(&wanted, furthest, operands, mode));
        return Fault::new(mnemonic.end..mnemonic.end, message)
            .rule(Rule::Operands)
            .label(format!("expected {label}"))
            .note(note);
    };
    if forms.iter().all(|form| form.operands.len() <= furthest) {
        let message = format!("too many operands for `{operation}`");
        return Fault::new(operand.span.clone(), message)
            .rule(Rule::Operands)
            .note(note);
    }
    let message = format!(
        "`{operation}` cannot take {} as operand {}",
        operand.shape.in_words(),
        furthest + 1
    );
    let label = hint(operand, furthest, forms, mode).unwrap_or_else(|| {
        let mut list = kinds(&wanted, furthest, operands, mode);
        // If a register has the wrong size, only the right size is useful information.
        let size = list
            .iter()
            .position(|words| words.contains("register") && !words.contains("control"));
        if let (Shape::Register(_), Some(size)) = (&operand.shape, size) {
            list = vec![list[size]];
        }
        match &list[..] {
            [] => String::new(),
            list => format!("expected {}", sentence(list)),
        }
    });
    Fault::new(operand.span.clone(), message)
        .rule(Rule::Operands)
        .label(label)
        .note(note)
}

/// Returns a hint if an operand contains a recognisable mistake, rather than being of the wrong kind.
fn hint(operand: &Operand, index: usize, forms: &[Form], mode: Mode) -> Option<String> {
    match (operand.shape.pointer(), mode) {
        (Some(Register::Long(_)), Mode::Nonsegmented) => {
            let message =
                "register pairs are pointers only in segmented mode: use a word register, or `segm` before this line";
            return Some(message.to_owned());
        }
        (Some(Register::Word(_)), Mode::Segmented) => {
            return Some("in segmented mode, a pointer must be a register pair, such as `rr2`".to_owned());
        }
        _ => {}
    }
    if !matches!(operand.shape.index(), None | Some(Register::Word(_))) {
        return Some("the index must be a word register, such as `r2`".to_owned());
    }
    match &operand.shape {
        Shape::Address(place) if index == 0 => {
            let wrong = place.offset.name()?;
            let first = forms.first()?.operands.first()?.kind;
            let conditions = names::CONDITIONS.iter().flat_map(|names| names.iter().copied());
            let is_condition = matches!(first, Kind::BranchCondition | Kind::Condition);
            similar(wrong, conditions).filter(|_| is_condition)
        }
        Shape::Address(place) if place.offset.is_number() => {
            let takes_data = forms.iter().any(|form| {
                let kind = form.operands.get(index).map(|operand| operand.kind);
                kind.is_some_and(is_number)
            });
            takes_data.then(|| "an immediate number needs `#`; a number without `#` is an address".to_owned())
        }
        _ => None,
    }
}

/// Returns descriptions of the kinds that the forms accept as an operand, without duplicates.
fn kinds(forms: &[&Form], index: usize, operands: &[Operand], mode: Mode) -> Vec<&'static str> {
    let mut list = Vec::new();
    for form in forms {
        // If the condition is omitted, the operands of the form are shifted.
        let is_short = index > 0 && form.operands.len() > operands.len();
        let left_out = is_short && form.operands[0].kind == Kind::BranchCondition;
        if let Some(operand) = form.operands.get(index + usize::from(left_out)) {
            let words = in_words(operand.kind, mode);
            if !list.contains(&words) {
                list.push(words);
            }
        }
    }
    list
}

/// Returns a list as text: `a, b or c`.
fn sentence(list: &[&str]) -> String {
    match list {
        [] => String::new(),
        [one] => (*one).to_owned(),
        [first @ .., last] => format!("{} or {last}", first.join(", ")),
    }
}

/// Returns the forms of an operation in the notation of the manual.
fn shapes(forms: &[Form], mode: Mode) -> String {
    let mut list: Vec<String> = forms.iter().map(|form| form.written(mode)).collect();
    list.dedup();
    format!("syntax: {}", list.join("; "))
}
