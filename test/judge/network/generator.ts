import { findPrograms } from '#dist/engines/real-nodes/launch/native/programs.js';
import { rows } from '#dist/network/operations.js';
import type { LocalDevnet } from '#dist/network/types.js';
import { nativeHost } from '#dist/project/config/hosts.js';
import { resolveOptions } from '#dist/project/config/resolve.js';
import type { Reach } from '../reach.js';
import type { Difference, Generator, Judge, Pair } from '../types.js';
import type { BlockCache } from './chains.js';
import { compare } from './compare.js';
import { known } from './known.js';
import { type Net, netOf, refused, startNet } from './net.js';
import { Play, prepareBank, type Table } from './play.js';
import { startReadyProbe } from './ready.js';
import { STEP_NAMES, type Step, step } from './steps.js';

/** Every round of this kind is played on real nodes, too. */
const NATIVE_MS = 600_000;

/** Operations of the table in random order, with a ledger of their money as judge; beside real nodes the same steps there. */
export function network(): Generator<Step> {
  return {
    name: 'network',
    step,
    steps: 40,
    known,
    everything: async () => [
      ...rows.flatMap(([name]) => [name, refused(name)]),
      ...['embedded', 'native'].flatMap((engine) => [...STEP_NAMES, 'the ledger'].map((name) => `${name} on ${engine}`)),
    ],
    async missing() {
      return findPrograms({ binaries: resolveOptions().binaries, environment: nativeHost().environment }).then(
        () => undefined,
        (error: Error) => error.message.split('\n')[0],
      );
    },
    open,
  };
}

async function open({ judge, reach }: { judge: Judge; seed: number; reach: Reach }): Promise<Pair<Step>> {
  const probe = startReadyProbe();
  const base = await startNet();
  const bank = await prepareBank(base);
  const cache: BlockCache = { stacks: new Map(), bitcoin: new Map() };
  const native = judge === 'real' ? await openNative() : undefined;
  const rejections: unknown[] = [];
  const onRejection = (reason: unknown) => void rejections.push(reason);
  process.on('unhandledRejection', onRejection);

  async function* embedded(steps: readonly Step[]): AsyncGenerator<Difference, Play> {
    const table: Table = { net: await netOf((await base.devnet.clone()) as LocalDevnet), cache, bank, reach, probe, owns: true };
    const play = new Play(table);
    yield* play.play(steps);
    return play;
  }

  return {
    async *play(steps) {
      const ours = yield* embedded(steps);
      if (native !== undefined) {
        const theirs = new Play({ net: native.net, cache: native.cache, bank: native.bank, reach, probe, owns: false });
        await native.net.devnet.restore(native.clean);
        const stop = AbortSignal.timeout(NATIVE_MS);
        for await (const difference of theirs.play(steps)) {
          yield { ...difference, path: `on real nodes: ${difference.path}` };
          if (stop.aborted) break;
        }
        yield* compare(steps, ours.results, theirs.results);
      }
      for (const reason of rejections.splice(0)) {
        const ours = reason instanceof Error ? reason.stack : String(reason);
        yield { step: Math.max(0, steps.length - 1), about: 'the process', path: 'an unhandled rejection', ours, judge: 'none' };
      }
    },
    async [Symbol.asyncDispose]() {
      process.off('unhandledRejection', onRejection);
      await base.close();
      await native?.net.close();
      await probe[Symbol.asyncDispose]();
    },
  };
}

/** A network of real nodes, which returns to its beginning before each play. */
async function openNative(): Promise<{ net: Net; bank: string; clean: string; cache: BlockCache }> {
  const net = await startNet({ engine: 'native' });
  const bank = await prepareBank(net);
  const clean = await net.devnet.snapshot('clean');
  return { net, bank, clean, cache: { stacks: new Map(), bitcoin: new Map() } };
}
