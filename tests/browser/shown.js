// Stores the visible text of a picture in the picture: a test checks that the page still shows it.

/** The head of a text chunk in a PNG, before the text: its keyword, no compression, and no language. */
const HEAD = "Shown\0\0\0\0\0";

/** Returns the CRC-32 at the end of a chunk. */
function checksum(bytes) {
  let sum = ~0;
  for (const byte of bytes) {
    sum ^= byte;
    for (let bit = 0; bit < 8; bit++) sum = (sum >>> 1) ^ (sum & 1 ? 0xedb88320 : 0);
  }
  return ~sum >>> 0;
}

/** Returns the picture with a text added. */
export function withText(png, text) {
  const body = Buffer.from(`iTXt${HEAD}${text}`);
  const [length, sum] = [Buffer.alloc(4), Buffer.alloc(4)];
  length.writeUInt32BE(body.length - 4);
  sum.writeUInt32BE(checksum(body));
  // The text is inserted before the last chunk, which is empty.
  return Buffer.concat([png.subarray(0, -12), length, body, sum, png.subarray(-12)]);
}

/** Returns the text in a picture; null if it contains none. */
export function textOf(png) {
  for (let at = 8; at < png.length; at += 12 + png.readUInt32BE(at)) {
    const [inside, end] = [at + 8, at + 8 + png.readUInt32BE(at)];
    if (png.toString("latin1", at + 4, inside) === "iTXt") return png.toString("utf8", inside + HEAD.length, end);
  }
  return null;
}
