import path from 'node:path';
import { STACKS_TESTNET } from '@stacks/network';
import { makeSTXTokenTransfer } from '@stacks/transactions';
import { type Figure, measure } from './measure.js';
import { program, startProgram } from './program.js';

type Ask = (method: string, route: string, body?: unknown) => Promise<Record<string, unknown>>;

/** What a devnet in a process of its own, started from the cache, does over HTTP: payments, blocks, snapshots, throughput, memory. */
export async function networkFigures(home: string): Promise<Figure[]> {
  await using devnet = await startProgram([...program, '--json'], path.join(home, 'first-0'));
  const { urls } = JSON.parse(devnet.firstLine) as { urls: { gateway: string } };
  const ask: Ask = async (method, route, body) => {
    const response = await fetch(`${urls.gateway}${route}`, {
      method,
      ...(body === undefined ? {} : { headers: { 'content-type': 'application/json' }, body: JSON.stringify(body) }),
    });
    const text = await response.text();
    if (!response.ok || response.status === 202) throw new Error(`${method} ${route}: ${response.status} ${text}`);
    return text === '' ? {} : JSON.parse(text);
  };
  const memory = (name: string) => measure(name, '≤ 350', 1, async () => devnet.rssMiB(), 'MiB');
  const stx = () => ask('POST', '/extended/v1/faucets/stx?address=ST2CY5V39NHDPWSXMW9QDT3HC3GD6Q6XX4CFRK9AG&wait=true');
  const btc = () => ask('POST', '/extended/v1/faucets/btc?wait=true', { address: 'muYdXKmX9bByAueDe6KFfHd5Ff1gdN9ErG' });
  const ids: string[] = [];
  const figures = [await memory('resident memory at ready')];
  figures.push(
    await measure('first STX payment, first BTC payment', '', 1, () => stx().then(btc)),
    await measure('STX faucet with wait → confirmed', '≤ 10', 50, stx),
    await measure('BTC faucet with wait → confirmed', '≤ 10', 50, btc),
    await measure('100 STX and 100 BTC payments at once', '', 1, () =>
      Promise.all(Array.from({ length: 100 }, () => [stx(), btc()]).flat()),
    ),
    await measure('mine one Bitcoin block, Stacks caught up', '≤ 5', 50, () => ask('POST', '/devnet/v1/mine', { bitcoin: 1 })),
    await measure('snapshot', '≤ 60', 5, async () => void ids.push(String((await ask('POST', '/devnet/v1/snapshots', {}))['id']))),
    await measure('restore', '≤ 30', 5, (run) => ask('POST', `/devnet/v1/snapshots/${ids[run]}/restore`)),
  );
  for (const id of ids) await ask('DELETE', `/devnet/v1/snapshots/${id}`);
  figures.push(await throughput(ask, 2_000), await memory('resident memory after all of this, no snapshot held'));
  return figures;
}

/** Transfers signed beforehand, sent by one loop per account to the gateway, until the last is confirmed. */
async function throughput(ask: Ask, count: number): Promise<Figure> {
  const { accounts } = (await ask('GET', '/devnet/v1/accounts')) as { accounts: { privateKey: string; stx: { address: string } }[] };
  const [deployer, ...senders] = accounts;
  const queues = await Promise.all(
    senders.map((sender) =>
      Promise.all(
        Array.from({ length: Math.ceil(count / senders.length) }, async (_, nonce) => {
          const transfer = { recipient: deployer?.stx.address ?? '', amount: 1n, fee: 200n, nonce, senderKey: sender.privateKey };
          const transaction = await makeSTXTokenTransfer({ ...transfer, network: STACKS_TESTNET });
          return { txid: transaction.txid(), tx: transaction.serialize() };
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
          for (const { tx } of queue) await ask('POST', '/v2/transactions', { tx });
          await ask('GET', `/devnet/v1/tx/${queue.at(-1)?.txid}/wait`);
        }),
      );
      return queues.flat().length / ((performance.now() - started) / 1000);
    },
    'tx/s',
  );
}
