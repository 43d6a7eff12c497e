//! Finds the public functions of the libraries in their sources.
//!
//! A function counts if it is `pub` and its type or module can be named by other crates: the lint `unreachable_pub`
//! ensures that nothing else is `pub`.

use std::collections::BTreeMap;
use std::fs;
use std::path::{Path, PathBuf};

use quote::ToTokens;
use syn::{FnArg, ImplItem, Item, ReturnType, Signature, TraitItem, UseTree, Visibility};

/// The crates, and the folders of their sources.
pub const CRATES: [(&str, &str); 7] = [
    ("z8000", "emulator/src"),
    ("z8000_object", "assembler/object/src"),
    ("z8000_asm", "assembler/src"),
    ("z8000_debugger", "programs/tools/debugger/src"),
    ("bcp_chess", "programs/chess/rules/src"),
    ("bcp_reference", "programs/chess/reference/src"),
    ("bcp_laboratory", "programs/chess/laboratory/src"),
];

/// A public function.
pub struct Function {
    /// Path of the function for other crates, such as `z8000::cpu::Cpu::pc`.
    pub path: String,
    /// Its signature.
    pub signature: String,
    /// The types of its arguments; `None` if they contain a parameter of the function or its type.
    pub arguments: Option<Vec<String>>,
    /// True if the function returns an iterator.
    pub iterates: bool,
}

/// A source file, and the path of its module in the crate.
struct Module {
    path: Vec<String>,
    items: Vec<Item>,
}

/// Returns the functions of all crates, sorted by path, and the public names of all crates.
pub fn functions(root: &Path) -> (Vec<Function>, Vec<String>) {
    let mut list = Vec::new();
    let mut all = Vec::new();
    for (name, folder) in CRATES {
        let mut modules = Vec::new();
        let folder = root.join(folder);
        read(&folder, &folder, &mut modules);
        let names = names(name, &modules);
        all.extend(names.values().flatten().map(|path| path.join("::")));
        for module in &modules {
            functions_of(&module.path, &module.items, &names, &mut list);
        }
    }
    list.sort_by(|one, other| one.path.cmp(&other.path));
    list.dedup_by(|one, other| one.path == other.path);
    (list, all)
}

/// Formats the public surface, one line for each name or for each function's path and signature.
pub fn text(functions: &[Function], names: &[String]) -> String {
    let mut lines: Vec<String> = functions
        .iter()
        .map(|function| format!("{}: {}", function.path, function.signature))
        .collect();
    let is_function = |name: &String| functions.iter().any(|function| function.path == *name);
    lines.extend(names.iter().filter(|name| !is_function(name)).cloned());
    lines.sort();
    lines.dedup();
    lines.iter().map(|line| format!("{line}\n")).collect()
}

fn read(root: &Path, folder: &Path, modules: &mut Vec<Module>) {
    let mut paths: Vec<PathBuf> = fs::read_dir(folder)
        .unwrap_or_else(|error| panic!("{}: {error}", folder.display()))
        .map(|entry| entry.expect("an entry").path())
        .collect();
    paths.sort();
    for path in paths {
        if path.is_dir() {
            read(root, &path, modules);
        } else if path.extension().is_some_and(|end| end == "rs") && !path.ends_with("tests.rs") {
            let text = fs::read_to_string(&path).unwrap_or_else(|error| panic!("{}: {error}", path.display()));
            let file = syn::parse_file(&text).unwrap_or_else(|error| panic!("{}: {error}", path.display()));
            let parts = path.strip_prefix(root).expect("below the root").with_extension("");
            let mut parts: Vec<String> = parts.iter().map(|part| part.to_string_lossy().into_owned()).collect();
            parts.pop_if(|last| last == "mod" || last == "lib");
            add(parts, file.items, modules);
        }
    }
}

/// Adds a module, and its inline modules.
fn add(path: Vec<String>, items: Vec<Item>, modules: &mut Vec<Module>) {
    for item in &items {
        if let Item::Mod(inner) = item
            && let Some((_, items)) = &inner.content
            && !is_test(&inner.attrs)
        {
            add([&path[..], &[inner.ident.to_string()]].concat(), items.clone(), modules);
        }
    }
    modules.push(Module { path, items });
}

fn is_test(attributes: &[syn::Attribute]) -> bool {
    attributes.iter().any(|one| {
        let text = one.to_token_stream().to_string();
        text == "# [cfg (test)]" || text == "# [cfg (doctest)]"
    })
}

fn is_public(visibility: &Visibility) -> bool {
    matches!(visibility, Visibility::Public(_))
}

/// The public paths of each name in a crate.
type Names = BTreeMap<String, Vec<Vec<String>>>;

