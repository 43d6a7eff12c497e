//! The plies of the search, their values and the moves beyond the path, compared with the events of the search.

use bcp_chess::{Colour, Position};
use bcp_debugger::{CHESS, debugged};
use bcp_driver::Program;
use serde_json::{Value as Json, json};
use z8000_debugger::command::Interpreter;
use z8000_debugger::session::Session;

pub(crate) fn session(fen: &str, depth: u8) -> Interpreter {
    let program = Program::built_in().expect("the program assembles");
    let mut session = Session::new(debugged(&program).expect("it fits"), 64_000_000);
    session.send(format!("p {fen}\ng {depth}\n").as_bytes());
    Interpreter::new(session, Some(CHESS))
}

pub(crate) fn execute(interpreter: &mut Interpreter, line: &str) -> Json {
    interpreter.execute(line, &mut |_| false).expect(line).data.into()
}

/// A node of the second-order search, or a position of the capture search; values are for its side to play.
#[derive(Clone)]
struct Node {
    depth: Option<i64>,
    low: i64,
    high: i64,
    best: i64,
}

/// The current line according to the events so far.
struct Line {
    root: Position,
    /// The position after each move, starting with the root.
    boards: Vec<Position>,
    moves: Vec<String>,
    /// The second-order nodes, one for each of the first positions.
    nodes: Vec<Node>,
    /// True if the root's side has passed in the current position.
    passed: bool,
    /// True if the last second-order move is being scored.
    scored: bool,
    /// The number of moves before the capture search and, below, its positions.
    before: usize,
    captures: Vec<Node>,
}

impl Line {
    fn new(fen: &str) -> Self {
        let root = Position::from_fen(fen).expect(fen);
        Self {
            root: root.clone(),
            boards: vec![root],
            moves: Vec::new(),
            nodes: Vec::new(),
            passed: false,
            scored: false,
            before: 0,
            captures: Vec::new(),
        }
    }

    fn play(&mut self, m: &str) {
        let mut board = self.boards.last().expect("the root").clone();
        let m = board.moves().into_iter().find(|it| it.to_string() == m).expect(m);
        // A move that the rules forbid is given by both squares.
        let letter = board
            .piece_on(m.from)
            .expect("a piece")
            .kind
            .letter()
            .to_string()
            .replace('P', "");
        let takes = if board.piece_on(m.to).is_some() { "x" } else { "-" };
        let long = || format!("{letter}{}{takes}{}", m.from, m.to);
        self.moves.push(board.san(m).unwrap_or_else(long));
        board.make(m);
        self.boards.push(board);
    }

    fn keep(&mut self, moves: usize) {
        self.moves.truncate(moves);
        self.boards.truncate(moves + 1);
    }

    /// Applies an event.
    fn take(&mut self, event: &Json) {
        let ply = event["ply"].as_u64().expect("a ply") as usize;
        let own = |field: &str| {
            let value = event[field].as_i64().expect(field);
            if event["side"] == event["for"] { value } else { -value }
        };
        let window = || {
            if event["side"] == event["for"] {
                (own("low"), own("high"))
            } else {
                (own("high"), own("low"))
            }
        };
        let m = || event["move"].as_str().expect("a move");
        match event["event"].as_str().expect("a name") {
            "root-pass" => {
                self.keep(0);
                self.nodes.clear();
                self.boards[0].make_null();
                (self.passed, self.before) = (true, 0);
            }
            "node" => {
                self.keep(ply);
                if self.passed {
                    self.boards[0] = self.root.clone();
                    self.passed = false;
                }
                self.nodes.truncate(ply);
                let (low, high) = window();
                self.nodes
                    .push(Node { depth: event["depth"].as_i64(), low, high, best: low });
                (self.before, self.scored) = (ply, false);
            }
            "pass" => {
                let node = &mut self.nodes[ply];
                node.best = node.low.max(own("value"));
            }
            "better" => self.nodes[ply].best = own("value"),
            "test" => {
                self.keep(ply);
                self.nodes.truncate(ply + 1);
                self.play(m());
                self.boards.last_mut().expect("a board").make_null();
                (self.before, self.scored) = (ply + 1, true);
            }
            "score" => {
                self.keep(ply);
                self.scored = false;
            }
            "search" | "try" => {
                self.keep(ply);
                self.nodes.truncate(ply + 1);
                self.play(m());
            }
            "value" => self.keep(ply),
            "captures" => {
                let (low, high) = window();
                self.captures
                    .push(Node { depth: None, low, high, best: low.max(own("material")) });
            }
            "capture" => self.play(m()),
            "quiet" => {
                self.captures.pop();
                let moves = (self.before + self.captures.len()).saturating_sub(1);
                if let Some(above) = self.captures.last_mut() {
                    above.best = above.best.max(-own("value"));
                    self.keep(moves);
                }
            }
            _ => {}
        }
    }

