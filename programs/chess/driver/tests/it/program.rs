//! The program as a player and as a console, and how it stores moves.

use std::sync::atomic::AtomicBool;

use bcp_chess::{Effort, Kind, Move, Position, START, Special, Square};
use bcp_driver::{
    Choices, Console, EFFORT, Entry, Iteration, Limits, Player, PlayerAnswer, Program, Progress, Search, SearchPath,
    StoredTree, Thinking, Time, Value, is_final, read_move, special_number, square, squares_text,
};
use bcp_reference::game::Game;
use bcp_reference::search::Searcher;
use z8000::machine::Clock;

fn clock() -> Clock {
    "4MHz".parse().expect("a clock")
}

/// From "moves" in `asm/constants.s`: a promotion is 20h plus the piece's code, which is twelve more for Black.
const SPECIALS: [(Special, u8, u8); 8] = [
    (Special::None, 0, 0),
    (Special::DoubleStep, 2, 2),
    (Special::EnPassant, 4, 4),
    (Special::Castling, 6, 6),
    (Special::Promotion(Kind::Knight), 0x22, 0x2E),
    (Special::Promotion(Kind::Bishop), 0x24, 0x30),
    (Special::Promotion(Kind::Rook), 0x26, 0x32),
    (Special::Promotion(Kind::Queen), 0x28, 0x34),
];

#[test]
fn moves_have_the_numbers_of_the_program() {
    let at = |name| Square::from_name(name).expect("a square");
    for (special, white, black) in SPECIALS {
        for (from, to, number) in [
            ("a7", "b8", white),
            ("h2", "g1", black),
            ("h7", "g8", white),
            ("a2", "b1", black),
        ] {
            let m = Move::new(at(from), at(to), special);
            assert_eq!(special_number(m), number, "{m:?}");
            assert_eq!(read_move(m.from.number(), m.to.number(), number), Some(m));
            let other = if number == white { black } else { white };
            assert_eq!(
                read_move(m.from.number(), m.to.number(), other),
                (white == black).then_some(m)
            );
        }
    }
    let [a1, h8] = ["a1", "h8"].map(|name| at(name).number());
    for (from, to, special) in [
        (a1 - 1, h8, 0),
        (a1, h8 + 1, 0),
        (a1, h8, 1),
        (a1, h8, 8),
        (a1, h8, 0x20),
        (a1, h8, 0xFF),
    ] {
        assert_eq!(read_move(from, to, special), None, "{from} {to} {special}");
    }
    assert_eq!(squares_text([a1, h8]), "a1h8");
    assert_eq!(squares_text([a1 - 1, h8 + 1]), "????");
    let all: Vec<String> = Square::all().map(|it| square(it.number().into())).collect();
    assert_eq!(all, Square::all().map(|it| it.to_string()).collect::<Vec<_>>());
    assert_eq!([0x100 + u16::from(a1), u16::MAX].map(square), ["??", "??"]);
}

#[test]
fn iterations_end_where_the_game_is_decided() {
    for (depth, value, expected) in [
        (0, 0, false),
        (29, 93, false),
        (30, 0, true),
        (31, 0, true),
        (1, 94, true),
        (1, -93, false),
        (1, -94, true),
        (1, 127, true),
    ] {
        assert_eq!(is_final(depth, value), expected, "{depth} {value}");
        let iteration = Iteration { depth, value, best: None, nodes: 5, cycles: 7 };
        assert_eq!(iteration.is_mate(), value >= 94);
        assert_eq!(iteration.to_string(), format!("{depth} {value} - 5"));
    }
    // A mate in n moves is 2n - 1 plies from the root, and being mated in n is 2n.
    for (value, text) in [
        (93, "93"),
        (94, "mate 17"),
        (95, "mate 16"),
        (125, "mate 1"),
        (-93, "-93"),
        (-94, "-mate 17"),
        (-95, "-mate 16"),
        (-126, "-mate 1"),
        (127, "mate"),
    ] {
        assert_eq!(Value(value).console(), text);
    }
}

