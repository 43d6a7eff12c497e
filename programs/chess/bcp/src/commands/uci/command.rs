//! Parsing the commands of a GUI, line by line.

/// A command of a GUI.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) enum Command {
    Uci,
    Debug(bool),
    IsReady,
    SetOption {
        name: String,
        value: String,
    },
    Register,
    NewGame,
    Position {
        /// FEN of the starting position; `None` for that of a game.
        fen: Option<String>,
        moves: Vec<String>,
    },
    Go(Go),
    Stop,
    PonderHit,
    Quit,
}

/// Times, limits and root moves of a search. Times are in milliseconds, and may be negative.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub(super) struct Go {
    pub(super) search_moves: Vec<String>,
    pub(super) ponder: bool,
    pub(super) infinite: bool,
    /// Remaining time on white's clock and on black's.
    pub(super) time: [Option<i64>; 2],
    /// Increments for each move of white and of black.
    pub(super) increment: [Option<i64>; 2],
    pub(super) moves_to_go: Option<i64>,
    pub(super) depth: Option<i64>,
    pub(super) nodes: Option<i64>,
    pub(super) mate: Option<i64>,
    pub(super) move_time: Option<i64>,
    /// Words that this engine does not understand.
    pub(super) skipped: Vec<String>,
}

impl Go {
    /// Returns true if a move of a game is requested, not a search to a depth.
    pub(super) const fn is_of_a_game(&self) -> bool {
        !self.infinite && !self.ponder && self.depth.is_none() && self.nodes.is_none() && self.mate.is_none()
    }
}

/// A line parsed from the GUI.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub(super) struct ParsedLine {
    /// `None` if the line contains no command.
    pub(super) command: Option<Command>,
    /// Unknown words before the command.
    pub(super) skipped: Vec<String>,
}

/// The words that may follow `go`.
const GO_WORDS: &str = "searchmoves ponder wtime btime winc binc movestogo depth nodes mate movetime infinite";

impl ParsedLine {
    /// Parses a line. Unknown words are skipped, as the protocol requires: `joho debug on` means `debug on`.
    pub(super) fn read(line: &str) -> Self {
        let words: Vec<&str> = line.split_whitespace().collect();
        let mut parsed = Self::default();
        for (at, word) in words.iter().enumerate() {
            let rest = &words[at + 1..];
            parsed.command = match *word {
                "uci" => Some(Command::Uci),
                "isready" => Some(Command::IsReady),
                "register" => Some(Command::Register),
                "ucinewgame" => Some(Command::NewGame),
                "stop" => Some(Command::Stop),
                "ponderhit" => Some(Command::PonderHit),
                "quit" => Some(Command::Quit),
                "debug" => switch(rest).map(Command::Debug),
                "setoption" => Some(set_option(rest)),
                "position" => position(rest),
                "go" => Some(Command::Go(Go::read(rest))),
                _ => None,
            };
            if parsed.command.is_some() {
                break;
            }
            parsed.skipped.push((*word).to_owned());
        }
        parsed
    }
}

impl Go {
    /// Returns true if there is a limit on the search; `infinite` counts as one.
    pub(super) const fn is_limited(&self) -> bool {
        self.infinite
            || self.time[0].is_some()
            || self.time[1].is_some()
            || self.depth.is_some()
            || self.nodes.is_some()
            || self.mate.is_some()
            || self.move_time.is_some()
    }

    fn read(words: &[&str]) -> Self {
        let mut go = Self::default();
        let mut words = words.iter().copied().peekable();
        while let Some(word) = words.next() {
            let number = match word {
                "ponder" => {
                    go.ponder = true;
                    continue;
                }
                "infinite" => {
                    go.infinite = true;
                    continue;
                }
                "searchmoves" => {
                    while let Some(text) = words.next_if(|word| GO_WORDS.split(' ').all(|known| known != *word)) {
                        go.search_moves.push(text.to_owned());
                    }
                    continue;
                }
                "wtime" => &mut go.time[0],
                "btime" => &mut go.time[1],
                "winc" => &mut go.increment[0],
                "binc" => &mut go.increment[1],
                "movestogo" => &mut go.moves_to_go,
                "depth" => &mut go.depth,
                "nodes" => &mut go.nodes,
                "mate" => &mut go.mate,
                "movetime" => &mut go.move_time,
                _ => {
                    go.skipped.push(word.to_owned());
                    continue;
                }
            };
            match words.next_if(|word| is_number(word)) {
                Some(text) => *number = Some(whole(text)),
                None => go.skipped.push(word.to_owned()),
            }
        }
        go
    }
}

fn is_number(word: &str) -> bool {
    let digits = word.strip_prefix(['-', '+']).unwrap_or(word);
    !digits.is_empty() && digits.bytes().all(|byte| byte.is_ascii_digit())
}

