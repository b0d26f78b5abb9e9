import { createClient } from '@stacks/blockchain-api-client';
import { StackingClient } from '@stacks/stacking';
import {
  broadcastTransaction,
  Cl,
  fetchCallReadOnlyFunction,
  fetchFeeEstimate,
  fetchNonce,
  makeContractCall,
  makeContractDeploy,
  makeSTXTokenTransfer,
  privateKeyToAddress,
  randomPrivateKey,
} from '@stacks/transactions';
import { type Devnet, startDevnet } from 'stacks-devnet';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { account as accountOf } from '../devnet.js';

let devnet: Devnet;
let baseUrl: string;
beforeAll(async () => {
  devnet = await startDevnet();
  baseUrl = devnet.urls.gateway ?? '';
});
afterAll(() => devnet.close());

const fresh = (): string => privateKeyToAddress(randomPrivateKey(), 'testnet');
const account = (name: string) => accountOf(devnet, name);

describe('@stacks/blockchain-api-client', () => {
  test('default: faucets, then polling the transaction', async () => {
    // The parent of a block is known when the gateway has seen it mined.
    await devnet.stacks.mine();
    const api = createClient({ baseUrl });
    const address = fresh();
    const paid = await api.POST('/extended/v1/faucets/stx', { params: { query: { address } }, body: null });
    expect(paid.error).toBeUndefined();
    const txId = paid.data?.txId ?? '';
    await expect
      .poll(async () => (await api.GET('/extended/v1/tx/{tx_id}', { params: { path: { tx_id: txId } } })).data?.tx_status)
      .toBe('success');
    const { data } = await api.GET('/extended/v1/tx/{tx_id}', { params: { path: { tx_id: txId } } });
    expect(data).toMatchObject({
      tx_id: txId,
      tx_type: 'token_transfer',
      token_transfer: { recipient_address: address, amount: '500000000' },
      tx_result: { hex: '0x0703', repr: '(ok true)' },
      canonical: true,
      event_count: 1,
      events: [{ event_type: 'stx_asset', asset: { asset_event_type: 'transfer', recipient: address, amount: '500000000' } }],
    });
    const newer = await api.GET('/extended/v3/transactions/{tx_id}', { params: { path: { tx_id: txId }, query: { include: ['result'] } } });
    expect(newer.data).toMatchObject({
      tx_id: txId,
      status: 'success',
      result: { repr: '(ok true)' },
      parent_block: { hash: expect.stringMatching(/^0x[0-9a-f]{64}$/) },
      token_transfer: { recipient: address },
    });
    const balances = await api.GET('/extended/v1/address/{principal}/balances', { params: { path: { principal: address } } });
    expect(balances.data?.stx).toMatchObject({ balance: '500000000', total_sent: '0', total_received: '500000000', locked: '0' });
    const bitcoin = await api.POST('/extended/v1/faucets/btc', { body: { address: account('wallet_7').btc.address } });
    expect(bitcoin.data).toMatchObject({ success: true, txid: expect.stringMatching(/^[0-9a-f]{64}$/) });
  });

  test('error: what the API would say', async () => {
    const api = createClient({ baseUrl });
    const wrong = await api.POST('/extended/v1/faucets/stx', { body: { address: 'SP000000000000000000002Q6VF78' } });
    expect(wrong.error).toMatchObject({ success: false, error: expect.stringContaining('address') });
    const unknown = await api.GET('/extended/v1/tx/{tx_id}', { params: { path: { tx_id: `0x${'ab'.repeat(32)}` } } });
    expect(unknown.response.status).toBe(404);
  });

  test('default: status', async () => {
    const { data } = await createClient({ baseUrl }).GET('/extended', {});
    expect(data).toMatchObject({ status: 'ready', chain_tip: { block_height: expect.any(Number) } });
  });
});

test('default: @stacks/stacking reads balances, cycle and info', async () => {
  const { address } = account('wallet_5').stx;
  const stacking = new StackingClient({ address, network: 'devnet', client: { baseUrl } });
  expect(await stacking.getAccountBalance()).toBe(100_000_000_000_000n);
  expect(await stacking.getAccountExtendedBalances()).toMatchObject({ stx: { balance: 100_000_000_000_000n, total_sent: 0n, locked: 0n } });
  expect(await stacking.getCycleDuration()).toBe(20 * 120);
  expect(await stacking.getCoreInfo()).toMatchObject({ network_id: 2147483648 });
});

