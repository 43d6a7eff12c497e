//! The modules of a crate as the compiler sees them, and the dependencies between them, read from the sources with
//! `syn`.

use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::path::{Path, PathBuf};

use proc_macro2::{TokenStream, TokenTree};
use syn::visit::{self, Visit};
use syn::{Attribute, Item, ItemUse, Macro, Meta, UseTree, Visibility};

/// Path of a module from the root of the crate, without `crate`.
pub(super) type Name = Vec<String>;

/// Maximum depth to which imports of imports are followed; the path of a glob is resolved without other globs.
const DEEPEST: usize = 32;

/// A module: its definitions, its imports, and every path in it.
#[derive(Default)]
pub(super) struct Module {
    pub(super) file: PathBuf,
    children: BTreeSet<String>,
    defined: BTreeSet<String>,
    /// Imported names with the paths they denote, as written.
    imports: BTreeMap<String, Vec<String>>,
    /// Paths of modules whose names are all imported.
    globs: Vec<Vec<String>>,
    /// The paths in the code, with their lines, except for mere re-exports.
    written: Vec<(Vec<String>, usize)>,
}

/// The modules of a crate, by their names; the name of the root is empty.
#[derive(Default)]
pub(super) struct Crate {
    pub(super) modules: BTreeMap<Name, Module>,
    /// The module that defines each `macro_rules!`.
    macros: BTreeMap<String, Name>,
}

/// A dependency of one module on another: the path that shows it, and its line.
#[derive(Clone)]
pub(super) struct Need {
    pub(super) of: Name,
    pub(super) path: String,
    pub(super) line: usize,
}

impl Crate {
    /// Reads a crate from its first file, without code that is compiled only for tests.
    pub(super) fn read(root: &Path) -> Self {
        let mut read = Self::default();
        let folder = root.parent().expect("a folder").to_owned();
        read.file(Vec::new(), root, &folder);
        read
    }

    /// Reads a crate from a single source, with inline modules.
    #[cfg(test)]
    pub(super) fn of(source: &str) -> Self {
        let mut read = Self::default();
        let file = syn::parse_file(source).expect("Rust");
        read.items(Vec::new(), Path::new("lib.rs"), Path::new(""), &file.items);
        read
    }

    fn file(&mut self, name: Name, path: &Path, folder: &Path) {
        let text = fs::read_to_string(path).unwrap_or_else(|error| panic!("{}: {error}", path.display()));
        let file = syn::parse_file(&text).unwrap_or_else(|error| panic!("{}: {error}", path.display()));
        self.items(name, path, folder, &file.items);
    }

    /// Reads the items of a module; `folder` contains the files of its child modules.
    fn items(&mut self, name: Name, path: &Path, folder: &Path, items: &[Item]) {
        let mut reader = Reader::default();
        let mut children = Vec::new();
        for item in items {
            if is_for_tests(attributes(item)) {
                continue;
            }
            match item {
                Item::Mod(module) => {
                    reader.module.children.insert(module.ident.to_string());
                    children.push(module);
                }
                Item::Macro(item) if item.mac.path.is_ident("macro_rules") => {
                    let ident = item.ident.as_ref().expect("a name").to_string();
                    self.macros.insert(ident.clone(), name.clone());
                    reader.module.defined.insert(ident);
                    reader.visit_item_macro(item);
                }
                item => {
                    reader.module.defined.extend(defined(item));
                    reader.visit_item(item);
                }
            }
        }
        reader.module.file = path.to_owned();
        self.modules.insert(name.clone(), reader.module);
        for child in children {
            let ident = child.ident.to_string();
            let name = [&name[..], std::slice::from_ref(&ident)].concat();
            match &child.content {
                Some((_, items)) => self.items(name, path, &folder.join(&ident), items),
                None => {
                    let flat = folder.join(format!("{ident}.rs"));
                    let deep = folder.join(&ident).join("mod.rs");
                    let file = if flat.is_file() { flat } else { deep };
                    self.file(name, &file, &folder.join(&ident));
                }
            }
        }
    }

    /// Returns the other modules that a module depends on, each once.
    pub(super) fn needs(&self, name: &Name) -> Vec<Need> {
        let mut needs: Vec<Need> = Vec::new();
        for (path, line) in &self.modules[name].written {
            let Some(of) = self.resolve(name, path, 0) else {
                continue;
            };
            if of != *name && !needs.iter().any(|need| need.of == of) {
                let path = path.join("::");
                needs.push(Need { of, path, line: *line });
            }
        }
        needs
    }

