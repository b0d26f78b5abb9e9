import { without0x } from '../../../base/hex.js';
import { blockLimit } from '../../../clarity/costs.js';
import { encodeAddress } from '../../../clarity/values.js';
import { CodecError } from '../../../stacks/codec.js';
import type { Engine } from '../../../stacks/engine.js';
import type { StacksReceipt } from '../../../stacks/receipt.js';
import { calledFunction } from '../../../stacks/transactions.js';
import { Samples } from './samples.js';
import { COST_DIMENSIONS, type CostDimension, type CostReport, eachDimension, type FunctionCosts } from './types.js';

type Cost = Record<CostDimension, number>;
/** A transaction that is not yet decoded, which takes longer than all the rest; `cost` undefined is unknown. */
type Pending = { rawTx: string; cost: Cost | undefined; epoch: string; txid: string };
/** How many transactions wait for a report before the oldest is decoded. They take 1 KB each. */
const MAX_PENDING = 250;
type FunctionSamples = {
  contract: string;
  fn: string;
  calls: number;
  measured: number;
  share: Samples;
  dearest: { txid: string; share: number };
} & Record<CostDimension, Samples>;

/**
 * Collects what calls cost from an engine's blocks, until `closed` fires. Blocks that a reorganisation or a restore undoes still count.
 * @returns a function that reports the costs so far
 */
export function collectCosts(engine: Pick<Engine, 'subscribe' | 'epoch'>, closed: AbortSignal): () => CostReport {
  const functions = new Map<string, FunctionSamples>();
  const pending: Pending[] = [];

  const samplesOf = (contract: string, fn: string): FunctionSamples => {
    const key = `${contract}.${fn}`;
    let samples = functions.get(key);
    if (samples === undefined) {
      const dearest = { txid: '', share: -1 };
      samples = { contract, fn, calls: 0, measured: 0, share: new Samples(), dearest, ...eachDimension(() => new Samples()) };
      functions.set(key, samples);
    }
    return samples;
  };
  const add = ({ rawTx, cost, epoch, txid }: Pending): void => {
    const call = readCall(rawTx);
    if (call === undefined) return;
    const samples = samplesOf(call.contract, call.fn);
    samples.calls++;
    // Every call that ran costs something.
    if (cost === undefined || cost.runtime === 0) return;
    samples.measured++;
    for (const dimension of COST_DIMENSIONS) samples[dimension].add(cost[dimension]);
    const share = shareOf(cost, limitOf(epoch));
    samples.share.add(share);
    if (share > samples.dearest.share) samples.dearest = { txid, share };
  };
  const addLater = (receipt: StacksReceipt): void => {
    const cost = receipt.unknown?.includes('cost') ? undefined : receipt.cost;
    pending.push({ rawTx: receipt.rawTx, cost, epoch: engine.epoch(), txid: receipt.txid });
    const oldest = pending.length > MAX_PENDING ? pending.shift() : undefined;
    if (oldest !== undefined) add(oldest);
  };
  const unsubscribe = engine.subscribe((event) => {
    if (event.type === 'stacks.block') event.receipts.forEach(addLater);
  });
  closed.addEventListener('abort', unsubscribe, { once: true });

  return () => {
    for (const receipt of pending.splice(0)) add(receipt);
    const epoch = engine.epoch();
    return { epoch, limit: limitOf(epoch), functions: [...functions.values()].map(report).sort(byShare) };
  };
}

function readCall(rawTx: string): { contract: string; fn: string } | undefined {
  try {
    const called = calledFunction(Buffer.from(without0x(rawTx), 'hex'));
    return called && { contract: `${encodeAddress(called.address)}.${called.contract}`, fn: called.fn };
  } catch (error) {
    // Nodes also report Bitcoin operations, which are no Stacks transactions.
    if (error instanceof CodecError) return undefined;
    throw error;
  }
}

function report({ contract, fn, calls, measured, share, dearest, ...samples }: FunctionSamples): FunctionCosts {
  const found = { contract, function: fn, calls, measured };
  if (measured === 0) return found;
  return { ...found, costs: eachDimension((dimension) => samples[dimension].range()), share: share.range(), dearest: dearest.txid };
}

function byShare(a: FunctionCosts, b: FunctionCosts): number {
  return (b.share?.max ?? 0) - (a.share?.max ?? 0) || (`${a.contract}.${a.function}` < `${b.contract}.${b.function}` ? -1 : 1);
}

function limitOf(epoch: string): Cost {
  const { runtime, read_count, read_length, write_count, write_length } = blockLimit(epoch);
  return { runtime, readCount: read_count, readLength: read_length, writeCount: write_count, writeLength: write_length };
}

function shareOf(cost: Cost, limit: Cost): number {
  return Math.max(...COST_DIMENSIONS.map((dimension) => cost[dimension] / limit[dimension]));
}
