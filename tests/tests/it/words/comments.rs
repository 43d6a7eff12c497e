//! The wording of the documentation of public items, which programmers read.

use std::fs;

use syn::visit::{self, Visit};
use syn::{Attribute, Fields, Visibility};

use super::sources::{Scope, Sentence, documentation, makes_help};
use super::{Check, EVERYWHERE};
use crate::structure::budget::{is_product, project_files};
use crate::structure::modules::is_for_tests;

/// Patterns of the list that do not apply to documentation, where the words have another, correct meaning.
const OF_MESSAGES: [&str; 5] = [
    r"\bthere (is|are) no such\b",
    r"\b\w+ alone\b",
    r"\b(is|are) to be\b",
    r"\b(has|have|had) to be\b",
    r"\b(is|are) expected\b",
];

/// The paragraphs of the documentation of public items in a source, without code.
#[derive(Default)]
struct Reader {
    found: Vec<Sentence>,
}

impl Reader {
    fn read(&mut self, attributes: &[Attribute]) {
        let mut is_code = false;
        let mut begins = true;
        for (text, line) in attributes.iter().filter_map(documentation) {
            let text = text.trim();
            is_code ^= text.starts_with("```");
            match self.found.last_mut() {
                _ if is_code || text.is_empty() || text.starts_with("```") => begins = true,
                Some(last) if !begins => last.text += &format!(" {text}"),
                _ => {
                    let text = text.to_owned();
                    self.found.push(Sentence { scope: Scope::Documentation, line, text });
                    begins = false;
                }
            }
        }
    }

    fn read_if_public(&mut self, visibility: &Visibility, attributes: &[Attribute]) {
        if matches!(visibility, Visibility::Public(_)) {
            self.read(attributes);
        }
    }

    /// The fields of a variant are as public as the variant; those of a structure have their own visibility.
    fn fields(&mut self, fields: &Fields, all: bool) {
        for field in fields {
            if all {
                self.read(&field.attrs);
            } else {
                self.read_if_public(&field.vis, &field.attrs);
            }
        }
    }
}

impl<'ast> Visit<'ast> for Reader {
    fn visit_file(&mut self, file: &'ast syn::File) {
        self.read(&file.attrs);
        visit::visit_file(self, file);
    }

    fn visit_item_mod(&mut self, item: &'ast syn::ItemMod) {
        if !is_for_tests(&item.attrs) {
            self.read_if_public(&item.vis, &item.attrs);
            visit::visit_item_mod(self, item);
        }
    }

    fn visit_item_struct(&mut self, item: &'ast syn::ItemStruct) {
        if matches!(item.vis, Visibility::Public(_)) && !makes_help(&item.attrs) {
            self.read(&item.attrs);
            self.fields(&item.fields, false);
        }
    }

    fn visit_item_enum(&mut self, item: &'ast syn::ItemEnum) {
        if matches!(item.vis, Visibility::Public(_)) && !makes_help(&item.attrs) {
            self.read(&item.attrs);
            for variant in &item.variants {
                self.read(&variant.attrs);
                self.fields(&variant.fields, true);
            }
        }
    }

    fn visit_item_trait(&mut self, item: &'ast syn::ItemTrait) {
        if matches!(item.vis, Visibility::Public(_)) {
            self.read(&item.attrs);
            visit::visit_item_trait(self, item);
        }
    }

    fn visit_trait_item_fn(&mut self, item: &'ast syn::TraitItemFn) {
        self.read(&item.attrs);
    }

    fn visit_trait_item_type(&mut self, item: &'ast syn::TraitItemType) {
        self.read(&item.attrs);
    }

    fn visit_trait_item_const(&mut self, item: &'ast syn::TraitItemConst) {
        self.read(&item.attrs);
    }

    fn visit_impl_item_fn(&mut self, item: &'ast syn::ImplItemFn) {
        self.read_if_public(&item.vis, &item.attrs);
    }

    fn visit_impl_item_const(&mut self, item: &'ast syn::ImplItemConst) {
        self.read_if_public(&item.vis, &item.attrs);
    }

    fn visit_item_fn(&mut self, item: &'ast syn::ItemFn) {
        self.read_if_public(&item.vis, &item.attrs);
    }

    fn visit_item_const(&mut self, item: &'ast syn::ItemConst) {
        self.read_if_public(&item.vis, &item.attrs);
    }

    fn visit_item_static(&mut self, item: &'ast syn::ItemStatic) {
        self.read_if_public(&item.vis, &item.attrs);
    }

    fn visit_item_type(&mut self, item: &'ast syn::ItemType) {
        self.read_if_public(&item.vis, &item.attrs);
    }
}

fn read(source: &str) -> syn::Result<Vec<Sentence>> {
    let mut reader = Reader::default();
    reader.visit_file(&syn::parse_file(source)?);
    Ok(reader.found)
}

#[test]
fn documentation_uses_the_words_of_a_native_writer() {
    let mut check = Check::new(&[EVERYWHERE], include_str!("comments.txt"), ".rs");
    check
        .patterns
        .retain(|pattern| !OF_MESSAGES.contains(&pattern.found.as_str()));
    let mut count = 0;
    for path in project_files(".rs").into_iter().filter(|path| is_product(path)) {
        let name = path.display();
        let source = fs::read_to_string(&path).unwrap_or_else(|error| panic!("{name}: {error}"));
        for sentence in read(&source).unwrap_or_else(|error| panic!("{name}: {error}")) {
            count += 1;
            check.compare(&path, &sentence);
        }
    }
    assert!(count > 4_000, "only {count} paragraphs");
    check.end();
}

#[test]
fn documentation_is_that_of_public_items_without_code() {
    let source = r#"
        //! The crate.
        /// A type,
        /// public.
        ///
        /// ```
        /// not(read);
        /// ```
        /// After.
        pub struct Type {
            /// A field.
            pub field: u8,
            /// Not read.
            hidden: u8,
        }
        /// Not read.
        struct Hidden;
        impl Type {
            /// A method.
            pub fn method(&self) {}
            /// Not read.
            pub(crate) fn inside(&self) {}
        }
        /// Choices.
        pub enum Choice {
            /// One.
            One {
                /// Its number.
                number: u8,
            },
        }
        /// Read as help.
        #[derive(clap::Args)]
        pub struct Arguments {
            /// Read as help.
            pub file: String,
        }
    "#;
    let found = read(source).expect("Rust");
    let texts: Vec<&str> = found.iter().map(|sentence| &*sentence.text).collect();
    let expected = [
        "The crate.",
        "A type, public.",
        "After.",
        "A field.",
        "A method.",
        "Choices.",
        "One.",
        "Its number.",
    ];
    assert_eq!(texts, expected);
}
