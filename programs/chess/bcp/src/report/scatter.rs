//! The scatter plot of our seconds against the paper's: a point for each position, linked to its card.

use std::collections::HashMap;

use bcp_driver::Value;
use maud::{Markup, html};

use super::chart::{Axis, BOTTOM, LEFT, RIGHT, SIZE, TOP, c, columns, names, rows};
use super::figures::pair;
use super::number::table1;
use super::run::Report;
use crate::judgement::Outcome;

/// Times at the ends of the axes.
const LOWEST: f64 = 0.02;
const HIGHEST: f64 = 3_000.0;
/// Width of the lanes for positions that have no time.
const LANE: f64 = 30.0;
/// Distance between points that would overlap.
const APART: f64 = 3.0;

/// The marks of the points, around their places: they can be told apart without their colours.
const SHAPES: [(&str, &str); 4] = [
    ("mate", "M0-4.4 4.4 0 0 4.4-4.4 0z"),
    ("gain", "M-3.2 0a3.2 3.2 0 1 1 6.4 0 3.2 3.2 0 1 1-6.4 0z"),
    ("note", "M0-4.2 4.2 3.3H-4.2z"),
    ("none", "M-3.2-3.2 3.2 3.2M3.2-3.2-3.2 3.2"),
];

/// The two axes and the lanes after their ends.
struct Frame {
    x: Axis,
    y: Axis,
    highest: f64,
}

impl Frame {
    /// Axes up to a time.
    const fn new(highest: f64) -> Self {
        Self {
            x: Axis::new(0.5, highest, LEFT, RIGHT - LANE),
            y: Axis::new(LOWEST, highest, BOTTOM, TOP + LANE),
            highest,
        }
    }

    /// The place of a result: our exact time upwards; an unsolved one is in the middle of a lane.
    fn place(&self, result: &Outcome) -> (f64, f64) {
        let x = result
            .table1_seconds
            .map_or(RIGHT - LANE / 2.0, |seconds| self.x.at(seconds.into()));
        let y = result.seconds.map_or(TOP + LANE / 2.0, |seconds| self.y.at(seconds));
        (x, y)
    }

    /// The band of ratios up to a factor, as a polygon that leaves the frame at its corners.
    fn band(&self, factor: f64) -> String {
        let (low, high) = (0.5, self.highest);
        [
            (low, low / factor),
            (low, low * factor),
            (high / factor, high),
            (high, high),
            (high, high / factor),
        ]
        .iter()
        .map(|(x, y)| format!("{},{}", c(self.x.at(*x)), c(self.y.at(*y))))
        .collect::<Vec<_>>()
        .join(" ")
    }
}

/// The chart.
pub(super) fn svg(report: &Report<'_>) -> Markup {
    // Nothing is clamped to the edge: the axes reach the limit of the run.
    let frame = Frame::new(HIGHEST.max(report.limit_seconds * 1.2));
    let decades = frame.x.decades();
    let size = c(SIZE);
    html! {
        svg.chart viewBox={ "0 0 " (size) " " (size) } role="group" aria-labelledby="scatter-title" {
            title id="scatter-title" {
                "Seconds to solution, ours against the paper's, on logarithmic axes"
            }
            rect.lane x=(c(RIGHT - LANE)) y=(c(TOP)) width=(c(LANE)) height=(c(BOTTOM - TOP)) {}
            rect.lane x=(c(LEFT)) y=(c(TOP)) width=(c(RIGHT - LEFT)) height=(c(LANE)) {}
            polygon.band points=(frame.band(5.0)) {}
            polygon.band points=(frame.band(2.0)) {}
            (columns(&frame.x, &decades))
            (rows(&frame.y, &frame.y.decades()))
            text.tick x=(c(RIGHT - LANE / 2.0)) y=(c(BOTTOM + 15.0)) text-anchor="middle" { "F" }
            " "
            text.tick x=(c(LEFT - 6.0)) y=(c(TOP + LANE / 2.0 + 3.5)) text-anchor="end" { "F" }
            " "
            line.even x1=(c(frame.x.at(0.5))) y1=(c(frame.y.at(0.5)))
                x2=(c(frame.x.at(frame.highest))) y2=(c(frame.y.at(frame.highest))) {}
            (band_label(&frame, 5.0))
            (band_label(&frame, 2.0))
            (names("seconds in the paper", "seconds here"))
            defs {
                @for (kind, shape) in SHAPES { path id={ "mark-" (kind) } d=(shape) {} }
            }
            @for (result, (x, y)) in spread(report, &frame) {
                (point(result, x, y))
            }
        }
    }
}

/// `x 5` beside the edge of a band.
fn band_label(frame: &Frame, factor: f64) -> Markup {
    let at = 0.7;
    html! {
        text.edge x=(c(frame.x.at(at) - 3.0)) y=(c(frame.y.at(at * factor) - 4.0)) { "×" (factor) }
        " "
    }
}

/// A mark for the legend, to be shown next to its explanation.
pub(super) fn key(kind: &str) -> Markup {
    html! {
        svg.key viewBox="-5.5 -5.5 11 11" aria-hidden="true" { use class={ "mark " (kind) } href={ "#mark-" (kind) } {} }
    }
}

/// Positions with their places; those that would overlap lie around the common place like the seeds of a
/// sunflower, which the caption says.
fn spread<'a>(report: &'a Report<'_>, frame: &Frame) -> Vec<(&'a Outcome, (f64, f64))> {
    let mut met = HashMap::new();
    let golden = std::f64::consts::PI * (3.0 - 5_f64.sqrt());
    report
        .results
        .iter()
        .map(|result| {
            let (x, y) = frame.place(result);
            let place = (result.table1_seconds, result.seconds.map(f64::to_bits));
            let before = met.entry(place).or_insert(0_u32);
            let (distance, angle) = (APART * f64::from(*before).sqrt(), golden * f64::from(*before));
            *before += 1;
            (result, (x + distance * angle.cos(), y + distance * angle.sin()))
        })
        .collect()
}

fn point(result: &Outcome, x: f64, y: f64) -> Markup {
    let number = result.number;
    let (ours, paper) = pair(result);
    let (ours, paper) = (table1(ours), table1(paper));
    // The label leans to the middle, so that it stays in the chart.
    let (shift, anchor) = if x > SIZE / 2.0 { (-7.0, "end") } else { (7.0, "start") };
    let kind = match result.value {
        _ if result.footnote => "note",
        _ if !result.solved => "none",
        Some(value) if Value(value).is_mate() => "mate",
        _ => "gain",
    };
    html! {
        a.point href={ "#p" (number) } tabindex="-1" data-figure={ "point." (number) } {
            use class={ "mark " (kind) } href={ "#mark-" (kind) } x=(c(x)) y=(c(y)) {
                title { "position " (number) ": ours " (ours) ", paper " (paper) }
            }
            text.tip x=(c(x + shift)) y=(c(y + 3.5)) text-anchor=(anchor) aria-hidden="true" {
                (number) ": " (ours) " / " (paper)
            }
        }
    }
}
