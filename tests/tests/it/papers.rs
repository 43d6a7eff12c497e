//! The pages that relate the papers to the code are correct, the assembly source quotes no sentence that they omit, and
//! every sentence of the papers is answered.

use std::fs;
use std::path::Path;

use bcp_reference::search::Readings;
use regex_lite::Regex;
use z8000_tests::documents::code::{claims, defines, one_line, quotations};
use z8000_tests::{repository, sources};

const SENTENCES: &str = "docs/reference/sentences.md";

fn text(path: &Path) -> String {
    fs::read_to_string(path).unwrap_or_else(|error| panic!("{}: {error}", path.display()))
}

#[test]
fn names_stand_in_the_files_that_the_pages_name() {
    for (page, least) in [(SENTENCES, 80), ("docs/reference/glossary.md", 60)] {
        let path = repository(page);
        let page_text = text(&path);
        let claims = claims(&page_text);
        assert!(claims.len() >= least, "{page}: only {} names", claims.len());
        for claim in claims {
            let file = path.parent().expect("a folder").join(claim.file);
            assert!(
                defines(&text(&file), claim.name),
                "{page}: {} does not define `{}`",
                claim.file,
                claim.name
            );
        }
    }
}

#[test]
fn quotations_of_the_assembly_are_in_the_table() {
    let table = text(&repository(SENTENCES));
    let mut count = 0;
    for path in sources("asm") {
        for quotation in quotations(&text(&path)) {
            assert!(
                table.contains(&format!("\"{quotation}\"")),
                "{SENTENCES} lacks what {} quotes: \"{quotation}\"",
                path.display()
            );
            count += 1;
        }
    }
    assert!(count > 40, "only {count} quotations");
}

/// The list of all sentences of the papers, by their first words, each with the answer to it; its head explains the
/// format.
const LIST: &str = "tests/papers/sentences.txt";

/// Parses the sections of the list: the name, then for each sentence its first words and the answer.
fn sections(list: &str) -> Vec<(&str, Vec<(&str, &str)>)> {
    let mut sections = Vec::new();
    for line in list.lines().filter(|line| !line.is_empty() && !line.starts_with('#')) {
        if let Some(name) = line.strip_prefix('[').and_then(|line| line.strip_suffix(']')) {
            sections.push((name, Vec::new()));
        } else {
            let row = line.split_once(" | ").expect(line);
            sections.last_mut().expect("a section").1.push(row);
        }
    }
    sections
}

/// Returns the fault of an answer in the list, if there is one.
fn fault(answer: &str) -> Option<String> {
    if let Some(reason) = answer.strip_prefix("- ") {
        return (!["idea", "figure", "other"].contains(&reason)).then(|| format!("`{reason}` is not a reason"));
    }
    if let Some(reading) = answer.strip_prefix("reading ") {
        let known = Readings::default().numbers().iter().any(|(name, _)| *name == reading);
        let told = text(&repository("docs/explanation/search.md")).contains(&format!("| `{reading}` |"));
        return (!known || !told).then(|| format!("{reading} is not a declared reading"));
    }
    let (place, file) = match answer.split_once(" says ") {
        Some((page, words)) => (Place::Words(words.trim_matches('"')), page),
        None => {
            let Some((name, file)) = answer.split_once(" in ") else {
                return Some(format!("`{answer}` is not an answer"));
            };
            (Place::Name(name), file)
        }
    };
    let Ok(source) = fs::read_to_string(repository(file)) else {
        return Some(format!("there is no file {file}"));
    };
    match place {
        Place::Name(name) => (!defines(&source, name)).then(|| format!("{file} does not define `{name}`")),
        Place::Words(words) => (!says(&source, words)).then(|| format!("{file} does not say \"{words}\"")),
    }
}

