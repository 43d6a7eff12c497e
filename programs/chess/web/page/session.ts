/** The open session of the machine: one position or program. Views move through it and are told of each state. */

import { reason } from "./format.ts";
import type { COMMANDS } from "./names.ts";
import { problemOf } from "./problems.ts";
import type { Machine } from "./machine.ts";
import type { Moment } from "./link.ts";
import type { AnswerOf, Pace as Asked, Request, State, AnswerTo } from "./protocol.ts";

/** A moment: instructions since the start, or clocks since the search began. */
export type Goal = { readonly instruction: number } | { readonly clocks: number };

/** The position or program that was opened. */
export interface Opened {
  /** A number of the 300, if it is one. */
  readonly position: number | null;
  readonly fen: string | null;
  readonly depth: number | null;
  /** The text of a program, if it is not a position. */
  readonly program: string | null;
  /** Moves that solve it, if an EPD file names them. */
  readonly solutions: readonly string[];
}

/** The machine's work for the page: one thing at a time. */
export type Doing =
  /** Nothing moves. */
  | "stopped"
  /** The program runs until it is stopped. */
  | "running"
  /** It runs, and is stopped when the position is solved. */
  | "hunting"
  /** It is on the way to a moment: a step, a link, a point of the past. */
  | "returning"
  /** It has died, and a new one is on its way to where the old one was. */
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
  /** The moment to which it is on the way. */
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

  /** `listener` is told of each state. */
  listen(listener: Listener): void {
    this.listeners.push(listener);
  }

  /** `opener` is told when something else has been opened, sources and all. */
  whenOpened(opener: () => void): void {
    this.openers.push(opener);
  }

  /** Sends a request; a failure is reported to the visitor, and gives null. */
  async ask<R extends Request>(request: R): Promise<AnswerTo<R> | null> {
    try {
      return await this.machine.ask(request);
    } catch (error) {
      this.complain(reason(error));
      return null;
    }
  }

  /** Opens a position; fails, with the reason, if it is none, and then the old one stays. */
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
      this.opened = { position, fen: answer.fen, depth: wanted.depth ?? null, program: null, solutions: wanted.solutions ?? [] };
      await this.arrive(answer);
    });
  }

  /** Assembles and opens a program; the answer has its errors. */
  async load(source: string, input: string): Promise<AnswerOf<"opened"> | AnswerOf<"assembled"> | null> {
    await this.stop();
    const answer = await this.ask({ kind: "load", source, ...(input ? { input } : {}) });
    if (answer?.kind === "opened") {
      this.opened = { position: null, fen: null, depth: null, program: source, solutions: [] };
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

  /** Runs until something stops it. */
  async run(pace: Asked, doing: "running" | "hunting"): Promise<void> {
    this.generation += 1;
    await this.moved(doing, () => this.ask({ kind: "run", pace }));
  }

  /** Ends the current task, and forgets the steps that were to follow. */
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

  /** A command of the debugger; null if it failed, which the visitor has been told, or if it was not done any more. */
  async command(line: CommandLine): Promise<AnswerOf<"said"> | null> {
    return this.step(() => this.ask({ kind: "command", line }));
  }

  /** The same, but errors are left to the caller. */
  async tryCommand(line: string): Promise<AnswerOf<"said"> | null> {
    return this.step(() => this.machine.ask({ kind: "command", line }));
  }

  private steps: Promise<unknown> = Promise.resolve();
  /** What was asked before the machine was told to stop, or to go elsewhere, is not done any more. */
  private generation = 0;

  /** Steps come one after the other, however fast they are asked for. The first one ends a run. */
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

  /** Does something, during which the machine is in a state. What was begun last decides when it has stopped. */
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

  /** The part of the way to a future moment that is done, 0 to 1; null if it is on no way. */
  get far(): number | null {
    const { goal, state } = this;
    if (!goal || !state) return null;
    const far = "instruction" in goal ? state.instruction / goal.instruction : (state.chess?.clocks ?? 0) / goal.clocks;
    return far < 1 ? far : null;
  }

  /** Sets whether the tree of the search grows with it. */
  async follow(tree: boolean): Promise<void> {
    if (this.follows === tree) return;
    this.follows = tree;
    if (this.state) await this.ask({ kind: "follow", tree }).then((answer) => answer && this.take(answer.state));
  }

  private follows = false;
  private growing: Promise<boolean> | null = null;

  /** Whether the tree is of an earlier moment than the machine. */
  private get behind(): boolean {
    const growth = this.state?.chess?.growth;
    return growth !== null && growth !== undefined && growth.instruction !== this.state?.instruction;
  }

  /** Waits until the tree shows the present moment. */
  async grown(): Promise<void> {
    while (this.behind && (await this.grow()));
  }

  /** Lets the tree grow to where the machine has stopped; false where it cannot. */
  private grow(): Promise<boolean> {
    this.growing ??= this.ask({ kind: "grow" }).then((answer) => {
      this.growing = null;
      if (answer) this.take(answer.state);
      return answer !== null;
    });
    return this.growing;
  }

  /** The contents of a link to the present moment. */
  moment(): Moment | null {
    const { opened, state } = this;
    if (!opened || opened.program !== null || !state) return null;
    return { position: opened.position, fen: opened.fen, depth: opened.depth, instruction: state.instruction };
  }

  /** An answer may come after another session was opened. */
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
