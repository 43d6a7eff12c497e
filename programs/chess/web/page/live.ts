/**
 * Table 1, live: runs all positions on this computer as `bcp table1` does, fills in the table as they are solved, keeps
 * the results for another visit, and saves them as the command writes them. Any file of positions is run the same way.
 */

import { button, el, fill, say, set } from "./dom.ts";
import { many, reason } from "./format.ts";
import type { Machine } from "./machine.ts";
import { Pool, type Job } from "./pool.ts";
import type { Problem } from "./problems.ts";
import type { AnswerOf } from "./protocol.ts";
import { Scatter } from "./scatter.ts";
import { Store, type Kept } from "./store.ts";
import { decoded, LARGEST } from "./texts.ts";

/** The limit of a position, as in the paper. */
const SECONDS = 2000;
/** The clocks of that limit: the work of a position that is not solved. */
const LIMIT = 8e9;
/** Milliseconds between two estimates of the time that is left, and between two summaries meanwhile. */
const TICK = 1000;
const SUMMARY = 15_000;
const COLUMNS = 20;

/** What the page knows about Table 1; this code is loaded without it. */
export interface Known {
  readonly problems: readonly Problem[];
  readonly cell: (problem: Problem) => HTMLTableCellElement;
  readonly classOf: (problem: Problem) => string;
}

/** The fields of a result that the page shows. */
interface Result {
  readonly number: number;
  readonly solved: boolean;
  readonly seconds: number | null;
  readonly iteration_cycles: number;
}

type Listed = AnswerOf<"positions">["positions"][number];

const whole = (seconds: number | null): number | null => (seconds === null ? null : Math.max(1, Math.ceil(seconds)));

export class LiveTable {
  private readonly go = button("", () => void this.act(), { class: "primary", id: "live-go" });
  private readonly save = button("Save the results", () => this.download(), { id: "live-save" });
  private readonly stop = button("Discard", () => void this.discard(), { id: "live-discard" });
  private readonly workers = el("select", { id: "live-workers" });
  private readonly positions = el("input", { type: "text", id: "live-positions", size: 10, placeholder: "all", spellcheck: "false", autocomplete: "off" });
  private readonly file = el("input", { type: "file", class: "hidden", id: "live-file", accept: ".epd,.csv,.txt" });
  private readonly bar = el("progress", { id: "live-bar", max: 1, value: 0, "aria-label": "Positions searched" });
  private readonly status = el("p", { id: "live-status" });
  private readonly notes = el("ul", { class: "small", id: "live-notes", role: "log" });
  private readonly summary = el("pre", { id: "live-summary", tabindex: 0, role: "region", "aria-label": "Summary" });
  private readonly scatter = new Scatter();
  private readonly results: HTMLElement;
  private readonly setting: HTMLElement;
  /** The table in the layout of the paper, and the one of a file. */
  private readonly paper: HTMLTableElement;
  private readonly own = el("div", { class: "scroll", tabindex: 0, role: "region", "aria-label": "The positions of the file" });
  private readonly cells = new Map<number, HTMLTableCellElement>();

  private kept: Kept = { run: "", file: null, name: null, positions: null };
  /** The positions of the run; empty before it is prepared. */
  private numbers: readonly number[] = [];
  private listed = new Map<number, Listed>();
  private readonly lines = new Map<number, string>();
  private store: Store | null = null;
  private pool: Pool | null = null;
  private paused = false;
  private ticking: ReturnType<typeof setInterval> | null = null;
  private summed = 0;

