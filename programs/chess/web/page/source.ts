/** The source view, which draws only visible lines: breakpoints on the left, clocks of each line, search. */

import { coloured } from "./colours.ts";
import { button, el, fill, set } from "./dom.ts";
import { count } from "./format.ts";
import { rove } from "./rove.ts";

/** A file of the program. */
export interface SourceFile {
  readonly name: string;
  readonly lines: readonly string[];
  /** The clocks that each line takes, as text, by index; null for a line without an instruction. */
  readonly clocks: readonly (string | null)[];
}

/** The requests of the view. Lines are counted from 1. */
export interface SourceWishes {
  breakpoint(file: string, line: number): void;
  /** A name in the source was clicked: show its meaning. */
  symbol(name: string): void;
}

const LINE = 19.2;
const NAME = /[A-Za-z_.][\w.]*/y;

export class SourceView {
  private readonly files = el("select", { "aria-label": "File" });
  private readonly query = el("input", { type: "search", placeholder: "Find in all files", "aria-label": "Find in all files" });
  private readonly result = el("span", { class: "small", role: "status" });
  private readonly lines = el("div", { class: "lines" });
  private readonly scroller = el("div", { class: "source", tabindex: "0", role: "region", "aria-label": "Source" }, [this.lines]);
  readonly element: HTMLElement;
  private sources: readonly SourceFile[] = [];
  private shown: SourceFile | null = null;
  private now: { file: string; line: number } | null = null;
  private found: { file: string; line: number } | null = null;
  private stops = new Set<string>();
  private drawn = "";

  constructor(private readonly wishes: SourceWishes) {
    const head = el("div", { class: "source-head" }, [this.files, this.query, button("Find", () => this.find()), button("Line in hand", () => this.toNow()), this.result]);
    rove(head, "buttons", "select, button")();
    this.element = el("div", { class: "pane" }, [head, this.scroller]);
    this.files.addEventListener("change", () => this.open(this.files.value));
    this.query.addEventListener("keydown", (event) => {
      if (event.key === "Enter") this.find();
    });
    this.scroller.addEventListener("scroll", () => this.draw());
    this.lines.addEventListener("click", (event) => this.click(event));
    new ResizeObserver(() => this.draw()).observe(this.scroller);
  }

  load(sources: readonly SourceFile[]): void {
    this.sources = sources;
    fill(this.files, sources.map((source) => el("option", { value: source.name }, [source.name])));
    this.shown = null;
    this.open((sources.find((source) => source.name === this.now?.file) ?? sources[0])?.name ?? "");
  }

  /** Marks the line of the next instruction; with `follow`, scrolls to it. */
  stand(file: string | null, line: number | null, follow: boolean): void {
    const same = this.now?.file === file && this.now?.line === line;
    this.now = file !== null && line !== null ? { file, line } : null;
    if (!same && follow) this.toNow();
    else if (!same) this.draw(true);
  }

  /** Marks the breakpoints, given as `file:line`. */
  mark(stops: ReadonlySet<string>): void {
    if (stops.size === this.stops.size && [...stops].every((stop) => this.stops.has(stop))) return;
    this.stops = new Set(stops);
    this.draw(true);
  }

  /** Scrolls to a line of a file. */
  goTo(file: string, line: number): void {
    this.found = { file, line };
    this.open(file);
    this.centre(line);
    this.draw(true);
  }

  private toNow(): void {
    if (!this.now) return;
    this.open(this.now.file);
    const top = (this.now.line - 1) * LINE;
    const { scrollTop, clientHeight } = this.scroller;
    if (top < scrollTop + LINE || top > scrollTop + clientHeight - 3 * LINE) this.centre(this.now.line);
    this.draw(true);
  }

  private centre(line: number): void {
    this.scroller.scrollTop = Math.max(0, (line - 1) * LINE - this.scroller.clientHeight * 0.4);
  }

  private open(name: string): void {
    const source = this.sources.find((one) => one.name === name);
    if (!source || source === this.shown) return;
    this.shown = source;
    this.files.value = name;
    this.lines.style.height = `${source.lines.length * LINE}px`;
    this.lines.style.minWidth = `${Math.min(160, Math.max(...source.lines.map((line) => line.length), 40)) + 14}ch`;
    this.scroller.scrollTop = 0;
    this.draw(true);
  }

  /** Finds the next line that contains the text, starting after the last line found. */
  private find(): void {
    const text = this.query.value.trim().toLowerCase();
    if (!text || this.sources.length === 0) return;
    const all = this.sources.flatMap((source) => source.lines.map((line, index) => ({ source, line, index })));
    const start = all.findIndex(({ source, index }) => source.name === this.found?.file && index + 1 === this.found.line);
    const order = [...all.slice(start + 1), ...all.slice(0, start + 1)];
    const hits = order.filter(({ line }) => line.toLowerCase().includes(text));
    const next = hits[0];
    fill(this.result, [hits.length === 0 ? "not found" : `${count(hits.length)} ${hits.length === 1 ? "line" : "lines"}`]);
    if (next) this.goTo(next.source.name, next.index + 1);
  }

  private draw(anew = false): void {
    const source = this.shown;
    if (!source) return;
    const first = Math.max(0, Math.floor(this.scroller.scrollTop / LINE) - 10);
    const last = Math.min(source.lines.length, Math.ceil((this.scroller.scrollTop + (this.scroller.clientHeight || 400)) / LINE) + 10);
    const key = `${source.name} ${first} ${last}`;
    if (key === this.drawn && !anew) return;
    this.drawn = key;
    const rows: HTMLElement[] = [];
    for (let index = first; index < last; index += 1) rows.push(this.row(source, index));
    fill(this.lines, rows);
  }

  private row(source: SourceFile, index: number): HTMLElement {
    const number = index + 1;
    const is = (place: { file: string; line: number } | null) => place?.file === source.name && place.line === number;
    const stops = this.stops.has(`${source.name}:${number}`);
    const clocks = source.clocks[index] ?? null;
    const gutter = el("button", { type: "button", class: "gutter", tabindex: "-1", "data-line": number, "aria-pressed": String(stops), "aria-label": `Breakpoint in line ${number}` });
    const row = el("div", { class: `line${is(this.now) ? " now" : ""}${is(this.found) ? " found" : ""}` }, [
      clocks !== null || stops ? gutter : el("span"),
      el("span", { class: "at" }, [number]),
      el("span", { class: "clocks" }, [clocks]),
      el("span", { class: "code" }, coloured(source.lines[index] ?? "")),
    ]);
    row.style.top = `${index * LINE}px`;
    set(row, "aria-current", is(this.now) ? "true" : null);
    return row;
  }

  private click(event: MouseEvent): void {
    const target = event.target as HTMLElement;
    const line = target.closest<HTMLElement>("[data-line]")?.dataset.line;
    if (line && this.shown) this.wishes.breakpoint(this.shown.name, Number(line));
    else if (target.closest(".code")) {
      const name = nameAt(event.clientX, event.clientY);
      if (name) this.wishes.symbol(name);
    }
  }
}

/** Returns the name in the text under the pointer, if there is one. */
function nameAt(x: number, y: number): string | null {
  const range = document.caretRangeFromPoint?.(x, y);
  if (!range || range.startContainer.nodeType !== Node.TEXT_NODE) return null;
  const text = range.startContainer.textContent ?? "";
  let start = range.startOffset;
  while (start > 0 && /[\w.]/.test(text[start - 1] ?? "")) start -= 1;
  NAME.lastIndex = start;
  return NAME.exec(text)?.[0] ?? null;
}
