//! The command `origin`, which finds where a value comes from.

use serde_json::json;

use super::answer::{Answer, CommandError, Outcome};
use super::interpreter::{Arguments, Interpreter, Work};
use crate::expression::Expression;
use crate::origin::Wanted;
use crate::session::{Interrupted, Origin, Tick, Writer};

/// The maximum depth, in writers.
const DEEPEST: u64 = 99;

/// A search for the origin of bytes as they were before a step.
#[derive(Debug)]
struct OriginSearch {
    wanted: (Wanted, u64),
    depth: u32,
}

pub(super) fn origin(interpreter: &mut Interpreter, arguments: &Arguments<'_>, tick: &mut Tick<'_>) -> Outcome {
    let (place, depth) = interpreter.place_and_depth(arguments.text)?;
    let wanted = if place.is_empty() {
        let next = interpreter.session.next_origin(&interpreter.origins);
        next.ok_or_else(|| arguments.wrong("the last answer has no operand to follow"))?
    } else {
        (interpreter.wanted(arguments, place)?, interpreter.session.now().steps)
    };
    Box::new(OriginSearch { wanted, depth }).go_on(interpreter, tick)
}

impl Interpreter {
    /// Splits `PLACE [DEPTH]` into the place and the depth.
    fn place_and_depth<'a>(&self, text: &'a str) -> Result<(&'a str, u32), CommandError> {
        let is_place = |text: &str| Expression::new(text, self.session.program()).is_ok() || text.contains(',');
        let split = text
            .rsplit_once(char::is_whitespace)
            .map(|(place, depth)| (place.trim(), depth));
        let numeric = |depth: &str| depth.starts_with(|c: char| c.is_ascii_digit());
        let Some((place, depth)) = split.filter(|(place, depth)| numeric(depth) && is_place(place)) else {
            return Ok((text, 1));
        };
        let number = self.count(depth)?;
        let depth = u32::try_from(number).ok().filter(|_| (1..=DEEPEST).contains(&number));
        let wrong = || CommandError::Other(format!("the depth is {number}; expected 1 to {DEEPEST} writers"));
        Ok((place, depth.ok_or_else(wrong)?))
    }

    /// Returns what to trace: the bytes of a register, a flag, or memory.
    fn wanted(&self, arguments: &Arguments<'_>, text: &str) -> Result<Wanted, CommandError> {
        let session = &self.session;
        let place = Expression::new(text, session.program())
            .ok()
            .map(|expression| expression.place(session.view()));
        if let Some(Ok(place)) = place {
            let wanted = Wanted::of(place, session.cpu().fcw());
            let wanted =
                wanted.ok_or_else(|| CommandError::Other("every instruction writes the PC: see `back`".to_owned()))?;
            if let Wanted::Memory { program, from, bytes } = wanted {
                self.area(
                    &format!("{}{:#x},{bytes}", if program { "program " } else { "" }, from.linear()),
                    2,
                )?;
            }
            return Ok(wanted);
        }
        let (program, from, bytes) = self.area(text, 2)?;
        match u32::try_from(bytes) {
            Ok(bytes) if u64::from(bytes) <= from.room() => Ok(Wanted::Memory { program, from, bytes }),
            _ => Err(arguments.beyond(from)),
        }
    }
}

impl Work for OriginSearch {
    fn go_on(self: Box<Self>, interpreter: &mut Interpreter, tick: &mut Tick<'_>) -> Outcome {
        let remarks = interpreter.extension.map(|extension| extension.moment);
        let mut trail = std::mem::take(&mut interpreter.origins);
        let found = interpreter
            .session
            .origin(self.wanted, self.depth, remarks, &mut trail, tick);
        interpreter.origins = trail;
        let origin = match found {
            Ok(origin) => origin,
            Err(Interrupted(step)) => {
                return Err(interpreter.interrupted(self, &format!(": nothing was found since step {step}")));
            }
        };
        Ok(answer(&origin))
    }
}

fn answer(origin: &Origin) -> Answer {
    let Origin { place, now, end, .. } = origin;
    let mut lines = Vec::new();
    match end {
        Some(end) if origin.kept.is_empty() && end.kind != "set" => {
            lines.push(format!(
                "nothing has written to {place} since the start: {now} is {}",
                end.text
            ));
        }
        _ => lines_of(origin, 0, &mut lines),
    }
    let mut answer = Answer::new(lines.join("\n"), json!(origin));
    answer.data.insert("found".to_owned(), origin.writer.is_some().into());
    answer
}

fn lines_of(origin: &Origin, indent: usize, lines: &mut Vec<String>) {
    let Origin { place, now, kept, end, .. } = origin;
    let space = " ".repeat(indent);
    // The displayed instruction already contains its number.
    if end.as_ref().is_none_or(|end| end.kind != "number") {
        let value = (!place.is_empty()).then(|| format!("{place} = {now}"));
        let parts = value
            .into_iter()
            .chain(kept.iter().cloned())
            .chain(end.iter().map(|end| end.text.clone()));
        lines.push(format!("{space}{}", parts.collect::<Vec<_>>().join(", ")));
    }
    if let Some(writer) = &origin.writer {
        let Writer { name, text, before, value, clocks, steps, .. } = &**writer;
        lines.push(format!(
            "{space}  {name}  {text}  {before} -> {value}  clock {clocks}  goto {steps}"
        ));
        lines.extend(writer.remark.iter().map(|remark| format!("{space}    ({remark})")));
        // A chain of single operands is not indented further.
        let deeper = if writer.operands.len() == 1 { 0 } else { 4 };
        for operand in &writer.operands {
            lines_of(operand, indent + deeper, lines);
        }
    }
}
