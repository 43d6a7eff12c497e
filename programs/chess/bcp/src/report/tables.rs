//! Tables of figures as Markdown, and as an HTML page of their own.

use maud::{DOCTYPE, Markup, html};

use super::page::head;

/// A table with a title; the first column names the rows.
pub(crate) struct Table {
    title: String,
    heads: Vec<String>,
    pub(crate) rows: Vec<Vec<String>>,
}

impl Table {
    pub(crate) fn new(title: &str, heads: &[&str]) -> Self {
        Self {
            title: title.to_owned(),
            heads: heads.iter().map(|&head| head.to_owned()).collect(),
            rows: Vec::new(),
        }
    }

    /// Adds a row of as many cells as there are heads.
    pub(crate) fn add(&mut self, cells: Vec<String>) {
        self.rows.push(cells);
    }

    /// The table with its title above, and a blank line behind.
    pub(crate) fn markdown(&self) -> String {
        let line = |cells: &[String]| format!("| {} |\n", cells.join(" | "));
        let rule = vec!["---".to_owned(); self.heads.len()];
        let rows: String = self.rows.iter().map(|row| line(row)).collect();
        format!("{}:\n\n{}{}{rows}\n", self.title, line(&self.heads), line(&rule))
    }

    fn html(&self) -> Markup {
        html! {
            div.scroll {
                table.figures {
                    caption { (self.title) }
                    thead { tr { @for head in &self.heads { th scope="col" { (head) } } } }
                    tbody {
                        @for row in &self.rows {
                            tr {
                                @for (at, cell) in row.iter().enumerate() {
                                    @if at == 0 { th scope="row" { (cell) } } @else { td { (cell) } }
                                }
                            }
                        }
                    }
                }
            }
        }
    }
}

/// A page of tables.
pub(crate) fn page(title: &str, about: &[&str], tables: &[Table]) -> Markup {
    html! {
        (DOCTYPE)
        html lang="en" {
            (head(title))
            body {
                header.page {
                    h1 { (title) }
                    @for line in about { p { (line) } }
                }
                main { @for table in tables { section { (table.html()) } } }
            }
        }
    }
}