fn names(name: &str, modules: &[Module]) -> Names {
    let mut names = Names::new();
    let mut open = vec![Vec::new()];
    while let Some(path) = open.pop() {
        let Some(module) = modules.iter().find(|module| module.path == path) else {
            continue;
        };
        let mut add = |leaf: String| {
            let whole = [&[name.to_owned()], &path[..], &[leaf.clone()]].concat();
            names.entry(leaf).or_default().push(whole);
        };
        for item in &module.items {
            match item {
                Item::Mod(inner) if is_public(&inner.vis) => {
                    open.push([&path[..], &[inner.ident.to_string()]].concat());
                }
                Item::Use(used) if is_public(&used.vis) => leaves(&used.tree, &mut add),
                Item::Fn(item) if is_public(&item.vis) => add(item.sig.ident.to_string()),
                Item::Struct(item) if is_public(&item.vis) => add(item.ident.to_string()),
                Item::Enum(item) if is_public(&item.vis) => add(item.ident.to_string()),
                Item::Trait(item) if is_public(&item.vis) => add(item.ident.to_string()),
                Item::Type(item) if is_public(&item.vis) => add(item.ident.to_string()),
                Item::Const(item) if is_public(&item.vis) => add(item.ident.to_string()),
                Item::Static(item) if is_public(&item.vis) => add(item.ident.to_string()),
                // Sets of flags, defined by a macro of another crate.
                Item::Macro(item) => {
                    let text = item.mac.tokens.to_string();
                    let found = text.split("pub struct ").nth(1);
                    let ident = found.and_then(|rest| rest.split([' ', ':']).next());
                    ident.into_iter().for_each(|ident| add(ident.to_owned()));
                }
                _ => {}
            }
        }
    }
    names
}

fn leaves(tree: &UseTree, add: &mut impl FnMut(String)) {
    match tree {
        UseTree::Path(path) => leaves(&path.tree, add),
        UseTree::Name(name) => add(name.ident.to_string()),
        UseTree::Rename(rename) => add(rename.rename.to_string()),
        UseTree::Group(group) => group.items.iter().for_each(|tree| leaves(tree, add)),
        UseTree::Glob(_) => panic!("a glob of public names, which the list cannot follow"),
    }
}

/// Returns the public path of a name that a module uses; if there are several, the nearest one.
fn public<'n>(names: &'n Names, name: &str, module: &[String]) -> Option<&'n [String]> {
    let near = |path: &&Vec<String>| {
        path[1..]
            .iter()
            .zip(module)
            .take_while(|(one, other)| one == other)
            .count()
    };
    names.get(name)?.iter().rev().max_by_key(near).map(|path| &path[..])
}

fn functions_of(module: &[String], items: &[Item], names: &Names, list: &mut Vec<Function>) {
    for item in items {
        match item {
            Item::Fn(item) if is_public(&item.vis) && !is_test(&item.attrs) => {
                if let Some(path) = public(names, &item.sig.ident.to_string(), module) {
                    list.push(function(path.join("::"), &item.sig, None));
                }
            }
            Item::Impl(block) if block.trait_.is_none() && !is_test(&block.attrs) => {
                let of = block.self_ty.to_token_stream().to_string();
                let plain: String = of.chars().take_while(|c| c.is_alphanumeric() || *c == '_').collect();
                let generic = block.generics.type_params().next().is_some();
                let Some(path) = public(names, &plain, module) else { continue };
                for item in &block.items {
                    if let ImplItem::Fn(item) = item
                        && is_public(&item.vis)
                    {
                        let path = format!("{}::{}", path.join("::"), item.sig.ident);
                        let mut found = function(path, &item.sig, Some(plain.as_str()));
                        found.arguments = found.arguments.filter(|_| !generic);
                        list.push(found);
                    }
                }
            }
            // A trait is implemented by other crates: only its default methods are functions of this crate.
            Item::Trait(block) if is_public(&block.vis) => {
                let Some(path) = public(names, &block.ident.to_string(), module) else {
                    continue;
                };
                for item in &block.items {
                    if let TraitItem::Fn(item) = item
                        && item.default.is_some()
                    {
                        let path = format!("{}::{}", path.join("::"), item.sig.ident);
                        list.push(function(path, &item.sig, None));
                    }
                }
            }
            _ => {}
        }
    }
}

/// Describes a function of a module, or of a type without parameters.
fn function(path: String, signature: &Signature, of: Option<&str>) -> Function {
    let of_path = path.rsplit_once("::").map_or("", |(of, _)| of);
    let mut arguments = Some(Vec::new());
    let takes = |arguments: &mut Option<Vec<String>>, kind: String| {
        if let Some(list) = arguments {
            list.push(kind);
        }
    };
    for argument in &signature.inputs {
        match argument {
            FnArg::Receiver(receiver) => {
                let text = receiver.to_token_stream().to_string();
                match (of, text.split_once("self")) {
                    (Some(_), Some((before, ""))) if before != "mut " => {
                        takes(&mut arguments, format!("{before}{of_path}"))
                    }
                    (Some(_), Some((_, ""))) => takes(&mut arguments, of_path.to_owned()),
                    _ => arguments = None,
                }
            }
            FnArg::Typed(typed) => {
                let kind = typed.ty.to_token_stream().to_string();
                let kind = kind.split(' ').map(|word| if word == "Self" { of_path } else { word });
                takes(&mut arguments, kind.collect::<Vec<_>>().join(" "));
            }
        }
    }
    if signature
        .generics
        .params
        .iter()
        .any(|one| !matches!(one, syn::GenericParam::Lifetime(_)))
    {
        arguments = None;
    }
    let iterates = match &signature.output {
        ReturnType::Type(_, kind) => kind.to_token_stream().to_string().starts_with("impl Iterator"),
        ReturnType::Default => false,
    };
    Function {
        path,
        signature: signature.to_token_stream().to_string(),
        arguments,
        iterates,
    }
}
