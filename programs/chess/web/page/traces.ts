// What the emulator needs to run a program's traces as WebAssembly.

/** What a module of traces shares with the emulator. */
export interface Shared {
  memory: WebAssembly.Memory;
  __indirect_function_table: WebAssembly.Table;
}

/** The functions that the emulator imports. Where one refuses, the interpreter goes on. */
export function traces(shared: () => Shared): WebAssembly.ModuleImports {
  return {
    /** Grows the table of functions; returns its former length, or -1. */
    grow(functions: number): number {
      try {
        return shared().__indirect_function_table.grow(functions);
      } catch {
        return -1;
      }
    },

    /** Compiles a module, which fills its places in the table. It fails where there are no tail calls. */
    compile(address: number, length: number): number {
      const { memory, __indirect_function_table: table } = shared();
      try {
        const module = new WebAssembly.Module(new Uint8Array(memory.buffer, address >>> 0, length));
        new WebAssembly.Instance(module, { "": { memory, table } });
        return 1;
      } catch {
        return 0;
      }
    },
  };
}
