// Keeps what the reader has opened for times without a connection. Each build of the site has a version, and its own cache.

/** The build puts both here: scripts/site/tab.ts. */
declare const VERSION: string;
/** The files of a tab, as addresses from the site. */
declare const TAB: readonly string[];

type Extendable = Event & { waitUntil(work: Promise<unknown>): void };
type Asked = Extendable & { request: Request; respondWith(answer: Promise<Response>): void };
type Scope = {
  registration: ServiceWorkerRegistration;
  clients: { claim(): Promise<void> };
  addEventListener(type: string, listener: (event: never) => void): void;
};
const worker = globalThis as unknown as Scope;
const site = worker.registration.scope;
/** Other sites may have caches of the same origin. */
const OWN = `stacks-devnet ${site} `;
const CACHE = OWN + VERSION;
/** Its files never change: their folder is named after what they contain. */
const tab = new URL(`tab-${VERSION}/`, site).href;

worker.addEventListener('install', (event: Extendable) => event.waitUntil(renew()));
worker.addEventListener('activate', (event: Extendable) => event.waitUntil(removeOld().then(() => worker.clients.claim())));
worker.addEventListener('message', (event: Extendable & { data: 'tab' | string[] }) =>
  event.waitUntil(keep(event.data === 'tab' ? TAB : event.data)),
);
worker.addEventListener('fetch', (event: Asked) => {
  const { method, url } = event.request;
  if (method === 'GET' && url.startsWith(site)) event.respondWith(answer(event.request));
});

async function answer(request: Request): Promise<Response> {
  const cache = await caches.open(CACHE);
  const find = () => cache.match(request, { ignoreSearch: true });
  if (request.url.startsWith(tab)) {
    const kept = await find();
    if (kept !== undefined) return kept;
  }
  try {
    const response = await fetch(request);
    if (response.ok) await cache.put(request, response.clone());
    return response;
  } catch (error) {
    const kept = await find();
    if (kept !== undefined) return kept;
    throw error;
  }
}

/** How many files are requested at a time: the reader's own requests come first. */
const AT_A_TIME = 6;

/** Stores files that are not there yet. What is missing on the server is skipped. */
async function keep(addresses: readonly string[]): Promise<void> {
  const cache = await caches.open(CACHE);
  const own = addresses.map((address) => new URL(address, site).href.replace(/#.*/, '')).filter((url) => url.startsWith(site));
  for (let at = 0; at < own.length; at += AT_A_TIME)
    await Promise.allSettled(own.slice(at, at + AT_A_TIME).map(async (url) => (await cache.match(url)) ?? (await cache.add(url))));
}

/** What the reader has from an old version stays, as the new version has it. */
async function renew(): Promise<void> {
  for (const name of await oldCaches()) {
    const urls = (await (await caches.open(name)).keys()).map(({ url }) => url);
    const isOfTab = (url: string): boolean => url.startsWith(`${site}tab-`);
    await keep([...urls.filter((url) => !isOfTab(url)), ...(urls.some(isOfTab) ? TAB : [])]);
  }
}

async function removeOld(): Promise<void> {
  await Promise.all((await oldCaches()).map((name) => caches.delete(name)));
}

async function oldCaches(): Promise<string[]> {
  return (await caches.keys()).filter((name) => name.startsWith(OWN) && name !== CACHE);
}
