//! Files that are read up to a maximum size, and suggestions for misspelt names.

use std::path::Path;
use std::process::{Command, Output};
use std::{env, fs};

use streams::{bound, contents, is_standard, limited, megabytes, nearest, opened, regular, to_end};
use tempfile::TempDir;

#[test]
fn a_name_is_near_if_less_than_half_of_it_differs_in_at_most_two_letters() {
    for (wrong, names, found) in [
        ("abc", &["abc"][..], Some("abc")),
        ("abc", &["abd"], Some("abd")),
        ("abc", &["abdd"], None),
        ("ab", &["ac"], None),
        ("abcd", &["abxy"], None),
        ("abcde", &["abcxy"], Some("abcxy")),
        ("abcde", &["abcxyz"], None),
        ("abcdefgh", &["abcdexyz"], None),
        // Two swapped neighbours are one difference; case makes none.
        ("acb", &["abc"], Some("abc")),
        ("ABC", &["abd"], Some("abd")),
        ("abc", &["ABD"], Some("ABD")),
        // The nearest name, and of equally near ones the first in alphabetical order.
        ("abcde", &["abcxy", "abcdx"], Some("abcdx")),
        ("abcde", &["abcdz", "abcdy"], Some("abcdy")),
        ("\u{e4}b", &["\u{e4}c"], None),
        ("\u{e4}\u{f6}\u{fc}", &["\u{e4}\u{f6}x"], Some("\u{e4}\u{f6}x")),
        ("abc", &[], None),
    ] {
        let near = nearest(wrong, names.iter().map(ToString::to_string));
        assert_eq!(near.as_deref(), found, "{wrong}, {names:?}");
    }
}

#[test]
fn what_is_not_a_file_is_said() {
    let folder = TempDir::new().expect("a folder");
    let path = |name: &str| folder.path().join(name);
    fs::write(path("notes.txt"), "text").expect("a file");
    for name in ["notes.txt", "."] {
        let [one, other] =
            [contents(&path(name)), to_end(&path(name))].map(|read| read.map_err(|error| error.to_string()));
        let expected = match name {
            "." => Err("it is a folder; specify a file in it".to_owned()),
            _ => Ok(b"text".to_vec()),
        };
        assert_eq!((&one, &other), (&expected, &expected), "{name}");
    }
    let near = format!("no such file; did you mean {}?", path("notes.txt").display());
    for (name, said) in [
        ("nots.txt", &*near),
        ("other", "no such file"),
        ("notes.txt/other", "Not a directory"),
    ] {
        for error in [
            contents(&path(name)).err(),
            opened(&path(name)).err(),
            regular(&path(name)).err(),
        ] {
            let error = error.expect("it cannot be read").to_string();
            assert!(error == said || cfg!(windows) && name.contains('/'), "{name}: {error}");
        }
    }
    assert_eq!(
        [Path::new("-"), Path::new("./-"), Path::new("")].map(is_standard),
        [true, false, false]
    );
}

#[cfg(unix)]
#[test]
fn a_device_can_be_read_and_is_not_a_regular_file() {
    let device = Path::new("/dev/null");
    assert_eq!(to_end(device).expect("no bytes"), b"");
    assert!(opened(device).is_ok());
    for error in [contents(device).err(), regular(device).err()] {
        assert_eq!(error.expect("it is none").to_string(), "not a regular file");
    }
}

/// The variable that selects the task of the process that runs the test again.
const TASK: &str = "STREAMS_TASK";

fn again(test: &str, limit: &str) -> Output {
    let program = env::current_exe().expect("the path of the tests");
    Command::new(program)
        .args(["--exact", test, "--nocapture"])
        .env(TASK, "read")
        .env("Z8000_INPUT_MB", limit)
        .output()
        .expect("it runs")
}

#[test]
fn a_file_is_read_up_to_the_limit_of_the_environment() {
    const TEST: &str = "inputs::a_file_is_read_up_to_the_limit_of_the_environment";
    if env::var_os(TASK).is_some() {
        let folder = TempDir::new().expect("a folder");
        let file = folder.path().join("file");
        let mut told = format!("{:?} {}", megabytes(), bound());
        for size in [1 << 20, (1 << 20) + 1] {
            fs::write(&file, vec![7; size]).expect("a file");
            for read in [contents(&file), limited(fs::File::open(&file).expect("the file"), 0)] {
                told += &match read {
                    Ok(bytes) => format!("\n{} bytes", bytes.len()),
                    Err(error) => format!("\n{error}"),
                };
            }
        }
        eprintln!("{told}");
        return;
    }
    let large = "it is larger than 1 MB; set Z8000_INPUT_MB=N in the environment to raise the limit to N MB";
    let [whole, more] = ["1048576 bytes", "1048577 bytes"];
    for (limit, expected) in [
        ("1", format!("Ok(1) 1048576\n{whole}\n{whole}\n{large}\n{large}\n")),
        ("2", format!("Ok(2) 2097152\n{whole}\n{whole}\n{more}\n{more}\n")),
        (
            "x",
            format!(
                "Err(\"Z8000_INPUT_MB=x in the environment: expected a number of megabytes\") 268435456\n\
                 {whole}\n{whole}\n{more}\n{more}\n"
            ),
        ),
    ] {
        let output = again(TEST, limit);
        assert_eq!(String::from_utf8_lossy(&output.stderr), expected, "{limit}");
    }
    // An input that is longer than stated is read to its end.
    assert_eq!(limited("abc".as_bytes(), 1).expect("bytes"), b"abc");
}
