//! Maximising a function of a few variables by the simplex method of Nelder and Mead (1965).

/// Distance of the corners of the initial simplex from the start.
const STEP: f64 = 0.5;
/// The simplex is small enough when its values differ by less than this.
const TOLERANCE: f64 = 1e-9;
const MOST_STEPS: usize = 20_000;
/// Number of searches, each starting where the previous one ended: a simplex can collapse before it reaches the
/// maximum.
const RESTARTS: usize = 3;

/// Returns the location of a maximum of a function near a start.
pub(crate) fn maximum<const N: usize>(start: &[f64; N], value: impl Fn(&[f64; N]) -> f64) -> [f64; N] {
    let mut best = *start;
    for _ in 0..RESTARTS {
        best = climb(&best, &value);
    }
    best
}

fn climb<const N: usize>(start: &[f64; N], value: &impl Fn(&[f64; N]) -> f64) -> [f64; N] {
    let corner = |point: [f64; N]| (value(&point), point);
    let mut corners = vec![corner(*start)];
    for axis in 0..N {
        let mut point = *start;
        point[axis] += STEP;
        corners.push(corner(point));
    }
    for _ in 0..MOST_STEPS {
        corners.sort_by(|a, b| b.0.total_cmp(&a.0));
        let (best, worst) = (corners[0].0, corners[N]);
        if best - worst.0 < TOLERANCE {
            break;
        }
        let middle: [f64; N] =
            std::array::from_fn(|axis| corners[..N].iter().map(|corner| corner.1[axis]).sum::<f64>() / N as f64);
        let towards = |factor: f64| {
            corner(std::array::from_fn(|axis| {
                middle[axis] + factor * (worst.1[axis] - middle[axis])
            }))
        };
        let reflected = towards(-1.0);
        corners[N] = if reflected.0 > best {
            let expanded = towards(-2.0);
            if expanded.0 > reflected.0 { expanded } else { reflected }
        } else if reflected.0 > corners[N - 1].0 {
            reflected
        } else {
            let contracted = towards(if reflected.0 > worst.0 { -0.5 } else { 0.5 });
            if contracted.0 > worst.0.max(reflected.0) {
                contracted
            } else {
                let to = corners[0].1;
                for (_, point) in &mut corners[1..] {
                    *point = std::array::from_fn(|axis| (point[axis] + to[axis]) / 2.0);
                }
                for place in &mut corners[1..] {
                    *place = corner(place.1);
                }
                corners[N]
            }
        };
    }
    corners.sort_by(|a, b| b.0.total_cmp(&a.0));
    corners[0].1
}

#[cfg(test)]
mod tests {
    use std::cell::Cell;

    use super::*;

    /// Rosenbrock's valley, whose only maximum is 0 at (1, 1), and a paraboloid of four variables.
    #[test]
    fn known_maxima_are_found() {
        let valley = |&[x, y]: &[f64; 2]| -(1.0 - x).powi(2) - 100.0 * (y - x * x).powi(2);
        let [x, y] = maximum(&[-1.2, 1.0], valley);
        assert!((x - 1.0).abs() < 1e-3 && (y - 1.0).abs() < 1e-3, "{x} {y}");
        let bowl = |point: &[f64; 4]| -> f64 {
            let part = |(n, x): (usize, &f64)| (n + 1) as f64 * (x - n as f64).powi(2);
            -point.iter().enumerate().map(part).sum::<f64>()
        };
        let top = maximum(&[5.0, 5.0, -5.0, 0.0], bowl);
        for (n, x) in top.iter().enumerate() {
            assert!((x - n as f64).abs() < 1e-3, "{top:?}");
        }
    }

    /// If the limit of steps is reached before the corners are close together, the result is the best point seen. Every
    /// second value, that of an expansion, is slightly smaller than the previous one, so that all steps have the same
    /// length.
    #[test]
    fn the_best_place_of_an_endless_search_is_found() {
        let (calls, best) = (Cell::new(0), Cell::new((0.0, 0.0)));
        let rising = |&[x]: &[f64; 1]| {
            calls.set(calls.get() + 1);
            let value = f64::from(calls.get()) - if calls.get() % 2 == 0 { 1.5 } else { 0.0 };
            if value > best.get().0 {
                best.set((value, x));
            }
            value
        };
        assert_eq!(maximum(&[0.0], rising), [best.get().1]);
    }

    /// Each search evaluates the function as often as a Python program that was written from the paper.
    #[test]
    fn steps_are_those_of_another_program() {
        fn needed<const N: usize>(start: [f64; N], value: impl Fn(&[f64; N]) -> f64) -> usize {
            let count = Cell::new(0);
            let counted = |point: &[f64; N]| {
                count.set(count.get() + 1);
                value(point)
            };
            maximum(&start, counted);
            count.get()
        }
        let bowl = |&[x, y]: &[f64; 2]| -(x - 1.0) * (x - 1.0) - 10.0 * (y + 2.0) * (y + 2.0);
        assert_eq!(needed([0.0, 0.0], bowl), 204);
        let valley = |&[x, y]: &[f64; 2]| -(1.0 - x) * (1.0 - x) - 100.0 * (y - x * x) * (y - x * x);
        assert_eq!(needed([-1.2, 1.0], valley), 290);
        assert_eq!(needed([0.0], |&[x]: &[f64; 1]| -(x - 3.0).abs()), 186);
        let ridge = |&[x, y, z]: &[f64; 3]| -x * x - 2.0 * y * y - 3.0 * z * z + x * y + y * z;
        assert_eq!(needed([5.0, -4.0, 3.0], ridge), 380);
        // The function has no maximum: three searches from two corners take 20000 steps each, with two values a step.
        let later = Cell::new(0.0);
        let rising = |_: &[f64; 1]| {
            later.set(later.get() + 1.0);
            later.get()
        };
        assert_eq!(needed([0.0], rising), 3 * (2 + 20_000 * 2));
    }
}
