//! The documents as the source of a book: a folder for mdBook.
//!
//! The book has the layout of the repository, so that links between documents work as they do there. The lists of
//! `docs/README.md` determine its documents and their order; titles are taken from headings. Other files to which a
//! document links become pages under `source/`. A link to a folder becomes text.

use std::collections::BTreeSet;
use std::fs;
use std::path::{Path, PathBuf};

use anyhow::{Context, Result, bail, ensure};

use super::markdown::{links, prose};
use super::site::joined;

/// The file with the lists of documents.
const LISTS: &str = "docs/README.md";

/// Documents before the first list, in order.
const FIRST: [&str; 2] = ["README.md", LISTS];

/// Documents after the last list, before those that only other documents link to.
const LAST: [&str; 2] = ["ARCHITECTURE.md", "CHANGELOG.md"];

/// The endings of a picture's file name.
const PICTURES: [&str; 3] = ["svg", "png", "jpg"];

/// Languages of blocks that mdBook colours.
const COLOURED: [&str; 4] = ["sh", "rust", "python", "lua"];

/// The beginning of a link to a moment of the page in the browser, as the documents quote it.
const MOMENT: &str = "`#position=";

/// A part of the book: its name in the table of contents, and the paths of its documents in the repository.
#[derive(Debug, PartialEq, Eq)]
pub struct Part {
    /// Name of the part; `None` for the documents before the first list.
    pub name: Option<String>,
    /// Paths relative to the top of the repository.
    pub pages: Vec<PathBuf>,
}

/// The contents of the book.
#[derive(Debug)]
pub struct Book {
    /// Path of the repository.
    root: PathBuf,
    /// The parts, in order.
    pub parts: Vec<Part>,
    /// Paths of the pictures in documents.
    pictures: BTreeSet<PathBuf>,
    /// Paths of the other files that documents link to.
    sources: BTreeSet<PathBuf>,
}

impl Book {
    /// Collects the documents of a repository and the files that they link to.
    ///
    /// # Errors
    ///
    /// A document cannot be read, is listed twice, or links to a file that does not exist.
    pub fn collect(root: &Path) -> Result<Self> {
        let lists = fs::read_to_string(root.join(LISTS)).with_context(|| format!("cannot read {LISTS}"))?;
        let mut parts = vec![part(None, &FIRST)];
        parts.extend(listed(&lists)?);
        parts.push(part(Some("The project"), &LAST));
        let mut book = Self {
            root: root.to_owned(),
            parts,
            pictures: BTreeSet::new(),
            sources: BTreeSet::new(),
        };
        let mut waiting = book.pages();
        let mut known: BTreeSet<PathBuf> = waiting.iter().cloned().collect();
        ensure!(known.len() == waiting.len(), "{LISTS} lists a document twice");
        while let Some(page) = waiting.pop() {
            for (target, _) in links(&book.text(&page)?) {
                match book.place(&page, target)? {
                    Place::Page(path) if known.insert(path.clone()) => {
                        waiting.push(path.clone());
                        book.parts.last_mut().context("no part")?.pages.push(path);
                    }
                    Place::Picture(path) => drop(book.pictures.insert(path)),
                    Place::Source(path) => drop(book.sources.insert(path)),
                    Place::Page(_) | Place::Here | Place::Folder => {}
                }
            }
        }
        Ok(book)
    }

    /// Writes the source of the book into a folder, with its table of contents, `SUMMARY.md`.
    ///
    /// # Errors
    ///
    /// A file cannot be read or written.
    pub fn write(&self, folder: &Path) -> Result<()> {
        put(&folder.join("SUMMARY.md"), self.summary()?.as_bytes())?;
        for page in self.pages() {
            let text = self.rewritten(&page).with_context(|| page.display().to_string())?;
            put(&folder.join(&page), text.as_bytes())?;
        }
        for picture in &self.pictures {
            put(&folder.join(picture), &fs::read(self.root.join(picture))?)?;
        }
        for source in &self.sources {
            put(
                &folder.join(page_of(source)),
                listing(source, &self.text(source)?).as_bytes(),
            )?;
        }
        put(&folder.join("source/index.md"), self.index().as_bytes())
    }

