/** The tab Assemble: the visitor's own program, with errors marked in the text, its listing, and its run. */

import { button, el, fill, keyed, reveal, say, set } from "./dom.ts";
import { Editor, type Remark } from "./editor.ts";
import { count, hex, many, seconds } from "./format.ts";
import type { AnswerOf, Diagnostic, State } from "./protocol.ts";
import { Registers } from "./registers.ts";
import type { Session } from "./session.ts";
import { pack, unpack } from "./packed.ts";
import { recall, remember } from "./settings.ts";
import { SAMPLES } from "./samples.ts";

/** Milliseconds without typing after which the text is assembled. */
const REST = 250;

export class AssemblePanel {
  private readonly editor: Editor;
  private readonly remarks = el("ul", { class: "remarks", "aria-label": "What the assembler says", "aria-live": "polite" });
  private readonly summary = el("p", { class: "small", role: "status" });
  private readonly listing = el("tbody");
  private readonly registers = new Registers();
  private readonly where = el("p", { class: "small" });
  private readonly sends = el("h2", { class: "second" }, ["It sends"]);
  private readonly output = el("pre", { class: "output", tabindex: "0", role: "log", "aria-label": "What the program has sent" });
  private readonly input = el("input", { type: "text", id: "program-input", spellcheck: "false", autocomplete: "off", size: 10 });
  private waiting: number | undefined;
  private asked = 0;
  /** The text of the program that is loaded in the machine; null if there is none. */
  private loaded: string | null = null;
  /** The text of the editor, packed for a link; null until it is packed. */
  packed: string | null = null;

  constructor(panel: HTMLElement, private readonly session: Session, private readonly start: () => void, private readonly linked: () => void) {
    this.editor = new Editor("Program", "editor-keys", recall("program") ?? SAMPLES[0]?.source ?? "", () => this.changed());
    const sample = el("select", { id: "sample" }, SAMPLES.map(({ name }) => el("option", { value: name }, [name])));
    const take = button("Take it", () => {
      this.editor.text = SAMPLES[sample.selectedIndex]?.source ?? "";
    });
    panel.append(
      el("div", { class: "assemble" }, [
        el("section", { class: "pane", "aria-label": "Source" }, [
          el("header", { class: "inline" }, [
            el("label", {}, ["Example", sample]),
            take,
            el("label", {}, ["Serial input", this.input]),
            button("Load and run", () => void this.run(true), { class: "primary", id: "load-run" }),
            button("Load and step", () => void this.run(false), { id: "load-step" }),
          ]),
          el("div", { class: "below" }, [this.editor.element]),
          el("p", { class: "small", id: "editor-keys" }, [keyed("Tab indents. Escape, then Tab, leaves the editor.")]),
        ]),
        el("section", { class: "pane", "aria-label": "Result" }, [
          el("h2", {}, ["The assembler"]),
          this.summary,
          this.remarks,
          this.sends,
          this.output,
          el("h2", { class: "second" }, ["The Z8000"]),
          this.where,
          this.registers.element,
          el("h2", { class: "second" }, ["Listing, with clocks"]),
          el("div", { class: "listing", tabindex: "0", role: "region", "aria-label": "Listing" }, [
            el("table", {}, [el("caption", { class: "hidden" }, ["Listing"]), el("thead", {}, [el("tr", {}, ["line", "address", "bytes", "clocks", "source"].map((name) => el("th", { scope: "col" }, [name])))]), this.listing]),
          ]),
        ]),
      ]),
    );
    this.listing.addEventListener("click", (event) => {
      const line = (event.target as HTMLElement).closest<HTMLElement>("tr")?.dataset.line;
      if (line) this.editor.goTo(Number(line));
    });
  }

  /** Called when the panel becomes visible. */
  show(): void {
    void this.assemble();
  }

  /** Loads the program of a link; fails with the reason if the link contains none. */
  async take(packed: string): Promise<void> {
    this.editor.text = await unpack(packed);
  }

  /** Forgets the loaded program after a new worker has been started. */
  forget(): void {
    this.loaded = null;
  }

  private changed(): void {
    this.editor.stand(null);
    window.clearTimeout(this.waiting);
    this.waiting = window.setTimeout(() => {
      remember("program", this.editor.text);
      void this.assemble();
    }, REST);
  }

  /** Assembles the text in the editor; an answer for an older text is discarded. */
  private async assemble(): Promise<void> {
    this.asked += 1;
    const mine = this.asked;
    const answer = await this.session.ask({ kind: "assemble", source: this.editor.text });
    const packed = await pack(this.editor.text);
    if (mine !== this.asked) return;
    if (answer) this.tell(answer);
    this.packed = packed;
    this.linked();
  }

