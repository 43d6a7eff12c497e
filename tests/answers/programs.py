"""What every interface says of symbols and of instructions, compared: programs.py Z8K SEED, started by `run`.

A program of every form of every instruction, with random registers and numbers. The value of each symbol is asked of the
listing, the symbol file, the line map, the debugger and the language server; after a link of `nm`, `objdump`, the map and
the debugger; the clocks of each instruction of the listing, the line map, the language server and the reference of
instructions. What runs straight on is run: its clocks in the profile and its listing are those of the listing, too.
"""

import json
import os
import random
import re
import sys
import tempfile

from interfaces import Answers, Server, batch, run

Z8K, SEED = sys.argv[1], int(sys.argv[2])
REFERENCE = "docs/reference/instructions.md"
SYMBOLS = 60
# Instructions that interrupt straight execution, by name or by an operand.
STOPS = r"(?:BPT|BRK|CALL|CALR|DBJNZ|DJNZ|EXT\w+|HALT|IRET|JP|JR|LDCTL|LDPS|M\w+|POPL?|PUSHL?|RET|SC|DI|EI|DIVL?)$"
# Forms of which the reference gives only the first word.
UNWRITTEN = re.compile(r"EXT\w+|BPT|BRK")


def forms():
    """Return (name, operands, clocks in non-segmented mode, whether it is privileged) for each row of the reference.
    Of two rows with the same notation, it is the faster one, which the assembler chooses."""
    found = {}
    with open(REFERENCE, encoding="utf-8") as file:
        for line in file:
            cells = [cell.strip().replace("\0", "|") for cell in line.replace("\\|", "\0").strip().strip("|").split("|")]
            if len(cells) == 7 and re.fullmatch("[A-Z0-9]+", cells[0]):
                found.setdefault((cells[0], cells[1]), []).append((cells[3].split(" ")[0], bool(cells[5])))
    for (name, operands), rows in found.items():
        if not UNWRITTEN.fullmatch(name):
            yield name, operands, *min(rows, key=lambda row: int(re.match(r"\d+", row[0])[0]))


def counted(clocks, text):
    """Return the clocks of a formula such as `13+3n` for an instruction that states its count."""
    found, times = re.fullmatch(r"(\d+)\+(\d*)n", clocks), re.search(r",#(\d+)$", text)
    return str(int(found[1]) + int(found[2] or 1) * int(times[1])) if found and times else clocks


def registers(rng):
    """Return an operand for each notation in the reference. Registers 8 to 11 contain addresses, and are not written.
    """
    low, high = rng.sample(range(1, 8), 3), rng.sample(range(8, 12), 3)
    return {
        "Rd": f"r{low[0]}", "Rs": f"r{low[1]}", "Rr": f"r{low[2]}", "Ra": f"r{low[0]}", "Rbd": f"rl{low[0]}", "Rbs": f"rh{low[1]}",
        "Rba": f"rl{low[0]}", "Rbb": f"rh{low[1]}", "RRd": "rr2", "RRs": "rr6", "RQd": "rq4", "Rpd": f"r{low[0]}",
        "@Rd": f"@r{high[0]}", "@Rs": f"@r{high[1]}", "@Ra": f"@r{high[0]}", "@Rb": f"@r{high[1]}",
        "Rs(Rx)": f"r{high[0]}(r12)", "Rd(Rx)": f"r{high[0]}(r12)", "Rs(#disp)": f"r{high[0]}(#2)", "Rd(#disp)": f"r{high[0]}(#2)",
        "address": "data", "address(Rd)": "data(r12)", "address(Rs)": "data(r12)", "#data": f"#{rng.randrange(1, 100)}",
        "#n": f"#{rng.randint(1, 2)}", "#b": f"#{rng.randrange(1, 8)}", "#code": f"#{rng.randrange(1, 100)}", "#i": "#3", "cc": rng.choice(["z", "nz", "c", "nc"]),
        "[cc]": rng.choice(["z", "nz", "c", "nc"]), "target": ".", "port": "#0x21", "flags": "c,z", "interrupts": "vi",
        "control": "refresh", "FLAGS": "flags",
    }


def written(rng, name, operands):
    known = registers(rng)
    return "\t" + name.lower() + "\t" + ",".join(known[one] for one in operands.split(", ") if one)


def hover(server, uri, line, character):
    answer = server.ask("textDocument/hover", textDocument={"uri": uri}, position={"line": line, "character": character})
    return answer["contents"]["value"] if answer else ""


