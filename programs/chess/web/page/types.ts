// The types of the machine's requests and answers, made from programs/chess/web/src/protocol:
// UPDATE=yes cargo test -p bcp-web types

/** An answer of the machine. Every request gets exactly one. */
export type Answer = { "kind": "positions",
/** The usable positions. */
positions: Array<Problem>,
/** Lines of the file that do not contain a usable position. */
broken: Array<Broken>, } | { "kind": "fen",
/** Why the string is not a position that can be opened; null if it is one. */
fault: string | null, } | { "kind": "read",
/** The games; a position is a game without moves. */
games: Array<ReadGame>,
/** Number of games omitted after the first 1,000. */
more: number,
/** Why nothing could be read; null if something was. */
fault: string | null, } | { "kind": "prepared",
/** True if the program is compiled as it runs, false if it is interpreted. */
compiled: boolean,
/** The settings and the origin of its results, as JSON; equal for equal runs. */
run: string,
/** The numbers of its positions. */
positions: Array<number>, } | { "kind": "solved",
/** Its result as a JSON line, as `bcp table1 --out` writes it; null if the search was interrupted. */
line: string | null, } | { "kind": "summary",
/** The lines that `bcp table1` prints below its table. */
text: string, } | { "kind": "opened",
/** The position's number, if it is one of the 300 built-in positions. */
position: number | null,
/** The position; null for a program. */
fen: string | null,
/** Legal moves in the position; none for a program. */
legal: Array<Move>,
/** The session. */
state: State,
/** Warnings issued by the assembler. */
warnings: Array<Diagnostic>, } | { "kind": "assembled" } & Assembled | { "kind": "found" } & { value: number | null, answer: boolean | null, line: string[], positions: number, ended: boolean, trace: unknown } | { "kind": "state",
/** Current state of the session. */
state: State, } | { "kind": "moved",
/** Why the session stopped. */
stop: Stop,
/** The session afterwards. */
state: State, } | { "kind": "said",
/** Human-readable lines. */
text: string,
/** The fields of the command's JSON output, as in the debugger. */
data: Record<string, unknown>,
/** The session afterwards. */
state: State, } | { "kind": "busy",
/** Instructions executed in the slice. */
instructions: number,
/** Clocks spent in the slice. */
clocks: number, } | { "kind": "sources",
/** Number of the session to which the answer belongs. */
session: number,
/** The source files of the program. */
files: Array<SourceFile>,
/** The symbols, in alphabetical order of their names. */
symbols: Array<Symbol>,
/** The routines, in ascending order of address. */
routines: Array<Routine>, } | { "kind": "memory",
/** The memory. */
space: Space,
/** First address of the part. */
address: number,
/** The bytes in hexadecimal, two digits each. */
bytes: string, } | { "kind": "tree",
/** The entry after which the moves are stored. */
entry: number,
/** True if these are all eligible moves of the position. */
complete: boolean,
/** The moves, the best first. */
children: Array<TreeEntry>, } | { "kind": "profile",
/** Total number of clocks. */
clocks: number,
/** Call paths, each with the clocks spent in its last routine. */
stacks: Array<Way>,
/** Routines, the most expensive first. */
routines: { routine: string, calls: number, inclusive: number, exclusive: number }[],
/** The 500 most expensive lines, the most expensive first. */
lines: Array<CostlyLine>, } | { "kind": "game",
/** The game with all its moves. */
game: Game, } | { "kind": "pgn",
/** The PGN of the game. */
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
/** Size of the program. */
size: Size,
/** The lines that generated code or data. */
lines: Array<ListedLine>, };

/** A move that was searched, or the current move. */
export type Branch = {
/** Number of instructions executed before the move was tried. */
at: number,
/** Number of instructions executed for the move; while it is the current move, only those that scored it. */
work: number,
/** The state of the move in the search. */
fate: Fate,
/** Value of the move if the other side passes; null if it has not been scored. */
score: TreeValue | null,
/** Value of the move; null until it is known. If it is not the best move, an upper bound for the side that plays
 * it, since the search stops once a move cannot be better. */
value: TreeValue | null,
/** The best line after the move. */
line: Array<Move>,
/** True if the other side can answer the move with mate in one. */
answeredByMate: boolean,
/** The move in coordinates: `e2e4`, `e7e8q`. */
move: string,
/** The move in SAN; null if it is not legal in its position. */
san: string | null, };

