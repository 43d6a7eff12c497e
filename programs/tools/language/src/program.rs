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

use crate::document::{Document, Position};
use crate::words::{Kind, Macros, Word, word_at, words, words_of};

/// The documents that an editor has open, by path.
pub(crate) type OpenDocuments = BTreeMap<PathBuf, Arc<Document>>;

/// A file of a program.
#[derive(Debug, Clone)]
pub(crate) struct SourceFile {
    /// The path of the file.
    pub(crate) path: PathBuf,
    /// Its text.
    pub(crate) document: Arc<Document>,
    /// Its words, with their lines from 0. An editor requests several things that need all of them after each
    /// keystroke.
    words: OnceLock<Vec<(usize, Word)>>,
}

impl SourceFile {
    /// A file with a text.
    pub(crate) const fn new(path: PathBuf, document: Arc<Document>) -> Self {
        Self { path, document, words: OnceLock::new() }
    }
}

/// A word in a file of a program.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct WordPlace {
    /// The file.
    pub(crate) path: PathBuf,
    /// The line, from 0.
    pub(crate) line: usize,
    /// The word, and its place in the line.
    pub(crate) word: Word,
}

/// A place in an open document, with the program to which the document belongs.
pub(crate) struct DocumentPlace {
    pub(crate) program: Arc<Program>,
    pub(crate) path: PathBuf,
    pub(crate) document: Arc<Document>,
    pub(crate) at: Position,
}

impl DocumentPlace {
    /// The line at the place.
    pub(crate) fn line(&self) -> &str {
        self.document.line(self.at.line)
    }

    /// The words of the line.
    pub(crate) fn words(&self) -> Vec<Word> {
        let mut open = self.document.is_in_comment(self.at.line);
        words(self.line(), &mut open, self.program.macros())
    }

    /// The word at the place, and its text.
    pub(crate) fn word(&self) -> Option<(Word, &str)> {
        let word = word_at(&self.words(), self.at.byte)?.clone();
        let text = &self.line()[word.span.clone()];
        Some((word, text))
    }

    /// A word of the text as it is found.
    pub(crate) fn found(&self, line: usize, word: Word) -> WordPlace {
        WordPlace { path: self.path.clone(), line, word }
    }
}

/// The cost of a line: its instructions, or those of the macro or repetition that it invokes.
#[derive(Debug, Clone, Default)]
pub(crate) struct Cost {
    /// The number of instructions.
    pub(crate) instructions: usize,
    /// The sum of their clocks.
    pub(crate) sum: ClockSum,
    /// The clocks of the instruction, if the line contains nothing else.
    pub(crate) single: Option<LineClocks>,
}

/// A program, as far as it assembles.
#[derive(Debug)]
pub(crate) struct Program {
    /// The main file.
    pub(crate) main: PathBuf,
    /// Its files, each once: first those that were read, then those that are included under a condition that does not
    /// hold.
    pub(crate) files: Vec<SourceFile>,
    /// The errors in it.
    pub(crate) errors: Vec<(PathBuf, Diagnostic)>,
    /// The warnings.
    pub(crate) warnings: Vec<(PathBuf, Diagnostic)>,
    /// The result of assembling it.
    pub(crate) assembly: Assembly,
    /// For each file as it was read, its index in `files`.
    read: Vec<usize>,
    macros: OnceLock<(Macros, BTreeMap<String, String>)>,
    costs: OnceLock<HashMap<(usize, u32), Cost>>,
}

/// Open texts, and files for the rest.
struct Overlay<'o> {
    folders: Vec<PathBuf>,
    open: &'o OpenDocuments,
    files: Files,
    /// The documents read from files.
    read: RefCell<BTreeMap<PathBuf, Arc<Document>>>,
}

