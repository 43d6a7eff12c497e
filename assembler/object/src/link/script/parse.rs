//! Parsing the commands of a script.

use super::cursor::{Cursor, DISCARD};
use super::expression::{ASSIGNING, Expression, expression};
use super::model::{
    Assert, Assignment, Command, Content, Fill, Input, Insertion, Key, Load, OnlyIf, Output, Region, Script,
    ScriptInput, Sections, Statement,
};
use super::pattern::Pattern;
use super::source::{self, ScriptError};
use crate::model::Processor;

/// Commands whose only argument is ignored, because the linker writes only one format.
const WITHOUT_EFFECT: [&str; 2] = ["OUTPUT_FORMAT", "TARGET"];

/// Commands that sort input sections, and their sort keys.
const SORTS: [(&str, Option<Key>); 5] = [
    ("SORT", Some(Key::Name)),
    ("SORT_BY_NAME", Some(Key::Name)),
    ("SORT_BY_ALIGNMENT", Some(Key::Alignment)),
    ("SORT_BY_INIT_PRIORITY", Some(Key::Priority)),
    ("SORT_NONE", None),
];

/// Maximum number of sections in an overlay: the expression for the largest one is nested this deeply.
const MOST_OVERLAYS: usize = 64;

impl Script {
    /// Parses a script without `INCLUDE`. The name is used in messages.
    ///
    /// # Errors
    ///
    /// The script is invalid or not supported.
    ///
    /// # Example
    ///
    /// ```
    /// use z8000_object::link::Script;
    ///
    /// let script = Script::read("board.ld", "OUTPUT(board.out) SECTIONS { .text 0x100 : { *(.text) } }")?;
    /// assert_eq!(script.output.as_deref(), Some("board.out"));
    /// let error = Script::read("board.ld", "SECTIONS { .text 0x100 : { *(.text) }").unwrap_err();
    /// assert!(error.to_string().contains("board.ld"));
    /// # Ok::<(), z8000_object::link::script::ScriptError>(())
    /// ```
    pub fn read(name: &str, text: &str) -> Result<Self, ScriptError> {
        Self::read_with(name, text, &|file| {
            Err(format!("cannot include {file}: `INCLUDE` is not supported here"))
        })
    }

    /// Parses a script. `open` returns the contents of an included script, or the reason why it cannot be read.
    ///
    /// # Errors
    ///
    /// The script is invalid or not supported.
    ///
    /// # Example
    ///
    /// ```
    /// use z8000_object::link::Script;
    ///
    /// let files = |name: &str| match name {
    ///     "memory.ld" => Ok("MEMORY { RAM : ORIGIN = 0x1000, LENGTH = 0x1000 }".to_owned()),
    ///     _ => Err(format!("there is no {name}")),
    /// };
    /// let script = Script::read_with("a.ld", "INCLUDE memory.ld SECTIONS { .text : { *(.text) } > RAM }", &files);
    /// assert!(script.is_ok());
    /// assert!(Script::read_with("a.ld", "INCLUDE other.ld", &files).is_err());
    /// ```
    pub fn read_with(
        name: &str,
        text: &str,
        open: &dyn Fn(&str) -> Result<String, String>,
    ) -> Result<Self, ScriptError> {
        let (text, places) = source::whole(name, text, open)?;
        let cursor = &mut Cursor::new(&places, &text);
        let mut script = Self::default();
        while !cursor.rest()?.is_empty() {
            if cursor.take(";")? {
                continue;
            }
            match cursor.peek()? {
                "SECTIONS" => sections(cursor, &mut script)?,
                "MEMORY" => memory(cursor, &mut script.regions)?,
                "OUTPUT_ARCH" => {
                    let [arch] = &arguments(cursor)?[..] else {
                        return Err(cursor.error("`OUTPUT_ARCH` requires exactly one processor"));
                    };
                    script.processor = Some(match &**arch {
                        "z8001" => Processor::Z8001,
                        "z8002" => Processor::Z8002,
                        other => {
                            let message = format!("expected processor z8001 or z8002, found `{other}`");
                            return Err(cursor.error(message));
                        }
                    });
                }
                "ENTRY" => script.entry = Some(one(cursor)?),
                "EXTERN" => script.wanted.extend(arguments(cursor)?),
                "INPUT" => script
                    .inputs
                    .extend(arguments(cursor)?.into_iter().map(ScriptInput::File)),
                "GROUP" => script.inputs.push(ScriptInput::Group(arguments(cursor)?)),
                "STARTUP" => script.inputs.insert(0, ScriptInput::First(one(cursor)?)),
                "SEARCH_DIR" => script.folders.push(one(cursor)?),
                "OUTPUT" => script.output = Some(one(cursor)?),
                "INSERT" if !cursor.after_name()?.starts_with('=') => {
                    script.insertions.push(insertion(cursor, &mut script.statements)?)
                }
                "REGION_ALIAS" => alias(cursor, &mut script.regions)?,
                word if WITHOUT_EFFECT.contains(&word) => {
                    arguments(cursor)?;
                }
                word => {
                    refuse(cursor, word)?;
                    let is_unknown =
                        word.starts_with(|first: char| first.is_ascii_uppercase()) && is_call(cursor, word)?;
                    let command = match command(cursor)? {
                        Some(command) => command,
                        None if is_unknown => return Err(cursor.error(format!("`{word}` is not supported"))),
                        None => Command::Assignment(assignment(cursor, false)?),
                    };
                    script.statements.push(Statement::Command(command));
                }
            }
        }
        script.places = places;
        Ok(script)
    }

