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
  // Ready means that a transfer was confirmed.
  const boot = async (folder: string): Promise<number> => {
    await using started = await startProgram(command, path.join(home, folder));
    return started.readyMs;
  };
  const figures = [
    await measure(name('genesis → first confirmed transfer'), '≤ 30000', RUNS, (run) => boot(`${engine}-${run}`)),
    await measure(name('cache → first confirmed transfer'), '≤ 5000', RUNS, () => boot(`${engine}-0`)),
  ];
  await using devnet = await startProgram(command, path.join(home, `${engine}-0`));
  const { urls } = JSON.parse(devnet.firstLine) as { urls: { gateway: string } };
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