    /// Returns the paths of all documents, in order.
    #[must_use]
    pub fn pages(&self) -> Vec<PathBuf> {
        self.parts.iter().flat_map(|part| part.pages.clone()).collect()
    }

    fn text(&self, path: &Path) -> Result<String> {
        fs::read_to_string(self.root.join(path)).with_context(|| format!("cannot read {}", path.display()))
    }

    /// Formats the table of contents as mdBook expects it.
    fn summary(&self) -> Result<String> {
        let mut summary = "# Summary\n\n".to_owned();
        for part in &self.parts {
            let bullet = match &part.name {
                Some(name) => {
                    summary += &format!("\n# {name}\n\n");
                    "- "
                }
                None => "",
            };
            for page in &part.pages {
                let text = self.text(page)?;
                let title = title(&text).with_context(|| format!("{} has no heading", page.display()))?;
                summary += &format!("{bullet}[{title}]({})\n", slashed(page));
            }
        }
        summary += "- [Sources](source/index.md)\n";
        for source in &self.sources {
            summary += &format!("  - [{}]({})\n", slashed(source), slashed(&page_of(source)));
        }
        Ok(summary)
    }

    /// Formats the page that lists the pages of sources.
    fn index(&self) -> String {
        let mut index = "# Sources\n\nThe files of the repository that the documents link to.\n\n".to_owned();
        for source in &self.sources {
            index += &format!("- [{0}]({0}.md)\n", slashed(source));
        }
        index
    }

    /// Returns the text of a document, with links adapted to the book.
    fn rewritten(&self, page: &Path) -> Result<String> {
        let text = self.text(page)?;
        let top = "../".repeat(page.components().count() - 1);
        let lines: BTreeSet<usize> = prose(&text).into_iter().map(|(line, _)| line).collect();
        let mut out = String::new();
        for (line, at) in text.lines().zip(1..) {
            if lines.contains(&at) {
                let start = out.len();
                self.rewrite(page, line, &top, &mut out)?;
                let moments = with_moments(&out[start..], &top);
                out.replace_range(start.., &moments);
            } else {
                out += &fence(line);
            }
            out.push('\n');
        }
        Ok(out)
    }

    /// Appends a line outside code blocks to the text before it, with its links adapted.
    fn rewrite(&self, page: &Path, line: &str, top: &str, out: &mut String) -> Result<()> {
        let mut rest = line;
        while let Some((before, link)) = rest.split_once("](") {
            *out += before;
            let end = link.find([')', ' ']).context("a link that does not end on its line")?;
            let (target, behind) = link.split_at(end);
            let path = target.split('#').next().unwrap_or_default();
            let place = match target.contains("://") {
                true => Place::Here,
                false => self.place(page, path)?,
            };
            match place {
                Place::Source(path) => *out += &format!("]({top}{}", slashed(&page_of(&path))),
                Place::Folder => {
                    out.remove(opening(out).context("a link without its beginning")?);
                    rest = behind.strip_prefix(')').unwrap_or(behind);
                    continue;
                }
                Place::Here | Place::Page(_) | Place::Picture(_) => *out += &format!("]({target}"),
            }
            rest = behind;
        }
        *out += rest;
        Ok(())
    }

    /// Resolves a path in a link of a document.
    fn place(&self, page: &Path, target: &str) -> Result<Place> {
        if target.is_empty() {
            return Ok(Place::Here);
        }
        let path = joined(page, target).with_context(|| format!("{} links out of the repository", page.display()))?;
        let ending = path.extension().unwrap_or_default().to_string_lossy();
        Ok(match self.root.join(&path) {
            there if there.is_dir() => Place::Folder,
            there if !there.is_file() => bail!("{} links to {target}, which does not exist", page.display()),
            _ if ending == "md" => Place::Page(path),
            _ if PICTURES.contains(&&*ending) => Place::Picture(path),
            _ => Place::Source(path),
        })
    }
}

