import {
  at,
  atAsync,
  ByteReader,
  type ByteWriter,
  FormatError,
  hex,
  list,
  object,
  optional,
  type PartWriter,
  readJson,
  text,
  whole,
} from '../../base/storage.js';
import { createTurns, inTurns } from '../../base/turns.js';
import type { StacksBlockFacts } from '../engine/engine-event.js';
import { EventsPart } from '../protocol/receipt/encoded-events.js';
import type { Chain } from './chain/chain.js';
import { type DroppedTransaction, emptyDropped, type MempoolState } from './chain/mempool.js';
import { PendingTransaction } from './chain/pending-transaction.js';
import { type BlockBytes, type BlockRecord, checkBlock, checkPart, hashIn, PART_SUMMARY } from './chain/records.js';

/** What a history has that was written, perhaps in another process. Blocks are views of the bytes. */
export type LoadedHistory = {
  readonly genesis: BlockBytes | undefined;
  readonly blocks: readonly BlockBytes[];
  readonly mempool: MempoolState;
};

type Fields = Pick<PendingTransaction, 'txid' | 'rawTx' | 'since' | 'height'>;
type DroppedFields = Omit<DroppedTransaction, 'pending'> & { txid: string; pending?: Fields | undefined };

const TXID = hex(32, '0x');
const PENDING = object<Fields>({ txid: TXID, rawTx: hex(undefined, '0x'), since: whole(), height: whole() });
const MEMPOOL = object<{ pending: Fields[]; dropped: DroppedFields[] }>({
  pending: list(PENDING),
  dropped: list(
    object<DroppedFields>({
      txid: TXID,
      reason: text(),
      detail: optional(text()),
      replacedBy: optional(text()),
      pending: optional(PENDING),
    }),
  ),
});

/** Writes the canonical blocks, and which transactions are pending or were dropped. */
class HistoryWriter {
  readonly #part: PartWriter;
  #blocks: readonly BlockRecord[] = [];
  /** Of each dropped transaction its entry: it changes when the transaction is dropped again. */
  #dropped: MempoolState['dropped'] | undefined;

  constructor(part: PartWriter) {
    this.#part = part;
  }

  /** All at the time of the call. Others get their turns meanwhile. */
  async write({ genesis, blocks }: Pick<Chain, 'genesis' | 'blocks'>, { pending, dropped }: MempoolState): Promise<void> {
    const part = this.#part;
    const change = changed(this.#blocks, blocks);
    await part.list(genesis === undefined ? [] : [genesis], writeBlock);
    this.#blocks = await part.tail(change, writeBlock);
    await part.sized(async () => {
      part.whole((writer) => writer.raw(Buffer.from('{"pending":[')));
      await part.json([...pending.values()], (each) => JSON.stringify(fieldsOf(each)));
      part.whole((writer) => writer.raw(Buffer.from('],"dropped":[')));
      if (this.#dropped?.isSame(dropped)) part.sameJson();
      else {
        this.#dropped = dropped;
        await part.json(
          dropped.entries(),
          ([txid, { pending: was, ...why }]) => JSON.stringify({ txid, ...why, pending: was && fieldsOf(was) }),
          ([, entry]) => entry,
        );
      }
      part.whole((writer) => writer.raw(Buffer.from(']}')));
    });
  }
}

/** The blocks of a history may begin later than they did. */
function changed(before: readonly BlockRecord[], now: readonly BlockRecord[]): { gone: number; kept: number; rest: BlockRecord[] } {
  const [first] = now;
  const gone = first === undefined ? 0 : Math.max(0, before.indexOf(first));
  let kept = Math.min(before.length - gone, now.length);
  // The same block at the same place has the same blocks before it.
  while (kept > 0 && before[gone + kept - 1] !== now[kept - 1]) kept--;
  return { gone, kept, rest: now.slice(kept) };
}

async function writeBlock(writer: ByteWriter, { bytes, fromGenesis, parts }: BlockRecord): Promise<void> {
  writer.number(fromGenesis);
  writer.bytes(bytes);
  writer.number(parts.length);
  const giveWay = createTurns();
  for (const { read, count, contracts, sources } of parts) {
    writer.text(JSON.stringify({ count, contracts, sources: sources && [...sources] }));
    writer.bytes(read());
    await giveWay();
  }
}

/** Writes a history at the time of the call, as what changed since the last time. Others get their turns meanwhile. */
export function writeHistory(part: PartWriter, chain: Pick<Chain, 'genesis' | 'blocks'>, mempool: MempoolState): Promise<void> {
  return part.memory(() => new HistoryWriter(part)).write(chain, mempool);
}

/**
 * Others get their turns meanwhile.
 * @param tip the hash of the last block, with 0x @throws FormatError for bytes that {@link writeHistory} does not write, or another chain
 */
export async function readHistory(bytes: Uint8Array, tip: string): Promise<LoadedHistory> {
  const reader = new ByteReader(bytes);
  const read = async (): Promise<BlockBytes & { facts: StacksBlockFacts }> => {
    const head = { fromGenesis: reader.number(), bytes: reader.bytes() };
    const block = { ...head, parts: await atAsync('parts', () => reader.listInTurns(readPart)) };
    return { ...block, facts: await inTurns(checkBlock(block)) };
  };
  /** Its bytes are copied: they are kept as they are. */
  const readPart = (): EventsPart => {
    const stored = readJson(PART_SUMMARY, reader.text());
    const json = Buffer.from(reader.bytes());
    checkPart(json.toString(), stored);
    const { sources, ...summary } = stored;
    return new EventsPart(() => json, { ...summary, sources: sources && Uint16Array.from(sources) });
  };
  const genesis = await atAsync('genesis', async () => (reader.flag() ? await read() : undefined));
  const blocks: BlockBytes[] = [];
  let before: StacksBlockFacts | undefined;
  await atAsync('blocks', () =>
    reader.eachInTurns(async () => {
      const block = await read();
      const { height, hash, parentHash } = block.facts;
      const isNext = before === undefined || (height === before.height + 1 && parentHash === before.hash);
      if (!isNext) throw new FormatError(`the block after ${before?.hash}`, `${hash} after ${parentHash}`);
      blocks.push(block);
      before = block.facts;
    }),
  );
  const { pending, dropped } = at('mempool', () => readJson(MEMPOOL, reader.text()));
  reader.end();
  const last = blocks.at(-1);
  const hash = last && hashIn(last);
  if (hash !== tip) throw new FormatError(`the tip ${tip}, as in the part stacks`, hash ?? 'no block', ['blocks']);
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
