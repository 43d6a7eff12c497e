/** Moving pieces: with a finger or the mouse, by dragging or by two clicks; with the keys, from square to square. */

import { FILES, SQUARES, type Board } from "./board.ts";
import { el, set, svg } from "./dom.ts";
import { drawingOf, nameOf } from "./pieces.ts";

/** A move that may be made. */
export interface LegalMove {
  readonly from: string;
  readonly to: string;
  /** q, r, b or n. */
  readonly promotion?: string | null;
}

export class Hands {
  /** The squares, over the drawing. */
  readonly element: HTMLElement;
  private readonly cells = new Map<string, HTMLButtonElement>();
  private moves: readonly LegalMove[] = [];
  private pieces: ReadonlyMap<string, string> = new Map();
  private chosen: string | null = null;
  private cursor = "e2";
  private flipped = false;
  private drag: { from: string; ghost: Element; size: number; moved: boolean } | null = null;

  /** `made` gets the squares of a move; whoever listens asks for the piece where there is a choice. */
  constructor(
    private readonly board: Board,
    private readonly made: (from: string, to: string) => void,
  ) {
    this.element = el("div", { class: "squares", role: "grid", "aria-label": "Board: arrows go from square to square, Enter takes a piece and puts it down" });
    this.lay();
    this.element.addEventListener("pointerdown", (event) => this.press(event));
    this.element.addEventListener("keydown", (event) => this.key(event));
    window.addEventListener("pointermove", (event) => this.pull(event));
    window.addEventListener("pointerup", (event) => this.release(event));
    window.addEventListener("pointercancel", () => this.letGo());
  }

  /** What stands where, and what may be played; no moves while it is not the visitor's turn. */
  show(pieces: ReadonlyMap<string, string>, moves: readonly LegalMove[], flipped: boolean): void {
    this.pieces = pieces;
    this.moves = moves;
    if (flipped !== this.flipped) {
      this.flipped = flipped;
      this.lay();
    }
    if (this.chosen && !this.from(this.chosen)) this.chosen = null;
    this.mark();
  }

  private from(square: string): boolean {
    return this.moves.some((move) => move.from === square);
  }

  /** Rows and cells in the order in which they are seen. */
  private lay(): void {
    const order = this.flipped ? [...SQUARES].reverse() : SQUARES;
    this.cells.clear();
    const rows = [...Array(8).keys()].map((row) =>
      el("div", { role: "row" }, order.slice(8 * row, 8 * row + 8).map((square) => {
        const cell = el("button", { type: "button", role: "gridcell", "data-square": square, tabindex: "-1" });
        cell.addEventListener("focus", () => {
          this.cursor = square;
        });
        // Enter and Space arrive here as clicks without a pointer.
        cell.addEventListener("click", (event) => {
          if (event.detail === 0) this.choose(square);
        });
        this.cells.set(square, cell);
        return cell;
      })),
    );
    this.element.replaceChildren(...rows);
    this.mark();
  }

  private mark(): void {
    for (const [square, cell] of this.cells) {
      const letter = this.pieces.get(square);
      const target = this.chosen !== null && this.moves.some((move) => move.from === this.chosen && move.to === square);
      cell.classList.toggle("own", this.from(square));
      cell.classList.toggle("chosen", square === this.chosen);
      cell.classList.toggle("target", target);
      cell.classList.toggle("taken", target && letter !== undefined);
      const state = square === this.chosen ? ", taken up" : target ? ", can go here" : "";
      set(cell, "aria-label", `${square}${letter ? `, ${nameOf(letter)}` : ""}${state}`);
      set(cell, "tabindex", square === this.cursor ? 0 : -1);
    }
  }

  /** A square was chosen: take up, put down, or change one's mind. */
  private choose(square: string): void {
    if (this.chosen !== null && this.moves.some((move) => move.from === this.chosen && move.to === square)) {
      const from = this.chosen;
      this.chosen = null;
      this.mark();
      this.made(from, square);
      return;
    }
    this.chosen = this.from(square) && square !== this.chosen ? square : null;
    this.mark();
  }

  private squareAt(x: number, y: number): string | null {
    const box = this.element.getBoundingClientRect();
    const [column, row] = [Math.floor((8 * (x - box.left)) / box.width), Math.floor((8 * (y - box.top)) / box.height)];
    if (column < 0 || column > 7 || row < 0 || row > 7) return null;
    return this.flipped ? `${FILES[7 - column]}${row + 1}` : `${FILES[column]}${8 - row}`;
  }

  private press(event: PointerEvent): void {
    const square = this.squareAt(event.clientX, event.clientY);
    if (!square || event.button !== 0) return;
    const letter = this.pieces.get(square);
    if (!this.from(square) || !letter) {
      this.choose(square);
      return;
    }
    if (this.chosen !== square) this.choose(square);
    else this.repeat = true;
    const size = this.element.getBoundingClientRect().width / 8;
    const ghost = svg("svg", { class: "dragged", viewBox: "0 0 1 1", width: size, height: size }, [svg("use", { href: drawingOf(letter) })]);
    this.drag = { from: square, ghost, size, moved: false };
  }

  /** The square that was pressed had been chosen before: a click on it puts the piece back. */
  private repeat = false;

  private pull(event: PointerEvent): void {
    const drag = this.drag;
    if (!drag) return;
    if (!drag.moved) {
      document.body.append(drag.ghost);
      this.board.lift(drag.from);
      drag.moved = true;
    }
    Object.assign((drag.ghost as SVGSVGElement).style, { left: `${event.clientX - drag.size / 2}px`, top: `${event.clientY - drag.size / 2}px` });
  }

  private release(event: PointerEvent): void {
    const drag = this.drag;
    if (!drag) return;
    const to = this.squareAt(event.clientX, event.clientY);
    const { repeat } = this;
    this.letGo();
    if (to && to !== drag.from) this.choose(to);
    else if (repeat) this.choose(drag.from);
  }

  private letGo(): void {
    this.drag?.ghost.remove();
    this.drag = null;
    this.repeat = false;
    this.board.lift(null);
  }

  private key(event: KeyboardEvent): void {
    const steps: Record<string, [number, number]> = { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, 1], ArrowDown: [0, -1] };
    const step = steps[event.key];
    if (event.key === "Escape" && this.chosen) {
      this.chosen = null;
      this.mark();
    } else if (step) {
      const way = this.flipped ? -1 : 1;
      const file = Math.max(0, Math.min(7, this.cursor.charCodeAt(0) - 97 + way * step[0]));
      const rank = Math.max(1, Math.min(8, Number(this.cursor[1]) + way * step[1]));
      this.cursor = `${FILES[file]}${rank}`;
      this.mark();
      this.cells.get(this.cursor)?.focus();
    } else return;
    event.preventDefault();
    event.stopPropagation();
  }
}
