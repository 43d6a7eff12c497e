/** Step: source, registers, stack, plies, stored tree, memory, breakpoints, profile, commands; each leads to the others. */

import { button, el, fill, keyed, rows, say } from "./dom.ts";
import { Console } from "./console.ts";
import { count, hex, many, seconds } from "./format.ts";
import { FlameGraph, grow } from "./flame.ts";
import { MemoryView } from "./memory.ts";
import { PlyTable } from "./plies.ts";
import type { Frame, Ply, SourceFile, State } from "./protocol.ts";
import { Registers } from "./registers.ts";
import { rove } from "./rove.ts";
import type { CommandLine, Session } from "./session.ts";
import { SourceView } from "./source.ts";
import { Stops } from "./stops.ts";
import { Subtabs } from "./subtabs.ts";
import { Tree, type Branch } from "./tree.ts";
import { entryInWords, numbered } from "./chess.ts";

/** The debugger commands that step, with the texts of their buttons and their keys. */
export const STEPS = [
  ["step", "↓ In", "i", "one instruction"],
  ["over", "→ Over", "o", "one instruction, or a call with all that it calls"],
  ["out", "↑ Out", "u", "to the end of the routine"],
  ["back", "‹ One", "b", "one instruction back"],
  ["back-over", "« Over", "B", "one instruction back, or a whole call"],
  ["back-out", "↖ Out", "U", "back to the call of the routine"],
  ["back-continue", "⇤ To a breakpoint", "c", "back to the last breakpoint"],
] as const satisfies readonly (readonly [CommandLine, string, string, string])[];

const PAGES = ["Machine", "Search", "Tree", "Memory", "Breakpoints", "Profile", "Commands"] as const;

export class StepPanel {
  private readonly source: SourceView;
  private readonly registers: Registers;
  private readonly facts = el("p", { class: "small" });
  private readonly stack = el("ul", { class: "list" });
  private readonly plies: PlyTable;
  private readonly line = el("p");
  private readonly tree = new Tree("The stored tree");
  private readonly treeNote = el("p", { class: "small" });
  private readonly memory: MemoryView;
  private readonly stops: Stops;
  private readonly flames: FlameGraph;
  private readonly hot = el("ul", { class: "list" });
  private readonly tabs: Subtabs;
  private readonly settle = rove(this.stack, "rows", "button");
  private frames: readonly Frame[] = [];
  private seen = false;
  private readAt = 0;
  /** The moment of the tree that is shown; -1 if there is none. */
  private treeAt = -1;

  constructor(panel: HTMLElement, private readonly session: Session) {
    this.source = new SourceView({ breakpoint: (file, line) => void this.toggle(file, line), symbol: (name) => this.symbol(name) });
    this.registers = new Registers((address) => this.toMemory(address));
    this.plies = new PlyTable((ply) => this.ply(ply));
    this.memory = new MemoryView(session);
    this.stops = new Stops(session);
    this.flames = new FlameGraph((routine) => this.symbol(routine));
    const bodies = [this.machine(), this.search(), this.stored(), this.memory.element, this.stops.element, this.profile(), new Console(session).element];
    this.tabs = new Subtabs("Views", PAGES.map((name, index) => ({ name, body: bodies[index] ?? el("div") })), () => this.look());
    // Steps backward are separated from steps forward.
    const keys = (name: string, back: boolean) => {
      const steps = STEPS.filter(([command]) => command.startsWith("back") === back);
      return el("div", { class: "step-way", role: "group", "aria-label": name }, [
        el("span", { class: "small", "aria-hidden": "true" }, [name]),
        ...steps.map(([command, label, key, does]) => button(label, () => void session.command(command), { title: `${does} (${key})`, "data-command": command })),
      ]);
    };
    const steps = el("div", { class: "step-keys", role: "toolbar", "aria-label": "Steps" }, [keys("On", false), keys("Back", true)]);
    rove(steps, "buttons", "button")();
    panel.append(
      el("div", { class: "step" }, [
        el("div", {}, [steps, this.source.element]),
        this.tabs.element,
      ]),
    );
    session.whenOpened(() => this.opened());
  }

  /** Sets whether the panel is visible: nothing is requested for a hidden one. */
  set visible(seen: boolean) {
    this.seen = seen;
    if (seen && this.session.state) this.show(this.session.state);
    if (seen) this.look();
  }