impl Overlay<'_> {
    /// The path of a file: in the first folder that has it, or else in the first one.
    fn path(&self, name: &str) -> PathBuf {
        let first = || Some(plain(&self.folders.first()?.join(name)));
        let found = in_folders(&self.folders, name, self.open).or_else(first);
        found.unwrap_or_else(|| name.into())
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

/// The folders in which a main file searches for others: its own, and then `more`.
pub(crate) fn folders(main: &Path, more: &[PathBuf]) -> Vec<PathBuf> {
    let beside = main.parent().unwrap_or(Path::new("")).to_path_buf();
    std::iter::once(beside).chain(more.iter().cloned()).collect()
}

/// The path of a file in the first folder that contains it, on disk or open.
pub(crate) fn in_folders(folders: &[PathBuf], name: &str, open: &OpenDocuments) -> Option<PathBuf> {
    let mut paths = folders.iter().map(|folder| plain(&folder.join(name)));
    paths.find(|path| open.contains_key(path) || path.exists())
}

/// A path without `.` and `..`, so that there is only one for each file.
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
            assembly,
            macros: OnceLock::new(),
            costs: OnceLock::new(),
        }
    }

    /// A file of the program.
    pub(crate) fn file(&self, path: &Path) -> Option<&SourceFile> {
        self.files.iter().find(|file| file.path == path)
    }

    /// The text of a file of the program.
    pub(crate) fn document(&self, path: &Path) -> Option<&Document> {
        self.file(path).map(|file| &*file.document)
    }

    /// All words of a file of the program, with their lines from 0, in order.
    pub(crate) fn words(&self, path: &Path) -> &[(usize, Word)] {
        let all = |file: &SourceFile| words_of(&file.document, self.macros(), |text| !text.is_empty());
        self.file(path).map_or(&[], |file| file.words.get_or_init(|| all(file)))
    }

    /// The file to which a line of the assembler belongs.
    pub(crate) fn file_of(&self, number: u32) -> Option<&SourceFile> {
        self.files.get(*self.read.get(number as usize)?)
    }

    /// The names of its macros, in lower case.
    pub(crate) fn macros(&self) -> &Macros {
        &self.found_macros().0
    }

    /// Its macros as they are written, each with the line that defines it.
    pub(crate) fn macro_lines(&self) -> &BTreeMap<String, String> {
        &self.found_macros().1
    }

    fn found_macros(&self) -> &(Macros, BTreeMap<String, String>) {
        self.macros.get_or_init(|| {
            // Most lines need not be looked at.
            let has_macro = |line: &str| {
                let mut words_with_dots = line.match_indices('.').map(|(at, _)| &line.as_bytes()[at..]);
                words_with_dots.any(|rest| rest.get(..6).is_some_and(|word| word.eq_ignore_ascii_case(b".macro")))
            };
            let (mut names, mut lines) = (Macros::new(), BTreeMap::new());
            for SourceFile { document, .. } in &self.files {
                let words = words_of(document, &Macros::new(), has_macro).into_iter();
                for (line, word) in words.filter(|(_, word)| word.kind == Kind::MacroName) {
                    let line = document.line(line);
                    let name = &line[word.span];
                    if names.insert(name.to_ascii_lowercase()) {
                        lines.insert(name.to_owned(), line.trim().to_owned());
                    }
                }
            }
            (names, lines)
        })
    }

    /// A symbol that has a value.
    pub(crate) fn symbol(&self, name: &str) -> Option<&Symbol> {
        self.assembly.symbols.get(name)
    }

    /// The kind of the section that a symbol is in; `None` for a constant.
    pub(crate) fn section_kind(&self, symbol: &Symbol) -> Option<SectionKind> {
        symbol.section.map(|section| self.assembly.info(section).kind)
    }

    /// Every place where a name occurs: of a symbol as it is written, of a macro in upper or lower case.
    pub(crate) fn occurrences(&self, name: &str) -> Vec<WordPlace> {
        let is_macro = self.macros().contains(&name.to_ascii_lowercase());
        let is_wanted = |line: &str| match is_macro {
            true => line.len() >= name.len(),
            false => line.contains(name),
        };
        let mut list = Vec::new();
        for SourceFile { path, document, .. } in &self.files {
            for (line, word) in words_of(document, self.macros(), is_wanted) {
                let text = &document.line(line)[word.span.clone()];
                let same = text == name || is_macro && text.eq_ignore_ascii_case(name);
                if same && word.kind.is_name() {
                    let path = path.clone();
                    list.push(WordPlace { path, line, word });
                }
            }
        }
        list
    }

    /// The definitions of a name: the line that the assembler used, or else all places where one is written.
    pub(crate) fn definitions(&self, name: &str) -> Vec<WordPlace> {
        let is_macro = self.macros().contains(&name.to_ascii_lowercase());
        let mut found = self.occurrences(name);
        found.retain(|found| found.word.kind.defines() || is_macro && found.word.kind == Kind::MacroName);
        let taken = self.symbol(name).and_then(|symbol| symbol.line);
        let taken = taken.and_then(|(file, line)| Some((&self.file_of(file)?.path, line as usize - 1)));
        let Some((path, line)) = taken else {
            return found;
        };
        let is_taken = |found: &WordPlace| found.path == *path && found.line == line;
        if found.iter().any(is_taken) {
            found.retain(is_taken);
        } else {
            // A macro makes the name, which comes from the line in its body.
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

    /// The records of a line of a file. There are several if the file is read, or the line assembled, more than once.
    pub(crate) fn records<'p>(&'p self, path: &'p Path, line: usize) -> impl Iterator<Item = &'p LineRecord> {
        self.assembly.lines.iter().filter(move |record| {
            record.origin.line as usize == line + 1
                && self.file_of(record.origin.file).is_some_and(|file| file.path == path)
        })
    }

    /// The cost of a line of a file; `None` if it holds no instruction.
    fn cost(&self, path: &Path, line: usize) -> Option<&Cost> {
        let file = self.files.iter().position(|file| file.path == path)?;
        self.costs().get(&(file, line as u32 + 1))
    }

    /// The cost of some lines of a file, numbered from 0, as they are executed consecutively: `12 instructions, 84
    /// clocks`; `84+` if iterations whose number is unknown are omitted. `None` if there are no instructions.
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

    /// The clocks that are shown after a line: for one instruction as in the listing, for several the sum; and what
    /// they mean.
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

    /// Returns true if another program has the same bytes at the same addresses.
    pub(crate) fn is_same_as(&self, other: &Self) -> bool {
        self.assembly.pieces == other.assembly.pieces
    }
}
