/** How often a client is asked whether it is there, in ms; one that does not answer for as long again is cut off. */
export const PING_MS = 5_000;
/** What may wait for a client that does not read, in bytes, before it is cut off. */
export const BACKLOG = 4 * 1024 * 1024;
