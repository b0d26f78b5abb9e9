import { readFileSync } from 'node:fs';
import path from 'node:path';
import { gunzipSync } from 'node:zlib';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createBitcoinClient } from '#dist/bitcoin/protocol/client/client.js';
import { createBitcoinNode } from '#dist/start/bitcoin-node.js';

/**
 * Recorded from electrs (Blockstream, 2021) over a chain that bitcoind's wallet made: legacy, nested and native addresses, bare multisig,
 * P2PK,
 * data, scripts without an address, and a mempool. Left out: outputs of P2TR, which that version does not know.
 */
type Recorded = { blocks: string[]; mempool: string[]; answers: Record<string, { status: number; type: string; body: string }> };

const file = path.join(import.meta.dirname, '../../fixtures/esplora/electrs.json.gz');
const { blocks, mempool, answers } = JSON.parse(gunzipSync(readFileSync(file)).toString('utf8')) as Recorded;
const node = createBitcoinNode({ acceptnonstdtxn: true, datacarriersize: 100_000 });
let url = '';

beforeAll(async () => {
  ({ url } = await node.listen());
  const rpc = createBitcoinClient({ rpcUrl: url, rpcUser: 'devnet', rpcPassword: 'devnet' });
  for (const block of blocks) expect(await rpc.call('submitblock', [block])).toBeNull();
  // Parents first.
  for (const hex of mempool) await rpc.call('sendrawtransaction', [hex, 0]);
});
afterAll(() => node.close());

test.each(Object.entries(answers))('default: %s', async (route, recorded) => {
  const response = await fetch(url + route);
  const type = response.headers.get('content-type');
  const body = type === 'application/octet-stream' ? Buffer.from(await response.arrayBuffer()).toString('hex') : await response.text();
  expect({ status: response.status, type, body: comparable(route, body) }).toEqual({ ...recorded, body: comparable(route, recorded.body) });
});

/** Objects without the order of their keys. Lists of outputs have no order; electrs of 2021 cut difficulties to whole numbers. */
function comparable(route: string, body: string): unknown {
  try {
    const value = JSON.parse(body, (key, part) => (key === 'difficulty' ? 0 : part));
    const text = (item: unknown): string => JSON.stringify(item, Object.keys(Object(item)).sort());
    return /\/utxo$|^\/mempool\/txids$/.test(route) ? value.sort((a: unknown, b: unknown) => (text(a) < text(b) ? -1 : 1)) : value;
  } catch {
    return body;
  }
}
