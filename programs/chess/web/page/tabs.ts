/** The tabs at the top: which panel is seen. */

import { find, set } from "./dom.ts";
import { TABS, type Tab } from "./link.ts";

export class Tabs {
  chosen: Tab = "watch";

  /** `changed` is told of each change, after it. */
  constructor(private readonly changed: (tab: Tab, before: Tab, bidden: boolean) => void) {
    for (const tab of TABS) {
      const element = find(`tab-${tab}`);
      element.addEventListener("click", () => this.choose(tab));
      element.addEventListener("keydown", (event) => this.key(event, tab));
    }
  }

  /** `bidden` by the visitor, who may want what the tab opens with. */
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
    // On a narrow screen the list of tabs is wider than the view.
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
