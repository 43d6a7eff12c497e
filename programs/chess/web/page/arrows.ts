/** Arrows between squares, in units of squares with the origin at the upper left of the board. */

import { svg } from "./dom.ts";

export interface Arrow {
  /** Name of the square where the arrow begins, for example e2. */
  readonly from: string;
  readonly to: string;
  /** Meaning of the arrow, and its class: the best line, or the move that is being searched. */
  readonly kind: "best" | "hand";
}

/** Returns the middle of a square: column and row from the upper left corner. */
export function middle(square: string, flipped: boolean): [number, number] {
  const [file, rank] = [square.charCodeAt(0) - 97, square.charCodeAt(1) - 49];
  return flipped ? [7.5 - file, rank + 0.5] : [file + 0.5, 7.5 - rank];
}

/** Widths by kind: half of the shaft, half of the head, length of the head. */
const SHAPES = { best: [0.085, 0.25, 0.4], hand: [0.03, 0.13, 0.26] } as const;

/** Returns the outline of an arrow: it begins beside the middle of its square, so that the piece stays visible. */
export function outline(arrow: Arrow, flipped: boolean): string {
  const [[x0, y0], [x1, y1]] = [middle(arrow.from, flipped), middle(arrow.to, flipped)];
  const length = Math.hypot(x1 - x0, y1 - y0);
  if (length === 0) return "";
  const [shaft, head, tip] = SHAPES[arrow.kind];
  const [ux, uy] = [(x1 - x0) / length, (y1 - y0) / length];
  const at = (along: number, aside: number) => `${(x0 + ux * along - uy * aside).toFixed(3)} ${(y0 + uy * along + ux * aside).toFixed(3)}`;
  const [start, end] = [0.34, length - 0.06];
  const neck = end - tip;
  const points = [at(start, shaft), at(neck, shaft), at(neck, head), at(end, 0), at(neck, -head), at(neck, -shaft), at(start, -shaft)];
  return `M${points.join("L")}Z`;
}

/** Draws the arrows into a layer, the last one on top. */
export function drawArrows(layer: SVGGElement, arrows: readonly Arrow[], flipped: boolean): void {
  const key = arrows.map((arrow) => arrow.kind + arrow.from + arrow.to).join() + flipped;
  if (layer.dataset.key === key) return;
  layer.dataset.key = key;
  layer.replaceChildren(...arrows.map((arrow) => svg("path", { class: `arrow ${arrow.kind}`, d: outline(arrow, flipped) })));
}
