/** Converts what a visitor pastes or drops to text that the machine can read: PGN, FEN or EPD. */

/** Maximum size of a file in bytes; larger files are databases. */
export const LARGEST = 4_000_000;

/** The initial position. */
const START = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1";

/** Characters that may surround a copied text: byte order marks, and invisible spaces. */
const AROUND = /^[\s\0\uFEFF\u200B]+|[\s\0\uFEFF\u200B]+$/g;

/** The UCI command that sets a position. */
const UCI = /^(?:position\s+)?(?:startpos|fen\s+(\S+(?:\s+(?!moves\b)\S+)*))(?:\s+moves((?:\s+[a-h][1-8][a-h][1-8][qrbn]?)*))?$/i;

/**
 * Decodes a file in UTF-8, in UTF-16, or in Latin-1, the encoding of the PGN standard; line by line, since joined files
 * may differ.
 */
export function decoded(bytes: Uint8Array): string {
  const [first, second] = bytes;
  const wide = (first === 0xff && second === 0xfe) || second === 0 ? "utf-16le" : (first === 0xfe && second === 0xff) || first === 0 ? "utf-16be" : null;
  if (wide) return new TextDecoder(wide).decode(bytes);
  const strict = new TextDecoder("utf-8", { fatal: true });
  const line = (part: Uint8Array) => {
    try {
      return strict.decode(part);
    } catch {
      return new TextDecoder("latin1").decode(part);
    }
  };
  const lines: string[] = [];
  for (let at = 0; at < bytes.length; ) {
    const end = bytes.indexOf(0x0a, at) + 1 || bytes.length;
    lines.push(line(bytes.subarray(at, end)));
    at = end;
  }
  return lines.join("");
}

/**
 * Returns the text to read: for a link, its position or game; for a UCI command, its moves. Fails if a link contains
 * neither.
 */
export function plain(text: string): string {
  const bare = text.replace(AROUND, "");
  if (!bare) throw new Error("There is nothing to read: paste a game as PGN, a position as FEN, or a link to one.");
  const uci = UCI.exec(bare);
  if (uci) {
    const [, fen = START, moves = ""] = uci;
    return moves.trim() ? `[FEN "${fen}"]\n\n${moves.trim()} *` : fen;
  }
  if (!/^(https?:\/\/|www\.|(lichess\.org|chess\.com)\/)\S+$/.test(bare)) return text;
  const found = linked(bare);
  if (found === null) throw new Error("The link contains no position and no game, and the page loads nothing from other sites: paste the game as PGN.");
  return found;
}

/** Returns the position or the game in a link: a parameter, or a part of the path. */
function linked(link: string): string | null {
  const [, parameter] = /[?&#](?:fen|pgn)=([^&#]+)/i.exec(link) ?? [];
  if (parameter) return unescaped(parameter.replace(/\+/g, " "));
  const [path = ""] = link.split(/[?#]/);
  const [, game] = /\/pgn\/(.+)$/.exec(path) ?? [];
  if (game) return unescaped(game.replace(/[_+]/g, " "));
  // Links of lichess: /analysis/standard/rnbqkbnr/pppppppp/…_w_KQkq_-_0_1, /editor/….
  return /\/((?:[1-8pnbrqk]+\/){7}[^/]+)/i.exec(unescaped(path))?.[1] ?? null;
}

/** Decodes percent-encoding; a malformed text is returned unchanged. */
function unescaped(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}
