// What the page says to its worker, and what the worker says to the page: the requests and answers of the machine, whose
// types are made from those of Rust, with numbers, paces and a pause.

import type { Answer as Heard, Request as Asked } from "./types.ts";

export type * from "./types.ts";

/** A request with the number that its answer will have. */
export type Numbered<T> = T & { id: number };

/** How fast the machine is moved. States are sent meanwhile; the answer comes when it stops. */
export type Pace =
  /** Instructions a second. */
  | { instructions: number }
  /** Clocks a second: 4,000,000 is the real time of a Z8000 at 4 MHz. */
  | { clocks: number }
  /** As fast as the host can. */
  | "full";

/** The worker sees to slices; what it tells the machine of them is not for the page. */
type Direct = Exclude<Asked, { kind: "advance" | "interrupt" | "run" | "think" }>;

export type Request =
  | Direct
  /** A run that is under way gets the new pace, and its old request is answered. */
  | { kind: "run"; pace: Pace }
  | { kind: "think"; pace: Pace }
  /**
   * Stops whatever is under way, whose request is answered: a run or a seek with `moved`, a command with `said`, a
   * profile with what it has until then. The program that thinks is told to play what it has, which takes it a moment.
   */
  | { kind: "pause" };

/**
 * Every request has exactly one answer, with its number. A request that would disturb what is under way ends it first,
 * as `pause` does.
 */
export type Answer = Exclude<Heard, { kind: "busy" }>;

/** The answers of a kind. */
export type AnswerOf<Kind extends Answer["kind"]> = Extract<Answer, { kind: Kind }>;

/** The kinds of the answers to a request that does not fail, where they do not have the name of the request. */
interface Kinds {
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

/** What the worker says unasked. */
export type Event =
  /** The machine is ready. */
  | { kind: "ready" }
  /** While the session is moved, at most 60 a second. */
  | AnswerOf<"state">
  /** While the program thinks, at most 60 a second. */
  | AnswerOf<"game">
  /** The machine has died and cannot answer any more: start another worker. */
  | { kind: "died"; message: string };

/** What the worker posts: an answer with its number, or an event. */
export type Message = { answer: Numbered<Answer> } | { event: Event };

/** What the page posts first: the machine's WebAssembly. */
export interface Start {
  wasm: ArrayBuffer;
}
