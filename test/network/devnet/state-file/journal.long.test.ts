import path from 'node:path';
import { startDevnet } from 'stacks-devnet';
import { expect, test } from 'vitest';
import type { DevnetOptions } from '#dist/project/config/start-options.js';
import { bootDevnet } from '../../../devnet.js';
import { temporaryFolder } from '../../../disposable-folder.js';
import { FULL_LENGTH } from '../../../full-length.js';
import { differences } from './kept-state.js';
import { STEPS } from './steps.js';

const ROUNDS = FULL_LENGTH ? 400 : 60;
const MANUAL = { bitcoin: 'manual', stacks: 'manual' } as const;

/** Returns whole numbers below a limit, the same for the same seed. */
function numbers(seed: number): (limit: number) => number {
  let state = seed;
  return (limit) => {
    state = (state * 1_103_515_245 + 12_345) % 2 ** 31;
    return Math.floor((state / 2 ** 31) * limit);
  };
}

/** Takes random steps on a network, and compares its file with its state. What a network refuses changes nothing. */
async function follow(file: string, options: DevnetOptions, seed: number): Promise<void> {
  const below = numbers(seed);
  const steps = Object.entries(STEPS);
  await using devnet = await bootDevnet({ state: file, mining: MANUAL, ...options });
  // A reorganisation must not reach below the first block of a fork.
  await devnet.bitcoin.mine(20);
  const taken: string[] = [];
  for (let round = 0; round < ROUNDS; round++) {
    for (let count = 1 + below(4); count > 0; count--) {
      const [name, step] = steps[below(steps.length)] ?? steps[0] ?? ['', async () => undefined];
      const outcome = await step(devnet).then(
        () => '',
        (error: Error) => ` (${error.message.slice(0, 60)})`,
      );
      taken.push(`${name}${outcome}`);
    }
    // Modes of the steps mine by themselves.
    await devnet.setMining(MANUAL);
    await expect.poll(() => differences(devnet, file).catch(String), { timeout: 20_000, message: taken.slice(-12).join(', ') }).toEqual([]);
  }
}

test.each([1, 2, 3])('behavior: the file follows random steps, seed %i', { timeout: ROUNDS * 10_000 }, async (seed) => {
  await using folder = await temporaryFolder('journal');
  await follow(path.join(folder.path, 'net.state'), { sbtc: { bridge: { mode: 'manual' } } }, seed);
});

test('behavior: the file follows a network of epoch 2.5', { timeout: ROUNDS * 10_000 }, async () => {
  await using folder = await temporaryFolder('journal');
  await follow(path.join(folder.path, 'net.state'), { epoch: '2.5', sbtc: { enabled: false } }, 4);
});

test('behavior: the file follows a fork', { timeout: ROUNDS * 10_000 }, async () => {
  await using folder = await temporaryFolder('journal');
  await using origin = await startDevnet({ mining: MANUAL });
  await origin.bitcoin.mine(3);
  await follow(path.join(folder.path, 'net.state'), { fork: { url: origin.urls.stacks } }, 5);
});