/** A breakpoint. */
export type Breakpoint = {
/** Number of the breakpoint. */
id: number,
/** The breakpoint as entered, with its condition and other options. */
text: string,
/** True if the breakpoint is enabled. */
enabled: boolean,
/** Program addresses at which the breakpoint stops; empty unless it is a breakpoint on instructions. */
addresses: Array<number>,
/** Condition that must hold for the breakpoint to stop; null if there is none. */
condition: string | null,
/** Number of times that the breakpoint was hit. */
hits: number,
/** Number of hits to ignore before the first stop. */
ignore: number,
/** True if the breakpoint is deleted after its first stop. */
once: boolean,
/** True if the breakpoint logs a message instead of stopping. */
logs: boolean, };

/** A line of a file that is not a valid position. */
export type Broken = {
/** Number of the line, from 1. */
line: number,
/** Description of the mistake. */
message: string, };

/** The chess search in a session at a given moment. */
export type Chess = {
/** The position from which the search starts. */
root: Root,
/** The board in the Z8000's memory at this moment: 64 characters from a8 to h1, `PNBRQKpnbrqk` and `.`, or `?` for
 * anything else. */
board: string,
/** The side to play at this moment; null if no position is set up yet. */
side: Side | null,
/** Depth of the current iteration; null if none is running. */
iteration: number | null,
/** Nodes counted since the search began. */
nodes: number,
/** Clocks since the search began; null before it begins. */
clocks: number | null,
/** The stored tree; null in the simple version and before the first search. */
tree: Fill | null,
/** The best line in the stored tree at this moment. */
bestLine: Array<Move>,
/** Iterations reported up to this moment. */
iterations: Array<Iteration>,
/** The search path, the root's move first. The last item is the current ply, which has no move. */
plies: Array<Ply>,
/** A description of the event at this moment, in chess terms; null between events. */
told: string | null,
/** The tree as far as it has grown; null if the page is not following it. */
growth: Growth | null,
/** The moment, in instructions, at which the program reported the iteration that solves the position by the rule of
 * Table 1; null if no such iteration is known, or if no solutions were given. */
solved: number | null,
/** True if the search is over. */
done: boolean, };

/** A line that generated code. */
export type CodeLine = {
/** Number of the line, from 1. */
line: number,
/** Address of the line's first byte. */
address: number,
/** Length in bytes. */
length: number,
/** Clocks as in a listing, `7` or `10+3n`; null if the line is not an instruction. */
clocks: string | null, };

/** The output of the program. */
export type Console = {
/** The output so far, or the end of it. */
text: string,
/** Number of bytes omitted before `text`. */
omitted: number, };

/** The cost of executing a line. */
export type CostlyLine = {
/** Index of the source file; null if there is no source line. */
file: number | null,
/** Number of the line in the file. */
line: number | null,
/** Address of the line's first instruction. */
address: number,
/** Text of the line. */
text: string,
/** Number of times that the line was executed. */
count: number,
/** Clocks spent in the line. */
clocks: number, };

/** The processor. */
export type Cpu = {
/** Program counter. */
pc: number,
/** Flag and control word. */
fcw: number,
/** Flags in the FCW. */
flags: Flags,
/** R0 to R15. */
registers: Array<number>,
/** Registers that have changed since the last stop, 0 to 15. */
changed: Array<number>,
/** True if the FCW has changed since the last stop. */
flagsChanged: boolean, };

/** An error or a warning of the assembler. */
export type Diagnostic = {
/** Description of the mistake. */
message: string,
/** The text next to the carets; may be empty. */
label: string,
/** Name of the file. */
file: string,
/** Number of the line, from 1. */
line: number,
/** Text of the line. */
text: string,
/** Column of the first caret, in characters from 1. */
column: number,
/** Number of carets. */
width: number,
/** Hints on the mistake. */
notes: Array<string>, };

/** An expression with its value. */
export type Display = {
/** The expression. */
expression: string,
/** The value, or why the expression has none. */
value: string, };

/** How a game has ended. */
export type Ending = {
/** The ending in a few words: `mate`, `stalemate`, `draw by threefold repetition`. */
word: string,
/** The result of the game as in PGN. */
result: "1-0" | "0-1" | "1/2-1/2",
/** The ending as a sentence. */
text: string, };

