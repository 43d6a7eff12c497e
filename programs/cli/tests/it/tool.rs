//! The example of this crate as a user sees it: its help, messages, exit statuses, pages, and signals.

use std::fs;
use std::io::Write;
use std::path::{Path, PathBuf};
#[cfg(unix)]
use std::process::Child;
use std::process::{Command, Output, Stdio};

use tempfile::TempDir;

/// Returns the example, which is built with the tests, but not by `cargo test --test it`.
fn tool(folder: &Path, arguments: &str) -> Command {
    let tests = std::env::current_exe().expect("the path of the tests");
    let built = tests.parent().and_then(Path::parent).expect("the folder of the build");
    let mut command = crate::environment::program(built.join("examples/tool"));
    command.current_dir(folder).args(arguments.split_whitespace());
    command
}

/// Runs the tool with an input. Returns its output, its messages, and its status.
fn run(folder: &Path, arguments: &str, input: &str) -> (String, String, Option<i32>) {
    let mut command = tool(folder, arguments);
    command
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped());
    let mut child = command.spawn().expect("the example is built");
    let _ = child.stdin.take().expect("a pipe").write_all(input.as_bytes());
    let Output { status, stdout, stderr } = child.wait_with_output().expect("it ends");
    let [printed, said] = [stdout, stderr].map(|bytes| String::from_utf8_lossy(&bytes).into_owned());
    (printed, said, status.code())
}

const HELP: &str = "\
Copy files, and say things

Usage: tool <COMMAND>

Files:
  copy         Copy files into one file, whose name is the value of an option,
               or to standard output if that is `-`

Signals:
  wait         Wait for a signal, and return its exit status
  letters      Return what arrives on standard input

Other commands:
  say          Say words on standard output, on standard error, and as a warning

Options:
  -h, --help     Print help
  -V, --version  Print version

`tool help COMMAND` describes a command.

Examples:
  tool copyright
";

const COPY: &str = "\
Copy files into one file, whose name is the value of an option, or to standard output if that is `-`

Usage: tool copy [OPTIONS] --out <OUT> [FILES]...

Arguments:
  [FILES]...  Files to copy

Options:
  -o, --out <OUT>        Write the copy to this file
      --other <OTHER>    Write another copy to this file
      --change <CHANGE>  Read a regular file, as one that will change
      --force            Replace a file that exists
      --make             Files that may be lost
      --text             Files of text
      --note <NOTE>      Files that are written as well
  -h, --help             Print help

Examples:
  tool copy one two --out both
  tool copy one --out other
";

#[test]
fn a_help_lists_commands_in_groups_with_examples() {
    let folder = TempDir::new().expect("a folder");
    let long = format!(
        "tool 1.2.3\nhost    {} {}\ncolour  green\nletters 7\n",
        std::env::consts::ARCH,
        std::env::consts::OS
    );
    for (arguments, expected) in [
        ("--help", HELP),
        ("help", HELP),
        ("help copy", COPY),
        ("copy --help", COPY),
        ("-V", "tool 1.2.3\n"),
        ("--version", &long),
    ] {
        let (printed, said, status) = run(folder.path(), arguments, "");
        assert_eq!(
            (printed.as_str(), said.as_str(), status),
            (expected, "", Some(0)),
            "{arguments}"
        );
    }
    let (printed, said, status) = run(folder.path(), "", "");
    assert_eq!((printed.as_str(), said.as_str(), status), ("", HELP, Some(2)));
}