  constructor(panel: HTMLElement, private readonly machine: Machine, private readonly known: Known) {
    const table = panel.querySelector("table");
    const scroll = table?.parentElement;
    if (!table || !scroll) throw new Error("the table is missing");
    this.paper = table;
    const cores = navigator.hardwareConcurrency || 1;
    fill(this.workers, Array.from({ length: cores }, (_, n) => el("option", { value: n + 1, selected: n + 1 === cores }, [n + 1])));
    this.file.addEventListener("change", () => {
      const [first] = this.file.files ?? [];
      this.file.value = "";
      if (first) void this.choose(first);
    });
    this.setting = el("div", { class: "inline" }, [
      el("label", {}, ["Processors", this.workers]),
      el("label", {}, ["Positions", this.positions]),
      el("label", { class: "drop" }, [el("span", {}, [el("b", {}, ["Choose an EPD file"]), " instead"]), this.file]),
    ]);
    this.results = el("div", { class: "live-results" }, [this.scatter.element, this.summary]);
    scroll.before(
      el("section", { class: "live", "aria-label": "Run it here" }, [
        el("p", {}, ["This computer can repeat the whole experiment: an emulated Z8000 searches the positions, the hardest first, on each processor. The results stay in this browser until you discard them."]),
        el("div", { class: "actions" }, [this.go, this.save, this.stop]),
        this.setting,
        this.bar,
        this.status,
        this.notes,
      ]),
      this.own,
    );
    scroll.parentElement?.append(this.results);
    this.own.hidden = true;
    this.show();
    void this.recall();
  }

  /** Continues with the results of an earlier visit, if the browser has kept any. */
  private async recall(): Promise<void> {
    try {
      this.store = await Store.open();
      const found = await this.store.recall();
      if (!found || this.pool || this.numbers.length > 0) return;
      await this.prepare(found.kept);
      if (this.kept.run !== found.kept.run) {
        this.note("The results that were kept are of another version of the program, and are not used.");
        await this.discard();
        return;
      }
      for (const [number, line] of found.lines) this.add(number, line);
      this.draw();
      await this.sum();
    } catch (error) {
      this.note(`This browser keeps no results for a later visit: ${reason(error)}`);
    }
    this.show();
  }

  /** Finds the positions of a run and what identifies its results. */
  private async prepare({ file, name, positions }: Omit<Kept, "run">): Promise<void> {
    const list = file === null ? { positions: [], broken: [] } : await this.machine.ask({ kind: "positions", file });
    const prepared = await this.machine.ask(this.request(file, positions));
    this.kept = { run: prepared.run, file, name, positions };
    this.numbers = prepared.positions;
    this.listed = new Map(list.positions.map((one) => [one.number, one]));
    this.lines.clear();
    if (!prepared.compiled) this.note("This browser does not compile the program to WebAssembly: it is interpreted, which takes several times as long.");
    for (const { line, message } of list.broken.slice(0, 5)) this.note(`Line ${line} is not run: ${message}`);
    this.layOut();
  }

  private request(file: string | null, positions: string | null) {
    return { kind: "prepare", seconds: SECONDS, ...(file === null ? {} : { file }), ...(positions === null ? {} : { positions }) } as const;
  }

  private async choose(file: File): Promise<void> {
    fill(this.notes, []);
    if (file.size > LARGEST) return this.note(`${file.name} is too large for a list of positions: ${Math.round(file.size / 1e6)} MB.`);
    await this.start({ file: decoded(new Uint8Array(await file.arrayBuffer())), name: file.name, positions: null });
  }

  /** The button: begins, pauses or continues. */
  private async act(): Promise<void> {
    if (this.pool) return this.pause(!this.paused);
    if (this.left().length > 0 && this.numbers.length > 0) return this.run();
    fill(this.notes, []);
    await this.start({ file: null, name: null, positions: this.positions.value.trim() || null });
  }

  private async start(what: Omit<Kept, "run">): Promise<void> {
    try {
      await this.prepare(what);
    } catch (error) {
      return this.note(reason(error));
    }
    await this.store?.begin(this.kept).catch((error: unknown) => this.lost(error));
    fill(this.summary, []);
    this.run();
  }

  /** The positions without a result. */
  private left(): number[] {
    return this.numbers.filter((number) => !this.lines.has(number));
  }

