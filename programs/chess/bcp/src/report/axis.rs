//! Axes of a chart.

/// Where values are drawn, in units of the chart.
#[derive(Debug, Clone, Copy)]
pub(super) struct Axis {
    low: f64,
    high: f64,
    from: f64,
    to: f64,
    logarithmic: bool,
}

impl Axis {
    /// A logarithmic axis from `low` at `from` to `high` at `to`; both values are above 0.
    pub(super) const fn logarithmic(low: f64, high: f64, from: f64, to: f64) -> Self {
        Self { logarithmic: true, ..Self::linear(low, high, from, to) }
    }

    /// An even axis from `low` at `from` to `high` at `to`.
    pub(super) const fn linear(low: f64, high: f64, from: f64, to: f64) -> Self {
        Self { low, high, from, to, logarithmic: false }
    }

    /// The place of a value; values beyond an end stand at the end.
    pub(super) fn at(&self, value: f64) -> f64 {
        let value = value.clamp(self.low, self.high);
        let share = if self.logarithmic {
            (value / self.low).ln() / (self.high / self.low).ln()
        } else {
            (value - self.low) / (self.high - self.low)
        };
        self.from + share * (self.to - self.from)
    }

    /// Powers of ten on a logarithmic axis.
    pub(super) fn decades(&self) -> Vec<f64> {
        let last = self.high.log10().floor() as i32;
        let first = self.low.log10().ceil() as i32;
        (first..=last).map(|power| 10_f64.powi(power)).collect()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn places() {
        let axis = Axis::logarithmic(1.0, 10_000.0, 40.0, 440.0);
        for (value, at) in [(1.0, 40.0), (100.0, 240.0), (10_000.0, 440.0), (0.1, 40.0)] {
            assert!((axis.at(value) - at).abs() < 1e-9, "{value}");
        }
        assert_eq!(axis.decades(), [1.0, 10.0, 100.0, 1_000.0, 10_000.0]);
        let axis = Axis::linear(0.0, 300.0, 400.0, 100.0);
        assert!((axis.at(150.0) - 250.0).abs() < 1e-9);
    }
}
