/** Setting up a position: pieces are put on a board, and the machine judges the position. */

import { Board, piecesOf, SQUARES } from "./board.ts";
import { button, el, keyed, say, set, svg } from "./dom.ts";
import { drawingOf, nameOf } from "./pieces.ts";
import { Squares } from "./squares.ts";

const LETTERS = [..."KQRBNPkqrbnp"];

/** The castling rights, each with the squares where king and rook must be for the right to make sense. */
const RIGHTS = [
  ["K", "e1", "h1", "White O-O"],
  ["Q", "e1", "a1", "White O-O-O"],
  ["k", "e8", "h8", "Black O-O"],
  ["q", "e8", "a8", "Black O-O-O"],
] as const;

export const USUAL = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq -";
const EMPTY = "8/8/8/8/8/8/8/8 w - -";

/** Returns the first field of a FEN. */
function placed(pieces: ReadonlyMap<string, string>): string {
  const row = (rank: number) => SQUARES.slice(8 * rank, 8 * rank + 8).map((square) => pieces.get(square) ?? "1").join("");
  return [...Array(8).keys()].map((rank) => row(rank).replace(/1+/g, (gap) => String(gap.length))).join("/");
}

export class Setup {
  private readonly board = new Board();
  private readonly squares = new Squares("Board: arrows go from square to square, Enter puts the piece there, a letter puts its piece, Delete removes", (square) => this.put(square, this.chosen()));
  private readonly kinds: HTMLInputElement[];
  private readonly side = el("select", { id: "setup-side" }, [el("option", { value: "w" }, ["White"]), el("option", { value: "b" }, ["Black"])]);
  private readonly rights = RIGHTS.map(([right]) => el("input", { type: "checkbox", value: right }));
  private readonly answer = el("p", { role: "status" });
  readonly element: HTMLElement;
  private pieces = new Map<string, string>();
  private asked = 0;

  /** `fen` is the text field with the position; `fault` returns the machine's objection to a position, or null. */
  constructor(private readonly fen: HTMLInputElement, private readonly fault: (fen: string) => Promise<string | null>) {
    const palette = [...LETTERS, ""].map((letter) => this.kind(letter));
    this.kinds = palette.map(({ input }) => input);
    const names = RIGHTS.map(([, , , name], index) => el("label", { class: "tick" }, [this.rights[index], name]));
    this.element = el("div", { class: "setup" }, [
      el("div", { class: "board-hold" }, [this.board.element, this.squares.element]),
      el("div", { class: "setup-side" }, [
        el("div", { class: "palette", role: "radiogroup", "aria-label": "What a click puts on a square" }, palette.map(({ label }) => label)),
        el("p", { class: "small" }, ["A click puts the piece there, or removes it. ", keyed("With the keys: arrows, and K Q R B N P for White’s pieces, k q r b n p for Black’s, Delete.")]),
        el("label", {}, ["To move", this.side]),
        el("div", { class: "actions", role: "group", "aria-label": "Rights to castle" }, names),
        el("div", { class: "actions" }, [button("Empty the board", () => this.take(EMPTY)), button("The usual start", () => this.take(USUAL))]),
        this.answer,
      ]),
    ]);
    this.squares.element.addEventListener("keydown", (event) => this.key(event));
    this.side.addEventListener("change", () => this.write());
    for (const right of this.rights) right.addEventListener("change", () => this.write());
    fen.addEventListener("input", () => this.read());
  }

  /** Creates the choice of a piece to put, or of removing one. */
  private kind(letter: string): { input: HTMLInputElement; label: HTMLElement } {
    const input = el("input", { type: "radio", name: "setup-piece", value: letter, checked: letter === "K", "aria-label": letter ? nameOf(letter) : "nothing" });
    const shown = letter ? svg("use", { href: drawingOf(letter) }) : svg("path", { class: "nothing", d: "M.25 .25L.75 .75M.75 .25L.25 .75" });
    return { input, label: el("label", {}, [input, svg("svg", { viewBox: "0 0 1 1", "aria-hidden": "true" }, [shown])]) };
  }

  private chosen(): string {
    return this.kinds.find((input) => input.checked)?.value ?? "";
  }

  /** Puts a piece on a square; a piece already there is replaced, or removed if it is the same. */
  private put(square: string, letter: string): void {
    if (letter === "" || this.pieces.get(square) === letter) this.pieces.delete(square);
    else this.pieces.set(square, letter);
    this.write();
  }

  private key(event: KeyboardEvent): void {
    const square = (event.target as HTMLElement).dataset.square;
    const letter = LETTERS.includes(event.key) ? event.key : event.key === "Delete" || event.key === "Backspace" ? "" : null;
    if (!square || letter === null || event.ctrlKey || event.metaKey || event.altKey) return;
    event.preventDefault();
    if (letter === "" || this.pieces.get(square) !== letter) this.put(square, letter);
  }

  private take(fen: string): void {
    this.fen.value = fen;
    this.read();
  }

  /** Shows the position in the text field, as far as possible. */
  read(): void {
    if (!this.element.isConnected) return;
    const [, side = "w", rights = ""] = this.fen.value.trim().split(/\s+/);
    this.pieces = new Map([...piecesOf(this.fen.value.trim())].filter(([, letter]) => LETTERS.includes(letter)));
    this.side.value = side === "b" ? "b" : "w";
    for (const right of this.rights) right.checked = rights.includes(right.value);
    this.show();
  }

  /** Writes the position to the text field. A change discards the right to capture en passant. */
  private write(): void {
    this.allow();
    const rights = this.rights.filter((right) => right.checked).map((right) => right.value).join("");
    this.fen.value = `${placed(this.pieces)} ${this.side.value} ${rights || "-"} -`;
    this.show();
  }

  /** Enables the castling rights for which king and rook are on their squares. */
  private allow(): void {
    RIGHTS.forEach(([right, king, rook], index) => {
      const input = this.rights[index] as HTMLInputElement;
      const letters = right === right.toUpperCase() ? ["K", "R"] : ["k", "r"];
      input.disabled = this.pieces.get(king) !== letters[0] || this.pieces.get(rook) !== letters[1];
      if (input.disabled) input.checked = false;
    });
  }

  private show(): void {
    this.allow();
    this.board.show({ pieces: this.pieces, side: this.side.value === "b" ? "black" : "white", label: "The position that is set up" });
    for (const [square, cell] of this.squares.cells) {
      const letter = this.pieces.get(square);
      set(cell, "aria-label", letter ? `${square}, ${nameOf(letter)}` : square);
    }
    void this.judge();
  }

  private async judge(): Promise<void> {
    this.asked += 1;
    const mine = this.asked;
    const fault = await this.fault(this.fen.value.trim());
    if (mine !== this.asked) return;
    say(this.answer, fault ?? "The machine takes this position.");
    this.answer.classList.toggle("error", fault !== null);
  }
}
