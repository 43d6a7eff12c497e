//! The open documents of an editor, and the programs to which they belong.

use std::collections::{BTreeMap, BTreeSet, HashMap};
use std::path::{Path, PathBuf};
use std::sync::Arc;

use z8000_asm::{Options, Syntax};

use crate::document::Document;
use crate::program::{OpenDocuments, Program, SourceFile, folders, in_folders, plain};
use crate::words::{Kind, Macros, words};

/// The endings of names of sources.
const ENDINGS: [&str; 5] = ["s", "asm", "z8k", "8kn", "inc"];

/// The limit on the sources of a folder that are searched for includes.
const SOURCES: usize = 1000;

/// The limit on the size of files that are searched for includes, unless they are open.
const LARGEST: u64 = 1 << 20;

/// The number of folders, from the file's own upwards, in which a main file is searched for.
const UP: usize = 4;

/// The settings that a user may choose.
#[derive(Debug, Clone, Default)]
pub(crate) struct Settings {
    /// The main files of programs; if none of them includes a file, its main file is searched for.
    pub(crate) main: Vec<PathBuf>,
    /// Folders to search for included files, after that of the main file.
    pub(crate) folders: Vec<PathBuf>,
    /// The options of the assembler.
    pub(crate) options: Options,
}

/// The open documents, and the programs.
#[derive(Debug, Default)]
pub(crate) struct Workspace {
    /// The open documents.
    pub(crate) open: OpenDocuments,
    /// The folders that the editor has open.
    pub(crate) roots: Vec<PathBuf>,
    settings: Settings,
    /// The main files that were found.
    mains: HashMap<PathBuf, PathBuf>,
    /// The programs that are up to date with the texts.
    programs: BTreeMap<PathBuf, Arc<Program>>,
}

impl Workspace {
    /// Applies settings; paths in them are relative to the first open folder.
    pub(crate) fn configure(&mut self, mut settings: Settings) {
        let root = self.roots.first().cloned().unwrap_or_default();
        for path in settings.main.iter_mut().chain(&mut settings.folders) {
            *path = plain(&root.join(&path));
        }
        self.settings = settings;
        self.refresh();
    }

    /// Returns true if the documents are in the dialect of GNU as, whose lines can be analysed.
    pub(crate) fn is_gnu(&self) -> bool {
        self.settings.options.syntax == Syntax::Gnu
    }

    /// Opens a document, or replaces an open one.
    pub(crate) fn open(&mut self, path: &Path, document: Document) {
        self.open.insert(path.to_path_buf(), Arc::new(document));
        self.refresh();
    }

    /// Changes an open document; returns false if it is not open.
    pub(crate) fn change(&mut self, path: &Path, change: impl FnOnce(&mut Document)) -> bool {
        let Some(document) = self.open.get_mut(path) else {
            return false;
        };
        self.programs.clear();
        change(Arc::make_mut(document));
        true
    }

    /// Closes a document: its file is used again.
    pub(crate) fn close(&mut self, path: &Path) {
        self.open.remove(path);
        self.refresh();
    }

    /// Notes that files have changed.
    pub(crate) fn refresh(&mut self) {
        self.programs.clear();
        self.mains.clear();
    }

    /// The program to which a file belongs.
    pub(crate) fn program(&mut self, path: &Path) -> Arc<Program> {
        let main = self.main(path);
        if let Some(program) = self.programs.get(&main) {
            return Arc::clone(program);
        }
        let program = Arc::new(self.assembled(&main, &self.open));
        self.programs.insert(main, Arc::clone(&program));
        program
    }

    /// A program with some open documents instead of files.
    pub(crate) fn assembled(&self, main: &Path, open: &OpenDocuments) -> Program {
        let mut program = Program::new(main, &self.settings.folders, open, &self.settings.options);
        let reached = self.reached(main, &mut HashMap::new());
        // Files that are part of the program under other conditions: its names occur there, too.
        for path in reached {
            if program.file(&path).is_some() {
                continue;
            }
            let read = || self.read(&path, z8000_asm::source::LARGEST);
            if let Some(document) = open.get(&path).cloned().or_else(read) {
                program.files.push(SourceFile::new(path, document));
            }
        }
        program
    }

    /// The programs of all open documents.
    pub(crate) fn programs(&mut self) -> Vec<Arc<Program>> {
        let paths: Vec<PathBuf> = self.open.keys().cloned().collect();
        let programs = paths.iter().map(|path| self.program(path));
        let programs = programs.map(|program| (program.main.clone(), program));
        programs.collect::<BTreeMap<_, _>>().into_values().collect()
    }

