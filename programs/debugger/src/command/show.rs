//! Looking at things: no command here changes the program.

use std::fmt::Write as _;

use serde_json::{Value as Json, json};
use z8000::cpu::{Cpu, Fcw};

use super::parse::Input;
use super::{Answer, CommandError, Interpreter};

/// Flags with their letters, as the assembler names them.
pub const FLAGS: [(&str, Fcw); 8] = [
    ("SYS", Fcw::SYSTEM),
    ("VIE", Fcw::VIE),
    ("C", Fcw::C),
    ("Z", Fcw::Z),
    ("S", Fcw::S),
    ("V", Fcw::PV),
    ("DA", Fcw::DA),
    ("H", Fcw::H),
];

/// Source lines that `list` shows.
const LINES: u32 = 11;

/// Bytes that one command shows, at most.
const MOST_BYTES: u64 = 0x1_0000;

impl Interpreter {
    pub(super) fn show(&mut self, input: &Input<'_>) -> Result<Answer, CommandError> {
        match input.entry.name {
            "memory" => self.memory(input),
            "disassemble" => self.disassemble(input),
            "list" => self.list(input),
            "print" => {
                let text = input.something()?;
                let value = self.value(text)?;
                Ok(Answer::new(
                    format!("{text} = {value}"),
                    json!({ "value": value.number, "signed": value.signed(), "text": value.to_string() }),
                ))
            }
            "display" => {
                let expression = self.expression(input.something()?)?;
                self.session.displays.push(expression);
                Ok(self.displayed())
            }
            "undisplay" if input.rest == "all" => {
                self.session.displays.clear();
                Ok(Answer::default())
            }
            "undisplay" => {
                let text = input.something()?;
                let index = text.parse::<usize>().ok().and_then(|n| n.checked_sub(1));
                let index = index
                    .filter(|index| *index < self.session.displays.len())
                    .ok_or_else(|| CommandError::Other(format!("there is no display `{text}`")))?;
                self.session.displays.remove(index);
                Ok(Answer::default())
            }
            "symbols" => Ok(self.symbols(input.rest)),
            name => {
                input.nothing()?;
                Ok(match name {
                    "registers" => self.registers(),
                    "where" => self.whereabouts(),
                    "stack" => self.stack(),
                    "clocks" => self.clocks(),
                    "console" => {
                        let text = String::from_utf8_lossy(self.session.console()).into_owned();
                        Answer::new(text.trim_end(), json!({ "console": text }))
                    }
                    _ => self.info(),
                })
            }
        }
    }

    fn displayed(&self) -> Answer {
        let list = self.displays();
        let text: Vec<String> = list
            .iter()
            .enumerate()
            .map(|(index, (name, value))| format!("{} {name} = {value}", index + 1))
            .collect();
        let data: Vec<Json> = list
            .iter()
            .map(|(name, value)| json!({ "expression": name, "value": value }))
            .collect();
        Answer::new(text.join("\n"), json!({ "displays": data }))
    }

    /// Where the program stands: address by name, source line, instruction.
    pub(super) fn whereabouts(&self) -> Answer {
        let session = &self.session;
        let pc = session.board().cpu().pc();
        let program = session.program();
        let instruction = program.disassembled(session.board().memory(), pc);
        let mut text = format!("{pc:04x} {}", program.name(pc));
        let now = session.now();
        let mut data = json!({
            "pc": pc, "name": program.name(pc), "instruction": instruction.text,
            "instructions": now.instructions, "clocks": now.clocks,
        });
        match program.line(pc) {
            Some(line) => {
                let _ = write!(text, "  {}:{}  {}", line.name, line.line, line.text.trim_end());
                data["file"] = json!(line.name);
                data["line"] = json!(line.line);
                data["source"] = json!(line.text);
            }
            None => {
                let _ = write!(text, "  {}", instruction.text);
            }
        }
        for (what, call) in program.expansions(pc) {
            let _ = write!(text, "\n  in {what} from {}:{}", call.name, call.line);
        }
        Answer::new(text, data)
    }