/// Output, messages and status of successive commands; the files `one` and `two` exist.
#[test]
fn files_are_read_written_and_refused_by_name() {
    let folder = TempDir::new().expect("a folder");
    let path = |name: &str| folder.path().join(name);
    fs::write(path("one"), "one\n").expect("a file");
    fs::write(path("two"), "two\n").expect("a file");
    fs::write(path("bytes"), b"\xff").expect("a file");
    for (arguments, printed, said, status) in [
        ("copy one two --out both", "", "", 0),
        (
            "copy one --out both",
            "",
            "tool: both exists: use --force to replace it\n",
            1,
        ),
        ("copy one - --out - --text", "one\ntyped", "", 0),
        ("copy one --out both --force --make --other third", "", "", 0),
        (
            "copy both --out both --force",
            "",
            "tool: both would overwrite the input both: choose another output file\n",
            1,
        ),
        (
            "copy one --out ./x --other x",
            "",
            "error: x and ./x are the same file: each output needs its own file\n",
            2,
        ),
        (
            "copy - - --out x",
            "",
            "error: `-` is standard input, which can be read only once: specify a file for the other input\n",
            2,
        ),
        (
            "copy one --out x --note x",
            "",
            "tool: x and x are the same file: each output needs its own file\n",
            1,
        ),
        (
            "copy one --out x --note two --note two",
            "",
            "tool: two and two are the same file: each output needs its own file\n",
            1,
        ),
        (
            "copy one --out x --note two --note ./one",
            "",
            "tool: ./one would overwrite the input one: choose another output file\n",
            1,
        ),
        (
            "copy oen --out x",
            "",
            "tool: cannot read oen: no such file; did you mean one?\n",
            1,
        ),
        ("copy bytes --text --out x", "", "tool: bytes is not valid UTF-8\n", 1),
        (
            "copy . --out x",
            "",
            "tool: cannot read .: it is a folder; specify a file in it\n",
            1,
        ),
        (
            "copy one --out .",
            "",
            "tool: cannot write .: it is a folder; specify a file in it\n",
            1,
        ),
        (
            "copy one --out no/x",
            "",
            "tool: cannot write no/x: the folder no does not exist\n",
            1,
        ),
        (
            "copy --out x --change -",
            "",
            "tool: cannot modify standard input: specify a file\n",
            1,
        ),
        (
            "copy --out x --change none",
            "",
            "tool: cannot read none: no such file; did you mean one?\n",
            1,
        ),
        ("copy one --out - --change two", "one\ntwo\n", "", 0),
        ("say a b", "a b\n", "a b\ntool: a b\n", 0),
        ("say \u{1b}[1m", "\u{fffd}[1m\n", "\u{fffd}[1m\ntool: \u{fffd}[1m\n", 0),
        ("say", "\n", "\ntool: \ntool: no words\n", 1),
        ("nothing", "", "", 0),
        (
            "5",
            "",
            "error: unknown command '5': write `tool copy --positions 5`\n",
            2,
        ),
        (
            "5/x",
            "",
            "error: unknown command '5/x': write `tool copy --suite 5/x`\n",
            2,
        ),
        (
            "a.s",
            "",
            "error: unknown command 'a.s': write `tool copy --suite a.s`\n",
            2,
        ),
        ("sya", "", "error: unknown command 'sya'; did you mean `say`?\n", 2),
        (
            "copy --outt x",
            "",
            "error: unexpected argument '--outt' found\n\n  tip: did you mean `--out`?\n\n\
             Usage: tool copy --out <OUT> [FILES]...\n\nFor more information, try '--help'.\n",
            2,
        ),
        (
            "say --json",
            "",
            "error: unexpected argument '--json' found\n\nUsage: tool say [WORDS]...\n\n\
             For more information, try '--help'.\n",
            2,
        ),
        (
            "letters more",
            "",
            "error: unexpected argument 'more' found\n\n  tip: too many arguments; `tool letters --help` lists the \
             options; quote arguments that contain spaces\n\nUsage: tool letters\n\n\
             For more information, try '--help'.\n",
            2,
        ),
    ] {
        let found = run(folder.path(), arguments, "typed");
        assert_eq!(
            found,
            (printed.to_owned(), said.to_owned(), Some(status)),
            "{arguments}"
        );
        assert!(!path("x").exists(), "{arguments}");
    }
    let read = |name: &str| fs::read_to_string(path(name)).expect("a file");
    assert_eq!(
        ["one", "two", "both", "third"].map(read),
        ["one\n", "two\n", "one\n", "one\n"]
    );
}

#[cfg(target_os = "linux")]
#[test]
fn a_full_output_is_a_failure_and_a_closed_one_is_none() {
    let folder = TempDir::new().expect("a folder");
    let end = |out: Stdio, arguments: &str| {
        let mut command = tool(folder.path(), arguments);
        let output = command
            .stdout(out)
            .stderr(Stdio::piped())
            .spawn()
            .and_then(Child::wait_with_output);
        let output = output.expect("it ends");
        (
            String::from_utf8_lossy(&output.stderr).into_owned(),
            output.status.code(),
        )
    };
    for arguments in ["say a", "--help"] {
        let full = fs::File::options().write(true).open("/dev/full").expect("the device");
        let reason = "tool: cannot write to standard output: No space left on device\n";
        assert_eq!(end(full.into(), arguments), (reason.to_owned(), Some(1)), "{arguments}");
        let (reader, writer) = std::io::pipe().expect("a pipe");
        drop(reader);
        assert_eq!(end(writer.into(), arguments), (String::new(), Some(0)), "{arguments}");
    }
}

