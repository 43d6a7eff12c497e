// At each stop VS Code gives the focus to the editor, even if a command in the console caused the stop. With
// `preserveFocusHint` it does not, but then neither the editor nor the variables show the new location.

import * as vscode from "vscode";

/** Requests that move the program. */
export const MOTIONS = ["continue", "reverseContinue", "next", "stepIn", "stepOut", "stepBack", "goto", "restart"];

/** Gives the focus back to the console, or to the view of the search, if a command from there caused the stop. */
export function keeper(): vscode.DebugAdapterTracker {
  let [asked, led]: (string | undefined)[] = [];
  const followed = vscode.debug.onDidChangeActiveStackItem((item) => {
    if (!led || !(item instanceof vscode.DebugStackFrame)) return;
    void vscode.commands.executeCommand(led);
    led = undefined;
  });
  return {
    onWillReceiveMessage: ({ command, arguments: given }) => {
      if (given?.context === "repl") asked = "workbench.debug.action.focusRepl";
      else if (given?.context === "json" && /^(next|back) /.test(given.expression)) asked = "z8000.search.focus";
      else if (MOTIONS.includes(command)) asked = undefined;
    },
    onDidSendMessage: ({ event }) => {
      if (event === "stopped") [asked, led] = [undefined, asked];
    },
    onWillStopSession: () => void followed.dispose(),
  };
}
