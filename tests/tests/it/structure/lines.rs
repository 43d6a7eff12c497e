//! Counts the lines of code in a Rust source: those with a token, excluding comments, documentation and tests.

use std::collections::BTreeSet;

use proc_macro2::{Delimiter, TokenStream, TokenTree};

/// Returns the number of lines of code in a source.
pub(super) fn count(source: &str) -> usize {
    let mut lines = BTreeSet::new();
    mark(source.parse().expect("tokens of Rust"), &mut lines);
    lines.len()
}

fn mark(tokens: TokenStream, lines: &mut BTreeSet<usize>) {
    let mut tokens = tokens.into_iter().peekable();
    while let Some(token) = tokens.next() {
        let is_hash = matches!(&token, TokenTree::Punct(punct) if punct.as_char() == '#');
        if is_hash {
            // The exclamation mark of inner attributes, `#!`.
            tokens.next_if(|token| matches!(token, TokenTree::Punct(punct) if punct.as_char() == '!'));
            let text = tokens.peek().map(|attribute| match attribute {
                TokenTree::Group(group) => group.stream().to_string(),
                other => other.to_string(),
            });
            match text.as_deref() {
                Some(text) if text.starts_with("doc =") => drop(tokens.next()),
                Some("cfg (test)" | "test") => {
                    tokens.next();
                    // The item ends with its body, or with a semicolon.
                    let _ = tokens.by_ref().find(|token| match token {
                        TokenTree::Group(group) => group.delimiter() == Delimiter::Brace,
                        TokenTree::Punct(punct) => punct.as_char() == ';',
                        _ => false,
                    });
                }
                _ => drop(lines.insert(token.span().start().line)),
            }
            continue;
        }
        match token {
            TokenTree::Group(group) => {
                lines.insert(group.span_open().start().line);
                mark(group.stream(), lines);
                lines.insert(group.span_close().end().line);
            }
            token => lines.extend(token.span().start().line..=token.span().end().line),
        }
    }
}

#[test]
fn comments_and_tests_do_not_count() {
    let source = "//! Docs.\n\nuse a::b; // Why.\n\n/// A doc.\n#[must_use]\nfn f() -> &'static str {\n    \"one\ntwo\"\n}\n\n\
                  #[cfg(test)]\nmod tests {\n    fn g() {}\n}\n";
    assert_eq!(count(source), 6);
}
