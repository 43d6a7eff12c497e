#!/usr/bin/env python3
"""Records what the GNU tools make of small programs: `record.py FILE...`, with `z8k-coff-as` and `-ld` on the PATH.

In a file of probes, such as those of `assembler/tests/probes`, each program is followed by `=>` and the outcome: the
sections, relocations and symbols of the object file, or the first error. To add one, write the program and `=>`. A next
line that begins with `<>` is written by hand: the outcome here where it differs, and after ` : ` the reason.

In a file of links (`programs/tools/z8k/tests/links`) `=== NAME` begins a file of a program and `$ TOOL ARGUMENT...` is a
command; the outcome is that of the last command, whose output is `out`.
"""

import pathlib
import struct
import subprocess
import sys
import tempfile


def string(table, field):
    if field[:4] == bytes(4):
        start = struct.unpack('>I', field[4:])[0]
        return table[start:].split(b'\0')[0].decode('latin-1')
    return field.rstrip(b'\0').decode('latin-1')


# The bits of a field that the linker fills, by the type of its relocation.
FIELDS = {
    0x01: b'\xff\xff', 0x02: b'\xff', 0x04: b'\xff\xff', 0x05: b'\x0f\xff', 0x11: b'\xff\xff\xff\xff',
    0x22: b'\xff', 0x23: b'\x0f', 0x24: b'\xf0', 0x25: b'\x7f',
}


def facts(data):
    """The sections that have bytes, relocations and shared symbols of an object, in one line.

    Whether a relocation names a local symbol or its section, and what a field holds before it is filled, is up to an
    assembler: places are relative to sections, and fields are 0, or known where a distance is.
    """
    sections, = struct.unpack_from('>H', data, 2)
    start, count = struct.unpack_from('>II', data, 8)
    table = data[start + 18 * count:]
    headers = [data[20 + 40 * index:60 + 40 * index] for index in range(sections)]
    names = [string(table, header[:8]) for header in headers]
    symbols, shared = [], []
    while len(symbols) < count:
        entry = data[start + 18 * len(symbols):][:18]
        name = string(table, entry[:8])
        value, section, _, kind, more = struct.unpack('>IhHBB', entry[8:])
        place = names[section - 1] if section > 0 else {0: 'undefined', -1: 'absolute', -2: 'debug'}[section]
        is_shared = kind in (2, 127, 105)
        if is_shared:
            shared.append(f"{name} {'global' if kind == 2 else 'weak'} {place} {value:x}")
        symbols += [(name, 0) if is_shared else (place, value)] * (1 + more)
    parts = []
    for name, header in zip(names, headers):
        size, bytes_at, relocations_at = struct.unpack_from('>III', header, 16)
        contents = bytearray(data[bytes_at:bytes_at + size]) if bytes_at else bytearray()
        filled = []
        for number in range(struct.unpack_from('>H', header, 32)[0]):
            at, symbol, offset, kind, _ = struct.unpack_from('>IIIHH', data, relocations_at + 16 * number)
            target, value = symbols[symbol] if symbol < count else ('absolute', 0)
            offset = offset + value & 0xffffffff
            for index, mask in enumerate(FIELDS[kind]):
                contents[at + index] &= ~mask & 0xff
            if (target, kind) == (name, 4):
                contents[at:at + 2] = struct.pack('>H', offset - at - 2 & 0xffff)
            else:
                filled.append(f'{at:x}: {target}+{offset:x} {kind:x}')
        if size:
            parts.append(f'{name} {contents.hex()}' if bytes_at else f'{name} {size:x} bytes')
        parts += filled
    return ' | '.join(parts + sorted(shared)) or 'nothing'


def program(data):
    """Return the entry, sections with addresses and bytes, and shared symbols of a linked program, in one line."""
    sections, = struct.unpack_from('>H', data, 2)
    start, count = struct.unpack_from('>II', data, 8)
    optional, = struct.unpack_from('>H', data, 16)
    table = data[start + 18 * count:]
    parts = ['entry %x' % struct.unpack_from('>I', data, 36)]
    for index in range(sections):
        header = data[20 + optional + 40 * index:][:40]
        load, address, size, at = struct.unpack_from('>IIII', header, 8)
        if size:
            contents = data[at:at + size].hex() if at else f'{size:x} bytes'
            place = f'{address:x}' if load == address else f'{address:x} from {load:x}'
            parts.append(f'{string(table, header[:8])} {place} {contents}')
    index, shared = 0, []
    while index < count:
        entry = data[start + 18 * index:][:18]
        value, section, _, kind, more = struct.unpack('>IhHBB', entry[8:])
        if kind in (2, 127, 105):
            shared.append(f'{string(table, entry[:8])} {value:x}')
        index += 1 + more
    return ' | '.join(parts + sorted(shared))


def run(folder, command):
    """Run a tool; return its first error, if any."""
    done = subprocess.run(command, cwd=folder, capture_output=True, timeout=20, stdin=subprocess.DEVNULL)
    if done.returncode == 0:
        return None
    said = (done.stderr + done.stdout).decode('latin-1').splitlines()
    error = next((line for line in said if 'rror: ' in line), said[0] if said else str(done.returncode))
    return 'error: ' + error.split('rror: ')[-1]


def gnu(tool):
    """Return the GNU tool for a name."""
    return [f'z8k-coff-{tool}']


def outcome(folder, lines, tools=gnu):
    """Return the result of the tools for a program."""
    for old in folder.iterdir():
        old.unlink()
    files, commands = {'probe.s': []}, []
    name = 'probe.s'
    for line in lines:
        if line.startswith('=== '):
            name = line[4:].strip()
            files[name] = []
        elif line.startswith('$ '):
            commands.append(line[2:].split())
        else:
            files[name].append(line)
    for name, text in files.items():
        (folder / name).write_bytes(''.join(text).encode('latin-1'))
    for tool, *arguments in commands or ['as -z8002 probe.s -o probe.o'.split()]:
        error = run(folder, tools(tool) + arguments)
        if error:
            return error
    return program((folder / 'out').read_bytes()) if commands else facts((folder / 'probe.o').read_bytes())


def record(path, folder):
    written, source = [], []
    for line in path.read_bytes().decode('latin-1').split('\n')[:-1]:
        if line.startswith('=>'):
            line = '=> ' + outcome(folder, source)
            source.clear()
        elif not line.startswith('<>'):
            source.append(line + '\n')
        written.append(line)
    path.write_bytes('\n'.join(written + ['']).encode('latin-1'))


if __name__ == '__main__':
    with tempfile.TemporaryDirectory() as scratch:
        for argument in sys.argv[1:]:
            record(pathlib.Path(argument), pathlib.Path(scratch))
