//! Splitting lines into label, operation and arguments, and substituting the parameters of macros in their text.

use std::ops::Range;

use crate::source::Line;

/// The fields of a line, as ranges of its bytes.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub(crate) struct Fields {
    /// The label; an empty range if there is none.
    pub(crate) label: Range<usize>,
    pub(crate) operation: Range<usize>,
    /// The rest of the line, without a comment.
    pub(crate) rest: Range<usize>,
}

impl Fields {
    /// Splits a line into its fields.
    pub(crate) fn new(text: &str) -> Self {
        let end = parts(text, ';').first().map_or(0, |first| first.end);
        let code = &text[..end];
        let word = |start: usize| {
            let start = start + (code[start..].len() - code[start..].trim_start().len());
            let length = code[start..].find(char::is_whitespace);
            start..length.map_or(end, |length| start + length)
        };
        let mut first = word(0);
        let colon = code[first.clone()]
            .find(':')
            .filter(|at| !code[first.start + at..].starts_with(":="));
        let mut label = 0..0;
        if let Some(colon) = colon {
            label = first.start..first.start + colon;
            first = word(label.end + 1);
        } else if first.start == 0 && !first.is_empty() {
            label = first.clone();
            first = word(label.end);
        }
        let start = code[first.end..].len() - code[first.end..].trim_start().len() + first.end;
        let rest = start..start + code[start..].trim_end().len();
        Self { label, operation: first, rest }
    }
}

/// Returns the parts of a string separated by `sign` outside quotes and brackets, without surrounding spaces.
fn parts(text: &str, sign: char) -> Vec<Range<usize>> {
    let mut list = Vec::new();
    let (mut start, mut depth, mut quote, mut escaped) = (0, 0, None, false);
    for (at, letter) in text.char_indices() {
        match quote {
            Some(end) => {
                if letter == end && !escaped {
                    quote = None;
                }
                escaped = letter == '\\' && !escaped;
            }
            None => match letter {
                '"' | '\'' => (quote, escaped) = (Some(letter), false),
                '(' => depth += 1,
                ')' => depth -= 1,
                _ if letter == sign && (depth <= 0 || sign == ';') => {
                    list.push(start..at);
                    start = at + letter.len_utf8();
                }
                _ => {}
            },
        }
    }
    list.push(start..text.len());
    list
}

/// Returns the arguments separated by commas, without surrounding spaces; none if the text is empty.
pub(crate) fn arguments(text: &str) -> Vec<String> {
    match text.trim() {
        "" => Vec::new(),
        text => parts(text, ',')
            .into_iter()
            .map(|part| text[part].trim().to_owned())
            .collect(),
    }
}

/// The lines of a macro or repetition.
pub(crate) type Body = Vec<Line>;

/// Returns the labels that the lines of a body define as addresses; each expansion has its own.
pub(crate) fn local_labels(body: &[Line]) -> Vec<String> {
    let defines = [
        "equ", "=", ":=", "eval", "reg", "macro", "function", "label", "struct", "struc", "union", "port", "defbit",
        "defbitb", "enum", "set",
    ];
    let label = |line: &Line| {
        let fields = Fields::new(&line.text);
        let operation = line.text[fields.operation].to_ascii_lowercase();
        let label = &line.text[fields.label];
        let is_name = label.starts_with(|first: char| first.is_ascii_alphabetic() || matches!(first, '_' | '.'));
        (is_name && !defines.contains(&&*operation)).then(|| label.to_owned())
    };
    body.iter().filter_map(label).collect()
}

/// Returns the names that the lines of a section define for themselves: without those that `PUBLIC` makes known outside
/// it, and those in macros, repetitions, structures and inner sections.
pub(crate) fn section_names(body: &[Line]) -> Vec<String> {
    let (mut depth, mut names, mut public) = (0_usize, Vec::new(), Vec::new());
    for line in body {
        let fields = Fields::new(&line.text);
        let label = &line.text[fields.label];
        match &*line.text[fields.operation].to_ascii_lowercase() {
            "macro" | "rept" | "irp" | "irpc" | "while" | "struct" | "struc" | "union" | "section" => depth += 1,
            "endm" | "endstruct" | "endstruc" | "ends" | "endunion" | "endsection" => depth = depth.saturating_sub(1),
            "public" => {
                for name in arguments(&line.text[fields.rest]) {
                    match (depth, name.split_once(':')) {
                        (0, parts) => public.push(parts.map_or(&*name, |(name, _)| name).to_ascii_lowercase()),
                        (1, Some((name, _))) => names.push(name.to_owned()),
                        _ => {}
                    }
                }
            }
            "function" => {}
            _ if depth == 0 && label.starts_with(|first: char| first.is_ascii_alphabetic() || first == '_') => {
                names.push(label.to_owned());
            }
            _ => {}
        }
    }
    names.retain(|name| !public.contains(&name.to_ascii_lowercase()));
    names
}

/// How values are substituted in text.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Put {
    /// For symbols: whole names, but not in strings.
    Symbols,
    /// For parameters: whole sequences of letters and digits. In strings, AS substitutes their values in upper case.
    Folded,
    /// For parameters, with unchanged values in strings.
    Exact,
}

/// Returns a string in which names are replaced by their values, ignoring case.
pub(crate) fn replaced(text: &str, values: &[(String, String)], put: Put) -> String {
    let belongs = |letter: char| letter.is_ascii_alphanumeric() || put == Put::Symbols && matches!(letter, '_' | '.');
    let mut output = String::with_capacity(text.len());
    let mut rest = text;
    let mut quote = None;
    while let Some(first) = rest.chars().next() {
        let length = rest.find(|letter| !belongs(letter)).unwrap_or(rest.len());
        let (word, after) = rest.split_at(if length == 0 { first.len_utf8() } else { length });
        let value = values.iter().find(|(name, _)| name.eq_ignore_ascii_case(word));
        match value {
            Some((_, value)) if quote.is_some() && put == Put::Folded && !value.contains(['"', '\'']) => {
                output.push_str(&value.to_ascii_uppercase());
            }
            Some((_, value)) if quote.is_none() || put != Put::Symbols => output.push_str(value),
            _ => output.push_str(word),
        }
        quote = match quote {
            None if matches!(first, '"' | '\'') => Some(first),
            Some(open) if open == first => None,
            same => same,
        };
        rest = after;
    }
    output
}