    /// Returns the module of the item that a path refers to; `None` outside the crate.
    fn resolve(&self, from: &Name, path: &[String], depth: usize) -> Option<Name> {
        let (first, rest) = path.split_first()?;
        if depth > DEEPEST {
            return None;
        }
        let module = &self.modules[from];
        match first.as_str() {
            "crate" => self.descend(&Vec::new(), rest, depth),
            "self" => self.descend(from, rest, depth),
            "super" => self.resolve_above(from, rest, depth),
            _ if module.defined.contains(first) => Some(from.clone()),
            _ if module.imports.contains_key(first) => self.imported(from, first, rest, depth),
            _ if module.children.contains(first) && !rest.is_empty() => self.descend(from, path, depth),
            _ if depth == DEEPEST => None,
            _ => {
                let globs = module.globs.iter();
                let mut through = globs.filter_map(|glob| self.resolve(from, glob, DEEPEST));
                let found = through.find(|of| self.has(of, first));
                match found {
                    Some(of) => self.descend(&of, path, depth),
                    // Macros are found by their names alone.
                    None => first.strip_suffix('!').and_then(|name| self.macros.get(name)).cloned(),
                }
            }
        }
    }

    fn resolve_above(&self, from: &Name, rest: &[String], depth: usize) -> Option<Name> {
        let above = from[..from.len().checked_sub(1)?].to_vec();
        match rest.first().map(String::as_str) {
            Some("super") => self.resolve_above(&above, &rest[1..], depth),
            _ => self.descend(&above, rest, depth),
        }
    }

    /// Returns the module of an imported name. A name may be that of a crate, as in `use once_cell::race`.
    fn imported(&self, from: &Name, first: &str, rest: &[String], depth: usize) -> Option<Name> {
        let import = &self.modules[from].imports[first];
        if import.first().is_some_and(|name| name == first) && !self.modules[from].children.contains(first) {
            return None;
        }
        let path = [&import[..], rest].concat();
        if self.modules[from].children.contains(&path[0]) {
            return self.descend(from, &path, depth + 1);
        }
        self.resolve(from, &path, depth + 1)
    }

    /// Follows a path down from a module; returns the module of its last item.
    fn descend(&self, from: &Name, path: &[String], depth: usize) -> Option<Name> {
        if depth > DEEPEST {
            return None;
        }
        let module = &self.modules[from];
        let Some((first, rest)) = path.split_first() else {
            return Some(from.clone());
        };
        if module.children.contains(first) {
            let below = [&from[..], std::slice::from_ref(first)].concat();
            return self.descend(&below, rest, depth);
        }
        if module.defined.contains(first) {
            return Some(from.clone());
        }
        if module.imports.contains_key(first) {
            return self.imported(from, first, rest, depth);
        }
        if depth == DEEPEST {
            return Some(from.clone());
        }
        let globs = module.globs.iter().filter_map(|glob| self.resolve(from, glob, DEEPEST));
        let through = globs.filter(|of| of != from).find(|of| self.has(of, first));
        match through {
            Some(of) => self.descend(&of, path, depth + 1),
            None => Some(from.clone()),
        }
    }

    fn has(&self, name: &Name, item: &str) -> bool {
        let module = &self.modules[name];
        module.defined.contains(item) || module.children.contains(item) || module.imports.contains_key(item)
    }
}

/// Collects the imports and paths of a module.
#[derive(Default)]
struct Reader {
    module: Module,
}

impl Reader {
    fn import(&mut self, tree: &UseTree, before: &[String], exported: bool, line: usize) {
        let with = |name: String| [before, &[name]].concat();
        match tree {
            UseTree::Path(path) => self.import(&path.tree, &with(path.ident.to_string()), exported, line),
            UseTree::Group(group) => {
                for tree in &group.items {
                    self.import(tree, before, exported, line);
                }
            }
            UseTree::Glob(_) => {
                self.module.globs.push(before.to_vec());
                if !exported {
                    self.module.written.push((before.to_vec(), line));
                }
            }
            UseTree::Name(name) if name.ident == "self" => {
                self.name(before.last().cloned(), before.to_vec(), exported, line)
            }
            UseTree::Name(name) => self.name(
                Some(name.ident.to_string()),
                with(name.ident.to_string()),
                exported,
                line,
            ),
            UseTree::Rename(rename) => {
                let path = with(rename.ident.to_string());
                self.name(Some(rename.rename.to_string()), path, exported, line);
            }
        }
    }

