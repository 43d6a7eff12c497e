//! What the headers in `asm/` say about clocks is true.
//!
//! The program runs on the emulated board: the first Z8000 second of a search of every fifth Win at Chess position, and
//! commands that come to what no such search does. Figures that are exact must hold for every run of the routine or
//! macro, and the runs must differ enough to determine each of them; a mean, over the searches or else over the commands, must be right
//! to one per cent. What the program as it is does not contain or never runs is measured in one of its variants.

mod claim;
mod meter;
mod page;

use std::collections::BTreeSet;
use std::fs;

use claim::{Claim, Figure};
use meter::{Measured, Meter};
use z8000::machine::{Board, Stop};
use z8000_asm::{Assembly, Files, Options, assemble};
use z8000_tests::repository;

/// A way to assemble the program, and which searches are measured: the clocks of each, and every how many positions.
type Variant = (&'static [(&'static str, i64)], u64, usize);

/// The program as it is, and its variants; a tree of 100 entries takes longer to fill.
const VARIANTS: [Variant; 4] = [
    (&[], 4_000_000, 5),
    (&[("TREE_ENTRIES", 100)], 40_000_000, 60),
    (&[("SIMPLE", 1)], 4_000_000, 10),
    (&[("HORIZON_MATES", 2)], 4_000_000, 10),
];

/// Positions with all kinds of moves for the other commands: castling, en passant, promotion, escapes from check.
const COMMANDS: &str = "x\ng 3\np 8\np 8/8/8/8/8/8/8/8 w - -\n\
    p r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq -\nn x\nn 2\nc\ne\n\
    p 8/2p5/3p4/KP5r/1R3p1k/8/4P1P1/8 w - -\nn 3\nc\ng 1\n\
    p r3k2r/Pppp1ppp/1b3nbN/nP6/BBP1P3/q4N2/Pp1P2PP/R2Q1RK1 w kq -\nn 2\nc\ne\n\
    p rnbq1k1r/pp1Pbppp/2p5/8/2B5/8/PPP1NnPP/RNBQK2R w KQ -\nn 2\nc\n\
    p 6k1/5ppp/8/8/8/8/8/R3K3 w - -\ng 2\ng 1\n\
    p 8/8/8/3pP3/8/8/k7/7K w - d6\nn 2\np 8/8/4k3/3pP3/8/8/8/7K w - d6\nn 2\ng 3\n\
    p 8/5P1k/5K2/8/8/8/8/8 w - -\ng 5\n\
    p 4k3/8/8/8/4R3/8/8/4K3 b - -\ne\np 3r1k2/4P3/8/8/8/8/8/3RK2b b - -\nn 2\nq\n";

/// The Win at Chess positions.
fn positions() -> Vec<String> {
    let suite = fs::read_to_string(repository("tests/positions/win-at-chess.csv")).expect("the positions");
    let rows = suite.lines().skip(1);
    rows.map(|row| row.split(',').nth(3).expect("a position").to_owned())
        .collect()
}

/// Runs the searches, then the commands, and gives what was measured in each.
fn measure(meter: &mut Meter, fresh: &Board, (limit, every): (u64, usize)) -> [Vec<Measured>; 2] {
    for position in positions().iter().step_by(every) {
        let mut board = fresh.clone();
        meter.restart();
        board.serial().send(format!("p {position}\ng 30\n").as_bytes());
        board.run_with(limit, false, meter).expect("a search");
    }
    let searched = meter.take();
    let mut board = fresh.clone();
    meter.restart();
    board.serial().send(COMMANDS.as_bytes());
    let stop = board.run_with(u64::MAX, false, meter).expect("the commands");
    assert!(
        matches!(stop, Stop::Halted),
        "the last command stops the program: {stop:?}"
    );
    [searched, meter.take()]
}

fn variant(symbols: &[(&str, i64)]) -> Assembly {
    let (files, main) = Files::beside(&repository("asm/bcp.s"));
    let symbols = symbols.iter().map(|&(name, value)| (name.to_owned(), value)).collect();
    assemble(
        &files,
        &main,
        &Options {
            symbols,
            ..Options::default()
        },
    )
    .unwrap_or_else(|errors| panic!("{errors}"))
}

