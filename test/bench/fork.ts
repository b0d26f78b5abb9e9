import path from 'node:path';
import { startDevnet } from 'stacks-devnet';
import type { Devnet } from '#dist/network/types.js';
import { HEIGHT, serveForkSource } from '../engines/embedded/fork/fork-source-server.js';
import { type Figure, measure } from './measure.js';
import { program, startProgram } from './program.js';

/** A contract of an origin, with the function to call. */
type Target = { url: string; height: number | undefined; contract: string; fn: string; args: readonly unknown[] };

/**
 * Measures forks of an origin on this machine: the one of the tests, or a network at `BENCH_ORIGIN` (at `BENCH_HEIGHT`) with the contract
 * that `BENCH_CALL` names, such as
 * `ST….counter.add 1`.
 */
export async function forkFigures(home: string): Promise<Figure[]> {
  await using origin = await serveForkSource();
  const target = targetOf(process.env, origin.url);
  const dir = (run: number) => path.join(home, `fork-${run}`);
  const start = (run: number) =>
    startDevnet({ gateway: false, fork: { url: target.url, height: target.height }, cache: { dir: dir(run) } });
  const firstCall = async (run: number): Promise<void> => {
    await using devnet = await start(run);
    await call(devnet, target);
  };
  // The modules load once.
  await firstCall(0);
  await using devnet = await start(0);
  await call(devnet, target);
  const snapshot = await devnet.snapshot();
  const url = ['--fork', target.url];
  return [
    await measure('fork → first call mined, from nothing', '≤ 1500', 7, (run) => firstCall(run + 1)),
    await measure('fork → first call mined, from the cache', '≤ 400', 11, () => firstCall(0)),
    await measure('read of a variable, from memory', '', 50, () =>
      devnet
        .contract(target.contract)
        .read('get-n', [])
        .catch(() => undefined),
    ),
    await measure('restore after a call', '≤ 10', 11, async () => {
      await call(devnet, target);
      const started = performance.now();
      await devnet.restore(snapshot);
      return performance.now() - started;
    }),
    await measure('process start → ready, from the cache', '', 5, async () => {
      await using started = await startProgram([...program, ...url], path.join(home, 'first'));
      return started.readyMs;
    }),
    await measure('resident memory of the process, ready', '≤ 150', 3, () => memory([...program, ...url], path.join(home, 'first')), 'MiB'),
    await measure('the same without a fork', '', 3, () => memory(program, path.join(home, 'first')), 'MiB'),
  ];
}

function targetOf({ BENCH_ORIGIN, BENCH_HEIGHT, BENCH_CALL = '' }: NodeJS.ProcessEnv, url: string): Target {
  const [name = '', ...args] = BENCH_CALL.split(' ');
  const [address, contract, fn = ''] = name.split('.');
  if (BENCH_ORIGIN !== undefined)
    return {
      url: BENCH_ORIGIN,
      height: BENCH_HEIGHT === undefined ? undefined : Number(BENCH_HEIGHT),
      contract: `${address}.${contract}`,
      fn,
      args: args.map(BigInt),
    };
  return { url, height: HEIGHT, contract: 'ST1PQHQKV0RJXZFY1DGX8MNSNYVE3VGZJSRTPGZGM.counter', fn: 'add', args: [1n] };
}

function call(devnet: Devnet, { contract, fn, args }: Target): Promise<unknown> {
  return devnet.contract(contract as `${string}.${string}`).call(fn, args as never, { as: 'wallet_1' });
}

async function memory(command: readonly string[], home: string): Promise<number> {
  await using started = await startProgram(command, home);
  return started.rssMiB();
}
