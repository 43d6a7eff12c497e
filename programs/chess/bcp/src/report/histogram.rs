//! The histogram of our time divided by the paper's, over all positions.

use maud::{Markup, html};

use super::chart::{Axis, BOTTOM, LEFT, RIGHT, SIZE, TOP, c, names, rows};
use super::figures::pair;
use super::run::Report;

/// Bars on each side of the ratio 1, each a factor of the square root of two wide; the outermost hold all beyond.
const HALF: i32 = 8;

/// The bar of a ratio, from 0.
fn bar(ratio: f64) -> usize {
    let at = (2.0 * ratio.log2()).round() as i32;
    (at.clamp(-HALF, HALF) + HALF) as usize
}

/// The chart; footnoted positions are omitted.
pub(super) fn svg(report: &Report<'_>) -> Markup {
    let mut bars = [0_usize; 2 * HALF as usize + 1];
    for result in report.results.iter().filter(|result| !result.footnote) {
        if let (Some(ours), Some(paper)) = pair(result) {
            bars[bar(f64::from(ours) / f64::from(paper))] += 1;
        }
    }
    let most = bars.iter().copied().max().unwrap_or(0).max(1);
    let y = Axis::linear(0.0, most as f64, BOTTOM, TOP + 14.0);
    let width = (RIGHT - LEFT) / bars.len() as f64;
    let size = c(SIZE);
    let lines: Vec<f64> = (0..=most / 10).map(|ten| (ten * 10) as f64).collect();
    html! {
        svg.chart viewBox={ "0 0 " (size) " " (size) } role="img" aria-labelledby="histogram-title" {
            title id="histogram-title" { "Number of positions by ratio of our time to the paper's" }
            g data-figure="histogram.scale" { (rows(&y, &lines)) }
            g data-figure="histogram" {
                @for (at, count) in bars.iter().enumerate() {
                    @let x = LEFT + width * at as f64;
                    rect.bar x=(c(x + 1.0)) width=(c(width - 2.0))
                        y=(c(y.at(*count as f64))) height=(c(BOTTOM - y.at(*count as f64))) {
                        title { (label(at)) ": " (count) }
                    }
                }
            }
            @for at in (0..bars.len()).step_by(2) {
                text.tick x=(c(LEFT + width * (at as f64 + 0.5))) y=(c(BOTTOM + 15.0)) text-anchor="middle" { (label(at)) }
                " "
            }
            (names("ours / paper, whole seconds", "positions"))
        }
    }
}

/// The ratio in the middle of a bar.
fn label(bar: usize) -> String {
    let steps = bar as i32 - HALF;
    match (steps, steps.abs() / 2) {
        (0, _) => "1".to_owned(),
        (..0, octaves) if steps % 2 == 0 => format!("1/{}", 1 << octaves),
        (_, octaves) if steps % 2 == 0 => (1 << octaves).to_string(),
        _ => format!("{:.2}", 2_f64.powf(f64::from(steps) / 2.0)),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn ratios_have_their_bars() {
        let at = |ratio: f64| label(bar(ratio));
        assert_eq!([1.0, 1.18, 2.0, 0.25].map(at), ["1", "1", "2", "1/4"]);
        assert_eq!([1.4, 0.7, 100.0, 0.001].map(at), ["1.41", "0.71", "16", "1/16"]);
    }
}
