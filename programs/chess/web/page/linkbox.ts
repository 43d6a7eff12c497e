/** A link to copy by hand, and the line of HTML that shows it in another page. */

import { el } from "./dom.ts";
import { dialog } from "./keys.ts";

/** A field whose text is chosen when it is entered. */
function copied(label: string, text: string): HTMLElement {
  const field = el("textarea", { readonly: true, rows: 2, "aria-label": label }, [text]);
  field.addEventListener("focus", () => field.select());
  return el("label", { class: "copied" }, [label, field]);
}

/** The line of HTML that shows a position being solved. */
export function embedding(url: string): string {
  return `<iframe src="${url.replace("#", "#embed&").replace(/&(?!amp;)/g, "&amp;")}" width="640" height="480" title="A chess program of 1986, thinking" loading="lazy"></iframe>`;
}

export function showLink(url: string): void {
  const box = dialog("Link", [copied("The link to this moment", url), copied("To show this position in a page of yours", embedding(url.replace(/&instruction=\d+/, "")))]);
  box.addEventListener("close", () => box.remove());
  box.showModal();
}
