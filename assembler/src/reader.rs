//! Reading lines one by one: removing comments, opening includes, and expanding macros and repetitions.
//!
//! Conditions need the values of symbols and are evaluated by the assembler; the reader only collects the bodies of
//! macros and repetitions. Nothing is expanded before it is needed.

use std::cell::Cell;
use std::collections::HashMap;
use std::io::{self, ErrorKind};
use std::ops::Range;
use std::rc::Rc;
use std::sync::Arc;

use z8000_object::{MapExpansion, MapPlace};

use crate::comment::directive;
use crate::fault::Fault;
use crate::macros::{Macro, Values};
use crate::source::{Line, Sources};
use crate::syntax::{Dialect, Lines, Syntax};

/// The limit on the nesting of includes and expansions.
const DEPTH: usize = 64;

/// The limit on the lines that expansions make in all.
const LINES: usize = 1_000_000;

/// A file that was read.
#[derive(Debug)]
pub(crate) struct File {
    pub(crate) name: String,
    /// The line that included it.
    pub(crate) included: Option<MapPlace>,
}

/// A source of lines.
enum Frame {
    File(Box<Lines>),
    Body(Body),
}

/// Lines that are given several times, or with parameters put in.
struct Body {
    lines: Rc<[Line]>,
    at: usize,
    round: usize,
    rounds: Rounds,
    expansion: u32,
    depth: usize,
    /// True for a macro call.
    is_call: bool,
    /// The number of conditions that were open before it.
    level: usize,
}

/// The number of times that lines are given, and the texts put in.
pub(crate) enum Rounds {
    /// As they are, this often.
    Times(usize),
    /// Once for each of these, with values for parameters.
    With(Vec<Values>),
    /// As they are, until a line among them ends it.
    Open,
}

impl Rounds {
    fn count(&self) -> usize {
        match self {
            Self::Times(count) => *count,
            Self::With(list) => list.len(),
            Self::Open => usize::MAX,
        }
    }
}

/// Produces lines; included files and expansions come first.
pub(crate) struct Reader<'s> {
    sources: &'s dyn Sources,
    pub(crate) dialect: Dialect,
    pub(crate) files: Vec<File>,
    pub(crate) expansions: Vec<MapExpansion>,
    macros: HashMap<String, Rc<Macro>>,
    /// Innermost last.
    frames: Vec<Frame>,
    /// Lines on which a comment began that the file did not end.
    pub(crate) unended: Vec<Line>,
    /// Lines of another dialect that are wrong, in bodies of macros and repetitions.
    pub(crate) faulty: Vec<Line>,
    made: usize,
    calls: usize,
    /// After `.altmacro`, the number of names that `LOCAL` has made.
    pub(crate) alternate: Option<Rc<Cell<usize>>>,
    locals: Rc<Cell<usize>>,
}

impl<'s> Reader<'s> {
    pub(crate) fn new(sources: &'s dyn Sources, dialect: Dialect) -> Self {
        Self {
            sources,
            dialect,
            files: Vec::new(),
            expansions: Vec::new(),
            macros: HashMap::new(),
            frames: Vec::new(),
            unended: Vec::new(),
            faulty: Vec::new(),
            made: 0,
            // asz8k counts them from 1, GNU as from 0.
            calls: usize::from(dialect.syntax() == Syntax::Asz8k),
            alternate: None,
            locals: Rc::default(),
        }
    }

    /// `.altmacro` and `.noaltmacro`.
    pub(crate) fn set_alternate(&mut self, on: bool) {
        self.alternate = on.then(|| Rc::clone(&self.locals));
    }

    /// The next line.
    pub(crate) fn next_line(&mut self) -> Option<Line> {
        loop {
            let line = match self.frames.last_mut()? {
                Frame::File(lines) => lines.next(),
                Frame::Body(body) => body.next(),
            };
            if let Some(line) = line {
                if self.dialect.syntax() == Syntax::Gnu && line.shown.starts_with('#') && line.text.is_empty() {
                    self.renumber(&line.shown);
                }
                return Some(line);
            }
            if let Some(Frame::File(lines)) = self.frames.pop() {
                self.unended.extend(lines.comment);
            }
        }
    }

    /// `# 40 "file.S"`: a preprocessor says where the next line of a file comes from.
    fn renumber(&mut self, mark: &str) {
        let Some(Frame::File(lines)) = self.frames.last_mut() else {
            return;
        };
        let (number, rest) = mark[1..].trim_start().split_once(' ').unwrap_or((mark[1..].trim(), ""));
        let Ok(number) = number.trim().parse() else {
            return;
        };
        let name = rest
            .trim_start()
            .strip_prefix('"')
            .and_then(|rest| rest.split('"').next());
        let included = self.files[lines.file() as usize].included;
        let file = match name.filter(|name| !name.is_empty()) {
            None => lines.file(),
            Some(name) => match self.files.iter().position(|file| file.name == name) {
                Some(file) => file as u32,
                None => {
                    self.files.push(File { name: name.to_owned(), included });
                    self.files.len() as u32 - 1
                }
            },
        };
        lines.renumber(number, file);
    }

