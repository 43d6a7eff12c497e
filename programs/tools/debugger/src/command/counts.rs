//! The command `counts`, which counts executions of lines, or reads and writes of words of memory.

use std::collections::BTreeMap;
use std::fmt::Write as _;

use serde_json::{Value as Json, json};

use super::answer::{Answer, CommandError, Outcome};
use super::interpreter::{Arguments, Interpreter};
use crate::breakpoint::Accesses;
use crate::machine::Address;
use crate::profile::{Cost, Counts};
use crate::program::{Program, SymbolSection};
use crate::session::Tick;

pub(super) fn counts(interpreter: &mut Interpreter, arguments: &Arguments<'_>, _: &mut Tick<'_>) -> Outcome {
    let (what, since) = interpreter.only_since(arguments)?;
    let symbol = interpreter.session.program().symbols.get(what);
    if what.contains(',') || symbol.is_some_and(|symbol| symbol.section == SymbolSection::Data) {
        return words(interpreter, arguments, what, since);
    }
    lines(interpreter, what, since)
}

/// Counts the executions of a routine's lines. The counts of all lines are stored for a view to display.
fn lines(interpreter: &mut Interpreter, place: &str, since: u64) -> Outcome {
    let session = &interpreter.session;
    let at = match place {
        "" => session.here(),
        place => interpreter.place(place)?.0.first().copied().unwrap_or(session.here()),
    };
    let program = session.program();
    let routine = program.routines.at(at).ok_or_else(|| {
        CommandError::Other(format!(
            "no routine at {at}: specify a place in a routine, or ADDRESS,BYTES of memory"
        ))
    })?;
    let profiler = session.profile(since);
    let counts = profiler.counts(program);
    let rows = counts.of_routine(program, routine);
    let mut text = format!("{:>12} {:>14}  line", "times", "clocks");
    for row in &rows {
        let _ = write!(
            text,
            "\n{:>12} {:>14}  {:<14} {}",
            row.count, row.clocks, row.place, row.text
        );
    }
    let besides = profiler.besides(program.routines.index(routine.start));
    for (name, cost) in &besides {
        let _ = write!(text, "\n{:>12} {:>14}  {name}", cost.count, cost.clocks);
    }
    let (own, total): (u64, _) = (rows.iter().map(|row| row.clocks).sum(), profiler.total());
    let _ = write!(text, "\n{}: {own} of {total} clocks since step {since}", routine.name);
    let beside = |(name, cost): &(&str, Cost)| json!({ "name": name, "count": cost.count, "clocks": cost.clocks });
    let besides: Json = besides.iter().map(beside).collect();
    let data = json!({ "routine": routine.name, "since": since, "clocks": total, "lines": rows, "besides": besides });
    interpreter.counted = Some((interpreter.moment(), counts));
    Ok(Answer::new(text, data))
}

/// Counts the accesses to words of an area.
fn words(interpreter: &Interpreter, arguments: &Arguments<'_>, area: &str, since: u64) -> Outcome {
    let session = &interpreter.session;
    let known = session.program();
    let (program, from, bytes) = interpreter.area(area, known.datum(area).map_or(2, |datum| datum.bytes).into())?;
    if bytes > from.room() {
        return Err(arguments.beyond(from));
    }
    let words = session.accesses(since, program, from, from.plus((bytes - 1) as u16));
    let mut text = format!("{:>12} {:>12}  word", "written", "read");
    for (at, Accesses { written, read }) in &words {
        let name = known.name_in(program, *at).unwrap_or_default();
        let _ = write!(text, "\n{written:>12} {read:>12}  {at} {name}");
    }
    if words.is_empty() {
        text = format!("nothing has read or written {area} since step {since}");
    }
    let data = json!({ "program": program, "since": since, "words": rows(known, program, &words) });
    Ok(Answer::new(text, data))
}

fn rows(known: &Program, program: bool, words: &BTreeMap<Address, Accesses>) -> Json {
    let row = |(at, accesses): (&Address, &Accesses)| {
        let name = known.name_in(program, *at).unwrap_or_default();
        json!({ "address": at, "name": name, "written": accesses.written, "read": accesses.read })
    };
    words.iter().map(row).collect()
}

impl Interpreter {
    /// The last result of `counts` for a routine; `None` if there is none, or if the program has moved or been changed
    /// since.
    pub fn counts(&self) -> Option<&Counts> {
        let (moment, counts) = self.counted.as_ref()?;
        (*moment == self.moment()).then_some(counts)
    }

    /// Returns the moment, and the number of changes before it.
    fn moment(&self) -> (u64, u64) {
        (self.session.now().steps, self.session.revision())
    }
}