    /// Adds the assignment `symbol=expression`: after the script's statements if `after` is set, as for `--defsym`
    /// following `-T`, otherwise before them.
    ///
    /// # Errors
    ///
    /// The assignment is invalid.
    pub fn define(&mut self, text: &str, after: bool) -> Result<(), ScriptError> {
        let script = Self::read("--defsym", &format!("{text};"))?;
        let place = if after { self.statements.len() } else { 0 };
        self.statements.splice(place..place, script.statements);
        Ok(())
    }

    /// Returns the default script: that of GNU ld, but with addresses that a Z8001 can reach.
    ///
    /// # Example
    ///
    /// ```
    /// use z8000_object::Processor;
    /// use z8000_object::link::{Options, Script, link};
    ///
    /// let options = Options { script: Script::standard(Processor::Z8001), ..Options::default() };
    /// assert_eq!(link(Vec::new(), &options)?.object.processor, Processor::Z8001);
    /// # Ok::<(), z8000_object::link::LinkErrors>(())
    /// ```
    pub fn standard(processor: Processor) -> Self {
        let text = match processor {
            Processor::Z8001 => include_str!("z8001.x"),
            Processor::Z8002 => include_str!("z8002.x"),
        };
        Self::read("the standard memory map", text).unwrap_or_default()
    }
}

/// Returns true if an opening parenthesis follows a word.
fn is_call(cursor: &mut Cursor, word: &str) -> Result<bool, ScriptError> {
    Ok(cursor.rest()?[word.len()..].trim_start().starts_with('('))
}

/// Parses `WORD(name, name ...)`.
fn arguments(cursor: &mut Cursor) -> Result<Vec<String>, ScriptError> {
    in_brackets(cursor, |cursor| {
        let mut names = Vec::new();
        while let Some(name) = cursor.pattern()? {
            names.push(name.to_owned());
            cursor.take(",")?;
        }
        Ok(names)
    })
}

/// Parses `WORD(name)`.
fn one(cursor: &mut Cursor) -> Result<String, ScriptError> {
    let word = cursor.peek()?;
    match &mut arguments(cursor)?[..] {
        [name] => Ok(std::mem::take(name)),
        _ => Err(cursor.error(format!("`{word}` requires exactly one name"))),
    }
}

