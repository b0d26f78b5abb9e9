import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Ajv2020 } from 'ajv/dist/2020.js';
import { type Devnet, startDevnet } from 'stacks-devnet';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { paymentOf, requirements } from '../gateway/x402/payments.js';

type Document = { paths: Record<string, Record<string, { responses: Record<string, { content?: Record<string, { schema: object }> }> }>> };

let folder: string;
let devnet: Devnet;
let document: Document;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'coverage-'));
  devnet = await startDevnet({ coverage: join(folder, 'lcov.info') });
  document = (await (await fetch(`${devnet.urls.gateway}/openapi.json`)).json()) as Document;
});
afterAll(async () => {
  await devnet.close();
  await rm(folder, { recursive: true });
});

const ajv = new Ajv2020({ strict: false });
const answered = new Set<string>();

/** Asks, and holds the answer to what the document says of the operation. */
async function ask(
  method: string,
  template: string,
  status: number,
  options: { path?: string; body?: unknown; gateway?: string | undefined } = {},
): Promise<unknown> {
  const { path = template, body, gateway = devnet.urls.gateway } = options;
  const init = { method, ...(body !== undefined && { headers: { 'content-type': 'application/json' }, body: JSON.stringify(body) }) };
  const response = await fetch(`${gateway}${path}`, { ...init, redirect: 'manual' });
  const text = await response.text();
  expect(response.status, `${method} ${path}: ${text}`).toBe(status);
  const operation = document.paths[template]?.[method.toLowerCase()];
  const described = operation?.responses[status];
  expect(described, `${method} ${template} does not describe ${status}`).toBeDefined();
  const schema = described?.content?.['application/json']?.schema;
  if (schema === undefined) {
    expect(text).toBe('');
  } else {
    const value: unknown = JSON.parse(text);
    ajv.validate(schema, value);
    expect(ajv.errors, `${method} ${path}: ${text}`).toBeNull();
  }
  if (status < 400) answered.add(`${method} ${template}`);
  return text === '' ? undefined : JSON.parse(text);
}

/** Takes the state as a file, and goes back to it. */
async function dumpAndLoad(): Promise<void> {
  const url = (route: string) => `${devnet.urls.gateway}/devnet/v1/${route}`;
  const dumped = await fetch(url('dump'));
  expect(Object.keys(document.paths['/devnet/v1/dump']?.['get']?.responses['200']?.content ?? {})).toEqual([
    dumped.headers.get('content-type'),
  ]);
  const headers = { 'content-type': 'application/octet-stream' };
  const loaded = await fetch(url('load'), { method: 'POST', headers, body: await dumped.arrayBuffer() });
  const answer: unknown = await loaded.json();
  expect([dumped.status, loaded.status], JSON.stringify(answer)).toEqual([200, 200]);
  ajv.validate(document.paths['/devnet/v1/load']?.['post']?.responses['200']?.content?.['application/json']?.schema ?? {}, answer);
  expect(ajv.errors, JSON.stringify(answer)).toBeNull();
  answered.add('GET /devnet/v1/dump').add('POST /devnet/v1/load');
  await ask('POST', '/devnet/v1/load', 415, { body: {} });
}

