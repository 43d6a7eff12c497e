// The types of the machine's requests and answers, made from programs/chess/web/src/protocol:
// UPDATE=yes cargo test -p bcp-web types

/** An answer of the machine. Every request gets exactly one. */
export type Answer = { "kind": "positions",
/** The usable positions. */
positions: Array<Problem>,
/** Lines of a file without a usable position. */
broken: Array<Broken>, } | { "kind": "fen",
/** Why it cannot be opened; null if it can. */
fault: string | null, } | { "kind": "read",
/** Games; a position is a game without moves. */
games: Array<ReadGame>,
/** Number of games omitted. */
more: number,
/** Why nothing could be read. */
fault: string | null, } | { "kind": "opened",
/** The position's number, if it is one of the 300. */
position: number | null,
/** The position; null for a program. */
fen: string | null,
/** The session. */
state: State,
/** Warnings from the assembler. */
warnings: Array<Diagnostic>, } | { "kind": "assembled" } & Assembled | { "kind": "found" } & { value: number | null, answer: boolean | null, line: string[], positions: number, ended: boolean, trace: unknown } | { "kind": "state",
/** Its current state. */
state: State, } | { "kind": "moved",
/** Why it stopped. */
stop: Stop,
/** The session afterwards. */
state: State, } | { "kind": "said",
/** Human-readable lines. */
text: string,
/** The fields of the debugger's JSON for the command. */
data: Record<string, unknown>,
/** The session afterwards. */
state: State, } | { "kind": "busy",
/** Instructions executed in the slice. */
instructions: number,
/** Clocks spent in the slice. */
clocks: number, } | { "kind": "sources",
/** The session to which they belong. */
session: number,
/** The files. */
files: Array<SourceFile>,
/** The symbols, by name. */
symbols: Array<Symbol>,
/** The routines, by address. */
routines: Array<Routine>, } | { "kind": "memory",
/** The memory. */
space: Space,
/** Its first address. */
address: number,
/** Bytes in hexadecimal, two digits each. */
bytes: string, } | { "kind": "tree",
/** The entry after which they are stored. */
entry: number,
/** True if these are all eligible moves. */
complete: boolean,
/** The moves, the best first. */
children: Array<TreeEntry>, } | { "kind": "disassembly",
/** Ordered by address. */
lines: Array<DisassembledLine>, } | { "kind": "profile",
/** Total number of clocks. */
clocks: number,
/** Call paths. */
stacks: Array<Way>,
/** Routines, the most expensive first. */
routines: { routine: string, calls: number, inclusive: number, exclusive: number }[],
/** Lines, the most expensive first. */
lines: Array<CostlyLine>, } | { "kind": "game",
/** The game. */
game: Game, } | { "kind": "pgn",
/** The text. */
text: string, } | { "kind": "error",
/** A sentence that says why, where, and how to correct it. */
message: string,
/** True if the request would disturb the current task. Sent to the worker, not to the page. */
occupied?: boolean, };

/** The result of assembling a source. */
export type Assembled = {
/** True if there are no errors. */
ok: boolean,
/** The errors. */
errors: Array<Diagnostic>,
/** Warnings about lines that are likely to be mistakes. */
warnings: Array<Diagnostic>,
/** Number of further errors and warnings that were omitted. */
more: number,
/** Its size. */
size: Size,
/** The lines that generated code or data. */
lines: Array<ListedLine>, };

/** A move that was searched. */
export type Branch = {
/** Instructions executed before it was tried. */
at: number,
/** Instructions executed for it; 0 while it is the current move. */
work: number,
/** The result. */
fate: Fate,
/** Its value if the other side passes. */
score: number | null,
/** Its value; an upper bound if it is not the best, since the search stops once a move cannot be better. */
value: number | null,
/** The best line after it. */
line: Array<Move>,
/** True if the other side mates in one after it. */
answeredByMate: boolean,
/** In coordinates: `e2e4`, `e7e8q`. */
move: string,
/** In SAN, if it is legal there. */
san: string | null, };

/** A breakpoint. */
export type Breakpoint = {
/** Its number. */
id: number,
/** The breakpoint as entered, with its condition and other options. */
text: string,
/** True if it is enabled. */
enabled: boolean,
/** Program addresses, if it is a breakpoint on instructions. */
addresses: Array<number>,
/** It stops only if this condition holds. */
condition: string | null,
/** How often it was hit. */
hits: number,
/** Number of hits that do not stop. */
ignore: number,
/** True if it is deleted after its first stop. */
once: boolean,
/** True if it logs a message instead of stopping. */
logs: boolean, };

