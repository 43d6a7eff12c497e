/** The squares of a board as buttons above the drawing, with a cursor that arrow keys move. */

import { FILES, SQUARES } from "./board.ts";
import { el, set } from "./dom.ts";

const STEPS: Record<string, readonly [number, number]> = { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, 1], ArrowDown: [0, -1] };

export class Squares {
  readonly element: HTMLElement;
  readonly cells = new Map<string, HTMLButtonElement>();
  private cursor = "e2";
  private flipped = false;

  /**
   * `chosen` is called with the square of a click; for Enter or Space, the event has no pointer, and its detail is 0.
   */
  constructor(label: string, private readonly chosen: (square: string, event: MouseEvent) => void) {
    this.element = el("div", { class: "squares", role: "grid", "aria-label": label });
    this.lay();
    this.element.addEventListener("keydown", (event) => this.key(event));
  }

  turn(flipped: boolean): void {
    if (flipped === this.flipped) return;
    this.flipped = flipped;
    this.lay();
  }

  /** Returns the square at a place on the screen, if there is one. */
  at(x: number, y: number): string | null {
    const box = this.element.getBoundingClientRect();
    const [column, row] = [Math.floor((8 * (x - box.left)) / box.width), Math.floor((8 * (y - box.top)) / box.height)];
    if (column < 0 || column > 7 || row < 0 || row > 7) return null;
    return this.flipped ? `${FILES[7 - column]}${row + 1}` : `${FILES[column]}${8 - row}`;
  }

  /** Arranges rows and cells in the order in which they are displayed. */
  private lay(): void {
    const order = this.flipped ? [...SQUARES].reverse() : SQUARES;
    this.cells.clear();
    const rows = [...Array(8).keys()].map((row) => el("div", { role: "row" }, order.slice(8 * row, 8 * row + 8).map((square) => this.cell(square))));
    this.element.replaceChildren(...rows);
  }

  private cell(square: string): HTMLButtonElement {
    const cell = el("button", { type: "button", role: "gridcell", "data-square": square, "aria-label": square, tabindex: square === this.cursor ? 0 : -1 });
    cell.addEventListener("focus", () => this.point(square));
    cell.addEventListener("click", (event) => this.chosen(square, event));
    this.cells.set(square, cell);
    return cell;
  }

  private point(square: string): void {
    set(this.cells.get(this.cursor) as Element, "tabindex", -1);
    this.cursor = square;
    set(this.cells.get(square) as Element, "tabindex", 0);
  }

  private key(event: KeyboardEvent): void {
    const step = STEPS[event.key];
    if (!step) return;
    const way = this.flipped ? -1 : 1;
    const file = Math.max(0, Math.min(7, FILES.indexOf(this.cursor.charAt(0)) + way * step[0]));
    const rank = Math.max(1, Math.min(8, Number(this.cursor[1]) + way * step[1]));
    this.cells.get(`${FILES[file]}${rank}`)?.focus();
    event.preventDefault();
    event.stopPropagation();
  }
}