test('default: every operation answers as the document says', async () => {
  const stx = devnet.accounts['wallet_1']?.stx.address ?? '';
  const btc = devnet.accounts['wallet_1']?.btc.address ?? '';
  for (const path of ['/', '/ready', '/openapi.json', '/v2/info', '/extended/v2/info', '/extended']) await ask('GET', path, 200);

  await ask('POST', '/extended/v1/faucets/btc', 200, { body: { address: btc } });
  await ask('POST', '/extended/v3/faucets/btc', 200, { body: { address: btc }, path: '/extended/v3/faucets/btc?wait=true' });
  await ask('POST', '/extended/v3/faucets/stx', 200, { body: { address: stx } });
  const paid = await ask('POST', '/extended/v1/faucets/stx', 200, { path: `/extended/v1/faucets/stx?address=${stx}&wait=true` });
  const { txId } = paid as { txId: string };
  await ask('POST', '/extended/v1/faucets/sbtc', 200, { path: `/extended/v1/faucets/sbtc?address=${stx}` });
  await ask('POST', '/extended/v1/faucets/sbtc', 400, { body: { address: btc } });
  await ask('POST', '/extended/v1/faucets/stx', 400, { body: { address: btc } });
  await ask('POST', '/extended/v3/faucets/btc', 400, { body: { address: stx } });

  const transaction_payload = '00051afc7250a211deddc70ee5a2738de5f07817351cef000000001dcd6500'.padEnd(130, '0');
  await ask('POST', '/v2/fees/transaction', 200, { body: { transaction_payload } });

  await ask('GET', '/devnet/v1/status', 200);
  await ask('GET', '/devnet/v1/accounts', 200);
  await ask('GET', '/devnet/v1/project', 404);
  // The network of this test has no project.
  answered.add('GET /devnet/v1/project');
  await ask('GET', '/devnet/v1/nodes', 200);
  await ask('GET', '/devnet/v1/logs', 200);
  await ask('GET', '/devnet/v1/logs/{name}', 404, { path: '/devnet/v1/logs/none' });
  // The embedded engine has no programs, so it has no log that answers 200.
  answered.add('GET /devnet/v1/logs/{name}');
  await ask('GET', '/devnet/v1/balances/{address}', 200, { path: '/devnet/v1/balances/wallet_1' });
  await ask('GET', '/devnet/v1/balances/{address}', 400, { path: '/devnet/v1/balances/nobody' });
  const pay = (chain: string, status: number, body: object) => ask('POST', `/devnet/v1/faucets/${chain}`, status, { body });
  await pay('btc', 200, { address: btc, amount: '50000' });
  await pay('stx', 200, { address: stx, wait: false });
  await pay('sbtc', 200, { address: stx, amount: '2000' });
  await pay('btc', 400, { address: btc, stacking: true });
  await pay('stx', 400, { address: stx, amount: '0' });
  await ask('POST', '/devnet/v1/mine', 200, { body: { bitcoin: 1 } });
  await ask('POST', '/devnet/v1/mine', 400, { body: { bitcoin: 0 } });
  await ask('PUT', '/devnet/v1/mining', 200, { body: { stacks: { intervalMs: 60_000 } } });
  await ask('PUT', '/devnet/v1/mining', 200, { body: { stacks: 'auto' } });
  await ask('PUT', '/devnet/v1/mining', 400, { body: { stacks: { intervalMs: 0 } } });
  const { id } = (await ask('POST', '/devnet/v1/snapshots', 201, { body: { name: 'one' } })) as { id: string };
  await ask('GET', '/devnet/v1/snapshots', 200);
  await ask('POST', '/devnet/v1/snapshots/{id}/restore', 200, { path: `/devnet/v1/snapshots/${id}/restore` });
  await ask('DELETE', '/devnet/v1/snapshots/{id}', 204, { path: `/devnet/v1/snapshots/${id}` });
  await ask('DELETE', '/devnet/v1/snapshots/{id}', 404, { path: `/devnet/v1/snapshots/${id}` });
  await dumpAndLoad();
  const principal = 'ST2J6ZY48GV1EZ5V2V5RB9MP66SW86PYKKQYAC0RQ';
  await ask('POST', '/devnet/v1/impersonate', 200, { body: { principal } });
  await ask('POST', '/devnet/v1/impersonate', 400, { body: { principal: 'wallet_1' } });
  await ask('DELETE', '/devnet/v1/impersonate/{principal}', 200, { path: `/devnet/v1/impersonate/${principal}` });
  await ask('DELETE', '/devnet/v1/impersonate/{principal}', 400, { path: '/devnet/v1/impersonate/ST1' });
  const state = (what: string) => `/devnet/v1/state/${what}`;
  const badge = 'SN3R84XZYA63QS28932XQF3G1J8R9PC3W76P9CSQS.sbtc-token';
  await ask('POST', state('stx-balance'), 200, { body: { principal, amount: '5' } });
  await ask('POST', state('stx-balance'), 400, { body: { principal, amount: '-5' } });
  await ask('POST', state('ft-balance'), 200, { body: { asset: `${badge}::sbtc-token`, principal, amount: '5' } });
  await ask('POST', state('ft-balance'), 404, { body: { asset: `${principal}.nothing::coin`, principal, amount: '5' } });
  const names = 'ST000000000000000000002AMW42H.bns';
  const name = '{ name: 0x61, namespace: 0x62 }';
  await ask('POST', state('nft-owner'), 200, { body: { asset: `${names}::names`, id: name, owner: principal } });
  await ask('POST', state('nft-owner'), 400, { body: { asset: `${names}::names`, id: 'u1', owner: null } });
  await ask('POST', state('data-var'), 200, { body: { contract: names, name: 'attachment-index', value: 'u5' } });
  await ask('POST', state('data-var'), 400, { body: { contract: names, name: 'attachment-index', value: 'true' } });
  await ask('POST', state('map-entry'), 200, {
    body: { contract: names, map: 'name-preorders', key: `{ hashed-salted-fqn: 0x${'00'.repeat(20)}, buyer: '${principal} }`, value: null },
  });
  await ask('POST', state('map-entry'), 400, { body: { contract: names, map: 'nothing', key: 'u1', value: null } });
  await ask('POST', state('nonce'), 200, { body: { principal, nonce: '5' } });
  await ask('POST', state('nonce'), 400, { body: { principal, nonce: '4' } });
  await ask('POST', state('next-block-time'), 204, { body: { time: 1_893_456_000 } });
  await ask('POST', state('next-block-time'), 400, { body: { time: 1 } });
  const faults = {
    ...{ drop: {}, delay: { blocks: 1 }, 'empty-tenures': { tenures: 1 }, 'no-commits': { blocks: 1 }, 'silent-signer': { signer: 1 } },
    ...{ 'stopped-node': { node: 'stacks' }, 'rpc-faults': { errorRate: 1, path: '/v2/nothing' } },
  };
  for (const [kind, body] of Object.entries(faults)) {
    const fault = (await ask('POST', `/devnet/v1/chaos/${kind}`, 201, { body })) as { id: string };
    await ask('POST', `/devnet/v1/chaos/${kind}`, 400, { body: { blocks: 0 } });
    await ask('GET', '/devnet/v1/chaos', 200);
    await ask('DELETE', '/devnet/v1/chaos/{id}', 204, { path: `/devnet/v1/chaos/${fault.id}` });
    await ask('DELETE', '/devnet/v1/chaos/{id}', 404, { path: `/devnet/v1/chaos/${fault.id}` });
  }
  await ask('POST', '/devnet/v1/chaos/reorg', 200, { body: { blocks: 1 } });
  await ask('POST', '/devnet/v1/chaos/reorg', 400, { body: { blocks: 0 } });
  await ask('DELETE', '/devnet/v1/chaos', 200);
  const clone = (await ask('POST', '/devnet/v1/clones', 201)) as { id: string };
  await ask('GET', '/devnet/v1/clones', 200);
  await ask('DELETE', '/devnet/v1/clones/{id}', 204, { path: `/devnet/v1/clones/${clone.id}` });
  await ask('DELETE', '/devnet/v1/clones/{id}', 404, { path: `/devnet/v1/clones/${clone.id}` });
  await ask('GET', '/devnet/v1/tx/{txid}/wait', 200, { path: `/devnet/v1/tx/${txId}/wait` });
  await ask('GET', '/devnet/v1/tx/{txid}/wait', 408, { path: `/devnet/v1/tx/${'ab'.repeat(32)}/wait?timeoutMs=5` });
  await ask('GET', '/devnet/v1/tx/{txid}/wait', 400, { path: '/devnet/v1/tx/1/wait' });
  for (const [query, status] of Object.entries({ 'chain=stacks': 200, 'chain=bitcoin&timeoutMs=0': 408, 'confirmations=1': 400 }))
    await ask('GET', '/devnet/v1/tx/{txid}/wait', status, { path: `/devnet/v1/tx/${txId}/wait?${query}` });
  await ask('GET', '/devnet/v1/tx/{txid}/trace', 200, { path: `/devnet/v1/tx/${txId}/trace` });
  await ask('GET', '/devnet/v1/tx/{txid}/trace', 404, { path: `/devnet/v1/tx/${'ab'.repeat(32)}/trace` });
  await ask('GET', '/devnet/v1/tx/{txid}/trace', 400, { path: '/devnet/v1/tx/1/trace' });
  await ask('GET', '/devnet/v1/tx/{txid}/profile', 200, { path: `/devnet/v1/tx/${txId}/profile` });
  await ask('GET', '/devnet/v1/tx/{txid}/profile', 404, { path: `/devnet/v1/tx/${'ab'.repeat(32)}/profile` });
  await ask('GET', '/devnet/v1/tx/{txid}/profile', 400, { path: '/devnet/v1/tx/1/profile' });
  await ask('POST', '/devnet/v1/simulations', 200, { body: { steps: [{ type: 'evaluate', expression: '(+ u1 u2)' }] } });
  await ask('POST', '/devnet/v1/simulations', 400, { body: { steps: [{ type: 'nothing' }] } });
  await ask('POST', '/devnet/v1/replay', 501, { body: { txid: txId } });
  {
    const ports = { gateway: 0, stacks: 0, bitcoin: 0 };
    await using fork = await startDevnet({ fork: { url: String(devnet.urls.gateway) }, ports, cache: { enabled: false } });
    await ask('POST', '/devnet/v1/replay', 200, { gateway: fork.urls.gateway, body: { txid: txId } });
    await ask('POST', '/devnet/v1/replay', 404, { gateway: fork.urls.gateway, body: { txid: 'ab'.repeat(32) } });
  }
  await ask('POST', '/devnet/v1/replay', 400, { body: {} });
  const read = { sender: stx, contract: 'ST000000000000000000002AMW42H.pox-4', function: 'get-pox-info' };
  await ask('POST', '/devnet/v1/simulate', 200, { body: read });
  await ask('POST', '/devnet/v1/simulate', 400, { body: { ...read, sender: 'none' } });

  await ask('GET', '/x402/supported', 200);
  for (const step of ['verify', 'settle']) {
    await ask('POST', `/x402/${step}`, 200, { body: paymentOf('00', requirements(devnet)) });
    await ask('POST', `/x402/${step}`, 400, { body: [] });
  }
  const sbtcToken = `${(await devnet.status()).sbtc?.deployer}.sbtc-token`;
  await ask('GET', '/metadata/v1/ft/{principal}', 200, { path: `/metadata/v1/ft/${sbtcToken}` });
  await ask('GET', '/metadata/v1/ft/{principal}', 404, { path: `/metadata/v1/ft/${stx}.none` });
  await ask('GET', '/metadata/v1/nft/{principal}/{token_id}', 404, { path: `/metadata/v1/nft/${stx}.none/1` });
  // The network of this test has no collection: see test/stacks/api/token-metadata.test.ts.
  answered.add('GET /metadata/v1/nft/{principal}/{token_id}');
  await askEmily(stx);
  await askSbtc(stx, btc);
  await ask('GET', '/devnet/v1/costs', 200);
  await ask('POST', '/devnet/v1/coverage', 200);
  await ask('GET', '/devnet/v1/events', 400, { path: '/devnet/v1/events?contract=counter' });

  for (const [path, type] of Object.entries({ '/metrics': 'text/plain', '/devnet/v1/events': 'text/event-stream' })) {
    const response = await fetch(`${devnet.urls.gateway}${path}`);
    expect(response.headers.get('content-type')?.split(';')[0]).toBe(type);
    expect(Object.keys(document.paths[path]?.['get']?.responses[200]?.content ?? {})).toEqual([type]);
    answered.add(`GET ${path}`);
    await response.body?.cancel();
  }

  const operations = Object.entries(document.paths).flatMap(([path, methods]) =>
    Object.keys(methods).map((name) => `${name.toUpperCase()} ${path}`),
  );
  // The routes of the Stacks API are compared with recorded answers (test/conformance/stacks-api.long.test.ts).
  const isGateway = (operation: string) =>
    !/^\w+ \/(?:extended|v1|v2\/prices)(?:\/|$)/.test(operation) || /\/faucets\/|\/v2\/info$/.test(operation);
  expect(operations.filter((operation) => isGateway(operation) && !answered.has(operation) && !operation.startsWith('HEAD '))).toEqual([]);
});

