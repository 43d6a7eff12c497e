#!/usr/bin/env python3
"""Compares random links with GNU ld: `links.py Z8K [COUNT [SEED]]`, with the GNU tools on the PATH.

The programs have sections that may be empty, scripts that ask for their places, regions, load addresses, orphans, common
symbols, archives, steps with `-r`, and options. Each is assembled by its own side's `as`; the last link is made here of
GNU's objects as well. What differs is shown. Links that both refuse are not compared: they may be one of ten.
"""

import pathlib
import random
import re
import sys
import tempfile

import record

SECTIONS = ['.text', '.data', '.bss', '.rodata', '.vec', '.extra']


def source(pick, number, count):
    """Return a source with labels in some sections."""
    lines = ['\t.z8002', f'\t.global f{number}', '\t.text', f'f{number}:\tnop']
    if number == 0:
        lines[1:1] = ['\t.global start']
        lines.append('start:\tret\tt')
    for section in SECTIONS:
        if section != '.text' and pick.random() < 0.4:
            continue
        lines.append(f'\t.section {section}')
        if section == '.bss':
            lines.append(f'\t.space {pick.randrange(12)}')
            continue
        for _ in range(pick.randrange(4)):
            other = pick.randrange(count)
            lines.append(pick.choice([
                f'\t.word {pick.randrange(65536)}', f'\t.word f{other}', f'\t.word f{other}+{2 * pick.randrange(8)}',
                f'\t.byte {pick.randrange(256)},{pick.randrange(256)}', '\t.word shared', '\t.word maybe',
            ]))
    lines += ['\t.weak maybe', f'\t.comm shared,{2 * pick.randrange(1, 9)}']
    if pick.random() < 0.2:
        lines.append(f'\t.weak common{number % 2}\n\t.text\ncommon{number % 2}:\tret\tt\n\tcall common{number % 2}')
    return '\n'.join(lines) + '\n'


def number(pick, sections):
    """Return an expression for a script."""
    name = pick.choice(sections)
    return pick.choice([
        f'ADDR({name})', f'LOADADDR({name})', f'SIZEOF({name})', f'ADDR({name}) + SIZEOF({name})', '.', '. + 4',
        'ALIGN(16)', 'f0', f'ALIGNOF({name})', f'MAX(ADDR({name}), 0x100)', f'LOADADDR({name}) + SIZEOF({name})',
    ])


def script(pick):
    """Return a script for some of the sections."""
    memory = pick.random() < 0.4
    order = SECTIONS[:]
    if pick.random() < 0.3:
        pick.shuffle(order)
    kept = [name for name in order if pick.random() < 0.85] or ['.text']
    lines = ['OUTPUT_ARCH("z8002")', 'ENTRY(start)']
    if memory:
        lines.append('MEMORY { ROM : ORIGIN = 0x100, LENGTH = 0x2000 RAM : ORIGIN = 0x4000, LENGTH = 0x2000 }')
    lines.append('SECTIONS {')
    if not memory or pick.random() < 0.2:
        lines.append(f'  . = {pick.choice(["0x100", "0x200", "0x101"])};')
    symbols = 0
    for place, name in enumerate(kept):
        if pick.random() < 0.3:
            symbols += 1
            lines.append(f'  s{symbols} = {number(pick, kept)};')
        address = kind = load = ''
        if not memory and pick.random() < 0.25:
            address = f' {0x1000 * (place + 1):#x}'
        if pick.random() < 0.06 and name == '.bss':
            kind = ' (NOLOAD)'
        if pick.random() < 0.2:
            where = pick.choice([f'{0x8000 + 0x400 * place:#x}', f'ADDR({kept[0]}) + 0x8000 + {0x400 * place:#x}',
                                 f'LOADADDR({kept[place - 1]}) + SIZEOF({kept[place - 1]})'])
            load = f' AT({where})' if place else ''
        inside = [f'*({name})' if pick.random() < 0.8 else f'KEEP(*({name}))']
        if name == '.bss':
            inside.append('*(COMMON)')
        for _ in range(pick.randrange(2)):
            symbols += 1
            inside.insert(pick.randrange(len(inside) + 1), pick.choice([
                f'i{symbols} = .;', '. = ALIGN(8);', 'PROVIDE(f9 = .);', f'i{symbols} = SIZEOF({name});', '. = . + 0;',
            ] + (['SHORT(7)', f'SHORT(SIZEOF({pick.choice(kept)}))'] if name != '.bss' else [])))
        align = pick.choice(['', '', '', ' ALIGN(16)', ' SUBALIGN(4)'])
        region = ''
        if memory:
            region = ' > ROM' if name in ('.text', '.rodata', '.vec') else ' > RAM'
            if region == ' > RAM' and not load and pick.random() < 0.4:
                region += ' AT> ROM'
        lines.append(f'  {name}{address}{kind} :{load}{align} {{ {" ".join(inside)} }}{region}')
    if memory:
        rest = [name for name in SECTIONS if name not in kept]
        lines.append(f'  .rest : {{ {" ".join(f"*({name})" for name in rest)} *(COMMON) }} > RAM')
    if pick.random() < 0.5:
        lines.append(f'  last = {number(pick, kept)};')
    return '\n'.join(lines + ['}']) + '\n'


