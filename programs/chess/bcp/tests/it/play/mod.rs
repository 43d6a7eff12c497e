//! Games with `bcp play`: what is typed, what is printed, what is saved.

mod sessions;

use std::fs;
use std::io::{BufRead, BufReader, Write};
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Output, Stdio};

use bcp_chess::pgn::{Game, Outcome, Reader};

use crate::common::{command, text};

/// Starts a game in a plain locale.
fn start(arguments: &str) -> Child {
    // Play must be deterministic unless a test wants variety.
    let seed = if arguments.contains("--seed") { "" } else { "--seed 0" };
    command(&format!("play {seed} {arguments}"))
        .env("LC_ALL", "C")
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .expect("the command starts")
}

/// Plays a game to its end, with these bytes as typed input.
fn played(arguments: &str, typed: &[u8]) -> Output {
    let mut child = start(arguments);
    // A game that ends by itself reads no input.
    let _ = child.stdin.take().expect("an input").write_all(typed);
    child.wait_with_output().expect("the game ends")
}

/// Checks that the output contains these parts in this order.
fn check_order(name: &str, said: &str, parts: &[&str]) {
    let mut rest = said;
    for part in parts {
        let (_, behind) = rest
            .split_once(part)
            .unwrap_or_else(|| panic!("{name}: no `{part}` in {said}"));
        rest = behind;
    }
}

/// A folder for files, which is removed at the end of the test.
struct Folder(PathBuf);

impl Folder {
    fn new(name: &str) -> Self {
        let path = std::env::temp_dir().join(format!("bcp-play-{name}-{}", std::process::id()));
        fs::create_dir_all(&path).expect("a folder");
        Self(path)
    }

    fn file(&self, name: &str) -> String {
        self.0.join(name).to_str().expect("a path").to_owned()
    }
}

impl Drop for Folder {
    fn drop(&mut self) {
        let _ = fs::remove_dir_all(&self.0);
    }
}

/// Returns the games of a file; if pgn-extract is installed, it must accept them.
fn games(path: impl AsRef<Path>) -> Vec<Game> {
    for judge in ["pgn-extract", "/usr/games/pgn-extract"] {
        if let Ok(judged) = Command::new(judge).args(["-r", "-s"]).arg(path.as_ref()).output() {
            let said = text(&judged.stdout) + &text(&judged.stderr);
            assert!(judged.status.success() && said.is_empty(), "{said}");
        }
    }
    let bytes = fs::read(path).expect("a file");
    Reader::new(&bytes[..]).map(|game| game.expect("a game")).collect()
}

#[test]
fn any_bytes_can_be_typed() {
    let mut typed = b"\x00\xff\x1b[2J\r\n".to_vec();
    typed.extend(vec![b'x'; 300_000]);
    typed.extend(b"\ne4\xc3\n");
    typed.extend("\u{265a}".repeat(200).bytes());
    // The last line has no line feed.
    typed.extend(b"\nfen");
    let output = played("--colour both", &typed);
    let said = text(&output.stdout);
    assert!(output.status.success(), "{said}");
    let start = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1\n";
    check_order(
        "bytes",
        &said,
        &[
            "is neither",
            "That line is too long.",
            "is neither",
            "is neither",
            start,
        ],
    );
    assert!(!said.contains(|c: char| c.is_control() && c != '\n'), "{said:?}");
}

#[test]
fn what_cannot_be_played_is_refused() {
    let folder = Folder::new("refused");
    let missing = folder.file("missing/game.pgn");
    for (arguments, status, part) in [
        ("--fen nonsense", 1, "placement"),
        ("--fen '8/8/8/8/8/8/8/8 w - -'", 1, "kings"),
        (
            "--fen '4k3/8/8/8/8/8/4R3/4K3 w - -'",
            1,
            "in check, but it is not black's turn",
        ),
        ("--fen '4k3/8/8/8/8/8/4R3/4K3 b - - x 1'", 1, "halfmove clock"),
        ("--simple", 1, "cannot play games"),
        (&format!("--pgn '{missing}'"), 1, "cannot write"),
        ("--seconds 3 --game-seconds 3", 2, "--game-seconds"),
        ("--seconds 0", 2, "--seconds"),
        ("--depth 0", 2, "--depth"),
        ("--colour green", 2, "green"),
    ] {
        let output = played(arguments, b"e4\n");
        let said = text(&output.stderr);
        assert_eq!(output.status.code(), Some(status), "{arguments}: {said}");
        assert!(said.contains(part) && !said.contains("panicked"), "{arguments}: {said}");
    }
}

