//! Calls of functions whose arguments must match each other, and sequences of calls.

mod laboratory;
mod processor;

use bcp_chess::pgn::Reader;
use bcp_chess::{Effort, Position};
use bcp_laboratory::chess::Chess;
use bcp_laboratory::searches::{Request, Search};
use bcp_reference::search::{Readings, Searcher, Version};
use z8000::cpu::Cpu;
use z8000::machine::Machine;
use z8000::save::{Archive, SaveError};
use z8000_asm::disassembly::{self, Disassembly, Piece, Program, Relocatable};
use z8000_asm::{Memory, Options};
use z8000_debugger::program::Program as Debugged;
use z8000_debugger::session::Session;
use z8000_object::link::{Input, Library};
use z8000_object::{Object, archive};

use crate::random::{Any, Random, any};
use crate::{Judge, call};

pub fn some(judge: &mut Judge, r: &mut Random) {
    match r.below(18) {
        0 => board(judge, r),
        1 => games(judge, r),
        2 => reference(judge, r),
        3 => laboratory(judge, r),
        4 => machine(judge, r),
        5 => saves(judge, r),
        6 | 7 => sources(judge, r),
        8 => objects(judge, r),
        11..=13 => processor::some(judge, r),
        14 | 15 => laboratory::some(judge, r),
        9 | 10 => session(judge, r),
        _ => disassembly(judge, r),
    }
}

/// Moves of any kind, undone in any order.
fn board(judge: &mut Judge, r: &mut Random) {
    let mut position: Position = any(r);
    let mut undos = Vec::new();
    for _ in 0..r.below(60) {
        match r.below(4) {
            0 => undos.extend(call!(judge, bcp_chess::Position::make(&mut position, any(r)))),
            1 if !undos.is_empty() => {
                let undo = undos.swap_remove(r.below(undos.len()));
                call!(judge, bcp_chess::Position::unmake(&mut position, undo));
            }
            2 => {
                let undo = call!(judge, bcp_chess::Position::make_null(&mut position));
                if let Some(undo) = undo
                    && r.one_in(2)
                {
                    call!(judge, bcp_chess::Position::unmake_null(&mut position, undo));
                }
            }
            _ => drop((
                position.legal_moves(),
                position.captures(any(r)),
                position.key(),
                position.to_fen(),
            )),
        }
    }
    call!(
        judge,
        bcp_chess::Position::prove_mate(&position, any(r), any(r), Effort::of(200))
    );
    call!(
        judge,
        bcp_chess::Position::prove_mated(&position, any(r), Effort::of(200))
    );
    call!(judge, bcp_chess::perft(&position, r.below(3) as u8));
    let mut list: Vec<u8> = any(r);
    call!(judge, bcp_chess::arrange(&mut list, |byte| byte % 7));
    call!(judge, bcp_chess::Effort::of(any(r)));
}

fn games(judge: &mut Judge, r: &mut Random) {
    let text: String = any(r);
    let reader = call!(judge, bcp_chess::pgn::Reader::new(text.as_bytes()));
    reader
        .into_iter()
        .for_each(|reader: Reader<_>| reader.take(100).for_each(drop));
    let items = r.below(20);
    call!(judge, bcp_chess::bootstrap::margin(items, |places| places.len() as f64));
    call!(
        judge,
        bcp_chess::bootstrap::with_margin(items, |places| places.len() as f64)
    );
    call!(
        judge,
        bcp_chess::bootstrap::percentiles(items, |_, number| number as usize, |places| Some(places.len() as f64))
    );
}