/// The target of a link.
enum Place {
    /// The document itself, or another site.
    Here,
    Page(PathBuf),
    Picture(PathBuf),
    Source(PathBuf),
    Folder,
}

fn part(name: Option<&str>, pages: &[&str]) -> Part {
    Part {
        name: name.map(str::to_owned),
        pages: pages.iter().map(PathBuf::from).collect(),
    }
}

/// Parses the parts in the lists: a bold line, and links in the lines below it, up to the heading of the first section.
fn listed(lists: &str) -> Result<Vec<Part>> {
    let mut parts: Vec<Part> = Vec::new();
    for line in lists.lines().take_while(|line| !line.starts_with("## ")) {
        let name = line.strip_prefix("**").and_then(|line| line.strip_suffix("**"));
        parts.extend(name.map(|name| part(Some(name), &[])));
        for (target, _) in links(line) {
            let part = parts
                .last_mut()
                .with_context(|| format!("{LISTS}: a link before a bold line"))?;
            part.pages.extend(joined(Path::new(LISTS), target));
        }
    }
    ensure!(!parts.is_empty(), "{LISTS} lists no documents");
    Ok(parts)
}

/// Returns the index where a link begins whose end was just reached, in the text before it.
fn opening(before: &str) -> Option<usize> {
    let mut depth = 1;
    before
        .rmatch_indices(['[', ']'])
        .find(|(_, bracket)| {
            depth += if *bracket == "]" { 1 } else { -1 };
            depth == 0
        })
        .map(|(at, _)| at)
}

/// Converts the moments that a line quotes to links. The page is in the same folder as the book, which is one level
/// below `top`.
fn with_moments(line: &str, top: &str) -> String {
    let mut out = String::new();
    let mut rest = line;
    while let Some((before, moment)) = rest.split_once(MOMENT) {
        let Some((moment, behind)) = moment.split_once('`') else {
            break;
        };
        let code = format!("{MOMENT}{moment}`");
        out += &format!("{before}[{code}]({top}../index.html{})", code.trim_matches('`'));
        rest = behind;
    }
    out + rest
}

/// Rewrites a line of a code block; an opening fence gets a language that mdBook knows.
fn fence(line: &str) -> String {
    match line
        .strip_prefix("```")
        .map(|label| label.split(' ').next().unwrap_or_default())
    {
        None | Some("") => line.to_owned(),
        Some(language) if COLOURED.contains(&language) => format!("```{language}"),
        Some(_) => "```text".to_owned(),
    }
}

/// Returns the first heading, up to a colon.
fn title(text: &str) -> Option<&str> {
    let heading = text.lines().find_map(|line| line.strip_prefix("# "))?;
    heading.split(':').next()
}

/// Returns the path of the page that shows a source.
fn page_of(source: &Path) -> PathBuf {
    Path::new("source").join(format!("{}.md", slashed(source)))
}

/// Formats a source as a document, between fences that are longer than any in the source.
fn listing(source: &Path, text: &str) -> String {
    let mut fence = "```".to_owned();
    while text.contains(&fence) {
        fence.push('`');
    }
    format!("# {}\n\n{fence}text\n{}\n{fence}\n", slashed(source), text.trim_end())
}

fn slashed(path: &Path) -> String {
    path.to_string_lossy().replace('\\', "/")
}

fn put(path: &Path, contents: &[u8]) -> Result<()> {
    let folder = path.parent().unwrap_or(Path::new("."));
    fs::create_dir_all(folder)
        .and_then(|()| fs::write(path, contents))
        .with_context(|| format!("cannot write {}", path.display()))
}
