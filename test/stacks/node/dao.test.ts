import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { Cl, type ClarityValue, deserializeCV } from '@stacks/transactions';
import { expect, test } from 'vitest';
import type { StacksReceipt } from '#dist/stacks/protocol/receipt/node-receipt.js';
import { exclusiveSums } from '../../profile-sums.js';
import { DEPLOYER, startTestNode, type TestNode, WALLET_1, WALLET_2 } from './test-node.js';
import { call, deploy } from './transactions.js';

const FOLDER = join(import.meta.dirname, '../../fixtures/dao');
/** In the order in which they find each other. */
const CONTRACTS = [
  'sip-009-trait',
  'sip-010-trait',
  'extension-trait',
  'proposal-trait',
  'dao-core',
  'dao-token',
  'dao-badge',
  'dao-treasury',
  'dao-voting',
  'dao-amm',
  'usd-token',
  'proposal-bootstrap',
  'proposal-grant',
];

test('behavior: a DAO of thirteen contracts with token, badges, treasury, votes and an exchange', { timeout: 60_000 }, async () => {
  await using node = await startTestNode();
  const dao = world(node);
  for (const name of CONTRACTS) await dao.deploy(name, readFileSync(join(FOLDER, `${name}.clar`), 'utf8'));
  const id = (name: string) => Cl.contractPrincipal(DEPLOYER.address, name);

  // only once, and only by its deployer
  expect(await dao.call(WALLET_1, 'dao-core', 'start', [id('proposal-bootstrap')])).toBe('(err u401)');
  expect(await dao.call(DEPLOYER, 'dao-core', 'start', [id('proposal-bootstrap')])).toBe('(ok true)');
  expect(await dao.call(DEPLOYER, 'dao-core', 'start', [id('proposal-bootstrap')])).toBe('(err u402)');
  expect(await dao.read('dao-token', 'get-balance', [Cl.principal(WALLET_1.address)])).toBe('(ok u600)');
  expect(await dao.read('dao-token', 'get-total-supply')).toBe('(ok u1000)');
  expect(await dao.call(WALLET_1, 'dao-token', 'mint', [Cl.uint(1), Cl.principal(WALLET_1.address)])).toBe('(err u401)');

  // the treasury pays by a vote only
  const treasury = `${DEPLOYER.address}.dao-treasury`;
  expect(await dao.call(DEPLOYER, 'dao-treasury', 'deposit', [Cl.uint(5_000_000)])).toBe('(ok true)');
  expect(await dao.call(WALLET_1, 'dao-treasury', 'pay', [Cl.uint(1), Cl.principal(WALLET_1.address)])).toBe('(err u401)');
  expect(await dao.call(WALLET_2, 'dao-voting', 'propose', [id('proposal-grant')])).toBe('(ok true)');
  expect(await dao.call(WALLET_2, 'dao-voting', 'vote', [id('proposal-grant'), Cl.bool(false)])).toBe('(ok u400)');
  expect(await dao.call(WALLET_2, 'dao-voting', 'conclude', [id('proposal-grant')])).toBe('(err u405)');
  expect(await dao.call(WALLET_1, 'dao-voting', 'vote', [id('proposal-grant'), Cl.bool(true)])).toBe('(ok u600)');
  expect(await dao.call(WALLET_1, 'dao-voting', 'vote', [id('proposal-grant'), Cl.bool(true)])).toBe('(err u404)');
  const before = await dao.stx(WALLET_2.address);
  expect(await dao.call(DEPLOYER, 'dao-voting', 'conclude', [id('proposal-grant')])).toBe('(ok true)');
  expect((await dao.stx(WALLET_2.address)) - before).toBe(2_000_000n);
  expect(await dao.stx(treasury)).toBe(3_000_000n);
  expect(await dao.read('dao-badge', 'get-owner', [Cl.uint(1)])).toBe(`(ok (some '${WALLET_2.address}))`);
  expect(await dao.call(DEPLOYER, 'dao-voting', 'conclude', [id('proposal-grant')])).toBe('(err u406)');

  // an exchange with a constant product
  const tokens = [id('dao-token'), id('usd-token')];
  expect(await dao.call(WALLET_1, 'usd-token', 'faucet', [Cl.uint(10_000)])).toBe('(ok true)');
  expect(await dao.call(WALLET_1, 'dao-amm', 'add-liquidity', [...tokens, Cl.uint(500), Cl.uint(10_000)])).toBe('(ok u500)');
  const swap = await dao.receipt(WALLET_2, 'dao-amm', 'sell', [...tokens, Cl.uint(100), Cl.uint(1_600)]);
  expect(swap.rawResult).toBe(`0x${Cl.serialize(Cl.ok(Cl.uint(1_662)))}`);
  expect(Array.from(swap.events, ({ type }) => type)).toEqual(['ft_transfer_event', 'ft_transfer_event', 'contract_event']);
  expect(await dao.call(WALLET_2, 'dao-amm', 'sell', [...tokens, Cl.uint(100), Cl.uint(1_600)])).toBe('(err u501)');
  expect(await dao.read('usd-token', 'get-balance', [Cl.principal(WALLET_2.address)])).toBe('(ok u1662)');
  expect(
    await dao.call(WALLET_2, 'dao-badge', 'transfer', [Cl.uint(1), Cl.principal(WALLET_2.address), Cl.principal(WALLET_1.address)]),
  ).toBe('(ok true)');
  expect(await dao.read('dao-badge', 'get-owner', [Cl.uint(1)])).toBe(`(ok (some '${WALLET_1.address}))`);

  // each transaction has a profile that adds up to its receipt
  for (const { txid, cost } of dao.sent) {
    const profile = await node.profile(txid);
    if (profile === undefined) throw new Error(`${txid} is on the chain`);
    expect(exclusiveSums(profile)).toEqual({ functions: cost, lines: cost, nodes: cost });
  }
  const sold = await node.profile(swap.txid);
  expect(sold?.functions.map(({ function: fn }) => fn)).toContain('sell');
  expect(new Set(sold?.lines.map(({ contract }) => contract.split('.')[1]))).toEqual(new Set(['dao-amm', 'dao-token', 'usd-token']));
});

