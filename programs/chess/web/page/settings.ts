/** What the page remembers of a visitor: only in their browser, and only where it lets us. */

const PREFIX = "bcp1986.";

/** A setting, or null; a browser may refuse to remember, from a file for instance, and then nothing is remembered. */
export function recall(name: string): string | null {
  try {
    return localStorage.getItem(PREFIX + name);
  } catch {
    return null;
  }
}

/** Remembers, if it can be. */
export function remember(name: string, value: string): void {
  try {
    localStorage.setItem(PREFIX + name, value);
  } catch {
    // The page works without.
  }
}
