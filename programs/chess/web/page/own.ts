/** Opens the visitor's own game: pasted, dropped, or from a file; as PGN, FEN, EPD, or a link. */

import { button, el, expose, fill, say } from "./dom.ts";
import { many, reason } from "./format.ts";
import type { Machine } from "./machine.ts";
import type { ReadGame } from "./protocol.ts";
import { recall, remember } from "./settings.ts";
import { decoded, LARGEST, plain } from "./texts.ts";

/** The name under which the browser stores the last game. */
const KEPT = "own";

/** Returns players, event, date and result, as far as the tags contain them; null if they contain none. */
export function titleOf(pgn: string): string | null {
  const known = (name: string) => {
    const value = new RegExp(`^\\[${name} "(.*)"\\]$`, "m").exec(pgn)?.[1]?.replace(/\\(.)/g, "$1") ?? "";
    return /^[?*]/.test(value) ? "" : value.replace(/(\.\?\?)+$/, "");
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

  /** `open` shows a game; a position is a game without moves. */
  constructor(private readonly machine: Machine, private readonly open: (game: ReadGame) => Promise<void>) {
    const file = el("input", { type: "file", class: "hidden", id: "own-file", accept: ".pgn,.fen,.epd,.txt" });
    file.addEventListener("change", () => {
      const [first] = file.files ?? [];
      if (first) void this.file(first);
      file.value = "";
    });
    const form = el("form", { id: "own-form" }, [
      el("label", {}, ["A game (PGN) or a position", this.text]),
      el("div", { class: "inline" }, [el("button", { class: "primary", id: "own-open" }, ["Open it"]), el("label", { class: "drop" }, [el("span", {}, [el("b", {}, ["Choose a file"]), ", or drop it anywhere on the page"]), file]), this.last]),
    ]);
    form.addEventListener("submit", (event) => {
      event.preventDefault();
      void this.read(this.text.value);
    });
    this.element = el("div", { class: "own" }, [form, this.problem, this.games]);
    this.last.hidden = !recall(KEPT);
  }

  /** Stores a game, as PGN. */
  keep(pgn: string): void {
    remember(KEPT, pgn);
    this.last.hidden = !recall(KEPT);
  }

  /** Opens a file that was chosen or dropped on the page. */
  async file(file: File): Promise<void> {
    if (file.size > LARGEST) return this.complain(`${file.name} is too large: ${Math.round(file.size / 1e6)} MB of at most ${LARGEST / 1e6}.`);
    await this.read(decoded(new Uint8Array(await file.arrayBuffer())));
  }

  /**
   * Opens a text; if it contains several games, the visitor chooses one. If it contains none, the page is not changed.
   */
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
      expose(this.element);
      this.games.querySelector("button")?.focus();
    } catch (error) {
      this.complain(reason(error));
    }
  }

  /** Opens a game that was read. */
  async choose(game: ReadGame): Promise<void> {
    await this.open(game);
    this.complain(game.fault ?? "");
  }

  private complain(fault: string): void {
    if (fault) expose(this.element);
    say(this.problem, fault);
  }
}