    /// Reads a file, named at some bytes of a line; its lines come next.
    pub(crate) fn open(&mut self, name: &str, at: &Range<usize>, from: Option<&Line>) -> Result<(), Fault> {
        let fault = |message: String| Fault::new(at.clone(), message);
        let depth = from.map_or(0, |line| line.depth + 1);
        if depth > DEPTH {
            return Err(fault(format!("include files are nested more than {DEPTH} levels deep")));
        }
        let text = Arc::new(self.text(name, at)?);
        let file = self.files.len() as u32;
        self.files
            .push(File { name: name.to_owned(), included: from.map(|line| line.origin) });
        let lines = self.dialect.lines(text, file, depth);
        self.frames.push(Frame::File(Box::new(lines)));
        Ok(())
    }

    /// The text of a file, named at some bytes of a line.
    fn text(&self, name: &str, at: &Range<usize>) -> Result<String, Fault> {
        let bytes = self.sources.read(name).map_err(|error| unreadable(name, at, &error))?;
        if bytes.contains(&0) {
            return Err(Fault::new(
                at.clone(),
                format!("`{name}` is a binary file, not source text: there are zero bytes in it"),
            ));
        }
        Ok(self.dialect.text(bytes.into_owned()))
    }

    /// Begins with a file that is not to be read line by line: its text.
    pub(crate) fn begin(&mut self, name: &str) -> Result<String, Fault> {
        let text = self.text(name, &(0..0))?;
        self.files.push(File { name: name.to_owned(), included: None });
        match self.dialect.refusal() {
            Some(reason) => Err(Fault::new(0..0, reason)),
            None => Ok(text),
        }
    }

    /// Reads some bytes of a file, named at some bytes of a line: `count` from `skip`, or all.
    pub(crate) fn part(&self, name: &str, at: &Range<usize>, skip: u64, count: Option<u64>) -> Result<Vec<u8>, Fault> {
        let bytes = self.sources.part(name, skip, count);
        let bytes = bytes.map_err(|error| unreadable(name, at, &error))?;
        match count {
            Some(count) if bytes.len() as u64 != count => Err(Fault::new(
                at.clone(),
                format!("cannot read {count} bytes: only {} remain in `{name}`", bytes.len()),
            )),
            _ => Ok(bytes),
        }
    }

    /// Takes the lines up to the directive that ends a block, which is dropped. The block begins at some bytes of a
    /// line.
    pub(crate) fn body(&mut self, begin: &[&str], end: &str, at: &Range<usize>) -> Result<Rc<[Line]>, Fault> {
        let mut depth = 0;
        let mut body = Vec::new();
        while let Some(line) = self.next_line() {
            let word = directive(&line.text);
            if begin.iter().any(|begin| word.eq_ignore_ascii_case(begin)) {
                depth += 1;
            } else if word.eq_ignore_ascii_case(end) {
                if depth == 0 {
                    return Ok(body.into());
                }
                depth -= 1;
            }
            if line.written.as_ref().is_some_and(|written| written.fault.is_some()) {
                self.faulty.push(line.clone());
            }
            body.push(line);
        }
        Err(Fault::new(at.clone(), format!("no matching `{end}`")))
    }

    /// Takes in a macro that is defined at some bytes of a line.
    pub(crate) fn define(&mut self, definition: Macro, at: &Range<usize>) -> Result<(), Fault> {
        let key = definition.name.to_ascii_lowercase();
        // To asz8k the last definition counts; the previous one may be in another file.
        if self.macros.contains_key(&key) && self.dialect.syntax() != Syntax::Asz8k {
            let message = format!("macro `{}` is already defined", definition.name);
            return Err(Fault::new(at.clone(), message));
        }
        self.macros.insert(key, Rc::new(definition));
        Ok(())
    }

    /// The macro of a name, in any case.
    pub(crate) fn find(&self, name: &str) -> Option<Rc<Macro>> {
        if self.macros.is_empty() {
            return None;
        }
        self.macros.get(&name.to_ascii_lowercase()).cloned()
    }

    /// Forgets a macro; returns false if there is none of this name.
    pub(crate) fn forget(&mut self, name: &str) -> bool {
        // Where asz8k defines a macro again, it may not have reached the first definition.
        self.macros.remove(&name.to_ascii_lowercase()).is_some() || self.dialect.syntax() == Syntax::Asz8k
    }

    /// Leaves the current macro or repetition, and returns the number of conditions open before it; `None` outside of
    /// these. asz8k leaves the macro.
    pub(crate) fn exit(&mut self) -> Option<usize> {
        let of_calls = self.dialect.syntax() == Syntax::Asz8k;
        let level = |frame: &Frame| match frame {
            Frame::Body(body) => (body.is_call || !of_calls).then_some(body.level),
            Frame::File(..) => None,
        };
        let mut frames = self.frames.iter().enumerate().rev();
        let (index, level) = frames.find_map(|(index, frame)| Some((index, level(frame)?)))?;
        self.frames.truncate(index);
        Some(level)
    }

