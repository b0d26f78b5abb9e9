/** Makes the networks of a pool. */
export interface NetworkSource {
  /** The name that the pool reports, for example `embedded`. */
  readonly name: string;
  /** Starts a network. @throws DevnetError as `startDevnet` */
  start(): Promise<PooledNetwork>;
  /**
   * Takes over a network that another process has started, by its handle. Absent if networks end with their process. @throws if it
   * has ended
   */
  adopt?(handle: string): Promise<PooledNetwork>;
  /** Ends what `start` left, and everything that networks share. */
  close(): Promise<void>;
}

/** The URLs of a network's three servers. */
export type NetworkUrls = { gateway: string; stacks: string; bitcoin: string };

/** A network that nobody else uses. */
export type PooledNetwork = {
  /** Returns its URLs for a client that reaches the pool at this host. */
  urls(host: string): NetworkUrls;
  /** Opens its `/devnet/v1`. */
  readonly controlKey: string;
  /** User name and password of its Bitcoin RPC. */
  readonly bitcoin: { rpcUser: string; rpcPassword: string };
  /** Resolves with the reason if the network ends by itself, for example with its machine. */
  readonly lost?: Promise<string> | undefined;
  /** What another process needs to take it over; absent if it ends with this one. */
  readonly handle?: string | undefined;
  /** Leaves it to another process. */
  release?(): void;
  close(): Promise<void>;
};