/** A line that is not a position. */
export type Broken = {
/** Its number, from 1. */
line: number,
/** The mistake. */
message: string, };

/** The search. */
export type Chess = {
/** The position at the root. */
root: Root,
/** The board in the memory of the Z8000 at this moment: 64 characters from a8 to h1, `PNBRQKpnbrqk` and `.`, or `?`
 * for anything else. */
board: string,
/** The side to play at this moment. */
side: Side | null,
/** The current iteration. */
iteration: number | null,
/** Nodes counted since the search began. */
nodes: number,
/** Clocks since the search began; null before it begins. */
clocks: number | null,
/** The stored tree; null in the simple version and before the first search. */
tree: Fill | null,
/** The best line of the stored tree at this moment. */
bestLine: Array<Move>,
/** Iterations reported up to this moment. */
iterations: Array<Iteration>,
/** The search path, the root's move first. The last is the current ply, which has no move. */
plies: Array<Ply>,
/** The event at this moment in chess terms; null between events. */
told: string | null,
/** The tree as far as it has grown, if the page is following it. */
growth: Growth | null,
/** When the iteration that solves the position by the rule of Table 1 was reported; null if no such iteration is
 * known, or if no solutions were given. */
solved: number | null,
/** True if the search is over. */
done: boolean, };

/** A line that generated code. */
export type CodeLine = {
/** The number of the line, from 1. */
line: number,
/** Address. */
address: number,
/** Length in bytes. */
length: number,
/** Clocks as in a listing, `7` or `10+3n`; null if it is not an instruction. */
clocks: string | null, };

/** The output of the program. */
export type Console = {
/** The output, or the end of it. */
text: string,
/** Number of bytes omitted before that. */
omitted: number, };

/** The cost of a line. */
export type CostlyLine = {
/** Index of its source file. */
file: number | null,
/** Its line in the file. */
line: number | null,
/** Its first address. */
address: number,
/** Its text. */
text: string,
/** How often it was executed. */
count: number,
/** Clocks. */
clocks: number, };

/** The processor. */
export type Cpu = {
/** Program counter. */
pc: number,
/** Flag and control word. */
fcw: number,
/** Its flags. */
flags: Flags,
/** R0 to R15. */
registers: Array<number>,
/** Registers that have changed since the last stop, 0 to 15. */
changed: Array<number>,
/** True if the flags have changed. */
flagsChanged: boolean, };

/** An error or a warning of the assembler. */
export type Diagnostic = {
/** The mistake. */
message: string,
/** The text next to the carets; may be empty. */
label: string,
/** The file. */
file: string,
/** The number of the line, from 1. */
line: number,
/** The line. */
text: string,
/** Column of the first caret, in characters from 1. */
column: number,
/** Number of carets. */
width: number,
/** Hints. */
notes: Array<string>, };

/** An instruction. */
export type DisassembledLine = {
/** Its address. */
address: number,
/** Its words. */
words: Array<number>,
/** Its text. */
text: string,
/** Index of its source file. */
file: number | null,
/** Its line in the file. */
line: number | null, };

/** An expression with its value. */
export type Display = {
/** The expression. */
expression: string,
/** Its value, or why it has none. */
value: string, };

/** How a game has ended. */
export type Ending = {
/** In a few words: `mate`, `stalemate`, `draw by threefold repetition`. */
word: string,
/** In PGN. */
result: "1-0" | "0-1" | "1/2-1/2",
/** As a sentence. */
text: string, };

/** A macro call or a repetition. */
export type Expansion = {
/** Its name and kind. */
what: string,
/** Index of the file that contains it. */
file: number,
/** Its line in the file. */
line: number, };

/** The result of trying a move that may threaten something. */
export type Fate = "tested" | "inHand" | "best" | "worse";

/** How full the stored tree is. */
export type Fill = {
/** Entries in use. */
used: number,
/** Total number of entries. */
capacity: number, };

/** The flags. */
export type Flags = {
/** Carry. */
C: boolean,
/** Zero. */
Z: boolean,
/** Sign. */
S: boolean,
/** Parity or overflow. */
PV: boolean,
/** Decimal adjust. */
DA: boolean,
/** Half carry. */
H: boolean, };

/** A routine that has not returned yet. */
export type Frame = {
/** The next instruction or, in a caller, the call. */
address: number,
/** Routine and offset. */
name: string,
/** The routine. */
routine: string,
/** Index of its source file. */
file: number | null,
/** Its line in the file. */
line: number | null,
/** Data address of its return address; null for the outermost. */
slot: number | null, };

