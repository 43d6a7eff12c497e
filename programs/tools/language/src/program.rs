//! A program as an editor sees it: what the assembler makes of its main file, with open texts in place of files.

use std::borrow::Cow;
use std::cell::RefCell;
use std::collections::{BTreeMap, HashMap};
use std::io;
use std::path::{Component, Path, PathBuf};
use std::sync::{Arc, OnceLock};

use z8000_asm::{
    AddressSpace, Assembly, ClockSum, Diagnostic, Examination, Files, LineClocks, LineRecord, Options, Origin, Sources,
    Symbol, examine,
};

use crate::document::{Document, Position};
use crate::words::{Kind, Macros, Word, words};

/// The texts that an editor has open, by their paths.
pub type Open = BTreeMap<PathBuf, Arc<Document>>;

/// A file of a program.
#[derive(Debug, Clone)]
pub struct SourceFile {
    /// The path of the file.
    pub path: PathBuf,
    /// Its text.
    pub document: Arc<Document>,
}

/// A word in a file of a program.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Found {
    /// The file.
    pub path: PathBuf,
    /// The line, from 0.
    pub line: usize,
    /// The word, and its place in the line.
    pub word: Word,
}

impl Found {
    /// The position where it begins.
    #[must_use]
    pub const fn start(&self) -> Position {
        Position {
            line: self.line,
            byte: self.word.span.start,
        }
    }
}

/// The cost of a line: its instructions, or those of the macro or repetition that it asks for.
#[derive(Debug, Clone, Default)]
pub struct Cost {
    /// The number of instructions.
    pub instructions: usize,
    /// Their clocks, one after the other.
    pub sum: ClockSum,
    /// The clocks of the instruction, where the line is nothing else.
    pub single: Option<LineClocks>,
}

/// A program, as far as it assembles.
#[derive(Debug)]
pub struct Program {
    /// The main file.
    pub main: PathBuf,
    /// Its files, each once: first those that were read, then those that are included behind a condition that does not
    /// hold.
    pub files: Vec<SourceFile>,
    /// The errors in it.
    pub errors: Vec<(PathBuf, Diagnostic)>,
    /// The warnings about it.
    pub warnings: Vec<(PathBuf, Diagnostic)>,
    /// The result of assembling it.
    pub assembly: Assembly,
    /// For each file as it was read, its index in `files`.
    read: Vec<usize>,
    macros: OnceLock<Macros>,
    costs: OnceLock<HashMap<(usize, u32), Cost>>,
}

/// Open texts, and files where there are none.
struct Overlay<'o> {
    folders: Vec<PathBuf>,
    open: &'o Open,
    files: Files,
    /// The documents read from files.
    read: RefCell<BTreeMap<PathBuf, Arc<Document>>>,
}

impl Overlay<'_> {
    /// The path of a file: in the first folder that has it, or else in the first one.
    fn path(&self, name: &str) -> PathBuf {
        let mut paths = self.folders.iter().map(|folder| plain(&folder.join(name)));
        let found = paths.clone().find(|path| self.open.contains_key(path) || path.exists());
        found.or_else(|| paths.next()).unwrap_or_else(|| name.into())
    }
}

impl Sources for Overlay<'_> {
    fn read(&self, name: &str) -> io::Result<Cow<'_, [u8]>> {
        let path = self.path(name);
        if let Some(document) = self.open.get(&path) {
            return Ok(Cow::Borrowed(document.text().as_bytes()));
        }
        if let Some(document) = self.read.borrow().get(&path) {
            return Ok(Cow::Owned(document.text().as_bytes().to_vec()));
        }
        let bytes = self.files.read(&path.to_string_lossy())?;
        if let Ok(text) = std::str::from_utf8(&bytes) {
            let document = Arc::new(Document::new(text.to_owned()));
            self.read.borrow_mut().insert(path, document);
        }
        Ok(Cow::Owned(bytes.into_owned()))
    }

    fn part(&self, name: &str, skip: u64, count: Option<u64>) -> io::Result<Vec<u8>> {
        self.files.part(&self.path(name).to_string_lossy(), skip, count)
    }
}

