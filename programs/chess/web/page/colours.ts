/** Colours for Z8000 assembly: splits a line into words with classes. */

import { el, type Child } from "./dom.ts";

/** A word of a line: its text and its kind. */
export interface Word {
  readonly text: string;
  readonly kind: "" | "comment" | "label" | "operation" | "directive" | "register" | "number" | "string";
}

const PART = /(?<comment>!.*$|\/\*.*?\*\/)|(?<string>"(?:[^"\\]|\\.)*"?|'(?:[^'\\]|\\.)'?)|(?<number>%?\b(?:0x[\da-f]+|\d[\da-f]*h?)\b)|(?<name>[.\w$@\\]+:?)|(?<rest>[^\w.$@"'!%\\]+|.)/giu;
const REGISTER = /^(?:r(?:1[0-5]|\d)|r[hl][0-7]|rr(?:1[024]|[02468])|rq(?:12|[048])|sp|fcw|pc)$/i;

/** Splits a line into words. The first name that is not a label is the operation. */
export function cut(line: string): Word[] {
  const words: Word[] = [];
  let operation = false;
  for (const match of line.matchAll(PART)) {
    const text = match[0];
    const groups = match.groups ?? {};
    let kind: Word["kind"] = "";
    if (groups.comment) kind = "comment";
    else if (groups.string) kind = "string";
    else if (groups.number) kind = "number";
    else if (groups.name) {
      if (text.endsWith(":")) kind = "label";
      else if (!operation) {
        kind = text.startsWith(".") ? "directive" : "operation";
        operation = true;
      } else if (REGISTER.test(text)) kind = "register";
    }
    words.push({ text, kind });
  }
  return words;
}

/** Converts the words of a line to elements. */
export function coloured(line: string): Child[] {
  return cut(line).map(({ text, kind }) => (kind ? el("span", { class: kind }, [text]) : text));
}
