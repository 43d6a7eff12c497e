/** The settings that the page stores for a visitor: only in their browser, and only if it permits this. */

const PREFIX = "bcp1986.";

/** Returns a setting, or null; a browser may refuse to store settings, for instance for a page from a file. */
export function recall(name: string): string | null {
  try {
    return localStorage.getItem(PREFIX + name);
  } catch {
    return null;
  }
}

/** Stores a setting, if possible. */
export function remember(name: string, value: string): void {
  try {
    localStorage.setItem(PREFIX + name, value);
  } catch {
    // The page works without stored settings.
  }
}
