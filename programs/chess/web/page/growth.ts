/** The tree of the search as it grows: the current line, the moves tried beside it, and their results. */

import { button, el, fill, rows, say, set, svg } from "./dom.ts";
import { written } from "./chess.ts";
import { count, many } from "./format.ts";
import { rove } from "./rove.ts";
import type { Branch, Growth, Move, Side, TreeNode, TreeValue } from "./protocol.ts";

/** A row of a position: a question that the search asked there, in a few letters. */
interface Row {
  readonly key: string;
  readonly text: string;
  /** The text after it, in smaller letters. */
  readonly rest: string;
  readonly kind: "head" | "pass" | "inhand" | "best" | "worse" | "grey" | "mate";
  /** The side for which the result is good, compared with the current value of the root; null if for neither. */
  readonly good: Side | null;
  /** The share of the work on its position that this row took, 0 to 1. */
  readonly work: number;
  /** The moment that a click leads to, in instructions; null if there is none. */
  readonly at: number | null;
  /** The reason for the result, as a sentence. */
  readonly why: string;
  /** The moves of a row that combines several. */
  readonly moves?: TreeNode["ignored"];
}

/** A position with the coordinates of its rows, in pixels. */
interface Column {
  readonly left: number;
  readonly width: number;
  readonly top: number;
  readonly rows: readonly Row[];
}

const ROW = 26;
/** Minimum height of a picture in rows, so that the page does not jump. */
const HIGH = 13;
const WIDE = 158;
const NARROW = 74;
const GAP = 18;

const NAMES = { white: "White", black: "Black" } as const;
const other = (side: Side): Side => (side === "white" ? "black" : "white");

/** Arranges the tree in rows and columns. */
export function columns(growth: Growth, root: Side, width: number, high = HIGH): Column[] {
  const base = growth.levels[0]?.pass?.value ?? 0;
  const all = growth.levels.map((level, index) => rowsOf(level, growth.levels[index - 1], growth, root, base));
  // If there is not enough room, only the moves of the line are shown, except at its last two positions.
  const narrow = (index: number) => all.length * (WIDE + GAP) > width && index < all.length - 2;
  const result: Column[] = [];
  const wide = Math.max(WIDE, Math.min(2 * WIDE, width / all.length - GAP));
  let left = 0;
  let middle = ROW;
  all.forEach((rows, index) => {
    const shown = narrow(index) ? rows.filter((row) => row.kind === "inhand") : rows;
    const most = (high - shown.length) * ROW;
    const top = Math.max(0, Math.min(middle - (narrow(index) ? 0.5 : 1.5) * ROW, most));
    result.push({ left, width: narrow(index) ? NARROW : wide, top, rows: shown });
    left += (narrow(index) ? NARROW : wide) + GAP;
    const hand = shown.findIndex((row) => row.kind === "inhand");
    middle = top + (hand < 0 ? shown.length - 0.5 : hand + 0.5) * ROW;
  });
  return result;
}

