import { mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { createVersionCache } from '#dist/engines/real-nodes/launch/docker/version-cache.js';

const id = `sha256:${'0f'.repeat(32)}`;
let dir: string;
beforeEach(() => {
  dir = mkdtempSync(join(tmpdir(), 'devnet-versions-'));
});
afterEach(() => rmSync(dir, { recursive: true, force: true }));

test('default: a version is found by program and image', async () => {
  await createVersionCache(dir).keep('bitcoind', id, { version: '27.2.0', flavour: 'Core' });
  const cache = createVersionCache(dir);
  expect(await cache.find('bitcoind', id)).toEqual({ version: '27.2.0', flavour: 'Core' });
  expect(await cache.find('stacks-node', id)).toBeUndefined();
  expect(await cache.find('bitcoind', `${id}0`)).toBeUndefined();
});

test.each([
  '',
  '{',
  'null',
  '{"version":4}',
  '{"version":"27.2"}',
  '{"version":"27.2","flavour":"Vanilla"}',
  '{"version":"../../../..","flavour":"Core"}',
])('behavior: %j in place of what was kept is nothing', async (text) => {
  const cache = createVersionCache(dir);
  await cache.keep('bitcoind', id, { version: '27.2.0', flavour: 'Core' });
  const [file = ''] = readdirSync(join(dir, 'image-versions'));
  writeFileSync(join(dir, 'image-versions', file), text);
  expect(await cache.find('bitcoind', id)).toBeUndefined();
});

test('behavior: a folder that cannot be written is ignored', async () => {
  writeFileSync(join(dir, 'file'), '');
  const cache = createVersionCache(join(dir, 'file'));
  await cache.keep('stacks-node', id, { version: '4.0.1' });
  expect(await cache.find('stacks-node', id)).toBeUndefined();
});
