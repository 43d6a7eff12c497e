//! The search as it stands in the memory of the Z8000: board, path, bounds, tree.
//!
//! Everything is read through symbols of the program, so that another program without them shows
//! less. Nothing is changed.

use bcp_reference::constants::MAX_DEPTH;
use serde_json::json;
use z8000::machine::Memory;
use z8000_debugger::command::{Answer, Arguments, Command, CommandError, Extension, Group, Interpreter, Outcome};
use z8000_debugger::session::{Frame, Session, Tick};

use crate::path::{SearchPath, move_at};
use crate::stored_tree::StoredTree;

/// Letters of the kinds, in the order of `asm/constants.s`.
const LETTERS: &[u8; 12] = b"PNBRQKpnbrqk";

/// The commands and the pane of the chess program.
pub const CHESS: Extension = Extension {
    commands: Group {
        title: "Chess",
        commands: &[
            Command::new(
                "board",
                "",
                "",
                "show the board in the emulated memory and the side to move",
                board,
            ),
            Command::new(
                "path",
                "",
                "",
                "list the moves on the search path with depth, bounds and best value",
                path,
            ),
            Command::new("line", "", "", "show the best line of the stored tree", line),
            Command::new(
                "search",
                "",
                "",
                "show the iteration, the nodes and the entries of the stored tree",
                search,
            ),
        ],
    },
    pane,
};

/// A ply of the second-order search.
#[derive(Debug, Clone, PartialEq, Eq)]
struct Ply {
    /// The move that is being searched in it.
    played: String,
    /// Depth that is left.
    depth: Option<u16>,
    /// Bounds when it was entered, and the best value so far.
    alpha: Option<i16>,
    beta: Option<i16>,
    best: Option<i16>,
}

/// What is read.
struct Reader<'s> {
    session: &'s Session,
    memory: &'s Memory,
}

