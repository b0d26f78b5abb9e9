import { Cl, ClarityType, type ClarityValue, fetchCallReadOnlyFunction } from '@stacks/transactions';
import { expect, test } from 'vitest';
import type { Devnet } from '#dist/network/types.js';
import { bootDevnet, stacksGet } from '../devnet.js';

const DEPLOYER = 'ST1PQHQKV0RJXZFY1DGX8MNSNYVE3VGZJSRTPGZGM';
const SOURCE = '(define-read-only (hash-at (height uint)) (get-burn-block-info? header-hash height))';

/** The hash that a contract reads for a Bitcoin block; undefined for `none`. */
async function hashInContract({ network }: Devnet, height: number): Promise<string | undefined> {
  const contract = { contractAddress: DEPLOYER, contractName: 'headers', functionName: 'hash-at', senderAddress: DEPLOYER };
  const value: ClarityValue = await fetchCallReadOnlyFunction({ ...contract, functionArgs: [Cl.uint(height)], network });
  return value.type === ClarityType.OptionalSome && value.value.type === ClarityType.Buffer ? value.value.value : undefined;
}

test('contracts read the hashes of the Bitcoin chain, also after a restore and a reorganisation', async () => {
  await using devnet = await bootDevnet({ contracts: [{ deployer: DEPLOYER, name: 'headers', source: SOURCE }] });
  const core = await devnet.bitcoin.client();
  const { first_burnchain_block_height: first } = (await stacksGet(devnet, '/v2/pox')) as { first_burnchain_block_height: number };
  const expectSame = async () => {
    const tip = Number(await core.command('getblockcount'));
    for (const height of [first, first + 1, 100, tip - 2, tip - 1, tip]) {
      expect(await hashInContract(devnet, height), `height ${height}`).toBe(await core.command('getblockhash', height));
    }
    // A node reads the Bitcoin chain from the first reward cycle on.
    for (const height of [0, first - 1, tip + 1]) expect(await hashInContract(devnet, height), `height ${height}`).toBeUndefined();
    return tip;
  };
  await expectSame();
  const before = await devnet.snapshot();
  await devnet.bitcoin.mine(3);
  const tip = await expectSame();
  const abandoned = await hashInContract(devnet, tip - 1);

  await core.command('invalidateblock', await core.command('getblockhash', tip - 1));
  await devnet.faucet.btc(devnet.accounts.wallet_1.btc.address); // another block than before
  await devnet.bitcoin.mine(2);
  await expectSame();
  expect(await hashInContract(devnet, tip - 1)).not.toBe(abandoned);

  await devnet.restore(before);
  await expectSame();
});
