//! The connection of a serial port.

use std::fs::{self, File, OpenOptions};
use std::io::{self, BufRead, Cursor, IsTerminal, Read, Seek, SeekFrom, Write};
use std::net::{Ipv4Addr, TcpListener, TcpStream};
use std::path::{Path, PathBuf};
use std::thread::sleep;
use std::time::Duration;

use crate::come::Come;
use crate::description::Connection;
use crate::error::Error;
use crate::files::Files;
use crate::reach::Reach;

/// How long a program that waits for a connection's next character sleeps between two looks.
const LOOK: Duration = Duration::from_millis(1);

/// How long the first characters of a pipe may take, so that a program that is busy gets them at the same time in each run.
const FIRST: Duration = Duration::from_secs(1);

/// With these a program requests the next block of an XMODEM transfer: acknowledged, once more, with CRC, aborted.
const ASKS: [u8; 2] = [0x06, 0x15];
const TRANSFERS: [u8; 4] = [0x06, 0x15, b'C', 0x18];

/// By these a block begins.
const BLOCKS: [u8; 2] = [0x01, 0x02];

/// The other end of a serial port.
#[derive(Debug)]
pub(crate) enum Line {
    /// Nothing.
    Open,
    Standard(Standard),
    /// The input, and a file for the output with its path.
    Files(Cursor<Vec<u8>>, Option<(PathBuf, File)>),
    Tcp(Tcp),
}

/// The standard streams.
#[derive(Debug)]
pub(crate) struct Standard {
    /// How the input is read, and what has come of it.
    files: &'static dyn Files,
    come: Cursor<Vec<u8>>,
    looked: bool,
    ended: bool,
    /// A line feed comes as a carriage return, except in a transfer; the last line has ended with one.
    returns: bool,
    returned: bool,
    transfers: bool,
}

/// A port of the loopback and its clients, one at a time.
#[derive(Debug)]
pub(crate) struct Tcp {
    port: u16,
    listener: TcpListener,
    /// Who is connected. Who sends no more may still listen, until somebody else connects.
    stream: Option<TcpStream>,
    sends: bool,
    /// Asked whether the run is to end.
    files: &'static dyn Files,
}

impl Line {
    /// Connects, or connects again where a saved machine has stopped: `read` bytes of its input were read, and
    /// `written` bytes of its output written. A TCP port waits until a client connects to it.
    pub(crate) fn connect(serial: &Connection, reach: &Reach, read: u64, written: u64) -> Result<Self, Error> {
        if serial.standard {
            return Ok(Self::Standard(Standard {
                files: reach.files,
                come: Cursor::default(),
                looked: false,
                ended: false,
                returns: serial.returns,
                returned: false,
                transfers: false,
            }));
        }
        if let Some(port) = serial.tcp {
            return Tcp::listen(port, reach.files).map(Self::Tcp);
        }
        if serial.input.is_none() && serial.output.is_none() {
            return Ok(Self::Open);
        }
        let mut input = Cursor::default();
        if let Some(path) = &serial.input {
            let path = reach.file(path)?;
            input = Cursor::new(reach.files.contents(&path).map_err(Error::file("read", &path))?);
            input.set_position(read);
        }
        let output = match &serial.output {
            Some(path) => {
                let path = reach.file(path)?;
                let file = output(&path, reach, written)?;
                Some((path, file))
            }
            None => None,
        };
        Ok(Self::Files(input, output))
    }

    /// Bytes of a file that were read.
    pub(crate) const fn read(&self) -> u64 {
        match self {
            Self::Files(input, _) => input.position(),
            _ => 0,
        }
    }

    /// Takes what has arrived for a program that may be busy: nothing from standard input, which would make it wait.
    pub(crate) fn poll(&mut self) -> Result<Vec<u8>, Error> {
        match self {
            Self::Open | Self::Standard(_) | Self::Files(..) => Ok(Vec::new()),
            Self::Tcp(tcp) => tcp.received(),
        }
    }

