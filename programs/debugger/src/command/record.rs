//! What the past tells: profile, trace, last writer.

use std::fmt::Write as _;
use std::fs::File;
use std::io::{self, BufWriter, Write as _};
use std::path::Path;

use serde_json::{Value as Json, json};
use z8000_asm::replace_file;

use super::parse::Input;
use super::{Answer, CommandError, Interpreter};
use crate::session::Tick;
use crate::trace::{Filter, HEADING, Record, Tracer};

/// Instructions that `trace` shows if nobody says how many.
const LAST: u64 = 20;

/// Routines that `profile` shows if nobody says how many.
const ROUTINES: u64 = 20;

impl Interpreter {
    pub(super) fn record(&mut self, input: &Input<'_>, tick: &mut Tick<'_>) -> Result<Answer, CommandError> {
        match input.entry.name {
            "writer" => self.writer(input, tick),
            "trace" => self.trace(input),
            "profile" => self.profile(input),
            name => {
                let (file, clauses) = input.clauses()?;
                let since = self.only_since(input, &clauses)?;
                if file.is_empty() {
                    return Err(input.wrong("the name of the file is missing"));
                }
                let profiler = self.session.profile(since);
                let text = match name {
                    "folded" => profiler.folded(),
                    _ => profiler.listing(self.session.program()),
                };
                write(file, |out| out.write_all(text.as_bytes()))?;
                let lines = text.lines().count();
                Ok(Answer::new(
                    format!("{file}: {lines} lines"),
                    json!({ "file": file, "lines": lines, "clocks": profiler.total() }),
                ))
            }
        }
    }

    /// The only clause may be `since`.
    fn only_since(&self, input: &Input<'_>, clauses: &[(&str, &str)]) -> Result<u64, CommandError> {
        if let Some((name, _)) = clauses.iter().find(|(name, _)| *name != "since") {
            return Err(input.wrong(format!("`{name}` is not expected")));
        }
        self.since(input, clauses.first().map(|(_, text)| *text))
    }

    fn profile(&self, input: &Input<'_>) -> Result<Answer, CommandError> {
        let mut words: Vec<&str> = input.rest.split_whitespace().collect();
        let mut most = ROUTINES;
        if let Some(count) = words.last().and_then(|word| word.parse().ok()) {
            most = count;
            words.pop();
        }
        let since = match words[..] {
            [] => self.since(input, None)?,
            ["since", moment] => self.since(input, Some(moment))?,
            _ => return Err(input.wrong(format!("`{}` is not expected", input.rest))),
        };
        let report = self.session.profile(since).report();
        let mut text = format!(
            "{:<20} {:>10} {:>14} {:>6} {:>14} {:>6}",
            "routine", "calls", "inclusive", "%", "exclusive", "%"
        );
        let share = |clocks: u64| 100.0 * clocks as f64 / report.clocks.max(1) as f64;
        let shown = usize::try_from(most).unwrap_or(usize::MAX);
        for row in report.routines.iter().take(shown) {
            let _ = write!(
                text,
                "\n{:<20} {:>10} {:>14} {:>6.2} {:>14} {:>6.2}",
                row.routine,
                row.calls,
                row.inclusive,
                share(row.inclusive),
                row.exclusive,
                share(row.exclusive)
            );
        }
        let _ = write!(
            text,
            "\n{} clocks, {:.6} Z8000 seconds",
            report.clocks,
            self.session.seconds(report.clocks)
        );
        let rows: Vec<Json> = report.routines.iter().take(shown).map(|row| json!(row)).collect();
        Ok(Answer::new(text, json!({ "clocks": report.clocks, "routines": rows })))
    }

    fn trace(&self, input: &Input<'_>) -> Result<Answer, CommandError> {
        let (what, clauses) = input.clauses()?;
        let count = match what {
            "" => Some(LAST),
            text => text.parse::<u64>().ok(),
        };
        let Some(count) = count else {
            return self.trace_to(input, what, &clauses);
        };
        if !clauses.is_empty() {
            return Err(input.wrong("the last instructions are shown without a filter"));
        }
        let now = self.session.now().instructions;
        // The present is found by a replay that ends where the program stands.
        let from = now.saturating_sub(count.min(100_000));
        let mut records = Vec::new();
        self.traced(from, &Filter::default(), |record| records.push(record));
        let text: Vec<String> = records.iter().map(short).collect();
        let data: Vec<Json> = records
            .iter()
            .map(|record| {
                json!({
                    "instructions": record.instructions, "clocks": record.clocks,
                    "pc": record.pc, "name": record.name, "text": record.text,
                })
            })
            .collect();
        Ok(Answer::new(text.join("\n"), json!({ "trace": data })))
    }

