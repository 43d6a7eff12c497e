//! BDOS functions for the console.

use super::state::Line;
use crate::console::Input;
use crate::host::Host;
use crate::outcome::{Answer, Fault, Stop};

const CONTROL_C: u8 = 0x03;
const CONTROL_E: u8 = 0x05;
const CONTROL_P: u8 = 0x10;
const CONTROL_Q: u8 = 0x11;
const CONTROL_R: u8 = 0x12;
const CONTROL_S: u8 = 0x13;
const CONTROL_U: u8 = 0x15;
const CONTROL_X: u8 = 0x18;
const BACKSPACE: u8 = 0x08;
const TAB: u8 = 0x09;
const LINE_FEED: u8 = 0x0A;
const RETURN: u8 = 0x0D;
const DELETE: u8 = 0x7F;

/// Maximum number of typed keys that are kept for the program while it writes.
const AHEAD: usize = 126;

impl Host {
    /// Returns true if a character can be read.
    pub(crate) fn has_character(&mut self) -> Result<bool, Fault> {
        self.console.get().flush()?;
        Ok(!self.bdos.typed.is_empty() || self.console.get().ready()?)
    }

    /// Reads a character; the inner error says that none is available yet, or ever.
    pub(crate) fn character(&mut self) -> Result<Result<u8, Answer>, Fault> {
        if let Some(byte) = self.bdos.typed.pop_front() {
            return Ok(Ok(byte));
        }
        self.console.get().flush()?;
        Ok(match self.console.get().read()? {
            Input::Byte(byte) => Ok(byte),
            Input::Later => Err(Answer::Wait),
            Input::End => Err(Answer::Stop(Stop::InputEnded)),
        })
    }

    /// Handles keys before the program writes: Ctrl-S stops the output until Ctrl-Q, Ctrl-P switches the list device on
    /// and off, Ctrl-C ends the program, and others are kept for it. Returns the answer to a call that cannot continue.
    fn attend(&mut self) -> Result<Option<Answer>, Fault> {
        while self.bdos.typed.len() < AHEAD {
            let key = if self.bdos.held {
                self.console.get().flush()?;
                match self.console.get().read()? {
                    Input::Byte(byte) => byte,
                    Input::Later => return Ok(Some(Answer::Wait)),
                    Input::End => CONTROL_Q,
                }
            } else {
                match self.console.get().pressed()? {
                    Some(byte) => byte,
                    None => break,
                }
            };
            match key {
                CONTROL_S => self.bdos.held = true,
                CONTROL_Q => self.bdos.held = false,
                CONTROL_P => self.bdos.printing = !self.bdos.printing,
                CONTROL_C => return Ok(Some(Answer::Stop(Stop::Ended))),
                byte => self.bdos.typed.push_back(byte),
            }
        }
        Ok(None)
    }

    /// Writes a character to the console and, if that is switched on, to the list device.
    fn put(&mut self, byte: u8) -> Result<(), Fault> {
        match byte {
            RETURN => self.bdos.column = 0,
            BACKSPACE => self.bdos.column = self.bdos.column.saturating_sub(1),
            b' '.. => self.bdos.column = self.bdos.column.wrapping_add(1),
            _ => {}
        }
        if self.bdos.printing {
            self.listing.extend(&[byte]);
        }
        self.put_raw(byte)
    }

    /// Writes a character without interpreting it.
    pub(crate) fn put_raw(&mut self, byte: u8) -> Result<(), Fault> {
        Ok(self.console.get().write(byte)?)
    }

    /// Begins a new line at the column where the edited line begins.
    fn new_line(&mut self, column: u16) -> Result<(), Fault> {
        self.put(RETURN)?;
        self.put(LINE_FEED)?;
        (0..column).try_for_each(|_| self.put(b' '))
    }

    /// Writes a character; a tab becomes spaces up to the next multiple of eight columns.
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

    /// Echoes a typed character; a control character is shown with `^`.
    fn echo(&mut self, byte: u8) -> Result<(), Fault> {
        if byte < b' ' && byte != TAB {
            self.put(b'^')?;
            return self.put(byte | 0x40);
        }
        self.put_expanded(byte)
    }
}