/** A macro call or a repetition. */
export type Expansion = {
/** Name and kind of the expansion. */
what: string,
/** Index of the file that contains the call or repetition. */
file: number,
/** Number of the line in the file. */
line: number, };

/** The state of a move that may threaten something. */
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
/** Address of the next instruction or, in a caller, of the call. */
address: number,
/** Routine and offset. */
name: string,
/** Name of the routine. */
routine: string,
/** Index of the source file; null if there is no source line. */
file: number | null,
/** Number of the line in the file. */
line: number | null,
/** Data address of the return address; null for the outermost routine. */
slot: number | null, };

/** A game. */
export type Game = {
/** The current position as a FEN. */
fen: string,
/** The initial position as a FEN. */
start: string,
/** The side to play. */
side: Side,
/** The sides that humans play. */
person: Person,
/** All moves played so far. */
moves: Array<GameMove>,
/** Legal moves in coordinates; empty if the game is over. */
legal: Array<string>,
/** True while the program is choosing a move. */
thinking: boolean,
/** The program's iterations for the current move, or for its last move. */
iterations: Array<Iteration>,
/** Z8000 seconds since the move was requested; null before the first request and after a move is taken back. */
seconds: number | null,
/** How the game has ended; null if it has not. */
ending: Ending | null,
/** The draw that the side to play may claim; null if there is none. The program claims its draws by itself. */
claim: Ending | null,
/** Why some of the moves with which the game should begin are missing, and the first of these; null if none are
 * missing. */
fault: string | null, };

/** A move of a game. */
export type GameMove = {
/** The side that played the move. */
side: Side,
/** The position in which the move was played, as a FEN. */
before: string,
/** Annotation glyphs of the game that was read. */
glyphs: Array<number>,
/** The comment of the game that was read; null if there is none. */
comment: string | null,
/** Variations that replace the move, as written in PGN. */
variations: Array<string>,
/** The program's last iteration, if it searched for the move; otherwise null. */
thought: Thought | null,
/** The move in coordinates: `e2e4`, `e7e8q`. */
move: string,
/** The move in SAN; null if it is not legal in its position. */
san: string | null, };

/** The tree of an iteration, as far as it has grown. All values are from the viewpoint of the side to play at the root. */
export type Growth = {
/** The moment that the tree shows, in instructions. It lags behind the session until the request `grow` has been
 * answered. */
instruction: number,
/** The positions on the current path, the root first. */
levels: Array<TreeNode>,
/** The root searched with captures only, which is iteration 0; null before iteration 0 has ended. */
captures: TreeNode | null, };

/** The snapshots of past moments. */
export type History = {
/** Number of snapshots. */
snapshots: number,
/** Total size of the snapshots in bytes. */
bytes: number, };

/** A move that threatens nothing, and is therefore not searched. */
export type Ignored = {
/** Number of instructions executed before the move was tried. */
at: number,
/** The move in coordinates: `e2e4`, `e7e8q`. */
move: string,
/** The move in SAN; null if it is not legal in its position. */
san: string | null, };

/** An iteration. */
export type Iteration = {
/** Depth of the iteration. */
depth: number,
/** The best move; null if no move beats the null move. For a mate in one, for which the program names no move, this
 * is a mating move. */
best: Move | null,
/** Nodes since the search began. */
nodes: number,
/** Clocks since the search began. */
clocks: number,
/** Z8000 seconds since the search began. */
seconds: number,
/** The moment at which the iteration was reported, in instructions; null in a game. */
instruction: number | null,
/** The line as printed by the program. */
text: string,
/** The principal variation. */
line: Array<Move>,
/** Value in pawns, for the side to play; values of at least 94, and of at most -94, are mates. */
value: number,
/** In words, for the side to play, with a mark if it is a mate that the rules do not prove: `+3`, `mate in 2`,
 * `mated in 1 (believed)`, `mate in 2 (refuted)`. */
words: string,
/** The side that mates; null if no mate is announced. */
winner: Side | null,
/** True if the rules prove the mate. */
proved: boolean,
/** What the rules say of a mate that they do not prove, as a sentence; null if there is none. */
doubt: string | null,
/** Value in pawns, for White. */
white: number,
/** Value in a few characters: `3`, `#`, `#?`. */
figure: string,
/** Value in words: `even`, `+3 for White`, `mate in 2 for Black, as the program believes`. */
label: string, };