    /// Returns the plies after an event that begins a position, as `path` prints them.
    fn plies(&self, root: Colour, routine: &str) -> Vec<Json> {
        let name = |is_roots: bool| {
            if is_roots == (root == Colour::White) {
                "white"
            } else {
                "black"
            }
        };
        let mut plies = Vec::new();
        let mut turns = usize::from(self.passed);
        if self.passed {
            plies.push(json!({
                "text": "null", "side": name(true), "piece": null, "depth": null, "alpha": -127, "beta": 127,
                "best": null,
            }));
        }
        for (index, san) in self.moves.iter().enumerate() {
            let side = name(turns % 2 == 0);
            // The letter for castling is the king's.
            let piece = san.replace('O', "K").chars().next().filter(char::is_ascii_uppercase);
            let (node, scored) = match index.checked_sub(self.before) {
                None => (&self.nodes[index], self.scored && index + 1 == self.before),
                Some(index) => (&self.captures[index], false),
            };
            let alpha = node.depth.map(|_| node.low);
            let text = if scored { format!("{san} null") } else { san.clone() };
            plies.push(json!({
                "text": text, "side": side, "piece": piece.map(String::from), "depth": node.depth, "alpha": alpha,
                "beta": node.high, "best": node.best,
            }));
            turns += 1 + usize::from(scored);
        }
        let (node, depth, alpha) = match self.captures.last() {
            Some(node) => (node, None, None),
            None => {
                let node = self.nodes.last().expect("a node");
                (node, node.depth.filter(|_| routine == "t2v"), Some(node.low))
            }
        };
        plies.push(json!({
            "text": format!("in {routine}"), "side": name(turns % 2 == 0), "piece": null, "depth": depth, "alpha": alpha,
            "beta": node.high, "best": node.low,
        }));
        plies
    }
}

/// Positions, with depths at which none is first searched one ply less deep.
const SEARCHES: [(&str, u8); 5] = [
    ("r3k3/4p3/3p4/1N6/8/8/6PP/6K1 w - -", 2),
    ("7k/8/8/3p4/2P1n3/1b6/1P1K4/1R6 w - -", 2),
    ("4k3/1p1r4/2p5/3p4/8/4N3/3R4/3K4 b - -", 2),
    // An en passant capture; both sides may castle.
    ("4k3/8/2n5/3pP3/8/8/8/4K2R w K d6", 2),
    ("r3k2r/p6p/8/8/8/8/P6P/R3K2R b KQkq -", 2),
];

#[test]
fn plies_have_the_moves_and_values_of_the_events() {
    let (mut compared, mut beyond) = (0, 0);
    for (fen, depth) in SEARCHES {
        let mut interpreter = session(fen, depth);
        execute(&mut interpreter, "continue");
        let list = execute(&mut interpreter, "events 10000")["events"].take();
        let list = list.as_array().expect("events");
        let root = Position::from_fen(fen).expect(fen).side_to_play();
        let mut line = Line::new(fen);
        for event in list {
            line.take(event);
            let horizon = event["event"] == "node" && event["depth"] == 0 && event["ply"] != 0;
            let routine = match event["event"].as_str() {
                Some("node") if horizon => "xt1v",
                Some("node") => "t2v",
                Some("captures") => "t1v",
                _ => continue,
            };
            execute(&mut interpreter, &format!("goto {}", event["instructions"]));
            let found = execute(&mut interpreter, "path")["plies"].take();
            let mut found = found.as_array().expect("plies").clone();
            for ply in &mut found {
                ply.as_object_mut().expect("a ply").remove("move");
            }
            assert_eq!(found, line.plies(root, routine), "{event}");
            compared += 1;
            beyond += usize::from(line.captures.len() > 1);
        }
    }
    assert!(compared > 200 && beyond > 50, "{compared} {beyond}");
}