/** A game. */
export type Game = {
/** The position. */
fen: string,
/** The initial position. */
start: string,
/** The side to play. */
side: Side,
/** The sides played by a human. */
person: Person,
/** Time for the program. */
level: Level,
/** Frequency of the Z8000. */
hertz: number,
/** All moves. */
moves: Array<GameMove>,
/** Legal moves in coordinates; empty if the game is over. */
legal: Array<string>,
/** True while the program is looking for a move. */
thinking: boolean,
/** Its iterations for the current move, or for the last one. */
iterations: Array<Iteration>,
/** Z8000 seconds since the move was requested; null before the first request. */
seconds: number | null,
/** Z8000 seconds left by its own clock; null without a limit. */
left: number | null,
/** How the game has ended; null if it has not. */
ending: Ending | null,
/** Why some of the moves with which the game was to begin are missing, and the first that is missing; null if none
 * are. */
fault: string | null, };

/** A move of a game. */
export type GameMove = {
/** The side that played it. */
side: Side,
/** The position in which it was played. */
before: string,
/** The program's last iteration, if it chose the move. */
thought: Thought | null,
/** In coordinates: `e2e4`, `e7e8q`. */
move: string,
/** In SAN, if it is legal there. */
san: string | null, };

/** The tree of an iteration, as far as it has grown. All values are for the side that plays at the root. */
export type Growth = {
/** The moment that it shows. It lags behind the session until the request `grow` has been answered. */
instruction: number,
/** The positions on the current path, the root first. */
levels: Array<TreeNode>,
/** The root searched with captures only, which is iteration 0; null before iteration 0 has ended. */
captures: TreeNode | null, };

/** Snapshots of the past. */
export type History = {
/** How many there are. */
snapshots: number,
/** Their size in bytes. */
bytes: number, };

/** A move that threatens nothing. */
export type Ignored = {
/** Instructions executed before it was tried. */
at: number,
/** In coordinates: `e2e4`, `e7e8q`. */
move: string,
/** In SAN, if it is legal there. */
san: string | null, };

/** An iteration. */
export type Iteration = {
/** Its depth. */
depth: number,
/** In pawns, for the side to play; from 100 up, a mate. */
value: number,
/** The value in words: `3`, `-2`, `mate 2`, `-mate 1`. */
written: string,
/** The best move; null if no move beats the null move. For a mate in one, where the program names no move, a move
 * that mates. */
best: Move | null,
/** Nodes since the search began. */
nodes: number,
/** Clocks since the search began. */
clocks: number,
/** Z8000 seconds since the search began. */
seconds: number,
/** When it was reported, in instructions; null in a game. */
instruction: number | null,
/** The line as printed by the program. */
text: string,
/** The principal variation. */
line: Array<Move>,
/** Why the mate that it announces is not proved by the rules of chess. Null if it is proved, or if no mate is
 * announced. */
doubt: string | null, };

/** Time for the program's moves, in Z8000 seconds. */
export type Level = {
/** Seconds. */
perMove: number, } | {
/** Seconds. */
game: number,
/** Number of moves. */
moves: number, } | {
/** Maximum iteration depth. */
depth: number, };

/** A line of a listing. */
export type ListedLine = {
/** Index of the file in `files` of `sources`; 0 for the given source. */
file: number,
/** The number of the line, from 1. */
line: number,
/** Name of the section. */
section: string,
/** Address. */
address: number,
/** Two hexadecimal digits per byte. */
bytes: string,
/** Clocks as in a listing, `7` or `10+3n`; null if it is not an instruction. */
clocks: string | null, };

/** A move. */
export type Move = {
/** In coordinates: `e2e4`, `e7e8q`. */
move: string,
/** In SAN, if it is legal there. */
san: string | null, };

/** A message logged by a breakpoint. */
export type Note = {
/** When it was logged, in instructions. */
instruction: number,
/** When it was logged, in clocks. */
clocks: number,
/** The message. */
text: string, };

/** A position to open. */
export type Open = {
/** One of the 300; otherwise `fen`. */
position?: number,
/** With four or six fields. */
fen?: string,
/** Moves that solve it, in SAN as in an EPD file. `State` then says when it is solved. */
solutions?: string,
/** Maximum iteration depth, 0 to 30; default: 30. */
depth?: number,
/** The simple version, without the stored tree. */
simple?: boolean,
/** Readings of what the papers leave open, by name as in `asm/constants.s`, such as `HORIZON_MATES`. */
readings?: { [key in string]: number },
/** Frequency of the Z8000; default: 4,000,000. */
hertz?: number, };

