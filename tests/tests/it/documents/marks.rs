//! The text between marks: a figure of a result, the lines that a command prints.

use anyhow::{Result, bail};
use serde_json::{Value, json};
use z8000_tests::documents::figure::figure;
use z8000_tests::documents::marks::{Source, filled, put, removed};
use z8000_tests::documents::results::{kept, parsed, stored};

struct One;

impl Source for One {
    fn result(&mut self, name: &str) -> Result<Option<Value>> {
        match name {
            "bcp solve 5" => Ok(Some(json!(["one", "", "  two"]))),
            "run" => Ok(Some(json!({"solved": 271, "table": ["| a |", "|---|"]}))),
            "later" => Ok(None),
            _ => bail!("no result {name}"),
        }
    }

    fn input(&mut self, _: &str) -> Result<String> {
        Ok("p\nq\n".to_owned())
    }
}

#[test]
fn marks_are_filled() {
    let text = "a <!-- note --><!--= run solved -->9<!--/--> b\n<!-- output: bcp solve 5 -->\nold\n<!-- /output -->\n\
                <!--= later x -->7<!--/-->\n<!-- output: run table --><!-- /output -->\n<!-- input: run --><!-- /input -->\n";
    let (new, marks) = filled(text, &mut One).expect("a text");
    let shown = "a <!-- note --><!--= run solved -->271<!--/--> b\n<!-- output: bcp solve 5 -->\n\n    one\n\n      two\n\n\
                 <!-- /output -->\n<!--= later x -->7<!--/-->\n<!-- output: run table -->\n\n| a |\n|---|\n\n<!-- /output -->\n\
                 <!-- input: run -->\n\n    p\n    q\n\n<!-- /input -->\n";
    assert_eq!(new, shown);
    assert_eq!(marks.iter().map(|mark| mark.line).collect::<Vec<_>>(), [1, 2, 5, 6, 7]);
    assert_eq!(filled(shown, &mut One).expect("a text").0, shown);
}

#[test]
fn marks_of_a_table_are_put_and_removed() {
    let text = "It\nsolved 1,268 of 300.\n| nodes | 1,670. | 12 |\n";
    let table = "It solved {} of\trun solved\n| nodes | {}. | {} |\trun nodes .0\tlater x\n";
    let marked = put(text, table).expect("three figures");
    let shown = "It\nsolved <!--= run solved -->1,268<!--/--> of 300.\n\
                 | nodes | <!--= run nodes .0 -->1,670<!--/-->. | <!--= later x -->12<!--/--> |\n";
    assert_eq!(marked, shown);
    assert_eq!(removed(&marked), text);
    for wrong in [
        "solves {}\ta b",
        "{}\ta b",
        "300. {}\ta b",
        "nodes | {} | {}\ta b\tc d",
        "solved {}",
    ] {
        assert!(put(text, wrong).is_err(), "{wrong}");
    }
}

#[test]
fn broken_marks_are_refused() {
    for text in [
        "<!--= run solved -->9",
        "<!-- output: other --><!-- /output -->",
        "<!--= run x -->1<!--/-->",
        "<!-- a",
    ] {
        assert!(filled(text, &mut One).is_err(), "{text}");
    }
}

#[test]
fn figures_are_found_calculated_and_formatted() {
    let result = json!({
        "summary": {"solved": 1271, "share": 0.756, "word": "Qd8+"},
        "positions": [{"number": 5, "seconds": 0.17}, {"number": 96, "seconds": 650.436}],
    });
    for (expression, shown) in [
        ("summary.solved", "1,271"),
        ("summary.word", "Qd8+"),
        ("summary.share %", "76"),
        ("positions.number=96.seconds", "650.436"),
        ("positions.number=96.seconds .1", "650.4"),
        ("positions.number=96.seconds ceil", "651"),
        ("positions.1.number * 12500 / 1000000 .1", "1.2"),
        ("1000000 / summary.solved", "787"),
    ] {
        assert_eq!(figure(&result, expression).expect(expression), shown, "{expression}");
    }
    for wrong in [
        "",
        "summary.other",
        "summary.word %",
        "summary.solved ^ 2",
        "positions.number=7.seconds",
    ] {
        assert!(figure(&result, wrong).is_err(), "{wrong}");
    }
}

#[test]
fn numbers_are_found_in_lines() {
    let lines = json!([
        "  stored tree   33104 nodes, 1.00 times",
        "1000 26 34",
        "10000 98 72",
        "of: 1/0.8"
    ]);
    assert_eq!(figure(&lines, "stored_tree#1").expect("a number"), "33104");
    assert_eq!(figure(&lines, "stored_tree#1 * 1").expect("a number"), "33,104");
    assert_eq!(figure(&lines, "*nodes,#1").expect("a number"), "33104");
    assert_eq!(figure(&lines, "1000#2").expect("a number"), "34");
    assert_eq!(figure(&lines, "of#2").expect("a number"), "0.8");
    assert_eq!(figure(&json!(["7 of 9"]), "#2").expect("a number"), "9");
    assert!(figure(&lines, "stored_tree#3").is_err());
    assert!(figure(&lines, "tree#1").is_err());
}

#[test]
fn thousands_are_separated() {
    for (plain, shown) in [
        ("999", "999"),
        ("1000", "1,000"),
        ("-123456", "-123,456"),
        ("1234567.25", "1,234,567.25"),
    ] {
        let number: Value = plain.parse().expect("a number");
        assert_eq!(figure(&number, ".").expect(plain), shown);
    }
}

#[test]
fn json_json_lines_and_text_are_distinguished() {
    assert_eq!(parsed("{\"a\": 1}\n"), json!({"a": 1}));
    assert_eq!(parsed("{\"a\": 1}\n{\"a\": 2}\n"), json!([{"a": 1}, {"a": 2}]));
    assert_eq!(parsed("12\n{\"a\": 2} \n"), json!(["12", "{\"a\": 2}"]));
}

#[test]
fn stored_json_is_read_as_it_was_written() {
    let value = json!({"a": [{"command": "x", "n": 1}, {"n": [1, 2]}], "b": {"c": "d\n"}, "e": [], "f": ["g", "h"]});
    let text = stored(&value);
    assert_eq!(serde_json::from_str::<Value>(&text).expect("JSON"), value);
    assert!(text.contains("    {\"n\":[1,2]}\n"), "{text}");
}

#[test]
fn lines_are_kept_by_what_they_contain() {
    let lines = json!(["  solved 3", "other", "solved by both"]);
    assert_eq!(
        kept(lines.clone(), &["solved".to_owned()], None),
        json!(["  solved 3", "solved by both"])
    );
    assert_eq!(kept(lines.clone(), &[], None), lines);
    let tables = json!(["One:", "", "| 1 |", "", "Two:", "", "| 2 |", "| 3 |", "", "Three:"]);
    assert_eq!(kept(tables, &[], Some("Two")), json!(["| 2 |", "| 3 |"]));
}