  private opened(): void {
    const { sources } = this.session;
    this.source.load((sources?.files ?? []).map((file) => ({ name: file.name, lines: file.lines, clocks: clocksOf(file) })));
    this.places = new Map((sources?.files ?? []).flatMap((file) => file.code.map((one) => [one.address, { file: file.name, line: one.line }] as const)));
    this.memory.opened();
    this.flames.show(grow([]));
    fill(this.hot, []);
    this.tree.show([]);
    say(this.treeNote, "");
  }

  show(state: State): void {
    if (!this.seen) return;
    const { sources } = this.session;
    const { place, chess } = state;
    const file = place.file === null ? null : (sources?.files[place.file] ?? null);
    this.source.stand(file?.name ?? null, place.line, true);
    this.source.mark(new Set(state.breakpoints.flatMap((stop) => stop.addresses.flatMap((address) => this.lineOf(address)))));
    this.registers.show(state.cpu);
    const { snapshots, bytes } = state.history;
    say(this.facts, `${place.name}: ${place.text}${place.clocks ? `, ${place.clocks} clocks` : ""}. ${count(state.clocks)} clocks, ${seconds(state.seconds)} seconds since the reset. The past: ${many(snapshots, "snapshot")}, ${(bytes / 1e6).toFixed(1)} MB.`);
    this.frames = state.stack;
    rows(this.stack, state.stack, () => this.frame(), (row, frame) => {
      const [name, where] = row.children;
      const at = frame.file === null ? "" : `${sources?.files[frame.file]?.name ?? ""}:${frame.line ?? ""}`;
      if (name?.firstElementChild) say(name.firstElementChild, frame.name);
      if (where) say(where, `${hex(frame.address)} ${at}`);
    });
    this.settle();
    if (chess) {
      this.plies.show(chess.plies);
      say(this.line, chess.bestLine.length > 0 ? numbered(chess.bestLine, chess.root.side) : "The stored tree has no line yet.");
    } else {
      this.plies.show([]);
      say(this.line, "This program does not play chess.");
    }
    this.stops.show(state);
    const untouched = !this.tree.element.querySelector("[aria-expanded=true]");
    if (PAGES[this.tabs.chosen] === "Tree" && this.session.doing === "stopped" && untouched && state.instruction !== this.treeAt) void this.readTree();
    if (PAGES[this.tabs.chosen] === "Memory" && (this.session.doing === "stopped" || performance.now() - this.readAt > 250)) {
      this.readAt = performance.now();
      void this.memory.read();
    }
  }

  private machine(): HTMLElement {
    return el("div", {}, [this.registers.element, this.facts, el("h2", { class: "minor" }, ["Call stack"]), this.stack]);
  }

  private frame(): HTMLElement {
    const name = button("", () => this.toFrame(this.frames[[...this.stack.children].indexOf(row)]), { class: "plain" });
    const row = el("li", {}, [el("span", {}, [name]), el("span", { class: "where" })]);
    return row;
  }

  private search(): HTMLElement {
    return el("div", {}, [el("h2", { class: "minor" }, ["Plies"]), this.plies.element, el("h2", { class: "minor" }, ["Best line of the stored tree"]), this.line, el("p", { class: "small" }, ["A click on a ply shows its frame."])]);
  }

  private stored(): HTMLElement {
    return el("div", {}, [button("Read the tree", () => void this.readTree()), this.treeNote, this.tree.element]);
  }

  private profile(): HTMLElement {
    const since = el("select", { "aria-label": "Since" }, [el("option", { value: "start" }, ["since the start"]), el("option", { value: "mark" }, ["since the mark"]), el("option", { value: "last" }, ["since the last stop"])]);
    const set = button("Set the mark here", () => void this.session.command("mark"));
    const measure = button("Profile", () => void this.measure(since.value as "start"), { id: "profile" });
    return el("div", {}, [el("div", { class: "actions" }, [since, measure, set]), this.flames.element, el("h2", { class: "minor" }, ["The most expensive lines"]), this.hot]);
  }

  /** Called when a page on the right side becomes visible. */
  private look(): void {
    if (!this.seen) return;
    const page = PAGES[this.tabs.chosen];
    if (page === "Memory") void this.memory.read();
    if (page === "Tree") void this.readTree();
  }

