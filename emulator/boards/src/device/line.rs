//! The connection of a serial port.

use std::io::{self, IsTerminal, Read, Write};
use std::net::{Ipv4Addr, SocketAddr, TcpListener, TcpStream};
use std::path::Path;
use std::thread::sleep;
use std::time::{Duration, Instant};

use streams::gate::{self, By, Named, Shared};
use z8000::machine::Text;

use crate::come::Come;
use crate::connection::Connection;
use crate::error::Error;
use crate::files::Files;
use crate::reach::Reach;

/// How long the host sleeps between two checks for a connection's next character.
const LOOK: Duration = Duration::from_millis(1);

/// Maximum pause of a pipe within a line. After a longer pause, an incomplete line is passed on: its sender may be
/// waiting for an answer.
const LINE: Duration = Duration::from_secs(1);

/// After a pause this long, the characters received over TCP count as a line, because a terminal sends single keys.
const PAUSE: Duration = Duration::from_millis(100);

/// The other end of a serial port.
#[derive(Debug)]
pub(crate) enum Line {
    /// Nothing is connected.
    Open,
    Standard(Standard),
    /// An input file, and an optional output file.
    Files(Text, Option<Shared>),
    Tcp(Tcp),
}

/// The standard streams.
#[derive(Debug)]
pub(crate) struct Standard {
    files: &'static dyn Files,
    text: Text,
    /// When input last arrived.
    last: Instant,
}

/// A TCP port on the loopback interface, and its clients, one at a time.
#[derive(Debug)]
pub(crate) struct Tcp {
    port: u16,
    listener: TcpListener,
    /// The connected client. After it has stopped sending, it may still receive, until another client connects.
    stream: Option<TcpStream>,
    sends: bool,
    text: Text,
    /// Tells whether the run must end.
    files: &'static dyn Files,
}

impl Line {
    /// Connects a serial port. A restored machine skips the `read` bytes of its input that it has already read, and
    /// continues its output after `written` bytes. A TCP port waits for a client.
    pub(crate) fn connect(serial: &Connection, reach: &Reach, read: u64, written: u64) -> Result<Self, Error> {
        if serial.standard {
            return Ok(Self::Standard(Standard {
                files: reach.files,
                text: Text::new(serial.returns),
                last: Instant::now(),
            }));
        }
        if let Some(port) = serial.tcp {
            return Tcp::listen(port, reach.files).map(Self::Tcp);
        }
        if serial.input.is_none() && serial.output.is_none() {
            return Ok(Self::Open);
        }
        let mut input = Text::new(false);
        if let Some(path) = &serial.input {
            input.add(&reach.read(path)?.1);
            input.skip(read);
        }
        input.end();
        let output = match &serial.output {
            Some(path) => Some(output(path, reach, written)?),
            None => None,
        };
        Ok(Self::Files(input, output))
    }

    /// Returns how many bytes of an input file were read.
    pub(crate) const fn read(&self) -> u64 {
        match self {
            Self::Files(input, _) => input.taken(),
            _ => 0,
        }
    }

    /// Waits for the next line, for at most `patience` or, if that is `None`, without a time limit.
    pub(crate) fn wait(&mut self, patience: Option<Duration>) -> Result<Come, Error> {
        match self {
            Self::Open => Ok(Come::Never),
            Self::Standard(standard) => standard.wait(patience).map_err(Error::Standard),
            Self::Files(input, _) => Ok(input.next().map_or(Come::Never, Come::Characters)),
            Self::Tcp(tcp) => tcp.wait(patience),
        }
    }

    /// Returns true if input is available on demand, from a file or a pipe, rather than when a user or client sends it.
    pub(crate) fn is_ready(&self) -> bool {
        match self {
            Self::Standard(_) => !io::stdin().is_terminal(),
            Self::Files(..) => true,
            Self::Open | Self::Tcp(_) => false,
        }
    }

    /// Returns the next line for a debugger, without waiting and without reading standard input.
    pub(crate) fn receive(&mut self) -> Result<Vec<u8>, Error> {
        match self {
            Self::Standard(_) => Ok(Vec::new()),
            _ => match self.wait(Some(Duration::ZERO))? {
                Come::Characters(line) => Ok(line),
                Come::Later | Come::Never => Ok(Vec::new()),
            },
        }
    }

    /// Sends characters that the program has output.
    pub(crate) fn send(&mut self, bytes: &[u8]) -> Result<(), Error> {
        if bytes.is_empty() {
            return Ok(());
        }
        match self {
            Self::Open => Ok(()),
            Self::Standard(standard) => {
                standard.text.sent(bytes);
                let mut output = io::stdout().lock();
                output
                    .write_all(bytes)
                    .and_then(|()| output.flush())
                    .map_err(Error::Standard)
            }
            Self::Files(_, output) => match output {
                Some(file) => file.write_all(bytes).map_err(Error::file("write", file.path())),
                None => Ok(()),
            },
            Self::Tcp(tcp) => {
                tcp.text.sent(bytes);
                tcp.send(bytes);
                Ok(())
            }
        }
    }
}

