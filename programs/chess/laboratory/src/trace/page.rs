//! A trace as a self-contained page.

use super::tree::Trace;

const PAGE: &str = include_str!("page.html");
const STYLE: &str = concat!(include_str!("page.css"), include_str!("drawing.css"));
const SCRIPT: &str = include_str!("drawing.js");

impl Trace {
    /// A page that contains the trace and steps through the tree.
    ///
    /// # Errors
    ///
    /// None: every field of a trace can be written as JSON.
    ///
    /// # Example
    /// ```
    /// use bcp_laboratory::trace::Trace;
    ///
    /// let page = Trace::new("my search", "depth 2", "").page()?;
    /// assert!(page.contains("my search"));
    /// # Ok::<(), serde_json::Error>(())
    /// ```
    pub fn page(&self) -> serde_json::Result<String> {
        // Only a `<` can end a script element of a page.
        let data = serde_json::to_string(self)?.replace('<', "\\u003c");
        let title = escaped(&format!("{} {}", self.search, self.settings));
        let parts = [
            ("{{title}}", title.as_str()),
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
