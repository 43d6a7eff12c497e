//! Programs linked from several objects: their parts, given by a list of files, and the linker's errors.

use std::collections::BTreeSet;
use std::path::{Path, PathBuf};
use std::sync::Arc;

use z8000_asm::{Diagnostic, Fault, Fix, Rule};
use z8000_object::link::{Input, Library, LinkError, LinkErrors, Options, Script, link};
use z8000_object::{Section, Value, archive, file, text};

use crate::document::{Document, Position};
use crate::program::{OpenDocuments, Program, SourceFile, WordPlace, plain};
use crate::words::{Word, word_at, words};

/// Returns true if a file has the extension of a source.
pub(crate) fn is_source(path: &Path) -> bool {
    let ending = path.extension().and_then(|ending| ending.to_str()).unwrap_or_default();
    let mut known = ["s", "asm", "z8k", "8kn", "inc"].iter();
    known.any(|known| known.eq_ignore_ascii_case(ending))
}

/// Parses the rules of a dependency file written by the assembler or the linker: each is a file followed by those from
/// which it is made, as full paths. Relative paths start at the innermost surrounding folder that contains the first
/// file.
pub(crate) fn rules(depfile: &Path, text: &str) -> Vec<Vec<PathBuf>> {
    const ESCAPED: [(&str, &str); 5] = [("\u{1}", " "), ("\\:", ":"), ("\\#", "#"), ("\\%", "%"), ("$$", "$")];
    let name = |word: &str| {
        ESCAPED
            .iter()
            .fold(word.to_owned(), |name, (from, to)| name.replace(from, to))
    };
    let text = text.replace("\\\r\n", " ").replace("\\\n", " ").replace("\\ ", "\u{1}");
    let rule = |line: &str| {
        let (target, files) = line.split_once(": ")?;
        let names: Vec<String> = [target].into_iter().chain(files.split_whitespace()).map(name).collect();
        let mut folders = depfile.ancestors().skip(1);
        let folder = folders.find(|folder| names.get(1).is_some_and(|first| folder.join(first).exists()))?;
        Some(names.iter().map(|name| plain(&folder.join(name))).collect())
    };
    text.lines().filter_map(rule).collect()
}

/// The parts of a linked program.
#[derive(Debug, Default)]
pub(crate) struct Parts {
    pub(crate) sources: BTreeSet<PathBuf>,
    /// Objects and archives for which no source is known.
    objects: Vec<(String, Vec<u8>)>,
    /// The linker script, and the scripts that it includes.
    scripts: Vec<(PathBuf, String)>,
    /// The errors in the list.
    wrong: Vec<String>,
}

impl Parts {
    /// Finds the parts in a list of files. If a rule makes an object from a source, that source is the part.
    pub(crate) fn new(files: &[PathBuf], rules: &[Vec<PathBuf>]) -> Self {
        let mut parts = Self::default();
        for path in files {
            if let Err(error) = parts.add(path, rules) {
                let message = format!("the program cannot be linked: {}: {error}", path.display());
                parts.wrong.push(message);
            }
        }
        parts
    }

    fn add(&mut self, path: &Path, rules: &[Vec<PathBuf>]) -> Result<(), String> {
        let source = |path: &Path| {
            let made = rules.iter().find(|rule| rule[0] == path).map(|rule| &*rule[1]);
            Some(made.unwrap_or(path).to_path_buf()).filter(|source| is_source(source))
        };
        if let Some(source) = source(path) {
            self.sources.insert(source);
            return Ok(());
        }
        let bytes = streams::contents(path).map_err(|error| error.to_string())?;
        let mut is_made = false;
        if archive::is_archive(&bytes) {
            let members = archive::read(&bytes).map_err(|error| error.to_string())?.members;
            let made = members.iter().map(|member| source(&path.with_file_name(&*member.name)));
            // The remaining members come from the archive.
            let made: Vec<_> = made.collect();
            is_made = made.iter().all(Option::is_some);
            self.sources.extend(made.into_iter().flatten());
        } else if file::format(&bytes).is_none() {
            self.scripts.push((path.to_path_buf(), text::source(bytes)));
            return Ok(());
        } else {
            file::read("", &bytes).map_err(|error| error.to_string())?;
        }
        if !is_made {
            self.objects.push((path.display().to_string(), bytes));
        }
        Ok(())
    }