impl Standard {
    /// Waits for the next line; with a terminal, for any input, since the terminal may pass on single keys.
    fn wait(&mut self, patience: Option<Duration>) -> io::Result<Come> {
        // A terminal needs no pause: it passes on only complete input.
        let pause = LINE * u32::from(!io::stdin().is_terminal());
        loop {
            let since = self.text.has_come().then(|| self.last.elapsed());
            let rests = since.is_some_and(|since| since >= pause);
            if let Some(line) = self.text.next().or_else(|| rests.then(|| self.text.all()).flatten()) {
                return Ok(Come::Characters(line));
            }
            if self.text.has_ended() {
                return Ok(Come::Never);
            }
            let left = since.map(|since| pause.saturating_sub(since));
            match self.files.input(patience.or(left))? {
                Come::Characters(bytes) => {
                    self.text.add(&bytes);
                    self.last = Instant::now();
                }
                Come::Later if patience.is_some() => return Ok(Come::Later),
                Come::Later => sleep(LOOK),
                Come::Never => self.text.end(),
            }
        }
    }
}

impl Tcp {
    /// Waits for a client to connect.
    fn listen(port: u16, files: &'static dyn Files) -> Result<Self, Error> {
        let listener = TcpListener::bind((Ipv4Addr::LOCALHOST, port));
        let listener = listener.map_err(|source| Error::Listen { port, source })?;
        let mut tcp = Self {
            port,
            listener,
            stream: None,
            sends: false,
            text: Text::new(false),
            files,
        };
        let at = tcp.listener.local_addr().map_err(tcp.failed())?;
        files.tell(&format!("waiting for a client of the serial port at {at}"));
        let client = tcp.listener.accept().map_err(tcp.failed())?;
        tcp.listener.set_nonblocking(true).map_err(tcp.failed())?;
        tcp.take(client)?;
        Ok(tcp)
    }

    fn failed(&self) -> impl Fn(io::Error) -> Error + use<> {
        let port = self.port;
        move |source| Error::Connection { port, source }
    }

    fn take(&mut self, (stream, client): (TcpStream, SocketAddr)) -> Result<(), Error> {
        stream.set_nonblocking(true).map_err(self.failed())?;
        self.files
            .tell(&format!("{client} has connected to port {}", self.port));
        (self.stream, self.sends) = (Some(stream), true);
        Ok(())
    }

    /// Notes that the client sends no more.
    fn leaves(&mut self) {
        if std::mem::take(&mut self.sends) {
            self.files
                .tell(&format!("the client of port {} has disconnected", self.port));
        }
    }

    /// Returns the bytes received. After a client disconnects, another one can connect.
    fn received(&mut self) -> Result<Vec<u8>, Error> {
        if !self.sends {
            match self.listener.accept() {
                Ok(client) => self.take(client)?,
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
                if count == 0 {
                    self.leaves();
                }
                bytes.truncate(count);
                return Ok(bytes);
            }
            Err(error) if matches!(error.kind(), io::ErrorKind::WouldBlock | io::ErrorKind::Interrupted) => {}
            // Any other error means that the client has disconnected.
            Err(_) => {
                self.stream = None;
                self.leaves();
            }
        }
        Ok(Vec::new())
    }

    /// Waits for the next line from the current client or a later one.
    fn wait(&mut self, patience: Option<Duration>) -> Result<Come, Error> {
        let mut last = Instant::now();
        let until = patience.map(|patience| last + patience);
        loop {
            if self.files.is_to_end() {
                return Err(Error::Standard(io::ErrorKind::Interrupted.into()));
            }
            let bytes = self.received()?;
            if !bytes.is_empty() {
                self.text.add(&bytes);
                last = Instant::now();
            }
            let rests = self.text.has_come() && (!self.sends || last.elapsed() >= PAUSE);
            let line = self.text.next().or_else(|| rests.then(|| self.text.all()).flatten());
            if let Some(line) = line {
                return Ok(Come::Characters(line));
            }
            if !self.text.has_come() && until.is_some_and(|until| Instant::now() >= until) {
                return Ok(Come::Later);
            }
            sleep(LOOK);
        }
    }

    /// Sends bytes to the client, if one is connected.
    fn send(&mut self, bytes: &[u8]) {
        if let Some(connection) = &mut self.stream
            && send_all(connection, bytes).is_err()
        {
            self.stream = None;
            self.leaves();
        }
    }
}

/// Opens an output file, of which a restored machine has already written `bytes` bytes. Refuses an existing file that
/// this machine has not written.
fn output(path: &Path, reach: &Reach, bytes: u64) -> Result<Shared, Error> {
    let (path, allowed) = reach.output(path)?;
    if let Ok(known) = path.metadata()
        && (!known.is_file() || known.len() > bytes && !allowed)
    {
        return Err(Error::Exists(path.display().to_string()));
    }
    let named = Named { path: &path, by: By::Description };
    gate::append(named, bytes).map_err(Error::file("write", &path))
}

fn send_all(connection: &mut TcpStream, bytes: &[u8]) -> io::Result<()> {
    connection.set_nonblocking(false)?;
    connection.write_all(bytes)?;
    connection.set_nonblocking(true)
}