/// Returns the tool under another name, by a link in a folder.
fn linked(folder: &Path, name: &str) -> Command {
    let program = folder.join(name);
    // A copy could still be open for writing in a process that another test starts.
    let tool = tool(folder, "");
    #[cfg(unix)]
    std::os::unix::fs::symlink(tool.get_program(), &program).expect("a link");
    #[cfg(not(unix))]
    fs::hard_link(tool.get_program(), &program).expect("a link");
    crate::environment::program(&program)
}

/// Some programs accept only a path, without arguments.
#[test]
fn a_link_stands_for_the_command_that_its_name_ends_with() {
    let folder = TempDir::new_in(env!("CARGO_TARGET_TMPDIR")).expect("a folder");
    for (name, rest) in [("my-say", "hello"), ("tool", "say hello"), ("say-tool", "say hello")] {
        let mut command = linked(folder.path(), name);
        let command = command.args(rest.split_whitespace());
        let output = command.output().expect("it runs");
        assert_eq!(
            (output.status.code(), &output.stdout[..]),
            (Some(0), &b"hello\n"[..]),
            "{name} {rest}"
        );
    }
}

/// A manual page is in roff format; there are completions for five shells.
#[test]
fn pages_have_the_name_by_which_the_program_is_called() {
    let folder = TempDir::new_in(env!("CARGO_TARGET_TMPDIR")).expect("a folder");
    let output = linked(folder.path(), "renamed")
        .current_dir(&folder)
        .args(["--write-pages", "pages"])
        .output()
        .expect("it runs");
    assert!(
        output.status.success() && output.stdout.is_empty() && output.stderr.is_empty(),
        "{output:?}"
    );
    let names = |name: &str| {
        let files = fs::read_dir(folder.path().join("pages").join(name)).expect("the files");
        let mut names: Vec<PathBuf> = files.map(|file| file.expect("a file").file_name().into()).collect();
        names.sort();
        names
    };
    let completions = [
        "_renamed",
        "_renamed.ps1",
        "renamed.bash",
        "renamed.elv",
        "renamed.fish",
    ];
    assert_eq!(names("completions"), completions.map(PathBuf::from));
    // All pages, except for the hidden command and the help.
    let man = [
        "renamed-copy.1",
        "renamed-letters.1",
        "renamed-say.1",
        "renamed-wait.1",
        "renamed.1",
    ];
    assert_eq!(names("man"), man.map(PathBuf::from));
    for name in completions {
        let script = fs::read_to_string(folder.path().join("pages/completions").join(name)).expect("a script");
        assert!(
            script.contains("renamed") && script.contains("copy") && script.contains("out"),
            "{name}"
        );
    }
    let page = fs::read_to_string(folder.path().join("pages/man/renamed-copy.1")).expect("a page");
    let (_, synopsis) = page.split_once(".SH SYNOPSIS\n").expect("a synopsis");
    assert_eq!(
        synopsis.lines().next(),
        Some(r"\fBrenamed copy\fR [OPTIONS] \-\-out <OUT> [FILES]...")
    );
    let (_, end) = page.split_once(".SH \"EXIT STATUS\"\n").expect("the statuses");
    let expected = r"
.TP
\fB0\fR
Success.
.TP
\fB1\fR
The command failed, or its check found a fault or a difference. A message gives the reason.
.TP
\fB2\fR
Invalid arguments.
.TP
\fB130\fR
Interrupted by Ctrl\-C (SIGINT).
.TP
\fB143\fR
Terminated by SIGTERM.
.SH EXAMPLES
.EX
renamed copy one two \-\-out both
renamed copy one \-\-out other
.EE
";
    assert_eq!(end, &expected[1..]);
    let (_, said, status) = run(folder.path(), "--write-pages", "");
    assert_eq!(
        (said.as_str(), status),
        ("error: `--write-pages` requires a folder\n", Some(2))
    );
    fs::write(folder.path().join("file"), "").expect("a file");
    let (_, said, status) = run(folder.path(), "--write-pages file", "");
    assert_eq!(status, Some(2));
    assert!(
        said.starts_with("error: cannot create the folder file/completions: "),
        "{said}"
    );
}

