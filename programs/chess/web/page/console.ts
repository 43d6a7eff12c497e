/** A console for the debugger's commands: all those of `bcp debug`. */

import { el, set } from "./dom.ts";
import { reason } from "./format.ts";
import type { Session } from "./session.ts";

/** Maximum number of characters of the dialogue that are kept. */
const KEPT = 20_000;

export class Console {
  private readonly log = el("pre", { tabindex: "0", role: "log", "aria-label": "Answers of the debugger" }, ["help lists the commands.\n"]);
  private readonly line = el("input", { type: "text", "aria-label": "Command of the debugger", placeholder: "print s(r0)", spellcheck: "false", autocomplete: "off", autocapitalize: "off", maxlength: 1000 });
  readonly element: HTMLElement;
  private readonly said: string[] = [];
  private at = 0;

  constructor(private readonly session: Session) {
    const form = el("form", {}, [this.line, el("button", {}, ["Do"])]);
    form.addEventListener("submit", (event) => {
      event.preventDefault();
      void this.perform(this.line.value.trim());
    });
    this.line.addEventListener("keydown", (event) => this.key(event));
    this.element = el("div", { class: "console" }, [this.log, form]);
  }

  private async perform(line: string): Promise<void> {
    if (!line) return;
    this.said.push(line);
    this.at = this.said.length;
    this.line.value = "";
    this.print(`> ${line}\n`);
    try {
      const answer = await this.session.tryCommand(line);
      this.print(answer?.text ? `${answer.text.trimEnd()}\n` : "");
      set(this.line, "aria-invalid", null);
    } catch (error) {
      this.print(`${reason(error)}\n`);
      set(this.line, "aria-invalid", "true");
    }
  }

  private print(text: string): void {
    this.log.textContent = `${this.log.textContent ?? ""}${text}`.slice(-KEPT);
    this.log.scrollTop = this.log.scrollHeight;
  }

  /** Handles the arrow keys, which recall earlier commands. */
  private key(event: KeyboardEvent): void {
    const step = event.key === "ArrowUp" ? -1 : event.key === "ArrowDown" ? 1 : 0;
    if (step === 0) return;
    event.preventDefault();
    this.at = Math.max(0, Math.min(this.said.length, this.at + step));
    this.line.value = this.said[this.at] ?? "";
  }
}
