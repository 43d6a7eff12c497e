//! `z8k cpm --debug` from a user's point of view.

use std::fs;
use std::path::Path;

use serde_json::Value;

use crate::commands::folder;

const LETTER: &str = include_str!("../../../../../docs/how-to/letter.s");

/// Writes a file and reads it; the tests go back to moments in between.
const WRITER: &str = "
        .z8002
        .text
        jr      start
        clr     r5
        sc      #2
start:  ld      r7,#block
        ld      r5,#22                  ! make
        sc      #2
        ld      r7,#block
        ld      r5,#21                  ! write 80h
        sc      #2
        ld      r7,#block
        ld      r5,#16                  ! close
        sc      #2
        ld      r7,#block
        ld      r5,#19                  ! delete
        sc      #2
        ld      r7,#said
        ld      r5,#9
        sc      #2
        ret
        .data
block:  .byte   0
        .ascii  \"NEW     TXT\"
        .space  24
said:   .ascii  \"gone$\"
";

/// Runs a script; returns the status, the answers, and the text on standard error.
fn debug(folder: &Path, program: &str, script: &str) -> (Option<i32>, Vec<Value>, String) {
    fs::write(folder.join("script"), script).expect("the script");
    let mut command = crate::environment::program(env!("CARGO_BIN_EXE_z8k"));
    let command = command.current_dir(folder).args(["cpm", "--debug=script", program]);
    let output = command.output().expect("the command runs");
    let text = String::from_utf8(output.stdout).expect("UTF-8");
    let answers = text.lines().map(|line| serde_json::from_str(line).expect("JSON"));
    let said = String::from_utf8_lossy(&output.stderr).into_owned();
    (output.status.code(), answers.collect(), said)
}

/// Returns the calls that an answer lists, in the notation of the documentation.
fn listed(answer: &Value) -> Vec<String> {
    let text = |call: &Value, name: &str| call[name].as_str().unwrap_or_default().to_owned();
    let calls = answer["calls"].as_array().into_iter().flatten();
    let line = |call: &Value| {
        format!(
            "{} {}: {}",
            text(call, "call"),
            text(call, "arguments"),
            text(call, "result")
        )
    };
    calls.map(line).collect()
}

#[test]
fn the_page_finds_the_slip_and_patches_it() {
    let page = concat!(env!("CARGO_MANIFEST_DIR"), "/../../../docs/how-to/debug-cpm.md");
    let page = fs::read_to_string(page).expect("the page");
    let folder = folder("cpm-debug-page");
    fs::write(folder.join("letter.s"), LETTER).expect("the program");
    fs::write(folder.join("letter.txt"), "Dear reader, all is well.\n").expect("the letter");
    let blocks = page.split("```cpm\n").skip(1);
    let lines = blocks.flat_map(|block| block.split("```").next().unwrap_or_default().lines());
    let (commands, shown): (Vec<&str>, Vec<&str>) = lines.partition(|line| line.starts_with(':'));
    let script: String = commands.iter().map(|command| format!("{}\n", &command[1..])).collect();
    let (status, answers, said) = debug(&folder, "letter.s", &(script + "goto 0\nconsole\n"));
    assert_eq!(status, Some(0), "{said}{answers:?}");
    let remarks = answers.iter().map(|answer| {
        let remark = answer["remark"].as_str().filter(|_| answer["reason"] != "halted");
        let mut lines: Vec<String> = remark.map(str::to_owned).into_iter().collect();
        lines.extend(listed(answer));
        lines
    });
    assert_eq!(shown, remarks.flatten().collect::<Vec<_>>());
    let end = &answers[answers.len() - 3];
    assert_eq!(
        (end["reason"].as_str(), end["console"].as_str()),
        (Some("halted"), Some("Dear reader, all is well.\n"))
    );
    assert_eq!(answers[answers.len() - 1]["console"], "");
}

