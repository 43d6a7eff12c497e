// Names and numbers that the page shares with the machine, made from the machine:
// UPDATE=yes cargo test -p bcp-web types

/** Events of the search to which `next` and `back` go. */
export const EVENTS = [
  "node",
  "move",
  "pass",
  "eligible",
  "search",
  "value",
  "capture",
  "stand-pat",
  "mate",
  "better",
  "cut-off",
  "iteration",
] as const;

/** Searches of the laboratory. */
export const SEARCHES = [
  "minimax",
  "pvs",
  "standard",
  "verified",
  "extended",
  "late",
  "quiesce",
  "quiesce-d",
  "nested",
  "version1",
  "version2",
  "conspiracy",
  "pn",
  "pn2",
  "df-pn",
  "alpha-beta",
  "alpha-beta-memory",
  "mtd",
  "sss",
  "dual",
] as const;

/** Commands of the debugger. */
export const COMMANDS = [
  "step",
  "over",
  "out",
  "continue",
  "until",
  "back",
  "back-over",
  "back-out",
  "back-continue",
  "goto",
  "writer",
  "break",
  "range",
  "watch",
  "when",
  "changes",
  "clock",
  "exception",
  "breakpoints",
  "delete",
  "enable",
  "disable",
  "where",
  "registers",
  "stack",
  "clocks",
  "mark",
  "console",
  "info",
  "memory",
  "find",
  "disassemble",
  "list",
  "symbols",
  "print",
  "display",
  "undisplay",
  "set",
  "send",
  "limit",
  "profile",
  "counts",
  "folded",
  "listing",
  "trace",
  "save",
  "open",
  "help",
  "quit",
  "board",
  "path",
  "eligible",
  "tree",
  "line",
  "search",
  "next",
  "back",
  "events",
  "why",
  "link",
  "up-ply",
  "back-ply",
  "reach",
  "back-reach",
  "node",
] as const;

/** The program's value of a captured king; a mate is worth as much less as it is plies away. */
export const WIN = 127;

/** The program's minimum value of a mate. */
export const MATES = 94;

/** The laboratory's value of a mate at the root; a mate is worth as much less as it is plies away. */
export const LAB_MATE = 100000;

/** The laboratory's minimum value of a mate in chess. */
export const LAB_MATES = 90000;
