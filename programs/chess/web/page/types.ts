// The types of the machine's requests and answers, made from programs/chess/web/src/protocol:
// UPDATE=yes cargo test -p bcp-web types

/** An answer of the machine. Every request has exactly one. */
export type Answer = { "kind": "positions",
/** Those that can be used. */
positions: Array<Problem>,
/** Lines of a file that are not positions. */
broken: Array<Broken>, } | { "kind": "fen",
/** Why not. */
fault: string | null, } | { "kind": "read",
/** Games; a position is a game without moves. */
games: Array<ReadGame>,
/** Games that are left out. */
more: number,
/** Why there is none. */
fault: string | null, } | { "kind": "opened",
/** The position's number, if it is one of the 300. */
position: number | null,
/** The position; null of a program. */
fen: string | null,
/** The session. */
state: State,
/** Warnings of the assembler. */
warnings: Array<Diagnostic>, } | { "kind": "assembled" } & Assembled | { "kind": "found" } & { value: number | null, answer: boolean | null, line: string[], positions: number, ended: boolean, trace: unknown } | { "kind": "state",
/** As it stands. */
state: State, } | { "kind": "moved",
/** Why it has stopped. */
stop: Stop,
/** The session after it. */
state: State, } | { "kind": "said",
/** Lines for people. */
text: string,
/** The fields that the debugger's JSON has for the command. */
data: Record<string, unknown>,
/** The session after it. */
state: State, } | { "kind": "busy",
/** Instructions that the slice has taken. */
instructions: number,
/** Clocks that it has taken. */
clocks: number, } | { "kind": "sources",
/** The session that has them. */
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
/** The entry that they stand behind. */
entry: number,
/** True if these are all eligible moves. */
complete: boolean,
/** The best first. */
children: Array<TreeEntry>, } | { "kind": "disassembly",
/** By address. */
lines: Array<DisassembledLine>, } | { "kind": "profile",
/** All of them. */
clocks: number,
/** Ways through the routines. */
stacks: Array<Way>,
/** Routines, the largest first. */
routines: { routine: string, calls: number, inclusive: number, exclusive: number }[],
/** Lines, the largest first. */
lines: Array<CostlyLine>, } | { "kind": "game",
/** The game. */
game: Game, } | { "kind": "pgn",
/** The text. */
text: string, } | { "kind": "error",
/** A sentence that says why, where, and how to mend it. */
message: string,
/** True if it would disturb the task under way. The worker is told this, not the page. */
occupied?: boolean, };

/** A source that was assembled. */
export type Assembled = {
/** True if it is a program. */
ok: boolean,
/** The reasons why not. */
errors: Array<Diagnostic>,
/** Lines that are likely not meant so. */
warnings: Array<Diagnostic>,
/** Errors and warnings that were left out because there are so many. */
more: number,
/** Bytes. */
size: Size,
/** The lines that became something. */
lines: Array<ListedLine>, };

/** A move that was searched. */
export type Branch = {
/** Instructions before it was taken up. */
at: number,
/** Instructions that it has taken; 0 while it is in hand. */
work: number,
/** What became of it. */
fate: Fate,
/** Its value if the other side passes. */
score: number | null,
/** Its value. Where it is not the best, it is at most that: the search stops where a move can be no better. */
value: number | null,
/** The best line behind it. */
line: Array<Move>,
/** The other side mates in one behind it. */
answeredByMate: boolean,
/** In coordinates: `e2e4`, `e7e8q`. */
move: string,
/** In SAN, where it is legal at its place. */
san: string | null, };

/** A breakpoint. */
export type Breakpoint = {
/** Its number. */
id: number,
/** The breakpoint as it was written, with its condition and the rest. */
text: string,
/** True if it is enabled. */
enabled: boolean,
/** Program addresses of one on instructions. */
addresses: Array<number>,
/** It stops only where this holds. */
condition: string | null,
/** How often it was hit. */
hits: number,
/** Hits that do not stop. */
ignore: number,
/** True if its first stop deletes it. */
once: boolean,
/** True if it logs a message instead of stopping. */
logs: boolean, };