def source_of(rng):
    """Return the source, and its instructions with their lines, the clocks of the reference, and whether they can be
    run."""
    lines = ["\t.global\tstart"] + [f"\t.equ\tk{n},{rng.randrange(0, 0x8000)}" for n in range(SYMBOLS // 3)]
    lines += ["\t.text", "\t.org\t0", "\t.word\t0,0x4000,start"]
    lines += [f"{'start' if register == 8 else ''}:\tld\tr{register},#data".lstrip(":") for register in range(8, 12)] + ["\tldk\tr12,#4", "\tldk\tr7,#3"]
    said, rest = [], []
    for name, operands, clocks, privileged in forms():
        runs = not privileged and not re.match(STOPS, name) and not re.search("port|target|@Ra|Rr|flags|FLAGS|RRd, @|RQ", operands)
        (said if runs else rest).append((text := written(rng, name, operands), counted(clocks, text), runs))
    rng.shuffle(said)
    rng.shuffle(rest)
    marks, asked = [], []
    for at, (text, clocks, runs) in enumerate([*said, ("\thalt", None, True), *rest]):
        if at % 20 == 3:
            marks.append(f"l{at}")
            lines.append(f"l{at}:")
        lines.append(text)
        if clocks:
            asked.append((len(lines), text, clocks, runs))
    lines += ["\t.data", "data:\t.word\t" + ",".join(str(rng.randrange(1, 100)) for _ in range(16))]
    for n in range(SYMBOLS // 3):
        lines.append(f"d{n}:\t.space\t{2 * rng.randrange(1, 9)}")
    return "\n".join(lines) + "\n", asked, ["start", "data", *marks, *(f"k{n}" for n in range(SYMBOLS // 3)), *(f"d{n}" for n in range(SYMBOLS // 3))]


def table(text):
    """Parse `00000004 text  b` or `00000004 t b`: value and name."""
    return {found[2]: int(found[1], 16) for found in re.finditer(r"^(?:0x)?([0-9a-f]{8}) +(?:\w+ +)?(\w+)\b", text, re.MULTILINE)}


def adapted(program, names):
    """Return the values of symbols from a session of `z8k dap`."""
    server = Server(Z8K, "dap")
    server.request("initialize", adapterID="z8000")
    server.request("launch", program=program, stopOnEntry=True)
    server.request("configurationDone")
    server.until(lambda one: one.get("event") == "stopped")
    asked = {name: server.request("evaluate", expression=f"0+{name}", context="watch")["body"]["result"] for name in names}
    server.end()
    return {name: int(said.split(" = ")[-1]) for name, said in asked.items()}


def symbols(answers, folder, text, names):
    """Compare the symbols, both assembled and linked."""
    listing, map_ = os.path.join(folder, "a.lst"), os.path.join(folder, "a.json")
    with open(map_, encoding="utf-8") as file:
        mapped = {one["name"]: one["value"] for one in json.load(file)["symbols"]}
    with open(listing, encoding="utf-8") as file:
        listed = table(file.read().split("\nSymbols\n")[1])
    with open(os.path.join(folder, "a.sym"), encoding="utf-8") as file:
        stored = table(file.read())
    linked, image = os.path.join(folder, "a.map"), os.path.join(folder, "a.out")
    run(Z8K, "as", "-o", os.path.join(folder, "a.o"), os.path.join(folder, "all.s"))
    run(Z8K, "ld", f"-Map={linked}", "-o", image, os.path.join(folder, "a.o"), "-e", "start")
    with open(linked, encoding="utf-8") as file:
        in_map = table(file.read().split("\nSymbols,")[1])
    for how, program, shown in (("assembled", os.path.join(folder, "a.s"), {"listing": listed, "symbols": stored, "line-map": mapped, "adapter": adapted(os.path.join(folder, "a.s"), names)}),
                                ("linked", image, {"nm": table(run(Z8K, "nm", image)), "objdump": table(run(Z8K, "objdump", "-t", image)), "map": in_map, "adapter": adapted(image, names)})):
        every, *printed = batch(Z8K, "debug", program, commands=["symbols", *(f"print {name}" for name in names)])
        shown["debugger"] = {one["name"]: one["value"] for one in every["symbols"]}
        shown["printed"] = {name: one["value"] for name, one in zip(names, printed, strict=True)}
        for name in names:
            for interface, values in shown.items():
                answers.add(interface, f"symbol, {how}", name, values[name])


def of_server(answers, folder, text, asked, names):
    uri = f"file://{folder}/a.s"
    server = Server(Z8K, "lsp")
    server.ask("initialize", processId=None, rootUri=f"file://{folder}", capabilities={})
    server.tell("initialized")
    server.tell("textDocument/didOpen", textDocument={"uri": uri, "languageId": "z8000", "version": 1, "text": text})
    for line, instruction, _, _ in asked:
        found = re.search(r"\*\*(\S+) clocks\*\* here", hover(server, uri, line - 1, 1))
        answers.add("hover", "clocks", f"{line}: {instruction}", found and found[1])
    # The clocks are at the ends of the lines.
    hints = server.ask("textDocument/inlayHint", textDocument={"uri": uri}, range={"start": {"line": 0, "character": 0}, "end": {"line": len(text), "character": 0}})
    behind = {one["position"]["line"] + 1: one["label"] for one in hints}
    for line, instruction, _, _ in asked:
        answers.add("hints", "clocks", f"{line}: {instruction}", behind.get(line))
    lines = text.splitlines()
    for name in names:
        [(line, column)] = [(at, found.start(1)) for at, one in enumerate(lines) if (found := re.match(rf"(?:\t\.equ\t)?({name})[:,]", one))]
        found = re.match(r"\*\*\w+\*\* - \w+ `(\w+)`", hover(server, uri, line, column))
        answers.add("hover", "symbol, assembled", name, int(found[1], 0) if found else None)
    server.end()


def clocks(answers, folder, asked):
    """Compare the clocks of the listing, the line map and the reference, and of a run, if they are constant."""
    with open(os.path.join(folder, "a.json"), encoding="utf-8") as file:
        mapped = {one["line"]: one.get("clocks") for one in json.load(file)["lines"]}
    with open(os.path.join(folder, "a.lst"), encoding="utf-8") as file:
        listed = dict(re.findall(r"^ *(\d+)  [0-9a-f]{4}  [0-9a-f ]{19} *(\S+) +\d+\+?  ", file.read(), re.MULTILINE))
    counted = os.path.join(folder, "counted.lst")
    *_, profile = batch(Z8K, "debug", os.path.join(folder, "a.s"), commands=["continue", f"listing {counted}", "profile"])
    with open(counted, encoding="utf-8") as file:
        measured = {int(line): int(n) for n, times, line in re.findall(r"^ *[\d.]+ +(\d+) +(\d+) +(\d+)  ", file.read(), re.MULTILINE) if times == "1"}
    for line, instruction, said, runs in asked:
        of = f"{line}: {instruction}"
        answers.add("reference", "clocks", of, said)
        answers.add("listing", "clocks", of, listed.get(str(line)))
        answers.add("line-map", "clocks", of, mapped.get(line))
        if runs and said.isdigit():
            answers.add("run", "clocks", of, str(measured.get(line)))
    of_run = sum(measured.values())
    answers.add("listing of the run", "clocks of all", "the program", of_run)
    answers.add("profile", "clocks of all", "the program", sum(one["exclusive"] for one in profile["routines"]))


def main():
    answers, rng = Answers(), random.Random(SEED)
    print(f"answers: a program of all forms, seed {SEED}")
    text, asked, names = source_of(rng)
    with tempfile.TemporaryDirectory() as folder:
        for name, more in (("a.s", ""), ("all.s", f"\t.global\t{','.join(names)}\n")):
            with open(os.path.join(folder, name), "w", encoding="utf-8") as file:
                file.write(more + text)
        paths = {name: os.path.join(folder, f"a.{name}") for name in ("s", "bin", "dat", "lst", "sym", "json")}
        run(Z8K, "asm", paths["s"], "--out", paths["bin"], "--data", paths["dat"], "--listing", paths["lst"], "--symbols", paths["sym"], "--line-map", paths["json"])
        symbols(answers, folder, text, names)
        clocks(answers, folder, asked)
        of_server(answers, folder, text, asked, names)
    print(f"{len(asked)} forms of instructions")
    assert len(asked) > 400, "forms are missing"
    answers.judge({"symbol, assembled": "listing* symbols* line-map* hover* debugger* printed* adapter*",
                   "symbol, linked": "nm* objdump* map* debugger* printed* adapter*",
                   "clocks": "reference* listing* line-map* hover* hints* run", "clocks of all": "profile*"})


main()
