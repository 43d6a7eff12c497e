/** The laboratory: lessons, and the tree of a search, for an abstract tree or a chess position. */

import { draw } from "../../laboratory/src/trace/drawing.js";
import { button, el, fill, reveal, say, set } from "./dom.ts";
import { count, many, reason } from "./format.ts";
import { LESSONS, plainDepth, type Lesson, type Search } from "./lessons.ts";
import type { Machine } from "./machine.ts";
import { LAB_MATE, LAB_MATES } from "./names.ts";
import type { AnswerOf } from "./protocol.ts";
import { Subtabs } from "./subtabs.ts";

export class LaboratoryPanel {
  private readonly text = el("textarea", { id: "lab-text", rows: 3, spellcheck: "false", autocomplete: "off", "aria-describedby": "lab-fault" });
  private readonly search = el("select", { id: "lab-search" }, LESSONS.map(({ name, searches }) => el("optgroup", { label: name }, searches.map(([value, label]) => el("option", { value }, [label])))));
  private readonly depth = el("input", { type: "number", id: "lab-depth", min: 0, max: 30, value: 2 });
  private readonly fault = el("p", { class: "error", id: "lab-fault", role: "alert" });
  private readonly found = el("p", { class: "found", role: "status" });
  private readonly drawing = el("div");
  /** The search that is shown; null before the first one. */
  shown: Search | null = null;
  private readonly caption = el("p", { class: "small caption" });
  private readonly lessons: Subtabs;
  private turn = 0;

  /** `linked` is called when another search is shown. */
  constructor(
    panel: HTMLElement,
    private readonly machine: Machine,
    private readonly linked: () => void,
  ) {
    this.text.addEventListener("keydown", (event) => {
      if (event.key !== "Enter" || event.shiftKey) return;
      event.preventDefault();
      void this.submit();
    });
    const form = el("form", { submit: (event: Event) => (event.preventDefault(), void this.submit()) }, [
      el("label", {}, ["A tree or a FEN", this.text]),
      el("p", { class: "small" }, ["A tree: a value for the first player, and in parentheses the positions after its moves. ! ends the game."]),
      el("div", { class: "inline" }, [el("label", {}, ["Search", this.search]), el("label", {}, ["Depth", this.depth]), el("button", { class: "primary", id: "lab-run" }, ["Run"])]),
      this.fault,
    ]);
    this.search.addEventListener("change", () => this.select());
    form.addEventListener("input", () => this.changed());
    this.lessons = new Subtabs("Lessons", LESSONS.map((lesson) => ({ name: lesson.name, body: this.lesson(lesson) })));
    panel.append(el("div", { class: "laboratory" }, [el("section", { "aria-label": "What to search" }, [this.lessons.element, form]), el("section", { "aria-label": "What the search did" }, [this.found, this.caption, this.drawing])]));
  }

  /** Called when the panel becomes visible: runs a first search if none is shown. */
  show(): void {
    const first = LESSONS[0]?.tries[0]?.[1];
    if (this.turn === 0 && first) void this.take(first);
  }

  /** Runs the search of a lesson or a link. */
  async take(wanted: Search): Promise<void> {
    this.text.value = wanted.position;
    this.search.value = wanted.search;
    this.depth.value = String(wanted.depth);
    this.select();
    await this.run(wanted);
  }

  /** Selects the lesson of the search; a search that continues until its result is certain has no depth. */
  private select(): void {
    const index = LESSONS.findIndex(({ searches }) => searches.some(([name]) => name === this.search.value));
    if (index >= 0 && index !== this.lessons.chosen) this.lessons.choose(index);
    this.depth.disabled = this.search.value === "conspiracy";
    set(this.depth, "title", this.depth.disabled ? "Conspiracy numbers have no limit of depth" : null);
  }

