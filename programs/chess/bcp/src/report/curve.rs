//! The chart of positions solved within a given time: by our program, by the paper's, and, as far as known, by BELLE.

use std::fmt::Write as _;

use maud::{Markup, html};

use super::chart::{Axis, BOTTOM, LEFT, RIGHT, SIZE, TOP, c, columns, names, rows};
use super::paper;
use super::run::Report;

/// Longest time on the axis.
const HIGHEST: f64 = 30_000.0;

/// The chart.
pub(super) fn svg(report: &Report<'_>) -> Markup {
    let all = report.results.len() as f64;
    let x = Axis::logarithmic(0.8, HIGHEST, LEFT, RIGHT);
    let y = Axis::linear(0.0, all, BOTTOM, TOP + 14.0);
    let times = |side: fn(&crate::judgement::Outcome) -> Option<u32>| {
        let mut times: Vec<u32> = report.results.iter().filter_map(side).collect();
        times.sort_unstable();
        times
    };
    let ours = times(|result| result.whole_seconds());
    let theirs = times(|result| result.table1_seconds);
    let size = c(SIZE);
    // BELLE's figure is one of the whole book.
    let whole = report.results.len() == paper::POSITIONS;
    let belle = (x.at(paper::BELLE_SECONDS), y.at(paper::BELLE_SOLVED as f64));
    html! {
        svg.chart viewBox={ "0 0 " (size) " " (size) } role="img" aria-labelledby="curve-title" {
            title id="curve-title" { "Positions solved by time: ours, the paper's and BELLE's" }
            (columns(&x, &x.decades()))
            (rows(&y, &counts(report.results.len())))
            (names("Z8000 seconds", "positions solved"))
            polyline.paper points=(steps(&x, &y, &theirs, HIGHEST)) data-figure="curve.paper" {}
            polyline.ours points=(steps(&x, &y, &ours, report.limit_seconds.ceil())) data-figure="curve.ours" {}
            @if whole {
                line.belle x1=(c(x.at(f64::from(paper::BELLE_EQUIVALENT)))) y1=(c(belle.1)) x2=(c(belle.0)) y2=(c(belle.1)) {}
                circle.belle cx=(c(belle.0)) cy=(c(belle.1)) r="4" {
                    title { "BELLE: 273 within 180 s, equivalent to 18,000 s on the Z8000" }
                }
                text.tick x=(c(belle.0 + 4.0)) y=(c(belle.1 + 17.0)) text-anchor="end" { "BELLE 273" }
            }
        }
    }
}

/// Round numbers up to the count of positions, not more than about ten.
fn counts(all: usize) -> Vec<f64> {
    let steps = [1, 2, 5, 10, 20, 50, 100, 200, 500, 1_000, 10_000, 100_000];
    let step = steps.into_iter().find(|step| all / step <= 8).unwrap_or(all.max(1));
    (0..=all / step).map(|at| (at * step) as f64).collect()
}

/// A line that goes up by one at each time, and continues to the time at which the search was abandoned.
fn steps(x: &Axis, y: &Axis, times: &[u32], end: f64) -> String {
    let mut points = format!("{},{}", c(x.at(0.8)), c(y.at(0.0)));
    for (before, seconds) in times.iter().enumerate() {
        let at = c(x.at(f64::from(*seconds)));
        let last = times.get(before + 1) != Some(seconds);
        if before == 0 || times[before - 1] != *seconds {
            let _ = write!(points, " {at},{}", c(y.at(before as f64)));
        }
        if last {
            let _ = write!(points, " {at},{}", c(y.at(before as f64 + 1.0)));
        }
    }
    let _ = write!(points, " {},{}", c(x.at(end)), c(y.at(times.len() as f64)));
    points
}
