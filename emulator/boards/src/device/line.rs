//! The connection of a serial port.

use std::fs::{self, File, OpenOptions};
use std::io::{self, BufRead, Cursor, Read, Seek, SeekFrom, Write};
use std::net::{Ipv4Addr, TcpListener, TcpStream};
use std::path::{Path, PathBuf};
use std::thread::sleep;
use std::time::Duration;

use crate::description::Connection;
use crate::error::Error;
use crate::files::Files;
use crate::reach::Reach;

/// How long a program that waits for a connection's next character sleeps between two looks.
const LOOK: Duration = Duration::from_millis(1);

/// The other end of a serial port.
#[derive(Debug)]
pub(crate) enum Line {
    /// Nothing.
    Open,
    /// The standard streams: how the input is read, and what has come; true if a line feed comes as a carriage return.
    Standard(&'static dyn Files, Cursor<Vec<u8>>, bool),
    /// The input, and a file for the output with its path.
    Files(Cursor<Vec<u8>>, Option<(PathBuf, File)>),
    /// A connection; none once it is closed. It is asked whether the run is to end.
    Tcp(u16, Option<TcpStream>, &'static dyn Files),
}

impl Line {
    /// Connects, or connects again where a saved machine has stopped: so many bytes of its input were `read`, and so
    /// many of its output `written`. A TCP port waits until somebody connects to it.
    pub(crate) fn connect(serial: &Connection, reach: &Reach, read: u64, written: u64) -> Result<Self, Error> {
        if serial.standard {
            return Ok(Self::Standard(reach.files, Cursor::default(), serial.returns));
        }
        if let Some(port) = serial.tcp {
            let failed = |source| Error::Connection { port, source };
            let listener = TcpListener::bind((Ipv4Addr::LOCALHOST, port));
            let listener = listener.map_err(|source| Error::Listen { port, source })?;
            let (stream, _) = listener.accept().map_err(failed)?;
            stream.set_nonblocking(true).map_err(failed)?;
            return Ok(Self::Tcp(port, Some(stream), reach.files));
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

    /// Takes what has come for a program that may be busy: nothing from the standard input, which would make it wait.
    pub(crate) fn poll(&mut self) -> Result<Vec<u8>, Error> {
        match self {
            Self::Open | Self::Standard(..) | Self::Files(..) => Ok(Vec::new()),
            Self::Tcp(port, stream, _) => received(*port, stream),
        }
    }

    /// Waits for what comes next; returns nothing if nothing comes any more.
    pub(crate) fn wait(&mut self) -> Result<Vec<u8>, Error> {
        match self {
            Self::Open => Ok(Vec::new()),
            Self::Standard(files, come, returns) => {
                if come.position() >= come.get_ref().len() as u64 {
                    *come = Cursor::new(files.input().map_err(Error::Standard)?);
                }
                next_line(come, *returns).map_err(Error::Standard)
            }
            Self::Files(input, _) => next_line(input, false).map_err(Error::Standard),
            Self::Tcp(port, stream, files) => {
                while stream.is_some() {
                    if files.is_to_end() {
                        return Err(Error::Standard(io::ErrorKind::Interrupted.into()));
                    }
                    let bytes = received(*port, stream)?;
                    if !bytes.is_empty() {
                        return Ok(bytes);
                    }
                    sleep(LOOK);
                }
                Ok(Vec::new())
            }
        }
    }

    /// Takes what has come, for a debugger: it does not wait, and leaves the standard input alone.
    pub(crate) fn receive(&mut self, waits: bool) -> Result<Vec<u8>, Error> {
        match self {
            Self::Files(..) if waits => self.wait(),
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
            Self::Standard(..) => {
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
            Self::Tcp(_, stream, _) => {
                let Some(connection) = stream else {
                    return Ok(());
                };
                if send_all(connection, bytes).is_err() {
                    // Nobody listens any more.
                    *stream = None;
                }
                Ok(())
            }
        }
    }
}

/// The next line, or as much as has come: a program that is not ready for more gets no more. With `returns`, a line
/// feed comes as a carriage return.
pub(crate) fn next_line(mut input: impl BufRead, returns: bool) -> io::Result<Vec<u8>> {
    let come = input.fill_buf()?;
    let end = come.iter().position(|byte| *byte == b'\n');
    let mut line = come[..end.map_or(come.len(), |end| end + 1)].to_vec();
    input.consume(line.len());
    if let Some(last) = line.last_mut().filter(|last| returns && **last == b'\n') {
        *last = b'\r';
    }
    Ok(line)
}

/// Opens a file for output, of which a machine that was saved has written so many bytes. What stands in another file,
/// and behind these bytes, was not written by it.
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

/// Takes what a connection has received; a closed one is dropped.
fn received(port: u16, stream: &mut Option<TcpStream>) -> Result<Vec<u8>, Error> {
    let Some(connection) = stream else {
        return Ok(Vec::new());
    };
    let mut bytes = vec![0; 4096];
    match connection.read(&mut bytes) {
        Ok(0) => {
            *stream = None;
            Ok(Vec::new())
        }
        Ok(count) => {
            bytes.truncate(count);
            Ok(bytes)
        }
        Err(error) if error.kind() == io::ErrorKind::WouldBlock => Ok(Vec::new()),
        Err(error) if error.kind() == io::ErrorKind::ConnectionReset => {
            *stream = None;
            Ok(Vec::new())
        }
        Err(source) => Err(Error::Connection { port, source }),
    }
}

fn send_all(connection: &mut TcpStream, bytes: &[u8]) -> io::Result<()> {
    connection.set_nonblocking(false)?;
    connection.write_all(bytes)?;
    connection.set_nonblocking(true)
}