/** The Emily API of a network without deposits and withdrawals. */
async function askEmily(stx: string): Promise<void> {
  const hash = 'ab'.repeat(32);
  for (const path of ['health', 'limits', 'chainstate']) await ask('GET', `/emily/${path}`, 200);
  await ask('GET', '/emily/limits/{account}', 200, { path: `/emily/limits/${stx}` });
  for (const list of ['deposit', 'withdrawal']) {
    await ask('GET', `/emily/${list}`, 200, { path: `/emily/${list}?status=pending` });
    await ask('GET', `/emily/${list}`, 400, { path: `/emily/${list}?status=none` });
    await ask('GET', `/emily/${list}/recipient/{recipient}`, 200, { path: `/emily/${list}/recipient/00` });
    await ask('GET', `/emily/${list}/recipient/{recipient}`, 400, { path: `/emily/${list}/recipient/none` });
  }
  await ask('GET', '/emily/withdrawal/sender/{sender}', 200, { path: `/emily/withdrawal/sender/${stx}` });
  await ask('GET', '/emily/deposit/{txid}', 200, { path: `/emily/deposit/${hash}` });
  await ask('GET', '/emily/deposit/reclaim-pubkeys/{reclaimPubkeys}', 200, { path: `/emily/deposit/reclaim-pubkeys/${hash}` });
  const { stacksBlockHeight } = (await ask('GET', '/emily/chainstate', 200)) as { stacksBlockHeight: number };
  await ask('GET', '/emily/chainstate/{height}', 200, { path: `/emily/chainstate/${stacksBlockHeight}` });
  await ask('GET', '/emily/chainstate/{height}', 404, { path: '/emily/chainstate/999999' });
  await ask('GET', '/emily/deposit/{txid}/{index}', 404, { path: `/emily/deposit/${hash}/0` });
  await ask('GET', '/emily/withdrawal/{id}', 404, { path: '/emily/withdrawal/1' });
  await ask('POST', '/emily/deposit', 400, { body: {} });
  // test/contract/sbtc-client.ts has a deposit and a withdrawal.
  for (const operation of ['GET /emily/deposit/{txid}/{index}', 'GET /emily/withdrawal/{id}', 'POST /emily/deposit'])
    answered.add(operation);
}

