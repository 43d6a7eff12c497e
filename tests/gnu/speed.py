#!/usr/bin/env python3
"""Times `z8k as`, `z8k asm` and `z8k ld` beside GNU as and ld, in turns, on a program that is generated.

    cargo build --release --bin z8k
    tests/gnu/speed.py target/release/z8k

Prints the least processor time of several runs, its ratio to that of GNU's program, and the most memory. Needs
z8k-coff-as and z8k-coff-ld on the PATH; `tests/gnu/install` builds them.
"""

import argparse
import multiprocessing
import os
import random
import subprocess
import sys
import tempfile

SEGMENT = 60_000


class Source:
    """Generates lines for segmented mode: labels, instructions with every kind of operand, data, comments."""

    def __init__(self, seed, prefix):
        self.random = random.Random(seed)
        self.prefix = prefix
        self.lines = ["\tsegm"]
        self.labels = self.segment = self.size = 0
        self.last_label = None

    def register(self):
        return f"r{self.random.randrange(14)}"

    def pointer(self):
        return f"rr{self.random.randrange(2, 14, 2)}"

    def label(self, first, last):
        return f"{self.prefix}{self.random.randrange(max(1, first), max(2, last))}"

    def add(self, line, size=0):
        self.lines.append(line)
        self.size += size

    def line(self):
        number = self.random.randrange
        known = self.labels
        kinds = [
            (10, self.add_label),
            (15, lambda: self.add(f"\tld {self.register()},{self.register()}", 2)),
            (10, lambda: self.add(f"\tld {self.register()},#{number(65536)}", 4)),
            (7, lambda: self.add(f"\tadd {self.register()},{self.register()}", 2)),
            (6, lambda: self.add(f"\tldl {self.pointer()},@{self.pointer()}", 2)),
            (5, lambda: self.add(f"\tld {self.register()},{self.pointer()}(#{number(100)})", 4)),
            (7, lambda: self.add(f"\tcp {self.register()},#{number(1000)}\t! compare", 4)),
            (8, self.add_jump),
            (7, lambda: self.add(f"\tcall {self.label(known - 2000, known + 50)}", 6)),
            (5, lambda: self.add(f"\tld {self.register()},{self.label(known - 500, known + 20)}", 6)),
            (6, lambda: self.add(f"\t.word {number(65536)}, {number(65536):#x}, {number(99)}", 6)),
            (4, lambda: self.add(f"\tbitb rl{number(8)},#{number(8)}", 2)),
            (4, lambda: self.add(f"\tpush @rr14,{self.register()}", 2)),
            (3, lambda: self.add(f"\tinc {self.register()},#{1 + number(16)}", 2)),
            (3, lambda: self.add("\t! a comment in a line of its own")),
        ]
        weights = [weight for weight, _ in kinds]
        self.random.choices([kind for _, kind in kinds], weights)[0]()

    def add_label(self):
        self.labels += 1
        self.last_label = self.size
        self.add(f"{self.prefix}{self.labels}:")

    def add_jump(self):
        if self.last_label is not None and self.size - self.last_label < 200:
            self.add(f"\tjr nz,{self.prefix}{self.labels}", 2)
        else:
            self.add(f"\tjp eq,{self.prefix}{self.labels + 1}", 6)

    def text(self, count):
        while len(self.lines) < count:
            if self.size > SEGMENT:
                self.segment += 1
                self.size, self.last_label = 0, None
                self.add(f"\t.org {self.segment * 0x10000:#x}")
            self.line()
        for label in range(self.labels + 1, self.labels + 60):
            self.add(f"{self.prefix}{label}:")
        return "\n".join(self.lines) + "\n"


def write(path, seed, prefix, lines):
    """Write a source in a separate process: otherwise the memory of this process would count as that of the commands.
    """

    def generate():
        with open(path, "w", encoding="ascii") as file:
            file.write(Source(seed, prefix).text(lines))

    process = multiprocessing.get_context("fork").Process(target=generate)
    process.start()
    process.join()


def run(command, folder):
    """Return the processor seconds and the memory in MB of a command."""
    process = subprocess.Popen(command, cwd=folder, stdout=subprocess.DEVNULL)
    _, status, usage = os.wait4(process.pid, 0)
    if status != 0:
        sys.exit(f"{' '.join(command)} fails")
    return usage.ru_utime + usage.ru_stime, usage.ru_maxrss / 1024


def compare(title, commands, runs, folder):
    """Run the commands in turns; the others are compared with the first."""
    times = {name: [] for name, _ in commands}
    memory = {}
    for _ in range(runs):
        for name, command in commands:
            seconds, memory[name] = run(command, folder)
            times[name].append(seconds)
    print(f"{title}, the least of {runs} runs")
    first = min(times[commands[0][0]])
    for name, _ in commands:
        least = min(times[name])
        print(f"  {name:12} {least:7.3f} s  {least / first:5.2f} of GNU's  {memory[name]:7.1f} MB")


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("z8k", type=os.path.abspath)
    parser.add_argument("--lines", type=int, default=200_000)
    parser.add_argument("--runs", type=int, default=9)
    parser.add_argument("--objects", type=int, default=20)
    options = parser.parse_args()
    with tempfile.TemporaryDirectory() as folder:
        write(f"{folder}/big.s", 1, "L", options.lines)
        assemblers = [
            ("GNU as", ["z8k-coff-as", "-z8001", "big.s", "-o", "gnu.o"]),
            ("z8k as", [options.z8k, "as", "--no-warn", "-z8001", "big.s", "-o", "own.o"]),
            ("z8k asm", [options.z8k, "asm", "--no-warnings", "big.s", "-o", "own.bin"]),
        ]
        compare(f"{options.lines} lines", assemblers, options.runs, folder)

        for number in range(options.objects):
            write(f"{folder}/{number}.s", number, f"M{number}_", min(options.lines // options.objects, 10_000))
            run(["z8k-coff-as", "-z8001", f"{number}.s", "-o", f"gnu{number}.o"], folder)
            run([options.z8k, "as", "-z8001", f"{number}.s", "-o", f"own{number}.o"], folder)
        linkers = []
        for name, linker, maker in [
            ("GNU ld", "z8k-coff-ld", "gnu"),
            ("z8k ld", options.z8k, "gnu"),
            ("own objects", options.z8k, "own"),
        ]:
            objects = [f"{maker}{number}.o" for number in range(options.objects)]
            with open(f"{folder}/{maker}.x", "w", encoding="ascii") as file:
                outputs = (f"s{n} {n * 0x10000:#x} : {{ {name}(.text) }}" for n, name in enumerate(objects))
                file.write(f"SECTIONS {{ {' '.join(outputs)} }}\n")
            ld = [linker, "ld"] if linker == options.z8k else [linker]
            options_of_ld = ["-m", "z8001", "-e", "0", "-T", f"{maker}.x", *objects, "-o", f"{name[0]}.out"]
            linkers.append((name, ld + options_of_ld))
        compare(f"{options.objects} objects", linkers, options.runs, folder)


if __name__ == "__main__":
    main()
