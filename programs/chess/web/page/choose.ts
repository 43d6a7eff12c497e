/** Choosing a position: one of the 300, one that the visitor sets up, a FEN, or a file of positions. */

import { picture } from "./board.ts";
import { button, el, fill, say, set } from "./dom.ts";
import { dialog } from "./keys.ts";
import { many, reason } from "./format.ts";
import type { ReadGame } from "./protocol.ts";
import { PROBLEMS, rounded, type Problem } from "./problems.ts";
import type { Session, Wanted } from "./session.ts";
import { Setup, USUAL } from "./setup.ts";
import { decoded, LARGEST, plain } from "./texts.ts";

/** The filters for the 300 positions, with their names. */
const KINDS: readonly (readonly [string, (problem: Problem) => boolean])[] = [
  ["all", () => true],
  ["solved", ({ ours }) => ours.seconds !== null],
  ["not solved", ({ ours }) => ours.seconds === null],
  ["solved here only", ({ ours, paper }) => ours.seconds !== null && paper === null],
  ["solved in the paper only", ({ ours, paper }) => ours.seconds === null && paper !== null],
];

/** The orders of the positions, with their keys: the lowest first; unsolved positions come last. */
const ORDERS: readonly (readonly [string, (problem: Problem) => number])[] = [
  ["number", ({ number }) => number],
  ["our seconds", ({ ours }) => ours.seconds ?? Infinity],
  ["the paper’s seconds", ({ paper }) => paper ?? Infinity],
  ["faster than the paper", ({ ours, paper }) => (ours.seconds ?? Infinity) / (paper ?? 0.1)],
];

/** Creates the sign for the side to play. */
function turn(black: boolean): HTMLElement {
  return el("span", { class: black ? "turn black" : "turn" });
}

export class Chooser {
  private readonly box: HTMLDialogElement;
  private readonly cards = new Map(PROBLEMS.map((problem) => [problem, this.card(problem)]));
  private readonly grid = el("div", { class: "grid", role: "group", "aria-label": "The 300 positions" });
  private readonly number = el("input", { type: "text", id: "find-number", inputmode: "numeric", size: 4, maxlength: 3, autocomplete: "off" });
  private readonly kind = el("select", { id: "find-kind" }, KINDS.map(([name]) => el("option", {}, [name])));
  private readonly order = el("select", { id: "find-order" }, ORDERS.map(([name]) => el("option", {}, [name])));
  private readonly found = el("span", { class: "small", role: "status" });
  private readonly setup: Setup;
  private readonly fen = el("input", { type: "text", id: "fen", size: 44, maxlength: 2000, spellcheck: "false", autocomplete: "off", placeholder: "8/8/8/8/8/8/8/8 w - -" });
  private readonly depth = el("input", { type: "number", id: "depth", min: 0, max: 30, step: 1, placeholder: "30" });
  private readonly problem = el("p", { class: "error", role: "alert" });
  private readonly entries = el("ul", { class: "list" });
  private readonly note = el("p", { class: "small", role: "status" });