/// Parses `INSERT AFTER section` or `INSERT BEFORE section`, which applies to the preceding statements.
fn insertion(cursor: &mut Cursor, statements: &mut Vec<Statement>) -> Result<Insertion, ScriptError> {
    let line = cursor.line()?;
    cursor.symbol()?;
    let place = cursor.symbol()?.filter(|word| ["AFTER", "BEFORE"].contains(word));
    let (Some(place), Some(section)) = (place, cursor.symbol()?) else {
        return cursor.expected("expected `AFTER` or `BEFORE` and a section");
    };
    Ok(Insertion {
        statements: std::mem::take(statements),
        after: place == "AFTER",
        section: section.to_owned(),
        line,
    })
}

/// Parses `REGION_ALIAS(name, memory)`.
fn alias(cursor: &mut Cursor, regions: &mut [Region]) -> Result<(), ScriptError> {
    let names = arguments(cursor)?;
    let [alias, name] = &names[..] else {
        return Err(cursor.error("`REGION_ALIAS` requires a new name and the name of a memory region"));
    };
    let is_named = |region: &Region, name: &String| region.names.contains(name);
    if regions.iter().any(|region| is_named(region, alias)) {
        return Err(cursor.error(format!("memory region `{alias}` already exists")));
    }
    let Some(region) = regions.iter_mut().find(|region| is_named(region, name)) else {
        return Err(cursor.error(format!(
            "unknown memory region `{name}`; define it before `REGION_ALIAS`"
        )));
    };
    region.names.push(alias.clone());
    Ok(())
}

/// Returns an error for a command that has no meaning in COFF, unless it is a symbol in an assignment.
fn refuse(cursor: &mut Cursor, word: &str) -> Result<(), ScriptError> {
    let reason = match word {
        "PHDRS" => "COFF has no program headers: remove `PHDRS`, and `:NAME` after sections",
        "VERSION" => "COFF has no symbol versions: remove `VERSION`",
        "NOCROSSREFS" => "`NOCROSSREFS` is not supported: remove it",
        "NOCROSSREFS_TO" => "`NOCROSSREFS_TO` is not supported: remove it",
        "LD_FEATURE" => "`LD_FEATURE` is not supported: remove it",
        _ => return Ok(()),
    };
    match cursor.rest()?[word.len()..].trim_start().starts_with('=') {
        true => Ok(()),
        false => Err(cursor.error(reason)),
    }
}

/// Parses `MEMORY { name (attributes) : ORIGIN = expression, LENGTH = expression ... }`.
fn memory(cursor: &mut Cursor, regions: &mut Vec<Region>) -> Result<(), ScriptError> {
    cursor.symbol()?;
    cursor.expect("{")?;
    while !cursor.take("}")? {
        let line = cursor.line()?;
        let Some(name) = cursor.symbol()? else {
            return cursor.expected("expected the name of a memory region");
        };
        let mut attributes = String::new();
        if cursor.take("(")? {
            while !cursor.take(")")? {
                let rest = cursor.rest()?;
                let attribute = rest.chars().next().filter(|first| "!rwxailRWXAIL".contains(*first));
                let Some(attribute) = attribute else {
                    return cursor.expected("expected a memory attribute, one of the letters `rwxail`");
                };
                attributes.push(attribute.to_ascii_lowercase());
                cursor.take(attribute.encode_utf8(&mut [0; 4]))?;
            }
        }
        cursor.expect(":")?;
        let origin = named(cursor, &["ORIGIN", "org", "o"])?;
        cursor.take(",")?;
        let length = named(cursor, &["LENGTH", "len", "l"])?;
        cursor.take(",")?;
        regions.push(Region { names: vec![name.to_owned()], attributes, origin, length, line });
    }
    Ok(())
}

