// The drawing of a trace: steps through it, forwards and backwards. Nothing is fetched.

const CONTROLS = `
<div class="controls" role="toolbar" aria-label="Steps">
<button id="first" title="To the beginning (Home)" aria-label="To the beginning">|&lt;</button>
<button id="back" title="One step back (left)" aria-label="One step back">&lt;</button>
<input id="time" type="range" min="0" value="0" step="1" aria-label="Step">
<button id="on" title="One step on (right)" aria-label="One step on">&gt;</button>
<button id="last" title="To the end (End)" aria-label="To the end">&gt;|</button>
<output id="when" for="time"></output>
</div>
<div class="controls" role="toolbar" aria-label="Tree">
<button id="variation" title="Show the principal variation (p)">Principal variation</button>
<button id="open" title="Open all (o)">Open all</button>
<button id="close" title="Close all (c)">Close all</button>
<label><input id="follow" type="checkbox" checked> Follow the steps</label>
</div>
<p class="legend"></p>
<div class="drawn">
<div id="tree" role="tree" aria-label="The tree" tabindex="0"></div>
<aside id="details" aria-live="polite"></aside>
</div>
`;

const make = (name, className, text) => {
  const made = document.createElement(name);
  if (className) made.className = className;
  if (text !== undefined) made.textContent = text;
  return made;
};

function pair(numbers) {
  return numbers.map((count) => count ?? "inf").join(" / ");
}

function interval([lower, upper]) {
  return `[${lower ?? "-inf"}, ${upper ?? "inf"}]`;
}

const kinds = { "cut-off": "cut", "null move": "cut", exact: "exact", "fails low": "low", "game over": "over", "no moves": "over" };

const men = { K: "♔", Q: "♕", R: "♖", B: "♗", N: "♘", P: "♙", k: "♚", q: "♛", r: "♜", b: "♝", n: "♞", p: "♟" };

function board(fen) {
  const made = make("div", "board");
  made.setAttribute("role", "img");
  made.setAttribute("aria-label", fen);
  const squares = fen.split(" ")[0].replaceAll("/", "").replace(/\d/g, (digit) => " ".repeat(Number(digit)));
  [...squares].forEach((man, at) => {
    const dark = (Math.floor(at / 8) + at) % 2 === 1;
    made.append(make("span", dark ? "dark" : "", men[man] ? `${men[man]}\ufe0e` : ""));
  });
  return made;
}

/** The position as drawn by its game, with that drawing's own styles. */
function own(html) {
  const made = make("div", "own");
  made.attachShadow({ mode: "open" }).innerHTML = `<style>svg, img { max-width: 100%; height: auto; }</style>${html}`;
  return made;
}

/** Describes a line of the drawing where it first occurs: its numbers, their signs and their unit. */
function legend({ nodes, unit }) {
  const [first] = nodes;
  const has = (name) => nodes.some((node) => node.known.some((known) => name in known));
  const mates = unit === "pawns" ? "near 127" : "near 100,000";
  const units = unit ? ` Values are in ${unit}; one ${mates} is a mate.` : "";
  if (first?.thresholds) return "A line is a visit of a position: the move, and the proof and the disproof number with which it ended, of which 0 / inf is a proof.";
  if (has("numbers")) return "A line is a position: the move, its proof and its disproof number. 0 / inf is a proof, inf / 0 a disproof.";
  if (first && !first.window) return `A line is a position: the move, its value for the side that plays first, and in brackets the least and the greatest that this can still become: [2, inf] is 2 or more.${units}`;
  const ranges = has("range") ? " Brackets after a value are the least and the greatest that it can be, whatever is beyond the horizon." : "";
  return `A line is a call of the search: the move, its window in brackets, its value, and why it ended. In the window [-inf, 3] only values up to 3 matter; inf is no bound. A value is for the side that plays there: the sign changes from each move to the next.${ranges}${units}`;
}

