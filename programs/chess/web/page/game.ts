/** The tab Play: a game of the visitor against the program, on a board of its own, with the program's clock running. */

import type { Scene } from "./board.ts";
import { kingOf, piecesOf } from "./board.ts";
import { button, el, expose, find, reveal, say, set, svg, tell } from "./dom.ts";
import { dialog as openDialog } from "./keys.ts";
import { numbered, written } from "./chess.ts";
import { Analysis, moveNumber } from "./analysis.ts";
import { clock, many, reason } from "./format.ts";
import { Graph } from "./graph.ts";
import type { Hands, LegalMove } from "./hands.ts";
import type { Machine } from "./machine.ts";
import { drawingOf } from "./pieces.ts";
import { MoveList } from "./moves.ts";
import { OwnGame, titleOf } from "./own.ts";
import { LEAST_SECONDS, MOST_SECONDS } from "./pace.ts";
import { pack, unpack } from "./packed.ts";
import { PUBLISHED, type Published } from "./published.ts";
import type { Game, Pace as Asked, ReadGame, Side, Standing } from "./protocol.ts";
import { recall, remember } from "./settings.ts";
import type { Topic } from "./voice.ts";

// Asked from Watch, and loaded with this tab.
export { whyNot } from "./whynot.ts";

/** The speeds of the program's processor while it thinks, with their names. */
const SPEEDS: readonly (readonly [string, Asked])[] = [
  ["as in 1986: 4 MHz", { clocks: 4e6 }],
  ["ten times that", { clocks: 4e7 }],
  ["as fast as it goes", "full"],
];

/** The part of a link about a game. */
export interface GameLink {
  readonly fen?: string | null;
  /** The moves in coordinate notation, separated by points. */
  readonly moves?: string | null;
  readonly side?: Game["person"] | null;
  /** A pasted game, as packed PGN. */
  readonly pgn?: string | null;
  /** Number of a published game, from 1. */
  readonly published?: number | null;
  /** Index of the move after which the game is shown, from 0; null for the current position. */
  readonly at?: number | null;
  /** Z8000 seconds per move, if the whole game is analysed. */
  readonly analysis?: number | null;
}

/** What the panel uses of the page around it. */
export interface Surroundings {
  readonly machine: Machine;
  readonly hands: Hands;
  complain(message: string): void;
  /** Announces a text to screen readers. */
  announce(topic: Topic, text: string): void;
  /** Called when the game has changed: draws the board. */
  drawn(): void;
  /** Called before another game is opened: keeps the current one in the history of the browser. */
  leave(): void;
  /** Shows the search of a position. */
  watch(fen: string): void;
}

