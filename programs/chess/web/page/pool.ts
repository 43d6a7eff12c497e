/** Searches positions on several machines at once. */

import { reason } from "./format.ts";
import type { Machine } from "./machine.ts";
import type { Request } from "./protocol.ts";

/** How often a position is begun again after a machine has failed in it. */
const TRIES = 2;

export interface Job {
  readonly number: number;
  /** How much work it is expected to be; any unit. */
  readonly weight: number;
}

export interface Events {
  began(number: number): void;
  /** A position was searched; `line` is its result. */
  solved(number: number, line: string): void;
  /** Something went wrong: a machine that was replaced, or a position that has no result. */
  failed(message: string): void;
  /** No position is left. */
  finished(): void;
}

/** A machine and the position that it searches. */
interface Seat {
  machine: Machine;
  job: Job | null;
  prepared: boolean;
  began: number;
}

export class Pool {
  private readonly tries = new Map<Job, number>();
  private seats: Seat[] = [];
  private paused = false;
  private resumed: (() => void)[] = [];
  private over = false;
  /** The work of the jobs that are done, and the milliseconds that they took. */
  private done = 0;
  private took = 0;

  /** `jobs` are searched in their order, on `workers` machines like `model`, each of which is prepared first. */
  constructor(private readonly model: Machine, private readonly prepare: Request & { kind: "prepare" }, private readonly jobs: Job[], workers: number, private readonly events: Events) {
    const count = Math.min(workers, jobs.length);
    // A machine takes time to start, and the first is at work meanwhile.
    for (let n = 0; n < count; n++) this.seats.push({ machine: model.another(), job: null, prepared: false, began: 0 });
    for (const seat of this.seats) void this.work(seat);
  }

  /** The milliseconds that the rest will take, by what was done; null before that is known. */
  get left(): number | null {
    const { done, took } = this;
    if (done === 0) return null;
    const rest = (sum: number, { weight }: Job) => sum + weight;
    const rate = took / done;
    const now = performance.now();
    const begun = this.seats.reduce((sum, { job, began }) => sum + (job ? Math.max(0, job.weight * rate - (now - began)) : 0), 0);
    return (this.jobs.reduce(rest, 0) * rate + begun) / Math.max(1, this.seats.length);
  }

  /** Stops every search where it is, or continues. */
  pause(paused: boolean): void {
    this.paused = paused;
    if (paused) {
      // The answer is about a session, of which these machines have none; the search itself answers.
      for (const { machine, job } of this.seats) if (job) void machine.ask({ kind: "pause" }).catch(() => {});
      return;
    }
    const { resumed } = this;
    this.resumed = [];
    for (const go of resumed) go();
  }

  /** Ends all machines. */
  end(): void {
    this.over = true;
    for (const { machine } of this.seats) machine.terminate();
    this.pause(false);
  }

  private async work(seat: Seat): Promise<void> {
    while (!this.over) {
      if (this.paused) await new Promise<void>((resolve) => this.resumed.push(resolve));
      else if (!(await this.step(seat))) break;
    }
    seat.machine.terminate();
    this.seats = this.seats.filter((other) => other !== seat);
    if (this.seats.length === 0 && !this.over) {
      this.over = true;
      this.events.finished();
    }
  }

  /** Searches a position, or as much of it as there is time for; false if there is nothing more to do. */
  private async step(seat: Seat): Promise<boolean> {
    if (!seat.job && this.jobs.length === 0) return false;
    try {
      if (!seat.prepared) await seat.machine.ask(this.prepare);
      seat.prepared = true;
      if (this.over || this.paused) return true;
      const job = seat.job ?? this.jobs.shift();
      if (!job) return false;
      if (!seat.job) this.events.began(job.number);
      seat.job = job;
      seat.began = performance.now();
      const { line } = await seat.machine.ask({ kind: "solve", number: job.number });
      this.took += performance.now() - seat.began;
      if (line === null) return true;
      this.done += job.weight;
      seat.job = null;
      this.events.solved(job.number, line);
      return true;
    } catch (error) {
      return !this.over && this.recover(seat, reason(error));
    }
  }

  /** Replaces a machine that has failed; false if that is useless. */
  private recover(seat: Seat, why: string): boolean {
    const { job } = seat;
    seat.job = null;
    if (!seat.machine.alive) {
      const ready = seat.prepared;
      seat.prepared = false;
      if (!ready) {
        this.events.failed(this.seats.length > 1 ? `A worker does not start, so there is one less: ${why}` : `No worker starts: ${why}`);
        return false;
      }
      seat.machine = this.model.another();
    } else if (!job) {
      this.events.failed(why);
      return false;
    }
    if (!job) return true;
    const tries = (this.tries.get(job) ?? 0) + 1;
    this.tries.set(job, tries);
    if (tries < TRIES && !seat.prepared) {
      this.events.failed(`A worker has failed, and another searches position ${job.number} again: ${why}`);
      this.jobs.unshift(job);
    } else this.events.failed(`Position ${job.number} has no result: ${why}`);
    return true;
  }
}
