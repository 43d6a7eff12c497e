/** What went wrong, at the top of the page: what cannot be done, and a machine that has died. */

import { button, fill, find, say } from "./dom.ts";

/** Milliseconds after which a complaint goes away by itself. */
const SHOWN = 12_000;

let timer: number | undefined;

/** Says what could not be done. */
export function complain(message: string): void {
  const bar = find("trouble");
  if (bar.dataset.dead) return;
  fill(bar, [message, button("Dismiss", calm)]);
  bar.hidden = false;
  window.clearTimeout(timer);
  timer = window.setTimeout(calm, SHOWN);
}

/** Says that the machine is gone, and offers a new one. */
export function mourn(message: string, restart: () => void): void {
  const bar = find("trouble");
  bar.dataset.dead = "yes";
  window.clearTimeout(timer);
  fill(bar, [message, button("Restart the machine", restart, { id: "restart", class: "primary" })]);
  bar.hidden = false;
}

/** Nothing is wrong any more. */
export function calm(): void {
  const bar = find("trouble");
  bar.hidden = true;
  delete bar.dataset.dead;
}

/** Says something to those who do not see the page. */
export function announce(message: string): void {
  say(find("said"), message);
}