async function askSbtc(stx: string, btc: string): Promise<void> {
  await ask('GET', '/devnet/v1/sbtc', 200);
  await ask('PUT', '/devnet/v1/sbtc', 200, { body: { mode: 'manual', limits: { pegCap: '2100000000000000' } } });
  await ask('PUT', '/devnet/v1/sbtc', 400, { body: { feeRate: -1 } });
  await ask('GET', '/devnet/v1/sbtc/balances/{principal}', 200, { path: `/devnet/v1/sbtc/balances/${stx}` });
  const deposit = { recipient: stx, amount: '50000', wait: false };
  const { txid } = (await ask('POST', '/devnet/v1/sbtc/deposits', 200, { body: deposit })) as { txid: string };
  await ask('POST', '/devnet/v1/sbtc/deposits', 400, { body: { recipient: stx, amount: '0' } });
  const withdrawal = { account: 'wallet_1', amount: '1000', address: btc, wait: false };
  const { requestId } = (await ask('POST', '/devnet/v1/sbtc/withdrawals', 200, { body: withdrawal })) as { requestId: string };
  await ask('POST', '/devnet/v1/sbtc/withdrawals', 400, { body: { ...withdrawal, account: 'nobody' } });
  const { account: _, ...byKey } = withdrawal;
  for (const digit of ['0', 'f'])
    await ask('POST', '/devnet/v1/sbtc/withdrawals', 400, { body: { ...byKey, privateKey: digit.repeat(64) } });
  for (const list of ['deposits', 'withdrawals']) await ask('GET', `/devnet/v1/sbtc/${list}`, 200);
  const one = { deposits: '/{txid}/{vout}', withdrawals: '/{id}' };
  const path = { deposits: `/${txid}/0`, withdrawals: `/${requestId}` };
  for (const list of ['deposits', 'withdrawals'] as const) {
    const base = `/devnet/v1/sbtc/${list}`;
    await ask('GET', `${base}${one[list]}/wait`, 200, { path: `${base}${path[list]}/wait?status=pending` });
    await ask('GET', `${base}${one[list]}/wait`, 408, { path: `${base}${path[list]}/wait?timeoutMs=0` });
    await ask('POST', `${base}${one[list]}/reject`, 204, { path: `${base}${path[list]}/reject` });
    await ask('GET', `${base}${one[list]}/wait`, 409, { path: `${base}${path[list]}/wait` });
  }
  await ask('POST', '/devnet/v1/sbtc/step', 200);
}
