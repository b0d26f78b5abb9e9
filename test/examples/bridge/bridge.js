// Moves value from Bitcoin to Stacks and back. Alice locks sats in a vault, and the contract in this folder mints tokens for them. When she
// burns the tokens, the vault pays the sats out. Run it with `node bridge.js` or `stacks-devnet exec -- node bridge.js`.
import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import { hex, utf8 } from '@scure/base';
import { broadcastTransaction, Cl, fetchCallReadOnlyFunction, makeContractCall, makeContractDeploy } from '@stacks/transactions';
import { connectDevnet, startDevnet } from 'stacks-devnet';
import { pay, wallet } from './vault.js';

const LOCKED = 50_000n;
const devnet = process.env.DEVNET_URL ? await connectDevnet() : await startDevnet();
try {
  const { network } = devnet;
  const { deployer: operator, wallet_1: alice } = devnet.accounts;
  const bitcoin = await devnet.bitcoin.client();
  const vault = wallet(operator.privateKey);
  const aliceBitcoin = wallet(alice.privateKey);
  const contract = { contractAddress: operator.stx.address, contractName: 'bridge' };

  const send = async (transaction) => {
    const sent = await broadcastTransaction({ transaction, network });
    if ('error' in sent) throw new Error(`${sent.error}: ${sent.reason}`);
    return devnet.stacks.waitForTx(sent.txid);
  };
  const call = async (account, functionName, functionArgs) => {
    // `allow`: the contract transfers its own tokens.
    const options = { ...contract, functionName, functionArgs, senderKey: account.privateKey, network, postConditionMode: 'allow' };
    return send(await makeContractCall(options));
  };
  const tokens = async () => {
    const options = { ...contract, functionName: 'balance-of', functionArgs: [Cl.principal(alice.stx.address)] };
    return (await fetchCallReadOnlyFunction({ ...options, senderAddress: alice.stx.address, network })).value;
  };

  // Deploy the contract.
  const codeBody = await readFile(new URL('bridge.clar', import.meta.url), 'utf8');
  const deploy = { contractName: 'bridge', codeBody, clarityVersion: 3, senderKey: operator.privateKey, network };
  assert.equal((await send(await makeContractDeploy(deploy))).status, 'success');

  // Bitcoin → Stacks: Alice locks sats and writes her Stacks address into the same transaction.
  await devnet.faucet.btc(aliceBitcoin.address, { amount: 200_000n });
  const lock = await pay(bitcoin, aliceBitcoin, vault.script, LOCKED, utf8.decode(alice.stx.address));
  const { block } = await devnet.bitcoin.waitForTx(lock);
  const mint = [Cl.buffer(hex.decode(lock)), Cl.uint(block.height), Cl.uint(LOCKED), Cl.principal(alice.stx.address)];
  assert.equal((await call(operator, 'mint', mint)).result.repr, '(err u102)', 'the lock needs one more block');
  await devnet.bitcoin.mine();
  const minted = await call(operator, 'mint', mint);
  assert.equal(minted.status, 'success', minted.reason);
  assert.equal(await tokens(), LOCKED);
  console.log(`locked ${LOCKED} sats in Bitcoin block ${block.height}, minted in Stacks block ${minted.block.height}`);

  // The contract refuses a second mint and other callers.
  assert.equal((await call(operator, 'mint', mint)).result.repr, '(err u101)', 'each lock mints once');
  assert.equal((await call(alice, 'mint', mint)).result.repr, '(err u100)', 'only the operator mints');

  // Stacks → Bitcoin: Alice burns her tokens. After three Bitcoin blocks the vault pays.
  const burnt = await call(alice, 'redeem', [Cl.uint(LOCKED), Cl.buffer(aliceBitcoin.script)]);
  assert.equal(burnt.status, 'success', burnt.reason);
  const [anchored] = await Promise.all([devnet.stacks.waitForAnchor(burnt.txid, { confirmations: 3 }), devnet.bitcoin.mine(3)]);
  const event = anchored.events.find(({ type }) => type === 'contract_event').contract_event;
  const redeemed = Cl.deserialize(event.raw_value.slice(2)).value;
  const release = await pay(bitcoin, vault, hex.decode(redeemed.script.value), redeemed.amount.value - 1_000n);
  const paid = await devnet.bitcoin.waitForTx(release, { confirmations: 1 });
  assert.equal(await tokens(), 0n);
  console.log(`burnt in Stacks block ${burnt.block.height}, paid out in Bitcoin block ${paid.block.height}`);
} finally {
  await devnet.close();
}
