import { blockLimit } from '../../chains/stacks/block-limit.js';
import { encodeAddress } from '../../chains/stacks/codec/c32.js';
import { CodecError } from '../../chains/stacks/codec/error.js';
import { decodeTransaction } from '../../chains/stacks/codec/transaction/transaction.js';
import type { StacksReceipt } from '../../chains/stacks/receipt/node-receipt.js';
import type { Engine } from '../../engines/engine.js';
import { without0x } from '../../hex.js';
import { Samples } from './samples.js';
import { COST_DIMENSIONS, type CostDimension, type CostReport, type FunctionCosts } from './types.js';

type Cost = Record<CostDimension, number>;
type FunctionSamples = { contract: string; fn: string; calls: number; measured: number; share: Samples } & Record<CostDimension, Samples>;

/**
 * Collects what calls cost from an engine's blocks, until `closed` fires. Blocks that a reorganisation or a restore undoes still count.
 * @returns a function that reports the costs so far
 */
export function collectCosts(engine: Pick<Engine, 'subscribe' | 'epoch'>, closed: AbortSignal): () => CostReport {
  const functions = new Map<string, FunctionSamples>();

  const samplesOf = (contract: string, fn: string): FunctionSamples => {
    const key = `${contract}.${fn}`;
    let samples = functions.get(key);
    if (samples === undefined) {
      samples = { contract, fn, calls: 0, measured: 0, share: new Samples(), ...eachDimension(() => new Samples()) };
      functions.set(key, samples);
    }
    return samples;
  };
  const add = (receipt: StacksReceipt): void => {
    const call = calledFunction(receipt.rawTx);
    if (call === undefined) return;
    const samples = samplesOf(call.contract, call.fn);
    samples.calls++;
    // Every call that ran costs something.
    if (receipt.cost.runtime === 0 || receipt.unknown?.includes('cost')) return;
    samples.measured++;
    for (const dimension of COST_DIMENSIONS) samples[dimension].add(receipt.cost[dimension]);
    samples.share.add(shareOf(receipt.cost, limitOf(engine.epoch())));
  };
  const unsubscribe = engine.subscribe((event) => {
    if (event.type === 'stacks.block') event.receipts.forEach(add);
  });
  closed.addEventListener('abort', unsubscribe, { once: true });

  return () => ({
    epoch: engine.epoch(),
    limit: limitOf(engine.epoch()),
    functions: [...functions.values()].map(report).sort(byShare),
  });
}

function calledFunction(rawTx: string): { contract: string; fn: string } | undefined {
  try {
    const { payload } = decodeTransaction(Buffer.from(without0x(rawTx), 'hex'));
    return payload.type === 'call' ? { contract: `${encodeAddress(payload.address)}.${payload.contract}`, fn: payload.fn } : undefined;
  } catch (error) {
    // Nodes also report Bitcoin operations, which are no Stacks transactions.
    if (error instanceof CodecError) return undefined;
    throw error;
  }
}

function report({ contract, fn, calls, measured, share, ...samples }: FunctionSamples): FunctionCosts {
  const found = { contract, function: fn, calls, measured };
  if (measured === 0) return found;
  return { ...found, costs: eachDimension((dimension) => samples[dimension].range()), share: share.range() };
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

function eachDimension<T>(value: (dimension: CostDimension) => T): Record<CostDimension, T> {
  return {
    runtime: value('runtime'),
    readCount: value('readCount'),
    readLength: value('readLength'),
    writeCount: value('writeCount'),
    writeLength: value('writeLength'),
  };
}
