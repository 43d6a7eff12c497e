/** The plies of the search: the move, the depth, the window and the best value so far of each. */

import { el, rows, say, set } from "./dom.ts";
import { written } from "./chess.ts";
import type { Ply } from "./protocol.ts";

const HEADINGS = ["ply", "move", "depth", "window", "best"];

function number(value: number | null): string {
  return value === null ? "" : value < 0 ? `\u2212${-value}` : String(value);
}

export class PlyTable {
  private readonly body = el("tbody");
  readonly element = el("table", { class: "plies" }, [
    el("caption", { class: "hidden" }, ["Plies of the search, the root first"]),
    el("thead", {}, [el("tr", {}, HEADINGS.map((heading) => el("th", { scope: "col" }, [heading])))]),
    this.body,
  ]);
  private plies: readonly Ply[] = [];

  /** `go` is called with the ply that was clicked. */
  constructor(private readonly go: (ply: Ply) => void) {}

  show(plies: readonly Ply[]): void {
    this.plies = plies;
    rows(this.body, plies, () => this.make(), (row, ply, index) => {
      const [at, move, depth, window, best] = row.children;
      if (!at || !move?.firstElementChild || !depth || !window || !best) return;
      say(at, String(index));
      const name = ply.move ? (ply.text.endsWith("null") ? `${written(ply.move)}, pass` : written(ply.move)) : ply.text.replace(/ null$/, ", pass").replace(/^in .*/, "at work");
      const place = move.firstElementChild as HTMLButtonElement;
      say(place, name);
      place.disabled = ply.record === null;
      set(place, "aria-label", ply.record === null ? null : `${name}: go to where it was made`);
      say(depth, number(ply.depth));
      say(window, ply.alpha === null && ply.beta === null ? "" : `${number(ply.alpha) || "?"} … ${number(ply.beta) || "?"}`);
      say(best, number(ply.best));
      row.classList.toggle("go", ply.record !== null);
    });
  }

  private make(): HTMLTableRowElement {
    const row = el("tr", {}, HEADINGS.map(() => el("td")));
    row.children[1]?.append(el("button", { type: "button", class: "plain" }));
    row.addEventListener("click", () => {
      const ply = this.plies[[...this.body.children].indexOf(row)];
      if (ply?.record !== null && ply) this.go(ply);
    });
    return row;
  }
}