function rowsOf(level: TreeNode, before: TreeNode | undefined, growth: Growth, root: Side, base: number): Row[] {
  const side = NAMES[level.side];
  const good = (value: number | null): Side | null => (value === null || value === base ? null : value > base ? root : other(root));
  const plain = { rest: "", good: null, work: 0, at: null };
  const spent = (branch: Branch) => branch.work || growth.instruction - branch.at;
  const total = Math.max(1, ...level.branches.map(spent));
  const list: Row[] = [{ ...plain, key: "head", kind: "head", text: heading(level, before), why: headingWords(level, before) }];
  const captures = level.depth === null;
  if (level.pass !== null) {
    const lost = level.pass.winner !== null && level.pass.winner !== level.side;
    const word = captures ? "stop" : lost ? "cannot pass" : "pass";
    const why = lost ? `${side} is in check: a pass would lose the king.` : captures ? `${side} need not take: that leaves ${level.pass.outcome}.` : `If ${side} passes, ${level.pass.outcome} ${level.side === root ? "is sure" : "is the most"}.`;
    list.push({ ...plain, key: "pass", kind: "pass", text: word, rest: lost ? "" : level.pass.words, good: lost ? null : good(level.pass.value), why });
  }
  if (level.takesKing) list.push({ ...plain, key: "king", kind: "best", text: "takes the king", why: `${side} takes the king: ${NAMES[other(level.side)]} cannot do that, or cannot pass.` });
  if (level.more > 0) list.push({ ...plain, key: "more", kind: "grey", text: `${level.more} more`, rest: "no better", why: `${many(level.more, "move")} more of ${side} were searched; none was the best.` });
  const shown = level.branches.map((branch): Row => {
    const name = written(branch);
    const line = branch.line.map(written).join(" ");
    const row = { key: branch.move, text: name, at: branch.at, work: spent(branch) / total };
    if (branch.answeredByMate && branch.fate === "worse") return { ...row, kind: "worse", rest: "is mated", good: null, why: `After ${name} ${NAMES[other(level.side)]} mates at once.` };
    switch (branch.fate) {
      case "tested":
        return { ...row, kind: "inhand", rest: "threat?", good: null, why: `What does ${side} win by ${name} if ${NAMES[other(level.side)]} passes?` };
      case "inHand":
        return { ...row, kind: "inhand", rest: "", good: null, why: `${name} is in hand${branch.score === null || captures ? "" : threat(branch.score, level.side)}.` };
      case "best":
        return { ...row, kind: "best", rest: `${level.enough ? (level.side === root ? "≥ " : "≤ ") : ""}${branch.value?.words ?? "0"} ${line}`, good: good(branch.value?.value ?? null), why: `${name} is the best so far: ${branch.value?.outcome ?? "even"}${line ? `, by ${line}` : ""}.` };
      case "worse":
        return { ...row, kind: "worse", rest: `${branch.value && !branch.value.winner ? `${level.side === root ? "≤" : "≥"} ${branch.value.words} ` : ""}${line}`, good: null, why: `${name} was searched, and is no better than what there is${line ? `: ${line}` : ""}.` };
    }
  });
  list.push(...shown);
  if (level.mates) list.push({ ...plain, key: "mates", kind: "mate", text: "mate in one", good: level.side, why: `${side} mates in one: this position needs no search.` });
  if (level.ignored.length > 0) list.push({ ...plain, key: "ignored", kind: "grey", text: `${level.ignored.length} threaten nothing`, moves: level.ignored, why: `${NAMES[other(level.side)]} can ignore these, and so does the search: ` });
  if (level.enough) list.push({ ...plain, key: "enough", kind: "grey", text: "enough:", rest: "the rest is cut off", why: `${NAMES[other(level.side)]} has something better elsewhere, and would not come here: the rest is not searched.` });
  return list;
}

function heading(level: TreeNode, before: TreeNode | undefined): string {
  const side = NAMES[level.side];
  if (level.depth === null) return before?.side === level.side ? `pass; ${side} takes` : `${side}: captures`;
  return `${side}, ${level.depth} deep`;
}

function headingWords(level: TreeNode, before: TreeNode | undefined): string {
  const side = NAMES[level.side];
  if (level.depth !== null) return `${side} to play: ${many(level.depth, "move")} deep, then captures.`;
  return before?.side === level.side ? `${NAMES[other(level.side)]} passes: what can ${side} take?` : `${side} to play: captures alone.`;
}

function threat(score: TreeValue, side: Side): string {
  return `: if ${NAMES[other(side)]} passes, ${score.winner === side ? `${NAMES[side]} takes the king or mates` : score.outcome}`;
}

/** The drawing of a tree: rows in HTML, which can be read and reached by keys, above curves in SVG. */
export class GrowthView {
  private readonly curves = svg("svg", { class: "curves", width: 0, "aria-hidden": "true" });
  private readonly layer = el("div", { class: "nodes" });
  private readonly note = el("p", { class: "small note", "aria-live": "off" });
  /** The tree itself takes no focus, but its rows do: Firefox would otherwise stop at every scrollable element. */
  private readonly scroller = el("div", { class: "scroll growing", tabindex: -1 }, [this.curves, this.layer]);
  readonly element: HTMLElement;
  private readonly settle: () => void;
  private readonly settleNote: () => void;
  private focused = false;
  /** The moment that is shown, in instructions; -1 if there is none. */
  private at = -1;
  /** The row whose explanation is shown while the pointer is over it. */
  private shown: Row | null = null;

  /** `go` is called with the moment of the row that was clicked. */
  constructor(
    label: string,
    private readonly go: (instruction: number) => void,
    private readonly high = HIGH,
    private readonly legend = true,
  ) {
    this.element = el("div", { class: "growth", role: "group", "aria-label": label }, [this.scroller, this.note]);
    this.settle = rove(this.layer, "rows", ".branch", ".inhand, .best, .pass");
    this.settleNote = rove(this.note, "buttons", "button");
    this.scroller.style.height = `${high * ROW + 4}px`;
    this.element.addEventListener("pointerleave", () => this.point(null));
  }