export class GamePanel {
  game: Game | null = null;
  private readonly area = el("div", { class: "play" });
  private readonly heading = el("h2", {}, ["Moves"]);
  private readonly sections: readonly HTMLElement[];
  private readonly yours = el("b", {}, ["0:00.0"]);
  private readonly its = el("b", {}, ["0:00.0"]);
  private readonly yourBox = el("div", {}, [el("span", {}, ["You"]), this.yours]);
  private readonly itsBox = el("div", {}, [el("span", {}, ["The Z8000"]), this.its]);
  private readonly status = el("p", { role: "status" });
  private readonly thought = el("p", { class: "small" });
  private readonly moves: MoveList;
  /** The published game that is shown; null if there is none. */
  private published: Published | null = null;
  private readonly side = el("select", { id: "play-side" }, ["white", "black", "both", "none"].map((side) => el("option", { value: side }, [SIDES[side as Game["person"]]])));
  private readonly level = secondsField("play-level", recall("level"));
  private readonly levelFault = el("span", { class: "error small", role: "alert", id: "play-level-fault" });
  private readonly newFault = el("p", { class: "error small", role: "alert", id: "new-game-fault" });
  private readonly speed = el("select", { id: "play-speed" }, SPEEDS.map(([name], index) => el("option", { value: index }, [name])));
  private readonly fen = el("input", { type: "text", id: "play-fen", placeholder: "the usual one", size: 18, spellcheck: "false", autocomplete: "off" });
  private readonly text = el("input", { type: "text", id: "play-move", placeholder: "Nf3 or g1f3", size: 9, spellcheck: "false", autocomplete: "off", autocapitalize: "off" });
  private readonly problem = el("p", { class: "error small", role: "alert" });
  private readonly now = button("Move now", () => void this.around.machine.ask({ kind: "pause" }).catch(() => {}), { id: "move-now" });
  private readonly back = button("Take back", () => void this.takeBack(), { id: "take-back" });
  private readonly giveUp = button("Resign", () => void this.ask({ kind: "resign" }), { id: "resign" });
  private readonly claim = button("Claim the draw", () => void this.ask({ kind: "claim" }), { id: "claim", hidden: true });
  private readonly withVerdicts = el("input", { type: "checkbox", id: "pgn-verdicts" });
  private readonly withVerdictsLabel = el("label", { class: "tick", hidden: true }, [this.withVerdicts, "with what BCP says"]);
  private readonly pgn = el("pre", { tabindex: "0", hidden: true, "aria-label": "The game as PGN" });
  private readonly analysis: Analysis;
  private readonly graph = new Graph((index) => this.moves.show(index));
  private readonly depth = secondsField("analysis-seconds", null);
  private readonly depthFault = el("span", { class: "error small", role: "alert", id: "analysis-seconds-fault" });
  private readonly askHere = button("Ask at this move", () => void this.analyse(false), { id: "analyse-move" });
  private readonly askAll = button("Ask for the whole game", () => void this.analyse(true), { id: "analyse-game" });
  private readonly endAnalysis = button("Stop", () => this.stopAnalysis(), { id: "analyse-stop" });
  private readonly askWhy = button("Why?", () => void this.why(), { id: "analyse-why", hidden: true });
  private readonly costliest = button("", () => this.moves.show(this.worst), { id: "analyse-worst", hidden: true });
  private readonly progress = el("p", { class: "small", id: "analysis-progress" });
  private readonly reasons = el("p", { class: "reasons", id: "analysis-why" });
  readonly own: OwnGame;
  private elapsed = 0;
  /** Z8000 seconds that the program spent on its moves before the current one. */
  private spent = 0;
  private ticking: number | null = null;
  private turned = false;
  seen = false;

