import { readIfExists } from '#platform/read-if-exists.js';
import { createTurns, type Turn } from '../../../base/turns.js';
import { RejectError } from '../../protocol/codec/error.js';
import { hashFromHex, hashToHex } from '../../protocol/codec/hex.js';
import { createReader } from '../../protocol/codec/reader.js';
import { readTransaction, writeTransaction } from '../../protocol/codec/transaction.js';
import { createWriter } from '../../protocol/codec/writer.js';
import { recordTx, type TxRecord } from '../chain/tx-record.js';
import type { NodeCore } from '../core.js';
import { replaceFile } from './read.js';

/** bitcoind's format without obfuscation. */
const VERSION = 1n;
const HASH_SIZE = 32;

type SavedMempool = {
  transactions: { record: TxRecord; time: number; delta: bigint }[];
  /** Fee deltas of other transactions, in sats by txid. */
  deltas: Map<string, bigint>;
  unbroadcast: Set<string>;
};

/** What to take from a file besides its transactions. */
export type MempoolImport = {
  /** Whether transactions arrive now instead of at their time of arrival. @default false */
  useCurrentTime?: boolean | undefined;
  /** @default true */
  applyDeltas?: boolean | undefined;
  /** @default true */
  applyUnbroadcast?: boolean | undefined;
  /** Awaited between the transactions. @default others get their turn */
  turn?: Turn | undefined;
};

/**
 * Adds the transactions of a file to the mempool. Those that are not valid any more stay out.
 * @returns whether there is such a file
 * @throws DecodeError for another file
 */
export async function loadMempool(core: NodeCore, path: string, options: MempoolImport = {}): Promise<boolean> {
  const file = await readIfExists(path);
  if (file === undefined) return false;
  const { transactions, deltas, unbroadcast } = parse(file);
  const { useCurrentTime = false, applyDeltas = true, applyUnbroadcast = true, turn = createTurns() } = options;
  const { pool, policy, submit } = core.mempool;
  const now = core.clock.now();
  for (const { record, time, delta } of transactions) {
    await turn();
    if (applyDeltas && delta !== 0n) pool.prioritise(record.txid, delta);
    if (!useCurrentTime && time <= now - policy.expiry) continue;
    try {
      submit(record, undefined, { time: useCurrentTime ? now : time, unbroadcast: false });
    } catch (error) {
      if (!(error instanceof RejectError)) throw error;
    }
  }
  if (applyDeltas) for (const [txid, delta] of deltas) pool.prioritise(txid, delta);
  if (applyUnbroadcast) for (const txid of unbroadcast) pool.markBroadcast(txid, false);
  return true;
}

export async function saveMempool({ mempool: { pool } }: NodeCore, path: string): Promise<void> {
  const writer = createWriter();
  const entries = pool.entries();
  writer.int64(VERSION);
  writer.int64(BigInt(entries.length));
  for (const { record, time, fee, modifiedFee } of entries) {
    writeTransaction(writer, record.tx);
    writer.int64(BigInt(time));
    writer.int64(modifiedFee - fee);
  }
  const others = [...pool.deltas()].filter(([txid]) => pool.get(txid) === undefined);
  writer.compactSize(others.length);
  for (const [txid, delta] of others) {
    writer.bytes(hashFromHex(txid));
    writer.int64(delta);
  }
  const unbroadcast = entries.filter((entry) => entry.unbroadcast);
  writer.compactSize(unbroadcast.length);
  for (const { record } of unbroadcast) writer.bytes(record.txidBytes);
  await replaceFile(path, writer.finish());
}

function parse(file: Uint8Array): SavedMempool {
  const reader = createReader(file);
  const txid = () => hashToHex(reader.bytes(HASH_SIZE));
  if (reader.int64() !== VERSION) throw new RangeError('a mempool file of an unknown version');
  const times = <T>(count: number, read: () => T): T[] => Array.from({ length: count }, read);
  const transactions = times(Number(reader.int64()), () => {
    return { record: recordTx(readTransaction(reader)), time: Number(reader.int64()), delta: reader.int64() };
  });
  const deltas = new Map(times(reader.compactSize(), (): [string, bigint] => [txid(), reader.int64()]));
  return { transactions, deltas, unbroadcast: new Set(times(reader.compactSize(), txid)) };
}