/// The location of an answer in its file.
enum Place<'a> {
    Name(&'a str),
    Words(&'a str),
}

/// Returns true if a page contains these words, ignoring the marks of figures and line breaks.
fn says(page: &str, words: &str) -> bool {
    let marks = Regex::new(r"<!--.*?-->").expect("a pattern");
    one_line(&marks.replace_all(page, "")).contains(words)
}

#[test]
fn every_sentence_has_a_routine_a_reading_or_a_reason() {
    let list = text(&repository(LIST));
    let rows: Vec<_> = sections(&list).into_iter().flat_map(|(_, rows)| rows).collect();
    let faults = rows
        .iter()
        .filter_map(|(words, answer)| Some(format!("{words}: {}", fault(answer)?)));
    assert_eq!(faults.collect::<Vec<_>>(), Vec::<String>::new());
    assert!(rows.len() > 220, "only {} sentences", rows.len());
}

#[test]
fn an_answer_is_looked_up_where_it_points() {
    let page = "He solves <!--= table1 summary.solved -->267<!--/--> of\nthem.";
    assert!(says(page, "He solves 267 of them."));
    assert!(!says(page, "He solves 268"));
    for wrong in [
        "docs/explanation/table1.md",
        "docs/explanation/table1.md says \"what no page says\"",
        "docs/none.md says \"\"",
        "nothing_of_this_name in asm/t2v.s",
        "reading NEAR",
        "- because",
    ] {
        assert!(fault(wrong).is_some(), "{wrong}");
    }
}

/// Splits a text into sentences. An abbreviation, or a full stop before a small letter, does not end a sentence.
fn sentences(text: &str) -> Vec<String> {
    let mut sentences = Vec::new();
    for paragraph in text.split("\n\n") {
        let mut sentence: Vec<&str> = Vec::new();
        let mut words = paragraph.split_whitespace().filter(|word| *word != "```").peekable();
        while let Some(word) = words.next() {
            sentence.push(word);
            let core = word.trim_end_matches(['\u{201d}', '"', ')', '*']);
            let stops = core.ends_with(['.', '?', '!']) && !["Fig.", "etc."].contains(&core);
            let begins = |next: &&str| next.starts_with(|c: char| !c.is_lowercase() && !"-=[".contains(c));
            if words.peek().is_none() || stops && words.peek().is_some_and(begins) {
                sentences.push(sentence.join(" "));
                sentence.clear();
            }
        }
    }
    sentences
}

/// Returns the routines of a text in pseudocode; each ends with its closing brace.
fn routines(text: &str) -> Vec<String> {
    let mut routines = vec![String::new()];
    let mut depth = 0_u32;
    for c in text.chars() {
        routines.last_mut().expect("one").push(c);
        match c {
            '{' => depth += 1,
            '}' => {
                depth = depth.saturating_sub(1);
                if depth == 0 {
                    routines.push(String::new());
                }
            }
            _ => {}
        }
    }
    routines
        .iter()
        .map(|routine| one_line(routine))
        .filter(|routine| !routine.is_empty())
        .collect()
}

#[test]
#[ignore = "needs the papers: set Z8000_SHARED"]
fn the_list_has_every_sentence_of_the_papers() {
    let shared = std::env::var_os("Z8000_SHARED").expect("set Z8000_SHARED to a folder with papers/ in it");
    let paper =
        |name: &str| text(&Path::new(&shared).join("papers").join(name)).replace(['\u{201c}', '\u{201d}'], "\"");
    let generalised = paper("beal-generalised-quiescence.txt");
    let review = paper("beal-1986-review-2006.txt");
    let chapters = [
        "\n5. Game",
        "\n6. ",
        "\n7. ",
        "\n8. ",
        "\n9. ",
        "\n10. ",
        "\n11. ",
        "\nACKNOWLEDGEMENT",
    ];
    let starts = chapters.map(|chapter| generalised.find(chapter).expect(chapter));
    let chapter = |bounds: &[usize]| {
        sentences(
            generalised[bounds[0]..bounds[1]]
                .trim()
                .split_once('\n')
                .expect("a title")
                .1,
        )
    };
    let mut found: Vec<Vec<String>> = starts.windows(2).map(chapter).collect();
    for part in review.split("------------------------") {
        let part = part.trim_start_matches('-');
        found.push(if part.contains('{') {
            routines(part)
        } else {
            sentences(part)
        });
    }
    let list = text(&repository(LIST));
    let sections = sections(&list);
    assert_eq!(sections.len(), found.len(), "sections");
    for ((name, rows), found) in sections.iter().zip(&found) {
        for at in 0..rows.len().max(found.len()) {
            let words = rows.get(at).map_or("nothing more", |(words, _)| *words);
            let sentence = found.get(at).map_or("nothing more", String::as_str);
            assert!(
                sentence.starts_with(words),
                "{name}: the list has `{words}`, the paper `{sentence}`"
            );
        }
    }
    println!(
        "{} sentences are those of the papers",
        found.iter().map(Vec::len).sum::<usize>()
    );
}

#[test]
fn names_before_a_link_are_claims() {
    let page = "a `b` in [c](c.s)\n| text | `one`, `two` in [x](a/x.s); `three` in [y](y.rs) | `none` | [p](p.md) |\n";
    let found = claims(page);
    let found: Vec<_> = found.iter().map(|claim| (claim.name, claim.file)).collect();
    assert_eq!(found, [("one", "a/x.s"), ("two", "a/x.s"), ("three", "y.rs")]);
}

#[test]
fn definitions_are_found() {
    let source = "loop:   ld r1,r2\n        .equ LIMIT, 5\n! old: gone\n    pub(super) fn walk(&self) {\n    score: i16,\n    walked()\n";
    for name in ["loop", "LIMIT", "walk", "score"] {
        assert!(defines(source, name), "{name}");
    }
    for name in ["old", "r1", "LIM", "walked", "oop"] {
        assert!(!defines(source, name), "{name}");
    }
}

#[test]
fn quotations_may_go_on_in_the_next_line() {
    let source =
        "! a \"first\n! one\".\n        nop     ! \"second\"\n        nop ! no\n! \"third\"\n        .ascii \"x\"\n";
    assert_eq!(quotations(source), ["first one", "second", "third"]);
}
