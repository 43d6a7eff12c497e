/** The keyboard: one table defines the keys and the dialog that lists them. */

import { button, el } from "./dom.ts";
import { recall, remember } from "./settings.ts";

/** A key and its action. */
export interface Key {
  /** The key as in `KeyboardEvent.key`. */
  readonly key: string;
  /** Its name in the list, if that differs. */
  readonly shown?: string;
  readonly does: string;
  readonly act: () => void;
}

/** Name of the setting that switches off the keys of a single character. */
const SINGLE = "singleKeys";

const NAMES: Record<string, string> = { " ": "Space", ArrowLeft: "←", ArrowRight: "→", ArrowUp: "↑", ArrowDown: "↓" };

/** Returns whether the focused element uses a key itself: a field, a slider, a tree or a board. */
function taken(target: EventTarget | null, key: string): boolean {
  if (!(target instanceof HTMLElement)) return false;
  // A dialog that was just closed may still have the focus.
  if (target.closest("dialog[open], textarea, select, input:not([type=range]), [contenteditable]")) return true;
  const arrows = key.startsWith("Arrow") || key === "Home" || key === "End";
  if (arrows && target.closest("input, [role=tree], [role=grid], [role=tablist], .scroll:not(.growing), .source")) return true;
  return key === " " && target.closest("button, a, summary, [role=gridcell]") !== null;
}

/** True if keys of a single character are active: users of speech input or of one-finger typing may switch them off. */
let single = recall(SINGLE) !== "off";

/** Installs the listener for the keys. */
export function listen(keys: readonly Key[]): void {
  document.addEventListener("keydown", (event) => {
    if (event.ctrlKey || event.metaKey || event.altKey || event.defaultPrevented || taken(event.target, event.key)) return;
    const found = keys.find((key) => key.key === event.key);
    if (!found || (!single && event.key.length === 1 && event.key !== " ")) return;
    event.preventDefault();
    found.act();
  });
}

/** Creates the dialog that lists the keys. */
export function keyDialog(keys: readonly Key[]): HTMLDialogElement {
  const list = el("dl", { class: "keys" }, keys.map((key) => el("div", {}, [el("dt", {}, [el("kbd", {}, [key.shown ?? NAMES[key.key] ?? key.key])]), el("dd", {}, [key.does])])));
  const box = el("input", { type: "checkbox", id: "single-keys" });
  box.checked = single;
  box.addEventListener("change", () => {
    single = box.checked;
    remember(SINGLE, single ? "on" : "off");
  });
  return dialog("Keys", [el("label", { class: "tick" }, [box, "Keys of one letter, number or sign act"]), list, el("p", { class: "small" }, ["In the trees and on the board, arrows go from one to the next, and Enter chooses. Escape, then Tab, leaves the editor."])]);
}

/** Creates a dialog with a title and a button that closes it. */
export function dialog(title: string, inside: readonly Node[]): HTMLDialogElement {
  const element = el("dialog", { "aria-label": title });
  element.append(
    el("header", {}, [el("h2", {}, [title]), button("Close", () => element.close())]),
    el("div", { class: "inside" }, inside),
  );
  // A click outside the dialog closes it.
  element.addEventListener("click", (event) => {
    if (event.target === element) element.close();
  });
  document.body.append(element);
  return element;
}
