/** The open session of the machine, with one position or program. Views control it, and receive each state. */

import { reason } from "./format.ts";
import type { COMMANDS } from "./names.ts";
import { problemOf } from "./problems.ts";
import type { Machine } from "./machine.ts";
import type { Moment } from "./link.ts";
import type { AnswerOf, Move, Pace as Asked, Request, State, AnswerTo } from "./protocol.ts";

/** A moment: instructions since the start, or clocks since the search began. */
export type Goal = { readonly instruction: number } | { readonly clocks: number };

/** The position or program that is open. */
export interface Opened {
  /** Number of the position; null if it is not one of the 300. */
  readonly position: number | null;
  readonly fen: string | null;
  readonly depth: number | null;
  /** The source of the program; null for a position. */
  readonly program: string | null;
  /** Its legal moves. */
  readonly legal: readonly Move[];
  /** The moves that solve the position, if an EPD file names them. */
  readonly solutions: readonly string[];
}

/** The task of the machine: one at a time. */
export type Doing =
  /** The machine is stopped. */
  | "stopped"
  /** The program runs until it is stopped. */
  | "running"
  /** The program runs until the position is solved. */
  | "hunting"
  /** The machine is on its way to a moment: by a step, by a link, or back in time. */
  | "returning"
  /** The machine has crashed, and a new one is on its way to the same moment. */
  | "restarting";

/** The position or program to open. */
export interface Wanted {
  readonly position?: number | null;
  readonly fen?: string | null;
  readonly depth?: number | null;
  readonly solutions?: readonly string[];
}

/** A command of the debugger with its arguments. */
type Command = (typeof COMMANDS)[number];
export type CommandLine = Command | `${Command} ${string}`;

type Listener = (state: State) => void;

export class Session {
  state: State | null = null;
  opened: Opened | null = null;
  sources: AnswerOf<"sources"> | null = null;
  doing: Doing = "stopped";
  /** The moment that the machine is on its way to; null if there is none. */
  private goal: Goal | null = null;
  private readonly listeners: Listener[] = [];
  private readonly openers: (() => void)[] = [];

  constructor(
    readonly machine: Machine,
    private readonly complain: (message: string) => void,
  ) {
    machine.listen((event) => {
      if (event.kind === "state") this.take(event.state);
    });
  }

  /** Registers a listener, which receives each state. */
  listen(listener: Listener): void {
    this.listeners.push(listener);
  }

  /** Registers a function to be called when something else was opened, including its sources. */
  whenOpened(opener: () => void): void {
    this.openers.push(opener);
  }

  /** Sends a request; a failure is reported to the visitor, and returns null. */
  async ask<R extends Request>(request: R): Promise<AnswerTo<R> | null> {
    try {
      return await this.machine.ask(request);
    } catch (error) {
      this.complain(reason(error));
      return null;
    }
  }

  /** Opens a position; if it is invalid, fails with the reason, and the old session is kept. */
  async open(wanted: Wanted, doing: Doing = "returning"): Promise<void> {
    await this.stop();
    await this.during(doing, async () => {
      const answer = await this.machine.ask({
        kind: "open",
        ...(wanted.position ? { position: wanted.position } : { fen: wanted.fen ?? "" }),
        ...(wanted.solutions?.length ? { solutions: wanted.solutions.join(" ") } : {}),
        ...(wanted.depth === null || wanted.depth === undefined ? {} : { depth: wanted.depth }),
      });
      const position = answer.position ?? problemOf(answer.fen ?? "")?.number ?? null;
      this.opened = { position, fen: answer.fen, depth: wanted.depth ?? null, program: null, legal: answer.legal, solutions: wanted.solutions ?? [] };
      await this.arrive(answer);
    });
  }

  /** Assembles and opens a program; the answer contains its errors. */
  async load(source: string, input: string): Promise<AnswerOf<"opened"> | AnswerOf<"assembled"> | null> {
    await this.stop();
    const answer = await this.ask({ kind: "load", source, ...(input ? { input } : {}) });
    if (answer?.kind === "opened") {
      this.opened = { position: null, fen: null, depth: null, program: source, legal: [], solutions: [] };
      await this.arrive(answer);
    }
    return answer;
  }

  private async arrive(answer: AnswerOf<"opened">): Promise<void> {
    this.sources = null;
    const followed = this.follows ? await this.ask({ kind: "follow", tree: true }) : null;
    const { state } = followed ?? answer;
    this.take(state);
    this.sources = await this.ask({ kind: "sources" });
    for (const opener of this.openers) opener();
    this.take(state);
  }

  /** Runs the program until it is stopped. */
  async run(pace: Asked, doing: "running" | "hunting"): Promise<void> {
    this.generation += 1;
    await this.moved(doing, () => this.ask({ kind: "run", pace }));
  }

