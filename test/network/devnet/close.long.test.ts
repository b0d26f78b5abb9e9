import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { expect, test } from 'vitest';
import { testCache } from '../../cache.js';
import { FULL_LENGTH } from '../../full-length.js';

test('behavior: a network that closes at any moment settles every call, and leaves no thread', async () => {
  const file = join(import.meta.dirname, 'scripts/close-at-random.mjs');
  const rounds = FULL_LENGTH ? 200 : 8;
  const child = spawn(process.execPath, [file, testCache.dir, `${rounds}`, '7'], { stdio: ['ignore', 'pipe', 'pipe'] });
  const [stdout, stderr, [status]] = await Promise.all([text(child.stdout), text(child.stderr), once(child, 'exit')]);
  expect(stderr).toBe('');
  // 13 is Node's status of a program whose await never ends.
  expect(status).toBe(0);
  const { problems, counts } = JSON.parse(stdout);
  expect(problems).toEqual([]);
  expect(counts).toMatchObject({ resolved: expect.any(Number), NOT_READY: expect.any(Number) });
}, 600_000);
