import { makeSTXTokenTransfer } from '@stacks/transactions';
import { type Devnet, startDevnet } from 'stacks-devnet';
import { type Figure, measure } from './measure.js';

/** What a running embedded devnet does over HTTP: payments, blocks, snapshots, throughput, memory. */
export async function networkFigures(): Promise<Figure[]> {
  await using devnet = await startDevnet();
  const { wallet_1, wallet_2 } = devnet.accounts;
  if (wallet_1 === undefined || wallet_2 === undefined) throw new Error('the standard accounts are missing');
  const post = async (route: string, body?: unknown) => {
    const response = await fetch(`${devnet.urls.gateway}${route}`, {
      method: 'POST',
      ...(body === undefined ? {} : { headers: { 'content-type': 'application/json' }, body: JSON.stringify(body) }),
    });
    if (response.status !== 200) throw new Error(`${route}: ${response.status} ${await response.text()}`);
    await response.text();
  };
  const stx = () => post(`/extended/v1/faucets/stx?address=${wallet_2.stx.address}&wait=true`);
  const btc = () => post('/extended/v1/faucets/btc?wait=true', { address: wallet_2.btc.address });
  await Promise.all([stx(), btc()]); // the first payment of each kind loads what it signs with
  const ids: string[] = [];
  return [
    await measure('STX faucet with wait → confirmed', '≤ 10', 50, stx),
    await measure('BTC faucet with wait → confirmed', '≤ 10', 50, btc),
    await measure(
      '100 STX and 100 BTC payments at once',
      '',
      1,
      async () => await Promise.all(Array.from({ length: 100 }, () => [stx(), btc()]).flat()),
    ),
    await measure('mine one Bitcoin block, Stacks caught up', '≤ 5', 50, () => post('/devnet/v1/mine', { bitcoin: 1 })),
    await measure('snapshot', '≤ 60', 5, async () => void ids.push(await devnet.snapshot())),
    await measure('restore', '≤ 30', 5, (run) => devnet.restore(ids[run] ?? '')),
    ...(await Promise.all(ids.map((id) => devnet.deleteSnapshot(id))).then(() => [])),
    await throughput(devnet, 2_000),
    await measure('resident memory', '≤ 350', 1, async () => process.memoryUsage.rss() / 2 ** 20, 'MiB'),
  ];
}

/** Transfers signed beforehand, sent by one loop per account to the gateway, until the last is confirmed. */
async function throughput(devnet: Devnet, count: number): Promise<Figure> {
  const senders = Object.values(devnet.accounts).slice(2);
  const recipient = devnet.accounts['deployer']?.stx.address ?? '';
  const queues = await Promise.all(
    senders.map(async (sender) =>
      Promise.all(
        Array.from({ length: Math.ceil(count / senders.length) }, async (_, nonce) => {
          const transaction = await makeSTXTokenTransfer({
            recipient,
            amount: 1n,
            fee: 200n,
            nonce,
            senderKey: sender.privateKey,
            network: devnet.network,
          });
          return { txid: transaction.txid(), hex: transaction.serialize() };
        }),
      ),
    ),
  );
  return measure(
    'transactions confirmed per second over HTTP',
    '≥ 600',
    1,
    async () => {
      const started = performance.now();
      await Promise.all(
        queues.map(async (queue) => {
          for (const { hex } of queue) {
            const response = await fetch(`${devnet.urls.gateway}/v2/transactions`, {
              method: 'POST',
              headers: { 'content-type': 'application/json' },
              body: JSON.stringify({ tx: hex }),
            });
            if (response.status !== 200) throw new Error(await response.text());
            await response.text();
          }
          await devnet.stacks.waitForTx(queue.at(-1)?.txid ?? '');
        }),
      );
      return queues.flat().length / ((performance.now() - started) / 1000);
    },
    'tx/s',
  );
}