  constructor(panel: HTMLElement, private readonly around: Surroundings) {
    this.analysis = new Analysis(around.machine, () => this.judged());
    this.moves = new MoveList({ shown: () => this.walked(), watch: (fen) => around.watch(fen) }, {
      differs: (index) => this.game !== null && this.analysis.agrees(this.game, index) === false,
      value: (index) => (this.game ? (this.analysis.after(this.game, index)?.label ?? "") : ""),
      said: (index) => (this.game ? this.analysis.said(this.game, index) : ""),
    });
    this.own = new OwnGame(around.machine, (game) => this.openOwn(game));
    const games = el("select", { id: "published" }, [el("option", { value: "" }, ["Choose one"]), ...PUBLISHED.map(({ title }, index) => el("option", { value: index }, [title]))]);
    games.addEventListener("change", () => {
      if (games.value !== "") {
        around.leave();
        void this.walk(Number(games.value)).then(() => this.bring());
      }
      games.value = "";
    });
    const start = el("form", { class: "inline", id: "new-game" }, [
      el("label", {}, ["You play", this.side]),
      el("label", {}, ["Its seconds a move", this.level, this.levelFault]),
      el("label", {}, ["Its speed", this.speed]),
      el("label", {}, ["From the position (FEN)", this.fen]),
      el("button", { class: "primary" }, ["New game"]),
      this.newFault,
    ]);
    start.addEventListener("submit", (event) => {
      event.preventDefault();
      if (this.readLevel() === null) return;
      around.leave();
      void this.begin().then((begun) => begun && this.bring());
    });
    const typed = el("form", { class: "inline" }, [el("label", {}, ["Your move", this.text]), el("button", {}, ["Play it"])]);
    typed.addEventListener("submit", (event) => {
      event.preventDefault();
      void this.play(this.text.value.trim());
    });
    this.sections = [
      el("section", { class: "pane", "aria-label": "The game" }, [
        el("div", { class: "clocks" }, [this.itsBox, this.yourBox]),
        this.status,
        this.thought,
        typed,
        this.problem,
        el("div", { class: "actions" }, [this.now, this.back, button("Turn the board", () => this.turn()), this.claim, this.giveUp]),
      ]),
      el("section", { class: "pane", "aria-label": "Another game" }, [
        choice("A new game", start),
        choice("Your own game", this.own.element),
        choice("BCP’s published games", el("form", { class: "inline" }, [el("label", {}, ["Walk through", games])])),
      ]),
      el("section", { class: "pane beside", "aria-label": "Moves" }, [
        this.heading,
        this.graph.element,
        this.moves.element,
        el("h3", { class: "second" }, ["What would BCP have played?"]),
        el("div", { class: "inline" }, [el("label", {}, ["Z8000 seconds a move", this.depth, this.depthFault]), this.askHere, this.askAll, this.endAnalysis]),
        this.progress,
        el("div", { class: "actions" }, [this.costliest, this.askWhy]),
        this.reasons,
        el("div", { class: "actions" }, [button("Copy as PGN", () => void this.copy(), { id: "pgn" }), button("Save as PGN", () => void this.save()), this.withVerdictsLabel]),
        this.pgn,
      ]),
    ];
    this.area.append(...this.sections);
    panel.append(this.area);
    around.machine.listen((event) => {
      if (event.kind === "game") this.take(event.game);
    });
    this.speed.addEventListener("change", () => {
      // The new speed applies to the current move as well.
      if (this.game?.thinking) void this.think();
    });
    this.level.addEventListener("change", () => {
      const seconds = this.readLevel();
      if (seconds !== null && this.game) void this.ask({ kind: "level", seconds });
    });
    this.depth.addEventListener("change", () => this.readDepth());
    // An error disappears while its field is corrected: later, it would move a button away from the click on it.
    this.level.addEventListener("input", () => this.levelFault.textContent && this.readLevel());
    this.depth.addEventListener("input", () => this.depthFault.textContent && this.readDepth());
  }

  /** Begins a game from a position (by default the initial one), in which the visitor plays a side. */
  async begin(fen: string | null = null, person: Game["person"] | null = null, moves: readonly string[] = []): Promise<boolean> {
    if (fen !== null) this.fen.value = fen;
    if (person !== null) this.side.value = person;
    const from = this.fen.value.trim();
    return this.start({ person: this.side.value as Game["person"], moves: [...moves], ...(from ? { fen: from } : {}) });
  }

  /** Begins a game. If a field contains an invalid time, it shows the error, and the game uses the last valid time. */
  private async start(game: { person: Game["person"]; fen?: string; moves?: string[]; pgn?: string }): Promise<boolean> {
    await this.settle();
    say(this.newFault, "");
    this.readLevel();
    const done = await this.ask({ kind: "newGame", seconds: this.seconds, ...game }, game.pgn === undefined ? this.newFault : this.problem);
    set(this.fen, "aria-invalid", done || game.pgn !== undefined ? null : "true");
    if (!done) {
      if (game.pgn === undefined) expose(this.newFault);
      return false;
    }
    this.published = null;
    this.read = null;
    this.elapsed = 0;
    this.turned = game.person === "black";
    this.draw();
    void this.proceed();
    return true;
  }

