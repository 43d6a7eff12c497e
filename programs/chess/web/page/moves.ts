/** The list of a game's moves, which can be clicked, with the program's verdict on each. */

import { button, el, fill, say } from "./dom.ts";
import { written } from "./chess.ts";
import { seconds } from "./format.ts";
import type { Game } from "./protocol.ts";
import type { Published } from "./published.ts";
import { rove } from "./rove.ts";

/** The requests of the list. */
export interface Asks {
  /** Another position of the game is to be displayed. */
  shown(): void;
  /** The search of a position is to be displayed. */
  watch(fen: string): void;
}

/** Additional information about the moves, by their indexes. */
export interface Judgement {
  /** Returns true if the program would have played another move. */
  differs(index: number): boolean;
  /** Returns the value of the position after a move, in words. */
  value(index: number): string;
  said(index: number): string;
}

/** The signs for the PGN glyphs 1 to 6. */
const MARKS = ["!", "?", "!!", "??", "!?", "?!"];

export class MoveList {
  private readonly cells = el("div", { class: "moves", role: "group", "aria-label": "The list of moves" });
  /** The comment of a pasted game on a move. */
  private readonly note = el("p", { class: "note" });
  private readonly remark = el("p", { class: "small remark" });
  private readonly settle = rove(this.cells, "rows", "button", "[aria-current]");
  private readonly think = button("Watch it think here", () => this.watch(), { id: "watch-move" });
  private readonly ways = [
    button("«", () => this.show(-1), { "aria-label": "To the beginning of the game" }),
    button("‹", () => this.show(this.index - 1), { "aria-label": "A move back", id: "move-back" }),
    button("›", () => this.show(this.index + 1), { "aria-label": "A move on", id: "move-on" }),
    button("»", () => this.show(Infinity), { "aria-label": "To the end of the game" }),
  ] as const;
  readonly element: HTMLElement;
  private game: Game | null = null;
  private published: Published | null = null;
  /** Index of the move after which the game is shown, from 0; -1 before the first, null at the end of the game. */
  private at: number | null = null;

  constructor(private readonly asks: Asks, private readonly judgement: Judgement) {
    this.element = el("div", {}, [this.cells, el("div", { class: "actions ways" }, [...this.ways, this.think]), this.note, this.remark]);
  }

  /** Index of the move after which the game is shown; null at the end of the game. */
  get shown(): number | null {
    return this.at;
  }

  /** Goes to a move; beyond the last one, to the end of the game. */
  show(index: number): void {
    const last = (this.game?.moves.length ?? 0) - 1;
    this.at = index >= last ? null : Math.max(-1, index);
    this.draw();
    this.asks.shown();
  }

  /** The displayed position as a FEN; null at the end of the game. */
  position(): string | null {
    return this.at === null ? null : (this.game?.moves[this.at + 1]?.before ?? null);
  }

  update(game: Game, published: Published | null): void {
    const more = game.moves.length !== this.game?.moves.length;
    this.game = game;
    this.published = published;
    // A visitor who plays on sees the new move.
    if (more && !published) this.at = null;
    if (this.at !== null && this.at >= game.moves.length) this.at = null;
    this.draw();
  }

  /** Index of the displayed move, from 0; -1 before the first. */
  get index(): number {
    return this.at ?? (this.game?.moves.length ?? 0) - 1;
  }

  /** The displayed move with what is known of it, as a sentence. */
  get words(): string {
    const move = this.game?.moves[this.index];
    return this.said(this.index) || (move ? `${written(move)}.` : "Before the first move.");
  }

  private watch(): void {
    // If the displayed move is the program's own, the position before it, in which the program had to move; otherwise
    // the displayed position.
    const move = this.game?.moves[this.index];
    const its = move && (move.thought !== null || this.published?.remarks[this.index]);
    const fen = its ? move.before : (this.position() ?? this.game?.fen);
    if (fen) this.asks.watch(fen);
  }

  /** Draws the list with the current verdicts. */
  draw(): void {
    const { game, index } = this;
    if (!game) return;
    const [first, back, on, last] = this.ways;
    first.disabled = back.disabled = index < 0;
    on.disabled = last.disabled = this.at === null;
    this.think.disabled = game.moves.length === 0 && game.ending !== null;
    const move = game.moves[index];
    say(this.note, move ? [move.comment ?? "", ...move.variations.map((moves) => `(${moves})`)].filter(Boolean).join(" ") : "");
    say(this.remark, this.said(index));
    const differ = game.moves.map((_, at) => this.judgement.differs(at));
    const key = `${game.start} ${game.moves.map((move) => `${move.move}${move.glyphs}`).join()} ${index} ${differ.join()}`;
    if (this.cells.dataset.key === key) return;
    this.cells.dataset.key = key;
    const black = game.start.split(" ")[1] === "b" ? 1 : 0;
    const number = Number(game.start.split(" ")[5] ?? 1) || 1;
    const cells: HTMLElement[] = [];
    game.moves.forEach((move, at) => {
      const ply = at + black;
      if (ply % 2 === 0 || at === 0) cells.push(el("span", { class: "number" }, [number + Math.floor(ply / 2)]));
      if (at === 0 && black) cells.push(el("span", {}, ["…"]));
      const name = button(`${written(move)}${move.glyphs.map((glyph) => MARKS[glyph - 1] ?? "").join("")}`, () => this.show(at), { class: at === index ? "plain last" : "plain", "aria-current": at === index ? "true" : null });
      if (differ[at]) name.append(el("span", { class: "differs", title: "BCP would have played something else" }, [" ≠", el("span", { class: "hidden" }, [" not BCP’s move"])]));
      cells.push(name);
    });
    const focused = this.cells.contains(document.activeElement);
    fill(this.cells, cells);
    this.settle();
    const current = this.cells.querySelector<HTMLElement>("[aria-current]");
    if (focused) current?.focus();
    this.cells.scrollTop = current ? current.offsetTop - this.cells.offsetTop - this.cells.clientHeight / 2 : 0;
  }

  /** Describes what is known of a move. */
  private said(index: number): string {
    const move = this.game?.moves[index];
    const remark = this.published?.remarks[index];
    if (remark) return remark;
    const value = this.judgement.value(index);
    const judged = [value && `${move ? `After ${written(move)}` : "Before the first move"}: ${value}.`, this.judgement.said(index)].filter(Boolean).join(" ");
    if (judged) return judged;
    if (!move?.thought) return "";
    const { thought } = move;
    return `It thought for ${seconds(thought.seconds)} Z8000 seconds: ${written(move)}, ${thought.words}, at depth ${thought.depth}.`;
  }
}
