/** Loads code that few visits need when it is first used: the tabs Play and Assemble, and the live table. */

import { el } from "./dom.ts";
import { fetched } from "./machine.ts";

interface Parts {
  play: typeof import("./game.ts");
  assemble: typeof import("./assemble.ts");
  live: typeof import("./live.ts");
}

const loading: { [Name in keyof Parts]?: Promise<Parts[Name]> } = {};

/**
 * Loads the code of a tab. The build puts it into the page as `#play-code`; on a server, this element contains the name
 * of its file.
 */
export function load<Name extends keyof Parts>(name: Name): Promise<Parts[Name]> {
  const known: Promise<Parts[Name]> | undefined = loading[name];
  if (known) return known;
  const began = run(name).catch((error: unknown) => {
    // After a failure the visitor may try again.
    delete loading[name];
    throw error;
  });
  Object.assign(loading, { [name]: began });
  return began;
}

async function run<Name extends keyof Parts>(name: Name): Promise<Parts[Name]> {
  const place = document.getElementById(`${name}-code`);
  const file = place?.dataset.file;
  const code = file ? await (await fetched(file)).text() : (place?.textContent ?? "");
  // The content security policy of the page contains the hash of exactly this text, which runs immediately.
  document.head.append(el("script", {}, [code]));
  const part = (globalThis as unknown as Partial<Parts>)[name];
  if (!part) throw new Error(`this page is incomplete: #${name}-code is missing`);
  return part;
}
