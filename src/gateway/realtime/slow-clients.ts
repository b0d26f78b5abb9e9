/** The interval of pings, in ms. A client that does not answer within another interval is disconnected. */
export const PING_MS = 5_000;
/** The maximum of buffered bytes for a client that does not read. Beyond it the client is disconnected. */
export const BACKLOG = 4 * 1024 * 1024;
