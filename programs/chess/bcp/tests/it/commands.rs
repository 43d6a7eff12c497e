//! The command as a user sees it: output and exit status.

use std::fs;

use serde_json::Value;

use crate::common::{folder, python, text};
use crate::program::Program;

const BCP: Program = Program("");

/// Runs the command and checks its exit status and a part of its output.
fn check(arguments: &str, status: i32, part: &str) {
    BCP.check(arguments, status, &[part]);
}

#[test]
fn a_position_is_solved() {
    check("solve 5", 0, "solved at depth 2");
    check("solve 5 --format json", 0, "\"move\": \"Qc4+\"");
    check("solve --fen '6k1/5ppp/8/8/8/8/5PPP/R5K1 w - -' --depth 1", 0, "mate");
    check("solve '6k1/5ppp/8/8/8/8/5PPP/R5K1 w - -' --depth 1", 0, "mate");
    check("solve 5,6 --limit-seconds 1", 0, "of 2\n");
}

#[test]
fn games_are_replayed() {
    // 58 moves of the first game are BCP's, ten of each game are its opening; only the king can recapture on h6.
    BCP.check(
        "replay --seconds 0.5",
        0,
        &[
            " 1  22... Kxh6    = Kxh6    forced  depth ",
            "Cray Blitz - BCP: ",
            " of 58 moves\n",
            "opening: ",
            " of 30 moves, ",
            "all: ",
            " of 164 moves, ",
        ],
    );
    check("replay --player Sun", 1, "the players are BCP, Cray Blitz, Nona,");
    check(
        "replay 5",
        1,
        "cannot read 5: no such file; expected a file of PGN games",
    );
    let nona = BCP.printed("replay --seconds 0.01 --player nona --format pgn");
    assert!(nona.contains("Nona") && !nona.contains("Phoenix"));
}

/// Complete output for replays of a fool's mate and a scholar's mate, of which the program sees only the first at once.
/// A line with `= ` gives the options. The shares follow from the signs `=`.
#[test]
fn replays_are_printed_with_what_they_agree_on() {
    let file = folder("replayed").join("games.pgn");
    let games = "[White \"One\"]\n[Black \"Two\"]\n[Result \"0-1\"]\n\n1. f3 e5 2. g4 Qh4# 0-1\n\n\
                 [White \"Three\"]\n[Black \"Four\"]\n[Result \"1-0\"]\n\n1. e4 e5 2. Bc4 Nc6 3. Qh5 Nf6 4. Qxf7# 1-0\n";
    fs::write(&file, games).expect("a file");
    for replay in include_str!("replayed.txt").split("\n= ") {
        let (options, expected) = replay.split_once('\n').expect("options");
        let options = options.trim_start_matches('=');
        let printed = BCP.printed(&format!("replay '{}' --seconds 0.5 {options}", file.display()));
        let printed: Vec<&str> = printed.lines().map(str::trim_end).collect();
        assert_eq!(printed.join("\n").trim_end(), expected.trim_end(), "{options}");
        let lines = || {
            expected
                .lines()
                .filter(|line| line.contains(" Z8000 s") && line.starts_with(' '))
        };
        let (agreed, all) = (lines().filter(|line| line.contains(" = ")).count(), lines().count());
        let sum = format!("all: {agreed} of {all} moves, ");
        assert!(expected.contains(&sum) || options.contains("pgn"), "{options}: {sum}");
    }
}

