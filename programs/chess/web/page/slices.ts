// Determines how much to run before the worker handles messages again: by the requested speed, and by what the host can
// do.

import type { Pace } from "./protocol.ts";

/** Desired duration of a slice, in milliseconds. */
const SLICE = 12;

/** Maximum delay in milliseconds that is caught up with: a page that was suspended continues where it was. */
const DEBT = 250;

/** Minimum wait, in milliseconds. */
const WAIT = 4;

export interface Wanted {
  /** Milliseconds to wait before the next slice; if this is not zero, nothing is run. */
  wait: number;
  instructions: number;
  clocks?: number;
}

export class Slices {
  /** Instructions per millisecond, measured in the last slices. */
  private rate = 10_000;
  private began = 0;
  /** The time up to which the speed was kept, and the work that is still due; null before the first slice. */
  private kept: number | null = null;
  private owed = 0;

  constructor(private pace: Pace) {
    if (pace === "full") return;
    const wanted = (pace ?? {}) as { instructions?: unknown; clocks?: unknown };
    const amount = wanted.instructions ?? wanted.clocks;
    if (typeof amount !== "number" || !(amount > 0 && amount <= 1e12)) {
      throw new Error("a pace must be `full`, or a number of instructions or clocks per second above 0");
    }
  }

  /** Runs as fast as the host can from now on. */
  hurry(): void {
    this.pace = "full";
  }

  /** Returns what to run now. */
  begin(now: number): Wanted {
    this.began = now;
    const most = Math.max(1, Math.floor(this.rate * SLICE));
    if (this.pace === "full") return { wait: 0, instructions: most };
    const perSecond = "clocks" in this.pace ? this.pace.clocks : this.pace.instructions;
    // A slice with little work is postponed, so that the host sleeps in between.
    const least = Math.max(1, (perSecond * WAIT) / 1000);
    // The first instruction runs immediately, and at very low speeds one instruction may be due for longer than the
    // maximum delay.
    const debt = Math.max(DEBT, 1000 / perSecond);
    this.owed = this.kept === null ? least : this.owed + (Math.min(now - this.kept, debt) / 1000) * perSecond;
    this.kept = now;
    if (this.owed < least) {
      return { wait: Math.max(WAIT, ((least - this.owed) / perSecond) * 1000), instructions: 0 };
    }
    const amount = Math.floor(this.owed);
    if ("clocks" in this.pace) return { wait: 0, instructions: most, clocks: amount };
    return { wait: 0, instructions: Math.min(most, amount) };
  }

  /** Records what was run. */
  end(now: number, ran: { instructions: number; clocks: number }): void {
    const spent = now - this.began;
    if (ran.instructions > 1000 && spent > 0.5) {
      this.rate = Math.max(100, 0.7 * this.rate + 0.3 * (ran.instructions / spent));
    } else if (spent > 2 * SLICE) {
      this.rate = Math.max(100, this.rate / 2);
    }
    if (this.pace === "full") return;
    this.owed -= "clocks" in this.pace ? ran.clocks : ran.instructions;
    // Work beyond the capacity of the host is not caught up with.
    const perSecond = "clocks" in this.pace ? this.pace.clocks : this.pace.instructions;
    this.owed = Math.min(this.owed, (DEBT / 1000) * perSecond + 1);
  }
}