    /// Waits for what comes next, as long as it takes or for some time.
    pub(crate) fn wait(&mut self, patience: Option<Duration>) -> Result<Come, Error> {
        match self {
            Self::Open => Ok(Come::Never),
            Self::Standard(standard) => standard.wait(patience).map_err(Error::Standard),
            Self::Files(input, _) => {
                let (line, _) = next_line(input, false).map_err(Error::Standard)?;
                Ok(if line.is_empty() {
                    Come::Never
                } else {
                    Come::Characters(line)
                })
            }
            Self::Tcp(tcp) => tcp.wait(patience),
        }
    }

    /// Takes what has arrived, for a debugger: it does not wait, and does not read standard input.
    pub(crate) fn receive(&mut self, waits: bool) -> Result<Vec<u8>, Error> {
        match self {
            Self::Files(..) if waits => match self.wait(None)? {
                Come::Characters(line) => Ok(line),
                Come::Later | Come::Never => Ok(Vec::new()),
            },
            _ => self.poll(),
        }
    }

    /// Sends characters of the program.
    pub(crate) fn send(&mut self, bytes: &[u8]) -> Result<(), Error> {
        if bytes.is_empty() {
            return Ok(());
        }
        match self {
            Self::Open => Ok(()),
            Self::Standard(standard) => {
                standard.sent(bytes);
                let mut output = io::stdout().lock();
                output
                    .write_all(bytes)
                    .and_then(|()| output.flush())
                    .map_err(Error::Standard)
            }
            Self::Files(_, output) => match output {
                Some((path, file)) => file.write_all(bytes).map_err(Error::file("write", path)),
                None => Ok(()),
            },
            Self::Tcp(tcp) => {
                tcp.send(bytes);
                Ok(())
            }
        }
    }
}

impl Standard {
    /// Waits for the next line, or as much as has come. A program that is busy waits for the first of a pipe alone.
    fn wait(&mut self, patience: Option<Duration>) -> io::Result<Come> {
        while self.is_empty() {
            if self.ended {
                return Ok(Come::Never);
            }
            let first = !self.looked && !io::stdin().is_terminal();
            self.looked = true;
            let patience = patience.map(|patience| if first { FIRST } else { patience });
            match self.files.input(patience)? {
                Come::Characters(bytes) => {
                    self.come = Cursor::new(bytes);
                    self.drop_feed();
                }
                Come::Later => return Ok(Come::Later),
                Come::Never => self.ended = true,
            }
        }
        let bytes = &self.come.get_ref()[self.come.position() as usize..];
        self.transfers |= bytes.first().is_some_and(|first| BLOCKS.contains(first));
        let (line, returned) = next_line(&mut self.come, self.returns && !self.transfers)?;
        self.returned = returned;
        self.drop_feed();
        Ok(Come::Characters(line))
    }

    fn is_empty(&self) -> bool {
        self.come.position() >= self.come.get_ref().len() as u64
    }

    /// A line feed after a return that has already arrived is the same end of a line.
    fn drop_feed(&mut self) {
        let at = self.come.position();
        if self.returned && !self.is_empty() {
            self.returned = false;
            if self.come.get_ref()[at as usize] == b'\n' {
                self.come.set_position(at + 1);
            }
        }
    }

    /// The program has sent something: it requests a block as it is, or does something else.
    fn sent(&mut self, bytes: &[u8]) {
        let asks = bytes.last().is_some_and(|last| ASKS.contains(last));
        let goes_on = self.transfers && bytes.iter().all(|byte| TRANSFERS.contains(byte));
        self.transfers = asks || goes_on;
    }
}

impl Tcp {
    /// Waits until somebody connects.
    fn listen(port: u16, files: &'static dyn Files) -> Result<Self, Error> {
        let listener = TcpListener::bind((Ipv4Addr::LOCALHOST, port));
        let listener = listener.map_err(|source| Error::Listen { port, source })?;
        let mut tcp = Self { port, listener, stream: None, sends: false, files };
        let (stream, _) = tcp.listener.accept().map_err(tcp.failed())?;
        tcp.listener.set_nonblocking(true).map_err(tcp.failed())?;
        tcp.take(stream)?;
        Ok(tcp)
    }

