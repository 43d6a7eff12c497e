//! Parses the tags of an HTML page, as far as needed for checking its links.

/// An opening tag.
#[derive(Debug, PartialEq, Eq)]
pub struct Tag<'a> {
    /// Name of the element, in lower case.
    pub name: String,
    /// The attributes: names in lower case, with values; an attribute without a value has an empty one.
    pub attributes: Vec<(String, String)>,
    /// The contents of a style, a script or a similar element, which contain no tags; empty for other elements.
    pub raw: &'a str,
}

impl Tag<'_> {
    /// Returns the value of an attribute, if the tag has it.
    #[must_use]
    pub fn get(&self, name: &str) -> Option<&str> {
        let named = self.attributes.iter().find(|(one, _)| one == name);
        named.map(|(_, value)| value.as_str())
    }
}

/// Elements whose contents are not parsed for tags.
const RAW: [&str; 4] = ["script", "style", "textarea", "title"];

/// Returns the opening tags of a page, in order. Comments and everything else are skipped.
#[must_use]
pub fn tags(html: &str) -> Vec<Tag<'_>> {
    let mut tags = Vec::new();
    let mut rest = html;
    while let Some((_, behind)) = rest.split_once('<') {
        rest = behind;
        if let Some(comment) = behind.strip_prefix("!--") {
            rest = comment.split_once("-->").map_or("", |(_, behind)| behind);
        } else if behind.starts_with(|c: char| c.is_ascii_alphabetic()) {
            let (name, behind) = word(behind);
            let (attributes, behind) = attributes(behind);
            let name = name.to_lowercase();
            let raw = if RAW.contains(&&*name) {
                until_end(behind, &name)
            } else {
                ""
            };
            rest = &behind[raw.len()..];
            tags.push(Tag { name, attributes, raw });
        }
    }
    tags
}

/// Splits off a name; returns it and the text after it.
fn word(text: &str) -> (&str, &str) {
    let end = text.find(|c: char| c.is_whitespace() || "=/>".contains(c));
    text.split_at(end.unwrap_or(text.len()))
}

/// Parses the attributes of a tag; returns them and the text after the tag.
fn attributes(tag: &str) -> (Vec<(String, String)>, &str) {
    let mut attributes = Vec::new();
    let mut rest = tag;
    loop {
        rest = rest.trim_start_matches(|c: char| c.is_whitespace() || c == '/');
        if rest.is_empty() || rest.starts_with('>') {
            return (attributes, rest.get(1..).unwrap_or_default());
        }
        // A name can begin with an equals sign: skipping the first character ensures progress.
        let first = rest.chars().next().map_or(0, char::len_utf8);
        let name = &rest[..first + word(&rest[first..]).0.len()];
        rest = rest[name.len()..].trim_start();
        let mut value = "";
        if let Some(behind) = rest.strip_prefix('=') {
            (value, rest) = self::value(behind.trim_start());
        }
        attributes.push((name.to_lowercase(), decoded(value)));
    }
}

/// Parses the value of an attribute; returns it and the text after it.
fn value(text: &str) -> (&str, &str) {
    for quote in ['"', '\''] {
        if let Some(quoted) = text.strip_prefix(quote) {
            return quoted.split_once(quote).unwrap_or((quoted, ""));
        }
    }
    let end = text.find(|c: char| c.is_whitespace() || c == '>');
    text.split_at(end.unwrap_or(text.len()))
}

/// Returns the text before the end of an element.
fn until_end<'a>(text: &'a str, name: &str) -> &'a str {
    let ends = text.match_indices("</").map(|(at, _)| at);
    let is_end = |at: &usize| {
        let tag = text.as_bytes().get(at + 2..at + 2 + name.len());
        tag.is_some_and(|tag| tag.eq_ignore_ascii_case(name.as_bytes()))
    };
    &text[..ends.into_iter().find(is_end).unwrap_or(text.len())]
}

/// Decodes the character references that occur in addresses.
fn decoded(value: &str) -> String {
    let references = [("&quot;", "\""), ("&#39;", "'"), ("&#x27;", "'"), ("&amp;", "&")];
    let mut text = value.to_owned();
    for (reference, character) in references {
        text = text.replace(reference, character);
    }
    text
}
