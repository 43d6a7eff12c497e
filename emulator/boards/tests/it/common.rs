//! Machines and programs for the tests.

use std::fs;
use std::io::{Read, Write};
use std::net::{Ipv4Addr, TcpListener, TcpStream};
use std::path::{Path, PathBuf};
use std::thread::{self, JoinHandle};
use std::time::Duration;

use z8000::machine::Machine;
use z8000::machine::Stop;
use z8000_asm::{AddressSpace, Assembly, Memory, Options, assemble};
use z8000_boards::{Connected, Description, Section};
use z8000_object::Kind;

/// Returns an empty folder for a test.
pub(crate) fn folder(name: &str) -> PathBuf {
    let folder = PathBuf::from(env!("CARGO_TARGET_TMPDIR")).join(name);
    let _ = fs::remove_dir_all(&folder);
    fs::create_dir_all(&folder).expect("a folder");
    folder
}

/// Returns a machine that may change its disk and its card.
pub(crate) fn machine(text: &str, folder: &Path) -> Connected {
    let mut description = Description::read(text, folder).expect("a description");
    description.reach.allowed = ["disk", "card"].map(|name| folder.join(name)).into();
    Connected::new(description).expect("a machine")
}

fn assembled(source: &str) -> Assembly {
    let sources = Memory::new([("program.s", source)]);
    assemble(&sources, "program.s", &Options::default()).expect("it assembles")
}

/// Returns the board of the chess program, reset, with a different program.
pub(crate) fn board(source: &str) -> Machine {
    let (assembly, mut board) = (assembled(source), Machine::board());
    board.load(
        assembly.loadable(AddressSpace::Program).expect("a program of 64 KB"),
        assembly.loadable(AddressSpace::Data).expect("a program of 64 KB"),
    );
    board.reset();
    board
}

/// Assembles a source, and returns its sections.
pub(crate) fn sections(source: &str) -> Vec<Section> {
    sections_of(&assembled(source))
}

pub(crate) fn sections_of(assembly: &Assembly) -> Vec<Section> {
    let sections = assembly.program().sections.into_iter();
    sections
        .filter(|section| !section.bytes.is_empty())
        .map(|section| Section {
            name: section.name,
            code: section.kind == Kind::Code,
            start: section.load,
            bytes: section.bytes,
        })
        .collect()
}

pub(crate) fn run(machine: &mut Connected, source: &str) -> Stop {
    machine.load(&sections(source)).expect("memory for it");
    machine.start().expect("a start");
    machine.run(100_000_000).expect("it runs")
}

/// Four answers, and the bytes received after them.
pub(crate) type Heard = ([u8; 4], Vec<u8>);

/// Starts a client that connects to a port, sends `HAL.` character by character, each after the answer to the last one,
/// and returns the answers and all other bytes received.
pub(crate) fn user_over_tcp() -> (u16, JoinHandle<Heard>) {
    user(|mut stream| {
        let mut answer = [0; 4];
        for (n, character) in b"HAL.".iter().enumerate() {
            stream.write_all(&[*character]).expect("it is sent");
            stream.read_exact(&mut answer[n..=n]).expect("an answer");
        }
        let mut more = Vec::new();
        stream.read_to_end(&mut more).expect("the end");
        (answer, more)
    })
}

/// Starts a client that connects to a port and runs a function on the connection.
pub(crate) fn user<T: Send + 'static>(talks: impl FnOnce(TcpStream) -> T + Send + 'static) -> (u16, JoinHandle<T>) {
    // A port that is free now is assumed to be still free a moment later.
    let free = TcpListener::bind((Ipv4Addr::LOCALHOST, 0)).expect("a port");
    let port = free.local_addr().expect("its number").port();
    drop(free);
    let user = thread::spawn(move || {
        let stream = loop {
            match TcpStream::connect((Ipv4Addr::LOCALHOST, port)) {
                Ok(stream) => break stream,
                Err(_) => thread::sleep(Duration::from_millis(5)),
            }
        };
        talks(stream)
    });
    (port, user)
}

pub(crate) const BOARD: &str = include_str!("../../machines/board.toml");
pub(crate) const Z8001: &str = include_str!("../../machines/z8001.toml");
