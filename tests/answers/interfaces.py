"""Runs commands, debuggers and servers as programs drive them, and compares their answers."""

import json
import subprocess
import sys


class Answers:
    """Facts by their subject: all interfaces that show a subject must show the same fact."""

    def __init__(self):
        self.said, self.compared = {}, {}

    def add(self, interface, fact, of, value):
        self.said.setdefault((fact, of), {})[interface] = value

    def judge(self, least):
        """Print what was compared, and the differences. Fail if a fact was not requested from one of the interfaces
        in `least`, or not each time from one with a `*`."""
        false = 0
        for (fact, of), values in self.said.items():
            counts = self.compared.setdefault(fact, {})
            for interface in values:
                counts[interface] = counts.get(interface, 0) + 1
            if len({json.dumps(value) for value in values.values()}) > 1:
                false += 1
                print(f"{fact} of {of}: {values}")
        for fact, counts in self.compared.items():
            print(f"{fact}: " + ", ".join(f"{interface} {count}" for interface, count in sorted(counts.items())))
        every = {fact: sum(of == fact for of, _ in self.said) for fact in self.compared}
        missing = [f"{fact} in {interface}" for fact, names in least.items() for interface in names.split()
                   if not (count := self.compared.get(fact, {}).get(interface.rstrip("*"))) or interface.endswith("*") and count < every[fact]]
        print(f"{len(self.said)} facts, {false} differ; not asked: {missing}")
        sys.exit(1 if false or missing else 0)


def run(*arguments, given=None, status=0):
    done = subprocess.run([str(one) for one in arguments], input=given, capture_output=True, text=True, check=False)
    assert done.returncode == status, (arguments, done.stderr)
    return done.stdout


def batch(*command, commands):
    """Return the answers of a debugger to its commands."""
    return [json.loads(line) for line in run(*command, "--batch", "-", given="\n".join(commands)).splitlines()]


class Server:
    """A server that speaks JSON with the headers of the Language Server Protocol, which debug adapters use as well."""

    def __init__(self, *command):
        self.process = subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE)
        self.number = 0

    def send(self, message):
        text = json.dumps(message).encode()
        self.process.stdin.write(b"Content-Length: %d\r\n\r\n" % len(text) + text)
        self.process.stdin.flush()

    def read(self):
        length = 0
        while (line := self.process.stdout.readline().strip()) or not length:
            length = int(line.split(b":")[1]) if line else length
        return json.loads(self.process.stdout.read(length))

    def until(self, fits):
        while not fits(message := self.read()):
            pass
        return message

    def request(self, command, **arguments):
        """Send a request of the Debug Adapter Protocol; return its answer."""
        self.number += 1
        self.send({"seq": self.number, "type": "request", "command": command, "arguments": arguments})
        return self.until(lambda one: one.get("request_seq") == self.number)

    def ask(self, method, **params):
        """Send a request of the Language Server Protocol; return its result."""
        self.number += 1
        self.send({"jsonrpc": "2.0", "id": self.number, "method": method, "params": params})
        return self.until(lambda one: one.get("id") == self.number and "method" not in one)["result"]

    def tell(self, method, **params):
        self.send({"jsonrpc": "2.0", "method": method, "params": params})

    def end(self):
        self.process.kill()
        self.process.wait()
