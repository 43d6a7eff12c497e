//! Sessions with the adapter in one process: bytes go in, and messages come out.

#![allow(
    clippy::disallowed_methods,
    clippy::disallowed_types,
    reason = "tests make the files that they need"
)]

#[path = "../../../debugger/tests/it/account.rs"]
#[allow(dead_code, reason = "the tests of the debugger need more of it")]
mod account;
mod executions;
mod frames;
mod hostile;
mod lists;
mod random;
mod session;
#[path = "../../../debugger/tests/it/small.rs"]
#[allow(dead_code, reason = "the tests of the debugger need more of it")]
mod small;
mod transcript;

use std::io::{Cursor, Read};

use serde_json::{Value as Json, json};
use z8000_asm::{Memory, Options, assemble};
use z8000_dap::Attributes;
use z8000_debugger::command::Interpreter;
use z8000_debugger::program::Program;
use z8000_debugger::session::Session;

/// A program that traps, calls itself, writes, and runs forever; `say` sends endlessly. Its statements include a line
/// with two instructions, and a macro.
const SOURCE: &str = "\
        .z8002
        .text
        .org    0
        .word   0, 0x4000, start, 0, 0, 0, 0x4000, trap
        .macro  twice reg
        add     \\reg,\\reg
        add     \\reg,\\reg
        .endm
start:  ld      r15,#0x8000
again:  ldk     r1,#3
        call    sum
        clr     r3; inc r3,#2
        twice   r3
        ldl     total,rr2
        sc      #5
        jr      again
sum:    clr     r2
more:   add     r2,r1
        dec     r1,#1
        ret     z
        calr    more
        ret
trap:   inc     r9,#1
        iret
say:    outb    #0xff03,rl0; said: jr say
        .data
        .org    0x1000
total:  .long   0
small:  .byte   1, 2
";

/// Launches the program [`SOURCE`].
fn launch(_: &Attributes) -> anyhow::Result<Interpreter> {
    let sources = Memory::new([("loop.s", SOURCE)]);
    let assembly = assemble(&sources, "loop.s", &Options::default()).expect("the program assembles");
    let program = Program::assembled(&assembly, &sources, None)?;
    Ok(Interpreter::new(Session::new(program, 4_000_000), None))
}

fn framed(text: &str) -> Vec<u8> {
    format!("Content-Length: {}\r\n\r\n{text}", text.len()).into_bytes()
}

/// Returns a request for a command with its arguments.
fn line(seq: u64, line: &str) -> Vec<u8> {
    let (command, arguments) = line.trim().split_once(' ').expect("a command and its arguments");
    let arguments = serde_json::from_str(arguments).unwrap_or_else(|error| panic!("{line}: {error}"));
    request(seq, command, &arguments)
}

fn request(seq: u64, command: &str, arguments: &Json) -> Vec<u8> {
    framed(&json!({ "seq": seq, "type": "request", "command": command, "arguments": arguments }).to_string())
}

/// Serves bytes to their end, and returns the resulting messages.
fn served(input: impl Read + Send + 'static) -> Vec<Json> {
    served_by(&launch, input)
}

/// Serves bytes with another program.
fn served_by(launch: &z8000_dap::Launch<'_>, input: impl Read + Send + 'static) -> Vec<Json> {
    let mut output = Vec::new();
    z8000_dap::serve(input, &mut output, launch).expect("a vector takes everything");
    let mut messages = Vec::new();
    let mut rest = &output[..];
    while let Some(at) = rest.windows(4).position(|end| end == b"\r\n\r\n") {
        let header = std::str::from_utf8(&rest[..at]).expect("a header");
        let length = header.trim_start_matches("Content-Length: ").parse::<usize>();
        let (body, next) = rest[at + 4..].split_at(length.expect("a length"));
        messages.push(serde_json::from_slice(body).expect("JSON"));
        rest = next;
    }
    messages
}

/// Serves requests, one per line, which are numbered from 1.
fn session(requests: &str) -> Vec<Json> {
    served(Cursor::new(lines(requests)))
}

fn lines(requests: &str) -> Vec<u8> {
    let requests = requests.trim().lines().zip(1..);
    requests.flat_map(|(request, seq)| line(seq, request)).collect()
}

/// Returns the response to a request.
fn response(messages: &[Json], seq: u64) -> &Json {
    let found = messages.iter().find(|message| message["request_seq"] == seq);
    found.unwrap_or_else(|| panic!("request {seq} is not answered: {messages:#?}"))
}

/// Returns the bodies of the events with a name.
fn events<'m>(messages: &'m [Json], name: &str) -> Vec<&'m Json> {
    let named = messages.iter().filter(|message| message["event"] == name);
    named.map(|message| &message["body"]).collect()
}
