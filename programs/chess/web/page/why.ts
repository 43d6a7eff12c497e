/** The question beside the sentence of Watch: why not this move? */

import { el, fill, say, tell } from "./dom.ts";
import { last, written } from "./chess.ts";
import { reason } from "./format.ts";
import { load } from "./later.ts";
import type { Chess } from "./protocol.ts";
import type { Session } from "./session.ts";
import { announce } from "./voice.ts";

export class Why {
  private readonly select = el("select", { id: "why-move", "aria-label": "Why not this move?" });
  private readonly answer = el("p", { class: "reasons", id: "why-answer" });
  private key = "";
  private turn = 0;

  /** `asked` is told when the question is another one. */
  constructor(
    place: Element,
    private readonly session: Session,
    private readonly asked: () => void,
  ) {
    place.append(this.select, this.answer);
    this.select.addEventListener("change", () => void this.ask(this.select.value));
    session.whenOpened(() => this.opened());
  }

  /** The move that was asked about, for a link; empty if there is none. */
  get move(): string {
    return this.select.value;
  }

  /** Asks about a move, in coordinates; about none if it is not legal. */
  async ask(move: string): Promise<void> {
    this.select.value = move;
    const turn = ++this.turn;
    const { chess } = this.session.state ?? {};
    say(this.answer, "");
    this.asked();
    if (!this.select.value || !chess) return this.select.selectedIndex < 0 ? this.opened() : undefined;
    say(this.answer, "It thinks …");
    const said = await this.said(chess, move).catch(reason);
    if (turn !== this.turn) return;
    tell(this.answer, said);
    announce("answer", said);
  }

  private async said(chess: Chess, move: string): Promise<string> {
    const { whyNot } = await load("play");
    return whyNot(this.session.machine, chess.root.fen, move, last(chess));
  }

  /** The moves of the position, first those that take or check. */
  private opened(): void {
    const { opened } = this.session;
    const moves = opened?.legal ?? [];
    const key = `${opened?.fen} ${moves.length}`;
    this.select.hidden = moves.length === 0;
    if (key === this.key && this.select.selectedIndex >= 0) return;
    this.key = key;
    this.turn += 1;
    say(this.answer, "");
    const quiet = (text: string) => (/[x+#]/.test(text) ? "0" : "1") + text;
    const sorted = moves.toSorted((one, two) => (quiet(written(one)) < quiet(written(two)) ? -1 : 1));
    fill(this.select, [el("option", { value: "" }, ["Why not …?"]), ...sorted.map((move) => el("option", { value: move.move }, [`Why not ${written(move)}?`]))]);
  }
}
