#!/usr/bin/env python3
"""Job control: the view and the CP/M console on a terminal that answers nothing, under signals.

    tests/terminal/jobs.py Z8K

Each case opens a pseudo-terminal, of which this script is the other end. It never answers a question about the cursor,
as slow links, expect scripts and simple terminals do not. What a shell does around a stopped job is done here: the modes
of the terminal are put back when the job stops. Exit status 77: there is no /proc here, which tells that a job has stopped.
"""

import fcntl
import os
import pty
import signal
import struct
import subprocess
import sys
import tempfile
import termios
import time

PATIENCE = 120
"""Seconds until a state counts as never reached: a machine may be busy."""

LOOP = "        .z8002\n        .word 0, 0x4000, start\nstart:  inc r1,#1\n        jr start\n"

ECHO = "start:  ldk r5,#1\n        sc #2\n        jr start\n"


class Job:
    """A command on its own terminal."""

    def __init__(self, command):
        self.master, self.terminal = pty.openpty()
        os.set_blocking(self.master, False)
        self.cooked = termios.tcgetattr(self.terminal)
        fcntl.ioctl(self.terminal, termios.TIOCSWINSZ, struct.pack("HHHH", 24, 80, 0, 0))
        environment = {**os.environ, "TERM": "xterm", "XDG_STATE_HOME": tempfile.gettempdir()}
        self.process = subprocess.Popen(
            command,
            stdin=self.terminal,
            stdout=self.terminal,
            stderr=self.terminal,
            env=environment,
            preexec_fn=lambda: (os.setsid(), signal.signal(signal.SIGINT, signal.SIG_DFL)),
        )

    def __enter__(self):
        return self

    def __exit__(self, *_):
        self.process.kill()
        self.process.wait()
        os.close(self.master)
        os.close(self.terminal)

    def read(self):
        """Read the output that has arrived."""
        try:
            return os.read(self.master, 1 << 16)
        except BlockingIOError:
            return b""

    def wait(self, what, reached):
        """Wait for a state, while reading so that the job is not blocked. Return what was read."""
        read, end = b"", time.monotonic() + PATIENCE
        while True:
            read += self.read()
            if reached(read):
                return read
            if time.monotonic() > end:
                sys.exit(f"{' '.join(self.process.args)}: never {what}; last {read[-300:]!r}")
            time.sleep(0.02)

    def shows(self, text):
        self.wait(f"shows {text!r}", lambda read: text in read)

    def raw(self):
        return not termios.tcgetattr(self.terminal)[3] & termios.ICANON

    def state(self):
        with open(f"/proc/{self.process.pid}/stat") as stat:
            return stat.read().rsplit(")", 1)[1].split()[0]

    def stops(self):
        self.wait("stops", lambda _: self.state() == "T")

    def goes_on(self):
        """Continue the job as a shell does, which uses its own terminal modes until then."""
        termios.tcsetattr(self.terminal, termios.TCSANOW, self.cooked)
        os.kill(self.process.pid, signal.SIGCONT)

    def ends_cooked(self, number):
        os.kill(self.process.pid, number)
        self.wait(f"ends by signal {number}", lambda _: self.process.poll() is not None)
        if self.raw():
            sys.exit(f"{' '.join(self.process.args)}: signal {number} leaves the terminal raw")


def view(z8k, folder):
    program = os.path.join(folder, "loop.s")
    with open(program, "w") as file:
        file.write(LOOP)
    command = [z8k, "debug", program]
    for number in (signal.SIGTERM, signal.SIGINT, signal.SIGHUP, signal.SIGQUIT, signal.SIGABRT):
        with Job(command) as job:
            job.shows(b"registers")
            assert job.raw()
            job.ends_cooked(number)
    with Job(command) as job:
        job.shows(b"registers")
        # Ctrl-Z as a key: the terminal is restored before the job stops.
        os.write(job.master, b"\x1a")
        job.stops()
        assert not job.raw(), "Ctrl-Z leaves the terminal raw"
        job.goes_on()
        job.shows(b"registers")
        job.wait("is raw", lambda _: job.raw())
        # Stopped without a chance to restore the terminal.
        os.kill(job.process.pid, signal.SIGSTOP)
        job.stops()
        job.goes_on()
        job.shows(b"registers")
        job.wait("is raw", lambda _: job.raw())
        # No command is running that Ctrl-C could interrupt.
        os.write(job.master, b"\x03")
        job.shows(b"nothing")
        os.write(job.master, b"q")
        job.wait("ends", lambda _: job.process.poll() is not None)
        assert job.process.returncode == 0 and not job.raw()
    refused = subprocess.run(command, env={**os.environ, "TERM": "dumb"}, capture_output=True, text=True, check=False)
    assert refused.returncode == 1 and "TERM is `dumb`" in refused.stderr and "\x1b" not in refused.stdout, refused


def console(z8k, folder):
    source = os.path.join(folder, "echo.s")
    program = os.path.join(folder, "echo.z8k")
    with open(source, "w") as file:
        file.write(ECHO)
    subprocess.run([z8k, "asm", source, "--format", "xout", "-o", program], check=True)
    for number in (signal.SIGTERM, signal.SIGHUP, signal.SIGQUIT, signal.SIGABRT):
        with Job([z8k, "cpm", program]) as job:
            job.wait("is raw", lambda _: job.raw())
            job.ends_cooked(number)
    with Job([z8k, "cpm", program]) as job:
        job.wait("is raw", lambda _: job.raw())
        # SIGTSTP would not stop it: its session contains no process of a shell that could continue it.
        os.kill(job.process.pid, signal.SIGSTOP)
        job.stops()
        job.goes_on()
        job.wait("is raw", lambda _: job.raw())
        os.write(job.master, b"k")
        job.shows(b"k")


def main():
    if not os.path.exists("/proc/self/stat"):
        sys.exit(77)
    z8k = os.path.abspath(sys.argv[1])
    with tempfile.TemporaryDirectory() as folder:
        view(z8k, folder)
        console(z8k, folder)
    print("the view and the console come back from every stop, and no signal leaves the terminal raw")


if __name__ == "__main__":
    main()
