// How much to run before the page is heard again: by the pace that is wanted, and by what the host can do.

import type { Pace } from "./protocol.ts";

/** A slice takes about so many milliseconds. */
const SLICE = 12;

/** A page that sleeps owes no more than this, in milliseconds: it goes on where it was, not where it would be. */
const DEBT = 250;

/** The shortest wait, in milliseconds. */
const WAIT = 4;

export interface Wanted {
  /** Milliseconds to wait first; nothing is run then. */
  wait: number;
  instructions: number;
  clocks?: number;
}

export class Slices {
  /** Instructions a millisecond, as the last slices had them. */
  private rate = 10_000;
  private began = 0;
  /** When the pace was last kept, and how much of it is owed. */
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

  /** From now on as fast as the host can. */
  hurry(): void {
    this.pace = "full";
  }

  /** What to run now. */
  begin(now: number): Wanted {
    this.began = now;
    const most = Math.max(1, Math.floor(this.rate * SLICE));
    if (this.pace === "full") return { wait: 0, instructions: most };
    const perSecond = "clocks" in this.pace ? this.pace.clocks : this.pace.instructions;
    // A slice that would pay little is put off, so that the host sleeps in between.
    const least = Math.max(1, (perSecond * WAIT) / 1000);
    // The first instruction comes at once, and one that is due for longer than the debt that is allowed comes too.
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

  /** What was run. */
  end(now: number, ran: { instructions: number; clocks: number }): void {
    const spent = now - this.began;
    if (ran.instructions > 1000 && spent > 0.5) {
      this.rate = Math.max(100, 0.7 * this.rate + 0.3 * (ran.instructions / spent));
    } else if (spent > 2 * SLICE) {
      this.rate = Math.max(100, this.rate / 2);
    }
    if (this.pace === "full") return;
    this.owed -= "clocks" in this.pace ? ran.clocks : ran.instructions;
    // What the host cannot do is not owed.
    const perSecond = "clocks" in this.pace ? this.pace.clocks : this.pace.instructions;
    this.owed = Math.min(this.owed, (DEBT / 1000) * perSecond + 1);
  }
}
