import path from 'node:path';
import { type Figure, measure } from './measure.js';
import { program, startProgram } from './program.js';

/** The engines of real nodes, with their arguments on the command line. */
export type RealEngine = 'native' | 'docker';

/** Runs of each figure. */
const RUNS = 5;
const PAYMENTS = 20;

/**
 * Measures a network of real nodes in its own process, over HTTP: boots until the first confirmed transfer, with an empty and a filled
 * cache, then blocks, payments and snapshots.
 */
export async function realFigures(engine: RealEngine, home: string): Promise<Figure[]> {
  const command = [...program, '--engine', engine, '--json'];
  const name = (what: string): string => `${engine}: ${what}`;
  const figures = [...(await bootFigures({ engine, epoch: '4.0', home })), ...(await bootFigures({ engine, epoch: '3.4', home }))];
  await using devnet = await startProgram(command, path.join(home, `${engine}-4.0-0`));
  const { urls } = JSON.parse(devnet.readyLine) as { urls: { gateway: string } };
  const ask = async (route: string, body: unknown = {}): Promise<Record<string, unknown>> => {
    const headers = { 'content-type': 'application/json' };
    const response = await fetch(`${urls.gateway}${route}`, { method: 'POST', headers, body: JSON.stringify(body) });
    const text = await response.text();
    if (!response.ok || response.status === 202) throw new Error(`${route}: ${response.status} ${text}`);
    return JSON.parse(text);
  };
  const stx = () => ask('/extended/v1/faucets/stx?address=ST2CY5V39NHDPWSXMW9QDT3HC3GD6Q6XX4CFRK9AG&wait=true');
  const btc = () => ask('/extended/v1/faucets/btc?wait=true', { address: 'muYdXKmX9bByAueDe6KFfHd5Ff1gdN9ErG' });
  const ids: string[] = [];
  figures.push(
    await measure(name('STX faucet with wait → confirmed'), '≤ 2000', PAYMENTS, stx),
    await measure(name('BTC faucet with wait → confirmed'), '≤ 2000', PAYMENTS, btc),
    await measure(name('mine one Bitcoin block, Stacks caught up'), '≤ 3000', PAYMENTS, () => ask('/devnet/v1/mine', { bitcoin: 1 })),
    await measure(name('snapshot'), '≤ 5000', RUNS, async () => void ids.push(String((await ask('/devnet/v1/snapshots'))['id']))),
    await measure(name('restore'), '≤ 5000', RUNS, (run) => ask(`/devnet/v1/snapshots/${ids[run]}/restore`)),
    await measure(name('resident memory of this process'), '', 1, async () => devnet.rssMiB(), 'MiB'),
  );
  return figures;
}

type Boots = { engine: RealEngine; epoch: '3.4' | '4.0'; home: string };

/** The goals in ms. */
const GOALS = {
  '3.4': { transfer: '≤ 15000', ready: '≤ 15000' },
  '4.0': { transfer: '≤ 20000', ready: '≤ 22000' },
};

/**
 * Boots in an epoch, with an empty and with a filled cache. Ready means that a transfer is confirmed and, in 4.0, that the signers have
 * staked.
 */
async function bootFigures({ engine, epoch, home }: Boots): Promise<Figure[]> {
  const boot = async (folder: string): Promise<{ transfer: number; ready: number }> => {
    await using started = await startProgram([...program, '--engine', engine, '--epoch', epoch], path.join(home, folder));
    return { transfer: started.reachedMs('a transfer is confirmed'), ready: started.readyMs };
  };
  const name = (what: string): string => `${engine}, epoch ${epoch}: ${what}`;
  const ready: number[] = [];
  const transfer = await measure(name('genesis → first confirmed transfer'), GOALS[epoch].transfer, RUNS, async (run) => {
    const boots = await boot(`${engine}-${epoch}-${run}`);
    ready.push(boots.ready);
    return boots.transfer;
  });
  return [
    transfer,
    await measure(name('genesis → ready'), GOALS[epoch].ready, RUNS, async (run) => ready[run]),
    await measure(name('cache → ready'), '≤ 3500', RUNS, async () => (await boot(`${engine}-${epoch}-0`)).ready),
  ];
}