/// The class of each game's last move.
#[test]
fn moves_have_classes() {
    let back_and_forth = "1. Nf3 Nf6 2. Ng1 Ng8 3. Nf3 Nf6 4. Ng1 Ng8 5. Nf3 Nf6 6. Ng1 Ng8 7. Nf3 Nf6 8. Ng1 Ng8 \
                          9. Nf3 Nf6 10. Ng1 ";
    // The side that plays last, the moves, and the class of the last.
    let games = [
        ("White", "1. e4", "opening"),
        ("Black", &format!("{back_and_forth} Ng8"), "opening"),
        ("White", &format!("{back_and_forth} Ng8 11. e4"), "free"),
        // The king's only move.
        ("White", "[FEN \"k7/2Q5/8/8/8/8/8/6K1 w - - 0 1\"]\n\n1. Kg2", "free"),
        (
            "Black",
            "[FEN \"7k/8/5K1P/8/8/8/6R1/8 b - - 0 1\"]\n\n1... Kh7",
            "forced",
        ),
        // The knight captures; only the pawn can recapture, whatever else is played.
        (
            "Black",
            "[FEN \"4k3/1p6/2p5/8/1N6/8/8/4K3 w - - 0 1\"]\n\n1. Nxc6 bxc6",
            "forced",
        ),
        (
            "Black",
            "[FEN \"4k3/1p6/2p5/8/1N6/8/8/4K3 w - - 0 1\"]\n\n1. Nxc6 Kf7",
            "forced",
        ),
        // Two pawns can recapture.
        (
            "Black",
            "[FEN \"4k3/1p1p4/2p5/8/1N6/8/8/4K3 w - - 0 1\"]\n\n1. Nxc6 bxc6",
            "free",
        ),
        // En passant, with one way to recapture.
        (
            "Black",
            "[FEN \"4k3/2p5/8/3pP3/8/8/8/4K3 w - d6 0 1\"]\n\n1. exd6 cxd6",
            "forced",
        ),
    ];
    let text = games.map(|(side, moves, _)| format!("[{side} \"Last\"]\n{moves} *\n\n"));
    let path = folder("classes").join("games.pgn");
    fs::write(&path, text.concat()).expect("written");
    let replay = BCP.json(&format!("replay '{}' --player last --seconds 0.01", path.display()));
    let replayed = replay["games"].as_array().expect("games");
    assert_eq!(replayed.len(), games.len());
    for (game, (_, moves, class)) in replayed.iter().zip(games) {
        let last = game["moves"].as_array().and_then(|moves| moves.last()).expect("a move");
        assert_eq!(last["program"]["class"], class, "{moves}");
    }
}

#[test]
fn a_game_that_cannot_be_replayed_is_named_and_the_others_are() {
    let folder = folder("replay");
    let file = |name: &str, text: &str| {
        let path = folder.join(name);
        fs::write(&path, text).expect("written");
        path.to_str().expect("a path").to_owned()
    };
    let games = "[White \"A\"]\n[Black \"B\"]\n\n1. e4 {hi} (1. d4 d5 (1... Nf6)) e5 $1 2. Nf3 *\n\n\
                 [White \"C\"]\n[Black \"D\"]\n\n1. e4 e4 2. d4 *\n\n\
                 [White \"E\"]\n[FEN \"8/8\"]\n\n1. e4 *\n\n\
                 [White \"G\"]\n[Black \"H\"]\n\n1. d4 *\n";
    let games = file("games.pgn", games);
    let part =
        "games.pgn: game 2, line 9: move 1, black: \"e4\" is not a legal move here; keeping the moves before the error";
    check(&format!("replay '{games}' --seconds 0.1"), 1, part);
    check(&format!("replay '{games}' --seconds 0.1"), 1, "; skipping this game");
    check(&format!("replay '{games}' --seconds 0.1"), 1, "A - B: ");
    check(&format!("replay '{games}' --seconds 0.1"), 1, "C - D: 0 of 1 moves");
    let part = "\"san\": \"Nf3\",\n          \"program\": {\n            \"class\": \"opening\",";
    check(&format!("replay '{games}' --seconds 0.1 --format json"), 1, part);
    let text = file("text.txt", "hello world\n");
    check(
        &format!("replay '{text}'"),
        1,
        "game 1, line 1: move 1, white: \"hello\"",
    );
    let empty = file("empty.pgn", "");
    check(&format!("replay '{empty}'"), 1, "empty.pgn: no PGN games found");
    check(
        &format!("replay '{games}' --game-number 5"),
        1,
        "expected a game from 1 to 4",
    );
    // The game's number in messages and in lines is that in the file.
    let one = |number: u8| format!("replay '{games}' --seconds 0.1 --game-number {number}");
    check(&one(3), 1, "the games have no moves");
    check(&one(4), 1, " 4     1. d4");
    let no_move = file("none.pgn", "[White \"A\"]\n\n*\n");
    check(&format!("replay '{no_move}'"), 1, "none.pgn: the games have no moves");
}