  private async readTree(): Promise<void> {
    if (!this.session.state?.chess?.tree) {
      this.tree.show([]);
      say(this.treeNote, "There is no stored tree yet: run the search first.");
      return;
    }
    const at = this.session.state.instruction;
    this.treeAt = at;
    const branches = await this.branches();
    this.tree.show(branches);
    fill(this.treeNote, [`${branches.length} moves at the root, as of step ${count(at)}. `, keyed("Arrows open and close; Enter goes to where an entry was last written.")]);
  }

  private async branches(entry?: number): Promise<Branch[]> {
    const answer = await this.session.ask({ kind: "tree", ...(entry === undefined ? {} : { entry }) });
    return (answer?.children ?? []).map((child) => ({
      cells: entryInWords(child),
      below: child.children,
      children: () => this.branches(child.entry),
      go: () => void this.toWriter(child.entry),
    }));
  }

  /** Goes to the moment when a word was last written. */
  private async toWriter(address: number): Promise<void> {
    const said = await this.session.command(`origin ${address},2`);
    const at = Number(said?.data["steps"] ?? NaN);
    if (Number.isFinite(at)) await this.session.seek({ instruction: at });
  }

  private async measure(since: "start" | "mark" | "last"): Promise<void> {
    this.flames.say("Going through the past …");
    const profile = await this.session.ask({ kind: "profile", since });
    if (!profile) {
      this.flames.rest();
      return;
    }
    this.flames.show(grow(profile.stacks.map(({ routines, clocks }) => ({ frames: routines, clocks })), "program"));
    fill(
      this.hot,
      profile.lines.slice(0, 12).map((line) => {
        const file = line.file === null ? undefined : this.session.sources?.files[line.file];
        const name = button(line.text.trim(), () => file && line.line !== null && this.source.goTo(file.name, line.line), { class: "plain mono" });
        return el("li", {}, [el("span", {}, [name]), el("span", { class: "where" }, [`${file ? `${file.name}:${line.line}` : hex(line.address)}  ${((100 * line.clocks) / Math.max(1, profile.clocks)).toFixed(1)} %`])]);
      }),
    );
  }

  private async toggle(name: string, line: number): Promise<void> {
    const { sources, state } = this.session;
    const code = sources?.files.find((file) => file.name === name)?.code.filter((one) => one.line === line) ?? [];
    const there = state?.breakpoints.filter((stop) => stop.addresses.some((address) => code.some((one) => one.address === address))) ?? [];
    if (there.length === 0) await this.session.command(`break ${name}:${line}`);
    for (const stop of there) await this.session.command(`delete ${stop.id}`);
  }

  /** Shows the meaning of a name: a routine or a label in the source, data in the memory. */
  private symbol(name: string): void {
    const symbol = this.session.sources?.symbols.find((one) => one.name === name);
    if (!symbol) return;
    if (symbol.section === "data") this.toMemory(symbol.value);
    else {
      const place = this.placeOf(symbol.value);
      if (place && symbol.section === "text") this.source.goTo(place.file, place.line);
    }
  }

  private toMemory(address: number): void {
    this.memory.goTo(address, "data");
    this.tabs.choose(PAGES.indexOf("Memory"));
  }

  private toFrame(frame: Frame | undefined): void {
    const file = frame?.file === null || frame === undefined ? undefined : this.session.sources?.files[frame.file];
    if (file && frame?.line) this.source.goTo(file.name, frame.line);
  }

  private ply(ply: Ply): void {
    if (ply.frame !== null) this.toFrame(this.frames[ply.frame]);
    else if (ply.record !== null) this.toMemory(ply.record);
  }

  /** The source line of each instruction, by address. */
  private places = new Map<number, { file: string; line: number }>();

  private placeOf(address: number): { file: string; line: number } | null {
    return this.places.get(address) ?? null;
  }

  private lineOf(address: number): string[] {
    const place = this.placeOf(address);
    return place ? [`${place.file}:${place.line}`] : [];
  }
}

/** Returns the clocks of each line; a line with several instructions has those of the first, followed by a sign. */
function clocksOf(file: SourceFile): (string | null)[] {
  const clocks = new Array<string | null>(file.lines.length).fill(null);
  for (const one of file.code) {
    if (one.clocks === null) continue;
    const known = clocks[one.line - 1];
    clocks[one.line - 1] = known ? `${known.replace(/ …$/, "")} …` : one.clocks;
  }
  return clocks;
}