/** A line of a listing. */
export type ListedLine = {
/** Index of the file in `files` of `sources`; 0 for the given source. */
file: number,
/** Number of the line, from 1. */
line: number,
/** Name of the section. */
section: string,
/** Address of the line's first byte. */
address: number,
/** The bytes of the line, as two hexadecimal digits each. */
bytes: string,
/** Clocks as in a listing, `7` or `10+3n`; null if the line is not an instruction. */
clocks: string | null, };

/** A move. */
export type Move = {
/** The move in coordinates: `e2e4`, `e7e8q`. */
move: string,
/** The move in SAN; null if it is not legal in its position. */
san: string | null, };

/** A message logged by a breakpoint. */
export type Note = {
/** The moment at which the message was logged, in instructions. */
instruction: number,
/** The moment at which the message was logged, in clocks. */
clocks: number,
/** The message. */
text: string, };

/** A position to open. */
export type Open = {
/** Number of one of the 300 built-in positions; if omitted, `fen` gives the position. */
position?: number,
/** The position as a FEN with four or six fields, if `position` is omitted. */
fen?: string,
/** Moves that solve the position, in SAN as in an EPD file. If they are given, `State` tells when the position is
 * solved. */
solutions?: string,
/** Maximum iteration depth, 0 to 30; default: 30. */
depth?: number, };

/** The sides that humans play. */
export type Person = "white" | "black" | "both" | "none";

/** A place in the program. */
export type Place = {
/** Address of the place. */
address: number,
/** Routine and offset: `t2v+12`. */
name: string,
/** Index of the source file; null if there is no source line. */
file: number | null,
/** Number of the line in the file. */
line: number | null,
/** The instruction at the address. */
text: string,
/** Clocks of the source line, as in a listing; null if there are none. */
clocks: string | null,
/** Macro calls that generated the line, the innermost first. */
expansions: Array<Expansion>, };

/** A ply of the search. Values are in pawns, for the side that plays in the ply; null if they are not known. */
export type Ply = {
/** The move searched at this ply; null in the current ply. */
move: Move | null,
/** The move as text, or the routine that is running: `e2e4`, `e2e4 null`, `in xt1v`. */
text: string,
/** Remaining depth in plies. */
depth: number | null,
/** Lower bound on entry to the ply. */
alpha: number | null,
/** Upper bound of the ply. */
beta: number | null,
/** Best value so far. */
best: number | null,
/** Data address of the ply's record on the path; null if the ply is not on the path. The debugger command `origin
 * ADDRESS,2` finds when the move was made. */
record: number | null,
/** Index of the ply's frame in `State.stack`; null if the ply has none. */
frame: number | null, };

/** A test position. */
export type Problem = {
/** Number of the position. */
number: number,
/** Name of the position in the file, if it has one. */
id: string | null,
/** The position. */
fen: string,
/** The best moves as given in the file; empty if it gives only moves to avoid. */
solutions: string,
/** The task, such as `to be played: Qg6` or `to be avoided: Kb2`. */
task: string, };

/** A game read from text. */
export type ReadGame = {
/** The initial position as a FEN; null for the usual one. */
fen: string | null,
/** The moves in coordinates. */
moves: Array<string>,
/** The whole game, with all that was read; empty for a position. */
pgn: string,
/** What is missing from the game or was dropped from its position, and where; null if nothing was. */
fault: string | null, };

