//! What a client shows: stack, variables, memory, instructions.

use base64::Engine;
use base64::prelude::BASE64_STANDARD;
use serde_json::{Value as Json, json};
use z8000_debugger::expression::{Expression, Place, Value};
use z8000_debugger::program::Program;

use super::breakpoints::reference_of;
use super::server::{Outcome, Server};

/// References of the scopes.
const REGISTERS: u64 = 1;
const FLAGS: u64 = 2;
const CLOCKS: u64 = 3;
const LABELS: u64 = 4;

/// Bytes of one request, at most.
const MOST_BYTES: u64 = 0x1_0000;

impl Server {
    pub(super) fn stack_trace(&mut self, arguments: &Json) -> Outcome {
        let from = self.lines_from;
        let session = self.session()?;
        let frames = session.frames();
        let program = session.program();
        let count = |name: &str| arguments[name].as_u64().map(|number| number as usize);
        let first = count("startFrame").unwrap_or(0);
        let levels = count("levels").filter(|levels| *levels > 0).unwrap_or(usize::MAX);
        let told: Vec<Json> = frames
            .iter()
            .enumerate()
            .skip(first)
            .take(levels)
            .map(|(index, frame)| {
                let mut told = json!({
                    "id": index + 1, "name": frame.name, "line": 0, "column": 0,
                    "instructionPointerReference": format!("{:#06x}", frame.pc),
                });
                if let Some(line) = program.line(frame.pc) {
                    told["line"] = json!(line.line - 1 + from);
                    told["column"] = json!(from);
                    told["source"] = source(program, line.file);
                }
                told
            })
            .collect();
        Ok(json!({ "stackFrames": told, "totalFrames": frames.len() }))
    }

    pub(super) fn scopes() -> Json {
        let scope = |name: &str, reference: u64, hint: &str| json!({ "name": name, "variablesReference": reference, "expensive": false, "presentationHint": hint });
        json!({ "scopes": [
            scope("Registers", REGISTERS, "registers"),
            scope("Flags", FLAGS, "registers"),
            scope("Clocks", CLOCKS, "locals"),
            scope("Data", LABELS, "globals"),
        ] })
    }

    pub(super) fn variables(&mut self, arguments: &Json) -> Outcome {
        let session = self.session()?;
        let names = match arguments["variablesReference"].as_u64() {
            Some(REGISTERS) => (0..16)
                .map(|n| format!("r{n}"))
                .chain(["pc".to_owned(), "fcw".to_owned()])
                .collect(),
            Some(FLAGS) => ["c", "z", "s", "v", "da", "h", "system"]
                .map(|flag| format!("fcw.{flag}"))
                .to_vec(),
            Some(CLOCKS) => vec!["$clocks".to_owned(), "$instructions".to_owned()],
            Some(LABELS) => labels(session.program()),
            _ => return Err("there is no such scope".to_owned()),
        };
        let list: Vec<Json> = names
            .into_iter()
            .filter_map(|name| {
                let (expression, memory) = match session.program().symbols().get(&name) {
                    Some(symbol) => (format!("word({name})"), Some(symbol.value)),
                    None => (name.clone(), None),
                };
                let value = session.evaluate(&expression).ok()?;
                let mut variable = json!({
                    "name": name, "value": text(value), "variablesReference": 0,
                    "evaluateName": expression,
                });
                if let Some(address) = memory {
                    variable["memoryReference"] = json!(format!("data:{address:#06x}"));
                }
                Some(variable)
            })
            .collect();
        Ok(json!({ "variables": list }))
    }

    pub(super) fn set_variable(&mut self, arguments: &Json) -> Outcome {
        let name = arguments["name"].as_str().ok_or("the name is missing")?;
        let value = arguments["value"].as_str().ok_or("the value is missing")?;
        let memory = arguments["variablesReference"].as_u64() == Some(LABELS);
        let place = if memory {
            format!("word({name})")
        } else {
            name.to_owned()
        };
        self.assign(&place, value)
    }

    pub(super) fn set_expression(&mut self, arguments: &Json) -> Outcome {
        let place = arguments["expression"].as_str().ok_or("the expression is missing")?;
        let value = arguments["value"].as_str().ok_or("the value is missing")?;
        self.assign(place, value)
    }

    fn assign(&mut self, place: &str, value: &str) -> Outcome {
        let session = self.session()?;
        let expression = Expression::new(place, session.program()).map_err(|error| error.to_string())?;
        let target = expression.place(session.view()).map_err(|error| error.to_string())?;
        let number = session.evaluate(value).map_err(|error| error.to_string())?.number;
        session.set(target, number);
        let now = expression.value(session.view()).map_err(|error| error.to_string())?;
        Ok(json!({ "value": text(now), "variablesReference": 0 }))
    }

    /// An expression; in the console also every command of the debugger.
    pub(super) fn evaluate(&mut self, arguments: &Json) -> Outcome {
        let line = arguments["expression"]
            .as_str()
            .ok_or("the expression is missing")?
            .trim();
        let word = line.split_whitespace().next().unwrap_or_default();
        let command = arguments["context"] == json!("repl")
            && self
                .interpreter
                .as_ref()
                .is_some_and(|interpreter| interpreter.command(word).is_ok());
        if command {
            let before = self.session()?.now();
            let Some(interpreter) = &mut self.interpreter else {
                return Err("no program was launched".to_owned());
            };
            let answer = interpreter
                .execute(line, &mut |_| false)
                .map_err(|error| error.to_string())?;
            let moved = self.session()?.now() != before;
            if moved {
                let told = self.tell_output().and_then(|()| self.stopped("goto", line, &[]));
                told.map_err(|error| error.to_string())?;
            }
            return Ok(json!({ "result": answer.text, "variablesReference": 0 }));
        }
        let session = self.session()?;
        let expression = Expression::new(line, session.program()).map_err(|error| error.to_string())?;
        let value = expression.value(session.view()).map_err(|error| error.to_string())?;
        let mut result = json!({ "result": text(value), "variablesReference": 0 });
        if let Ok(Place::Memory { program, address, .. }) = expression.place(session.view()) {
            let memory = if program { "program" } else { "data" };
            result["memoryReference"] = json!(format!("{memory}:{address:#06x}"));
        }
        Ok(result)
    }

