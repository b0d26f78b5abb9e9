// Run by a test in processes of its own: the same script has to give the same chain. JavaScript, to start without a compiler.
import { startDevnet } from 'stacks-devnet';

const dir = process.argv[2] ?? '';
const devnet = await startDevnet({ gateway: false, cache: { dir, enabled: true } });
const { wallet_1: wallet, wallet_2: other } = devnet.accounts;
if (wallet === undefined || other === undefined) throw new RangeError('the standard accounts are missing');
const receipts = [];
devnet.subscribe((event) => {
  if (event.type === 'stacks.block') receipts.push(event.hash, ...event.receipts);
});
const payments = [
  await devnet.faucet.stx(wallet.stx.address),
  await devnet.faucet.btc(wallet.btc.address),
  await devnet.faucet.stx(other.stx.address, { stacking: true }),
  await devnet.faucet.btc(other.btc.addresses.p2tr, { amount: 12_345n }),
];
await devnet.bitcoin.mine(5);
await devnet.stacks.mine(2);
const { bitcoin, stacks, cycle } = await devnet.status();
const balances = await devnet.balances();
const ports = Object.values(devnet.urls).flatMap((url) => (url === undefined ? [] : Number(new URL(url).port)));
await devnet.close();
const result = { receipts, payments, bitcoin, stacks, cycle, balances };
process.stdout.write(JSON.stringify({ ports, result }, (_, value) => (typeof value === 'bigint' ? `${value}` : value)));
