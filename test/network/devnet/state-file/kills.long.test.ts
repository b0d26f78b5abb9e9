import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { copyFile, readdir, stat } from 'node:fs/promises';
import path from 'node:path';
import { createInterface } from 'node:readline';
import { expect, test } from 'vitest';
import type { Devnet } from '#dist/network/types.js';
import { testCache } from '../../../cache.js';
import { bootDevnet } from '../../../devnet.js';
import { temporaryFolder } from '../../../disposable-folder.js';
import { FULL_LENGTH } from '../../../full-length.js';
import { bitcoinRpc } from './kept-state.js';

const KILLS = FULL_LENGTH ? 100 : 20;

/** What a user has seen, when, and how much processor time the network had had by then, in ms. */
type Seen = {
  at: number;
  processor: number;
  what: string;
  bitcoin: [number, string];
  stacks: [number, string];
  total: string;
  txids: string[];
};

/** Runs the busy network until it has been busy for some time, and kills it. @returns what a user has seen */
async function runAndKill(state: string, { seed, busyMs }: { seed: number; busyMs: number }) {
  const script = path.join(import.meta.dirname, 'scripts/busy-network.mjs');
  const child: ChildProcess = spawn(process.execPath, [script, testCache.dir, state, String(seed)], { stdio: ['ignore', 'pipe', 'pipe'] });
  const closed = once(child, 'close');
  let errors = '';
  child.stderr?.setEncoding('utf8').on('data', (text: string) => {
    errors += text;
  });
  const seen: Seen[] = [];
  let warnings: string[] | undefined;
  let killed: number | undefined;
  for await (const line of createInterface({ input: child.stdout as NodeJS.ReadableStream })) {
    const read = JSON.parse(line);
    if (warnings === undefined) {
      ({ warnings } = read);
      setTimeout(() => {
        killed = performance.now();
        child.kill('SIGKILL');
      }, busyMs);
    } else seen.push({ ...read, at: performance.now() });
  }
  await closed;
  expect(errors).toBe('');
  if (killed === undefined || warnings === undefined) throw new Error('the network ended by itself');
  return { seen, warnings, killed };
}

/** Whether a network has the tips of a state that a user has seen, or continues them. */
async function continues(devnet: Devnet, { bitcoin: [height, hash], stacks: [, id], total }: Seen): Promise<boolean> {
  if ((await bitcoinRpc(devnet, 'getblockhash', height).catch(() => undefined)) !== hash) return false;
  const { status } = await fetch(`${devnet.urls.stacks}/v3/blocks/${id.replace('0x', '')}`);
  const now = await devnet.contract('counter').read('get-total');
  return status === 200 && BigInt(String(now)) >= BigInt(total);
}

test(`behavior: what was seen a second before a kill is there after the next start, ${KILLS} times`, {
  timeout: KILLS * 30_000,
}, async () => {
  await using folder = await temporaryFolder('kills');
  const state = path.join(folder.path, 'net.state');
  const count = { seen: 0, sure: 0, payments: 0, torn: 0 };
  // On a machine that is too busy, none of these kills may be late enough to be sure of anything: then later ones follow.
  for (let kill = 1; kill <= KILLS || count.sure === 0; kill++) {
    const busyMs = 200 + ((kill * 733) % 4_000) + 2_000 * Math.max(0, kill - KILLS);
    const { seen, warnings, killed } = await runAndKill(state, { seed: kill, busyMs });
    count.torn += warnings.length;
    count.seen += seen.length;
    // On a machine that is busy with other programs, a second of the network takes longer. Machines of tests may be half as fast as others.
    const processor = (seen.at(-1)?.processor ?? 0) - 2_000;
    const sure = seen.findLastIndex((each) => each.at <= killed - 1_000 && each.processor <= processor);
    if (sure < 0) continue;
    count.sure += sure + 1;
    await copyFile(state, `${state}.copy`);
    await using devnet = await bootDevnet({ loadState: `${state}.copy`, mining: { bitcoin: 'manual' } });
    const found = [];
    for (const each of seen.slice(sure)) if (await continues(devnet, each)) found.push(each.what);
    expect(found, `kill ${kill}: ${JSON.stringify(seen.slice(sure))}`).not.toEqual([]);
    for (const txid of seen.slice(0, sure + 1).flatMap(({ txids }) => txids)) {
      expect((await devnet.stacks.waitForTx(txid)).status, `kill ${kill}: ${txid}`).toBe('success');
      count.payments++;
    }
  }
  await using devnet = await bootDevnet({ state });
  await devnet.close();
  expect((await readdir(folder.path)).sort()).toEqual(['net.state', 'net.state.copy']);
  console.log(`${KILLS} kills: ${JSON.stringify(count)}, a state of ${(await stat(state)).size} bytes`);
});

test('behavior: a kill while the journal becomes a state loses nothing', { timeout: 300_000 }, async () => {
  await using folder = await temporaryFolder('kills');
  const file = path.join(folder.path, 'a.state');
  const script = path.join(import.meta.dirname, 'scripts/many-records.mjs');
  const count = { kept: 0, torn: 0, inTheMiddle: 0 };
  for (let kill = 0; kill < (FULL_LENGTH ? 300 : 60); kill++) {
    const child = spawn(process.execPath, [script, file], { stdio: ['ignore', 'pipe', 'inherit'] });
    const closed = once(child, 'close');
    let last = '';
    for await (const line of createInterface({ input: child.stdout })) {
      if (line.startsWith('start')) {
        const [, begun, isWhole] = line.split(' ');
        // More may be kept than was read: a pipe delivers later.
        expect(Number(begun) - count.kept, `kill ${kill}`).toBeGreaterThanOrEqual(0);
        if (isWhole === 'false') count.torn++;
        setTimeout(() => child.kill('SIGKILL'), (kill * 37) % 150);
      } else last = line;
    }
    await closed;
    if (last !== '') count.kept = Number(last);
    if ((await readdir(folder.path)).includes('a.state.new')) count.inTheMiddle++;
  }
  expect(count.inTheMiddle).toBeGreaterThan(0);
  console.log(JSON.stringify(count));
});
