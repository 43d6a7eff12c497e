/** The tour: six moments of a search, from "what if White passes?" to a mate; each sentence leads to its moment. */

import { button, el, rows, set } from "./dom.ts";
import { GrowthView } from "./growth.ts";
import type { State } from "./protocol.ts";
import type { Session, Wanted } from "./session.ts";

/** A moment: what is said of it, and how the debugger gets there. */
interface Stop {
  readonly title: string;
  readonly words: string;
  readonly wanted: Wanted;
  /** Commands from the beginning on; they find the moment by what happens in it. */
  readonly way: readonly string[];
}

/** The position of docs/explanation/null-move-quiescence.md, where it is worked through on paper. */
const FORK: Wanted = { fen: "r3k3/4p3/3p4/1N6/8/8/6PP/6K1 w - -", depth: 3 };

export const STOPS: readonly Stop[] = [
  {
    title: "Where should a search stop looking?",
    words:
      "White is two pawns’ worth down: a knight and two pawns against a rook and two. A simple program looks at captures alone. White has one, Nxd6+, and Black takes back: four down. But nobody makes White capture. White may stop, and keeps −2. A position in which nothing is to be taken is called quiet: there one may count the pieces. Captures alone see no more than that.",
    wanted: FORK,
    way: ["next iteration"],
  },
  {
    title: "What if White does nothing?",
    words:
      "Now the idea of 1986: let a side pass. White passes, and Black finds nothing to take. So the position is quiet for White, who has at least −2; nearly always some move is better than none. This pass is the null move. It costs one look at captures, and it tells what any move has to beat.",
    wanted: FORK,
    way: ["next iteration", "next pass"],
  },
  {
    title: "Which moves threaten something?",
    words:
      "White makes a move, and now Black passes. If White then wins something, the move was a threat. Nd4 is not: Black passes, and White still has −2. Black can ignore such a move, and so does the search, at any depth. Of thirteen moves eleven fall away like this; you see them counted at the foot of the tree.",
    wanted: FORK,
    way: ["next pass Nd4 0"],
  },
  {
    title: "A threat that is answered",
    words:
      "Nxd6+ is a threat: if Black passed, White would take the king. So it is searched. Black takes the knight, exd6, and White is four down: worse than doing nothing. One good answer is enough; Black’s other moves are cut off.",
    wanted: FORK,
    way: ["next cut-off"],
  },
  {
    title: "A threat that works",
    words:
      "Nc7+ is a threat too. Black cannot pass, so every move of the king is tried, and behind each White takes the rook: Kd7 Nxa8, three up. The search has found a fork, and nothing in it knows what a fork, a check or a pin is. It only asks what happens if a side does nothing.",
    wanted: FORK,
    way: ["next best Nc7+ 0"],
  },
  {
    title: "To the mate",
    words:
      "The same questions in a real game, the first of the paper’s 300 positions. White gives the queen away: Qg6. If Black passes, White mates, and whatever Black takes, White mates as well. The program saw it after 4,946 nodes, three seconds on the machine of 1986. From here you can step where you like, or watch another position.",
    wanted: { position: 1 },
    way: ["next iteration", "next iteration", "next iteration"],
  },
];

export class TourPanel {
  private readonly list = el("ol", { class: "stops" });
  private readonly growth: GrowthView;
  /** The moment that is shown, from 0; none while one is on its way. */
  private at: number | null = null;

  /** `go` goes to a stop; the page writes its link. */
  constructor(
    panel: HTMLElement,
    private readonly session: Session,
    private readonly go: (stop: number) => void,
  ) {
    this.growth = new GrowthView("The search at this moment", (instruction) => void session.seek({ instruction }));
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
