// The messages between the page and its worker: the requests and answers of the machine, whose types are generated from
// those in Rust, with request numbers, speeds and a pause.

import type { Answer as Heard, Request as Asked } from "./types.ts";

export type * from "./types.ts";

/** A request, or an answer, with the number of the request. */
export type Numbered<T> = T & { id: number };

/** The speed at which the machine runs. States are sent meanwhile; the answer is sent when it stops. */
export type Pace =
  /** Instructions per second. */
  | { instructions: number }
  /** Clocks per second: 4,000,000 is the real time of a Z8000 at 4 MHz. */
  | { clocks: number }
  /** As fast as the host can. */
  | "full";

/** The worker divides runs into slices; the requests that it sends for these are not available to the page. */
type Direct = Exclude<Asked, { kind: "advance" | "interrupt" | "run" | "think" }>;

export type Request =
  | Direct
  /** A run that is in progress continues at the new speed, and its old request is answered. */
  | { kind: "run"; pace: Pace }
  | { kind: "think"; pace: Pace }
  /**
   * Stops the task in progress, whose request is then answered: a run or a seek with `moved`, a command with `said`, a
   * profile with what it contains so far. A thinking program is told to play its best move so far, which takes a
   * moment.
   */
  | { kind: "pause" };

/**
 * Every request has exactly one answer, with its number. A request that conflicts with the task in progress ends the
 * task first, as `pause` does.
 */
export type Answer = Exclude<Heard, { kind: "busy" }>;

/** The answers of a given kind. */
export type AnswerOf<Kind extends Answer["kind"]> = Extract<Answer, { kind: Kind }>;

/** The kinds of answers to successful requests, where they differ from the name of the request. */
interface Kinds {
  prepare: "prepared";
  solve: "solved";
  open: "opened";
  load: "opened" | "assembled";
  assemble: "assembled";
  search: "found";
  run: "moved";
  pause: "state" | "game";
  seek: "moved";
  follow: "state";
  grow: "state";
  command: "said";
  newGame: "game";
  level: "game";
  move: "game";
  think: "game";
  takeBack: "game";
  resign: "game";
}

/** The answer to a request that did not fail. */
export type AnswerTo<R extends Request> = Extract<Answer, { kind: R["kind"] extends keyof Kinds ? Kinds[R["kind"]] : R["kind"] }>;

/** The messages that the worker sends without a request. */
export type Event =
  /** The machine is ready. */
  | { kind: "ready" }
  /** Sent while the session runs, at most 60 times per second. */
  | AnswerOf<"state">
  /** Sent while the program thinks, at most 60 times per second. */
  | AnswerOf<"game">
  /** The machine has crashed and cannot answer any more: start another worker. */
  | { kind: "died"; message: string };

/** A message of the worker: an answer with its number, or an event. */
export type Message = { answer: Numbered<Answer> } | { event: Event };

/** The first message of the page: the machine's WebAssembly. */
export interface Start {
  wasm: ArrayBuffer;
}