  private run(): void {
    const jobs = this.left().map((number) => ({ number, weight: this.weight(number) }));
    // The hardest first, so that no processor is left with it at the end.
    jobs.sort((a: Job, b: Job) => b.weight - a.weight);
    const { file, positions } = this.kept;
    this.paused = false;
    this.pool = new Pool(this.machine, this.request(file, positions), jobs, Number(this.workers.value), {
      began: (number) => this.mark(number),
      solved: (number, line) => this.solved(number, line),
      failed: (message) => this.note(message),
      finished: () => void this.finished(),
    });
    this.ticking = setInterval(() => this.tick(), TICK);
    this.draw();
    this.show();
  }

  /** How much work a position is expected to be: known for the 300. */
  private weight(number: number): number {
    if (this.kept.file !== null) return 1;
    const ours = this.known.problems[number - 1]?.ours;
    return ours && ours.seconds !== null ? ours.clocks : LIMIT;
  }

  private pause(paused: boolean): void {
    this.paused = paused;
    this.pool?.pause(paused);
    if (paused) void this.sum();
    this.show();
  }

  private solved(number: number, line: string): void {
    this.add(number, line);
    this.draw();
    this.show();
    void this.store?.add(number, line).catch((error: unknown) => this.lost(error));
  }

  private tick(): void {
    if (!this.paused && performance.now() - this.summed > SUMMARY) void this.sum();
    this.show();
  }

  private async finished(): Promise<void> {
    this.pool = null;
    if (this.ticking !== null) clearInterval(this.ticking);
    await this.sum();
    this.show();
  }

  /** Ends the run and forgets its results. */
  private async discard(): Promise<void> {
    this.pool?.end();
    this.pool = null;
    if (this.ticking !== null) clearInterval(this.ticking);
    this.lines.clear();
    this.numbers = [];
    this.kept = { run: "", file: null, name: null, positions: null };
    fill(this.summary, []);
    this.layOut();
    this.show();
    await this.store?.begin(null).catch((error: unknown) => this.lost(error));
  }

  private lost(error: unknown): void {
    this.store = null;
    this.note(`This browser stores no more results; save them before you leave: ${reason(error)}`);
  }

  /** Shows the summary of the results so far, made by the code of `bcp table1`. */
  private async sum(): Promise<void> {
    this.summed = performance.now();
    if (this.lines.size === 0) return;
    try {
      const { text } = await this.machine.ask({ kind: "summary", lines: this.text() });
      const rest = this.left().length;
      say(this.summary, rest > 0 ? `So far; ${many(rest, "position")} to come:\n\n${text}` : text);
    } catch (error) {
      this.note(reason(error));
    }
  }

  /** The results as `bcp table1 --out` writes them. */
  private text(): string {
    return [...this.lines].sort(([a], [b]) => a - b).map(([, line]) => line).join("");
  }

  private download(): void {
    const url = URL.createObjectURL(new Blob([this.text()], { type: "application/jsonl" }));
    el("a", { href: url, download: `${this.kept.name?.replace(/\.\w+$/, "") ?? "table1"}.jsonl` }).click();
    setTimeout(() => URL.revokeObjectURL(url), TICK);
  }

  private note(message: string): void {
    this.notes.append(el("li", {}, [message]));
    while (this.notes.children.length > 20) this.notes.firstElementChild?.remove();
  }

  // The table, the picture and the controls.

  private add(number: number, line: string): void {
    this.lines.set(number, line);
    const result = JSON.parse(line) as Result;
    const ours = { seconds: result.seconds, clocks: result.iteration_cycles };
    const { file } = this.kept;
    const problem = this.known.problems[number - 1];
    this.put(number, file === null && problem ? this.known.cell({ ...problem, ours }) : this.ownCell(number, result));
  }

  private put(number: number, cell: HTMLTableCellElement): void {
    this.cells.get(number)?.replaceWith(cell);
    this.cells.set(number, cell);
  }

  /** Lays out the cells of a run without its results; without a run, the published results. */
  private layOut(): void {
    const { file } = this.kept;
    this.paper.hidden = file !== null;
    this.own.hidden = file === null;
    this.cells.clear();
    fill(this.own, []);
    if (file !== null) return this.layOutOwn();
    for (const problem of this.known.problems) {
      const place = this.paper.tBodies[0]?.rows[problem.place - 1]?.cells[problem.quiz];
      if (place) this.cells.set(problem.number, place);
      this.put(problem.number, this.numbers.length === 0 ? this.known.cell(problem) : this.waiting(problem.number, problem));
    }
  }

