// biome-ignore-all lint/suspicious/noExplicitAny: the package's own types, which users know, return any
/** How REST answers: an object, bytes, or hex. @default json */
type Format = { extension?: 'json' | 'bin' | 'hex' };

/**
 * The client of the npm package `bitcoin-core`, of which the bundle has a copy: an install has no package with its types. All methods
 * reject with the package's `RpcError`, or with an error of the connection. Numbers with more than fifteen characters become strings.
 */
export type BitcoinCoreClient = {
  readonly host: string;
  /** Deadline of a call in ms. */
  readonly timeout: number;
  readonly headers: Record<string, string>;
  readonly wallet?: string;
  /** Calls a method, or a batch of `{ method, parameters }`. */
  command<T = any>(...args: any[]): Promise<T>;
  getTransactionByHash<T = any>(hash: string, options?: Format): Promise<T>;
  getBlockByHash<T = any>(hash: string, options?: Format & { summary?: boolean }): Promise<T>;
  /** @param count how many headers, from the block's upwards */
  getBlockHeadersByHash<T = any>(hash: string, count: number, options?: Format): Promise<T>;
  getBlockchainInformation<T = any>(): Promise<T>;
  getUnspentTransactionOutputs<T = any>(outpoints: { id: string; index: number }[], options?: Format): Promise<T>;
  getMemoryPoolContent<T = any>(): Promise<T>;
  getMemoryPoolInformation<T = any>(): Promise<T>;
};
