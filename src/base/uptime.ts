/** Returns the time since this process started, in ms: `performance.now()` without its module, which takes 4 ms of a start to load. */
export function uptimeMs(): number {
  return process.uptime() * 1000;
}

/** When this process started, in ms since 1970. Later changes of the machine's clock do not move it. */
export const PROCESS_START = Date.now() - uptimeMs();