  /**
   * Draws the tree; `now` is the moment of the machine, which may be later than that of the tree; `follows` is true if
   * a reader can follow.
   */
  show(growth: Growth, root: Side, now: number, follows: boolean): void {
    const drawn = columns(growth, root, this.scroller.clientWidth || 800, this.high);
    this.draw(drawn);
    // The focus follows the search, instead of staying on whatever row takes its place.
    if (this.focused && follows && growth.instruction === now && now !== this.at) {
      (this.layer.querySelector<HTMLElement>(".inhand") ?? this.layer.querySelector<HTMLElement>(".branch"))?.focus();
    }
    if (growth.instruction === now) this.at = now;
    const behind = growth.instruction < now && follows;
    set(this.element, "data-behind", behind ? "" : null);
    if (behind) say(this.note, `The tree is growing to this moment: it is at step ${count(growth.instruction)} of ${count(now)}.`);
    else if (!this.shown) say(this.note, !this.legend ? "" : `Values are for ${NAMES[root]}; a disc says for whom one is good. “2 deep” is two more moves, then captures alone. A bar is the work that went into a move. Point at a row or tap it for its reason; a click or a tap goes to where it began.`);
    // The current move is scrolled into view, if a reader can follow.
    const last = drawn.at(-1);
    if (follows && last) this.scroller.scrollLeft = last.left + last.width - this.scroller.clientWidth;
  }

  private draw(drawn: readonly Column[]): void {
    const last = drawn.at(-1);
    this.layer.style.width = `${last ? last.left + last.width : 0}px`;
    set(this.curves, "width", last ? last.left + last.width : 0);
    // A figure of the article is as high as its rows require; elsewhere the number of rows is limited.
    const height = ROW * Math.max(this.high, ...drawn.map((column) => Math.ceil(column.top / ROW) + column.rows.length));
    this.scroller.style.height = `${height + 4}px`;
    set(this.curves, "height", height);
    const placed = drawn.flatMap((column) => column.rows.map((row, index) => ({ row, column, y: column.top + index * ROW })));
    this.focused = this.layer.contains(document.activeElement) || (this.focused && document.activeElement === document.body);
    rows(this.layer, placed, () => this.make(), (element, { row, column, y }) => this.update(element, row, column, y));
    this.settle();
    // The row that had the focus may have been removed.
    if (this.focused && !this.layer.contains(document.activeElement)) this.layer.querySelector<HTMLElement>("[tabindex='0']")?.focus();
    rows(this.curves, drawn.slice(1).flatMap((column, index) => fan(drawn[index], column)), () => svg("path"), (path, curve) => {
      set(path, "d", curve.d);
      set(path, "class", curve.kind);
    });
  }

  private make(): HTMLButtonElement {
    const row = el("button", { type: "button", class: "branch" }, [el("span", { class: "work" }), el("span", { class: "dot" }), el("b"), el("span", { class: "rest" })]);
    const known = () => this.known.get(row) ?? null;
    row.addEventListener("pointerenter", () => this.point(known()));
    row.addEventListener("focus", () => this.point(known()));
    row.addEventListener("click", () => {
      const one = known();
      this.point(one);
      if (one && one.at !== null) this.go(one.at);
    });
    return row;
  }

  private readonly known = new WeakMap<Element, Row>();

  private update(element: HTMLButtonElement, row: Row, column: Column, y: number): void {
    this.known.set(element, row);
    const [work, dot, name, rest] = element.children;
    if (!(work instanceof HTMLElement) || !dot || !name || !rest) return;
    set(element, "class", `branch ${row.kind}`);
    element.style.transform = `translate(${column.left}px, ${y}px)`;
    element.style.width = `${column.width}px`;
    work.style.width = `${Math.round(100 * row.work)}%`;
    set(dot, "class", `dot ${row.good ?? ""}`);
    say(name, row.text);
    say(rest, row.rest);
    set(element, "title", row.why);
  }

  private point(row: Row | null): void {
    this.shown = row;
    if (!row) return;
    const moves = (row.moves ?? []).flatMap((move, index) => [index > 0 ? " " : "", button(written(move as Move), () => this.go(move.at), { class: "plain" })]);
    fill(this.note, [row.why, ...moves]);
    this.settleNote();
  }
}

/** Returns curves from the current move to the rows of the position after it. */
function fan(from: Column | undefined, to: Column): { d: string; kind: string }[] {
  if (!from) return [];
  const hand = from.rows.findIndex((row) => row.kind === "inhand");
  const x0 = from.left + from.width;
  const y0 = from.top + (hand < 0 ? from.rows.length - 0.5 : hand + 0.5) * ROW;
  return to.rows
    .map((row, index) => ({ row, y: to.top + (index + 0.5) * ROW }))
    .filter(({ row }) => row.kind !== "head")
    .map(({ row, y }) => ({ d: `M${x0} ${y0}C${x0 + GAP * 0.6} ${y0} ${to.left - GAP * 0.6} ${y} ${to.left} ${y}`, kind: row.kind }));
}
