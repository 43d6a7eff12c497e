//! The result for people.

use std::io::Write;

use anyhow::Result;
use bcp_chess::pgn::Game;
use bcp_driver::written;

use super::agreement::Agreement;
use super::class::Class;
use super::reply::Reply;

/// Prints a line for each move, then how many are the same, by games and by classes.
pub(super) fn print(games: &[Game], replies: &[Reply]) -> Result<()> {
    let mut out = cli::Screen::default();
    for reply in replies {
        writeln!(out, "{}", line(reply))?;
    }
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
            writeln!(out, "{name}: {agreement}, {:.0} %", agreement.per_cent())?;
        }
    }
    Ok(out.flush()?)
}

fn line(reply: &Reply) -> String {
    let found = match reply.found {
        Some(found) => format!("depth {:2}, value {:>4}", found.depth, written(found.value)),
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