  private lesson({ text, tries }: Lesson): HTMLElement {
    return el("div", { class: "lesson" }, [
      ...text.map((paragraph) => el("p", {}, [paragraph])),
      el("div", { class: "actions" }, tries.map(([name, search]) => button(`Try it: ${name}`, () => void this.take(search).then(() => reveal(this.found))))),
    ]);
  }

  private asked(): Search {
    return { search: this.search.value, position: this.text.value, depth: this.depth.valueAsNumber };
  }

  private async submit(): Promise<void> {
    await this.run(this.asked());
    if (this.found.textContent) reveal(this.found);
  }

  /** Runs a search, draws it, and counts what minimax would need; an answer to an older request is discarded. */
  private async run(asked: Search): Promise<void> {
    this.turn += 1;
    const { turn } = this;
    try {
      say(this.found, "It searches …");
      this.clear();
      if (!Number.isInteger(asked.depth)) throw new Error("the depth must be a whole number from 0 to 30");
      const found = await this.machine.ask({ kind: "search", ...asked });
      if (turn !== this.turn) return;
      this.complain("");
      this.shown = asked;
      this.linked();
      fill(this.drawing, [draw(found.trace)]);
      const name = LESSONS.flatMap(({ searches }) => searches).find(([search]) => search === asked.search)?.[1] ?? asked.search;
      say(this.caption, `${name}${asked.search === "conspiracy" ? "" : `, depth ${asked.depth}`}: ${asked.position.length > 80 ? `${asked.position.slice(0, 80)} …` : asked.position}`);
      say(this.found, told(asked, found));
      const depth = plainDepth(asked);
      if (depth === null) return;
      const plain = await this.machine.ask({ kind: "search", search: "minimax", position: asked.position, depth, calls: 0 });
      if (turn === this.turn) say(this.found, `${told(asked, found)} Minimax visits ${plain.ended ? "more than " : ""}${count(plain.positions)}.`);
    } catch (error) {
      if (turn === this.turn) this.complain(reason(error));
    }
  }

  /** Removes what was found with the settings before the change. */
  private changed(): void {
    this.turn += 1;
    this.complain("");
    this.clear();
    say(this.found, "Press Run to search with these settings.");
  }

  private clear(): void {
    say(this.caption, "");
    fill(this.drawing, []);
  }

  /** Shows an error in the request at the field that caused it. */
  private complain(fault: string): void {
    say(this.fault, fault);
    set(this.text, "aria-invalid", fault ? "true" : null);
    if (!fault) return;
    say(this.found, "");
    this.clear();
    const at = /^character (\d+) of the tree/.exec(fault)?.[1];
    if (!at) return;
    this.text.focus();
    this.text.setSelectionRange(Number(at) - 1, Number(at));
  }
}

/** Maximum number of moves of a line in the text: the drawing shows the others. */
const TOLD = 12;

/** Describes the result of a search in one or two sentences. */
function told({ search, position, depth }: Search, found: AnswerOf<"found">): string {
  const { value, answer, line, ended } = found;
  const chess = position.includes("/");
  const moves = line.length > 0 ? ` by the moves ${line.slice(0, TOLD).join(" ")}${line.length > TOLD ? " …" : ""}` : "";
  const positions = many(found.positions, "position");
  if (answer !== null) {
    const asked = chess ? `a mate within ${many(depth, "move")}` : `a value above 0 within ${many(depth, "half-move")}`;
    return `${answer ? `Yes, ${asked}${moves}` : `No, there is not ${asked}`}. ${positions}.`;
  }
  if (value === null) return `Ended after ${positions} without a result: try less depth.`;
  const mate = chess && Math.abs(value) >= LAB_MATES ? `, a mate in ${Math.ceil((LAB_MATE - Math.abs(value)) / 2)}` : "";
  const { unit } = found.trace as { unit?: string };
  const units = !unit || mate ? "" : ` ${unit}`;
  if (search !== "conspiracy") return `Value ${value}${units}${mate}${moves}. ${positions}.`;
  return `Value ${value}${units}${moves}. ${ended ? "Ended at" : "Certain after"} ${positions}.`;
}
