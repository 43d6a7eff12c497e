//! Clients that connect to a TCP port, one at a time.

use std::io::{self, BufWriter, ErrorKind, Write as _};
use std::net::{IpAddr, Ipv4Addr, Shutdown, SocketAddr, TcpListener, TcpStream};
use std::str::FromStr;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, mpsc};
use std::thread;
use std::time::Duration;

use anyhow::bail;
use thiserror::Error;

use super::launch::Launch;
use super::serve;

/// An open TCP port that only this machine can reach, parsed from `PORT` or from an address with a port.
#[derive(Debug, Clone)]
pub struct Listener(Arc<TcpListener>);

/// Why a port could not be opened.
#[derive(Debug, Error)]
pub enum ListenError {
    /// The string is not an address.
    #[error("expected a port or an address, such as 127.0.0.1:4711 or [::1]:4711")]
    Text,
    /// Other machines could reach it.
    #[error(
        "anyone who can reach the adapter can read and write your files, so it listens only on 127.0.0.1 or ::1; from \
         another machine, use a tunnel: `ssh -L PORT:127.0.0.1:PORT HOST`"
    )]
    Remote,
    /// Another process is using it.
    #[error("port {0} is in use; choose another one, or 0 for any free port")]
    Taken(u16),
    /// It cannot be opened.
    #[error(transparent)]
    Io(#[from] io::Error),
}

impl FromStr for Listener {
    type Err = ListenError;

    fn from_str(text: &str) -> Result<Self, ListenError> {
        let local = |port| SocketAddr::new(IpAddr::V4(Ipv4Addr::LOCALHOST), port);
        let address = text.parse().map(local).or_else(|_| text.parse());
        let address: SocketAddr = address.map_err(|_| ListenError::Text)?;
        if !address.ip().is_loopback() {
            return Err(ListenError::Remote);
        }
        match TcpListener::bind(address) {
            Ok(listener) => Ok(Self(Arc::new(listener))),
            Err(error) if error.kind() == ErrorKind::AddrInUse => Err(ListenError::Taken(address.port())),
            Err(error) => Err(error.into()),
        }
    }
}

impl Listener {
    /// Serves one client at a time, and reports the address on standard error. A client that connects while another is
    /// being served is told so when it launches a program.
    ///
    /// # Errors
    ///
    /// No more clients can connect.
    pub fn serve(&self, launch: &Launch<'_>) -> io::Result<()> {
        // A closed standard error is no reason not to serve.
        let _ = writeln!(io::stderr(), "listening on {}", self.0.local_addr()?);
        let busy = AtomicBool::new(false);
        let (sender, clients) = mpsc::channel();
        thread::scope(|scope| {
            let (listener, taken) = (&self.0, &busy);
            let door = scope.spawn(move || {
                loop {
                    match listener.accept() {
                        Ok((stream, _)) => {
                            let sender = sender.clone();
                            scope.spawn(move || match comes_in(taken) {
                                true => drop(sender.send(stream)),
                                false => refuse(&stream),
                            });
                        }
                        Err(error) if error.kind() == ErrorKind::ConnectionAborted => {}
                        Err(error) => return Err(error),
                    }
                }
            });
            for stream in clients {
                // A client that breaks off is gone like one that disconnects; the next one may connect.
                drop(attend(&stream, launch));
                busy.store(false, Ordering::Release);
            }
            door.join().unwrap_or(Ok(()))
        })
    }
}

/// The checks for the end of another client, and the time between two: an editor that restarts connects at once.
const LOOKS: (u32, Duration) = (40, Duration::from_millis(50));

/// Waits a little for another client to end. Returns true if the place is taken now.
fn comes_in(taken: &AtomicBool) -> bool {
    (0..LOOKS.0).any(|look| {
        if look > 0 {
            thread::sleep(LOOKS.1);
        }
        !taken.swap(true, Ordering::AcqRel)
    })
}

/// Serves a client that comes too early, until it launches.
fn refuse(stream: &TcpStream) {
    let _ = attend(stream, &|_| {
        bail!("the adapter is serving another client: disconnect that one first")
    });
}

fn attend(stream: &TcpStream, launch: &Launch<'_>) -> io::Result<()> {
    // A page can make a browser send a request to any port, with a message in it: it begins with `POST`, and not with
    // `Content-Length`.
    let mut first = [0];
    if stream.peek(&mut first)? == 0 || !first.eq_ignore_ascii_case(b"C") {
        return Ok(());
    }
    stream.set_nodelay(true)?;
    let served = serve(stream.try_clone()?, BufWriter::new(stream), launch);
    // It ends the thread that reads.
    stream.shutdown(Shutdown::Both)?;
    served
}

/// Serves the clients of a listener, one at a time; without a listener, the client on standard input and output.
///
/// # Errors
///
/// The port or standard output fails.
pub fn run(listener: Option<&Listener>, launch: &Launch<'_>) -> io::Result<()> {
    match listener {
        Some(listener) => listener.serve(launch),
        None => serve(io::stdin(), streams::standard_output(), launch),
    }
}
