/** The tabs at the top, which select the visible panel. */

import { find, set } from "./dom.ts";
import { TABS, type Tab } from "./link.ts";

export class Tabs {
  chosen: Tab = "watch";

  /** `changed` is called after each change. */
  constructor(private readonly changed: (tab: Tab, before: Tab, bidden: boolean) => void) {
    for (const tab of TABS) {
      const element = find(`tab-${tab}`);
      element.addEventListener("click", () => this.choose(tab));
      element.addEventListener("keydown", (event) => this.key(event, tab));
    }
  }

  /** Selects a tab; `bidden` is true if the visitor chose it, and may want the contents that the tab opens with. */
  choose(tab: Tab, bidden = true): void {
    const before = this.chosen;
    this.chosen = tab;
    document.body.dataset.tab = tab;
    for (const one of TABS) {
      const element = find(`tab-${one}`);
      set(element, "aria-selected", String(one === tab));
      set(element, "tabindex", one === tab ? 0 : -1);
      find(`panel-${one}`).hidden = one !== tab;
    }
    // On a narrow screen the list of tabs is wider than the screen.
    find(`tab-${tab}`).scrollIntoView({ block: "nearest", inline: "nearest" });
    if (before !== tab) this.changed(tab, before, bidden);
  }

  private key(event: KeyboardEvent, tab: Tab): void {
    const ways: Record<string, number> = { ArrowRight: 1, ArrowLeft: -1 };
    const at = TABS.indexOf(tab);
    const to = event.key === "Home" ? 0 : event.key === "End" ? TABS.length - 1 : at + (ways[event.key] ?? NaN);
    const next = TABS[(to + TABS.length) % TABS.length];
    if (!next) return;
    event.preventDefault();
    this.choose(next);
    find(`tab-${next}`).focus();
  }
}
