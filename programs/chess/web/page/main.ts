/** The page: creates the panels, connects them with the machine, and keeps the link to the current moment. */

import type { AssemblePanel } from "./assemble.ts";
import { Board, piecesOf } from "./board.ts";
import { bestLine, ended, last, made, numbered, scene, written } from "./chess.ts";
import { Chooser } from "./choose.ts";
import { advise, Coach, GAME, solvedBy, WALK, type Action, type Advice } from "./coach.ts";
import { el, fill, find, keyed, say, set } from "./dom.ts";
import type { GamePanel } from "./game.ts";
import { Hands } from "./hands.ts";
import { LaboratoryPanel } from "./laboratory.ts";
import { load } from "./later.ts";
import { keyDialog, listen, type Key } from "./keys.ts";
import { acceptDrops } from "./drops.ts";
import { showLink } from "./linkbox.ts";
import type { OwnGame } from "./own.ts";
import { gameLink, readLink, searchLink, writeLink, type Link, type Tab } from "./link.ts";
import { start as startMachine, type Machine } from "./machine.ts";
import { FOLLOWED, type Pace } from "./pace.ts";
import { definitions } from "./pieces.ts";
import { problem, PROBLEMS } from "./problems.ts";
import type { Pace as Asked, State } from "./protocol.ts";
import { rove } from "./rove.ts";
import { Session, type CommandLine, type Opened, type Wanted } from "./session.ts";
import { StepPanel, STEPS } from "./step.ts";
import { TourPanel } from "./tour.ts";
import { cell, classOf, drawTable } from "./table.ts";
import { Tabs } from "./tabs.ts";
import { EVENT_WORDS, Transport, type Time } from "./transport.ts";
import { calm, complain, mourn } from "./trouble.ts";
import { ValueBar } from "./valuebar.ts";
import { announce } from "./voice.ts";
import { WatchPanel } from "./watch.ts";
import { Why } from "./why.ts";
import { count, reason } from "./format.ts";

/** Number of the position with which the page opens. */
const FIRST = 1;

/** The tabs that show a moment of a search. */
const MOMENTS: readonly Tab[] = ["watch", "step"];

/** The state of the bar before there is a machine. */
const NOWHERE: Time = { running: false, instructions: 0, furthest: 1, clocks: 0, idle: true, ended: false, far: null };

class Page {
  private readonly board = new Board();
  private readonly bar = new ValueBar();
  private readonly hold = el("div", { class: "board-hold" }, [this.board.element]);
  private readonly line = el("p", { class: "line" });
  /** The ways to move in a game, and those through a game. */
  private readonly playing = el("span", {}, ["Drag a piece, select two squares, ", keyed("use the arrow keys and Enter, "), "or type the move."]);
  private readonly walking = keyed("The arrow keys go from move to move.");
  private readonly outside = el("a", { class: "outside", href: "#", target: "_blank", rel: "noopener" }, ["Open it in BCP 1986"]);
  private readonly legendBest = el("span", {}, [el("span", { class: "key best" }), "the best move so far"]);
  private readonly legendNow = el("span", {}, ["the move in hand"]);
  private readonly legend = el("p", { class: "small legend-arrows" }, [this.legendBest, el("span", {}, [el("span", { class: "key now" }), this.legendNow])]);
  private readonly tabs = new Tabs((tab, before, bidden) => void this.changed(tab, before, bidden));
  private readonly transport: Transport;
  private readonly coach: Coach;
  private session: Session | null = null;
  private watch: WatchPanel | null = null;
  private why: Why | null = null;
  private tour: TourPanel | null = null;
  private step: StepPanel | null = null;
  private game: GamePanel | null = null;
  private assemble: AssemblePanel | null = null;
  private laboratory: LaboratoryPanel | null = null;
  private chooser: Chooser | null = null;
  private hands: Hands | null = null;
  /** The position to return to after the visitor had a program open. */
  private wanted: Wanted = { position: FIRST };
  /** The session opened for this position; null while the tour or the tab Assemble has opened something else. */
  private own: Opened | null = null;
  private due = false;
  private live = false;

