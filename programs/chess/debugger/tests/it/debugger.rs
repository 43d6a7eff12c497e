//! The chess program's additions to the debugger.

use std::fs;

use bcp_debugger::{CHESS, debugged};
use bcp_driver::Program;
use z8000_debugger::command::Interpreter;
use z8000_debugger::session::Session;

/// Returns a session in which the search of a position is about to begin.
fn search(fen: &str) -> Interpreter {
    let program = Program::built_in().expect("the program assembles");
    let mut session = Session::new(debugged(&program).expect("it fits"), 4_000_000);
    session.send(format!("p {fen}\ng 1\n").as_bytes());
    Interpreter::new(session, Some(CHESS))
}

/// Returns the events that `next` and `back` accept, as they list them after a wrong one.
fn events() -> Vec<String> {
    let answer = search(bcp_chess::START).execute("back nothing", &mut |_| false);
    let message = answer.expect_err("no event is called so").to_string();
    let names = message
        .strip_prefix("unknown event `nothing`: expected ")
        .expect(&message);
    let names = names.split(';').next().unwrap_or_default();
    names.split(", ").map(str::to_owned).collect()
}

#[test]
fn commands_are_in_the_reference() {
    let page = concat!(env!("CARGO_MANIFEST_DIR"), "/../../../docs/reference/debugger-chess.md");
    let page = fs::read_to_string(page).expect("the reference");
    let row = CHESS.commands.markdown();
    assert!(page.contains(&row), "the reference lacks {row}");
    let commands = CHESS.commands.commands;
    let help = commands.iter().find(|one| one.name == "next").expect("a command").help;
    let events = events();
    assert_eq!(events.len(), 12, "{events:?}");
    for name in events {
        assert!(
            help.contains(&name) && page.contains(&format!("| `{name}` |")),
            "{name}"
        );
    }
}

/// Chess commands that fail: they change nothing, either before the search or during it.
const WRONG: &str = "
next
next foo
next s
next move e2
next move Qg6 e2e4
next move e7e8x
next move e7e9
next move e7e8qq
next pass 1 x
next pass 200
next pass Zz9
next node e2e4
next iteration e2e4
next foo 1
back foo
back pass Zz9
back x
eligible x
eligible 77
tree x
tree 1 x
tree 1 2 3
events x since y
events /nowhere/at/all
reach
reach e2
reach e2e4 Zz9
reach e7e8x
reach d1d2 d1d2 Kh9
back-reach
back-reach x
node
node x
node -1
node 1 2
board now
path now
line now
search now
link now
why
why Nf5
why Ra8
why Rxf7 0 1
why b3 x
why b3 7
why Rd1 0
why Ra8 0
up-ply now
back-ply now
up-ply
back-ply
";

#[test]
fn a_command_that_fails_changes_nothing() {
    for begin in [&[][..], &["next pass", "back", "step 3"]] {
        let mut interpreter = search("r4rk1/ppp2ppp/2n5/2bqp3/8/P2PB3/1PP1NPPP/R2Q1RK1 w - -\ng 2");
        for line in begin {
            interpreter.execute(line, &mut |_| false).expect(line);
        }
        let state = |interpreter: &Interpreter| {
            let session = &interpreter.session;
            let moments = (session.now(), session.last(), session.furthest(), session.snapshots());
            let bytes = (0..=0xFFFF).map(|at: u16| session.look().byte(false, at.into()));
            format!(
                "{:?}",
                (
                    session.cpu().state(),
                    moments,
                    session.revision(),
                    bytes.collect::<Vec<_>>()
                )
            )
        };
        let before = state(&interpreter);
        for line in WRONG.lines().filter(|line| !line.is_empty()) {
            let outcome = interpreter.execute(line, &mut |_| false);
            assert!(outcome.is_err(), "{line}: {outcome:?}");
            assert!(state(&interpreter) == before, "{line} has changed something");
        }
    }
    let tried = |name: &str| WRONG.lines().any(|line| line.split(' ').next() == Some(name));
    for command in CHESS.commands.commands {
        assert!(tried(command.name), "{}", command.name);
    }
}