/// Parses `NAME = expression`, where `NAME` is one of `names`.
fn named(cursor: &mut Cursor, names: &[&str]) -> Result<Expression, ScriptError> {
    let word = cursor.peek()?;
    if !names.contains(&word) {
        return cursor.expected(&format!("expected `{}`", names[0]));
    }
    cursor.symbol()?;
    cursor.expect("=")?;
    expression(cursor)
}

/// Parses `SECTIONS { statement ... }`.
fn sections(cursor: &mut Cursor, script: &mut Script) -> Result<(), ScriptError> {
    cursor.symbol()?;
    cursor.expect("{")?;
    while !cursor.take("}")? {
        if cursor.take(";")? {
            continue;
        }
        let word = cursor.peek()?;
        refuse(cursor, word)?;
        match word {
            "ENTRY" => script.entry = Some(one(cursor)?),
            "OVERLAY" => overlay(cursor, &mut script.statements)?,
            _ => script.statements.push(match command(cursor)? {
                Some(command) => Statement::Command(command),
                None => Statement::Output(Box::new(output(cursor)?)),
            }),
        }
    }
    Ok(())
}

/// Parses a command that may occur anywhere, if one comes next. `PROVIDE_HIDDEN` and `HIDDEN` are treated as `PROVIDE`
/// and as an assignment, because COFF has no hidden symbols.
fn command(cursor: &mut Cursor) -> Result<Option<Command>, ScriptError> {
    let word = cursor.peek()?;
    if word == "ASSERT" {
        return assert(cursor).map(Command::Assert).map(Some);
    }
    if ["PROVIDE", "PROVIDE_HIDDEN", "HIDDEN"].contains(&word) && is_call(cursor, word)? {
        let assignment = in_brackets(cursor, |cursor| assignment(cursor, word != "HIDDEN"))?;
        cursor.take(";")?;
        return Ok(Some(Command::Assignment(assignment)));
    }
    let rest = cursor.after_name()?;
    let assigns = rest.starts_with('=') && !rest.starts_with("==");
    if rest.is_empty() || !assigns && assigning(rest).is_none() {
        return Ok(None);
    }
    assignment(cursor, false).map(Command::Assignment).map(Some)
}

/// Parses a word and what follows it in parentheses.
fn in_brackets<'s, T>(
    cursor: &mut Cursor<'s>,
    read: impl FnOnce(&mut Cursor<'s>) -> Result<T, ScriptError>,
) -> Result<T, ScriptError> {
    cursor.symbol()?;
    cursor.expect("(")?;
    let found = read(cursor)?;
    cursor.expect(")")?;
    Ok(found)
}

/// Returns the operator of an assignment such as `+=`, if one comes next.
fn assigning(rest: &str) -> Option<&'static str> {
    let is_next = |text: &&str| rest.strip_prefix(text).is_some_and(|rest| rest.starts_with('='));
    ASSIGNING.into_iter().find(is_next)
}

fn assignment(cursor: &mut Cursor, provide: bool) -> Result<Assignment, ScriptError> {
    let line = cursor.line()?;
    let Some(symbol) = cursor.symbol()? else {
        return cursor.expected("expected a command or a symbol");
    };
    let value = match assigning(cursor.rest()?) {
        Some(operator) => {
            cursor.expect(operator)?;
            cursor.expect("=")?;
            let operands = [Expression::Symbol(symbol.to_owned()), expression(cursor)?];
            Expression::Binary(operator, Box::new(operands))
        }
        None => {
            if !cursor.take("=")? {
                return Err(cursor.error(format!(
                    "unsupported command `{symbol}`; expected `=` if it is a symbol"
                )));
            }
            expression(cursor)?
        }
    };
    if provide && symbol == "." {
        return Err(cursor.error("`PROVIDE` cannot define `.`"));
    }
    if !provide {
        // GNU ld requires one of these; here, both are optional.
        cursor.take(";")?;
        cursor.take(",")?;
    }
    Ok(Assignment { symbol: symbol.to_owned(), value, provide, line })
}

