import { type Block, blockHash } from '../../protocol/codec/block.js';
import { hashToHex } from '../../protocol/codec/hex.js';
import type { BlockEntry } from '../chain/block-entry.js';
import type { Chain } from '../chain/chain.js';
import type { TxRecord } from '../chain/tx-record.js';
import { nextBlockVersion } from '../chain/validation/version-bits.js';
import type { Log } from '../log/log.js';
import { logRejectedBlock } from '../log/validation.js';
import type { MempoolEntry } from '../mempool/entry.js';
import type { Mempool } from '../mempool/mempool.js';
import { assembleBlock } from './assemble.js';
import type { Clock } from './clock.js';
import { grindNonce } from './grind.js';
import { selectTransactions } from './select.js';

/** Makes blocks on top of the tip. */
export type Miner = {
  /**
   * Mines one block with transactions of the mempool.
   * @param maxTries the number of nonces to try @default all
   * @returns undefined if no nonce was found
   */
  mine(scriptPubKey: Uint8Array, maxTries?: number): BlockEntry | undefined;
  /**
   * Builds a block with exactly these transactions and proof of work, without adding it. The coinbase claims only the subsidy, as that
   * of Core's `generateblock`.
   * @throws RejectError if the block would be invalid
   */
  prepare(scriptPubKey: Uint8Array, records: TxRecord[]): { block: Block; hash: string };
  /** Builds a block with transactions of the mempool, without proof of work. */
  template(scriptPubKey: Uint8Array): { block: Block; records: TxRecord[]; entries: MempoolEntry[] };
  /** The last block that was assembled; undefined before the first. */
  lastAssembled(): Assembled | undefined;
  setLastAssembled(assembled: Assembled | undefined): void;
  /** Adds a finished block to the chain. @throws RejectError */
  submit(block: Block, records?: TxRecord[]): BlockEntry;
};

/** The weight, including the reserve for header and coinbase, and the number of transactions without the coinbase. */
export type Assembled = { weight: number; transactions: number };

export type MinerOptions = {
  chain: Chain;
  mempool: Mempool;
  clock: Clock;
  /** The version of blocks. @default the signals of BIP9 */
  version?: number | undefined;
  log: Log;
};

export function createMiner({ chain, mempool, clock, version, log }: MinerOptions): Miner {
  let last: Assembled | undefined;
  const isKnown = (hash: string) => {
    const header = chain.header(hash);
    return header !== undefined && (chain.isInvalid(header) || chain.block(hash) !== undefined);
  };
  const accept: Chain['accept'] = (block, records) => {
    try {
      return chain.accept(block, records);
    } catch (error) {
      logRejectedBlock(log, hashToHex(blockHash(block.header)), error);
      throw error;
    }
  };
  const submit = (block: Block, records?: TxRecord[]): BlockEntry => {
    const { entry, failure } = accept(block, records);
    if (failure !== undefined) throw failure;
    return entry;
  };
  const assemble = (scriptPubKey: Uint8Array, records: TxRecord[], fees: bigint) => {
    const parent = chain.tip();
    const time = clock.blockTime(parent);
    // A new block can only break this rule. It is an error of the call, not a rejected block.
    if (time > clock.maxBlockTime()) {
      throw new Error('CreateNewBlock: TestBlockValidity failed: time-too-new, block timestamp too far in the future');
    }
    const { segwit, testdummy } = chain.activation;
    return assembleBlock({
      parent,
      isSegwit: parent.height + 1 >= segwit,
      time,
      records,
      fees,
      scriptPubKey,
      subsidy: chain.subsidy(parent.height + 1),
      version: version ?? nextBlockVersion(parent, testdummy),
    });
  };
  const template: Miner['template'] = (scriptPubKey) => {
    const entries = selectTransactions(mempool.pool, mempool.policy);
    last = {
      weight: entries.reduce((sum, { record }) => sum + record.weight, mempool.policy.blockReservedWeight),
      transactions: entries.length,
    };
    const fees = entries.reduce((sum, { fee }) => sum + fee, 0n);
    const { block, records } = assemble(
      scriptPubKey,
      entries.map(({ record }) => record),
      fees,
    );
    return { block, records, entries };
  };
  return {
    template,
    mine: (scriptPubKey, maxTries) => {
      const { block, records } = template(scriptPubKey);
      const nonce = grindNonce(block.header, isKnown, maxTries);
      if (nonce === undefined) return undefined;
      block.header.nonce = nonce;
      return submit(block, records);
    },
    prepare: (scriptPubKey, transactions) => {
      // Core assembles an empty block and adds the transactions afterwards.
      last = { weight: mempool.policy.blockReservedWeight, transactions: 0 };
      const { block, records } = assemble(scriptPubKey, transactions, 0n);
      chain.check(block, records);
      block.header.nonce = grindNonce(block.header, isKnown) ?? 0;
      return { block, hash: hashToHex(blockHash(block.header)) };
    },
    lastAssembled: () => last,
    setLastAssembled: (assembled) => {
      last = assembled;
    },
    submit,
  };
}
