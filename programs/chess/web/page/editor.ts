/** An editor for short sources: a text field with line numbers and colours behind it, and errors under the words. */

import { coloured } from "./colours.ts";
import { el, fill } from "./dom.ts";

/** Something that the assembler says of a line. Line and column count from 1. */
export interface Remark {
  readonly line: number;
  readonly column: number | null;
  readonly width: number | null;
  readonly message: string;
  readonly error: boolean;
}

export class Editor {
  private readonly area: HTMLTextAreaElement;
  private readonly behind = el("div", { class: "behind", "aria-hidden": "true" });
  readonly element: HTMLElement;
  private remarks: readonly Remark[] = [];
  private current: number | null = null;
  private drawn: string[] = [];

  constructor(label: string, changed: () => void) {
    this.area = el("textarea", { spellcheck: "false", autocapitalize: "off", autocomplete: "off", autocorrect: "off", wrap: "off", "aria-label": label });
    this.area.addEventListener("input", () => {
      this.remarks = [];
      this.draw();
      changed();
    });
    this.area.addEventListener("scroll", () => this.follow());
    this.area.addEventListener("keydown", (event) => this.key(event));
    this.element = el("div", { class: "editor" }, [this.behind, this.area]);
  }

  get text(): string {
    return this.area.value;
  }

  set text(text: string) {
    this.area.value = text;
    this.remarks = [];
    this.draw();
  }

  /** Shows what is wrong, in place. */
  note(remarks: readonly Remark[]): void {
    this.remarks = remarks;
    this.drawn = [];
    this.draw();
  }

  /** Marks the line that is executed next. */
  stand(line: number | null): void {
    if (line === this.current) return;
    this.current = line;
    this.drawn = [];
    this.draw();
  }

  /** Puts the cursor to a place and shows it. */
  goTo(line: number, column = 1): void {
    const lines = this.text.split("\n");
    const start = lines.slice(0, line - 1).reduce((sum, one) => sum + one.length + 1, 0) + column - 1;
    this.area.focus();
    this.area.setSelectionRange(start, start);
    const height = this.area.scrollHeight / Math.max(1, lines.length);
    this.area.scrollTop = Math.max(0, (line - 4) * height);
    this.follow();
  }

  /** Tab indents; Escape and then Tab leaves the field, so that nobody is caught in it. */
  private leaving = false;
  private key(event: KeyboardEvent): void {
    if (event.key === "Escape") this.leaving = true;
    else if (event.key === "Tab" && !event.shiftKey && !this.leaving && !event.ctrlKey && !event.altKey) {
      event.preventDefault();
      this.area.setRangeText("\t", this.area.selectionStart, this.area.selectionEnd, "end");
      this.area.dispatchEvent(new Event("input"));
    } else if (event.key !== "Shift") this.leaving = false;
  }

  private follow(): void {
    this.behind.style.transform = `translate(${-this.area.scrollLeft}px, ${-this.area.scrollTop}px)`;
  }

  /** Draws the lines that have changed. */
  private draw(): void {
    const lines = this.text.split("\n");
    while (this.behind.children.length > lines.length) this.behind.lastElementChild?.remove();
    this.drawn.length = Math.min(this.drawn.length, lines.length);
    lines.forEach((line, index) => {
      const remarks = this.remarks.filter((remark) => remark.line === index + 1);
      const key = `${line}\n${remarks.length}`;
      if (this.drawn[index] === key && this.behind.children[index]) return;
      this.drawn[index] = key;
      let row = this.behind.children[index];
      if (!row) this.behind.append((row = el("div")));
      row.className = `line${remarks.some((remark) => remark.error) ? " wrong" : remarks.length > 0 ? " doubtful" : ""}${index + 1 === this.current ? " now" : ""}`;
      const marks = remarks.map((remark) => {
        const at = remark.column ? widthOf(line.slice(0, remark.column - 1)) : 0;
        const width = remark.column ? Math.max(1, widthOf(line.slice(remark.column - 1, remark.column - 1 + (remark.width ?? 1)))) : widthOf(line);
        const mark = el("span", { class: "caret", title: remark.message });
        Object.assign(mark.style, { left: `${at}ch`, width: `${width}ch` });
        return mark;
      });
      fill(row, [el("span", { class: "code" }, [...coloured(line), ...marks]), " "]);
    });
    this.follow();
  }
}

const TAB = 8;

/** Columns that a text takes on the screen. */
function widthOf(text: string): number {
  let width = 0;
  for (const letter of text) width += letter === "\t" ? TAB - (width % TAB) : 1;
  return width;
}
