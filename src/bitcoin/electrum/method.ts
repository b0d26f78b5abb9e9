import type { ChainIndex } from '../esplora/chain-index.js';
import type { BitcoinIndex } from '../esplora/follow-node.js';
import type { Histories } from './histories.js';
import type { Version } from './version.js';

/** What a method gets besides its parameters. */
export type Call = {
  /** The protocol version that client and server agreed on. */
  version: Version;
  /** The index, in the state of the node. */
  chain: ChainIndex;
  /** The confirmed histories of that index. */
  histories: Histories;
  /** Calls the node. */
  node: BitcoinIndex['call'];
  /** What the client follows. */
  subscriptions: Subscriptions;
  /** The server as `server.features` and `server.version` describe it. */
  server: ServerFacts;
};

export type ServerFacts = { software: string; host: string; port: number };

/**
 * What a client follows, with what it knows last: the header of the tip, undefined if it does not follow it, and statuses by script hash.
 */
export type Subscriptions = { header: string | undefined; readonly statuses: Map<string, string | null> };

/** A parameter: its name, which JSON-RPC 2.0 may use, and its value if it is absent. A parameter without one must be given. */
export type Parameter = { name: string; byDefault?: unknown };

/** A method of the protocol. */
export type Method = {
  parameters: readonly Parameter[];
  /** The first and the last version that has it. @default all */
  since?: Version;
  until?: Version;
  /** @returns a value for JSON, or JsonText. @throws ElectrumError, DevnetError */
  run(values: readonly unknown[], call: Call): unknown;
};

/** An answer that is JSON already. */
export class JsonText {
  readonly text: string;

  constructor(text: string) {
    this.text = text;
  }
}
