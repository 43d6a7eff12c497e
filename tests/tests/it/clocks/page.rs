//! Compares figures in `docs/explanation/program.md` with the program.

use std::fs;

use cli::grouped;
use z8000::machine::Stop;
use z8000_asm::{Assembly, Section};
use z8000_debugger::profile::Profiler;
use z8000_debugger::program::Program;
use z8000_tests::{assembly_with, chess_board, repository, win_at_chess};

use super::claim::{self, Figure};

/// The search of the profile: the number of its position, and the limit of clocks.
const PROFILED: (usize, u64) = (96, 400_000_000);

fn page() -> String {
    fs::read_to_string(repository("docs/explanation/program.md")).expect("the page")
}

/// Returns the cells of each row of the table below a heading.
fn table<'p>(page: &'p str, heading: &str) -> Vec<Vec<&'p str>> {
    let rows = page.lines().skip_while(|line| *line != heading).skip(2);
    let rows = rows.take_while(|line| line.starts_with('|'));
    rows.map(|row| row.trim_matches('|').split('|').map(str::trim).collect())
        .collect()
}

#[test]
fn the_profile_on_the_page_is_true() {
    let (files, _) = z8000_asm::Files::beside(&repository("asm/bcp.s"));
    let program = Program::assembled(&assembly_with(&[]), &files, None).expect("the program");
    let mut profiler = Profiler::new(&program);
    let mut board = chess_board();
    board.send(0, format!("p {}\n", win_at_chess()[PROFILED.0 - 1]).as_bytes());
    assert!(matches!(board.run(u64::MAX), Ok(Stop::WantsInput)));
    board.send(0, b"g 30\n");
    let limit = board.clocks() + PROFILED.1;
    while board.run_with(limit, true, &mut profiler).expect("a search") == Stop::Line {}
    let report = profiler.report();
    let rows: Vec<Vec<String>> = table(
        &page(),
        "| routine | what it does | calls | cycles per call | share of all cycles |",
    )
    .iter()
    .map(|cells| cells.iter().map(ToString::to_string).collect())
    .collect();
    assert_eq!(rows.len(), 6, "{rows:?}");
    for cells in rows {
        let name = cells[0].trim_matches('`');
        let row = report.routines.iter().find(|row| row.routine == name).expect(name);
        let share = 100.0 * row.inclusive as f64 / report.clocks as f64;
        let measured = [
            grouped(row.calls),
            grouped(row.inclusive / row.calls),
            format!("{share:.0} %"),
        ];
        assert_eq!(cells[2..], measured, "{name}");
    }
}

/// Returns the last address of a section.
fn last(assembly: &Assembly, section: Section) -> u32 {
    let pieces = assembly.pieces.iter().filter(|piece| piece.section == section);
    let ends = pieces.map(|piece| piece.origin() + piece.size);
    ends.max().expect("a section") - 1
}

#[test]
fn the_memory_on_the_page_is_that_of_the_program() {
    let assembly = assembly_with(&[]);
    let at = |name: &str| assembly.symbols[name].value;
    let starts = [at("board"), at("next"), at("line"), at("kind_value"), at("tree")];
    let constants_end = i64::from(last(&assembly, Section::DATA));
    let ends = [
        at("next") - 1,
        at("line") - 1,
        at("stack_end") - 1,
        constants_end,
        i64::from(last(&assembly, Section::BSS)),
    ];
    let areas = starts
        .iter()
        .zip(ends)
        .map(|(start, end)| format!("{start:04X}-{end:04X}"));
    let page = page();
    let shown: Vec<&str> = table(&page, "| data space | contents |")
        .iter()
        .map(|cells| cells[0])
        .collect();
    assert_eq!(shown, areas.collect::<Vec<_>>());
    let lists = grouped((at("stack_end") - at("lists")).cast_unsigned());
    assert!(
        page.contains(&format!("of their {lists} bytes")),
        "lists and stack have {lists} bytes"
    );
}

#[test]
fn the_clocks_on_the_page_are_those_of_the_headers() {
    let (claims, _) = claim::read(&repository("asm"));
    let page = page().split_whitespace().collect::<Vec<_>>().join(" ");
    let mut compared = 0;
    for (before, after) in page.match_indices("` takes ").map(|(at, _)| page.split_at(at)) {
        let name = before.rsplit('`').next().expect("a name");
        let claim = claims.iter().find(|claim| claim.name == name).expect(name);
        let Some(Figure::Exact { base, each, .. }) = claim.figures.first() else {
            panic!("{claim} has no exact figure")
        };
        let words: Vec<&str> = after.split(' ').skip(2).collect();
        let clocks = match words[..] {
            [_, "clocks", "per", mark, ..] => {
                let mark = claim.marks.iter().position(|known| known == mark).expect(mark);
                each.iter().find(|(index, _)| *index == mark).expect(name).1
            }
            _ => *base,
        };
        assert_eq!(
            words[..2],
            [grouped(clocks.cast_unsigned()).as_str(), "clocks"],
            "{name}"
        );
        compared += 1;
    }
    assert!(compared >= 3, "only {compared} figures");
}
