/** The keyboard: one table, from which keys act and the dialog that lists them is made. */

import { button, el } from "./dom.ts";
import { recall, remember } from "./settings.ts";

/** A key and what it does. */
export interface Key {
  /** As `KeyboardEvent.key` has it. */
  readonly key: string;
  /** What the list calls it, where that is something else. */
  readonly shown?: string;
  readonly does: string;
  readonly act: () => void;
}

/** The setting that switches keys of one character off. */
const SINGLE = "singleKeys";

const NAMES: Record<string, string> = { " ": "Space", ArrowLeft: "←", ArrowRight: "→", ArrowUp: "↑", ArrowDown: "↓" };

/** Whether keys belong to what has the focus: to a field, a slider, a tree, a board. */
function taken(target: EventTarget | null, key: string): boolean {
  if (!(target instanceof HTMLElement)) return false;
  // A dialog that was closed a moment ago may have the focus still.
  if (target.closest("dialog[open], textarea, select, input:not([type=range]), [contenteditable]")) return true;
  const arrows = key.startsWith("Arrow") || key === "Home" || key === "End";
  if (arrows && target.closest("input, [role=tree], [role=grid], [role=tablist], .scroll:not(.growing), .source")) return true;
  return key === " " && target.closest("button, a, summary, [role=gridcell]") !== null;
}

/** Whether keys that are a letter, a number or a sign act: who speaks to the machine, or types with one finger, may not want them. */
let single = recall(SINGLE) !== "off";

/** Listens for the keys. */
export function listen(keys: readonly Key[]): void {
  document.addEventListener("keydown", (event) => {
    if (event.ctrlKey || event.metaKey || event.altKey || event.defaultPrevented || taken(event.target, event.key)) return;
    const found = keys.find((key) => key.key === event.key);
    if (!found || (!single && event.key.length === 1 && event.key !== " ")) return;
    event.preventDefault();
    found.act();
  });
}

/** The dialog that lists them. */
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

/** A dialog with a title and a button that closes it. */
export function dialog(title: string, inside: readonly Node[]): HTMLDialogElement {
  const element = el("dialog", { "aria-label": title });
  element.append(
    el("header", {}, [el("h2", {}, [title]), button("Close", () => element.close())]),
    el("div", { class: "inside" }, inside),
  );
  // A click on what lies around it closes it.
  element.addEventListener("click", (event) => {
    if (event.target === element) element.close();
  });
  document.body.append(element);
  return element;
}
