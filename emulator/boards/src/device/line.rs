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

/// How long a program that waits for a connection's next character sleeps between two looks.
const LOOK: Duration = Duration::from_millis(1);

/// How long a pipe may pause within a line. What has come before a longer pause is passed on: somebody waits for the answer.
const LINE: Duration = Duration::from_secs(1);

/// After this long without another character, what has come over TCP counts as a line: a terminal sends single keys.
const PAUSE: Duration = Duration::from_millis(100);

/// The other end of a serial port.
#[derive(Debug)]
pub(crate) enum Line {
    /// Nothing.
    Open,
    Standard(Standard),
    /// The input, and a file for the output.
    Files(Text, Option<Shared>),
    Tcp(Tcp),
}

/// The standard streams.
#[derive(Debug)]
pub(crate) struct Standard {
    files: &'static dyn Files,
    text: Text,
    /// When something has come last.
    last: Instant,
}

/// A port of the loopback and its clients, one at a time.
#[derive(Debug)]
pub(crate) struct Tcp {
    port: u16,
    listener: TcpListener,
    /// Who is connected. Who sends no more may still listen, until somebody else connects.
    stream: Option<TcpStream>,
    sends: bool,
    text: Text,
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

    /// Bytes of a file that were read.
    pub(crate) const fn read(&self) -> u64 {
        match self {
            Self::Files(input, _) => input.taken(),
            _ => 0,
        }
    }

    /// Waits for the next line, as long as it takes or for some time.
    pub(crate) fn wait(&mut self, patience: Option<Duration>) -> Result<Come, Error> {
        match self {
            Self::Open => Ok(Come::Never),
            Self::Standard(standard) => standard.wait(patience).map_err(Error::Standard),
            Self::Files(input, _) => Ok(input.next().map_or(Come::Never, Come::Characters)),
            Self::Tcp(tcp) => tcp.wait(patience),
        }
    }

    /// Returns true if its input comes when a program takes it, and not when a user or another program sends it.
    pub(crate) fn is_ready(&self) -> bool {
        match self {
            Self::Standard(_) => !io::stdin().is_terminal(),
            Self::Files(..) => true,
            Self::Open | Self::Tcp(_) => false,
        }
    }

    /// Takes the next line for a debugger: it does not wait, and does not read standard input.
    pub(crate) fn receive(&mut self) -> Result<Vec<u8>, Error> {
        match self {
            Self::Standard(_) => Ok(Vec::new()),
            _ => match self.wait(Some(Duration::ZERO))? {
                Come::Characters(line) => Ok(line),
                Come::Later | Come::Never => Ok(Vec::new()),
            },
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
    /// Waits for the next line; from a terminal, whatever it passes on, since it may be set to pass on single keys.
    fn wait(&mut self, patience: Option<Duration>) -> io::Result<Come> {
        // A terminal has none.
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
    /// Waits until somebody connects.
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

    /// The client sends no more.
    fn leaves(&mut self) {
        if std::mem::take(&mut self.sends) {
            self.files
                .tell(&format!("the client of port {} has disconnected", self.port));
        }
    }

    /// Takes what was received. Whoever has gone makes room for the next one.
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
            // It is gone, however that is called.
            Err(_) => {
                self.stream = None;
                self.leaves();
            }
        }
        Ok(Vec::new())
    }

    /// Waits for the next line, of whoever sends one.
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

    /// Sends, as far as somebody listens.
    fn send(&mut self, bytes: &[u8]) {
        if let Some(connection) = &mut self.stream
            && send_all(connection, bytes).is_err()
        {
            self.stream = None;
            self.leaves();
        }
    }
}

/// Opens a file for output, of which a saved machine has written this many bytes. The contents of another file, and
/// what follows these bytes, were not written by it.
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
