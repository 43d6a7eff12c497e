/** A link to a moment: position, options and instruction count after the #, nothing else. */

export const TABS = ["watch", "step", "play", "table", "assemble"] as const;
export type Tab = (typeof TABS)[number];

/** What a link can say. Whatever it says wrongly is left out, with a word about it in `ignored`. */
export interface Link {
  readonly tab: Tab | null;
  /** 1 to 300. */
  readonly position: number | null;
  readonly fen: string | null;
  /** Instructions since the start. */
  readonly instruction: number | null;
  /** Clocks since the command to search, as tables of results have them. */
  readonly clocks: number | null;
  /** Deepest iteration. */
  readonly depth: number | null;
  readonly ignored: readonly string[];
}

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

/** Reads what stands after the #; never fails. */
export function readLink(hash: string): Link {
  const link = { tab: null as Tab | null, position: null as number | null, fen: null as string | null, instruction: null as number | null, clocks: null as number | null, depth: null as number | null };
  const ignored: string[] = [];
  for (const part of hash.replace(/^#/, "").slice(0, 2000).split("&")) {
    if (part === "") continue;
    const [name = "", ...rest] = part.split("=");
    const text = decoded(rest.join("="));
    const wrong = () => ignored.push(part.slice(0, 60));
    const take = (field: "position" | "instruction" | "clocks" | "depth", least: number, most: number) => {
      const number = text === null ? null : whole(text, least, most);
      if (number === null) wrong();
      else link[field] = number;
    };
    if (TABS.includes(name as Tab) && rest.length === 0) link.tab = name as Tab;
    else if (name === "position") take("position", 1, 300);
    else if (name === "instruction") take("instruction", 0, Number.MAX_SAFE_INTEGER);
    else if (name === "clocks") take("clocks", 0, Number.MAX_SAFE_INTEGER);
    else if (name === "depth") take("depth", 0, 30);
    else if (name === "fen" && text && text.length <= 120) link.fen = text;
    else wrong();
  }
  return { ...link, ignored };
}

/** What is said of a moment. */
export interface Moment {
  readonly position?: number | null;
  readonly fen?: string | null;
  readonly depth?: number | null;
  readonly instruction?: number | null;
}

/** The link to a moment, with its #. Slashes and spaces of a FEN stay readable. */
export function writeLink(moment: Moment, tab: Tab | null = null): string {
  const parts: string[] = [];
  if (tab && tab !== "watch") parts.push(tab);
  if (moment.position) parts.push(`position=${moment.position}`);
  else if (moment.fen) parts.push(`fen=${encodeURIComponent(moment.fen).replace(/%2F/g, "/").replace(/%20/g, "+")}`);
  if (moment.depth !== null && moment.depth !== undefined) parts.push(`depth=${moment.depth}`);
  if (moment.instruction) parts.push(`instruction=${moment.instruction}`);
  return `#${parts.join("&")}`;
}