/// 1: waits for a character, and echoes it.
pub(super) fn input(host: &mut Host) -> Result<Answer, Fault> {
    match host.character()? {
        Ok(byte) => {
            host.put(byte)?;
            host.bdos.printing ^= byte == CONTROL_P;
            Ok(Answer::Word(byte.into()))
        }
        Err(answer) => Ok(answer),
    }
}

/// 2: writes a character, with tabs expanded.
pub(super) fn output(host: &mut Host) -> Result<Answer, Fault> {
    if let Some(answer) = host.attend()? {
        return Ok(answer);
    }
    let byte = host.processor.register(7) as u8;
    host.put_expanded(byte)?;
    Ok(Answer::Word(0))
}

/// 5: writes to the list device, whose output the host keeps as a string.
pub(super) fn list_output(host: &mut Host) -> Result<Answer, Fault> {
    let byte = host.processor.register(7) as u8;
    host.listing.extend(&[byte]);
    Ok(Answer::Word(0))
}

/// 6: reads or writes a character without any processing; FFh and FDh wait for one, FEh tests whether one is available.
pub(super) fn direct(host: &mut Host) -> Result<Answer, Fault> {
    match host.processor.register(7) as u8 {
        0xFF | 0xFD => Ok(match host.character()? {
            Ok(byte) => Answer::Word(byte.into()),
            Err(answer) => answer,
        }),
        0xFE => status(host),
        byte => {
            host.put_raw(byte)?;
            Ok(Answer::Word(0))
        }
    }
}

/// 9: writes a string that is terminated by `$`.
pub(super) fn print(host: &mut Host) -> Result<Answer, Fault> {
    let at = host.processor.address(6);
    // A string whose output was stopped continues where it was.
    for distance in std::mem::take(&mut host.bdos.printed)..=u16::MAX {
        let byte = host.processor.memory().byte(at.plus(distance));
        if byte == b'$' {
            return Ok(Answer::Word(0));
        }
        if let Some(answer) = host.attend()? {
            host.bdos.printed = distance;
            return Ok(answer);
        }
        host.put_expanded(byte)?;
    }
    Err(host.refuse("the string has no terminating `$`".to_owned()))
}

/// 10: reads a line into a buffer that contains its size, the length read, and the characters.
pub(super) fn read_line(host: &mut Host) -> Result<Answer, Fault> {
    let at = host.processor.address(6);
    let most = usize::from(host.processor.memory().byte(at)).max(1);
    let column = host.bdos.column;
    let mut line = host.bdos.line.take().unwrap_or(Line { text: Vec::new(), column });
    while line.text.len() < most {
        let byte = match host.character()? {
            Ok(byte) => byte,
            // At the end of the input, an unterminated line counts.
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
            CONTROL_C if line.text.is_empty() => {
                host.echo(byte)?;
                return Ok(Answer::Stop(Stop::Ended));
            }
            BACKSPACE | DELETE => {
                line.text.pop();
                retype(host, &line)?;
            }
            CONTROL_X => {
                line.text.clear();
                retype(host, &line)?;
            }
            CONTROL_U => {
                line.text.clear();
                host.put(b'#')?;
                host.new_line(line.column)?;
            }
            CONTROL_R => {
                host.put(b'#')?;
                host.new_line(line.column)?;
                line.text.iter().try_for_each(|byte| host.echo(*byte))?;
            }
            CONTROL_E => host.new_line(line.column)?,
            CONTROL_P => host.bdos.printing = !host.bdos.printing,
            byte => {
                line.text.push(byte);
                host.echo(byte)?;
            }
        }
    }
    let memory = host.processor.memory_mut();
    memory.set_byte(at.plus(1), line.text.len() as u8);
    memory.write(at.plus(2), &line.text);
    Ok(Answer::Word(0))
}

/// Moves the cursor back over the rest of a line, replacing it with spaces.
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

/// 11: FFh if a character can be read, otherwise 0.
pub(super) fn status(host: &mut Host) -> Result<Answer, Fault> {
    let ready = host.has_character()?;
    Ok(Answer::Word(if ready { 0xFF } else { 0 }))
}
