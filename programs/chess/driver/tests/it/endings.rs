//! How games end, in words and in PGN, and the games themselves.

use bcp_chess::{Colour, Fen, Move};
use bcp_driver::{Ending, Player, Program, Record, Tags, side_name, time_control};
use bcp_reference::game::Outcome;
use z8000::machine::Clock;

fn clock() -> Clock {
    "4MHz".parse().expect("a clock")
}

/// Ending, result, sentence and comment.
const ENDINGS: [(Ending, &str, &str, &str); 9] = [
    (Ending::Mate(Colour::White), "0-1", "White is checkmated: 0-1.", "mate"),
    (Ending::Mate(Colour::Black), "1-0", "Black is checkmated: 1-0.", "mate"),
    (Ending::Stalemate, "1/2-1/2", "Stalemate: 1/2-1/2.", "stalemate"),
    (
        Ending::Repetition,
        "1/2-1/2",
        "The position has occurred three times: 1/2-1/2.\nThe program claims the draw.",
        "draw by threefold repetition",
    ),
    (
        Ending::Fifty,
        "1/2-1/2",
        "Fifty moves without a capture or a pawn move: 1/2-1/2.\nThe program claims the draw.",
        "draw by the fifty-move rule",
    ),
    (
        Ending::Material,
        "1/2-1/2",
        "Neither side has enough material to mate: 1/2-1/2.\nThe host claims the draw; the program does not know this rule.",
        "draw by insufficient material",
    ),
    (
        Ending::Resignation(Colour::White),
        "0-1",
        "White resigns: 0-1.",
        "white resigns",
    ),
    (
        Ending::Resignation(Colour::Black),
        "1-0",
        "Black resigns: 1-0.",
        "black resigns",
    ),
    (
        Ending::Agreement,
        "1/2-1/2",
        "A draw is agreed: 1/2-1/2.",
        "draw by agreement",
    ),
];

#[test]
fn endings_have_results_sentences_and_comments() {
    for (ending, result, sentence, comment) in ENDINGS {
        assert_eq!(ending.result().to_string(), result, "{ending:?}");
        assert_eq!(
            (ending.sentence().as_str(), ending.comment().as_str()),
            (sentence, comment)
        );
    }
    assert_eq!([Colour::White, Colour::Black].map(side_name), ["White", "Black"]);
}

/// Mates, stalemates, and draws after a hundred plies, for either side to play.
#[test]
fn endings_follow_from_positions_and_outcomes() {
    for (fen, ending) in [
        ("R5k1/5ppp/8/8/8/8/8/6K1 b - - 0 1", Some(Ending::Mate(Colour::Black))),
        (
            "6k1/8/8/8/8/8/5PPP/r5K1 w - - 100 80",
            Some(Ending::Mate(Colour::White)),
        ),
        ("7k/5K2/6Q1/8/8/8/8/8 b - - 3 70", Some(Ending::Stalemate)),
        ("4k3/8/8/8/8/8/8/4K3 w - - 0 1", Some(Ending::Material)),
        ("4k3/8/8/8/8/8/8/R3K3 w - - 99 80", None),
        ("4k3/8/8/8/8/8/8/R3K3 w - - 100 80", Some(Ending::Fifty)),
        ("4k3/8/8/8/8/8/8/R3K3 b - - 101 80", Some(Ending::Fifty)),
    ] {
        let fen = Fen::from_text(fen).expect(fen);
        assert_eq!(Ending::at(&fen), ending, "{fen}");
    }
    let start = Fen::start().position;
    for (outcome, ending) in [
        (Outcome::Open, None),
        (Outcome::Mate, Some(Ending::Mate(Colour::White))),
        (Outcome::Stalemate, Some(Ending::Stalemate)),
        (Outcome::Repetition, Some(Ending::Repetition)),
        (Outcome::Fifty, Some(Ending::Fifty)),
    ] {
        assert_eq!(Ending::of(outcome, &start), ending);
    }
}

fn player() -> Player {
    Player::new(&Program::built_in().expect("the program assembles")).expect("it plays")
}

fn find(record: &Record<&str>, m: &str) -> Move {
    record.now().position.move_from_text(m).expect(m)
}

