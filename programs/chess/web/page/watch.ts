/** The tab Watch: the program's output, its current line, and the processor. */

import { el, rows, say, set } from "./dom.ts";
import { coloured } from "./colours.ts";
import { count, seconds } from "./format.ts";
import { numbered, written } from "./chess.ts";
import { GrowthView } from "./growth.ts";
import type { Chess, Iteration, State } from "./protocol.ts";
import { Registers } from "./registers.ts";
import { rove } from "./rove.ts";
import type { Session } from "./session.ts";

const HEADINGS = ["depth", "value", "move", "nodes", "seconds", "line"];

export class WatchPanel {
  // A table with grid layout loses its roles in some browsers.
  private readonly body = el("tbody", { role: "rowgroup" });
  private readonly scroller = el("div", { class: "scroll said", role: "group", "aria-label": "Iterations" }, [
    el("table", { class: "iterations", role: "table" }, [
      el("caption", { class: "hidden" }, ["Iterations of the search"]),
      el("thead", { role: "rowgroup" }, [el("tr", { role: "row" }, HEADINGS.map((heading) => el("th", { scope: "col", role: "columnheader", class: heading === "line" ? "hidden" : null }, [heading])))]),
      this.body,
    ]),
  ]);
  private readonly settle = rove(this.body, "rows", "button");
  private readonly growth: GrowthView;
  private readonly growthHead = el("h2", { id: "growing" }, ["The search"]);
  private readonly captures: GrowthView;
  private readonly capturesBox: HTMLDetailsElement;
  private readonly clock = el("div", { class: "big-clock" });
  private readonly facts = el("dl", { class: "facts" });
  private readonly fillBar = el("div");
  private readonly tree = el("p", { class: "small" });
  private readonly registers = new Registers();
  private readonly hand = el("div", { class: "hand", role: "group", "aria-label": "The line in hand" });
  private readonly figures = new Map<string, HTMLElement>();
  private side: "white" | "black" = "white";
  private solving: number | null = null;

  constructor(
    panel: HTMLElement,
    private readonly session: Session,
  ) {
    const go = (instruction: number) => void this.session.seek({ instruction });
    this.growth = new GrowthView("The tree of the search", go);
    this.captures = new GrowthView("The same position with captures alone", go, 7);
    this.capturesBox = el("details", {}, [el("summary", {}, ["The same position with captures alone"]), this.captures.element]);
    this.capturesBox.addEventListener("toggle", () => {
      const { state } = session;
      if (state?.chess) this.grown(state.chess, state.instruction);
    });
    for (const name of ["nodes", "nodes a second", "steps"]) {
      const figure = el("dd");
      this.figures.set(name, figure);
      this.facts.append(el("dt", {}, [name]), figure);
    }
    panel.append(
      el("div", { class: "watch" }, [
        el("section", { class: "pane wide", "aria-labelledby": "growing" }, [this.growthHead, this.growth.element, this.capturesBox]),
        el("section", { class: "pane", "aria-labelledby": "says" }, [el("h2", { id: "says" }, ["What it says"]), this.scroller]),
        el("section", { class: "pane", "aria-labelledby": "z8000" }, [
          el("h2", { id: "z8000" }, ["The Z8000"]),
          this.clock,
          this.facts,
          el("div", { class: "fill", "aria-hidden": "true" }, [this.fillBar]),
          this.tree,
          el("details", { class: "second" }, [el("summary", {}, ["Its registers, and the line in hand"]), this.hand, this.registers.element]),
        ]),
      ]),
    );
  }

  /** Sets the clocks of the iteration that solves the position, if they are known. */
  expect(solving: number | null): void {
    this.solving = solving;
  }

  show(state: State): void {
    const { chess } = state;
    this.registers.show(state.cpu);
    this.line(state);
    const clocks = chess?.clocks ?? 0;
    const time = chess ? clocks / state.hertz : state.seconds;
    if (this.clock.childElementCount === 0) this.clock.append(document.createTextNode(""), el("small", {}, ["seconds at 4 MHz"]));
    const [figure] = this.clock.childNodes;
    if (figure && figure.nodeValue !== seconds(time)) figure.nodeValue = seconds(time);
    this.figure("steps", count(state.instruction));
    this.figure("nodes", count(chess?.nodes ?? 0));
    this.figure("nodes a second", chess && time > 0.02 ? count(Math.round(chess.nodes / time)) : "\u2013");
    this.treeFill(chess);
    if (chess) this.search(chess, state.instruction);
  }

