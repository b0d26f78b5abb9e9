import { ByteReader } from '../../../storage/byte-reader.js';
import { ByteWriter } from '../../../storage/byte-writer.js';
import type { NodeCore } from '../core.js';
import { readChain, writeChain } from './chain.js';
import { readMempool, writeMempool } from './mempool.js';

/** Writes the whole state of a node. */
export async function writeState(core: NodeCore): Promise<Uint8Array> {
  const { chain, pool, mockTime, planned, assembled, wallets } = core.snapshot();
  const writer = new ByteWriter();
  writeChain(writer, chain);
  writeMempool(writer, pool);
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
 * Reads the state into a new node. Nothing is checked again. @throws RangeError, DecodeError for bytes that {@link writeState} does not
 * write
 */
export async function readState(core: NodeCore, bytes: Uint8Array): Promise<void> {
  const reader = new ByteReader(bytes);
  core.restore({
    chain: readChain(reader, core.chain),
    pool: readMempool(reader),
    mockTime: reader.number(),
    planned: reader.optional(() => ({ height: reader.number(), time: reader.number() })),
    assembled: reader.optional(() => ({ weight: reader.number(), transactions: reader.number() })),
    wallets: undefined,
  });
  if (reader.flag()) (await import('./wallets.js')).readWallets(reader, core);
}
