//! The page's types, made from those of the protocol.

use std::collections::BTreeMap;
use std::fs;

use bcp_web::protocol::{Answer, Request};
use ts_rs::{Config, TS, TypeVisitor};

const HEADER: &str = "\
// The types of the machine's requests and answers, made from programs/chess/web/src/protocol:
// UPDATE=yes cargo test -p bcp-web types
";

/// Declarations by the names of their types.
struct Declared {
    config: Config,
    types: BTreeMap<String, String>,
}

impl TypeVisitor for Declared {
    fn visit<T: TS + ?Sized + 'static>(&mut self) {
        // Numbers, texts and lists are not declared, and stand where they are used.
        if T::output_path().is_some() {
            let docs = T::docs().unwrap_or_default();
            let declaration = format!("\n{docs}export {}\n", T::decl(&self.config));
            let short = declaration
                .replace("/**\n *", "/**")
                .replace("\n */", " */")
                .replace(", \n", ",\n");
            self.types.insert(T::ident(&self.config), short.replace("{ \n", "{\n"));
        }
        T::visit_dependencies(self);
    }
}

#[test]
fn the_types_of_the_page_are_those_of_the_protocol() {
    let mut declared = Declared {
        config: Config::new().with_large_int("number").with_array_tuple_limit(0),
        types: BTreeMap::new(),
    };
    declared.visit::<Request>();
    declared.visit::<Answer>();
    let made = HEADER.to_owned() + &declared.types.into_values().collect::<String>();
    let path = concat!(env!("CARGO_MANIFEST_DIR"), "/page/types.ts");
    if std::env::var_os("UPDATE").is_some() {
        fs::write(path, &made).expect("the page can be written");
    }
    let page = fs::read_to_string(path).unwrap_or_default();
    assert!(
        page == made,
        "{path} is not of today: UPDATE=yes cargo test -p bcp-web types"
    );
}
