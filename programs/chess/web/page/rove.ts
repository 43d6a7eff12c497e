/** Groups that are a single stop of Tab: other keys move from one item to the next. */

import { set } from "./dom.ts";

const STEPS: Record<string, Record<string, number>> = {
  rows: { ArrowDown: 1, ArrowUp: -1 },
  buttons: { ArrowRight: 1, ArrowLeft: -1 },
};

/**
 * Makes a group a single stop of Tab. The returned function must be called after items were added or removed: the stop
 * is the item that has the focus, or else the first one that matches `usual`.
 */
export function rove(group: HTMLElement, kind: keyof typeof STEPS, items: string, usual = items): () => void {
  let stop: Element | null = null;
  const settle = () => {
    const focused = group.contains(document.activeElement);
    if (!focused || !stop?.isConnected || !stop.matches(items)) stop = group.querySelector(usual) ?? group.querySelector(items);
    for (const item of group.querySelectorAll(items)) set(item, "tabindex", item === stop ? 0 : -1);
  };
  group.addEventListener("focusin", ({ target }) => {
    if (!(target instanceof Element) || !target.matches(items)) return;
    stop = target;
    settle();
  });
  group.addEventListener("keydown", (event) => {
    const all = [...group.querySelectorAll<HTMLElement>(items)];
    const step = STEPS[kind]?.[event.key];
    const at = all.findIndex((item) => item === event.target);
    if (step === undefined || at < 0) return;
    event.preventDefault();
    event.stopPropagation();
    all[at + step]?.focus();
  });
  return settle;
}
