//! The open documents of an editor, and the programs to which they belong.

use std::cell::OnceCell;
use std::collections::{BTreeMap, BTreeSet, HashMap};
use std::path::{Path, PathBuf};
use std::sync::Arc;

use z8000_asm::{Options, Syntax};

use crate::document::Document;
use crate::linked::{Linked, Parts, is_for_linker, is_source, mark_undeclared, rules};
use crate::program::{OpenDocuments, Program, SourceFile, folders, in_folders, plain};
use crate::words::{Kind, Macros, words};

/// The maximum number of sources in a folder in which includes are searched for.
const SOURCES: usize = 1000;

/// The maximum size in bytes of files in which includes are searched for, unless they are open.
const LARGEST: u64 = 1 << 20;

/// The number of folders, from the file's own upwards, in which a main file is searched for.
const UP: usize = 4;

/// The settings that a user may choose.
#[derive(Debug, Clone, Default)]
pub(crate) struct Settings {
    /// The main files of programs; for a file that none of them includes, a main file is searched for.
    pub(crate) main: Vec<PathBuf>,
    /// The folders in which included files are searched for, after the main file's.
    pub(crate) folders: Vec<PathBuf>,
    /// The files that are linked to form a program: sources, objects, archives, a linker script.
    pub(crate) link: Vec<PathBuf>,
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
    /// The main file that was found for each file.
    mains: HashMap<PathBuf, PathBuf>,
    /// The parts of linked programs; unset if they must be determined again.
    parts: OnceCell<Vec<Parts>>,
    /// The programs that are up to date with the documents, each with the linked program to which it belongs.
    programs: BTreeMap<PathBuf, (Arc<Program>, Arc<Linked>)>,
}

impl Workspace {
    /// Applies settings; paths in them are relative to the first open folder.
    pub(crate) fn configure(&mut self, mut settings: Settings) {
        let root = self.roots.first().cloned().unwrap_or_default();
        let Settings { main, folders, link, .. } = &mut settings;
        for path in main.iter_mut().chain(folders).chain(link) {
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
        self.parts.take();
    }

    /// Returns the program to which a file belongs, with the linked program to which that belongs.
    pub(crate) fn program(&mut self, path: &Path) -> (Arc<Program>, Arc<Linked>) {
        let main = self.main(path);
        if !self.programs.contains_key(&main) {
            let linked = Arc::new(self.linked(&main, &self.open));
            let both = |one: &Arc<Program>| (one.main.clone(), (Arc::clone(one), Arc::clone(&linked)));
            self.programs.extend(linked.programs.iter().map(both));
        }
        self.programs[&main].clone()
    }

    /// Returns the first program that is linked from a main file, or else that of only the main file, with the given
    /// documents instead of files.
    pub(crate) fn linked(&self, main: &Path, open: &OpenDocuments) -> Linked {
        let mut lists = self.parts.get_or_init(|| self.parts()).iter();
        let Some(parts) = lists.find(|parts| parts.sources.contains(main)) else {
            let program = Arc::new(self.assembled(main, open, false));
            return Linked { programs: vec![program], sections: Vec::new() };
        };
        let programs = parts.sources.iter().map(|main| self.assembled(main, open, true));
        Linked::new(parts, programs.collect(), open)
    }

    /// Returns the parts of linked programs: from the settings, or from a dependency file in a folder around an open
    /// document or directly below such a folder.
    fn parts(&self) -> Vec<Parts> {
        let around = self.open.keys().flat_map(|path| self.around(path));
        let mut folders: BTreeSet<PathBuf> = around.map(Path::to_path_buf).collect();
        folders.extend(folders.clone().iter().flat_map(|folder| entries(folder)));
        let files = folders.iter().flat_map(|folder| entries(folder));
        let files: BTreeSet<PathBuf> = files
            .filter(|path| path.extension().is_some_and(|end| end == "d"))
            .collect();
        let rules_of = |path: &PathBuf| Some(rules(path, read(&self.open, path, LARGEST)?.text()));
        let rules: Vec<Vec<PathBuf>> = files.iter().take(SOURCES).filter_map(rules_of).flatten().collect();
        let lists = rules.iter().filter(|rule| !is_source(&rule[1])).map(|rule| &rule[1..]);
        let lists = [&self.settings.link[..]].into_iter().chain(lists);
        lists.map(|list| Parts::new(list, &rules)).collect()
    }

    /// Assembles a program with the given documents instead of files; to an object if it is linked or contains a
    /// directive for the linker.
    fn assembled(&self, main: &Path, open: &OpenDocuments, is_linked: bool) -> Program {
        let mut options = self.settings.options.clone();
        let text = read(open, main, LARGEST);
        options.for_linker = is_linked || text.is_some_and(|text| text.lines().any(is_for_linker));
        let mut program = Program::new(main, &self.settings.folders, open, &options);
        if !is_linked {
            mark_undeclared(&mut program);
        }
        // Files that belong to the program only under other conditions are added, because its names occur there, too.
        for path in self.reached(main, &mut HashMap::new()) {
            let document = read(open, &path, z8000_asm::source::LARGEST);
            if let Some(document) = document.filter(|_| program.file(&path).is_none()) {
                program.files.push(SourceFile::new(path, document));
            }
        }
        program
    }

    /// Returns the programs of all open documents.
    pub(crate) fn programs(&mut self) -> Vec<Arc<Program>> {
        for path in self.open.keys().cloned().collect::<Vec<_>>() {
            self.program(&path);
        }
        let programs = self.programs.values();
        programs.map(|(program, _)| Arc::clone(program)).collect()
    }

    /// Returns the main file of the program to which a file belongs: one from the settings, or the first file of a
    /// chain of includes that ends here, or the file itself.
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
        self.around(path).find_map(|folder| {
            let sources = self.sources(folder).into_iter().filter(|source| source != path);
            let reached = sources.map(|source| (self.reached(&source, &mut known), source));
            let includers = reached.filter(|(reached, _)| reached.contains(path));
            // Of the files that include it, the one that reaches the most files: no other includes that one.
            Some(includers.rev().max_by_key(|(reached, _)| reached.len())?.1)
        })
    }