/// A path without `.` and `..`, so that there is one for each file.
#[must_use]
pub fn plain(path: &Path) -> PathBuf {
    let mut plain = PathBuf::new();
    for part in path.components() {
        match part {
            Component::CurDir => {}
            Component::ParentDir if plain.file_name().is_some() => {
                plain.pop();
            }
            part => plain.push(part),
        }
    }
    plain
}

impl Program {
    /// Assembles a main file as far as that goes. Files that it includes are looked for beside it, and then in some
    /// folders.
    #[must_use]
    pub fn new(main: &Path, folders: &[PathBuf], open: &Open, options: &Options) -> Self {
        let beside = main.parent().unwrap_or(Path::new("")).to_path_buf();
        let folders: Vec<PathBuf> = std::iter::once(beside).chain(folders.iter().cloned()).collect();
        let overlay = Overlay {
            folders,
            open,
            // Paths are whole by then.
            files: Files::new(vec![PathBuf::new()]),
            read: RefCell::default(),
        };
        let name = main.file_name().unwrap_or_default().to_string_lossy();
        let Examination { assembly, errors } = examine(&overlay, &name, options);
        let mut files: Vec<SourceFile> = Vec::new();
        let mut read = Vec::new();
        for name in &assembly.files {
            let path = overlay.path(name);
            let index = files.iter().position(|file| file.path == path).unwrap_or_else(|| {
                let document = open.get(&path).or(overlay.read.borrow().get(&path)).cloned();
                let document = document.unwrap_or_else(|| Arc::new(Document::new(String::new())));
                files.push(SourceFile { path, document });
                files.len() - 1
            });
            read.push(index);
        }
        let placed = |list: &[Diagnostic]| {
            let place = |one: &Diagnostic| (overlay.path(&one.file), one.clone());
            list.iter().map(place).collect()
        };
        Self {
            main: main.to_path_buf(),
            errors: placed(&errors.list),
            warnings: placed(&assembly.warnings.list),
            files,
            read,
            assembly,
            macros: OnceLock::new(),
            costs: OnceLock::new(),
        }
    }

    /// Adds files that are part of the program under other conditions: its names stand there, too.
    pub(crate) fn add(&mut self, files: impl IntoIterator<Item = SourceFile>) {
        for file in files {
            if self.file(&file.path).is_none() {
                self.files.push(file);
            }
        }
    }

    /// A file of the program.
    #[must_use]
    pub fn file(&self, path: &Path) -> Option<&SourceFile> {
        self.files.iter().find(|file| file.path == path)
    }

    /// The text of a file of the program.
    #[must_use]
    pub fn document(&self, path: &Path) -> Option<&Document> {
        self.file(path).map(|file| &*file.document)
    }

    /// The file that a line of the assembler is of.
    #[must_use]
    pub fn file_of(&self, number: u32) -> Option<&SourceFile> {
        self.files.get(*self.read.get(number as usize)?)
    }

    /// The names of its macros, in lower case.
    pub fn macros(&self) -> &Macros {
        self.macros.get_or_init(|| {
            let mut names = Macros::new();
            for file in &self.files {
                add_macros(&file.document, &mut names);
            }
            names
        })
    }

    /// A symbol that has a value.
    #[must_use]
    pub fn symbol(&self, name: &str) -> Option<&Symbol> {
        self.assembly.symbols.get(name)
    }

    /// Every place where a name stands: of a symbol as it is written, of a macro in any case.
    #[must_use]
    pub fn occurrences(&self, name: &str) -> Vec<Found> {
        let is_macro = self.macros().contains(&name.to_ascii_lowercase());
        let list = self.files.iter().flat_map(|file| {
            let found = occurrences(&file.document, name, is_macro, self.macros());
            found.into_iter().map(|(line, word)| Found {
                path: file.path.clone(),
                line,
                word,
            })
        });
        list.collect()
    }

