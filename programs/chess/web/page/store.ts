/** Keeps the results of a run in the browser, so that it can be continued after a reload. */

/** What a run is about. */
export interface Kept {
  /** The settings and the origin of its results, as the machine states them. */
  readonly run: string;
  /** The file of positions and its name; null for the built-in positions. */
  readonly file: string | null;
  readonly name: string | null;
  /** The selection of positions; null for all. */
  readonly positions: string | null;
}

/** The result of a position, as a JSON line. */
type Lines = Map<number, string>;

const RUN = "run";
const LINES = "lines";

function done<T>(request: IDBRequest<T>): Promise<T> {
  return new Promise((resolve, reject) => {
    request.onsuccess = () => resolve(request.result);
    request.onerror = () => reject(request.error ?? new Error("the browser does not store results"));
  });
}

export class Store {
  private constructor(private readonly base: IDBDatabase) {}

  /** Opens the store; a browser may refuse it, for instance to a private window. */
  static async open(): Promise<Store> {
    const request = indexedDB.open("bcp1986.table1", 1);
    request.onupgradeneeded = () => {
      request.result.createObjectStore(RUN);
      request.result.createObjectStore(LINES);
    };
    return new Store(await done(request));
  }

  private stores(): [IDBObjectStore, IDBObjectStore] {
    const change = this.base.transaction([RUN, LINES], "readwrite");
    return [change.objectStore(RUN), change.objectStore(LINES)];
  }

  /** Returns the run that was kept, and its results; null if there is none. */
  async recall(): Promise<{ kept: Kept; lines: Lines } | null> {
    const [run, lines] = this.stores();
    const [kept, numbers, texts] = await Promise.all([done(run.get(0)), done(lines.getAllKeys()), done(lines.getAll())]);
    return kept ? { kept: kept as Kept, lines: new Map(numbers.map((number, at) => [Number(number), String(texts[at])])) } : null;
  }

  /** Forgets the results of the last run, and begins to keep those of another; of none if `kept` is null. */
  async begin(kept: Kept | null): Promise<void> {
    const [run, lines] = this.stores();
    await Promise.all([done(lines.clear()), kept ? done(run.put(kept, 0)) : done(run.clear())]);
  }

  /** Keeps the result of a position. */
  async add(number: number, line: string): Promise<void> {
    await done(this.stores()[1].put(line, number));
  }
}