  /** Shows a published game, from its beginning by default. */
  async walk(index: number, at: number | null = -1): Promise<void> {
    const published = PUBLISHED[index];
    if (!published) this.around.complain(`There is no published game ${index + 1}: there are ${PUBLISHED.length}.`);
    if (!published || !(await this.start({ person: "both", pgn: published.pgn }))) return;
    this.published = published;
    this.turned = published.title.split(" – ")[1]?.startsWith("BCP") ?? false;
    if (this.game) this.moves.update(this.game, published);
    this.moves.show(at ?? Infinity);
  }

  /** Shows a pasted game, after a move or at its end; a position without moves becomes a new game. */
  private async openOwn({ fen, pgn }: ReadGame): Promise<void> {
    this.stopAnalysis();
    this.around.leave();
    if (pgn) await this.openPgn(pgn, -1);
    else await this.begin(fen ?? "", "both");
    this.bring();
  }

  /** Brings the board of another game into sight. */
  private bring(): void {
    reveal(find("main"));
  }

  private async openPgn(pgn: string, at: number | null): Promise<void> {
    if (!(await this.start({ person: "both", pgn }))) return;
    this.read = { title: titleOf(pgn) ?? "A game", packed: null, key: null };
    this.moves.show(at ?? Infinity);
    await this.repack();
  }

  /** The pasted game, and its moves packed for the address; null in a game that is played. */
  private read: { readonly title: string; packed: string | null; key: string | null } | null = null;

  /** Packs the pasted game with all its moves, and stores it. */
  private async repack(): Promise<void> {
    const { read, game } = this;
    const key = game && `${game.moves.map((move) => move.move).join()} ${game.ending?.word}`;
    if (!read || read.key === key) return;
    read.key = key;
    const text = await this.asPgn([]);
    const packed = text && (await pack(text));
    // The game was continued meanwhile, or another one was opened.
    if (!packed || read !== this.read || read.key !== key) return;
    read.packed = packed;
    this.own.keep(text);
    this.draw();
  }

  /** Analyses the current move or the whole game: what the program would have played. */
  private async analyse(whole: boolean): Promise<void> {
    const { game } = this;
    const seconds = this.readDepth();
    if (seconds === null) return;
    if (!game || game.moves.length === 0) return say(this.progress, "There is no move to ask about yet.");
    this.analysis.seconds = seconds;
    this.analysis.whole = whole;
    this.analysis.update(game);
    this.around.drawn();
    // The better move and the value after the played one need the positions before and after the move.
    const at = Math.max(0, this.moves.index);
    await this.analysis.ask(game, whole ? [...game.moves.keys(), game.moves.length] : [at, at + 1]);
  }

  /** Index of the move that cost its side most; -1 if there is none. */
  private worst = -1;

  private stopAnalysis(): void {
    this.analysis.whole = false;
    this.analysis.stop();
    this.judged();
  }

  /** Shows why the program would not have played the current move. */
  private async why(): Promise<void> {
    const { game } = this;
    if (!game) return;
    say(this.reasons, "It thinks …");
    const why = await this.analysis.why(game, this.moves.index).catch(reason);
    tell(this.reasons, why);
    this.around.announce("answer", why);
  }

  /** Called when an analysis has a new verdict. */
  private judged(): void {
    this.moves.draw();
    this.drawAnalysis();
    this.around.drawn();
  }

