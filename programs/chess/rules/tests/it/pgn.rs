//! Games are read and written: compared with python-chess, checked by hand, damaged, and random.

use bcp_chess::pgn::{Game, NotLegal, Outcome, PgnErrorKind, Reader};
use bcp_chess::{Fen, Position, START};
use proptest::prelude::*;

use crate::common::{Random, random_game, win_at_chess};
use crate::data::data;

const GAMES: &str = include_str!("../data/games.pgn");

fn read(text: impl AsRef<[u8]>) -> Vec<Game> {
    let games: Result<_, _> = Reader::new(text.as_ref()).collect();
    games.unwrap_or_else(|error| panic!("{error}"))
}

/// Reads each game, or the text of its error.
fn outcomes(text: impl AsRef<[u8]>) -> Vec<String> {
    let moves = |game: Game| format!("{} {}", moves(&game), game.outcome);
    Reader::new(text.as_ref())
        .map(|game| game.map_or_else(|error| error.to_string(), moves))
        .collect()
}

fn moves(game: &Game) -> String {
    let moves: Vec<String> = game.moves().iter().map(|played| played.m.to_string()).collect();
    moves.join(" ")
}

/// Formats a game as lines of `games.tsv`.
fn lines(game: &Game) -> Vec<Vec<String>> {
    let mut lines = vec![vec!["game".to_string()]];
    let mut line = |fields: &[&str]| lines.push(fields.iter().map(|field| (*field).to_string()).collect());
    for (name, value) in game.tags() {
        line(&["tag", name, value]);
    }
    line(&["start", &game.start().to_string()]);
    if let Some(comment) = game.comment() {
        line(&["comment", comment]);
    }
    for played in game.moves() {
        let mut glyphs = played.glyphs.clone();
        glyphs.sort_unstable();
        let glyphs: Vec<String> = glyphs.iter().map(u8::to_string).collect();
        let comment = played.comment.as_deref().unwrap_or_default();
        line(&["move", &played.m.to_string(), &glyphs.join(" "), comment]);
    }
    line(&["result", &game.outcome.to_string()]);
    lines
}

#[test]
fn games_are_read_as_python_chess_reads_them() {
    let ours: Vec<Vec<String>> = read(GAMES).iter().flat_map(lines).collect();
    let theirs = data("games.tsv");
    assert_eq!(ours.len(), theirs.len());
    for (ours, theirs) in ours.iter().zip(&theirs) {
        assert_eq!(ours, theirs);
    }
}