impl Reader<'_> {
    fn at(&self, name: &str) -> Option<u16> {
        self.session.program().address(name).ok()
    }

    fn word(&self, name: &str) -> Option<u16> {
        Some(self.memory.data_word(self.at(name)?))
    }

    fn signed(&self, at: u16) -> i16 {
        self.memory.data_word(at).cast_signed()
    }

    /// The eight rows of the board, the eighth rank first.
    fn board(&self) -> Option<Vec<String>> {
        let (board, kinds) = (self.at("board")?, self.at("kind")?);
        let first = self.at("A1")?;
        let (white, black) = (self.at("WHITE")?, self.at("BLACK")?);
        let letter = |square: u16| {
            let code = u16::from(self.memory.data_byte(board.wrapping_add(square)));
            if code & (white | black) == 0 {
                return '.';
            }
            let kind = self.memory.data_word(kinds.wrapping_add(code)) / 2;
            LETTERS.get(usize::from(kind)).map_or('?', |letter| char::from(*letter))
        };
        let row = |rank: u16| {
            let squares = (0..8).map(|file| letter(first + 16 * rank + file));
            let text: Vec<String> = squares.map(String::from).collect();
            format!("{} {}", rank + 1, text.join(" "))
        };
        Some((0..8).rev().map(row).collect())
    }

    /// The side to play: the own bit in RH7, while the search runs; else that of the position.
    fn side(&self) -> &'static str {
        let (white, black) = (self.at("WHITE"), self.at("BLACK"));
        let colours = self.session.board().cpu().register(7);
        let bit = |colours: u16| Some(colours >> 8 & 0xFF);
        let sides = [bit(colours), self.word("placed").and_then(bit)];
        for side in sides {
            if side == white {
                return "white";
            }
            if side == black {
                return "black";
            }
        }
        "?"
    }

    /// The moves on the path, from the root on.
    fn path(&self) -> Vec<String> {
        let path = SearchPath::find(&|name| self.at(name));
        path.map_or_else(Vec::new, |path| path.moves(self.memory))
    }

    /// Reads the frame of a routine that has called another one, by the names in `asm/frames.s`. `pushed` names the
    /// bytes that it has pushed since it saved its registers.
    fn frame(&self, called: &Frame, pushed: Option<&str>) -> Option<impl Fn(&str) -> Option<i16>> {
        let pushed = pushed.map_or(Some(0), |name| self.at(name))?;
        let frame = called.slot?.wrapping_add(2).wrapping_add(pushed);
        Some(move |name: &str| Some(self.signed(frame.wrapping_add(self.at(name)?))))
    }

    /// The plies of the search, the root first: what `search_child` and `near_move`, which works at depth one, keep on
    /// the stack.
    fn plies(&self, frames: &[Frame]) -> Vec<Ply> {
        let mut saved: Vec<(u16, i16, i16)> = frames
            .windows(2)
            .filter_map(|pair| {
                let makes = matches!(pair[0].routine.as_str(), "play" | "play_for_good" | "make");
                let (depth, frame) = match pair[1].routine.as_str() {
                    "search_child" => (None, self.frame(&pair[0], None)?),
                    "near_move" => (Some(1), self.frame(&pair[0], makes.then_some("FRAME_MAKING"))?),
                    _ => return None,
                };
                let depth = depth.or_else(|| Some(frame("FRAME_DEPTH")?.cast_unsigned()))?;
                Some((depth, frame("FRAME_LOWER")?, frame("FRAME_UPPER")?))
            })
            .collect();
        saved.reverse();
        let path = self.path();
        // The root is entered with -WIN and WIN.
        let mut beta_before = self.at("WIN").map(u16::cast_signed);
        let mut plies = Vec::new();
        for (index, played) in path.iter().enumerate() {
            let known = saved.get(index);
            let beta = known.map(|(_, _, beta)| *beta);
            plies.push(Ply {
                played: played.clone(),
                depth: known.map(|(depth, _, _)| *depth),
                alpha: beta_before.map(|beta| -beta),
                beta,
                best: known.map(|(_, best, _)| *best),
            });
            beta_before = beta;
        }
        plies.extend(self.scored(frames, beta_before));
        plies.push(self.present(frames, beta_before));
        plies
    }

    /// The move that `score_move` has made to see what it wins after a null move. Neither is on the
    /// path.
    fn scored(&self, frames: &[Frame], beta_before: Option<i16>) -> Option<Ply> {
        let pair = frames
            .windows(2)
            .find(|pair| pair[1].routine == "score_move" && pair[0].routine == "xt1v")?;
        let frame = self.frame(&pair[0], Some("FRAME_SCORING"))?;
        // The move's own record stands below the one that was the last before it was made.
        let from = self.at("UNDO_FROM")?;
        let undo = frame("FRAME_UNDO")?.cast_unsigned().wrapping_sub(self.at("UNDO_SIZE")?);
        Some(Ply {
            played: format!("{} null", move_at(self.memory, undo.wrapping_add(from))),
            depth: Some(frame("FRAME_DEPTH")?.cast_unsigned()),
            alpha: beta_before.map(|beta| -beta),
            beta: frame("FRAME_UPPER"),
            best: frame("FRAME_LOWER"),
        })
    }

    /// The ply in work: its values are in the registers.
    fn present(&self, frames: &[Frame], beta_before: Option<i16>) -> Ply {
        let cpu = self.session.board().cpu();
        let register = |n| cpu.register(n).cast_signed();
        let routine = frames.first().map_or("", |frame| frame.routine.as_str());
        let within = matches!(routine, "t2v" | "better" | "near" | "t1v" | "xt1v");
        let searches = |frame: &Frame| matches!(frame.routine.as_str(), "t2v" | "near" | "xt1v");
        let searching = frames.iter().any(searches);
        Ply {
            played: format!("in {routine}"),
            depth: match routine {
                "t2v" => Some(cpu.register(6)),
                "near" => Some(1),
                _ => None,
            },
            alpha: beta_before.map(|beta| -beta).filter(|_| searching && routine != "t1v"),
            beta: within.then(|| register(9)),
            best: within.then(|| register(8)),
        }
    }

    /// The depth of the iteration that `it2v` works on.
    fn iteration(&self, frames: &[Frame]) -> Option<u16> {
        let pair = frames
            .windows(2)
            .find(|pair| pair[1].routine == "it2v" && pair[0].slot.is_some())?;
        let reports = pair[0].routine == "report";
        let frame = self.frame(&pair[0], reports.then_some("ITERATION_REPORTING"))?;
        let depth = frame("ITERATION_DEPTH")?.cast_unsigned();
        (depth <= u16::from(MAX_DEPTH)).then_some(depth)
    }

    fn tree(&self) -> Option<StoredTree> {
        StoredTree::find(&|name| self.at(name))
    }

    /// Entries of the stored tree that are in use, and all of them.
    fn fill(&self) -> Option<(u16, u16)> {
        let tree = self.tree()?;
        Some((tree.in_use(self.memory)?, tree.capacity))
    }

    fn best_line(&self) -> Option<Vec<String>> {
        Some(self.tree()?.best_line(self.memory))
    }

    fn nodes(&self) -> Option<u32> {
        Some(self.memory.data_long(self.at("nodes")?))
    }
}

