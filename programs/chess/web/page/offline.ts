/** The service worker: it keeps the page and its parts, so that the page opens without a network. The build puts in both constants. */

/** The parts, beside the page. A name has a hash of what the file contains. */
declare const PARTS: readonly string[];
/** Another one for each page. */
declare const VERSION: string;

/** What is used of the scope of a service worker, which has types of its own. */
interface Work extends Event {
  readonly request: Request;
  waitUntil(work: Promise<unknown>): void;
  respondWith(answer: Promise<Response>): void;
}
const scope = self as unknown as {
  skipWaiting(): Promise<void>;
  addEventListener(name: "install" | "activate" | "fetch", act: (work: Work) => void): void;
};

const PAGE = new URL("./", location.href).href;
const named = (name: string) => new URL(name, PAGE).href;

scope.addEventListener("install", (work) => {
  work.waitUntil(
    caches
      .open(VERSION)
      .then((cache) => cache.addAll([PAGE, ...PARTS.map(named)]))
      .then(() => scope.skipWaiting()),
  );
});

scope.addEventListener("activate", (work) => {
  const others = async () => (await caches.keys()).filter((name) => name.startsWith("bcp ") && name !== VERSION);
  work.waitUntil(others().then((names) => Promise.all(names.map((name) => caches.delete(name)))));
});

scope.addEventListener("fetch", (work) => {
  const [address] = work.request.url.split(/[?#]/);
  const kept = async (address: string) => (await caches.match(address)) ?? Response.error();
  // The page may be a newer one; its parts cannot.
  if (address === PAGE || address === named("index.html")) work.respondWith(fetch(work.request).catch(() => kept(PAGE)));
  else if (PARTS.some((name) => named(name) === address)) work.respondWith(kept(address ?? "").then((part) => (part.ok ? part : fetch(work.request))));
});
