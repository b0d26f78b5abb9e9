import { expect, test } from 'vitest';
import type { BitcoinClient } from '#dist/chains/bitcoin/client/client.js';
import type { EngineEvent } from '#dist/engines/engine-event.js';
import { createCoinSupply } from '#dist/faucet/btc/coin-supply.js';
import type { BitcoinTracker } from '#dist/history/bitcoin.js';
import type { TrackedEvent } from '#dist/history/tracked-event.js';

const SCRIPT = '0014';
const coin = (txid: string, amount: bigint) => ({ txid, vout: 0, amount, script: SCRIPT });

test('behavior: coins are read again if a payment is dropped during the request', async () => {
  const listeners = new Set<(event: TrackedEvent) => void>();
  const emit = (event: EngineEvent) => {
    for (const listener of listeners) listener(event as TrackedEvent);
  };
  let height = 200;
  let mempool: string[] = [];
  let onRead: () => void = () => undefined;
  const rpc = {
    unspent: async () => ({ height: 200, utxos: [{ ...coin('funding', 10n), height: 1, coinbase: false }] }),
    spentInMempool: async () => new Map(mempool.map((txid) => ['funding:0', txid])),
    transaction: async () => undefined,
    async mempool() {
      const answer = mempool;
      onRead();
      return answer;
    },
  };
  const supply = createCoinSupply(
    {
      rpc: rpc as unknown as BitcoinClient,
      tracker: { ledger: { height: () => height, state: () => ({ at: 'unknown' }) } } as unknown as BitcoinTracker,
      subscribe: (listener) => {
        listeners.add(listener);
        return () => listeners.delete(listener);
      },
      closed: new AbortController().signal,
    },
    () => [SCRIPT],
  );
  const [funding] = (await supply.take(() => 6n)) ?? [];
  supply.spent('payment', [funding!], [coin('payment', 4n)]);
  mempool = ['payment'];
  // A new block makes the next request read the coins; the node drops the payment just after its mempool was read.
  height++;
  onRead = () => {
    onRead = () => undefined;
    mempool = [];
    emit({ type: 'bitcoin.dropped', txid: 'payment', reason: 'conflict' });
  };
  expect(await supply.take(() => 6n)).toMatchObject([{ txid: 'funding' }]);
});
