// Run by a test in processes of its own: the same script has to give the same chain. JavaScript, to start without a compiler.
import { broadcastTransaction, Cl, makeContractCall, makeContractDeploy } from '@stacks/transactions';
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
const send = async (made) => {
  const { txid } = await broadcastTransaction({ transaction: await made, client: { baseUrl: devnet.urls.stacks } });
  return devnet.stacks.waitForTx(txid);
};
const signed = { senderKey: wallet.privateKey, network: 'testnet', fee: 20_000n, postConditionMode: 'allow' };
const codeBody = `(define-data-var n uint u0)
  (define-public (add (by uint)) (begin (var-set n (+ (var-get n) by)) (print {n: (var-get n)}) (asserts! (< by u5) (err by)) (stx-burn? by tx-sender)))`;
const contract = { contractAddress: wallet.stx.address, contractName: 'counter', functionName: 'add' };
const transactions = [await send(makeContractDeploy({ ...signed, contractName: 'counter', codeBody, nonce: 0n }))];
for (const [place, by] of [1, 7, 3].entries()) {
  transactions.push(await send(makeContractCall({ ...signed, ...contract, functionArgs: [Cl.uint(by)], nonce: BigInt(place + 1) })));
}
await devnet.bitcoin.mine(5);
await devnet.stacks.mine(2);
// the last two of these leave the chain, and what was in them is mined again
const mined = await devnet.bitcoin.mine(5);
const { rpcUser, rpcPassword } = devnet.credentials;
const headers = { authorization: `Basic ${btoa(`${rpcUser}:${rpcPassword}`)}` };
const body = JSON.stringify({ method: 'invalidateblock', params: [mined.bitcoin.hashes[3]] });
const { status } = await fetch(devnet.urls.bitcoin, { method: 'POST', headers, body });
if (status !== 200) throw new Error(`invalidateblock: ${status}`);
await devnet.bitcoin.mine(3);
const { bitcoin, stacks, cycle } = await devnet.status();
const balances = await devnet.balances();
const ports = Object.values(devnet.urls).flatMap((url) => (url === undefined ? [] : Number(new URL(url).port)));
await devnet.close();
const result = { receipts, payments, transactions, bitcoin, stacks, cycle, balances };
process.stdout.write(JSON.stringify({ ports, result }, (_, value) => (typeof value === 'bigint' ? `${value}` : value)));
