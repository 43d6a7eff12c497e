//! System calls of CP/M-8000 in the debugger: commands, and messages at stops.

use serde_json::{Value as Json, json};
use z8000::cpu::Cpu;
use z8000::machine::World;
use z8000::run::Probe;
use z8000_cpm::FUNCTIONS;
use z8000_cpm::call::Call;
use z8000_debugger::breakpoint::{Breakpoint, Kind};
use z8000_debugger::calls::Class;
use z8000_debugger::command::{
    Answer, Arguments, Command, CommandError, Detail, Extension, Group, Interpreter, Outcome, Remark,
};
use z8000_debugger::session::{Goal, Session, Tick};

/// The extension of the debugger that knows the system calls.
pub(super) const CPM: Extension = Extension {
    commands: Group { title: "CP/M", commands: COMMANDS },
    pane,
    places: |_| Vec::new(),
    remark,
    moment: |_, _| None,
    details,
};

const COMMANDS: &[Command] = &[
    Command::new(
        "next",
        "ne",
        "CALL",
        "run to the next system call with a given name, such as `open`, or a given number",
        next,
    ),
    Command::new(
        "back",
        "b",
        "[N] | CALL",
        "go back one instruction, or N instructions, or to the last system call of a name",
        back,
    ),
    Command::new(
        "calls",
        "",
        "[N]",
        "list the last N system calls with their arguments and results",
        calls,
    ),
];

/// Number of the SC instruction that calls the BDOS.
const BDOS: u16 = 2;

/// Number of calls that are listed by default.
const LAST: usize = 20;

fn next(interpreter: &mut Interpreter, arguments: &Arguments<'_>, tick: &mut Tick<'_>) -> Outcome {
    let stops = stops(interpreter, arguments)?;
    Ok(interpreter.arrive("before the program ends", |session| {
        session.run(&Goal::First(stops), tick)
    }))
}

fn back(interpreter: &mut Interpreter, arguments: &Arguments<'_>, tick: &mut Tick<'_>) -> Outcome {
    if arguments.text().bytes().all(|byte| byte.is_ascii_digit()) {
        return interpreter.step_back(arguments);
    }
    let stops = stops(interpreter, arguments)?;
    Ok(interpreter.arrive("before this moment", |session| session.back_to(stops, tick)))
}

/// Returns the breakpoints of the calls whose names begin with a text.
fn stops(interpreter: &Interpreter, arguments: &Arguments<'_>) -> Result<Vec<Breakpoint>, CommandError> {
    let text = arguments.text().to_lowercase();
    let number = text.parse::<u16>().ok();
    let fits = |name: &str| !text.is_empty() && name.to_lowercase().starts_with(&text);
    let found: Vec<_> = FUNCTIONS
        .iter()
        .filter(|known| Some(known.number) == number || fits(known.name))
        .collect();
    let [function] = found[..] else {
        let names = |of: &[&z8000_cpm::Function]| of.iter().map(|one| one.name).collect::<Vec<_>>().join(", ");
        return Err(arguments.wrong(match found.is_empty() {
            true => format!(
                "unknown system call `{text}`: expected {}",
                names(&FUNCTIONS.iter().collect::<Vec<_>>())
            ),
            false => format!("`{text}` is ambiguous: {}", names(&found)),
        }));
    };
    let is_it = interpreter.expression(&format!("r5 == {}", function.number))?;
    Ok(vec![Breakpoint::passing(
        Kind::Exception(Class::Sc, Some(BDOS)),
        Some(is_it),
    )])
}

/// A call, its result, and the moment before it is answered.
struct Made {
    call: Call,
    at: u64,
    result: Option<String>,
}

/// The calls observed during a run.
#[derive(Default)]
struct Seen {
    calls: Vec<Made>,
    /// True until the last call is answered.
    open: bool,
    /// The moment of the next instruction.
    now: u64,
}

impl Probe<World> for Seen {
    fn instruction(&mut self, _: u64, cpu: &Cpu, world: &World) {
        let call = Call::at(cpu, &world.seen_by(cpu));
        if self.open && call.is_none() {
            let answered = |made: &mut Made| made.result = Some(made.call.result(cpu));
            self.calls.last_mut().into_iter().for_each(answered);
        }
        if let (false, Some(call)) = (self.open, &call) {
            self.calls.push(Made { call: call.clone(), at: self.now, result: None });
        }
        self.open = call.is_some();
        self.now += 1;
    }
}

fn calls(interpreter: &mut Interpreter, arguments: &Arguments<'_>, _: &mut Tick<'_>) -> Outcome {
    let most = match arguments.text() {
        "" => LAST,
        text => text
            .parse()
            .map_err(|_| arguments.wrong(format!("expected a number of calls, found `{text}`")))?,
    };
    let session = &interpreter.session;
    let mut seen = Seen::default();
    session.replay(0, &mut seen);
    if let (true, Some(last)) = (seen.open && call(session).is_none(), seen.calls.last_mut()) {
        last.result = Some(last.call.result(session.cpu()));
    }
    if let (false, Some(call)) = (seen.open, call(session)) {
        seen.calls.push(Made { call, at: session.now().steps, result: None });
    }
    let from = seen.calls.len().saturating_sub(most);
    let lines: Vec<String> = seen.calls[from..].iter().map(line).collect();
    let text = match lines.is_empty() {
        true => "no system call before this moment".to_owned(),
        false => lines.join("\n"),
    };
    let data: Vec<Json> = seen.calls[from..].iter().map(told).collect();
    Ok(Answer::new(text, json!({ "calls": data })))
}

fn line(made: &Made) -> String {
    let result = match &made.result {
        Some(result) if !result.is_empty() => format!(": {result}"),
        Some(_) => String::new(),
        None => ": not answered yet".to_owned(),
    };
    format!("{:>10} {}{result}", made.at, made.call)
}

fn told(made: &Made) -> Json {
    let mut json = event(&made.call);
    json["instructions"] = made.at.into();
    json["result"] = json!(made.result);
    json
}

fn event(call: &Call) -> Json {
    json!({ "sc": call.number, "function": call.function, "call": call.name, "arguments": call.arguments })
}

/// Returns the call at which a session has stopped, if any.
fn call(session: &Session) -> Option<Call> {
    Call::at(session.cpu(), session.look())
}

fn remark(session: &Session) -> Option<Remark> {
    let call = call(session)?;
    Some(Remark { text: format!("CP/M: {call}"), event: event(&call) })
}

fn pane(session: &Session) -> Vec<String> {
    let [name, arguments] = call(session).map_or_else(
        || ["none here; `:next NAME`".to_owned(), String::new()],
        |call| [call.name, call.arguments],
    );
    vec!["system call".to_owned(), name, arguments]
}

fn details(session: &Session) -> Vec<Detail> {
    let call = call(session);
    call.into_iter()
        .map(|call| Detail::new(call.name, call.arguments))
        .collect()
}
