//! The common parts of the charts of the page: the frame, grid lines and labels, as SVG.

use cli::grouped;
use maud::{Markup, html};

use super::axis::Axis;

/// Width and height of a chart, and the frame in it.
pub(super) const SIZE: f64 = 440.0;
pub(super) const LEFT: f64 = 46.0;
pub(super) const RIGHT: f64 = 428.0;
pub(super) const TOP: f64 = 12.0;
pub(super) const BOTTOM: f64 = 396.0;

/// A coordinate: two decimals are finer than any screen.
pub(super) fn c(value: f64) -> String {
    format!("{value:.2}")
}

/// Vertical lines at values of the horizontal axis, with labels below.
pub(super) fn columns(axis: &Axis, values: &[f64]) -> Markup {
    html! {
        @for value in values {
            @let x = c(axis.at(*value));
            line class="grid" x1=(x) x2=(x) y1=(c(TOP)) y2=(c(BOTTOM)) {}
            text class="tick" x=(x) y=(c(BOTTOM + 15.0)) text-anchor="middle" { (label(*value)) }
        }
    }
}

/// Horizontal lines at values of the vertical axis, with labels on the left.
pub(super) fn rows(axis: &Axis, values: &[f64]) -> Markup {
    html! {
        @for value in values {
            @let y = axis.at(*value);
            line class="grid" x1=(c(LEFT)) x2=(c(RIGHT)) y1=(c(y)) y2=(c(y)) {}
            text class="tick" x=(c(LEFT - 6.0)) y=(c(y + 3.5)) text-anchor="end" { (label(*value)) }
        }
    }
}

/// The names of the axes.
pub(super) fn names(horizontal: &str, vertical: &str) -> Markup {
    let middle = (TOP + BOTTOM) / 2.0;
    html! {
        text class="axis" x=(c((LEFT + RIGHT) / 2.0)) y=(c(SIZE - 10.0)) text-anchor="middle" { (horizontal) }
        text class="axis" x="11" y=(c(middle)) text-anchor="middle"
            transform={ "rotate(-90 11 " (c(middle)) ")" } { (vertical) }
    }
}

fn label(value: f64) -> String {
    if value < 1.0 {
        return value.to_string();
    }
    grouped(value as u64)
}
