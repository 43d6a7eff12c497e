// Shows after each line of a routine how often it ran, from the command `counts` in the console until the program
// moves.

import * as vscode from "vscode";
import { ask } from "./view.ts";

/** A line of the answer; `place` is its file and number, as in `t2v.s:319`. */
interface Line {
  place?: string | null;
  count: number;
  clocks: number;
}

/** Looks for the command among what is typed into the console of a session. */
export function counter(session: vscode.DebugSession): vscode.DebugAdapterTracker {
  const behind = vscode.window.createTextEditorDecorationType({
    after: { margin: "0 0 0 3em", color: new vscode.ThemeColor("editorCodeLens.foreground") },
  });
  let counted: Line[] = [];
  const show = () => vscode.window.visibleTextEditors.forEach((editor) => editor.setDecorations(behind, of(editor, counted)));
  const count = async (command: string) => {
    counted = (await ask(session, command)).lines ?? [];
    show();
  };
  const clear = () => {
    counted = [];
    show();
  };
  const changed = vscode.window.onDidChangeVisibleTextEditors(show);
  return {
    onWillReceiveMessage: ({ arguments: given }) => {
      if (given?.context === "repl" && /^counts\b/.test(given.expression.trim())) void count(given.expression);
    },
    onDidSendMessage: ({ event }) => {
      if (event === "stopped" || event === "continued") clear();
    },
    onWillStopSession: () => {
      behind.dispose();
      changed.dispose();
    },
  };
}

/** The counts of the lines that an editor shows. */
function of(editor: vscode.TextEditor, counted: Line[]): vscode.DecorationOptions[] {
  return counted.flatMap(({ place, count, clocks }) => {
    const [, file, number] = /^(.*):(\d+)$/.exec(place ?? "") ?? [];
    const line = Number(number) - 1;
    if (!file || !editor.document.uri.path.endsWith(`/${file}`) || line >= editor.document.lineCount) return [];
    const contentText = `${count.toLocaleString("en")}\u00d7, ${clocks.toLocaleString("en")} clocks`;
    return [{ range: editor.document.lineAt(line).range, renderOptions: { after: { contentText } } }];
  });
}
