// What the page asks and what the machine answers. `programs/chess/web/src/protocol/` is the other side, in Rust; a test
// compares the two.
//
// Numbers of instructions and clocks are exact: a Z8000 would need decades to leave the integers of a double.
// Addresses and register values are unsigned words. A move in coordinates is as in `e2e4` and `e7e8q`.

/** A request with the number that its answer will have. */
export type Numbered<T> = T & { id: number };

// ---------------------------------------------------------------------------------------------------------------------
// Requests

export type Request =
  | PositionsRequest
  | OpenRequest
  | LoadRequest
  | AssembleRequest
  | RunRequest
  | PauseRequest
  | StateRequest
  | SeekRequest
  | CommandRequest
  | SourcesRequest
  | MemoryRequest
  | TreeRequest
  | DisassemblyRequest
  | ProfileRequest
  | GameRequest;

/** The positions that are built in, or those of a file in EPD or in the CSV of `programs/chess/suite/positions`. */
export interface PositionsRequest {
  kind: "positions";
  file?: string;
}

/** Opens a position as a session of the debugger. */
export interface OpenRequest {
  kind: "open";
  /** One of the 300; otherwise `fen`. */
  position?: number;
  /** Four fields or six. */
  fen?: string;
  /** Deepest iteration, 0 to 30; 30 if it is not given. */
  depth?: number;
  /** The simple version, without the stored tree. */
  simple?: boolean;
  /** Readings of what the papers leave open, by name: `HORIZON_MATES` and so on, as `asm/constants.s` has them. */
  readings?: Record<string, number>;
  /** Frequency of the emulated Z8000; 4,000,000 if it is not given. */
  hertz?: number;
}

/** Assembles a program and opens it as a session of the debugger. With errors the answer is `assembled`. */
export interface LoadRequest {
  kind: "load";
  source: string;
  /** Characters that wait on the serial port. */
  input?: string;
  hertz?: number;
}

/** Assembles a program, to show errors and listing. The open session stays. */
export interface AssembleRequest {
  kind: "assemble";
  source: string;
}

/**
 * Runs the session at a pace until something stops it. States are sent meanwhile; the answer, `moved`, comes when it
 * stops. A run that is under way gets the new pace, and its old request is answered.
 */
export interface RunRequest {
  kind: "run";
  pace: Pace;
}

export type Pace =
  /** Instructions a second. */
  | { instructions: number }
  /** Clocks a second: 4,000,000 is the real time of a Z8000 at 4 MHz. */
  | { clocks: number }
  /** As fast as the host can. */
  | "full";

/**
 * Stops whatever is under way, whose request is answered: a run or a seek with `moved`, a command with `said`, a profile
 * with what it has until then. The program that thinks is told to play what it has, which takes it a moment.
 */
export interface PauseRequest {
  kind: "pause";
}

export interface StateRequest {
  kind: "state";
}

/**
 * Goes to a moment, of the past or of the future: by instructions since the beginning, or by clocks since the search
 * began (`Iteration.clocks` and the results of Table 1 count them so). The answer is `moved`.
 */
export interface SeekRequest {
  kind: "seek";
  instruction?: number;
  clocks?: number;
}

/**
 * A command of the debugger (`docs/reference/debugger.md`): `step`, `over`, `out`, `back`, `back-over`, `back-out`,
 * `continue`, `back-continue`, `until PLACE`, `break PLACE if E`, `delete N`, `writer ADDRESS,BYTES`, `set R1 = 5`,
 * `send TEXT`, `display E`, ... The answer is `said`. A long one can be paused.
 */
export interface CommandRequest {
  kind: "command";
  line: string;
}

/** Source files, lines that became code, symbols. They do not change while a session is open. */
export interface SourcesRequest {
  kind: "sources";
}

export interface MemoryRequest {
  kind: "memory";
  space: Space;
  address: number;
  /** 1 to 65,536; what lies behind address 65,535 is not there. */
  length: number;
}

/** The moves stored behind an entry of the tree; without `entry` behind the root. */
export interface TreeRequest {
  kind: "tree";
  entry?: number;
}

/** Instructions around an address, as the memory has them now. */
export interface DisassemblyRequest {
  kind: "disassembly";
  address: number;
  before?: number;
  after?: number;
}

/** Where the clocks went, from a moment to the present: the beginning, the mark, or the stop before. */
export interface ProfileRequest {
  kind: "profile";
  since?: "start" | "mark" | "last";
}

