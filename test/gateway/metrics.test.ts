import { readFileSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';
import { type RateLimits, rateLimit } from '#dist/project/config/rate-limit.js';
import type { StacksReceipt } from '#dist/stacks/protocol/receipt/node-receipt.js';
import { testGateway } from './support/gateway.js';
import { HASH, receiptOf, STX_TXID } from './support/memory-devnet.js';

const page = path.resolve(import.meta.dirname, '../../docs/observe.md');

type Metric = { name: string; type: string; help: string; samples: string[] };

function parse(text: string): Metric[] {
  const metrics: Metric[] = [];
  for (const line of text.split('\n')) {
    const [, keyword, name = '', rest = ''] = /^# (HELP|TYPE) (\S+) (.*)$/.exec(line) ?? [];
    if (keyword === 'HELP') metrics.push({ name, type: '', help: rest, samples: [] });
    const last = metrics.at(-1);
    if (last === undefined) continue;
    if (keyword === 'TYPE') last.type = rest;
    if (keyword === undefined && line !== '') last.samples.push(line);
  }
  return metrics;
}

/** An event of block 41. */
const blockOf = (receipts: StacksReceipt[]) =>
  ({
    type: 'stacks.block',
    height: 41,
    hash: HASH,
    blockHash: HASH,
    burnHeight: 201,
    burnHash: HASH,
    parentHash: HASH,
    consensusHash: '',
    time: 1,
    receipts,
  }) as const;

const faucet = { method: 'POST', url: '/extended/v1/faucets/stx?address=STA' } as const;

test('default: heights, transactions, payments, balances, waits and requests', async () => {
  await using gateway = await testGateway();
  gateway.devnet.confirm();
  await gateway.app.inject(faucet);
  await gateway.app.inject({ ...faucet, headers: { prefer: 'wait=1' } });
  await gateway.app.inject('/nowhere');
  gateway.devnet.emit({ type: 'faucet.payment', chain: 'stacks', coin: 'stx', txId: STX_TXID, address: 'STA', amount: '500000000' });
  gateway.devnet.emit({ type: 'bitcoin.tx', txid: 'ab' });
  gateway.devnet.emit({ type: 'stacks.tx', txid: STX_TXID, rawTx: '0x' });
  gateway.devnet.emit(blockOf([]));
  const { body, headers } = await gateway.app.inject('/metrics');
  expect(headers['content-type']).toContain('text/plain');
  for (const line of [
    'devnet_info{version="1.2.3",engine="embedded",epoch="3.4"} 1',
    'devnet_ready 1',
    'devnet_block_height{chain="bitcoin"} 201',
    'devnet_block_height{chain="stacks"} 40',
    'devnet_stacks_tenures_total 1',
    'devnet_mempool_transactions{chain="bitcoin"} 1',
    'devnet_mempool_transactions{chain="stacks"} 1',
    'devnet_faucet_payments_total{chain="stacks",coin="stx"} 1',
    'devnet_faucet_payments_total{chain="stacks",coin="sbtc"} 0',
    'devnet_faucet_paid_ustx_total 500000000',
    'devnet_faucet_balance_sats 5000000000',
    'devnet_faucet_balance_sbtc_sats 3000000',
    'devnet_faucet_requests_total{chain="stacks",coin="stx",result="paid"} 2',
    'devnet_wait_duration_seconds_count{chain="stacks",coin="stx",result="confirmed"} 1',
    'devnet_http_request_duration_seconds_count{method="POST",route="/extended/v1/faucets/stx",status="200"} 2',
  ]) {
    expect(body.split('\n')).toContain(line);
  }
  expect(body).toContain('process_resident_memory_bytes');
});

test('default: docs/observe.md lists every metric of this package', async () => {
  // With a policy there is one metric more, and with a Redis.
  const limits = rateLimit.read('standard', { field: 'rateLimit' }) as RateLimits;
  await using gateway = await testGateway({
    policy: { limits, factor: 1, keyFile: path.join(import.meta.dirname, 'none.json') },
    replicas: { name: 'one', isUp: () => true },
  });
  const names = parse((await gateway.app.inject('/metrics')).body).map(({ name }) => name);
  const documented = [...readFileSync(page, 'utf8').matchAll(/`(devnet_\w+)(?:\{[^}]*\})?`/g)].map(([, name = '']) => name);
  expect(documented.toSorted()).toEqual(names.filter((name) => name.startsWith('devnet_')).toSorted());
});

test('behavior: names and units are as Prometheus asks', async () => {
  await using gateway = await testGateway();
  const metrics = parse((await gateway.app.inject('/metrics')).body).filter(({ name }) => name.startsWith('devnet_'));
  expect(metrics.length).toBeGreaterThan(15);
  expect(new Set(metrics.map(({ name }) => name)).size).toBe(metrics.length);
  for (const { name, type, help } of metrics) {
    expect(name).toMatch(/^[a-z][a-z0-9_]*$/);
    expect(help).not.toBe('');
    expect([name, name.endsWith('_total')]).toEqual([name, type === 'counter']);
    expect(name).not.toMatch(/_(?:milliseconds|ms|minutes|kilobytes|kb|count|sum|bucket|counter|gauge|histogram)(?:_|$)/);
    if (type === 'histogram') expect(name).toMatch(/_seconds$/);
  }
});

test('behavior: measurements before the first scrape are reported, however many there are', async () => {
  await using gateway = await testGateway();
  for (let i = 0; i < 1_100; i++) await gateway.app.inject('/nowhere');
  await expect
    .poll(async () => (await gateway.app.inject('/metrics')).body)
    .toContain('devnet_http_request_duration_seconds_count{method="GET",route="none",status="404"} 1100');
});

test.each([
  ['restored', 0],
  ['stacks.reorg', 1],
] as const)('behavior: after %s only transactions that the mempool really has are pending', async (type, count) => {
  const pending = `0x${'aa'.repeat(32)}`;
  await using gateway = await testGateway();
  const { emit } = gateway.devnet;
  for (const txid of [pending, STX_TXID]) emit({ type: 'stacks.tx', txid, rawTx: '0x' });
  emit(
    blockOf([
      { ...receiptOf(STX_TXID), rawTx: '0x80', txIndex: 0, rawResult: '0x03', vmError: null, cost: receiptOf(STX_TXID).cost, events: [] },
    ]),
  );
  emit(type === 'restored' ? { type, id: 'a' } : { type, forkHeight: 40, height: 40, hash: HASH });
  for (let scrape = 0; scrape < 2; scrape++) {
    const { body } = await gateway.app.inject('/metrics');
    expect(body.split('\n')).toContain(`devnet_mempool_transactions{chain="stacks"} ${count}`);
  }
});
