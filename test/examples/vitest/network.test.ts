import { readFile } from 'node:fs/promises';
import {
  broadcastTransaction,
  Cl,
  type ClarityValue,
  fetchCallReadOnlyFunction,
  makeContractCall,
  makeContractDeploy,
  makeSTXTokenTransfer,
  privateKeyToAddress,
  randomPrivateKey,
  type StacksTransactionWire,
} from '@stacks/transactions';
import { type Devnet, resolveConfig, type StacksTxReceipt, startDevnet } from 'stacks-devnet';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { proofArguments, proveTransaction } from './bitcoin-proof.js';

// The engine and all other settings come from DEVNET_… variables: `DEVNET_ENGINE=native npx vitest run`.
let devnet: Devnet;
beforeAll(async () => {
  devnet = await startDevnet(await resolveConfig({ env: process.env }));
});
afterAll(() => devnet?.close());

/** Sends a transaction and waits until it is in a block. */
async function send(transaction: StacksTransactionWire): Promise<StacksTxReceipt> {
  const sent = await broadcastTransaction({ transaction, network: devnet.network });
  if ('error' in sent) throw new Error(`${sent.error}: ${sent.reason}`);
  return devnet.stacks.waitForTx(sent.txid);
}

test('coins arrive at new accounts', async () => {
  const { wallet_1 } = devnet.accounts;
  const address = privateKeyToAddress(randomPrivateKey(), 'testnet');
  const payment = await devnet.faucet.stx(address, { amount: 7_000_000n });
  expect(payment.block?.height).toBeGreaterThan(0);
  const account = await fetch(`${devnet.urls.stacks}/v2/accounts/${address}?proof=0`).then((response) => response.json());
  expect(BigInt(account.balance)).toBe(7_000_000n);

  const { txId } = await devnet.faucet.btc(wallet_1.btc.addresses.p2wpkh, { amount: 50_000n });
  expect((await devnet.bitcoin.waitForTx(txId)).confirmations).toBeGreaterThanOrEqual(1);
});

test('a transfer', async () => {
  const { wallet_1 } = devnet.accounts;
  const recipient = privateKeyToAddress(randomPrivateKey(), 'testnet');
  const transaction = await makeSTXTokenTransfer({ recipient, amount: 1_234n, senderKey: wallet_1.privateKey, network: devnet.network });
  const receipt = await send(transaction);
  expect(receipt.status).toBe('success');
  const account = await fetch(`${devnet.urls.stacks}/v2/accounts/${recipient}?proof=0`).then((response) => response.json());
  expect(BigInt(account.balance)).toBe(1_234n);
});

test('a contract is deployed, called and read', async () => {
  const { network } = devnet;
  const { deployer, wallet_2 } = devnet.accounts;
  const contract = { contractAddress: deployer.stx.address, contractName: 'counter', network };

  const codeBody = await readFile(new URL('contracts/counter.clar', import.meta.url), 'utf8');
  const deploy = await makeContractDeploy({ contractName: 'counter', codeBody, senderKey: deployer.privateKey, network });
  expect((await send(deploy)).status).toBe('success');

  const add = (n: number) =>
    makeContractCall({ ...contract, functionName: 'add', functionArgs: [Cl.uint(n)], senderKey: wallet_2.privateKey });
  const added = await send(await add(5));
  expect(added).toMatchObject({ status: 'success', result: { repr: '(ok u5)' } });
  expect(added.events).toHaveLength(1);
  const refused = await send(await add(0));
  expect(refused).toMatchObject({ status: 'abort_by_response', result: { repr: '(err u1)' } });

  const read = { ...contract, functionName: 'get-count', functionArgs: [], senderAddress: wallet_2.stx.address };
  expect(await fetchCallReadOnlyFunction(read)).toEqual(Cl.uint(5));
});

