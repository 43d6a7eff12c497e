/** The value of the position as a bar, of which a part is White's. */

import { el, say, set } from "./dom.ts";
import type { Standing } from "./protocol.ts";

/** Returns White's part, 0 to 1: a pawn is plainly visible, a rook fills most of the bar, a mate all of it. */
export function share(value: number): number {
  return 0.5 + Math.atan(value / 3) / Math.PI;
}

export class ValueBar {
  private readonly white = el("div", { class: "white" });
  private readonly figure = el("span", { class: "figure" });
  readonly element = el("div", { class: "value-bar", role: "img" }, [this.white, this.figure]);

  /** Shows a value; null if none is known. */
  show(fact: Standing | null, flipped = false): void {
    const part = fact === null ? 0.5 : share(fact.white);
    this.white.style.height = `${(part * 100).toFixed(1)}%`;
    this.element.classList.toggle("flipped", flipped);
    this.element.classList.toggle("blacks", fact !== null && fact.white < 0);
    say(this.figure, fact?.figure ?? "");
    set(this.element, "aria-label", `Value: ${fact?.label ?? "no value yet"}`);
  }
}
