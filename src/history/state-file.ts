import { EventsPart, type PartSummary } from '../chains/stacks/receipt/encoded-events.js';
import { ByteReader } from '../storage/byte-reader.js';
import { ByteWriter } from '../storage/byte-writer.js';
import { createTurns } from '../turns.js';
import type { Chain } from './chain/chain.js';
import { type DroppedTransaction, emptyDropped, type MempoolState, PendingTransaction } from './chain/mempool.js';
import type { BlockBytes, BlockRecord } from './chain/records.js';

/** What a history has that was written, perhaps in another process. */
export type LoadedHistory = {
  readonly genesis: BlockRecord | undefined;
  readonly blocks: readonly BlockRecord[];
  readonly mempool: MempoolState;
};

type Fields = Pick<PendingTransaction, 'txid' | 'rawTx' | 'since' | 'height'>;

/**
 * Writes the canonical blocks, and which transactions are pending or were dropped, all at the time of the call. Others get their turns
 * meanwhile.
 */
export async function writeHistory(chain: Pick<Chain, 'genesis' | 'blocks'>, { pending, dropped }: MempoolState): Promise<Uint8Array> {
  const { genesis } = chain;
  const blocks = [...chain.blocks];
  const writer = new ByteWriter();
  const giveWay = createTurns();
  const write = async ({ bytes, fromGenesis, parts }: BlockRecord): Promise<void> => {
    writer.number(fromGenesis);
    writer.bytes(bytes);
    writer.number(parts.length);
    for (const { read, count, contracts, sources } of parts) {
      writer.text(JSON.stringify({ count, contracts, sources: sources && [...sources] }));
      writer.bytes(read());
      await giveWay();
    }
    await giveWay();
  };
  writer.flag(genesis !== undefined);
  if (genesis !== undefined) await write(genesis);
  writer.number(blocks.length);
  for (const block of blocks) await write(block);
  const mempool = {
    pending: [...pending.values()].map(fieldsOf),
    dropped: dropped.entries().map(([txid, { pending: was, ...why }]) => ({ txid, ...why, pending: was && fieldsOf(was) })),
  };
  writer.text(JSON.stringify(mempool));
  return writer.finish();
}

/** @param record makes a block of bytes, which are valid until it returns */
export function readHistory(bytes: Uint8Array, record: (block: BlockBytes) => BlockRecord): LoadedHistory {
  const reader = new ByteReader(bytes);
  const read = (): BlockRecord => {
    const fromGenesis = reader.number();
    const block = reader.bytes();
    return record({ fromGenesis, bytes: block, parts: reader.list(readPart) });
  };
  /** Its bytes are copied: they are kept as they are. */
  const readPart = (): EventsPart => {
    const { sources, ...summary } = JSON.parse(reader.text()) as Omit<PartSummary, 'sources'> & { sources?: number[] };
    const json = Buffer.from(reader.bytes());
    return new EventsPart(() => json, { ...summary, sources: sources && Uint16Array.from(sources) });
  };
  const genesis = reader.optional(read);
  const blocks = reader.list(read);
  const { pending, dropped } = JSON.parse(reader.text()) as {
    pending: Fields[];
    dropped: (Omit<DroppedTransaction, 'pending'> & { txid: string; pending?: Fields })[];
  };
  const state: MempoolState = {
    pending: new Map(pending.map((each) => [each.txid, new PendingTransaction(each)])),
    dropped: emptyDropped(),
  };
  for (const { txid, reason, detail, replacedBy, pending: was } of dropped) {
    state.dropped.set(txid, { reason, detail, replacedBy, pending: was && new PendingTransaction(was) });
  }
  return { genesis, blocks, mempool: state };
}

/** A transaction whose block left the chain waits like any other: its node reports it again. */
function fieldsOf({ txid, rawTx, since, height }: PendingTransaction): Fields {
  return { txid, rawTx, since, height };
}