test('a wait on both chains', async () => {
  const { wallet_3, wallet_4 } = devnet.accounts;
  const before = await devnet.status();
  const [bitcoin, stacks] = await Promise.all([
    devnet.faucet.btc(wallet_3.btc.address, { wait: false }),
    devnet.faucet.stx(wallet_4.stx.address, { wait: false }),
  ]);
  const [onBitcoin, onStacks] = await Promise.all([
    devnet.bitcoin.waitForTx(bitcoin.txId),
    devnet.stacks.waitForTx(stacks.txId),
    devnet.mineUntil({ burnHeight: before.bitcoin.height + 2 }),
  ]);
  expect(onBitcoin.block?.height).toBeGreaterThan(before.bitcoin.height);
  expect(onStacks.block.height).toBeGreaterThan(before.stacks.height);
  // The Stacks node has seen the Bitcoin blocks, too.
  const info = await fetch(`${devnet.urls.gateway}/v2/info`).then((response) => response.json());
  expect(info.burn_block_height).toBeGreaterThanOrEqual(before.bitcoin.height + 2);
});

test('a contract verifies a Bitcoin payment, until a reorganisation moves the payment to another block', async () => {
  const { network } = devnet;
  const { deployer, wallet_5, wallet_6 } = devnet.accounts;
  const codeBody = await readFile(new URL('contracts/bitcoin-proof.clar', import.meta.url), 'utf8');
  const deploy = await makeContractDeploy({ contractName: 'bitcoin-proof', codeBody, senderKey: deployer.privateKey, network });
  expect((await send(deploy)).status).toBe('success');
  await devnet.bitcoin.mine();
  const contract = { contractAddress: deployer.stx.address, contractName: 'bitcoin-proof', network };
  const claim = async (functionArgs: ClarityValue[]) =>
    send(await makeContractCall({ ...contract, functionName: 'claim', functionArgs, senderKey: wallet_5.privateKey }));
  const claimant = (txId: string) => {
    const functionArgs = [Cl.buffer(Buffer.from(txId, 'hex').reverse())];
    return fetchCallReadOnlyFunction({ ...contract, functionName: 'claimed-by', functionArgs, senderAddress: wallet_5.stx.address });
  };

  const { txId } = await devnet.faucet.btc(wallet_5.btc.address, { amount: 60_000n });
  const proof = await proveTransaction(devnet, txId);
  const other = await devnet.faucet.btc(wallet_6.btc.address, { amount: 60_000n });
  const { tx } = await proveTransaction(devnet, other.txId);
  expect(await claim(proofArguments({ ...proof, tx }))).toMatchObject({ result: { repr: '(err u2)' } });
  expect(await claim(proofArguments({ ...proof, height: proof.height - 1 }))).toMatchObject({ result: { repr: '(err u1)' } });
  const claimed = await claim(proofArguments(proof));
  expect(claimed.status, claimed.reason).toBe('success');
  expect(await claimant(txId)).toEqual(Cl.some(Cl.principal(wallet_5.stx.address)));
  expect(await claim(proofArguments(proof))).toMatchObject({ result: { repr: '(err u3)' } });

  const core = await devnet.bitcoin.client();
  const { height } = (await devnet.status()).bitcoin;
  await core.command('invalidateblock', proof.blockHash);
  await devnet.mineUntil({ burnHeight: height + 1 });
  // The Stacks blocks after that Bitcoin block are gone. Their transactions run again.
  expect(await devnet.stacks.waitForTx(claimed.txid)).toMatchObject({ status: 'abort_by_response', result: { repr: '(err u1)' } });
  expect(await claimant(txId)).toEqual(Cl.none());
  expect(await claim(proofArguments(proof))).toMatchObject({ result: { repr: '(err u1)' } });
  const moved = await proveTransaction(devnet, txId);
  expect(moved.blockHash).not.toBe(proof.blockHash);
  expect((await claim(proofArguments(moved))).status).toBe('success');
});