/// Each event as the first command, and then with the move found there, which must lead to the same event.
#[test]
fn every_event_can_be_reached_at_once() {
    let fen = "r4rk1/ppp2ppp/2n5/2bqp3/8/P2PB3/1PP1NPPP/R2Q1RK1 w - -\ng 3";
    let reach = |line: &str| {
        let answer = search(fen).execute(line, &mut |_| false).expect(line);
        assert_eq!(answer.data["reached"], true, "{line}: {}", answer.text);
        answer.data
    };
    reach("next move");
    for event in ["search", "value"] {
        let found = reach(&format!("next {event}"));
        assert_eq!(found["event"]["event"], event);
        let m = found["event"]["move"].as_str().expect("a move");
        let again = reach(&format!("next {event} {m}"));
        assert_eq!(again["instructions"], found["instructions"], "{event} {m}");
    }
}

#[test]
fn where_no_event_follows_only_that_is_said() {
    let mut interpreter = search("r4rk1/ppp2ppp/2n5/2bqp3/8/P2PB3/1PP1NPPP/R2Q1RK1 w - -");
    let mut last = 0;
    loop {
        let answer = interpreter.execute("next iteration", &mut |_| false).expect("an event");
        if answer.data["reached"] == false {
            assert_eq!(answer.text, "not found before the end of the search");
            assert!(!answer.data.contains_key("remark"));
            assert_eq!(answer.data["instructions"].as_u64(), Some(last));
            break;
        }
        last = answer.data["instructions"].as_u64().expect("a moment");
    }
    assert_ne!(last, 0);
}

#[test]
fn empty_squares_of_the_board_are_counted() {
    let mut interpreter = search("r2qk2r/8/8/8/8/8/PPPPPPPP/4K3 w - -");
    interpreter
        .execute("until to_root", &mut |_| false)
        .expect("the search");
    let details = (CHESS.details)(&interpreter.session);
    let board = details.iter().find(|detail| detail.name == "board").expect("a board");
    assert_eq!(board.value, "r2qk2r/8/8/8/8/8/PPPPPPPP/4K3");
}

/// The path and sentences use the same notation. JSON also has the letter of the piece that moved, except for a pawn.
#[test]
fn moves_on_the_path_are_written_as_players_write_them() {
    for (fen, m, text) in [
        ("4k3/8/8/3p4/8/2N5/8/4K3 w - -", "c3d5", "Nxd5"),
        ("4k3/8/8/3p4/8/1B6/8/4K3 w - -", "b3d5", "Bxd5"),
        ("4k3/8/8/3p4/8/8/8/3RK3 w - -", "d1d5", "Rxd5"),
        ("4k3/3q4/8/3P4/8/8/8/4K3 b - -", "d7d5", "Qxd5"),
        ("4k3/8/8/8/8/8/3p4/4K3 w - -", "e1d2", "Kxd2"),
        ("4k3/8/8/3p4/4P3/8/8/4K3 w - -", "e4d5", "exd5"),
    ] {
        let mut interpreter = search(fen);
        interpreter
            .execute(&format!("reach {m}"), &mut |_| false)
            .expect("the search");
        let plies = interpreter.execute("path", &mut |_| false).expect("the path").data["plies"].take();
        assert_eq!(plies[0]["text"], text, "{fen}");
        assert_eq!(plies[0]["move"], m, "{fen}");
        let piece = text.get(..1).filter(|first| first.to_uppercase() == *first);
        assert_eq!(plies[0]["piece"].as_str(), piece, "{fen}");
    }
}

/// The board has a queen where the pawn was, but the move is still a pawn's, and can be asked about.
#[test]
fn a_promotion_on_the_path_is_the_pawns_move() {
    let mut interpreter = search("7k/P7/8/8/8/8/8/4K3 w - -");
    let mut execute = |line: &str| interpreter.execute(line, &mut |_| false).expect(line);
    let stop = execute("reach a8=Q");
    let remark = stop.data["remark"].as_str().expect("a remark");
    assert!(remark.starts_with("After 1 a8=Q+: Black to play"), "{remark}");
    let plies = execute("path").data["plies"].take();
    assert_eq!(
        (&plies[0]["text"], &plies[0]["move"]),
        (&"a8=Q+".into(), &"a7a8".into())
    );
    let answer = execute("why Kg7");
    assert_eq!(answer.data["path"], serde_json::json!(["a7a8q"]));
    assert_eq!(answer.data["reason"], "not-listed");
}

