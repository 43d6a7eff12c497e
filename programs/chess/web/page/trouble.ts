/** Error messages at the top of the page: for failed requests, and for a crash of the machine. */

import { button, fill, find } from "./dom.ts";

/** Milliseconds after which a message disappears. */
const SHOWN = 12_000;

let timer: number | undefined;

/** Reports a failed request. */
export function complain(message: string): void {
  const bar = find("trouble");
  if (bar.dataset.dead) return;
  fill(bar, [message, button("Dismiss", calm)]);
  bar.hidden = false;
  window.clearTimeout(timer);
  timer = window.setTimeout(calm, SHOWN);
}

/** Reports that the machine has crashed, and offers to restart it. */
export function mourn(message: string, restart: () => void): void {
  const bar = find("trouble");
  bar.dataset.dead = "yes";
  window.clearTimeout(timer);
  fill(bar, [message, button("Restart the machine", restart, { id: "restart", class: "primary" })]);
  bar.hidden = false;
}

/** Removes the message. */
export function calm(): void {
  const bar = find("trouble");
  bar.hidden = true;
  delete bar.dataset.dead;
}
