//! A report as a test reads it: figures by their names, and the rest of the text.

use std::collections::BTreeMap;
use std::fs;
use std::path::Path;

/// The contents of the page.
pub(crate) struct Page {
    /// Text of the elements with `data-figure`.
    pub(crate) figures: BTreeMap<String, String>,
    /// Text of the page without these elements.
    pub(crate) rest: String,
}

impl Page {
    pub(crate) fn read(path: &Path) -> Self {
        let html = fs::read_to_string(path).expect("a page");
        for outside in ["http://", "https://", "<script", "<img", "@import", "url("] {
            assert!(!html.contains(outside), "the page needs {outside}");
        }
        let mut page = Self { figures: BTreeMap::new(), rest: String::new() };
        let body = html.split_once("<body>").expect("a body").1;
        let mut rest = body;
        let mut before = String::new();
        while let Some(at) = rest.find(" data-figure=\"") {
            let open = rest[..at].rfind('<').expect("a tag");
            before += &rest[..open];
            let element = &rest[open..];
            let (tag, content, behind) = element_at(element);
            let key = attribute(tag, "data-figure").expect("a key");
            let known = page.figures.insert(key.to_owned(), text(content));
            assert_eq!(known, None, "{key} stands there twice");
            rest = behind;
        }
        before += rest;
        page.rest = text(&before);
        page
    }
}

/// Splits a text into its first element's opening tag, the element's contents, and what follows.
fn element_at(text: &str) -> (&str, &str, &str) {
    let end = text.find('>').expect("a tag") + 1;
    let (tag, rest) = text.split_at(end);
    let name = tag[1..].split([' ', '>']).next().expect("a name");
    let (open, close) = (format!("<{name}"), format!("</{name}>"));
    let mut depth = 1;
    let mut at = 0;
    loop {
        let closing = rest[at..].find(&close).expect("an end") + at;
        let opened = rest[at..closing].matches(open.as_str()).count();
        depth += opened;
        depth -= 1;
        at = closing + close.len();
        if depth == 0 {
            return (tag, &rest[..closing], &rest[at..]);
        }
    }
}

fn attribute<'t>(tag: &'t str, name: &str) -> Option<&'t str> {
    let (_, rest) = tag.split_once(&format!(" {name}=\""))?;
    rest.split('"').next()
}

/// Returns the text of HTML without its tags.
fn text(markup: &str) -> String {
    let mut out = String::new();
    for part in markup.split('<') {
        out += part.split_once('>').map_or(part, |(_, text)| text);
    }
    let entities = [("&lt;", "<"), ("&gt;", ">"), ("&quot;", "\""), ("&amp;", "&")];
    entities
        .iter()
        .fold(out, |text, (entity, character)| text.replace(entity, character))
}