  private tell(answer: AnswerOf<"assembled">): void {
    const all = [...answer.errors.map((one) => remark(one, true)), ...answer.warnings.map((one) => remark(one, false))];
    this.editor.note(all.filter((one) => one.file === 0 || one.remark.line > 0).map((one) => one.remark));
    fill(this.remarks, [...answer.errors.map((one) => this.item(one, true)), ...answer.warnings.map((one) => this.item(one, false))]);
    const more = answer.more > 0 ? `, and ${answer.more} more` : "";
    say(
      this.summary,
      answer.ok
        ? `Assembled: ${many(answer.size.program, "byte")} of program, ${many(answer.size.data, "byte")} of data${answer.warnings.length > 0 ? `, ${many(answer.warnings.length, "warning")}` : ""}.`
        : `${many(answer.errors.length, "error")}${more}.`,
    );
    if (answer.ok) this.list(answer);
    else fill(this.listing, []);
  }

  private item(one: Diagnostic, error: boolean): HTMLElement {
    const place = one.line > 0 ? `line ${one.line}` : "";
    const before = one.text.slice(0, Math.max(0, one.column - 1)).replace(/[^\t]/g, " ");
    const under = `${before}${"^".repeat(Math.max(1, one.width))} ${one.label}`.trimEnd();
    return el("li", {}, [
      button(`${place}: ${error ? "" : "warning: "}${one.message}`, () => this.editor.goTo(one.line, one.column), { class: `plain ${error ? "error" : ""}` }),
      one.text.trim() ? el("pre", { tabindex: "0" }, [`${one.text}\n`, el("span", { class: "under" }, [under])]) : null,
      ...one.notes.map((note) => el("div", { class: "small" }, [note])),
    ]);
  }

  private list(answer: AnswerOf<"assembled">): void {
    const lines = this.editor.text.split("\n");
    fill(
      this.listing,
      answer.lines.slice(0, 2000).map((line) =>
        el("tr", { "data-line": line.line }, [
          el("td", { class: "number" }, [line.line]),
          el("td", {}, [line.bytes ? hex(line.address) : ""]),
          el("td", {}, [line.bytes.length > 16 ? `${line.bytes.slice(0, 16)}…` : line.bytes]),
          el("td", { class: "number" }, [line.clocks ?? ""]),
          el("td", {}, [line.file === 0 ? (lines[line.line - 1] ?? "") : ""]),
        ]),
      ),
    );
  }

  private async run(on: boolean): Promise<void> {
    const source = this.editor.text;
    const answer = await this.session.load(source, this.input.value.replace(/\\n/g, "\n"));
    if (!answer) return;
    if (answer.kind === "assembled") {
      this.asked += 1;
      this.tell(answer);
      this.loaded = null;
      if (this.session.state) this.draw(this.session.state);
      reveal(this.summary);
      return;
    }
    this.loaded = source;
    reveal(this.sends);
    if (on) this.start();
  }

  /** Shows the state of the program, if it is the one in the editor. */
  draw(state: State): void {
    const nothing = this.session.opened?.program === null || this.loaded === null;
    this.registers.element.hidden = nothing;
    if (nothing) {
      say(this.where, "Nothing is loaded.");
      say(this.output, "");
      return;
    }
    this.registers.show(state.cpu);
    say(this.output, state.console.text);
    const halted = state.end === "halted";
    const ended = halted ? "It has halted. " : state.end === "input" ? "It waits for input. " : state.end === "error" ? "It cannot go on. " : "";
    // The memory after a HALT is not necessarily code.
    const place = halted ? "" : `${state.place.name}: ${state.place.text}. `;
    say(this.where, `${ended}${place}${count(state.instruction)} steps, ${count(state.clocks)} clocks, ${seconds(state.seconds)} s.`);
    const line = !halted && state.place.file === 0 && this.loaded === this.editor.text ? state.place.line : null;
    this.editor.stand(line);
    for (const row of this.listing.querySelectorAll("tr")) row.classList.toggle("now", line !== null && row.dataset.line === String(line));
    set(this.output, "data-end", state.end);
  }
}

function remark(one: Diagnostic, error: boolean): { file: number; remark: Remark } {
  return { file: 0, remark: { line: one.line, column: one.column || null, width: one.width || null, message: one.message, error } };
}
