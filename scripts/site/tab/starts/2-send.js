// Send STX
import { broadcastTransaction, makeSTXTokenTransfer } from '@stacks/transactions';
import { startDevnet } from 'stacks-devnet';

const devnet = await startDevnet();
const { wallet_1, wallet_2 } = devnet.accounts;

// With stacks.js, as in an application.
const transaction = await makeSTXTokenTransfer({
  recipient: wallet_2.stx.address,
  amount: 1_000_000n, // micro-STX
  senderKey: wallet_1.privateKey,
  network: devnet.network,
});
const { txid } = await broadcastTransaction({ transaction, network: devnet.network });
const { status, block } = await devnet.stacks.waitForTx(txid);
console.log(status, 'in block', block.height);

// The same in one line.
await devnet.stacks.transfer({ to: 'wallet_2', amount: 5n, as: 'wallet_1' });
console.log((await devnet.balance('wallet_2')).stx);
