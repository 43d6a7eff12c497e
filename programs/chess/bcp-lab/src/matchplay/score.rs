//! The score of a match.

use super::game::Pair;

/// Verified null-move pruning against R = 2: David and Netanyahu 2002, section 4.
pub(super) const PAPER: &str = "\nthe paper's, 60 min per game: 68.5 of 100";

/// Standard deviations within which 95 of 100 results lie.
const DEVIATIONS: f64 = 1.96;

/// Column headings of the score.
pub(super) const HEADINGS: [&str; 4] = ["wins", "draws", "losses", "points of 100"];

/// Returns the score of the search that plays White in the first game of each opening. The 95% margin of its points is
/// computed over openings, because the two games of an opening are not independent.
pub(super) fn cells(pairs: &[Pair]) -> [String; 4] {
    let points = |Pair { games: [one, other] }: &Pair| [one.points, 1.0 - other.points];
    let points: Vec<[f64; 2]> = pairs.iter().map(points).collect();
    let count = |wanted| {
        points
            .iter()
            .flatten()
            .filter(|points| **points == wanted)
            .count()
            .to_string()
    };
    let openings = points.len() as f64;
    let percent: Vec<f64> = points.iter().map(|pair| 50.0 * (pair[0] + pair[1])).collect();
    let mean = percent.iter().sum::<f64>() / openings;
    let squares: f64 = percent.iter().map(|percent| (percent - mean).powi(2)).sum();
    let margin = DEVIATIONS * (squares / (openings - 1.0) / openings).sqrt();
    let of_100 = match points.len() {
        0 => "-".to_owned(),
        1 => format!("{mean:.1}"),
        _ => format!("{mean:.1} +- {margin:.1}"),
    };
    [count(1.0), count(0.5), count(0.0), of_100]
}

#[cfg(test)]
mod tests {
    use bcp_laboratory::null_move::Settings;

    use super::super::game::Game;
    use super::*;

    /// Returns a game in which White scores these points.
    fn game(points: f64) -> Game {
        let (white, black) = (Settings::VERIFIED, Settings::standard(2));
        Game {
            opening: String::new(),
            white,
            black,
            points,
            plies: 0,
            mate: points != 0.5,
            moves: String::new(),
        }
    }

    #[test]
    fn points_are_those_of_the_first_search() {
        // White mates, White mates again as the second search; then a draw and a win with black.
        let pairs = [[1.0, 1.0], [0.5, 0.0]].map(|points| Pair { games: points.map(game) });
        // Pairs of 50 % and 75 %: standard deviation 25 / sqrt 2, of the mean 12.5, by 1.96.
        assert_eq!(cells(&pairs), ["2", "1", "1", "62.5 +- 24.5"]);
        assert_eq!(cells(&pairs[1..]), ["1", "1", "0", "75.0"]);
        assert_eq!(cells(&[]), ["0", "0", "0", "-"]);
    }
}
