import { DevnetError } from '../../error.js';
import { field, type Json, listOf, readObject, readText } from '../../json.js';
import { sha512_256 } from '../../node/stacks/codec/hash.js';
import type { EngineEvent } from '../engine.js';
import { type ObservedBlock, readBlockPayload } from './block-payload.js';
import type { Posted } from './observer.js';

/** Where the Stacks chain ends, as far as the event observer has heard. */
type StacksTip = Pick<ObservedBlock, 'height' | 'hash' | 'burnHeight' | 'consensusHash'>;
/** Kept with a snapshot. */
export type StacksChainState = { tip: StacksTip; hashes: readonly (readonly [height: number, hash: string])[]; waiting: readonly string[] };

/** Before the first block. */
export const NOTHING: StacksChainState = { tip: { height: 0, hash: '', burnHeight: 0, consensusHash: '' }, hashes: [], waiting: [] };

/** Follows the Stacks chain and mempool by what the node posts to its observer. */
export type StacksChain = {
  tip(): StacksTip;
  /** Txids with 0x of transactions that wait in the mempool. */
  waiting(): readonly string[];
  take(posted: Posted): void;
  state(): StacksChainState;
  restore(state: StacksChainState): void;
};

/** Blocks remembered for the search of a fork. */
const REMEMBERED = 2_000;

/** @param emit called for each event, in order */
export function createStacksChain(emit: (event: EngineEvent) => void): StacksChain {
  let tip = NOTHING.tip;
  let hashes = new Map<number, string>();
  let waiting = new Set<string>();

  const block = (observed: ObservedBlock): void => {
    const { height, hash, parentHash, blockHash, burnHeight, burnHash, time, receipts } = observed;
    // The node tells its genesis again when Epoch 3.0 begins, and a block again after a restart.
    if (height === 0 || hashes.get(height) === hash) return;
    const forkHeight = tip.hash === '' || parentHash === tip.hash ? undefined : forkOf(height, parentHash);
    if (forkHeight !== undefined) {
      for (const gone of [...hashes.keys()].filter((known) => known > forkHeight)) hashes.delete(gone);
      emit({ type: 'stacks.reorg', forkHeight, height, hash });
    }
    hashes.set(height, hash);
    hashes.delete(height - REMEMBERED);
    tip = { height, hash, burnHeight, consensusHash: observed.consensusHash };
    for (const { txid } of receipts) waiting.delete(txid);
    emit({ type: 'stacks.block', height, hash, blockHash, burnHeight, burnHash, time, receipts });
  };
  /** The height of the parent when it is a block of the chain known so far that is not its end. */
  const forkOf = (height: number, parentHash: string): number | undefined =>
    hashes.get(height - 1) === parentHash && height - 1 < tip.height ? height - 1 : undefined;

  return {
    tip: () => tip,
    waiting: () => [...waiting],
    take({ path, body }) {
      for (const event of read(path, body)) {
        if (event.type === 'block') block(event.block);
        else {
          if (event.type === 'stacks.tx') waiting.add(event.txid);
          else waiting.delete(event.txid);
          emit(event);
        }
      }
    },
    state: () => ({ tip, hashes: [...hashes], waiting: [...waiting] }),
    restore(state) {
      tip = state.tip;
      hashes = new Map(state.hashes);
      waiting = new Set(state.waiting);
    },
  };
}

type Read = { type: 'block'; block: ObservedBlock } | Extract<EngineEvent, { type: 'stacks.tx' | 'stacks.dropped' }>;

/** What a body says that is of interest. One that is not understood is passed over: an observer cannot refuse. */
function read(path: string, body: Json): Read[] {
  try {
    switch (path) {
      case '/new_block':
        return [{ type: 'block', block: readBlockPayload(body) }];
      case '/new_mempool_tx':
        return listOf(body, 'transactions').map((raw) => ({ type: 'stacks.tx', txid: txidOf(readText({ raw }, 'raw')) }));
      case '/drop_mempool_tx':
        return readDropped(body);
      default:
        return [];
    }
  } catch (error) {
    if (error instanceof DevnetError) return [];
    throw error;
  }
}

function readDropped(body: Json): Read[] {
  const drop = readObject(body, 'drop_mempool_tx');
  const replacedBy = field(drop, 'new_txid');
  const reason = readText(drop, 'reason');
  return listOf(field(drop, 'dropped_txids'), 'dropped_txids').map((txid) => ({
    type: 'stacks.dropped',
    txid: readText({ txid }, 'txid'),
    reason,
    replacedBy: typeof replacedBy === 'string' ? replacedBy : undefined,
  }));
}

function txidOf(raw: string): string {
  return `0x${sha512_256(Buffer.from(raw.replace(/^0x/, ''), 'hex')).toString('hex')}`;
}
