import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { Agent, request } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { privateKeyToAddress, randomPrivateKey } from '@stacks/transactions';
import { type Devnet, startDevnet } from 'stacks-devnet';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { fileKeys } from '#dist/gateway/keys/key-file.js';
import { createKey, revokeKey } from '#dist/gateway/keys/keys.js';

let folder: string;
let devnet: Devnet;
let keyFile: string;
const warnings: string[] = [];
const agent = new Agent({ keepAlive: true, maxSockets: 100 });
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'devnet-limits-'));
  keyFile = join(folder, 'keys.json');
  devnet = await startDevnet({
    rateLimit: { requests: '300/1h', stx: '2/1h', stxPerIp: '5/1h' },
    apiKeys: { file: keyFile, factor: 2 },
    rateLimitFile: join(folder, 'windows.json'),
    onWarning: (message) => warnings.push(message),
  });
});
afterAll(async () => {
  agent.destroy();
  await devnet.close();
  await rm(folder, { recursive: true });
});

type Ask = { path?: string; method?: string; from?: string; headers?: Record<string, string> };

function ask({ path = '/extended', method = 'GET', from = '127.0.0.1', headers = {} }: Ask): Promise<{ status: number; body: string }> {
  const { hostname, port } = new URL(devnet.urls.gateway ?? '');
  return new Promise((resolve, reject) => {
    const outgoing = request({ hostname, port, path, method, headers, localAddress: from, agent }, (response) => {
      let body = '';
      response.on('data', (chunk: Buffer) => {
        body += chunk;
      });
      response.on('end', () => resolve({ status: response.statusCode ?? 0, body }));
    });
    outgoing.on('error', reject);
    outgoing.end();
  });
}
const times = (count: number, one: (index: number) => Ask) => Promise.all(Array.from({ length: count }, (_, index) => ask(one(index))));
const passed = (answers: { status: number }[]) => answers.filter(({ status }) => status !== 429).length;

test('behavior: a key has limits of its own; revoked, it is refused at once, and it is nowhere to be read', async () => {
  const { key, entry } = await createKey(fileKeys(keyFile), 'suite');
  const answers = await times(1_000, (index) => ({ headers: { 'x-api-key': key }, from: `127.0.0.${10 + (index % 2)}` }));
  expect(passed(answers)).toBe(600);
  const good = await createKey(fileKeys(keyFile), 'other');
  expect((await ask({ headers: { 'x-hiro-api-key': good.key } })).status).toBe(200);
  await revokeKey(fileKeys(keyFile), good.entry.id);
  const revoked = await ask({ from: '127.0.0.6', headers: { 'x-hiro-api-key': good.key } });
  expect([revoked.status, JSON.parse(revoked.body).code]).toEqual([401, 'UNAUTHORIZED']);
  const files = await Promise.all(['keys.json', 'windows.json'].map((name) => readFile(join(folder, name), 'utf8').catch(() => '')));
  const all = JSON.stringify([files, warnings, answers, revoked]);
  for (const secret of [key, good.key]) expect(all).not.toContain(secret);
  expect(entry.hash).not.toContain(key);
});

test('behavior: of many requests at once, from own addresses and behind an untrusted header, the allowed number passes', async () => {
  const addresses = Array.from({ length: 4 }, () => privateKeyToAddress(randomPrivateKey(), 'testnet'));
  const payments = await Promise.all(
    ['127.0.0.3', '127.0.0.4'].map((from) =>
      times(50, (index) => ({ from, method: 'POST', path: `/extended/v1/faucets/stx?address=${addresses[index % 4]}&wait=true` })),
    ),
  );
  const paid = payments.map((answers) => answers.filter(({ status }) => status === 200).length);
  // Two to each of four addresses, at most five for a client: this machine is one.
  expect((paid[0] ?? 0) + (paid[1] ?? 0)).toBe(5);
  const [first, second] = await Promise.all([
    times(150, (index) => ({ headers: { 'x-forwarded-for': `10.0.${index % 100}.1` } })),
    times(150, (index) => ({ from: '127.0.0.2', headers: { 'x-forwarded-for': '127.0.0.1', forwarded: `for=10.0.0.${index % 200}` } })),
  ]);
  // The payments were requests, too, and so was that with the revoked key.
  expect(passed([...first, ...second])).toBe(300 - 2 * 50 - 1);
  expect(passed(await times(10, () => ({ path: '/ready' })))).toBe(10);
});
