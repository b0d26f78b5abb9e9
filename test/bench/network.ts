import path from 'node:path';
import { confirmAll, type Queue, type Sender, signCalls, signTransfers } from './load.js';
import { type Figure, measure } from './measure.js';
import { type Program, program, startProgram } from './program.js';

/** Transactions of a figure of throughput. */
const BURST = 2_000;
const LONG_RUN = 50_000;

type Ask = (method: string, route: string, body?: unknown) => Promise<Record<string, unknown>>;

/** Measures a devnet in its own process, started from the cache, over HTTP: payments, blocks, snapshots, throughput, memory. */
export async function networkFigures(home: string): Promise<Figure[]> {
  await using devnet = await startProgram([...program, '--json'], path.join(home, 'first-0'));
  const { urls } = JSON.parse(devnet.readyLine) as { urls: { gateway: string } };
  const ask: Ask = async (method, route, body) => {
    const response = await fetch(`${urls.gateway}${route}`, {
      method,
      ...(body === undefined ? {} : { headers: { 'content-type': 'application/json' }, body: JSON.stringify(body) }),
    });
    const text = await response.text();
    if (!response.ok || response.status === 202) throw new Error(`${method} ${route}: ${response.status} ${text}`);
    return text === '' ? {} : JSON.parse(text);
  };
  const stx = () => ask('POST', '/extended/v1/faucets/stx?address=ST2CY5V39NHDPWSXMW9QDT3HC3GD6Q6XX4CFRK9AG&wait=true');
  const btc = () => ask('POST', '/extended/v1/faucets/btc?wait=true', { address: 'muYdXKmX9bByAueDe6KFfHd5Ff1gdN9ErG' });
  const ids: string[] = [];
  const figures = [await measure('resident memory at ready', '≤ 350', 1, async () => devnet.rssMiB(), 'MiB')];
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
  figures.push(...(await throughput(await describe(devnet))));
  return figures;
}

type Started = Pick<Program, 'rssMiB'> & { gateway: string; senders: [deployer: Sender, ...others: Sender[]] };

async function describe(devnet: Program): Promise<Started> {
  const { urls } = JSON.parse(devnet.readyLine) as { urls: { gateway: string } };
  const { accounts } = (await (await fetch(`${urls.gateway}/devnet/v1/accounts`)).json()) as { accounts: Started['senders'] };
  return { gateway: urls.gateway, senders: accounts, rssMiB: devnet.rssMiB };
}

/** Sends signed transactions to the gateway, one loop per account, until the last is confirmed. */
async function throughput({ gateway, senders: [deployer, ...senders], rssMiB }: Started): Promise<Figure[]> {
  const transfers = await signTransfers(senders, deployer.stx.address, BURST);
  const [deploy = [], ...calls] = await signCalls(deployer, senders, BURST, Math.ceil(BURST / senders.length));
  const rate = (name: string, goal: string, queues: Queue[]) => measure(name, goal, 1, () => confirmAll(gateway, queues), 'tx/s');
  const first = await rate('transactions confirmed per second over HTTP', '≥ 600', transfers);
  const memory = await measure('resident memory after all of this, no snapshot held', '≤ 350', 1, async () => rssMiB(), 'MiB');
  await confirmAll(gateway, [deploy]);
  return [first, memory, await rate('contract calls confirmed per second over HTTP', '≥ 400', calls)];
}

/** The memory of a devnet after half of a long run, and at its end. */
export async function longRunFigures(home: string): Promise<Figure[]> {
  await using devnet = await startProgram([...program, '--json'], path.join(home, 'first-0'));
  const { gateway, senders, rssMiB } = await describe(devnet);
  const [deployer, ...others] = senders;
  const transfers = await signTransfers(others, deployer.stx.address, LONG_RUN);
  const half = Math.ceil(LONG_RUN / others.length / 2);
  const figures: Figure[] = [];
  for (const [count, part] of [
    [LONG_RUN / 2, transfers.map((queue) => queue.slice(0, half))],
    [LONG_RUN, transfers.map((queue) => queue.slice(half))],
  ] as const) {
    await confirmAll(gateway, part);
    figures.push(await measure(`resident memory after ${count} transactions`, '≤ 350', 1, async () => rssMiB(), 'MiB'));
  }
  return figures;
}
