/** The tour: six moments of a search, from "what if White passes?" to a mate; each sentence leads to its moment. */

import { button, el, rows, set } from "./dom.ts";
import { GrowthView } from "./growth.ts";
import type { State } from "./protocol.ts";
import type { CommandLine, Session, Wanted } from "./session.ts";

/** A moment: what is said of it, and how the debugger gets there. */
interface Stop {
  readonly title: string;
  readonly words: string;
  readonly wanted: Wanted;
  /** Commands from the beginning on; they find the moment by what happens in it. */
  readonly way: readonly CommandLine[];
}

/** The position of docs/explanation/null-move-quiescence.md, where it is worked through on paper. */
const FORK: Wanted = { fen: "r3k3/4p3/3p4/1N6/8/8/6PP/6K1 w - -", depth: 3 };

export const STOPS: readonly Stop[] = [
  {
    title: "Where may a search stop looking?",
    words:
      "White has a knight and two pawns against a rook and two pawns: a knight counts 3, a rook 5, so White is two down, −2. Somewhere a search has to stop and count like this. A simple one looks at captures alone. White has one, Nxd6+, and Black takes back: four down. But nobody makes White capture. White may stop at once, and keeps −2. So captures alone say −2; that White can win the rook they do not see.",
    wanted: FORK,
    way: ["next iteration"],
  },
  {
    title: "What if White does nothing?",
    words:
      "Now Don Beal’s idea of 1986: let a side pass, and see what happens to it. White passes, and Black finds nothing to take. So White has at least −2, since some move is nearly always better than none (where none is, in zugzwang, the search errs). The pass is called the null move. It costs a look at the captures, no more, and it says what any move of White has to beat.",
    wanted: FORK,
    way: ["next iteration", "next pass"],
  },
  {
    title: "A threat that is answered",
    words:
      "Which moves can beat it? White tries a move, and this time Black passes. If White then wins something by captures, or mates at once, the move was a threat, and only then is it searched. Nxd6+ is a threat: White would take the king. So Black’s answers are looked at, and exd6 takes the knight: White is four down, worse than doing nothing. How much worse does not matter; the search writes “at most −2”. One good answer is enough, and Black’s other answers are cut off.",
    wanted: FORK,
    way: ["next cut-off"],
  },
  {
    title: "Moves that threaten nothing",
    words:
      "Nd4 is no threat: Black passes, and by captures White still has −2. Black’s best answer is at least as good for Black as a pass, so Nd4 is not searched, however deep the search goes. Eight moves have gone this way so far; in the end it will be eleven of thirteen. There is a price: a move that prepares something without taking or mating is not seen. What is seen are the moves that force matters.",
    wanted: FORK,
    way: ["next pass Nd4 0"],
  },
  {
    title: "A threat that works",
    words:
      "Nc7+ is a threat: if Black passed, White would take the king. So passing is no answer, nor is any move that leaves the king there. One good answer would be enough, so every move of the king is tried, and here none helps: behind each of them White takes the rook, and is three up. On the board it is Kd7, and Nxa8 comes next. The search has found the fork without knowing what a fork is. It asks what happens if a side does nothing, tries the answers, and counts the pieces.",
    wanted: FORK,
    way: ["next capture c7a8"],
  },
  {
    title: "To the mate",
    words:
      "The same questions in the first of the 300 positions with which the program was tested. White gives the queen away: Qg6. If Black does nothing White mates, so it is a threat, and whatever Black answers, White mates as well. Of more than fifty moves 44 threatened nothing. The program saw this after 4,946 positions, in three seconds of its machine. Step where you like, or watch it look much deeper, in position 96.",
    wanted: { position: 1 },
    way: ["continue"],
  },
];

export class TourPanel {
  private readonly list = el("ol", { class: "stops" });
  private readonly growth: GrowthView;
  /** The stop that was gone to last, from 0; none before the first. */
  private at: number | null = null;

  /** `go` goes to a stop; the page writes its link. */
  constructor(
    panel: HTMLElement,
    private readonly session: Session,
    private readonly go: (stop: number) => void,
  ) {
    this.growth = new GrowthView("The search at this moment", (instruction) => void session.seek({ instruction }), 11);
    panel.append(el("div", { class: "tour" }, [el("section", { class: "pane", "aria-label": "The tour" }, [this.list]), el("section", { class: "pane", "aria-labelledby": "tour-tree" }, [el("h2", { id: "tour-tree" }, ["The search at this moment"]), this.growth.element])]));
    this.draw();
  }

  /** Goes to a stop. */
  async visit(stop: number): Promise<void> {
    const wanted = STOPS[stop];
    if (!wanted) return;
    this.at = stop;
    this.draw();
    await this.session.open(wanted.wanted);
    for (const command of wanted.way) if (!(await this.session.command(command))) return;
  }

  /** The stop that is shown. */
  get stop(): number | null {
    return this.at;
  }

  show(state: State): void {
    const { chess } = state;
    if (chess?.growth) this.growth.show(chess.growth, chess.root.side, state.instruction, this.session.doing === "stopped");
  }

  private draw(): void {
    rows(this.list, STOPS, () => el("li", {}, [button("", () => {}, { class: "plain" }), el("p")]), (item, stop, index) => {
      const [title, words] = item.children;
      if (!(title instanceof HTMLButtonElement) || !(words instanceof HTMLElement)) return;
      const here = index === this.at;
      title.textContent = stop.title;
      title.onclick = () => this.go(index);
      words.textContent = stop.words;
      words.hidden = !here;
      set(title, "aria-expanded", String(here));
      set(item, "aria-current", here ? "step" : null);
    });
  }
}