/** A line that is not a position. */
export type Broken = {
/** From 1. */
line: number,
/** The mistake. */
message: string, };

/** The search. */
export type Chess = {
/** The position at the root. */
root: Root,
/** The board in the memory of the Z8000 at this moment, 64 characters from a8 to h1: `PNBRQKpnbrqk` and `.`; `?`
 * where there is something else. */
board: string,
/** The side to play at this moment. */
side: Side | null,
/** The iteration at work. */
iteration: number | null,
/** Nodes. */
nodes: number,
/** Clocks since the search began; null before. */
clocks: number | null,
/** The stored tree; null in the simple version and before the first search. */
tree: Fill | null,
/** The best line of the stored tree at this moment. */
bestLine: Array<Move>,
/** Iterations that were reported until this moment. */
iterations: Array<Iteration>,
/** The search path, the root's move first; the last one is the ply in work and has no move. */
plies: Array<Ply>,
/** The event at this moment in the words of chess; null between two of them. */
told: string | null,
/** The tree as far as it has grown, if the page follows it. */
growth: Growth | null,
/** When the iteration that solves the position was reported, by the rule of Table 1; null if none is known to, and
 * where no solutions were given. */
solved: number | null,
/** True if the search is over. */
done: boolean, };

/** A line that became code. */
export type CodeLine = {
/** From 1. */
line: number,
/** Address. */
address: number,
/** Bytes. */
length: number,
/** Clocks as a listing has them, `7` or `10+3n`; null if it is not an instruction. */
clocks: string | null, };

/** The output of the program. */
export type Console = {
/** The end of it. */
text: string,
/** Bytes before that. */
omitted: number, };

/** The cost of a line. */
export type CostlyLine = {
/** Index of its source file. */
file: number | null,
/** Its line there. */
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
/** Registers that have changed since the last stop: 0 to 15. */
changed: Array<number>,
/** True if the flags have. */
flagsChanged: boolean, };

/** An error or a warning of the assembler. */
export type Diagnostic = {
/** The mistake. */
message: string,
/** The text beside the carets; may be empty. */
label: string,
/** The file. */
file: string,
/** From 1. */
line: number,
/** The line. */
text: string,
/** Of the first caret, in characters from 1. */
column: number,
/** How many carets there are. */
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
/** Its line there. */
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
/** As PGN has it. */
result: "1-0" | "0-1" | "1/2-1/2",
/** As a sentence. */
text: string, };

/** A macro call or a repetition. */
export type Expansion = {
/** Its name and kind. */
what: string,
/** Index of the file that asks for it. */
file: number,
/** The line there. */
line: number, };

/** What became of a move that does not threaten nothing. */
export type Fate = "tested" | "inHand" | "best" | "worse";

