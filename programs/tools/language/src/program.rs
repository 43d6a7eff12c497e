//! A program as an editor sees it: the result of assembling its main file, where open documents replace the files on
//! disk.

use std::borrow::Cow;
use std::cell::RefCell;
use std::collections::{BTreeMap, HashMap};
use std::io;
use std::ops::RangeInclusive;
use std::path::{Component, Path, PathBuf};
use std::sync::{Arc, OnceLock};

use z8000_asm::{
    Assembly, ClockSum, Diagnostic, Examination, Files, LineClocks, LineRecord, MapPlace, Options, SectionKind,
    Sources, Symbol, examine,
};
use z8000_object::{Binding, Object};

use crate::document::Document;
use crate::words::{Kind, Macros, Word, words_of};

/// The documents that an editor has open, by path.
pub(crate) type OpenDocuments = BTreeMap<PathBuf, Arc<Document>>;

/// A file of a program.
#[derive(Debug, Clone)]
pub(crate) struct SourceFile {
    /// The path of the file.
    pub(crate) path: PathBuf,
    /// The text of the file.
    pub(crate) document: Arc<Document>,
    /// The words of the file, with their lines from 0. They are cached, because an editor sends several requests that
    /// need all of them after each keystroke.
    words: OnceLock<Vec<(usize, Word)>>,
}

impl SourceFile {
    /// Creates a file with a text.
    pub(crate) const fn new(path: PathBuf, document: Arc<Document>) -> Self {
        Self { path, document, words: OnceLock::new() }
    }
}

/// A word in a file of a program.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct WordPlace {
    /// The path of the file.
    pub(crate) path: PathBuf,
    /// The line, from 0.
    pub(crate) line: usize,
    /// The word, and its position in the line.
    pub(crate) word: Word,
}

/// The cost of a line: of its instructions, or of those of the macro or repetition that it invokes.
#[derive(Debug, Clone, Default)]
pub(crate) struct Cost {
    /// The number of instructions.
    pub(crate) instructions: usize,
    /// The sum of the instructions' clocks.
    pub(crate) sum: ClockSum,
    /// The clocks of the instruction, if the line contains only one.
    pub(crate) single: Option<LineClocks>,
}

/// A program, as far as it can be assembled.
#[derive(Debug)]
pub(crate) struct Program {
    /// The path of the main file.
    pub(crate) main: PathBuf,
    /// The files of the program, each once: first those that were read, then those that are included only under a
    /// condition that is not met.
    pub(crate) files: Vec<SourceFile>,
    pub(crate) errors: Vec<(PathBuf, Diagnostic)>,
    pub(crate) warnings: Vec<(PathBuf, Diagnostic)>,
    /// The result of assembling the program.
    pub(crate) assembly: Assembly,
    /// The program as an object, if a linker places it.
    pub(crate) object: Option<Object>,
    /// For each file in the order in which it was read, its index in `files`.
    read: Vec<usize>,
    macros: OnceLock<Macros>,
    costs: OnceLock<HashMap<(usize, u32), Cost>>,
}

/// The assembler's sources: open documents and, for other files, their contents.
struct Overlay {
    folders: Vec<PathBuf>,
    files: Files,
    /// The open documents, and those read from files.
    documents: RefCell<OpenDocuments>,
}

impl Overlay {
    /// Returns the path of a file: in the first folder that contains it, or else in the first folder.
    fn path(&self, name: &str) -> PathBuf {
        let first = || Some(plain(&self.folders.first()?.join(name)));
        let found = in_folders(&self.folders, name, &self.documents.borrow()).or_else(first);
        found.unwrap_or_else(|| name.into())
    }
}

impl Sources for Overlay {
    fn read(&self, name: &str) -> io::Result<Cow<'_, [u8]>> {
        let path = self.path(name);
        if let Some(document) = self.documents.borrow().get(&path) {
            return Ok(Cow::Owned(document.text().as_bytes().to_vec()));
        }
        let bytes = self.files.read(&path.to_string_lossy())?;
        if let Ok(text) = std::str::from_utf8(&bytes) {
            let document = Arc::new(Document::new(text.to_owned()));
            self.documents.borrow_mut().insert(path, document);
        }
        Ok(Cow::Owned(bytes.into_owned()))
    }

    fn part(&self, name: &str, skip: u64, count: Option<u64>) -> io::Result<Vec<u8>> {
        self.files.part(&self.path(name).to_string_lossy(), skip, count)
    }
}

