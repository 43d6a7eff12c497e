"""An engine connected by pipes, with the time at which each line arrived; and the stalls of the machine."""

import queue
import subprocess
import threading
import time


class Engine:
    """An engine. A thread reads its output, so that the recorded times do not depend on the judge's work."""

    def __init__(self, command):
        self.process = subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True, bufsize=1)
        self.lines = queue.SimpleQueue()
        # The time at which the last returned line arrived.
        self.came = 0.0
        threading.Thread(target=self.read, daemon=True).start()

    def read(self):
        for line in self.process.stdout:
            self.lines.put((time.monotonic(), line.strip()))
        self.lines.put((time.monotonic(), None))

    def send(self, *commands):
        """Send several lines in one write; return the time after it."""
        self.process.stdin.write("".join(command + "\n" for command in commands))
        self.process.stdin.flush()
        return time.monotonic()

    def until(self, word, within):
        """Return the lines up to the one that begins with a word. Fail if it does not come within so many seconds."""
        said = []
        until = time.monotonic() + within
        while True:
            try:
                self.came, line = self.lines.get(timeout=max(0.0, until - time.monotonic()))
            except queue.Empty:
                line = None
            assert line is not None, f"no {word} within {within} s, after: {said[-3:]}"
            said.append(line)
            if line.split(" ")[0] == word:
                return said

    def ends(self, within):
        return self.process.wait(timeout=within)

    def kill(self):
        self.process.kill()
        self.process.wait()


class Stalls:
    """A thread that only sleeps: if it sleeps too long, the machine was busy with something else."""

    PAUSE = 0.001
    # Seconds by which a sleep is usually too long.
    USUAL = 0.001

    def __init__(self):
        self.found = []
        threading.Thread(target=self.sleep, daemon=True).start()

    def sleep(self):
        before = time.monotonic()
        while True:
            time.sleep(self.PAUSE)
            now = time.monotonic()
            if now - before > self.PAUSE + self.USUAL:
                self.found.append((before + self.PAUSE, now))
            before = now

    def between(self, begin, end):
        """Return the seconds of stalls within a period."""
        # A stall may still be in progress.
        time.sleep(2 * self.PAUSE)
        total = 0.0
        for first, last in reversed(self.found):
            if last < begin - 1:
                break
            total += max(0.0, min(last, end) - max(first, begin))
        return total
