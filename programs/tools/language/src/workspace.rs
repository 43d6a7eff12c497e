//! The open texts of an editor, and the programs that they are part of.

use std::collections::{BTreeMap, BTreeSet, HashMap};
use std::fs;
use std::path::{Path, PathBuf};
use std::sync::Arc;

use z8000_asm::{Options, Syntax};

use crate::document::Document;
use crate::program::{Open, Program, SourceFile, plain};
use crate::words::{Kind, Macros, words};

/// The endings of names of sources.
const ENDINGS: [&str; 5] = ["s", "asm", "z8k", "8kn", "inc"];

/// In a folder, no more sources than this are looked at for who includes whom.
const SOURCES: usize = 1000;

/// Larger files are not looked at for what they include, unless they are open.
const LARGEST: u64 = 1 << 20;

/// The number of folders up in which a main file is looked for.
const UP: usize = 4;

/// The settings that a user may choose.
#[derive(Debug, Clone, Default)]
pub struct Settings {
    /// The main files of programs; where none of them includes a file, its main file is looked for.
    pub main: Vec<PathBuf>,
    /// Folders to look for included files in, after that of the main file.
    pub folders: Vec<PathBuf>,
    /// The options of the assembler.
    pub options: Options,
}

/// The open texts, and the programs.
#[derive(Debug, Default)]
pub struct Workspace {
    /// The open texts.
    pub open: Open,
    /// The folders that the editor has open.
    pub roots: Vec<PathBuf>,
    settings: Settings,
    /// The main files that were found.
    mains: HashMap<PathBuf, PathBuf>,
    /// The programs that are as the texts are.
    programs: BTreeMap<PathBuf, Arc<Program>>,
}

impl Workspace {
    /// Takes settings; paths in them begin at the first folder that is open.
    pub fn configure(&mut self, mut settings: Settings) {
        let root = self.roots.first().cloned().unwrap_or_default();
        for path in settings.main.iter_mut().chain(&mut settings.folders) {
            *path = plain(&root.join(&path));
        }
        self.settings = settings;
        self.refresh();
    }

    /// The chosen settings.
    #[must_use]
    pub const fn settings(&self) -> &Settings {
        &self.settings
    }

    /// Returns true if the texts are in the dialect of GNU as, whose lines can be looked into.
    #[must_use]
    pub fn is_gnu(&self) -> bool {
        self.settings.options.syntax == Syntax::Gnu
    }

    /// Opens a text, or takes another one in its place.
    pub fn open(&mut self, path: &Path, document: Document) {
        self.open.insert(path.to_path_buf(), Arc::new(document));
        self.refresh();
    }

    /// Changes an open text; false if it is not open.
    pub fn change(&mut self, path: &Path, change: impl FnOnce(&mut Document)) -> bool {
        let Some(document) = self.open.get_mut(path) else {
            return false;
        };
        self.programs.clear();
        change(Arc::make_mut(document));
        true
    }

    /// Closes a text: its file counts again.
    pub fn close(&mut self, path: &Path) {
        self.open.remove(path);
        self.refresh();
    }

    /// Files have changed.
    pub fn refresh(&mut self) {
        self.programs.clear();
        self.mains.clear();
    }

    /// The program that a file is part of.
    pub fn program(&mut self, path: &Path) -> Arc<Program> {
        let main = self.main(path);
        if let Some(program) = self.programs.get(&main) {
            return Arc::clone(program);
        }
        let program = Arc::new(self.assembled(&main, &self.open));
        self.programs.insert(main, Arc::clone(&program));
        program
    }

    /// A program with some texts in the place of others.
    #[must_use]
    pub fn assembled(&self, main: &Path, open: &Open) -> Program {
        let mut program = Program::new(main, &self.settings.folders, open, &self.settings.options);
        let reached = self.reached(main, &mut HashMap::new());
        let left_out = reached.into_iter().filter(|path| program.file(path).is_none());
        let left_out: Vec<SourceFile> = left_out
            .filter_map(|path| {
                let document = open.get(&path).cloned().or_else(|| self.document(&path))?;
                Some(SourceFile { path, document })
            })
            .collect();
        program.add(left_out);
        program
    }

    /// The programs of all open texts.
    pub fn programs(&mut self) -> Vec<Arc<Program>> {
        let paths: Vec<PathBuf> = self.open.keys().cloned().collect();
        let mut programs: BTreeMap<PathBuf, Arc<Program>> = BTreeMap::new();
        for path in paths {
            let program = self.program(&path);
            programs.insert(program.main.clone(), program);
        }
        programs.into_values().collect()
    }

    /// The text of a file, open or not.
    #[must_use]
    pub fn document(&self, path: &Path) -> Option<Arc<Document>> {
        match self.open.get(path) {
            Some(document) => Some(Arc::clone(document)),
            None => read(path).map(|text| Arc::new(Document::new(text))),
        }
    }

    /// The main file of the program that a file is part of: one of the settings, or the file at whose beginning a chain
    /// of includes begins that ends here, or the file itself.
    pub fn main(&mut self, path: &Path) -> PathBuf {
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
        let root = self
            .roots
            .iter()
            .filter(|root| path.starts_with(root))
            .max_by_key(|root| root.as_os_str().len());
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
        let entries = fs::read_dir(folder).into_iter().flatten().flatten();
        let mut paths: BTreeSet<PathBuf> = entries
            .map(|entry| entry.path())
            .filter(is_source)
            .take(SOURCES)
            .collect();
        paths.extend(self.open.keys().filter(|path| path.parent() == Some(folder)).cloned());
        paths.into_iter().collect()
    }

    /// The files that a main file includes, and those that they include; they lie beside the main file. `known` keeps
    /// what files say, whoever includes them.
    fn reached(&self, main: &Path, known: &mut HashMap<PathBuf, Vec<String>>) -> BTreeSet<PathBuf> {
        let beside = main.parent().unwrap_or(Path::new("")).to_path_buf();
        let folders: Vec<&PathBuf> = std::iter::once(&beside).chain(&self.settings.folders).collect();
        let mut reached = BTreeSet::new();
        let mut left = vec![main.to_path_buf()];
        while let Some(path) = left.pop() {
            let names = known.entry(path.clone()).or_insert_with(|| self.includes(&path));
            for name in names.iter() {
                let mut paths = folders.iter().map(|folder| plain(&folder.join(name)));
                let found = paths.find(|path| self.open.contains_key(path) || path.exists());
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
        let document = match self.open.get(path) {
            Some(document) => Some(Arc::clone(document)),
            None if fs::metadata(path).is_ok_and(|about| about.is_file() && about.len() <= LARGEST) => {
                self.document(path)
            }
            None => None,
        };
        document.map_or_else(Vec::new, |document| document.lines().filter_map(included).collect())
    }
}

fn read(path: &Path) -> Option<String> {
    let about = fs::metadata(path).ok()?;
    let readable = about.is_file() && about.len() <= z8000_asm::source::LARGEST;
    readable.then(|| fs::read_to_string(path).ok())?
}

/// The name of the file that a line includes.
#[must_use]
pub fn included(line: &str) -> Option<String> {
    let lower = line.trim_start();
    if !lower.get(..8).is_some_and(|word| word.eq_ignore_ascii_case(".include")) {
        return None;
    }
    let words = words(line, &mut false, &Macros::new());
    let text = words.iter().find(|word| word.kind == Kind::Text)?;
    Some(line[text.span.clone()].trim_matches('"').to_owned())
}
