//! The result as PGN: the games with their tags and comments, and a further comment behind each move that was asked for.

use anyhow::Result;
use bcp_chess::pgn::Game;
use bcp_driver::written;

use super::agreement::Agreement;
use super::reply::{Asker, Reply};

pub(super) fn print(games: &[Game], replies: &[Reply], asker: &Asker) -> Result<()> {
    for (index, game) in games.iter().enumerate() {
        let of_game = replies.iter().filter(|reply| reply.place.game == index);
        let agreement = Agreement::of_game(replies, index);
        if agreement.moves > 0 {
            cli::print(commented(game, of_game, agreement, asker)?)?;
        }
    }
    Ok(())
}

/// A copy of a game with what the program says of it.
fn commented<'a>(
    game: &Game,
    replies: impl Iterator<Item = &'a Reply>,
    agreement: Agreement,
    asker: &Asker,
) -> Result<Game> {
    let mut copy = Game::from_start(game.start().clone());
    for (name, value) in game.tags() {
        copy.set_tag(name, value)?;
    }
    copy.add_comment(game.comment().unwrap_or_default());
    copy.add_comment(&format!(
        "BCP, reconstructed, with {} seconds of a Z8000 at {} for a move, plays {agreement} too.",
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
        Some(found) => format!("depth {}, value {}", found.depth, written(found.value)),
        None => "not searched".to_owned(),
    };
    format!("BCP {chosen}; {class}; {found}, {:.2} Z8000 seconds", reply.seconds)
}
