/** The bar at the bottom: run and step, the speed, and a slider over the whole past. */

import { button, el, fill, say, set } from "./dom.ts";
import { count, seconds } from "./format.ts";
import { EVENTS } from "./names.ts";
import { CLOCK_HZ, PACES, REAL_TIME, type Pace } from "./pace.ts";

/** The requests of the bar. */
export interface Wishes {
  run(): void;
  start(): void;
  /** A move of the search back or forth. */
  backMove(): void;
  nextMove(): void;
  pace(pace: Pace, index: number): void;
  /** Goes to a moment, in steps since the start. */
  goTo(instruction: number): void;
  copyLink(): void;
}

/** The state that the bar shows. */
export interface Time {
  readonly running: boolean;
  readonly instructions: number;
  readonly furthest: number;
  readonly clocks: number;
  /** Nothing is open, or the machine is elsewhere. */
  readonly idle: boolean;
  /** The reason why it makes no sense to continue, if there is one. */
  readonly ended: boolean;
  /** The part of the way to a moment that is done, 0 to 1. */
  readonly far: number | null;
}

/** An event of the search. */
export type EventName = (typeof EVENTS)[number];

/** Its name for a reader. */
export const EVENT_WORDS: Record<EventName, string> = {
  node: "position",
  move: "move",
  pass: "pass",
  eligible: "threat",
  search: "search of a threat",
  value: "value of a move",
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
  private readonly moment = el("output", { for: "past" });
  /** The progress on the way to a moment. */
  private readonly way = el("progress", { max: 1, value: 0, hidden: true, "aria-label": "On the way" });
  private readonly paceSlider: HTMLInputElement;
  private readonly paceName = el("output", { for: "pace" });
  private readonly buttons: HTMLButtonElement[];
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
    fill(element, [
      el("div", { class: "controls" }, [
        el("div", { class: "group" }, [...this.buttons, this.events]),
        this.link,
        el("div", { class: "pace" }, [el("label", { for: "pace" }, ["Speed"]), this.paceSlider, this.paceName]),
      ]),
      el("div", { class: "past" }, [el("label", { for: "past" }, ["Past"]), this.slider, this.way, this.moment]),
    ]);
    this.namePace();
  }

  get pace(): Pace {
    return PACES[this.paceSlider.valueAsNumber] ?? (PACES[REAL_TIME] as Pace);
  }

  get paceIndex(): number {
    return this.paceSlider.valueAsNumber;
  }

  /** Sets the speed by its index and tells the machine. */
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
    this.furthest = Math.max(1, time.furthest);
    if (!this.dragging) {
      set(this.slider, "max", this.furthest);
      if (this.slider.value !== String(time.instructions)) this.slider.value = String(time.instructions);
    }
    const text = `step ${count(time.instructions)}`;
    this.way.hidden = time.far === null;
    this.way.value = time.far ?? 0;
    say(this.moment, text);
    set(this.slider, "aria-valuetext", `${text}, ${seconds(time.clocks / CLOCK_HZ)} seconds`);
    this.slider.disabled = time.idle;
  }

  /** The event to which a step goes. */
  get event(): EventName {
    return EVENTS[this.events.selectedIndex] ?? EVENTS[0];
  }

  /** A program that searches no position has no events: there a step is an instruction. */
  unit(searches: boolean): void {
    this.events.hidden = !searches;
  }

  /** Shows on the button, for a while, the outcome of copying the link. */
  linked(words: string): void {
    this.link.replaceChildren(words);
    window.setTimeout(() => this.link.replaceChildren("Link", this.linkWords), 2000);
  }

  /** The slider asks for one moment at a time: the newest wish when the last has been answered. */
  answered(): void {
    if (this.waiting === null) return;
    const next = this.waiting;
    this.waiting = null;
    this.asked = true;
    this.wishes.goTo(next);
  }

  private asked = false;

  /** No moment is on its way any more. */
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