/// The targets of calls, and whether the label stands in a file.
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
    assembly.lines.iter().filter_map(|line| target(&line.text)).collect()
}

/// The rank of a matrix of small numbers.
fn rank(rows: Vec<Vec<u32>>) -> usize {
    let mut rows: Vec<Vec<f64>> = rows
        .iter()
        .map(|row| row.iter().copied().map(f64::from).collect())
        .collect();
    let mut rank = 0;
    for column in 0..rows.first().map_or(0, Vec::len) {
        let Some(at) = (rank..rows.len()).find(|&at| rows[at][column].abs() > 1e-6) else {
            continue;
        };
        rows.swap(rank, at);
        let pivot = rows[rank].clone();
        for row in &mut rows[rank + 1..] {
            let factor = row[column] / pivot[column];
            row.iter_mut()
                .zip(&pivot)
                .for_each(|(cell, pivot)| *cell -= factor * pivot);
        }
        rank += 1;
    }
    rank
}

/// What is not true of a claim, by what was measured in one variant.
fn faults(claim: &Claim, allowed: u16, [searched, commanded]: [&Measured; 2]) -> Vec<String> {
    let mut faults = Vec::new();
    let extra = (searched.changed | commanded.changed) & !allowed & 0x7FFF;
    if extra != 0 && !claim.is_macro {
        let extra: Vec<String> = (0..15)
            .filter(|n| extra & 1 << n != 0)
            .map(|n| format!("R{n}"))
            .collect();
        faults.push(format!("it changes {} too", extra.join(", ")));
    }
    for figure in &claim.figures {
        match figure {
            Figure::Exact { each, .. } => {
                faults.extend(searched.wrong.iter().chain(&commanded.wrong).cloned());
                let kinds = searched.kinds.union(&commanded.kinds);
                let rows = kinds.map(|kind| {
                    std::iter::once(1)
                        .chain(each.iter().map(|&(mark, _)| kind[mark]))
                        .collect()
                });
                if rank(rows.collect()) <= each.len() {
                    faults.push("the runs pass too few ways to tell its figures apart".to_owned());
                }
            }
            Figure::Mean(mean) => {
                let measured = if searched.runs > 0 { searched } else { commanded };
                let is = measured.clocks as f64 / measured.runs as f64;
                if (is - *mean as f64).abs() > is / 100.0 {
                    faults.push(format!("the mean of {} runs is {is:.0}, not {mean}", measured.runs));
                }
            }
        }
    }
    faults
}

#[test]
fn the_clocks_in_the_headers_are_true() {
    let folder = repository("asm");
    let (claims, mut wrong) = claim::read(&folder);
    let headed: BTreeSet<_> = claims
        .iter()
        .map(|claim| (claim.file.clone(), claim.name.clone()))
        .collect();
    let mut checked = BTreeSet::new();
    for (symbols, limit, every) in VARIANTS {
        let assembly = variant(symbols);
        for (file, name) in called(&assembly).difference(&headed) {
            wrong.push(format!("{file}: `{name}` is called and has no header with clocks"));
        }
        let source = |file: &str, line: u32| {
            let text = fs::read_to_string(folder.join(file)).expect("a source");
            text.lines().nth(line as usize - 1).unwrap_or_default().to_owned()
        };
        let mut meter = Meter::new(&claims, &assembly, source);
        let mut board = Board::new();
        assembly.load(&mut board);
        board.reset();
        let [searched, commanded] = measure(&mut meter, &board, (limit, every));
        for (index, claim) in claims.iter().enumerate() {
            let measured = [&searched[index], &commanded[index]];
            let ran = measured.iter().any(|measured| measured.runs > 0);
            if ran && checked.insert(index) {
                wrong.extend(
                    faults(claim, claim::changes(&claims, claim), measured)
                        .into_iter()
                        .map(|fault| format!("{claim}: {fault}")),
                );
            }
        }
    }
    let idle = (0..claims.len()).filter(|index| !checked.contains(index));
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
