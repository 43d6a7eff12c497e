//! A trace as a self-contained page.

use std::io;

use super::tree::Trace;
use crate::searches::Search;

const PAGE: &str = include_str!("page.html");
const STYLE: &str = concat!(include_str!("page.css"), include_str!("drawing.css"));
const SCRIPT: &str = include_str!("drawing.js");

impl Trace {
    /// Returns a page that contains the trace and steps through the tree. The default title is the name of the search
    /// with its settings.
    ///
    /// # Errors
    ///
    /// None in practice, since every field of a trace can be written as JSON.
    ///
    /// # Example
    /// ```
    /// use bcp_laboratory::trace::Trace;
    ///
    /// let page = Trace::new("my search", "depth 2", "").page(None)?;
    /// assert!(page.contains("<h1>my search, depth 2</h1>"));
    /// # Ok::<(), std::io::Error>(())
    /// ```
    pub fn page(&self, title: Option<&str>) -> io::Result<String> {
        // A script element of a page can be ended only by text with a `<`.
        let data = serde_json::to_string(self)?.replace('<', "\\u003c");
        let search = format!("{}, {}", self.search, self.settings);
        let title = escaped(title.unwrap_or(&search));
        let about = Search::all().find(|(name, _)| *name == self.search);
        let about = about.map_or_else(String::new, |(_, summary)| format!(": {summary}"));
        let caption = escaped(&format!("{search}{about}"));
        let parts = [
            ("{{title}}", title.as_str()),
            ("{{caption}}", &caption),
            ("{{style}}", STYLE),
            ("{{script}}", SCRIPT),
            ("{{data}}", &data),
        ];
        let mut page = String::with_capacity(PAGE.len() + STYLE.len() + SCRIPT.len() + data.len());
        let mut rest = PAGE;
        while let Some((at, (mark, part))) = parts
            .iter()
            .filter_map(|part| rest.find(part.0).map(|at| (at, part)))
            .min_by_key(|&(at, _)| at)
        {
            page += &rest[..at];
            page += part;
            rest = &rest[at + mark.len()..];
        }
        Ok(page + rest)
    }
}

fn escaped(text: &str) -> String {
    text.replace('&', "&amp;").replace('<', "&lt;").replace('>', "&gt;")
}