  private layOutOwn(): void {
    const rows = [];
    for (let first = 0; first < this.numbers.length; first += COLUMNS) {
      const cells = this.numbers.slice(first, first + COLUMNS).map((number) => {
        const cell = this.waiting(number, null);
        this.cells.set(number, cell);
        return cell;
      });
      rows.push(el("tr", {}, [el("th", { scope: "row" }, [this.numbers[first]]), ...cells]));
    }
    fill(this.own, [el("table", { class: "grid300" }, [el("caption", { class: "hidden" }, ["Seconds to solution"]), el("tbody", {}, rows)])]);
  }

  private waiting(number: number, problem: Problem | null): HTMLTableCellElement {
    const chosen = this.numbers.includes(number);
    return el("td", { class: chosen ? "waiting" : "waiting unasked" }, [
      el("span", {}, [el("span", { class: "hidden" }, [`Position ${number}: `]), el("span", { class: "ours" }, ["·"]), problem ? el("span", { class: "paper" }, [problem.paper ?? "F"]) : null]),
    ]);
  }

  private mark(number: number): void {
    this.cells.get(number)?.classList.add("searching");
  }

  private ownCell(number: number, { solved, seconds, iteration_cycles }: Result): HTMLTableCellElement {
    const { fen, id } = this.listed.get(number) ?? { fen: "", id: null };
    const link = `#fen=${fen.trim().replace(/\s+/g, "+")}${solved ? `&clocks=${iteration_cycles}` : ""}`;
    return el("td", { class: solved ? "even" : "lost" }, [
      el("a", { href: link, title: id ?? `Position ${number}` }, [el("span", { class: "hidden" }, [`Position ${number}: `]), el("span", { class: "ours" }, [whole(seconds) ?? "F"])]),
    ]);
  }

  private draw(): void {
    const points = [...this.lines].flatMap(([number, line]) => {
      const problem = this.known.problems[number - 1];
      if (!problem || this.kept.file !== null) return [];
      const { seconds, iteration_cycles } = JSON.parse(line) as Result;
      const kind = this.known.classOf({ ...problem, ours: { seconds, clocks: iteration_cycles } });
      return [{ number, paper: problem.paper, ours: whole(seconds), kind }];
    });
    this.scatter.show(points);
    this.scatter.element.hidden = points.length === 0;
  }

  private show(): void {
    const [all, done] = [this.numbers.length, this.lines.size];
    const { pool } = this;
    const begun = all > 0 && done < all;
    say(this.go, pool ? (this.paused ? "Continue" : "Pause") : begun ? "Continue" : "Run it here");
    this.save.hidden = done === 0;
    this.stop.hidden = all === 0;
    this.setting.hidden = pool !== null || begun;
    this.bar.hidden = all === 0;
    this.results.hidden = done === 0;
    set(this.bar, "value", all === 0 ? 0 : done / all);
    // The time that is left changes every second, and is not announced.
    set(this.status, "aria-live", pool && !this.paused ? "off" : "polite");
    say(this.status, this.words(all, done));
  }

  private words(all: number, done: number): string {
    if (all === 0) return "";
    const of = `${done} of ${many(all, "position")}${this.kept.name ? ` of ${this.kept.name}` : ""}`;
    if (done === all) return `${of}: finished.`;
    if (!this.pool) return `${of}; the results are kept.`;
    if (this.paused) return `${of}; paused.`;
    const { left } = this.pool;
    return left === null ? `${of}.` : `${of}, about ${time(left / 1000)} left.`;
  }
}

/** Formats a time in words. */
function time(seconds: number): string {
  if (seconds < 90) return many(Math.max(1, Math.round(seconds)), "second");
  if (seconds < 5400) return many(Math.round(seconds / 60), "minute");
  return many(Math.round(seconds / 3600), "hour");
}
