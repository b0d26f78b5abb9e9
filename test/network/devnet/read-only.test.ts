import { startDevnet } from 'stacks-devnet';
import { expect, test } from 'vitest';
import { readsAreLimited } from '../../contract/read-only.js';
import { bootDevnet } from '../../devnet.js';

test('default: reads have the limits of a node, unless the configuration has higher ones', async () => {
  await readsAreLimited(bootDevnet);
});

test('behavior: lower limits apply, too', async () => {
  await using devnet = await bootDevnet({ readOnly: { runtime: 1 } });
  const answer = await fetch(`${devnet.urls.stacks}/v2/contracts/call-read/ST000000000000000000002AMW42H/pox-4/get-stacker-info`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ sender: 'ST000000000000000000002AMW42H', arguments: ['0x051a6d78de7b0625dfbfc16c3a8a5735f6dc3dc3f2ce'] }),
  });
  const limit = 'ExecutionCost { write_length: 0, write_count: 0, read_length: 200000, read_count: 100, runtime: 1 }';
  expect(await answer.json()).toEqual({ okay: false, cause: expect.stringContaining(limit) });
  expect((await devnet.status()).cycle.phase).toBe('reward');
});

test('error: the external engine does not configure its nodes', async () => {
  const external = { bitcoinRpc: 'http://127.0.0.1:1', stacksRpc: 'http://127.0.0.1:2' };
  await expect(startDevnet({ engine: 'external', external, readOnly: { readCount: 200 } })).rejects.toMatchObject({
    code: 'UNSUPPORTED',
    field: 'readOnly.readCount',
    message: expect.stringContaining('read_only_call_limit_'),
  });
});

test('error: a limit that is no whole number', async () => {
  await expect(startDevnet({ readOnly: { runtime: -1 } })).rejects.toMatchObject({ code: 'INVALID_INPUT', field: 'readOnly.runtime' });
});
