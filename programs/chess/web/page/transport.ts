/** The bar at the bottom: run and step, the speed, and a slider over the time so far. */

import { button, el, fill, say, set } from "./dom.ts";
import { count, seconds } from "./format.ts";
import { EVENTS } from "./names.ts";
import { CLOCK_HZ, PACES, REAL_TIME, type Pace } from "./pace.ts";
import { rove } from "./rove.ts";

/** The requests of the bar. */
export interface Wishes {
  run(): void;
  start(): void;
  /** Goes to the previous event of the search. */
  backMove(): void;
  nextMove(): void;
  pace(pace: Pace, index: number): void;
  /** Goes to a moment, in instructions since the start. */
  goTo(instruction: number): void;
  copyLink(): void;
}

/** The state that the bar shows. */
export interface Time {
  readonly running: boolean;
  readonly instructions: number;
  readonly furthest: number;
  readonly clocks: number;
  /** True if nothing is open, or if the machine is used elsewhere. */
  readonly idle: boolean;
  /** True if the program cannot continue. */
  readonly ended: boolean;
  /** The completed fraction of the way to a moment, 0 to 1; null if there is none. */
  readonly far: number | null;
}

/** Name of an event of the search. */
export type EventName = (typeof EVENTS)[number];

/** The description of each event for a reader. */
export const EVENT_WORDS: Record<EventName, string> = {
  node: "position",
  move: "move",
  pass: "pass",
  eligible: "threat",
  search: "threat search",
  value: "move value",
  capture: "capture",
  "stand-pat": "stand pat",
  mate: "mate",
  better: "better move",
  "cut-off": "cut-off",
  iteration: "iteration",
};

export class Transport {
  private readonly run: HTMLButtonElement;
  private readonly slider = el("input", { type: "range", id: "past", min: 0, max: 1000, value: 0, step: 1, "aria-label": "Moment in the past" });
  private readonly seconds = el("b");
  private readonly moment = el("output", { for: "past" });
  /** Shows the progress on the way to a moment. */
  private readonly way = el("progress", { max: 1, value: 0, hidden: true, "aria-label": "On the way" });
  private readonly paceSlider: HTMLInputElement;
  private readonly paceName = el("output", { for: "pace" });
  private readonly buttons: HTMLButtonElement[];
  private readonly settle: () => void;
  private readonly events = el("select", { id: "event", "aria-label": "The event to go to", title: "The event that Back and Next go to" });
  private readonly link: HTMLButtonElement;
  private readonly linkWords = el("span", { class: "word-long" }, [" to this moment"]);
  private furthest = 0;
  private dragging = false;
  private waiting: number | null = null;

  constructor(
    element: HTMLElement,
    private readonly wishes: Wishes,
  ) {
    this.run = button("Run", () => wishes.run(), { id: "run", class: "primary" });
    this.buttons = [
      button("Start", () => wishes.start(), { id: "start", title: "To the beginning (Home)" }),
      button("Back", () => wishes.backMove(), { id: "back-move", title: "To the last event of the search (←)" }),
      this.run,
      button("Next", () => wishes.nextMove(), { id: "next-move", title: "To the next event of the search (→)" }),
    ];
    fill(this.events, EVENTS.map((name) => el("option", { value: name }, [EVENT_WORDS[name]])));
    this.link = button("Link", () => wishes.copyLink(), { id: "copy-link" });
    this.link.append(this.linkWords);
    this.paceSlider = el("input", { type: "range", id: "pace", min: 0, max: PACES.length - 1, step: 1, value: REAL_TIME, "aria-label": "Speed" });
    this.paceSlider.addEventListener("input", () => this.setPace(this.paceSlider.valueAsNumber));
    this.slider.addEventListener("input", () => this.drag());
    this.slider.addEventListener("change", () => {
      this.dragging = false;
    });
    const group = el("div", { class: "group" }, [...this.buttons, this.events]);
    this.settle = rove(group, "buttons", "button:not(:disabled)", "#run:not(:disabled)");
    fill(element, [
      el("div", { class: "controls" }, [
        group,
        this.link,
        el("div", { class: "pace" }, [el("label", { for: "pace" }, ["Speed"]), this.paceSlider, this.paceName]),
      ]),
      el("div", { class: "past" }, [el("label", { for: "past" }, ["Past"]), this.slider, this.way, el("span", { class: "moment" }, [this.seconds, this.moment])]),
    ]);
    this.namePace();
  }

  get pace(): Pace {
    return PACES[this.paceSlider.valueAsNumber] ?? (PACES[REAL_TIME] as Pace);
  }

  get paceIndex(): number {
    return this.paceSlider.valueAsNumber;
  }

  /** Sets the speed by its index and informs the machine. */
  setPace(index: number): void {
    this.paceSlider.value = String(Math.max(0, Math.min(PACES.length - 1, index)));
    this.namePace();
    this.wishes.pace(this.pace, this.paceIndex);
  }

  show(time: Time): void {
    say(this.run, time.running ? "Pause" : "Run");
    set(this.run, "aria-pressed", null);
    for (const one of this.buttons) one.disabled = time.idle;
    if (!time.running && time.ended) this.run.disabled = true;
    this.settle();
    this.furthest = Math.max(1, time.furthest);
    if (!this.dragging) {
      set(this.slider, "max", this.furthest);
      if (this.slider.value !== String(time.instructions)) this.slider.value = String(time.instructions);
    }
    const text = `step ${count(time.instructions)}`;
    const second = seconds(time.clocks / CLOCK_HZ);
    say(this.seconds, `${second} s`);
    this.way.hidden = time.far === null;
    this.way.value = time.far ?? 0;
    say(this.moment, text);
    set(this.slider, "aria-valuetext", `${second} seconds, ${text}`);
    this.slider.disabled = time.idle;
  }

  /** The event that a step goes to. */
  get event(): EventName {
    return EVENTS[this.events.selectedIndex] ?? EVENTS[0];
  }

  /** Selects the unit of a step: in a program that does not search a position it is an instruction. */
  unit(searches: boolean): void {
    this.events.hidden = !searches;
  }

  /** Shows on the button, for a while, the outcome of copying the link. */
  linked(words: string): void {
    this.link.replaceChildren(words);
    window.setTimeout(() => this.link.replaceChildren("Link", this.linkWords), 2000);
  }

  /** The slider requests one moment at a time: the latest wish, after the previous one was answered. */
  answered(): void {
    if (this.waiting === null) return;
    const next = this.waiting;
    this.waiting = null;
    this.asked = true;
    this.wishes.goTo(next);
  }

  private asked = false;

  /** Called when no request for a moment is open any more. */
  settled(): void {
    this.asked = false;
    this.answered();
  }

  private drag(): void {
    this.dragging = true;
    const wish = this.slider.valueAsNumber;
    if (this.asked) this.waiting = wish;
    else {
      this.asked = true;
      this.wishes.goTo(wish);
    }
  }

  private namePace(): void {
    say(this.paceName, this.pace.label);
    set(this.paceSlider, "aria-valuetext", this.pace.words);
    set(this.paceSlider, "title", this.pace.words);
  }
}