/** A request to the machine. */
export type Request = { "kind": "positions",
/** The contents of the file. */
file: string, } | { "kind": "fen",
/** The FEN to check. */
fen: string, } | { "kind": "read",
/** The pasted or dropped text. */
text: string, } | { "kind": "prepare",
/** The contents of a file of positions; default: the built-in positions. */
file?: string,
/** The positions of the run, such as `1-20` or `1,5,7-9`; default: all. */
positions?: string,
/** Z8000 seconds after which a search is abandoned, 0.01 to 100,000. */
seconds: number, } | { "kind": "solve",
/** Number of the position. */
number: number, } | { "kind": "summary",
/** The results, one JSON line each. */
lines: string, } | { "kind": "open" } & Open | { "kind": "load",
/** Source text of the program. */
source: string,
/** Characters to be received at the serial port; default: none. */
input?: string, } | { "kind": "assemble",
/** Source text of the program. */
source: string, } | { "kind": "search",
/** The search, by its name in `bcp-lab trace`. */
search: string,
/** A FEN, or a tree such as `0(5(3 4!) 2)`. */
position: string,
/** Depth in plies, or in moves for a search for mates in chess: 0 to 30. */
depth: number,
/** Maximum number of recorded calls or nodes, up to 2,000; default: 2,000. */
calls?: number, } | { "kind": "run" } | { "kind": "seek",
/** The moment in instructions since the beginning. */
instruction?: number,
/** The moment in clocks since the search began, as in `Iteration.clocks` and the results of Table 1. */
clocks?: number, } | { "kind": "command",
/** The command and its arguments. */
line: string, } | { "kind": "follow",
/** True to start following the tree, false to stop. */
tree: boolean, } | { "kind": "grow" } | { "kind": "advance" } & Slice | { "kind": "interrupt" } | { "kind": "state" } | { "kind": "sources" } | { "kind": "memory",
/** The memory. */
space: Space,
/** First address of the part. */
address: number,
/** Number of bytes, 1 to 65,536. Bytes beyond address 65,535 are omitted. */
length: number, } | { "kind": "tree",
/** Address of the entry; default: the root's. */
entry?: number, } | { "kind": "profile",
/** The moment from which clocks are counted; default: the beginning. */
since?: Since, } | { "kind": "newGame",
/** The initial position; default: the usual one. */
fen?: string,
/** A game in PGN, which is continued; position and moves are then its own. */
pgn?: string,
/** Moves already played, in coordinates or SAN. */
moves?: Array<string>,
/** The sides that humans play. */
person: Person,
/** Z8000 seconds for each of the program's moves, 0.01 to 100,000. */
seconds: number, } | { "kind": "level",
/** Z8000 seconds for each of the program's moves, 0.01 to 100,000. */
seconds: number, } | { "kind": "move",
/** The move in coordinates or SAN. */
move: string, } | { "kind": "think" } | { "kind": "takeBack" } | { "kind": "resign" } | { "kind": "claim" } | { "kind": "game" } | { "kind": "pgn",
/** Date of the game as `YYYY.MM.DD`, since the machine has no calendar; default: unknown. A game that was
 * read keeps its own. */
date?: string,
/** Comments to add: the first one before the first move, the others after one move each. */
comments?: Array<string>, };

/** The position from which a search starts. */
export type Root = {
/** The position as a FEN. */
fen: string,
/** The side to play. */
side: Side,
/** How the game has already ended in this position by the rules of chess; null if it has not. The program searches
 * the position in any case. */
ending: Ending | null, };

/** A routine. */
export type Routine = {
/** Name of the routine. */
name: string,
/** First address of the routine. */
start: number,
/** The address after the routine's last byte. */
end: number, };

/** A side. */
export type Side = "white" | "black";

/** The beginning of a profile. */
export type Since = "start" | "mark" | "last";

/** The size of a program in bytes. */
export type Size = {
/** Bytes in program memory. */
program: number,
/** Bytes in data memory. */
data: number, };

/** How far a task continues before the worker polls the page again. */
export type Slice = {
/** Maximum number of instructions. */
instructions: number,
/** Maximum number of clocks; by default, only instructions are limited. */
clocks?: number, };

/** A source file. */
export type SourceFile = {
/** Name of the file. */
name: string,
/** Lines of the file. */
lines: Array<string>,
/** Lines that generated code, in ascending order of address. */
code: Array<CodeLine>, };

/** A memory of the board. */
export type Space = "data" | "program";

/** A value as a bar or a curve shows it. */
export type Standing = {
/** Value in pawns, for White. */
white: number,
/** Value in a few characters: `3`, `#`, `#?`. */
figure: string,
/** Value in words: `even`, `+3 for White`, `mate in 2 for Black, as the program believes`. */
label: string, };

/** The state of a session at a given moment, with everything that a view shows. */
export type State = {
/** Number of the session, in the order in which sessions were opened. Answers about an older session are obsolete. */
session: number,
/** Instructions since the beginning. */
instruction: number,
/** The furthest moment reached, in instructions. */
furthest: number,
/** Clocks since the beginning. */
clocks: number,
/** Clock frequency of the Z8000 in hertz. */
hertz: number,
/** Z8000 seconds since the beginning. */
seconds: number,
/** Why the program cannot continue from here; null if it can. */
end: "halted" | "input" | "error" | null,
/** The processor. */
cpu: Cpu,
/** The place of the next instruction. */
place: Place,
/** The call stack, the innermost routine first. */
stack: Array<Frame>,
/** The breakpoints. */
breakpoints: Array<Breakpoint>,
/** Displayed expressions, with their values. */
displays: Array<Display>,
/** The last 200 messages logged by breakpoints. */
notes: Array<Note>,
/** The output of the program so far, or the end of it. */
console: Console,
/** The snapshots from which the session can return to past moments. */
history: History,
/** The chess search; null in other programs. */
chess: Chess | null, };

