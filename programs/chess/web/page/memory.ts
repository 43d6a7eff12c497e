/** A view of memory. A click on a word shows the origin of its value, with a link to each writer. */

import { button, el, fill, set } from "./dom.ts";
import { count, hex, reason } from "./format.ts";
import type { Space, Symbol } from "./protocol.ts";
import type { Session } from "./session.ts";

/** An answer of the command `origin`, or an operand in it. */
interface Origin {
  place?: string;
  now?: string;
  kept?: string[];
  end?: { kind: string; text: string } | null;
  steps?: number;
  name?: string;
  text?: string;
  remark?: string | null;
  operands?: Origin[];
}

const LENGTH = 256;
const ROW = 16;

export class MemoryView {
  private readonly space = el("select", { "aria-label": "Memory" }, [el("option", { value: "data" }, ["data"]), el("option", { value: "program" }, ["program"])]);
  private readonly place = el("input", { type: "text", "aria-label": "Address or symbol", value: "board", size: 14, spellcheck: "false" });
  private readonly body = el("div", { class: "memory scroll", tabindex: "0", role: "region", "aria-label": "Memory" });
  private readonly answer = el("div", { class: "small", role: "status" });
  readonly element: HTMLElement;
  private address = 0;
  private chosen: number | null = null;

  constructor(private readonly session: Session) {
    const form = el("form", { class: "inline" }, [this.space, this.place, el("button", {}, ["Show"])]);
    form.addEventListener("submit", (event) => {
      event.preventDefault();
      void this.find();
    });
    this.space.addEventListener("change", () => void this.read());
    this.body.addEventListener("click", (event) => {
      const at = (event.target as HTMLElement).closest<HTMLElement>("[data-at]")?.dataset.at;
      if (at !== undefined) void this.origin(Number(at));
    });
    this.element = el("div", {}, [
      form,
      this.body,
      el("div", { class: "actions" }, [button("Before", () => this.goTo(this.address - LENGTH)), button("After", () => this.goTo(this.address + LENGTH))]),
      el("p", { class: "small" }, ["Click a word to see where it comes from."]),
      this.answer,
    ]);
  }

  /** Shows memory from an address on, in a space. */
  goTo(address: number, space: Space = this.space.value as Space): void {
    this.space.value = space;
    this.address = Math.max(0, Math.min(0x10000 - LENGTH, address)) & 0xfff0;
    void this.read();
  }

  /** Called when another program was opened. */
  opened(): void {
    const known = this.session.sources?.symbols ?? [];
    const first = known.find((symbol) => symbol.name === "board") ?? known.find((symbol) => symbol.section === "data");
    this.place.value = first?.name ?? "0";
    this.address = (first?.value ?? 0) & 0xfff0;
    this.chosen = null;
    fill(this.answer, []);
  }

  /** Reads the visible memory again. */
  async read(): Promise<void> {
    const { address } = this;
    const space = this.space.value as Space;
    try {
      const memory = await this.session.machine.ask({ kind: "memory", space, address, length: LENGTH });
      this.draw(memory.bytes, address);
    } catch (error) {
      fill(this.answer, [el("span", { class: "error" }, [reason(error)])]);
    }
  }

  private draw(bytes: string, address: number): void {
    const rows: HTMLElement[] = [];
    for (let at = 0; at < bytes.length / 2; at += ROW) {
      const words: HTMLElement[] = [];
      let letters = "";
      for (let by = 0; by < ROW; by += 2) {
        const word = bytes.slice(2 * (at + by), 2 * (at + by) + 4);
        const cell = el("button", { type: "button", "data-at": address + at + by, tabindex: "-1", "aria-label": `${word} at ${hex(address + at + by)}` }, [word]);
        set(cell, "aria-pressed", this.chosen === address + at + by ? "true" : null);
        words.push(cell);
        for (const pair of [word.slice(0, 2), word.slice(2)]) {
          const code = parseInt(pair, 16);
          letters += code >= 32 && code < 127 ? String.fromCharCode(code) : "·";
        }
      }
      rows.push(el("div", { class: "row" }, [el("span", { class: "at" }, [hex(address + at)]), el("span", {}, words), el("span", { class: "letters" }, [letters])]));
    }
    fill(this.body, rows);
  }

  /** Goes to the address given by an expression of the debugger. */
  private async find(): Promise<void> {
    const text = this.place.value.trim();
    try {
      const symbol = this.session.sources?.symbols.find((one) => one.name === text);
      const value = symbol?.value ?? Number((await this.session.tryCommand(`print ${text}`))?.data["value"]);
      if (!Number.isFinite(value)) throw new Error(`invalid address ${text}`);
      set(this.place, "aria-invalid", null);
      fill(this.answer, []);
      this.goTo(value & 0xffff);
    } catch (error) {
      set(this.place, "aria-invalid", "true");
      fill(this.answer, [el("span", { class: "error" }, [reason(error)])]);
    }
  }

  private async origin(address: number): Promise<void> {
    this.chosen = address;
    if (this.space.value !== "data") {
      fill(this.answer, ["Only data memory has writers: the program stays as it is."]);
      return;
    }
    fill(this.answer, [`Looking through the past for where ${this.name(address)} comes from …`]);
    try {
      const said = await this.session.tryCommand(`origin ${address},2 4`);
      if (!said) return;
      fill(this.answer, said.data["found"] ? this.chain(said.data as Origin) : [said.text]);
    } catch (error) {
      fill(this.answer, [el("span", { class: "error" }, [reason(error)])]);
    }
    await this.read();
  }

  /** Creates the list of what wrote a value, with a link to each writer, followed by the origins of its operands. */
  private chain(origin: Origin): HTMLElement[] {
    const value = origin.place ? [`${origin.place} = ${origin.now}`] : [];
    const said = [...value, ...(origin.kept ?? []), ...(origin.end ? [origin.end.text] : [])].join(", ");
    const { steps } = origin;
    const writer =
      steps === undefined
        ? []
        : [
            el("span", { class: "mono" }, [` ${origin.name} ${origin.text} `]),
            button(`Go there: step ${count(steps)}`, () => void this.session.seek({ instruction: steps }), { class: "writer" }),
            ...(origin.remark ? [` ${origin.remark}`] : []),
          ];
    const operands = (origin.operands ?? []).filter((operand) => operand.end?.kind !== "number").flatMap((operand) => this.chain(operand));
    return [el("p", {}, [said, ...writer]), ...(operands.length > 0 ? [el("blockquote", {}, operands)] : [])];
  }

  /** Formats an address with the nearest symbol: `path+12 (1dd0)`. */
  private name(address: number): string {
    const below = (this.session.sources?.symbols ?? []).filter((symbol: Symbol) => symbol.section === "data" && symbol.value <= address);
    const nearest = below.reduce<Symbol | null>((best, symbol) => (best === null || symbol.value > best.value ? symbol : best), null);
    const by = nearest ? address - nearest.value : 0;
    return nearest ? `${nearest.name}${by ? `+${by}` : ""} (${hex(address)})` : hex(address);
  }
}
