//! Console functions.

use crate::console::Input;
use crate::fault::Fault;
use crate::host::{Answer, Host, Stop};

const BACKSPACE: u8 = 0x08;
const TAB: u8 = 0x09;
const LINE_FEED: u8 = 0x0A;
const RETURN: u8 = 0x0D;
const DELETE: u8 = 0x7F;

/// A line that is being typed.
#[derive(Debug, Default)]
pub(crate) struct Line {
    text: Vec<u8>,
    /// The column that it begins in.
    column: u16,
}

impl Host {
    /// A character; none yet, or never.
    fn character(&mut self) -> Result<Result<u8, Answer>, Fault> {
        self.console.flush()?;
        Ok(match self.console.read()? {
            Input::Byte(byte) => Ok(byte),
            Input::Later => Err(Answer::Wait),
            Input::End => Err(Answer::Stop(Stop::InputEnded)),
        })
    }

    /// Writes a character as it is.
    pub(crate) fn put(&mut self, byte: u8) -> Result<(), Fault> {
        match byte {
            RETURN => self.bdos.column = 0,
            BACKSPACE => self.bdos.column = self.bdos.column.saturating_sub(1),
            b' '.. => self.bdos.column = self.bdos.column.wrapping_add(1),
            _ => {}
        }
        Ok(self.console.write(byte)?)
    }

    /// Writes a character; a tab becomes blanks up to a column that is a multiple of eight.
    fn put_expanded(&mut self, byte: u8) -> Result<(), Fault> {
        if byte != TAB {
            return self.put(byte);
        }
        self.put(b' ')?;
        while self.bdos.column & 7 != 0 {
            self.put(b' ')?;
        }
        Ok(())
    }

    /// Writes what was typed: a control character with `^`.
    fn echo(&mut self, byte: u8) -> Result<(), Fault> {
        if byte < b' ' && byte != TAB {
            self.put(b'^')?;
            return self.put(byte | 0x40);
        }
        self.put_expanded(byte)
    }
}

/// 1: waits for a character, and shows it.
pub(super) fn input(host: &mut Host) -> Result<Answer, Fault> {
    match host.character()? {
        Ok(byte) => {
            host.put(byte)?;
            Ok(Answer::Word(byte.into()))
        }
        Err(answer) => Ok(answer),
    }
}

/// 2: writes a character.
pub(super) fn output(host: &mut Host) -> Result<Answer, Fault> {
    let byte = host.machine.register(7) as u8;
    host.put_expanded(byte)?;
    Ok(Answer::Word(0))
}

/// 3: no auxiliary device is connected: the end of a text.
pub(super) fn auxiliary_input(_: &mut Host) -> Result<Answer, Fault> {
    Ok(Answer::Word(0x1A))
}

/// 4: nobody listens.
pub(super) fn auxiliary_output(_: &mut Host) -> Result<Answer, Fault> {
    Ok(Answer::Word(0))
}

/// 5: the list device is a text that the host keeps.
pub(super) fn list_output(host: &mut Host) -> Result<Answer, Fault> {
    host.listing.push(host.machine.register(7) as u8);
    Ok(Answer::Word(0))
}

/// 6: a character without more ado; FFh and FDh wait for one, FEh asks whether there is one.
pub(super) fn direct(host: &mut Host) -> Result<Answer, Fault> {
    match host.machine.register(7) as u8 {
        0xFF | 0xFD => Ok(match host.character()? {
            Ok(byte) => Answer::Word(byte.into()),
            Err(answer) => answer,
        }),
        0xFE => status(host),
        byte => {
            host.put(byte)?;
            Ok(Answer::Word(0))
        }
    }
}

/// 9: writes a text that ends before `$`.
pub(super) fn print(host: &mut Host) -> Result<Answer, Fault> {
    let at = host.machine.address(6);
    for distance in 0..=u16::MAX {
        let byte = host.machine.memory.byte(at.plus(distance));
        if byte == b'$' {
            return Ok(Answer::Word(0));
        }
        host.put_expanded(byte)?;
    }
    Err(host.refuse("the text has no `$` at its end".to_owned()))
}

/// 10: reads a line into a buffer: its size, the length that was read, the characters.
pub(super) fn read_line(host: &mut Host) -> Result<Answer, Fault> {
    let at = host.machine.address(6);
    let most = usize::from(host.machine.memory.byte(at)).max(1);
    let column = host.bdos.column;
    let mut line = host.bdos.line.take().unwrap_or(Line {
        text: Vec::new(),
        column,
    });
    while line.text.len() < most {
        let byte = match host.character()? {
            Ok(byte) => byte,
            // A line without an end is a line.
            Err(Answer::Stop(_)) if !line.text.is_empty() => break,
            Err(answer) => {
                host.bdos.line = Some(line);
                return Ok(answer);
            }
        };
        match byte {
            RETURN | LINE_FEED => {
                host.put(RETURN)?;
                break;
            }
            // Ctrl-C at the beginning.
            3 if line.text.is_empty() => {
                host.echo(byte)?;
                return Ok(Answer::Stop(Stop::Ended));
            }
            BACKSPACE | DELETE => {
                line.text.pop();
                retype(host, &line)?;
            }
            // Ctrl-U and Ctrl-X: again from the beginning.
            0x15 | 0x18 => {
                line.text.clear();
                retype(host, &line)?;
            }
            byte => {
                line.text.push(byte);
                host.echo(byte)?;
            }
        }
    }
    let memory = &mut host.machine.memory;
    memory.set_byte(at.plus(1), line.text.len() as u8);
    memory.write(at.plus(2), &line.text);
    Ok(Answer::Word(0))
}

/// Moves the cursor back to the end of what is left of a line, over blanks.
fn retype(host: &mut Host, line: &Line) -> Result<(), Fault> {
    let width = |column: u16, byte: &u8| match *byte {
        TAB => (column & !7) + 8,
        byte if byte < b' ' => column + 2,
        _ => column + 1,
    };
    let wanted = line.text.iter().fold(line.column, width);
    while host.bdos.column > wanted {
        for byte in [BACKSPACE, b' ', BACKSPACE] {
            host.put(byte)?;
        }
    }
    Ok(())
}

/// 11: FFh if a character can be read, and 0.
pub(super) fn status(host: &mut Host) -> Result<Answer, Fault> {
    host.console.flush()?;
    Ok(Answer::Word(if host.console.ready()? { 0xFF } else { 0 }))
}
