import { expect, test } from 'vitest';
import { createBitcoinNode } from '#dist/bitcoin/node/node.js';
import { createBitcoinClient } from '#dist/bitcoin/protocol/client/client.js';
import { fundingTransaction } from '#dist/engines/common/funding/transaction.js';

const KEY = Buffer.from('de433bdfa14ec43aa1098d5be594c8ffb20a31485ff9de2923b2689471c401b8', 'hex');
const HOME = 'bcrt1q9vvm4hn45jrk3f0lc9p2seysxqaftaqne2t2jc';
const REWARD = 5_000_000_000n;

test('behavior: total_fee of getmempoolinfo is that of the transactions that are pending', async () => {
  const node = createBitcoinNode({ genesisTime: 1_767_225_600 });
  const { url } = await node.listen({ host: '127.0.0.1', port: 0, user: 'user', password: 'secret' });
  const bitcoin = createBitcoinClient({ rpcUrl: url, rpcUser: 'user', rpcPassword: 'secret' });
  await bitcoin.generate(102, HOME);
  const raws: string[] = [];
  for (const height of [1, 2]) {
    const [txid = ''] = await bitcoin.blockTxids(await bitcoin.blockHash(height));
    raws.push(Buffer.from(fundingTransaction([{ address: HOME, amount: 1_000n }], [{ txid, amount: REWARD }], KEY)).toString('hex'));
  }
  const feeOf = async (raw: string): Promise<number> => {
    const [{ fees }] = (await bitcoin.call('testmempoolaccept', [[raw]])) as [{ fees: { base: number } }];
    return fees.base;
  };
  const fees = await Promise.all(raws.map(feeOf));
  const info = async () => (await bitcoin.call('getmempoolinfo', [])) as { size: number; total_fee: number };
  const ids = [];
  for (const raw of raws) ids.push(await bitcoin.send(raw));
  expect(fees[0]).toBeGreaterThan(0);
  expect(await info()).toMatchObject({ size: 2, total_fee: (fees[0] ?? 0) + (fees[1] ?? 0) });
  await bitcoin.call('generateblock', [HOME, [ids[0]]]);
  expect(await info()).toMatchObject({ size: 1, total_fee: fees[1] });
  await bitcoin.generate(1, HOME);
  expect(await info()).toMatchObject({ size: 0, total_fee: 0 });
  await node.close();
});
