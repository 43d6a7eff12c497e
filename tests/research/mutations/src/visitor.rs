//! Finds the mutations in a source.

use std::ops::Range;
use std::rc::Rc;

use syn::visit::{self, Visit};
use syn::{Attribute, Block, Expr, ImplItem, Item, Pat, ReturnType, Signature, Stmt, Type};

use crate::expressions::{self, Mutation, bytes, either, negated};
use crate::saved;
use crate::wider::{self, Tables};

/// A function that contains mutations.
pub struct Function {
    pub name: String,
    pub body: Range<usize>,
    /// Offset of its keyword `const`, which must be removed; `None` if it has none.
    pub constness: Option<usize>,
    /// True if the function writes or reads a saved state.
    archives: bool,
}

pub struct Visitor<'t> {
    text: &'t str,
    functions: Vec<Rc<Function>>,
    tables: Tables<'t>,
    pub found: Vec<(Rc<Function>, Mutation)>,
}

/// Returns true if an item is compiled only under a condition.
fn is_conditional(attributes: &[Attribute]) -> bool {
    attributes
        .iter()
        .any(|it| it.path().is_ident("cfg") || it.path().is_ident("test") || it.path().is_ident("bench"))
}

/// Returns an expression for the result of a function that does nothing: it depends on the last name in its type.
fn default_of(output: &ReturnType) -> Option<String> {
    let default = "::core::default::Default::default()";
    let ReturnType::Type(_, output) = output else {
        return Some(String::new());
    };
    match &**output {
        Type::Path(path) if path.path.segments.last()?.ident == "Result" => Some(format!("Ok({default})")),
        Type::Never(_) => None,
        _ => Some(default.to_owned()),
    }
}

impl<'t> Visitor<'t> {
    pub fn new(text: &'t str, file: &syn::File) -> Self {
        Self {
            text,
            functions: Vec::new(),
            tables: Tables::of(text, file),
            found: Vec::new(),
        }
    }

    fn add(&mut self, mutation: Mutation) {
        if let Some(function) = self.functions.last() {
            self.found.push((function.clone(), mutation));
        }
    }

    fn function(&mut self, attributes: &[Attribute], signature: &Signature, body: &Block) {
        if is_conditional(attributes) || signature.ident == "main" {
            return;
        }
        let at = bytes(body);
        let constness = signature.constness.as_ref().map(|it| bytes(it).start);
        let function = Function {
            name: signature.ident.to_string(),
            body: at.clone(),
            constness,
            archives: saved::archives(self.text, signature),
        };
        self.functions.push(Rc::new(function));
        if let Some(default) = default_of(&signature.output).filter(|_| !body.stmts.is_empty()) {
            let replacement = format!(
                "{{ if MUTANT {{ return {default}; }} {}",
                &self.text[at.start + 1..at.end]
            );
            self.add(Mutation { kind: "returned default", at: at.start..at.end, replacement });
        }
        visit::visit_block(self, body);
        self.functions.pop();
    }
}

impl<'ast> Visit<'ast> for Visitor<'_> {
    fn visit_item(&mut self, item: &'ast Item) {
        match item {
            Item::Struct(it) => {
                let function = Function {
                    name: it.ident.to_string(),
                    body: bytes(it),
                    constness: None,
                    archives: false,
                };
                self.functions.push(Rc::new(function));
                wider::defaults(self.text, it).into_iter().for_each(|it| self.add(it));
                self.functions.pop();
            }
            Item::Fn(it) => self.function(&it.attrs, &it.sig, &it.block),
            Item::Mod(it) if !is_conditional(&it.attrs) => visit::visit_item_mod(self, it),
            Item::Impl(it) if !is_conditional(&it.attrs) => visit::visit_item_impl(self, it),
            Item::Trait(it) if !is_conditional(&it.attrs) => visit::visit_item_trait(self, it),
            // Constants, statics, types and macros contain no mutations of this kind.
            _ => {}
        }
    }

    fn visit_impl_item(&mut self, item: &'ast ImplItem) {
        if let ImplItem::Fn(it) = item {
            self.function(&it.attrs, &it.sig, &it.block);
        }
    }

    fn visit_trait_item_fn(&mut self, item: &'ast syn::TraitItemFn) {
        if let Some(body) = &item.default {
            self.function(&item.attrs, &item.sig, body);
        }
    }

    fn visit_stmt(&mut self, statement: &'ast Stmt) {
        if let Stmt::Expr(expression, Some(_)) = statement {
            // As a statement, a binary operator is an assignment.
            if matches!(
                expression,
                Expr::Call(_) | Expr::MethodCall(_) | Expr::Assign(_) | Expr::Binary(_)
            ) {
                let at = bytes(statement);
                let replacement = format!("if !MUTANT {{ {} }}", &self.text[at.clone()]);
                self.add(Mutation { kind: "statement", at, replacement });
            }
        }
        wider::statement(self.text, statement)
            .into_iter()
            .for_each(|it| self.add(it));
        if let Stmt::Macro(it) = statement {
            wider::message(self.text, &it.mac)
                .into_iter()
                .for_each(|it| self.add(it));
        }
        if !matches!(statement, Stmt::Item(_) | Stmt::Macro(_)) {
            visit::visit_stmt(self, statement);
        }
    }

    fn visit_expr(&mut self, expression: &'ast Expr) {
        match expression {
            // These parts must be known at compile time.
            Expr::Const(_) => return,
            Expr::Macro(it) => {
                return wider::message(self.text, &it.mac)
                    .into_iter()
                    .for_each(|it| self.add(it));
            }
            Expr::Repeat(it) => return self.visit_expr(&it.expr),
            Expr::If(it) => negated(self.text, &it.cond).into_iter().for_each(|it| self.add(it)),
            Expr::While(it) => negated(self.text, &it.cond).into_iter().for_each(|it| self.add(it)),
            Expr::Match(it) => {
                let guards = it.arms.iter().filter_map(|arm| arm.guard.as_ref());
                guards
                    .filter_map(|(_, guard)| negated(self.text, guard))
                    .for_each(|it| self.add(it));
                for (arm, other) in it.arms.iter().zip(it.arms.iter().skip(1).chain(it.arms.first())) {
                    let [at, other] = [bytes(&arm.body), bytes(&other.body)];
                    // Exchanging equal texts changes nothing.
                    if self.text[at.clone()] == self.text[other.clone()] {
                        continue;
                    }
                    // In braces, since an arm that is a block needs no comma.
                    let replacement = format!("{{ {} }}", either(&self.text[other], &self.text[at.clone()]));
                    self.add(Mutation { kind: "arm", at, replacement });
                }
            }
            _ => {}
        }
        for mutation in expressions::of(self.text, expression) {
            self.add(mutation);
        }
        self.tables.used(expression).into_iter().for_each(|it| self.add(it));
        if self.functions.last().is_some_and(|function| function.archives) {
            saved::omitted(self.text, expression)
                .into_iter()
                .for_each(|it| self.add(it));
        }
        visit::visit_expr(self, expression);
    }

    fn visit_pat(&mut self, _: &'ast Pat) {}

    fn visit_type(&mut self, _: &'ast Type) {}

    fn visit_generic_argument(&mut self, _: &'ast syn::GenericArgument) {}
}
