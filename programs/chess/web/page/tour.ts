/** The tour: the article on null-move quiescence, whose figures are moments of the running search. */

import article from "../../../../docs/explanation/null-move-quiescence.md";
import { el, fill, say } from "./dom.ts";
import { count, reason } from "./format.ts";
import type { Machine } from "./machine.ts";
import { read, type Section } from "./markdown.ts";
import { Plate, type Moment } from "./plate.ts";
import { Session, type CommandLine, type Wanted } from "./session.ts";
import { announce } from "./voice.ts";

/** The position that the article explains. */
const FEN = "r3k3/4p3/3p4/1N6/8/8/6PP/6K1 w - -";
const FORK: Wanted = { fen: FEN, depth: 3 };

/** The moments of the figures by their names in the article; debugger commands find them by their events. */
const MOMENTS: Record<string, Moment> = {
  captures: { wanted: FORK, way: ["next iteration"] },
  pass: { wanted: FORK, way: ["next iteration", "next pass"] },
  eligible: { wanted: FORK, way: ["next pass Nd4 0"] },
  answered: { wanted: FORK, way: ["next cut-off"] },
  works: { wanted: FORK, way: ["next capture c7a8"] },
  mate: { wanted: { position: 1 }, way: ["continue"] },
  stalemate: { wanted: { fen: "8/5P1k/5K2/8/8/8/8/7B w - -", depth: 3 }, way: ["continue"] },
};

/** The depths at which positions are counted. */
const DEPTHS = [1, 2, 3, 4, 5] as const;

/** The searches that are counted: the name in the laboratory, and the name in the table. */
const COUNTED = [
  ["alpha-beta", "full width"],
  ["quiesce-d", "null-move quiescence"],
] as const;

/** Index of the figure that explains the signs of all figures. */
const LEGEND = 0;

export class TourPanel {
  private sections: readonly Section[] = [];
  private articles: readonly HTMLElement[] = [];
  private readonly plates = new Map<number, Plate>();
  private readonly counts = el("tbody");
  private readonly problem = el("p", { class: "error", role: "alert" });
  /** Index of the figure at whose moment the machine is; null if at none. */
  private active: number | null = null;
  private session: Session | null = null;
  private work: Promise<void> = Promise.resolve();
  /** Index of the section that is read; null before the article was opened. */
  private at: number | null = null;

  /** `read` is called when another section is read. */
  constructor(private readonly panel: HTMLElement, private readonly machine: Machine, private readonly read: () => void) {}

  /** Creates the article. */
  private write(): void {
    const { lead, sections } = read(article);
    this.sections = sections;
    this.articles = sections.map((stop, index) => el("section", { class: "stop", id: `stop-${index + 1}`, "aria-label": stop.title, tabindex: "-1" }, [el("h2", {}, [stop.title]), el("div", { class: "words" }, stop.blocks), this.figure(stop.figure, index)]));
    this.panel.append(el("article", { class: "tour" }, [el("header", { class: "words" }, [el("h1", {}, ["Null-move quiescence in one position"]), ...lead]), this.problem, ...this.articles]));
    const seen = new IntersectionObserver(
      (entries) => {
        for (const entry of entries) if (entry.isIntersecting) this.reach(this.articles.indexOf(entry.target as HTMLElement));
      },
      { rootMargin: "-45% 0px -45% 0px" },
    );
    for (const one of this.articles) seen.observe(one);
  }

  private figure(name: string, index: number): HTMLElement {
    if (name === "counted") return this.counted();
    const plate = new Plate(
      this.sections[index]?.title ?? "",
      {
        step: (line) => this.go(index, (session) => session.command(line)),
        seek: (instruction) => this.go(index, (session) => session.seek({ instruction })),
        again: () => {
          this.active = null;
          this.go(index, async () => {});
        },
      },
      index === LEGEND,
    );
    this.plates.set(index, plate);
    return plate.element;
  }

  /** Index of the displayed section, from 0; null before the article was opened. */
  get stop(): number | null {
    return this.at;
  }

  /** Shows a section; the first time, the machine goes through the moments of all figures. */
  visit(stop: number): void {
    if (!this.session) this.begin();
    const section = this.articles[stop];
    if (stop === 0) window.scrollTo(0, 0);
    else section?.scrollIntoView({ block: "start" });
    if (stop > 0) section?.focus({ preventScroll: true });
    this.reach(stop);
  }

  /** Called when a section is read: announces the sentence of its figure. */
  private reach(stop: number): void {
    this.at = stop;
    announce("sentence", this.plates.get(stop)?.words ?? "");
    this.read();
  }

  /** Starts a separate machine: what the visitor watches in other tabs is kept. */
  private begin(): void {
    this.write();
    const session = new Session(this.machine.another(), (message) => say(this.problem, message));
    this.session = session;
    void session.follow(true);
    session.listen((state) => {
      if (this.active !== null) this.plates.get(this.active)?.show(state);
    });
    for (const index of this.plates.keys()) this.go(index, async () => {});
    this.work = this.work.then(() => this.count(session.machine));
  }

  /** Performs steps at the moment of a figure, one after the other. */
  private go(index: number, step: (session: Session) => Promise<unknown>): void {
    this.work = this.work.then(async () => {
      const { session } = this;
      const moment = MOMENTS[this.sections[index]?.figure ?? ""];
      if (!session || !moment) return;
      try {
        if (this.active !== index) {
          this.active = index;
          await session.open(moment.wanted);
          for (const command of moment.way) if (!(await session.command(command satisfies CommandLine))) return;
        }
        await step(session);
        await session.grown();
        if (index === this.at) announce("sentence", this.plates.get(index)?.words ?? "");
      } catch (error) {
        say(this.problem, reason(error));
      }
    });
  }

  private counted(): HTMLElement {
    return el("figure", { class: "counted" }, [
      el("table", {}, [
        el("caption", {}, ["Positions that each search visits in the position above, counted here and now"]),
        el("thead", {}, [el("tr", {}, [el("th", { scope: "col" }, ["plies"]), ...COUNTED.map(([, name]) => el("th", { scope: "col", class: "counter" }, [name])), el("th", { scope: "col" }, ["logarithmic"])])]),
        this.counts,
      ]),
    ]);
  }

  private async count(machine: Machine): Promise<void> {
    const rows: { depth: number; positions: number[] }[] = [];
    for (const depth of DEPTHS) {
      const positions: number[] = [];
      for (const [search] of COUNTED) positions.push((await machine.ask({ kind: "search", search, position: FEN, depth, calls: 0 })).positions);
      rows.push({ depth, positions });
      const most = Math.max(...rows.flatMap((row) => row.positions));
      fill(
        this.counts,
        rows.map((row) =>
          el("tr", {}, [
            el("th", { scope: "row" }, [row.depth]),
            ...row.positions.map((number) => el("td", {}, [count(number)])),
            el("td", { class: "bars", "aria-hidden": "true" }, row.positions.map((number) => el("span", { style: `width: ${Math.max(1, (100 * Math.log(number)) / Math.log(most))}%` }))),
          ]),
        ),
      );
    }
  }
}