  private search(chess: Chess, instruction: number): void {
    this.side = chess.root.side;
    const before = this.body.childElementCount;
    rows(this.body, chess.iterations, () => this.makeRow(), (row, iteration) => this.iteration(row, iteration));
    if (this.body.childElementCount !== before) this.settle();
    // The newest line is scrolled into view.
    if (this.body.childElementCount !== before) this.scroller.scrollTop = this.scroller.scrollHeight;
    say(this.growthHead, chess.done ? "The search is over" : chess.iteration === null ? "The search" : `The search, iteration ${chess.iteration}`);
    this.grown(chess, instruction);
  }

  private grown(chess: Chess, instruction: number): void {
    const { growth } = chess;
    this.capturesBox.hidden = !growth?.captures;
    if (!growth) return;
    this.growth.show(growth, chess.root.side, instruction, this.session.doing === "stopped");
    if (growth.captures && this.capturesBox.open) this.captures.show({ ...growth, levels: [growth.captures] }, chess.root.side, growth.instruction, false);
  }

  private makeRow(): HTMLTableRowElement {
    const row = el("tr", { role: "row" }, HEADINGS.map(() => el("td", { role: "cell" })));
    const [, , move] = row.children;
    move?.append(el("button", { type: "button", class: "plain move" }));
    row.addEventListener("click", () => {
      const instruction = Number(row.dataset.instruction);
      if (Number.isFinite(instruction)) void this.session.seek({ instruction });
    });
    return row;
  }

  private iteration(row: HTMLTableRowElement, iteration: Iteration): void {
    const [depth, value, move, nodes, time, line] = row.children;
    if (!depth || !value || !move?.firstElementChild || !nodes || !time || !line) return;
    set(row, "data-instruction", iteration.instruction);
    set(row, "data-depth", iteration.depth);
    say(depth, String(iteration.depth));
    say(value, iteration.words);
    value.classList.toggle("mate", iteration.winner !== null);
    set(value, "title", iteration.doubt);
    say(move.firstElementChild, written(iteration.best));
    set(move.firstElementChild, "aria-label", `${written(iteration.best)}: go to the end of iteration ${iteration.depth}`);
    say(nodes, count(iteration.nodes));
    say(time, seconds(iteration.seconds));
    say(line, numbered(iteration.line, this.side));
    set(line, "title", line.textContent);
    row.classList.toggle("solving", iteration.clocks === this.solving);
    set(row, "title", `${iteration.text.trim()} \u2014 click to go there`);
  }

  private treeFill(chess: Chess | null): void {
    const tree = chess?.tree;
    this.fillBar.style.width = tree ? `${(100 * tree.used) / tree.capacity}%` : "0";
    say(this.tree, tree ? `tree: ${count(tree.used)} of ${count(tree.capacity)} entries` : "the stored tree is empty");
  }

  private figure(name: string, text: string): void {
    const figure = this.figures.get(name);
    if (figure) say(figure, text);
  }

  /** Shows the current source line and those around it. */
  private line(state: State): void {
    const { file, line, name, text } = state.place;
    const source = file === null ? null : this.session.sources?.files[file];
    const lines = source && line !== null ? [-2, -1, 0, 1, 2].map((by) => ({ number: line + by, text: source.lines[line + by - 1] ?? "" })) : [{ number: line ?? 0, text: `${name}  ${text}` }];
    const key = `${source?.name ?? ""}:${line ?? ""}:${text}`;
    if (this.hand.dataset.key === key) return;
    this.hand.dataset.key = key;
    this.hand.replaceChildren(
      el("span", { class: "small" }, [source ? `${source.name}:${line}, in ${name.split("+")[0]}` : name]),
      ...lines.map((one) => el("span", { class: `line${one.number === line ? " now" : ""}` }, coloured(one.text.replace(/\t/g, "        ")))),
    );
  }
}
