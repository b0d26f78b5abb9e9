import { expect, test } from 'vitest';
import { bootDevnet } from '../../devnet.js';
import { ask, paymentOf, requirements, signStx } from './payments.js';

test('after a reorganisation, a payment is not settled again', async () => {
  await using devnet = await bootDevnet({ gateway: true });
  const body = paymentOf(await signStx(devnet, devnet.accounts.wallet_1), requirements(devnet));
  const { body: settled } = await ask(devnet, 'settle', body);
  expect(settled).toMatchObject({ success: true });
  await devnet.setMining({ bitcoin: 'manual', stacks: 'manual' });
  await devnet.chaos.reorg({ blocks: 2, without: 'all' });
  const { body: again } = await ask(devnet, 'settle', body);
  expect(again).toMatchObject({ success: false, errorReason: 'invalid_transaction_state' });
});
