import { hostname } from 'node:os';
import { type BitcoinClient, createBitcoinClient } from '../../chains/bitcoin/client/client.js';
import type { ResolvedConfig } from '../../config/devnet-config.js';
import type { Engine } from '../../engines/engine.js';
import { DevnetError } from '../../error.js';
import type { TurnsOf } from '../../faucet/turns.js';
import type { SharedStore } from '../redis/store.js';

/** What the replicas of a gateway share: all that is in Redis, and the turns of their faucets. */
export type Shared = { store: SharedStore; turnsOf: TurnsOf };

/** Length of the part of a block hash that names a network. */
const NAME = 16;

/**
 * Opens what replicas share; undefined if the configuration has no Redis.
 * @throws DevnetError NOT_REACHABLE
 */
export async function openShared({ redis: url }: ResolvedConfig, engine: Engine): Promise<Shared | undefined> {
  if (url === undefined) return undefined;
  const [{ connectRedis }, { openStore }, { createPaymentTurns }] = await Promise.all([
    import('../redis/connection.js'),
    import('../redis/store.js'),
    import('../redis/payment-turns.js'),
  ]);
  // The first block differs between any two networks of the same kind, and after a network was reset.
  const bitcoin = createBitcoinClient(engine.services.bitcoin);
  const network = (await bitcoin.blockHash(1)).slice(-NAME);
  const connection = await connectRedis(url);
  try {
    const store = await openStore(connection, {
      network,
      name: `${hostname()}:${process.pid}`,
      knowsBlock: (hash) => knowsBlock(bitcoin, hash),
    });
    return { store, turnsOf: (name) => createPaymentTurns(store, name) };
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
