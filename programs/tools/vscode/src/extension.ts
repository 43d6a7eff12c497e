// The extension: it starts `z8k lsp` for sources, and for the debugger `z8k dap`, or `bcp dap` for the chess program.
// Whatever concerns the Z8000 is in these commands.

import * as vscode from "vscode";
import { LanguageClient } from "vscode-languageclient/node";
import { counter } from "./counts.ts";
import { keeper } from "./focus.ts";
import { SearchView } from "./view.ts";

const LANGUAGE = "z8000";
const TASK = "z8k";
const CHESS = "bcp";

let client: LanguageClient | undefined;

/** The command, with what is to follow it. */
function command(): string {
  return vscode.workspace.getConfiguration(LANGUAGE).get("command", "z8k");
}

/** Starts the server, and says what to do where there is none. */
async function start(): Promise<void> {
  const server = { command: command(), args: ["lsp"] };
  client = new LanguageClient(LANGUAGE, "Z8000 assembly", server, {
    documentSelector: [{ language: LANGUAGE }],
    initializationOptions: vscode.workspace.getConfiguration(LANGUAGE),
    synchronize: { configurationSection: LANGUAGE },
  });
  try {
    await client.start();
  } catch {
    const text = `\`${server.command} lsp\` does not start. Install z8k, or set its path in the settings.`;
    // Not awaited: as long as the message stands there, the debugger could not start either.
    void vscode.window.showErrorMessage(text, "Settings").then((choice) => {
      if (choice) void vscode.commands.executeCommand("workbench.action.openSettings", "z8000.command");
    });
  }
}

/** A task: a command of z8k. */
function task(definition: vscode.TaskDefinition, scope: vscode.WorkspaceFolder | vscode.TaskScope): vscode.Task {
  const words: string[] = [definition.command, ...(definition.arguments ?? [])];
  const made = new vscode.Task(
    definition,
    scope,
    words.join(" "),
    TASK,
    new vscode.ProcessExecution(command(), words),
    "$z8k",
  );
  made.group = definition.command === "asm" ? vscode.TaskGroup.Build : undefined;
  return made;
}

/** The tasks that are offered without being written down. */
function tasks(): vscode.Task[] {
  const file = "${file}";
  const offered = [
    { type: TASK, command: "asm", arguments: [file] },
    { type: TASK, command: "run", arguments: [file] },
  ];
  return offered.map((definition) => task(definition, vscode.TaskScope.Workspace));
}

/** Says in the debug console where a variable comes from. */
async function origin(chosen?: { variable?: { evaluateName?: string } }): Promise<void> {
  const place = chosen?.variable?.evaluateName;
  const session = vscode.debug.activeDebugSession;
  if (!session || !place) return;
  const { result } = await session.customRequest("evaluate", { expression: `origin ${place}`, context: "repl" });
  vscode.debug.activeDebugConsole.appendLine(result);
}

export async function activate(context: vscode.ExtensionContext): Promise<void> {
  const search = new SearchView(context);
  context.subscriptions.push(
    vscode.debug.registerDebugAdapterDescriptorFactory(LANGUAGE, {
      createDebugAdapterDescriptor: () => new vscode.DebugAdapterExecutable(command(), ["dap"]),
    }),
    vscode.debug.registerDebugAdapterDescriptorFactory(CHESS, {
      createDebugAdapterDescriptor: () => {
        const bcp = vscode.workspace.getConfiguration(LANGUAGE).get(CHESS, CHESS);
        return new vscode.DebugAdapterExecutable(bcp, ["dap"]);
      },
    }),
    ...[LANGUAGE, CHESS].flatMap((type) =>
      [keeper, counter].map((tracker) =>
        vscode.debug.registerDebugAdapterTrackerFactory(type, { createDebugAdapterTracker: tracker }),
      ),
    ),
    vscode.debug.registerDebugAdapterTrackerFactory(CHESS, search),
    vscode.window.registerWebviewViewProvider("z8000.search", search),
    vscode.commands.registerCommand("z8000.origin", origin),
    vscode.debug.registerDebugConfigurationProvider(LANGUAGE, {
      // Without a launch.json, F5 debugs the source at hand.
      resolveDebugConfiguration: (_, configuration) =>
        configuration.type
          ? configuration
          : { type: LANGUAGE, request: "launch", name: "Debug this source", program: "${file}", stopOnEntry: true },
    }),
    vscode.tasks.registerTaskProvider(TASK, {
      provideTasks: tasks,
      resolveTask: (known) => task(known.definition, known.scope ?? vscode.TaskScope.Workspace),
    }),
    vscode.workspace.onDidChangeConfiguration(async (change) => {
      if (!change.affectsConfiguration("z8000.command")) return;
      await client?.stop().catch(() => undefined);
      await start();
    }),
    { dispose: () => void client?.stop().catch(() => undefined) },
  );
  await start();
}

export async function deactivate(): Promise<void> {
  await client?.stop();
}
