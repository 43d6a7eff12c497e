//! Lists the possible mutations of the sources named by its arguments, one per line, with tabs between the fields:
//! kind, file, the bytes that it replaces (first, end), line, name of the function, its bytes (first, end), first byte
//! of its `const` or -1, and the replacement.
//!
//! A mutation is an expression or statement in which `MUTANT` must be replaced by a condition that is true if the
//! mutation is on: both forms are compiled. Tests, patterns and conditionally compiled items have no mutations, constants
//! only where a function of the same file uses them.

mod expressions;
mod saved;
mod visitor;
mod wider;

use std::fs;

use visitor::Visitor;

fn main() {
    for file in std::env::args().skip(1) {
        let text = fs::read_to_string(&file).unwrap_or_else(|error| panic!("{file}: {error}"));
        let parsed = syn::parse_file(&text).unwrap_or_else(|error| panic!("{file}: {error}"));
        let mut visitor = Visitor::new(&text, &parsed);
        syn::visit::visit_file(&mut visitor, &parsed);
        for (function, mutation) in visitor.found {
            let replacement = mutation
                .replacement
                .replace('\\', "\\\\")
                .replace('\n', "\\n")
                .replace('\t', "\\t");
            let line = text[..mutation.at.start].matches('\n').count() + 1;
            println!(
                "{}\t{file}\t{}\t{}\t{line}\t{}\t{}\t{}\t{}\t{replacement}",
                mutation.kind,
                mutation.at.start,
                mutation.at.end,
                function.name,
                function.body.start,
                function.body.end,
                function.constness.map_or(-1, |at| at as i64),
            );
        }
    }
}