/// The fool's mate, with a human as White: what each move leads to, and what remains when it is undone.
#[test]
fn a_game_is_recorded_with_its_thoughts() {
    let (mut record, mut player) = (Record::new(Fen::start()), player());
    assert!(record.is_empty());
    record.set_up(&mut player).expect("the start");
    for (m, thought) in [
        ("f2f3", None),
        ("e7e5", Some("0 e5")),
        ("g2g4", None),
        ("d8h4", Some("mate 1")),
    ] {
        let m = find(&record, m);
        record.play(&mut player, m, thought).expect("a legal move");
        assert!(!record.is_empty());
    }
    assert_eq!(record.ending, Some(Ending::Mate(Colour::White)));
    assert_eq!(
        record.now().to_string(),
        "rnb1kbnr/pppp1ppp/8/4p3/6Pq/5P2/PPPPP2P/RNBQKBNR w KQkq - 1 3"
    );
    assert_eq!(record.start(), &Fen::start());
    let sides: Vec<Colour> = record.plies().iter().map(bcp_driver::RecordedMove::side).collect();
    assert_eq!(sides, [Colour::White, Colour::Black, Colour::White, Colour::Black]);
    assert_eq!(record.last_thought(Colour::Black), Some(&"mate 1"));
    assert_eq!(record.last_thought(Colour::White), None);
    record.remark("well played");
    let tags = |date, level| Tags {
        date,
        is_person: |colour| colour == Colour::White,
        clock: clock(),
        time_control: "40/7200",
        level,
    };
    let clock = clock();
    let text = record
        .pgn(&tags(Some("2026.??.01"), Some("weak")))
        .expect("a game")
        .to_string();
    let expected = format!(
        "[Event \"Game played by a reconstruction of the 1986 program\"]\n\
         [Site \"?\"]\n\
         [Date \"2026.??.01\"]\n\
         [Round \"-\"]\n\
         [White \"?\"]\n\
         [Black \"BCP, reconstructed (Z8000 at {clock})\"]\n\
         [Result \"0-1\"]\n\
         [WhiteType \"human\"]\n\
         [BlackType \"program\"]\n\
         [Annotator \"bcp {}: a reconstruction, not Beal's own program\"]\n\
         [TimeControl \"40/7200\"]\n\
         [TimeUnit \"seconds of a Z8000 at {clock}\"]\n\
         [Level \"weak\"]\n\
         [Termination \"normal\"]\n\
         \n\
         1. f3 e5 {{0 e5}} 2. g4 Qh4# {{mate 1; well played; mate}} 0-1\n",
        env!("CARGO_PKG_VERSION")
    );
    assert_eq!(text.trim_end(), expected.trim_end());
    let open = record.pgn(&tags(None, None)).expect("a game");
    assert_eq!((open.tag("Date"), open.tag("Level")), (Some("????.??.??"), None));
    // The human's last move is undone, with all moves after it.
    assert!(record.take_back(|colour| colour == Colour::White));
    assert_eq!((record.ending, record.moves().count()), (None, 2));
    assert_eq!(
        record.now().to_string(),
        "rnbqkbnr/pppp1ppp/8/4p3/8/5P2/PPPPP1PP/RNBQKBNR w KQkq e6 0 2"
    );
    assert_eq!(record.last_thought(Colour::Black), Some(&"0 e5"));
    assert_eq!(
        record.pgn(&tags(None, None)).expect("a game").tag("Termination"),
        Some("unterminated")
    );
    assert!(record.take_back(|colour| colour == Colour::Black));
    assert_eq!(record.moves().count(), 1);
    assert!(!record.take_back(|colour| colour == Colour::Black));
    assert!(record.take_back(|_| true) && record.is_empty());
}

#[test]
fn a_game_without_moves_may_have_an_end() {
    let mut record: Record<&str> = Record::new(Fen::from_text("7k/5K2/6Q1/8/8/8/8/8 b - - 3 70").expect("a position"));
    record.set_up(&mut player()).expect("a position");
    assert_eq!(record.ending, Some(Ending::Stalemate));
    assert!(!record.is_empty());
    let tags = Tags {
        date: None,
        is_person: |_| false,
        clock: clock(),
        time_control: "?",
        level: None,
    };
    let game = record.pgn(&tags).expect("a game");
    assert_eq!(
        (game.comment(), game.tag("White")),
        (Some("stalemate"), game.tag("Black"))
    );
    assert!(game.to_string().trim_end().ends_with("{stalemate} 1/2-1/2"), "{game}");
    // The fifty moves are counted from the last capture or pawn move before the given position.
    for (halfmoves, ending) in [(98, None), (99, Some(Ending::Fifty)), (200, Some(Ending::Fifty))] {
        let start = Fen::from_text(&format!("4k3/8/8/8/8/8/8/R3K3 w - - {halfmoves} 150")).expect("a position");
        let (mut record, mut player) = (Record::new(start), player());
        record.set_up(&mut player).expect("a position");
        if record.ending.is_none() {
            let m = find(&record, "a1a2");
            record.play(&mut player, m, None).expect("a legal move");
        }
        assert_eq!(record.ending, ending, "{halfmoves}");
    }
}

#[test]
fn dates_and_times_are_those_of_pgn() {
    let record: Record<&str> = Record::new(Fen::start());
    for (date, is_valid) in [
        ("2026.11.28", true),
        ("????.??.??", true),
        ("2026.??.??", true),
        ("2026-11-28", false),
        ("2026.11.2", false),
        ("2026.11.280", false),
        ("20261.1.28", false),
        ("2026.1a.28", false),
        ("2026?11.28", false),
        ("", false),
    ] {
        let tags = Tags {
            date: Some(date),
            is_person: |_| false,
            clock: clock(),
            time_control: "?",
            level: None,
        };
        let text = record.pgn(&tags).map(|game| game.tag("Date").map(str::to_owned));
        match text {
            Ok(found) => assert!(is_valid && found.as_deref() == Some(date), "{date}"),
            Err(error) => assert_eq!(
                (is_valid, error.to_string()),
                (false, format!("invalid PGN date `{date}`: expected YYYY.MM.DD"))
            ),
        }
    }
    for (moves, seconds, text) in [
        (0, 300.0, "300"),
        (40, 7200.0, "40/7200"),
        (1, 1.0, "1/1"),
        (0, 0.5, "?"),
        (40, 0.0, "?"),
        (40, 1.5, "?"),
    ] {
        assert_eq!(time_control(moves, seconds), text);
    }
}
