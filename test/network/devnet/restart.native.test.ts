import { execFileSync } from 'node:child_process';
import { startDevnet } from 'stacks-devnet';
import { expect } from 'vitest';
import { testCache } from '../../cache.js';
import { account } from '../../devnet.js';
import { testWithNodes as test } from '../../engines/real-nodes/launch/native/real-nodes.js';

/** Ends a program that this process has started. */
function kill(program: string): void {
  const rows = execFileSync('ps', ['-eo', 'pid=,ppid=,args='], { encoding: 'utf8' }).split('\n');
  const children = rows.map((row) => row.trim().split(/\s+/)).filter(([, parent]) => Number(parent) === process.pid);
  // The program may be behind a loader of its libraries.
  const found = children.filter((words) => words.slice(2).some((word) => word.split('/').at(-1) === program));
  expect(found).toHaveLength(1);
  process.kill(Number(found[0]?.[0]), 'SIGKILL');
}

test('behavior: while a killed node is started again, the faucets and all other calls wait for it', async () => {
  await using devnet = await startDevnet({ engine: 'native', cache: testCache });
  const { stx, btc } = account(devnet, 'wallet_3');
  const limits = { timeoutMs: 90_000 };
  for (const program of ['bitcoind', 'stacks-node']) {
    const get = async (path: string, method = 'GET') => {
      const answer = await fetch(`${devnet.urls.gateway}${path}`, { method });
      return { status: answer.status, text: await answer.text() };
    };
    kill(program);
    const [paid, ...answers] = await Promise.all([
      get(`/extended/v1/faucets/btc?address=${btc.address}&wait=true`, 'POST'),
      get('/v2/info'),
      get(`/v2/accounts/${stx.address}?proof=0`),
      get('/api/blocks/tip/height'),
      get('/devnet/v1/accounts'),
      devnet.faucet.stx(stx.address, limits).then(({ block }) => ({ status: block === undefined ? 0 : 200, text: '' })),
      devnet.sbtc.balance(stx.address).then((balance) => ({ status: balance > 0n ? 200 : 0, text: '' })),
    ]);
    // A busy machine may need more than the 30 s of the route for the block.
    expect([200, 202], paid.text).toContain(paid.status);
    for (const { status, text } of answers) expect(status, text).toBe(200);
    expect((await devnet.faucet.btc(btc.address, limits)).block).toBeDefined();
  }
});