/// The verdict of the rules on announced mates of either side; if the length is unknown, mates up to the horizon are
/// tried.
#[test]
fn announced_mates_are_proved_or_refuted() {
    let two = "7k/8/8/8/8/8/R7/1R4K1 w - -";
    let mated = "7k/R7/8/8/8/8/8/1R4K1 b - -";
    let queen = "7k/5K2/8/8/8/8/8/6Q1 w - -";
    for (fen, depth, value, first, note) in [
        (two, 2, 124, Some("a2a7"), Some("proved")),
        (two, 2, 124, None, Some("proved")),
        (
            two,
            2,
            124,
            Some("a2a8"),
            Some("refuted: Ra8+ Kh7 prevents a mate in 2"),
        ),
        (two, 2, 126, None, Some("refuted: no move mates in 1")),
        (two, 2, 127, None, Some("proved: mate in 2")),
        (two, 0, 127, None, Some("refuted: no move mates in 1")),
        (two, 2, 93, None, None),
        (two, 2, -93, None, None),
        (mated, 2, -125, None, Some("proved")),
        (two, 2, -125, None, Some("refuted: Kg2 prevents a mate in 1")),
        (
            queen,
            2,
            126,
            Some("g1g6"),
            Some("refuted: Qg6 is stalemate, which the program does not recognise"),
        ),
    ] {
        let position = Position::from_fen(fen).expect(fen);
        let first = first.map(|m| position.move_from_text(m).expect(m));
        let iteration = Iteration { depth, value, best: first, nodes: 5, cycles: 7 };
        let mate = iteration.mate(&position, first, Effort::of(EFFORT));
        let said = mate.as_ref().map(|mate| mate.note(&position));
        assert_eq!(said.as_deref(), note, "{fen} {depth} {value}");
        let Some(mate) = mate else { continue };
        let doubt = mate.doubt(&position, "mate 2");
        assert_eq!(doubt.is_none(), mate.is_proved());
        let said = doubt
            .unwrap_or_default()
            .replace("the program reports mate 2, but ", "refuted: ");
        assert!(mate.is_proved() || Some(said.as_str()) == note, "{said}");
    }
    // The caller's effort is too small for the proof.
    let position = Position::from_fen(two).expect(two);
    let iteration = Iteration { depth: 2, value: 124, best: None, nodes: 5, cycles: 7 };
    let mate = iteration.mate(&position, None, Effort::of(1)).expect("a mate");
    assert_eq!((mate.word(), mate.mark()), ("believed", " (believed)"));
    assert_eq!(mate.note(&position), "not proved within 1 positions");
}

/// After every iteration, the program's tree with its numbers equals that of the reference.
#[test]
fn the_stored_tree_is_that_of_the_reference() {
    let program = Program::built_in().expect("the program assembles");
    let tree = StoredTree::find(&|name| program.symbol(name)).expect("a stored tree");
    for (fen, depth) in [
        ("r3k3/4p3/3p4/1N6/8/8/6PP/6K1 w - -", 4),
        ("6k1/6pp/8/8/3b4/8/r4PPP/1R4K1 w - -", 3),
        ("7k/P6p/8/8/8/8/5K2/8 w - -", 3),
        ("r4rk1/ppp2ppp/2n5/2bqp3/8/P2PB3/1PP1NPPP/R2Q1RK1 w - -", 3),
    ] {
        let position = Position::from_fen(fen).expect(fen);
        let limits = Limits { depth, ..Limits::default() };
        let mut search = Search::start(&program, &position, limits).expect("a search");
        let mut searcher = Searcher::new(position.clone());
        let mut iterations = searcher.search(depth);
        assert_eq!(tree.in_use(search.memory()), None);
        while let Progress::Iteration(found) = search.next().expect("a line") {
            let expected = iterations.next().expect("an iteration");
            assert_eq!(
                (found.depth, found.value, found.nodes),
                (expected.depth, expected.value, expected.nodes)
            );
            let stored = iterations.searcher().stored_moves();
            let moves = tree.moves(search.memory()).expect("a sound tree");
            let expected: Vec<(u8, Entry)> = stored.iter().map(|it| (it.ply, Entry::expected(it))).collect();
            assert_eq!(moves, expected, "{fen}, {found}");
            for ((_, entry), stored) in moves.iter().zip(&stored) {
                assert!(entry.holds(stored.m));
                assert!(!entry.holds(Move::new(stored.m.to, stored.m.from, stored.m.special)));
                assert_eq!(entry.coordinates(), stored.m.to_string()[..4]);
            }
            assert_eq!(tree.in_use(search.memory()), Some(stored.len() as u16 + 1));
            let mut line = Vec::new();
            let mut at = stored.iter();
            while let Some(next) = at.next().filter(|it| usize::from(it.ply) == line.len() + 1) {
                line.push(next.m.to_string()[..4].to_owned());
            }
            assert_eq!(tree.best_line(search.memory()), line, "{fen}, {found}");
            // Counts complete lists that are not empty; the root's list is complete as soon as it exists.
            let children = |at: usize| {
                let after = stored[at + 1..].iter().take_while(|it| it.ply > stored[at].ply);
                after.filter(|it| it.ply == stored[at].ply + 1).count()
            };
            let complete = (0..stored.len()).filter(|at| stored[*at].complete).map(children);
            let root = stored.iter().filter(|it| it.ply == 1).count();
            let (lists, moves) = tree.lists(search.memory());
            let below: Vec<usize> = complete.filter(|count| *count > 0).collect();
            let with_root = (below.len() as u32 + 1, (below.iter().sum::<usize>() + root) as u32);
            let without = (below.len() as u32, below.iter().sum::<usize>() as u32);
            assert!(
                (lists, moves) == with_root || (lists, moves) == without,
                "{fen}, {found}"
            );
        }
        assert_eq!(iterations.next(), None);
    }
}

