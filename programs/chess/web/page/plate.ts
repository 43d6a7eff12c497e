/** A figure of the article: the board, the tree and the sentence of a moment, from which a reader steps on. */

import { Board } from "./board.ts";
import { best, result, scene, signed } from "./chess.ts";
import { button, el, say } from "./dom.ts";
import { GrowthView } from "./growth.ts";
import type { State } from "./protocol.ts";
import type { CommandLine, Wanted } from "./session.ts";

/** A moment of a search: the position, and the commands that lead to it from the beginning. */
export interface Moment {
  readonly wanted: Wanted;
  readonly way: readonly CommandLine[];
}

/** What a figure asks for: the machine is at its moment when it goes on from there. */
export interface Steps {
  step(line: CommandLine): void;
  seek(instruction: number): void;
  again(): void;
}

export class Plate {
  private readonly board = new Board();
  private readonly told = el("figcaption", { "aria-live": "polite" });
  private readonly tree: GrowthView;
  readonly element: HTMLElement;

  constructor(label: string, steps: Steps, legend: boolean) {
    this.tree = new GrowthView(`The tree of the search: ${label}`, (instruction) => steps.seek(instruction), 6, legend);
    this.element = el("figure", { class: "plate" }, [
      el("div", { class: "plate-board" }, [this.board.element]),
      el("div", { class: "plate-tree" }, [this.tree.element]),
      this.told,
      el("div", { class: "actions" }, [
        button("‹ Move before", () => steps.step("back move"), { class: "before" }),
        button("Next move ›", () => steps.step("next move"), { class: "after" }),
        button("As it was", () => steps.again(), { class: "again" }),
      ]),
    ]);
  }

  show(state: State): void {
    const { chess } = state;
    if (!chess) return;
    const current = chess.growth?.instruction === state.instruction;
    this.board.show(scene(current ? chess : { ...chess, growth: null }, true, false));
    if (chess.growth) this.tree.show(chess.growth, chess.root.side, state.instruction, current);
    const over = best(chess) ? `${result(chess)} ${chess.iterations.at(-1)?.doubt ?? ""}`.trim() : result(chess);
    say(this.told, signed(chess.done ? over : (chess.told ?? "")));
  }
}
