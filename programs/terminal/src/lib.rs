//! The terminal view of the debugger: panes around the source, keys for the commonest commands, a
//! command line for all of them. The debugger itself is `z8000-debugger`.

mod draw;
mod keys;
mod panes;
mod view;

use std::io::{self, Write, stdout};
use std::time::{Duration, Instant};

use ratatui::crossterm::cursor::MoveTo;
use ratatui::crossterm::event::{self, DisableMouseCapture, EnableMouseCapture, Event, KeyCode, KeyEventKind};
use ratatui::crossterm::style::Print;
use ratatui::crossterm::{execute, queue};
use z8000_debugger::command::Interpreter;
use z8000_debugger::session::Session;

pub use panes::Pane;
pub use view::View;

/// Time between two polls of the keyboard while a program runs.
const POLL: Duration = Duration::from_millis(60);

/// Opens the view and returns when the user leaves it. The terminal is put back as it was.
///
/// # Errors
///
/// When there is no terminal, or it cannot be written to.
pub fn run(interpreter: Interpreter) -> io::Result<()> {
    let mut terminal = ratatui::try_init().map_err(|error| {
        io::Error::new(
            error.kind(),
            format!("the view needs a terminal ({error}); --batch FILE works without one"),
        )
    })?;
    let mouse = execute!(stdout(), EnableMouseCapture);
    let result = mouse.and_then(|()| follow(&mut terminal, interpreter));
    let _ = execute!(stdout(), DisableMouseCapture);
    ratatui::restore();
    result
}

fn follow(terminal: &mut ratatui::DefaultTerminal, interpreter: Interpreter) -> io::Result<()> {
    let mut view = View::new(interpreter);
    while !view.finished() {
        terminal.draw(|frame| view.draw(frame))?;
        let mut last = Instant::now();
        let mut reported = false;
        let mut tick = |session: &Session| {
            if last.elapsed() < POLL {
                return false;
            }
            last = Instant::now();
            reported = true;
            // A terminal that is gone stops the program too.
            interrupted(session).unwrap_or(true)
        };
        match event::read()? {
            Event::Key(key) if key.kind == KeyEventKind::Press => view.key(key, &mut tick),
            Event::Mouse(mouse) => view.mouse(mouse),
            _ => {}
        }
        if reported {
            // The report of the run is on the screen, outside the terminal's buffer.
            terminal.clear()?;
        }
    }
    Ok(())
}

/// Reports how far the program is; whether a key was pressed that interrupts it.
fn interrupted(session: &Session) -> io::Result<bool> {
    let clocks = session.now().clocks;
    let text = format!(
        " running: {clocks} clocks, {:.2} Z8000 seconds; Esc stops ",
        session.seconds(clocks)
    );
    let mut out = stdout();
    queue!(out, MoveTo(0, 0), Print(text))?;
    out.flush()?;
    while event::poll(Duration::ZERO)? {
        if let Event::Key(key) = event::read()?
            && matches!(key.code, KeyCode::Esc | KeyCode::Char('c' | 'q' | ' '))
        {
            return Ok(true);
        }
    }
    Ok(false)
}
