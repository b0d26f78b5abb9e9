import { StackingClient } from '@stacks/stacking';
import {
  type BooleanCV,
  broadcastTransaction,
  fetchCallReadOnlyFunction,
  hexToCV,
  makeContractCall,
  privateKeyToPublic,
  type ResponseOkCV,
  type TupleCV,
  type UIntCV,
} from '@stacks/transactions';
import { connectDevnet, type Devnet, type StacksTxReceipt, startDevnet } from 'stacks-devnet';
import { expect, test } from 'vitest';
import { testCache } from '../../cache.js';
import { account, bootDevnet, stacksGet } from '../../devnet.js';

const START = 162;
const POX_4 = 'ST000000000000000000002AMW42H.pox-4';
const epochs = { '3.4': 0, '4.0': START };

test('behavior: a hard fork ends the locks of pox-4 and its calls, and brings pox-5', async () => {
  await using devnet = await bootDevnet({ epochs });
  const staker = account(devnet, 'wallet_1');
  const stacked = await stack(devnet);
  expect(await accountOf(devnet)).toMatchObject({ locked: stacked, unlock_height: 400 });
  const old = await devnet.snapshot();

  await devnet.mineUntil({ burnHeight: START - 1 });
  expect(await accountOf(devnet)).toMatchObject({ locked: stacked, unlock_height: 400 });
  expect(await stacksGet(devnet, '/v2/pox')).toMatchObject({
    current_epoch: 'Epoch34',
    contract_id: POX_4,
    current_cycle: { stacked_ustx: Number(stacked) },
    next_cycle: { stacked_ustx: 0, min_threshold_ustx: 50_000_000_000 },
  });

  expect(await devnet.mineUntil({ epoch: '4.0' })).toMatchObject({ bitcoin: { height: START } });
  expect((await devnet.status()).epoch).toBe('4.0');
  expect(await accountOf(devnet)).toMatchObject({ locked: 0n, unlock_height: 0 });
  expect(await stacksGet(devnet, '/v2/pox')).toMatchObject({
    current_epoch: 'Epoch40',
    contract_id: POX_4,
    current_cycle: { stacked_ustx: Number(stacked) },
    next_cycle: { stacked_ustx: 0 },
  });
  await devnet.bitcoin.mine(1);
  expect(await stacksGet(devnet, '/v2/pox')).toMatchObject({ contract_id: 'ST000000000000000000002AMW42H.pox-5' });

  const { network } = devnet;
  const call = { contractAddress: POX_4.slice(0, -6), contractName: 'pox-4', functionName: 'revoke-delegate-stx', functionArgs: [] };
  const transaction = await makeContractCall({ ...call, senderKey: staker.privateKey, network, fee: 10_000 });
  const receipt = await devnet.stacks.waitForTx((await broadcastTransaction({ transaction, network })).txid);
  expect(receipt).toMatchObject({ status: 'abort_by_response', reason: expect.stringContaining('DefunctPoxContract') });

  await devnet.restore(old);
  expect((await devnet.status()).epoch).toBe('3.4');
  expect(await accountOf(devnet)).toMatchObject({ locked: stacked });
});