/// Games in the import format, and the result of reading each, one line per game.
const IMPORTED: &[(&str, &[&str])] = &[
    ("", &[]),
    (
        "\u{feff}\r\n % no line of its own\n\n",
        &["game 1, line 2: unexpected '%'"],
    ),
    ("; nothing at all\n{nor here}\n", &[]),
    ("*", &[" *"]),
    ("1. e4", &["e2e4 *"]),
    ("e4 e5 1-0 d4 1/2", &["e2e4 e7e5 1-0", "d2d4 1/2-1/2"]),
    (
        "1e4 1... e5 2 Ng1f3 2\u{2026}b8c6 1/2\u{2013}1/2",
        &["e2e4 e7e5 g1f3 b8c6 1/2-1/2"],
    ),
    ("1. e4 +/- e5 = 2. f4!!! exf4 -+ *", &["e2e4 e7e5 f2f4 e5f4 *"]),
    (
        "1. e4 Nf6 2. e5 d5 3. exd6 e.p. exd6ep 0-1",
        &["e2e4 g8f6 e4e5 d7d5 e5d6 e7d6 0-1"],
    ),
    (
        "1. e4 Nf6 2. e5 d5 3. exd6e.p exd6 e.p 0-1",
        &["e2e4 g8f6 e4e5 d7d5 e5d6 e7d6 0-1"],
    ),
    ("[FEN \"7k/P7/8/8/8/8/8/K7 w - -\"]\na8(Q)+ Kg7 *", &["a7a8q h8g7 *"]),
    ("[White \"a\"] [Black \"the \"b\"\"]\r1. e4\r*\r", &["e2e4 *"]),
    ("( before ( the ) first ) 1. e4 (1. d4 -- 2. Z0) *", &["e2e4 *"]),
    ("1. e4 ; two \n; lines {\n e5 *", &["e2e4 e7e5 *"]),
    // Annotators' signs, as words and as characters, attached or separate; one half as a single character.
    (
        "1. e4+- e5-+ 2. Nf3+/= Nc6=/+ 3. Bb5= a6!?+/- 4. O-O-/+ Nf6\u{2212}+ *",
        &["e2e4 e7e5 g1f3 b8c6 f1b5 a7a6 e1g1 g8f6 *"],
    ),
    (
        "1. e4\u{b1} e5 \u{2213} 2. Nf3\u{2a72} Nc6\u{221e} \u{bd}-\u{bd}",
        &["e2e4 e7e5 g1f3 b8c6 1/2-1/2"],
    ),
    ("[FEN \"7k/P7/8/8/8/8/8/K7 w - -\"]\na8/Q+ Kg7 *", &["a7a8q h8g7 *"]),
    // Figurines, with and without the selector that prevents their display as emoji.
    (
        "1. \u{2659}e4 \u{265f}e5 2. \u{2658}f3 \u{265e}\u{fe0e}c6 3. \u{2657}b5 \u{265f}a6 4. \u{2657}\u{d7}c6 *",
        &["e2e4 e7e5 g1f3 b8c6 f1b5 a7a6 b5c6 *"],
    ),
    // A DOS file ends with a special character.
    ("1. e4 e5 *\r\n\u{1a}", &["e2e4 e7e5 *"]),
    (
        "1. e4 {[%clk 0:01:00] [%eval 0.3]} e5 $1$14 (1... c5 (1... e6 {x}) 2. d4) 2. Ng1-f3 *",
        &["e2e4 e7e5 g1f3 *"],
    ),
    // The tag is more specific than the text, or less.
    ("[Result \"1-0\"]\n\ne4 *", &["e2e4 1-0"]),
    ("[Result \"forfeit\"]\n\ne4 0-1", &["e2e4 0-1"]),
    ("[Event \"a\"]\n\n[Event \"b\"]\n[Site \"c\"]\n\ne4", &[" *", "e2e4 *"]),
    // Of the values of `Variant`, only those for standard chess are accepted.
    ("[Variant \"Standard\"]\n\ne4 *", &["e2e4 *"]),
    (
        "[Variant \"Atomic\"]\n[White \"x\"]\n\ne4 *\n[Event \"\"]\n\nd4 *",
        &["game 1, line 1: the variant", "d2d4 *"],
    ),
    // The game after an invalid one is read.
    (
        "e4 e4 d5 1-0 d4 *",
        &["game 1, line 1: move 1, black: \"e4\" is not a legal move", "d2d4 *"],
    ),
    ("1. e4 --\n*", &["move 1, black: \"--\" is a null move"]),
    (
        "e4\ne5 Nf9 (Nf6 1-0) {1-0} 1-0 e4",
        &["game 1, line 2: move 2, white: \"Nf9\" is not a move", "e2e4 *"],
    ),
    (
        "[FEN \"8/8\"]\n\ne4 *\n\n[Event \"b\"]\n\ne4 *",
        &["game 1, line 1: the tag FEN: placement: 2 ranks", "e2e4 *"],
    ),
    (
        "[Event \"a\"]\n[Site b]\n[Round \"1\"]\n\ne4 *\n\n[White \"\"]\n\nd4 *",
        &["game 1, line 2: invalid tag \"[Site b]\"", "d2d4 *"],
    ),
    (
        "e4 {never\nclosed *\n\n[Event \"b\"]\n\nd4 *",
        &["game 1, line 1: unterminated comment", "d2d4 *"],
    ),
    (
        "e4 (d4 *\n\n[White \"b\"]\n\nd4 *",
        &["game 1, line 1: unterminated variation", "d2d4 *"],
    ),
    (
        "e4 ) *\n\nd4 *",
        &["game 1, line 1: unexpected ) outside a variation", "d2d4 *"],
    ),
    ("e4 } *", &["unexpected '}'"]),
    ("e4 $ *", &["invalid glyph \"$\""]),
    ("e4 $256 *", &["invalid glyph \"$256\""]),
    ("e4 [%clk 0:01] *", &["invalid tag \"[%clk 0:01] *\""]),
    // A tag has a name, a quoted value, and an end, with or without spaces.
    (
        "[ \"x\"]\n\ne4 *\n[Event \"\"]\n\nd4 *",
        &[r#"invalid tag "[ \"x\"]""#, "d2d4 *"],
    ),
    ("[\"x\"]", &[r#"invalid tag "[\"x\"]""#]),
    ("[]", &[r#"invalid tag "[]""#]),
    ("[Site]", &[r#"invalid tag "[Site]""#]),
    ("[Site \"x\"", &[r#"invalid tag "[Site \"x\"""#]),
    ("[Site \"x]", &[r#"invalid tag "[Site \"x]""#]),
    ("[Site x\"]", &[r#"invalid tag "[Site x\"]""#]),
    ("[\u{e9}t\u{e9} \"x\"]", &["invalid tag"]),
    ("[a.b \"x\"]", &["invalid tag"]),
    ("[ A_+#=:-9\t \"\"\t ]e4 *", &["e2e4 *"]),
    ("[A\"\"]e4 *", &["e2e4 *"]),
    ("e4 \u{0} *", &["unexpected '\\0'"]),
];

#[test]
fn what_people_write_is_read_and_what_they_break_is_said() {
    for &(text, expected) in IMPORTED {
        let found = outcomes(text);
        assert_eq!(found.len(), expected.len(), "{text:?}: {found:?}");
        for (found, expected) in found.iter().zip(expected) {
            assert!(
                found == expected || found.contains(expected) && found.starts_with("game "),
                "{text:?}: {found:?}"
            );
        }
    }
}

/// From a null move on, the text and the result are kept until a move is played or taken back.
#[test]
fn a_null_move_keeps_what_follows_as_text() {
    let mut games = Reader::new("1. e4 {a} Z0 2. d4 (2. c4 -- {b}) -- $1 3. c4 1-0\n\n1. d4 *".as_bytes());
    let error = games.next().expect("a game").expect_err("a null move");
    assert_eq!(
        error.to_string(),
        "game 1, line 1: move 1, black: \"Z0\" is a null move, which the rules do not allow; write the move of a piece"
    );
    let before = error.before.expect("a move");
    assert_eq!(
        (moves(&before), before.outcome),
        ("e2e4".to_owned(), Outcome::WhiteWins)
    );
    // python-chess reads in it what it reads in the original.
    let whole = "\n1. e4 {a} 1... Z0 2. d4 (2. c4 -- {b}) 2... -- $1 3. c4 1-0\n\n";
    assert!(before.to_string().ends_with(whole), "{before}");
    let mut same = before.clone();
    same.truncate(1);
    assert_eq!(same, before);
    same.truncate(0);
    assert!(same.to_string().ends_with("\n\n1-0\n\n"), "{same}");
    let mut played = *before;
    let m = played.end().position.move_from_san("e5").expect("a legal move");
    played.play(m).expect("a legal move");
    assert!(played.to_string().ends_with("\n1. e4 {a} 1... e5 1-0\n\n"), "{played}");
    assert!(
        games
            .next()
            .is_some_and(|game| game.is_ok_and(|game| moves(&game) == "d2d4"))
    );
}

/// The moves before an error are kept, with the tags and the comments.
#[test]
fn a_bad_move_keeps_those_before_it() {
    let text =
        "[White \"a\"]\n[Result \"1-0\"]\n\n1. e4 {good} e5\n2. Ke3 Nc6 1-0\n\n[White \"b\"]\n[Variant \"x\"]\n\n*";
    let mut errors = Reader::new(text.as_bytes()).map(|game| game.expect_err("a fault"));
    let error = errors.next().expect("a game");
    assert_eq!((error.game, error.line), (1, 5));
    let before = error.before.expect("two moves");
    assert_eq!((before.tag("White"), before.outcome), (Some("a"), Outcome::WhiteWins));
    assert_eq!(moves(&before), "e2e4 e7e5");
    assert_eq!(before.moves()[0].comment.as_deref(), Some("good"));
    // A game by other rules cannot be read at all.
    assert!(errors.next().is_some_and(|error| error.before.is_none()));
    assert!(errors.next().is_none());
}

/// Tag names consist of letters, digits and underscores; other programs' names are kept.
#[test]
fn tags_are_written_under_their_names() {
    let games = read("[Time-Unit \"s\"]\n[X_1 \"y\"]\n\n*");
    assert_eq!(games[0].tag("Time-Unit"), Some("s"));
    let text = games[0].to_string();
    assert!(text.contains("\n[Time-Unit \"s\"]\n[X_1 \"y\"]\n"), "{text}");
    assert!(Game::default().set_tag("Time-Unit", "s").is_err());
}

/// Variations are written with move numbers in the export format, comments, glyphs, nested variations, and even illegal
/// moves.
#[test]
fn variations_are_written_back() {
    let text = "1. e4 (d4 {Queen's\npawn} d5 (Nf6 $1 c4) 2. c4 (2. -- Zz9) *) ( 1. c4 ) c5 (c6) 2. Nf3 ; and so on\n*";
    let games = read(text);
    assert_eq!(
        games[0].moves()[0].variations,
        [
            "1. d4 {Queen's pawn} 1... d5 (1... Nf6 $1 2. c4) 2. c4 (2. -- Zz9) *",
            "1. c4"
        ]
    );
    let written = games[0].to_string();
    let moves = "\n1. e4 (1. d4 {Queen's pawn} 1... d5 (1... Nf6 $1 2. c4) 2. c4 (2. -- Zz9) *)\n\
                 (1. c4) 1... c5 (1... c6) 2. Nf3 {and so on} *\n\n";
    assert!(written.ends_with(moves), "{written}");
    assert_eq!(read(&written), games);
}

#[test]
fn commands_in_comments_are_on_one_line() {
    for begin in 40..80 {
        let text = format!(
            "\n{{{} [%clk 0:03:00] [%eval\n0.3] so [%x}} 1. e4 *\n\n",
            "a".repeat(begin)
        );
        let written = read(&text)[0].to_string();
        assert!(
            written.contains("[%clk 0:03:00]") && written.contains("[%eval 0.3]") && written.contains("so"),
            "{written}"
        );
        assert_eq!(read(&written), read(&text));
    }
}

#[test]
fn a_game_is_cut_and_commented() {
    let mut game = read("1. e4 {a} e5 (1... c5) 2. Nf3 *").remove(0);
    game.truncate(2);
    game.add_comment_after(0, "before");
    game.add_comment_after(1, "b");
    game.add_comment_after(2, " ");
    game.add_comment_after(9, "it");
    assert_eq!(game.end(), read("e4 e5")[0].end());
    assert!(
        game.to_string()
            .ends_with("\n{before it} 1. e4 {a b} 1... e5 (1... c5) *\n\n"),
        "{game}"
    );
}

#[test]
fn letters_may_be_latin() {
    let games = read(b"[White \"J\xf6rg\"]\n[Black \"Ren\xc3\xa9e\"]\n\ne4 {\xe0 gauche} *");
    assert_eq!(games[0].tag("White"), Some("J\u{f6}rg"));
    assert_eq!(games[0].tag("Black"), Some("Ren\u{e9}e"));
    assert_eq!(games[0].moves()[0].comment.as_deref(), Some("\u{e0} gauche"));
}

/// However many bytes arrive at once: a UTF-8 mark and CR LF, empty lines, UTF-8 and Latin-1.
#[test]
fn lines_end_as_they_like() {
    let bytes: &[u8] = b"\xef\xbb\xbf%a\r\n\r[White \"b\xc3\xa9\"] *\n\n[White \"b\xe9\"] *\r[c";
    for capacity in [1, 2, 3, 100] {
        let mut games = Reader::new(std::io::BufReader::with_capacity(capacity, bytes));
        for _ in 0..2 {
            let game = games.next().expect("a game").expect("its tag");
            assert_eq!(game.tag("White"), Some("b\u{e9}"));
        }
        let error = games.next().expect("a line").expect_err("no tag");
        assert_eq!((error.game, error.line), (3, 6));
        assert!(
            matches!(&error.kind, PgnErrorKind::Tag(text) if text == "[c"),
            "{error}"
        );
        assert!(games.next().is_none());
    }
}

#[test]
fn comments_stay_where_they_belong() {
    let text = "; of the file\n[Event \"a\"]\n{before}\n1. e4 ; of } e4\n{more} e5 (e6 {no}) {behind} 1-0 {resigns}\n\n\
                \n{of nothing}\n[Event \"b\"]\n\n*";
    let games = read(text);
    assert_eq!(games[0].comment(), Some("before"));
    let comments: Vec<_> = games[0]
        .moves()
        .iter()
        .map(|played| played.comment.as_deref())
        .collect();
    assert_eq!(comments, [Some("of ) e4 more"), Some("behind resigns")]);
    assert_eq!(games[1].comment(), None);
}

/// Written by hand from the rules of the export format.
const WRITTEN: &str = r#"[Event "?"]
[Site "?"]
[Date "????.??.??"]
[Round "?"]
[White "A \"quoted\" \\ name"]
[Black "?"]
[Result "0-1"]
[SetUp "1"]
[FEN "4k3/P6p/8/2pP4/8/8/p6P/4K2R b K - 3 40"]
[Annotator "me"]

{Black begins, and has more to say about it than fits into one of the lines of
this file} 40... a1=Q+ $3 41. Ke2 {so} 41... Qxh1 0-1

"#;

#[test]
fn games_are_written_in_the_export_format() {
    let start = "4k3/P6p/8/2pP4/8/8/p6P/4K2R b K - 3 40";
    let mut game = Game::from_start(Fen::from_text(start).expect(start));
    game.set_tag("Annotator", "me").expect("a tag");
    game.set_tag("White", "A \"quoted\" \\\nname").expect("a tag");
    game.add_glyph(1);
    game.add_comment("Black begins,\nand has more to say about it than fits into one of the lines of\n\n this file ");
    for text in ["a1=Q+", "Ke2", "Qxh1"] {
        let m = game.end().position.move_from_san(text).expect(text);
        assert_eq!(game.play(m), Ok(()));
        assert_eq!(game.play(m), Err(NotLegal(m)));
        match text {
            "Ke2" => game.add_comment("so"),
            "a1=Q+" => game.add_glyph(3),
            _ => {}
        }
    }
    game.outcome = Outcome::BlackWins;
    assert_eq!(game.to_string(), WRITTEN);
    assert_eq!(read(WRITTEN), [game.clone()]);
    for name in ["", "a b", "a\"", "FEN", "Result", "SetUp"] {
        assert!(game.set_tag(name, "x").is_err(), "{name}");
    }
}

/// Checks that lines are short, and that nothing is lost.
fn assert_round_trip(games: &[Game]) {
    let text: String = games.iter().map(Game::to_string).collect();
    assert!(
        text.lines()
            .all(|line| line.starts_with('[') || line.chars().count() < 80 || !line.contains(' ')),
        "{text}"
    );
    assert_eq!(read(&text), games, "{text}");
}

#[test]
fn what_is_written_is_read_back() {
    assert_round_trip(&read(GAMES));
    let mut random = Random(1994);
    let start = Position::from_fen(START).expect("the start");
    let starts = win_at_chess().into_iter().map(|(_, position, _)| position).step_by(10);
    let games: Vec<Game> = std::iter::repeat_n(start, 10)
        .chain(starts)
        .map(|start| {
            let mut game = Game::from_start(Fen::from_text(&start.to_fen()).expect("our own FEN"));
            for position in random_game(&start, 120, &mut random).iter().skip(1) {
                let at = &game.end().position;
                let m = at
                    .legal_moves()
                    .into_iter()
                    .find(|m| at.play(*m).as_ref() == Some(position));
                game.play(m.expect("the move of the game")).expect("a legal move");
                if random.below(5) == 0 {
                    game.add_glyph(7);
                    game.add_comment(&"10% {of} it; [Event ".repeat(random.below(9)));
                }
            }
            game
        })
        .collect();
    assert_round_trip(&games);
}

/// Checks that reading any bytes ends, and that the games read can be written.
fn assert_survives(bytes: &[u8]) {
    for game in Reader::new(bytes) {
        match game {
            Ok(game) => assert_eq!(read(game.to_string()), [game]),
            Err(error) => assert!(error.to_string().len() < 2_000, "{error}"),
        }
    }
}

#[test]
fn damaged_files_end_in_errors() {
    let bytes = GAMES.as_bytes();
    for end in 0..bytes.len() {
        assert_survives(&bytes[..end]);
        let mut damaged = bytes.to_vec();
        for damage in [b'"', b'{', b'(', b'\n', 0xff] {
            damaged[end] = damage;
            let found = Reader::new(&damaged[..]).count();
            assert!(found > 0, "byte {end}");
        }
    }
    for long in [
        "(", ")", "{", "[", "\"", "e", "1", "$", "!", ";", "*", "e.p.", "\\", "[a \"\\",
    ] {
        let text = long.repeat(20_000);
        let read = Reader::new(text.as_bytes()).count();
        assert!(read <= 20_000, "{long}");
        Reader::new(format!("[Event \"{text}").as_bytes()).for_each(drop);
        Reader::new(format!("1. e4 {text}").as_bytes()).for_each(drop);
    }
}

#[test]
fn a_file_that_cannot_be_read_ends_the_games() {
    struct Failing;
    impl std::io::Read for Failing {
        fn read(&mut self, _: &mut [u8]) -> std::io::Result<usize> {
            Err(std::io::Error::other("gone"))
        }
    }
    let mut games = Reader::new(std::io::BufReader::new(Failing));
    let error = games.next().expect("an item").expect_err("an error");
    assert!(matches!(error.kind, PgnErrorKind::Io(_)), "{error}");
    assert!(games.next().is_none());
}

/// Fragments from which random games are composed.
const PARTS: &[&str] = &[
    "[Event \"a\"]\n",
    "[FEN \"",
    "7k/P7/8/8/8/8/8/K7 w - -",
    "\"]\n",
    "\n\n",
    "1.",
    "e4",
    "Nf3",
    "d5",
    "{",
    "}",
    "(",
    ")",
    ";",
    "%",
    "$1",
    "!?",
    "1-0",
    "*",
    " ",
    "\r",
    "\\",
    "e.p.",
    "--",
    "a8(Q)",
    "[",
    "]",
];

proptest! {
    #[test]
    fn noise_ends_in_errors(bytes in prop::collection::vec(any::<u8>(), 0..400)) {
        assert_survives(&bytes);
    }

    #[test]
    fn shuffled_games_end_in_errors(
        parts in prop::collection::vec(prop::sample::select(PARTS), 0..60),
    ) {
        assert_survives(parts.concat().as_bytes());
    }
}

/// The four results of the standard, and the short form of a draw.
#[test]
fn outcomes_have_their_texts() {
    for (outcome, text) in [
        (Outcome::WhiteWins, "1-0"),
        (Outcome::BlackWins, "0-1"),
        (Outcome::Draw, "1/2-1/2"),
        (Outcome::Unknown, "*"),
    ] {
        assert_eq!(outcome.to_string(), text);
        assert_eq!(Outcome::from_text(text), Some(outcome));
        let mut game = Game::default();
        game.outcome = outcome;
        assert!(game.to_string().contains(&format!("[Result \"{text}\"]")), "{game}");
        assert_eq!(read(game.to_string())[0].outcome, outcome);
    }
    assert_eq!(Outcome::from_text("1/2"), Some(Outcome::Draw));
    for text in ["", "1", "1-1", "0-0", "1/2-0", "**", " *", "draw"] {
        assert_eq!(Outcome::from_text(text), None, "{text}");
    }
}
