/** Announces changes to screen readers: politely, at most once per second. */

import { find } from "./dom.ts";

/** Topics of announcements that keys, buttons or runs cause, in the order in which they are read. */
const TOPICS = ["position", "move", "sentence", "answer"] as const;
export type Topic = (typeof TOPICS)[number];

/** Milliseconds between two announcements. */
const APART = 1_000;

/** The latest text of each topic that has not been announced yet. */
const waiting = new Map<Topic, string>();
const said = new Map<Topic, string>();
let timer: number | undefined;
let spoken = -APART;

/** Announces a text; of several within a second, the latest of each topic. */
export function announce(topic: Topic, text: string): void {
  if (said.get(topic) === text) waiting.delete(topic);
  else if (text) waiting.set(topic, text);
  // Texts that change together are announced together.
  timer ??= window.setTimeout(speak, Math.max(50, spoken + APART - performance.now()));
}

function speak(): void {
  timer = undefined;
  const texts = TOPICS.flatMap((topic) => {
    const text = waiting.get(topic);
    if (text) said.set(topic, text);
    return text ?? [];
  });
  waiting.clear();
  if (texts.length === 0) return;
  spoken = performance.now();
  find("said").textContent = texts.join(" ").replaceAll("\n", " ");
}
