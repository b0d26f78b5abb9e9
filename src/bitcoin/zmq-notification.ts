/** The topics of bitcoind's notifications. */
export const TOPICS = ['hashblock', 'hashtx', 'rawblock', 'rawtx', 'sequence'] as const;
export type Topic = (typeof TOPICS)[number];

/** A notification that is published, as in `getzmqnotifications`. */
export type ZmqNotification = {
  topic: Topic;
  /** `tcp://host:port`; with port 0, a free one. */
  address: string;
  /** The messages that may wait for a slow subscriber; further ones are dropped. @default 1000 */
  highWaterMark?: number | undefined;
};

const MAX_PORT = 65_535;

/** Reads `tcp://host:port`. */
export function endpointOf(address: string): { host: string; port: number } | undefined {
  const [, bracketed, plain, port] = /^tcp:\/\/(?:\[([^\]]+)\]|([^:/]+)):(\d{1,5})$/.exec(address) ?? [];
  const host = bracketed ?? plain;
  return host === undefined || Number(port) > MAX_PORT ? undefined : { host, port: Number(port) };
}