/** Returns the drawing of a trace as an element, which handles keys pressed in it, or anywhere in `hears`. */
export function draw(trace, hears = null) {
  const nodes = trace.nodes;
  const below = nodes.map(() => []);
  const levels = [];
  nodes.forEach((node, id) => {
    if (node.parent !== null) below[node.parent].push(id);
    levels.push(node.parent === null ? 0 : levels[node.parent] + 1);
  });
  // MTD(f) searches the root several times, and a search that is deepened each of its moves.
  const roots = [...nodes.keys()].filter((id) => nodes[id].parent === null);
  const end = Math.max(0, ...nodes.flatMap((node) => [node.at, ...node.known.map((known) => known.at)]));
  // Calls have windows and values for the side to play; the nodes of a grown tree have neither.
  const calls = nodes.length > 0 && "window" in nodes[0];

  const view = make("div", "trace");
  view.innerHTML = CONTROLS;
  const part = (id) => view.querySelector(`#${id}`);

  view.querySelector(".legend").textContent = legend(trace);

  let time = end;
  let chosen = 0;
  const opened = new Set([...nodes.keys()].filter((id) => levels[id] < 2));

  /** Returns what is known about a node: its last state that is not later than the current step. */
  function known(id) {
    return nodes[id].known.findLast((known) => known.at <= time);
  }

  function said(id) {
    const now = known(id);
    if (!now) return "";
    if (now.numbers) return pair(now.numbers);
    return now.range ? `${now.value} ${interval(now.range)}` : String(now.value);
  }

  function name(id) {
    const node = nodes[id];
    if (node.moves.length > 0) return node.moves.join(" ");
    return node.parent === null ? "root" : "again";
  }

  /** Returns the calls or nodes that the value of the root comes from. */
  function variation() {
    const line = roots.filter((id) => nodes[id].at <= time).slice(-1);
    while (line.length > 0) {
      const id = line.at(-1);
      const value = known(id)?.value;
      if (value === undefined) return line;
      const same = (child) => {
        const of = known(child)?.value;
        if (of === undefined) return false;
        return calls ? (nodes[child].moves.length % 2 === 1 ? -of : of) === value : of === value;
      };
      // The first that has the value; if it was searched again, the later search.
      const all = below[id].filter((child) => nodes[child].at <= time && same(child));
      if (all.length === 0) return line;
      line.push(calls ? all.findLast((child) => name(child) === name(all[0])) : all[0]);
    }
    return line;
  }

  /** Returns the visible lines, from top to bottom. */
  function shown() {
    const list = [];
    const next = roots.toReversed();
    while (next.length > 0) {
      const id = next.pop();
      if (nodes[id].at > time) continue;
      list.push(id);
      if (opened.has(id)) next.push(...below[id].toReversed());
    }
    return list;
  }

  function current() {
    let now = 0;
    nodes.forEach((node, id) => {
      if (node.at === time || node.known.some((known) => known.at === time)) now = id;
    });
    return now;
  }

  function row(id, now, line) {
    const node = nodes[id];
    const made = make("div", "row");
    made.style.setProperty("--level", levels[id]);
    made.classList.toggle("null", node.moves.includes("null"));
    made.classList.toggle("now", id === now && time < end);
    made.classList.toggle("variation", line.has(id));
    made.id = `n${id}`;
    made.setAttribute("role", "treeitem");
    made.setAttribute("aria-level", levels[id] + 1);
    made.setAttribute("aria-selected", id === chosen);
    const has = below[id].some((child) => nodes[child].at <= time);
    if (has) made.setAttribute("aria-expanded", opened.has(id));
    made.append(make("span", "mark", has ? (opened.has(id) ? "-" : "+") : ""), make("span", "move", name(id)));
    if (node.window) made.append(make("span", "window", interval(node.window)));
    made.append(make("span", "value", said(id)));
    if (node.parent === null && trace.unit && said(id)) made.append(make("span", "unit", trace.unit));
    if (node.end && known(id)) made.append(make("span", `end ${kinds[node.end] ?? ""}`, node.end + (node.untried ? `, ${node.untried} omitted` : "")));
    made.addEventListener("click", () => {
      if (chosen === id || made.querySelector(".mark").textContent === "+") toggle(id);
      chosen = id;
      show();
    });
    return made;
  }

  function details() {
    const node = nodes[chosen];
    const made = part("details");
    made.replaceChildren();
    if (!node) return;
    const path = [];
    for (let id = chosen; id !== null; id = nodes[id].parent) if (nodes[id].moves.length > 0) path.unshift(name(id));
    made.append(make("h2", "", path.length > 0 ? path.join(" ") : "The root"));
    if (node.fen) made.append(board(node.fen), make("p", "fen", node.fen));
    if (node.html) made.append(own(node.html));
    const list = make("dl");
    const fact = (term, text) => {
      if (text !== undefined && text !== "") list.append(make("dt", "", term), make("dd", "", text));
    };
    const now = known(chosen);
    fact("window", node.window && interval(node.window));
    fact("plies left", node.depth);
    fact("value", now?.value === undefined ? undefined : `${now.value} ${trace.unit ?? ""}`);
    fact("range", now?.range && interval(now.range));
    fact("left at proof / disproof", node.thresholds && pair(node.thresholds));
    fact("proof / disproof", now?.numbers && said(chosen));
    fact("ended", now && node.end);
    fact("step", `${node.at}`);
    fact("nodes below", String(count(chosen)));
    made.append(list);
  }

  function count(id) {
    let all = 0;
    const next = [...below[id]];
    while (next.length > 0) {
      all += 1;
      next.push(...below[next.pop()]);
    }
    return all;
  }

  function show() {
    const now = current();
    if (part("follow").checked && time < end) for (let id = nodes[now]?.parent ?? null; id !== null; id = nodes[id].parent) opened.add(id);
    const line = new Set(variation().length > 1 ? variation() : []);
    part("tree").replaceChildren(...shown().map((id) => row(id, now, line)));
    part("tree").setAttribute("aria-activedescendant", `n${chosen}`);
    part("time").max = end;
    part("time").value = time;
    const out = trace.left_out > 0 ? `; calls omitted: ${trace.left_out}` : "";
    part("when").textContent = `step ${time} of ${end}, ${nodes.length} nodes${out}`;
    if (part("follow").checked && time < end) part(`n${now}`)?.scrollIntoView({ block: "nearest" });
    details();
  }

  function toggle(id) {
    if (!opened.delete(id)) opened.add(id);
  }

  function to(step) {
    time = Math.min(end, Math.max(0, step));
    if (part("follow").checked && time < end) chosen = current();
    show();
  }

  function choose(by) {
    const list = shown();
    const at = list.indexOf(chosen) + by;
    chosen = list[Math.min(list.length - 1, Math.max(0, at))] ?? 0;
    show();
    part(`n${chosen}`)?.scrollIntoView({ block: "nearest" });
  }

  const acts = {
    first: () => to(0),
    back: () => to(time - 1),
    on: () => to(time + 1),
    last: () => to(end),
    variation() {
      const line = variation();
      line.forEach((id) => opened.add(id));
      chosen = line.at(-1) ?? 0;
      show();
      part(`n${chosen}`)?.scrollIntoView({ block: "nearest" });
    },
    open() {
      nodes.forEach((_, id) => opened.add(id));
      show();
    },
    close() {
      opened.clear();
      chosen = 0;
      show();
    },
  };
  for (const [id, act] of Object.entries(acts)) part(id).addEventListener("click", act);
  part("time").addEventListener("input", () => to(Number(part("time").value)));

  const keys = {
    ArrowLeft: acts.back,
    ArrowRight: acts.on,
    Home: acts.first,
    End: acts.last,
    ArrowUp: () => choose(-1),
    ArrowDown: () => choose(1),
    p: acts.variation,
    o: acts.open,
    c: acts.close,
  };
  (hears ?? view).addEventListener("keydown", (event) => {
    if (event.ctrlKey || event.metaKey || event.altKey) return;
    const control = event.target.closest("button, input");
    const toggles = event.key === "Enter" || event.key === " ";
    if (control && (toggles || event.key.startsWith("Arrow") || event.key === "Home" || event.key === "End")) return;
    if (toggles) {
      toggle(chosen);
      show();
    } else if (keys[event.key]) keys[event.key]();
    else return;
    event.preventDefault();
  });

  show();
  return view;
}
