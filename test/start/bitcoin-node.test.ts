import { createServer } from 'node:net';
import { type BitcoinNodeEvent, createBitcoinNode, DevnetError } from 'stacks-devnet/bitcoin-node';
import { expect, test } from 'vitest';

const ADDRESS = 'bcrt1qw508d6qejxtdg4y5r3zarvary0c5xw7kygt080';
const SCRIPT = '0014751e76e8199196d454941c45d1b3a323f1433bd6';

async function call(url: string, method: string, ...params: unknown[]): Promise<unknown> {
  const headers = { authorization: `Basic ${btoa('devnet:devnet')}` };
  const response = await fetch(url, { method: 'POST', headers, body: JSON.stringify({ method, params }) });
  return ((await response.json()) as { result: unknown }).result;
}

test('default: blocks on demand, which clients of its RPC see', async () => {
  await using node = createBitcoinNode();
  const { url } = await node.listen();
  const hashes = [...node.mine(2, ADDRESS), ...node.mine(1, Buffer.from(SCRIPT, 'hex'))];
  expect(await Promise.all([1, 2, 3].map((height) => call(url, 'getblockhash', height)))).toEqual(hashes);
  expect(node.tip()).toMatchObject({ height: 3, hash: hashes[2], previousHash: hashes[1] });
  for (const hash of hashes) {
    expect(await call(url, 'getblock', hash, 2)).toMatchObject({ tx: [{ vout: [{ scriptPubKey: { hex: SCRIPT } }, {}] }] });
  }
});

test('behavior: listeners receive blocks and restores until they unsubscribe', () => {
  const node = createBitcoinNode();
  const heard: BitcoinNodeEvent['type'][] = [];
  const clean = node.snapshot();
  const end = node.subscribe(({ type }) => void heard.push(type));
  node.mine(2, ADDRESS);
  node.restore(clean);
  expect(node.tip().height).toBe(0);
  end();
  node.mine(1, ADDRESS);
  expect(heard).toEqual(['block', 'block', 'restored']);
});

test('behavior: closed, it listens no more, and closing again is no error', async () => {
  const node = createBitcoinNode();
  const { url } = await node.listen();
  await node.close();
  await node.close();
  await expect(call(url, 'getblockcount')).rejects.toThrow(TypeError);
});

test.each([
  ['count', (node: ReturnType<typeof createBitcoinNode>) => node.mine(0, ADDRESS)],
  ['count', (node: ReturnType<typeof createBitcoinNode>) => node.mine(1.5, ADDRESS)],
  ['to', (node: ReturnType<typeof createBitcoinNode>) => node.mine(1, 'tb1qw508d6qejxtdg4y5r3zarvary0c5xw7kxpjzsx')],
  ['snapshot', (node: ReturnType<typeof createBitcoinNode>) => node.restore(createBitcoinNode().snapshot())],
])('error: %s', (field, act) => {
  const node = createBitcoinNode();
  expect(() => act(node)).toThrow(expect.objectContaining({ name: DevnetError.name, code: 'INVALID_INPUT', field }));
  expect(node.tip().height).toBe(0);
});

test('error: a port that is taken', async () => {
  const holder = createServer();
  await new Promise<void>((resolve) => holder.listen(0, '127.0.0.1', resolve));
  const { port } = holder.address() as { port: number };
  try {
    await expect(createBitcoinNode().listen({ port })).rejects.toMatchObject({ code: 'PORT_TAKEN', field: 'port' });
  } finally {
    holder.close();
  }
});
