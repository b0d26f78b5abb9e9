import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { startDevnet } from 'stacks-devnet';
import { expect, test } from 'vitest';
import type { DecodedReceipt, Devnet } from '#dist/network/types.js';
import { testCache } from '../../cache.js';
import { bootDevnet } from '../../devnet.js';

const ROUNDS = 10;
const COUNT = ROUNDS * 1_000;
/** Prints u0, u1, … Each thousandth time it sends a micro-STX before. */
const SOURCE = `
(define-private (one (x uint) (n uint))
  (begin (print n) (+ n x)))
(define-private (thousand (x uint) (n uint))
  (begin
    (unwrap-panic (stx-transfer? u1 tx-sender 'ST2REHHS5J3CERCRBEPMGH7921Q6PYKAADT7JP2VB))
    (fold one (list ${'u1 '.repeat(1_000)}) n)))
(define-public (go)
  (ok (fold thousand (list ${'u1 '.repeat(ROUNDS)}) u0)))
`;
type Posted = { txid: string; event_index: number; contract_event?: { raw_value: string } };

const printed = (events: readonly unknown[]): unknown[] =>
  events.flatMap((event) => (event as DecodedReceipt['events'][number]).contract_event?.value?.repr ?? []);
const numbers = (from: number, to: number) => Array.from({ length: to - from }, (_, offset) => `u${from + offset}`);
const EXPECTED = numbers(0, COUNT);

async function go(devnet: Devnet): Promise<string> {
  await devnet.stacks.deploy({ name: 'prints', source: SOURCE, as: 'deployer', fee: 1_000_000n });
  return (await devnet.contract('prints').call('go', [], { as: 'wallet_1', fee: 1_000_000n })).txid;
}

/** Returns the receipts of an event stream up to the block with a transaction. */
async function streamed(url: string, txid: string): Promise<DecodedReceipt[]> {
  const { body } = await fetch(url);
  let text = '';
  for await (const chunk of body ?? []) {
    text += Buffer.from(chunk).toString();
    const end = text.lastIndexOf('\n\n');
    const data = [...text.slice(0, Math.max(end, 0)).matchAll(/^event: stacks\.block\ndata: (.*)$/gm)].map(([, json]) =>
      JSON.parse(String(json)),
    );
    const receipts: DecodedReceipt[] = data.flatMap((block) => block.receipts);
    if (receipts.some((receipt) => receipt.txid === txid)) return receipts;
  }
  return [];
}

test('default: all who read a transaction with many events get them in their order', async () => {
  const posted: Record<string, unknown>[] = [];
  const observer = createServer(async (request, response) => {
    const chunks: Buffer[] = [];
    for await (const chunk of request) chunks.push(chunk as Buffer);
    if (request.url === '/new_block') posted.push(JSON.parse(Buffer.concat(chunks).toString()));
    response.end();
  }).listen(0, '127.0.0.1');
  await once(observer, 'listening');
  await using devnet = await startDevnet({ cache: testCache, eventObservers: [`127.0.0.1:${(observer.address() as AddressInfo).port}`] });
  const { gateway } = devnet.urls;
  // biome-ignore lint/suspicious/noExplicitAny: the test says what it expects
  const get = async (path: string): Promise<any> => (await fetch(`${gateway}${path}`)).json();
  // From now on the lists of the Stacks API follow the chain.
  await get('/extended/v1/tx');
  const contract = `${devnet.accounts['deployer']?.stx.address}.prints`;
  const seen: DecodedReceipt[] = [];
  devnet.subscribe((event) => event.type === 'stacks.block' && seen.push(...event.receipts), { contract, topic: 'print' });
  const txid = await go(devnet);

  const receipt = await devnet.stacks.receipt(txid);
  expect(printed(receipt?.events ?? [])).toEqual(EXPECTED);
  expect(receipt?.events.map(({ event_index: index }) => index)).toEqual(Array.from({ length: COUNT + ROUNDS }, (_, index) => index));
  expect(printed(seen.flatMap(({ events }) => events))).toEqual(EXPECTED);

  const overHttp = await get(`/devnet/v1/tx/${txid}/wait`);
  expect(overHttp).toEqual(JSON.parse(JSON.stringify(receipt)));
  const [shown] = (await streamed(`${gateway}/devnet/v1/events?after=0`, txid)).filter((one) => one.txid === txid);
  expect([shown?.events.length, shown?.omittedEvents]).toEqual([1_000, COUNT + ROUNDS - 1_000]);
  expect(printed(shown?.events ?? [])).toEqual(numbers(0, 999));

  await expect.poll(() => posted.some(({ events }) => (events as unknown[]).length > COUNT)).toBe(true);
  const own = posted.flatMap(({ events }) => events as Posted[]).filter((event) => event.txid === txid);
  expect(own.map(({ event_index: index }) => index)).toEqual(receipt?.events.map(({ event_index: index }) => index));
  expect(own.flatMap(({ contract_event: event }) => event?.raw_value ?? [])).toEqual(
    EXPECTED.map((text) => `0x01${BigInt(text.slice(1)).toString(16).padStart(32, '0')}`),
  );

  const page = await get(`/extended/v3/transactions/${txid}/events?limit=3&cursor=5003`);
  expect(page).toMatchObject({ total: COUNT + ROUNDS, cursor: { next: '5006', previous: '5000', current: '5003' } });
  expect(page.results.map((event: { event_index: number }) => event.event_index)).toEqual([5_003, 5_004, 5_005]);
  const assets = await get(`/extended/v1/tx/events?tx_id=${txid}&type=stx_asset&limit=50`);
  expect(assets.events.map((event: { event_index: number }) => event.event_index)).toEqual(
    Array.from({ length: ROUNDS }, (_, round) => round * 1_001).reverse(),
  );
  const logs = await get(`/extended/v2/smart-contracts/${contract}/logs?limit=2`);
  expect(logs.total).toBe(COUNT);
  expect(logs.results.map((log: { contract_log: { value: { repr: string } } }) => log.contract_log.value.repr)).toEqual([
    `u${COUNT - 1}`,
    `u${COUNT - 2}`,
  ]);

  await using copy = await bootDevnet();
  await copy.loadState(await devnet.dumpState());
  expect((await copy.stacks.receipt(txid))?.events).toEqual(receipt?.events);
  observer.close();
});