  private drawAnalysis(): void {
    const { game, analysis } = this;
    if (!game) return;
    const { asked, searched, agreed } = analysis.count(game);
    this.graph.show(game.moves.map((_, index) => analysis.after(game, index)), game.moves.map((_, index) => analysis.agrees(game, index)), this.moves.index);
    this.endAnalysis.hidden = !analysis.thinking;
    this.askHere.disabled = this.askAll.disabled = analysis.thinking || game.thinking;
    const all = analysis.whole ? ` of ${game.moves.length}` : "";
    const which = searched === asked ? "them" : `the ${searched} for which it searched`;
    const progress = analysis.fault || (asked === 0 ? (analysis.thinking ? "It thinks …" : "") : `${asked}${all} half-moves asked about; BCP would have played ${agreed} of ${which}.`);
    say(this.progress, progress);
    if (analysis.thinking || analysis.fault || asked > 0) this.around.announce("answer", progress);
    this.withVerdictsLabel.hidden = asked === 0;
    this.worst = analysis.costliest(game);
    const worst = game.moves[this.worst];
    this.costliest.hidden = !worst;
    if (worst) say(this.costliest, `The costliest move: ${numbered([worst], worst.side, moveNumber(worst))}`);
    const verdict = analysis.verdicts[this.moves.index];
    this.askWhy.hidden = !verdict || analysis.agrees(game, this.moves.index) !== false;
    const move = game.moves[this.moves.index];
    if (move) say(this.askWhy, `Why not ${written(move)}?`);
    const key = `${this.moves.index} ${game.moves.length}`;
    if (this.reasons.dataset.key !== key) say(this.reasons, "");
    this.reasons.dataset.key = key;
  }

  /** Returns the game for a link; null before there is one. */
  link(): GameLink | null {
    const { game } = this;
    if (!game) return null;
    const at = this.moves.shown;
    const published = this.published && game.moves.length === this.published.moves.length ? PUBLISHED.indexOf(this.published) : null;
    const analysis = this.analysis.whole ? this.analysis.seconds : null;
    if (published !== null) return { published: published + 1, at, analysis };
    if (this.read) return this.read.packed === null ? null : { pgn: this.read.packed, at, analysis };
    const usual = game.start.startsWith("rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq");
    return { fen: usual ? null : game.start, moves: game.moves.map((move) => move.move).join("."), side: game.person, at, analysis };
  }

  /** Resumes the game of a link. */
  async follow(link: GameLink): Promise<void> {
    this.prepare();
    if (link.published !== null && link.published !== undefined) await this.walk(link.published - 1, link.at ?? null);
    else if (link.pgn) await this.followPgn(link.pgn, link.at ?? null);
    else if (await this.begin(link.fen ?? "", link.side ?? "white", (link.moves ?? "").split(".").filter(Boolean))) if (link.at !== null && link.at !== undefined) this.moves.show(link.at);
    if (!link.analysis) return;
    this.depth.value = String(link.analysis);
    await this.analyse(true);
  }

  private async followPgn(packed: string, at: number | null): Promise<void> {
    try {
      await this.openPgn(await unpack(packed), at);
    } catch (error) {
      this.around.complain(reason(error));
    }
    if (!this.game) await this.begin();
  }

  /** Z8000 seconds for each of the program's moves: the last valid value of its field. */
  private seconds = DEFAULT_SECONDS;

  private readLevel(): number | null {
    const seconds = readSeconds(this.level, this.levelFault);
    if (seconds === null) return null;
    this.seconds = seconds;
    remember("level", String(seconds));
    return seconds;
  }

  private readDepth(): number | null {
    return readSeconds(this.depth, this.depthFault);
  }

  /** Called when the panel becomes visible: begins a game if there is none. */
  async show(): Promise<void> {
    this.seen = true;
    if (!this.game && !this.awaited) await this.begin();
    this.awaited = false;
    this.draw();
    this.tick();
  }

  /** Prevents the panel from beginning a game by itself, since another one is about to begin. */
  prepare(): void {
    this.awaited = true;
  }

  private awaited = false;

  /** Called when the panel is no longer visible. */
  async hide(): Promise<void> {
    this.seen = false;
    await this.settle();
  }

  /** Forgets the game after the machine was restarted: the game was lost with it. */
  forget(): void {
    this.game = null;
    if (!this.seen) return;
    void (this.read?.packed ? this.followPgn(this.read.packed, null) : this.begin());
  }

