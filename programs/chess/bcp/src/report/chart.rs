//! The common parts of the page's charts, as SVG: axes, the frame, grid lines and labels. Spaces separate the labels
//! where only the text is shown.

use cli::grouped;
use maud::{Markup, html};

/// Width and height of a chart, and the frame in it.
pub(super) const SIZE: f64 = 440.0;
pub(super) const LEFT: f64 = 46.0;
pub(super) const RIGHT: f64 = 428.0;
pub(super) const TOP: f64 = 12.0;
pub(super) const BOTTOM: f64 = 396.0;

/// A logarithmic axis of values, in units of the chart.
#[derive(Debug, Clone, Copy)]
pub(super) struct Axis {
    low: f64,
    high: f64,
    from: f64,
    to: f64,
}

impl Axis {
    /// An axis from `low` at `from` to `high` at `to`; both values are above 0.
    pub(super) const fn new(low: f64, high: f64, from: f64, to: f64) -> Self {
        Self { low, high, from, to }
    }

    /// The coordinate of a value; values beyond an end are placed at the end.
    pub(super) fn at(&self, value: f64) -> f64 {
        let value = value.clamp(self.low, self.high);
        let share = (value / self.low).ln() / (self.high / self.low).ln();
        self.from + share * (self.to - self.from)
    }

    /// The powers of ten on the axis.
    pub(super) fn decades(&self) -> Vec<f64> {
        let last = self.high.log10().floor() as i32;
        let first = self.low.log10().ceil() as i32;
        (first..=last).map(|power| 10_f64.powi(power)).collect()
    }
}

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
            " "
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
            " "
        }
    }
}

/// The names of the axes.
pub(super) fn names(horizontal: &str, vertical: &str) -> Markup {
    let middle = (TOP + BOTTOM) / 2.0;
    html! {
        text class="axis" x=(c((LEFT + RIGHT) / 2.0)) y=(c(SIZE - 10.0)) text-anchor="middle" { (horizontal) }
        " "
        text class="axis" x="11" y=(c(middle)) text-anchor="middle"
            transform={ "rotate(-90 11 " (c(middle)) ")" } { (vertical) }
        " "
    }
}

fn label(value: f64) -> String {
    if value < 1.0 {
        return value.to_string();
    }
    grouped(value as u64)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn places() {
        let axis = Axis::new(1.0, 10_000.0, 40.0, 440.0);
        for (value, at) in [(1.0, 40.0), (100.0, 240.0), (10_000.0, 440.0), (0.1, 40.0)] {
            assert!((axis.at(value) - at).abs() < 1e-9, "{value}");
        }
        assert_eq!(axis.decades(), [1.0, 10.0, 100.0, 1_000.0, 10_000.0]);
    }
}