#[test]
fn wrong_positions_are_refused() {
    for (fen, part) in [
        ("nonsense", "placement"),
        ("8/8/8/8/8/8/8/8 w - -", "kings"),
        ("4k3/8/8/8/8/8/4R3/4K3 w - -", "in check, but it is not black's turn"),
        ("4k3/8/8/8/8/8/8/4K3 w X -", "castling"),
        ("4k3/8/8/8/8/8/8/4K3 w - x4", "x4"),
        ("", "FEN"),
        ("5", "placement: 1 rank;"),
    ] {
        check(&format!("solve --fen '{fen}'"), 1, part);
    }
    // Impossible castling rights are dropped, with a message.
    for (fen, part) in [
        ("4k3/8/8/8/8/8/8/4K3 w K -", "ignoring the castling right K"),
        ("4k3/8/8/8/8/8/8/4K3 w - e4", "ignoring the en passant square e4"),
    ] {
        check(&format!("solve --fen '{fen}' --depth 1"), 0, part);
    }
}

#[test]
fn wrong_arguments_are_refused() {
    check("table1 1-20", 2, "specify positions with `--positions 1-20`");
    check("table1 --format html", 2, "[possible values: text, json, csv]");
    check("table1 --positions 5-", 2, "`5-`: missing last number");
    check("report --report t.jsonl", 2, "<RESULTS>");
    check(
        "debug 5 --batch pass",
        1,
        "cannot read pass: no such file; expected a file of commands or - after --batch",
    );
    check("play 5", 2, "quote arguments that contain spaces");
    check("solve 301", 1, "position 301 does not exist");
    check("solve 0", 1, "position 0 does not exist");
    check("solve", 2, "required");
    check("solve 1 --depth 31", 2, "31");
    check("solve 1 --limit-seconds=-1", 2, "limit-seconds");
    check("table1 --positions 5-3", 2, "empty");
    check("table1 --clock fast", 2, "clock frequency");
    check("table1 --suite no-such-file.csv", 1, "no-such-file.csv");
    check("solve 1 --program no-such-file.s", 1, "no-such-file.s");
    check(
        "solve nowhere",
        2,
        "expected a number, such as 5 or 1-20, a quoted FEN, or a file",
    );
    check("solve 8/8/8/8/8/8/8/8", 2, "quote them");
    check("solve 5 --depth x", 2, "it must be a whole number");
    check("solve -5", 2, "expected a positive number, such as 5");
    check("5", 2, "write `bcp solve 5`");
}

#[test]
fn searches_agree() {
    check("verify --positions 1-5 --limit-seconds 2", 0, "0 differ");
}

#[test]
fn another_constant_is_named_before_any_search_differs() {
    let folder = folder("constants");
    let sources = concat!(env!("CARGO_MANIFEST_DIR"), "/../../../asm");
    for entry in fs::read_dir(sources).expect("the sources") {
        let path = entry.expect("an entry").path();
        if path.is_file() {
            fs::copy(&path, folder.join(path.file_name().expect("a name"))).expect("a copy");
        }
    }
    let constants = folder.join("constants.s");
    let text = fs::read_to_string(&constants).expect("the constants");
    assert!(text.contains(".equ    BISHOP, 3"));
    fs::write(&constants, text.replace(".equ    BISHOP, 3", ".equ    BISHOP, 4")).expect("written");
    let program = folder.join("bcp.s");
    let program = program.to_str().expect("a path");
    let cause = "BISHOP is 4 in the Z8000 program (asm/constants.s), but 3 in the reference (programs/chess/rules/src/constants.rs)";
    check(&format!("verify --program '{program}' --positions 1"), 1, cause);
    fs::remove_dir_all(&folder).expect("the folder goes");
}

#[test]
fn a_verdict_on_a_search_that_was_stopped_is_provisional() {
    check("solve 96 --depth 6", 0, "provisional: the search ended after depth 6");
    check(
        "solve 2 --limit-seconds 1",
        0,
        "provisional: the search ended after 1 Z8000 seconds",
    );
    let decided = text(&BCP.run("solve 5").stdout);
    assert!(!decided.contains("provisional"), "{decided}");
}

#[test]
fn why_a_position_is_not_solved_is_said() {
    check("solve 2 --depth 1", 0, "the solution was never the best move");
}

#[test]
fn the_books_moves_are_the_solutions_unless_the_suites_are_asked_for() {
    check("solve 22 --depth 0", 0, "to be played: Nxf7\n");
    check("solve 22 --depth 0 --suite-moves", 0, "to be played: Ba2 Nxf7\n");
}

