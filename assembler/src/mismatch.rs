//! Why no form of an instruction takes its operands, and what would do.

use std::ops::Range;

use z8000::isa::{Form, Kind, Mode, Operation, forms_of, names};

use crate::fault::Fault;
use crate::fit::{is_number, matches};
use crate::operand::{Operand, Shape};
use crate::register::Register;
use crate::similar::similar;

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
        given(operand),
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

/// Describes an operand in words.
fn given(operand: &Operand<'_>) -> String {
    match &operand.shape {
        Shape::Register(register) => register_kind(*register).to_owned(),
        Shape::Indirect(Register::Long(_)) => "a register pair as a pointer".to_owned(),
        Shape::Indirect(_) => "a pointer".to_owned(),
        Shape::Immediate(_) => "a number after `#`".to_owned(),
        Shape::Address(_) => "an address".to_owned(),
        Shape::Indexed(..) => "an address with an index".to_owned(),
        Shape::Base(..) => "a base with a displacement".to_owned(),
        Shape::BaseIndex(..) => "a base with an index".to_owned(),
    }
}

const fn register_kind(register: Register) -> &'static str {
    match register {
        Register::Byte(_) => "a byte register",
        Register::Word(_) => "a word register",
        Register::Long(_) => "a register pair",
        Register::Quad(_) => "a quadruple register",
    }
}

/// Finds a mistake that can be told apart from a wrong choice of operands.
fn hint(operand: &Operand<'_>, index: usize, forms: &[Form], mode: Mode) -> Option<String> {
    match &operand.shape {
        Shape::Indirect(Register::Long(_))
        | Shape::Base(Register::Long(_), _)
        | Shape::BaseIndex(Register::Long(_), _)
            if mode == Mode::Nonsegmented =>
        {
            Some("pointers are register pairs in segmented mode only: use a word register, or `segm` first".to_owned())
        }
        Shape::Indirect(Register::Word(_))
        | Shape::Base(Register::Word(_), _)
        | Shape::BaseIndex(Register::Word(_), _)
            if mode == Mode::Segmented =>
        {
            Some("in segmented mode pointers are register pairs: `rr2`".to_owned())
        }
        Shape::Indexed(_, index) | Shape::BaseIndex(_, index) if !matches!(index, Register::Word(_)) => {
            Some("the index must be a word register: `r2`".to_owned())
        }
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

fn in_words(kind: Kind, mode: Mode) -> &'static str {
    let segmented = mode == Mode::Segmented;
    match kind {
        Kind::Byte => "a byte register (`rl0`)",
        Kind::Word => "a word register (`r0`)",
        Kind::Long => "a register pair (`rr0`)",
        Kind::Quad => "a quadruple register (`rq0`)",
        Kind::Pointer if segmented => "a register pair (`rr2`)",
        Kind::Pointer => "a word register (`r2`)",
        Kind::Indirect if segmented => "a pointer (`@rr2`)",
        Kind::Indirect | Kind::PortIndirect => "a pointer (`@r2`)",
        Kind::Direct => "an address",
        Kind::Indexed => "an address with an index (`table(r2)`)",
        Kind::Base if segmented => "a base (`rr2(#4)`)",
        Kind::Base => "a base (`r2(#4)`)",
        Kind::BaseIndex if segmented => "a base with an index (`rr2(r4)`)",
        Kind::BaseIndex => "a base with an index (`r2(r4)`)",
        Kind::Port => "a port",
        Kind::Condition | Kind::BranchCondition => "a condition",
        Kind::Flags => "a flag (C, Z, S, P, V)",
        Kind::Interrupts => "an interrupt (VI, NVI)",
        Kind::Control => "a control register (FCW, PSAP, ...)",
        Kind::ControlByte => "FLAGS",
        kind if is_number(kind) => "a number (`#1`)",
        _ => "a target",
    }
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
