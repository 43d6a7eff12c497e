// The WebAssembly module, as a function from a text to a text.

import { traces, type Shared } from "./traces.ts";

interface Exports extends Shared {
  room(bytes: number): number;
  answer(): number;
  answer_address(): number;
  last_words(): number;
  last_words_address(): number;
}

/** Free memory, in pages of 64 KB (16 MB in all), above which a crash is not attributed to a lack of memory. */
const SPARE = 256;

/** The error after the machine has crashed; the message states the cause. */
export class Death extends Error {}

export class Engine {
  private readonly encoder = new TextEncoder();
  private readonly decoder = new TextDecoder();

  private constructor(private readonly exports: Exports) {}

  static async load(wasm: BufferSource): Promise<Engine> {
    const { instance } = await WebAssembly.instantiate(wasm, { traces: traces(() => exports) });
    const exports = instance.exports as unknown as Exports;
    return new Engine(exports);
  }

  /** Answers a request; both are JSON texts. */
  ask(request: string): string {
    try {
      const bytes = this.encoder.encode(request);
      const room = this.exports.room(bytes.length);
      new Uint8Array(this.exports.memory.buffer, room >>> 0, bytes.length).set(bytes);
      const length = this.exports.answer();
      return this.text(this.exports.answer_address(), length);
    } catch (error) {
      throw new Death(this.lastWords() || this.diagnosis(error));
    }
  }

  /** Finds the cause of a crash without a message: without memory, Rust cannot print one. */
  private diagnosis(error: unknown): string {
    const { memory } = this.exports;
    const size = `${Math.round(memory.buffer.byteLength / 2 ** 20)} MB`;
    try {
      memory.grow(SPARE);
    } catch {
      return `the machine has run out of memory; it had ${size}`;
    }
    return `the machine has failed (${error}); it had ${size} of memory`;
  }

  private lastWords(): string {
    try {
      const length = this.exports.last_words();
      return this.text(this.exports.last_words_address(), length);
    } catch {
      return "";
    }
  }

  private text(address: number, length: number): string {
    return this.decoder.decode(new Uint8Array(this.exports.memory.buffer, address >>> 0, length >>> 0));
  }
}
