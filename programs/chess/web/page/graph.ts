/** The values of a game as a curve: up is good for White. */

import { set, svg } from "./dom.ts";
import type { Standing } from "./protocol.ts";
import { share } from "./valuebar.ts";

const HIGH = 60;
/** Width of a half-move. */
const STEP = 10;

export class Graph {
  private readonly ground = svg("path", { class: "whites" });
  private readonly middle = svg("path", { class: "even" });
  private readonly dots = svg("g");
  private readonly here = svg("path", { class: "here" });
  readonly element = svg("svg", { class: "graph", role: "img", preserveAspectRatio: "none", hidden: "" }, [this.ground, this.middle, this.dots, this.here]);
  private length = 0;

  /** `go` gets the index of the move that was clicked. */
  constructor(go: (index: number) => void) {
    this.element.addEventListener("click", (event) => {
      const { left, width } = this.element.getBoundingClientRect();
      if (this.length > 0) go(Math.min(this.length - 1, Math.floor(((event.clientX - left) / width) * this.length)));
    });
  }

  /** The values after each move, whether each is the program's own, and the index of the move that is seen. */
  show(values: readonly (Standing | null)[], agrees: readonly (boolean | null)[], index: number): void {
    const { length } = values;
    this.length = length;
    const known = values.some((value) => value !== null);
    this.element.toggleAttribute("hidden", !known);
    if (!known) return;
    const x = (at: number) => (at + 0.5) * STEP;
    const y = (value: number) => HIGH * (1 - share(value));
    const points = values.flatMap((value, at) => (value ? [{ at, y: y(value.white) }] : []));
    const [first, last] = [points[0], points.at(-1)];
    set(this.element, "viewBox", `0 0 ${length * STEP} ${HIGH}`);
    set(this.ground, "d", first && last ? `M${x(first.at)} ${HIGH}${points.map((point) => `L${x(point.at)} ${point.y.toFixed(1)}`).join("")}L${x(last.at)} ${HIGH}Z` : "");
    set(this.middle, "d", `M0 ${HIGH / 2}H${length * STEP}`);
    set(this.here, "d", index < 0 ? "" : `M${x(index)} 0V${HIGH}`);
    this.dots.replaceChildren(...points.filter(({ at }) => agrees[at] === false).map((point) => svg("path", { class: "differs", d: `M${x(point.at)} ${point.y - 4}l4 4l-4 4l-4 -4z` })));
    const differ = agrees.filter((agree) => agree === false).length;
    set(this.element, "aria-label", `The program’s values after each move, White’s above; ${differ} of ${agrees.filter((agree) => agree !== null).length} moves differ from its own`);
  }
}