/** The sides played by a human. */
export type Person = "white" | "black" | "both" | "none";

/** A place in the program. */
export type Place = {
/** Its address. */
address: number,
/** Routine and offset: `t2v+12`. */
name: string,
/** Index of its source file; null if there is no source line. */
file: number | null,
/** Its line in the file. */
line: number | null,
/** The instruction. */
text: string,
/** Clocks, as in a listing. */
clocks: string | null,
/** Macro calls that generated the line, the innermost first. */
expansions: Array<Expansion>, };

/** A ply of the search. */
export type Ply = {
/** The move that is searched in it; null in the current ply. */
move: Move | null,
/** The move as text, or the routine that is running: `e2e4`, `e2e4 null`, `in xt1v`. */
text: string,
/** Remaining depth. */
depth: number | null,
/** Lower bound. */
alpha: number | null,
/** Upper bound. */
beta: number | null,
/** Best value. */
best: number | null,
/** Data address of its record on the path. `writer ADDRESS,2` finds when the move was made. */
record: number | null,
/** Index of its frame in `State.stack`. */
frame: number | null, };

/** A test position. */
export type Problem = {
/** Its number. */
number: number,
/** Its name in the file, if it has one. */
id: string | null,
/** The position. */
fen: string,
/** The moves that solve it, in SAN as given in the file; empty if the question is about a value. */
solutions: string,
/** The task as part of a sentence: `Qg6`, `avoid Kb2`. */
task: string,
/** Seconds in the paper's Table 1; null if it was not solved there or is not listed. */
paper: number | null,
/** True if it is listed in Table 1. */
listed: boolean, };

/** A game that was read from text. */
export type ReadGame = {
/** Players, event, date and result, as far as known. */
title: string,
/** The initial position; null for the usual one. */
fen: string | null,
/** In coordinates. */
moves: Array<string>,
/** What is missing from the game, or was dropped from its position, and where. */
fault: string | null, };

/** A request to the machine. */
export type Request = { "kind": "positions",
/** The contents of the file. */
file?: string, } | { "kind": "fen",
/** The string. */
fen: string, } | { "kind": "read",
/** The text. */
text: string, } | { "kind": "open" } & Open | { "kind": "load",
/** Its source. */
source: string,
/** Characters that wait at the serial port. */
input?: string,
/** Frequency of the Z8000; default: 4,000,000. */
hertz?: number, } | { "kind": "assemble",
/** Its source. */
source: string, } | { "kind": "search",
/** The search, by its name in `bcp-lab trace`. */
search: string,
/** A FEN, or a tree such as `0(5(3 4!) 2)`. */
position: string,
/** Plies, 0 to 30; for a search for mates in chess, moves. */
depth: number,
/** Maximum number of recorded calls or nodes, up to 2,000; default: 2,000. */
calls?: number, } | { "kind": "run" } | { "kind": "seek",
/** Instructions since the beginning. */
instruction?: number,
/** Clocks since the search began, as in `Iteration.clocks` and the results of Table 1. */
clocks?: number, } | { "kind": "command",
/** The command and its arguments. */
line: string, } | { "kind": "follow",
/** True to follow it. */
tree: boolean, } | { "kind": "grow" } | { "kind": "advance" } & Slice | { "kind": "interrupt" } | { "kind": "state" } | { "kind": "sources" } | { "kind": "memory",
/** The memory. */
space: Space,
/** Its first address. */
address: number,
/** 1 to 65,536 bytes. Bytes beyond address 65,535 are omitted. */
length: number, } | { "kind": "tree",
/** Address of the entry; default: the root's. */
entry?: number, } | { "kind": "disassembly",
/** The address. */
address: number,
/** Number of instructions before the address; default: none. */
before?: number,
/** Number of instructions from the address; default: one. */
after?: number, } | { "kind": "profile",
/** That moment; default: the beginning. */
since?: Since, } | { "kind": "newGame",
/** The initial position; default: the usual one. */
fen?: string,
/** Moves already played, in coordinates or SAN. */
moves?: Array<string>,
/** The sides played by a human. */
person: Person,
/** Time for the program. */
level: Level,
/** Frequency of the Z8000; default: 4,000,000. */
hertz?: number, } | { "kind": "level",
/** Time for the program. */
level: Level, } | { "kind": "move",
/** In coordinates or SAN. */
move: string, } | { "kind": "think" } | { "kind": "takeBack" } | { "kind": "resign" } | { "kind": "game" } | { "kind": "pgn",
/** `YYYY.MM.DD`, since the machine has no calendar. */
date?: string, };

