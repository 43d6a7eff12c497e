//! Commands that show the state of the program and of the session.

use std::fmt::Write as _;

use serde_json::json;
use z8000::cpu::{Cpu, Fcw};

use super::answer::{Answer, Outcome};
use super::interpreter::{Arguments, Interpreter, commands};
use crate::session::{Moment, Tick};

const CLOCKS: &str = "show clocks and Z8000 seconds: in total, since the last stop and since the mark";

commands! {
    "State"
    "where"     "wh" "" "show the next instruction and its source line" => |debugger, _, _| Ok(debugger.entered());
    "registers" "r"  "" "show registers and flags; * marks changes since the last stop" => registers;
    "stack"     "k"  "" "show the call stack and the words on the stack" => stack;
    "clocks"    "ck" "" CLOCKS => clocks;
    "mark"      ""   "" "set the mark to the current moment" => mark;
    "console"   ""   "" "show what the program has sent" => console;
    "info"      ""   "" "show the sizes of the program and of the history" => info;
}

/// Flags with their names in the assembler.
const FLAGS: [(&str, Fcw); 11] = [
    ("SEG", Fcw::SEG),
    ("SYS", Fcw::SYSTEM),
    ("EPA", Fcw::EPA),
    ("VIE", Fcw::VIE),
    ("NVIE", Fcw::NVIE),
    ("C", Fcw::C),
    ("Z", Fcw::Z),
    ("S", Fcw::S),
    ("V", Fcw::PV),
    ("DA", Fcw::DA),
    ("H", Fcw::H),
];

impl Interpreter {
    /// Describes the next instruction, or the HALT: address, name, source line, and remark.
    pub(super) fn whereabouts(&self) -> Answer {
        let session = &self.session;
        let pc = session.here();
        let program = session.program();
        let instruction = program.disassembled(session.look(), pc);
        let mut text = format!("{pc:04x} {}", program.name(pc));
        let now = session.now();
        let mut data = json!({
            "pc": session.pc(), "name": program.name(pc), "instruction": instruction.text,
            "steps": now.steps, "instructions": now.instructions, "clocks": now.clocks,
        });
        match program.line(pc) {
            Some(line) => {
                let _ = write!(text, "  {line}  {}", line.text.trim_end());
                data["file"] = json!(line.name);
                data["line"] = json!(line.line);
                data["source"] = json!(line.text);
            }
            None => text += &format!("  {}", instruction.text),
        }
        for (what, call) in program.expansions(pc) {
            let _ = write!(text, "\n  in {what} from {call}");
        }
        if let Some(remark) = self.extension().and_then(|extension| (extension.remark)(session)) {
            let _ = write!(text, "\n{}", remark.text);
            data["remark"] = json!(remark.text);
            if !remark.event.is_null() {
                data["event"] = remark.event;
            }
        }
        Answer::new(text, data)
    }
}

impl Interpreter {
    /// Describes the next instruction, and the exceptions whose handlers have not returned, innermost first.
    fn entered(&self) -> Answer {
        let mut answer = self.whereabouts();
        let mut exceptions = Vec::new();
        for frame in self.session.frames() {
            if let Some(exception) = frame.exception {
                if exceptions.len() < INNERMOST {
                    let _ = write!(answer.text, "\n  in {exception} from {:04x} {}", frame.pc, frame.name);
                }
                exceptions.push(json!({ "exception": exception.to_string(), "pc": frame.pc, "name": frame.name }));
            }
        }
        if exceptions.len() > INNERMOST {
            let _ = write!(answer.text, "\n  ... and {} more", exceptions.len() - INNERMOST);
        }
        if !exceptions.is_empty() {
            answer.data.insert("exceptions".to_owned(), exceptions.into());
        }
        answer
    }
}

fn registers(interpreter: &mut Interpreter, _: &Arguments<'_>, _: &mut Tick<'_>) -> Outcome {
    let (cpu, before) = (interpreter.session.cpu(), interpreter.session.before());
    let pc = interpreter.session.pc();
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
    let (fcw, flags) = (cpu.fcw().bits(), flags(cpu));
    let (moved, other) = (
        mark(cpu.location() != before.location()),
        mark(cpu.fcw() != before.fcw()),
    );
    let _ = write!(text, " PC {pc:04x}{moved}  FCW {fcw:04x}{other}  {flags}");
    let registers: Vec<u16> = (0..16).map(|n| cpu.register(n)).collect();
    let changed: Vec<usize> = (0..16).filter(|&n| cpu.register(n) != before.register(n)).collect();
    let data = json!({
        "r": registers, "pc": pc, "fcw": fcw, "flags": flags, "changed": changed, "halted": cpu.halted(),
    });
    Ok(Answer::new(text, data))
}

/// Returns the names of the flags that are set, separated by spaces; `-` if there are none.
///
/// # Example
///
/// ```
/// use z8000::cpu::{Cpu, Model};
/// use z8000_debugger::command::flags;
///
/// let mut cpu = Cpu::new(Model::Z8002);
/// cpu.set_fcw(0);
/// assert_eq!(flags(&cpu), "-");
/// cpu.set_flags(0x00C0);
/// assert_eq!(flags(&cpu), "C Z");
/// ```
pub fn flags(cpu: &Cpu) -> String {
    let set: Vec<&str> = FLAGS
        .iter()
        .filter(|(_, flag)| cpu.fcw().contains(*flag))
        .map(|(name, _)| *name)
        .collect();
    if set.is_empty() { "-".to_owned() } else { set.join(" ") }
}