/// A running process, and the lines that it prints.
#[cfg(unix)]
struct Running(Child, std::io::Lines<std::io::BufReader<std::process::ChildStdout>>);

#[cfg(unix)]
impl Running {
    fn new(folder: &Path, arguments: &str) -> Self {
        use std::io::BufRead;
        let mut command = tool(folder, arguments);
        command.stdin(Stdio::piped()).stdout(Stdio::piped());
        let mut child = command.spawn().expect("the example is built");
        let output = child.stdout.take().expect("a pipe");
        Self(child, std::io::BufReader::new(output).lines())
    }

    fn prints(&mut self, line: &str) {
        assert_eq!(self.1.next().and_then(Result::ok).as_deref(), Some(line));
    }

    fn signal(&self, name: &str) {
        let kill = Command::new("kill")
            .args([&format!("-{name}"), &self.0.id().to_string()])
            .status();
        assert!(kill.expect("kill runs").success());
    }

    /// Closes the process's input, and returns its status.
    fn ended(mut self) -> Option<i32> {
        drop(self.0.stdin.take());
        self.0.wait().expect("it ends").code()
    }
}

/// The status is 128 plus the signal's number; without a handler, a process has none. `nohup` would ignore SIGHUP.
#[cfg(unix)]
#[test]
fn a_signal_is_a_request_and_the_status_tells_which() {
    let folder = TempDir::new().expect("a folder");
    for (arguments, signal, status) in [
        ("wait", "INT", Some(130)),
        ("wait", "TERM", Some(143)),
        ("wait --terminal", "INT", Some(130)),
        ("wait --terminal", "TERM", Some(143)),
        ("wait --terminal", "HUP", Some(129)),
        ("wait --terminal", "QUIT", Some(131)),
        ("wait --terminal", "ABRT", Some(134)),
    ] {
        let mut running = Running::new(folder.path(), arguments);
        running.prints("ready 130");
        running.signal(signal);
        running.prints("requested");
        assert_eq!(running.ended(), status, "{arguments}: {signal}");
    }
    for (arguments, signal, status) in [
        ("wait --own", "INT", Some(130)),
        ("wait --own", "TERM", Some(143)),
        ("wait --own", "USR1", None),
    ] {
        let mut running = Running::new(folder.path(), arguments);
        running.prints("ready");
        running.signal(signal);
        assert_eq!(
            running.0.wait().expect("it ends").code(),
            status,
            "{arguments}: {signal}"
        );
    }
    let mut running = Running::new(folder.path(), "wait");
    running.prints("ready 130");
    running.signal("USR1");
    assert_eq!(running.0.wait().expect("it ends").code(), None);
}

/// A second signal ends a command immediately, unless the command uses the terminal.
#[cfg(unix)]
#[test]
fn a_second_signal_ends_a_command_without_a_terminal() {
    let folder = TempDir::new().expect("a folder");
    let mut running = Running::new(folder.path(), "wait");
    running.prints("ready 130");
    running.signal("INT");
    running.prints("requested");
    running.signal("TERM");
    // The input stays open: `wait` would close it, and the command could end for that reason.
    let input = running.0.stdin.take();
    assert_eq!(running.0.wait().expect("it ends").code(), Some(143));
    drop(input);
    let mut running = Running::new(folder.path(), "wait --terminal");
    running.prints("ready 130");
    running.signal("INT");
    running.prints("requested");
    running.signal("TERM");
    running.signal("INT");
    assert!(running.ended().is_some());
}

#[cfg(unix)]
#[test]
fn characters_come_as_they_are_typed() {
    let folder = TempDir::new().expect("a folder");
    let mut running = Running::new(folder.path(), "letters");
    running.prints("None");
    for text in ["a", "bc"] {
        let mut input = running.0.stdin.as_ref().expect("a pipe");
        input.write_all(text.as_bytes()).expect("it reads");
        running.prints(text);
    }
    drop(running.0.stdin.take());
    running.prints("");
    running.prints("true");
    assert_eq!(running.ended(), Some(0));
}
