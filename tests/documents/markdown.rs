//! Parses the blocks, links and anchors of a document, as far as needed for checks.

/// A block of lines shown verbatim: indented, or between fences.
pub struct Block {
    /// Number of its first line in the document, from 1.
    pub line: usize,
    /// The text after the opening fence; `None` for an indented block.
    pub language: Option<String>,
    /// Its lines; an indented block may end with empty ones.
    pub lines: Vec<String>,
    /// True if the block is between marks.
    pub marked: bool,
}

/// Returns the code blocks of a document.
#[must_use]
pub fn blocks(text: &str) -> Vec<Block> {
    let mut blocks: Vec<Block> = Vec::new();
    let (mut marked, mut fenced, mut indented) = (false, false, false);
    let mut before = "";
    for (at, line) in text.lines().enumerate() {
        let new = |language, lines| Block { line: at + 1, language, lines, marked };
        if let Some(language) = line.strip_prefix("```") {
            fenced = !fenced;
            if fenced {
                blocks.push(new(Some(language.trim().to_owned()), Vec::new()));
            }
        } else if let Some(block) = blocks.last_mut().filter(|_| fenced) {
            block.lines.push(line.to_owned());
        } else if let Some(code) = line.strip_prefix("    ") {
            // An indented line directly after text continues the paragraph.
            match blocks.last_mut().filter(|_| indented) {
                Some(block) => block.lines.push(code.to_owned()),
                None if before.is_empty() => {
                    blocks.push(new(None, vec![code.to_owned()]));
                    indented = true;
                }
                None => {}
            }
        } else {
            indented &= line.is_empty();
            if let Some(block) = blocks.last_mut().filter(|_| indented) {
                block.lines.push(String::new());
            }
            if line.starts_with("<!-- output:") || line.starts_with("<!-- input:") {
                marked = true;
            } else if line.starts_with("<!-- /") {
                marked = false;
            }
        }
        before = line;
    }
    blocks
}

/// Returns the lines outside code blocks, with their numbers from 1.
#[must_use]
pub fn prose(text: &str) -> Vec<(usize, &str)> {
    let blocks = blocks(text);
    let inside = |line: usize| {
        blocks.iter().any(|block| {
            let end = block.line + block.lines.len();
            (block.line..end + 2 * usize::from(block.language.is_some())).contains(&line)
        })
    };
    let lines = text.lines().enumerate().map(|(at, line)| (at + 1, line));
    lines.filter(|&(at, line)| !inside(at) || line.is_empty()).collect()
}

/// Returns the targets of the links in a document: path and anchor, either of which can be empty.
#[must_use]
pub fn links(text: &str) -> Vec<(&str, &str)> {
    let targets = text
        .split("](")
        .skip(1)
        .filter_map(|piece| piece.split([')', ' ']).next());
    let local = targets.filter(|target| !target.is_empty() && !target.contains("://"));
    local
        .map(|target| target.split_once('#').unwrap_or((target, "")))
        .collect()
}

/// Returns the anchors of a document: its headings as links name them, numbered if repeated.
#[must_use]
pub fn anchors(text: &str) -> Vec<String> {
    let mut anchors: Vec<String> = Vec::new();
    for (_, line) in prose(text) {
        let heading = line.trim_start_matches('#');
        if heading.len() == line.len() || !heading.starts_with(' ') {
            continue;
        }
        let mut anchor = String::new();
        for c in heading.trim().to_lowercase().chars() {
            match c {
                ' ' => anchor.push('-'),
                c if c.is_alphanumeric() || c == '-' || c == '_' => anchor.push(c),
                _ => {}
            }
        }
        let same = anchors.iter().filter(|one| **one == anchor).count();
        anchors.push(if same == 0 { anchor } else { format!("{anchor}-{same}") });
    }
    anchors
}