fn assert(cursor: &mut Cursor) -> Result<Assert, ScriptError> {
    let line = cursor.line()?;
    let assert = in_brackets(cursor, |cursor| {
        let condition = expression(cursor)?;
        cursor.expect(",")?;
        let message = cursor.pattern()?.unwrap_or_default().to_owned();
        Ok(Assert { condition, message, line })
    })?;
    cursor.take(";")?;
    Ok(assert)
}

/// Parses `name address (type) : AT(n) ALIGN(n) SUBALIGN(n) ONLY_IF_RO { contents } > region AT> region = fill`.
fn output(cursor: &mut Cursor) -> Result<Output, ScriptError> {
    let mut output = named_output(cursor)?;
    if !cursor.rest()?.starts_with(':') && !cursor.is_type()? {
        output.address = Some(expression(cursor)?);
    }
    if cursor.take("(")? {
        let word = cursor.peek()?;
        cursor.symbol()?;
        cursor.expect(")")?;
        output.apart = word == "NOLOAD";
        if !output.apart && !word.is_empty() {
            return Err(cursor.error(format!("unsupported section type `{word}`; expected `NOLOAD`")));
        }
    }
    cursor.expect(":")?;
    let mut with_input = false;
    loop {
        let word = cursor.peek()?;
        match word {
            "AT" => output.load = Load::At(in_brackets(cursor, expression)?, false),
            "ALIGN" => output.align = Some(in_brackets(cursor, expression)?),
            "SUBALIGN" => output.subalign = Some(in_brackets(cursor, expression)?),
            "" => break,
            other => {
                match other {
                    "ALIGN_WITH_INPUT" => with_input = true,
                    "ONLY_IF_RO" => output.only_if = Some(OnlyIf::ReadOnly),
                    "ONLY_IF_RW" => output.only_if = Some(OnlyIf::Writable),
                    _ => return Err(cursor.error(format!("unsupported section attribute `{other}`"))),
                }
                cursor.symbol()?;
            }
        }
    }
    braces(cursor, &mut output)?;
    placement(cursor, &mut output)?;
    if let Load::Region(_, own) = &mut output.load {
        *own = with_input;
    }
    Ok(output)
}

fn named_output(cursor: &mut Cursor) -> Result<Output, ScriptError> {
    let line = cursor.line()?;
    let name = match cursor.take(DISCARD)? {
        true => Some(DISCARD),
        false => cursor.symbol()?,
    };
    let Some(name) = name else {
        return cursor.expected("expected the name of a section");
    };
    Ok(Output { name: name.to_owned(), line, ..Output::default() })
}

/// Parses `{ contents }`.
fn braces(cursor: &mut Cursor, output: &mut Output) -> Result<(), ScriptError> {
    cursor.expect("{")?;
    while !cursor.take("}")? {
        if !cursor.take(";")? {
            output.contents.extend(content(cursor)?);
        }
    }
    Ok(())
}

/// Parses `> region AT> region = fill`.
fn placement(cursor: &mut Cursor, output: &mut Output) -> Result<(), ScriptError> {
    loop {
        if cursor.take(">")? {
            let region = cursor.symbol()?;
            output.region = region.map(str::to_owned);
        } else if cursor.peek()? == "AT" {
            cursor.symbol()?;
            if !cursor.take(">")? {
                return cursor.expected("expected `AT>` and a memory region");
            }
            if output.load != Load::Before {
                return Err(cursor.error("a section can have a load address or a load region, not both"));
            }
            let Some(region) = cursor.symbol()? else {
                return cursor.expected("expected the memory region into which the section is loaded");
            };
            output.load = Load::Region(region.to_owned(), false);
            // Without a region and an address of its own, the section is also in this region.
            if output.region.is_none() && output.address.is_none() {
                output.region = Some(region.to_owned());
            }
        } else if cursor.take(":")? {
            if cursor.symbol()? != Some("NONE") {
                return Err(cursor.error("COFF has no program headers: remove `:NAME` after the section"));
            }
        } else if cursor.rest()?.starts_with('=') {
            cursor.take("=")?;
            output.fill = Some(fill(cursor)?);
        } else {
            cursor.take(",")?;
            return Ok(());
        }
    }
}