/** A game against the program, on a board of its own, beside the session. */
export type GameRequest =
  /** A new game. The person has a side, both, or none. */
  | { kind: "newGame"; fen?: string; person: Side | "both" | "none"; level: Level; hertz?: number }
  /** Changes the level, from the program's next move on. */
  | { kind: "level"; level: Level }
  /** Plays a move, in coordinates or SAN. */
  | { kind: "move"; move: string }
  /** The program looks for a move and plays it; `game` states are sent meanwhile, the answer comes when it has played. */
  | { kind: "think"; pace: Pace }
  /** Takes back to the person's last move, or one ply if the person has both sides or none. */
  | { kind: "takeBack" }
  | { kind: "resign" }
  | { kind: "game" }
  /** The game as PGN. `date` is `YYYY.MM.DD`: the machine has no calendar. */
  | { kind: "pgn"; date?: string };

/** Time for the program's moves, in Z8000 seconds. */
export type Level =
  | { perMove: number }
  /** For so many moves, or for the rest of the game if `moves` is 0. */
  | { game: number; moves: number }
  /** To a depth, however long it takes. */
  | { depth: number };

export type Side = "white" | "black";
export type Space = "data" | "program";

// ---------------------------------------------------------------------------------------------------------------------
// Answers

/**
 * Every request has exactly one answer, with its number. A request that would disturb what is under way ends it first,
 * as `pause` does.
 */
export type Answer =
  | PositionsAnswer
  | OpenedAnswer
  | AssembledAnswer
  | StateAnswer
  | MovedAnswer
  | SaidAnswer
  | SourcesAnswer
  | MemoryAnswer
  | TreeAnswer
  | DisassemblyAnswer
  | ProfileAnswer
  | GameAnswer
  | PgnAnswer
  | ErrorAnswer;

/** The request could not be done; nothing has changed. The message says what, where, and what to do. */
export interface ErrorAnswer {
  kind: "error";
  message: string;
}

export interface PositionsAnswer {
  kind: "positions";
  positions: Problem[];
  /** Lines of a file that are not positions. */
  broken: { line: number; message: string }[];
}

/** A test position. */
export interface Problem {
  number: number;
  /** Its name in the file, if it has one. */
  id: string | null;
  fen: string;
  /** The moves that solve it, in SAN as the file has them; empty if it is a question about a value. */
  solutions: string;
  /** What is to be found, as a sentence part: `Qg6`, `avoid Kb2`. */
  task: string;
  /** Seconds of the paper's Table 1; null if it was not solved there or is not in it. */
  paper: number | null;
  /** Whether Table 1 has it. */
  listed: boolean;
}

export interface OpenedAnswer {
  kind: "opened";
  /** The position's number, if it is one of the 300. */
  position: number | null;
  fen: string | null;
  state: State;
  warnings: Diagnostic[];
}

export interface AssembledAnswer {
  kind: "assembled";
  ok: boolean;
  errors: Diagnostic[];
  warnings: Diagnostic[];
  /** Diagnostics that were left out because there are so many. */
  more: number;
  /** Bytes of program and data. */
  size: { program: number; data: number };
  lines: ListedLine[];
}

/** An error or a warning in a source. */
export interface Diagnostic {
  message: string;
  /** What stands beside the carets; may be empty. */
  label: string;
  file: string;
  /** From 1. */
  line: number;
  /** The line itself. */
  text: string;
  /** Where the carets begin and how many there are, in characters; `column` is from 1. */
  column: number;
  width: number;
  notes: string[];
}

/** What a line of a source became. */
export interface ListedLine {
  /** Index of the file in `Sources.files`; 0 for the text that was given. */
  file: number;
  /** From 1. */
  line: number;
  section: string;
  address: number;
  /** Bytes in hexadecimal. */
  bytes: string;
  /** Clocks as a listing has them, `7` or `10+3n`; null if it is not an instruction. */
  clocks: string | null;
}

export interface StateAnswer {
  kind: "state";
  state: State;
}

/** The session has been moved. */
export interface MovedAnswer {
  kind: "moved";
  stop: Stop;
  state: State;
}

/** A command has been executed. */
export interface SaidAnswer {
  kind: "said";
  /** Lines for people. */
  text: string;
  /** The fields that the debugger's JSON has for the command. */
  data: Record<string, unknown>;
  state: State;
}

export interface Stop {
  reason: "done" | "breakpoint" | "halted" | "input" | "error" | "interrupted" | "beginning";
  /** The reason as a sentence. */
  text: string;
  /** Numbers of the breakpoints that were hit. */
  breakpoints: number[];
}

