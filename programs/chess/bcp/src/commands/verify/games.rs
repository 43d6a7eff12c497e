//! Comparing complete games, played move by move by both programs.

use std::collections::BTreeSet;

use anyhow::Result;
use bcp_chess::Move;
use bcp_driver::{Player, PlayerAnswer, Program, Time};
use bcp_reference::game::{Game, Outcome};
use bcp_reference::search::{Iteration, Player as Settings};
use bcp_suite::Interrupt;

use crate::commands::options::Variant;

/// Plies after which a game is stopped.
const LONGEST: usize = 160;

/// The result of the comparison of a game.
pub(super) struct ComparedGame {
    /// Moves that both chose.
    pub(super) moves: usize,
    /// Nodes of both.
    pub(super) nodes: u64,
    pub(super) outcome: Outcome,
    pub(super) difference: Option<String>,
}

/// Numbers that look random and are the same for the same game: a linear congruential generator (Knuth's MMIX).
struct Numbers(u64);

impl Numbers {
    fn below(&mut self, limit: usize) -> usize {
        self.0 = self
            .0
            .wrapping_mul(6_364_136_223_846_793_005)
            .wrapping_add(1_442_695_040_888_963_407);
        ((self.0 >> 33) as usize) % limit.max(1)
    }
}

/// Plays game number `seed`; `None` if interrupted. Its first moves are random, and so are, for each move, the depth of
/// the search, the number of lines reported, and whether the positional score counts. From time to time, moves are
/// taken back.
pub(super) fn play(
    program: &Program,
    variant: Variant,
    seed: u64,
    interrupt: &Interrupt,
) -> Result<Option<ComparedGame>> {
    let mut numbers = Numbers(seed);
    let mut player = Player::new(program)?;
    // The clock ticks, which must change nothing.
    player.set_time(Time::Unlimited)?;
    let mut compared = ComparedGame { moves: 0, nodes: 0, outcome: Outcome::Open, difference: None };
    let opening = numbers.below(9);
    let mut made = 0;
    while compared.outcome == Outcome::Open && made < LONGEST {
        if interrupt.requested() {
            return Ok(None);
        }
        let legal = player.game().position().legal_moves();
        // Their order is a reading, on which the choice depends and this list does not.
        let listed: BTreeSet<String> = legal.iter().map(Move::to_string).collect();
        if player.legal_moves()?.into_iter().collect::<BTreeSet<_>>() != listed {
            compared.difference = Some(format!("in the legal moves at {}", player.game().position().to_fen()));
            break;
        }
        let m = if made < opening {
            legal[numbers.below(legal.len())]
        } else {
            let settings = Settings {
                lines: 1 + numbers.below(4) * numbers.below(2),
                weighing: numbers.below(8) > 0,
                seed: (numbers.below(3) * numbers.below(0x1_0000)) as u16,
            };
            let deepest = 1 + numbers.below(4) as u8;
            let z8000 = z8000(&mut player, settings, deepest)?;
            let reference = reference(variant, player.game(), settings, deepest);
            if z8000 != reference {
                compared.difference = Some(format!(
                    "at {}, with {} lines to depth {deepest}:\n  Z8000      {}\n  reference  {}",
                    player.game().position().to_fen(),
                    settings.lines,
                    z8000.text(),
                    reference.text(),
                ));
                break;
            }
            compared.moves += 1;
            compared.nodes += z8000.lines.last().map_or(0, |line| u64::from(line.nodes));
            let Some(m) = z8000.chosen else { break };
            m
        };
        compared.outcome = player.play(m)?;
        made += 1;
        if numbers.below(20) == 0 {
            for _ in 0..=numbers.below(3) {
                made -= usize::from(player.take_back()?);
            }
            compared.outcome = Outcome::Open;
        }
    }
    Ok(Some(compared))
}

/// All that one of them has reported about a position, and its move.
#[derive(PartialEq, Eq)]
struct MoveReport {
    lines: Vec<Iteration>,
    chosen: Option<Move>,
}

impl MoveReport {
    fn text(&self) -> String {
        let mut lines: Vec<String> = self.lines.iter().map(Iteration::to_string).collect();
        lines.extend(self.chosen.map(|m| format!("move {m}")));
        lines.join(", ")
    }
}

fn z8000(player: &mut Player, settings: Settings, deepest: u8) -> Result<MoveReport> {
    player.set_player(settings)?;
    player.ask_for_move(deepest);
    let mut lines = Vec::new();
    loop {
        match player.thought(u64::MAX)? {
            Some(PlayerAnswer::Line(line)) => lines.push(line.into()),
            Some(PlayerAnswer::Move(m)) => {
                return Ok(MoveReport { lines, chosen: Some(m) });
            }
            None => return Ok(MoveReport { lines, chosen: None }),
        }
    }
}

fn reference(variant: Variant, game: &Game, settings: Settings, deepest: u8) -> MoveReport {
    let mut searcher = variant.searcher(game.position().clone());
    let mut thoughts = searcher.think(game, settings, deepest);
    let lines = thoughts.by_ref().flatten().collect();
    MoveReport { lines, chosen: thoughts.chosen() }
}
