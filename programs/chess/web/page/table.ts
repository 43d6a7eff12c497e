/**
 * Table 1: the seconds of the reconstruction and of the paper, in the paper's layout. Each cell opens its position at
 * its solution.
 */

import { append, el, fill } from "./dom.ts";
import { count } from "./format.ts";
import { PROBLEMS, rounded, type Problem } from "./problems.ts";

/** The classes from faster to slower than the paper, with their meanings: those of the report. */
const CLASSES = [
  ["f5", "more than 5 times faster"],
  ["f2", "2 to 5 times faster"],
  ["even", "within a factor of 2"],
  ["s2", "2 to 5 times slower"],
  ["s5", "more than 5 times slower"],
  ["won", "solved here, F in the paper"],
  ["lost", "F here, solved in the paper"],
  ["neither", "F in both"],
] as const;

/** Compares the reconstruction's time, rounded to whole seconds, with the paper's. */
export function classOf(problem: Problem): (typeof CLASSES)[number][0] {
  const { paper } = problem;
  const ours = problem.ours.seconds === null ? null : Number(rounded(problem.ours.seconds));
  if (ours === null) return paper === null ? "neither" : "lost";
  if (paper === null) return "won";
  if (ours > 5 * paper) return "s5";
  if (ours > 2 * paper) return "s2";
  if (paper > 5 * ours) return "f5";
  return paper > 2 * ours ? "f2" : "even";
}

/** Returns the link of a cell: to the clock at which the iteration that solved the position was completed. */
export function linkOf(problem: Problem): string {
  return problem.ours.seconds === null ? `#position=${problem.number}` : `#position=${problem.number}&clocks=${problem.ours.clocks}`;
}

/** Creates the cell of a position with its result. */
export function cell(problem: Problem): HTMLTableCellElement {
  const kind = classOf(problem);
  const meaning = CLASSES.find(([name]) => name === kind)?.[1] ?? "";
  return el("td", { class: kind }, [
    el("a", { href: linkOf(problem), title: `Position ${problem.number}: ${meaning}. Opens it ${problem.ours.seconds === null ? "" : "at its solution"}` }, [
      el("span", { class: "hidden" }, [`Position ${problem.number}: ours `]),
      el("span", { class: "ours" }, [rounded(problem.ours.seconds)]),
      el("span", { class: "hidden" }, [" s, the paper’s "]),
      el("span", { class: "paper" }, [rounded(problem.paper), problem.mark ? el("sup", {}, [problem.mark]) : null]),
    ]),
  ]);
}

/** Draws the table into the panel. */
export function drawTable(panel: HTMLElement): void {
  const quizzes = [...new Set(PROBLEMS.map((one) => one.quiz))].sort((a, b) => a - b);
  const places = [...new Set(PROBLEMS.map((one) => one.place))].sort((a, b) => a - b);
  const solved = PROBLEMS.filter((one) => one.ours.seconds !== null).length;
  const paper = PROBLEMS.filter((one) => one.paper !== null).length;
  const head = el("tr", {}, [el("th", { scope: "col" }, [el("span", { class: "hidden" }, ["number, by quiz"])]), ...quizzes.map((quiz) => el("th", { scope: "col" }, [quiz]))]);
  const body = places.map((place) =>
    el("tr", {}, [
      el("th", { scope: "row" }, [place]),
      ...quizzes.map((quiz) => {
        const found = PROBLEMS.find((one) => one.quiz === quiz && one.place === place);
        return found ? cell(found) : el("td");
      }),
    ]),
  );
  fill(panel, [
    el("div", { class: "table1" }, [
      el("h2", {}, ["Table 1, ours and the paper’s"]),
      el("p", {}, [
        `Seconds of a Z8000 to the solution, rounded up; F: not solved, here within ${count(2000)} s. Columns are the quizzes of `,
        el("i", {}, ["Win at Chess"]),
        `, of twenty positions each, numbered through: position 96 is in column 5, row 16. Ours is bold, the paper’s is after it. The reconstruction solves ${solved} of 300, the paper’s program ${paper}. A cell opens its position at the moment at which it was solved.`,
      ]),
      legend(),
      el("p", { class: "small sideways" }, ["More columns are to the right: scroll the table. →"]),
      el("div", { class: "scroll", tabindex: "0", role: "region", "aria-label": "Table 1, ours and the paper’s" }, [
        el("table", { class: "grid300" }, [
          el("caption", { class: "hidden" }, ["Seconds to solution by number and quiz: ours, then the paper’s"]),
          el("thead", {}, [head]),
          el("tbody", {}, body),
        ]),
      ]),
    ]),
  ]);
}

function legend(): HTMLElement {
  const list = el("ul", { class: "legend" });
  append(list, CLASSES.map(([name, meaning]) => el("li", {}, [el("span", { class: `swatch ${name}`, "aria-hidden": "true" }), meaning])));
  append(list, [el("li", {}, ["† printed solution incorrect"]), el("li", {}, ["‡ solved by the paper with a lesser gain"])]);
  return list;
}