    /// Links the objects of the sources with the other parts.
    fn link(&self, programs: &[Program]) -> Result<Vec<Section>, LinkErrors> {
        let objects = programs.iter().filter_map(|program| program.object.clone());
        let others = self
            .objects
            .iter()
            .filter_map(|(name, bytes)| match archive::is_archive(bytes) {
                true => Library::read(name, bytes).ok().map(Input::Archive),
                false => file::read(name, bytes).ok().map(Input::Object),
            });
        let inputs = objects.map(Input::Object).chain(others).collect();
        let mut script = Script::standard(programs[0].assembly.processor);
        if let Some((path, _)) = self.scripts.first() {
            let text = programs[0].document(path).map_or("", Document::text);
            let include = |name: &str| match streams::contents(&path.with_file_name(name)) {
                Ok(bytes) => Ok(text::source(bytes)),
                Err(error) => Err(error.to_string()),
            };
            let read = Script::read_with(&path.display().to_string(), text, &include);
            let whole = |read: Script| {
                if read.is_addition() {
                    read.added_to(script)
                } else {
                    Ok(read)
                }
            };
            script = read.and_then(whole).map_err(|error| error.to_string())?;
        }
        // An archive may need members of an earlier one.
        Ok(
            link(vec![Input::Group(inputs)], &Options { script, ..Options::default() })?
                .object
                .sections,
        )
    }
}

/// A linked program, as far as it can be linked.
#[derive(Debug)]
pub(crate) struct Linked {
    /// The programs of its sources; the files of each include the linker script.
    pub(crate) programs: Vec<Arc<Program>>,
    /// The contents of the linked program, if there are several parts and no errors.
    pub(crate) sections: Vec<Section>,
}

impl Linked {
    /// Links the parts with the programs of their sources. An error is reported in a program where its name is used, or
    /// else at the beginning of the script.
    pub(crate) fn new(parts: &Parts, mut programs: Vec<Program>, open: &OpenDocuments) -> Self {
        let mut wrong = parts.wrong.clone();
        let mut place = programs[0].main.clone();
        if let [(path, text), others @ ..] = &parts.scripts[..] {
            let document = open.get(path).cloned();
            let document = document.unwrap_or_else(|| Arc::new(Document::new(text.clone())));
            for program in &mut programs {
                program.files.push(SourceFile::new(path.clone(), Arc::clone(&document)));
            }
            let is_included = |path: &Path| {
                path.file_name()
                    .is_some_and(|name| text.contains(&*name.to_string_lossy()))
            };
            if let Some((other, _)) = others.iter().find(|(other, _)| !is_included(other)) {
                let (path, other) = (path.display(), other.display());
                wrong.push(format!(
                    "the program cannot be linked: {path} and {other} are two linker scripts"
                ));
            }
            place.clone_from(path);
        }
        let mut sections = Vec::new();
        if wrong.is_empty() && programs.iter().all(|program| program.errors.is_empty()) {
            match parts.link(&programs) {
                Ok(linked) => sections = linked,
                Err(errors) => wrong.extend(errors.list.into_iter().filter_map(|error| placed(&mut programs, error))),
            }
        }
        let error = |message| (place.clone(), Diagnostic::new(Rule::Link, message));
        programs[0].errors.extend(wrong.into_iter().map(error));
        Self { programs: programs.into_iter().map(Arc::new).collect(), sections }
    }

    /// Returns true if another program has the same bytes at the same addresses.
    pub(crate) fn is_same_as(&self, other: &Self) -> bool {
        let pieces = |program: &Arc<Program>| program.assembly.pieces.clone();
        self.sections == other.sections && self.programs.iter().map(pieces).eq(other.programs.iter().map(pieces))
    }
}

/// Returns true if a line has a directive that declares symbols of other objects, or for them.
pub(crate) fn is_for_linker(line: &str) -> bool {
    const DECLARING: [&str; 7] = [".global", ".globl", ".extern", ".xdef", ".xref", ".weak", ".comm"];
    line.split_whitespace()
        .next()
        .is_some_and(|word| DECLARING.contains(&&*word.to_ascii_lowercase()))
}

/// Reports the undefined symbols that no directive names, in a program that is not linked.
pub(crate) fn mark_undeclared(program: &mut Program) {
    let mut declared = BTreeSet::new();
    for SourceFile { path, document, .. } in &program.files {
        let words = program.words(path).iter();
        let words = words.map(|(line, word)| (document.line(*line), word.span.clone()));
        declared.extend(words.filter_map(|(line, span)| is_for_linker(line).then(|| line[span].to_owned())));
    }
    let symbols = program.object.iter().flat_map(|object| &object.symbols);
    let undefined = symbols.filter(|symbol| symbol.value == Value::Undefined && !declared.contains(&*symbol.name));
    for name in undefined.map(|symbol| Arc::clone(&symbol.name)).collect::<Vec<_>>() {
        let known = program.assembly.symbols.keys().chain(&declared).map(String::as_str);
        let fault = Fault::undefined(0..0, &name, known);
        let hint = format!("if another object defines it, declare it: `.extern {name}`");
        let places = program.occurrences(&name);
        mark(program, places, &fault, Some(hint));
    }
}