  /** Ends the program's thinking, so that it plays its best move so far. */
  private async settle(): Promise<void> {
    this.proceeding += 1;
    if (this.game?.thinking) await this.around.machine.ask({ kind: "pause" }).catch(() => {});
  }

  private async ask(request: Parameters<Machine["ask"]>[0], problem = this.problem): Promise<boolean> {
    try {
      const answer = await this.around.machine.ask(request);
      if (answer.kind === "game") this.take(answer.game);
      say(this.problem, request.kind === "newGame" && answer.kind === "game" ? (answer.game.fault ?? "") : "");
      return true;
    } catch (error) {
      say(problem, reason(error));
      return false;
    }
  }

  /** Lets the program think if it is to move, and continue if it plays both sides. */
  private async proceed(): Promise<void> {
    this.proceeding += 1;
    const { proceeding } = this;
    for (;;) {
      const { game } = this;
      // Another game, or an undone move, has started its own thinking.
      if (proceeding !== this.proceeding) return;
      if (!game || game.ending || game.thinking || this.mine(game)) return;
      if (!(await this.think())) return;
      if (!this.seen) return;
    }
  }

  private proceeding = 0;

  private async think(): Promise<boolean> {
    const pace = SPEEDS[this.speed.selectedIndex]?.[1] ?? "full";
    const done = await this.ask({ kind: "think", pace });
    const move = this.game?.moves[this.game.moves.length - 1];
    if (done && move) this.around.announce("move", `The program plays ${written(move)}.`);
    return done;
  }

  private mine(game: Game): boolean {
    return game.person === "both" || game.person === game.side;
  }

  /** Plays a move of the visitor; for a promotion, the visitor chooses the piece. */
  async made(from: string, to: string): Promise<void> {
    const moves = this.legal().filter((move) => move.from === from && move.to === to);
    const kinds = moves.flatMap((move) => (move.promotion ? [move.promotion] : []));
    const kind = kinds.length > 1 ? await this.choose(kinds, this.game?.side ?? "white") : (kinds[0] ?? "");
    if (kind === null) this.draw();
    else await this.play(`${from}${to}${kind}`);
  }

  private choose(kinds: readonly string[], side: Side): Promise<string | null> {
    return new Promise((resolve) => {
      const names: Record<string, string> = { q: "Queen", r: "Rook", b: "Bishop", n: "Knight" };
      const buttons = kinds.map((kind) => {
        const picture = svg("svg", { viewBox: "0 0 1 1", "aria-hidden": "true" }, [svg("use", { href: drawingOf(side === "white" ? kind.toUpperCase() : kind) })]);
        const choice = el("button", { type: "button", "aria-label": names[kind] ?? kind }, [picture]);
        choice.addEventListener("click", () => {
          resolve(kind);
          box.close();
        });
        return choice;
      });
      const box = openDialog("Which piece?", [el("div", { class: "promotion" }, buttons)]);
      box.addEventListener("close", () => {
        resolve(null);
        box.remove();
      });
      box.showModal();
    });
  }

  private async play(move: string): Promise<void> {
    if (!move) return;
    if (!(await this.ask({ kind: "move", move }))) return;
    this.text.value = "";
    this.draw();
    await this.proceed();
  }

  private async takeBack(): Promise<void> {
    await this.settle();
    await this.ask({ kind: "takeBack" });
    this.draw();
    await this.proceed();
  }

  private turn(): void {
    this.turned = !this.turned;
    this.around.drawn();
  }

  private legal(): LegalMove[] {
    const { game } = this;
    if (!game || game.thinking || this.moves.shown !== null || !this.mine(game)) return [];
    return game.legal.map((move) => ({ from: move.slice(0, 2), to: move.slice(2, 4), promotion: move.slice(4) || null }));
  }

  private take(game: Game): void {
    const before = this.game?.moves.length ?? 0;
    this.game = game;
    if (game.moves.length !== before && !game.fault) say(this.problem, "");
    this.draw();
  }

