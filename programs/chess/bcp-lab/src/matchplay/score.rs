//! The score of a match, next to the paper's.

use bcp_laboratory::null_move::Settings;
use cli::{Column, Table};

use super::game::{Effort, Game};
use crate::printing::Text;

/// Points of verified null-move pruning in 100 games against R = 2: David and Netanyahu 2002, section 4.
const PAPER_POINTS: f64 = 68.5;

/// Standard deviations within which 95 of 100 results lie.
const DEVIATIONS: f64 = 1.96;

/// The results of one search against the other.
#[derive(Debug)]
pub(crate) struct Score {
    wins: u32,
    draws: u32,
    losses: u32,
    /// Half points from both games of each opening: 0 to 4.
    pairs: Vec<u32>,
}

impl Score {
    /// The score of the search that plays White in the first game of each pair.
    pub(crate) fn new(pairs: &[[Game; 2]]) -> Self {
        let points = |[one, other]: &[Game; 2]| [one.white_half_points(), 2 - other.white_half_points()];
        let half_points: Vec<[u32; 2]> = pairs.iter().map(points).collect();
        let count = |wanted: u32| {
            let games = half_points.iter().flatten();
            games.filter(|points| **points == wanted).count() as u32
        };
        Self {
            wins: count(2),
            draws: count(1),
            losses: count(0),
            pairs: half_points.iter().map(|pair| pair.iter().sum()).collect(),
        }
    }

    const fn games(&self) -> u32 {
        self.wins + self.draws + self.losses
    }

    fn points(&self) -> f64 {
        f64::from(2 * self.wins + self.draws) / 2.0
    }

    /// Returns the 95% margin of the points of 100 games, from the spread of the openings, whose two games are not
    /// independent. `None` for fewer than two openings.
    fn margin(&self) -> Option<f64> {
        let openings = self.pairs.len() as f64;
        if self.pairs.len() < 2 {
            return None;
        }
        let percent: Vec<f64> = self.pairs.iter().map(|&p| 25.0 * f64::from(p)).collect();
        let mean = percent.iter().sum::<f64>() / openings;
        let squares: f64 = percent.iter().map(|p| (p - mean).powi(2)).sum();
        Some(DEVIATIONS * (squares / (openings - 1.0) / openings).sqrt())
    }

    /// A human-readable table.
    pub(crate) fn print(&self, out: &mut Text, first: Settings, second: Settings, effort: Effort) {
        out.line(format_args!(
            "{first} against {second}, {effort}, {} openings, each with both colours\n",
            self.pairs.len()
        ));
        if self.games() == 0 {
            out.line("no games were completed");
            return;
        }
        let of_100 = 100.0 * self.points() / f64::from(self.games());
        let margin = self.margin();
        let spread = margin.map_or_else(String::new, |margin| format!(" +- {margin:.1}"));
        let columns = ["games", "wins", "draws", "losses"].map(Column::right);
        let columns = std::iter::once(Column::left("").width(21)).chain(columns);
        let columns = columns.chain([Column::right("points").width(7)]);
        let mut table = Table::new(columns.chain([Column::left("of 100").gap(3)]));
        table.row([
            "here".to_owned(),
            self.games().to_string(),
            self.wins.to_string(),
            self.draws.to_string(),
            self.losses.to_string(),
            format!("{:.1}", self.points()),
            format!("{of_100:.1}{spread}"),
        ]);
        if first == Settings::VERIFIED && second == Settings::standard(2) {
            let points = format!("{PAPER_POINTS:.1}");
            table.row(["paper, 60 min per game", "100", "-", "-", "-", &points, &points]);
        }
        out.table(&table);
        if margin.is_some() {
            out.line("\n+-: 95% margin, estimated from the spread between openings");
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A game of this length, with a mate or a draw.
    fn game(plies: usize, mate: bool) -> Game {
        Game {
            opening: String::new(),
            players: [Settings::VERIFIED, Settings::standard(2)],
            moves: vec![String::new(); plies],
            mate,
        }
    }

    #[test]
    fn points_are_those_of_the_first_search() {
        // White mates, black mates; then a draw and a win with black.
        let pairs = [[game(41, true), game(41, true)], [game(60, false), game(60, true)]];
        let score = Score::new(&pairs);
        assert_eq!((score.wins, score.draws, score.losses), (2, 1, 1));
        assert_eq!(score.pairs, [2, 3]);
        assert_eq!(score.points(), 2.5);
        // Pairs of 50 % and 75 %: standard deviation 25 / sqrt 2, of the mean 12.5, by 1.96.
        let margin = score.margin().expect("two openings");
        assert!((margin - 24.5).abs() < 1e-9, "{margin}");
        assert_eq!(Score::new(&pairs[..1]).margin(), None);
    }
}