def link(pick):
    """Return the lines of a program, in the format of `record.py`."""
    count = pick.randrange(1, 4)
    lines, objects = [], []
    for index in range(count):
        lines += [f'=== f{index}.s\n', source(pick, index, count)]
        objects.append(f'f{index}.o')
    lines += ['=== m.x\n', script(pick)]
    lines += [f'$ as -z8002 f{index}.s -o f{index}.o\n' for index in range(count)]
    if count > 1 and pick.random() < 0.3:
        lines.append(f'$ ar rc l.a {" ".join(objects[1:])}\n')
        objects[1:] = ['l.a']
    elif pick.random() < 0.25:
        lines.append(f'$ ld -mz8002 -r {" ".join(objects)} -o r.o\n')
        objects = ['r.o']
        # GNU ld loses the addend of a symbol.
        lines = [re.sub(r'(f\d)\+\d+', r'\1', line) for line in lines]
    option = pick.choice(['', '', '', '-s', '-S', '-x', '--defsym f1=0x123', '-u f1', '-e f0', '-e 0x200', '-N'])
    if option.startswith('--defsym') and count > 1:
        option = ''
    lines.append(f'$ ld -mz8002 -T m.x {option} {" ".join(objects)} -o out\n')
    return [line + '\n' for line in ''.join(lines).split('\n')[:-1]]


def differ(one, other):
    """Return whether the outcomes differ. Messages, the additions of GNU ld with `-r`, and zeros at the ends of
    sections, which pad the file, are not compared."""
    def plain(text):
        parts = (re.sub('(00)+$', '', part) for part in text.split(' | ') if not part.startswith('___dtors '))
        return ' | '.join(parts)
    return plain(one) != plain(other) and not (one.startswith('error') and other.startswith('error'))


def crossed(folder, lines, z8k):
    """Return the result of linking the GNU tools' objects in the folder with our `ld`."""
    return record.run(folder, [z8k] + lines[-1].split()[1:]) or record.program((folder / 'out').read_bytes())


def main():
    z8k, count, seed = (sys.argv[1:] + ['2000', '1986'][max(0, len(sys.argv) - 2):])[:3]
    z8k = str(pathlib.Path(z8k).resolve())
    pick = random.Random(int(seed))
    equal = refused = different = 0
    with tempfile.TemporaryDirectory() as scratch:
        folder = pathlib.Path(scratch)
        for _ in range(int(count)):
            lines = link(pick)
            ours = record.outcome(folder, lines, lambda tool: [z8k, tool])
            theirs = record.outcome(folder, lines)
            mixed = theirs if theirs.startswith('error') else crossed(folder, lines, z8k)
            if differ(ours, theirs) or differ(mixed, theirs):
                different += 1
                print(''.join(lines) + f'GNU   {theirs}\nhere  {ours}\nmixed {mixed}\n')
            elif ours.startswith('error'):
                refused += 1
            else:
                equal += 1
    print(f'{equal} links are equal, {refused} are refused by both, {different} differ')
    sys.exit(different > 0 or 10 * refused > int(count))


if __name__ == '__main__':
    main()
