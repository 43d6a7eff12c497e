//! The terminal view of the debugger: panes around the source, keys for the most common commands, and a command line
//! for all of them. The debugger itself is `z8000-debugger`.
//!
//! | file | purpose |
//! |---|---|
//! | `view`, `acting` | the state, and what keys do with it |
//! | `commands`, `finding` | commands and their answers; the places that are shown |
//! | `keys` | the keys: what they do, and their help |
//! | `line` | the command line and its history |
//! | `pager`, `picker` | overlays of the view: text to read, places to choose from |
//! | `layout`, `draw`, `source`, `panes`, `fold`, `theme` | the screen |
//! | `screen` | the terminal, which is restored whatever happens |
//! | `script` | commands without a view, until Ctrl-C |
//! | `prompt` | a line for commands without a view |

mod acting;
mod commands;
mod draw;
mod finding;
mod fold;
mod keys;
mod layout;
mod line;
mod pager;
mod panes;
mod picker;
mod prompt;
mod screen;
mod script;
mod source;
mod theme;
mod view;

use std::io::{self, BufReader, IsTerminal as _};
use std::path::Path;
use std::process::ExitCode;
use std::sync::atomic::Ordering;
use std::time::{Duration, Instant};

use anyhow::{Result, anyhow};
use ratatui::crossterm::event::{self, Event, KeyCode, KeyEvent, KeyEventKind, KeyModifiers};
use z8000_debugger::command::{self, Form, Interpreter};
use z8000_debugger::session::Session;

use screen::{End, Screen};
use script::Script;

pub use panes::Pane;
pub use prompt::{Prompt, Typed};
pub use theme::Scheme;
pub use view::View;

/// The time between two checks of the keyboard while nothing runs, which is also the maximum delay for a signal.
const WAIT: Duration = Duration::from_millis(200);

/// The longest time that a command runs before the view is drawn again.
const SLICE: Duration = Duration::from_millis(30);

/// Instructions between two checks of the time.
const TICK: u64 = 1 << 18;

/// Opens a view on this terminal. With a script (`-` for standard input), executes the script instead, and writes the
/// answers to standard output, as text if `text` is true and as JSON otherwise. Returns status 1 if a command of the
/// script failed, and 128 plus the number of the signal if Ctrl-C or SIGTERM ended the script.
///
/// # Errors
///
/// There is no terminal, the script cannot be read, or the output cannot be written.
pub fn debug(mut interpreter: Interpreter, script: Option<&Path>, text: bool) -> Result<ExitCode> {
    let Some(script) = script else {
        run(interpreter)?;
        return Ok(ExitCode::SUCCESS);
    };
    let name = script.display();
    let script = Script::open(script)
        .map_err(|error| anyhow!("cannot read {name}: {error}; expected a file of commands or - after --batch"))?;
    let form = if text { Form::Text } else { Form::Json };
    let signal = streams::gate::signal();
    let mut tick = |_: &Session| signal.load(Ordering::Relaxed) != 0;
    let mut output = streams::standard_output();
    let failed = command::batch(
        &mut interpreter,
        &mut BufReader::new(script),
        form,
        &mut output,
        &mut tick,
    )?;
    let signal = signal.load(Ordering::Relaxed) as u8;
    let status = if signal == 0 {
        u8::from(failed > 0)
    } else {
        128 + signal
    };
    Ok(ExitCode::from(status))
}

/// Returns the width of the terminal on standard output, in columns; `None` if standard output is not a terminal.
pub fn width() -> Option<usize> {
    let size = || ratatui::crossterm::terminal::size().ok();
    let (columns, _) = io::stdout().is_terminal().then(size)??;
    Some(columns.into())
}

/// Opens the view, and returns when the user leaves it. The terminal is restored, even if a signal ends the process.
/// Commands are kept in the user's files for the next session; a failure is recorded for the end.
fn run(mut interpreter: Interpreter) -> io::Result<()> {
    let mut screen = Screen::open()?;
    interpreter.session.set_tick(TICK);
    let mut view = View::new(interpreter);
    view.set_scheme(Scheme::of(|name| std::env::var(name).ok()));
    if let Some(file) = line::users_file() {
        view.keep_commands(file);
    }
    let end = follow(&mut screen, &mut view);
    drop(screen);
    if let Some(end) = end? {
        end.obey();
    }
    Ok(())
}

fn follow(screen: &mut Screen, view: &mut View) -> io::Result<Option<End>> {
    while !view.finished() {
        if let Some(end) = screen.heed()? {
            return Ok(Some(end));
        }
        // Saved now, because the program may end abruptly.
        view.save_commands();
        screen.terminal.draw(|frame| view.draw(frame))?;
        let wait = if view.running() {
            view.go_on(&mut slice());
            Duration::ZERO
        } else if let Some(key) = view.next_kept() {
            press(screen, view, key)?;
            Duration::ZERO
        } else {
            WAIT
        };
        if event::poll(wait)? {
            take(screen, view)?;
        }
        while !view.finished() && event::poll(Duration::ZERO)? {
            take(screen, view)?;
        }
    }
    Ok(None)
}

/// Handles an event from the terminal.
fn take(screen: &mut Screen, view: &mut View) -> io::Result<()> {
    match event::read()? {
        Event::Key(key) if key.kind == KeyEventKind::Press => press(screen, view, key)?,
        Event::Paste(text) => view.paste(&text),
        _ => {}
    }
    Ok(())
}

fn press(screen: &mut Screen, view: &mut View, key: KeyEvent) -> io::Result<()> {
    if key.code == KeyCode::Char('z') && key.modifiers.contains(KeyModifiers::CONTROL) {
        return screen.suspend();
    }
    view.key(key, &mut slice());
    Ok(())
}

/// Interrupts a command at the end of a slice, which begins now.
fn slice() -> impl FnMut(&Session) -> bool {
    let end = Instant::now() + SLICE;
    move |_| Instant::now() >= end
}
