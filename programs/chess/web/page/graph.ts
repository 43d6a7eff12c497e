/** The values of a game as a curve: above the middle is good for White. */

import { set, svg } from "./dom.ts";
import type { Standing } from "./protocol.ts";
import { share } from "./valuebar.ts";

const HIGH = 80;
/** Width of the curve while it is not displayed. */
const WIDE = 480;

export class Graph {
  private readonly ground = svg("path", { class: "whites" });
  private readonly middle = svg("path", { class: "even" });
  private readonly dots = svg("g");
  private readonly here = svg("path", { class: "here" });
  readonly element = svg("svg", { class: "graph", role: "img", preserveAspectRatio: "none", hidden: "" }, [this.ground, this.middle, this.dots, this.here]);
  private length = 0;
  private last: Parameters<Graph["show"]> | null = null;

  /** `go` is called with the index of the move that was clicked. */
  constructor(go: (index: number) => void) {
    // The drawing uses the pixels of its element, so that its marks are not distorted.
    new ResizeObserver(() => this.last && this.show(...this.last)).observe(this.element);
    this.element.addEventListener("click", (event) => {
      const { left, width } = this.element.getBoundingClientRect();
      if (this.length > 0) go(Math.min(this.length - 1, Math.floor(((event.clientX - left) / width) * this.length)));
    });
  }

  /**
   * Draws the values after each move, whether each move is the program's choice, and the index of the displayed move.
   */
  show(values: readonly (Standing | null)[], agrees: readonly (boolean | null)[], index: number): void {
    const { length } = values;
    this.last = [values, agrees, index];
    this.length = length;
    const known = values.some((value) => value !== null);
    this.element.toggleAttribute("hidden", !known);
    if (!known) return;
    const wide = this.element.clientWidth || WIDE;
    const x = (at: number) => ((at + 0.5) * wide) / length;
    const y = (value: number) => HIGH * (1 - share(value));
    const points = values.flatMap((value, at) => (value ? [{ at, y: y(value.white) }] : []));
    const [first, last] = [points[0], points.at(-1)];
    set(this.element, "viewBox", `0 0 ${wide} ${HIGH}`);
    set(this.ground, "d", first && last ? `M${x(first.at - 0.5)} ${HIGH}V${first.y.toFixed(1)}${points.map((point) => `L${x(point.at)} ${point.y.toFixed(1)}`).join("")}H${x(last.at + 0.5)}V${HIGH}Z` : "");
    set(this.middle, "d", `M0 ${HIGH / 2}H${wide}`);
    set(this.here, "d", index < 0 ? "" : `M${x(index)} 0V${HIGH}`);
    this.dots.replaceChildren(...points.filter(({ at }) => agrees[at] === false).map((point) => svg("path", { class: "differs", d: `M${x(point.at)} ${point.y - 4}l4 4l-4 4l-4 -4z` })));
    const differ = agrees.filter((agree) => agree === false).length;
    set(this.element, "aria-label", `The program’s values after each move, White’s above; ${differ} of ${agrees.filter((agree) => agree !== null).length} moves differ from its own`);
  }
}
