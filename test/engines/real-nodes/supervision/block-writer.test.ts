import { expect, test } from 'vitest';
import { DevnetError } from '#dist/base/error.js';
import { createBlockWriter } from '#dist/engines/real-nodes/supervision/block-writer.js';

/** A stub of bitcoind, whose writes end on request. */
function stubBitcoind() {
  const writes: { resolve(): void; reject(error: Error): void }[] = [];
  const submitted: string[] = [];
  return {
    writes,
    submitted,
    rawBlock: async (hash: string) => `block ${hash}`,
    submitBlock: async (hex: string) => void submitted.push(hex),
    flush: () => new Promise<void>((resolve, reject) => writes.push({ resolve, reject })),
  };
}

const settled = (): Promise<void> => new Promise((resolve) => setImmediate(resolve));

test('default: a restarted bitcoind gets the blocks that it had not written, in their order', async () => {
  const bitcoind = stubBitcoind();
  const blocks = createBlockWriter(bitcoind);
  await blocks.write('a');
  bitcoind.writes[0]?.resolve();
  await settled();
  await blocks.write('b');
  await blocks.write('c');
  await blocks.submit();
  expect(bitcoind.submitted).toEqual(['block b', 'block c']);
});

test('behavior: a block that comes during a write is written by another one', async () => {
  const bitcoind = stubBitcoind();
  const blocks = createBlockWriter(bitcoind);
  await blocks.write('a');
  await blocks.write('b');
  bitcoind.writes[0]?.resolve();
  await settled();
  await blocks.submit();
  expect(bitcoind.submitted).toEqual(['block b']);
  expect(bitcoind.writes).toHaveLength(2);
});

test('behavior: a write that fails with bitcoind is made up for by the next one', async () => {
  const bitcoind = stubBitcoind();
  const blocks = createBlockWriter(bitcoind);
  await blocks.write('a');
  bitcoind.writes[0]?.reject(new DevnetError('NOT_REACHABLE', 'bitcoind ended unexpectedly, by SIGKILL'));
  await settled();
  await blocks.submit();
  expect(bitcoind.submitted).toEqual(['block a']);
  await blocks.write('b');
  bitcoind.writes[1]?.resolve();
  await settled();
  await blocks.submit();
  expect(bitcoind.submitted).toEqual(['block a']);
});

test('behavior: another state has other blocks', async () => {
  const bitcoind = stubBitcoind();
  const blocks = createBlockWriter(bitcoind);
  await blocks.write('a');
  blocks.forget();
  await blocks.submit();
  expect(bitcoind.submitted).toEqual([]);
});