    /// The definitions of a name: in the line that the assembler took, or else wherever a definition is written.
    #[must_use]
    pub fn definitions(&self, name: &str) -> Vec<Found> {
        let is_macro = self.macros().contains(&name.to_ascii_lowercase());
        let mut found = self.occurrences(name);
        found.retain(|found| found.word.kind.defines() || is_macro && found.word.kind == Kind::MacroName);
        let taken = self.symbol(name).and_then(|symbol| symbol.line);
        let taken = taken.and_then(|(file, line)| Some((&self.file_of(file)?.path, line as usize - 1)));
        let Some((path, line)) = taken else {
            return found;
        };
        let is_taken = |found: &Found| found.path == *path && found.line == line;
        if found.iter().any(is_taken) {
            found.retain(is_taken);
        } else {
            // A macro makes the name: the line in its body is where it comes from.
            let text = self.document(path).map_or("", |document| document.line(line));
            found = vec![Found {
                path: path.clone(),
                line,
                word: Word {
                    kind: Kind::Label,
                    span: text.len() - text.trim_start().len()..text.len(),
                },
            }];
        }
        found
    }

    /// The records of a line of a file, which are several if the file is read or the line assembled more than once.
    pub fn records<'p>(&'p self, path: &'p Path, line: usize) -> impl Iterator<Item = &'p LineRecord> {
        self.assembly.lines.iter().filter(move |record| {
            record.origin.line as usize == line + 1
                && self.file_of(record.origin.file).is_some_and(|file| file.path == path)
        })
    }

    /// The cost of a line of a file; none where it holds no instruction.
    #[must_use]
    pub fn cost(&self, path: &Path, line: usize) -> Option<&Cost> {
        let file = self.files.iter().position(|file| file.path == path)?;
        self.costs().get(&(file, line as u32 + 1))
    }

    fn costs(&self) -> &HashMap<(usize, u32), Cost> {
        self.costs.get_or_init(|| {
            let mut costs: HashMap<(usize, u32), Cost> = HashMap::new();
            for record in &self.assembly.lines {
                let Some(clocks) = record.clocks else {
                    continue;
                };
                let Origin { file, line, .. } = self.asked_for(record.origin);
                // A file that is read more than once has the costs of its first time.
                let first = self.read.iter().position(|index| *index == self.read[file as usize]);
                if first != Some(file as usize) {
                    continue;
                }
                let cost = costs.entry((self.read[file as usize], line)).or_default();
                cost.instructions += 1;
                cost.sum.add(clocks);
                let alone = cost.instructions == 1 && record.origin.expansion.is_none();
                cost.single = alone.then_some(clocks);
            }
            costs
        })
    }

    /// The line of a file that a line came from, through all macros and repetitions.
    fn asked_for(&self, mut origin: Origin) -> Origin {
        while let Some(expansion) = origin.expansion {
            origin = self.assembly.expansions[expansion as usize].call;
        }
        origin
    }

    /// Returns true if another program has the same bytes at the same addresses.
    #[must_use]
    pub fn is_same_as(&self, other: &Self) -> bool {
        let image = |program: &Self, space| program.assembly.image(Some(space));
        self.assembly.pieces == other.assembly.pieces
            && [AddressSpace::Program, AddressSpace::Data]
                .into_iter()
                .all(|space| image(self, space) == image(other, space))
    }
}

/// Adds the names of the macros of a text.
pub(crate) fn add_macros(document: &Document, names: &mut Macros) {
    let mut open = false;
    for line in document.lines() {
        // Most lines need not be looked at.
        let mut words_with_dots = line.match_indices('.').map(|(at, _)| &line.as_bytes()[at..]);
        let named = words_with_dots.any(|rest| rest.get(..6).is_some_and(|word| word.eq_ignore_ascii_case(b".macro")));
        if open || named || line.contains("/*") {
            for word in words(line, &mut open, &Macros::new()) {
                if word.kind == Kind::MacroName {
                    names.insert(line[word.span].to_ascii_lowercase());
                }
            }
        }
    }
}

/// The places of a name in a text.
pub(crate) fn occurrences(document: &Document, name: &str, any_case: bool, macros: &Macros) -> Vec<(usize, Word)> {
    let mut open = false;
    let mut list = Vec::new();
    for (number, line) in document.lines().enumerate() {
        let named = match any_case {
            true => line.len() >= name.len(),
            false => line.contains(name),
        };
        if !open && !named && !line.contains("/*") {
            continue;
        }
        for word in words(line, &mut open, macros) {
            let text = &line[word.span.clone()];
            let same = text == name || any_case && text.eq_ignore_ascii_case(name);
            if same && word.kind.is_name() {
                list.push((number, word));
            }
        }
    }
    list
}