    /// Registers; `*` marks those that have changed since the last stop.
    fn registers(&self) -> Answer {
        let (cpu, before) = (self.session.board().cpu(), self.session.before());
        let mut text = String::new();
        for row in 0..4 {
            for n in [row, row + 4, row + 8, row + 12] {
                let (now, then) = (cpu.register(n), before.register(n));
                let mark = if now == then { ' ' } else { '*' };
                let name = format!("R{n}");
                let _ = write!(text, "{name:>3} {now:04x}{mark}  ");
            }
            let _ = writeln!(text);
        }
        let mark = |differs: bool| if differs { '*' } else { ' ' };
        let _ = write!(
            text,
            " PC {:04x}{}  FCW {:04x}{}  {}",
            cpu.pc(),
            mark(cpu.pc() != before.pc()),
            cpu.fcw().bits(),
            mark(cpu.fcw() != before.fcw()),
            flags(cpu)
        );
        let registers: Vec<u16> = (0..16).map(|n| cpu.register(n)).collect();
        let changed: Vec<usize> = (0..16).filter(|&n| cpu.register(n) != before.register(n)).collect();
        Answer::new(
            text,
            json!({
                "r": registers, "pc": cpu.pc(), "fcw": cpu.fcw().bits(), "flags": flags(cpu),
                "changed": changed, "halted": cpu.halted(),
            }),
        )
    }

    fn stack(&self) -> Answer {
        let frames = self.session.frames();
        let program = self.session.program();
        let mut text = String::new();
        let mut data = Vec::new();
        for (index, frame) in frames.iter().enumerate() {
            let place = program
                .line(frame.pc)
                .map_or_else(String::new, |line| format!("{}:{}", line.name, line.line));
            let _ = writeln!(text, "{index:3} {:04x} {:<24} {place}", frame.pc, frame.name);
            data.push(json!({
                "pc": frame.pc, "name": frame.name, "routine": frame.routine,
                "slot": frame.slot, "place": place,
            }));
        }
        let top = self.session.board().cpu().register(15);
        let words: Vec<u16> = (0..8)
            .map_while(|n| top.checked_add(2 * n))
            .map(|at| self.session.board().memory().data_word(at))
            .collect();
        let shown: Vec<String> = words.iter().map(|word| format!("{word:04x}")).collect();
        let _ = write!(text, "R15 {top:04x}: {}", shown.join(" "));
        Answer::new(text, json!({ "frames": data, "sp": top, "words": words }))
    }

    fn memory(&self, input: &Input<'_>) -> Result<Answer, CommandError> {
        let (program, from, bytes) = self.area(input.something()?, 64)?;
        let memory = self.session.board().memory();
        let byte = |at: u16| {
            if program {
                memory.program_byte(at)
            } else {
                memory.data_byte(at)
            }
        };
        let count = bytes.min(MOST_BYTES - u64::from(from)) as u32;
        let all: Vec<u8> = (0..count).map(|n| byte(from.wrapping_add(n as u16))).collect();
        let mut text = String::new();
        for (index, row) in all.chunks(16).enumerate() {
            let at = from.wrapping_add(16 * index as u16);
            let _ = writeln!(text, "{}", hex_row(at, row));
        }
        Ok(Answer::new(
            text.trim_end(),
            json!({ "address": from, "program": program, "bytes": all }),
        ))
    }

    fn disassemble(&self, input: &Input<'_>) -> Result<Answer, CommandError> {
        let (place, count) = match input.rest.rsplit_once(',') {
            Some((place, count)) => (place.trim(), self.count(count.trim())?),
            None => (input.rest, 10),
        };
        let pc = self.session.board().cpu().pc();
        let from = match place {
            "" => pc,
            place => self.place(place)?.0.first().copied().unwrap_or(pc),
        };
        let program = self.session.program();
        let memory = self.session.board().memory();
        let count = usize::try_from(count).unwrap_or(usize::MAX).min(0x8000);
        let mut text = String::new();
        let mut data = Vec::new();
        for at in program.around(memory, from, 0, count) {
            let found = program.disassembled(memory, at);
            let words: Vec<String> = found.words.iter().map(|word| format!("{word:04x}")).collect();
            let here = if at == pc { '>' } else { ' ' };
            let label = program.text_labels().get(&at).map_or("", String::as_str);
            let words = words.join(" ");
            let _ = writeln!(text, "{here}{at:04x}  {words:<15} {label:<14} {}", found.text);
            data.push(json!({ "address": at, "words": found.words, "label": label, "text": found.text }));
        }
        Ok(Answer::new(text.trim_end(), json!({ "instructions": data })))
    }