describe('@stacks/transactions', () => {
  const network = 'devnet';
  const wait = (txid: string) => devnet.stacks.waitForTx(txid);

  test('default: transfer without fee and nonce', async () => {
    const client = { baseUrl };
    const recipient = fresh();
    const { privateKey } = account('wallet_1');
    const transaction = await makeSTXTokenTransfer({ recipient, amount: 1234n, senderKey: privateKey, network, client });
    expect(transaction.auth.spendingCondition.fee).toBe(180n);
    const { txid } = await broadcastTransaction({ transaction, client });
    expect(await wait(txid)).toMatchObject({ status: 'success' });
    const response = await fetch(`${baseUrl}/extended/v1/tx/${txid}`);
    expect(response.redirected).toBe(true);
    expect(await response.json()).toMatchObject({ tx_status: 'success', fee_rate: '180', nonce: 0 });
  });

  test('default: deploy, call, read only', async () => {
    const client = { baseUrl };
    const { privateKey, stx } = account('wallet_2');
    const source = `(define-data-var last uint u0)
(define-fungible-token coin)
(define-public (put (value uint) (note (optional (string-ascii 9))))
  (begin (var-set last value) (print note) (ft-mint? coin value tx-sender)))
(define-read-only (get-last) (var-get last))`;
    const deploy = await makeContractDeploy({ contractName: 'box', codeBody: source, senderKey: privateKey, network, client });
    expect(await wait((await broadcastTransaction({ transaction: deploy, client })).txid)).toMatchObject({ status: 'success' });
    const call = await makeContractCall({
      contractAddress: stx.address,
      contractName: 'box',
      functionName: 'put',
      functionArgs: [Cl.uint(7), Cl.some(Cl.stringAscii('seven'))],
      validateWithAbi: true,
      senderKey: privateKey,
      network,
      client,
    });
    const { txid } = await broadcastTransaction({ transaction: call, client });
    expect(await wait(txid)).toMatchObject({ status: 'success' });
    const read = {
      contractAddress: stx.address,
      contractName: 'box',
      functionName: 'get-last',
      functionArgs: [],
      senderAddress: stx.address,
    };
    expect(await fetchCallReadOnlyFunction({ ...read, network, client })).toEqual(Cl.uint(7));
    expect(await (await fetch(`${baseUrl}/extended/v1/tx/0x${txid}`)).json()).toMatchObject({
      tx_type: 'contract_call',
      contract_call: {
        contract_id: `${stx.address}.box`,
        function_name: 'put',
        function_signature: '(define-public (put (value uint) (note (optional (string-ascii 9)))))',
        function_args: [
          { repr: 'u7', name: 'value', type: 'uint', hex: '0x0100000000000000000000000000000007' },
          { repr: '(some "seven")', name: 'note', type: '(optional (string-ascii 9))' },
        ],
      },
      events: [
        { event_type: 'smart_contract_log', contract_log: { topic: 'print', value: { repr: '(some "seven")' } } },
        { event_type: 'fungible_token_asset', asset: { asset_event_type: 'mint', amount: '7', recipient: stx.address } },
      ],
    });
    const balances = await (await fetch(`${baseUrl}/extended/v1/address/${stx.address}/balances`)).json();
    expect(balances).toMatchObject({ fungible_tokens: { [`${stx.address}.box::coin`]: { balance: '7' } } });
  });

  test('behavior: nonces count the mempool, gaps and restores included', async () => {
    const client = { baseUrl };
    const { privateKey: senderKey, stx } = account('wallet_3');
    const nonce = () => fetchNonce({ address: stx.address, network, client });
    const send = async (number: bigint) => {
      const transaction = await makeSTXTokenTransfer({ recipient: fresh(), amount: 1n, fee: 200n, nonce: number, senderKey, network });
      return broadcastTransaction({ transaction, client });
    };
    await devnet.setMining({ stacks: 'manual', bitcoin: 'manual' });
    expect(await nonce()).toBe(0n);
    await send(0n);
    await send(1n);
    await send(3n);
    expect(await nonce()).toBe(4n);
    const detail = await (await fetch(`${baseUrl}/extended/v1/address/${stx.address}/nonces`)).json();
    expect(detail).toMatchObject({ last_mempool_tx_nonce: 3, possible_next_nonce: 4, last_executed_tx_nonce: null });
    const id = await devnet.snapshot();
    await devnet.stacks.mine();
    expect(await nonce()).toBe(4n);
    const later = await (await fetch(`${baseUrl}/extended/v1/address/${stx.address}/nonces`)).json();
    expect(later).toMatchObject({ last_executed_tx_nonce: 1, detected_missing_nonces: [2] });
    await send(2n);
    await devnet.stacks.mine();
    expect(await nonce()).toBe(4n);
    await devnet.restore(id);
    expect(await (await fetch(`${baseUrl}/extended/v1/address/${stx.address}/nonces`)).json()).toEqual(detail);
    await devnet.setMining({ stacks: 'auto', bitcoin: 'auto' });
  });

  test('behavior: a fee estimate, also for what the node has no estimate of', async () => {
    const { privateKey } = account('wallet_4');
    const transaction = await makeSTXTokenTransfer({ recipient: fresh(), amount: 1n, fee: 0n, nonce: 0n, senderKey: privateKey, network });
    expect(await fetchFeeEstimate({ transaction, network, client: { baseUrl } })).toBe(180);
  });
});

describe('many at once', () => {
  test('default: 50 payments of each faucet with wait, each confirmed exactly once', async () => {
    const addresses = Array.from({ length: 50 }, fresh);
    const to = account('wallet_6').btc.address;
    const read = async (): Promise<bigint> => (await devnet.balances()).find(({ name }) => name === 'wallet_6')?.btc.balance ?? 0n;
    const before = await read();
    const post = async (path: string): Promise<{ status: number; txId: string }> => {
      const response = await fetch(`${baseUrl}${path}&wait=true`, { method: 'POST' });
      const { txId } = (await response.json()) as { txId: string };
      return { status: response.status, txId };
    };
    const answers = await Promise.all([
      ...addresses.map((address) => post(`/extended/v1/faucets/stx?address=${address}`)),
      ...addresses.map(() => post(`/extended/v1/faucets/btc?address=${to}`)),
    ]);
    expect(answers.map(({ status }) => status)).toEqual(answers.map(() => 200));
    expect(new Set(answers.map(({ txId }) => txId)).size).toBe(100);
    expect((await read()) - before).toBe(50n * 100_000_000n);
    for (const address of addresses) {
      const response = await fetch(`${baseUrl}/v2/accounts/${address}?proof=0`);
      expect(BigInt(((await response.json()) as { balance: string }).balance)).toBe(500_000_000n);
    }
  });
});
