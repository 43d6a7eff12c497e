/** The moves of a game, to click through, with what the program thought of them. */

import { button, el, fill, say } from "./dom.ts";
import { written } from "./chess.ts";
import { seconds } from "./format.ts";
import type { Game } from "./protocol.ts";
import type { Published } from "./published.ts";

/** What the list asks for. */
export interface Asks {
  /** Another position of the game is to be seen. */
  shown(): void;
  /** The search of a position is to be seen. */
  watch(fen: string): void;
}

/** What there is to say of the moves besides, by their indexes. */
export interface Judgement {
  /** True where the program would have played something else. */
  differs(index: number): boolean;
  /** The value of the position after a move, in words. */
  value(index: number): string;
  said(index: number): string;
}

/** The glyphs that have a sign of their own, from 1. */
const MARKS = ["!", "?", "!!", "??", "!?", "?!"];

export class MoveList {
  private readonly cells = el("div", { class: "moves", tabindex: "0", role: "region", "aria-label": "Moves" });
  /** What the game that was read says of a move. */
  private readonly note = el("p", { class: "note" });
  private readonly remark = el("p", { class: "small", "aria-live": "polite" });
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
  /** The move after which the game is shown, from 0; -1 before the first, null where it is now. */
  private at: number | null = null;

  constructor(private readonly asks: Asks, private readonly judgement: Judgement) {
    this.element = el("div", {}, [this.cells, el("div", { class: "actions ways" }, [...this.ways, this.think]), this.note, this.remark]);
  }

  /** The move after which the game is seen; null if it is seen where it is. */
  get shown(): number | null {
    return this.at;
  }

  /** Goes to a move; behind the last one, to where the game is. */
  show(index: number): void {
    const last = (this.game?.moves.length ?? 0) - 1;
    this.at = index >= last ? null : Math.max(-1, index);
    this.draw();
    this.asks.shown();
  }

  /** The position that is seen, where it is not the game's. */
  position(): string | null {
    return this.at === null ? null : (this.game?.moves[this.at + 1]?.before ?? null);
  }

  update(game: Game, published: Published | null): void {
    const more = game.moves.length !== this.game?.moves.length;
    this.game = game;
    this.published = published;
    // Whoever plays on sees it.
    if (more && !published) this.at = null;
    if (this.at !== null && this.at >= game.moves.length) this.at = null;
    this.draw();
  }

  /** The move that is seen, from 0; -1 before the first. */
  get index(): number {
    return this.at ?? (this.game?.moves.length ?? 0) - 1;
  }

  private watch(): void {
    // Where it was to move, if the move that is seen is its own; else the position that is seen.
    const move = this.game?.moves[this.index];
    const its = move && (move.thought !== null || this.published?.remarks[this.index]);
    const fen = its ? move.before : (this.position() ?? this.game?.fen);
    if (fen) this.asks.watch(fen);
  }

  /** Draws what has become known. */
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
    fill(this.cells, cells);
    const current = this.cells.querySelector<HTMLElement>("[aria-current]");
    this.cells.scrollTop = current ? current.offsetTop - this.cells.offsetTop - this.cells.clientHeight / 2 : 0;
  }

  /** What is known of a move. */
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