#[test]
fn entries_are_written_with_what_is_known() {
    use bcp_driver::Behind;
    let square = |name| Square::from_name(name).expect("a square").number();
    let squares = [square("e2"), square("e4")];
    let entry = |special, behind, complete, mates| Entry { squares, special, score: -3, behind, complete, mates };
    let hint = Behind::Hint([square("e7"), square("e5")]);
    for (entry, text) in [
        (entry(2, hint, false, None), "e2e4 (special 02h), score -3, hint e7e5"),
        (
            entry(0, Behind::Bounds([0, 0]), false, Some(false)),
            "e2e4, score -3, no mate after it",
        ),
        (
            entry(0, Behind::Bounds([0, 0]), true, Some(true)),
            "e2e4, score -3, bounds 0 to 0, complete, a mate after it",
        ),
        (
            entry(0x28, Behind::Bounds([-2, 5]), false, None),
            "e2e4 (special 28h), score -3, bounds -2 to 5",
        ),
    ] {
        assert_eq!(entry.to_string(), text);
    }
}

/// At any moment the moves on the path are legal, and each record follows the previous one.
#[test]
fn the_path_is_a_line_from_the_root() {
    let program = Program::built_in().expect("the program assembles");
    let path = SearchPath::find(&|name| program.symbol(name)).expect("a path");
    let position = Position::from_fen("r4rk1/ppp2ppp/2n5/2bqp3/8/P2PB3/1PP1NPPP/R2Q1RK1 w - -").expect("a position");
    let limits = Limits { depth: 9, cycles: 0, ..Limits::default() };
    let mut search = Search::start(&program, &position, limits).expect("a search");
    let [first, size] = ["path", "PLY_SIZE"].map(|name| program.address(name).expect(name));
    assert_eq!(search.next().expect("no line"), Progress::Limit);
    let mut longest = 0;
    for cycles in (3_000_000..12_000_000).step_by(37_003) {
        search.go_on_to(cycles);
        assert_eq!(search.limit(), cycles);
        while let Progress::Iteration(_) = search.next().expect("no end") {}
        let (moves, memory) = (path.moves(search.memory()), search.memory());
        assert_eq!(moves.len(), usize::from(path.ply(memory)));
        let mut at = position.clone();
        for ((record, m), n) in path.records(memory).zip(0..) {
            assert_eq!((record, &m), (first + size * n + 14, &moves[usize::from(n)]));
            let m = at
                .moves()
                .into_iter()
                .find(|it| it.to_string()[..4] == m)
                .expect("a move of the position");
            at.make(m);
        }
        assert_eq!(path.present(memory), first + size * path.ply(memory) + 14);
        longest = longest.max(moves.len());
    }
    assert!(longest > 2, "{longest}");
}

#[test]
fn a_player_answers_like_the_reference() {
    let program = Program::built_in().expect("the program assembles");
    let choices = Choices::find(&|name| program.symbol(name)).expect("choices");
    let mut player = Player::new(&program).expect("it plays");
    let position = Position::from_fen("7k/P6p/8/8/8/8/5K2/8 w - -").expect("a position");
    player.begin(&position, 0).expect("a position");
    assert_eq!(player.game().position(), &position);
    let setting = bcp_reference::search::Player { lines: 3, weighing: true, seed: 5 };
    player.set_player(setting).expect("a setting");
    let game = Game::new(position.clone(), 0);
    let mut searcher = Searcher::new(position.clone());
    let expected: Vec<_> = searcher.think(&game, setting, 3).flatten().collect();
    let never = AtomicBool::new(false);
    let mut thinking = Thinking::start(&mut player, 3, None);
    let (mut found, mut last) = (Vec::new(), 0);
    let m = loop {
        match thinking.next(&never).expect("an answer") {
            PlayerAnswer::Line(line) => {
                assert!(line.cycles >= last && line.cycles <= thinking.cycles());
                last = line.cycles;
                found.push(bcp_reference::search::Iteration::from(line));
            }
            PlayerAnswer::Move(m) => break m,
        }
    };
    assert_eq!(found, expected);
    assert_eq!(Some(m), expected[expected.len() - 3].best);
    let by = choices.behind(&player, m).expect("a search");
    assert_eq!(
        (by.depth, by.value, by.best, by.nodes),
        (3, expected[6].value, Some(m), expected[6].nodes)
    );
    let other = position
        .legal_moves()
        .into_iter()
        .find(|other| *other != m)
        .expect("another move");
    assert_eq!(choices.behind(&player, other), None);
    let mut legal: Vec<String> = position.legal_moves().iter().map(ToString::to_string).collect();
    let mut listed = player.legal_moves().expect("a list");
    legal.sort();
    listed.sort();
    assert_eq!(listed, legal);
    player.play(m).expect("a legal move");
    assert!(player.take_back().expect("a move"));
    assert!(!player.take_back().expect("none is left"));
}