/** A moment of the session, with all that a view shows. */
export interface State {
  /** Counts the sessions that were opened: answers about an older one are of no use any more. */
  session: number;
  /** Instructions since the beginning, and the furthest that the program has come. */
  instruction: number;
  furthest: number;
  /** Clocks since the beginning, and Z8000 seconds. */
  clocks: number;
  hertz: number;
  seconds: number;
  /** Whether the program is being moved at this moment. */
  running: boolean;
  /** Why the program cannot go on from here, if it cannot. */
  end: "halted" | "input" | "error" | null;
  cpu: Cpu;
  place: Place;
  /** The innermost routine first. */
  stack: Frame[];
  breakpoints: Breakpoint[];
  displays: { expression: string; value: string }[];
  /** What breakpoints have logged, the last 200. */
  notes: { instruction: number; clocks: number; text: string }[];
  /** All that the program has sent, or the end of it, and how many characters were left out before it. */
  console: { text: string; omitted: number };
  /** Snapshots of the past, and their bytes. */
  history: { snapshots: number; bytes: number };
  /** The search; null in another program. */
  chess: Chess | null;
}

export interface Cpu {
  pc: number;
  fcw: number;
  /** The flags of FCW by name. */
  flags: { C: boolean; Z: boolean; S: boolean; PV: boolean; DA: boolean; H: boolean };
  /** R0 to R15. */
  registers: number[];
  /** Registers that have changed since the last stop: 0 to 15. */
  changed: number[];
  /** Whether the flags have. */
  flagsChanged: boolean;
}

/** A place in the program. */
export interface Place {
  address: number;
  /** Routine and distance: `t2v+12`. */
  name: string;
  /** Index of the source file and line from 1; null without a source line. */
  file: number | null;
  line: number | null;
  /** The instruction at the address, as the memory has it. */
  text: string;
  /** Its clocks as in a listing. */
  clocks: string | null;
  /** Macro calls that made the line, the innermost first. */
  expansions: { what: string; file: number; line: number }[];
}

export interface Frame {
  /** The next instruction, or the call if it is a caller. */
  address: number;
  name: string;
  routine: string;
  file: number | null;
  line: number | null;
  /** Data address of its return address; null for the outermost. */
  slot: number | null;
}

export interface Breakpoint {
  id: number;
  /** What it stops at, as it was written, with its condition and the rest. */
  text: string;
  enabled: boolean;
  /** Program address of a breakpoint on an instruction. */
  addresses: number[];
  condition: string | null;
  hits: number;
  ignore: number;
  once: boolean;
  /** Whether it logs a message instead of stopping. */
  logs: boolean;
}

/** A move in coordinates, and in SAN where it is legal at its place. */
export interface Move {
  move: string;
  san: string | null;
}

export interface Chess {
  /** The position at the root. */
  root: { fen: string; side: Side };
  /**
   * The board in the memory of the Z8000 at this moment, 64 characters from a8 to h1: `PNBRQKpnbrqk` and `.`; `?`
   * where there is something else.
   */
  board: string;
  /** The side to play at this moment. */
  side: Side | null;
  /** The iteration at work. */
  iteration: number | null;
  nodes: number;
  /** Clocks since the search began; null before. */
  clocks: number | null;
  /** Entries of the stored tree; null in the simple version and before the first search. */
  tree: { used: number; capacity: number } | null;
  /** The value of a mate in one that was seen at the node in work, if one was. */
  mate: number | null;
  /** The best line of the stored tree at this moment. */
  bestLine: Move[];
  /** Iterations that were reported until this moment. */
  iterations: Iteration[];
  /** The search path, the root's move first; the last one is the ply in work and has no move. */
  plies: Ply[];
  /** Whether the search is over. */
  done: boolean;
}

export interface Iteration {
  depth: number;
  /** In pawns, for the side to play; from 100 on a mate. */
  value: number;
  /** The value as people write it: `3`, `-2`, `mate 2`, `-mate 1`. */
  written: string;
  /** None when no move beats the null move. Of a mate in one, whose move the program does not name, a move that mates. */
  best: Move | null;
  nodes: number;
  /** Clocks since the search began. */
  clocks: number;
  seconds: number;
  /** When it was reported; null in a game. */
  instruction: number | null;
  /** The line as the program printed it. */
  text: string;
  /** The principal variation. */
  line: Move[];
}

export interface Ply {
  /** The move that is searched in it; null in the ply in work. */
  move: Move | null;
  /** The move as text, or where the program is: `e2e4`, `e2e4 null`, `in xt1v`. */
  text: string;
  depth: number | null;
  alpha: number | null;
  beta: number | null;
  best: number | null;
  /** Data address of its record on the path: `writer ADDRESS,2` finds when the move was made. */
  record: number | null;
  /** Index of its frame in `State.stack`. */
  frame: number | null;
}

