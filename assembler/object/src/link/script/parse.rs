//! Reading the commands of a script.

use super::cursor::Cursor;
use super::error::ScriptError;
use super::expression::{ASSIGNMENTS, Expression, expression};
use super::model::{Assert, Assignment, Command, Content, DISCARD, Input, Output, Region, Script, Statement};
use super::pattern::Pattern;
use crate::model::Processor;

/// Commands whose only argument needs no heed: there is one format that we write, and one processor in a file.
const WITHOUT_EFFECT: [&str; 2] = ["OUTPUT_FORMAT", "TARGET"];

/// Words that sort input sections.
const SORTS: [&str; 5] = [
    "SORT",
    "SORT_BY_NAME",
    "SORT_BY_ALIGNMENT",
    "SORT_NONE",
    "SORT_BY_INIT_PRIORITY",
];

impl Script {
    /// Reads a script. The name is for messages.
    ///
    /// # Errors
    ///
    /// Where it is not understood.
    pub fn read(name: &str, text: &str) -> Result<Self, ScriptError> {
        let cursor = &mut Cursor::new(name, text);
        let mut script = Self {
            name: name.to_owned(),
            ..Self::default()
        };
        while !cursor.rest()?.is_empty() {
            if cursor.take(";")? {
                continue;
            }
            match cursor.peek()? {
                "SECTIONS" => {
                    cursor.symbol()?;
                    sections(cursor, &mut script)?;
                }
                "MEMORY" => {
                    cursor.symbol()?;
                    memory(cursor, &mut script.regions)?;
                }
                "OUTPUT_ARCH" => {
                    let [arch] = &arguments(cursor)?[..] else {
                        return Err(cursor.error("`OUTPUT_ARCH` names one processor"));
                    };
                    script.processor = Some(match &**arch {
                        "z8001" => Processor::Z8001,
                        "z8002" => Processor::Z8002,
                        other => return Err(cursor.error(format!("the processor is z8001 or z8002, not `{other}`"))),
                    });
                }
                "ENTRY" => script.entry = entry(cursor)?,
                "EXTERN" => script.wanted.extend(arguments(cursor)?),
                word if WITHOUT_EFFECT.contains(&word) => {
                    arguments(cursor)?;
                }
                word => {
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
        Ok(script)
    }

    /// Puts `symbol=expression` before the script, as `--defsym` does.
    ///
    /// # Errors
    ///
    /// Where it is not understood.
    pub fn define(&mut self, text: &str) -> Result<(), ScriptError> {
        let script = Self::read("--defsym", &format!("{text};"))?;
        self.statements.splice(0..0, script.statements);
        Ok(())
    }

    /// The map without a script: as that of GNU ld, with segments where it means segments.
    ///
    /// # Panics
    ///
    /// Never: the scripts are part of the program, and tested.
    #[must_use]
    pub fn standard(processor: Processor) -> Self {
        let text = match processor {
            Processor::Z8001 => include_str!("z8001.x"),
            Processor::Z8002 => include_str!("z8002.x"),
        };
        Self::read("the standard memory map", text).unwrap_or_default()
    }
}

/// Returns true if a bracket follows a word.
fn is_call(cursor: &mut Cursor, word: &str) -> Result<bool, ScriptError> {
    Ok(cursor.rest()?[word.len()..].trim_start().starts_with('('))
}

/// `WORD(name, name ...)`
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

fn entry(cursor: &mut Cursor) -> Result<Option<String>, ScriptError> {
    match &mut arguments(cursor)?[..] {
        [name] => Ok(Some(std::mem::take(name))),
        _ => Err(cursor.error("`ENTRY` names one symbol")),
    }
}

/// `MEMORY { name (attributes) : ORIGIN = expression, LENGTH = expression ... }`
fn memory(cursor: &mut Cursor, regions: &mut Vec<Region>) -> Result<(), ScriptError> {
    cursor.expect("{")?;
    while !cursor.take("}")? {
        let line = cursor.line()?;
        let Some(name) = cursor.symbol()? else {
            return cursor.expected("the name of a memory is expected here");
        };
        let mut attributes = String::new();
        if cursor.take("(")? {
            while !cursor.take(")")? {
                let rest = cursor.rest()?;
                let attribute = rest.chars().next().filter(|first| "!rwxailRWXAIL".contains(*first));
                let Some(attribute) = attribute else {
                    return cursor.expected("an attribute of a memory is one of rwxail");
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
        regions.push(Region {
            name: name.to_owned(),
            attributes,
            origin,
            length,
            line,
        });
    }
    Ok(())
}

/// `NAME = expression`
fn named(cursor: &mut Cursor, names: &[&str]) -> Result<Expression, ScriptError> {
    let word = cursor.peek()?;
    if !names.contains(&word) {
        return cursor.expected(&format!("`{}` is expected here", names[0]));
    }
    cursor.symbol()?;
    cursor.expect("=")?;
    expression(cursor)
}

fn sections(cursor: &mut Cursor, script: &mut Script) -> Result<(), ScriptError> {
    cursor.expect("{")?;
    loop {
        if cursor.take("}")? {
            return Ok(());
        }
        if cursor.take(";")? {
            continue;
        }
        let word = cursor.peek()?;
        match word {
            "ENTRY" => script.entry = entry(cursor)?,
            "OVERLAY" | "INCLUDE" | "INSERT" => return Err(cursor.error(format!("`{word}` is not supported"))),
            _ => script.statements.push(match command(cursor)? {
                Some(command) => Statement::Command(command),
                None => Statement::Output(output(cursor)?),
            }),
        }
    }
}

/// A command that may stand anywhere, if one comes next. `PROVIDE_HIDDEN` and `HIDDEN` are like `PROVIDE` and an
/// assignment: COFF has nothing hidden.
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
    let rest = cursor.rest()?[word.len()..].trim_start();
    let assigns = rest.starts_with('=') && !rest.starts_with("==");
    if word.is_empty() || !assigns && !ASSIGNMENTS.iter().any(|(text, _)| rest.starts_with(text)) {
        return Ok(None);
    }
    assignment(cursor, false).map(Command::Assignment).map(Some)
}

/// A word, and what follows it between brackets.
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

fn assignment(cursor: &mut Cursor, provide: bool) -> Result<Assignment, ScriptError> {
    let line = cursor.line()?;
    let Some(symbol) = cursor.symbol()? else {
        return cursor.expected("a command or a symbol is expected here");
    };
    let rest = cursor.rest()?;
    let value = match ASSIGNMENTS.iter().find(|(text, _)| rest.starts_with(text)) {
        Some((text, operator)) => {
            cursor.expect(text)?;
            let operands = [Expression::Symbol(symbol.to_owned()), expression(cursor)?];
            Expression::Binary(*operator, Box::new(operands))
        }
        None => {
            if !cursor.take("=")? {
                return Err(cursor.error(format!(
                    "`{symbol}` is no command that is supported, and no `=` follows it"
                )));
            }
            expression(cursor)?
        }
    };
    if provide && symbol == "." {
        return Err(cursor.error("`.` cannot be provided"));
    }
    if !provide {
        // GNU ld wants it; before a bracket we do without.
        cursor.take(";")?;
        cursor.take(",")?;
    }
    Ok(Assignment {
        symbol: symbol.to_owned(),
        value,
        provide,
        line,
    })
}

fn assert(cursor: &mut Cursor) -> Result<Assert, ScriptError> {
    let line = cursor.line()?;
    let assert = in_brackets(cursor, |cursor| {
        let condition = expression(cursor)?;
        cursor.expect(",")?;
        let message = cursor.pattern()?.unwrap_or_default().to_owned();
        Ok(Assert {
            condition,
            message,
            line,
        })
    })?;
    cursor.take(";")?;
    Ok(assert)
}

/// `name address (type) : ALIGN(n) SUBALIGN(n) { contents } > region = fill`
fn output(cursor: &mut Cursor) -> Result<Output, ScriptError> {
    let line = cursor.line()?;
    let name = match cursor.take(DISCARD)? {
        true => Some(DISCARD),
        false => cursor.symbol()?,
    };
    let Some(name) = name else {
        return cursor.expected("the name of a section is expected here");
    };
    let mut output = Output {
        name: name.to_owned(),
        line,
        ..Output::default()
    };
    if !cursor.rest()?.starts_with([':', '(']) {
        output.address = Some(expression(cursor)?);
    }
    if cursor.take("(")? {
        let word = cursor.peek()?;
        cursor.symbol()?;
        cursor.expect(")")?;
        // What is not to be loaded is loaded in COFF all the same, also by GNU ld.
        if !["NOLOAD", ""].contains(&word) {
            return Err(cursor.error(format!("the section type `{word}` is not supported")));
        }
    }
    cursor.expect(":")?;
    loop {
        let word = cursor.peek()?;
        let field = match word {
            "ALIGN" => &mut output.align,
            "SUBALIGN" => &mut output.subalign,
            "" => break,
            other => return Err(cursor.error(format!("`{other}` is not supported for a section"))),
        };
        *field = Some(in_brackets(cursor, expression)?);
    }
    cursor.expect("{")?;
    while !cursor.take("}")? {
        if !cursor.take(";")? {
            output.contents.push(content(cursor)?);
        }
    }
    loop {
        if cursor.take(">")? {
            let region = cursor.symbol()?;
            output.region = region.map(str::to_owned);
        } else if cursor.peek()? == "AT" || cursor.rest()?.starts_with(':') {
            return Err(cursor.error("load addresses (`AT>`) and program headers (`:`) are not supported"));
        } else if cursor.rest()?.starts_with('=') {
            cursor.take("=")?;
            output.fill = fill(cursor)?;
        } else {
            cursor.take(",")?;
            return Ok(output);
        }
    }
}

/// A fill: hexadecimal digits are as many bytes, any other expression four.
fn fill(cursor: &mut Cursor) -> Result<Vec<u8>, ScriptError> {
    let word = cursor.peek()?;
    let digits = word
        .strip_prefix("0x")
        .filter(|digits| digits.bytes().all(|digit| digit.is_ascii_hexdigit()));
    let Expression::Number(value) = expression(cursor)? else {
        return Err(cursor.error("a fill has to be a number"));
    };
    let bytes = value.to_be_bytes();
    Ok(match digits {
        Some(digits) if digits.len() <= 16 => bytes[8 - digits.len().div_ceil(2)..].to_vec(),
        Some(_) => return Err(cursor.error("a fill has at most 8 bytes")),
        None => bytes[4..].to_vec(),
    })
}

fn content(cursor: &mut Cursor) -> Result<Content, ScriptError> {
    let word = cursor.peek()?;
    let size = match word {
        "BYTE" => 1,
        "SHORT" => 2,
        "LONG" => 4,
        "QUAD" | "SQUAD" => 8,
        "FILL" => return in_brackets(cursor, fill).map(Content::Fill),
        "CONSTRUCTORS" | "CREATE_OBJECT_SYMBOLS" | "INCLUDE" | "ASCIZ" => {
            return Err(cursor.error(format!("`{word}` is not supported")));
        }
        _ => {
            return Ok(match command(cursor)? {
                Some(command) => Content::Command(command),
                None if word == "KEEP" && is_call(cursor, word)? => {
                    Content::Input(in_brackets(cursor, |cursor| input(cursor, true))?)
                }
                None => Content::Input(input(cursor, false)?),
            });
        }
    };
    Ok(Content::Data(size, in_brackets(cursor, expression)?))
}

/// `EXCLUDE_FILE(pattern ...)`, if it comes next. Files and sections are not sorted.
fn excluded(cursor: &mut Cursor) -> Result<Vec<Pattern>, ScriptError> {
    let names = match cursor.peek()? {
        "EXCLUDE_FILE" => arguments(cursor)?,
        _ => Vec::new(),
    };
    let word = cursor.peek()?;
    if SORTS.contains(&word) {
        return Err(cursor.error(format!("`{word}` is not supported")));
    }
    Ok(names.iter().map(|name| Pattern::new(name)).collect())
}

fn input(cursor: &mut Cursor, keep: bool) -> Result<Input, ScriptError> {
    let mut excluded = excluded(cursor)?;
    let Some(file) = cursor.pattern()? else {
        return cursor.expected("a file, as in `*(.text)`, is expected here");
    };
    let mut sections = Vec::new();
    if !cursor.take("(")? {
        // A file without sections stands for all of them.
        sections.push(Pattern::new("*"));
    } else {
        while !cursor.take(")")? {
            excluded.extend(self::excluded(cursor)?);
            let Some(section) = cursor.pattern()? else {
                return cursor.expected("a section, as `.text`, is expected here");
            };
            sections.push(Pattern::new(section));
            cursor.take(",")?;
        }
    }
    Ok(Input {
        keep,
        file: Pattern::new(file),
        excluded,
        sections,
    })
}

#[cfg(test)]
mod tests {
    use super::Script;
    use crate::link::script::expression;

    #[test]
    fn numbers() {
        for (text, value) in [
            ("0x30000", 0x30000),
            ("64k", 0x10000),
            ("1M", 1 << 20),
            ("017", 15),
            ("0", 0),
        ] {
            assert_eq!(expression::number(text), Some(value), "{text}");
        }
        assert_eq!(expression::number("09"), None);
    }

    #[test]
    fn what_is_not_supported_is_named() {
        for (text, message) in [
            (
                "SECTIONS { .a : AT(5) { } }",
                "x:1: `AT` is not supported for a section",
            ),
            ("SECTIONS {\n OVERLAY : { } }", "x:2: `OVERLAY` is not supported"),
            ("INPUT(a.o)", "x:1: `INPUT` is not supported"),
            ("SECTIONS { .a : { *(SORT(.text)) } }", "x:1: `SORT` is not supported"),
            ("a = SIZEOF_HEADERS;", "x:1: `SIZEOF_HEADERS` is not supported"),
            ("OUTPUT_ARCH(m68k)", "x:1: the processor is z8001 or z8002, not `m68k`"),
            ("/* ", "x:1: this comment does not end"),
            (
                "SECTIONS { .a : { *(.text",
                "x:1: a section, as `.text`, is expected here, not the end of the script",
            ),
            (
                "a b;",
                "x:1: `a` is no command that is supported, and no `=` follows it",
            ),
        ] {
            let error = Script::read("x", text).expect_err(text).to_string();
            assert_eq!(error, message);
        }
        let deep = format!("a = {}1;", "(".repeat(100_000));
        let error = Script::read("x", &deep).expect_err("too deep").to_string();
        assert_eq!(error, "x:1: the expression is nested too deeply");
    }
}