  constructor() {
    document.body.prepend(definitions());
    find("board-frame").append(this.bar.element, this.hold);
    find("under-board").append(this.legend, this.line, this.outside);
    this.board.show({ pieces: piecesOf(problem(FIRST)?.fen ?? ""), side: null, label: "The position" });
    this.bar.show(null);
    this.transport = new Transport(find("transport"), {
      run: () => void this.toggle(),
      start: () => void this.seek(0),
      backMove: () => void this.move("back"),
      nextMove: () => void this.move("next"),
      pace: () => void this.repace(),
      goTo: (instruction) => void this.seek(instruction).finally(() => this.transport.settled()),
      copyLink: () => void this.copyLink(),
    });
    this.transport.show(NOWHERE);
    this.coach = new Coach((action) => this.act(action));
    drawTable(find("panel-table"));
    const keys = this.keys();
    const help = keyDialog(keys);
    find("help").addEventListener("click", () => help.showModal());
    rove(find("choices"), "buttons", "button")();
    listen([...keys, { key: "?", does: "", act: () => help.showModal() }]);
    find("skip").addEventListener("click", (event) => {
      event.preventDefault();
      find("main").focus();
    });
  }

  /** Connects everything once the machine is ready, and opens the link. */
  async connect(machine: Machine): Promise<void> {
    const session = new Session(machine, complain);
    this.session = session;
    void session.follow(true);
    this.watch = new WatchPanel(find("panel-watch"), session);
    this.why = new Why(find("coach").parentElement ?? find("main"), session, () => this.keepLink());
    this.tour = new TourPanel(find("panel-tour"), machine, () => this.keepLink());
    this.step = new StepPanel(find("panel-step"), session);
    this.laboratory = new LaboratoryPanel(find("panel-laboratory"), machine, () => this.keepLink());
    this.hands = new Hands(this.board, (from, to) => void this.game?.made(from, to));
    const own = async (use: (own: OwnGame) => Promise<void>) => {
      const game = await this.prepared();
      if (game) await use(game.own);
    };
    this.chooser = new Chooser(session, (wanted) => this.choose(wanted), (game) => void own((one) => one.choose(game)));
    acceptDrops({
      positions: (file) => void this.chooser?.readFile(file),
      game: (file) => void own((one) => one.file(file)),
      text: (text) => void this.pasted(text, () => own((one) => one.read(text))),
    });
    find("choose").addEventListener("click", () => this.chooser?.show());
    session.listen(() => this.wish());
    session.whenOpened(() => {
      this.watch?.expect(problem(session.opened?.position)?.ours.clocks ?? null);
      const { state } = session;
      if (state?.chess) announce("position", `${this.nameOf(session.opened)}, ${state.chess.root.side === "white" ? "White" : "Black"} to play.`);
    });
    machine.listen((event) => {
      if (event.kind === "died") this.died(machine, event.message);
    });
    window.addEventListener("hashchange", () => void this.follow());
    await this.follow(true);
    // After the first load, which it must not slow down. A page from a file is whole.
    if (find("machine-wasm").dataset.file) await navigator.serviceWorker?.register("offline.js").catch(() => {});
  }

  /** Follows the link in the part of the address after the #. */
  private async follow(first = false): Promise<void> {
    const link = readLink(location.hash);
    this.written = location.hash;
    if (link.embed) this.embedded = true;
    document.body.toggleAttribute("data-embed", this.embedded);
    // In a frame, the coach is the only heading.
    set(find("coach"), "role", this.embedded && "heading");
    set(find("coach"), "aria-level", this.embedded && 1);
    if (link.ignored.length > 0) complain(`The link contains something unknown to this page, which was ignored: ${link.ignored.slice(0, 3).join(", ")}`);
    await this.obey(link, first);
  }