    fn failed(&self) -> impl Fn(io::Error) -> Error + use<> {
        let port = self.port;
        move |source| Error::Connection { port, source }
    }

    fn take(&mut self, stream: TcpStream) -> Result<(), Error> {
        stream.set_nonblocking(true).map_err(self.failed())?;
        (self.stream, self.sends) = (Some(stream), true);
        Ok(())
    }

    /// Takes what was received. Whoever has gone makes room for the next one.
    fn received(&mut self) -> Result<Vec<u8>, Error> {
        if !self.sends {
            match self.listener.accept() {
                Ok((stream, _)) => self.take(stream)?,
                Err(error) if error.kind() == io::ErrorKind::WouldBlock => return Ok(Vec::new()),
                Err(error) => return Err(self.failed()(error)),
            }
        }
        let Some(connection) = &mut self.stream else {
            self.sends = false;
            return Ok(Vec::new());
        };
        let mut bytes = vec![0; 4096];
        match connection.read(&mut bytes) {
            Ok(count) => {
                self.sends = count > 0;
                bytes.truncate(count);
                return Ok(bytes);
            }
            Err(error) if matches!(error.kind(), io::ErrorKind::WouldBlock | io::ErrorKind::Interrupted) => {}
            // It is gone, however that is called.
            Err(_) => (self.stream, self.sends) = (None, false),
        }
        Ok(Vec::new())
    }

    /// Waits for characters, of whoever sends some.
    fn wait(&mut self, patience: Option<Duration>) -> Result<Come, Error> {
        let mut left = patience;
        loop {
            if self.files.is_to_end() {
                return Err(Error::Standard(io::ErrorKind::Interrupted.into()));
            }
            let bytes = self.received()?;
            if !bytes.is_empty() {
                return Ok(Come::Characters(bytes));
            }
            if left.is_some_and(|left| left.is_zero()) {
                return Ok(Come::Later);
            }
            sleep(LOOK);
            left = left.map(|left| left.saturating_sub(LOOK));
        }
    }

    /// Sends, as far as somebody listens.
    fn send(&mut self, bytes: &[u8]) {
        if let Some(connection) = &mut self.stream
            && send_all(connection, bytes).is_err()
        {
            (self.stream, self.sends) = (None, false);
        }
    }
}

/// The next line, or as much as has come: a program that is not ready for more gets no more. With `returns`, a line
/// ends with a carriage return, whichever end it has; true if it had one.
pub(crate) fn next_line(mut input: impl BufRead, returns: bool) -> io::Result<(Vec<u8>, bool)> {
    let come = input.fill_buf()?;
    let ends = |byte: &u8| *byte == b'\n' || returns && *byte == b'\r';
    let end = come.iter().position(ends);
    let mut line = come[..end.map_or(come.len(), |end| end + 1)].to_vec();
    let fed = returns && line.ends_with(b"\r") && come.get(line.len()) == Some(&b'\n');
    input.consume(line.len() + usize::from(fed));
    let returned = !fed && line.ends_with(b"\r");
    if let Some(last) = line.last_mut().filter(|last| returns && **last == b'\n') {
        *last = b'\r';
    }
    Ok((line, returned))
}

/// Opens a file for output, of which a saved machine has written this many bytes. The contents of another file, and
/// what follows these bytes, were not written by it.
fn output(path: &Path, reach: &Reach, bytes: u64) -> Result<File, Error> {
    if let Ok(known) = fs::metadata(path)
        && (!known.is_file() || known.len() > bytes && !reach.replaces(path))
    {
        return Err(Error::Exists(path.display().to_string()));
    }
    let options = || OpenOptions::new().write(true).create(true).truncate(false).open(path);
    let place = |mut file: File| {
        file.set_len(bytes)?;
        file.seek(SeekFrom::End(0))?;
        Ok(file)
    };
    options().and_then(place).map_err(Error::file("write", path))
}

fn send_all(connection: &mut TcpStream, bytes: &[u8]) -> io::Result<()> {
    connection.set_nonblocking(false)?;
    connection.write_all(bytes)?;
    connection.set_nonblocking(true)
}
