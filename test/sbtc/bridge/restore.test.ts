import { expect, test } from 'vitest';
import { createBitcoinClient } from '#dist/chains/bitcoin/client/client.js';
import { createStacksClient } from '#dist/chains/stacks/client/client.js';
import { type BitcoinIndex, followNode } from '#dist/esplora/follow-node.js';
import { createBridge } from '#dist/sbtc/bridge/bridge.js';
import { account, bootDevnet } from '../../devnet.js';

test('behavior: a look during which a snapshot is restored shows the restored state alone', async () => {
  await using devnet = await bootDevnet({ sbtc: { bridge: { mode: 'manual' } } });
  const { address } = account(devnet, 'wallet_1').stx;
  const { txid, vout, depositScript, reclaimScript } = await devnet.sbtc.deposit({ recipient: address, amount: 10_000n, wait: false });
  const bitcoin = createBitcoinClient({ rpcUrl: devnet.urls.bitcoin, rpcUser: 'devnet', rpcPassword: 'devnet' });
  const closing = new AbortController();
  const nodeIndex = followNode(bitcoin.call);
  let answer: Promise<void> = Promise.resolve();
  const index: BitcoinIndex = { ...nodeIndex, current: () => answer.then(nodeIndex.current) };
  const bridge = createBridge({
    deployer: devnet.sbtc.deployer,
    settings: await devnet.sbtc.configuration(),
    ...{ index, bitcoin, stacks: createStacksClient({ rpcUrl: devnet.urls.stacks }) },
    tracker: { ledger: { state: () => ({ at: 'unknown' }) }, receipt: () => undefined },
    tips: () => ({ bitcoin: { height: 0, hash: '' }, stacks: { height: 0, hash: '', burnHeight: 0 } }),
    emit: () => undefined,
    onWarning: () => undefined,
    closed: closing.signal,
  });
  const transactionHex = String(await bitcoin.call('getrawtransaction', [txid]));
  await bridge.announce({ bitcoinTxid: txid, bitcoinTxOutputIndex: vout, depositScript, reclaimScript, transactionHex });
  expect((await bridge.state()).deposits).toMatchObject([{ txid }]);
  expect(bridge.txidOf(`${txid}:${vout}`)).toBe(txid);

  let release = (): void => undefined;
  answer = new Promise((resolve) => {
    release = resolve;
  });
  const looking = bridge.state();
  await new Promise(setImmediate);
  bridge.restore(undefined);
  bridge.onEvent({ type: 'restored', id: 'before the deposit' });
  release();
  expect((await looking).deposits).toEqual([]);
  expect(bridge.txidOf(`${txid}:${vout}`)).toBeUndefined();
  closing.abort();
});
