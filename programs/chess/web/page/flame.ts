/**
 * A flame graph: which routine called which, and how many clocks each took. A click on a frame widens it to the whole
 * width.
 */

import { el, fill, say, set } from "./dom.ts";
import { count } from "./format.ts";

/** A routine called by a certain stack of callers. */
export interface Flame {
  readonly name: string;
  /** Clocks of the routine and of all that it called. */
  total: number;
  readonly children: Map<string, Flame>;
}

/** A call stack, the outermost caller first, and the clocks spent in exactly this stack. */
export interface Stack {
  readonly frames: readonly string[];
  readonly clocks: number;
}

/** Builds a tree from folded stacks. */
export function grow(stacks: readonly Stack[], name = "all"): Flame {
  const root: Flame = { name, total: 0, children: new Map() };
  for (const { frames, clocks } of stacks) {
    let at = root;
    at.total += clocks;
    for (const frame of frames) {
      let child = at.children.get(frame);
      if (!child) at.children.set(frame, (child = { name: frame, total: 0, children: new Map() }));
      child.total += clocks;
      at = child;
    }
  }
  return root;
}

/** Frames narrower than this fraction of the width are omitted. */
const NARROWEST = 0.002;
const LINE = 1.6;
/** Minimum width in pixels of a frame that can be clicked. */
const TARGET = 24;

/** Returns a hue for a name: always the same one, from a range of warm hues. */
function shade(name: string): number {
  let hash = 7;
  for (const letter of name) hash = (hash * 31 + letter.charCodeAt(0)) >>> 0;
  return hash % 5;
}

export class FlameGraph {
  private readonly picture = el("div", { class: "flames", role: "group", "aria-label": "Flame graph" });
  private readonly note = el("p", { class: "small" });
  readonly element = el("div", {}, [this.picture, this.note]);
  private path: Flame[] = [];

  /** `open` is called with the routine that a visitor selects. */
  constructor(private readonly open: (routine: string) => void) {
    this.rest();
  }

  show(root: Flame): void {
    this.path = [root];
    this.rest();
    this.draw();
  }

  /** Shows a message about the work in progress. */
  say(text: string): void {
    say(this.note, text);
  }

  rest(): void {
    say(this.note, "Width is time. Click a routine to widen it; click it once more to see its source.");
  }

  private draw(): void {
    const top = this.path[this.path.length - 1];
    const root = this.path[0];
    if (!top || !root || root.total === 0) {
      fill(this.picture, []);
      this.picture.style.height = "0";
      return;
    }
    const frames: HTMLElement[] = [];
    let depth = 0;
    for (const frame of this.path) frames.push(this.frame(frame, 0, 1, depth++, root.total));
    const below = (parent: Flame, left: number, scale: number, row: number): void => {
      depth = Math.max(depth, row + 1);
      for (const child of [...parent.children.values()].sort((a, b) => b.total - a.total)) {
        const width = child.total * scale;
        if (width < NARROWEST) continue;
        frames.push(this.frame(child, left, width, row, root.total));
        below(child, left, scale, row + 1);
        left += width;
      }
    };
    below(top, 0, 1 / top.total, this.path.length);
    this.picture.style.height = `${depth * LINE}rem`;
    fill(this.picture, frames);
  }

  private frame(flame: Flame, left: number, width: number, row: number, all: number): HTMLElement {
    const part = `${flame.name}: ${count(flame.total)} clocks, ${((100 * flame.total) / all).toFixed(1)} %`;
    const looks = { class: `flame shade-${shade(flame.name)}`, title: part };
    const hit = width * this.picture.clientWidth >= TARGET;
    const frame = hit ? el("button", { ...looks, type: "button", "aria-label": part, click: () => this.choose(flame) }, [flame.name]) : el("div", looks);
    Object.assign(frame.style, { left: `${left * 100}%`, width: `${width * 100}%`, top: `${row * LINE}rem` });
    const tell = () => say(this.note, part);
    frame.addEventListener("pointerenter", tell);
    frame.addEventListener("focus", tell);
    set(frame, "data-narrow", width < 0.03 ? "" : null);
    return frame;
  }

  private choose(flame: Flame): void {
    const at = this.path.indexOf(flame);
    if (at >= 0 && at === this.path.length - 1 && at > 0) this.open(flame.name);
    else if (at >= 0) this.path.length = at + 1;
    else this.path.push(...between(this.path[this.path.length - 1], flame));
    this.draw();
    this.picture.querySelectorAll<HTMLElement>(".flame")[this.path.length - 1]?.focus();
  }
}

/** Returns the frames below `top` on the path to `goal`, including it. */
function between(top: Flame | undefined, goal: Flame): Flame[] {
  if (!top) return [];
  for (const child of top.children.values()) {
    if (child === goal) return [child];
    const rest = between(child, goal);
    if (rest.length > 0) return [child, ...rest];
  }
  return [];
}
