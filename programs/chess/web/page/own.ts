/** The visitor's own game: pasted, dropped, or chosen from a file; as PGN, FEN, EPD, or a link. */

import { button, el, fill, say } from "./dom.ts";
import { many, reason } from "./format.ts";
import type { Machine } from "./machine.ts";
import type { ReadGame } from "./protocol.ts";
import { recall, remember } from "./settings.ts";
import { decoded, LARGEST, plain } from "./texts.ts";

/** Where the last game is remembered. */
const KEPT = "own";

/** Players, event, date and result, as far as the tags know them; null if nothing is known. */
export function titleOf(pgn: string): string | null {
  const known = (name: string) => {
    const value = new RegExp(`^\\[${name} "(.*)"\\]$`, "m").exec(pgn)?.[1]?.replace(/\\(.)/g, "$1") ?? "";
    return /^[?*]/.test(value) ? "" : value;
  };
  const [white, black] = [known("White"), known("Black")];
  const players = white || black ? `${white || "?"} – ${black || "?"}` : "";
  return [players, known("Event"), known("Date"), known("Result")].filter(Boolean).join(", ") || null;
}

export class OwnGame {
  private readonly text = el("textarea", { id: "own-text", rows: 3, spellcheck: "false", autocomplete: "off", placeholder: "1. e4 e5 2. Nf3 …, a FEN, or a link to one of these" });
  private readonly problem = el("p", { class: "error small", role: "alert", id: "own-fault" });
  private readonly last = button("Your last game", () => void this.read(recall(KEPT) ?? ""), { id: "own-last" });
  private readonly games = el("ul", { class: "list", id: "own-games" });
  readonly element: HTMLElement;

  /** `open` shows a game; a position is one without moves. */
  constructor(private readonly machine: Machine, private readonly open: (game: ReadGame) => Promise<void>) {
    const file = el("input", { type: "file", id: "own-file", accept: ".pgn,.fen,.epd,.txt" });
    file.addEventListener("change", () => {
      const [first] = file.files ?? [];
      if (first) void this.file(first);
      file.value = "";
    });
    const form = el("form", { id: "own-form" }, [
      el("label", {}, ["A game (PGN) or a position", this.text]),
      el("div", { class: "inline" }, [el("button", { class: "primary", id: "own-open" }, ["Open it"]), el("label", {}, ["or a file", file]), this.last]),
    ]);
    form.addEventListener("submit", (event) => {
      event.preventDefault();
      void this.read(this.text.value);
    });
    this.element = el("div", { class: "own" }, [form, this.problem, this.games]);
    this.last.hidden = !recall(KEPT);
  }

  /** Remembers a game, as PGN. */
  keep(pgn: string): void {
    remember(KEPT, pgn);
    this.last.hidden = !recall(KEPT);
  }

  /** Reads a file; it may also be dropped anywhere on the page. */
  async file(file: File): Promise<void> {
    if (file.size > LARGEST) return this.complain(`${file.name} is too large: ${Math.round(file.size / 1e6)} MB of at most ${LARGEST / 1e6}.`);
    await this.read(decoded(new Uint8Array(await file.arrayBuffer())));
  }

  /** Reads a text; if there are several games the visitor chooses. What is on the page stays if there is none. */
  async read(text: string): Promise<void> {
    fill(this.games, []);
    this.complain("");
    try {
      const { games, more, fault } = await this.machine.ask({ kind: "read", text: plain(text) });
      const [first] = games;
      if (!first) return this.complain(fault ?? "");
      if (games.length === 1) return await this.choose(first);
      const rest = more > 0 ? [el("li", {}, [`${many(more, "more game")} are not listed.`])] : [];
      fill(this.games, [
        ...games.map((game, index) => el("li", {}, [button(titleOf(game.pgn) ?? `Game ${index + 1}`, () => void this.choose(game), { class: "plain" }), el("span", { class: "where" }, [`${many(game.moves.length, "half-move")}${game.fault ? ", broken" : ""}`])])),
        ...rest,
      ]);
      this.games.querySelector("button")?.focus();
    } catch (error) {
      this.complain(reason(error));
    }
  }

  /** Shows a game that was read. */
  async choose(game: ReadGame): Promise<void> {
    await this.open(game);
    this.complain(game.fault ?? "");
  }

  private complain(fault: string): void {
    say(this.problem, fault);
  }
}
