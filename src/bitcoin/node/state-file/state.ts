import { at, atAsync, ByteReader, ByteWriter } from '../../../base/storage.js';
import type { NodeCore } from '../core.js';
import { readChain, writeChain } from './chain.js';
import { MAX_TIME, readMempool, writeMempool } from './mempool.js';

/** Writes the whole state of a node. */
export async function writeState(core: NodeCore): Promise<Uint8Array> {
  const { chain, pool, mockTime, planned, assembled, wallets } = core.snapshot();
  const writer = new ByteWriter();
  await writeChain(writer, chain);
  await writeMempool(writer, pool);
  writer.number(mockTime);
  writer.optional(planned, ({ height, time }) => {
    writer.number(height);
    writer.number(time);
  });
  writer.optional(assembled, ({ weight, transactions }) => {
    writer.number(weight);
    writer.number(transactions);
  });
  writer.flag(wallets !== undefined);
  // A node without wallets does not load their code.
  if (wallets !== undefined) (await import('./wallets.js')).writeWallets(writer, core);
  return writer.finish();
}

/**
 * Reads the state into a new node. Scripts and signatures are not checked again. @throws FormatError for bytes that {@link writeState}
 * does not write
 */
export async function readState(core: NodeCore, bytes: Uint8Array): Promise<void> {
  const reader = new ByteReader(bytes);
  core.restore({
    chain: await atAsync('chain', () => readChain(reader, core.chain)),
    pool: await atAsync('mempool', () => readMempool(reader)),
    mockTime: at('mockTime', () => reader.number(MAX_TIME)),
    planned: at('planned', () => reader.optional(() => ({ height: reader.number(), time: reader.number(MAX_TIME) }))),
    assembled: at('assembled', () => reader.optional(() => ({ weight: reader.number(), transactions: reader.number() }))),
    wallets: undefined,
  });
  at('mempool', () => core.mempool.requireMinable());
  if (at('hasWallets', () => reader.flag())) {
    const { readWallets } = await import('./wallets.js');
    at('wallets', () => readWallets(reader, core));
  }
  reader.end();
}
