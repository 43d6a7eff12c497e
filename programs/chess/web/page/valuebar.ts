/** The value of the position as a bar: how much of it is White's. */

import { el, say, set } from "./dom.ts";
import { value as inWords } from "./format.ts";
import { MATES } from "./names.ts";

/** White's part, 0 to 1: a pawn is plainly seen, a rook fills most of it, a mate all. */
export function share(value: number): number {
  return 0.5 + Math.atan(value / 3) / Math.PI;
}

export class ValueBar {
  private readonly white = el("div", { class: "white" });
  private readonly figure = el("span", { class: "figure" });
  readonly element = el("div", { class: "value-bar", role: "img" }, [this.white, this.figure]);

  /** `value` is in pawns for White, null where none is known; `believed` says that the rules of chess do not prove it. */
  show(value: number | null, flipped = false, believed = false): void {
    const part = value === null ? 0.5 : share(value);
    this.white.style.height = `${(part * 100).toFixed(1)}%`;
    this.element.classList.toggle("flipped", flipped);
    this.element.classList.toggle("blacks", value !== null && value < 0);
    const short = value === null ? "" : Math.abs(value) >= MATES ? (believed ? "#?" : "#") : String(Math.abs(value));
    say(this.figure, short);
    const label = value === null ? "no value yet" : value === 0 ? "even" : `${inWords(Math.abs(value))} for ${value > 0 ? "White" : "Black"}${believed ? ", as the program believes" : ""}`;
    set(this.element, "aria-label", `Value: ${label}`);
  }
}
