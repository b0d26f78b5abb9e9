// Value moves from Bitcoin to Stacks and back: sats are locked in a vault, a contract of this folder mints tokens for them, and when the
// tokens are burnt the vault pays the sats out. Runs on its own, or in `stacks-devnet exec -- node bridge.js`.
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
    const { txid } = await broadcastTransaction({ transaction, network });
    return devnet.stacks.waitForTx(txid);
  };
  const call = async (account, functionName, functionArgs) => {
    // The contract moves tokens of its own, so any transfer is allowed.
    const order = { ...contract, functionName, functionArgs, senderKey: account.privateKey, network, postConditionMode: 'allow' };
    return send(await makeContractCall(order));
  };
  const tokens = async () => {
    const order = { ...contract, functionName: 'balance-of', functionArgs: [Cl.principal(alice.stx.address)] };
    return (await fetchCallReadOnlyFunction({ ...order, senderAddress: alice.stx.address, network })).value;
  };

  // Once: the contract.
  const codeBody = await readFile(new URL('bridge.clar', import.meta.url), 'utf8');
  const deploy = { contractName: 'bridge', codeBody, clarityVersion: 3, senderKey: operator.privateKey, network };
  assert.equal((await send(await makeContractDeploy(deploy))).status, 'success');

  // Bitcoin → Stacks: Alice locks sats and says on Bitcoin who gets the tokens.
  await devnet.faucet.btc(aliceBitcoin.address, { amount: 200_000n });
  const lock = await pay(bitcoin, aliceBitcoin, vault.script, LOCKED, utf8.decode(alice.stx.address));
  const { block } = await devnet.bitcoin.waitForTx(lock);
  const order = [Cl.buffer(hex.decode(lock)), Cl.uint(block.height), Cl.uint(LOCKED), Cl.principal(alice.stx.address)];
  assert.equal((await call(operator, 'mint', order)).result.repr, '(err u102)', 'a block must be on top of the lock');
  await devnet.bitcoin.mine();
  const minted = await call(operator, 'mint', order);
  assert.equal(minted.status, 'success', minted.reason);
  assert.equal(await tokens(), LOCKED);
  console.log(`locked ${LOCKED} sats in Bitcoin block ${block.height}, minted in Stacks block ${minted.block.height}`);

  // What must not be, either.
  assert.equal((await call(operator, 'mint', order)).result.repr, '(err u101)', 'a lock counts once');
  assert.equal((await call(alice, 'mint', order)).result.repr, '(err u100)', 'only the operator mints');

  // Stacks → Bitcoin: Alice burns her tokens; once Bitcoin blocks are on top of that, the vault pays.
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
