//! Checks the built site: every link leads to a place within it, and nothing is fetched from other sites.
//!
//! Addresses built by scripts are not checked.

use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::path::{Path, PathBuf};

use anyhow::{Context, Result, ensure};

use super::html::{Tag, tags};
use super::walk;

/// The numbers of what was checked, and the faults found.
#[derive(Debug, Default)]
pub struct Checked {
    /// Number of pages.
    pub pages: usize,
    /// Number of links within the site, in pages and style sheets.
    pub links: usize,
    /// A line for each fault, with its location.
    pub faults: Vec<String>,
}

/// An address in a file.
#[derive(Debug, PartialEq, Eq)]
struct Link {
    address: String,
    /// True if a browser fetches the address when it loads the page.
    fetched: bool,
}

/// Checks the links of the site in a folder, and that its pages fetch nothing from other sites.
///
/// # Errors
///
/// A file cannot be read, or there is no page.
pub fn check(folder: &Path) -> Result<Checked> {
    let mut paths = Vec::new();
    walk(folder, &|_| true, &mut paths)?;
    let within = paths.iter().filter_map(|path| path.strip_prefix(folder).ok());
    let files: BTreeSet<PathBuf> = within.map(Path::to_owned).collect();
    let mut anchors: BTreeMap<&Path, BTreeSet<String>> = BTreeMap::new();
    let mut found: Vec<(&Path, Vec<Link>)> = Vec::new();
    for file in &files {
        let ending = file.extension().unwrap_or_default().to_string_lossy();
        if ending == "html" {
            let text = read(folder, file)?;
            let tags = tags(&text);
            anchors.insert(file, tags.iter().filter_map(anchor).collect());
            found.push((file, tags.iter().flat_map(links).collect()));
        } else if ending == "css" {
            found.push((file, styled(&read(folder, file)?)));
        }
    }
    ensure!(!anchors.is_empty(), "{}: there is no page", folder.display());
    let mut checked = Checked { pages: anchors.len(), ..Checked::default() };
    for (file, links) in found {
        for link in links {
            match fault(file, &link, &files, &anchors) {
                Ok(within) => checked.links += usize::from(within),
                Err(what) => checked
                    .faults
                    .push(format!("{}: {}: {what}", file.display(), link.address)),
            }
        }
    }
    Ok(checked)
}

/// Checks that a link leads to a place within the site. Returns false for a link to another site; an error describes a
/// fault.
fn fault(
    file: &Path,
    link: &Link,
    files: &BTreeSet<PathBuf>,
    anchors: &BTreeMap<&Path, BTreeSet<String>>,
) -> Result<bool, &'static str> {
    let address = link.address.trim();
    if ["data:", "mailto:"].iter().any(|scheme| address.starts_with(scheme)) {
        return Ok(false);
    }
    if address.starts_with("//") || address.contains("://") {
        return match link.fetched {
            true => Err("is fetched from elsewhere"),
            false => Ok(false),
        };
    }
    if address.starts_with('/') {
        return Err("works at the top of a host only");
    }
    let (path, fragment) = address.split_once('#').unwrap_or((address, ""));
    let path = plain(path.split('?').next().unwrap_or_default());
    let target = match &*path {
        "" => file.to_owned(),
        path => joined(file, path).ok_or("leads out of the site")?,
    };
    let index = target.join("index.html");
    let target = if files.contains(&index) { index } else { target };
    if !files.contains(&target) {
        return Err("no such file");
    }
    // A moment of the page in the browser is not an anchor in its text.
    let is_place = !fragment.is_empty() && !fragment.starts_with("position=");
    match anchors.get(&*target) {
        Some(anchors) if is_place && !anchors.contains(&plain(fragment)) => Err("there is no such place in that page"),
        _ => Ok(true),
    }
}

/// Returns the name in a tag that a link can lead to.
fn anchor(tag: &Tag<'_>) -> Option<String> {
    let name = tag.get("name").filter(|_| tag.name == "a");
    tag.get("id").or(name).map(str::to_owned)
}

/// Returns the links that the attributes of a tag contain.
fn links(tag: &Tag<'_>) -> Vec<Link> {
    let mut found = Vec::new();
    for (name, value) in &tag.attributes {
        let asked = ["a", "area"].contains(&&*tag.name);
        match &**name {
            "href" | "xlink:href" => found.push(Link { address: value.clone(), fetched: !asked }),
            "src" | "poster" | "data" | "action" | "formaction" => found.extend(fetched(value)),
            "srcset" => {
                let pictures = value.split(',').filter_map(|one| one.split_whitespace().next());
                found.extend(pictures.flat_map(fetched));
            }
            "style" => found.extend(styled(value)),
            _ => {}
        }
    }
    if tag.name == "style" {
        found.extend(styled(tag.raw));
    }
    found
}

fn fetched(address: &str) -> Option<Link> {
    let address = address.to_owned();
    Some(Link { address, fetched: true })
}

/// Returns the addresses that a style fetches: `url(...)`, and `@import` with a string.
fn styled(css: &str) -> Vec<Link> {
    let quotes = ['"', '\''];
    let urls = css
        .split("url(")
        .skip(1)
        .filter_map(|rest| match rest.strip_prefix(quotes) {
            Some(quoted) => quoted.split(quotes).next(),
            None => rest.split(')').next(),
        });
    let imports = css.split("@import").skip(1).filter_map(|rest| {
        let quoted = rest.trim_start().strip_prefix(quotes)?;
        quoted.split(quotes).next()
    });
    // A fragment refers to a part of the same picture.
    let addresses = urls.chain(imports).filter(|address| !address.starts_with('#'));
    addresses.flat_map(fetched).collect()
}

/// Returns an address without percent-encoding.
fn plain(address: &str) -> String {
    let mut bytes = Vec::new();
    let mut rest = address.as_bytes();
    while let [first, behind @ ..] = rest {
        let hex = behind.get(..2).filter(|_| *first == b'%');
        let byte = hex.and_then(|hex| u8::from_str_radix(str::from_utf8(hex).ok()?, 16).ok());
        bytes.push(byte.unwrap_or(*first));
        rest = if byte.is_some() { &behind[2..] } else { behind };
    }
    String::from_utf8_lossy(&bytes).into_owned()
}

/// Resolves a path in a link of a file, relative to the top of the site; `None` if it leads outside.
pub(super) fn joined(file: &Path, path: &str) -> Option<PathBuf> {
    let mut joined = file.parent().unwrap_or(Path::new("")).to_owned();
    for name in path.split('/') {
        match name {
            "" | "." => {}
            ".." => joined.pop().then_some(())?,
            name => joined.push(name),
        }
    }
    Some(joined)
}

fn read(root: &Path, file: &Path) -> Result<String> {
    fs::read_to_string(root.join(file)).with_context(|| format!("cannot read {}", file.display()))
}
