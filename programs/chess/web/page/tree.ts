/** A tree whose branches open and close: the stored tree of the search. Its keys follow the ARIA practices. */

import { el } from "./dom.ts";

/** A branch, which loads its children when it is opened. */
export interface Branch {
  /** The texts of its row. */
  readonly cells: readonly string[];
  /** Number of its children. */
  readonly below: number;
  /** Loads the children. */
  readonly children: () => Promise<readonly Branch[]>;
  /** The action of a double click or Enter. */
  readonly go?: () => void;
}

/** Number of rows created so far, from which each gets its id. */
let count = 0;

export class Tree {
  readonly element: HTMLElement;

  constructor(label: string) {
    this.element = el("div", { class: "tree", role: "tree", "aria-label": label, keydown: (event: KeyboardEvent) => this.key(event) });
  }

  show(branches: readonly Branch[]): void {
    this.element.replaceChildren(...branches.map((branch) => this.item(branch, 1)));
    this.items()[0]?.setAttribute("tabindex", "0");
  }

  private item(branch: Branch, level: number): HTMLElement {
    count += 1;
    const row = el("div", { class: "row", id: `branch-${count}` }, [
      el("span", { class: "twist", "aria-hidden": "true" }),
      ...branch.cells.map((cell, index) => el("span", { class: `cell-${index}` }, [cell])),
    ]);
    const item = el("div", { role: "treeitem", "aria-level": level, "aria-labelledby": row.id, tabindex: "-1", "aria-expanded": branch.below > 0 ? "false" : null }, [row]);
    row.addEventListener("click", () => {
      this.focus(item);
      void this.toggle(item);
    });
    row.addEventListener("dblclick", () => branch.go?.());
    this.known.set(item, branch);
    return item;
  }

  private readonly known = new WeakMap<HTMLElement, Branch>();

  private async toggle(item: HTMLElement, open = item.getAttribute("aria-expanded") === "false"): Promise<void> {
    const branch = this.known.get(item);
    if (!branch || !item.hasAttribute("aria-expanded")) return;
    item.setAttribute("aria-expanded", String(open));
    const group = item.querySelector(":scope > [role=group]");
    if (!open) group?.remove();
    else if (!group) {
      const level = Number(item.getAttribute("aria-level")) + 1;
      const children = await branch.children();
      if (item.getAttribute("aria-expanded") !== "true" || item.querySelector(":scope > [role=group]")) return;
      if (children.length === 0) item.removeAttribute("aria-expanded");
      else item.append(el("div", { role: "group" }, children.map((child) => this.item(child, level))));
    }
  }

  private items(): HTMLElement[] {
    return [...this.element.querySelectorAll<HTMLElement>("[role=treeitem]")];
  }

  private focus(item: HTMLElement | undefined): void {
    if (!item) return;
    for (const other of this.items()) other.tabIndex = other === item ? 0 : -1;
    item.focus();
  }

  private key(event: KeyboardEvent): void {
    const item = document.activeElement as HTMLElement | null;
    if (!item || item.getAttribute("role") !== "treeitem") return;
    const items = this.items();
    const at = items.indexOf(item);
    const open = item.getAttribute("aria-expanded");
    switch (event.key) {
      case "ArrowDown":
        this.focus(items[at + 1]);
        break;
      case "ArrowUp":
        this.focus(items[at - 1]);
        break;
      case "Home":
        this.focus(items[0]);
        break;
      case "End":
        this.focus(items[items.length - 1]);
        break;
      case "ArrowRight":
        if (open === "false") void this.toggle(item, true);
        else this.focus(item.querySelector<HTMLElement>("[role=treeitem]") ?? undefined);
        break;
      case "ArrowLeft":
        if (open === "true") void this.toggle(item, false);
        else this.focus(item.parentElement?.closest<HTMLElement>("[role=treeitem]") ?? undefined);
        break;
      case "Enter":
        this.known.get(item)?.go?.();
        break;
      default:
        return;
    }
    event.preventDefault();
    event.stopPropagation();
  }
}