/** Acts on the node and returns results as text. */
function world(node: TestNode) {
  const nonces = new Map<string, bigint>();
  const nonce = (address: string) => {
    const next = nonces.get(address) ?? 0n;
    nonces.set(address, next + 1n);
    return next;
  };
  const receipts = new Map<string, StacksReceipt>();
  const sent: StacksReceipt[] = [];
  node.subscribe((event) => {
    if (event.type === 'block') for (const receipt of event.receipts) receipts.set(receipt.txid, receipt);
  });
  const mined = async (txid: string): Promise<StacksReceipt> => {
    await expect.poll(() => receipts.has(`0x${txid}`), { interval: 5 }).toBe(true);
    const receipt = receipts.get(`0x${txid}`);
    if (receipt === undefined) throw new Error(`${txid} was mined`);
    sent.push(receipt);
    expect(receipt.vmError).toBeNull();
    return receipt;
  };
  const receipt = async (from: typeof DEPLOYER, contract: string, fn: string, args: ClarityValue[]) => {
    const contractId = `${DEPLOYER.address}.${contract}`;
    return mined(await call(node.url, from, { contract: contractId, fn, args, nonce: nonce(from.address) }));
  };
  return {
    deploy: async (name: string, source: string) => {
      const txid = await deploy(node.url, DEPLOYER, { name, source, nonce: nonce(DEPLOYER.address), clarityVersion: 4 });
      expect(await mined(txid)).toMatchObject({ status: 'success' });
    },
    sent,
    receipt,
    call: async (from: typeof DEPLOYER, contract: string, fn: string, args: ClarityValue[]) =>
      text((await receipt(from, contract, fn, args)).rawResult),
    read: async (contract: string, fn: string, args: ClarityValue[] = []) => {
      const body = { sender: DEPLOYER.address, arguments: args.map((arg) => `0x${Cl.serialize(arg)}`) };
      const init = { method: 'POST', headers: { 'content-type': 'application/json' }, body: JSON.stringify(body) };
      const response = await fetch(`${node.url}/v2/contracts/call-read/${DEPLOYER.address}/${contract}/${fn}`, init);
      return text(((await response.json()) as { result: string }).result);
    },
    stx: async (principal: string) => {
      const response = await fetch(`${node.url}/v2/accounts/${principal}?proof=0`);
      return BigInt(((await response.json()) as { balance: string }).balance);
    },
  };
}

function text(hex: string): string {
  return Cl.stringify(deserializeCV(hex));
}