  /** `open` opens the chosen position, and fails with the reason if it cannot; `play` shows a pasted game. */
  constructor(private readonly session: Session, private readonly open: (wanted: Wanted) => Promise<void>, private readonly play: (game: ReadGame) => void) {
    this.grid.append(...this.cards.values());
    this.grid.addEventListener("keydown", (event) => this.key(event));
    this.number.addEventListener("input", () => this.filter());
    this.number.addEventListener("keydown", (event) => {
      if (event.key === "Enter") this.shown()[0]?.click();
    });
    this.kind.addEventListener("change", () => this.filter());
    this.order.addEventListener("change", () => this.sort());
    this.setup = new Setup(this.fen, (fen) => this.fault(fen));
    const setUp = button("Set up a position", () => {
      if (this.fen.value.trim() === "") this.fen.value = USUAL;
      const { element } = this.setup;
      if (element.isConnected) element.remove();
      else this.problem.after(element);
      this.setup.read();
      set(setUp, "aria-expanded", String(element.isConnected));
    }, { id: "set-up", "aria-expanded": "false" });
    const form = el("form", {}, [
      el("label", {}, ["A position as FEN or EPD, or a link to one", this.fen]),
      el("label", {}, ["Deepest iteration", this.depth]),
      el("button", { class: "primary" }, ["Let it think"]),
      setUp,
    ]);
    form.noValidate = true;
    form.addEventListener("submit", (event) => {
      event.preventDefault();
      void this.chooseText();
    });
    const file = el("input", { type: "file", class: "hidden", id: "epd", accept: ".epd,.fen,.txt,.csv" });
    file.addEventListener("change", () => {
      const [first] = file.files ?? [];
      if (first) void this.readFile(first);
    });
    this.box = dialog("Positions", [
      el("div", { class: "positions" }, [
        form,
        this.problem,
        el("label", { class: "drop" }, [el("span", {}, [el("b", {}, ["Choose an EPD file"]), ", or drop it anywhere on the page"]), file]),
        this.note,
        this.entries,
        el("h3", {}, ["The positions of Win at Chess, as the paper numbers them"]),
        el("div", { class: "inline" }, [el("label", {}, ["Number", this.number]), el("label", {}, ["Which", this.kind]), el("label", {}, ["By", this.order]), this.found]),
        this.grid,
        el("p", { class: "small" }, [turn(false), "White to play, ", turn(true), "Black; seconds of a Z8000 to the solution, ours and the paper’s. F, dashed: not solved within 2,000."]),
      ]),
    ]);
    const seen = new IntersectionObserver((entries) => this.paint(entries.filter((entry) => entry.isIntersecting).map((entry) => entry.target), seen), { root: this.box, rootMargin: "50%" });
    for (const card of this.cards.values()) seen.observe(card);
    this.filter();
  }

  private card({ number, quiz, place, fen, ours, paper }: Problem): HTMLButtonElement {
    const black = fen.split(" ")[1] === "b";
    const label = `quiz ${quiz}, number ${place}, ${black ? "Black" : "White"} to play: ${ours.seconds === null ? "not solved" : `${rounded(ours.seconds)} seconds`}, in the paper ${paper === null ? "not solved" : `${paper} seconds`}`;
    const time = `${rounded(ours.seconds)} | ${rounded(paper)}`;
    return el("button", { type: "button", tabindex: -1, title: `Position ${number}, ${label}`, class: ours.seconds === null ? "unsolved" : null, click: () => void this.choose({ position: number, depth: this.readDepth() }) }, [
      el("span", {}, [el("span", { class: "hidden" }, ["Position "]), el("b", {}, [number]), el("span", { class: "hidden" }, [`, ${label}`]), turn(black)]),
      el("span", { class: "small", "aria-hidden": "true" }, [time]),
    ]);
  }

  /** Draws the boards that have become visible. */
  private paint(cards: readonly Element[], seen: IntersectionObserver): void {
    for (const [{ fen }, card] of this.cards) {
      if (!cards.includes(card)) continue;
      seen.unobserve(card);
      card.prepend(picture(fen));
    }
  }

  private shown(): HTMLButtonElement[] {
    return [...this.grid.children].filter((card): card is HTMLButtonElement => card instanceof HTMLButtonElement && !card.hidden);
  }

  /** Sorts the boards in the chosen order. */
  private sort(): void {
    const by = ORDERS[this.order.selectedIndex]?.[1] ?? (() => 0);
    // Positions with equal keys stay in the order of their numbers.
    const sorted = [...this.cards].map(([problem, card]) => ({ at: by(problem), card })).sort((a, b) => (a.at === b.at ? 0 : a.at - b.at));
    this.grid.append(...sorted.map(({ card }) => card));
    this.point(this.shown()[0]);
  }

  private filter(): void {
    const fits = KINDS[this.kind.selectedIndex]?.[1] ?? (() => true);
    for (const [problem, card] of this.cards) card.hidden = !String(problem.number).startsWith(this.number.value.trim()) || !fits(problem);
    const shown = this.shown();
    say(this.found, many(shown.length, "position"));
    this.point(shown[0]);
  }

  /** Makes one of the boards reachable by Tab; arrow keys reach the others. */
  private point(card: HTMLButtonElement | undefined): void {
    for (const other of this.cards.values()) set(other, "tabindex", other === card ? 0 : -1);
  }