/// Parses a number; one out of range becomes the nearest that fits.
fn whole(text: &str) -> i64 {
    let beyond = if text.starts_with('-') { i64::MIN } else { i64::MAX };
    text.parse().unwrap_or(beyond)
}

fn switch(words: &[&str]) -> Option<bool> {
    match words.first() {
        Some(&"on") => Some(true),
        Some(&"off") => Some(false),
        _ => None,
    }
}

/// Parses `setoption`, whose `name` and `value` may each contain spaces.
fn set_option(words: &[&str]) -> Command {
    let begin = words.iter().position(|word| *word == "name").unwrap_or(words.len());
    let rest = words.get(begin + 1..).unwrap_or_default();
    let end = rest.iter().position(|word| *word == "value").unwrap_or(rest.len());
    let name = [&words[..begin], &rest[..end]].concat().join(" ");
    let value = rest.get(end + 1..).unwrap_or_default().join(" ");
    Command::SetOption { name, value }
}

fn position(words: &[&str]) -> Option<Command> {
    let (first, rest) = words.split_first()?;
    let at = rest.iter().position(|word| *word == "moves").unwrap_or(rest.len());
    let fen = match *first {
        "startpos" => None,
        "fen" => Some(rest[..at].join(" ")),
        _ => return None,
    };
    let moves = rest.get(at + 1..).unwrap_or_default();
    let moves = moves.iter().map(|word| (*word).to_owned()).collect();
    Some(Command::Position { fen, moves })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn command(line: &str) -> Option<Command> {
        ParsedLine::read(line).command
    }

    #[test]
    fn words_are_skipped_as_the_protocol_wants_it() {
        // The UCI specification uses this example.
        assert_eq!(command("joho debug on"), Some(Command::Debug(true)));
        assert_eq!(command("debug joho on"), None);
        assert_eq!(command("  \t uci \t"), Some(Command::Uci));
        assert_eq!(command(""), None);
        assert_eq!(ParsedLine::read("joho quit now").skipped, ["joho"]);
        let parsed = ParsedLine::read("go joho depth x movetime 5 wtime infinite");
        let go = Go {
            infinite: true,
            move_time: Some(5),
            skipped: ["joho", "depth", "x", "wtime"].map(str::to_owned).to_vec(),
            ..Go::default()
        };
        assert_eq!(parsed.command, Some(Command::Go(go)));
    }

    /// A limit on depth, nodes or moves to a mate, or no limit, requests an analysis; time limits request a move of a
    /// game.
    #[test]
    fn only_time_makes_a_search_a_move_of_a_game() {
        for (line, expected) in [
            ("go", true),
            ("go wtime 1000 btime 1000 winc 10 binc 10 movestogo 5", true),
            ("go movetime 1000", true),
            ("go searchmoves e2e4", true),
            ("go infinite", false),
            ("go ponder wtime 1000", false),
            ("go depth 3", false),
            ("go nodes 1000 wtime 1000", false),
            ("go mate 2", false),
        ] {
            let Some(Command::Go(go)) = command(line) else { panic!("{line}") };
            assert_eq!(go.is_of_a_game(), expected, "{line}");
        }
    }

    #[test]
    fn go_has_all_its_forms() {
        let line = "go searchmoves e2e4 d2d4 ponder wtime 1 btime -2 winc 3 binc 4 movestogo 5 depth 6 nodes 7 mate 8 \
                    movetime 99999999999999999999";
        let go = Go {
            search_moves: vec!["e2e4".to_owned(), "d2d4".to_owned()],
            ponder: true,
            infinite: false,
            time: [Some(1), Some(-2)],
            increment: [Some(3), Some(4)],
            moves_to_go: Some(5),
            depth: Some(6),
            nodes: Some(7),
            mate: Some(8),
            move_time: Some(i64::MAX),
            skipped: Vec::new(),
        };
        assert_eq!(command(line), Some(Command::Go(go)));
    }

    #[test]
    fn options_and_positions_have_blanks() {
        let set = |name: &str, value: &str| Some(Command::SetOption { name: name.to_owned(), value: value.to_owned() });
        assert_eq!(command("setoption name Clear Hash"), set("Clear Hash", ""));
        assert_eq!(
            command("setoption name NalimovPath value c:\\a b;value name"),
            set("NalimovPath", "c:\\a b;value name")
        );
        let position = |fen: Option<&str>, moves: &[&str]| {
            Some(Command::Position {
                fen: fen.map(str::to_owned),
                moves: moves.iter().map(|text| (*text).to_owned()).collect(),
            })
        };
        assert_eq!(command("position startpos"), position(None, &[]));
        assert_eq!(command("position startpos moves e2e4"), position(None, &["e2e4"]));
        assert_eq!(
            command("position fen 8/8 w - - moves a b"),
            position(Some("8/8 w - -"), &["a", "b"])
        );
        assert_eq!(command("position fen"), position(Some(""), &[]));
        assert_eq!(command("position"), None);
    }
}