/** Costs are those of stacks-node 4.0.2 for the same calls, in a network that crossed 2.5 → 3.0 → 3.4 → 4.0 while it booted. */
test('behavior: a contract and a lock of epoch 2.5 cross all later ones', async () => {
  await using devnet = await bootDevnet({ epochs: { '2.5': 0, '3.0': 150, '3.4': 160, '4.0': START + 20 } });
  const act = async (runtime = 509_475) => {
    const { txid } = await devnet.contract('seer').call('act', [], { as: 'wallet_3' });
    const receipt = (await devnet.stacks.receipt(txid)) as StacksTxReceipt;
    expect(receipt).toMatchObject({
      status: 'success',
      cost: { runtime, readCount: 51, readLength: 1_112, writeCount: 4, writeLength: 89 },
    });
    const { value } = hexToCV(receipt.result.hex) as ResponseOkCV<TupleCV<{ height: UIntCV; burn: UIntCV; now: BooleanCV }>>;
    const { height, burn, now } = value.value;
    return { height: height.value, burn: burn.value, now: now.type === 'true', block: receipt.block };
  };
  const deployed = await devnet.stacks.deploy({ name: 'seer', source: SEER, clarityVersion: 2, as: 'deployer' });
  expect(await devnet.stacks.receipt(deployed.txid)).toMatchObject({ status: 'success' });
  await expect(devnet.stacks.deploy({ name: 'three', source: ';;', clarityVersion: 3, as: 'deployer' })).rejects.toThrow(
    'current epoch 2.5 only supports up to Clarity 2',
  );
  const stacked = await stack(devnet);
  const old = await act();
  expect(old).toMatchObject({ height: BigInt(old.block.height), burn: BigInt(old.block.burnHeight - 1), now: false });

  for (const epoch of ['3.0', '3.4'] as const) {
    await devnet.mineUntil({ epoch });
    const seen = await act();
    expect(seen).toMatchObject({ height: BigInt(seen.block.burnHeight), burn: BigInt(seen.block.burnHeight), now: true });
    expect((await accountOf(devnet)).locked).toBe(stacked);
    expect(await stacksGet(devnet, '/v2/pox')).toMatchObject({ contract_id: POX_4, current_epoch: `Epoch${epoch.replace('.', '')}` });
  }
  await devnet.mineUntil({ epoch: '4.0' });
  await act(480_336);
  expect((await accountOf(devnet)).locked).toBe(0n);
});

test('behavior: a copy and a connection cross epochs, too', async () => {
  await using devnet = await startDevnet({ epochs, cache: testCache });
  await using connected = await connectDevnet(String(devnet.urls.gateway));
  await using copy = await devnet.clone();
  await copy.mineUntil({ epoch: '4.0' });
  expect([(await copy.status()).epoch, (await devnet.status()).epoch]).toEqual(['4.0', '3.4']);
  await connected.mineUntil({ epoch: '4.0' });
  expect((await connected.status()).epoch).toBe('4.0');
  expect(await connected.mineUntil({ epoch: '3.4' })).toMatchObject({ bitcoin: { height: START, hashes: [] } });
});

test('behavior: pox-5 pays in the sBTC of the network, and code of later versions deploys', async () => {
  await using devnet = await bootDevnet({ epochs: { '3.0': 0, '3.4': 145, '4.0': 150 } });
  await devnet.mineUntil({ epoch: '4.0' });
  const pox5 = (await stacksGet(devnet, '/v2/contracts/source/ST000000000000000000002AMW42H/pox-5?proof=0')) as { source: string };
  const pox = (await stacksGet(devnet, '/v2/pox')) as { pox_5_sbtc_contract: string };
  expect(pox5.source).toContain(`'${pox.pox_5_sbtc_contract}`);
  expect(await devnet.contract('ST000000000000000000002AMW42H.pox-5').read('get-pox-info')).toMatchObject({
    ok: { 'min-amount-ustx': 50_000_000_000n, 'reward-cycle-length': 20n },
  });
  const { txid } = await devnet.stacks.deploy({ name: 'late', source: '(define-read-only (x) u1)', clarityVersion: 6, as: 'deployer' });
  expect(await devnet.stacks.receipt(txid)).toMatchObject({ status: 'success' });
  expect(await devnet.contract('late').read('x')).toBe(1n);
});

test('error: an epoch that the network does not reach, and a height that has passed', async () => {
  await expect(startDevnet({ gateway: false, epochs: { '3.4': 0, '4.0': 141 } })).rejects.toMatchObject({
    code: 'INVALID_INPUT',
    message: "epochs['4.0']: expected a Bitcoin height above 141, at which the network is ready, received 141",
  });
  await using devnet = await bootDevnet({ epoch: '3.4' });
  await expect(devnet.mineUntil({ epoch: '4.0' })).rejects.toMatchObject({
    code: 'INVALID_INPUT',
    message:
      'epoch: expected an epoch up to 3.4, which begins at Bitcoin height 126, received "4.0". ' +
      'The option epochs of the network says which ones it crosses.',
  });
});

test.each(['native', 'docker', 'external'] as const)('error: the %s engine crosses no epochs', async (engine) => {
  const external = engine === 'external' ? { bitcoinRpc: 'http://u:p@127.0.0.1:1', stacksRpc: 'http://127.0.0.1:1' } : undefined;
  await expect(startDevnet({ engine, external, epochs })).rejects.toMatchObject({ code: 'UNSUPPORTED', field: 'epochs' });
});

