//! Checks the clocks and registers in the headers in `asm/`.
//!
//! The program runs on the emulated board: the first Z8000 second of a search of every fifth Win at Chess position, and
//! commands that reach code that no such search does. Exact figures must hold for every run of the routine or macro,
//! and the runs must differ enough to determine each of them; a mean, over the searches or else over the commands, must
//! be right to one per cent; a routine must not change a register that its header does not name. Code that the normal
//! program does not contain or never runs is measured in searches of one of its variants.

mod check;
mod claim;
mod meter;
mod page;

use std::collections::BTreeSet;

use z8000::machine::{Machine, Stop};
use z8000_asm::Assembly;
use z8000_tests::{assembly_with, board_of, repository, win_at_chess};

use check::faults;
use meter::{Measured, Meter};

/// A variant of the program: symbols to define, and the searches to measure, with the clocks of each and the interval
/// of positions.
type Variant = (&'static [(&'static str, i64)], u64, usize);

/// The normal program, and its variants; a tree of 100 entries still takes longer to fill.
const VARIANTS: [Variant; 5] = [
    (&[], 4_000_000, 5),
    (&[("TREE_ENTRIES", 100)], 40_000_000, 60),
    (&[("SIMPLE", 1)], 4_000_000, 10),
    (&[("HORIZON_MATES", 2)], 4_000_000, 10),
    (&[("LIST_ORDER", 3)], 4_000_000, 10),
];

/// Positions with all kinds of moves for the other commands: castling, en passant, promotion, escapes from check.
const COMMANDS: &str = "x\ng 3\np 8\np 8/8/8/8/8/8/8/8 w - -\n\
    p r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq -\nn x\nn 2\nc\ne\n\
    p 8/2p5/3p4/KP5r/1R3p1k/8/4P1P1/8 w - -\nn 3\nc\ng 1\n\
    p r3k2r/Pppp1ppp/1b3nbN/nP6/BBP1P3/q4N2/Pp1P2PP/R2Q1RK1 w kq -\nn 2\nc\ne\n\
    p rnbq1k1r/pp1Pbppp/2p5/8/2B5/8/PPP1NnPP/RNBQK2R w KQ -\nn 2\nc\n\
    p 6k1/5ppp/8/8/8/8/8/R3K3 w - -\ng 2\ng 1\n\
    p 8/8/8/5k2/3pP3/8/8/7K b - e3\ne\n\
    p 8/8/8/3pP3/8/8/k7/7K w - d6\nn 2\np 8/8/4k3/3pP3/8/8/8/7K w - d6\nn 2\ng 3\n\
    p 8/5P1k/5K2/8/8/8/8/8 w - -\ng 5\n\
    p 4k3/8/8/8/4R3/8/8/4K3 b - -\ne\np 3r1k2/4P3/8/8/8/8/8/3RK2b b - -\nn 2\nq\n";

/// Games whose next command is sent only after the answer to the last one: a character would stop the choice of a move.
const GAMES: &[&str] = &[
    "p rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1",
    "t 100 x\nt 100 40\nk 3\nw 1\nb 2",
    "m e2e4\nm d7d5\nm e4e5\nm f7f5\nm e5f6\nu\nm g1f3\nm b8c6\nm f1b5\nm c8d7\nm e1g1\nu\nm e1g1\nl",
    "t 100 0\nk 1\nb 2",
    "m d8c8\nm f1e1\nm e8d8\nm b5f1\nm e7e6\nu\nu\nm z9z9\nm e2e4\nt 0\nw 0\nb 2\nw 1\nk 0\nw 2",
    "p r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 90 50\nt 2000",
    "b 2",
    "m e1c1\nm e8c8\nu\nu\nu",
    "p 7k/P7/8/8/8/8/p7/7K w - - 98 90",
    "b 4",
    "m a7a8n\nm a2a1q\nu\nu\nm a7a8q\nm a7a8\nm h8g7\nm a8a2",
    "b 3",
    "p 4k3/8/8/8/8/8/4P3/4K2R w K - 97 1\nm e1f1\nm e8d7\nm f1e1\nm d7e8",
    "b 3",
    "p 4k3/8/8/8/8/8/4P3/R3K3 w - - 0 1\nm a1a2\nm e8d8\nm a2a1\nm d8e8\nm a1a2\nm e8d8\nm a2a1\nm d8e8",
    "b 3",
    "p 7k/5Q2/6K1/8/8/8/8/8 b - - 0 1\nb 1\np 6rk/5Npp/8/8/8/8/8/7K b - -\nb",
    "p 7k/8/8/1p6/P1P5/8/1P6/K7 b - -\nt 9000 0\nb 3",
];

