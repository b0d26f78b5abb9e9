import { StackingClient } from '@stacks/stacking';
import {
  broadcastTransaction,
  Cl,
  fetchCallReadOnlyFunction,
  fetchFeeEstimateTransaction,
  fetchNonce,
  makeContractCall,
  makeContractDeploy,
  makeSTXTokenTransfer,
  Pc,
  privateKeyToPublic,
  serializePayload,
} from '@stacks/transactions';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Devnet } from '#dist/network/types.js';
import { testnetAddress } from '#dist/stacks/protocol/signing/transfer.js';
import { account, balanceOf, bootDevnet } from '../../devnet.js';

const COUNTER = `
(define-data-var count uint u0)
(define-read-only (get-count) (var-get count))
(define-public (add (n uint)) (begin (asserts! (> n u0) (err u7)) (var-set count (+ (var-get count) n)) (ok (var-get count))))
(define-public (pay (n uint) (to principal)) (stx-transfer? n tx-sender to))
`;

let devnet: Devnet;
beforeAll(async () => {
  devnet = await bootDevnet({ gateway: true });
});
afterAll(() => devnet.close());

test('default: stacks.js deploys, calls, reads and transfers with nothing but devnet.network', async () => {
  const { network } = devnet;
  const deployer = account(devnet, 'deployer');
  const senderKey = deployer.privateKey;
  expect(await fetchNonce({ address: deployer.stx.address, network })).toBe(0n);

  const deploy = await makeContractDeploy({ contractName: 'counter', codeBody: COUNTER, senderKey, network });
  const deployed = await devnet.stacks.waitForTx((await broadcastTransaction({ transaction: deploy, network })).txid);
  expect(deployed.status).toBe('success');

  const call = { contractAddress: deployer.stx.address, contractName: 'counter', network };
  const add = await makeContractCall({ ...call, functionName: 'add', functionArgs: [Cl.uint(5)], senderKey, validateWithAbi: true });
  const added = await devnet.stacks.waitForTx((await broadcastTransaction({ transaction: add, network })).txid);
  expect(added).toMatchObject({ status: 'success', result: { repr: '(ok u5)' } });
  expect(
    await fetchCallReadOnlyFunction({ ...call, functionName: 'get-count', functionArgs: [], senderAddress: deployer.stx.address }),
  ).toEqual(Cl.uint(5));

  const transfer = await makeSTXTokenTransfer({ recipient: account(devnet, 'wallet_1').stx.address, amount: 1_000n, senderKey, network });
  const [low, middle, high] = await fetchFeeEstimateTransaction({ payload: serializePayload(transfer.payload), network });
  expect(low.fee <= middle.fee && middle.fee <= high.fee).toBe(true);
  await devnet.stacks.waitForTx((await broadcastTransaction({ transaction: transfer, network })).txid);
  expect((await balanceOf(devnet, 'wallet_1')).stx).toBe(100_000_000_001_000n);
  expect(await fetchNonce({ address: deployer.stx.address, network })).toBe(3n);
});

test('behavior: an abort resolves, with the reason in words', async () => {
  const { network } = devnet;
  const deployer = account(devnet, 'deployer').stx.address;
  const { privateKey: senderKey, stx } = account(devnet, 'wallet_2');
  const call = { contractAddress: deployer, contractName: 'counter', senderKey, network, fee: 1_000n };

  const refused = await makeContractCall({ ...call, functionName: 'add', functionArgs: [Cl.uint(0)] });
  expect(await devnet.stacks.waitForTx((await broadcastTransaction({ transaction: refused, network })).txid)).toMatchObject({
    status: 'abort_by_response',
    result: { repr: '(err u7)' },
    reason:
      `the contract answered (err u7) from asserts! in ${deployer}.counter:add (line 4, column 38), ` +
      'so everything but the fee was rolled back',
    origin: { contract: `${deployer}.counter`, line: 4, column: 38, stack: [`${deployer}.counter:add`] },
  });

  const postConditions = [Pc.principal(stx.address).willSendEq(1).ustx()];
  const violating = await makeContractCall({
    ...call,
    functionName: 'pay',
    functionArgs: [Cl.uint(2), Cl.principal(deployer)],
    postConditions,
  });
  expect(await devnet.stacks.waitForTx((await broadcastTransaction({ transaction: violating, network })).txid)).toMatchObject({
    status: 'abort_by_post_condition',
    reason: expect.stringContaining('post-condition'),
  });
});

