//! Converting a source to the dialect of GNU as.

use z8000_object::MapPlace;

use super::{Dialect, Syntax};
use crate::diagnostic::{Diagnostics, Report, Severity};
use crate::reader::Reader;
use crate::source::Sources;

/// Comments that follow statements begin at this column at least.
const COLUMN: usize = 40;

/// Converts a file to the dialect of GNU as, including comments. Included files are referred to, not inserted.
///
/// # Errors
///
/// All errors that prevent statements from being written.
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
    let dialect = Dialect { syntax, segmented };
    let mut report = Report::default();
    let mut reader = Reader::new(sources, dialect);
    let text = match reader.begin(main) {
        Ok(text) => text,
        Err(fault) => {
            report.outside(&reader, main, fault.message);
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
        let code = line.trim_end();
        output.push_str(code);
        if let Some(column) = column.filter(|_| !said.trim().is_empty()) {
            match code {
                "" => output.extend(std::iter::repeat_n(' ', column)),
                _ => {
                    let width = code.chars().fold(0, |width, letter| match letter {
                        '\t' => width / 8 * 8 + 8,
                        _ => width + 1,
                    });
                    output.extend(std::iter::repeat_n(' ', COLUMN.saturating_sub(width).max(1)));
                }
            }
            output.push('!');
            output.push_str(said.trim_end());
        }
        output.push('\n');
    }
    Ok(output)
}