  /** Ends the current task, and discards the steps that wait for it. */
  async stop(): Promise<void> {
    this.generation += 1;
    await this.interrupt();
  }

  private async interrupt(): Promise<void> {
    if (this.doing === "stopped" || this.doing === "restarting") return;
    const answer = await this.ask({ kind: "pause" });
    if (answer?.kind === "state") this.take(answer.state);
  }

  /** Goes to a moment. */
  async seek(moment: Goal, doing: Doing = "returning"): Promise<void> {
    await this.stop();
    await this.moved(doing, () => this.ask({ kind: "seek", ...moment }), moment);
  }

  /** Executes a command of the debugger; returns null if it failed, which is reported, or if it was discarded. */
  async command(line: CommandLine): Promise<AnswerOf<"said"> | null> {
    return this.step(() => this.ask({ kind: "command", line }));
  }

  /** Executes a command of the debugger; the caller handles errors. */
  async tryCommand(line: string): Promise<AnswerOf<"said"> | null> {
    return this.step(() => this.machine.ask({ kind: "command", line }));
  }

  private steps: Promise<unknown> = Promise.resolve();
  /** Incremented when the machine is told to stop or to go elsewhere: earlier requests are then discarded. */
  private generation = 0;

  /** Executes steps one after the other, however fast they are requested. The first one ends a run. */
  private step<A extends { state: State } | null>(work: () => Promise<A>): Promise<A | null> {
    const { generation } = this;
    const result = this.steps.then(async () => {
      if (generation !== this.generation) return null;
      await this.interrupt();
      return this.moved("returning", work);
    });
    this.steps = result.catch(() => {});
    return result;
  }

  private async moved<A extends { state: State } | null>(doing: Doing, move: () => Promise<A>, goal: Goal | null = null): Promise<A> {
    return this.during(
      doing,
      async () => {
        const answer = await move();
        if (answer) this.take(answer.state);
        return answer;
      },
      goal,
    );
  }

  private turn = 0;

  /**
   * Performs some work, during which the machine has the given task. The work begun last decides when the machine
   * counts as stopped.
   */
  async during<A>(doing: Doing, work: () => Promise<A>, goal: Goal | null = null): Promise<A> {
    this.turn += 1;
    const { turn } = this;
    this.become(doing, goal);
    try {
      return await work();
    } finally {
      if (turn === this.turn) this.become("stopped", null);
    }
  }

  private become(doing: Doing, goal: Goal | null): void {
    this.doing = doing;
    this.goal = goal;
    if (this.state) this.tell(this.state);
  }

  /** The completed fraction of the way to a future moment, 0 to 1; null if there is no such way. */
  get far(): number | null {
    const { goal, state } = this;
    if (!goal || !state) return null;
    const far = "instruction" in goal ? state.instruction / goal.instruction : (state.chess?.clocks ?? 0) / goal.clocks;
    return far < 1 ? far : null;
  }

  /** Sets whether the tree of the search grows during the run. */
  async follow(tree: boolean): Promise<void> {
    if (this.follows === tree) return;
    this.follows = tree;
    if (this.state) await this.ask({ kind: "follow", tree }).then((answer) => answer && this.take(answer.state));
  }

  private follows = false;
  private growing: Promise<boolean> | null = null;

  /** True if the tree shows an earlier moment than that of the machine. */
  private get behind(): boolean {
    const growth = this.state?.chess?.growth;
    return growth !== null && growth !== undefined && growth.instruction !== this.state?.instruction;
  }

  /** Waits until the tree shows the current moment. */
  async grown(): Promise<void> {
    while (this.behind && (await this.grow()));
  }

  /** Extends the tree to the moment at which the machine has stopped; returns false if this is impossible. */
  private grow(): Promise<boolean> {
    this.growing ??= this.ask({ kind: "grow" }).then((answer) => {
      this.growing = null;
      if (answer) this.take(answer.state);
      return answer !== null;
    });
    return this.growing;
  }

  /** Returns the contents of a link to the current moment. */
  moment(): Moment | null {
    const { opened, state } = this;
    if (!opened || opened.program !== null || !state) return null;
    return { position: opened.position, fen: opened.fen, depth: opened.depth, instruction: state.instruction };
  }

  /** Accepts a state, unless it belongs to an earlier session. */
  private take(state: State): void {
    if (this.state && state.session < this.state.session) return;
    this.state = state;
    this.tell(state);
  }

  private tell(state: State): void {
    for (const listener of this.listeners) listener(state);
    if (this.doing === "stopped" && this.behind) void this.grow();
  }

  /** Forgets everything about the old machine after a new one has been started. */
  forget(): void {
    this.generation += 1;
    this.state = null;
    this.growing = null;
  }
}
