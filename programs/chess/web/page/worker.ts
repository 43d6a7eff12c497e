// The worker: receives requests of the page, passes them to the machine, and divides long tasks into slices, so that it
// can receive further requests.

import { Death, Engine } from "./engine.ts";
import { Slices } from "./slices.ts";
import type { Answer, Event, Message, Numbered, Request, Start } from "./protocol.ts";
import type { Answer as Heard, Request as Asked } from "./types.ts";

/** Milliseconds between two states that are sent without a request: 60 states per second. */
const FRAME = 1000 / 60;

/** The current task: the number of its request, and the state that is sent to the page meanwhile. */
interface Task {
  id: number;
  shows: "state" | "game" | null;
  slices: Slices;
}

const page = self as unknown as { postMessage(message: Message): void; onmessage: unknown; close(): void };

let engine: Engine | null = null;
let early: Numbered<Request>[] = [];
let task: Task | null = null;
let shown = 0;
/** Slices alternate with messages of the page. */
const turns = new MessageChannel();
let turn: ReturnType<typeof setTimeout> | "next" | null = null;
turns.port1.onmessage = () => {
  if (turn !== "next") return;
  turn = null;
  guarded(slice);
};

page.onmessage = (message: MessageEvent<Start | Numbered<Request>>) => {
  const data = message.data;
  if (data && "wasm" in data) {
    Engine.load(data.wasm).then(begin, (error) => say({ kind: "died", message: `the machine does not start: ${error}` }));
  } else if (engine) guarded(() => hear(data));
  else early.push(data);
};

function begin(loaded: Engine): void {
  engine = loaded;
  say({ kind: "ready" });
  const waiting = early;
  early = [];
  for (const request of waiting) guarded(() => hear(request));
}

/** Runs some work; any failure of the machine ends it, since its memory may be corrupt. */
function guarded(work: () => void): void {
  try {
    work();
  } catch (error) {
    task = null;
    const message = error instanceof Death ? error.message : String(error);
    say({ kind: "died", message });
    page.close();
  }
}

function say(event: Event): void {
  page.postMessage({ event });
}

function reply(id: number, answer: Answer): void {
  page.postMessage({ answer: { ...answer, id } });
}

function machine(request: Asked): Heard {
  if (!engine) throw new Death("the machine has not started");
  return JSON.parse(engine.ask(JSON.stringify(request))) as Heard;
}

function hear(request: Numbered<Request>): void {
  const { id, ...asked } = request;
  if (asked.kind === "pause") return pause(id);
  let slices: Slices;
  try {
    slices = new Slices("pace" in asked ? asked.pace : "full");
  } catch (error) {
    return reply(id, { kind: "error", message: (error as Error).message });
  }
  const answer = machine(asked);
  if (answer.kind === "error" && answer.occupied) {
    // A search that is told to answer may need a moment; the new request waits for it.
    if (interrupt()) hear(request);
    else setTimeout(() => guarded(() => hear(request)), FRAME);
    return;
  }
  if (answer.kind !== "busy") return reply(id, answer);
  const shows = asked.kind === "think" ? "game" : asked.kind === "profile" || asked.kind === "solve" ? null : "state";
  task = { id, shows, slices };
  next(0);
}

function pause(id: number): void {
  const game = task?.shows === "game";
  if (task) interrupt();
  const answer = machine({ kind: game ? "game" : "state" });
  reply(id, answer.kind === "busy" ? { kind: "error", message: "nothing is open" } : answer);
}

/** Ends the current task. Returns false if the task needs a moment. */
function interrupt(): boolean {
  if (!task) return true;
  const answer = machine({ kind: "interrupt" });
  if (answer.kind === "busy") {
    task.slices.hurry();
    next(0);
    return false;
  }
  finish(answer);
  return true;
}

/** Ends the current task with an answer. */
function finish(answer: Answer): void {
  const done = task;
  task = null;
  if (done) reply(done.id, answer);
}

/** Schedules the next slice, after the messages that the page has sent. */
function next(milliseconds: number): void {
  if (turn !== null && turn !== "next") clearTimeout(turn);
  if (milliseconds > 0) {
    turn = setTimeout(() => {
      turn = null;
      guarded(slice);
    }, milliseconds);
    return;
  }
  if (turn === "next") return;
  turn = "next";
  turns.port2.postMessage(null);
}

function slice(): void {
  if (!task) return;
  const { slices } = task;
  const wanted = slices.begin(performance.now());
  if (wanted.wait > 0) return next(wanted.wait);
  const answer = machine({ kind: "advance", instructions: wanted.instructions, clocks: wanted.clocks });
  if (answer.kind !== "busy") return finish(answer);
  const now = performance.now();
  slices.end(now, answer);
  show(now);
  next(0);
}

/** Sends the state of the current task, at most 60 times per second. */
function show(now: number): void {
  if (!task?.shows || now - shown < FRAME) return;
  shown = now;
  const answer = machine({ kind: task.shows });
  if (answer.kind === "state") say(answer);
  if (answer.kind === "game") say({ kind: "game", game: answer.game });
}
