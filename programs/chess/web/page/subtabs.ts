/** Tabs within a panel: a list of names, and a body for each, of which one is visible. */

import { el, set } from "./dom.ts";

export class Subtabs {
  readonly element: HTMLElement;
  private readonly tabs: HTMLButtonElement[];
  private readonly bodies: HTMLElement[];
  /** Index of the visible body. */
  chosen = 0;

  constructor(label: string, pages: readonly { name: string; body: HTMLElement }[], private readonly changed: (index: number) => void = () => {}) {
    this.tabs = pages.map(({ name }, index) => {
      const id = `sub-${label}-${index}`.replace(/\s/g, "-");
      const tab = el("button", { type: "button", role: "tab", id, "aria-controls": `${id}-body` }, [name]);
      tab.addEventListener("click", () => this.choose(index));
      tab.addEventListener("keydown", (event) => this.key(event, index));
      return tab;
    });
    this.bodies = pages.map(({ body }, index) => {
      const id = this.tabs[index]?.id ?? "";
      return el("div", { role: "tabpanel", id: `${id}-body`, "aria-labelledby": id, class: "pane" }, [body]);
    });
    this.element = el("div", {}, [el("div", { class: "sub", role: "tablist", "aria-label": label }, this.tabs), ...this.bodies]);
    this.choose(0);
  }

  choose(index: number): void {
    this.chosen = index;
    this.tabs.forEach((tab, at) => {
      set(tab, "aria-selected", String(at === index));
      set(tab, "tabindex", at === index ? 0 : -1);
    });
    this.bodies.forEach((body, at) => {
      body.hidden = at !== index;
    });
    this.changed(index);
  }

  private key(event: KeyboardEvent, index: number): void {
    const step = event.key === "ArrowRight" ? 1 : event.key === "ArrowLeft" ? -1 : 0;
    if (step === 0) return;
    const next = (index + step + this.tabs.length) % this.tabs.length;
    this.choose(next);
    this.tabs[next]?.focus();
    event.preventDefault();
    event.stopPropagation();
  }
}
