/** The shortest time between two calls of a listener, in ms: a block per millisecond must not mean a request per millisecond. */
const PACE_MS = 250;

const listeners = new Set<() => void>();
let timer: ReturnType<typeof setTimeout> | undefined;
let isPending = false;

/** Calls a listener after changes of the network, at most four times a second, and only while the page is visible. */
export function onChange(listener: () => void): () => void {
  listeners.add(listener);
  return () => void listeners.delete(listener);
}

/** Something on the network has changed. */
export function noteChange(): void {
  isPending = true;
  if (timer !== undefined || document.hidden) return;
  isPending = false;
  timer = setTimeout(() => {
    timer = undefined;
    if (isPending) noteChange();
  }, PACE_MS);
  for (const listener of [...listeners]) listener();
}

document.addEventListener('visibilitychange', () => {
  if (!document.hidden && isPending) noteChange();
});