/// Runs the searches; returns their measurements.
fn search(meter: &mut Meter, fresh: &Machine, (limit, every): (u64, usize)) -> Vec<Measured> {
    for position in win_at_chess().iter().step_by(every) {
        let mut board = fresh.clone();
        meter.restart();
        board.send(0, format!("p {position}\ng 30\n").as_bytes());
        board.run_with(limit, false, meter).expect("a search");
    }
    meter.take()
}

/// Runs the commands and the games; returns their measurements.
fn command(meter: &mut Meter, fresh: &Machine) -> Vec<Measured> {
    let mut board = fresh.clone();
    meter.restart();
    board.send(0, COMMANDS.as_bytes());
    let stop = board.run_with(u64::MAX, false, meter).expect("the commands");
    assert!(
        matches!(stop, Stop::Halted),
        "the last command stops the program: {stop:?}"
    );
    board = fresh.clone();
    for lines in GAMES {
        // Code that waits for the command is not measured.
        meter.restart();
        board.send(0, format!("{lines}\n").as_bytes());
        let stop = board.run_with(u64::MAX, false, meter).expect("a game");
        assert!(matches!(stop, Stop::WantsInput), "`{lines}` is not answered: {stop:?}");
    }
    meter.take()
}

/// Returns the labels that are called, each with its file.
fn called(assembly: &Assembly) -> BTreeSet<(String, String)> {
    let target = |line: &str| {
        let line = line.split('!').next()?.trim();
        let line = line.rsplit(':').next()?.trim();
        let target = line
            .strip_prefix("call ")
            .or_else(|| line.strip_prefix("calr "))?
            .trim();
        let symbol = assembly.symbols.get(target)?;
        Some((assembly.files[symbol.line?.0 as usize].clone(), target.to_owned()))
    };
    let lines = assembly.lines.iter();
    lines.filter_map(|line| target(assembly.text(line))).collect()
}

#[test]
fn what_the_headers_say_is_true() {
    let folder = repository("asm");
    let (claims, mut wrong) = claim::read(&folder);
    let headed: BTreeSet<_> = claims
        .iter()
        .map(|claim| (claim.file.clone(), claim.name.clone()))
        .collect();
    let mut checked = vec![false; claims.len()];
    for (symbols, limit, every) in VARIANTS {
        let assembly = assembly_with(symbols);
        for (file, name) in called(&assembly).difference(&headed) {
            wrong.push(format!("{file}: `{name}` is called and has no header with clocks"));
        }
        let mut meter = Meter::new(&claims, &checked, &assembly, &folder);
        let board = board_of(&assembly);
        let searched = search(&mut meter, &board, (limit, every));
        let normal = symbols.is_empty();
        let commanded = if normal {
            command(&mut meter, &board)
        } else {
            meter.take()
        };
        for (index, claim) in claims.iter().enumerate() {
            let measured = [&searched[index], &commanded[index]];
            let ran = measured.iter().any(|measured| measured.runs > 0);
            if ran && !checked[index] {
                checked[index] = true;
                wrong.extend(
                    faults(claim, claim::changes(&claims, claim), measured)
                        .into_iter()
                        .map(|fault| format!("{claim}: {fault}")),
                );
            }
        }
    }
    let idle = (0..claims.len()).filter(|index| !checked[*index]);
    wrong.extend(idle.map(|index| format!("{}: it never runs", claims[index])));
    wrong.sort();
    wrong.dedup();
    assert!(
        wrong.is_empty(),
        "{} of {} claims:\n{}",
        wrong.len(),
        claims.len(),
        wrong.join("\n")
    );
    assert!(claims.len() > 100, "only {} claims were found", claims.len());
}
