import { broadcastTransaction, makeContractDeploy } from '@stacks/transactions';
import { expect, test } from 'vitest';
import type { Devnet } from '#dist/network/types.js';
import { account, bootDevnet } from '../../devnet.js';

const SOURCE = `
  (define-data-var n uint u1)
  (define-read-only (before (id (buff 32))) (at-block id (var-get n)))`;
const HINT = 'at-block exists up to epoch 3.3, in Clarity 1 to 4: set epoch to 3.3 (--epoch 3.3)';

async function deploy(devnet: Devnet, clarityVersion: number) {
  const { privateKey: senderKey } = account(devnet, 'wallet_1');
  const { network } = devnet;
  const transaction = await makeContractDeploy({
    ...{ contractName: `past-${clarityVersion}`, codeBody: SOURCE, clarityVersion, senderKey, network, fee: 10_000n },
  });
  return devnet.stacks.waitForTx((await broadcastTransaction({ transaction, network })).txid);
}

test.each([
  ['3.4', 1],
  ['3.4', 4],
  ['3.4', 5],
  ['4.0', 3],
  ['4.0', 6],
] as const)('default: in epoch %s, a deploy in Clarity %s with at-block says which epoch has it', async (epoch, clarityVersion) => {
  await using devnet = await bootDevnet({ epoch });
  expect(await deploy(devnet, clarityVersion)).toMatchObject({ status: 'abort_by_response', reason: expect.stringContaining(HINT) });
});

test('behavior: that epoch has it', async () => {
  await using devnet = await bootDevnet({ epoch: '3.3' });
  expect(await deploy(devnet, 4)).toMatchObject({ status: 'success' });
});

test('error: at genesis', async () => {
  const { stx } = { stx: { address: 'ST1PQHQKV0RJXZFY1DGX8MNSNYVE3VGZJSRTPGZGM' } };
  const contracts = [{ deployer: stx.address, name: 'past', source: SOURCE, clarityVersion: 3 }];
  await expect(bootDevnet({ contracts })).rejects.toMatchObject({ code: 'INVALID_INPUT', message: expect.stringContaining(HINT) });
});
