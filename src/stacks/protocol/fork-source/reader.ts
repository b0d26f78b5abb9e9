import type { OriginReader } from '../../../base/read-answer.js';
import type { ForkPoint } from './fork-point.js';

/** Something to read of a running network. `tip` is the block at which to read, an index block hash; hashes are hex without 0x. */
export type ForkSourceRequest =
  /** A value by the hash of its key. The answer is hex without 0x, or the decimal supply of a token. */
  | { type: 'value'; hash: string; tip: string }
  /** Metadata of a contract, in the form of a node. */
  | { type: 'metadata'; contract: string; key: string; tip: string }
  /** A block of the chain by id or height: an `ForkSourceBlock` as JSON. */
  | { type: 'block'; id: string }
  /** A transaction in a block: an `ForkSourceTransaction` as JSON. */
  | { type: 'transaction'; txid: string }
  /** The hash of the Bitcoin block at a height, hex without 0x. */
  | { type: 'burn-hash'; height: number };

/** Reads a running network. */
export type ForkSourceReader = Pick<OriginReader<ForkSourceRequest>, 'read'>;

/** A running network, at the block from which a fork continues it. */
export type Fork = { url: string; point: ForkPoint; reader: ForkSourceReader };