/// Parses `OVERLAY address : AT(n) SUBALIGN(n) { name { contents } =fill ... } > region AT> region = fill`: sections at
/// the same address, loaded consecutively, and symbols for their load addresses.
fn overlay(cursor: &mut Cursor, statements: &mut Vec<Statement>) -> Result<(), ScriptError> {
    let line = cursor.line()?;
    cursor.symbol()?;
    let mut all = Output::default();
    if !cursor.rest()?.starts_with(':') {
        all.address = Some(expression(cursor)?);
    }
    cursor.expect(":")?;
    loop {
        match cursor.peek()? {
            "AT" => all.load = Load::At(in_brackets(cursor, expression)?, true),
            "SUBALIGN" => all.subalign = Some(in_brackets(cursor, expression)?),
            "NOCROSSREFS" => return refuse(cursor, "NOCROSSREFS"),
            _ => break,
        }
    }
    cursor.expect("{")?;
    let mut sections: Vec<Output> = Vec::new();
    while !cursor.take("}")? {
        let mut section = named_output(cursor)?;
        section.subalign.clone_from(&all.subalign);
        braces(cursor, &mut section)?;
        if cursor.rest()?.starts_with('=') {
            cursor.take("=")?;
            section.fill = Some(fill(cursor)?);
        }
        cursor.take(",")?;
        sections.push(section);
        if sections.len() > MOST_OVERLAYS {
            return Err(cursor.error(format!("an overlay can have at most {MOST_OVERLAYS} sections")));
        }
    }
    placement(cursor, &mut all)?;
    let of = |function, name: &str| Expression::Of(function, name.to_owned());
    let sum = |one, other| Expression::Binary("+", Box::new([one, other]));
    let sizes = sections.iter().map(|section| of("SIZEOF", &section.name));
    let largest = sizes.reduce(|one, other| Expression::Most(Box::new([one, other])));
    let first = sections.first().map(|section| section.name.clone()).unwrap_or_default();
    let count = sections.len();
    for (number, mut section) in sections.into_iter().enumerate() {
        (section.address, section.load) = match number {
            0 => (all.address.clone(), all.load.clone()),
            _ => (Some(of("ADDR", &first)), Load::Behind),
        };
        if let Load::Region(..) = all.load {
            section.load = all.load.clone();
        }
        section.region.clone_from(&all.region);
        if section.fill.is_none() {
            section.fill.clone_from(&all.fill);
        }
        if number + 1 == count {
            section.end = largest.clone().map(|largest| sum(of("ADDR", &first), largest));
        }
        let name = section.name.clone();
        statements.push(Statement::Output(Box::new(section)));
        let clean = name.replace(|c: char| !c.is_ascii_alphanumeric() && c != '_', "");
        let start = of("LOADADDR", &name);
        let stop = sum(start.clone(), of("SIZEOF", &name));
        for (end, value) in [("start", start), ("stop", stop)] {
            statements.push(Statement::Command(Command::Assignment(Assignment {
                symbol: format!("__load_{end}_{clean}"),
                value,
                provide: true,
                line,
            })));
        }
    }
    Ok(())
}

/// Parses a fill: a number of only hexadecimal digits gives the bytes themselves.
fn fill(cursor: &mut Cursor) -> Result<Fill, ScriptError> {
    let word = cursor.peek()?;
    let value = expression(cursor)?;
    match (word.strip_prefix("0x").or(word.strip_prefix("0X")), &value) {
        (Some(digits), Expression::Number(value)) if digits.bytes().all(|digit| digit.is_ascii_hexdigit()) => {
            let from = 8_usize.checked_sub(digits.len().div_ceil(2));
            let from = from.ok_or_else(|| cursor.error("a fill value can have at most 8 bytes"))?;
            Ok(Fill::Bytes(value.to_be_bytes()[from..].to_vec()))
        }
        _ => Ok(Fill::Value(value)),
    }
}

