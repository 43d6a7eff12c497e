/** A link to the present view: a moment of a search, a stop of the tour, a game with its moves, a program. */

import type { GameLink } from "./game.ts";
import type { Search } from "./lessons.ts";
import { LEAST_SECONDS, MOST_SECONDS } from "./pace.ts";
import type { Game } from "./protocol.ts";

const SIDES: readonly Game["person"][] = ["white", "black", "both", "none"];

export const TABS = ["watch", "tour", "step", "play", "table", "assemble", "laboratory"] as const;
export type Tab = (typeof TABS)[number];

/** The contents of a link. Faulty parts are left out, with a word about them in `ignored`. */
export interface Link {
  readonly tab: Tab | null;
  /** 1 to 300. */
  readonly position: number | null;
  readonly fen: string | null;
  /** Instructions since the start. */
  readonly instruction: number | null;
  /** Clocks since the command to search, as in tables of results. */
  readonly clocks: number | null;
  /** Deepest iteration. */
  readonly depth: number | null;
  /** A stop of the tour, from 1. */
  readonly stop: number | null;
  /** A game; null if the link has none. */
  readonly game: GameLink | null;
  /** A program, packed. */
  readonly program: string | null;
  /** A search of the laboratory. */
  readonly search: Search | null;
  /** The page is a frame in another one. */
  readonly embed: boolean;
  readonly ignored: readonly string[];
}

/** Sections of the tour. */
const STOPS = 8;

/** The most letters of a link that are read. */
const LONGEST = 1_400_000;

/** Letters of a tree in a link: more do not go into every message. */
const LONGEST_TREE = 2_000;

const WHOLE = /^\d{1,15}$/;

/** A whole number between two others, or what is wrong with it. */
function whole(text: string, least: number, most: number): number | null {
  const number = WHOLE.test(text) ? Number(text) : NaN;
  return number >= least && number <= most ? number : null;
}

/** What goes after a % in a link may be anything. */
function decoded(text: string): string | null {
  try {
    return decodeURIComponent(text.replace(/\+/g, " "));
  } catch {
    return null;
  }
}

/** Reads the text after the #; never fails. */
export function readLink(hash: string): Link {
  const link = { tab: null as Tab | null, position: null as number | null, fen: null as string | null, instruction: null as number | null, clocks: null as number | null, depth: null as number | null, stop: null as number | null };
  const ignored: string[] = [];
  const game: { moves?: string; pgn?: string; side?: Game["person"]; published?: number; at?: number; analysis?: number } = {};
  let embed = false;
  let [program, search, tree]: (string | null)[] = [null, null, null];
  for (const part of hash.replace(/^#/, "").slice(0, LONGEST).split("&")) {
    if (part === "") continue;
    const [name = "", ...rest] = part.split("=");
    const text = decoded(rest.join("="));
    const wrong = () => ignored.push(part.slice(0, 60));
    const take = (field: "position" | "instruction" | "clocks" | "depth" | "stop", least: number, most: number) => {
      const number = text === null ? null : whole(text, least, most);
      if (number === null) wrong();
      else link[field] = number;
    };
    if (TABS.includes(name as Tab) && rest.length === 0) link.tab = name as Tab;
    else if (part === "embed") embed = true;
    else if (name === "position") take("position", 1, 300);
    else if (name === "instruction") take("instruction", 0, Number.MAX_SAFE_INTEGER);
    else if (name === "clocks") take("clocks", 0, Number.MAX_SAFE_INTEGER);
    else if (name === "depth") take("depth", 0, 30);
    else if (name === "stop") take("stop", 1, STOPS);
    else if (name === "fen" && text && text.length <= 120) link.fen = text;
    else if (name === "moves" && /^[a-h1-8qrbn.]{0,6000}$/.test(text ?? "-")) game.moves = text ?? "";
    else if (name === "pgn" && /^[\w-]+$/.test(text ?? "")) game.pgn = text ?? "";
    else if (name === "side" && SIDES.includes(text as Game["person"])) game.side = text as Game["person"];
    else if (name === "published" && whole(text ?? "", 1, 99)) game.published = Number(text);
    else if (name === "at" && whole(text ?? "", 0, 1200) !== null) game.at = Number(text) - 1;
    else if (name === "analysis" && Number(text) >= LEAST_SECONDS && Number(text) <= MOST_SECONDS) game.analysis = Number(text);
    else if (name === "search" && /^[\w-]{1,40}$/.test(text ?? "")) search = text;
    else if (name === "tree" && text && text.length <= LONGEST_TREE) tree = text;
    else if (name === "program" && /^[\w-]+$/.test(text ?? "")) program = text;
    else wrong();
  }
  const told = Object.keys(game).length > 0 || (link.tab === "play" && link.fen !== null);
  const position = tree ?? link.fen;
  const asked = link.tab === "laboratory" && position ? { search: search ?? "alpha-beta", position, depth: link.depth ?? 2 } : null;
  return { ...link, game: told ? { fen: link.fen, ...game } : null, program, search: asked, embed, ignored };
}

/** The link to a game. */
export function gameLink(game: GameLink): string {
  const parts = ["#play"];
  if (game.published) parts.push(`published=${game.published}`);
  if (game.pgn) parts.push(`pgn=${game.pgn}`);
  if (game.fen) parts.push(`fen=${inAddress(game.fen)}`);
  if (game.moves) parts.push(`moves=${game.moves}`);
  if (game.side && game.side !== "white") parts.push(`side=${game.side}`);
  if (game.analysis) parts.push(`analysis=${game.analysis}`);
  if (game.at !== null && game.at !== undefined) parts.push(`at=${game.at + 1}`);
  return parts.join("&");
}

/** The link to a search of the laboratory; null if its tree is too long for one. */
export function searchLink({ search, position, depth }: Search): string | null {
  const name = position.includes("/") ? "fen" : "tree";
  return position.length > LONGEST_TREE ? null : `#laboratory&search=${search}&depth=${depth}&${name}=${inAddress(position)}`;
}

/** A FEN or a tree whose slashes and spaces stay readable. */
function inAddress(fen: string): string {
  return encodeURIComponent(fen).replace(/%2F/g, "/").replace(/%20/g, "+");
}

/** The part of a link about a moment. */
export interface Moment {
  readonly position?: number | null;
  readonly fen?: string | null;
  readonly depth?: number | null;
  readonly instruction?: number | null;
}

/** The link to a moment, with its #. */
export function writeLink(moment: Moment, tab: Tab | null = null): string {
  const parts: string[] = [];
  if (tab && tab !== "watch") parts.push(tab);
  if (moment.position) parts.push(`position=${moment.position}`);
  else if (moment.fen) parts.push(`fen=${inAddress(moment.fen)}`);
  if (moment.depth !== null && moment.depth !== undefined) parts.push(`depth=${moment.depth}`);
  if (moment.instruction) parts.push(`instruction=${moment.instruction}`);
  return `#${parts.join("&")}`;
}
