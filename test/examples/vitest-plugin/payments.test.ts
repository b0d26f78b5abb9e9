import { broadcastTransaction, makeSTXTokenTransfer } from '@stacks/transactions';
import { useDevnet } from 'stacks-devnet/vitest';
import { expect, test } from 'vitest';

const net = useDevnet();

test('one account pays another', async () => {
  const [alice, bob] = await Promise.all([net.account(), net.account({ stx: 0n, btc: 0n })]);
  const { network } = net.devnet;
  const transfer = { recipient: bob.stx.address, amount: 1_000_000n, senderKey: alice.privateKey, network };
  const sent = await broadcastTransaction({ transaction: await makeSTXTokenTransfer(transfer), network });
  if ('error' in sent) throw new Error(`${sent.error}: ${sent.reason}`);
  expect(await net.devnet.stacks.waitForTx(sent.txid)).toMatchObject({ status: 'success' });
});
