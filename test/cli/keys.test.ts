import { mkdtemp, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { inProcess } from './in-process.js';

let folder: string;
let env: Record<string, string>;
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'devnet-keys-'));
  env = { HOME: folder, XDG_STATE_HOME: join(folder, 'state') };
});
afterEach(() => rm(folder, { recursive: true }));

test('default: create prints the key once, list shows it, revoke revokes it', async () => {
  const created = await inProcess(['keys', 'create', 'the suite'], env);
  expect([created.status, created.stdout]).toEqual([0, expect.stringMatching(/^devnet_[0-9a-f]{8}_[\w-]{32}$/)]);
  const file = join(folder, 'state', 'stacks-devnet', 'api-keys.json');
  expect((await stat(file)).mode & 0o777).toBe(0o600);
  expect(await readFile(file, 'utf8')).not.toContain(created.stdout);
  const listed = await inProcess(['keys', 'list'], env);
  const [id = ''] = listed.stdout.split(' ');
  expect(listed.stdout).toMatch(/^[0-9a-f]{8} {2}\S+ {2}valid {2}the suite$/);
  expect(await inProcess(['keys', 'revoke', id], env)).toMatchObject({ status: 0, stdout: `revoked ${id}` });
  const after = JSON.parse((await inProcess(['--json', 'keys', 'list'], env)).stdout);
  expect(after).toEqual({ keys: [{ id, name: 'the suite', createdAt: expect.any(String), revokedAt: expect.any(String) }] });
});

test('behavior: keeps all keys that are created at the same time', async () => {
  await Promise.all(Array.from({ length: 8 }, () => inProcess(['keys', 'create'], env)));
  expect(JSON.parse((await inProcess(['--json', 'keys', 'list'], env)).stdout).keys).toHaveLength(8);
});

test.each(['/dev/null', '/proc/nope'])('error: a home in which no folder can be created: %s', async (home) => {
  const { status, stderr } = await inProcess(['keys', 'create'], { HOME: home });
  expect(status).toBe(6);
  expect(stderr).toMatch(
    /^error: .*\.local\/state\/stacks-devnet, the folder of the API keys, cannot be created: E\w+: .*DEVNET_API_KEYS_FILE/,
  );
});

test('error: an unknown id, a malformed file', async () => {
  expect(await inProcess(['keys', 'revoke', 'nothing'], env)).toMatchObject({ status: 1, stderr: 'error: there is no key nothing' });
  const file = join(folder, 'other.json');
  await writeFile(file, '{"keys":[{"id":1}]}');
  const wrong = await inProcess(['keys', 'list', '--api-keys-file', file], env);
  expect([wrong.status, wrong.stderr]).toEqual([2, expect.stringContaining('apiKeys.file: expected a file of API keys')]);
});
