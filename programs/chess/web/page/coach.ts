/** One sentence about what is going on, and the one or two things that a visitor may want to do next. */

import { button, el, fill, find } from "./dom.ts";
import { best, inWords, last, result, soFar, written } from "./chess.ts";
import { count, many, MATES, seconds } from "./format.ts";
import { problem } from "./problems.ts";
import type { Iteration, State } from "./protocol.ts";
import type { Opened } from "./session.ts";

/** What the buttons do. */
export interface Helps {
  run(): void;
  pause(): void;
  backMove(): void;
  nextMove(): void;
  /** To the furthest that the program has come. */
  present(): void;
  playOn(): void;
  nextPosition(): void;
}

interface Advice {
  readonly key: string;
  readonly text: readonly (string | HTMLElement)[];
  readonly actions: readonly (readonly [string, () => void])[];
}

/** The iteration that solved the position, if one of those did. */
export function solvedBy(opened: Opened | null, state: State): Iteration | null {
  const chess = state.chess;
  if (!chess || !opened) return null;
  const known = problem(opened.position);
  if (known) {
    if (known.ours.seconds === null) return null;
    return chess.iterations.find((iteration) => iteration.clocks === known.ours.clocks) ?? null;
  }
  return null;
}

const GAME: Advice = {
  key: "game",
  text: [strong("Play against it."), " It thinks for as many seconds of its Z8000 as you allow. The tactics are those of 1986; how it judges quiet positions is not known, and is ours."],
  actions: [],
};

export class Coach {
  private readonly text = find("coach");
  private readonly actions = find("coach-actions");
  private key = "";

  constructor(private readonly helps: Helps) {}

  /** What there is to say of a search; in a game, what the game is. */
  show(opened: Opened | null, state: State | null, playing: boolean): void {
    const advice = playing ? GAME : this.advise(opened, state);
    if (advice.key === this.key) return;
    this.key = advice.key;
    fill(this.text, advice.text);
    const focused = this.actions.contains(document.activeElement);
    fill(this.actions, advice.actions.map(([label, act], index) => button(label, act, { class: index === 0 ? "primary" : null })));
    if (focused) this.actions.querySelector<HTMLElement>("button")?.focus();
  }

  private advise(opened: Opened | null, state: State | null): Advice {
    const intro = [strong("A chess program of 1986, thinking."), " Don Beal’s search, rebuilt in Z8000 assembly, runs here on an emulated processor."];
    if (opened && opened.program !== null) return { key: "program", text: [strong("Your program."), " Choose a position, or Watch, to come back to the chess."], actions: [] };
    if (!opened || !state?.chess) return { key: "intro", text: intro, actions: [] };
    const { helps } = this;
    const known = problem(opened.position);
    const solved = solvedBy(opened, state);
    const { chess } = state;
    const past = state.instruction < state.furthest;
    if (state.running) {
      const side = chess.root.side === "white" ? "White" : "Black";
      const text = solved
        ? [strong(`Solved: ${written(solved.best)}.`), ` It found that at depth ${solved.depth}, and looks deeper.`]
        : [...intro, ` It looks for ${side}’s best move${known ? ` in position ${known.number}` : ""}.`];
      return { key: `running ${solved?.depth ?? ""} ${opened.position}`, text, actions: [["Pause", helps.pause]] };
    }
    if (past && !atReport(state)) {
      const path = chess.plies.filter((ply) => ply.move).length;
      const where = `the search is ${path === 0 ? "at the root" : `${path} ${path === 1 ? "move" : "moves"} deep`}`;
      return {
        key: `past ${state.instruction}`,
        text: [strong("In the past."), ` ${chess.told ?? `Instruction ${count(state.instruction)}: ${where}. Going back changes nothing; everything is as it was.`}`],
        actions: [["Back", helps.backMove], ["Next", helps.nextMove], ["To the present", helps.present], ["Play against it", helps.playOn]],
      };
    }
    if (solved && last(chess)?.depth === solved.depth) {
      const value = Math.abs(solved.value) >= MATES ? `, ${inWords(solved)}` : `, worth ${inWords(solved)}`;
      const paper = known ? (known.paper === null ? " The paper’s program did not solve it." : ` The paper’s program took ${known.paper} s.`) : "";
      return {
        key: `solved ${opened.position} ${solved.depth}`,
        text: [strong(`Solved: ${written(solved.best)}${value}.`), ` It took ${count(solved.nodes)} nodes and ${seconds(solved.seconds)} seconds of a Z8000.${paper}`],
        actions: [["Step back", helps.backMove], ["Play against it", helps.playOn], ["Next position", helps.nextPosition]],
      };
    }
    if (chess.done || state.end) {
      const move = best(chess);
      const { solutions } = opened;
      const asked = solutions.length === 0 ? "" : move && solutions.includes(written(move)) ? " That is the solution." : ` The solution is ${solutions.join(" or ")}.`;
      return { key: `over ${opened.fen}`, text: [strong(result(chess)), asked, ` ${many(chess.nodes, "node")}.`], actions: [["Step back", helps.backMove], ["Play against it", helps.playOn], ["Next position", helps.nextPosition]] };
    }
    return {
      key: `paused ${state.instruction}`,
      text: [strong("Paused."), ` ${chess.told ?? soFar(chess)}`],
      actions: [["Run", helps.run], ["Back", helps.backMove], ["Next", helps.nextMove]],
    };
  }
}

/** Whether the program has just printed an iteration. */
function atReport(state: State): boolean {
  return last(state.chess)?.instruction === state.instruction;
}

function strong(text: string): HTMLElement {
  return el("strong", {}, [text]);
}
