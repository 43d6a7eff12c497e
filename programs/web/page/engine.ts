// The WebAssembly: a function from a text to a text.

interface Exports {
  memory: WebAssembly.Memory;
  room(bytes: number): number;
  answer(): number;
  answer_address(): number;
  last_words(): number;
  last_words_address(): number;
}

/** The machine has died; the message says of what. */
export class Death extends Error {}

export class Engine {
  private readonly encoder = new TextEncoder();
  private readonly decoder = new TextDecoder();

  private constructor(private readonly exports: Exports) {}

  static async load(wasm: BufferSource): Promise<Engine> {
    const { instance } = await WebAssembly.instantiate(wasm, {});
    return new Engine(instance.exports as unknown as Exports);
  }

  /** Answers a request, both as JSON. */
  ask(request: string): string {
    try {
      const bytes = this.encoder.encode(request);
      const room = this.exports.room(bytes.length);
      new Uint8Array(this.exports.memory.buffer, room >>> 0, bytes.length).set(bytes);
      const length = this.exports.answer();
      return this.text(this.exports.answer_address(), length);
    } catch (error) {
      const memory = Math.round(this.exports.memory.buffer.byteLength / 2 ** 20);
      throw new Death(this.lastWords() || `the machine has failed (${error}); it had ${memory} MB of memory`);
    }
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