fn reference(judge: &mut Judge, r: &mut Random) {
    let game: bcp_reference::game::Game = any(r);
    let position: Position = if r.one_in(2) { any(r) } else { game.position().clone() };
    let readings: Readings = any(r);
    let version = *r.of(&[Version::Stored, Version::Simple]);
    let searcher = call!(judge, bcp_reference::search::Searcher::new(position));
    let searcher = searcher
        .and_then(|searcher: Searcher<'_>| call!(judge, bcp_reference::search::Searcher::readings(searcher, readings)));
    let searcher =
        searcher.and_then(|searcher| call!(judge, bcp_reference::search::Searcher::version(searcher, version)));
    let Some(mut searcher) = searcher else { return };
    judge.call("bcp_reference::search::Searcher::search", || {
        Searcher::search(&mut searcher, r.below(3) as u8).for_each(drop)
    });
    call!(judge, bcp_reference::search::Searcher::stored_moves(&searcher));
}

fn laboratory(judge: &mut Judge, r: &mut Random) {
    let words = [
        "fast:none",
        "it2v",
        "full",
        "quiescence",
        "alphabeta",
        "pvs",
        "proof",
        "conspiracy",
        "mtd",
        "null:2",
    ];
    let text = if r.one_in(3) {
        String::any(r)
    } else {
        (*r.of(&words)).to_owned()
    };
    let Ok(search) = text.parse::<Search>() else { return };
    let request = Request {
        depth: if r.one_in(3) { any(r) } else { r.below(4) as i32 },
        positions: 200,
        most: r.below(1000),
        captures: any(r),
        order: any(r),
        nested: any(r),
        conspirators: any(r),
        ..Request::default()
    };
    let tree = if r.one_in(2) {
        String::any(r)
    } else {
        "(3 (4 -2) (1 (5 6)))".to_owned()
    };
    call!(
        judge,
        bcp_laboratory::searches::Search::run_tree(&search, &tree, &request)
    );
    let game: bcp_reference::game::Game = any(r);
    let position = game.position().clone();
    call!(
        judge,
        bcp_laboratory::searches::Search::run_chess(&search, &position, &request)
    );
    let chess = Chess::from(&position);
    call!(judge, bcp_laboratory::chess::Chess::turn(&chess));
    call!(judge, bcp_laboratory::chess::Chess::plies(&chess));
    call!(judge, bcp_laboratory::chess::Chess::occurrences(&chess));
    call!(judge, bcp_laboratory::chess::Chess::fifty_moves_passed(&chess));
    call!(judge, bcp_laboratory::chess::Chess::insufficient_material(&chess));
}

/// Runs programs of random words, which may do anything.
fn machine(judge: &mut Judge, r: &mut Random) {
    let mut machine: Machine = any(r);
    for _ in 0..4 {
        call!(judge, z8000::machine::Machine::run(&mut machine, 20_000));
        *machine.cpu_mut() = Cpu::any(r);
        judge.call("z8000::machine::Machine::step", || {
            drop(Machine::step(&mut machine, None))
        });
        judge.call("z8000::machine::Machine::send", || machine.send(r.below(2), b"text"));
    }
    let (program, data): (Vec<(u16, Vec<u8>)>, Vec<(u16, Vec<u8>)>) = (any(r), any(r));
    let blocks = |list: &'_ [(u16, Vec<u8>)]| -> Vec<(u16, Vec<u8>)> { list.to_vec() };
    let (program, data) = (blocks(&program), blocks(&data));
    let pieces = |list: &'static [(u16, Vec<u8>)]| list.iter().map(|(at, bytes)| (*at, &bytes[..]));
    let (program, data) = (program.leak(), data.leak());
    call!(
        judge,
        z8000::machine::Machine::load(&mut machine, pieces(program), pieces(data))
    );
    if let Ok(saved) = machine.save() {
        call!(judge, z8000::machine::Machine::restore(&mut machine, &saved));
    }
    call!(
        judge,
        z8000::cpu::Cpu::reset(machine.cpu_mut(), &mut Machine::any(r).world().clone())
    );
}

fn saves(judge: &mut Judge, r: &mut Random) {
    let mut bytes: Vec<u8> = any(r);
    let kind = any(r);
    let file = judge.call("z8000::save::seal", || {
        z8000::save::seal(kind, 1, |archive: &mut Archive<'_>| {
            if r.one_in(9) {
                Err(SaveError::NotASave)
            } else {
                archive.list(&mut bytes)
            }
        })
    });
    let Some(Ok(mut file)) = file else { return };
    if r.one_in(2) && !file.is_empty() {
        let at = r.below(file.len());
        file[at] = any(r);
    }
    judge.call("z8000::save::open", || {
        z8000::save::open(&file, kind, 1, |archive: &mut Archive<'_>| {
            let (mut flag, mut word, mut list) = (false, None, Vec::new());
            archive.flag(&mut flag)?;
            archive.optional_word(&mut word)?;
            archive.list(&mut list)
        })
    });
    let Ok(mut saved) = Cpu::new(any(r)).save() else { return };
    let at = r.below(saved.len());
    saved[at] = any(r);
    call!(judge, z8000::cpu::Cpu::load(&saved));
}

fn sources(judge: &mut Judge, r: &mut Random) {
    let text: String = any(r);
    let memory = call!(judge, z8000_asm::Memory::new([("a.s", &*text)]));
    let Some(memory): Option<Memory> = memory else { return };
    let options: Options = any(r);
    let options = Options { syntax: any(r), ..options };
    call!(judge, z8000_asm::assemble(&memory, "a.s", &options))
        .map(|result| result.map_err(|errors| errors.to_string()));
    call!(judge, z8000_asm::examine(&memory, "a.s", &options));
    call!(judge, z8000_asm::convert(&memory, "a.s", any(r), any(r)));
    call!(judge, z8000_asm::similar(&text, ["ld", "ldk", ""]));
    call!(judge, z8000_asm::Fault::undefined(any(r), &text, ["ld", "ldk", ""]));
}

