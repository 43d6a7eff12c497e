/** The twelve pieces, drawn for this project, each on a square of 100 by 100, and their board. */

import { svg } from "./dom.ts";

/** A piece by its letter in a FEN; upper case is White. */
export type Letter = "P" | "N" | "B" | "R" | "Q" | "K" | "p" | "n" | "b" | "r" | "q" | "k";

/** A filled outline, and lines drawn on it. */
interface Drawing {
  readonly body: string;
  readonly inside: string;
}

/** The base of all pieces: two steps, the lower one wider. */
const FOOT = "M26 80C26 77 28 76 31 76H69C72 76 74 77 74 80V83C79 84 81 86 81 90V92H19V90C19 86 21 84 26 83Z";

const DRAWINGS: Record<string, Drawing> = {
  p: {
    body: "M50 21A13.5 13.5 0 0 1 59.5 44C63 45.5 65 48 65 51H58.5C59 61 62.5 69 67.5 76H32.5C37.5 69 41 61 41.5 51H35C35 48 37 45.5 40.5 44A13.5 13.5 0 0 1 50 21Z",
    inside: "M42 51H58",
  },
  n: {
    body:
      "M31 76C30.5 66 37 60 43.5 54.5C46 52.3 47.5 50 47.5 47.5C44.5 50 41 51.5 37.5 52C35.5 55.8 32 59 27.5 59.5C22 60 17.8 55.5 18.5 50" +
      "C20.5 42.5 25.5 37 29 29.5C30 27 30.5 24.5 30 21.5L27.5 11.5L38.5 17.5L44.5 9L49 18.3C65.5 20 76.5 34 77 53C77.2 62 75 70 72.5 76Z",
    inside: "M33.5 33.5L37.5 31.5M24 51.5L26.5 50M53.5 21.5C65 28.5 69.5 42 68 62M47.5 47.5C50.5 45 52 41.5 51.5 38",
  },
  b: {
    body:
      "M50 7A6 6 0 0 1 54.5 17C65 25.5 71.5 37 71.5 47C71.5 54 68 59.5 62.5 62.5L66.5 76H33.5L37.5 62.5C32 59.5 28.5 54 28.5 47C28.5 37 35 25.5 45.5 17A6 6 0 0 1 50 7Z",
    inside: "M50 29V48M41 38.5H59M37.5 62.5C45.5 60 54.5 60 62.5 62.5M35.5 69.5C45 67.3 55 67.3 64.5 69.5",
  },
  r: {
    body: "M24 13H36V20.5H44V13H56V20.5H64V13H76V31.5C76 34 75 35.5 73 37L67.5 41V65L72 70V76H28V70L32.5 65V41L27 37C25 35.5 24 34 24 31.5Z",
    inside: "M32.5 41H67.5M32.5 65H67.5M29 31H71",
  },
  q: {
    body:
      "M15.5 23A6 6 0 0 1 19 34L32.5 50.5L29.5 24.5A6 6 0 1 1 36 23.5L45.5 47.5L47.3 18.5A6 6 0 1 1 52.7 18.5L54.5 47.5L64 23.5A6 6 0 1 1 70.5 24.5L67.5 50.5L81 34" +
      "A6 6 0 1 1 86.5 34.5L73 63L70.5 76H29.5L27 63L13.5 34.5A6 6 0 0 1 15.5 23Z",
    inside: "M27 63C41.5 57.5 58.5 57.5 73 63M28.6 70C42 65.5 58 65.5 71.4 70",
  },
  k: {
    body:
      "M46.5 4H53.5V10.5H60.5V17.5H53.5V24C56.5 25.2 58.5 27.5 59 31C67 26 79.5 26.5 83.5 36C87.3 45.5 82.5 56.5 71.5 63.5V76H28.5V63.5" +
      "C17.5 56.5 12.7 45.5 16.5 36C20.5 26.5 33 26 41 31C41.5 27.5 43.5 25.2 46.5 24V17.5H39.5V10.5H46.5Z",
    inside: "M28.5 63.5C41.5 57.5 58.5 57.5 71.5 63.5M28.5 70C41.5 65 58.5 65 71.5 70M50 58.5C50 48 45.5 41.5 41 31M50 58.5C50 48 54.5 41.5 59 31",
  },
};

/** Returns the reference to the definition of a piece's drawing. */
export function drawingOf(letter: string): string {
  return letter === letter.toUpperCase() ? `#white-${letter.toLowerCase()}` : `#black-${letter}`;
}

/** Creates the definitions of all drawings, one unit wide, to which the boards refer. */
export function definitions(): SVGSVGElement {
  const pieces = ["white", "black"].flatMap((side) =>
    Object.entries(DRAWINGS).map(([kind, drawing]) =>
      svg("g", { id: `${side}-${kind}`, class: `piece ${side}`, transform: "translate(.05 .055) scale(.009)" }, [
        svg("path", { class: "body", d: drawing.body + FOOT }),
        svg("path", { class: "inside", d: `${drawing.inside}M26.5 83H73.5` }),
      ]),
    ),
  );
  return svg("svg", { class: "definitions", width: 0, height: 0, "aria-hidden": "true" }, [svg("defs", {}, pieces)]);
}

/** The names of the pieces for screen readers. */
const NAMES: Record<string, string> = { p: "pawn", n: "knight", b: "bishop", r: "rook", q: "queen", k: "king" };

/** Returns the name of a piece: "white queen". */
export function nameOf(letter: string): string {
  const side = letter === letter.toUpperCase() ? "white" : "black";
  return `${side} ${NAMES[letter.toLowerCase()] ?? "piece"}`;
}
