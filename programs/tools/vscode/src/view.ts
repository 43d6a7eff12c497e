// The view of the search: at each stop of the chess program it asks the adapter, and its page draws the answers.

import { randomBytes } from "node:crypto";
import * as vscode from "vscode";
import { MOTIONS } from "./focus.ts";

/** A ply of the path. Values are for the side that plays in it. */
export interface Ply {
  text: string;
  side: string | null;
  depth: number | null;
  alpha: number | null;
  beta: number | null;
  best: number | null;
}

/** A move in the stored tree, with what its side has if the other one passes. */
export interface Stored {
  san: string;
  score: number;
  mates: boolean | null;
}

/** What the commands answer; of one that has failed there is the error alone. */
export interface Moment {
  where: { name: string; remark?: string; file?: string; line?: number };
  board: { rows?: string[]; side?: string; last?: string[] };
  path: { plies?: Ply[] };
  eligible: { ply?: number; side?: string | null; moves?: Stored[]; error?: string };
  search: { entries?: number | null; of?: number | null };
}

/** What the page is told: a moment, or that the search runs. `note` says why a button has not led where it leads. */
export interface Told {
  moment?: Moment;
  note: string;
  /** What became of the move that was asked about. */
  answer?: string;
}

export class SearchView implements vscode.WebviewViewProvider, vscode.DebugAdapterTrackerFactory {
  private view: vscode.WebviewView | undefined;
  private session: vscode.DebugSession | undefined;
  private note = "";
  /** Counts what the page was told, so that late answers do not take the place of others. */
  private turn = 0;

  /** The page: its script and its style. */
  private readonly folder: vscode.Uri;

  constructor(private readonly context: vscode.ExtensionContext) {
    this.folder = vscode.Uri.joinPath(context.extensionUri, "dist");
  }

  resolveWebviewView(view: vscode.WebviewView): void {
    this.view = view;
    view.webview.options = { enableScripts: true, localResourceRoots: [this.folder] };
    // A command of a button; or none, when the page has come.
    view.webview.onDidReceiveMessage((command: string) => void (command ? this.go(command) : this.look()));
    view.onDidDispose(() => (this.view = undefined));
    view.webview.html = this.html(view.webview);
  }

  createDebugAdapterTracker(session: vscode.DebugSession): vscode.DebugAdapterTracker {
    return {
      onWillReceiveMessage: ({ command, arguments: given }) => {
        const motion = MOTIONS.includes(command);
        if (motion || given?.context === "repl") this.note = "";
        if (motion) this.tell(undefined);
      },
      onDidSendMessage: ({ event }) => {
        if (event !== "stopped" && event !== "invalidated") return;
        this.session = session;
        this.unfold();
        if (this.view?.visible) void this.look();
      },
      onWillStopSession: () => {
        if (this.session === session) this.session = undefined;
      },
    };
  }

  /** Unfolds the view, the first time alone: VS Code shows it as a title at the foot of the others. */
  private unfold(): void {
    const known = "search.unfolded";
    if (this.context.globalState.get(known)) return;
    void this.context.globalState.update(known, true);
    void vscode.commands.executeCommand("z8000.search.focus", { preserveFocus: true });
  }

  /** Executes the command of a button. */
  private async go(command: string): Promise<void> {
    const { session } = this;
    if (!session) return;
    this.tell(undefined);
    const answer = await vscode.window.withProgress({ location: { viewId: "z8000.search" } }, () => ask(session, command));
    if (command.startsWith("why ")) return this.look(answer.error ?? answer.text);
    this.note = answer.error ?? (answer.reached === false ? `There is no other ${command.split(" ")[1]}.` : "");
    await this.look();
  }

  /** Asks for everything at this moment, and shows it. */
  private async look(answer?: string): Promise<void> {
    const { session } = this;
    if (!session) return;
    this.turn += 1;
    const mine = this.turn;
    const commands: (keyof Moment)[] = ["where", "board", "path", "eligible", "search"];
    const answers = await Promise.all(commands.map(async (command) => [command, await ask(session, command)]));
    if (mine === this.turn) this.tell(Object.fromEntries(answers), answer);
  }

  private tell(moment: Moment | undefined, answer?: string): void {
    this.turn += 1;
    const told: Told = { moment, note: this.note, answer };
    void this.view?.webview.postMessage(told);
  }

  private html(webview: vscode.Webview): string {
    const nonce = randomBytes(16).toString("hex");
    const file = (name: string) => webview.asWebviewUri(vscode.Uri.joinPath(this.folder, name)).toString();
    const policy = `default-src 'none'; style-src ${webview.cspSource}; script-src 'nonce-${nonce}'`;
    return `<!DOCTYPE html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta http-equiv="Content-Security-Policy" content="${policy}">
<title>Search</title>
<link rel="stylesheet" href="${file("search.css")}">
</head>
<body><script nonce="${nonce}" src="${file("search.js")}"></script></body>
</html>`;
  }
}

/** What a command answers, or its error. */
export async function ask(session: vscode.DebugSession, command: string): Promise<any> {
  try {
    const { result } = await session.customRequest("evaluate", { expression: command, context: "json" });
    return JSON.parse(result);
  } catch (error) {
    return { error: String(error) };
  }
}
