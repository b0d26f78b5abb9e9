import { connect } from 'node:net';
import { expect, test } from 'vitest';
import { startEmbeddedEngine } from '#dist/engines/embedded/engine.js';
import type { Engine } from '#dist/stacks/engine/engine.js';
import { testCache } from '../../cache.js';
import { engineOptions } from '../../contract/engine.js';

const rpc = ({ services: { bitcoin } }: Engine, method: string): Promise<unknown> =>
  fetch(bitcoin.rpcUrl, {
    method: 'POST',
    headers: { authorization: `Basic ${btoa(`${bitcoin.rpcUser}:${bitcoin.rpcPassword}`)}` },
    body: JSON.stringify({ method }),
  }).then(
    async (answer) => ((await answer.json()) as { result: unknown }).result,
    (error: Error) => (error.cause as { code?: string }).code,
  );

async function isOpen(url: string): Promise<boolean> {
  const { hostname, port } = new URL(url);
  return new Promise((resolve) => {
    const socket = connect(Number(port), hostname);
    socket.once('connect', () => resolve(true)).once('error', () => resolve(false));
    socket.on('connect', () => socket.destroy());
  });
}

test('behavior: after the RPC stop the node of a network listens again, with its chain, and says what happened', async () => {
  const warnings: string[] = [];
  const engine = await startEmbeddedEngine({ ...engineOptions, cache: testCache, onWarning: (line) => warnings.push(line) });
  try {
    const { height } = engine.tips().bitcoin;
    for (let times = 1; times <= 2; times++) {
      expect(await rpc(engine, 'stop')).toBe('Bitcoin Core stopping');
      await expect.poll(() => rpc(engine, 'getblockcount')).toBe(height);
      expect(warnings).toHaveLength(times);
    }
    expect(warnings[0]).toContain('called the RPC "stop"');
    expect(engine.outage?.()).toBeUndefined();
    expect(await engine.mineBitcoin(1)).toHaveLength(1);
  } finally {
    await engine.close();
  }
});

test('behavior: stop of a copy leaves the others alone', async () => {
  const engine = await startEmbeddedEngine({ ...engineOptions, cache: testCache });
  const copy = await engine.clone?.({ ports: true, rpcPassword: 'of the copy', onCopied: () => undefined });
  try {
    expect(copy?.services.bitcoin.rpcPassword).toBe('of the copy');
    expect(await rpc(copy as Engine, 'stop')).toBe('Bitcoin Core stopping');
    expect(await rpc(engine, 'getblockcount')).toBe(engine.tips().bitcoin.height);
    await expect.poll(() => rpc(copy as Engine, 'getblockcount')).toBe(engine.tips().bitcoin.height);
    const { rpcUrl } = engine.services.bitcoin;
    const stolen = await fetch(rpcUrl, {
      method: 'POST',
      headers: { authorization: `Basic ${btoa('user:of the copy')}` },
      body: '{"method":"stop"}',
    });
    expect(stolen.status).toBe(401);
  } finally {
    await copy?.close();
    await engine.close();
  }
});

test('behavior: a network that closes right after stop leaves no port', async () => {
  const engine = await startEmbeddedEngine({ ...engineOptions, cache: testCache });
  const { rpcUrl } = engine.services.bitcoin;
  await rpc(engine, 'stop');
  await engine.close();
  expect(await isOpen(rpcUrl)).toBe(false);
  await new Promise((resolve) => setTimeout(resolve, 100));
  expect(await isOpen(rpcUrl)).toBe(false);
});
