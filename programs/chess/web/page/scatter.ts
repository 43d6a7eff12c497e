/** A picture of times: the paper's seconds across, ours up, both logarithmic; F is beyond the last second. */

import { el, fill, svg } from "./dom.ts";

/** The pixels of the picture, and of its margins. */
const SIZE = 400;
const LEFT = 46;
const BELOW = 40;
/** The seconds at which the axes end, and the place of F, as a share of an axis. */
const MOST = 2000;
const FAILED = 0.955;
const END = 0.9;

const TICKS = [1, 10, 100, 1000];

export interface Point {
  readonly number: number;
  /** Whole seconds; null for F. */
  readonly paper: number | null;
  readonly ours: number | null;
  /** The class of its colour, as in the table. */
  readonly kind: string;
}

/** The place of seconds on an axis, from 0 to 1. */
function share(seconds: number | null): number {
  return seconds === null ? FAILED : 0.02 + (END - 0.02) * (Math.log(Math.max(1, seconds)) / Math.log(MOST));
}

const across = (paper: number | null): number => LEFT + share(paper) * (SIZE - LEFT);
const up = (ours: number | null): number => (1 - share(ours)) * (SIZE - BELOW);

function line(x1: number, y1: number, x2: number, y2: number, kind: string): SVGElement {
  return svg("line", { x1, y1, x2, y2, class: kind });
}

function text(x: number, y: number, words: string | number, anchor = "middle", turn = ""): SVGElement {
  return svg("text", { x, y, "text-anchor": anchor, transform: turn || null }, [words]);
}

export class Scatter {
  private readonly points = svg("g");
  private readonly title = svg("title");
  readonly element: HTMLElement;

  constructor() {
    const bottom = SIZE - BELOW;
    const ticks = [...TICKS, null].flatMap((at) => [
      line(across(at), 0, across(at), bottom, at === null ? "edge" : "grid"),
      line(LEFT, up(at), SIZE, up(at), at === null ? "edge" : "grid"),
      text(across(at), bottom + 16, at ?? "F"),
      text(LEFT - 6, up(at) + 4, at ?? "F", "end"),
    ]);
    const picture = svg("svg", { viewBox: `0 0 ${SIZE} ${SIZE}`, role: "img", class: "scatter" }, [
      this.title,
      ...ticks,
      line(across(1), up(1), across(MOST), up(MOST), "equal"),
      text((LEFT + SIZE) / 2, SIZE - 4, "seconds in the paper"),
      text(0, 0, "seconds here", "middle", `translate(11 ${bottom / 2}) rotate(-90)`),
      this.points,
    ]);
    this.element = el("figure", { class: "scatter" }, [picture, el("figcaption", { class: "small" }, ["Each point is a position; on the line, both take the same time. The colours are those of the table."])]);
  }

  show(points: readonly Point[]): void {
    this.title.textContent = `The paper’s seconds and ours, of ${points.length} positions`;
    fill(
      this.points,
      points.map(({ number, paper, ours, kind }) => svg("circle", { cx: across(paper), cy: up(ours), r: 4, class: `point ${kind}` }, [svg("title", {}, [`Position ${number}: ${paper ?? "F"} s in the paper, ${ours ?? "F"} s here`])])),
    );
  }
}
