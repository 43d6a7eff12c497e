/** The breakpoints: a list in which they can be disabled and deleted, and a form for new ones of all kinds. */

import { button, el, fill, set } from "./dom.ts";
import { many, reason } from "./format.ts";
import type { State } from "./protocol.ts";
import type { CommandLine, Session } from "./session.ts";

/** The kinds by their debugger commands, with the name in the form and the placeholder of the first field. */
const KINDS: readonly (readonly [CommandLine, string, string])[] = [
  ["break", "at a place", "t2v, t2v.s:47, 24f2"],
  ["watch change", "when memory changes", "path,2"],
  ["watch write", "when memory is written", "nodes,4"],
  ["watch read", "when memory is read", "board,128"],
  ["when", "when an expression becomes true", "s(r8) > 0"],
  ["changes", "when an expression changes", "word(ply)"],
  ["clock", "at a number of clocks", "4000000"],
];

export class Stops {
  private readonly list = el("ul", { class: "list" });
  private readonly kind = el("select", { id: "stop-kind" }, KINDS.map(([name, words]) => el("option", { value: name }, [words])));
  private readonly place = el("input", { type: "text", id: "stop-place", size: 16, spellcheck: "false", autocomplete: "off", placeholder: KINDS[0]?.[2] });
  private readonly condition = el("input", { type: "text", id: "stop-if", size: 16, spellcheck: "false", autocomplete: "off", placeholder: "r6 >= 13" });
  private readonly answer = el("p", { class: "small error", role: "status" });
  readonly element: HTMLElement;
  private drawn = "";

  constructor(private readonly session: Session) {
    const form = el("form", { class: "inline" }, [
      el("label", {}, ["Stop", this.kind]),
      el("label", {}, ["where", this.place]),
      el("label", {}, ["only if", this.condition]),
      el("button", { class: "add" }, ["Add"]),
    ]);
    form.addEventListener("submit", (event) => {
      event.preventDefault();
      void this.add();
    });
    this.kind.addEventListener("change", () => set(this.place, "placeholder", KINDS[this.kind.selectedIndex]?.[2] ?? ""));
    this.element = el("div", { class: "stops" }, [form, this.answer, this.list]);
  }

  show(state: State): void {
    const key = JSON.stringify(state.breakpoints);
    if (key === this.drawn) return;
    this.drawn = key;
    fill(
      this.list,
      state.breakpoints.length === 0
        ? [el("li", {}, ["No breakpoints. Click beside a line of the source, or add one above."])]
        : state.breakpoints.map((stop) => {
            const enabled = el("input", { type: "checkbox", "aria-label": `${stop.text} is on` });
            enabled.checked = stop.enabled;
            enabled.addEventListener("change", () => void this.session.command(`${enabled.checked ? "enable" : "disable"} ${stop.id}`));
            return el("li", {}, [
              el("label", { class: "mono" }, [enabled, ` ${stop.text}`]),
              el("span", { class: "small" }, [many(stop.hits, "hit")]),
              button("Delete", () => void this.session.command(`delete ${stop.id}`), { "aria-label": `Delete ${stop.text}` }),
            ]);
          }),
    );
  }

  private async add(): Promise<void> {
    const condition = this.condition.value.trim();
    try {
      await this.session.tryCommand(`${this.kind.value} ${this.place.value.trim()}${condition ? ` if ${condition}` : ""}`);
      fill(this.answer, []);
      set(this.place, "aria-invalid", null);
      this.place.value = "";
      this.condition.value = "";
    } catch (error) {
      set(this.place, "aria-invalid", "true");
      fill(this.answer, [reason(error)]);
    }
  }
}
