/** Files of the repository that the build puts into the page as text. */
declare module "*.md" {
  const text: string;
  export default text;
}

declare module "*.csv" {
  const text: string;
  export default text;
}

/** The drawing of a trace, as `bcp-lab trace` has it in its page. */
declare module "*/drawing.js" {
  export function draw(trace: unknown): HTMLElement;
}
