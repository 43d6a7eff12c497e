/** Elements of the page: made, found and changed in few words. No framework: a view keeps what it has made. */

/** What an attribute can be; false and null leave it out, a function listens. */
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

/** Adds children, leaving out those that are none. */
export function append(element: Element | DocumentFragment, children: readonly Child[]): void {
  for (const child of children) {
    if (child === null || child === undefined || child === false) continue;
    element.append(child instanceof Node ? child : String(child));
  }
}

/** An HTML element with attributes, listeners and children. */
export function el<K extends keyof HTMLElementTagNameMap>(name: K, attributes: Attributes = {}, children: readonly Child[] = []): HTMLElementTagNameMap[K] {
  const element = document.createElement(name);
  furnish(element, attributes, children);
  return element;
}

/** An element of a drawing. */
export function svg<K extends keyof SVGElementTagNameMap>(name: K, attributes: Attributes = {}, children: readonly Child[] = []): SVGElementTagNameMap[K] {
  const element = document.createElementNS(SVG, name) as SVGElementTagNameMap[K];
  furnish(element, attributes, children);
  return element;
}

/** The element of the page with this id, which index.html is sure to have. */
export function find<T extends HTMLElement = HTMLElement>(id: string): T {
  const element = document.getElementById(id);
  if (!element) throw new Error(`index.html has no #${id}`);
  return element as T;
}

/** Sets a text only where it differs: sixty times a second most of them do not. */
export function say(element: Element, text: string): void {
  if (element.textContent !== text) element.textContent = text;
}

/** Sets or removes an attribute, only where it differs. */
export function set(element: Element, name: string, value: string | number | null | false): void {
  if (value === null || value === false) {
    if (element.hasAttribute(name)) element.removeAttribute(name);
  } else if (element.getAttribute(name) !== String(value)) element.setAttribute(name, String(value));
}

/** Takes the place of all children. */
export function fill(element: Element, children: readonly Child[]): void {
  const fragment = document.createDocumentFragment();
  append(fragment, children);
  element.replaceChildren(fragment);
}

/** A button that says what it does; with a key, that stands in its tip. */
export function button(label: string, press: () => void, attributes: Attributes = {}): HTMLButtonElement {
  return el("button", { type: "button", click: press, ...attributes }, [label]);
}

/** A list of rows that keeps its elements: `update` brings each row up to date, `make` makes those that are missing. */
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