test('error: a replaced transaction names the one that took its place', async () => {
  const { network } = devnet;
  await devnet.setMining({ stacks: 'manual' });
  const { privateKey: senderKey } = account(devnet, 'wallet_3');
  const recipient = account(devnet, 'wallet_4').stx.address;
  const send = async (fee: bigint): Promise<string> => {
    const transaction = await makeSTXTokenTransfer({ recipient, amount: 1n, senderKey, network, nonce: 0, fee });
    return (await broadcastTransaction({ transaction, network })).txid;
  };
  const first = await send(500n);
  const waiting = devnet.stacks.waitForTx(first).catch((error: unknown) => error);
  const second = await send(1_000n);
  expect(await waiting).toMatchObject({ code: 'REPLACED', replacedBy: `0x${second}` });
  await devnet.setMining({ stacks: 'auto' });
  expect((await devnet.stacks.waitForTx(second)).status).toBe('success');
});

test('error: a dropped transaction says what the node found wrong with it', async () => {
  const { network, state } = devnet;
  await devnet.setMining({ stacks: 'manual' });
  const { privateKey: senderKey, stx } = account(devnet, 'wallet_5');
  await state.setStxBalance(stx.address, 1_000_000n);
  const transfer = { recipient: account(devnet, 'wallet_6').stx.address, amount: 600_000n, senderKey, network, fee: 300n };
  const send = async (nonce: number): Promise<string> =>
    (await broadcastTransaction({ transaction: await makeSTXTokenTransfer({ ...transfer, nonce }), network })).txid;
  const [first, second] = [await send(0), await send(1)];
  const waiting = devnet.stacks.waitForTx(second).catch((error: unknown) => error);
  await devnet.setMining({ stacks: 'auto' });
  expect((await devnet.stacks.waitForTx(first)).status).toBe('success');
  expect(await waiting).toMatchObject({
    code: 'DROPPED',
    message: `Stacks transaction 0x${second} left the mempool without being mined: Problematic, ${stx.address} cannot transfer 600000 uSTX`,
  });
});

test('behavior: what the faucet sends for stacking is enough to stack alone with pox-4', async () => {
  // @stacks/stacking knows no later contract.
  await using older = await bootDevnet({ epoch: '3.4' });
  const { network, faucet, stacks, bitcoin } = older;
  // A key that owns nothing else.
  const privateKey = `${'2'.repeat(64)}01`;
  const signer = account(older, 'wallet_5').privateKey;
  const address = await testnetAddress('2'.repeat(64));
  await faucet.stx(address, { stacking: true });
  const client = new StackingClient({ address, network });
  const pox = await client.getPoxInfo();
  const poxAddress = account(older, 'wallet_1').btc.address;
  const amountMicroStx = BigInt(pox.min_amount_ustx);
  const cycles = 2;
  const signature = {
    topic: 'stack-stx' as const,
    poxAddress,
    rewardCycle: pox.reward_cycle_id,
    period: cycles,
    maxAmount: amountMicroStx,
    authId: 1,
  };
  const { txid } = await client.stack({
    amountMicroStx,
    poxAddress,
    cycles,
    burnBlockHeight: pox.current_burnchain_block_height ?? 0,
    signerKey: String(privateKeyToPublic(signer)),
    signerSignature: client.signPoxSignature({ ...signature, signerPrivateKey: signer }),
    maxAmount: amountMicroStx,
    authId: 1,
    privateKey,
  });
  const receipt = await stacks.waitForTx(txid);
  expect(receipt).toMatchObject({ status: 'success', result: { repr: expect.stringMatching(/^\(ok \(tuple/) } });
  await bitcoin.mine(20);
  expect(await client.getStatus()).toMatchObject({ stacked: true });
});
