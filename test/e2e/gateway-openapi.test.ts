import { Ajv2020 } from 'ajv/dist/2020.js';
import { type Devnet, startDevnet } from 'stacks-devnet';
import { afterAll, beforeAll, expect, test } from 'vitest';

type Document = { paths: Record<string, Record<string, { responses: Record<string, { content?: Record<string, { schema: object }> }> }>> };

let devnet: Devnet;
let document: Document;
beforeAll(async () => {
  devnet = await startDevnet();
  document = (await (await fetch(`${devnet.urls.gateway}/openapi.json`)).json()) as Document;
});
afterAll(() => devnet.close());

const ajv = new Ajv2020({ strict: false });
const answered = new Set<string>();

/** Asks, and holds the answer to what the document says of the operation. */
async function ask(method: string, template: string, status: number, options: { path?: string; body?: unknown } = {}): Promise<unknown> {
  const { path = template, body } = options;
  const init = { method, ...(body !== undefined && { headers: { 'content-type': 'application/json' }, body: JSON.stringify(body) }) };
  const response = await fetch(`${devnet.urls.gateway}${path}`, { ...init, redirect: 'manual' });
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

test('default: every operation answers as the document says', async () => {
  const stx = devnet.accounts['wallet_1']?.stx.address ?? '';
  const btc = devnet.accounts['wallet_1']?.btc.address ?? '';
  for (const path of ['/', '/ready', '/openapi.json', '/v2/info', '/extended/v2/info', '/extended', '/extended/v1/status'])
    await ask('GET', path, 200);
  await ask('GET', '/extended/v1/info/network_block_times', 200);

  await ask('POST', '/extended/v1/faucets/btc', 200, { body: { address: btc } });
  await ask('POST', '/extended/v3/faucets/btc', 200, { body: { address: btc }, path: '/extended/v3/faucets/btc?wait=true' });
  await ask('POST', '/extended/v3/faucets/stx', 200, { body: { address: stx } });
  const paid = await ask('POST', '/extended/v1/faucets/stx', 200, { path: `/extended/v1/faucets/stx?address=${stx}&wait=true` });
  const { txId } = paid as { txId: string };
  await ask('POST', '/extended/v1/faucets/sbtc', 200, { path: `/extended/v1/faucets/sbtc?address=${stx}` });
  await ask('POST', '/extended/v1/faucets/sbtc', 400, { body: { address: btc } });
  await ask('POST', '/extended/v1/faucets/stx', 400, { body: { address: btc } });
  await ask('POST', '/extended/v3/faucets/btc', 400, { body: { address: stx } });

  await ask('GET', '/extended/v1/tx/{txid}', 200, { path: `/extended/v1/tx/${txId}` });
  await ask('GET', '/extended/v1/tx/{txid}', 302, { path: `/extended/v1/tx/${txId.slice(2)}` });
  await ask('GET', '/extended/v1/tx/{txid}', 404, { path: `/extended/v1/tx/0x${'ab'.repeat(32)}` });
  await ask('GET', '/extended/v3/transactions/{txid}', 200, { path: `/extended/v3/transactions/${txId}` });
  await ask('GET', '/extended/v3/transactions/{txid}', 400, { path: '/extended/v3/transactions/1' });
  for (const kind of ['nonces', 'balances', 'stx']) {
    await ask('GET', `/extended/v1/address/{principal}/${kind}`, 200, { path: `/extended/v1/address/${stx}/${kind}` });
    await ask('GET', `/extended/v1/address/{principal}/${kind}`, 400, { path: `/extended/v1/address/nobody/${kind}` });
  }
  await ask('GET', '/extended/v3/principals/{principal}/nonces', 200, { path: `/extended/v3/principals/${stx}/nonces` });
  const transaction_payload = '00051afc7250a211deddc70ee5a2738de5f07817351cef000000001dcd6500'.padEnd(130, '0');
  await ask('POST', '/v2/fees/transaction', 200, { body: { transaction_payload } });

  await ask('GET', '/devnet/v1/status', 200);
  await ask('GET', '/devnet/v1/accounts', 200);
  await ask('GET', '/devnet/v1/nodes', 200);
  await ask('GET', '/devnet/v1/logs', 200);
  await ask('GET', '/devnet/v1/logs/{name}', 404, { path: '/devnet/v1/logs/none' });
  // The embedded engine has no programs, so it has no log that answers 200.
  answered.add('GET /devnet/v1/logs/{name}');
  const pay = (chain: string, status: number, body: object) =>
    ask('POST', '/devnet/v1/faucets/{coin}', status, { path: `/devnet/v1/faucets/${chain}`, body });
  await pay('btc', 200, { address: btc, amount: '50000' });
  await pay('stx', 200, { address: stx, wait: false });
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
  await ask('GET', '/devnet/v1/tx/{txid}/wait', 200, { path: `/devnet/v1/tx/${txId}/wait` });
  await ask('GET', '/devnet/v1/tx/{txid}/wait', 404, { path: `/devnet/v1/tx/${'ab'.repeat(32)}/wait` });
  await ask('GET', '/devnet/v1/tx/{txid}/wait', 400, { path: '/devnet/v1/tx/1/wait' });
  for (const [query, status] of Object.entries({ 'chain=stacks': 200, 'chain=bitcoin&timeoutMs=0': 408, 'confirmations=1': 400 }))
    await ask('GET', '/devnet/v1/tx/{txid}/wait', status, { path: `/devnet/v1/tx/${txId}/wait?${query}` });

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
  expect(operations.filter((operation) => !answered.has(operation) && !operation.startsWith('HEAD '))).toEqual([]);
});