/// The report on the first three lines of a run of six says that it is incomplete.
#[test]
fn a_part_of_a_run_says_so() {
    let folder = folder("part");
    let (whole, part) = (folder.join("whole.jsonl"), folder.join("part.jsonl"));
    let page = folder.join("part.html");
    let path = |path: &std::path::Path| path.to_str().expect("a path").to_owned();
    let run = format!("table1 --positions 4-9 --limit-seconds 1 --out '{}'", path(&whole));
    check(&run, 0, "solved");
    let lines = fs::read_to_string(&whole).expect("results");
    let first: String = lines.split_inclusive('\n').take(3).collect();
    fs::write(&part, first).expect("written");
    let missing = "3 of the 6 positions of this run; 3 are missing (7-9)";
    check(
        &format!("report '{}' --report '{}'", path(&part), path(&page)),
        0,
        &format!("UNFINISHED: {missing}"),
    );
    let html = fs::read_to_string(&page).expect("a page");
    assert!(html.contains(missing) && !html.contains("every figure is reproduced exactly"));
    let report = text(&BCP.run(&format!("report '{}'", path(&whole))).stdout);
    assert!(!report.contains("UNFINISHED"), "{report}");
    fs::remove_dir_all(&folder).expect("the folder goes");
}

/// The paper is not mentioned for other positions than its own.
#[test]
fn other_positions_stand_without_the_paper() {
    let folder = folder("other");
    let suite = folder.join("suite.epd");
    fs::write(
        &suite,
        "5k2/6pp/p1qN4/1p1p4/3P4/2PKP2Q/PP3r2/3R4 b - - bm Qc4+; id \"one\";\n",
    )
    .expect("written");
    let suite = suite.to_str().expect("a path");
    let report = text(&BCP.run(&format!("table1 --suite '{suite}' --limit-seconds 1")).stdout);
    assert!(!report.contains("paper") && !report.contains("Table 1"), "{report}");
    assert!(report.contains("solved 1 of 1"), "{report}");
    fs::remove_dir_all(&folder).expect("the folder goes");
}

