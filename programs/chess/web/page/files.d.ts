/** Types for files of the repository that the build inserts into the page as text. */
declare module "*.md" {
  const text: string;
  export default text;
}

/** The drawing of a trace, which pages written by `bcp-lab trace` contain as well. */
declare module "*/drawing.js" {
  export function draw(trace: unknown): HTMLElement;
}
