// Peg in and out of sBTC
import { startDevnet } from 'stacks-devnet';

const devnet = await startDevnet();
const { wallet_1 } = devnet.accounts;

// In: the signers sweep the deposit on Bitcoin, and mint sBTC on Stacks.
const deposit = await devnet.sbtc.deposit({ recipient: wallet_1.stx.address, amount: 1_000_000n });
console.log('in: ', deposit.status, await devnet.sbtc.balance(wallet_1.stx.address), 'sats of sBTC');

// Out: the contract locks sBTC, and the signers pay on Bitcoin.
const withdrawal = await devnet.sbtc.withdraw({ account: wallet_1, amount: 400_000n, address: wallet_1.btc.address });
console.log('out:', withdrawal.status, await devnet.sbtc.balance(wallet_1.stx.address), 'sats of sBTC');
console.log('paid by Bitcoin transaction', withdrawal.fulfillment?.bitcoinTxid);