/// A search that takes minutes of Z8000 time ends as soon as it is stopped, with a legal move.
#[test]
fn a_player_can_be_stopped() {
    let program = Program::built_in().expect("the program assembles");
    let mut player = Player::new(&program).expect("it plays");
    let position = Position::from_fen("r1b4k/ppp2Bb1/6Pp/3pP3/1qnP1p1Q/8/PPP3P1/1K1R3R w - -").expect("a position");
    player.begin(&position, 0).expect("a position");
    player.set_time(Time::Unlimited).expect("a time");
    let stop = AtomicBool::new(true);
    for clock in [None, Some(clock())] {
        let mut thinking = Thinking::start(&mut player, 30, clock);
        let m = loop {
            if let PlayerAnswer::Move(m) = thinking.next(&stop).expect("an answer") {
                break m;
            }
        };
        assert!(position.legal_moves().contains(&m), "{m}");
        assert!(thinking.cycles() < 20_000_000, "{}", thinking.cycles());
        assert_eq!(thinking.player().game().position(), &position);
    }
}

#[test]
fn times_are_ticks_of_the_program() {
    let program = Program::built_in().expect("the program assembles");
    let mut player = Player::new(&program).expect("it plays");
    let tick = u64::from(program.address("TICK").expect("a constant")) * z8000::machine::TIMER_CLOCKS;
    assert_eq!(player.tick(), tick);
    let clock = clock();
    let second = clock.clocks(1.0);
    assert_eq!(player.ticks(60.0, clock), (60 * second / tick) as u32);
    assert_eq!((player.ticks(0.0, clock), player.ticks(1e30, clock)), (0, u32::MAX));
    for (time, left) in [
        (Time::Move(7), 7),
        (Time::Move(0), 1),
        (Time::Move(u32::MAX), i32::MAX as u32),
        (Time::Game { ticks: 1000, moves: 40 }, 1000),
        (Time::Game { ticks: 0, moves: 0 }, 1),
        (Time::Unlimited, 0),
    ] {
        player.set_time(time).expect("a time");
        assert_eq!(player.time_left(), left, "{time:?}");
    }
}

/// The numbers of leaves are the known ones for the starting position.
#[test]
fn a_console_counts_moves_and_rejects_positions() {
    let program = Program::built_in().expect("the program assembles");
    let mut console = Console::new(&program);
    console.set_position(&format!("{START} 7 9")).expect("a position");
    let never = AtomicBool::new(false);
    for (depth, count) in [(1, 20), (2, 400), (3, 8902)] {
        assert_eq!(console.perft(depth, u64::MAX, &never).expect("a number"), Some(count));
    }
    assert_eq!(console.perft(3, 1000, &never).expect("no answer yet"), None);
    let stop = AtomicBool::new(true);
    let mut console = Console::new(&program);
    console.set_position(START).expect("a position");
    assert_eq!(console.perft(3, u64::MAX, &stop).expect("stopped"), None);
    let mut console = Console::new(&program);
    let error = console.set_position("8/8/8/8/8/8/8/8 w - -").expect_err("no kings");
    let text = error.to_string();
    assert!(
        text.starts_with("the program rejected the position `8/8/8/8/8/8/8/8 w - -`: error "),
        "{text}"
    );
}

#[test]
fn a_program_is_an_image_with_symbols() {
    let program = Program::built_in().expect("the program assembles");
    assert_eq!((program.files().len(), program.folder()), (0, None));
    let image = program.image();
    assert_eq!(image.len(), 0x2_0000);
    let board = program.board();
    let memory = board.world();
    for at in (0..=0xFFFE_u16).step_by(2) {
        let word = |from: usize| u16::from_be_bytes([image[from], image[from + 1]]);
        assert_eq!(memory.program_word(at), word(at.into()), "{at:04x}");
        assert_eq!(memory.data_word(at), word(0x1_0000 + usize::from(at)), "{at:04x}");
    }
    assert_eq!((program.number("WIN"), program.symbol("WIN")), (Some(127), Some(127)));
    assert_eq!(
        (program.number("nothing"), program.symbol("PAWN_ISOLATED")),
        (None, None)
    );
    let error = program.address("nothing").expect_err("no symbol").to_string();
    assert_eq!(error, "the program has no symbol `nothing`");
}
