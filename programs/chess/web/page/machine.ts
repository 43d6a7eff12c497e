// The page's side of the machine: sends requests to the worker, and receives its answers.

import type { Answer, AnswerTo, Event, Message, Numbered, Request, Start } from "./protocol.ts";

/** The error of a request that the machine refused. */
export class Refusal extends Error {}

type Settle = { resolve: (answer: never) => void; reject: (error: Error) => void };

/** A machine in a worker. If it crashes, open requests are rejected, and `restart` starts a new one. */
export class Machine {
  private worker: Worker | null = null;
  private last = 0;
  private waiting = new Map<number, Settle>();
  private listeners = new Set<(event: Event) => void>();

  /** `code` is the JavaScript of the worker, `wasm` the WebAssembly of the machine. */
  constructor(
    private readonly code: string,
    private readonly wasm: ArrayBuffer,
  ) {
    this.restart();
  }

  /** Starts a new worker in place of the old one, whose sessions and games are lost. */
  restart(): void {
    this.end("the machine was started again");
    const url = URL.createObjectURL(new Blob([this.code], { type: "text/javascript" }));
    const worker = new Worker(url);
    URL.revokeObjectURL(url);
    worker.onmessage = (message: MessageEvent<Message>) => this.hear(message.data);
    worker.onerror = (event) => {
      event.preventDefault();
      this.died(event.message || "the worker has failed");
    };
    this.worker = worker;
    const start: Start = { wasm: this.wasm.slice(0) };
    worker.postMessage(start, [start.wasm]);
  }

  /** Creates another machine, for work in parallel with this one. */
  another(): Machine {
    return new Machine(this.code, this.wasm);
  }

  /** Ends the worker, as a browser does when it runs out of memory; also for tests. */
  terminate(message = "the machine was ended"): void {
    this.worker?.terminate();
    this.died(message);
  }

  /** True if there is a worker that can answer. */
  get alive(): boolean {
    return this.worker !== null;
  }

  /** Sends a request; the promise is rejected with a `Refusal` if the machine refuses it. */
  ask<R extends Request>(request: R): Promise<AnswerTo<R>> {
    const worker = this.worker;
    if (!worker) return Promise.reject(new Refusal("the machine has failed: restart it"));
    const id = ++this.last;
    return new Promise<AnswerTo<R>>((resolve, reject) => {
      this.waiting.set(id, { resolve, reject });
      worker.postMessage({ ...request, id });
    });
  }

  /** Calls a function with every event until the returned function is called. */
  listen(listener: (event: Event) => void): () => void {
    this.listeners.add(listener);
    return () => this.listeners.delete(listener);
  }

  private hear(message: Message): void {
    if ("answer" in message) this.settle(message.answer);
    else if (message.event.kind === "died") this.died(message.event.message);
    else this.tell(message.event);
  }

  private settle(answer: Numbered<Answer>): void {
    const settle = this.waiting.get(answer.id);
    this.waiting.delete(answer.id);
    if (answer.kind === "error") settle?.reject(new Refusal(answer.message));
    else settle?.resolve(answer as never);
  }

  private tell(event: Event): void {
    for (const listener of this.listeners) listener(event);
  }

  private died(message: string): void {
    this.end(message);
    this.tell({ kind: "died", message });
  }

  private end(message: string): void {
    this.worker?.terminate();
    this.worker = null;
    const waiting = [...this.waiting.values()];
    this.waiting.clear();
    for (const { reject } of waiting) reject(new Refusal(message));
  }
}

/**
 * The machine of this page. The build puts its parts into the page as elements: `#machine-code`, the worker's
 * JavaScript, and `#machine-wasm`, its WebAssembly, compressed by gzip and in base64; on a host, the name of its file.
 */
export async function start(): Promise<Machine> {
  const text = (id: string): string => {
    const element = document.getElementById(id);
    if (!element?.textContent) throw new Error(`this page is incomplete: #${id} is missing`);
    return element.textContent;
  };
  const file = document.getElementById("machine-wasm")?.dataset.file;
  return new Machine(text("machine-code"), file ? await (await fetched(file)).arrayBuffer() : await unpacked(text("machine-wasm")));
}

/** Loads a file in the folder of the page. */
export async function fetched(file: string): Promise<Response> {
  const answer = await fetch(file);
  if (!answer.ok) throw new Error(`cannot load ${file}: ${answer.status}`);
  return answer;
}

/** Decodes data that was compressed by gzip and written in base64. */
export async function unpacked(base64: string): Promise<ArrayBuffer> {
  const packed = Uint8Array.from(atob(base64.trim()), (letter) => letter.charCodeAt(0));
  const stream = new Blob([packed]).stream().pipeThrough(new DecompressionStream("gzip"));
  return new Response(stream).arrayBuffer();
}