const fn reader(session: &Session) -> Reader<'_> {
    Reader {
        session,
        memory: session.board().memory(),
    }
}

fn number<T: ToString>(value: Option<T>) -> String {
    value.map_or_else(|| "-".to_owned(), |value| value.to_string())
}

/// The table of plies, the root first.
fn table(plies: &[Ply]) -> Vec<String> {
    let heading = format!(
        "{:>3} {:<9} {:>3} {:>5} {:>5} {:>5}",
        "ply", "move", "d", "alpha", "beta", "best"
    );
    let row = |(index, ply): (usize, &Ply)| {
        format!(
            "{index:>3} {:<9} {:>3} {:>5} {:>5} {:>5}",
            ply.played,
            number(ply.depth),
            number(ply.alpha),
            number(ply.beta),
            number(ply.best)
        )
    };
    std::iter::once(heading)
        .chain(plies.iter().enumerate().map(row))
        .collect()
}

fn board(interpreter: &mut Interpreter, _: &Arguments<'_>, _: &mut Tick<'_>) -> Outcome {
    let reader = reader(&interpreter.session);
    let missing = "the program has no board: the symbols board, kind, A1, WHITE and BLACK are needed";
    let rows = reader.board().ok_or_else(|| CommandError::Other(missing.to_owned()))?;
    let side = reader.side();
    let text = format!("{}\n  a b c d e f g h   {side} to play", rows.join("\n"));
    let rows: Vec<String> = rows.iter().map(|row| row[2..].replace(' ', "")).collect();
    Ok(Answer::new(text, json!({ "rows": rows, "side": side })))
}

fn path(interpreter: &mut Interpreter, _: &Arguments<'_>, _: &mut Tick<'_>) -> Outcome {
    let session = &interpreter.session;
    let plies = reader(session).plies(&session.frames());
    let data: Vec<_> = plies
        .iter()
        .map(|ply| {
            json!({
                "move": ply.played, "depth": ply.depth, "alpha": ply.alpha,
                "beta": ply.beta, "best": ply.best,
            })
        })
        .collect();
    Ok(Answer::new(table(&plies).join("\n"), json!({ "plies": data })))
}

fn line(interpreter: &mut Interpreter, _: &Arguments<'_>, _: &mut Tick<'_>) -> Outcome {
    let moves = reader(&interpreter.session).best_line();
    let moves = moves.ok_or_else(|| CommandError::Other("the program has no stored tree".to_owned()))?;
    Ok(Answer::new(moves.join(" "), json!({ "line": moves })))
}

fn search(interpreter: &mut Interpreter, _: &Arguments<'_>, _: &mut Tick<'_>) -> Outcome {
    let session = &interpreter.session;
    let reader = reader(session);
    let iteration = reader.iteration(&session.frames());
    let (nodes, tree) = (reader.nodes(), reader.fill());
    Ok(Answer::new(
        summary(&reader, iteration).join("\n"),
        json!({
            "iteration": iteration, "nodes": nodes,
            "entries": tree.map(|tree| tree.0), "of": tree.map(|tree| tree.1),
        }),
    ))
}

fn pane(session: &Session) -> Vec<String> {
    let reader = reader(session);
    let frames = session.frames();
    let mut beside = summary(&reader, reader.iteration(&frames)).into_iter();
    let mut lines = vec![format!("chess: {} to play", reader.side())];
    for row in reader.board().unwrap_or_default() {
        lines.push(format!("{row}  {}", beside.next().unwrap_or_default()));
    }
    lines.push("  a b c d e f g h".to_owned());
    lines.extend(table(&reader.plies(&frames)));
    lines
}

/// Iteration, nodes, tree, line by line.
fn summary(reader: &Reader<'_>, iteration: Option<u16>) -> Vec<String> {
    let mut lines = vec![
        format!("iteration {}", number(iteration)),
        format!("nodes {}", number(reader.nodes())),
    ];
    if let Some((used, all)) = reader.fill() {
        lines.push(format!("tree {used} of {all}"));
    }
    if let Some(mate) = reader.word("mate_value").filter(|mate| *mate != 0) {
        lines.push(format!("mate in one {}", mate.cast_signed()));
    }
    lines
}
