/** The searches of the laboratory, in four lessons, each with suggestions of what to try. */

import type { SEARCHES } from "./names.ts";

/** Name of a search in `bcp-lab trace`. */
type SearchName = (typeof SEARCHES)[number];

/** A search and the position that it searches. */
export interface Search {
  /** Name of the search; from a link, it may be invalid. */
  readonly search: string;
  /** A tree in the notation of the laboratory, or a FEN. */
  readonly position: string;
  readonly depth: number;
}

export interface Lesson {
  readonly name: string;
  /** Paragraphs about the search: its idea, its author, and what to observe in the drawing. */
  readonly text: readonly string[];
  readonly searches: readonly (readonly [search: SearchName, name: string])[];
  readonly tries: readonly (readonly [name: string, Search])[];
}

const TREE = "0(0(3 5 4) 0(2 9 7) 0(6 1 8))";
const ZUGZWANG = "8/7p/5K1k/7r/3n4/5N2/7R/8 w - -";
const GROWING = "0(5(6(6 5 4) 7(7 8 6) 5(5 6 4)) -3(-3(-4 -3 -2) 2(3 1 2) 4(4 5 3)) -1(0(0 1 -1) 3(4 2 3) 6(6 7 5)))";
const MATE = "8/8/8/4N3/8/7p/8/5K1k w - -";
const WON = "0(0(0(1 -1 2) 0(3 1 -2) 0(-1 -2 -3) 0(2 4 1)) 0(0(-2 1) 0(3)))";

export const LESSONS: readonly Lesson[] = [
  {
    name: "Alpha-beta",
    text: [
      "Minimax tries every move. Alpha-beta leaves a move as soon as one reply shows that it is no better than one that is known; the value is the same. Knuth and Moore counted what must remain (1975). MTD(f) and SSS* ask with windows of no width: Plaat and others (1996).",
      "Look for “cut-off”. The first move brings 3, so the second is done with after its first reply, 2; its others are not in the tree. A value is for the side that plays in its line: the 3 of the first move is -3 there, for the opponent. The window of the second move, [-inf, -3], says that only values up to -3 still matter.",
    ],
    searches: [
      ["alpha-beta", "Alpha-beta"],
      ["minimax", "Minimax"],
      ["pvs", "Principal variation search"],
      ["mtd", "MTD(f)"],
      ["sss", "SSS*"],
    ],
    tries: [
      ["three moves, three replies each", { search: "alpha-beta", position: TREE, depth: 2 }],
      ["the same by minimax", { search: "minimax", position: TREE, depth: 2 }],
    ],
  },
  {
    name: "Null move",
    text: [
      "A side for which even doing nothing is good enough need not try its moves. Beal ended quiet lines so (1990), as the program of this page does; Donninger (1993) and others cut off whole trees. In zugzwang it goes wrong, so David and Netanyahu verify it (2002).",
      "Look for Nh4, which mates in two: Black has no good move. Behind it stands “null move”, a cut-off, and the mate is missed. The verified search goes on behind the null move.",
    ],
    searches: [
      ["standard", "Null-move pruning"],
      ["verified", "Verified null-move pruning"],
      ["quiesce-d", "Null-move quiescence"],
    ],
    tries: [
      ["a mate that the null move hides", { search: "standard", position: ZUGZWANG, depth: 4 }],
      ["the same, verified", { search: "verified", position: ZUGZWANG, depth: 4 }],
    ],
  },
  {
    name: "Conspiracy",
    text: [
      "A conspiracy number says how many leaves must be wrong together for the root to have another value. McAllester (1988) grows the tree where few are enough, without a limit of depth.",
      "Step from the beginning. After each value are the least and the greatest that it can still become: [-inf, 3] is at most 3. Leaves with [-inf, inf] were never looked behind: alone they cannot change the root.",
    ],
    searches: [["conspiracy", "Conspiracy numbers"]],
    tries: [["three plies, of which a part is grown", { search: "conspiracy", position: GROWING, depth: 2 }]],
  },
  {
    name: "Proof",
    text: [
      "Proof numbers are conspiracy numbers of a question of yes or no, such as a mate. Allis, van der Meulen and van den Herik (1994) expand the leaf that is nearest to either answer; Nagai’s df-pn (2002) does so depth first.",
      "Look at the pairs, proof / disproof: how many leaves must still say yes, and how many no. At 0 / inf the answer is yes. In the tree the second move has fewer replies to prove, so the first is left.",
    ],
    searches: [
      ["pn", "Proof-number search"],
      ["df-pn", "df-pn"],
    ],
    tries: [
      ["a mate in two", { search: "pn", position: MATE, depth: 2 }],
      ["a tree: can the first player get more than 0?", { search: "pn", position: WON, depth: 3 }],
    ],
  },
];

/** Depth at which minimax gives the same answer; null if it never would. */
export function plainDepth({ search, position, depth }: Search): number | null {
  const chess = position.includes("/");
  switch (search) {
    case "minimax":
    case "quiesce-d":
      return null;
    case "conspiracy":
      return chess ? null : 30;
    case "pn":
    case "df-pn":
      return chess ? Math.min(30, 2 * depth - 1) : depth;
    default:
      return depth;
  }
}
