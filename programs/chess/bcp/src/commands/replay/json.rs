//! The result for programs: the games with all their moves, and the program's where it was asked.

use std::collections::BTreeMap;
use std::io::Write;

use anyhow::Result;
use bcp_chess::pgn::Game;
use serde::Serialize;

use super::agreement::Agreement;
use super::class::Class;
use super::reply::{Asker, Reply};

#[derive(Serialize)]
struct Replay<'a> {
    /// Z8000 seconds for a move, and the clock.
    seconds: f64,
    clock: String,
    positional: bool,
    games: Vec<Replayed<'a>>,
    /// By class, and for `all`.
    agreement: BTreeMap<&'static str, Agreement>,
}

#[derive(Serialize)]
struct Replayed<'a> {
    /// Tags of the PGN.
    tags: BTreeMap<&'a str, &'a str>,
    /// Where the game begins.
    fen: String,
    result: String,
    moves: Vec<Played>,
}

#[derive(Serialize)]
struct Played {
    /// In the notation of UCI, and in SAN.
    uci: String,
    san: String,
    #[serde(skip_serializing_if = "Option::is_none")]
    program: Option<Said>,
}

#[derive(Serialize)]
struct Said {
    class: Class,
    agrees: bool,
    uci: String,
    san: String,
    depth: Option<u8>,
    value: Option<i16>,
    seconds: f64,
}

pub(super) fn print(games: &[Game], replies: &[Reply], asker: &Asker) -> Result<()> {
    let mut agreement = BTreeMap::from([("all", Agreement::among(replies.iter()))]);
    for class in Class::ALL {
        agreement.insert(class.name(), Agreement::of_class(replies, class));
    }
    let replay = Replay {
        seconds: asker.seconds,
        clock: asker.clock.to_string(),
        positional: asker.weighing,
        games: games
            .iter()
            .enumerate()
            .filter(|(index, _)| Agreement::of_game(replies, *index).moves > 0)
            .map(|(index, game)| replayed(game, index, replies))
            .collect(),
        agreement,
    };
    let mut out = cli::Screen::default();
    writeln!(out, "{}", serde_json::to_string_pretty(&replay)?)?;
    Ok(out.flush()?)
}

fn replayed<'a>(game: &'a Game, index: usize, replies: &[Reply]) -> Replayed<'a> {
    let mut replies = replies.iter().filter(|reply| reply.place.game == index).peekable();
    let mut at = game.start().clone();
    let mut moves = Vec::new();
    for (ply, played) in game.moves().iter().enumerate() {
        moves.push(Played {
            uci: played.m.to_string(),
            san: at.position.san(played.m).unwrap_or_default(),
            program: replies.next_if(|reply| reply.place.ply == ply).map(said),
        });
        if let Some(next) = at.play(played.m) {
            at = next;
        }
    }
    Replayed {
        tags: game.tags().collect(),
        fen: game.start().to_string(),
        result: game.outcome.to_string(),
        moves,
    }
}

fn said(reply: &Reply) -> Said {
    Said {
        class: reply.place.class,
        agrees: reply.agrees(),
        uci: reply.chosen.to_string(),
        san: reply.san(reply.chosen),
        depth: reply.found.map(|found| found.depth),
        value: reply.found.map(|found| found.value),
        seconds: reply.seconds,
    }
}
