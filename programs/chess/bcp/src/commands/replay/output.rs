//! Writing the results as text, as JSON or as PGN.

use std::collections::BTreeMap;
use std::io::Write;

use anyhow::Result;
use bcp_chess::pgn::Game;
use bcp_driver::Value;
use serde::Serialize;

use super::class::Class;
use super::reply::{Agreement, Asker, Reply};

/// Prints, below the lines of the moves, how many moves agree by game and by class, in human-readable form.
pub(super) fn sums(games: &[Game], replies: &[Reply]) -> Result<()> {
    let mut out = cli::Screen::default();
    writeln!(out)?;
    for (index, game) in games.iter().enumerate() {
        let agreement = Agreement::of_game(replies, index);
        let name = |tag| game.tag(tag).unwrap_or("?");
        if agreement.moves > 0 {
            writeln!(out, "{} - {}: {agreement}", name("White"), name("Black"))?;
        }
    }
    let classes = Class::ALL.map(|class| (class.name(), Agreement::of_class(replies, class)));
    let all = ("all", Agreement::among(replies.iter()));
    for (name, agreement) in classes.into_iter().chain([all]) {
        if agreement.moves > 0 {
            writeln!(out, "{name}: {agreement}, {:.0}%", agreement.per_cent())?;
        }
    }
    Ok(out.flush()?)
}

/// Formats a move in human-readable form.
pub(super) fn line(reply: &Reply) -> String {
    let found = match reply.found {
        Some(found) => format!("depth {:2}, value {:>4}", found.depth, Value(found.value).console()),
        None => "not searched        ".to_owned(),
    };
    format!(
        "{:2} {:>6} {:7} {} {:7} {:7} {found}, {:7.2} Z8000 s",
        reply.place.game + 1,
        reply.number(),
        reply.san(reply.place.played),
        if reply.agrees() { '=' } else { ' ' },
        reply.san(reply.chosen),
        reply.place.class.name(),
        reply.seconds,
    )
}

/// The result as JSON.
#[derive(Serialize)]
struct Replay<'a> {
    /// Z8000 seconds that the program may take for each move.
    seconds: f64,
    clock: String,
    positional: bool,
    games: Vec<ReplayedGame<'a>>,
    /// Agreement by class, with `all` for all classes together.
    agreement: BTreeMap<&'static str, Agreement>,
}

#[derive(Serialize)]
struct ReplayedGame<'a> {
    /// Tags of the PGN.
    tags: BTreeMap<&'a str, &'a str>,
    /// The position in which the game begins, as FEN.
    fen: String,
    result: String,
    moves: Vec<ReplayedMove>,
}

#[derive(Serialize)]
struct ReplayedMove {
    /// The move in UCI notation, such as `e2e4`.
    uci: String,
    san: String,
    #[serde(skip_serializing_if = "Option::is_none")]
    program: Option<ProgramReply>,
}

#[derive(Serialize)]
struct ProgramReply {
    class: Class,
    agrees: bool,
    uci: String,
    san: String,
    depth: Option<u8>,
    value: Option<i16>,
    seconds: f64,
}

/// Prints the games with all their moves, and the program's moves where it was asked, as JSON.
pub(super) fn json(games: &[Game], replies: &[Reply], asker: &Asker) -> Result<()> {
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

fn replayed<'a>(game: &'a Game, index: usize, replies: &[Reply]) -> ReplayedGame<'a> {
    let mut replies = replies.iter().filter(|reply| reply.place.game == index).peekable();
    let mut at = game.start().clone();
    let mut moves = Vec::new();
    for (ply, played) in game.moves().iter().enumerate() {
        moves.push(ReplayedMove {
            uci: played.m.to_string(),
            san: at.position.san(played.m).unwrap_or_default(),
            program: replies.next_if(|reply| reply.place.ply == ply).map(said),
        });
        if let Some(next) = at.play(played.m) {
            at = next;
        }
    }
    ReplayedGame {
        tags: game.tags().collect(),
        fen: game.start().to_string(),
        result: game.outcome.to_string(),
        moves,
    }
}

fn said(reply: &Reply) -> ProgramReply {
    ProgramReply {
        class: reply.place.class,
        agrees: reply.agrees(),
        uci: reply.chosen.to_string(),
        san: reply.san(reply.chosen),
        depth: reply.found.map(|found| found.depth),
        value: reply.found.map(|found| found.value),
        seconds: reply.seconds,
    }
}

/// Prints the games with their tags and comments, and a further comment after each requested move.
pub(super) fn pgn(games: &[Game], replies: &[Reply], asker: &Asker) -> Result<()> {
    for (index, game) in games.iter().enumerate() {
        let of_game = replies.iter().filter(|reply| reply.place.game == index);
        let agreement = Agreement::of_game(replies, index);
        if agreement.moves > 0 {
            cli::print(commented(game, of_game, agreement, asker)?)?;
        }
    }
    Ok(())
}

/// A copy of a game with the program's answers as comments.
fn commented<'a>(
    game: &Game,
    replies: impl Iterator<Item = &'a Reply>,
    agreement: Agreement,
    asker: &Asker,
) -> Result<Game> {
    let mut copy = game.unplayed();
    copy.add_comment(game.comment().unwrap_or_default());
    copy.add_comment(&format!(
        "With {} seconds per move on a Z8000 at {}, the reconstructed BCP agrees on {agreement}.",
        asker.seconds, asker.clock
    ));
    let mut replies = replies.peekable();
    for (ply, played) in game.moves().iter().enumerate() {
        copy.play(played.m)?;
        played.glyphs.iter().for_each(|glyph| copy.add_glyph(*glyph));
        let ours = replies.next_if(|reply| reply.place.ply == ply).map(comment);
        let comments: Vec<String> = played.comment.clone().into_iter().chain(ours).collect();
        copy.add_comment(&comments.join("; "));
    }
    copy.outcome = game.outcome;
    Ok(copy)
}

fn comment(reply: &Reply) -> String {
    let chosen = match reply.agrees() {
        true => "=".to_owned(),
        false => reply.san(reply.chosen),
    };
    let class = reply.place.class.name();
    let found = match reply.found {
        Some(found) => format!("depth {}, value {}", found.depth, Value(found.value).console()),
        None => "not searched".to_owned(),
    };
    format!("BCP {chosen}; {class}; {found}, {:.2} Z8000 seconds", reply.seconds)
}
