/** Numbers formatted for readers. */

/** Formats a number with thousands separators: 1,234,567. */
export function count(value: number): string {
  return Math.trunc(value).toString().replace(/\B(?=(\d{3})+$)/g, ",");
}

/** Formats seconds with two decimals below 10, one below 1,000, and none above: 0.23, 3.65, 46.3, 1,234. */
export function seconds(value: number): string {
  if (value >= 1000) return count(Math.round(value));
  if (value >= 100) return value.toFixed(1);
  return value >= 10 ? value.toFixed(1) : value.toFixed(2);
}

/** Formats a time: 0:03.6, 10:51.2, 1:02:03. */
export function clock(value: number): string {
  const tenths = Math.max(0, Math.floor(value * 10));
  const whole = Math.floor(tenths / 10);
  const [hours, minutes, rest] = [Math.floor(whole / 3600), Math.floor(whole / 60) % 60, whole % 60];
  const two = (part: number) => String(part).padStart(2, "0");
  return hours > 0 ? `${hours}:${two(minutes)}:${two(rest)}` : `${minutes}:${two(rest)}.${tenths % 10}`;
}

/** Formats a number in hexadecimal, by default with the four digits of a Z8000 word. */
export function hex(value: number, digits = 4): string {
  return (value >>> 0).toString(16).padStart(digits, "0");
}

/** Formats a value in pawns with its sign: +1, 0, −3. */
export function pawns(value: number): string {
  return value > 0 ? `+${value}` : value < 0 ? `\u2212${-value}` : "0";
}

/** Formats a number with its noun: "1 node", "2 nodes". */
export function many(number: number, thing: string): string {
  return `${count(number)} ${thing}${number === 1 ? "" : "s"}`;
}

/** Returns the message of a value that was thrown as an error. */
export function reason(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}