/// The number of innermost frames of a long stack that are shown; below, of outermost frames.
const INNERMOST: usize = 30;
const OUTERMOST: usize = 10;

fn stack(interpreter: &mut Interpreter, _: &Arguments<'_>, _: &mut Tick<'_>) -> Outcome {
    let frames = interpreter.session.frames();
    let program = interpreter.session.program();
    let mut text = String::new();
    let mut data = Vec::new();
    let hidden = INNERMOST..frames.len().saturating_sub(OUTERMOST);
    for (index, frame) in frames.iter().enumerate() {
        let place = program.line(frame.pc).map_or_else(String::new, |line| line.to_string());
        if !hidden.contains(&index) {
            let _ = writeln!(text, "{index:3} {:04x} {:<24} {place}", frame.pc, frame.title());
        } else if index == hidden.start {
            let _ = writeln!(text, "    ... {} more frames ...", hidden.len());
        }
        let mut row = json!({
            "pc": frame.pc, "name": frame.name, "routine": frame.routine,
            "slot": frame.slot, "place": place,
        });
        if let Some(exception) = frame.exception {
            row["exception"] = json!(exception.to_string());
            row["identifier"] = json!(exception.identifier);
        }
        data.push(row);
    }
    let top = interpreter.session.view().stack();
    let words: Vec<u16> = (0..8)
        .map_while(|n| top.checked_add(2 * n))
        .map(|at| interpreter.session.look().word(false, at))
        .collect();
    let shown: Vec<String> = words.iter().map(|word| format!("{word:04x}")).collect();
    let name = if top.has_segment() { "SP" } else { "R15" };
    let _ = write!(text, "{name} {top:04x}: {}", shown.join(" "));
    Ok(Answer::new(text, json!({ "frames": data, "sp": top, "words": words })))
}

fn clocks(interpreter: &mut Interpreter, _: &Arguments<'_>, _: &mut Tick<'_>) -> Outcome {
    let session = &interpreter.session;
    let now = session.now();
    let row = |moment: Moment| {
        let Moment { clocks, instructions, .. } = moment;
        let seconds = session.seconds(clocks);
        format!("{clocks:>14} clocks {instructions:>13} instructions {seconds:>12.6} s")
    };
    // After going back, the last stop and the mark may be in the future.
    let since = |then: Moment| Moment {
        steps: now.steps.abs_diff(then.steps),
        clocks: now.clocks.abs_diff(then.clocks),
        instructions: now.instructions.abs_diff(then.instructions),
    };
    let word = |then: Moment| if then.steps > now.steps { "until" } else { "since" };
    let (last, mark) = (session.last(), session.mark());
    let text = format!(
        "in total        {}\n{} last stop {}\n{} the mark  {}",
        row(now),
        word(last),
        row(since(last)),
        word(mark),
        row(since(mark)),
    );
    let since = |then: Moment| now.clocks.cast_signed() - then.clocks.cast_signed();
    let data = json!({
        "clocks": now.clocks, "instructions": now.instructions,
        "seconds": session.seconds(now.clocks), "clock_hz": session.clock(),
        "since_stop": since(last), "since_mark": since(mark),
    });
    Ok(Answer::new(text, data))
}

fn mark(interpreter: &mut Interpreter, _: &Arguments<'_>, _: &mut Tick<'_>) -> Outcome {
    interpreter.session.set_mark();
    let mark = interpreter.session.mark();
    let data = json!({ "clocks": mark.clocks, "instructions": mark.instructions });
    Ok(Answer::new(format!("mark at {} clocks", mark.clocks), data))
}

fn console(interpreter: &mut Interpreter, _: &Arguments<'_>, _: &mut Tick<'_>) -> Outcome {
    let console = interpreter.session.console();
    let text = String::from_utf8_lossy(console.kept());
    let mut data = json!({ "console": text });
    let mut shown = text.trim_end().to_owned();
    if console.dropped() > 0 {
        data["dropped"] = console.dropped().into();
        shown = format!("({} earlier bytes omitted)\n{shown}", console.dropped());
    }
    Ok(Answer::new(shown, data))
}

fn info(interpreter: &mut Interpreter, _: &Arguments<'_>, _: &mut Tick<'_>) -> Outcome {
    let session = &interpreter.session;
    let program = session.program();
    let (count, bytes) = session.snapshots();
    let machine = match session.machine().guarded() {
        Some(loaded) => format!("program {:04x} to {:04x}", loaded.start, loaded.end.saturating_sub(1)),
        None => format!("machine with a {:?}", session.cpu().model()),
    };
    let text = format!(
        "{machine}, {} files, {} routines, {} symbols\nhistory {count} snapshots, {} MB, furthest point {} steps",
        program.files.len(),
        program.routines.list.len(),
        program.symbols.len(),
        bytes >> 20,
        session.furthest()
    );
    let files: Vec<&str> = program.files.iter().map(|file| file.name.as_str()).collect();
    let data = json!({
        "files": files, "routines": program.routines.list.len(),
        "snapshots": count, "bytes": bytes, "furthest": session.furthest(),
    });
    Ok(Answer::new(text, data))
}