/// Reports a fault, with a hint, at each of some places in a program.
fn mark(program: &mut Program, places: Vec<WordPlace>, fault: &Fault, hint: Option<String>) {
    for WordPlace { path, line, word } in places {
        let text = program
            .document(&path)
            .map_or("", |document| document.line(line))
            .to_owned();
        let mut error = Diagnostic::new(fault.rule, &*fault.message);
        error.label.clone_from(&fault.label);
        error.notes = fault.note.iter().chain(&hint).cloned().collect();
        error.fix = fault
            .fix
            .as_ref()
            .map(|fix| Fix { span: word.span.clone(), text: fix.text.clone() });
        (error.text, error.line, error.span) = (text, line as u32 + 1, word.span);
        program.errors.push((path, error));
    }
}

/// Reports an error of the linker at the place in a program where its name is used; returns its message if there is
/// none.
fn placed(programs: &mut [Program], error: LinkError) -> Option<String> {
    let (name, fault) = match &error {
        LinkError::Undefined(name, _) => {
            let known = programs.iter().flat_map(|program| program.assembly.symbols.keys());
            let mut fault = Fault::undefined(0..0, name, known.map(String::as_str));
            fault.message.push_str(" in the linked program");
            (name, fault)
        }
        LinkError::Duplicate(name, message) => (name, Fault::new(0..0, message).rule(Rule::Duplicate)),
        other => return Some(other.to_string()),
    };
    let mut is_placed = false;
    for program in programs.iter_mut().filter(|program| program.shares(name)) {
        let mut places = program.occurrences(name);
        places.retain(|place| matches!(error, LinkError::Undefined(..)) || place.word.kind.defines());
        is_placed |= !places.is_empty();
        mark(program, places, &fault, None);
    }
    (!is_placed).then(|| error.to_string())
}

/// A place in an open document, with the document's program, and the linked program to which that belongs.
pub(crate) struct DocumentPlace {
    pub(crate) program: Arc<Program>,
    pub(crate) linked: Arc<Linked>,
    pub(crate) path: PathBuf,
    pub(crate) document: Arc<Document>,
    pub(crate) at: Position,
}

impl DocumentPlace {
    /// Returns the line of the place.
    pub(crate) fn line(&self) -> &str {
        self.document.line(self.at.line)
    }

    /// Returns the words of the line.
    pub(crate) fn words(&self) -> Vec<Word> {
        let mut open = self.document.is_in_comment(self.at.line);
        words(self.line(), &mut open, self.program.macros())
    }

    /// Returns the word at the place, and its text.
    pub(crate) fn word(&self) -> Option<(Word, &str)> {
        let word = word_at(&self.words(), self.at.byte)?.clone();
        let text = &self.line()[word.span.clone()];
        Some((word, text))
    }

    /// Returns the text of a file in one of the programs.
    pub(crate) fn document_of(&self, path: &Path) -> Option<&Document> {
        let mut programs = self.linked.programs.iter();
        programs.find_map(|program| program.document(path))
    }

    /// Returns every place in the programs where a name has the same meaning: that of a shared symbol, or of one with
    /// the same definition in an included file.
    pub(crate) fn occurrences(&self, name: &str) -> Vec<WordPlace> {
        let (is_shared, own) = (self.program.shares(name), self.program.definitions(name));
        let is_same = |other: &&Arc<Program>| is_shared && other.shares(name) || own == other.definitions(name);
        let programs = self.linked.programs.iter().filter(is_same);
        let mut found: Vec<_> = programs.flat_map(|program| program.occurrences(name)).collect();
        let mut known = BTreeSet::new();
        found.retain(|found| known.insert((found.path.clone(), found.line, found.word.span.start)));
        found
    }

    /// Returns the definitions of a name: those in the program, or else those in the programs with which it is linked.
    pub(crate) fn definitions(&self, name: &str) -> Vec<WordPlace> {
        let own = self.program.definitions(name);
        if !own.is_empty() || !self.program.shares(name) {
            return own;
        }
        let sharers = self.linked.programs.iter().filter(|program| program.shares(name));
        sharers.flat_map(|program| program.definitions(name)).collect()
    }
}
