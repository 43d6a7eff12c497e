/** The page of the search: what the program does at a stop, in words, on the board and in tables. */

import { Board, piecesOf } from "../../../chess/web/page/board.ts";
import { button, el, fill, type Child } from "../../../chess/web/page/dom.ts";
import { count, pawns } from "../../../chess/web/page/format.ts";
import { MATES } from "../../../chess/web/page/names.ts";
import { definitions } from "../../../chess/web/page/pieces.ts";
import type { Moment, Ply, Told } from "./view.ts";

declare function acquireVsCodeApi(): { postMessage(command: string): void };

const host = acquireVsCodeApi();
const EVENTS = ["pass", "capture", "cut-off", "node"];
/** What the king is worth. A bound as far off as this is none. */
const WIN = 127;

/** A value in words: +3, mate in 2. */
const written = (value: number) => MATES.get(value) ?? pawns(value);

const board = new Board();
const sentence = el("p", { role: "status", class: "sentence" }, ["The search has not stopped yet."]);
const turn = el("p");
const rest = el("div");
const shown = el("main", {}, [sentence, board.element, turn, rest]);

const asked = el("input", { type: "text", "aria-label": "Why not this move?", placeholder: "Nxc6" });
const answer = el("p", { role: "status", class: "answer" });
const ask = () => asked.value.trim() && host.postMessage(`why ${asked.value}`);
asked.addEventListener("keydown", ({ key }) => key === "Enter" && ask());
const why = el("div", { class: "why" }, [el("span", {}, ["Why not"]), asked, button("Ask", ask)]);

/** A row of buttons: the events in one direction. */
function row(way: string): HTMLElement {
  const go = (event: string) => button(event, () => host.postMessage(`${way} ${event}`), { "aria-label": `${way} ${event}` });
  return el("div", { role: "group", "aria-label": `${way} event` }, [el("span", { "aria-hidden": "true" }, [way]), ...EVENTS.map(go)]);
}

function named(side: string | null | undefined): string {
  return side === "white" ? "White" : side === "black" ? "Black" : "the side to play";
}

/** A table of texts; the first column has the headings of the rows. */
function table(caption: string, headings: readonly string[], lines: readonly Child[][]): HTMLElement {
  const cells = ([first, ...others]: Child[]) => [el("th", { scope: "row" }, [first]), ...others.map((cell) => el("td", {}, [cell]))];
  return el("table", {}, [
    el("caption", {}, [caption]),
    el("thead", {}, [el("tr", {}, headings.map((heading) => el("th", { scope: "col" }, [heading])))]),
    el("tbody", {}, lines.map((line) => el("tr", {}, cells(line)))),
  ]);
}

/** A ply, its values turned to those of the side at the root. */
function plyLine(ply: Ply, index: number, root: string | null): Child[] {
  const turned = ply.side !== root;
  const shown = (own: number | null) => (own === null || Math.abs(own) === WIN ? "" : written(turned ? -own : own));
  const [low, high] = turned ? [ply.beta, ply.alpha] : [ply.alpha, ply.beta];
  return [index, ply.text.replace(/ null$/, ", pass"), ply.depth, shown(low), shown(high), shown(ply.best)];
}

function path({ plies }: Moment["path"]): Child {
  if (!plies?.length) return null;
  const root = plies[0]?.side ?? null;
  const lines = plies.map((ply, index) => plyLine(ply, index, root));
  return table(`Path, in pawns for ${named(root)}`, ["ply", "move", "depth", "low", "high", "best"], lines);
}

function eligible({ ply, side, moves, error }: Moment["eligible"]): Child {
  if (!moves) return el("p", {}, [error]);
  if (!moves.length) return el("p", {}, [`No eligible moves are stored for ply ${ply} yet.`]);
  const worth = (score: number) => (score === WIN ? "takes the king" : written(score));
  const lines = moves.map(({ san, score, mates }) => [san, worth(score) + (mates ? ", then mate in one" : "")]);
  return table(`Eligible moves of ply ${ply}, in pawns for ${named(side)} if the other side passes`, ["move", "score"], lines);
}

function entries({ entries: used, of }: Moment["search"]): Child {
  return typeof used === "number" && of ? el("p", {}, [`Stored tree: ${count(used)} of ${count(of)} entries`]) : null;
}

function show(moment: Moment, note: string): void {
  const { where, board: { rows = [], side, last = [] } } = moment;
  const place = where.file ? `${where.name}, ${where.file} line ${where.line}.` : `${where.name}.`;
  fill(sentence, [note && el("strong", {}, [`${note} `]), where.remark ?? place]);
  const mover = side === "white" || side === "black" ? side : null;
  const fen = rows.map((row) => row.replaceAll(".", "1")).join("/");
  board.show({ pieces: piecesOf(fen), side: mover, moved: last });
  fill(turn, [`${named(mover)} to play`, last.length > 0 && `, last move ${last.join("\u2013")}`]);
  fill(rest, [path(moment.path), eligible(moment.eligible), entries(moment.search)]);
}

window.addEventListener("message", ({ data: { moment, note, answer: told } }: MessageEvent<Told>) => {
  shown.setAttribute("aria-busy", String(!moment));
  if (moment) show(moment, note);
  fill(answer, [told ?? ""]);
});
document.body.append(definitions(), el("nav", { "aria-label": "Events" }, [row("next"), row("back"), why]), answer, shown);
host.postMessage("");
