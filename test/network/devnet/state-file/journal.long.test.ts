import { copyFile, readFile } from 'node:fs/promises';
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

test('default: the file follows everything that a network does, so that a killed one continues from it', { timeout: 120_000 }, async () => {
  await using folder = await temporaryFolder('journal');
  const file = path.join(folder.path, 'net.state');
  const sbtc = { bridge: { mode: 'manual' } } as const;
  await using devnet = await bootDevnet({ state: file, mining: MANUAL, sbtc });
  await expect.poll(() => differences(devnet, file).catch(String), { timeout: 10_000 }).toEqual([]);
  const begun = await readFile(file);
  for (const [name, step] of Object.entries(STEPS)) {
    await step(devnet);
    await expect.poll(() => differences(devnet, file), { timeout: 10_000, message: name }).toEqual([]);
  }
  // What was there stays where it was.
  const bytes = await readFile(file);
  expect(bytes.length).toBeGreaterThan(begun.length);
  expect(bytes.subarray(0, begun.length).equals(begun)).toBe(true);

  const killed = path.join(folder.path, 'killed.state');
  await copyFile(file, killed);
  await using later = await bootDevnet({ state: killed, sbtc });
  expect(Buffer.compare(await later.dumpState(), await devnet.dumpState())).toBe(0);
  await expect.poll(() => differences(later, killed), { timeout: 10_000 }).toEqual([]);
  await later.stacks.mine();
  await expect.poll(() => differences(later, killed), { timeout: 10_000 }).toEqual([]);
  // The journal goes on.
  expect((await readFile(killed)).subarray(0, bytes.length).equals(bytes)).toBe(true);
});

test('behavior: a history that forgets old blocks is followed, too', { timeout: 60_000 }, async () => {
  await using folder = await temporaryFolder('journal');
  const file = path.join(folder.path, 'net.state');
  await using devnet = await bootDevnet({ state: file, mining: MANUAL, history: { keep: 100 } });
  for (let round = 0; round < 6; round++) {
    await devnet.bitcoin.mine(3);
    await expect.poll(() => differences(devnet, file).catch(String), { timeout: 10_000 }).toEqual([]);
  }
});

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