    /// Ends the current source: nothing more is read from it.
    pub(crate) fn end(&mut self) {
        self.frames.clear();
    }

    /// Names of all macros.
    pub(crate) fn macro_names(&self) -> impl Iterator<Item = &str> {
        self.macros.values().map(|definition| definition.name.as_str())
    }

    /// Calls a macro at some bytes of a line, with values for its parameters, and some conditions open; its lines come
    /// next.
    pub(crate) fn call(
        &mut self,
        definition: &Macro,
        values: Vec<(String, String)>,
        from: &Line,
        at: &Range<usize>,
        level: usize,
    ) -> Result<(), Fault> {
        let what = format!("macro `{}`", definition.name);
        let rounds = Rounds::With(vec![Values::new(values, self.calls, self.alternate.clone(), true)]);
        self.calls += 1;
        self.expand(Rc::clone(&definition.body), rounds, what, from, at, (true, level))
    }

    /// The rounds of a repetition for each value of a parameter.
    pub(crate) fn rounds(&self, name: &str, values: Vec<String>) -> Rounds {
        let round = |value| {
            let list = vec![(name.to_owned(), value)];
            Values::new(list, self.calls, self.alternate.clone(), false)
        };
        Rounds::With(values.into_iter().map(round).collect())
    }

    /// Fails for more lines than all expansions may make.
    pub(crate) fn allow(&mut self, lines: usize, at: &Range<usize>) -> Result<(), Fault> {
        match lines {
            0..=LINES => Ok(()),
            _ => self.make(lines, at),
        }
    }

    /// Calls a macro at some bytes of a line, whose values have been put in.
    pub(crate) fn call_with(
        &mut self,
        name: &str,
        lines: Rc<[Line]>,
        from: &Line,
        at: &Range<usize>,
        level: usize,
    ) -> Result<(), Fault> {
        self.expand(
            lines,
            Rounds::Times(1),
            format!("macro `{name}`"),
            from,
            at,
            (true, level),
        )
    }

    /// Repeats lines for the directive at some bytes of a line.
    pub(crate) fn repeat(
        &mut self,
        lines: Rc<[Line]>,
        rounds: Rounds,
        from: &Line,
        at: &Range<usize>,
        level: usize,
    ) -> Result<(), Fault> {
        self.expand(lines, rounds, "repetition".to_owned(), from, at, (false, level))
    }

    /// Counts one more round of lines that are open.
    pub(crate) fn begin_round(&mut self, at: &Range<usize>) -> Result<(), Fault> {
        let lines = match self.frames.last() {
            Some(Frame::Body(body)) => body.lines.len(),
            _ => 1,
        };
        self.make(lines, at)
    }

    /// Counts lines that expansions make, for the directive at some bytes of a line.
    fn make(&mut self, lines: usize, at: &Range<usize>) -> Result<(), Fault> {
        self.made = self.made.saturating_add(lines);
        if self.made > LINES {
            // What follows would ask for more, after as much work.
            self.end();
            let message = format!("macros and repeated blocks produce more than {LINES} lines");
            return Err(Fault::new(at.clone(), message));
        }
        Ok(())
    }

    fn expand(
        &mut self,
        lines: Rc<[Line]>,
        rounds: Rounds,
        what: String,
        from: &Line,
        at: &Range<usize>,
        (is_call, level): (bool, usize),
    ) -> Result<(), Fault> {
        let depth = from.depth + 1;
        if depth > DEPTH {
            let message = format!("macros and repeated blocks are nested more than {DEPTH} levels deep");
            return Err(Fault::new(at.clone(), message));
        }
        let count = if matches!(rounds, Rounds::Open) {
            0
        } else {
            rounds.count()
        };
        self.make(lines.len().saturating_mul(count), at)?;
        let expansion = self.expansions.len() as u32;
        self.expansions.push(MapExpansion { what, call: from.origin });
        if !lines.is_empty() {
            self.frames.push(Frame::Body(Body {
                lines,
                at: 0,
                round: 0,
                rounds,
                expansion,
                depth,
                is_call,
                level,
            }));
        }
        Ok(())
    }
}

/// The fault of a file that cannot be read.
fn unreadable(name: &str, at: &Range<usize>, error: &io::Error) -> Fault {
    match error.kind() {
        ErrorKind::NotFound => Fault::new(at.clone(), format!("file `{name}` does not exist")),
        _ => Fault::new(at.clone(), format!("cannot read `{name}`: {error}")),
    }
}

impl Body {
    fn next(&mut self) -> Option<Line> {
        if self.at == self.lines.len() {
            self.at = 0;
            self.round += 1;
        }
        if self.round >= self.rounds.count() {
            return None;
        }
        let line = &self.lines[self.at];
        self.at += 1;
        let text = match &self.rounds {
            Rounds::Times(_) | Rounds::Open => line.text.clone(),
            Rounds::With(list) => list[self.round].put_into(&line.text).into(),
        };
        Some(Line {
            shown: text.clone(),
            text,
            origin: MapPlace { expansion: Some(self.expansion), ..line.origin },
            follows: line.follows,
            depth: self.depth,
            written: None,
        })
    }
}