  private key(event: KeyboardEvent): void {
    const shown = this.shown();
    const at = shown.indexOf(event.target as HTMLButtonElement);
    const columns = shown.filter((card) => card.offsetTop === shown[0]?.offsetTop).length;
    const steps: Record<string, number> = { ArrowLeft: -1, ArrowRight: 1, ArrowUp: -columns, ArrowDown: columns, Home: -at, End: shown.length - 1 - at };
    const next = shown[at + (steps[event.key] ?? 0)];
    if (at < 0 || steps[event.key] === undefined) return;
    event.preventDefault();
    if (!next) return;
    this.point(next);
    next.focus();
  }

  /** Returns the machine's objection to a position, or null. */
  private async fault(fen: string): Promise<string | null> {
    try {
      return (await this.session.machine.ask({ kind: "fen", fen })).fault;
    } catch (error) {
      return reason(error);
    }
  }

  show(): void {
    const { position, fen } = this.session.opened ?? { position: null, fen: null };
    this.fen.value = fen ?? "";
    say(this.problem, "");
    this.setup.read();
    for (const [{ number }, card] of this.cards) {
      set(card, "aria-current", number === position ? "true" : null);
      if (number === position && !card.hidden) this.point(card);
    }
    this.box.showModal();
  }

  private readDepth(): number | null {
    const depth = this.depth.valueAsNumber;
    return Number.isInteger(depth) && depth >= 0 && depth <= 30 ? depth : null;
  }

  /** Opens what the text field contains: a FEN or an EPD, a link with one, or a game. */
  private async chooseText(): Promise<void> {
    try {
      const { games, fault } = await this.session.machine.ask({ kind: "read", text: plain(this.fen.value) });
      const [game] = games;
      set(this.fen, "aria-invalid", game ? null : "true");
      if (!game) say(this.problem, fault ?? "");
      else if (game.moves.length === 0) await this.choose({ fen: game.fen ?? USUAL, depth: this.readDepth() });
      else {
        this.box.close();
        this.play(game);
      }
    } catch (error) {
      say(this.problem, reason(error));
    }
  }

  private async choose(wanted: Wanted): Promise<void> {
    const good = this.depth.value === "" ? this.depth.validity.valid : this.readDepth() !== null;
    set(this.depth, "aria-invalid", good ? null : "true");
    if (!good) {
      say(this.problem, "The maximum depth must be a whole number from 0 to 30.");
      return;
    }
    try {
      await this.open(wanted);
      set(this.fen, "aria-invalid", null);
      this.box.close();
    } catch (error) {
      set(this.fen, "aria-invalid", "true");
      // The board that is being set up already shows the same objection.
      if (!this.setup.element.isConnected || wanted.fen !== this.fen.value.trim()) say(this.problem, reason(error));
    }
  }

  /** Lists the positions of a file. */
  async readFile(file: File): Promise<void> {
    fill(this.entries, []);
    if (!this.box.open) this.box.showModal();
    if (file.size > LARGEST) {
      say(this.note, `${file.name} is too large for a list of positions: ${Math.round(file.size / 1e6)} MB.`);
      return;
    }
    try {
      const list = await this.session.machine.ask({ kind: "positions", file: decoded(new Uint8Array(await file.arrayBuffer())) });
      const broken = list.broken[0] ? ` ${many(list.broken.length, "line")} without one; line ${list.broken[0].line}: ${list.broken[0].message}` : "";
      say(this.note, `${file.name}: ${many(list.positions.length, "position")}.${broken}`);
      fill(
        this.entries,
        list.positions.slice(0, 1000).map((one) =>
          el("li", {}, [
            button(one.id ?? `position ${one.number}`, () => void this.choose({ fen: one.fen, depth: this.readDepth(), solutions: one.solutions.split(/\s+/).filter(Boolean) }), { class: "plain" }),
            el("span", { class: "where" }, [one.task]),
          ]),
        ),
      );
    } catch (error) {
      say(this.note, `${file.name} cannot be read: ${reason(error)}`);
    }
  }
}
