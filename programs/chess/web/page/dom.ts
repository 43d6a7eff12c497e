/**
 * Helpers that create, find and change elements of the page. There is no framework: a view keeps the elements that it
 * has created.
 */

/** The value of an attribute; false and null omit it, a function is a listener. */
type Attribute = string | number | boolean | null | undefined | ((event: never) => void);
type Attributes = Record<string, Attribute>;
export type Child = Node | string | number | null | undefined | false;

const SVG = "http://www.w3.org/2000/svg";

function furnish(element: Element, attributes: Attributes, children: readonly Child[]): void {
  for (const [name, value] of Object.entries(attributes)) {
    if (value === false || value === null || value === undefined) continue;
    if (typeof value === "function") element.addEventListener(name, value as unknown as EventListener);
    else element.setAttribute(name, value === true ? "" : String(value));
  }
  append(element, children);
}

/** Adds children, skipping null and false. */
export function append(element: Element | DocumentFragment, children: readonly Child[]): void {
  for (const child of children) {
    if (child === null || child === undefined || child === false) continue;
    element.append(child instanceof Node ? child : String(child));
  }
}

/** Creates an HTML element with attributes, listeners and children. */
export function el<K extends keyof HTMLElementTagNameMap>(name: K, attributes: Attributes = {}, children: readonly Child[] = []): HTMLElementTagNameMap[K] {
  const element = document.createElement(name);
  furnish(element, attributes, children);
  return element;
}

/** Creates an SVG element with attributes, listeners and children. */
export function svg<K extends keyof SVGElementTagNameMap>(name: K, attributes: Attributes = {}, children: readonly Child[] = []): SVGElementTagNameMap[K] {
  const element = document.createElementNS(SVG, name) as SVGElementTagNameMap[K];
  furnish(element, attributes, children);
  return element;
}

/** Returns the element with this id, which must exist in index.html. */
export function find<T extends HTMLElement = HTMLElement>(id: string): T {
  const element = document.getElementById(id);
  if (!element) throw new Error(`index.html has no #${id}`);
  return element as T;
}

/** Sets a text only if it differs: most texts do not change between two frames. */
export function say(element: Element, text: string): void {
  if (element.textContent !== text) element.textContent = text;
}

/** Creates a text about keys of a keyboard, which touch screens do not show. */
export function keyed(text: string): HTMLElement {
  return el("span", { class: "keyed" }, [text]);
}

/** Shows a text of several lines, of which the first is the most important. */
export function tell(element: Element, text: string): void {
  const [first = "", ...rest] = text.split("\n");
  fill(element, rest.length > 0 ? [el("strong", {}, [first]), `\n${rest.join("\n")}`] : [text]);
}

/** Opens the folded part that contains an element. */
export function expose(element: Element): void {
  element.closest("details")?.setAttribute("open", "");
}

/** Scrolls to what a button has changed if that is out of sight or near the lower edge, as on a narrow screen. */
export function reveal(element: Element): void {
  const { top } = element.getBoundingClientRect();
  if (top < 0 || top > window.innerHeight / 2) element.scrollIntoView();
}

/** Sets or removes an attribute, only if it differs. */
export function set(element: Element, name: string, value: string | number | null | false): void {
  if (value === null || value === false) {
    if (element.hasAttribute(name)) element.removeAttribute(name);
  } else if (element.getAttribute(name) !== String(value)) element.setAttribute(name, String(value));
}

/** Replaces all children of an element. */
export function fill(element: Element, children: readonly Child[]): void {
  const fragment = document.createDocumentFragment();
  append(fragment, children);
  element.replaceChildren(fragment);
}

/** Creates a button with a label; if it has a key, the key is named in its tooltip. */
export function button(label: string, press: () => void, attributes: Attributes = {}): HTMLButtonElement {
  return el("button", { type: "button", click: press, ...attributes }, [label]);
}

/** Keeps a list of elements in step with items: `make` creates missing elements, and `update` updates each of them. */
export function rows<T, E extends Element>(parent: Element, items: readonly T[], make: () => E, update: (row: E, item: T, index: number) => void): void {
  while (parent.children.length > items.length) parent.lastElementChild?.remove();
  items.forEach((item, index) => {
    let row = parent.children[index] as E | undefined;
    if (!row) {
      row = make();
      parent.append(row);
    }
    update(row, item, index);
  });
}