    /// The text of a file that is open, or not larger than a size.
    fn read(&self, path: &Path, largest: u64) -> Option<Arc<Document>> {
        if let Some(document) = self.open.get(path) {
            return Some(Arc::clone(document));
        }
        let is_small = path.metadata().is_ok_and(|about| about.len() <= largest);
        let bytes = is_small.then(|| streams::contents(path).ok())??;
        Some(Arc::new(Document::new(String::from_utf8(bytes).ok()?)))
    }

    /// The main file of the program to which a file belongs: one from the settings, or the first file of a chain of
    /// includes that ends here, or the file itself.
    pub(crate) fn main(&mut self, path: &Path) -> PathBuf {
        if let Some(main) = self.mains.get(path) {
            return main.clone();
        }
        let main = self.find_main(path).unwrap_or_else(|| path.to_path_buf());
        self.mains.insert(path.to_path_buf(), main.clone());
        main
    }

    fn find_main(&self, path: &Path) -> Option<PathBuf> {
        let mut known = HashMap::new();
        let mut chosen = self.settings.main.iter();
        if let Some(main) = chosen.find(|main| *main == path || self.reached(main, &mut known).contains(path)) {
            return Some(main.clone());
        }
        let roots = self.roots.iter().filter(|root| path.starts_with(root));
        let root = roots.max_by_key(|root| root.as_os_str().len());
        for folder in path.ancestors().skip(1).take(UP) {
            let sources = self.sources(folder);
            let includers: Vec<&PathBuf> = sources
                .iter()
                .filter(|source| *source != path && self.reached(source, &mut known).contains(path))
                .collect();
            // Of those that include it, one that no other of them includes.
            let main = includers.iter().find(|main| {
                let mut others = includers.iter().filter(|other| other != main);
                !others.any(|other| self.reached(other, &mut known).contains(main.as_path()))
            });
            if let Some(main) = main.or(includers.first()) {
                return Some((*main).clone());
            }
            if root.is_none_or(|root| folder == root) {
                break;
            }
        }
        None
    }

    /// The sources of a folder, in the order of their names.
    fn sources(&self, folder: &Path) -> Vec<PathBuf> {
        let is_source = |path: &PathBuf| {
            let ending = path.extension().and_then(|ending| ending.to_str()).unwrap_or_default();
            ENDINGS.iter().any(|known| known.eq_ignore_ascii_case(ending))
        };
        let entries = folder.read_dir().into_iter().flatten().flatten();
        let sources = entries.map(|entry| entry.path()).filter(is_source);
        let mut paths: BTreeSet<PathBuf> = sources.take(SOURCES).collect();
        paths.extend(self.open.keys().filter(|path| path.parent() == Some(folder)).cloned());
        paths.into_iter().collect()
    }

    /// The files that a main file includes, and those that they include; they lie beside the main file. `known` keeps
    /// the includes of each file, whichever file includes it.
    fn reached(&self, main: &Path, known: &mut HashMap<PathBuf, Vec<String>>) -> BTreeSet<PathBuf> {
        let folders = folders(main, &self.settings.folders);
        let mut reached = BTreeSet::new();
        let mut left = vec![main.to_path_buf()];
        while let Some(path) = left.pop() {
            let names = known.entry(path.clone()).or_insert_with(|| self.includes(&path));
            for name in names.iter() {
                let found = in_folders(&folders, name, &self.open);
                if let Some(path) = found.filter(|path| reached.len() < SOURCES && !reached.contains(path)) {
                    reached.insert(path.clone());
                    left.push(path);
                }
            }
        }
        reached
    }

    /// The names of the files that a file includes.
    fn includes(&self, path: &Path) -> Vec<String> {
        let document = self.read(path, LARGEST);
        document.map_or_else(Vec::new, |document| document.lines().filter_map(included).collect())
    }
}

/// The name of the file that a line includes.
pub(crate) fn included(line: &str) -> Option<String> {
    let lower = line.trim_start();
    if !lower.get(..8).is_some_and(|word| word.eq_ignore_ascii_case(".include")) {
        return None;
    }
    let words = words(line, &mut false, &Macros::new());
    let text = words.iter().find(|word| word.kind == Kind::Text)?;
    Some(line[text.span.clone()].trim_matches('"').to_owned())
}