    pub(super) fn read_memory(&mut self, arguments: &Json) -> Outcome {
        let (program, from) = area(arguments)?;
        let count = arguments["count"].as_u64().unwrap_or(0);
        let room = MOST_BYTES - u64::from(from);
        let session = self.session()?;
        let memory = session.board().memory();
        let bytes: Vec<u8> = (0..count.min(room) as u32)
            .map(|n| from.wrapping_add(n as u16))
            .map(|at| {
                if program {
                    memory.program_byte(at)
                } else {
                    memory.data_byte(at)
                }
            })
            .collect();
        Ok(json!({
            "address": format!("{from:#06x}"), "data": BASE64_STANDARD.encode(&bytes),
            "unreadableBytes": count.saturating_sub(room),
        }))
    }

    pub(super) fn write_memory(&mut self, arguments: &Json) -> Outcome {
        let (program, from) = area(arguments)?;
        let data = arguments["data"].as_str().ok_or("the data are missing")?;
        let bytes = BASE64_STANDARD
            .decode(data)
            .map_err(|error| format!("the data are not base64: {error}"))?;
        if bytes.len() as u64 > MOST_BYTES - u64::from(from) {
            return Err("the data go beyond the end of the memory".to_owned());
        }
        let session = self.session()?;
        for (n, byte) in bytes.iter().enumerate() {
            let address = from.wrapping_add(n as u16);
            let place = Place::Memory {
                program,
                address,
                bytes: 1,
            };
            session.set(place, (*byte).into());
        }
        Ok(json!({ "bytesWritten": bytes.len() }))
    }

    pub(super) fn disassemble(&mut self, arguments: &Json) -> Outcome {
        let (_, at) = area(arguments)?;
        let number = |name: &str| arguments[name].as_i64().unwrap_or(0);
        let count = number("instructionCount").clamp(0, 0x8000) as usize;
        let offset = number("instructionOffset").clamp(-0x8000, 0x8000);
        let from = self.lines_from;
        let session = self.session()?;
        let (program, memory) = (session.program(), session.board().memory());
        let before = (-offset).max(0) as usize;
        let ahead = offset.max(0) as usize;
        let list = program.around(memory, at & 0xFFFE, before, ahead + count);
        let here = list.iter().position(|found| *found == at & 0xFFFE).unwrap_or(0);
        // Where there are fewer before it, what is missing is told as such.
        let missing = before.saturating_sub(here).min(count);
        let mut told = vec![invalid(); missing];
        for &at in list
            .iter()
            .skip(here.saturating_sub(before) + ahead)
            .take(count - missing)
        {
            let found = program.disassembled(memory, at);
            let words: Vec<String> = found.words.iter().map(|word| format!("{word:04x}")).collect();
            let mut one = json!({
                "address": format!("{at:#06x}"), "instructionBytes": words.join(" "),
                "instruction": found.text,
            });
            if let Some(label) = program.text_labels().get(&at) {
                one["symbol"] = json!(label);
            }
            if let Some(line) = program.line(at) {
                one["location"] = source(program, line.file);
                one["line"] = json!(line.line - 1 + from);
            }
            told.push(one);
        }
        told.resize(count, invalid());
        Ok(json!({ "instructions": told }))
    }

    /// The text of a file that the client cannot open itself.
    pub(super) fn source(&mut self, arguments: &Json) -> Outcome {
        let reference = arguments["source"]["sourceReference"]
            .as_u64()
            .or_else(|| arguments["sourceReference"].as_u64());
        let session = self.session()?;
        let file = reference
            .and_then(|reference| reference.checked_sub(1))
            .and_then(|index| session.program().files().get(index as usize))
            .ok_or("there is no such source")?;
        Ok(json!({ "content": file.lines.join("\n") }))
    }
}

/// The first address of a request for memory or instructions.
fn area(arguments: &Json) -> Result<(bool, u16), String> {
    let reference = arguments["memoryReference"].as_str().unwrap_or_default();
    let (program, address) = reference_of(reference)?;
    let offset = arguments["offset"].as_i64().unwrap_or(0);
    i64::from(address)
        .checked_add(offset)
        .and_then(|address| u16::try_from(address).ok())
        .map(|address| (program, address))
        .ok_or_else(|| "the address is outside of the memory".to_owned())
}

fn invalid() -> Json {
    json!({ "address": "0x0000", "instruction": "(nothing)", "presentationHint": "invalid" })
}

fn text(value: Value) -> String {
    value.to_string()
}

/// Labels of the data, as many as a client can show.
fn labels(program: &Program) -> Vec<String> {
    let symbols = program.symbols().iter();
    symbols
        .filter(|(_, symbol)| symbol.section == z8000_debugger::program::SymbolSection::Data)
        .map(|(name, _)| name.clone())
        .collect()
}

/// A source file for the client: its path, or a number under which it can be asked for.
fn source(program: &Program, file: usize) -> Json {
    let Some(known) = program.files().get(file) else {
        return Json::Null;
    };
    match known.path.as_deref().and_then(|path| std::path::absolute(path).ok()) {
        Some(path) => json!({ "name": known.name, "path": path }),
        None => json!({ "name": known.name, "sourceReference": file + 1 }),
    }
}
