/** Moving pieces: by finger or mouse, with dragging or two clicks; by keys, from square to square. */

import type { Board } from "./board.ts";
import { set, svg } from "./dom.ts";
import { drawingOf, nameOf } from "./pieces.ts";
import { Squares } from "./squares.ts";

/** A legal move, by its squares. */
export interface LegalMove {
  readonly from: string;
  readonly to: string;
  /** The letter of the promotion piece: q, r, b or n. */
  readonly promotion?: string | null;
}

export class Hands {
  /** The element with the squares, above the drawing. */
  readonly element: HTMLElement;
  private readonly squares = new Squares("Board: arrows go from square to square, Enter takes a piece and puts it down", (square, { detail }) => {
    if (detail === 0) this.choose(square);
  });
  private moves: readonly LegalMove[] = [];
  private pieces: ReadonlyMap<string, string> = new Map();
  private chosen: string | null = null;
  private drag: { from: string; ghost: Element; size: number; moved: boolean } | null = null;

  /** `made` is called with the squares of a move; the callee asks for the piece of a promotion. */
  constructor(
    private readonly board: Board,
    private readonly made: (from: string, to: string) => void,
  ) {
    this.element = this.squares.element;
    this.element.addEventListener("pointerdown", (event) => this.press(event));
    this.element.addEventListener("keydown", (event) => this.key(event));
    window.addEventListener("pointermove", (event) => this.pull(event));
    window.addEventListener("pointerup", (event) => this.release(event));
    window.addEventListener("pointercancel", () => this.letGo());
  }

  /** Sets the pieces and the legal moves; there are no moves while it is not the visitor's turn. */
  show(pieces: ReadonlyMap<string, string>, moves: readonly LegalMove[], flipped: boolean): void {
    this.pieces = pieces;
    this.moves = moves;
    this.squares.turn(flipped);
    if (this.chosen && !this.from(this.chosen)) this.chosen = null;
    this.mark();
  }

  private from(square: string): boolean {
    return this.moves.some((move) => move.from === square);
  }

  private mark(): void {
    for (const [square, cell] of this.squares.cells) {
      const letter = this.pieces.get(square);
      const target = this.chosen !== null && this.moves.some((move) => move.from === this.chosen && move.to === square);
      cell.classList.toggle("own", this.from(square));
      cell.classList.toggle("chosen", square === this.chosen);
      cell.classList.toggle("target", target);
      cell.classList.toggle("taken", target && letter !== undefined);
      const state = square === this.chosen ? ", taken up" : target ? ", can go here" : "";
      set(cell, "aria-label", `${square}${letter ? `, ${nameOf(letter)}` : ""}${state}`);
    }
  }

  /**
   * Returns the target square if the selected piece is put on a square; null if that is illegal. A king put on its own
   * rook castles.
   */
  private goal(square: string): string | null {
    const [piece, other] = [this.pieces.get(this.chosen ?? ""), this.pieces.get(square)];
    const castles = this.chosen?.startsWith("e") && (piece === "K" ? other === "R" : piece === "k" && other === "r");
    const to = castles ? `${square.startsWith("h") ? "g" : "c"}${square[1]}` : square;
    return this.moves.some((move) => move.from === this.chosen && move.to === to) ? to : null;
  }

  /** Handles the choice of a square: selects a piece, puts it down, or cancels the selection. */
  private choose(square: string): void {
    const [from, to] = [this.chosen, this.goal(square)];
    if (from !== null && to !== null) {
      this.chosen = null;
      this.mark();
      this.made(from, to);
      return;
    }
    this.chosen = this.from(square) && square !== this.chosen ? square : null;
    this.mark();
  }

  private press(event: PointerEvent): void {
    const square = this.squares.at(event.clientX, event.clientY);
    if (!square || event.button !== 0) return;
    const letter = this.pieces.get(square);
    // A touch may be the beginning of a scroll, unless it is on the selected piece.
    if (event.pointerType === "touch" && square !== this.chosen) {
      this.tapped = square;
      return;
    }
    if (!this.from(square) || !letter || this.goal(square) !== null) return this.choose(square);
    if (this.chosen !== square) this.choose(square);
    else this.repeat = true;
    const size = this.element.getBoundingClientRect().width / 8;
    const ghost = svg("svg", { class: "dragged", viewBox: "0 0 1 1", width: size, height: size }, [svg("use", { href: drawingOf(letter) })]);
    this.drag = { from: square, ghost, size, moved: false };
  }

  /** True if the pressed square was already selected: a click on it cancels the selection. */
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
    const { drag, tapped } = this;
    this.tapped = null;
    if (tapped && tapped === this.squares.at(event.clientX, event.clientY)) this.choose(tapped);
    if (!drag) return;
    const to = this.squares.at(event.clientX, event.clientY);
    const { repeat } = this;
    this.letGo();
    if (to && to !== drag.from) this.choose(to);
    else if (repeat) this.choose(drag.from);
  }

  /** The square where a finger touched: it is selected unless the touch becomes a scroll. */
  private tapped: string | null = null;

  private letGo(): void {
    this.tapped = null;
    this.drag?.ghost.remove();
    this.drag = null;
    this.repeat = false;
    this.board.lift(null);
  }

  private key(event: KeyboardEvent): void {
    if (event.key !== "Escape" || !this.chosen) return;
    this.chosen = null;
    this.mark();
    event.preventDefault();
    event.stopPropagation();
  }
}