/// The tables of the text output contain the figures of the JSON output.
#[test]
fn readings_are_compared() {
    let folder = folder("readings");
    let run = format!(
        "ablate --positions 1-12 --limit-seconds 1 --only neither,king-first,order-11,order-222 --out-dir '{}'",
        folder.display()
    );
    // The second command reuses the stored runs of the first.
    let (json, text) = (BCP.json(&run), BCP.printed(&run));
    let list = |value: &Value| value.as_array().cloned().unwrap_or_default();
    let readings = list(&json["readings"]);
    let number = |value: &Value| value.as_f64().expect("a number");
    let place = |value: &Value, digits: usize| format!("{:.digits$}", number(value));
    let range = |value: &Value, digits: usize, sign: bool| {
        let [low, high] = [0, 1].map(|at| number(&value[at]));
        match (value.is_null(), sign) {
            (true, _) => String::new(),
            (_, true) => format!(" ({low:+.digits$} to {high:+.digits$})"),
            (_, false) => format!(" ({low:.digits$} to {high:.digits$})"),
        }
    };
    let more = |value: &Value| {
        if value.is_null() {
            return [String::new(), String::new()];
        }
        let [total, even, odd] = ["total", "even", "odd"].map(|name| format!("{:+.1}", number(&value[name])));
        [total + &range(&value["interval"], 1, true), format!("{even} / {odd}")]
    };
    let row = |cells: Vec<String>| format!("| {} |\n", cells.join(" | "));
    let table = |title: &str, head: &str, rows: String| {
        let rule = vec!["---"; head.split(" | ").count()].join(" | ");
        format!("{title}:\n\n| {head} |\n| {rule} |\n{rows}\n")
    };
    let name = |reading: &Value| reading["reading"].as_str().unwrap_or_default().to_owned();
    let likelihood = |reading: &Value, of: &str| {
        let of = &reading[of];
        let [gain, halves] = more(&of["more_than_first"]);
        let aliens = format!("{:.0}", 100.0 * number(&of["aliens"]));
        let [scale, deviation] = ["scale", "deviation"].map(|name| place(&of[name], 2));
        let [logarithm, held_out] = ["logarithm", "held_out"].map(|name| place(&of[name], 1));
        vec![
            name(reading),
            logarithm,
            held_out,
            gain,
            halves,
            scale,
            deviation,
            aliens,
        ]
    };
    let within = |times: &Value| {
        let shares = [2, 3, 5].map(|factor| format!("{:.0}", 100.0 * number(&times[format!("within_{factor}")])));
        shares.join(" / ")
    };
    // Each difference is that of two logarithms, and the sum of its halves; gained and lost positions change the number
    // solved.
    let near = |one: f64, other: f64| assert!((one - other).abs() < 1e-6, "{one} is not {other}");
    let of = |reading: &Value, name: &str| number(&reading["likelihood"][name]);
    for reading in &readings[1..] {
        let more = &reading["likelihood"]["more_than_first"];
        near(
            number(&more["total"]),
            of(reading, "logarithm") - of(&readings[0], "logarithm"),
        );
        near(number(&more["total"]), number(&more["even"]) + number(&more["odd"]));
        let [gains, loses] = ["gains", "loses"].map(|name| list(&reading[name]).len() as f64);
        let solved = |reading: &Value| number(&reading["summary"]["solved"]);
        near(solved(reading), solved(&readings[0]) + gains - loses);
    }
    let names: Vec<&Value> = readings.iter().map(|reading| &reading["name"]).collect();
    assert_eq!(names, ["default", "king-first", "neither", "order-11", "order-222"]);
    // Compares each step with the next one.
    for (at, (name, before)) in [(2, None), (1, Some(2)), (0, Some(1))].into_iter().enumerate() {
        let step = &json["steps"][at];
        assert_eq!(step["name"], readings[name]["name"]);
        assert_eq!(step["more_than_before"].is_null(), before.is_none());
        if let Some(before) = before {
            let difference = |what: &str| of(&readings[name], what) - of(&readings[before], what);
            near(number(&step["more_than_before"]["total"]), difference("logarithm"));
            near(number(&step["held_out_more"]), difference("held_out"));
        }
    }
    assert_eq!(list(&json["steps"]).len(), 3);
    let mut expected = String::new();
    let steps = list(&json["steps"]).into_iter().map(|step| {
        let of = readings
            .iter()
            .find(|reading| reading["name"] == step["name"])
            .expect("a reading");
        let [gain, halves] = more(&step["more_than_before"]);
        let summary = &of["summary"];
        row(vec![
            step["step"].as_str().unwrap_or_default().to_owned(),
            summary["solved"].to_string(),
            place(&summary["times"]["spearman"], 3),
            place(&summary["exact"]["mean_ratio"], 2),
            place(&of["likelihood"]["logarithm"], 1),
            gain,
            halves,
            place(&of["likelihood"]["held_out"], 1),
        ])
    });
    expected += &table(
        "From the pseudocode to the program as it is",
        "step | solved | Spearman | ratio | log-likelihood | gain over the previous step (95%) | even / odd | held out",
        steps.collect(),
    );
    let totals: Vec<f64> = readings[3..]
        .iter()
        .map(|of| number(&of["likelihood"]["more_than_first"]["total"]))
        .collect();
    // The standard deviation of two numbers is their difference divided by the square root of 2.
    let (mean, deviation) = (
        (totals[0] + totals[1]) / 2.0,
        (totals[0] - totals[1]).abs() / 2f64.sqrt(),
    );
    let own = readings.iter().map(|reading| {
        let cycles = place(&reading["summary"]["cycles_per_node"], 0);
        row([likelihood(reading, "likelihood"), vec![cycles]].concat())
    });
    let drawn = format!(
        "| mean of the 2 random orders |  |  | {mean:+.1}, standard deviation {deviation:.1} |  |  |  |  |  |\n"
    );
    let head =
        "reading | log-likelihood | held out | gain over the first (95%) | even / odd | scale | deviation | aliens, %";
    expected += &table(
        "Likelihood, with all positions searched for 1 s",
        &format!("{head} | cycles per node"),
        own.collect::<String>() + &drawn,
    );
    let by_suite = readings
        .iter()
        .map(|reading| row(likelihood(reading, "likelihood_by_suite")));
    expected += &table(
        "Likelihood when every solution in the suite is accepted",
        head,
        by_suite.collect(),
    );
    let by_rule = readings.iter().map(|reading| {
        let summary = &reading["summary"];
        let [times, scaled] = ["times", "scaled"].map(|of| &summary[of]);
        let mates = |of: &Value| format!("{} / {}", place(&of["spearman"], 3), place(&of["log_deviation"], 2));
        row(vec![
            name(reading),
            summary["solved"].to_string(),
            summary["both_unsolved"].to_string(),
            place(&times["spearman"], 3) + &range(&times["spearman_interval"], 3, false),
            within(times),
            mates(&summary["mates"]),
            place(&scaled["spearman"], 3),
            within(scaled),
            mates(&summary["scaled_mates"]),
            "-".to_owned(),
            "-".to_owned(),
        ])
    });
    expected += &table(
        "The fixed rule",
        "reading | solved | F in both | Spearman (95%) | within 2 / 3 / 5, % | mates: Spearman / deviation | scaled: \
         Spearman | within 2 / 3 / 5, % | mates: Spearman / deviation | position 96 | mate in position 96",
        by_rule.collect(),
    );
    let gained = readings[1..3].iter().map(|reading| {
        let numbers = |of: &str| {
            let numbers: Vec<String> = list(&reading[of]).iter().map(ToString::to_string).collect();
            if numbers.is_empty() {
                "none".to_owned()
            } else {
                numbers.join(", ")
            }
        };
        let ratio = format!("x {}", place(&reading["nodes_ratio"], 2));
        row(vec![name(reading), numbers("gains"), numbers("loses"), ratio])
    });
    expected += &table(
        "Positions gained and lost, compared with the first reading",
        "reading | gains | loses | nodes to the solution",
        gained.collect(),
    );
    let first = &readings[0]["likelihood"];
    let shares = list(&first["accepts"]);
    let shares = shares
        .iter()
        .map(|share| format!("{:.0}", 100.0 * number(share)))
        .collect();
    expected += &table(
        "Probability that a stage with this gain is accepted, %",
        "nothing | a pawn | two pawns | three or more | a mate",
        row(shares),
    );
    let aliens = list(&first["alien_positions"]);
    let numbers = aliens
        .iter()
        .filter_map(|number| number.as_u64())
        .map(|number| number as u32);
    expected += &table(
        "Positions that the first reading does not explain",
        "more likely than not | positions",
        row(vec![aliens.len().to_string(), bcp_suite::Selection::text(numbers)]),
    );
    assert_eq!(text.trim_end(), expected.trim_end());
    check("ablate --only nothing", 1, "unknown reading `nothing`");
}

