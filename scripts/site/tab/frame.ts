/** `run.tsx` in a frame. */
type RunWindow = { runProgram(fragment: string): Promise<void> };

/** The address of the site. */
export const root = new URL('..', import.meta.url);

/** Runs the program of a link in a new document below an element, in place of the last one. */
export function runIn(place: HTMLElement, fragment: string, title: string): HTMLIFrameElement {
  const frame = document.createElement('iframe');
  frame.title = title;
  frame.className = 'output';
  frame.src = new URL('run.html#/home', root).href;
  frame.addEventListener('load', () => void (frame.contentWindow as (Window & RunWindow) | null)?.runProgram(fragment), { once: true });
  place.replaceChildren(frame);
  frame.scrollIntoView({ block: 'nearest' });
  void keepOffline('tab');
  return frame;
}

/** Asks the service worker to keep the files of a tab, or those that this page has loaded, for times without a connection. */
export async function keepOffline(what: 'tab' | 'page'): Promise<void> {
  const { active } = (await navigator.serviceWorker?.ready) ?? {};
  const loaded = performance.getEntriesByType('resource').map(({ name }) => name);
  active?.postMessage(what === 'tab' ? 'tab' : [location.href, ...loaded]);
}