  private async obey(link: Link, first: boolean): Promise<void> {
    const says = link.position !== null || link.fen !== null;
    if (link.game) {
      this.following += 1;
      try {
        await (await this.prepared())?.follow(link.game);
      } finally {
        this.following -= 1;
      }
      return;
    }
    // The link leads to a game before its first move.
    if (link.tab === "play" && this.tabs.chosen === "play" && !first) return void (await this.game?.begin("", "white"));
    if (link.tab === "laboratory") {
      // The search of a laboratory link is independent of the session.
      if (link.search) void this.laboratory?.take(link.search);
      this.tabs.choose("laboratory", false);
      if (first) await this.open({ position: FIRST });
      return;
    }
    if (link.program !== null) {
      const panel = await this.program();
      await panel?.take(link.program).catch((error: unknown) => complain(reason(error)));
      this.tabs.choose("assemble", false);
    } else if (link.tab) this.tabs.choose(link.tab, false);
    else if (says && !MOMENTS.includes(this.tabs.chosen)) this.tabs.choose("watch", false);
    if (link.tab === "tour") this.visit((link.stop ?? 1) - 1);
    if (!says && !first) return this.arrive(link);
    const opened = await this.open({ position: link.position ?? (link.fen ? null : FIRST), fen: link.fen, depth: link.depth });
    if (!opened) {
      if (first) await this.open({ position: FIRST });
      return;
    }
    // The tour uses its own moments.
    if (link.tab === "tour") return;
    if (link.instruction !== null || link.clocks !== null) await this.arrive(link);
    else if (this.tabs.chosen === "watch") void this.run();
    if (link.why) void this.why?.ask(link.why);
  }

  /** Goes to the moment of a link, in the open session. */
  private async arrive({ instruction, clocks }: Link): Promise<void> {
    if (clocks !== null) return this.seekClocks(clocks);
    if (instruction === null) return;
    await this.seek(instruction);
    const { doing, state } = this.session ?? {};
    if (doing === "stopped" && state && state.instruction < instruction) complain(`The link asks for step ${count(instruction)}; the search ends before, at ${count(state.instruction)}.`);
  }

  /**
   * Goes to a moment by the clocks of the search: if an iteration was completed at this clock, to exactly that event.
   */
  private async seekClocks(clocks: number): Promise<void> {
    await this.session?.seek({ clocks });
    const reported = this.session?.state?.chess?.iterations.find((iteration) => iteration.clocks === clocks)?.instruction;
    if (reported) await this.seek(reported);
  }

  /** Opens a position; errors are reported to the visitor. */
  private async open(wanted: Wanted): Promise<boolean> {
    try {
      await this.session?.open(wanted);
    } catch (error) {
      complain(reason(error));
      return false;
    }
    this.took(wanted);
    return true;
  }

  /** Called when the visitor's position is open. */
  private took(wanted: Wanted): void {
    this.wanted = wanted;
    this.own = this.session?.opened ?? null;
  }

  /** Opens the chosen position and runs it immediately, so that there is something to see. */
  private async choose(wanted: Wanted): Promise<void> {
    await this.session?.open(wanted);
    this.took(wanted);
    if (this.tabs.chosen !== "step") this.tabs.choose("watch", false);
    if (this.tabs.chosen === "watch") void this.run();
  }

