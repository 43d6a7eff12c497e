//! Mutations that omit a field from a saved state: it is neither written nor read.

use syn::{Expr, Signature};

use crate::expressions::{Mutation, bytes, either};

/// The methods that write or read a part of the state.
const ITEMS: [&str; 9] = [
    "bytes",
    "list",
    "byte",
    "word",
    "long",
    "count",
    "flag",
    "optional_word",
    "archive",
];

/// Returns true if a function writes or reads a saved state.
pub fn archives(text: &str, signature: &Signature) -> bool {
    text[bytes(&signature.inputs)].contains("Archive<")
}

/// Returns the omissions of a part of such a function.
pub fn omitted(text: &str, expression: &Expr) -> Vec<Mutation> {
    let at = bytes(expression);
    let plain = &text[at.clone()];
    let new =
        |mutated: &str| vec![Mutation { kind: "saved field", at: at.clone(), replacement: either(mutated, plain) }];
    match expression {
        // A reference used as a value, such as an argument or an element.
        Expr::Reference(it) if it.mutability.is_some() => new(&format!("crate::forgotten({plain})")),
        Expr::MethodCall(call) if call.method == "iter_mut" => {
            let replacement = format!("{plain}.map(|it| if MUTANT {{ crate::forgotten(it) }} else {{ it }})");
            vec![Mutation { kind: "saved field", at, replacement }]
        }
        Expr::MethodCall(call) if ITEMS.iter().any(|name| call.method == name) => {
            let of = &text[bytes(&call.receiver)];
            let whole = call.method == "archive" || of == "archive" && !plain.contains("&mut");
            if whole { new("Ok(())") } else { Vec::new() }
        }
        Expr::Array(array) => {
            let names = array.elems.iter().filter(|it| matches!(it, Expr::Path(_)));
            names
                .map(|name| {
                    let (at, plain) = (bytes(name), &text[bytes(name)]);
                    let replacement = either(&format!("crate::forgotten({plain})"), plain);
                    Mutation { kind: "saved field", at, replacement }
                })
                .collect()
        }
        _ => Vec::new(),
    }
}