/** The reason why a session stopped. */
export type Stop = {
/** The reason as a single word. */
reason: "done" | "breakpoint" | "halted" | "input" | "error" | "interrupted" | "beginning",
/** The reason as a sentence. */
text: string,
/** Numbers of the breakpoints that were hit. */
breakpoints: Array<number>, };

/** A symbol. */
export type Symbol = {
/** Name of the symbol. */
name: string,
/** Value of the symbol. */
value: number,
/** The section that contains the symbol. */
section: "text" | "data" | "constant", };

/** The program's findings when it chose a move. */
export type Thought = {
/** Depth of the last iteration. */
depth: number,
/** True if the program finished that iteration before it answered. */
finished: boolean,
/** The value of the position after the move, from the same iteration. */
after: Standing,
/** Z8000 seconds spent on choosing the move. */
seconds: number,
/** Value in pawns, for the side to play; values of at least 94, and of at most -94, are mates. */
value: number,
/** In words, for the side to play, with a mark if it is a mate that the rules do not prove: `+3`, `mate in 2`,
 * `mated in 1 (believed)`, `mate in 2 (refuted)`. */
words: string,
/** The side that mates; null if no mate is announced. */
winner: Side | null,
/** True if the rules prove the mate. */
proved: boolean,
/** What the rules say of a mate that they do not prove, as a sentence; null if there is none. */
doubt: string | null,
/** Value in pawns, for White. */
white: number,
/** Value in a few characters: `3`, `#`, `#?`. */
figure: string,
/** Value in words: `even`, `+3 for White`, `mate in 2 for Black, as the program believes`. */
label: string, };

/** A move of the stored tree. */
export type TreeEntry = {
/** Address of the entry in data memory, for requesting the moves after this move. */
entry: number,
/** The move. */
move: Move,
/** Value of the move in pawns, for the side that plays it, if the opponent passes. */
score: number,
/** The highest score that a move outside the list can have, if the list is complete; null if there is a `hint`
 * instead. */
lower: number | null,
/** The bound at which scores in the list were cut off; null if there is a `hint` instead. */
upper: number | null,
/** The best reply found one ply from the horizon, in coordinates, if there is no list yet; otherwise, null. */
hint: string | null,
/** True if the list of moves after this move is complete. */
complete: boolean,
/** True if the opponent can mate in one after the move; null if that was not tested. */
mates: boolean | null,
/** Number of moves stored after this move. */
children: number, };

/** A position on the current path. */
export type TreeNode = {
/** The side to play. */
side: Side,
/** Plies left before the capture search; null within the capture search. */
depth: number | null,
/** Value of the position if the side to play passes or, in the capture search, stops capturing. */
pass: TreeValue | null,
/** The best value so far; null before the first. */
value: number | null,
/** True if the search was cut off here: the other side would not allow this position, because it can get as much
 * elsewhere. */
enough: boolean,
/** True if the side to play mates in one. */
mates: boolean,
/** True if the side to play can take the king. */
takesKing: boolean,
/** Moves that were searched, and the current one, in the order in which they were tried. */
branches: Array<Branch>,
/** Moves that threaten nothing, and are therefore not searched. */
ignored: Array<Ignored>,
/** Number of searched moves omitted here; none of them was the best. */
more: number, };

/** A value in the tree. A mate is counted from its node. */
export type TreeValue = {
/** Value in pawns, for the side to play at the root. */
value: number,
/** Value in words: `+3`, `mate in 2`. */
words: string,
/** Value as the end of a sentence: `+3 for White`, `White mates in 2`. */
outcome: string,
/** The side that mates, or takes the king; null if neither does. */
winner: Side | null, };

/** A call path. */
export type Way = {
/** The routines, the outermost first. */
routines: Array<string>,
/** Clocks spent in the last routine itself. */
clocks: number, };