  /** Returns the board of the game; null before there is one. */
  scene(): Scene | null {
    const { game } = this;
    if (!game) return null;
    const past = this.moves.position();
    const pieces = piecesOf(past ?? game.fen);
    const move = game.moves[this.moves.shown ?? game.moves.length - 1]?.move;
    const mated = past === null && game.ending?.word === "checkmate" ? kingOf(pieces, game.side) : null;
    const idea = game.thinking ? game.iterations[game.iterations.length - 1]?.best?.move : undefined;
    return {
      pieces,
      side: past !== null ? (past.split(" ")[1] === "b" ? "black" : "white") : game.ending ? null : game.side,
      moved: move ? [move.slice(0, 2), move.slice(2, 4)] : [],
      arrows: idea ? [{ from: idea.slice(0, 2), to: idea.slice(2, 4), kind: "best" }] : [],
      ring: mated,
      flipped: this.turned,
      glide: true,
      label: "The game",
    };
  }

  /** Returns the value of the displayed position; null if the program has not searched it. */
  value(): Standing | null {
    const { game } = this;
    if (!game) return null;
    const found = game.thinking && this.moves.shown === null ? game.iterations[game.iterations.length - 1] : undefined;
    return found ?? this.analysis.after(game, this.moves.index);
  }

  private draw(): void {
    const { game } = this;
    if (!game || !this.seen) return;
    this.moves.update(game, this.published);
    this.around.hands.show(piecesOf(this.moves.position() ?? game.fen), this.legal(), this.turned);
    this.spent = game.moves.reduce((sum, move) => sum + (move.thought?.seconds ?? 0), 0);
    say(this.its, clock(this.spent + (game.thinking ? (game.seconds ?? 0) : 0)));
    this.itsBox.classList.toggle("running", game.thinking);
    this.yourBox.classList.toggle("running", !game.ending && this.mine(game));
    this.now.disabled = !game.thinking;
    this.back.disabled = game.moves.length === 0;
    this.giveUp.disabled = game.ending !== null;
    this.claim.hidden = game.claim === null;
    this.arrange();
    void this.repack();
    this.analysis.update(game);
    this.drawAnalysis();
    say(this.status, this.says(game));
    const found = game.iterations[game.iterations.length - 1];
    say(this.thought, found ? `It says: depth ${found.depth}, ${written(found.best)}, ${found.words}, ${many(found.nodes, "node")}.` : "");
    this.around.drawn();
  }

  /** Called when another move of the game is displayed. */
  private walked(): void {
    this.draw();
    const side = this.scene()?.side;
    this.around.announce("move", [this.moves.words, side && `${side === "white" ? "White" : "Black"} to play.`].filter(Boolean).join(" "));
  }

  /** Returns the text about the state of the game. */
  private says(game: Game): string {
    // In a game in which the visitor plays both sides, the program does not claim a draw.
    const ending = game.person === "both" ? game.ending?.text.split("\n")[0] : game.ending?.text;
    const claim = game.claim && `A ${game.claim.word} may be claimed.`;
    const title = this.published?.title ?? this.read?.title;
    const now = this.moves.shown === null ? (ending ?? claim) : null;
    // The heading already shows the title.
    if (title) return now ?? "";
    if (this.moves.shown !== null) return "Looking back; the game goes on at its end.";
    if (now) return now;
    if (game.thinking) return "The program is thinking.";
    return this.mine(game) ? `Your move: ${game.side === "white" ? "White" : "Black"} plays.` : "";
  }

  /**
   * Arranges the panel: a pasted game begins with its title, the curve and the list; a played one with the clocks. The
   * ways to another game are in the middle.
   */
  private arrange(): void {
    const { walks } = this;
    say(this.heading, this.published?.title ?? this.read?.title ?? "Moves");
    if (this.area.classList.toggle("reading", walks) === (this.area.firstElementChild !== this.sections[0])) return;
    this.area.append(...(walks ? this.sections.toReversed() : this.sections));
  }

