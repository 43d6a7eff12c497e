//! A report as a test reads it: figures by their names, the rest of the text, places in the charts.

use std::collections::BTreeMap;
use std::fs;
use std::path::Path;

/// The contents of the page.
pub(crate) struct Page {
    /// Text of the elements with `data-figure`.
    pub(crate) figures: BTreeMap<String, String>,
    /// Text of the page without them.
    pub(crate) rest: String,
    /// Class of a position's cell in the table.
    pub(crate) classes: BTreeMap<u64, String>,
    /// Place of a position's point.
    pub(crate) points: BTreeMap<u64, (f64, f64)>,
    /// Points of the curves.
    curves: BTreeMap<String, Vec<(f64, f64)>>,
}

impl Page {
    pub(crate) fn read(path: &Path) -> Self {
        let html = fs::read_to_string(path).expect("a page");
        for outside in ["http://", "https://", "<script", "<img", "@import", "url("] {
            assert!(!html.contains(outside), "the page needs {outside}");
        }
        let mut page = Self {
            figures: BTreeMap::new(),
            rest: String::new(),
            classes: BTreeMap::new(),
            points: BTreeMap::new(),
            curves: BTreeMap::new(),
        };
        let body = html.split_once("<body>").expect("a body").1;
        let mut rest = body;
        let mut before = String::new();
        while let Some(at) = rest.find(" data-figure=\"") {
            let open = rest[..at].rfind('<').expect("a tag");
            before += &rest[..open];
            let element = &rest[open..];
            let (tag, content, behind) = element_at(element);
            page.figure(tag, content);
            let key = attribute(tag, "data-figure").expect("a key");
            if let Some(number) = key.strip_prefix("cell.").and_then(|key| key.split('.').next()) {
                let cell = &before[before.rfind("<td ").expect("a cell")..];
                let class = attribute(&cell[..=cell.find('>').expect("a tag")], "class");
                let number = number.parse().expect("a number");
                page.classes.insert(number, class.expect("a class").to_owned());
            }
            rest = behind;
        }
        before += rest;
        page.rest = text(&before);
        page
    }

    fn figure(&mut self, tag: &str, content: &str) {
        let key = attribute(tag, "data-figure").expect("a key").to_owned();
        if let Some(points) = attribute(tag, "points") {
            let number = |text: &str| text.parse::<f64>().expect("a coordinate");
            let pair = |text: &str| {
                let (x, y) = text.split_once(',').expect("a point");
                (number(x), number(y))
            };
            self.curves.insert(key, points.split(' ').map(pair).collect());
            return;
        }
        if let Some(number) = key.strip_prefix("point.") {
            let circle = &content[content.find("<circle").expect("a circle")..];
            let at = |name| {
                let value = attribute(circle, name).expect("a coordinate");
                value.parse::<f64>().expect("a number")
            };
            self.points
                .insert(number.parse().expect("a number"), (at("cx"), at("cy")));
        }
        let known = self.figures.insert(key.clone(), text(content));
        assert_eq!(known, None, "{key} stands there twice");
    }

    /// Checks that a curve has its corners where times in ascending order put them.
    pub(crate) fn check_curve(&self, key: &str, times: &[u64], all: usize, end: f64) {
        let x = |seconds: f64| 46.0 + (seconds / 0.8).log10() / (30_000.0_f64 / 0.8).log10() * 382.0;
        let y = |count: usize| 396.0 + count as f64 / all as f64 * (26.0 - 396.0);
        let mut expected = vec![(46.0, y(0))];
        let mut distinct = times.to_vec();
        distinct.dedup();
        for seconds in distinct {
            let before = times.iter().filter(|time| **time < seconds).count();
            let after = times.iter().filter(|time| **time <= seconds).count();
            expected.extend([(x(seconds as f64), y(before)), (x(seconds as f64), y(after))]);
        }
        expected.push((x(end), y(times.len())));
        let curve = &self.curves[key];
        assert_eq!(curve.len(), expected.len(), "{key}");
        for ((x, y), (at_x, at_y)) in expected.iter().zip(curve) {
            assert!((x - at_x).abs() < 0.01 && (y - at_y).abs() < 0.01, "{key}: {x},{y}");
        }
    }
}

/// The first element of a text: its opening tag, what stands in it, and what follows it.
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

/// The text of markup.
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
