/** Handles what is dropped anywhere on the page, or pasted outside a text field. */

import { decoded } from "./texts.ts";

/** Names of files that contain lists of positions. */
const LISTS = /\.(epd|csv|fen)$/i;

/** What to do with a dropped file or a pasted text. */
export interface Taken {
  positions(file: File): void;
  game(file: File): void;
  text(text: string): void;
}

/** Returns whether a file is a game: it has tags or a first move; a file with neither is a list of positions. */
async function isGame(file: File): Promise<boolean> {
  if (/\.pgn$/i.test(file.name)) return true;
  if (LISTS.test(file.name)) return false;
  return /^\s*\[\w+\s+"|\b1\s*\.\s*[A-Za-z\u2654-\u265f]/m.test(decoded(new Uint8Array(await file.slice(0, 5000).arrayBuffer())));
}

export function acceptDrops(taken: Taken): void {
  const root = document.documentElement;
  const carries = (event: DragEvent) => event.dataTransfer?.types.some((type) => type === "Files" || type === "text/plain") ?? false;
  window.addEventListener("dragover", (event) => {
    if (!carries(event) || isField(event.target)) return;
    event.preventDefault();
    root.classList.add("dropping");
  });
  window.addEventListener("dragleave", () => root.classList.remove("dropping"));
  window.addEventListener("drop", (event) => {
    root.classList.remove("dropping");
    if (!carries(event) || isField(event.target)) return;
    event.preventDefault();
    const [file] = event.dataTransfer?.files ?? [];
    const text = event.dataTransfer?.getData("text/plain") ?? "";
    if (!file) taken.text(text);
    else void isGame(file).then((game) => (game ? taken.game(file) : taken.positions(file)));
  });
  document.addEventListener("paste", (event) => {
    if (isField(event.target)) return;
    const text = event.clipboardData?.getData("text/plain") ?? "";
    if (text.trim()) taken.text(text);
  });
}

function isField(target: EventTarget | null): boolean {
  return target instanceof HTMLElement && target.closest("input:not([type=range]), textarea, select, [contenteditable]") !== null;
}
