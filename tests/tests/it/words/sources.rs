//! The sentences in the sources that users read: the help of command lines, and messages.

use proc_macro2::{Literal, TokenStream, TokenTree};
use syn::visit::{self, Visit};
use syn::{Attribute, Expr, Fields, Lit, LitStr, Macro, Meta};

use crate::structure::modules::is_for_tests;

/// The place where a user reads a sentence.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum Scope {
    /// The documentation of arguments, which clap prints.
    Help,
    /// A string literal of at least two words.
    Message,
    /// A paragraph, item or row of a document.
    Document,
    /// The documentation of a public item, read by [`comments`](super::comments).
    Documentation,
}

/// One or more sentences, with the line on which they start.
pub(super) struct Sentence {
    pub(super) scope: Scope,
    pub(super) line: usize,
    pub(super) text: String,
}

/// Macros whose strings are seen only by programmers.
const FOR_PROGRAMMERS: [&str; 7] = [
    "assert",
    "assert_eq",
    "assert_ne",
    "debug_assert",
    "debug_assert_eq",
    "unreachable",
    "include_str",
];

/// Derived traits that make documentation appear in help texts.
const OF_ARGUMENTS: [&str; 4] = ["Parser", "Args", "Subcommand", "ValueEnum"];

/// Returns the sentences of a Rust source, except those that are compiled only for tests.
pub(super) fn sentences(source: &str) -> syn::Result<Vec<Sentence>> {
    let mut reader = Reader::default();
    reader.visit_file(&syn::parse_file(source)?);
    Ok(reader.found)
}

/// Returns true for at least two words, unless the text is a name, a format or a pattern of bits such as `ssss dddd`.
fn is_prose(text: &str) -> bool {
    let words = text.split_whitespace();
    let words = words.map(|word| word.trim_matches(|letter: char| letter.is_ascii_punctuation()));
    let is_word = |word: &&str| {
        word.chars().all(|letter| letter.is_ascii_alphabetic()) && word.chars().any(|letter| !word.starts_with(letter))
    };
    words.filter(is_word).count() > 1
}

#[derive(Default)]
struct Reader {
    found: Vec<Sentence>,
}

impl Reader {
    fn message(&mut self, text: String, line: usize) {
        if is_prose(&text) {
            self.found.push(Sentence { scope: Scope::Message, line, text });
        }
    }

    fn literal(&mut self, literal: &Literal) {
        if let Ok(text) = syn::parse_str::<LitStr>(&literal.to_string()) {
            self.message(text.value(), literal.span().start().line);
        }
    }

    fn tokens(&mut self, tokens: TokenStream) {
        let mut before = String::new();
        let mut earlier = String::new();
        for token in tokens {
            match &token {
                TokenTree::Literal(literal) => self.literal(literal),
                TokenTree::Group(_) if before == "expect" => {}
                TokenTree::Group(_) if before == "!" && FOR_PROGRAMMERS.contains(&earlier.as_str()) => {}
                TokenTree::Group(group) if group.stream().to_string().starts_with("doc =") => {}
                TokenTree::Group(group) => self.tokens(group.stream()),
                _ => {}
            }
            earlier = std::mem::replace(&mut before, token.to_string());
        }
    }

    /// Collects the documentation that clap prints.
    fn help(&mut self, attributes: &[Attribute]) {
        let mut lines = attributes.iter().filter_map(documentation).peekable();
        if let Some(line) = lines.peek().map(|(_, line)| *line) {
            let text: Vec<String> = lines.map(|(text, _)| text.trim().to_owned()).collect();
            self.found
                .push(Sentence { scope: Scope::Help, line, text: text.join("\n") });
        }
    }

    fn fields(&mut self, fields: &Fields) {
        for field in fields {
            self.help(&field.attrs);
        }
    }
}

impl<'ast> Visit<'ast> for Reader {
    fn visit_item_mod(&mut self, item: &'ast syn::ItemMod) {
        if !is_for_tests(&item.attrs) {
            visit::visit_item_mod(self, item);
        }
    }

    fn visit_item_fn(&mut self, item: &'ast syn::ItemFn) {
        if !is_for_tests(&item.attrs) {
            visit::visit_item_fn(self, item);
        }
    }

    fn visit_item_struct(&mut self, item: &'ast syn::ItemStruct) {
        if makes_help(&item.attrs) {
            self.help(&item.attrs);
            self.fields(&item.fields);
        }
        visit::visit_item_struct(self, item);
    }

    fn visit_item_enum(&mut self, item: &'ast syn::ItemEnum) {
        if makes_help(&item.attrs) {
            for variant in &item.variants {
                self.help(&variant.attrs);
                self.fields(&variant.fields);
            }
        }
        visit::visit_item_enum(self, item);
    }

    fn visit_attribute(&mut self, attribute: &'ast Attribute) {
        let is_lint = ["allow", "expect"].iter().any(|name| attribute.path().is_ident(name));
        if let (Meta::List(list), false) = (&attribute.meta, is_lint) {
            self.tokens(list.tokens.clone());
        }
    }

    fn visit_lit_str(&mut self, text: &'ast LitStr) {
        self.message(text.value(), text.span().start().line);
    }

    fn visit_expr_method_call(&mut self, call: &'ast syn::ExprMethodCall) {
        if call.method == "expect" {
            self.visit_expr(&call.receiver);
        } else {
            visit::visit_expr_method_call(self, call);
        }
    }

    fn visit_macro(&mut self, invoked: &'ast Macro) {
        let name = invoked.path.segments.last().map(|segment| segment.ident.to_string());
        if !name.is_some_and(|name| FOR_PROGRAMMERS.contains(&name.as_str())) {
            self.tokens(invoked.tokens.clone());
        }
    }
}

/// Returns the text of a line of documentation, and its line number.
pub(super) fn documentation(attribute: &Attribute) -> Option<(String, usize)> {
    let Meta::NameValue(pair) = &attribute.meta else {
        return None;
    };
    match &pair.value {
        Expr::Lit(literal) if pair.path.is_ident("doc") => match &literal.lit {
            Lit::Str(text) => Some((text.value(), text.span().start().line)),
            _ => None,
        },
        _ => None,
    }
}

/// Returns true if a type derives one of [`OF_ARGUMENTS`], possibly under a condition.
pub(super) fn makes_help(attributes: &[Attribute]) -> bool {
    fn names_one(tokens: TokenStream) -> bool {
        tokens.into_iter().any(|token| match token {
            TokenTree::Ident(name) => OF_ARGUMENTS.iter().any(|of| name == of),
            TokenTree::Group(group) => names_one(group.stream()),
            _ => false,
        })
    }
    let derives = |attribute: &&Attribute| {
        ["derive", "cfg_attr"]
            .iter()
            .any(|name| attribute.path().is_ident(name))
    };
    let lists = attributes
        .iter()
        .filter(derives)
        .filter_map(|attribute| attribute.meta.require_list().ok());
    lists.into_iter().any(|list| names_one(list.tokens.clone()))
}
