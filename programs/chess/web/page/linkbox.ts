/** A dialog with the link to copy by hand, and the line of HTML that embeds it in another page. */

import { el } from "./dom.ts";
import { dialog } from "./keys.ts";

/** Creates a field whose text is selected when it gets the focus. */
function copied(label: string, text: string): HTMLElement {
  const field = el("textarea", { readonly: true, rows: 2, "aria-label": label }, [text]);
  field.addEventListener("focus", () => field.select());
  return el("label", { class: "copied" }, [label, field]);
}

/** Returns the line of HTML that embeds the search of a position. */
export function embedding(url: string): string {
  return `<iframe src="${url.replace("#", "#embed&").replace(/&(?!amp;)/g, "&amp;")}" width="640" height="480" title="A chess program of 1986, thinking" loading="lazy"></iframe>`;
}

export function showLink(url: string): void {
  const box = dialog("Link", [copied("The link to this moment", url), copied("To show this position in a page of yours", embedding(url.replace(/@\d+|&instruction=\d+|&why=\w+/g, "")))]);
  box.addEventListener("close", () => box.remove());
  box.showModal();
}
