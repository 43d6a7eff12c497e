/** A figure of the article: the board, the tree and the sentence of a moment, from which a reader can step on. */

import { Board } from "./board.ts";
import { best, result, scene, signed } from "./chess.ts";
import { button, el, say } from "./dom.ts";
import { GrowthView } from "./growth.ts";
import type { State } from "./protocol.ts";
import type { CommandLine, Wanted } from "./session.ts";

/** A moment of a search: the position, and the debugger commands that lead to the moment from the start. */
export interface Moment {
  readonly wanted: Wanted;
  readonly way: readonly CommandLine[];
}

/** The requests of a figure: the machine is at the figure's moment before it continues from there. */
export interface Steps {
  step(line: CommandLine): void;
  seek(instruction: number): void;
  again(): void;
}

/** Distance in pixels that the board must be dragged sideways for a step. */
const DRAWN = 30;

export class Plate {
  private readonly board = new Board();
  private readonly told = el("figcaption");
  private readonly tree: GrowthView;
  readonly element: HTMLElement;

  constructor(label: string, steps: Steps, legend: boolean) {
    this.tree = new GrowthView(`The tree of the search: ${label}`, (instruction) => steps.seek(instruction), 6, legend);
    // Dragging the board sideways goes to the next or the previous event.
    let from: number | null = null;
    const hold = el("div", {
      class: "plate-board",
      pointerdown: (event: PointerEvent) => (from = event.clientX),
      pointerup: ({ clientX }: PointerEvent) => {
        const far = from === null ? 0 : clientX - from;
        from = null;
        if (Math.abs(far) > DRAWN) steps.step(far < 0 ? "next move" : "back move");
      },
      pointercancel: () => (from = null),
    }, [this.board.element]);
    this.element = el("figure", { class: "plate" }, [
      hold,
      el("div", { class: "plate-tree" }, [this.tree.element]),
      this.told,
      el("div", { class: "actions" }, [
        button("‹ Move before", () => steps.step("back move"), { class: "before" }),
        button("Next move ›", () => steps.step("next move"), { class: "after" }),
        button("As it was", () => steps.again(), { class: "again" }),
      ]),
    ]);
  }

  /** The sentence of the figure. */
  get words(): string {
    return this.told.textContent ?? "";
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
