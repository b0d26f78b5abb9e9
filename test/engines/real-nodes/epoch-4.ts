import { broadcastTransaction, Cl, getAddressFromPrivateKey, makeContractCall } from '@stacks/transactions';
import { type Devnet, type DevnetOptions, startDevnet } from 'stacks-devnet';
import { expect, test } from 'vitest';
import { networkKeys } from '#dist/engines/common/boot-plan/network-keys.js';
import { updateTransaction } from '#dist/engines/real-nodes/stacking/pox-5.js';
import { testCache } from '../../cache.js';
import { account, balanceOf, sbtcOf, stacksGet } from '../../devnet.js';

const SBTC = 'SN3R84XZYA63QS28932XQF3G1J8R9PC3W76P9CSQS';
const POX_5 = 'ST000000000000000000002AMW42H.pox-5';
/** Of the first signer, as docs/engines.md names it. */
const MANAGER = 'ST3Z1PS4RBAC34QJYX4F7NT79E87NM29MBPWZN5R4.signer-manager';

async function read(devnet: Devnet, contract: string, fn: string): Promise<string> {
  const response = await fetch(`${devnet.urls.stacks}/v2/contracts/call-read/${contract.replace('.', '/')}/${fn}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ sender: SBTC, arguments: [] }),
  });
  const { result } = (await response.json()) as { result: string };
  return Cl.prettyPrint(Cl.deserialize(result));
}

/** What a network of real nodes in Epoch 4.0 keeps. @param engine the engine, with its programs or images */
export function epoch4Suite(engine: Pick<DevnetOptions, 'engine' | 'images'>): void {
  const options = { ...engine, epoch: '4.0', gateway: false, cache: testCache, mining: { bitcoin: 'manual' } } as const;

  test('default: a ready network is in Epoch 4.0, with sBTC, and has staked for the next cycles', async () => {
    await using devnet = await startDevnet(options);
    expect((await devnet.status()).epoch).toBe('4.0');
    await devnet.bitcoin.mine(1);
    expect(await stacksGet(devnet, '/v2/pox')).toMatchObject({
      contract_id: POX_5,
      current_epoch: 'Epoch40',
      pox_5_sbtc_contract: `${SBTC}.sbtc-token`,
      pox_5_sbtc_registry_contract: `${SBTC}.sbtc-registry`,
      next_cycle: { stacked_ustx: 100_000_000_000 },
    });
    expect(await read(devnet, `${SBTC}.sbtc-token`, 'get-total-supply')).toBe('(ok u10009000000000)');
    expect(await read(devnet, `${SBTC}.sbtc-registry`, 'get-current-aggregate-pubkey')).toMatch(/^0x0[23][0-9a-f]{64}$/);
    const [signer] = networkKeys(1).signers;
    const { locked, unlock_height: unlock } = await stacksGet(devnet, `/v2/accounts/${signer?.stx}?proof=0`);
    expect([BigInt(`${locked}`), unlock]).toEqual([100_000_000_000n, 2080]);
  });

  test('behavior: all faucets pay, after a restore too, and a solo stacker gets 1.2 times the minimum', async () => {
    await using devnet = await startDevnet({ ...options, mining: { bitcoin: 'auto' } });
    const { stx, btc } = account(devnet, 'wallet_1');
    const id = await devnet.snapshot();
    const before = await balanceOf(devnet, 'wallet_1');
    await Promise.all([devnet.faucet.stx(stx.address, { stacking: true }), devnet.faucet.btc(btc.address)]);
    const after = await balanceOf(devnet, 'wallet_1');
    expect([after.stx - before.stx, after.btc - before.btc]).toEqual([60_000_000_000n, 100_000_000n]);
    await Promise.all(Array.from({ length: 20 }, () => devnet.faucet.sbtc(stx.address, { amount: 5n })));
    expect(await sbtcOf(devnet, stx.address)).toBe(1_000_000_100n);
    await devnet.restore(id);
    expect(await balanceOf(devnet, 'wallet_1')).toEqual(before);
    await devnet.faucet.stx(stx.address);
    await devnet.faucet.sbtc(stx.address, { amount: 5n });
    expect(await sbtcOf(devnet, stx.address)).toBe(1_000_000_005n);
  });

  test('behavior: a solo stacker stakes what the faucet sends, through the manager of the docs', async () => {
    await using devnet = await startDevnet({ ...options, mining: { bitcoin: 'auto' } });
    const { network } = devnet;
    const senderKey = `${'2'.repeat(64)}01`;
    const address = getAddressFromPrivateKey(senderKey, network);
    await devnet.faucet.stx(address, { stacking: true });
    const { current_burnchain_block_height: height } = await stacksGet(devnet, '/v2/pox');
    const [contractAddress = '', contractName = ''] = POX_5.split('.');
    const functionArgs = [Cl.principal(MANAGER), Cl.uint(50_000_000_000), Cl.uint(2), Cl.uint(Number(height)), Cl.none()];
    const call = { contractAddress, contractName, functionName: 'stake', functionArgs, postConditionMode: 'allow' as const, fee: 1_000n };
    const transaction = await makeContractCall({ ...call, senderKey, network });
    const { txid } = await broadcastTransaction({ transaction, network });
    expect(await devnet.stacks.waitForTx(txid)).toMatchObject({
      status: 'success',
      result: { repr: expect.stringMatching(/^\(ok \(tuple/) },
    });
    const account = await stacksGet(devnet, `/v2/accounts/${address}?proof=0`);
    expect(account).toMatchObject({ unlock_height: 200 });
    expect(BigInt(`${account['locked']}`)).toBe(50_000_000_000n);
    expect(await stacksGet(devnet, '/v2/pox')).toMatchObject({ next_cycle: { stacked_ustx: 150_000_000_000 } });
  });

  test('behavior: the signers of pox-5 sign the next cycle, and can extend their stake', async () => {
    await using devnet = await startDevnet(options);
    const { cycle } = await devnet.status();
    await devnet.mineUntil({ cycle: cycle.id + 1 });
    const [signer] = networkKeys(1).signers;
    if (signer === undefined) throw new RangeError('no signer');
    const set = await stacksGet(devnet, `/v3/stacker_set/${cycle.id + 1}`);
    expect(set).toMatchObject({ stacker_set: { reward_set_version: 1, signers: [{ signing_key: signer.publicKey }] } });
    await devnet.faucet.stx(account(devnet, 'wallet_2').stx.address);
    const staker = `/v2/accounts/${signer.stx}?proof=0`;
    const { nonce, unlock_height: before } = await stacksGet(devnet, staker);
    const { network_id: chainId } = await stacksGet(devnet, '/v2/info');
    const body = await updateTransaction({ key: signer, nonce: Number(nonce), chainId: Number(chainId), cycles: 1 });
    const headers = { 'content-type': 'application/octet-stream' };
    const sent = await fetch(`${devnet.urls.stacks}/v2/transactions`, { method: 'POST', headers, body });
    await devnet.stacks.waitForTx((await sent.json()) as string);
    expect((await stacksGet(devnet, staker))['unlock_height']).toBe(Number(before) + 20);
  });

  test('behavior: several signers sign blocks', async () => {
    await using devnet = await startDevnet({ ...options, signers: 3 });
    const { cycle } = await devnet.status();
    await devnet.mineUntil({ cycle: cycle.id + 1 });
    const { stacker_set: set } = await stacksGet(devnet, `/v3/stacker_set/${cycle.id + 1}`);
    expect(set).toMatchObject({ signers: [{ weight: 10 }, { weight: 10 }, { weight: 10 }] });
    await devnet.faucet.stx(account(devnet, 'wallet_1').stx.address);
  });
}
