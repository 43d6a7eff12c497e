//! Whole sessions: what is typed, and parts of what is printed.

use super::{check_order, played};
use crate::common::text;

/// A session: options, typed input, and parts of the output in their order.
type Session = (&'static str, &'static str, &'static str, &'static [&'static str]);

const SESSIONS: &[Session] = &[
    (
        "the beginning",
        "--quiet",
        "",
        &[
            "a reconstruction of Don Beal's chess program",
            "You play White.\nThe program has 30 Z8000 seconds per move at 4 MHz.",
            "  8  r n b q k b n r\n  7  p p p p p p p p\n",
            "  1  R N B Q K B N R\n     a b c d e f g h\n",
            "White 1> \n",
        ],
    ),
    (
        "fool's mate",
        "--colour both",
        "f3\ne7e5\ng2-g4\nQd8-h4\n",
        &[
            "You play both sides",
            "Black 2> Qd8-h4\n",
            "White is checkmated: 0-1.\nType `new` for another game, `undo`, `save FILE` or `quit`.\nover> ",
        ],
    ),
    (
        "stalemate",
        "--colour both --fen '7k/8/5KQ1/8/8/8/8/8 w - -'",
        "Qf7\nKh7\n",
        &["Stalemate: 1/2-1/2.\n", "over> Kh7\nThe game is over."],
    ),
    (
        "repetition",
        "--colour both",
        "Nf3\nNf6\nNg1\nNg8\nNf3\nNf6\nNg1\nNg8\n",
        &[
            "Black 4> Ng8",
            "occurred three times: 1/2-1/2.\nThe program claims the draw.",
        ],
    ),
    (
        "fifty moves",
        "--colour both --fen '4k3/8/8/8/8/8/4P3/4K2R w - - 98 70'",
        "Rh2\nKd8\n",
        &[
            "White 70> Rh2",
            "Black 70> Kd8",
            "Fifty moves",
            "1/2-1/2.\nThe program claims the draw.",
        ],
    ),
    (
        "a pawn's move after 49",
        "--colour both --fen '4k3/8/8/8/8/8/4P3/4K2R w - - 99 70'",
        "e4\nfen\n",
        &["Black 70> fen\n4k3/8/8/8/4P3/8/8/4K2R b - e3 0 70\n"],
    ),
    (
        "insufficient material",
        "--colour both --fen '4k3/8/8/8/8/8/4p3/4KB2 w - -'",
        "Kxe2\n",
        &["Neither side has enough material to mate: 1/2-1/2.\nThe host claims the draw"],
    ),
    (
        "the program mates",
        "--colour black --fen '6k1/5ppp/8/8/8/8/5PPP/R5K1 w - -' --depth 2",
        "iterations\ngo\nquit\n",
        &[
            "The program plays 1. Ra8# (depth 1, value mate 1, ",
            "  1  . K . . . . . .\n",
            "  8  . k . . . . . R\n",
            "     h g f e d c b a\n",
            "Black is checkmated: 1-0.\n",
            "over> iterations\n   depth   value  move           nodes    Z8000 s\n       1  mate 1  Ra8#   ",
            "over> go\nThe game is over.",
        ],
    ),
    (
        "it plays itself",
        "--colour none --fen '7k/8/5K2/8/8/8/8/Q7 w - -' --depth 3 --quiet",
        "",
        &[
            "The program plays itself",
            "The program plays 1. ",
            "Black is checkmated: 1-0.\n",
        ],
    ),
    (
        "a draw is declined by a queen, and resigned to",
        "--fen '4k3/8/8/8/8/8/q7/5K2 w - -' --depth 1 --quiet",
        "draw\nKe1\ndraw\nresign\ndraw\nundo\nresign\n",
        &[
            "has not evaluated the game yet",
            "White 2> draw\nThe program declines: its value is ",
            "White 2> resign\nWhite resigns: 0-1.\n",
            "over> draw\nThe game is over.",
            "over> undo\nThe game continues.\n",
            "White 2> resign\nWhite resigns: 0-1.\n",
        ],
    ),
    (
        "a draw is accepted without one",
        "--fen '4k3/8/8/8/8/8/Q7/5K2 w - -' --depth 1 --quiet",
        "Ke1\ndraw\n",
        &["White 2> draw\nA draw is agreed: 1/2-1/2.\n"],
    ),
    (
        "two people agree, and one resigns",
        "--colour both",
        "draw\nnew\ne4\nresign\n",
        &[
            "A draw is agreed: 1/2-1/2.",
            "White 1> e4",
            "Black 1> resign\nBlack resigns: 1-0.",
        ],
    ),
    (
        "taking back",
        "--depth 1 --quiet",
        "undo\ne4\nundo\nfen\nd4\nNc3\nundo\nundo\nfen\nundo\n",
        &[
            "White 1> undo\nYou have no move to take back.\n",
            "White 1> fen\nrnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1\n",
            "White 3> undo\n",
            "White 2> undo\n",
            "White 1> fen\nrnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1\n",
            "no move to take back",
        ],
    ),
    (
        "a mate is taken back",
        "--fen '6k1/5ppp/8/8/8/8/5PPP/R5K1 w - -' --depth 1",
        "Ra8\nundo\nfen\n",
        &[
            "Black is checkmated: 1-0.\n",
            "over> undo\n",
            "White 1> fen\n6k1/5ppp/8/8/8/8/5PPP/R5K1 w - - 0 1\n",
        ],
    ),
    (
        "changing sides",
        "--depth 1 --quiet",
        "go\nmoves\nflip\n",
        &[
            "White 1> go\nThe program plays 1. ",
            "You now play Black.\n",
            "     h g f e d c b a\n",
            "Black 1> moves\nNa6 Nc6 Nf6 Nh6 a5 a6 b5 b6 c5 c6\nd5 d6 e5 e6 f5 f6 g5 g6 h5 h6\n",
            "     a b c d e f g h\n",
        ],
    ),
    (
        "a hint is not played",
        "--fen '6k1/5ppp/8/8/8/8/5PPP/R5K1 w - -' --depth 2 --quiet",
        "hint\nfen\n",
        &[
            "The program would play Ra8# (depth 1, value mate 1, ",
            "White 1> fen\n6k1/5ppp/8",
        ],
    ),
    (
        "levels",
        "--game-seconds 60 --clock 6MHz --depth 4 --no-positional",
        "level\ntime 2.5\nlevel\ntime\ntime never\n",
        &[
            "The program has 60 Z8000 seconds for the game at 6 MHz, to depth 4, without the positional score.\n\
             It has 60.00 Z8000 seconds left for Black.\n",
            "White 1> level\nThe program has 2.5 Z8000 seconds per move at 6 MHz",
            "such as `time 10`.",
            "expected a time in seconds",
        ],
    ),
    (
        "what is not a move",
        "--colour both",
        "Ke2\n\nnonsense\ne9\nsave\nO-O\nNge2 x\n1. e4\n",
        &[
            "\"Ke2\" is not a legal move here.\nType `moves` for a list of the legal moves.\nWhite 1> \nWhite 1> \
             nonsense\n",
            "\"nonsense\" is neither a move nor a command.\nType a move, such as e4, Nf3 or e7e8q, or `help`.\n",
            "\"e9\" is neither",
            "Type `save` and a file name",
            "\"O-O\" is not a legal move",
            "\"Nge2 x\" is neither",
            "White 1> 1. e4\n",
            "Black 1> ",
        ],
    ),
    (
        "the moves of a game and the pieces taken",
        "--colour both --fen '4k3/3p4/8/4P3/8/8/r7/4K2R b K - 0 9'",
        "game\niterations\nd5\nexd6\nRa1\nkd2\nrxh1\ngame\n",
        &[
            "No moves have been played.\n",
            "The program has not searched yet.\n",
            "9... d5 10. exd6 Ra1+ 11. Kd2 Rxh1\nWhite has taken P.\nBlack has taken R.\n",
        ],
    ),
    (
        "both sides of the board",
        "--colour both --fen 'r3k3/8/8/3p4/8/8/4P3/4K2R w - -'",
        "flip\n",
        &[
            "  8  r . . . k . . .\n  7  . . . . . . . .\n  6  . . . . . . . .\n  5  . . . p . . . .\n\
             \x20 4  . . . . . . . .\n  3  . . . . . . . .\n  2  . . . . P . . .\n  1  . . . . K . . R\n\
             \x20    a b c d e f g h\n",
            "  1  R . . K . . . .\n  2  . . . P . . . .\n  3  . . . . . . . .\n  4  . . . . . . . .\n\
             \x20 5  . . . . p . . .\n  6  . . . . . . . .\n  7  . . . . . . . .\n  8  . . . k . . . r\n\
             \x20    h g f e d c b a\n",
        ],
    ),
    (
        "a move, however it is written",
        "--colour both",
        "e4\ngame\nundo\n e2e4 \ngame\nundo\ne2-e4\ngame\nundo\n1. e4\ngame\nundo\n1.e4\ngame\nundo\n\
         e4!\ngame\nundo\n1...e4\ngame\n",
        &["game\n1. e4\n"; 7],
    ),
    (
        "commands, however they are written",
        "--colour both",
        "\n  \n\t\nHELP\n undo \nGame\nTIME 1.5\nlevel\n",
        &[
            "White 1> \nWhite 1> \nWhite 1> \nWhite 1> HELP\nA move: ",
            "undo\nYou have no move to take back.\n",
            "Game\nNo moves have been played.\n",
            "level\nThe program has 1.5 Z8000 seconds per move",
        ],
    ),
    (
        "what is not understood is explained in two lines",
        "--colour both",
        "e5\nNd2\n--\nnonsense\ne4!e4!e4!e4!e4!e4!e4!e4!e4!e4!e4!e4!e4!e4!\ntime\ntime -3\ntime nan\ndraw now\n",
        &[
            "e5\n\"e5\" is not a legal move here.\nType `moves` for a list of the legal moves.\nWhite 1> ",
            "Nd2\n\"Nd2\" is not a legal move here.\nType `moves` for a list of the legal moves.\nWhite 1> ",
            "--\n\"--\" is a null move, which the rules do not allow",
            ".\nType `moves` for a list of the legal moves.\nWhite 1> ",
            "nonsense\n\"nonsense\" is neither a move nor a command.\nType a move, such as e4, Nf3 or e7e8q, or `help`.\nWhite 1> ",
            "\"e4!e4!e4!e4!e4!e4!e4!e4!e4!e4!...\" is neither a move nor a command.\nType a move, such as e4, Nf3 or e7e8q, or `help`.\n\
             White 1> ",
            "Type `time` and a number of Z8000 seconds, such as `time 10`.\nWhite 1> ",
            "found `-3`",
            ".\nType, for example, `time 10`.\nWhite 1> ",
            "found `nan`",
            ".\nType, for example, `time 10`.\nWhite 1> ",
            "`draw` takes no argument: type only `draw`.\nWhite 1> ",
        ],
    ),
    (
        "a small letter is a piece where it is not a pawn",
        "--colour both --fen '4k3/8/8/8/1N6/2p5/1P6/2B1K3 w - -'",
        "bxc3\ngame\nundo\nbc3\ngame\nundo\nbd2\ngame\nundo\nnd5\ngame\nundo\nn4d3\ngame\nundo\nkd1\ngame\nundo\n\
         b1c3\nqd1\n",
        &[
            "game\n1. bxc3\n",
            "game\n1. bxc3\n",
            "game\n1. Bd2\n",
            "game\n1. Nd5\n",
            "game\n1. Nd3\n",
            "game\n1. Kd1\n",
            "\"b1c3\" is not a legal move",
            "\"Qd1\" is not a legal move",
        ],
    ),
    (
        "a pawn takes where a bishop may, too",
        "--colour both --fen '4k3/8/8/8/1B6/2p5/1P6/4K3 w - -'",
        "bxc3\ngame\n",
        &["game\n1. bxc3\n"],
    ),
    (
        "a bishop takes where no pawn can",
        "--colour both --fen '4k3/8/8/8/1B6/2p5/8/4K3 w - -'",
        "bxc3\ngame\n",
        &["game\n1. Bxc3\n"],
    ),
    (
        "a small letter of two knights",
        "--colour both --fen '4k3/8/8/8/8/5N2/8/1N2K3 w - -'",
        "nbd2\ngame\nundo\nnd2\n",
        &["game\n1. Nbd2\n", "\"Nd2\" is ambiguous"],
    ),
    (
        "help",
        "",
        "help\n",
        &[
            "A move: e4, Nf3",
            "  undo        take back",
            "press Ctrl-C to make it move",
        ],
    ),
    (
        "a position that is over",
        "--fen 'R5k1/5ppp/8/8/8/8/5PPP/6K1 b - -'",
        "e4\nundo\nhint\nmoves\n",
        &[
            "Black is checkmated: 1-0.\n",
            "over> e4\nThe game is over.",
            "no move to take back",
            "The game is over.",
            "There are no legal moves",
        ],
    ),
    (
        "more than fifty moves at the beginning",
        "--colour none --fen '4k3/8/8/8/8/8/4P3/4K2R w - - 4000000000 7'",
        "",
        &["Fifty moves without a capture or a pawn move: 1/2-1/2."],
    ),
];

#[test]
fn sessions() {
    for (name, arguments, typed, parts) in SESSIONS {
        let output = played(arguments, typed.as_bytes());
        let (said, complaint) = (text(&output.stdout), text(&output.stderr));
        assert!(
            output.status.success() && complaint.is_empty(),
            "{name}: {said}{complaint}"
        );
        check_order(name, &said, parts);
        assert!(said.lines().all(|line| line.chars().count() < 100), "{name}: {said}");
    }
}

/// Complete sessions. A line with `= ` gives the options; then follows everything on the screen, with the typed input
/// after the prompts.
#[test]
fn whole_sessions() {
    for session in include_str!("whole.txt").split("\n= ") {
        let (arguments, expected) = session.split_once('\n').expect("options");
        let typed = expected.lines().filter_map(|line| line.split_once("> "));
        let typed = typed.filter(|(before, _)| *before == "over" || before.starts_with(['W', 'B']));
        let typed: String = typed.map(|(_, line)| format!("{line}\n")).collect();
        let output = played(arguments.trim_start_matches("= "), typed.trim_end().as_bytes());
        let said = text(&output.stdout).replace(env!("CARGO_PKG_VERSION"), "VERSION");
        let line = |line: &str| match line.starts_with("[Date ") {
            true => "[Date \"today\"]".to_owned(),
            false => line.trim_end().to_owned(),
        };
        let said: Vec<String> = said.lines().map(line).collect();
        let expected: Vec<&str> = expected.lines().map(str::trim_end).collect();
        assert_eq!(
            said.join("\n").trim_end(),
            expected.join("\n").trim_end(),
            "{arguments}"
        );
        assert!(output.status.success() && output.stderr.is_empty(), "{arguments}");
    }
}
