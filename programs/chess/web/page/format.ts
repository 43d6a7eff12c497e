/** Numbers as people read them. */

/** 1,234,567 */
export function count(value: number): string {
  return Math.trunc(value).toString().replace(/\B(?=(\d{3})+$)/g, ",");
}

/** Seconds with as many places as say something: 0.231, 3.65, 46.3, 1,234. */
export function seconds(value: number): string {
  if (value >= 1000) return count(Math.round(value));
  if (value >= 100) return value.toFixed(1);
  return value >= 10 ? value.toFixed(1) : value.toFixed(2);
}

/** A clock: 0:03.6, 10:51.2, 1:02:03. */
export function clock(value: number): string {
  const tenths = Math.max(0, Math.floor(value * 10));
  const whole = Math.floor(tenths / 10);
  const [hours, minutes, rest] = [Math.floor(whole / 3600), Math.floor(whole / 60) % 60, whole % 60];
  const two = (part: number) => String(part).padStart(2, "0");
  return hours > 0 ? `${hours}:${two(minutes)}:${two(rest)}` : `${minutes}:${two(rest)}.${tenths % 10}`;
}

/** Four digits of the Z8000's words. */
export function hex(value: number, digits = 4): string {
  return (value >>> 0).toString(16).padStart(digits, "0");
}

/** Pawns with their sign: +1, 0, −3. */
export function pawns(value: number): string {
  return value > 0 ? `+${value}` : value < 0 ? `\u2212${-value}` : "0";
}

/** "1 node", "2 nodes" */
export function many(number: number, thing: string): string {
  return `${count(number)} ${thing}${number === 1 ? "" : "s"}`;
}

/** What a value of unknown origin says as an error. */
export function reason(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}
