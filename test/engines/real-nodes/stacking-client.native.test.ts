import { StackingClient } from '@stacks/stacking';
import { privateKeyToPublic } from '@stacks/transactions';
import { startDevnet } from 'stacks-devnet';
import { expect, test } from 'vitest';
import { testCache } from '../../cache.js';
import { account, stacksGet } from '../../devnet.js';
import { describeWithNodes } from './launch/native/real-nodes.js';

const STAKER = 'ST1SJ3DTE5DN7X54YDH5D64R3BCB6A2AG2ZQ8YPD5';

describeWithNodes('@stacks/stacking', () => {
  test('behavior: it stacks in pox-4 in Epoch 3.4', async () => {
    const balances = { [STAKER]: 500_000_000_000_000n };
    await using devnet = await startDevnet({ engine: 'native', epoch: '3.4', gateway: false, cache: testCache, balances });
    const { btc, privateKey } = account(devnet, 'wallet_1');
    const client = new StackingClient({ address: STAKER, network: devnet.network });
    const info = await client.getPoxInfo();
    const amount = BigInt(info.min_amount_ustx);
    const terms = { poxAddress: btc.address, maxAmount: amount, authId: 1 };
    const permission = {
      ...terms,
      topic: 'stack-stx' as const,
      rewardCycle: info.reward_cycle_id,
      period: 2,
      signerPrivateKey: privateKey,
    };
    const { txid } = await client.stack({
      ...terms,
      amountMicroStx: amount,
      cycles: 2,
      burnBlockHeight: info.current_burnchain_block_height ?? 0,
      signerKey: String(privateKeyToPublic(privateKey)),
      signerSignature: client.signPoxSignature(permission),
      privateKey,
    });
    expect(await devnet.stacks.waitForTx(txid)).toMatchObject({ status: 'success' });
    expect(BigInt(`${(await stacksGet(devnet, `/v2/accounts/${STAKER}?proof=0`))['locked']}`)).toBe(amount);
  });
});
