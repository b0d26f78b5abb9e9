import { hostname } from 'node:os';
import { DevnetError } from '../../base/error.js';
import { type BitcoinClient, createBitcoinClient } from '../../bitcoin/client.js';
import type { Replicas } from '../../gateway/replicas.js';
import type { PaymentTurnsOf } from '../../network/faucet.js';
import type { Engine } from '../../stacks/engine.js';
import { connectRedis } from '../redis/connection.js';
import { createPaymentTurns } from '../redis/payment-turns.js';
import { openStore } from '../redis/store.js';
import { createSharedFeed } from './feed.js';
import { sharedKeys } from './keys.js';
import { createSharedLimiter } from './limiter.js';

/** What the gateways of one network share, and the turns of their faucets. */
export type OpenReplicas = Replicas & {
  turnsOf: PaymentTurnsOf;
  close(): Promise<void>;
};

/** Length of the part of a block hash that names a network. */
const NAME = 16;

/** Opens what the gateways of the network of an engine share in a Redis. @throws DevnetError NOT_REACHABLE */
export async function openReplicas(url: string, engine: Engine): Promise<OpenReplicas> {
  // The first block differs between any two networks of the same kind, and after a network was reset.
  const bitcoin = createBitcoinClient(engine.services.bitcoin);
  const network = (await bitcoin.blockHash(1)).slice(-NAME);
  const connection = await connectRedis(url);
  try {
    const store = await openStore(connection, { network, knowsBlock: (hash) => knowsBlock(bitcoin, hash) });
    return {
      name: `${hostname()}:${process.pid}`,
      isUp: store.isUp,
      limiter: (limits, factor) => createSharedLimiter(store, limits, factor),
      keys: sharedKeys(connection),
      openFeed: (devnet) => createSharedFeed(devnet, store),
      turnsOf: (purse) => createPaymentTurns(store, purse),
      close: store.close,
    };
  } catch (error) {
    await connection.close();
    throw error;
  }
}

/** bitcoind's code for a block that it does not know. */
const UNKNOWN = -5;

async function knowsBlock({ header }: BitcoinClient, hash: string): Promise<boolean> {
  try {
    await header(hash);
    return true;
  } catch (error) {
    if (error instanceof DevnetError && error.rpcCode === UNKNOWN) return false;
    throw error;
  }
}
