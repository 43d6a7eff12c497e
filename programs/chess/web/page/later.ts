/** Code that few visits need is loaded when it is used: games, and what the program would have played in them. */

import { el } from "./dom.ts";
import { fetched } from "./machine.ts";

type Play = typeof import("./game.ts");

let loading: Promise<Play> | null = null;

/** The code of the tab Play. The build puts it into the page as `#play-code`; on a host, the name of its file. */
export function loadPlay(): Promise<Play> {
  loading ??= load().catch((error: unknown) => {
    // The visitor may try again.
    loading = null;
    throw error;
  });
  return loading;
}

async function load(): Promise<Play> {
  const place = document.getElementById("play-code");
  const file = place?.dataset.file;
  const code = file ? await (await fetched(file)).text() : (place?.textContent ?? "");
  // The policy of the page has the hash of this very text, which runs at once.
  document.head.append(el("script", {}, [code]));
  const { play } = globalThis as unknown as { play?: Play };
  if (!play) throw new Error("this page is incomplete: #play-code is missing");
  return play;
}
