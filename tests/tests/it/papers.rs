//! The pages that lead from the papers to the code are true, and the assembly quotes nothing that they leave out.

use std::fs;
use std::path::Path;

use z8000_tests::documents::code::{claims, defines, quotations};
use z8000_tests::repository;

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
    for entry in fs::read_dir(repository("asm")).expect("the sources") {
        let path = entry.expect("a source").path();
        if path.extension().is_none_or(|ending| ending != "s") {
            continue;
        }
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
