import { spawn } from 'node:child_process';
import { readdirSync } from 'node:fs';
import { connect } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { testCache } from '../../cache.js';

/** Runs the script in a process of its own, which has to end by itself; a test's deadline is what ends it otherwise. */
function run(script: string): Promise<{ status: number | null; stdout: string; stderr: string }> {
  return new Promise((resolve, reject) => {
    const file = join(import.meta.dirname, 'scripts', script);
    const child = spawn(process.execPath, [file, testCache.dir], { stdio: ['ignore', 'pipe', 'pipe'] });
    let stdout = '';
    let stderr = '';
    child.stdout.setEncoding('utf8').on('data', (text: string) => {
      stdout += text;
    });
    child.stderr.setEncoding('utf8').on('data', (text: string) => {
      stderr += text;
    });
    child.on('error', reject);
    child.on('close', (status) => resolve({ status, stdout, stderr }));
  });
}

function answers(port: number): Promise<boolean> {
  return new Promise((resolve) => {
    const socket = connect(port, '127.0.0.1');
    socket.on('connect', () => {
      socket.destroy();
      resolve(true);
    });
    socket.on('error', () => resolve(false));
  });
}

test('behavior: after close the process ends by itself, and two processes make the same chain', async () => {
  const before = readdirSync(tmpdir());
  const [first, second] = await Promise.all([run('same-every-time.mjs'), run('same-every-time.mjs')]);
  expect([first.stderr, second.stderr]).toEqual(['', '']);
  expect([first.status, second.status]).toEqual([0, 0]);
  const [one, two] = [first, second].map(({ stdout }) => JSON.parse(stdout));
  expect(two.result).toEqual(one.result);
  expect(one.result.payments).toHaveLength(4);
  const aborted = 'abort_by_response';
  expect(one.result.transactions.map(({ status }: { status: string }) => status)).toEqual(['success', 'success', aborted, 'success']);
  for (const port of [...one.ports, ...two.ports]) expect(await answers(port)).toBe(false);
  expect(readdirSync(tmpdir()).filter((name) => name.includes('stacks-devnet') && !before.includes(name))).toEqual([]);
});