/// Going back restores the files and the console; the folder on the host is never changed.
#[test]
fn going_back_restores_files_and_console() {
    let folder = folder("cpm-debug-back");
    fs::write(folder.join("writer.s"), WRITER).expect("the program");
    let script = "next delete\nstep\ncontinue\nback delete\nstep\nback make\nstep\nnext write s\nnext print\ncalls\ncontinue\ncalls\n";
    let (status, answers, said) = debug(&folder, "writer.s", script);
    assert_eq!(status, Some(0), "{said}{answers:?}");
    let of = |field: &str, at: usize| answers[at][field].clone();
    // The same moments are visited forward, backward, and forward again.
    assert_eq!(of("instructions", 0), of("instructions", 3));
    assert_eq!(of("instructions", 1), of("instructions", 4));
    assert_eq!([&answers[2]["console"], &answers[10]["console"]], ["gone", "gone"]);
    let calls = [
        "make file NEW.TXT, FCB at <<8>>0x0000: R7 = 0x0, done",
        "write sequential NEW.TXT, record 0, FCB at <<8>>0x0000: R7 = 0x0, done",
        "close file NEW.TXT, FCB at <<8>>0x0000: R7 = 0x0, done",
        "delete file NEW.TXT, FCB at <<8>>0x0000: R7 = 0x0, done",
        "print string \"gone\", at <<8>>0x0024: ",
    ];
    assert_eq!(listed(&answers[9]), calls);
    assert_eq!(listed(&answers[11])[..4], calls[..4]);
    let mut there: Vec<_> = fs::read_dir(&folder)
        .expect("the folder")
        .map(|file| file.expect("a file").file_name())
        .collect();
    there.sort();
    assert_eq!(there, ["script", "writer.s"]);
}

/// A run that something else stops before the call has not reached it, and stays where it stopped; a run that does not
/// find the call goes back.
#[test]
fn a_call_is_reached_only_where_it_is_made() {
    let folder = folder("cpm-debug-reached");
    fs::write(folder.join("writer.s"), WRITER).expect("the program");
    let script = "exception sc 2 if r5 == 21\nnext delete\nnext delete\nback make\nnext delete\ndelete 1\nnext delete\nnext open\nback open\n";
    let (status, answers, said) = debug(&folder, "writer.s", script);
    assert_eq!(status, Some(0), "{said}{answers:?}");
    let of = |at: usize| {
        let answer = &answers[at];
        let remark = answer["remark"].as_str().unwrap_or_default();
        let call = remark.split(" NEW").next().unwrap_or_default().to_owned();
        (answer["reached"].as_bool(), answer["reason"].as_str(), call)
    };
    let (write, delete) = ("CP/M: write sequential".to_owned(), "CP/M: delete file".to_owned());
    assert_eq!(of(1), (Some(false), Some("breakpoint"), write.clone()));
    assert_eq!(of(2), (Some(true), Some("done"), delete.clone()));
    assert_eq!(of(3), (Some(true), Some("done"), "CP/M: make file".to_owned()));
    assert_eq!(of(4), (Some(false), Some("breakpoint"), write));
    assert_eq!(of(6), (Some(true), Some("done"), delete));
    for at in [7, 8] {
        assert_eq!(of(at), (Some(false), Some("done"), String::new()), "{at}");
        assert_eq!(answers[at]["instructions"], answers[6]["instructions"], "{at}");
    }
}

#[test]
fn breakpoints_and_steps_are_those_of_every_program() {
    let folder = folder("cpm-debug-break");
    fs::write(folder.join("letter.s"), LETTER).expect("the program");
    let script = "break missing\nexception sc 2 if r5 == 9\ncontinue\nback-continue\ncontinue\ncontinue\nover\nwhere\n\
                  watch write name,1\nback-continue\n";
    let (status, answers, said) = debug(&folder, "letter.s", script);
    assert_eq!(status, Some(0), "{said}{answers:?}");
    assert_eq!(answers[2]["name"], "missing");
    assert_eq!(answers[2]["source"], "missing: ld     r7,#sorry");
    assert_eq!(answers[3]["reason"], "beginning");
    assert_eq!(
        answers[5]["remark"],
        "CP/M: print string \"There is no letter...\", at <<8>>0x0024"
    );
    assert_eq!(answers[5]["exception"], "SC #2");
}

/// Each error is one sentence, and nothing is started.
#[test]
fn what_is_no_program_is_refused() {
    let folder = folder("cpm-debug-wrong");
    fs::write(folder.join("text.z8k"), "no program at all\n").expect("a file");
    fs::write(folder.join("letter.s"), LETTER).expect("the program");
    for (program, part) in [
        ("text.z8k", "text.z8k"),
        ("none", "cannot find none"),
        (".", "cannot find ."),
    ] {
        let (status, answers, said) = debug(&folder, program, "step\n");
        assert_eq!((status, answers.len()), (Some(1), 0), "{program}: {said}");
        assert!(said.contains(part), "{program}: {said}");
    }
    let script = "next\nnext read\nnext fly\nback fly\ncalls x\nwhere\n";
    let (status, answers, _) = debug(&folder, "letter.s", script);
    assert_eq!(status, Some(1));
    assert!(answers[..5].iter().all(|answer| answer["ok"] == false), "{answers:?}");
    assert!(
        answers[1]["error"]
            .as_str()
            .is_some_and(|error| error.starts_with("`read` is ambiguous: read console buffer, "))
    );
    assert_eq!(answers[5]["instructions"], 0);
}