fn objects(judge: &mut Judge, r: &mut Random) {
    let (mut object, other): (Object, Object) = (any(r), any(r));
    if let Ok(bytes) = z8000_object::coff::write(&object) {
        let members = [archive::Member { name: any(r), bytes: &bytes, date: any(r) }];
        let kind = *r.of(&[archive::Kind::Unix, archive::Kind::Cpm]);
        if let Some(Ok(bytes)) = call!(judge, z8000_object::archive::write(kind, &members)) {
            call!(judge, z8000_object::archive::read(&bytes));
            if let Some(Ok(library)) = call!(judge, z8000_object::link::Library::read("a.a", &bytes)) {
                let library: Library<'_> = library;
                let options = any(r);
                call!(
                    judge,
                    z8000_object::link::link(vec![Input::Object(other), Input::Archive(library)], &options)
                );
            }
        }
        // One byte of the file is changed.
        let mut bytes = bytes;
        let at = r.below(bytes.len());
        bytes[at] = any(r);
        call!(judge, z8000_object::file::read("a.o", &bytes));
    }
    let is_first = |name: &str| name.len() % 2 == 0;
    call!(
        judge,
        z8000_object::Object::remove_symbols(&mut object, |symbol| is_first(&symbol.name))
    );
    call!(
        judge,
        z8000_object::Object::retain_sections(&mut object, |section| is_first(&section.name))
    );
    let pieces: Vec<(u32, Vec<u8>)> = any(r);
    let pieces = pieces.iter().map(|(at, bytes)| (*at, &bytes[..]));
    call!(judge, z8000_object::image::hex::write(pieces, any(r)));
}

/// Runs a debugging session with random commands.
fn session(judge: &mut Judge, r: &mut Random) {
    let sources = Memory::new([(
        "a.s",
        "\t.word 0,0x4000,start\nstart:\tldk r1,#5\nloop:\tdjnz r1,loop\n\thalt\n\t.data\nvalue:\t.word 5\n",
    )]);
    let Ok(assembly) = z8000_asm::assemble(&sources, "a.s", &Options::default()) else {
        return;
    };
    let Some(Ok(program)) = call!(
        judge,
        z8000_debugger::program::Program::assembled(&assembly, &sources, None)
    ) else {
        return;
    };
    let program: Debugged = program;
    let Some(session) = call!(judge, z8000_debugger::session::Session::new(program, any(r))) else {
        return;
    };
    let session: Session = session;
    let Some(mut interpreter) = call!(judge, z8000_debugger::command::Interpreter::new(session, None)) else {
        return;
    };
    let commands = [
        "step",
        "next",
        "continue",
        "back",
        "print r1",
        "break loop",
        "x value",
        "set r1 = 70000",
        "run 99999999",
        "watch value",
        "seek 10",
        "undo",
    ];
    for _ in 0..r.below(20) {
        let line = if r.one_in(2) {
            String::any(r)
        } else {
            format!("{} {}", r.of(&commands), i64::any(r))
        };
        // Some of these commands write files.
        if ["save", "record", "source", "script", "load", "dump", "open", ">"]
            .iter()
            .any(|word| line.contains(word))
        {
            continue;
        }
        let mut left = 200;
        call!(
            judge,
            z8000_debugger::command::Interpreter::execute(&mut interpreter, &line, &mut |_| {
                left -= 1;
                left > 0
            })
        );
        call!(
            judge,
            z8000_debugger::command::Interpreter::complete(&interpreter, &line)
        );
    }
}

fn disassembly(judge: &mut Judge, r: &mut Random) {
    let object: Object = any(r);
    let relocatable = call!(judge, z8000_asm::disassembly::Relocatable::new(&object));
    if let Some(relocatable) = relocatable {
        let relocatable: Relocatable<'_> = relocatable;
        call!(
            judge,
            z8000_asm::disassembly::Relocatable::label(&relocatable, any(r), any(r))
        );
        call!(
            judge,
            z8000_asm::disassembly::Relocatable::reference(&relocatable, &any(r))
        );
        call!(
            judge,
            z8000_asm::disassembly::Relocatable::statements(&relocatable, any(r))
        );
        call!(judge, z8000_asm::disassembly::Relocatable::source(relocatable));
    }
    let program = call!(judge, z8000_asm::disassembly::Program::of(&object, any(r)));
    let mut programs: Vec<Program> = program.into_iter().flatten().collect();
    programs.push(Program {
        mode: any(r),
        pieces: vec![Piece { bytes: any(r), ..Piece::default() }],
        entries: any(r),
        ..Program::default()
    });
    for program in programs {
        let options = disassembly::Options { reset: any(r), guess: any(r) };
        let made: Option<Result<Disassembly, _>> = call!(
            judge,
            z8000_asm::disassembly::Disassembly::new(program, &any(r), options)
        );
        drop(made);
    }
}