/** A position. */
export type Root = {
/** The position. */
fen: string,
/** The side to play. */
side: Side,
/** How the game has ended there by the rules of chess; null if it has not. The program searches the position all
 * the same. */
ending: Ending | null, };

/** A routine. */
export type Routine = {
/** Its name. */
name: string,
/** Its first address. */
start: number,
/** The address after its last. */
end: number, };

/** A side. */
export type Side = "white" | "black";

/** The beginning of a profile. */
export type Since = "start" | "mark" | "last";

/** The size of a program in bytes. */
export type Size = {
/** In program memory. */
program: number,
/** In data memory. */
data: number, };

/** How far a task continues before the worker polls the page again. */
export type Slice = {
/** Maximum number of instructions. */
instructions: number,
/** Maximum number of clocks. */
clocks?: number, };

/** A source file. */
export type SourceFile = {
/** Its name. */
name: string,
/** Its lines. */
lines: Array<string>,
/** Lines that generated code, by address. */
code: Array<CodeLine>, };

/** A memory of the board. */
export type Space = "data" | "program";

/** A moment of the session, with everything that a view shows. */
export type State = {
/** Number of the session, in the order in which sessions were opened. Answers about an older session are obsolete. */
session: number,
/** Instructions since the beginning. */
instruction: number,
/** The furthest moment reached, in instructions. */
furthest: number,
/** Clocks since the beginning. */
clocks: number,
/** Frequency of the Z8000. */
hertz: number,
/** Z8000 seconds since the beginning. */
seconds: number,
/** Why the program cannot continue from here; null if it can. */
end: "halted" | "input" | "error" | null,
/** The processor. */
cpu: Cpu,
/** The current place. */
place: Place,
/** The call stack, the innermost routine first. */
stack: Array<Frame>,
/** The breakpoints. */
breakpoints: Array<Breakpoint>,
/** Expressions with their values. */
displays: Array<Display>,
/** The last 200 messages logged by breakpoints. */
notes: Array<Note>,
/** Everything that the program has sent, or the end of it. */
console: Console,
/** Snapshots. */
history: History,
/** The search; null in other programs. */
chess: Chess | null, };

/** Why the session stopped. */
export type Stop = {
/** The reason as a single word. */
reason: "done" | "breakpoint" | "halted" | "input" | "error" | "interrupted" | "beginning",
/** The reason as a sentence. */
text: string,
/** Numbers of the breakpoints that were hit. */
breakpoints: Array<number>, };

/** A symbol. */
export type Symbol = {
/** Its name. */
name: string,
/** Its value. */
value: number,
/** The section that it is in. */
section: "text" | "data" | "constant", };

/** The program's thoughts on a move. */
export type Thought = {
/** Depth of its last iteration. */
depth: number,
/** Value of its last iteration. */
value: number,
/** The value in words. */
written: string,
/** Z8000 seconds. */
seconds: number,
/** The doubt about that iteration. */
doubt: string | null, };

/** A move of the stored tree. */
export type TreeEntry = {
/** Its address in data memory, for requesting the moves after it. */
entry: number,
/** The move. */
move: Move,
/** Pawns that the move wins if the opponent passes. */
score: number,
/** Lower bound of the scores after it; null if there is a `hint` instead. */
lower: number | null,
/** Upper bound of the scores after it. */
upper: number | null,
/** The best move after it at the horizon, in coordinates. */
hint: string | null,
/** True if the list of moves after it is complete. */
complete: boolean,
/** True if the opponent mates in one after it; null if that was not tested. */
mates: boolean | null,
/** Number of moves stored after it. */
children: number, };

/** A position on the current path. */
export type TreeNode = {
/** The side to play. */
side: Side,
/** Plies left before the captures; null in the capture search. */
depth: number | null,
/** Its value if the side to play passes or, in the capture search, stops taking. */
pass: number | null,
/** The best value so far. */
value: number | null,
/** True if the other side would not allow this position because it can get as much elsewhere. */
enough: boolean,
/** True if the side to play mates in one. */
mates: boolean,
/** True if the side to play can take the king. */
takesKing: boolean,
/** Moves that were searched, and the current one, in the order in which they were tried. */
branches: Array<Branch>,
/** Moves that threaten nothing. */
ignored: Array<Ignored>,
/** Number of searched moves omitted here; none of them was the best. */
more: number, };

/** A call path. */
export type Way = {
/** The routines, the outermost first. */
routines: Array<string>,
/** Clocks spent in the last routine itself. */
clocks: number, };