    /// Returns the folders around a file, up to the innermost that the editor has open; otherwise, only the file's own.
    fn around<'p>(&self, path: &'p Path) -> impl Iterator<Item = &'p Path> {
        let mut folders = path.ancestors().skip(1);
        let above = folders.position(|folder| self.roots.iter().any(|root| root == folder));
        path.ancestors().skip(1).take(UP.min(above.unwrap_or_default() + 1))
    }

    /// Returns the sources in a folder, sorted by name.
    fn sources(&self, folder: &Path) -> Vec<PathBuf> {
        let sources = entries(folder).filter(|path| is_source(path));
        let mut paths: BTreeSet<PathBuf> = sources.take(SOURCES).collect();
        paths.extend(self.open.keys().filter(|path| path.parent() == Some(folder)).cloned());
        paths.into_iter().collect()
    }

    /// Returns the files that a main file includes, directly or indirectly, in the main file's folder. `known` caches
    /// the includes of each file.
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

    /// Returns the names of the files that a file includes.
    fn includes(&self, path: &Path) -> Vec<String> {
        let document = read(&self.open, path, LARGEST);
        document.map_or_else(Vec::new, |document| document.lines().filter_map(included).collect())
    }
}

/// Returns the text of a file that is open, or not larger than `largest`.
fn read(open: &OpenDocuments, path: &Path, largest: u64) -> Option<Arc<Document>> {
    if let Some(document) = open.get(path) {
        return Some(Arc::clone(document));
    }
    let is_small = path.metadata().is_ok_and(|about| about.len() <= largest);
    let bytes = is_small.then(|| streams::contents(path).ok())??;
    Some(Arc::new(Document::new(String::from_utf8(bytes).ok()?)))
}

/// Returns the paths in a folder.
fn entries(folder: &Path) -> impl Iterator<Item = PathBuf> {
    let entries = folder.read_dir().into_iter().flatten().flatten();
    entries.map(|entry| entry.path())
}

/// Returns the name of the file that a line includes.
pub(crate) fn included(line: &str) -> Option<String> {
    let lower = line.trim_start();
    if !lower.get(..8).is_some_and(|word| word.eq_ignore_ascii_case(".include")) {
        return None;
    }
    let words = words(line, &mut false, &Macros::new());
    let text = words.iter().find(|word| word.kind == Kind::Text)?;
    Some(line[text.span.clone()].trim_matches('"').to_owned())
}
