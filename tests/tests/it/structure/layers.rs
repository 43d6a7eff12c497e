//! The layers of the crates drawn in ARCHITECTURE.md: no crate imports one above it.

use std::collections::BTreeMap;
use std::fs;
use std::path::Path;

use super::workspace;

/// The opening fence of the drawing.
const FENCE: &str = "```layers\n";

/// The place of a folder in the drawing: index of its group, and its level in the group, the lowest first.
type Place = (usize, usize);

/// The drawing, with a line for each group of folders.
#[derive(Debug, Default)]
struct Drawing {
    /// For each group, the other groups that it may import from.
    below: Vec<Vec<usize>>,
    places: BTreeMap<String, Place>,
}

impl Drawing {
    /// Parses lines such as `assembler: assembler < assembler/object; on processor`. A group may depend on groups of
    /// earlier lines.
    fn read(text: &str) -> Self {
        let mut drawing = Self::default();
        let mut names: Vec<&str> = Vec::new();
        for line in text.lines() {
            let (name, rest) = line
                .split_once(':')
                .unwrap_or_else(|| panic!("a group is `NAME: FOLDERS`: {line}"));
            let (levels, on) = rest.split_once("; on ").unwrap_or((rest, ""));
            let group = names.len();
            let known = |other: &str| {
                let found = names.iter().position(|name| *name == other.trim());
                found.unwrap_or_else(|| panic!("`{other}` is not a group of an earlier line: {line}"))
            };
            drawing
                .below
                .push(on.split(',').filter(|other| !other.is_empty()).map(known).collect());
            for (level, folders) in levels.split('<').enumerate() {
                for folder in folders.split(',').map(str::trim) {
                    let is_short = ["tools/", "chess/"].iter().any(|start| folder.starts_with(start));
                    let folder = if is_short {
                        format!("programs/{folder}")
                    } else {
                        folder.to_owned()
                    };
                    assert!(!drawing.places.contains_key(&folder), "{folder} is drawn twice");
                    drawing.places.insert(folder, (group, level));
                }
            }
            names.push(name.trim());
        }
        drawing
    }

    /// Returns true if a folder may import another one.
    fn allows(&self, folder: &str, other: &str) -> bool {
        match (self.places.get(folder), self.places.get(other)) {
            (Some((group, level)), Some((other, below))) if group == other => below < level,
            (Some((group, _)), Some((other, _))) => self.below[*group].contains(other),
            _ => false,
        }
    }

    /// Returns the faults in the folders of crates, each given with those that it imports.
    fn faults(&self, crates: &[(String, Vec<String>)]) -> Vec<String> {
        let missing = |folder: &&str| !crates.iter().any(|(known, _)| known == folder);
        let gone = self.places.keys().map(String::as_str).filter(missing);
        let mut faults: Vec<String> = gone
            .map(|folder| format!("{folder} is drawn, and is not a crate"))
            .collect();
        for (folder, imports) in crates {
            if !self.places.contains_key(folder) {
                faults.push(format!("{folder} is not drawn"));
            }
            let upwards = imports.iter().filter(|import| !self.allows(folder, import));
            faults.extend(upwards.map(|import| format!("{folder} imports {import}, which is not below it")));
        }
        faults
    }
}

#[test]
fn no_crate_imports_one_above_it() {
    let page = fs::read_to_string(z8000_tests::repository("ARCHITECTURE.md")).expect("the page");
    let (_, drawing) = page.split_once(FENCE).expect("a drawing of the layers");
    let (drawing, _) = drawing.split_once("\n```").expect("its end");
    let top = z8000_tests::repository("").canonicalize().expect("the repository");
    let relative = |folder: &Path| {
        let folder = folder.canonicalize().expect("a folder");
        let folder = folder.strip_prefix(&top).expect("a folder of the repository");
        folder.to_string_lossy().replace('\\', "/")
    };
    let members = workspace();
    let folders: BTreeMap<&str, String> = { &members }
        .iter()
        .map(|member| (&*member.name, relative(&member.folder)))
        .collect();
    let crates: Vec<(String, Vec<String>)> = { &members }
        .iter()
        // These packages may import whatever they test.
        .filter(|member| !["z8000-tests", "z8000-features", "z8000-vectors"].contains(&&*member.name))
        .map(|member| {
            let imports = member.needs.iter().map(|name| folders[name.as_str()].clone());
            (folders[&*member.name].clone(), imports.collect())
        })
        .collect();
    let faults = Drawing::read(drawing).faults(&crates);
    assert!(faults.is_empty(), "{}", faults.join("\n"));
}

#[test]
fn an_import_from_above_is_found() {
    let drawing = Drawing::read("processor: emulator < boards\nassembler: asm < object; on processor");
    let faults = |imports: &str| {
        let crates = imports.split(", ").map(|of_one| {
            let (folder, imports) = of_one.split_once(" <- ").expect("a folder and its imports");
            (
                folder.to_owned(),
                imports.split_whitespace().map(str::to_owned).collect(),
            )
        });
        drawing.faults(&crates.collect::<Vec<_>>())
    };
    let right = "emulator <- , boards <- emulator, asm <- emulator boards, object <- asm";
    assert_eq!(faults(right), [""; 0]);
    for (wrong, folder, import) in [
        (
            right.replace("emulator <- ,", "emulator <- boards,"),
            "emulator",
            "boards",
        ),
        (
            right.replace("boards <- emulator", "boards <- object"),
            "boards",
            "object",
        ),
        (right.replace("asm <- emulator", "asm <- object"), "asm", "object"),
        (right.replace("object <- asm", "object <- object"), "object", "object"),
    ] {
        let message = format!("{folder} imports {import}, which is not below it");
        assert_eq!(faults(&wrong), [message]);
    }
    assert_eq!(
        faults("emulator <- , boards <- , asm <- "),
        ["object is drawn, and is not a crate"]
    );
    assert_eq!(faults(&format!("{right}, other <- ")), ["other is not drawn"]);
}
