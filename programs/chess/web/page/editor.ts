/** An editor for sources: CodeMirror with the assembler's colours, and errors marked in the text. */

import { history, historyKeymap, insertNewlineKeepIndent, standardKeymap } from "@codemirror/commands";
import { EditorState, RangeSetBuilder, StateEffect, StateField, type Extension } from "@codemirror/state";
import { Decoration, EditorView, keymap, lineNumbers, ViewPlugin, type DecorationSet, type ViewUpdate } from "@codemirror/view";
import { cut } from "./colours.ts";
import { el } from "./dom.ts";

/** A message of the assembler about a line. Lines and columns are counted from 1. */
export interface Remark {
  readonly line: number;
  readonly column: number | null;
  readonly width: number | null;
  readonly message: string;
  readonly error: boolean;
}

/** Maximum length of a line that is coloured; lines of programs are much shorter. */
const LONGEST = 1000;

export class Editor {
  private readonly view: EditorView;
  readonly element = el("div", { class: "editor" });

  /** `described` is the id of a text that explains how to leave the field. */
  constructor(label: string, described: string, text: string, changed: () => void) {
    this.view = new EditorView({
      parent: this.element,
      state: EditorState.create({
        doc: text,
        extensions: [
          EditorState.tabSize.of(8),
          EditorView.contentAttributes.of({ "aria-label": label, "aria-describedby": described, tabindex: "0" }),
          EditorView.updateListener.of((update) => {
            if (update.docChanged) changed();
          }),
          lineNumbers(),
          history(),
          keymap.of([{ key: "Tab", run: indent }, { key: "Enter", run: insertNewlineKeepIndent }, ...historyKeymap, ...standardKeymap]),
          colours,
          remarked,
          current,
        ],
      }),
    });
  }

  get text(): string {
    return this.view.state.doc.toString();
  }

  /** Replaces the text; undo restores the earlier one. */
  set text(text: string) {
    this.view.dispatch({ changes: { from: 0, to: this.view.state.doc.length, insert: text } });
  }

  /** Marks the errors in the text. */
  note(remarks: readonly Remark[]): void {
    this.view.dispatch({ effects: noted.of(remarks) });
  }

  /** Marks the line of the next instruction; null removes the mark. */
  stand(line: number | null): void {
    if (line !== this.view.state.field(current).line) this.view.dispatch({ effects: stood.of(line) });
  }

  /** Moves the cursor to a place and scrolls to it. */
  goTo(line: number, column = 1): void {
    const { doc } = this.view.state;
    const { from, to } = doc.line(Math.min(line, doc.lines));
    const anchor = Math.min(from + column - 1, to);
    this.view.dispatch({ selection: { anchor }, effects: EditorView.scrollIntoView(anchor, { y: "center" }) });
    this.view.focus();
  }
}

/** Makes Tab indent; after Escape, CodeMirror lets Tab leave the field. */
function indent(view: EditorView): boolean {
  view.dispatch(view.state.replaceSelection("\t"), { scrollIntoView: true, userEvent: "input" });
  return true;
}

/** Returns the coloured words of the visible lines. */
function words(view: EditorView): DecorationSet {
  const marks = new RangeSetBuilder<Decoration>();
  let next = 0;
  for (const range of view.visibleRanges) {
    // A visible range may end in the same line in which the next one begins.
    next = Math.max(next, view.state.doc.lineAt(range.from).from);
    while (next <= range.to && next <= view.state.doc.length) {
      const line = view.state.doc.lineAt(next);
      let at = line.from;
      for (const { text, kind } of line.length > LONGEST ? [] : cut(line.text)) {
        if (kind) marks.add(at, at + text.length, Decoration.mark({ class: kind }));
        at += text.length;
      }
      next = line.to + 1;
    }
  }
  return marks.finish();
}

const colours: Extension = ViewPlugin.fromClass(
  class {
    decorations: DecorationSet;
    constructor(view: EditorView) {
      this.decorations = words(view);
    }
    update(update: ViewUpdate): void {
      if (update.docChanged || update.viewportChanged) this.decorations = words(update.view);
    }
  },
  { decorations: (plugin) => plugin.decorations },
);

const noted = StateEffect.define<readonly Remark[]>();

/** The marked errors, which move with their words until the text is assembled again. */
const remarked = StateField.define<DecorationSet>({
  create: () => Decoration.none,
  update(old, { state, changes, effects }) {
    const effect = effects.find((one) => one.is(noted));
    return effect ? Decoration.set(effect.value.flatMap((remark) => underlined(state, remark)), true) : old.map(changes);
  },
  provide: (field) => EditorView.decorations.from(field),
});

/** Returns the mark of a line, and that of its faulty words, or of the whole line if no words are known. */
function underlined(state: EditorState, { line, column, width, message, error }: Remark) {
  if (line < 1 || line > state.doc.lines) return [];
  const { from, to } = state.doc.line(line);
  const start = column === null ? from : Math.min(from + column - 1, to);
  const end = column === null ? to : Math.min(start + (width ?? 1), to);
  const row = Decoration.line({ class: error ? "wrong" : "doubtful" }).range(from);
  return start < end ? [row, Decoration.mark({ class: "caret", attributes: { title: message } }).range(start, end)] : [row];
}

const stood = StateEffect.define<number | null>();

/** The line of the next instruction. */
const current = StateField.define<{ line: number | null; marks: DecorationSet }>({
  create: () => ({ line: null, marks: Decoration.none }),
  update(old, { state, changes, effects }) {
    const line = effects.find((one) => one.is(stood))?.value;
    if (line === undefined) return { line: old.line, marks: old.marks.map(changes) };
    const row = line !== null && line <= state.doc.lines ? Decoration.set(Decoration.line({ class: "now" }).range(state.doc.line(line).from)) : Decoration.none;
    return { line, marks: row };
  },
  provide: (field) => EditorView.decorations.from(field, ({ marks }) => marks),
});
