/** The interval of pings, in ms. A client that does not answer within another interval is disconnected. */
export const PING_MS = 5_000;