/** Clarity 2: what a contract sees of both chains. */
const SEER = `(define-data-var n uint u0)
(define-map seen uint { height: uint, burn: uint })
(define-fungible-token coin u1000000)
(define-read-only (see) {
  height: block-height,
  burn: burn-block-height,
  time: (is-some (get-block-info? time (- block-height u1))),
  miner: (is-some (get-block-info? miner-address (- block-height u1))),
  now: (is-some (get-block-info? time block-height)),
  bhash: (is-some (get-burn-block-info? header-hash (- burn-block-height u1))),
  bnow: (is-some (get-burn-block-info? header-hash burn-block-height)),
  id: (is-some (get-block-info? id-header-hash (- block-height u1))),
  vrf: (is-some (get-block-info? vrf-seed (- block-height u1))),
  won: (get-block-info? miner-spend-winner (- block-height u1)),
  reward: (get-block-info? block-reward (- block-height u3)),
})
(define-public (act) (begin
  (var-set n (+ (var-get n) u1))
  (map-set seen (var-get n) { height: block-height, burn: burn-block-height })
  (try! (ft-mint? coin u5 tx-sender))
  (print (see))
  (ok (see))))`;

/** Locks STX of `wallet_1` in pox-4 for 12 cycles. @returns how many micro-STX */
async function stack(devnet: Devnet): Promise<bigint> {
  const { privateKey, stx, btc } = account(devnet, 'wallet_1');
  const client = new StackingClient({ address: stx.address, network: devnet.network });
  const pox = await client.getPoxInfo();
  const amount = BigInt(pox.min_amount_ustx);
  const common = { poxAddress: btc.address, maxAmount: amount, authId: 1 };
  const { txid } = await client.stack({
    ...common,
    amountMicroStx: amount,
    cycles: 12,
    burnBlockHeight: pox.current_burnchain_block_height ?? 0,
    signerKey: String(privateKeyToPublic(privateKey)),
    signerSignature: client.signPoxSignature({
      ...common,
      topic: 'stack-stx',
      rewardCycle: pox.reward_cycle_id,
      period: 12,
      signerPrivateKey: privateKey,
    }),
    privateKey,
  });
  expect(await devnet.stacks.waitForTx(txid)).toMatchObject({ status: 'success' });
  return amount;
}

async function accountOf(devnet: Devnet): Promise<{ locked: bigint; unlock_height: unknown }> {
  const { locked, unlock_height } = await stacksGet(devnet, `/v2/accounts/${account(devnet, 'wallet_1').stx.address}?proof=0`);
  return { locked: BigInt(String(locked)), unlock_height };
}

test.each([
  ['with sBTC', {}],
  // pox-5 names a token that this network does not have.
  ['without sBTC', { sbtc: false }],
])('behavior: a network %s goes on from the file of its state, before and after it crossed', async (_, options) => {
  await using devnet = await startDevnet({ ...options, epochs, cache: testCache });
  const before = await devnet.dumpState();
  await devnet.mineUntil({ epoch: '4.0' });
  const after = await devnet.dumpState();
  await devnet.bitcoin.mine(2);
  const { stacks } = await devnet.status();
  for (const state of [before, after]) {
    await using loaded = await startDevnet({ ...options, epochs, cache: testCache });
    await loaded.loadState(state);
    await loaded.mineUntil({ burnHeight: START + 2 });
    expect((await loaded.status()).stacks).toEqual(stacks);
    expect(await stacksGet(loaded, '/v2/pox')).toEqual(await stacksGet(devnet, '/v2/pox'));
    expect(await poxInfo(loaded)).toEqual(await poxInfo(devnet));
  }
  await using other = await startDevnet({ ...options, epochs: { '3.4': 0, '4.0': 170 }, cache: testCache });
  await expect(other.loadState(after)).rejects.toThrow('its epochs begin at 3.4@0,4.0@162, here at 3.4@0,4.0@170 (--epochs)');
});

function poxInfo({ network }: Devnet) {
  const pox5 = { contractAddress: POX_4.slice(0, -6), contractName: 'pox-5', functionName: 'get-pox-info' };
  return fetchCallReadOnlyFunction({ ...pox5, functionArgs: [], senderAddress: POX_4.slice(0, -6), network });
}
