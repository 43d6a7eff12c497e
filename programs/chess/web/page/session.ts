/** What is open in the machine: one position or program. Views ask for moves through it and are told of each state. */

import { reason } from "./format.ts";
import { problemOf } from "./problems.ts";
import type { Machine } from "./machine.ts";
import type { Moment } from "./link.ts";
import type { AnswerOf, Pace as Asked, Request, State, AnswerTo } from "./protocol.ts";

/** What was opened. */
export interface Opened {
  /** A number of the 300, if it is one. */
  readonly position: number | null;
  readonly fen: string | null;
  readonly depth: number | null;
  /** The text of a program, where it is no position. */
  readonly program: string | null;
  /** Moves that solve it, where an EPD file names them. */
  readonly solutions: readonly string[];
}

/** What to open. */
export interface Wanted {
  readonly position?: number | null;
  readonly fen?: string | null;
  readonly depth?: number | null;
  readonly solutions?: readonly string[];
}

type Listener = (state: State) => void;

export class Session {
  state: State | null = null;
  opened: Opened | null = null;
  sources: AnswerOf<"sources"> | null = null;
  /** Something has been asked that moves the program. */
  moving = false;
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

  /** Asks; what fails is told to the visitor, and gives null. */
  async ask<R extends Request>(request: R): Promise<AnswerTo<R> | null> {
    try {
      return await this.machine.ask(request);
    } catch (error) {
      this.complain(reason(error));
      return null;
    }
  }

  /** Opens a position; fails, with the reason, if it is none, and then the old one stays. */
  async open(wanted: Wanted): Promise<void> {
    await this.stop();
    const answer = await this.machine.ask({
      kind: "open",
      ...(wanted.position ? { position: wanted.position } : { fen: wanted.fen ?? "" }),
      ...(wanted.depth === null || wanted.depth === undefined ? {} : { depth: wanted.depth }),
    });
    const position = answer.position ?? problemOf(answer.fen ?? "")?.number ?? null;
    this.opened = { position, fen: answer.fen, depth: wanted.depth ?? null, program: null, solutions: wanted.solutions ?? [] };
    await this.arrive(answer);
  }

  /** Assembles and opens a program; the answer has what was wrong with it. */
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
    this.take(answer.state);
    this.sources = await this.ask({ kind: "sources" });
    for (const opener of this.openers) opener();
    this.take(answer.state);
  }

  /** Runs until something stops it. */
  async run(pace: Asked): Promise<void> {
    await this.moved(() => this.ask({ kind: "run", pace }));
  }

  /** Ends what is under way. */
  async stop(): Promise<void> {
    if (!this.moving && !this.state?.running) return;
    const answer = await this.ask({ kind: "pause" });
    if (answer?.kind === "state") this.take(answer.state);
  }

  /** Goes to a moment. */
  async seek(moment: { instruction: number } | { clocks: number }): Promise<void> {
    await this.stop();
    await this.moved(() => this.ask({ kind: "seek", ...moment }));
  }

  /** A command of the debugger; null if it failed, which the visitor has been told. */
  async command(line: string): Promise<AnswerOf<"said"> | null> {
    await this.stop();
    return this.moved(() => this.ask({ kind: "command", line }));
  }

  /** The same, but what goes wrong is for the caller. */
  async tryCommand(line: string): Promise<AnswerOf<"said">> {
    await this.stop();
    return this.moved(() => this.machine.ask({ kind: "command", line }));
  }

  private depth = 0;

  private async moved<A extends { state: State } | null>(move: () => Promise<A>): Promise<A> {
    this.depth += 1;
    this.moving = true;
    try {
      const answer = await move();
      if (answer) this.take(answer.state);
      return answer;
    } finally {
      this.depth -= 1;
      this.moving = this.depth > 0;
      if (!this.moving && this.state) this.tell(this.state);
    }
  }

  /** What a link to the present moment says. */
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
  }

  /** The machine is a new one: nothing of the old one counts any more. */
  forget(): void {
    this.state = null;
    this.depth = 0;
    this.moving = false;
  }
}
