/**
 * Converts the Markdown of docs/explanation/null-move-quiescence.md to elements: only the syntax that the article uses.
 */

import { el, type Child } from "./dom.ts";

/** A section of the article: its heading, the name of its figure, and its blocks. */
export interface Section {
  readonly title: string;
  readonly figure: string;
  readonly blocks: readonly HTMLElement[];
}

/**
 * Returns the part between the marks `<!-- article -->`: the lead and the sections; the part between `<!-- book -->` is
 * only for the book.
 */
export function read(markdown: string): { lead: readonly HTMLElement[]; sections: readonly Section[] } {
  const article = /<!-- article -->(.*)<!-- \/article -->/s.exec(markdown)?.[1] ?? "";
  const shown = article.replace(/<!-- book -->.*?<!-- \/book -->/gs, "");
  const [lead = "", ...rest] = shown.split(/^## /m);
  const sections = rest.map((section) => {
    const [title = "", ...lines] = section.split("\n");
    const text = lines.join("\n");
    const figure = /<!-- figure: ([\w-]+) -->/.exec(text)?.[1] ?? "";
    return { title, figure, blocks: blocks(text.replace(/<!--.*?-->/g, "")) };
  });
  return { lead: blocks(lead), sections };
}

function blocks(text: string): HTMLElement[] {
  const code: string[] = [];
  // A block of code may contain empty lines.
  const without = text.replace(/```\w*\n(.*?)```/gs, (_, inside: string) => `\u0000${code.push(inside) - 1}`);
  return without
    .split(/\n{2,}/)
    .map((block) => block.trim())
    .filter(Boolean)
    .map((block) => {
      if (block.startsWith("\u0000")) return el("pre", { tabindex: "0" }, [code[Number(block.slice(1))]]);
      if (block.startsWith("|")) return table(block.split("\n"));
      if (block.startsWith("* ")) return el("ul", {}, block.split(/^\* /m).slice(1).map((item) => el("li", {}, words(item))));
      return el("p", {}, words(block));
    });
}

function table([head = "", , ...lines]: readonly string[]): HTMLElement {
  const cells = (line: string) => line.split("|").slice(1, -1).map((cell) => cell.trim());
  return el("table", {}, [
    el("thead", {}, [el("tr", {}, cells(head).map((cell) => el("th", { scope: "col" }, words(cell))))]),
    el("tbody", {}, lines.map((line) => el("tr", {}, cells(line).map((cell) => el("td", {}, words(cell)))))),
  ]);
}

/**
 * Formats text with emphasis and code; of a link, only its text is kept. A hyphen before a number becomes a minus sign.
 */
function words(text: string): Child[] {
  const plain = text.replace(/\s+/g, " ").replace(/\[([^\]]+)\]\([^)]*\)/g, "$1");
  return plain.split(/(\*[^*]+\*|`[^`]+`)/).map((part) => {
    if (part.startsWith("*")) return el("em", {}, [part.slice(1, -1)]);
    if (part.startsWith("`")) return el("code", {}, [part.slice(1, -1)]);
    return part.replace(/(^|[ (])-(?=\d)/g, "$1\u2212").replace(/"([^"]+)"/g, "\u201c$1\u201d");
  });
}