/// Complete output of short runs, except for what identifies the program. A line with `= ` gives the arguments. The
/// figures of Table 1 were also calculated by Python.
#[test]
fn short_runs_print_all_of_this() {
    for run in include_str!("printed.txt").split("\n= ") {
        let (arguments, expected) = run.split_once('\n').expect("arguments");
        let printed = BCP.printed(arguments.trim_start_matches("= "));
        let printed = printed
            .lines()
            .map(str::trim_end)
            .take_while(|line| *line != "## What was run");
        let printed: Vec<&str> = printed.collect();
        assert_eq!(printed.join("\n").trim_end(), expected.trim_end(), "{arguments}");
    }
}

/// Likelihoods, differences, fits and steps equal those of a program in another language, which finds the maximum by
/// another method.
#[test]
#[ignore = "needs Python 3"]
fn likelihoods_are_those_of_another_program() {
    let folder = folder("likelihoods");
    let found = BCP.printed(&format!(
        "ablate --limit-seconds 4 --only neither,king-first --format json --out-dir '{}'",
        folder.display()
    ));
    let file = folder.join("found.json");
    fs::write(&file, found).expect("a file");
    python("ablate.py", &[file, folder]);
}

#[test]
fn every_command_has_completions_and_a_manual_page() {
    let folder = folder("pages");
    BCP.writes_pages(&folder, &["table1", "--limit-seconds"], &["bcp", "bcp-solve"]);
    // The manual page of `bcp-lab` belongs to the other command.
    assert!(!folder.join("man/bcp-lab.1").exists());
}

/// The Debian package renames the command, because `bcp` is a command of Boost.
#[cfg(unix)]
#[test]
fn pages_name_the_command_as_it_is_called() {
    use std::os::unix::process::CommandExt;

    let folder = folder("renamed");
    let mut command = crate::environment::program(env!("CARGO_BIN_EXE_bcp"));
    command.arg0("/usr/bin/bcp-1986").arg("--write-pages").arg(&folder);
    assert!(command.status().expect("it runs").success());
    let text = |name: &str| fs::read_to_string(folder.join(name)).expect("a page").replace('\\', "");
    let page = text("man/bcp-1986-solve.1");
    for part in [
        ".TH bcp-1986-solve 1",
        "fBbcp-1986 solvefR [OPTIONS]",
        "\nbcp-1986 solve 5\n",
    ] {
        assert!(page.contains(part), "{part}: {page}");
    }
    assert!(text("completions/bcp-1986.bash").ends_with("bcp-1986\nfi\n"));
}

