//! A card for each position: the diagram, the times and every iteration.

use bcp_chess::Position;
use bcp_driver::Value;
use cli::grouped;
use maud::{Markup, html};

use super::figures::pair;
use super::grid::{class, footnote};
use super::moment::Page;
use super::number::{NONE, hundredths, table1};
use super::run::Report;
use crate::results::{IterationRecord, Record};

/// Returns the cards of all positions, quiz by quiz.
pub(super) fn cards(report: &Report<'_>) -> Markup {
    let has_paper = report.has_paper();
    html! {
        @for quiz in report.records.chunk_by(|a, b| a.result.quiz == b.result.quiz) {
            @let first = &quiz[0].result;
            h3 { @if has_paper { "Quiz " (first.quiz) } @else { "Positions from " (first.number) } }
            div.cards {
                @for record in quiz { (card(record, report)) }
            }
        }
    }
}

fn card(record: &Record, report: &Report<'_>) -> Markup {
    let (result, has_paper) = (&record.result, report.has_paper());
    let number = result.number;
    let (ours, paper) = pair(result);
    // A results file contains only positions that the program accepted.
    let position = Position::from_fen(&result.fen).ok();
    let best = result.best.as_deref();
    let marked = position
        .as_ref()
        .and_then(|position| position.move_from_san(best?).ok());
    let key = |what: &str| format!("card.{number}.{what}");
    html! {
        article.card id={ "p" (number) } {
            header {
                h4 {
                    a href={ "#p" (number) } { (number) }
                    @if let Some(id) = record.named() { " " span.id { (id) } }
                    @if has_paper { " " span.where { "quiz " (result.quiz) ", number " (result.place) } }
                }
                @if has_paper {
                    p class={ "verdict " (class(result)) } data-figure=(key("verdict")) { (verdict(ours, paper)) }
                }
            }
            div.top {
                @if let Some(position) = &position { (super::diagram::svg(position, marked)) }
                dl.facts {
                    dt { "to play" }
                    dd { (position.as_ref().map_or("", |position| position.side_to_play().name())) }
                    @if let Some(moves) = &result.best_moves {
                        dt { "solution" }
                        dd data-figure=(key("solution")) { (moves) }
                    }
                    @if let Some(moves) = &result.avoid_moves {
                        dt { "to be avoided" }
                        dd data-figure=(key("avoid")) { (moves) }
                    }
                    dt { "found here" }
                    dd data-figure=(key("move")) { (best.unwrap_or(NONE)) @if !result.solved { " (not solved)" } }
                    @if has_paper {
                        dt { "paper" }
                        dd data-figure=(key("paper")) { (table1(paper)) @if paper.is_some() { " s" } }
                    }
                    dt { "ours" }
                    dd data-figure=(key("seconds")) {
                        @match result.seconds {
                            Some(seconds) => { (hundredths(seconds)) " s" @if has_paper { ", rounded up " (table1(ours)) " s" } },
                            None => "F",
                        }
                    }
                    @if let Some((mark, meaning)) = footnote(record) {
                        dt { (mark) }
                        dd { (meaning) }
                    }
                }
            }
            (iterations(record, report.page))
            p.fen data-figure=(key("fen")) { (result.fen) }
        }
    }
}

/// Compares our time with the paper's in a few words.
fn verdict(ours: Option<u32>, paper: Option<u32>) -> String {
    match (ours, paper) {
        (Some(ours), Some(paper)) => {
            let ratio = f64::from(ours) / f64::from(paper);
            format!("{ours} s against {paper} s: {ratio:.2} × the paper's time")
        }
        (Some(_), None) => "solved here, F in the paper".to_owned(),
        (None, Some(_)) => "F here, solved in the paper".to_owned(),
        (None, None) => "F in both".to_owned(),
    }
}

fn iterations(record: &Record, page: Option<&Page>) -> Markup {
    let number = record.result.number;
    let solved = |iteration: &IterationRecord| record.result.solved && Some(iteration.depth) == record.result.depth;
    html! {
        div.scroll {
            table.iterations {
                caption.hidden { "Iterations of position " (number) }
                thead {
                    tr {
                        @for name in ["depth", "value", "nodes", "cycles", "seconds"] { th scope="col" { (name) } }
                        th.line scope="col" { "move and principal variation" }
                    }
                }
                tbody data-figure={ "card." (number) ".iterations" } {
                    @for iteration in &record.iterations {
                        (row(iteration, solved(iteration), page.map(|page| page.end(number, iteration))))
                    }
                }
            }
        }
    }
}

fn row(iteration: &IterationRecord, solving: bool, end: Option<String>) -> Markup {
    html! {
        tr class=[solving.then_some("solving")] {
            td {
                @match end {
                    Some(end) => a href=(end) title="the end of this iteration" { (iteration.depth) },
                    None => (iteration.depth),
                }
            }
            td { (Value(iteration.value).printed()) }
            td { (grouped(iteration.nodes)) }
            td { (grouped(iteration.cycles)) }
            td { (hundredths(iteration.seconds)) }
            td.line {
                b { (iteration.best.as_deref().unwrap_or(NONE)) }
                @for san in iteration.variation.iter().skip(1) { " " (san) }
            }
        }
    }
}
