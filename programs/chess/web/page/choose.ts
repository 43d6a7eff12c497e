/** The choice of a position: one of the 300, a FEN, or a file of positions. */

import { button, el, fill, say, set } from "./dom.ts";
import { dialog } from "./keys.ts";
import { many, reason } from "./format.ts";
import { PROBLEMS, rounded } from "./problems.ts";
import type { Session, Wanted } from "./session.ts";

/** Files larger than this are no lists of positions. */
const LARGEST = 4_000_000;

export class Chooser {
  private readonly box: HTMLDialogElement;
  private readonly grid = el("div", { class: "grid", role: "group", "aria-label": "The 300 positions" });
  private readonly fen = el("input", { type: "text", id: "fen", size: 44, maxlength: 200, spellcheck: "false", autocomplete: "off", placeholder: "8/8/8/8/8/8/8/8 w - -" });
  private readonly depth = el("input", { type: "number", id: "depth", min: 0, max: 30, step: 1, placeholder: "30" });
  private readonly problem = el("p", { class: "error", role: "alert" });
  private readonly entries = el("ul", { class: "list" });
  private readonly note = el("p", { class: "small", role: "status" });

  /** `open` opens what was chosen, and fails with the reason if it cannot be. */
  constructor(private readonly session: Session, private readonly open: (wanted: Wanted) => Promise<void>) {
    for (const { number, quiz, place, ours } of PROBLEMS) {
      const label = `Position ${number}, quiz ${quiz}, number ${place}: ${ours.seconds === null ? "not solved" : `${rounded(ours.seconds)} seconds`}`;
      const one = button(String(number), () => void this.choose({ position: number, depth: this.readDepth() }), { "aria-label": label, title: label, class: ours.seconds === null ? "unsolved" : null });
      this.grid.append(one);
    }
    const form = el("form", {}, [
      el("label", {}, ["A position as FEN", this.fen]),
      el("label", {}, ["Deepest iteration", this.depth]),
      el("button", { class: "primary" }, ["Open"]),
    ]);
    form.noValidate = true;
    form.addEventListener("submit", (event) => {
      event.preventDefault();
      void this.choose({ fen: this.fen.value.trim(), depth: this.readDepth() });
    });
    const file = el("input", { type: "file", id: "epd", accept: ".epd,.fen,.txt,.csv" });
    file.addEventListener("change", () => {
      const [first] = file.files ?? [];
      if (first) void this.readFile(first);
    });
    this.box = dialog("Positions", [
      el("div", { class: "positions" }, [
        form,
        this.problem,
        el("p", { class: "drop" }, [el("label", { for: "epd" }, ["An EPD file: drop it anywhere on the page, or choose it here. "]), file]),
        this.note,
        this.entries,
        el("h3", {}, ["The positions of Win at Chess, as the paper numbers them"]),
        this.grid,
        el("p", { class: "small" }, ["Dashed: not solved within 2,000 Z8000 seconds."]),
      ]),
    ]);
    this.acceptDrops();
  }

  show(): void {
    const { position, fen } = this.session.opened ?? { position: null, fen: null };
    this.fen.value = fen ?? "";
    say(this.problem, "");
    for (const one of this.grid.children) set(one, "aria-current", one.textContent === String(position) ? "true" : null);
    this.box.showModal();
  }

  private readDepth(): number | null {
    const depth = this.depth.valueAsNumber;
    return Number.isInteger(depth) && depth >= 0 && depth <= 30 ? depth : null;
  }

  private async choose(wanted: Wanted): Promise<void> {
    const good = this.depth.value === "" ? this.depth.validity.valid : this.readDepth() !== null;
    set(this.depth, "aria-invalid", good ? null : "true");
    if (!good) {
      say(this.problem, "The deepest iteration is a whole number from 0 to 30.");
      return;
    }
    try {
      await this.open(wanted);
      set(this.fen, "aria-invalid", null);
      this.box.close();
    } catch (error) {
      set(this.fen, "aria-invalid", "true");
      say(this.problem, reason(error));
    }
  }

  /** Lists the positions of a file. */
  private async readFile(file: File): Promise<void> {
    fill(this.entries, []);
    if (!this.box.open) this.box.showModal();
    if (file.size > LARGEST) {
      say(this.note, `${file.name} is too large for a list of positions: ${Math.round(file.size / 1e6)} MB.`);
      return;
    }
    try {
      const list = await this.session.machine.ask({ kind: "positions", file: await file.text() });
      const broken = list.broken[0] ? ` ${many(list.broken.length, "line")} without one; line ${list.broken[0].line}: ${list.broken[0].message}` : "";
      say(this.note, `${file.name}: ${many(list.positions.length, "position")}.${broken}`);
      fill(
        this.entries,
        list.positions.slice(0, 1000).map((one) =>
          el("li", {}, [
            button(one.id ?? `position ${one.number}`, () => void this.choose({ fen: one.fen, depth: this.readDepth(), solutions: one.solutions.split(/\s+/).filter(Boolean) }), { class: "plain" }),
            el("span", { class: "where" }, [one.task]),
          ]),
        ),
      );
    } catch (error) {
      say(this.note, `${file.name} cannot be read: ${reason(error)}`);
    }
  }

  private acceptDrops(): void {
    const root = document.documentElement;
    const carries = (event: DragEvent) => event.dataTransfer?.types.includes("Files") ?? false;
    window.addEventListener("dragover", (event) => {
      if (!carries(event)) return;
      event.preventDefault();
      root.classList.add("dropping");
    });
    window.addEventListener("dragleave", () => root.classList.remove("dropping"));
    window.addEventListener("drop", (event) => {
      if (!carries(event)) return;
      event.preventDefault();
      root.classList.remove("dropping");
      const [file] = event.dataTransfer?.files ?? [];
      if (file) void this.readFile(file);
    });
  }
}
