//! The fuzz targets on a fixed corpus, the small sources, and on changes to it; the same in every
//! run. `docs/how-to/test-the-assembler.md` says how to run them for longer.

use std::fs;

use z8000_asm::{Files, Options, Section, assemble};
use z8000_tests::random::Random;
use z8000_tests::{fuzz, repository};

/// Changed inputs for each of the corpus.
const CHANGES: usize = 100;

/// Deletes, doubles, exchanges or replaces bytes.
fn changed(bytes: &[u8], other: &[u8], random: &mut Random) -> Vec<u8> {
    let mut bytes = bytes.to_vec();
    for _ in 0..1 + random.below(8) {
        let at = random.below(bytes.len());
        let end = (at + 1 + random.below(12)).min(bytes.len());
        match random.below(4) {
            0 => drop(bytes.drain(at.min(end)..end)),
            1 => {
                let part = bytes[at.min(end)..end].to_vec();
                bytes.splice(at..at, part);
            }
            2 => {
                let from = random.below(other.len());
                let to = (from + 1 + random.below(20)).min(other.len());
                bytes.splice(at..at, other[from.min(to)..to].iter().copied());
            }
            _ => {
                if let Some(byte) = bytes.get_mut(at) {
                    *byte = random.below(256) as u8;
                }
            }
        }
    }
    bytes
}

fn run(corpus: &[Vec<u8>], target: fn(&[u8])) {
    let mut random = Random(1986);
    for bytes in corpus {
        target(bytes);
        for _ in 0..CHANGES {
            let other = &corpus[random.below(corpus.len())];
            target(&changed(bytes, other, &mut random));
        }
    }
    println!("{} inputs", corpus.len() * (1 + CHANGES));
}

#[test]
fn any_source_assembles_or_has_errors() {
    let files = fs::read_dir(repository("tests/asm")).expect("a folder");
    let mut paths: Vec<_> = files.map(|entry| entry.expect("an entry").path()).collect();
    paths.retain(|path| path.extension().is_some_and(|extension| extension == "s"));
    paths.sort();
    let corpus: Vec<Vec<u8>> = paths.iter().map(|path| fs::read(path).expect("a source")).collect();
    assert!(corpus.len() >= 150, "only {} sources", corpus.len());
    run(&corpus, fuzz::source);
}

#[test]
fn any_bytes_disassemble_to_what_they_are() {
    // The chess program, in pieces, for both processors and with entries here and there.
    let (files, main) = Files::beside(&repository("asm/bcp.s"));
    let assembly = assemble(&files, &main, &Options::default()).unwrap_or_else(|errors| panic!("{errors}"));
    let image = assembly.image(Section::Text);
    let corpus: Vec<Vec<u8>> = image
        .chunks(257)
        .enumerate()
        .map(|(number, piece)| {
            let head = [number as u8, (number % 5) as u8];
            [&head, piece].concat()
        })
        .collect();
    run(&corpus, fuzz::words);
}
