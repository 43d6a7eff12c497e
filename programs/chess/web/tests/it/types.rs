//! The page's types and names, generated from those of the machine.

use std::collections::BTreeMap;
use std::fs;

use bcp_debugger::{CHESS, events};
use bcp_driver::Value;
use bcp_laboratory::chess::{Chess, MATE};
use bcp_laboratory::game::ChessLike;
use bcp_laboratory::searches::Search;
use bcp_reference::constants::WIN;

use bcp_web::protocol::{Answer, Request};
use ts_rs::{Config, TS, TypeVisitor};

const HEADER: &str = "\
// The types of the machine's requests and answers, made from programs/chess/web/src/protocol:
// UPDATE=yes cargo test -p bcp-web types
";

/// Declarations by type name.
struct Declared {
    config: Config,
    types: BTreeMap<String, String>,
}

impl TypeVisitor for Declared {
    fn visit<T: TS + ?Sized + 'static>(&mut self) {
        // Numbers, strings and lists have no declaration, and are written where they are used.
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

/// Compares a file of the page with its generated contents, or writes it.
fn compare(name: &str, made: &str) {
    let path = format!("{}/page/{name}", env!("CARGO_MANIFEST_DIR"));
    if std::env::var_os("UPDATE").is_some() {
        fs::write(&path, made).expect("the page can be written");
    }
    let page = fs::read_to_string(&path).unwrap_or_default();
    assert!(
        page == made,
        "{path} is not of today: UPDATE=yes cargo test -p bcp-web types"
    );
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
    compare("types.ts", &made);
}

/// Returns a list of names as TypeScript.
fn list<'n>(name: &str, docs: &str, names: impl IntoIterator<Item = &'n str>) -> String {
    let names: Vec<String> = names.into_iter().map(|name| format!("  {name:?},\n")).collect();
    format!(
        "\n/** {docs} */\nexport const {name} = [\n{}] as const;\n",
        names.concat()
    )
}

/// Returns a number as TypeScript.
fn number(name: &str, docs: &str, value: impl Into<i64>) -> String {
    format!("\n/** {docs} */\nexport const {name} = {};\n", value.into())
}

/// Returns the values that are mates in words, by number, as TypeScript.
fn mates() -> String {
    let decided = (-WIN..=WIN).map(Value).filter(|value| value.is_decided());
    let rows: Vec<String> = decided
        .map(|value| format!("  [{}, {:?}],\n", value.0, value.words()))
        .collect();
    let docs = "The values that are mates, in words.";
    format!(
        "\n/** {docs} */\nexport const MATES: ReadonlyMap<number, string> = new Map([\n{}]);\n",
        rows.concat()
    )
}

#[test]
fn the_names_of_the_page_are_those_of_the_machine() {
    let groups = z8000_debugger::command::GROUPS.iter().chain([&CHESS.commands]);
    let commands = groups.flat_map(|group| group.commands).map(|command| command.name);
    let made = "// Names and numbers that the page shares with the machine, made from the machine:\n\
                // UPDATE=yes cargo test -p bcp-web types\n"
        .to_owned()
        + &list(
            "EVENTS",
            "Events of the search to which `next` and `back` go.",
            events(),
        )
        + &list(
            "SEARCHES",
            "Searches of the laboratory.",
            Search::all().map(|(name, _)| name),
        )
        + &list("COMMANDS", "Commands of the debugger.", commands)
        + &mates()
        + &number(
            "LAB_MATE",
            "The laboratory's value of a mate at the root; a mate is worth as much less as it is plies away.",
            MATE,
        )
        + &number(
            "LAB_MATES",
            "The laboratory's minimum value of a mate in chess.",
            <Chess as ChessLike>::MATES,
        );
    compare("names.ts", &made);
}