    fn name(&mut self, name: Option<String>, path: Vec<String>, exported: bool, line: usize) {
        if !exported {
            self.module.written.push((path.clone(), line));
        }
        self.module.imports.extend(name.map(|name| (name, path)));
    }

    /// Collects the paths in the arguments of a macro, or in its rules.
    fn tokens(&mut self, tokens: TokenStream) {
        let mut path: Vec<String> = Vec::new();
        let mut line = 0;
        let mut joined = false;
        let mut colons = 0;
        for token in tokens {
            match token {
                TokenTree::Ident(ident) => {
                    if !joined {
                        self.finish(&mut path, line);
                        line = ident.span().start().line;
                    }
                    path.push(ident.to_string());
                    (joined, colons) = (false, 0);
                }
                TokenTree::Punct(punct) if punct.as_char() == ':' && !path.is_empty() => {
                    colons += 1;
                    joined = colons == 2;
                }
                TokenTree::Group(group) => {
                    self.finish(&mut path, line);
                    (joined, colons) = (false, 0);
                    self.tokens(group.stream());
                }
                _ => {
                    self.finish(&mut path, line);
                    (joined, colons) = (false, 0);
                }
            }
        }
        self.finish(&mut path, line);
    }

    fn finish(&mut self, path: &mut Vec<String>, line: usize) {
        if path.len() > 1 {
            self.module.written.push((path.clone(), line));
        }
        path.clear();
    }
}

impl<'ast> Visit<'ast> for Reader {
    fn visit_item(&mut self, item: &'ast Item) {
        if !is_for_tests(attributes(item)) {
            visit::visit_item(self, item);
        }
    }

    fn visit_impl_item_fn(&mut self, item: &'ast syn::ImplItemFn) {
        if !is_for_tests(&item.attrs) {
            visit::visit_impl_item_fn(self, item);
        }
    }

    fn visit_item_use(&mut self, item: &'ast ItemUse) {
        let exported = !matches!(item.vis, Visibility::Inherited);
        let line = item.use_token.span.start().line;
        self.import(&item.tree, &[], exported, line);
    }

    fn visit_path(&mut self, path: &'ast syn::Path) {
        let names: Vec<String> = path.segments.iter().map(|segment| segment.ident.to_string()).collect();
        let line = path
            .segments
            .first()
            .map_or(0, |segment| segment.ident.span().start().line);
        if path.leading_colon.is_none() {
            self.module.written.push((names, line));
        }
        visit::visit_path(self, path);
    }

    // A visibility names a module without depending on it.
    fn visit_visibility(&mut self, _: &'ast Visibility) {}

    fn visit_macro(&mut self, invoked: &'ast Macro) {
        self.visit_path(&invoked.path);
        if let Some(name) = invoked.path.get_ident() {
            let line = name.span().start().line;
            self.module.written.push((vec![format!("{name}!")], line));
        }
        self.tokens(invoked.tokens.clone());
    }
}

/// Returns the name that an item defines in its module.
fn defined(item: &Item) -> Option<String> {
    let ident = match item {
        Item::Const(item) => &item.ident,
        Item::Enum(item) => &item.ident,
        Item::Fn(item) => &item.sig.ident,
        Item::Static(item) => &item.ident,
        Item::Struct(item) => &item.ident,
        Item::Trait(item) => &item.ident,
        Item::TraitAlias(item) => &item.ident,
        Item::Type(item) => &item.ident,
        Item::Union(item) => &item.ident,
        _ => return None,
    };
    Some(ident.to_string())
}

fn attributes(item: &Item) -> &[Attribute] {
    match item {
        Item::Const(item) => &item.attrs,
        Item::Enum(item) => &item.attrs,
        Item::Fn(item) => &item.attrs,
        Item::Impl(item) => &item.attrs,
        Item::Macro(item) => &item.attrs,
        Item::Mod(item) => &item.attrs,
        Item::Static(item) => &item.attrs,
        Item::Struct(item) => &item.attrs,
        Item::Trait(item) => &item.attrs,
        Item::Type(item) => &item.attrs,
        Item::Use(item) => &item.attrs,
        _ => &[],
    }
}

/// Returns true if an item is compiled only for tests.
pub(crate) fn is_for_tests(attributes: &[Attribute]) -> bool {
    attributes.iter().any(|attribute| match &attribute.meta {
        Meta::List(list) => list.path.is_ident("cfg") && list.tokens.to_string() == "test",
        meta => meta.path().is_ident("test"),
    })
}