#[test]
fn the_pieces_are_those_of_unicode_where_the_locale_has_them() {
    let unicode = [
        "  8  \u{265c} \u{265e} \u{265d} \u{265b} \u{265a} ",
        "  1  \u{2656} \u{2658} \u{2657} \u{2655} \u{2654} ",
    ];
    let letters = ["  8  r n b q k ", "  1  R N B Q K "];
    for (locale, ascii, rows) in [
        ("C.UTF-8", false, unicode),
        ("C.UTF-8", true, letters),
        ("C", false, letters),
    ] {
        let options = if ascii { "play --ascii" } else { "play" };
        let output = command(options).env("LC_ALL", locale).stdin(Stdio::null()).output();
        let said = text(&output.expect("the command runs").stdout);
        assert!(
            rows.iter().all(|row| said.contains(row)) && !said.contains('\u{1b}'),
            "{locale}: {said}"
        );
    }
}

#[test]
fn games_are_saved_behind_those_of_the_file() {
    let folder = Folder::new("saved");
    let file = folder.file("games.pgn");
    // The file lacks the empty line that ends a game.
    fs::write(&file, "[White \"Morphy\"]\n\n1. e4 e5 1/2-1/2").expect("written");
    let arguments = format!("--colour both --pgn '{file}'");
    let copy = folder.file("a copy.pgn");
    let typed = format!("f3\ne5\ng4\nsave\nsave {copy}\nQh4\nsave {copy}\nnew\nd4\nresign\nsave {copy}\n");
    let output = played(&arguments, typed.as_bytes());
    assert!(output.status.success(), "{}", text(&output.stderr));
    let all = games(&file);
    let played_moves: Vec<usize> = all.iter().map(|game| game.moves().len()).collect();
    assert_eq!(played_moves, [2, 4, 1]);
    let outcomes: Vec<Outcome> = all.iter().map(|game| game.outcome).collect();
    assert_eq!(outcomes, [Outcome::Draw, Outcome::BlackWins, Outcome::WhiteWins]);
    assert_eq!(all[0].tag("White"), Some("Morphy"));
    assert_eq!(all[1].moves()[3].comment.as_deref(), Some("mate"));
    assert_eq!(all[2].moves()[0].comment.as_deref(), Some("black resigns"));
    // The copy was saved twice and contains the first game once; the next game follows it.
    let copied: Vec<Outcome> = games(&copy).iter().map(|game| game.outcome).collect();
    assert_eq!(copied, [Outcome::BlackWins, Outcome::WhiteWins]);
    // No move was played, so no game is saved.
    let before = fs::read(&file).expect("a file");
    assert!(played(&arguments, b"help\n").status.success());
    assert_eq!(fs::read(&file).expect("a file"), before);
}

#[test]
fn what_cannot_be_saved_is_said_and_the_game_goes_on() {
    let folder = Folder::new("unsaved");
    let typed = format!("save {}\ne4\nfen\n", folder.file("missing/game.pgn"));
    let output = played("--colour both", typed.as_bytes());
    let parts = ["cannot write", "Black 1> fen\nrnbqkbnr/pppppppp/8/8/4P3/8/"];
    assert!(output.status.success());
    check_order("unsaved", &text(&output.stdout), &parts);
    // A game is not appended to a file of another kind.
    let results = folder.file("results.jsonl");
    fs::write(&results, "{\"schema\":4}\n").expect("a file");
    let output = played("--colour both", format!("save {results}\n").as_bytes());
    check_order("unsaved", &text(&output.stdout), &["does not begin with a PGN tag"]);
    assert_eq!(fs::read_to_string(&results).expect("the file"), "{\"schema\":4}\n");
}

#[test]
fn a_saved_game_says_what_played_it_and_how() {
    let folder = Folder::new("tags");
    let file = folder.file("game.pgn");
    let fen = "6k1/5ppp/8/8/8/8/5PPP/R5K1 b - - 3 20";
    let arguments = format!("--fen '{fen}' --game-seconds 300 --depth 2 --pgn '{file}'");
    let output = played(&format!("{arguments} --colour black"), b"h6\nresign\n");
    assert!(output.status.success(), "{}", text(&output.stderr));
    let game = &games(&file)[0];
    for (tag, value) in [
        ("White", "BCP, reconstructed (Z8000 at 4 MHz)"),
        ("WhiteType", "program"),
        ("BlackType", "human"),
        (
            "Annotator",
            concat!(
                "bcp ",
                env!("CARGO_PKG_VERSION"),
                ": a reconstruction, not Beal's own program"
            ),
        ),
        ("TimeControl", "300"),
        ("TimeUnit", "seconds of a Z8000 at 4 MHz"),
        ("Level", "300 Z8000 seconds for the game at 4 MHz, to depth 2"),
        ("Termination", "normal"),
    ] {
        assert_eq!(game.tag(tag), Some(value), "{tag}");
    }
    assert_eq!(game.start().to_string(), fen);
    assert_eq!(game.outcome, Outcome::WhiteWins);
    let comments: Vec<Option<&str>> = game.moves().iter().map(|played| played.comment.as_deref()).collect();
    assert_eq!(comments[0], None);
    let comment = comments[1].expect("the program's move has a comment");
    assert!(comment.starts_with("depth 2, value "), "{comment}");
    assert!(comment.contains(" Z8000 seconds; black resigns"), "{comment}");
    let date = game.tag("Date").expect("a date");
    assert!(date.len() == 10 && date.starts_with("20"), "{date}");
}