    fn list(&mut self, input: &Input<'_>) -> Result<Answer, CommandError> {
        let program = std::sync::Arc::clone(self.session.program());
        let pc = self.session.board().cpu().pc();
        let current = program.line(pc);
        let here = current.map(|line| (line.file, line.line));
        let (file, first) = match (input.rest, self.listed) {
            ("", Some(next)) => next,
            ("", None) => {
                let (file, line) = here.ok_or_else(|| {
                    CommandError::Other(
                        "the program stands in no source line; `disassemble` shows instructions".to_owned(),
                    )
                })?;
                (file, line.saturating_sub(LINES / 2).max(1))
            }
            (place, _) => {
                let (addresses, _) = self.place(place)?;
                let line = addresses.first().and_then(|&at| program.line(at));
                let line = line.ok_or_else(|| CommandError::Other(format!("`{place}` stands in no source line")))?;
                (line.file, line.line.saturating_sub(LINES / 2).max(1))
            }
        };
        let source = program.files().get(file);
        let lines = source.map_or(&[][..], |file| &file.lines);
        let last = (first + LINES - 1).min(lines.len() as u32);
        let mut text = source.map_or_else(String::new, |file| file.name.clone());
        let mut data = Vec::new();
        for number in first..=last {
            let line = &lines[number as usize - 1];
            let mark = if here == Some((file, number)) { '>' } else { ' ' };
            let _ = write!(text, "\n{mark}{number:5}  {}", line.trim_end());
            data.push(json!({ "line": number, "text": line }));
        }
        self.listed = Some((file, last + 1));
        Ok(Answer::new(
            text,
            json!({ "file": source.map(|file| &file.name), "lines": data }),
        ))
    }

    fn symbols(&self, part: &str) -> Answer {
        let all = self.session.program().symbols();
        let found: Vec<_> = all.iter().filter(|(name, _)| name.contains(part)).collect();
        let section = |symbol: &crate::program::Symbol| match symbol.section {
            crate::program::SymbolSection::Text => "text",
            crate::program::SymbolSection::Data => "data",
            crate::program::SymbolSection::Constant => "constant",
        };
        let text: Vec<String> = found
            .iter()
            .map(|(name, symbol)| format!("{:8x} {:8} {name}", symbol.value, section(symbol)))
            .collect();
        let data: Vec<Json> = found
            .iter()
            .map(|(name, symbol)| json!({ "name": name, "value": symbol.value, "section": section(symbol) }))
            .collect();
        Answer::new(text.join("\n"), json!({ "symbols": data }))
    }

    /// Clocks: in all, since the last stop, since the mark.
    fn clocks(&self) -> Answer {
        let session = &self.session;
        let now = session.now();
        let row = |clocks: u64, instructions: u64| {
            let seconds = session.seconds(clocks);
            format!("{clocks:>14} clocks {instructions:>13} instructions {seconds:>12.6} s")
        };
        // After going back, the last stop may lie ahead.
        let since = |then: crate::session::Moment| {
            (
                now.clocks.abs_diff(then.clocks),
                now.instructions.abs_diff(then.instructions),
            )
        };
        let last = since(session.last());
        let mark = since(session.mark());
        let text = format!(
            "in all          {}\nsince last stop {}\nsince the mark  {}",
            row(now.clocks, now.instructions),
            row(last.0, last.1),
            row(mark.0, mark.1)
        );
        Answer::new(
            text,
            json!({
                "clocks": now.clocks, "instructions": now.instructions,
                "seconds": session.seconds(now.clocks), "clock_hz": session.clock(),
                "since_stop": last.0, "since_mark": mark.0,
            }),
        )
    }

    fn info(&self) -> Answer {
        let session = &self.session;
        let program = session.program();
        let (count, bytes) = session.snapshots();
        let loaded = session.board().loaded();
        let text = format!(
            "program {:04x} to {:04x}, {} files, {} routines, {} symbols\nhistory {count} snapshots, {} MB, furthest {} instructions",
            loaded.start,
            loaded.end.saturating_sub(1),
            program.files().len(),
            program.routines().list().len(),
            program.symbols().len(),
            bytes >> 20,
            session.furthest()
        );
        let files: Vec<&str> = program.files().iter().map(|file| file.name.as_str()).collect();
        Answer::new(
            text,
            json!({
                "files": files, "routines": program.routines().list().len(),
                "snapshots": count, "bytes": bytes, "furthest": session.furthest(),
            }),
        )
    }
}

/// The flags that are set, by their letters; `-` where none is.
#[must_use]
pub fn flags(cpu: &Cpu) -> String {
    let set: Vec<&str> = FLAGS
        .iter()
        .filter(|(_, flag)| cpu.fcw().contains(*flag))
        .map(|(name, _)| *name)
        .collect();
    if set.is_empty() { "-".to_owned() } else { set.join(" ") }
}

/// A row of a memory dump: address, bytes in words, characters.
#[must_use]
pub fn hex_row(at: u16, row: &[u8]) -> String {
    let mut text = format!("{at:04x} ");
    for (index, byte) in row.iter().enumerate() {
        let gap = if index % 2 == 0 { " " } else { "" };
        let _ = write!(text, "{gap}{byte:02x}");
    }
    let shown: String = row
        .iter()
        .map(|&byte| match byte {
            0x20..=0x7E => char::from(byte),
            _ => '.',
        })
        .collect();
    format!("{text:<46} {shown}")
}
