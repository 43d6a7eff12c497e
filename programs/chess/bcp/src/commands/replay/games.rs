//! The games, and the moves to examine.

use std::collections::BTreeSet;
use std::path::Path;

use anyhow::{Context, Result, anyhow, bail, ensure};
use bcp_chess::pgn::{Game, Reader};
use bcp_chess::{Colour, Fen, Move};
use bcp_suite::built_in::BCP_GAMES;

use super::class::{Class, Opponent};

/// The games of a file.
#[derive(Debug)]
pub(super) struct Games {
    /// Games in the order of the file. A skipped game is present without moves, so that indexes match the file's
    /// numbers.
    pub(super) games: Vec<Game>,
    /// The player whose games these are, if they are the built-in ones.
    pub(super) hero: Option<&'static str>,
    /// False if a game of the file has a fault.
    pub(super) has_all: bool,
    /// The file's name, for messages.
    name: String,
}

/// A move to examine.
#[derive(Debug, Clone)]
pub(super) struct Place {
    /// Index of the game, from 0.
    pub(super) game: usize,
    /// Number of plies before the move.
    pub(super) ply: usize,
    pub(super) before: Fen,
    pub(super) played: Move,
    pub(super) class: Class,
}

impl Games {
    /// Reads a file, or the built-in games. A fault in a game is reported; the moves before it are used, and so are the
    /// other games.
    ///
    /// # Errors
    ///
    /// The file cannot be read, or has no game that can be read.
    pub(super) fn read(path: Option<&Path>) -> Result<Self> {
        let Some(path) = path else {
            let games: Result<Vec<Game>, _> = Reader::new(BCP_GAMES.as_bytes()).collect();
            return Ok(Self {
                games: games?,
                hero: Some("BCP"),
                has_all: true,
                name: "the built-in games".to_owned(),
            });
        };
        let name = path.display().to_string();
        let bytes = cli::read(path).map_err(|error| anyhow!("{error:#}; expected a file of PGN games"))?;
        let (mut games, mut errors, mut skipped) = (Vec::new(), Vec::new(), 0);
        for read in Reader::new(&bytes[..]) {
            match read {
                Ok(game) => games.push(game),
                Err(mut error) => {
                    let before = error.before.take().filter(|game| !game.moves().is_empty());
                    let kept = if before.is_some() {
                        "keeping the moves before the error"
                    } else {
                        "skipping this game"
                    };
                    errors.push((error, kept));
                    skipped += usize::from(before.is_none());
                    games.push(before.map_or_else(|| Game::from_start(Fen::start()), |game| *game));
                }
            }
        }
        if games.len() == skipped {
            let line = bytes.split(|byte| *byte == b'\n').next().unwrap_or_default();
            ensure!(
                line.iter().filter(|byte| **byte == b'/').count() != 7,
                "{name}: expected PGN games, found positions; use `bcp solve {name}`"
            );
            let first = errors.first().map(|(error, _)| format!(": {error}"));
            bail!("{name}: no PGN games found{}", first.unwrap_or_default());
        }
        for (error, kept) in &errors {
            cli::warn(format_args!("{name}: {error}; {kept}"));
        }
        let has_all = errors.is_empty();
        Ok(Self { games, hero: None, has_all, name })
    }

    /// Returns the moves of a player, or of both, in all games or in one; games are numbered from 1.
    ///
    /// # Errors
    ///
    /// There are no such moves.
    pub(super) fn places(&self, player: Option<&str>, number: Option<usize>) -> Result<Vec<Place>> {
        let all = self.games.len();
        let (from, to) = number.map_or((0, all), |number| (number.saturating_sub(1), number));
        ensure!(from < to && to <= all, "{}: expected a game from 1 to {all}", self.name);
        let is_asked = |name: &str| player.is_none_or(|player| name.to_lowercase() == player.to_lowercase());
        let mut places = Vec::new();
        for (index, game) in self.games.iter().enumerate().take(to).skip(from) {
            let mut before = game.start().clone();
            let mut opponent = Opponent::default();
            for (ply, played) in game.moves().iter().enumerate() {
                let m = played.m;
                if is_asked(named(game, before.position.side_to_play()).unwrap_or_default()) {
                    places.push(Place {
                        game: index,
                        ply,
                        class: Class::of(game, ply, &before.position, opponent),
                        before: before.clone(),
                        played: m,
                    });
                }
                opponent = Opponent::plays(&before.position, m);
                before = before
                    .play(m)
                    .with_context(|| format!("the game's move {m} is not legal"))?;
            }
        }
        match (places.is_empty(), player) {
            (false, _) => Ok(places),
            (true, None) => bail!("{}: the games have no moves", self.name),
            (true, Some(player)) => {
                let sides = [Colour::White, Colour::Black];
                let names = self.games.iter().flat_map(|game| sides.map(|side| named(game, side)));
                let names: BTreeSet<&str> = names.flatten().collect();
                let (name, names) = (&self.name, Vec::from_iter(names).join(", "));
                bail!("{name}: no moves by `{player}`; the players are {names}")
            }
        }
    }
}

/// Returns the name of the player of a side.
fn named(game: &Game, side: Colour) -> Option<&str> {
    game.tag(match side {
        Colour::White => "White",
        Colour::Black => "Black",
    })
}