#[test]
fn other_programs_read_values_and_times_on_request() {
    let folder = Folder::new("eval");
    for (option, marks) in [("", ""), ("--eval", " [%eval #0,1] [%emt 0:00:00.15]")] {
        let file = folder.file(&format!("mate{}.pgn", marks.len()));
        let fen = "6k1/5ppp/8/8/8/8/5PPP/R5K1 w - - 0 1";
        let output = played(&format!("--fen '{fen}' --colour none {option} --pgn '{file}'"), b"");
        assert!(output.status.success(), "{}", text(&output.stderr));
        assert!(!text(&output.stdout).contains('%'));
        let comment = format!("depth 1, value mate 1, 0.15 Z8000 seconds{marks}; mate");
        assert_eq!(games(&file)[0].moves()[0].comment.as_deref(), Some(&*comment));
    }
}

/// A move's time is subtracted from the time of the whole game; a hint takes no time.
#[test]
fn the_time_of_a_game_is_used_up() {
    let typed = b"hint\nlevel\ne4\nlevel\n";
    let output = played("--game-seconds 300 --depth 2 --quiet", typed);
    let said = text(&output.stdout);
    let left: Vec<f64> = said
        .lines()
        .filter_map(|line| {
            line.strip_suffix(" Z8000 seconds left for Black.")?
                .rsplit(' ')
                .next()?
                .parse()
                .ok()
        })
        .collect();
    let [before, after] = left[..] else { panic!("{said}") };
    assert_eq!(before, 300.0);
    assert!(after < 300.0 && after > 290.0, "{after}");
}

#[test]
fn a_closed_output_ends_the_game_quietly_and_it_is_saved() {
    let folder = Folder::new("closed");
    let file = folder.file("game.pgn");
    let mut child = start(&format!("--colour both --pgn '{file}'"));
    let mut input = child.stdin.take().expect("an input");
    let mut lines = BufReader::new(child.stdout.take().expect("an output")).lines();
    input.write_all(b"e4\nfen\n").expect("written");
    assert!(lines.any(|line| line.expect("a line").contains("4P3")));
    drop(lines);
    // Retries until the output is closed: a process started by another test may keep the other end open for a moment.
    let _ = input.write_all(b"e5\n");
    while input.write_all(b"board\n").is_ok() {}
    let output = child.wait_with_output().expect("it ends");
    assert!(output.status.success() && output.stderr.is_empty(), "{output:?}");
    assert!(!games(&file)[0].moves().is_empty());
}

/// The first Ctrl-C makes the program answer; the second ends the game.
#[cfg(unix)]
#[test]
fn an_interrupt_makes_the_program_answer_and_a_second_ends_the_game() {
    let folder = Folder::new("interrupt");
    let file = folder.file("game.pgn");
    // Each move takes days of Z8000 time, in real time.
    let mut child = start(&format!("--seconds 1000000 --real-time --clock 20MHz --pgn '{file}'"));
    let mut input = child.stdin.take().expect("an input");
    let mut lines = BufReader::new(child.stdout.take().expect("an output")).lines();
    let mut wait_for = |part: &str| {
        let found = lines.by_ref().any(|line| line.expect("a line").contains(part));
        assert!(found, "no `{part}`");
    };
    let interrupt = |child: &Child| {
        let kill = format!("kill -INT {}", child.id());
        let status = std::process::Command::new("sh").args(["-c", &kill]).status();
        assert!(status.expect("a shell").success());
    };
    input.write_all(b"e4\n").expect("written");
    // From here, Ctrl-C concerns the program, which is about to think.
    wait_for("White 1> e4");
    interrupt(&child);
    wait_for("The program plays 1... ");
    wait_for("a b c d e f g h");
    // Ctrl-C ended only the move: the test can wait on a pipe.
    let pipe = folder.file("pipe");
    let made = std::process::Command::new("mkfifo").arg(&pipe).status();
    assert!(made.expect("mkfifo").success());
    input.write_all(format!("save {pipe}\n").as_bytes()).expect("written");
    std::thread::sleep(std::time::Duration::from_millis(600));
    assert!(fs::read_to_string(&pipe).expect("a game").contains("1. e4 "));
    wait_for("Saved in ");
    interrupt(&child);
    // Reads the prompt, and the end of its line.
    wait_for("White 2> ");
    let output = child.wait_with_output().expect("it ends");
    assert_eq!(output.status.code(), Some(130), "{output:?}");
    let game = &games(&file)[0];
    assert_eq!(game.moves().len(), 2);
    assert_eq!(
        (game.outcome, game.tag("Termination")),
        (Outcome::Unknown, Some("unterminated"))
    );
}