/// Parses a statement in a section; `None` if it has no meaning for this linker.
fn content(cursor: &mut Cursor) -> Result<Option<Content>, ScriptError> {
    let word = cursor.peek()?;
    let size = match word {
        "BYTE" => 1,
        "SHORT" => 2,
        "LONG" => 4,
        "QUAD" | "SQUAD" => 8,
        "FILL" => return in_brackets(cursor, fill).map(Content::Fill).map(Some),
        // COFF objects have no constructors for the linker to collect, and no symbols are created for files.
        "CONSTRUCTORS" | "CREATE_OBJECT_SYMBOLS" => {
            cursor.symbol()?;
            return Ok(None);
        }
        "ASCIZ" => return Err(cursor.error("`ASCIZ` is not supported: write the characters with `BYTE`")),
        _ => {
            return Ok(match command(cursor)? {
                Some(command) => Some(Content::Command(command)),
                None if word == "KEEP" && is_call(cursor, word)? => {
                    in_brackets(cursor, |cursor| input(cursor, true))?.map(Content::Input)
                }
                None => input(cursor, false)?.map(Content::Input),
            });
        }
    };
    Ok(Some(Content::Data(size, in_brackets(cursor, expression)?)))
}

/// Parses a name, possibly with `EXCLUDE_FILE(pattern ...)` before it, inside sort commands; `None` if there is no
/// name. Excluded files are added to `excluded`.
fn wildcard<'s>(
    cursor: &mut Cursor<'s>,
    keys: &mut Vec<Key>,
    excluded: &mut Vec<Pattern>,
    depth: usize,
) -> Result<Option<&'s str>, ScriptError> {
    let word = cursor.peek()?;
    if let Some((_, key)) = SORTS.iter().find(|(sort, _)| *sort == word) {
        if depth == 2 {
            return Err(cursor.error("sections can be sorted by at most two keys"));
        }
        if !keys.contains(key.as_ref().unwrap_or(&Key::Name)) {
            keys.extend(*key);
        }
        return in_brackets(cursor, |cursor| wildcard(cursor, keys, excluded, depth + 1));
    }
    if word == "EXCLUDE_FILE" {
        excluded.extend(arguments(cursor)?.iter().map(|name| Pattern::new(name)));
    }
    cursor.pattern()
}

/// Parses `file(section section ...)`; `None` for `SORT(CONSTRUCTORS)`.
fn input(cursor: &mut Cursor, keep: bool) -> Result<Option<Input>, ScriptError> {
    let (mut by_file, mut excluded) = (Vec::new(), Vec::new());
    let Some(file) = wildcard(cursor, &mut by_file, &mut excluded, 0)? else {
        return cursor.expected("expected a file name pattern, such as `*` in `*(.text)`");
    };
    if file == "CONSTRUCTORS" {
        return Ok(None);
    }
    let mut sections = Vec::new();
    if !cursor.take("(")? {
        // A file without a list of sections stands for all of its sections.
        sections.push(Sections { name: Pattern::new("*"), excluded: Vec::new(), keys: Vec::new() });
    } else {
        while !cursor.take(")")? {
            let (mut keys, mut excluded) = (Vec::new(), Vec::new());
            let Some(section) = wildcard(cursor, &mut keys, &mut excluded, 0)? else {
                return cursor.expected("expected a section name pattern, such as `.text`");
            };
            let name = Pattern::new(section);
            sections.push(Sections { name, excluded, keys });
            cursor.take(",")?;
        }
    }
    Ok(Some(Input {
        keep,
        file: Pattern::new(file),
        by_file: by_file.contains(&Key::Name),
        excluded,
        sections,
    }))
}
