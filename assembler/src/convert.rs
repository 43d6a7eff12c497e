//! Converting a source to the dialect of GNU as.

use z8000_object::{MapPlace, Processor};

use crate::assembler::{Options, rewritten};
use crate::diagnostic::{Diagnostics, Report, Severity};
use crate::reader::Reader;
use crate::source::Sources;
use crate::syntax::{Dialect, Syntax};

/// Comments that follow statements begin at least at this column.
const COLUMN: usize = 40;

/// Converts a file, including its comments, to the dialect of GNU as; `segmented` selects the Z8001. Files that it
/// includes are not inserted, except in sources for AS, because its macros and conditions must be expanded.
///
/// # Errors
///
/// The file cannot be read, or statements cannot be converted: all errors.
///
/// # Example
///
/// ```
/// use z8000_asm::{Memory, Syntax, convert};
///
/// let sources = Memory::new([("main.s", "size\t.equ\t0ffh\n\tld\tr1,#size\n")]);
/// let converted = convert(&sources, "main.s", Syntax::Asz8k, false)?;
/// assert_eq!(converted, "\t.equiv\tsize, 0x0ff\n\tld\tr1,#size\n");
/// # Ok::<(), z8000_asm::Diagnostics>(())
/// ```
pub fn convert(sources: &dyn Sources, main: &str, syntax: Syntax, segmented: bool) -> Result<String, Diagnostics> {
    if syntax == Syntax::Asl {
        let options = Options { syntax, processor: Processor::of(segmented), ..Options::default() };
        let lines = rewritten(sources, main, &options)?;
        let mut output = String::new();
        for (code, comment) in lines {
            push_line(&mut output, &code, comment.as_deref().map(|comment| (0, comment)));
        }
        return Ok(output);
    }
    let dialect = Dialect::new(syntax, segmented);
    let mut report = Report::default();
    let mut reader = Reader::new(sources, dialect);
    let text = match reader.begin(main) {
        Ok(text) => text,
        Err(fault) => {
            report.outside(&reader, main, fault);
            return Err(report.take_errors());
        }
    };
    if syntax == Syntax::Gnu {
        return Ok(text);
    }
    let translation = dialect.translate(&text);
    let lines: Vec<&str> = text.lines().collect();
    for written in &translation.written {
        if let Some(fault) = &written.fault {
            let origin = MapPlace { file: 0, line: written.line as u32 + 1, expansion: None };
            let line = lines.get(written.line).copied().unwrap_or_default();
            report.statement = written.line;
            report.add(&reader, origin, line, fault.clone(), Severity::Error);
        }
    }
    if report.has_errors() {
        return Err(report.take_errors());
    }
    let mut output = String::with_capacity(text.len() * 2);
    let mut written = translation.written.iter().peekable();
    let mut comments = translation.comments.iter().peekable();
    for index in 0..lines.len() {
        let mut line = String::new();
        while let Some(next) = written.next_if(|next| next.line <= index) {
            if !line.is_empty() {
                output.push_str(line.trim_end());
                output.push('\n');
            }
            line.clone_from(&next.text);
        }
        let mut said = String::new();
        let mut column = None;
        while let Some(next) = comments.next_if(|next| next.line <= index) {
            column.get_or_insert(next.column);
            said.push_str(&next.text);
        }
        push_line(&mut output, &line, column.map(|column| (column, &*said)));
    }
    Ok(output)
}

/// Writes a line with its comment, which keeps its column if it is on its own line.
fn push_line(output: &mut String, line: &str, comment: Option<(usize, &str)>) {
    let code = line.trim_end();
    output.push_str(code);
    if let Some((column, said)) = comment.filter(|(_, said)| !said.trim().is_empty()) {
        let blanks = match code {
            "" => column,
            _ => {
                let width = code.chars().fold(0, |width, letter| match letter {
                    '\t' => width / 8 * 8 + 8,
                    _ => width + 1,
                });
                COLUMN.saturating_sub(width).max(1)
            }
        };
        output.extend(std::iter::repeat_n(' ', blanks));
        output.push('!');
        output.push_str(said.trim_end());
    }
    output.push('\n');
}