  /** True if the game was played elsewhere and is only shown. */
  get walks(): boolean {
    return this.published !== null || this.read !== null;
  }

  /** Moves through the game by a key. */
  step(to: "back" | "on" | "first" | "last"): void {
    if (to === "first" || to === "last") this.moves.show(to === "first" ? -1 : Infinity);
    else this.moves.show(this.moves.index + (to === "back" ? -1 : 1));
  }

  /** Updates the visitor's clock. */
  private tick(): void {
    if (this.ticking !== null) return;
    let before = performance.now();
    this.ticking = window.setInterval(() => {
      const now = performance.now();
      const { game } = this;
      if (game && this.seen && !game.ending && this.mine(game) && game.moves.length > 0) {
        // The time while the browser tab was suspended does not count.
        this.elapsed += Math.min(1, (now - before) / 1000);
        say(this.yours, clock(this.elapsed));
      } else if (game?.moves.length === 0) say(this.yours, clock((this.elapsed = 0)));
      before = now;
    }, 100);
  }

  private async asPgn(comments: string[]): Promise<string | null> {
    try {
      const today = new Date().toISOString().slice(0, 10).replace(/-/g, ".");
      const answer = await this.around.machine.ask({ kind: "pgn", date: today, comments });
      return answer.text;
    } catch (error) {
      say(this.problem, reason(error));
      return null;
    }
  }

  /** Returns BCP's comments on the moves, if they are to be included in the PGN. */
  private comments(): string[] {
    return this.game && this.withVerdicts.checked ? this.analysis.comments(this.game) : [];
  }

  private async copy(): Promise<void> {
    const text = await this.asPgn(this.comments());
    if (text === null) return;
    this.pgn.hidden = false;
    say(this.pgn, text);
    try {
      await navigator.clipboard.writeText(text);
      this.around.announce("answer", "The game is in the clipboard.");
    } catch {
      getSelection()?.selectAllChildren(this.pgn);
    }
  }

  private async save(): Promise<void> {
    const text = await this.asPgn(this.comments());
    if (text === null) return;
    const url = URL.createObjectURL(new Blob([text], { type: "application/vnd.chess-pgn" }));
    el("a", { href: url, download: "game.pgn" }).click();
    setTimeout(() => URL.revokeObjectURL(url), 10_000);
  }
}

/** A way to another game: opened at once, except on a narrow screen, where it would hide the moves. */
function choice(name: string, body: HTMLElement): HTMLElement {
  return el("details", { open: !window.matchMedia("(max-width: 44rem)").matches }, [el("summary", {}, [el("h2", {}, [name])]), body]);
}

/** Creates a field for seconds, and a place for its error message. */
function secondsField(id: string, value: string | null): HTMLInputElement {
  return el("input", { type: "text", inputmode: "decimal", id, size: 5, value: value ?? DEFAULT_SECONDS, autocomplete: "off", "aria-describedby": `${id}-fault` });
}

/** Parses seconds with a decimal point or comma; null if the value is invalid or out of range, which is reported. */
function readSeconds(field: HTMLInputElement, fault: HTMLElement): number | null {
  const seconds = /^\s*\d{1,4}([.,]\d{1,3})?\s*$/.test(field.value) ? Number(field.value.replace(",", ".")) : NaN;
  const good = seconds >= LEAST_SECONDS && seconds <= MOST_SECONDS;
  set(field, "aria-invalid", good ? null : "true");
  say(fault, good ? "" : `Expected ${LEAST_SECONDS} to ${MOST_SECONDS} seconds.`);
  return good ? seconds : null;
}

const DEFAULT_SECONDS = 5;

const SIDES: Record<Game["person"], string> = { white: "White", black: "Black", both: "both sides", none: "neither: it plays itself" };