/// Returns the folders in which a main file searches for others: its own, and then `more`.
pub(crate) fn folders(main: &Path, more: &[PathBuf]) -> Vec<PathBuf> {
    let beside = main.parent().unwrap_or(Path::new("")).to_path_buf();
    std::iter::once(beside).chain(more.iter().cloned()).collect()
}

/// Returns the path of a file in the first folder that contains it, on disk or as an open document.
pub(crate) fn in_folders(folders: &[PathBuf], name: &str, open: &OpenDocuments) -> Option<PathBuf> {
    let mut paths = folders.iter().map(|folder| plain(&folder.join(name)));
    paths.find(|path| open.contains_key(path) || path.exists())
}

/// Returns a path without `.` and `..`, so that each file has only one path.
pub(crate) fn plain(path: &Path) -> PathBuf {
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
    /// Assembles a main file as far as possible. Files that it includes are searched for next to it, and then in some
    /// folders.
    pub(crate) fn new(main: &Path, folders: &[PathBuf], open: &OpenDocuments, options: &Options) -> Self {
        let overlay = Overlay {
            folders: self::folders(main, folders),
            // At this point, paths are complete.
            files: Files::new(vec![PathBuf::new()]),
            documents: RefCell::new(open.clone()),
        };
        let name = main.file_name().unwrap_or_default().to_string_lossy();
        let Examination { assembly, errors } = examine(&overlay, &name, options);
        let mut files: Vec<SourceFile> = Vec::new();
        let mut read = Vec::new();
        for name in &assembly.files {
            let path = overlay.path(name);
            let index = files.iter().position(|file| file.path == path).unwrap_or_else(|| {
                let document = overlay.documents.borrow().get(&path).cloned();
                let document = document.unwrap_or_else(|| Arc::new(Document::new(String::new())));
                files.push(SourceFile::new(path, document));
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
            object: options.for_linker.then(|| assembly.object(&main.display().to_string())),
            assembly,
            macros: OnceLock::new(),
            costs: OnceLock::new(),
        }
    }

    /// Returns a file of the program.
    pub(crate) fn file(&self, path: &Path) -> Option<&SourceFile> {
        self.files.iter().find(|file| file.path == path)
    }

    /// Returns the text of a file of the program.
    pub(crate) fn document(&self, path: &Path) -> Option<&Document> {
        self.file(path).map(|file| &*file.document)
    }

    /// Returns all words of a file of the program, with their lines from 0, in order.
    pub(crate) fn words(&self, path: &Path) -> &[(usize, Word)] {
        let all = |file: &SourceFile| words_of(&file.document, self.macros(), |text| !text.is_empty());
        self.file(path).map_or(&[], |file| file.words.get_or_init(|| all(file)))
    }

    /// Returns the file to which a line of the assembler belongs.
    pub(crate) fn file_of(&self, number: u32) -> Option<&SourceFile> {
        self.files.get(*self.read.get(number as usize)?)
    }

    /// Returns the macros of the program.
    pub(crate) fn macros(&self) -> &Macros {
        self.macros.get_or_init(|| {
            // Most lines do not contain the directive, and are skipped.
            let has_macro = |line: &str| {
                let mut words_with_dots = line.match_indices('.').map(|(at, _)| &line.as_bytes()[at..]);
                words_with_dots.any(|rest| rest.get(..6).is_some_and(|word| word.eq_ignore_ascii_case(b".macro")))
            };
            let mut macros = Macros::new();
            for SourceFile { document, .. } in &self.files {
                let words = words_of(document, &Macros::new(), has_macro).into_iter();
                for (line, word) in words.filter(|(_, word)| word.kind == Kind::MacroName) {
                    let line = document.line(line);
                    let name = &line[word.span];
                    let one = macros.entry(name.to_ascii_lowercase());
                    one.or_insert_with(|| (name.to_owned(), line.trim().to_owned()));
                }
            }
            macros
        })
    }

    /// Returns true if other objects can see a symbol, or define it.
    pub(crate) fn shares(&self, name: &str) -> bool {
        let mut symbols = self.object.iter().flat_map(|object| &object.symbols);
        symbols.any(|symbol| *symbol.name == *name && symbol.binding != Binding::Local)
    }

    /// Returns the kind of the section that contains a symbol; `None` for a constant.
    pub(crate) fn section_kind(&self, symbol: &Symbol) -> Option<SectionKind> {
        symbol.section.map(|section| self.assembly.info(section).kind)
    }

    /// Returns every place where a name occurs: a symbol as it is written, a macro in upper or lower case.
    pub(crate) fn occurrences(&self, name: &str) -> Vec<WordPlace> {
        let is_macro = self.macros().contains_key(&name.to_ascii_lowercase());
        let mut list = Vec::new();
        for SourceFile { path, document, .. } in &self.files {
            for (line, word) in self.words(path) {
                let text = &document.line(*line)[word.span.clone()];
                let same = text == name || is_macro && text.eq_ignore_ascii_case(name);
                if same && word.kind.is_name() {
                    list.push(WordPlace { path: path.clone(), line: *line, word: word.clone() });
                }
            }
        }
        list
    }

    /// Returns the definitions of a name: the line that the assembler used, or else all places where it is defined.
    pub(crate) fn definitions(&self, name: &str) -> Vec<WordPlace> {
        let is_macro = self.macros().contains_key(&name.to_ascii_lowercase());
        let mut found = self.occurrences(name);
        found.retain(|found| found.word.kind.defines() || is_macro && found.word.kind == Kind::MacroName);
        let taken = self.assembly.symbols.get(name).and_then(|symbol| symbol.line);
        let taken = taken.and_then(|(file, line)| Some((&self.file_of(file)?.path, line as usize - 1)));
        let Some((path, line)) = taken else {
            return found;
        };
        let is_taken = |found: &WordPlace| found.path == *path && found.line == line;
        if found.iter().any(is_taken) {
            found.retain(is_taken);
        } else {
            // The name was made by a macro, and comes from the line in the macro's body.
            let text = self.document(path).map_or("", |document| document.line(line));
            found = vec![WordPlace {
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

    /// Returns the records of a line of a file. There are several if the file is read, or the line assembled, more than
    /// once.
    pub(crate) fn records<'p>(&'p self, path: &'p Path, line: usize) -> impl Iterator<Item = &'p LineRecord> {
        self.assembly.lines.iter().filter(move |record| {
            record.origin.line as usize == line + 1
                && self.file_of(record.origin.file).is_some_and(|file| file.path == path)
        })
    }

    /// Returns the cost of a line of a file; `None` if it contains no instruction.
    fn cost(&self, path: &Path, line: usize) -> Option<&Cost> {
        let file = self.files.iter().position(|file| file.path == path)?;
        self.costs().get(&(file, line as u32 + 1))
    }

    /// Formats the cost of some lines of a file, numbered from 0, executed consecutively: `12 instructions, 84 clocks`;
    /// `84+` if iterations whose number is unknown are omitted. `None` if there are no instructions.
    pub(crate) fn total_cost(&self, path: &Path, lines: RangeInclusive<usize>) -> Option<String> {
        let mut total = Cost::default();
        for cost in lines.filter_map(|line| self.cost(path, line)) {
            total.instructions += cost.instructions;
            total.sum.clocks = total.sum.clocks.saturating_add(cost.sum.clocks);
            total.sum.open |= cost.sum.open;
        }
        let plural = if total.instructions == 1 { "" } else { "s" };
        let text = format!("{} instruction{plural}, {} clocks", total.instructions, total.sum);
        (total.instructions > 0).then_some(text)
    }

    /// Returns the clocks that are shown after a line, for one instruction as in the listing, for several as their sum;
    /// and an explanation.
    pub(crate) fn cost_beside(&self, path: &Path, line: usize) -> Option<(String, String)> {
        let cost = self.cost(path, line)?;
        Some(match cost.single {
            Some(clocks) => (clocks.to_string(), "clocks of the instruction".to_owned()),
            None => (
                format!("{} in {}", cost.sum, cost.instructions),
                format!(
                    "{} clocks in {} instructions, if no branch is taken",
                    cost.sum, cost.instructions
                ),
            ),
        })
    }

    fn costs(&self) -> &HashMap<(usize, u32), Cost> {
        self.costs.get_or_init(|| {
            let mut costs: HashMap<(usize, u32), Cost> = HashMap::new();
            for record in &self.assembly.lines {
                let Some(clocks) = record.clocks else {
                    continue;
                };
                let MapPlace { file, line, .. } = record.origin.asked_for(&self.assembly.expansions);
                // A file that is read more than once has the costs of its first reading.
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
}