    fn traced(&self, from: u64, filter: &Filter, sink: impl FnMut(Record)) {
        let mut tracer = Tracer {
            program: self.session.program(),
            filter,
            instructions: from,
            sink,
        };
        self.session.replay(from, &mut tracer);
    }

    fn trace_to(&self, input: &Input<'_>, file: &str, clauses: &[(&str, &str)]) -> Result<Answer, CommandError> {
        let mut filter = Filter::default();
        let mut since = None;
        for &(name, text) in clauses {
            match name {
                "since" => since = Some(text),
                "if" => filter.condition = Some(self.expression(text)?),
                "in" => filter.ranges.push(self.range(input, text)?),
                _ => return Err(input.wrong(format!("`{name}` is not expected"))),
            }
        }
        let from = self.since(input, since)?;
        let mut count = 0_u64;
        write(file, |out| {
            writeln!(out, "{HEADING}")?;
            let mut result = Ok(());
            self.traced(from, &filter, |record| {
                if result.is_ok() {
                    count += 1;
                    result = writeln!(out, "{record}");
                }
            });
            result
        })?;
        Ok(Answer::new(
            format!("{file}: {count} instructions"),
            json!({ "file": file, "instructions": count }),
        ))
    }

    /// `FROM,TO`, or the name of a routine.
    fn range(&self, input: &Input<'_>, text: &str) -> Result<(u16, u16), CommandError> {
        if let Some((from, to)) = text.split_once(',') {
            return Ok((self.address(from.trim())?, self.address(to.trim())?));
        }
        let start = self.address(text)?;
        let routines = self.session.program().routines();
        let routine = routines.at(start).filter(|routine| routine.start == start);
        let routine = routine.ok_or_else(|| input.wrong(format!("`{text}` begins no routine")))?;
        Ok((start, routine.end.saturating_sub(1) as u16))
    }

    fn writer(&self, input: &Input<'_>, tick: &mut Tick<'_>) -> Result<Answer, CommandError> {
        let text = input.something()?;
        let (program, address, bytes) = self.area(text, 2)?;
        let bytes = u16::try_from(bytes).map_err(|_| input.wrong("the area goes beyond address 0xffff"))?;
        let Some(writer) = self.session.last_writer(program, address, bytes, tick) else {
            return Ok(Answer::new(
                format!("nobody has written to {text} since the beginning"),
                json!({ "found": false }),
            ));
        };
        let (moment, seen) = (writer.moment, writer.seen);
        let known = self.session.program();
        let name = known.name(seen.pc);
        let place = known.line(seen.pc).map_or_else(String::new, |line| {
            format!("  {}:{}  {}", line.name, line.line, line.text.trim())
        });
        let digits = 2 * usize::from(seen.bytes);
        Ok(Answer::new(
            format!(
                "{:04x} {name}{place}\nwrote {:0digits$x} over {:0digits$x} at {:04x}; `goto {}` goes there",
                seen.pc, seen.value, seen.before, seen.address, moment.instructions
            ),
            json!({
                "found": true, "pc": seen.pc, "name": name, "address": seen.address,
                "before": seen.before, "value": seen.value,
                "instructions": moment.instructions, "clocks": moment.clocks,
            }),
        ))
    }
}

/// A record as a line for people.
fn short(record: &Record) -> String {
    format!(
        "{:>12} {:>13} {:04x} {:<20} {}",
        record.instructions, record.clocks, record.pc, record.name, record.text
    )
}

/// Writes a file, the whole of it or nothing.
fn write(name: &str, contents: impl FnOnce(&mut BufWriter<File>) -> io::Result<()>) -> Result<(), CommandError> {
    replace_file(Path::new(name), contents)
        .map_err(|error| CommandError::Other(format!("cannot write {name}: {error}")))
}