  /** Opens a pasted or dropped text: a link of this page is followed, anything else is a game or a position. */
  private async pasted(text: string, own: () => Promise<void>): Promise<void> {
    const hash = /^\S*\.html(#\S+)$/.exec(text.trim())?.[1] ?? (text.trim().startsWith("#") ? text.trim() : null);
    if (hash) location.hash = hash;
    else await own();
  }

  /** Shows the search of a position in a game. */
  private async watchPosition(fen: string): Promise<void> {
    await this.choose({ fen }).catch((error: unknown) => complain(reason(error)));
  }

  /**
   * Adds an entry to the history of the browser for a game that the visitor opens; a game opened by an address already
   * has one.
   */
  private leaveGame(): void {
    this.entry ||= this.following === 0;
  }

  private gameDrawn(): void {
    this.keepLink();
    this.wish();
  }

  private async nextPosition(): Promise<void> {
    const at = this.session?.opened?.position ?? 0;
    await this.choose({ position: (at % PROBLEMS.length) + 1 }).catch((error: unknown) => complain(reason(error)));
  }

  /** Called when another tab was chosen; `bidden` is true if the visitor chose it, not a link or a button. */
  private async changed(tab: Tab, before: Tab, bidden: boolean): Promise<void> {
    if (before === "play") await this.game?.hide();
    void this.session?.follow(tab === "watch");
    if (tab === "tour" && bidden) this.tour?.visit(this.tour.stop ?? 0);
    if (bidden && tab === "watch" && this.session?.opened !== this.own) await this.open(this.wanted);
    if (tab === "play") {
      await this.pause();
      if (this.hands) this.hold.append(this.hands.element);
      set(this.board.element, "aria-hidden", "true");
      const game = await this.play();
      if (this.tabs.chosen === "play") await game?.show();
    } else {
      this.hands?.element.remove();
      set(this.board.element, "aria-hidden", null);
    }
    if (tab !== "watch" && tab !== "step" && tab !== "play") await this.pause();
    if (tab === "assemble") {
      const panel = await this.program();
      if (this.tabs.chosen === "assemble") panel?.show();
    }
    if (tab === "laboratory") this.laboratory?.show();
    if (tab === "table") await this.liveTable();
    if (this.step) this.step.visible = tab === "step";
    this.entry ||= bidden;
    this.keepLink();
    this.wish();
  }

  /** Prepares the live table when its tab is first shown. */
  private async liveTable(): Promise<void> {
    const machine = this.session?.machine;
    if (!machine || this.live) return;
    this.live = true;
    try {
      const { LiveTable } = await load("live");
      new LiveTable(find("panel-table"), machine, { problems: PROBLEMS, cell, classOf });
    } catch (error) {
      this.live = false;
      complain(reason(error));
    }
  }

  /** Goes to a section of the tour. */
  private visit(stop: number): void {
    this.tabs.choose("tour", false);
    this.tour?.visit(stop);
  }

  // The requests of the bar and the keys.

  private asked(pace: Pace): Asked {
    if (pace.instructions !== undefined) return { instructions: pace.instructions };
    return pace.clocks !== undefined ? { clocks: pace.clocks } : "full";
  }

  private act(action: Action): void {
    const acts: Record<Action, () => Promise<void>> = {
      run: () => this.run(),
      pause: () => this.pause(),
      back: () => this.move("back"),
      next: () => this.move("next"),
      present: () => this.seek(this.session?.state?.furthest ?? 0),
      playOn: () => this.playOn(),
      nextPosition: () => this.nextPosition(),
      tour: async () => this.visit(0),
    };
    void acts[action]();
  }

  /** Runs; if the position has not been solved yet, stops at the solution. */
  private async run(): Promise<void> {
    const { session } = this;
    if (!session) return;
    const known = session.state !== null && solvedBy(session.opened, session.state) !== null;
    await this.go(session, known ? "running" : "hunting");
  }

  /** Runs at the speed of the bar; a hunt ends at the solution. */
  private async go(session: Session, doing: "running" | "hunting"): Promise<void> {
    await session.run(this.asked(this.transport.pace), doing);
    // A run at another speed, or a step, may have replaced this run.
    if (doing === "running" || session.doing !== "stopped" || !session.state) return;
    const solved = solvedBy(session.opened, session.state);
    if (!solved) return;
    if (solved.instruction !== null) await this.seek(solved.instruction);
  }

  private async pause(): Promise<void> {
    await this.session?.stop();
  }

  private async toggle(): Promise<void> {
    if (this.session?.doing === "stopped") await this.run();
    else await this.pause();
  }

  private faster(by: number): void {
    this.transport.setPace(this.transport.paceIndex + by);
    announce("answer", `The speed is ${this.transport.pace.words}.`);
  }

  private async repace(): Promise<void> {
    const { session } = this;
    if (session && (session.doing === "running" || session.doing === "hunting")) await this.go(session, session.doing);
    this.wish();
  }

  private async seek(instruction: number): Promise<void> {
    await this.session?.seek({ instruction });
  }

  /** Goes to the next or previous event of the search, or by one instruction in other programs. */
  private async move(way: "back" | "next"): Promise<void> {
    const { session } = this;
    if (!session) return;
    if (!session.state?.chess) {
      await session.command(way === "back" ? "back" : "step");
      return;
    }
    const { event } = this.transport;
    const said = await session.command(`${way} ${event}`);
    const nothing = said?.data["reached"] === false || said?.data["reason"] === "beginning";
    if (nothing) complain(`The search has no ${way === "back" ? "earlier" : "further"} event “${EVENT_WORDS[event]}”.`);
  }

  /** Returns the tab Play, whose code is loaded when it is first needed; null if it cannot be loaded. */
  private async play(): Promise<GamePanel | null> {
    try {
      const { GamePanel } = await load("play");
      const { session, hands } = this;
      if (!this.game && session && hands) this.game = new GamePanel(find("panel-play"), { machine: session.machine, hands, complain, announce, drawn: () => this.gameDrawn(), leave: () => this.leaveGame(), watch: (fen) => void this.watchPosition(fen) });
    } catch (error) {
      complain(reason(error));
    }
    return this.game;
  }

  /** Returns the tab Assemble, loaded in the same way. */
  private async program(): Promise<AssemblePanel | null> {
    try {
      const { AssemblePanel } = await load("assemble");
      const { session } = this;
      if (!this.assemble && session) {
        this.assemble = new AssemblePanel(find("panel-assemble"), session, () => void this.run(), () => this.keepLink());
        if (session.state) this.assemble.draw(session.state);
      }
    } catch (error) {
      complain(reason(error));
    }
    return this.assemble;
  }

  /** Shows the tab Play for a game that is about to begin: otherwise the panel would begin a game by itself. */
  private async prepared(): Promise<GamePanel | null> {
    const game = await this.play();
    game?.prepare();
    this.tabs.choose("play", false);
    return game;
  }

  private async playOn(): Promise<void> {
    const chess = this.session?.state?.chess;
    if (!chess) return;
    await this.pause();
    const { fen, side } = chess.root;
    const game = await this.prepared();
    // The program plays the side whose move it has found; the visitor answers.
    await game?.begin(fen, side === "white" ? "black" : "white");
  }

  private keys(): Key[] {
    // The keys of the bar have no effect while it is not visible.
    const timed = (act: () => void) => () => {
      if (!["tour", "play", "table", "laboratory"].includes(this.tabs.chosen)) act();
    };
    // In a game, the arrow keys go from move to move.
    const along = (act: () => void, step: "back" | "on" | "first" | "last") => () => (this.tabs.chosen === "play" ? this.game?.step(step) : timed(act)());
    const command = (line: CommandLine) => timed(() => void this.session?.command(line));
    const tab = (name: Tab) => () => {
      this.tabs.choose(name);
      find(`tab-${name}`).focus();
    };
    return [
      { key: " ", does: "run, or pause", act: timed(() => void this.toggle()) },
      { key: "ArrowRight", does: "to the next event of the search; in a game, to the next move", act: along(() => void this.move("next"), "on") },
      { key: "ArrowLeft", does: "back to the last event of the search; in a game, a move back", act: along(() => void this.move("back"), "back") },
      { key: "Home", does: "to the beginning", act: along(() => void this.seek(0), "first") },
      { key: "End", does: "to the present, or to the end of a game", act: along(() => void this.seek(this.session?.state?.furthest ?? 0), "last") },
      { key: "+", does: "faster", act: () => this.faster(1) },
      { key: "-", does: "slower", act: () => this.faster(-1) },
      ...STEPS.map(([line, , key, does]) => ({ key, does, act: command(line) })),
      { key: "n", does: "the next position", act: timed(() => void this.nextPosition()) },
      { key: "p", does: "choose a position", act: () => this.chooser?.show() },
      { key: "l", does: "copy a link to this moment", act: timed(() => void this.copyLink()) },
      { key: "1", does: "Watch", act: tab("watch") },
      { key: "2", does: "Tour", act: tab("tour") },
      { key: "3", does: "Step", act: tab("step") },
      { key: "4", does: "Play", act: tab("play") },
      { key: "5", does: "Table 1", act: tab("table") },
      { key: "6", does: "Assemble", act: tab("assemble") },
      { key: "7", does: "Laboratory", act: tab("laboratory") },
    ];
  }

  // Links.

  private link(): string | null {
    const moment = this.session?.moment();
    if (!moment) return null;
    return this.tabs.chosen === "step" ? writeLink(moment, "step") : writeLink({ ...moment, why: this.why?.move ?? "" });
  }

  private linkTimer: number | undefined;

  /** True if the page is a frame in another one: it then shows only the search of a position. */
  private embedded = false;

  /** The number of links to games that are being followed: a second one may come before the first game is shown. */
  private following = 0;

  /** True if the next address is to become an entry in the history, since the visitor has chosen a tab. */
  private entry = false;

  /** The text after the # when the page last read or wrote it. */
  private written = "";

  /** Returns the current view as an address; null if no address can lead to it. */
  private address(tab: Tab): string | null {
    const stop = this.tour?.stop ?? null;
    if (tab === "watch" || tab === "step") return this.link();
    if (tab === "tour" && stop !== null) return `#tour&stop=${stop + 1}`;
    const game = tab === "play" ? this.game?.link() : null;
    // Until there is a game, the link that is being followed is kept.
    if (tab === "play") return game ? gameLink(game) : null;
    const search = tab === "laboratory" ? this.laboratory?.shown : null;
    if (search) return searchLink(search) ?? "#laboratory";
    return tab === "assemble" && this.assemble?.packed ? `#assemble&program=${this.assemble.packed}` : `#${tab}`;
  }

  /** Updates the address to a link to the current view, shortly after everything has stopped. */
  private keepLink(): void {
    window.clearTimeout(this.linkTimer);
    this.linkTimer = window.setTimeout(() => this.writeAddress(), 200);
  }

  private writeAddress(): void {
    // The game that is still shown must not take the place of the one to which the address leads.
    if (this.following > 0) return this.keepLink();
    const tab = this.tabs.chosen;
    const link = this.address(tab);
    // A link that the visitor has just followed, and that the page has not handled yet, is kept.
    if (location.hash !== this.written) return;
    if (!link || link === location.hash || this.session?.doing !== "stopped") return;
    // A frame keeps its address, but contains a link to the page.
    set(this.outside, "href", link);
    if (this.embedded) return;
    try {
      if (this.entry) history.pushState(null, "", link);
      else history.replaceState(null, "", link);
      this.entry = false;
      this.written = location.hash;
    } catch {
      // Some browsers do not allow this for a page from a file.
    }
  }

  private async copyLink(): Promise<void> {
    await this.pause();
    const link = this.link();
    if (!link) {
      complain("This moment of your program has no link: the tab Assemble has one to the program.");
      return;
    }
    const url = `${location.href.replace(/#.*$/, "")}${link}`;
    try {
      await navigator.clipboard.writeText(url);
      this.transport.linked("Copied");
      announce("answer", "The link is in the clipboard.");
    } catch {
      // A page in a frame may have no access to the clipboard, and shows no address.
      showLink(url);
    }
  }

  // Drawing happens at most once per frame of the screen.

  private wish(): void {
    if (this.due) return;
    this.due = true;
    requestAnimationFrame(() => {
      this.due = false;
      this.draw();
    });
  }

  private draw(): void {
    const state = this.session?.state ?? null;
    const opened = this.session?.opened ?? null;
    say(find("choose"), this.nameOf(opened));
    document.body.toggleAttribute("data-program", opened !== null && opened.program !== null);
    if (this.tabs.chosen === "play") this.drawGame();
    else if (state) this.drawSearch(state);
    if (state && this.session) {
      const { doing, far } = this.session;
      this.transport.show({ running: doing !== "stopped", instructions: state.instruction, furthest: state.furthest, clocks: state.chess?.clocks ?? state.clocks, idle: doing === "restarting", ended: state.end !== null, far });
      this.transport.unit(state.chess !== null);
      if (this.tabs.chosen === "watch") this.watch?.show(state);
      this.step?.show(state);
      if (this.tabs.chosen === "assemble") this.assemble?.draw(state);
      if (doing === "stopped") this.keepLink();
    }
    if (!this.arrives(state)) this.coach.show(this.advice(state));
  }

  private nameOf(opened: Opened | null): string {
    if (opened && opened.program !== null) return "Your program";
    return opened?.position ? `Position ${opened.position}` : "A position";
  }

  /**
   * Returns whether a task is about to arrive at its goal: until then the last sentence is kept. A hunt ends at the
   * solution.
   */
  private arrives(state: State | null): boolean {
    const { session } = this;
    if (!session || !state) return false;
    if (session.doing === "returning") return session.far === null;
    const found = session.doing === "hunting" && solvedBy(session.opened, state) !== null;
    // This makes `run` go to the solution.
    if (found) void session.stop();
    return found;
  }

  private advice(state: State | null): Advice {
    if (this.tabs.chosen === "play") return this.game?.walks ? WALK : GAME;
    const { session } = this;
    return advise(session?.opened ?? null, state, session?.doing ?? "stopped", session?.far ?? null);
  }

  private drawGame(): void {
    const game = this.game?.scene();
    if (game) this.board.show(game);
    this.bar.show(this.game?.value() ?? null, game?.flipped ?? false);
    this.legend.hidden = true;
    const ways = this.game?.walks ? this.walking : this.playing;
    if (this.line.firstChild !== ways) fill(this.line, [ways]);
  }

  private drawSearch(state: State): void {
    const { chess } = state;
    this.legend.hidden = chess === null;
    if (!chess) {
      this.board.show({ pieces: new Map(), side: null, label: "No board: this program does not play chess" });
      this.bar.show(null);
      say(this.line, "");
      return;
    }
    const moving = this.session?.doing === "running" || this.session?.doing === "hunting";
    const current = chess.growth?.instruction === state.instruction ? chess : { ...chess, growth: null };
    const shown = scene(current, !moving || this.transport.paceIndex <= FOLLOWED, false);
    this.board.show(shown);
    say(this.legendNow, shown.own ? "the search’s own board" : "the move in hand");
    const has = (kind: string) => shown.arrows?.some((arrow) => arrow.kind === kind) ?? false;
    this.legendBest.hidden = !has("best");
    this.legend.hidden = !has("best") && !has("hand") && !shown.own;
    if (this.legendNow.parentElement) this.legendNow.parentElement.hidden = !has("hand") && !shown.own;
    const found = last(chess);
    // The value is that of the root.
    this.bar.show(shown.own ? null : found);
    // When everything has stopped, the sentence of the coach reports it.
    if (moving && found) announce("move", `Depth ${found.depth}: ${found.best ? written(found.best) : "no move"}, ${found.words}.`);
    const line = numbered(bestLine(chess), chess.root.side);
    const turn = chess.root.ending && !shown.own ? ended(chess.root.ending, chess.root.side) : `${(shown.side ?? chess.root.side) === "white" ? "White" : "Black"} to play.`;
    const path = shown.own ? made(current).map(written).join(" ") : "";
    say(this.line, path ? `After ${path}: ${turn}` : line && !shown.own ? `${found ? `${found.words}: ` : ""}${line}` : turn);
  }

  /**
   * The worker has crashed: reports this, and starts another one at the last moment; at the beginning if it crashed on
   * the way there.
   */
  private died(machine: Machine, message: string): void {
    const { session } = this;
    if (!session) return;
    const moment = session.doing === "restarting" ? null : session.moment();
    mourn(`The emulated machine has stopped: ${message}.`, () => {
      calm();
      this.transport.show(NOWHERE);
      session.forget();
      const back = session.during("restarting", async () => {
        machine.restart();
        this.assemble?.forget();
        this.game?.forget();
        await session.open(this.wanted, "restarting");
        if (moment?.instruction) await session.seek({ instruction: moment.instruction }, "restarting");
      });
      back.catch((error: unknown) => this.died(machine, reason(error)));
    });
  }
}

const page = new Page();
startMachine()
  .then((machine) => page.connect(machine))
  .catch((error: unknown) => mourn(`The emulated machine cannot be started: ${reason(error)}. A browser with WebAssembly is needed.`, () => location.reload()));