/// The hash is the one in the stored results, which are from the same program.
#[test]
fn the_long_version_names_the_program() {
    let version = concat!("bcp ", env!("CARGO_PKG_VERSION"), "\n");
    assert_eq!(BCP.printed("-V"), version);
    let long = BCP.printed("--version");
    assert!(long.starts_with(version), "{long}");
    let fact = |name: &str| {
        long.lines()
            .find_map(|line| line.strip_prefix(name))
            .unwrap_or_default()
            .trim()
    };
    for name in ["engine", "host"] {
        assert!(!fact(name).is_empty(), "{long}");
    }
    let results = concat!(env!("CARGO_MANIFEST_DIR"), "/../../../docs/results/table1.json");
    let results = fs::read_to_string(results).expect("the stored results");
    assert_eq!(fact("program").len(), 64, "{long}");
    assert!(results.contains(fact("program")), "{long}");
}

/// The figures of the text output are those of the JSON output.
#[test]
fn counts_and_comparisons_are_json() {
    let line = "verify --positions 5,6 --limit-seconds 1";
    let (compared, text) = (BCP.json(line), BCP.printed(line));
    let expected = format!(
        "{} positions, {} iterations, {} nodes compared: 0 differ\n{} entries of stored trees compared; at most {} of {} \
         in use\n",
        compared["positions"],
        compared["iterations"],
        compared["nodes"],
        compared["entries"],
        compared["most_entries"],
        compared["tree_entries"]
    );
    assert_eq!((text, &compared["positions"]), (expected, &2.into()));
    assert_eq!(compared["differences"].as_array().map(Vec::len), Some(0));
}

/// Positions without a best move can be searched, compared and counted, but not judged.
#[test]
fn a_best_move_is_needed_where_it_is_judged() {
    let folder = folder("unsolved");
    let write = |name: &str, text: &str| {
        fs::write(folder.join(name), text).expect("a file");
        format!("'{}'", folder.join(name).display())
    };
    const FEN: &str = "6k1/5ppp/8/8/8/8/5PPP/R5K1 w - -";
    let (epd, csv) = (write("a.epd", FEN), write("a.csv", &format!("FEN,ID\n{FEN},one\n")));
    let other = write("other.csv", "position,moves\n1,e4\n");
    for suite in [epd, csv] {
        check(&format!("solve 1 --depth 1 --suite {suite}"), 0, "position 1: ");
        check(&format!("verify --limit-seconds 1 --suite {suite}"), 0, "1 positions, ");
        check(&format!("profile 1 --depth 1 --suite {suite}"), 0, "clocks");
        let wrong = "no solution: EPD requires `bm MOVE;` or `am MOVE;`, and CSV requires the column best_moves";
        BCP.check(&format!("solve {suite}"), 1, &["no valid position", "line ", wrong]);
    }
    check(
        &format!("solve {other}"),
        1,
        "the heading on line 1 lacks the column `fen`",
    );
    let capitals = write("b.csv", &format!("FEN;Best_Moves\n{FEN};Ra8\n"));
    check(&format!("solve {capitals}"), 0, "solved 1 of 1");
    let empty = write("empty.jsonl", "");
    check(&format!("report {empty}"), 1, "empty.jsonl: no results found");
    check("solve 1-", 2, "`1-`: missing last number");
}

/// The reader closes the pipe after the first line: the run ends there, whatever else was requested.
#[cfg(unix)]
#[test]
fn results_come_as_they_are_ready() {
    use std::io::{BufRead, BufReader};
    use std::process::Stdio;

    let folder = folder("first-line");
    let mut child = crate::common::command("solve 1-300 --limit-seconds 2 --jobs 1 --out r.jsonl")
        .current_dir(&folder)
        .stdout(Stdio::piped())
        .spawn()
        .expect("bcp runs");
    let mut line = String::new();
    let mut reader = BufReader::new(child.stdout.take().expect("a pipe"));
    reader.read_line(&mut line).expect("a line");
    drop(reader);
    assert!(line.starts_with("    1  "), "{line}");
    assert_eq!(child.wait().expect("it ends").code(), Some(0));
    let results = fs::read_to_string(folder.join("r.jsonl")).expect("results");
    // The pipe may buffer a line that is never read.
    assert!(results.lines().count() <= 3, "{results}");
}