/// A question about a move that no piece can make, that two can make, or that is the other side's is answered in a
/// sentence.
#[test]
fn wrong_questions_have_one_sentence() {
    let mut interpreter = search("2rr3k/pp3pp1/1nnqbN1p/3pN3/2pP4/2P3Q1/PPB4P/R4RK1 w - -");
    for (question, sentence) in [
        ("why Nd7", "`Nd7` is ambiguous at the root: Ned7 or Nfd7"),
        (
            "why Nxe5",
            "`Nxe5` is a move of Black, but at the root it is White's turn",
        ),
        (
            "why Nh8",
            "`Nh8` is not legal at the root: no knight of the side to play can move to h8, even if nothing is in the way",
        ),
        ("why Qg6 3", "ply 3 is not on the path: expected 0, the root, to 0"),
    ] {
        let error = interpreter.execute(question, &mut |_| false).expect_err(question);
        assert_eq!(error.to_string(), sentence);
    }
    // If a move leaves the king in check, the rules give the answer.
    let mut pinned = search("4k3/8/8/8/4r3/8/4B3/4K3 w - -");
    let answer = pinned.execute("why Bb5", &mut |_| false).expect("an answer");
    assert_eq!(answer.data["reason"], "illegal");
    assert_eq!(
        answer.text,
        "White cannot play Be2-b5: Black's rook on e4 would take the king."
    );
}

/// A search passes on its window with the signs and the sides exchanged: its upper bound becomes the lower bound of the
/// next ply, and its best value so far the upper bound.
#[test]
fn bounds_are_those_of_the_ply_before() {
    let mut interpreter = search("r4rk1/ppp2ppp/2n5/2bqp3/8/P2PB3/1PP1NPPP/R2Q1RK1 w - -\ng 4");
    let mut execute = |line: &str| interpreter.execute(line, &mut |_| false).expect(line).data;
    execute("until to_root");
    let mut compared = 0;
    for _ in 0..30 {
        execute("step 20021");
        let plies = execute("path")["plies"].take();
        let plies = plies.as_array().expect("plies");
        for pair in plies
            .windows(2)
            .filter(|pair| pair[1]["best"].is_i64() && pair[1]["depth"].is_i64())
        {
            let of = |ply: usize, field: &str| pair[ply][field].as_i64();
            let turned = |field| of(0, field).map(|value| -value);
            assert_eq!(
                [of(1, "alpha"), of(1, "beta")],
                [turned("beta"), turned("best")],
                "{pair:?}"
            );
            assert_eq!(of(1, "depth"), of(0, "depth").map(|depth| depth - 1), "{pair:?}");
            assert_ne!(pair[0]["side"], pair[1]["side"], "{pair:?}");
            compared += u32::from(of(1, "alpha") > Some(-127));
        }
    }
    assert!(compared > 5, "{compared} windows with a lower bound");
}

/// A pawn can be promoted to four pieces, and the notation names the right one.
#[test]
fn a_promotion_is_named_with_its_piece() {
    for (squares, san) in [
        ("a7a8q", "a8=Q+"),
        ("a7a8r", "a8=R+"),
        ("a7a8b", "a8=B"),
        ("a7a8n", "a8=N"),
    ] {
        let mut interpreter = search("7k/P6p/8/8/8/8/5K2/8 w - -\ng 2");
        let stop = interpreter
            .execute(&format!("next pass {squares} 0"), &mut |_| false)
            .expect(squares);
        assert_eq!(stop.data["event"]["move"], squares);
        let remark = stop.data["remark"].as_str().expect("a remark");
        assert!(remark.starts_with(&format!("White's {san} ")), "{remark}");
    }
}
