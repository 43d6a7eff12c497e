/** Registers and flags, with those marked that have changed since the last stop. */

import { el, rows, say, set } from "./dom.ts";
import { hex } from "./format.ts";
import type { Cpu } from "./protocol.ts";
import { rove } from "./rove.ts";

/** Shows R0 to R15, PC and FCW. With `open`, a click on a register opens its value as an address. */
export class Registers {
  private readonly words = el("div", { class: "registers" });
  private readonly flags = el("div", { class: "flags", "aria-label": "Flags", role: "group" });
  private readonly settle = rove(this.words, "rows", "button");
  readonly element = el("div", {}, [this.words, this.flags]);

  constructor(private readonly open: ((address: number, name: string) => void) | null = null) {}

  show(cpu: Cpu): void {
    const words = [
      ...cpu.registers.map((word, index) => ({ name: `R${index}`, word, changed: cpu.changed.includes(index) })),
      { name: "PC", word: cpu.pc, changed: false },
      { name: "FCW", word: cpu.fcw, changed: cpu.flagsChanged },
    ];
    rows(this.words, words, () => this.make(), (cell, { name, word, changed }) => {
      const [label, figure] = cell.children;
      if (label) say(label, name);
      if (figure) say(figure, hex(word));
      cell.classList.toggle("changed", changed);
      const signed = word > 0x7fff ? word - 0x10000 : word;
      set(cell, "title", `${name} = ${word}${signed < 0 ? `, signed ${signed}` : ""}${changed ? ", changed since the last stop" : ""}`);
    });
    this.settle();
    rows(this.flags, Object.entries(cpu.flags), () => el("span"), (flag, [name, on]) => {
      say(flag, name === "PV" ? "P/V" : name);
      flag.className = on ? "on" : "off";
    });
  }

  private make(): HTMLElement {
    const children = [el("span", { class: "name" }), el("span")];
    const { open } = this;
    if (!open) return el("span", {}, children);
    const cell = el("button", { type: "button", class: "plain" }, children);
    cell.addEventListener("click", () => open(parseInt(children[1]?.textContent ?? "0", 16), children[0]?.textContent ?? ""));
    return cell;
  }
}
