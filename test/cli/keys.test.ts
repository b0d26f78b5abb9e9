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

test('behavior: a name is kept as it is, whatever objects of JavaScript have by that name', async () => {
  const names = ['__proto__', 'constructor', 'a:b', 'a=b', 'Zürich 東京 🚀', 'x'.repeat(100), 'twice', 'twice', ''];
  for (const name of names) expect(await inProcess(['keys', 'create', name], env)).toMatchObject({ status: 0 });
  const { keys } = JSON.parse((await inProcess(['--json', 'keys', 'list'], env)).stdout) as { keys: { name: string }[] };
  expect(keys.map(({ name }) => name)).toEqual(names);
});

test.each([
  ['a line feed', 'web\nadmin', 'a name of at most 100 characters'],
  ['an escape sequence', '\u001b[2Jweb', 'a name of at most 100 characters'],
  ['a change of direction', 'web\u202e', 'a name of at most 100 characters'],
  ['white space around it', ' web', 'a name of at most 100 characters'],
  ['white space alone', ' ', 'a name of at most 100 characters'],
  ['101 characters', 'x'.repeat(101), 'a name of at most 100 characters'],
  ['the team of callers without a key', 'anyone', 'another name'],
  ['the form of an id', '0123abcd', 'a name that is not the id of a key'],
])('error: a name with %s', async (_what, name, expected) => {
  const { status, stderr } = await inProcess(['keys', 'create', name], env);
  expect([status, stderr]).toEqual([2, expect.stringContaining(`name: expected ${expected}`)]);
  expect(stderr).not.toContain('\u001b');
  expect(JSON.parse((await inProcess(['--json', 'keys', 'list'], env)).stdout)).toEqual({ keys: [] });
});

test('error: a key in place of its id is not printed', async () => {
  const { stdout: key } = await inProcess(['keys', 'create'], env);
  const { status, stderr } = await inProcess(['keys', 'revoke', key], env);
  expect([status, stderr]).toEqual([2, expect.stringContaining('id: expected the id of a key')]);
  expect(stderr).not.toContain(key.slice('devnet_'.length));
});

test('error: an unknown id, a malformed file', async () => {
  expect(await inProcess(['keys', 'revoke', 'nothing'], env)).toMatchObject({ status: 1, stderr: 'error: there is no key "nothing"' });
  const file = join(folder, 'other.json');
  await writeFile(file, '{"keys":[{"id":1}]}');
  const wrong = await inProcess(['keys', 'list', '--api-keys-file', file], env);
  expect([wrong.status, wrong.stderr]).toEqual([2, expect.stringContaining('apiKeys.file: expected a file of API keys')]);
});
