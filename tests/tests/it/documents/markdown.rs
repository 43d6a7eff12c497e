//! The parts of a document's text: its blocks and the commands in them, links and anchors.

use z8000_tests::documents::commands::commands;
use z8000_tests::documents::markdown::{anchors, blocks, links};

const TEXT: &str = "# A `b`, c\n\ntext\n    more text\n\n    one\n\n    two\n\nText\n\n```sh\n# no heading\n```\n\
                    <!-- output: x -->\n\n    three\n\n<!-- /output -->\n\n    four\n## A b c\n[x](a.md#b) [y](#c) [z](http://d)\n";

#[test]
fn blocks_are_found() {
    let found = blocks(TEXT);
    let found: Vec<_> = found
        .iter()
        .map(|b| (b.line, b.language.as_deref(), b.lines.len(), b.marked))
        .collect();
    assert_eq!(
        found,
        [
            (6, None, 4, false),
            (12, Some("sh"), 1, false),
            (17, None, 2, true),
            (21, None, 1, false)
        ]
    );
}

#[test]
fn links_and_anchors_are_found() {
    assert_eq!(links(TEXT), [("a.md", "b"), ("", "c")]);
    assert_eq!(anchors(TEXT), ["a-b-c", "a-b-c-1"]);
}

#[test]
fn commands_are_found_in_blocks() {
    let text = "Type\n\n    bcp solve --fen '8/8 w - -' --depth 3 > out\n    ls\n\n`bcp no`\n\n\
                \u{20}   cargo run --release -p z8k -- run a.s\n\n    bcp-lab compare --search LIST\n    z8k cpm a b\n\n\
                <!-- output: x -->\n\n    bcp printed\n\n<!-- /output -->\n\n\
                | x | `bcp table1` |\n| `bcp-lab FILE` | the `bcp play` |\n";
    let found = commands(text);
    let found: Vec<(usize, String)> = found.iter().map(|(at, words)| (*at, words.join("|"))).collect();
    assert_eq!(
        found,
        [
            (3, "bcp|solve|--fen|8/8 w - -|--depth|3".to_owned()),
            (8, "z8k|run|a.s".to_owned()),
            (11, "z8k|cpm|a|b".to_owned()),
            (19, "bcp|table1".to_owned())
        ]
    );
}

#[test]
fn commands_are_split_at_blanks_outside_quotes() {
    assert_eq!(
        commands("    bcp-lab trace '0(1 2)' --depth 5\n")[0].1,
        ["bcp-lab", "trace", "0(1 2)", "--depth", "5"]
    );
}