export interface SourcesAnswer {
  kind: "sources";
  session: number;
  files: SourceFile[];
  symbols: Symbol[];
  routines: { name: string; start: number; end: number }[];
}

export interface SourceFile {
  name: string;
  lines: string[];
  /** Lines that became code, in the order of their addresses. */
  code: { line: number; address: number; length: number; clocks: string | null }[];
}

export interface Symbol {
  name: string;
  value: number;
  section: "text" | "data" | "constant";
}

export interface MemoryAnswer {
  kind: "memory";
  space: Space;
  address: number;
  /** Bytes in hexadecimal, two digits each. */
  bytes: string;
}

export interface TreeAnswer {
  kind: "tree";
  /** The entry whose moves these are. */
  entry: number;
  complete: boolean;
  children: TreeEntry[];
}

export interface TreeEntry {
  /** Its address in data memory, to ask for what lies behind it. */
  entry: number;
  move: Move;
  /** What the move wins if the opponent passes, in pawns. */
  score: number;
  /** Bounds of that score; null where `hint` takes their place. */
  lower: number | null;
  upper: number | null;
  /** The best move behind it at the horizon. */
  hint: string | null;
  /** Whether the list behind it is complete. */
  complete: boolean;
  /** Whether the opponent mates in one behind it; null where that was not tested. */
  mates: boolean | null;
  /** How many moves are stored behind it. */
  children: number;
}

export interface DisassemblyAnswer {
  kind: "disassembly";
  lines: { address: number; words: number[]; text: string; file: number | null; line: number | null }[];
}

export interface ProfileAnswer {
  kind: "profile";
  clocks: number;
  /** Ways through the routines, the outermost first, with the clocks of the last one alone. */
  stacks: { routines: string[]; clocks: number }[];
  routines: { routine: string; calls: number; inclusive: number; exclusive: number }[];
  /** What lines cost, the most expensive first. */
  lines: { file: number | null; line: number | null; address: number; text: string; count: number; clocks: number }[];
}

export interface GameAnswer {
  kind: "game";
  game: Game;
}

export interface Game {
  fen: string;
  start: string;
  side: Side;
  person: Side | "both" | "none";
  level: Level;
  hertz: number;
  moves: GameMove[];
  /** Legal moves in coordinates; empty when the game is over. */
  legal: string[];
  /** Whether the program is looking for a move. */
  thinking: boolean;
  /** Its iterations for the move that it looks for, or looked for last. */
  iterations: Iteration[];
  /** Z8000 seconds since it was asked; null before. */
  seconds: number | null;
  /** Z8000 seconds that it has left by its own clock; null without a limit. */
  left: number | null;
  /** How it has ended: `checkmate`, `stalemate`, `repetition`, `fifty moves`, `resigned`, ...; null while it goes on. */
  ending: { word: string; result: "1-0" | "0-1" | "1/2-1/2"; text: string } | null;
}

export interface GameMove extends Move {
  side: Side;
  /** The program's last iteration, if it chose the move. */
  thought: { depth: number; value: number; written: string; seconds: number } | null;
}

export interface PgnAnswer {
  kind: "pgn";
  text: string;
}

// ---------------------------------------------------------------------------------------------------------------------
// What the worker says unasked

export type Event =
  /** The machine is ready. */
  | { kind: "ready" }
  /** While the session is moved, at most 60 a second. */
  | { kind: "state"; state: State }
  /** While the program thinks, at most 60 a second. */
  | { kind: "game"; game: Game }
  /** The machine has died and cannot answer any more: start another worker. */
  | { kind: "died"; message: string };

/** What the worker posts: an answer with its number, or an event. */
export type Message = { answer: Numbered<Answer> } | { event: Event };

/** What the page posts first: the machine's WebAssembly. */
export interface Start {
  wasm: ArrayBuffer;
}

/** The answer to a request that did not fail. */
export type AnswerTo<R extends Request> = Extract<Answer, { kind: AnswerKind[R["kind"]] }>;

interface AnswerKind {
  positions: "positions";
  open: "opened";
  load: "opened" | "assembled";
  assemble: "assembled";
  run: "moved";
  pause: "state" | "game";
  state: "state";
  seek: "moved";
  command: "said";
  sources: "sources";
  memory: "memory";
  tree: "tree";
  disassembly: "disassembly";
  profile: "profile";
  newGame: "game";
  level: "game";
  move: "game";
  think: "game";
  takeBack: "game";
  resign: "game";
  game: "game";
  pgn: "pgn";
}
