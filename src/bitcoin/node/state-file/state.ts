import { at, atAsync, ByteReader, type PartWriter } from '../../../base/storage.js';
import type { CoreState, NodeCore } from '../core.js';
import { readChain } from './chain.js';
import { MAX_TIME, MempoolWriter, readMempool } from './mempool.js';
import type { WalletsWriter } from './wallets.js';
import { ChainWriter } from './write-chain.js';

class NodeWriter {
  readonly #part: PartWriter;
  readonly #chain: ChainWriter;
  readonly #mempool: MempoolWriter;
  #wallets: WalletsWriter | undefined;

  constructor(part: PartWriter) {
    this.#part = part;
    this.#chain = new ChainWriter(part);
    this.#mempool = new MempoolWriter(part);
  }

  async write({ state, core, makeCore }: Written): Promise<void> {
    const { chain, pool, mockTime, planned, assembled, wallets } = state;
    await this.#chain.write(chain);
    await this.#mempool.write(pool);
    this.#part.whole((writer) => {
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
    });
    // A node without wallets does not load their code.
    if (wallets === undefined) return this.#part.wholeBytes(Buffer.alloc(0));
    const { WalletsWriter, currentWallets } = await import('./wallets.js');
    this.#wallets ??= new WalletsWriter(this.#part);
    this.#wallets.write(currentWallets(core, wallets, makeCore), chain.tip.hash);
  }
}

/** @property core the node, as it is now @property makeCore makes a node with the state */
type Written = { state: CoreState; core: NodeCore; makeCore: () => NodeCore };

/** Writes a state of a node as what changed since the last time. Others get their turns meanwhile. */
export async function writeState(part: PartWriter, written: Written): Promise<void> {
  await part.memory(() => new NodeWriter(part)).write(written);
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
