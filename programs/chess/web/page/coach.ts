/** One sentence about what is going on, and the one or two most useful next actions. */

import { button, el, fill, find, say } from "./dom.ts";
import { best, ended, last, result, signed, soFar, written } from "./chess.ts";
import { count, many, seconds } from "./format.ts";
import { problem } from "./problems.ts";
import type { Iteration, State } from "./protocol.ts";
import { rove } from "./rove.ts";
import type { Doing, Opened } from "./session.ts";
import { announce } from "./voice.ts";

/** What a button of the coach does. */
export type Action = "run" | "pause" | "back" | "next" | "present" | "playOn" | "nextPosition" | "tour";

/** The sentence, with its first words in bold, and the buttons below it. */
export interface Advice {
  readonly key: string;
  readonly strong: string;
  readonly rest: string;
  readonly actions: readonly (readonly [string, Action])[];
}

/** Returns the iteration that solved the position; null if none has. */
export function solvedBy(opened: Opened | null, state: State): Iteration | null {
  const chess = state.chess;
  if (!chess || !opened) return null;
  const known = problem(opened.position);
  const at = (iteration: Iteration) => (known ? known.ours.seconds !== null && iteration.clocks === known.ours.clocks : iteration.instruction === chess.solved);
  return chess.iterations.find(at) ?? null;
}

export const WALK: Advice = {
  key: "walk",
  strong: "A game to walk through.",
  rest: "Ask what BCP would have played, and it says why it would not have played a move of the game.",
  actions: [],
};

export const GAME: Advice = {
  key: "game",
  strong: "Play against it.",
  rest: "It thinks for as many seconds of its Z8000 as you allow. The tactics are those of 1986; how it judges quiet positions is not known, and is ours.",
  actions: [],
};

const INTRO = { strong: "A chess program of 1986, thinking.", rest: "Don Beal’s search, rebuilt in Z8000 assembly, runs here on an emulated processor." };

/** The text about a position in which the game is already over. */
const ENDED = "The program does not know how games end, and searches it all the same.";

/** Returns the advice for a moment of a search. */
export function advise(opened: Opened | null, state: State | null, doing: Doing, far: number | null = null): Advice {
  if (opened && opened.program !== null) return { key: "program", strong: "Your program.", rest: "Choose a position, or Watch, to come back to the chess.", actions: [] };
  if (!opened || !state?.chess) return { key: "intro", ...INTRO, actions: [["What is it doing?", "tour"]] };
  const known = problem(opened.position);
  const solved = solvedBy(opened, state);
  const { chess } = state;
  const doubt = last(chess)?.doubt ?? "";
  const told = chess.told === null ? null : doubt && atReport(state) ? doubt : signed(chess.told);
  if (doing === "returning" && far !== null) {
    const percent = Math.floor(100 * far);
    return { key: `returning ${percent}`, strong: "On the way.", rest: `The program has run ${percent} % of it.`, actions: [["Stop here", "pause"]] };
  }
  if (doing === "running" || doing === "hunting") {
    const side = chess.root.side === "white" ? "White" : "Black";
    const key = `running ${solved?.depth ?? ""} ${opened.position}`;
    if (chess.root.ending) return { key, strong: ended(chess.root.ending, chess.root.side), rest: ENDED, actions: [] };
    if (solved) return { key, strong: `Solved: ${written(solved.best)}.`, rest: `It found that at depth ${solved.depth}, and looks deeper.`, actions: [] };
    return { key, strong: INTRO.strong, rest: `${INTRO.rest} It looks for ${side}’s best move${known ? ` in position ${known.number}` : ""}.`, actions: [["What is it doing?", "tour"]] };
  }
  if (state.instruction < state.furthest && !atReport(state)) {
    const path = chess.plies.filter((ply) => ply.move).length;
    const where = `the search is ${path === 0 ? "at the root" : `${many(path, "move")} deep`}`;
    return {
      key: `past ${state.instruction}`,
      strong: "In the past.",
      rest: told ?? `Step ${count(state.instruction)}: ${where}. Going back changes nothing; everything is as it was.`,
      actions: [["Back", "back"], ["Next", "next"], ["To the present", "present"], ["Play against it", "playOn"]],
    };
  }
  const { ending } = chess.root;
  if (ending && (chess.done || state.end)) {
    const found = last(chess);
    const rest = `${ENDED}${found ? ` It reports ${found.words} after ${many(chess.nodes, "node")}.` : ""}`;
    return { key: `ended ${opened.fen}`, strong: ended(ending, chess.root.side), rest, actions: [["Step back", "back"], ["Next position", "nextPosition"]] };
  }
  if (solved && last(chess)?.depth === solved.depth) {
    const value = solved.winner ? `, ${solved.words}` : `, worth ${solved.words.replace("+", "")}`;
    const why = doubt ? ` ${doubt}` : "";
    const paper = known ? (known.paper === null ? " The paper’s program did not solve it." : ` The paper’s program took ${known.paper} s.`) : "";
    return {
      key: `solved ${opened.position} ${solved.depth}`,
      strong: `Solved: ${written(solved.best)}${value}.`,
      rest: `It took ${count(solved.nodes)} nodes and ${seconds(solved.seconds)} seconds of a Z8000.${paper}${why}`,
      actions: [["What did it do?", "tour"], ["Step back", "back"], ["Play against it", "playOn"], ["Next position", "nextPosition"]],
    };
  }
  if (chess.done || state.end) {
    const move = best(chess);
    const { solutions } = opened;
    const asked = solutions.length === 0 ? "" : move && solutions.includes(written(move)) ? " That is the solution." : ` The solution is ${solutions.join(" or ")}.`;
    return { key: `over ${opened.fen}`, strong: result(chess), rest: `${asked} ${doubt} ${many(chess.nodes, "node")}.`.replace(/ +/g, " ").trim(), actions: [["Step back", "back"], ["Play against it", "playOn"], ["Next position", "nextPosition"]] };
  }
  return { key: `paused ${state.instruction}`, strong: "Paused.", rest: told ?? soFar(chess), actions: [["Run", "run"], ["Back", "back"], ["Next", "next"]] };
}

/** Returns whether the program has just printed an iteration. */
function atReport(state: State): boolean {
  return last(state.chess)?.instruction === state.instruction;
}

export class Coach {
  private readonly text = find("coach");
  private readonly actions = find("coach-actions");
  /** The question why not is one of them. */
  private readonly settle = rove(this.text.parentElement ?? this.actions, "buttons", "button, select", ".primary");
  /** The first words in the bar of a narrow screen, while the sentence is out of sight. */
  private readonly brief = el("p", { class: "brief", "aria-hidden": "true" });
  private key = "";

  constructor(private readonly act: (action: Action) => void) {
    find("transport").prepend(this.brief);
    new IntersectionObserver((seen) => (this.brief.hidden = seen.at(-1)?.isIntersecting ?? true)).observe(this.text);
  }

  show(advice: Advice): void {
    if (advice.key === this.key) return;
    this.key = advice.key;
    fill(this.text, [el("strong", {}, [advice.strong]), ` ${advice.rest}`]);
    say(this.brief, advice.strong);
    // The percentage of a progress message changes constantly, and is not announced.
    if (!advice.key.startsWith("returning")) announce("sentence", `${advice.strong} ${advice.rest}`);
    const focused = this.actions.contains(document.activeElement);
    fill(this.actions, advice.actions.map(([label, action], index) => button(label, () => this.act(action), { class: index === 0 ? "primary" : null })));
    this.settle();
    if (focused) this.actions.querySelector<HTMLElement>("button")?.focus();
  }
}
