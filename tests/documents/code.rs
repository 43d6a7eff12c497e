//! Pages that refer to the code: the names that their tables assign to files, and the quotations in the assembly
//! source.

/// A page's claim that a file defines a name.
#[derive(Debug, PartialEq, Eq)]
pub struct Claim<'a> {
    /// The claimed name, such as `t2v_build`.
    pub name: &'a str,
    /// The path of the file, as in the page's link.
    pub file: &'a str,
}

/// Returns the claims in the tables of a page: in a cell such as `` `t1v`, `xt1v` in [t1v.s](../../asm/t1v.s) ``, words
/// in code before a link are names in the linked file.
#[must_use]
pub fn claims(page: &str) -> Vec<Claim<'_>> {
    let cells = page
        .lines()
        .filter(|line| line.starts_with('|'))
        .flat_map(|row| row.split('|'));
    cells.flat_map(claims_of).collect()
}

fn claims_of(cell: &str) -> Vec<Claim<'_>> {
    let mut claims = Vec::new();
    let mut rest = cell;
    while let Some((before, link)) = rest.split_once("](") {
        let Some((file, behind)) = link.split_once(')') else {
            break;
        };
        if [".s", ".rs"].iter().any(|ending| file.ends_with(ending)) {
            let names = before.split('`').skip(1).step_by(2);
            claims.extend(names.map(|name| Claim { name, file }));
        }
        rest = behind;
    }
    claims
}

/// Returns true if an assembly or Rust source defines a name: a label, constant or macro, an item or a field.
#[must_use]
pub fn defines(source: &str, name: &str) -> bool {
    source.lines().any(|line| is_definition(line, name))
}

/// The keywords that may precede the name of an item, other than its visibility.
const KEYWORDS: [&str; 10] = [
    ".equ", ".macro", "const", "enum", "fn", "mod", "static", "struct", "trait", "type",
];

fn is_definition(line: &str, name: &str) -> bool {
    let mut rest = line.trim_start();
    let mut is_item = false;
    while let Some((word, behind)) = rest.split_once(char::is_whitespace)
        && (KEYWORDS.contains(&word) || word.starts_with("pub"))
    {
        is_item |= KEYWORDS.contains(&word);
        rest = behind.trim_start();
    }
    let Some(behind) = rest.strip_prefix(name) else {
        return false;
    };
    let ends_here = !behind.starts_with(|next: char| next.is_alphanumeric() || next == '_');
    let is_labelled = behind.starts_with(':') && !behind.starts_with("::");
    ends_here && (is_item || is_labelled)
}

/// Returns the quotations in the comments of an assembly source: the text between double quotation marks on one line.
#[must_use]
pub fn quotations(source: &str) -> Vec<String> {
    let mut comments = vec![String::new()];
    for line in source.lines() {
        let (code, comment) = line.split_once('!').unwrap_or((line, ""));
        if !code.trim().is_empty() || comment.is_empty() {
            comments.push(String::new());
        }
        if let Some(open) = comments.last_mut() {
            *open += comment;
        }
        if !code.trim().is_empty() {
            comments.push(String::new());
        }
    }
    let quoted = comments
        .iter()
        .flat_map(|comment| comment.split('"').skip(1).step_by(2));
    quoted.map(one_line).collect()
}

/// Replaces each sequence of blanks and line ends by a single space.
#[must_use]
pub fn one_line(text: &str) -> String {
    text.split_whitespace().collect::<Vec<_>>().join(" ")
}
