/** A board as a picture: squares, pieces, marks and arrows. hands.ts moves the pieces. */

import { drawArrows, middle, type Arrow } from "./arrows.ts";
import { say, set, svg } from "./dom.ts";
import { drawingOf, nameOf } from "./pieces.ts";

/** The pieces on their squares, and the marks drawn around them. */
export interface Scene {
  /** Squares with their pieces: "e1" → "K". */
  readonly pieces: ReadonlyMap<string, string>;
  readonly side: "white" | "black" | null;
  readonly arrows?: readonly Arrow[];
  /** Squares of the last move: from and to. */
  readonly moved?: readonly string[];
  /** Square of a king that is mated or about to be; null if there is none. */
  readonly ring?: string | null;
  readonly flipped?: boolean;
  /** True if pieces glide to their squares, which is useful only at a speed that a visitor can follow. */
  readonly glide?: boolean;
  /** True if the board is that of the search, false if it is that of the root. */
  readonly own?: boolean;
  /** A description of the picture for screen readers. */
  readonly label?: string;
}

export const FILES = "abcdefgh";
/** All squares, a8 first. */
export const SQUARES: readonly string[] = [...Array(64).keys()].map((index) => `${FILES[index % 8]}${8 - Math.floor(index / 8)}`);

/** Returns the pieces in the first field of a FEN, by square. */
export function piecesOf(fen: string): Map<string, string> {
  const pieces = new Map<string, string>();
  let index = 0;
  for (const letter of fen.split(" ")[0] ?? "") {
    if (letter === "/") continue;
    const gap = Number(letter);
    if (gap > 0) index += gap;
    else {
      const square = SQUARES[index];
      if (square) pieces.set(square, letter);
      index += 1;
    }
  }
  return pieces;
}

/** Returns the square of a side's king; null if there is none. */
export function kingOf(pieces: ReadonlyMap<string, string>, side: "white" | "black"): string | null {
  const king = side === "white" ? "K" : "k";
  for (const [square, letter] of pieces) if (letter === king) return square;
  return null;
}

/** Describes the pieces for a label: "White: king e1, pawns …". */
export function inWords(pieces: ReadonlyMap<string, string>): string {
  return [...pieces].map(([square, letter]) => `${nameOf(letter)} ${square}`).join(", ");
}

const DARK = SQUARES.map((_, index) => ((index + Math.floor(index / 8)) % 2 ? `M${index % 8} ${Math.floor(index / 8)}h1v1h-1z` : "")).join("");

function ground(): SVGElement[] {
  return [svg("rect", { class: "light", width: 8, height: 8 }), svg("path", { class: "dark", d: DARK })];
}

/** Draws a position as a static picture, hidden from screen readers; the caller provides a description. */
export function picture(fen: string): SVGSVGElement {
  const pieces = [...piecesOf(fen)].map(([square, letter]) => {
    const [x, y] = middle(square, false);
    return svg("use", { href: drawingOf(letter), x: x - 0.5, y: y - 0.5 });
  });
  return svg("svg", { class: "board", viewBox: "0 0 8 8", "aria-hidden": "true" }, [...ground(), ...pieces]);
}

export class Board {
  readonly element: SVGSVGElement;
  private readonly title = svg("title", {}, ["Board"]);
  private readonly marks = svg("g");
  private readonly pieceLayer = svg("g", { class: "pieces" });
  private readonly arrowLayer = svg("g", { class: "arrows" });
  private readonly names = svg("g", { class: "names", "aria-hidden": "true" });
  private readonly standing = new Map<string, { letter: string; element: SVGUseElement }>();
  private flipped = false;

  constructor() {
    this.element = svg("svg", { class: "board", viewBox: "0 0 8 8", role: "img" }, [
      this.title,
      ...ground(),
      this.marks,
      this.names,
      this.pieceLayer,
      this.arrowLayer,
    ]);
    this.nameSquares();
  }

  show(scene: Scene): void {
    const flipped = scene.flipped ?? false;
    if (flipped !== this.flipped) {
      this.flipped = flipped;
      this.nameSquares();
      for (const [square, piece] of this.standing) this.place(piece.element, square);
    }
    this.element.classList.toggle("glide", scene.glide ?? false);
    this.stand(scene.pieces);
    this.mark(scene);
    drawArrows(this.arrowLayer, scene.arrows ?? [], flipped);
    const turn = scene.side ? `${scene.side} to play. ` : "";
    say(this.title, `${scene.label ?? "Board"}: ${turn}${inWords(scene.pieces)}`);
  }

  /** Hides the piece on a square while a finger drags it; null shows it again. */
  lift(square: string | null): void {
    for (const [at, piece] of this.standing) piece.element.classList.toggle("lifted", at === square);
  }

  /**
   * Makes the drawn pieces equal to `pieces` with as few changes as possible, so that a moving piece keeps its element.
   */
  private stand(pieces: ReadonlyMap<string, string>): void {
    const left: { letter: string; element: SVGUseElement }[] = [];
    for (const [square, piece] of this.standing) {
      if (pieces.get(square) === piece.letter) continue;
      this.standing.delete(square);
      left.push(piece);
    }
    for (const [square, letter] of pieces) {
      if (this.standing.has(square)) continue;
      const index = left.findIndex((piece) => piece.letter === letter);
      const known = index >= 0 ? left.splice(index, 1)[0] : undefined;
      const element = known?.element ?? svg("use", { href: drawingOf(letter) });
      this.place(element, square);
      // A moving piece is drawn above the others.
      if (!known || this.element.classList.contains("glide")) this.pieceLayer.append(element);
      this.standing.set(square, { letter, element });
    }
    for (const piece of left) piece.element.remove();
  }

  private place(element: SVGElement, square: string): void {
    const [x, y] = middle(square, this.flipped);
    element.style.transform = `translate(${x - 0.5}px, ${y - 0.5}px)`;
  }

  private mark(scene: Scene): void {
    const key = `${scene.moved?.join() ?? ""}|${scene.ring ?? ""}|${this.flipped}`;
    if (this.marks.dataset.key === key) return;
    this.marks.dataset.key = key;
    const squares = (scene.moved ?? []).map((square) => {
      const [x, y] = middle(square, this.flipped);
      return svg("rect", { class: "moved", x: x - 0.5, y: y - 0.5, width: 1, height: 1 });
    });
    const ring = scene.ring ? middle(scene.ring, this.flipped) : null;
    this.marks.replaceChildren(...squares);
    if (ring) this.marks.append(svg("circle", { class: "ring", cx: ring[0], cy: ring[1], r: 0.45 }));
  }

  /** Draws the letters and digits in the corners of the squares at the edge. */
  private nameSquares(): void {
    const labels: SVGTextElement[] = [];
    for (let at = 0; at < 8; at += 1) {
      const [file, rank] = this.flipped ? [7 - at, at + 1] : [at, 8 - at];
      labels.push(svg("text", { x: at + 0.93, y: 7.94, "text-anchor": "end", class: at % 2 ? "on-light" : "on-dark" }, [FILES[file]]));
      labels.push(svg("text", { x: 0.06, y: at + 0.22, class: at % 2 ? "on-dark" : "on-light" }, [rank]));
    }
    this.names.replaceChildren(...labels);
    set(this.element, "data-flipped", this.flipped ? "" : null);
  }
}
