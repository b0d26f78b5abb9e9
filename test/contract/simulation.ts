import { broadcastTransaction, Cl, makeContractCall, makeContractDeploy } from '@stacks/transactions';
import { startDevnet } from 'stacks-devnet';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Devnet } from '#dist/network/types.js';
import type { DevnetOptions } from '#dist/project/config/start-options.js';
import { testCache } from '../cache.js';
import { account } from '../devnet.js';

/** Simulations and traces on an engine of real nodes. @param engine its options */
export function simulationContract(engine: DevnetOptions): void {
  let devnet: Devnet;
  let contractAddress: string;
  beforeAll(async () => {
    devnet = await startDevnet({ ...engine, cache: testCache });
    const { privateKey: senderKey, stx } = account(devnet, 'deployer');
    contractAddress = stx.address;
    const codeBody = '(define-public (mint (n uint)) (begin (asserts! (> n u5) (err u401)) (print n) (ok n)))';
    const options = { contractName: 'token', codeBody, senderKey, network: devnet.network, fee: 10_000n, nonce: 0n };
    const transaction = await makeContractDeploy(options);
    await devnet.stacks.waitForTx((await broadcastTransaction({ transaction, network: devnet.network })).txid);
    await devnet.mine({ bitcoin: 1 });
  });
  afterAll(() => devnet?.close());

  const mint = async (n: number, nonce: bigint): Promise<string> => {
    const options = { senderKey: account(devnet, 'wallet_1').privateKey, network: devnet.network, fee: 10_000n, nonce };
    const call = { contractAddress, contractName: 'token', functionName: 'mint', functionArgs: [Cl.uint(n)] };
    return (await makeContractCall({ ...call, ...options })).serialize();
  };

  test('default: simulates signed transactions on the state of the tip', async () => {
    expect(await devnet.simulate({ transaction: await mint(9, 0n) })).toMatchObject({
      status: 'success',
      result: { repr: '(ok u9)' },
      events: [{ type: 'contract_event' }],
      cost: { runtime: expect.any(Number) },
    });
    const failed = await devnet.simulate({ transaction: await mint(3, 0n) });
    expect(failed).toMatchObject({ status: 'abort_by_response', result: { repr: '(err u401)' }, events: [] });
    expect(failed.call).toBeUndefined();
  });

  test('behavior: a transaction that the node would not put into a block is rejected, with its reason', async () => {
    const simulation = await devnet.simulate({ transaction: await mint(9, 5n) });
    expect(simulation).toMatchObject({ status: 'rejected', reason: expect.stringContaining('Bad nonce') });
  });

  test('error: calls without a signature, and traces', async () => {
    const call = { sender: contractAddress, contract: `${contractAddress}.token`, function: 'mint' };
    await expect(devnet.simulate(call)).rejects.toMatchObject({
      code: 'UNSUPPORTED',
      message: expect.stringContaining('signed transactions'),
    });
    await expect(devnet.stacks.trace('ab'.repeat(32))).rejects.toMatchObject({ code: 'UNSUPPORTED' });
  });
}
