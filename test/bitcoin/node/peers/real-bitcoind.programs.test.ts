import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { TRUE_ADDRESS, TRUE_SCRIPT } from '../harness.js';
import { findBitcoind, type RealBitcoind, startBitcoind } from '../rpc/real/bitcoind.js';
import { type PeerNode, startPeerNode } from './peer-node.js';

const CREDENTIALS = { user: 'user', password: 'pässword' };
const OTHER_ADDRESS = 'bcrt1qw508d6qejxtdg4y5r3zarvary0c5xw7kygt080';
const found = findBitcoind();
const DEADLINE = { timeout: 60_000, interval: 20 };

describe.skipIf('missing' in found)(`with a real bitcoind as peer${'missing' in found ? ` (${found.missing})` : ''}`, () => {
  let node: PeerNode;
  let real: RealBitcoind;
  const inStep = () => expect.poll(() => real.call('getbestblockhash'), DEADLINE).toBe(node.node.tip().hash);
  beforeAll(async () => {
    if ('missing' in found) throw new Error(found.missing);
    node = await startPeerNode(101);
    for (let height = 1; height <= 49; height++) {
      await node.call('sendrawtransaction', (await node.spend(height)).raw.toString('hex'));
      node.node.mine(4, TRUE_SCRIPT);
    }
    // Blocks of the embedded node have its own time, which is no reason to refuse transactions.
    real = await startBitcoind(found.program, CREDENTIALS, ['-listen=0', `-connect=${node.address}`, '-maxtipage=999999999']);
  });
  afterAll(() => Promise.all([node?.[Symbol.asyncDispose](), real?.[Symbol.asyncDispose]()]));

  test('behavior: it falls back to version 1 of the transport and syncs 297 blocks with transactions', async () => {
    await inStep();
    expect(await real.call('getblockcount')).toBe(297);
    expect((await real.call('gettxoutsetinfo', 'muhash')).muhash).toBe((await node.call('gettxoutsetinfo', 'muhash')).muhash);
    expect(await real.call('getpeerinfo')).toMatchObject([{ transport_protocol_type: 'v1', addr: node.address, version: 70016 }]);
    const [{ version }] = [await real.call('getnetworkinfo')];
    expect(version).toBeGreaterThan(290_000);
    expect(await node.call('getpeerinfo')).toMatchObject([{ inbound: true, subver: (await real.call('getnetworkinfo')).subversion }]);
  });

  test('behavior: transactions go in both directions', async () => {
    await inStep();
    const [ours, theirs] = [await node.spend(100), await node.spend(101)];
    await node.call('sendrawtransaction', ours.raw.toString('hex'));
    await expect.poll(() => real.call('getrawmempool'), DEADLINE).toEqual([ours.txid]);
    expect(await node.call('getmempoolentry', ours.txid)).toMatchObject({ unbroadcast: false });
    await real.call('sendrawtransaction', theirs.raw.toString('hex'));
    await expect.poll(() => node.call('getrawmempool'), DEADLINE).toContain(theirs.txid);
  });

  test('behavior: blocks go in both directions, with reorganisations', async () => {
    node.node.mine(1, TRUE_SCRIPT);
    await inStep();
    await node.call('invalidateblock', await node.hashAt(node.node.tip().height - 3));
    await node.call('generatetoaddress', 6, OTHER_ADDRESS);
    await inStep();
    await real.call('generatetoaddress', 3, TRUE_ADDRESS);
    const mined = await real.call('getbestblockhash');
    await expect.poll(() => node.node.tip().hash, DEADLINE).toBe(mined);
    await real.call('invalidateblock', await node.hashAt(node.node.tip().height - 1));
    await real.call('generatetoaddress', 5, OTHER_ADDRESS);
    const reorganised = await real.call('getbestblockhash');
    await expect.poll(() => node.node.tip().hash, DEADLINE).toBe(reorganised);
    expect(await node.call('getblockcount')).toBe(await real.call('getblockcount'));
  });
});