/** How full the stored tree is. */
export type Fill = {
/** Entries in use. */
used: number,
/** All entries. */
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

/** A routine that has not returned. */
export type Frame = {
/** The next instruction, or the call if it is a caller. */
address: number,
/** Routine and distance. */
name: string,
/** The routine. */
routine: string,
/** Index of its source file. */
file: number | null,
/** Its line there. */
line: number | null,
/** Data address of its return address; null for the outermost. */
slot: number | null, };

/** A game. */
export type Game = {
/** The position. */
fen: string,
/** Where it began. */
start: string,
/** The side to play. */
side: Side,
/** The sides that a person plays. */
person: Person,
/** Time for the program. */
level: Level,
/** Frequency of the Z8000. */
hertz: number,
/** All moves. */
moves: Array<GameMove>,
/** Legal moves in coordinates; empty when the game is over. */
legal: Array<string>,
/** True while the program is looking for a move. */
thinking: boolean,
/** Its iterations for the move that it looks for, or looked for last. */
iterations: Array<Iteration>,
/** Z8000 seconds since it was asked; null before. */
seconds: number | null,
/** Z8000 seconds that it has left by its own clock; null without a limit. */
left: number | null,
/** How it has ended; null while it goes on. */
ending: Ending | null,
/** Why the moves that it was to begin with are not all there, with the first that is missing; null if they are. */
fault: string | null, };

/** A move of a game. */
export type GameMove = {
/** Who has played it. */
side: Side,
/** The position in which it was played. */
before: string,
/** The program's last iteration, if it chose the move. */
thought: Thought | null,
/** In coordinates: `e2e4`, `e7e8q`. */
move: string,
/** In SAN, where it is legal at its place. */
san: string | null, };

/** The tree of an iteration, as far as it has grown. All values are for the side that plays at the root. */
export type Growth = {
/** The moment that it shows. It is behind the session until the request `grow` has been answered. */
instruction: number,
/** The positions on the path in hand, the root first. */
levels: Array<TreeNode>,
/** The root with captures alone, which is iteration 0; null before that has ended. */
captures: TreeNode | null, };

/** Snapshots of the past. */
export type History = {
/** How many. */
snapshots: number,
/** Their memory. */
bytes: number, };

/** A move that threatens nothing. */
export type Ignored = {
/** Instructions before it was taken up. */
at: number,
/** In coordinates: `e2e4`, `e7e8q`. */
move: string,
/** In SAN, where it is legal at its place. */
san: string | null, };

/** An iteration. */
export type Iteration = {
/** Its depth. */
depth: number,
/** In pawns, for the side to play; from 100 on a mate. */
value: number,
/** The value as people write it: `3`, `-2`, `mate 2`, `-mate 1`. */
written: string,
/** The best move; null when no move beats the null move. Of a mate in one, whose move the program does not name, a
 * move that mates. */
best: Move | null,
/** Nodes since the search began. */
nodes: number,
/** Clocks since then. */
clocks: number,
/** Z8000 seconds since then. */
seconds: number,
/** When it was reported; null in a game. */
instruction: number | null,
/** The line as the program printed it. */
text: string,
/** The principal variation. */
line: Array<Move>,
/** Why the mate that it announces is only the program's belief: the rules of chess give no proof. Null if they do, or
 * if it announces none. */
doubt: string | null, };

/** Time for the program's moves, in Z8000 seconds. */
export type Level = {
/** Seconds. */
perMove: number, } | {
/** Seconds. */
game: number,
/** Moves. */
moves: number, } | {
/** Deepest iteration. */
depth: number, };

/** A line of a listing. */
export type ListedLine = {
/** Index of the file in `files` of `sources`; 0 for the text that was given. */
file: number,
/** From 1. */
line: number,
/** Name of the section. */
section: string,
/** Address. */
address: number,
/** Two hexadecimal digits for each byte. */
bytes: string,
/** Clocks as a listing has them, `7` or `10+3n`; null if it is not an instruction. */
clocks: string | null, };

/** A move. */
export type Move = {
/** In coordinates: `e2e4`, `e7e8q`. */
move: string,
/** In SAN, where it is legal at its place. */
san: string | null, };

/** A message that a breakpoint has logged. */
export type Note = {
/** When. */
instruction: number,
/** When, in clocks. */
clocks: number,
/** The message. */
text: string, };

/** A position to open. */
export type Open = {
/** One of the 300; otherwise `fen`. */
position?: number,
/** Four fields or six. */
fen?: string,
/** Moves that solve it, in SAN, as an EPD file names them: `State` says then when it is solved. */
solutions?: string,
/** Deepest iteration, 0 to 30; 30 if it is not given. */
depth?: number,
/** The simple version, without the stored tree. */
simple?: boolean,
/** Readings of the questions that the papers leave open, by name: `HORIZON_MATES` and so on, as `asm/constants.s`
 * has them. */
readings?: { [key in string]: number },
/** Frequency of the Z8000; 4,000,000 if it is not given. */
hertz?: number, };

/** The sides that a person plays. */
export type Person = "white" | "black" | "both" | "none";

/** A place in the program. */
export type Place = {
/** Its address. */
address: number,
/** Routine and distance: `t2v+12`. */
name: string,
/** Index of its source file; null without a source line. */
file: number | null,
/** Its line there. */
line: number | null,
/** The instruction. */
text: string,
/** As a listing has them. */
clocks: string | null,
/** Macro calls that made the line, the innermost first. */
expansions: Array<Expansion>, };

/** A ply of the search. */
export type Ply = {
/** The move that is searched in it; null in the ply in work. */
move: Move | null,
/** The move as text, or where the program is: `e2e4`, `e2e4 null`, `in xt1v`. */
text: string,
/** Depth that is left. */
depth: number | null,
/** Lower bound. */
alpha: number | null,
/** Upper bound. */
beta: number | null,
/** Best value. */
best: number | null,
/** Data address of its record on the path: `writer ADDRESS,2` finds when the move was made. */
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
/** The moves that solve it, in SAN as the file has them; empty if it is a question about a value. */
solutions: string,
/** The task as a part of a sentence: `Qg6`, `avoid Kb2`. */
task: string,
/** Seconds of the paper's Table 1; null if it was not solved there or is not in it. */
paper: number | null,
/** True if Table 1 has it. */
listed: boolean, };

/** A game that was read from a text. */
export type ReadGame = {
/** Players, event, date and result, as far as they are known. */
title: string,
/** Where it begins; null at the usual start. */
fen: string | null,
/** In coordinates. */
moves: Array<string>,
/** Why it is not all there, or what was left out of its position; with the place. */
fault: string | null, };

/** A request to the machine. */
export type Request = { "kind": "positions",
/** The file's text. */
file?: string, } | { "kind": "fen",
/** The text. */
fen: string, } | { "kind": "read",
/** The text. */
text: string, } | { "kind": "open" } & Open | { "kind": "load",
/** Its source. */
source: string,
/** Characters that wait on the serial port. */
input?: string,
/** Frequency of the Z8000; 4,000,000 if it is not given. */
hertz?: number, } | { "kind": "assemble",
/** Its source. */
source: string, } | { "kind": "search",
/** The search, by the name that `bcp-lab trace` has for it. */
search: string,
/** A FEN, or a tree as `0(5(3 4!) 2)`. */
position: string,
/** Plies, 0 to 30; in chess, of a search for mates, moves. */
depth: number,
/** Calls or nodes of its tree that are written down, 2,000 at most and if it is not given. */
calls?: number, } | { "kind": "run" } | { "kind": "seek",
/** Instructions since the beginning. */
instruction?: number,
/** Clocks since the search began: `Iteration.clocks` and the results of Table 1 count them so. */
clocks?: number, } | { "kind": "command",
/** The command and its arguments. */
line: string, } | { "kind": "follow",
/** True if it is. */
tree: boolean, } | { "kind": "grow" } | { "kind": "advance" } & Slice | { "kind": "interrupt" } | { "kind": "state" } | { "kind": "sources" } | { "kind": "memory",
/** The memory. */
space: Space,
/** Its first address. */
address: number,
/** 1 to 65,536 bytes. What lies behind address 65,535 is not there. */
length: number, } | { "kind": "tree",
/** Address of the entry; the root's if it is not given. */
entry?: number, } | { "kind": "disassembly",
/** The address. */
address: number,
/** How many before it; none if it is not given. */
before?: number,
/** How many from it on; one if it is not given. */
after?: number, } | { "kind": "profile",
/** That moment; the beginning if it is not given. */
since?: Since, } | { "kind": "newGame",
/** Where it begins; the usual position if it is not given. */
fen?: string,
/** Moves that have been played already, in coordinates or SAN. */
moves?: Array<string>,
/** The sides that a person plays. */
person: Person,
/** Time for the program. */
level: Level,
/** Frequency of the Z8000; 4,000,000 if it is not given. */
hertz?: number, } | { "kind": "level",
/** Time for the program. */
level: Level, } | { "kind": "move",
/** In coordinates or SAN. */
move: string, } | { "kind": "think" } | { "kind": "takeBack" } | { "kind": "resign" } | { "kind": "game" } | { "kind": "pgn",
/** `YYYY.MM.DD`: the machine has no calendar. */
date?: string, };

/** A position. */
export type Root = {
/** The position. */
fen: string,
/** The side to play. */
side: Side,
/** How the game has ended there, by the rules of chess; null while it goes on. The program searches it all the same. */
ending: Ending | null, };

/** A routine. */
export type Routine = {
/** Its name. */
name: string,
/** Its first address. */
start: number,
/** The address behind it. */
end: number, };

/** A side. */
export type Side = "white" | "black";

/** The beginning of a profile. */
export type Since = "start" | "mark" | "last";

/** Bytes of a program. */
export type Size = {
/** In program memory. */
program: number,
/** In data memory. */
data: number, };

/** How far a task goes on before the worker hears the page again. */
export type Slice = {
/** At most so many instructions. */
instructions: number,
/** At most so many clocks. */
clocks?: number, };

/** A source file. */
export type SourceFile = {
/** Its name. */
name: string,
/** Its lines. */
lines: Array<string>,
/** Lines that became code, by address. */
code: Array<CodeLine>, };

/** A memory of the board. */
export type Space = "data" | "program";

/** A moment of the session, with all that a view shows. */
export type State = {
/** Counts the sessions that were opened: answers about an older one are of no use any more. */
session: number,
/** Instructions since the beginning. */
instruction: number,
/** The furthest that it has come. */
furthest: number,
/** Clocks since the beginning. */
clocks: number,
/** Frequency of the Z8000. */
hertz: number,
/** Z8000 seconds since the beginning. */
seconds: number,
/** Why the program cannot go on from here, if it cannot. */
end: "halted" | "input" | "error" | null,
/** The processor. */
cpu: Cpu,
/** Where it is. */
place: Place,
/** The innermost routine first. */
stack: Array<Frame>,
/** The breakpoints. */
breakpoints: Array<Breakpoint>,
/** Expressions with their values. */
displays: Array<Display>,
/** The last 200 messages that breakpoints have logged. */
notes: Array<Note>,
/** All that the program has sent, or the end of it. */
console: Console,
/** Snapshots. */
history: History,
/** The search; null in another program. */
chess: Chess | null, };

/** Why the session has stopped. */
export type Stop = {
/** The reason in a word. */
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
/** Value of it. */
value: number,
/** As people write it. */
written: string,
/** Z8000 seconds. */
seconds: number,
/** As that of an iteration. */
doubt: string | null, };

/** A move of the stored tree. */
export type TreeEntry = {
/** Its address in data memory, to ask for the moves behind it. */
entry: number,
/** The move. */
move: Move,
/** Pawns that it wins if the opponent passes. */
score: number,
/** Lower bound of that; null where `hint` takes its place. */
lower: number | null,
/** Upper bound of that. */
upper: number | null,
/** The best move behind it at the horizon, in coordinates. */
hint: string | null,
/** True if the list behind it is complete. */
complete: boolean,
/** True if the opponent mates in one behind it; null where that was not tested. */
mates: boolean | null,
/** How many moves are stored behind it. */
children: number, };

/** A position on the path in hand. */
export type TreeNode = {
/** The side to play. */
side: Side,
/** Plies that are left before the captures; null in the capture search. */
depth: number | null,
/** Its value if the side to play passes; in the capture search, if it stops taking. */
pass: number | null,
/** The best value so far. */
value: number | null,
/** The other side would not allow it: it has as much without. */
enough: boolean,
/** The side to play mates in one. */
mates: boolean,
/** The side to play can take the king. */
takesKing: boolean,
/** Moves that were searched, and the one in hand, in the order in which they were taken up. */
branches: Array<Branch>,
/** Moves that threaten nothing. */
ignored: Array<Ignored>,
/** Moves that were searched and are left out here: none was the best. */
more: number, };

/** A way through the routines. */
export type Way = {
/** The outermost first. */
routines: Array<string>,
/** Clocks of the last one alone. */
clocks: number, };
