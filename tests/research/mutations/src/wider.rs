//! Mutations other than those of expressions: entries of tables, defaults of options, errors that are ignored, lists
//! that are not sorted, and the variables of messages.

use std::ops::Range;

use proc_macro2::{TokenStream, TokenTree};
use syn::{Expr, Item, ItemStruct, Lit, Macro, Stmt};

use crate::expressions::{Mutation, bytes, either};

/// A range of the text, and its replacement.
type Edit = (Range<usize>, String);

fn edited(text: &str, whole: Range<usize>, (at, new): &Edit) -> String {
    [&text[whole.start..at.start], new, &text[at.end..whole.end]].concat()
}

/// Returns the mutation of a statement that ignores an error, or omits sorting.
pub fn statement(text: &str, statement: &Stmt) -> Option<Mutation> {
    let Stmt::Expr(expression, Some(_)) = statement else { return None };
    let at = bytes(statement);
    let plain = &text[at.clone()];
    match expression {
        Expr::Try(it) => Some(Mutation {
            kind: "dropped ?",
            replacement: format!("if MUTANT {{ let _ = {}; }} else {{ {plain} }}", &text[bytes(&it.expr)]),
            at,
        }),
        Expr::MethodCall(call) if call.method.to_string().starts_with("sort") => {
            Some(Mutation { kind: "unsorted", replacement: format!("if !MUTANT {{ {plain} }}"), at })
        }
        _ => None,
    }
}

/// Returns the mutations of the defaults of a command's options: a number plus one, or the opposite truth value.
pub fn defaults(text: &str, item: &ItemStruct) -> Vec<Mutation> {
    let mut found = Vec::new();
    for attribute in item.fields.iter().flat_map(|field| &field.attrs) {
        let syn::Meta::List(list) = &attribute.meta else { continue };
        let tokens: Vec<TokenTree> = list.tokens.clone().into_iter().collect();
        for three in tokens.windows(3) {
            let [
                TokenTree::Ident(name),
                TokenTree::Punct(equals),
                TokenTree::Literal(value),
            ] = three
            else {
                continue;
            };
            if equals.as_char() != '=' || !matches!(name.to_string().as_str(), "default_value_t" | "default_value") {
                continue;
            }
            let at = value.span().byte_range();
            let plain = &text[at.clone()];
            let mutated = match syn::parse_str::<Lit>(plain) {
                Ok(Lit::Int(_)) => format!("{plain} + 1"),
                Ok(Lit::Str(it)) => match it.value().parse::<u64>() {
                    Ok(number) => format!("\"{}\"", number + 1),
                    Err(_) => continue,
                },
                _ => continue,
            };
            found.push(Mutation { kind: "default", at, replacement: either(&mutated, plain) });
        }
    }
    found
}

/// Returns the mutation that exchanges the names in braces of a message, or its first two arguments.
pub fn message(text: &str, call: &Macro) -> Option<Mutation> {
    let name = call.path.segments.last()?.ident.to_string();
    if !matches!(
        name.as_str(),
        "format" | "bail" | "anyhow" | "write" | "writeln" | "format_args" | "println" | "eprintln"
    ) {
        return None;
    }
    let all = bytes(call);
    let edit = swapped_names(text, &call.tokens).or_else(|| swapped_arguments(text, &call.tokens))?;
    let mutated = edited(text, all.clone(), &edit);
    Some(Mutation {
        kind: "message",
        replacement: either(&mutated, &text[all.clone()]),
        at: all,
    })
}

/// Exchanges the first two names in braces of a message's text.
fn swapped_names(text: &str, tokens: &TokenStream) -> Option<Edit> {
    let literal = tokens
        .clone()
        .into_iter()
        .find(|it| matches!(it, TokenTree::Literal(_)))?;
    let at = literal.span().byte_range();
    let plain = text[at.clone()].replace("{{", "\u{1}\u{1}");
    let name = |from: usize| {
        let start = from + plain[from..].find('{')? + 1;
        let end = start + plain[start..].find([':', '}'])?;
        (start < end).then_some(start..end)
    };
    let first = name(0)?;
    let second = name(first.end).filter(|second| plain[second.clone()] != plain[first.clone()])?;
    let plain = &text[at.clone()];
    let new = [
        &plain[..first.start],
        &plain[second.clone()],
        &plain[first.end..second.start],
        &plain[first],
        &plain[second.end..],
    ];
    Some((at, new.concat()))
}

/// Exchanges the last two arguments of a message.
fn swapped_arguments(text: &str, tokens: &TokenStream) -> Option<Edit> {
    let tokens: Vec<TokenTree> = tokens.clone().into_iter().collect();
    let parts: Vec<&[TokenTree]> = tokens
        .split(|it| matches!(it, TokenTree::Punct(it) if it.as_char() == ','))
        .collect();
    let literal = parts.iter().position(|it| matches!(it, [TokenTree::Literal(_)]))?;
    let [first, second, ..] = &parts[literal + 1..] else { return None };
    let range = |part: &[TokenTree]| {
        let [first, last] = [part.first()?, part.last()?].map(|it| it.span().byte_range());
        Some(first.start..last.end)
    };
    let (first, second) = (range(first)?, range(second)?);
    let new = [
        &text[second.clone()],
        &text[first.end..second.start],
        &text[first.clone()],
    ]
    .concat();
    (text[first.clone()] != text[second.clone()]).then_some((first.start..second.end, new))
}

/// The constants of a file that are tables: their names, and for each table its variants with one wrong entry.
pub struct Tables<'t>(&'t str, Vec<(String, Vec<String>)>);

impl<'t> Tables<'t> {
    pub fn of(text: &'t str, file: &syn::File) -> Self {
        let tables = file.items.iter().filter_map(|item| match item {
            Item::Const(it) => Some((it.ident.to_string(), &*it.expr)),
            Item::Static(it) => Some((it.ident.to_string(), &*it.expr)),
            _ => None,
        });
        let wrong = |(name, whole): (String, &Expr)| {
            let mut list = whole;
            while let Expr::Reference(it) = list {
                list = &it.expr;
            }
            let Expr::Array(array) = list else { return None };
            let entries: Vec<&Expr> = array.elems.iter().collect();
            let pairs = entries.iter().zip(entries.iter().skip(1).chain(entries.first()));
            let values = pairs.map(|(entry, next)| (value(entry), value(next)));
            let other = values.filter(|(one, other)| text[bytes(*one)] != text[bytes(*other)]);
            let wrong = |(one, other)| edited(text, bytes(whole), &(bytes(one), text[bytes(other)].to_owned()));
            Some((name, other.map(wrong).collect()))
        };
        Self(text, tables.filter_map(wrong).collect())
    }

    /// Returns the mutations at a place where a table is used.
    pub fn used(&self, expression: &Expr) -> Vec<Mutation> {
        let at = bytes(expression);
        let plain = &self.0[at.clone()];
        let found = self
            .1
            .iter()
            .filter(|(name, _)| name == plain)
            .flat_map(|(_, wrong)| wrong);
        found
            .map(|wrong| Mutation { kind: "table", at: at.clone(), replacement: either(wrong, plain) })
            .collect()
    }
}

/// Returns the last value in an entry.
fn value(entry: &Expr) -> &Expr {
    match entry {
        Expr::Tuple(it) => it.elems.last().map_or(entry, value),
        Expr::Call(it) => it.args.last().map_or(entry, value),
        Expr::Struct(it) => it.fields.last().map_or(entry, |field| value(&field.expr)),
        Expr::Reference(it) => value(&it.expr),
        _ => entry,
    }
}
