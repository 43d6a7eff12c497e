//! The mutations of a single expression, as source text.

use std::ops::Range;

use syn::spanned::Spanned;
use syn::{BinOp, Expr, Lit, UnOp};

/// A mutation of a text.
pub struct Mutation {
    pub kind: &'static str,
    pub at: Range<usize>,
    pub replacement: String,
}

/// Returns the range of bytes of a part of the text.
pub fn bytes(part: &impl Spanned) -> Range<usize> {
    part.span().byte_range()
}

/// Returns an expression that evaluates one of two expressions, depending on `MUTANT`.
pub fn either(mutated: &str, plain: &str) -> String {
    format!("(if MUTANT {{ {mutated} }} else {{ {plain} }})")
}

/// Returns the kind of an operator's mutation, and the operator that replaces it.
fn replaced(operator: &BinOp) -> Option<(&'static str, &'static str)> {
    Some(match operator {
        BinOp::Lt(_) => ("comparison", "<="),
        BinOp::Le(_) => ("comparison", "<"),
        BinOp::Gt(_) => ("comparison", ">="),
        BinOp::Ge(_) => ("comparison", ">"),
        BinOp::Eq(_) => ("comparison", "!="),
        BinOp::Ne(_) => ("comparison", "=="),
        BinOp::And(_) => ("condition", "||"),
        BinOp::Or(_) => ("condition", "&&"),
        BinOp::Add(_) => ("arithmetic", "-"),
        BinOp::Sub(_) => ("arithmetic", "+"),
        BinOp::Mul(_) => ("arithmetic", "+"),
        BinOp::Div(_) => ("arithmetic", "*"),
        BinOp::Rem(_) => ("arithmetic", "/"),
        BinOp::BitAnd(_) => ("arithmetic", "|"),
        BinOp::BitOr(_) => ("arithmetic", "&"),
        BinOp::BitXor(_) => ("arithmetic", "&"),
        BinOp::Shl(_) => ("arithmetic", ">>"),
        BinOp::Shr(_) => ("arithmetic", "<<"),
        BinOp::AddAssign(_) => ("arithmetic", "-="),
        BinOp::SubAssign(_) => ("arithmetic", "+="),
        BinOp::BitOrAssign(_) => ("arithmetic", "&="),
        BinOp::BitAndAssign(_) => ("arithmetic", "|="),
        _ => return None,
    })
}

/// Returns true if a condition contains `let`, so that the compiler does not accept `!` before it.
fn has_let(condition: &Expr) -> bool {
    match condition {
        Expr::Let(_) => true,
        Expr::Binary(binary) => has_let(&binary.left) || has_let(&binary.right),
        _ => false,
    }
}

/// Returns the mutation that negates a condition, if this is possible.
pub fn negated(text: &str, condition: &Expr) -> Option<Mutation> {
    if has_let(condition) {
        return None;
    }
    let at = bytes(condition);
    let plain = &text[at.clone()];
    Some(Mutation {
        kind: "condition",
        replacement: either(&format!("!({plain})"), plain),
        at,
    })
}

/// Returns the mutation that exchanges two parts of an expression, such as arguments.
fn swapped(text: &str, whole: &Expr, parts: [&Expr; 2]) -> Mutation {
    let (at, [first, second]) = (bytes(whole), parts.map(bytes));
    let piece = |range: Range<usize>| &text[range];
    let mutated = [
        piece(at.start..first.start),
        piece(second.clone()),
        piece(first.end..second.start),
        piece(first),
        piece(second.end..at.end),
    ];
    let replacement = either(&mutated.concat(), piece(at.clone()));
    Mutation { kind: "arguments", at, replacement }
}

/// Returns the mutations of an expression itself, without those of its parts.
pub fn of(text: &str, expression: &Expr) -> Vec<Mutation> {
    let at = bytes(expression);
    let plain = &text[at.clone()];
    let new = |kind, mutated: &str| Mutation { kind, at: at.clone(), replacement: either(mutated, plain) };
    match expression {
        // Conditions with `let` are parts of an `if`, and cannot be put in parentheses.
        Expr::Binary(binary) if !has_let(expression) => {
            let Some((kind, operator)) = replaced(&binary.op) else {
                return Vec::new();
            };
            let sides = [bytes(&binary.left), bytes(&binary.right)].map(|side| &text[side]);
            vec![new(kind, &format!("{} {operator} {}", sides[0], sides[1]))]
        }
        Expr::Unary(unary) if matches!(unary.op, UnOp::Not(_)) => vec![new("condition", &text[bytes(&unary.expr)])],
        Expr::Unary(unary) if matches!(unary.op, UnOp::Neg(_)) => vec![new("arithmetic", &text[bytes(&unary.expr)])],
        Expr::Lit(literal) => match &literal.lit {
            Lit::Int(_) => vec![new("constant", &format!("{plain} + 1"))],
            Lit::Bool(value) => vec![new("constant", if value.value { "false" } else { "true" })],
            _ => Vec::new(),
        },
        Expr::Range(range) => {
            let end = range.end.as_ref().map(bytes);
            let off = |end: Range<usize>| Mutation {
                kind: "off by one",
                replacement: either(&format!("({}) - 1", &text[end.clone()]), &text[end.clone()]),
                at: end,
            };
            end.map(off).into_iter().collect()
        }
        Expr::Call(call) => {
            let arguments: Vec<&Expr> = call.args.iter().collect();
            arguments
                .windows(2)
                .map(|pair| swapped(text, expression, [pair[0], pair[1]]))
                .collect()
        }
        Expr::MethodCall(call) => {
            let arguments: Vec<&Expr> = call.args.iter().collect();
            let pairs = arguments
                .windows(2)
                .map(|pair| swapped(text, expression, [pair[0], pair[1]]));
            let other = match call.method.to_string().as_str() {
                "min" => "max",
                "max" => "min",
                "any" => "all",
                "all" => "any",
                _ => return pairs.collect(),
            };
            let name = bytes(&call.method);
            let mutated = [&text[at.start..name.start], other, &text[name.end..at.end]].concat();
            vec![new("comparison", &mutated)]
        }
        _ => Vec::new(),
    }
}
